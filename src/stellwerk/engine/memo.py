"""Memos: what is worked out from a frozen value, kept with it and gone with it.

A value never changes, so what follows from it is worked out once. That is no part of the value: it is
neither compared nor saved, and a changed copy begins without it. What has no argument is a
`kept_property`, or a function that is kept `Once` where another module asks; what has some is
kept in a `Memo`.
"""

from collections.abc import Callable, Hashable
from typing import Generic, Self, TypeVar, overload

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
V = TypeVar("V")


class Kept(dict[K, V]):
    """The answers kept with one value, at most so many: when they are full, they begin again."""

    __slots__ = ("most",)

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, answer: V) -> None:
        if len(self) >= self.most and key not in self:
            self.clear()
        super().__setitem__(key, answer)


class Memo(Generic[K, V]):
    """Answers about values of one type (a struct with `dict=True`), by the question asked.

    The name tells it from the other memos of that type; `most` bounds what is kept with each value.
    """

    def __init__(self, name: str, most: int) -> None:
        self.name, self.most = name, most

    def of(self, value: object) -> Kept[K, V]:
        """Return what is kept with a value."""
        there = value.__dict__
        kept: Kept[K, V] | None = there.get(self.name)
        if kept is None:
            kept = there[self.name] = Kept(self.most)
        return kept

    def carry_over(self, old: object, new: object, holds: Callable[[V], bool] = lambda answer: True) -> None:
        """Give what is kept with one value to another, as far as it holds there too."""
        kept: Kept[K, V] | None = old.__dict__.get(self.name)
        if kept:
            self.of(new).update((key, answer) for key, answer in kept.items() if holds(answer))


class kept_property(Generic[T, V]):
    """A property that is worked out when it is first asked for and kept with its value.

    Like `functools.cached_property`, without the lock that it takes before Python 3.12: every state of a game
    asks for some, and two threads that work out one answer about a frozen value find the same.
    """

    def __init__(self, function: Callable[[T], V]) -> None:
        self.function = function
        self.__doc__ = function.__doc__

    def __set_name__(self, kind: type[T], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, value: None, kind: type[T]) -> Self: ...

    @overload
    def __get__(self, value: T, kind: type[T]) -> V: ...

    def __get__(self, value: T | None, kind: type[T]) -> Self | V:
        if value is None:
            return self
        answer = value.__dict__[self.name] = self.function(value)
        return answer


class Once(Generic[T, V]):
    """A function of one value (of a type with a `__dict__`) whose answer is kept with it.

    To be used as a decorator; the function's module and name tell it from others.
    """

    def __init__(self, function: Callable[[T], V]) -> None:
        self.function = function
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.__doc__ = function.__doc__

    def __call__(self, value: T) -> V:
        there = value.__dict__
        if self.name in there:
            found: V = there[self.name]
            return found
        answer = there[self.name] = self.function(value)
        return answer
