"""Which positions of long games are looked at closely: some in `make test`, all of them in `make soak`."""

import os
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar
from zlib import crc32

Case = TypeVar("Case")

ALL = os.environ.get("STELLWERK_ALL_POSITIONS") == "1"


def stride(game: str, least: int) -> int:
    """From one position that is looked at to the next: at least so many, by the name of the game.

    Another one for each game, so that together they come to positions of every kind.
    """
    return 1 if ALL else least + crc32(game.encode()) % least


def every_third(names: Iterable[str]) -> list[str]:
    """Of positions known by name, the second, the fifth and so on; in `make soak` all of them."""
    return [name for number, name in enumerate(names) if ALL or number % 3 == 1]


def one_in(step: int, cases: Iterable[Case]) -> list[Case]:
    """Return the first of every so many cases; in `make soak` all of them."""
    return [case for number, case in enumerate(cases) if ALL or number % step == 0]


def some(states: Iterable[Any], game: str, least: int) -> Iterator[Any]:
    """Every so many positions, and each in which a decision is due that was not due before."""
    every, met = stride(game, least), set()
    for number, state in enumerate(states):
        due = (type(state.frame), getattr(state.frame, "step", None))
        if number % every == 0 or due not in met:
            met.add(due)
            yield state
