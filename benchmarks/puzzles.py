"""Puzzles for the package: bots play seeded games, and what is proved in them is kept.

`python -m benchmarks.puzzles 1848 --seeds 1-4` writes a file for each game, the same for the
same seed.
`python -m benchmarks.puzzles --list` counts what is there.

What is shipped was made by these (a game's file tells its bots):

    python -m benchmarks.puzzles 1824 1848 1853 1854 --seeds 1-3
    python -m benchmarks.puzzles 1824 1854 --seeds 11-14 --bots random,fair,random,gentle \\
        --kinds director rust heir run
    python -m benchmarks.puzzles 1853 --seeds 13 --bots random,fair,random,gentle \\
        --kinds director rust heir run
    python -m benchmarks.puzzles 1854 --seeds 15-18 --bots random,random,gentle,random \\
        --kinds director rust run
"""

import argparse
import sys
import time
from collections import Counter

from stellwerk.bots import make_bot
from stellwerk.engine import Game, Setup, chance, title, to_act
from stellwerk.engine.save import dump
from stellwerk.puzzles.finding import best_of, found_in
from stellwerk.puzzles.puzzle import KINDS, Kind, Puzzle
from stellwerk.puzzles.shelf import Bundle, shelf, write

NAMES = ("Anna", "Ben", "Clara", "David", "Eva", "Fritz")
PLAYERS = 4
TABLE = "fair,gentle,fair,gentle-bold"
"""Who sits there, unless it is said. Forced purchases come where somebody plays at random."""
MOST_ACTIONS = 5_000
OF_A_KIND = 4
"""Puzzles of one kind from one game."""


def played(game: str, seed: int, table: tuple[str, ...]) -> Game:
    """Return a game of bots to its end."""
    found = title(game)
    record = Game.new(Setup(game, NAMES[:PLAYERS], next(iter(found.players)), "book", seed))
    bots = [make_bot(name, seed, game) for name in table]
    while not record.state.over and len(record.log) < MOST_ACTIONS:
        seat = next(iter(to_act(record.state)), 0)
        record.enter(chance(record.state) or bots[seat](record.state, seat))
    return record


def bundle_of(game: Game, table: tuple[str, ...], kinds: tuple[Kind, ...] = KINDS) -> Bundle | None:
    """Return the best puzzles of a game, with the game as far as they need it; None if there are none."""
    found = list(found_in(game, kinds))
    chosen: list[Puzzle] = []
    for kind in kinds:
        chosen += best_of([one for one in found if one.puzzle.kind == kind], OF_A_KIND)
    if not chosen:
        return None
    last = max(puzzle.at for puzzle in chosen)
    short = Game.replay(game.setup, game.actions[:last])
    return Bundle(table, tuple(chosen), dump(short).decode())


def span(text: str) -> range:
    low, _, high = text.partition("-")
    return range(int(low), int(high or low) + 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seeds", type=span, default=range(1, 5), metavar="A-B")
    parser.add_argument("--bots", default=TABLE, metavar="A,B,C,D")
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=KINDS)
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    table = tuple(args.bots.split(","))
    for game in args.games:
        for seed in args.seeds:
            began = time.monotonic()
            bundle = bundle_of(played(game, seed, table), table, tuple(args.kinds))
            size = 0 if bundle is None else write(bundle, f"{game}-{seed}")
            counts = Counter(puzzle.kind for puzzle in bundle.puzzles) if bundle else Counter[str]()
            print(
                f"{game} {seed}: {dict(counts)}, {size} bytes, {time.monotonic() - began:.0f} s", flush=True
            )
    if args.list:
        for (game, kind), count in sorted(Counter((p.game, p.puzzle.kind) for p in shelf().values()).items()):
            print(f"{game:8} {kind:10} {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
