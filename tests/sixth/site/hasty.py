"""A bot that takes the first thing it is offered, and does not pass while there is another."""

from typing import Any

from stellwerk.bots import BotKind
from stellwerk.engine import Action, legal
from stellwerk.engine.step import Pass


class Hasty:
    """It has no luck of its own: whatever its seed, it plays the same."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def __call__(self, state: Any, seat: int) -> Action:
        offered = legal(state, seat)
        return next((action for action in offered if not isinstance(action, Pass)), offered[0])


HASTY = BotKind(Hasty)
ONLY_1848 = BotKind(Hasty, games=("1848",))
