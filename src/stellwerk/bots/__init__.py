"""Bots: callables that choose an action for a seat. They are found by name."""

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.bots.random_bot import RandomBot
from stellwerk.engine.action import Action

Bot = Callable[[Any, int], Action]
"""(state, seat) -> a legal action."""

BOTS: Mapping[str, Callable[[str], Bot]] = {"random": RandomBot}
"""Name -> maker; the maker gets a seed."""


def make_bot(name: str, seed: int | str) -> Bot:
    """A bot by its name; ValueError when there is none."""
    maker = BOTS.get(name)
    if maker is None:
        raise ValueError(f"no bot {name!r}; there are: {', '.join(sorted(BOTS))}")
    return maker(str(seed))


__all__ = ["BOTS", "Bot", "RandomBot", "make_bot"]
