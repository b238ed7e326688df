"""Bots: callables that choose an action for a seat. They are found by name."""

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.bots.random_bot import RandomBot
from stellwerk.engine.action import Action
from stellwerk.engine.registry import title

Bot = Callable[[Any, int], Action]
"""(state, seat) -> a legal action."""

BOTS: Mapping[str, Callable[[str], Bot]] = {"random": RandomBot}
"""Name -> maker; the maker gets a seed."""


def make_bot(name: str, seed: int | str) -> Bot:
    """A bot by its name; ValueError when there is none."""
    maker = BOTS.get(name)
    if maker is None:
        raise ValueError(f"no bot {name!r}; there are: {', '.join(sorted(BOTS))}")
    bot = maker(str(seed))
    return lambda state, seat: bot(as_seen(state, seat), seat)


def as_seen(state: Any, seat: int) -> Any:
    """The state without what a seat may not know, where a title has such (`extras["seen"]`)."""
    hide = title(state.setup.game).extras.get("seen")
    return state if hide is None else hide(state, seat)


__all__ = ["BOTS", "Bot", "RandomBot", "as_seen", "make_bot"]
