"""Capabilities: what a title can do beyond being played, each a small record with a typed contract.

A title without one of them simply lacks it; nobody looks for a name in a mapping.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.engine.cards import Card
from stellwerk.engine.coach import FirstGame
from stellwerk.engine.json_data import Json, JsonObject
from stellwerk.engine.offload import Offload
from stellwerk.engine.pages import Page, PlainTable
from stellwerk.engine.shown import Choice, Panel
from stellwerk.engine.state import State
from stellwerk.engine.text import Message, Teller
from stellwerk.engine.views import View

if TYPE_CHECKING:
    from stellwerk.engine.game import Game

S = TypeVar("S", bound=State)
Asked = TypeVar("Asked", bound=State, contravariant=True)
Told = TypeVar("Told", bound=State, covariant=True)


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


class Deed(Struct, Generic[Told], frozen=True):
    """An action and what comes of it, as everybody may know it."""

    action: Action
    before: Told
    done: Told
    """When it is done, and nothing has followed yet."""
    after: Told
    """At the next decision."""


class Pages(Struct, Generic[S], frozen=True):
    """How a title is shown and told."""

    page: str | Page = "plain"
    """Its table page: one of its own, or the name of one that there is; `plain` shows any game."""
    panels: Callable[[S, int, Iterable[Choice[S, Action]], Offload | None], list[Panel]] | None = None
    """Its own arrangement of a seat's choices; what it leaves out is shown as sentences.
    With no place for long work the table tells no figures of runs."""
    sentences: Mapping[type[Action], Teller] = {}
    """What each kind of action does, in words."""
    plan: Callable[[S, int, str], object] | None = None
    """What a seat can plan with, told to nobody else and only where the table tells figures: made of the
    position as the seat may know it, the seat, and what it has chosen, as an address says it."""
    tables: Callable[[View], Iterable[PlainTable]] | None = None
    """Tables made of its view, for the terminal."""
    reasons: Callable[[Deed[S]], Iterable[Message]] | None = None
    """What an action brings, the weightiest first; `engine.reasons` asks and keeps what is hidden from it."""
    first_game: FirstGame | None = None
    """A first game with a coach, where it is taught."""
    unexplained: frozenset[type[Action]] = frozenset()
    """Kinds of action whose content is secret, so that nothing can be said about them."""
    card: Card | None = None
    """What it is, for newcomers; the position that is drawn beside it lies in `show/picture.json`."""
    picture: Callable[[S, bool], str] | None = None
    """The map of a position as an SVG file without words, light or dark, where the title draws it itself."""


class RecordReader(Protocol):
    """Follows a record of another program in a game of ours."""

    game: "Game"
    supplied: int
    """Passes of ours that the record lacks because that program makes them by itself."""

    def take(
        self, action: Mapping[str, Json], upcoming: Sequence[Mapping[str, Json]]
    ) -> list[tuple[str, object, object]]:
        """Follow one recorded action; return what differs: its name, the recorded value, ours."""

    def catch_up(self, upcoming: Sequence[Mapping[str, Json]]) -> None:
        """Do what that program does by itself before the next action."""

    def comparable(self) -> bool:
        """Return whether our game stands where the record stands."""

    def snapshot(self) -> Struct:
        """Return our state in the terms of a trace."""

    def finish(self) -> None:
        """Do what the end of a finished record leaves out."""

    def result(self) -> dict[str, int]:
        """Return every player's worth."""


class RecordWriter(Protocol):
    """Writes a game of ours as another program records it."""

    def names(self) -> tuple[str, ...]:
        """Return the players' names in the order of their seats."""

    def seed(self) -> int:
        """Return the seed from which that program draws the lots that ours drew."""

    def actions(self) -> list[JsonObject]:
        """Return all recorded actions, numbered."""


class Exchange(Struct, frozen=True):
    """Records of another program."""

    recorded_as: Mapping[str, tuple[str, tuple[str, ...]]]
    """Variant -> the other program's name for the game, and its options."""
    reader: Callable[["Game", Sequence[int | str]], RecordReader]
    """Given a game and the players' ids in the record."""
    writer: Callable[["Game", Mapping[int, int]], RecordWriter]
    """Given a game and the ids that its seats are to have."""


class Components(Struct, frozen=True):
    """Printed values that people may correct."""

    text: Callable[[], str]
    """The title's own set as a file to be corrected."""
    read: Callable[[str], JsonObject]
    check: Callable[[str], list[str]]
    """Everything that is wrong with a set (as canonical JSON)."""
    hosted: bool = False
    """Whether a server can show any set that passes the check."""


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

    def begun(self, s: S, seat: int) -> bool:
        """Return whether that turn has begun, so that the greatest choice in it is made."""

    def key(self, s: S, seat: int) -> Hashable:
        """Equal for positions that are alike for this seat; written down, it is the same everywhere."""

    def family(self, s: S, seat: int) -> Hashable:
        """Equal for positions that lead to the same kind of game: some of each are followed."""

    def money(self, now: S, then: S, seat: int) -> tuple[int, ...]:
        """Return what every seat is expected to have at the end, when this seat goes from one position to
        another; nothing where the title cannot tell."""

    def horizon(self, s: S, seat: int) -> int:
        """Return how many turns to look ahead."""


class Manner(Struct, frozen=True):
    """How a bot plays: how much it looks at, and what it likes."""

    strength: str
    """gentle, fair or sharp"""
    temperament: str = ""
    """builder, trader, careful or bold; empty for none. It changes weights only."""


class Judged(Struct, frozen=True):
    """A choice that a bot has looked at."""

    action: Action
    value: float
    """What it is worth to the seat, for comparison with the other choices alone."""
    money: tuple[int, ...] = ()
    """What every seat is expected to have at the end, where the title can tell."""


class Judge(Protocol[Asked]):
    """Judges the choices of one seat."""

    def judged(self, s: Asked, seat: int) -> Sequence[Judged]:
        """Return the choices that were looked at, the best first; at least one."""


class Thought(Struct, frozen=True):
    """What a bot has made of a position."""

    action: Action
    judged: tuple[Judged, ...] = ()
    """What it compared, the best first; nothing where it did not compare."""
    looked_at: int = 0
    """How many choices it compared, also those that are not listed."""
    reasons: tuple[Message, ...] = ()
    """What the action brings, for everybody to read; nothing where it was not weighed."""


class Thinking(Struct, Generic[S], frozen=True):
    """What bots that plan need of a title: one of the two, imported when such a bot is asked for."""

    outlook: Callable[[Manner], Outlook[S]] | None = None
    """For bots that try out their own turns and go the way that ends best."""
    judge: Callable[[Manner, str], Judge[S]] | None = None
    """The title's own judge, with a seed."""
    figures: Callable[[S, int], dict[str, int]] | None = None
    """More about how a seat has fared, for `simulate`."""
