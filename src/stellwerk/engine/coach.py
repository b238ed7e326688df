"""A coach: what somebody tells a beginner about a decision, in money. Titles make it, pages show it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.engine.text import Message

if TYPE_CHECKING:
    from stellwerk.engine.capabilities import Judged
    from stellwerk.engine.game import Game


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


class FirstGame(Struct, frozen=True, kw_only=True):
    """A first game with a coach: who sits there, and what is said."""

    tell: Callable[["Game", int, Sequence[Action], Sequence["Judged"]], Coached | None]
    """What the coach tells a seat, given its legal actions and what a gentle bot made of them;
    None: nothing more."""
    names: Sequence[str]
    """Of the bots, one for each other seat."""
    seeds: Sequence[int]
    """Games in which a beginner can found a company early; they differ in who sits where."""
