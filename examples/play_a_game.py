"""Let bots play a game to its end, and keep it.

python examples/play_a_game.py [GAME] [SAVE]
"""

import sys
from pathlib import Path

from stellwerk.bots import make_bot
from stellwerk.engine import Game, Setup, title, to_act
from stellwerk.engine.save import dump


def play(game: str = "1848", seed: int = 7) -> Game:
    """A game of the fewest players that the title allows."""
    variant, (fewest, _) = next(iter(title(game).players.items()))
    names = tuple(f"Bot {number}" for number in range(1, fewest + 1))
    played = Game.new(Setup(game, names, variant, seed=seed))
    bot = make_bot("random", seed, game)
    while not played.state.over:
        seat = to_act(played.state)[0]
        played.submit(bot(played.state, seat))
    return played


def main(game: str = "1848", save: str = "") -> None:
    played = play(game)
    print(f"{title(game).name}: {len(played.log)} actions")
    for name, worth in sorted(title(game).result(played.state).items(), key=lambda pair: -pair[1]):
        print(f"{worth:>6}  {name}")
    if save:
        Path(save).write_bytes(dump(played))


if __name__ == "__main__":
    main(*sys.argv[1:])
