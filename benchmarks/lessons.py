"""`python -m benchmarks.lessons`: the games from which the lessons take their positions.

Bots play each of them once; lessons name the game and how many of its actions have been made. A game that is
there already is left alone, for the lessons count its actions.
"""

import argparse
import gzip
from pathlib import Path
from typing import NamedTuple

from stellwerk.bots import make_bot
from stellwerk.engine import Game, Setup, chance, to_act
from stellwerk.engine.save import dump
from stellwerk.learn.positions import POSITIONS

NAMES = ("Ada", "Ben", "Clara", "Dorota")


class Played(NamedTuple):
    """Which bots play which game by which lots."""

    game: str
    seed: int
    bots: tuple[str, ...]
    variant: str = "base"
    most: int = 20_000
    """So many actions are enough."""


GAMES = {
    "southern-cross": Played("1848", 48, ("fair", "gentle", "fair", "gentle")),
    "empire": Played("1824", 24, ("gentle",) * 4),
    "elephant": Played("1853", 53, ("gentle",) * 4, most=500),
    "alps": Played("1854", 54, ("gentle",) * 4, most=500),
}


def played(wanted: Played) -> Game:
    """Play a game to its end, or as far as is wanted."""
    setup = Setup(wanted.game, NAMES[: len(wanted.bots)], wanted.variant, seed=wanted.seed)
    game = Game.new(setup)
    bots = [make_bot(name, f"{wanted.seed}/{seat}", wanted.game) for seat, name in enumerate(wanted.bots)]
    while not game.state.over and len(game.log) < wanted.most:
        seat = to_act(game.state)[0]
        game.enter(chance(game.state) or bots[seat](game.state, seat))
    return game


def main() -> None:
    """Play what is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=POSITIONS)
    parser.add_argument("names", nargs="*", default=list(GAMES))
    asked = parser.parse_args()
    for name in asked.names:
        path = asked.into / f"{name}.json.gz"
        if path.exists():
            print(f"{path.name}: there already")
            continue
        game = played(GAMES[name])
        path.write_bytes(gzip.compress(dump(game), mtime=0))
        print(f"{path.name}: {len(game.log)} actions, {'over' if game.state.over else 'not over'}")


if __name__ == "__main__":
    main()
