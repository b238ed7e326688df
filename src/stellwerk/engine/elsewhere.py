"""Work that may take long: done on the spot, unless the program around the game has a better place for it.

A server gives such work to another process, so that its other tables do not wait; the answer is the same.
"""

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Place(Protocol):
    """Calls a function that can be imported by name, with arguments that can be pickled."""

    def __call__(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R: ...


_places: list[Place] = []


def elsewhere(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    return _places[-1](function, *args, **kwargs) if _places else function(*args, **kwargs)


def there_is_a_place() -> bool:
    return bool(_places)


def open_place(place: Place) -> None:
    _places.append(place)


def close_place(place: Place) -> None:
    """Work is done on the spot again."""
    if place in _places:
        _places.remove(place)
