"""Positions of which the lobby's cards show the map: beginnings of games that our own bots play.

`python tools/pictures.py 1848 --actions 160` plays and writes `show/picture.json` in the title's package.
"""

import argparse
from pathlib import Path

from stellwerk.bots import make_bot
from stellwerk.engine import Game, Setup, chance, title, to_act
from stellwerk.engine.registry import home
from stellwerk.engine.save import dump

BOT = "gentle"


def played(game: str, players: int, seed: int, actions: int) -> Game:
    """Return the beginning of a game, or all of it if it is shorter."""
    variant = next(iter(title(game).players))
    names = tuple(f"P{n}" for n in range(1, players + 1))
    found = Game(Setup(game, names, variant, seed=seed))
    bot = make_bot(BOT, seed, game)
    while not found.state.over and len(found.log) < actions:
        found.enter(chance(found.state) or bot(found.state, to_act(found.state)[0]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1848)
    parser.add_argument("--actions", type=int, default=160)
    args = parser.parse_args()
    file = Path(str(home(args.game))) / "show" / "picture.json"
    file.write_bytes(dump(played(args.game, args.players, args.seed, args.actions)))
    print(file)


if __name__ == "__main__":
    main()
