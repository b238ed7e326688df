"""Capabilities: what a title can do beyond being played, each a small record with a typed contract.

A title without one of them simply lacks it; nobody looks for a name in a mapping.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.engine.offload import Offload
from stellwerk.engine.pages import Page, PlainTable
from stellwerk.engine.shown import Choice, Panel
from stellwerk.engine.state import State
from stellwerk.engine.text import Teller
from stellwerk.engine.views import View

S = TypeVar("S", bound=State)


def _as_it_is(state: S, seat: int) -> S:
    return state


class Secrecy(Struct, Generic[S], frozen=True):
    """What players may not know of each other. The seed is hidden in every game."""

    secrets: bool
    """Whether the title has any; False spares the other questions."""
    hides: Callable[[S], bool] = lambda state: True
    """Whether something is hidden in this state, in a title that has secrets."""
    seen: Callable[[S, int], S] = _as_it_is
    """The state without what a seat may not know: what a bot gets."""
    open_actions: tuple[type[Action], ...] = ()
    """Kinds of action that are never secret."""

    def hidden(self, state: S) -> bool:
        """Return whether a running game hides something now."""
        return self.secrets and self.hides(state)


def open_to_all() -> Secrecy[S]:
    """Everybody sees everything but the seed."""
    return Secrecy(secrets=False)


class Pages(Struct, Generic[S], frozen=True):
    """How a title is shown and told."""

    page: str | Page = "plain"
    """Its table page: one of its own, or the name of one that there is; `plain` shows any game."""
    panels: Callable[[S, int, Iterable[Choice[S, Action]], Offload], list[Panel]] | None = None
    """Its own arrangement of a seat's choices; what it leaves out is shown as sentences."""
    sentences: Mapping[type[Action], Teller] = {}
    """What each kind of action does, in words."""
    tables: Callable[[View], Iterable[PlainTable]] | None = None
    """Tables made of its view, for the terminal."""


class Exchange(Struct, frozen=True):
    """Records of another program."""

    recorded_as: Mapping[str, tuple[str, tuple[str, ...]]]
    """Variant -> the other program's name for the game, and its options."""
    reader: Callable[..., Any]
    writer: Callable[..., Any]


class Components(Struct, frozen=True):
    """Printed values that people may correct."""

    text: Callable[[], str]
    """The title's own set as a file to be corrected."""
    read: Callable[[str], dict[str, Any]]
    check: Callable[[str], list[str]]
    """Everything that is wrong with a set (as canonical JSON)."""
    hosted: bool = False
    """Whether a server can show any set that passes the check."""


class Advice(Struct, frozen=True):
    """What a program may ask about runs without knowing railways."""

    acting: Callable[[Any], str]
    """Whose turn it is to run, or empty."""
    running: Callable[[Any], Sequence[str]]
    """All that can run."""
    best: Callable[[Any, str, Offload], Any]
    """The best run of one of them, with its proof; None if it cannot run."""
    worth: Callable[[Any, Action, Offload], Any]
    """The best run before and after an action; None where it makes no sense."""


class Outlook(Protocol[S]):
    """What a title tells a bot about its positions."""

    @property
    def never(self) -> Collection[type[Action]]:
        """Kinds of action that are not worth trying."""

    def value(self, s: S, seat: int) -> float:
        """Return what a position is worth to a seat."""

    def weights(self, s: S, seat: int, actions: Sequence[Action]) -> list[float]:
        """Return how likely each action is worth trying. Not all of them need be legal."""

    def alone(self, s: S, seat: int, rng: Random) -> S:
        """Return the position as if only this seat were to act, with guesses for what it cannot know."""

    def turn(self, s: S, seat: int) -> Hashable:
        """Names the turn that the seat is taking."""

    def key(self, s: S, seat: int) -> Hashable:
        """Equal for positions that are alike for this seat."""

    def horizon(self, s: S, seat: int) -> int:
        """Return how many turns to look ahead."""


class Thinking(Struct, Generic[S], frozen=True):
    """What bots that plan need of a title."""

    outlook: Outlook[S]
    figures: Callable[[S, int], dict[str, int]] | None = None
    """More about how a seat has fared, for `simulate`."""
