"""How long and how hard the games are: `python -m benchmarks.lengths [TITLE…] --games 3`.

Bots play whole games at the table that "Play now" lays, one of them in place of the person. What is counted
of them goes to `show/measured.json` in the title's package, and the first game to `show/film.json.gz`:
whoever wants to watch where nobody plays sees that one. `stellwerk.learn.measured` makes minutes and a grade
of the figures; docs/lengths.md tells how. `--pauses RECORD…` tells how long people took in records of
18xx.games.
"""

import argparse
import gzip
import time
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median

import msgspec
from msgspec import Struct

from stellwerk.bots import make_bot
from stellwerk.bots.playout import MOST_ACTIONS
from stellwerk.engine import Game, Setup, chance, legal, title, titles, to_act
from stellwerk.engine.registry import home
from stellwerk.engine.save import dump
from stellwerk.learn.measured import Measured
from stellwerk.notation.rulebook import paragraphs
from stellwerk.server.films import FILM, Film

PERSON, OTHERS = "fair", "gentle"
SITTING = 300
"""Seconds after which somebody was away."""
NAMES = ("Ada", "Ben", "Clara", "Dorota", "Emil", "Fritz")


class Counted(Struct, frozen=True):
    """What is counted of one game."""

    players: int
    rounds: int
    decisions: int
    """Of all seats; lots are nobody's."""
    thinking: float
    """Processor seconds of all bots but the one in place of the person."""
    choices: float
    """Among which that one chose, at the median."""


def table_of(seed: int, count: int) -> list[str]:
    """Return who sits where."""
    return [PERSON if number == seed % count else OTHERS for number in range(count)]


def played(game: str, seed: int) -> tuple[Game, Counted]:
    """Play a game to its end."""
    found = title(game)
    variant, (low, high) = next(iter(found.players.items()))
    card = found.pages().card
    count = min(max(card.seats if card else low, low), high)
    one = Game(Setup(game, NAMES[:count], variant, seed=seed))
    person = seed % count
    bots = [make_bot(name, f"{seed}/{n}", game) for n, name in enumerate(table_of(seed, count))]
    decisions, thinking, choices = 0, 0.0, list[int]()
    while not one.state.over and len(one.log) < MOST_ACTIONS:
        action = chance(one.state)
        if action is None:
            seat = to_act(one.state)[0]
            began = time.process_time()
            action = bots[seat](one.state, seat)
            decisions += 1
            if seat == person:
                choices.append(len(legal(one.state, seat)))
            else:
                thinking += time.process_time() - began
        one.enter(action)
    rounds = sum(type(event).__name__ == "RoundBegins" for moment in one.history for event in moment.events)
    return one, Counted(count, rounds, decisions, round(thinking, 1), median(choices))


def measured(game: str, games: list[Counted]) -> Measured:
    """Return the medians of some games."""
    return Measured(
        games=len(games),
        bots=f"{PERSON}, {OTHERS}",
        players=games[0].players,
        rounds=round(median(one.rounds for one in games)),
        decisions=round(median(one.decisions for one in games)),
        thinking=round(median(one.thinking for one in games)),
        choices=round(median(one.choices for one in games)),
        paragraphs=len(paragraphs(game)),
        kinds=len(title(game).actions),
    )


class Stamped(Struct, frozen=True):
    created_at: int = 0


class StampedGame(Struct, frozen=True):
    actions: tuple[Stamped, ...]


def pauses(files: list[Path]) -> list[int]:
    """Return the seconds between two actions of the same sitting, of some records."""
    found = []
    for file in files:
        record = msgspec.json.decode(file.read_bytes(), type=StampedGame, strict=False)
        times = [action.created_at for action in record.actions if action.created_at]
        found += [after - before for before, after in pairwise(times) if 0 <= after - before < SITTING]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=[found.id for found in titles()])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pauses", type=Path, nargs="+", default=[])
    args = parser.parse_args()
    if args.pauses:
        found = pauses(args.pauses)
        print(f"{len(found)} pauses, {fmean(found):.1f} s at the mean, {median(found)} s at the median")
        return
    for game in args.titles:
        counted = []
        folder = Path(str(home(game))) / "show"
        for number in range(args.games):
            one, what = played(game, args.seed + number)
            counted.append(what)
            print(game, args.seed + number, msgspec.json.encode(what).decode(), flush=True)
            if number == 0:
                table = tuple(table_of(args.seed, what.players))
                film = msgspec.json.encode(Film(table, dump(one).decode()))
                (folder / FILM).write_bytes(gzip.compress(film, mtime=0))
        found = measured(game, counted)
        text = msgspec.json.format(msgspec.json.encode(found), indent=2)
        (folder / "measured.json").write_bytes(text + b"\n")
        print(game, found, flush=True)


if __name__ == "__main__":
    main()
