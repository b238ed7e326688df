"""A coach: what somebody tells a beginner about a decision, in money. Titles make it, pages show it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.engine.text import Message

if TYPE_CHECKING:
    from stellwerk.engine.capabilities import Judged, Thought
    from stellwerk.engine.game import Game
    from stellwerk.engine.state import State


class Chapter(Struct, frozen=True):
    """A part of what a first game teaches."""

    name: Message
    done: bool
    """Whether the seat has done such a thing."""
    now: bool
    """Whether the present decision is about it."""


class Option(Struct, frozen=True):
    """A legal choice that the coach compares with others. None of them looks better than another."""

    action: Action
    name: Message
    """A word or two."""


class Compared(Struct, frozen=True):
    """A line of the comparison: a figure for each option."""

    name: Message
    cells: Sequence[Message]
    total: bool = False


class Question(Struct, frozen=True):
    """Something that a beginner may ask."""

    asked: Message
    answer: Message


class Coached(Struct, frozen=True, kw_only=True):
    """What the coach says now."""

    chapters: Sequence[Chapter]
    title: Message
    options: Sequence[Option] = ()
    lines: Sequence[Compared] = ()
    text: Sequence[Message] = ()
    """Sentences, with one figure each; the last one tells when the other choice is right."""
    questions: Sequence[Question] = ()
    goodbye: bool = False
    """Whether the coach has told all; `lines` then have a single figure each."""


class Pupil(Struct, frozen=True):
    """Whom a coach teaches, and what a gentle bot would make of the pupil's position."""

    game: "Game"
    seat: int
    legal: Sequence[Action] = ()
    """Nothing while others act."""
    judged: Sequence["Judged"] = ()
    """The choices that the bot compared, the best first."""
    think: "Callable[[State, int], Thought] | None" = None
    """The bot itself, where more is to be asked than what it makes of the present position."""


class FirstGame(Struct, frozen=True, kw_only=True):
    """A first game with a coach: who sits there, and what is said."""

    says: str
    """What a pupil does in it, in a sentence to be translated."""
    tell: Callable[[Pupil], Coached | None]
    """What the coach tells a pupil; None: nothing more."""
    names: Sequence[str]
    """Of the bots, one for each other seat."""
    seeds: Sequence[int]
    """Games in which a beginner meets all that is taught; they differ in who sits where."""
    variant: str = ""
    """The title's first one where it is empty."""
