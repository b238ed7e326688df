"""Records of our own making: exports of random games, whole or their beginning."""

import json
from functools import cache
from typing import Any

from stellwerk.bots.random_bot import RandomBot
from stellwerk.engine import Game, Setup, to_act
from stellwerk.interchange import export_game

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve")


@cache
def _written(game: str, variant: str, players: int, seed: int, actions: int | None) -> bytes:
    played = Game.new(Setup(game, NAMES[:players], variant, "18xx.games", seed=seed))
    bot = RandomBot(seed)
    while not played.state.over and (actions is None or len(played.actions) < actions):
        played.submit(bot(played.state, to_act(played.state)[0]))
    return export_game(played)


def own_record(
    game: str, variant: str, players: int, seed: int = 3, actions: int | None = None
) -> dict[str, Any]:
    """A record of a game, or of so many actions of it."""
    found: dict[str, Any] = json.loads(_written(game, variant, players, seed, actions))
    return found
