"""Records of our own making: exports of random games, whole or their beginning.

`python -m tests.interchange.own 1848 --games 60` writes random games under the rulings `18xx.games`, reads
them back, and names those that come back different or break the grammar of complete records.
"""

import argparse
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from stellwerk.bots.random_bot import RandomBot
from stellwerk.engine import Game, Setup, title, to_act
from stellwerk.interchange import Imported, export_game, import_game, position_hash
from tests.interchange.grammar import faults

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")
FIXTURES = Path(__file__).parents[3] / "shared" / "fixtures" / "18xx.games"
RECORDED = sorted(path for path in FIXTURES.rglob("*.json") if ".trace" not in path.name)
"""Records of that program itself, where they are at hand."""
RECORDS = [
    pytest.param(path, marks=pytest.mark.xdist_group(f"record {path.stem}"), id=path.stem)
    for path in RECORDED
]
"""What looks at a record is for one worker, which follows it once."""


@cache
def followed(path: Path) -> Imported:
    """A record, compared with its trace. Tests look at it, and none plays on."""
    return import_game(path.read_bytes(), path.with_suffix(".trace.json").read_bytes())


def random_game(
    game: str,
    variant: str,
    players: int,
    seed: int,
    actions: int | None = None,
    rulings: str = "18xx.games",
) -> Game:
    """A random game, as that program plays it if nothing else is said, or so many actions of it."""
    played = Game.new(Setup(game, NAMES[:players], variant, rulings, seed=seed))
    bot = RandomBot(seed)
    while not played.state.over and (actions is None or len(played.actions) < actions):
        played.submit(bot(played.state, to_act(played.state)[0]))
    return played


@cache
def _written(game: str, variant: str, players: int, seed: int, actions: int | None) -> bytes:
    return export_game(random_game(game, variant, players, seed, actions))


def own_record(
    game: str, variant: str, players: int, seed: int = 3, actions: int | None = None
) -> dict[str, Any]:
    """A record of a game, or of so many actions of it."""
    found: dict[str, Any] = json.loads(_written(game, variant, players, seed, actions))
    return found


def changes_on_the_way(game: Game) -> list[str]:
    """What is wrong with a game's export: its grammar, differences when it is read, another position."""
    data = export_game(game)
    back = import_game(data)
    found = faults(json.loads(data)) + [str(difference) for difference in back.differences]
    if position_hash(back.game.state) != position_hash(game.state):
        found.append("another position")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.interchange.own", description=__doc__)
    parser.add_argument("title", choices=["1824", "1848"])
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--variant", default=None)
    given = parser.parse_args()
    exchange = title(given.title).exchange
    assert exchange is not None
    kinds = [
        (name, count)
        for name, (low, high) in sorted(title(given.title).players.items())
        if name in exchange.recorded_as
        for count in range(low, high + 1)
        if given.variant in (None, name)
    ]
    wrong = 0
    for seed in range(given.first, given.first + given.games):
        variant, players = kinds[seed % len(kinds)]
        found = changes_on_the_way(random_game(given.title, variant, players, seed))
        wrong += bool(found)
        for fault in found[:3]:
            print(f"seed {seed}, {variant} for {players}: {fault}", flush=True)
    print(f"{given.title}: {given.games} games written and read back, {given.games - wrong} equal")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
