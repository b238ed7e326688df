"""Advice: what a program may ask about runs without knowing what runs."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.engine.offload import Offload
from stellwerk.engine.state import State

S = TypeVar("S", bound=State, contravariant=True)


class Worth(NamedTuple):
    """The best run of who acts before and after a move."""

    who: str
    before: int
    after: int
    proved: bool

    @property
    def change(self) -> int:
        return self.after - self.before


class Advice(Struct, Generic[S], frozen=True):
    """What a title knows of its runs."""

    acting: Callable[[S], str]
    """Whose turn it is to run, or empty."""
    running: Callable[[S], Sequence[str]]
    """All that can run."""
    best: Callable[[S, str, Offload], Struct | None]
    """The best run of one of them, with its proof, in the title's own terms; None if it cannot run."""
    worth: Callable[[S, Action, Offload], Worth | None]
    """The best run before and after an action; None where it makes no sense."""
    tells: Callable[[Action], bool]
    """Whether offering an action gives the best run away."""
