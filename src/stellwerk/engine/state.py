"""State: one frozen value that holds everything, the cursor included."""

from collections.abc import Mapping
from typing import ClassVar, Self, TypeVar

from msgspec import UNSET, Struct, UnsetType, structs

from stellwerk.engine.action import snake
from stellwerk.engine.text import Figures

K = TypeVar("K")
V = TypeVar("V")
F = TypeVar("F", bound="Frame")


FORM = 2
"""The form of hash that new games have."""


class Setup(Struct, frozen=True, dict=True):
    """What is agreed before the first action. Names are in the order given, not in seat order.

    A field that is added to it is UNSET in games that began without it, so that their hashes stay.
    """

    game: str
    players: tuple[str, ...]
    variant: str = "base"
    rulings: str = "book"
    seed: int = 0
    components: str | UnsetType = UNSET
    """Components other than the title's own, as JSON: part of the set-up, so saves carry them."""
    rules: int = 0
    """The version of the title's rules that the game began with; 0 before it begins: the newest."""
    form: int = FORM
    """How its states are hashed; see `forms`."""

    @property
    def key(self) -> str:
        """Same key, same book: static data, steps and rulings (beside another set of components)."""
        return f"{self.game}|{self.variant}|{self.rulings}|{self.rules}|{len(self.players)}"


class Frame(Struct, frozen=True, omit_defaults=True, tag_field="frame", tag=snake):
    """A level of the cursor: a round, a turn, an interruption. Titles add fields for what it remembers."""


class Event(Struct, frozen=True, tag_field="event", tag=snake):
    """Something that happened, for the log. `says` is the sentence's template, filled from the fields."""

    says: ClassVar[str] = ""
    final: ClassVar[bool] = False
    """Whether undo stops behind it, because it shows what was secret."""

    @property
    def figures(self) -> Figures:
        return structs.asdict(self)


class State(Struct, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """Base of every title's state. An empty stack means that the game is over.

    States, frames and every struct in them leave out what is at its default when they are written, so that
    a field more changes no hash. msgspec knows a default by its identity: it is None, a bool, a small number,
    an empty text, tuple or dict; any other is made by a `default_factory`, and then always written.
    """

    setup: Setup
    version: int = 0
    """How many actions led here."""
    stack: tuple[Frame, ...] = ()
    """The cursor: frames from the whole game (first) to the present decision (last)."""
    news: tuple[Event, ...] = ()
    """Events of the transition being made; always empty in a state that `play` returns."""

    def replace(self, **changes: object) -> Self:
        """Return this state with some fields changed."""
        return structs.replace(self, **changes)

    @property
    def frame(self) -> Frame:
        """The frame on top, whatever it is."""
        return self.stack[-1]

    def top(self, kind: type[F]) -> F:
        """Return the frame on top, which is of this kind; raise a TypeError if it is not."""
        frame = self.stack[-1]
        if isinstance(frame, kind):
            return frame
        raise TypeError(f"on top lies {type(frame).__name__}, not {kind.__name__}")

    def nearest(self, kind: type[F]) -> F | None:
        """Return the frame of this kind that is nearest to the top, if there is one."""
        for frame in reversed(self.stack):
            if isinstance(frame, kind):
                return frame
        return None

    @property
    def over(self) -> bool:
        return not self.stack

    def push(self, *frames: Frame) -> Self:
        """Push frames, as for an interruption; the last of them is on top and comes first."""
        return self.replace(stack=(*self.stack, *frames))

    def pop(self) -> Self:
        return self.replace(stack=self.stack[:-1])

    def update_frame(self, **changes: object) -> Self:
        """Return this state with some fields of the frame on top changed."""
        return self.replace(stack=(*self.stack[:-1], structs.replace(self.stack[-1], **changes)))

    def say(self, *events: Event) -> Self:
        return self.replace(news=self.news + events)


def with_item(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """Return a copy of the mapping with one entry changed."""
    copy = dict(mapping)
    copy[key] = value
    return copy
