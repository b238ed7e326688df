"""What pages show of a seat's choices: panels of rows with buttons.

A title arranges its choices with these (`pages.panels`); how they look is the page's. A text is a `Message`,
to be told in the reader's language, and what a button does is an `Action`. Nothing here is changed once it is
made: `plus` gives another row.
"""

from collections.abc import Iterable, Sequence
from typing import Self, TypeVar, overload

from msgspec import Struct, structs

from stellwerk.engine.action import Action
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.state import Event, State
from stellwerk.engine.step import Move
from stellwerk.engine.text import Figure, Message, message

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
B = TypeVar("B", bound=Action)

Choice = tuple[Move[S, Action], A, Refusal | None]
"""A move, one of its actions, and the refusal that rules it out (or None)."""


@overload
def of_kind(choices: Iterable[Choice[S, Action]], kind: type[A], /) -> Sequence[Choice[S, A]]: ...


@overload
def of_kind(
    choices: Iterable[Choice[S, Action]], kind: type[A], other: type[B], /
) -> Sequence[Choice[S, A | B]]: ...


def of_kind(choices: Iterable[Choice[S, Action]], *kinds: type[Action]) -> Sequence[Choice[S, Action]]:
    """The choices whose action is of one of these kinds."""
    return [(move, action, why) for move, action, why in choices if isinstance(action, kinds)]


class Button(Struct, frozen=True):
    """One choice."""

    action: Action
    why: Refusal | None
    """Why it is not open."""
    label: Message | None = None
    """Its words; without them it says what it does (`full`)."""
    effects: Sequence[Message] = ()
    """What it would bring about beyond what it says."""
    cell: str | None = None
    """The cell of the price table where a marker would stand then."""
    key: str = ""
    """The key that chooses it."""
    go: bool = False
    """Whether it goes on to what comes next."""
    at: int | None = None
    """For which of the panel's prices it is."""
    full: str = ""
    """What it does as a whole sentence in the reader's language; filled in by pages."""

    def telling(self, events: Iterable[Event]) -> Self:
        """With what it would bring about."""
        return structs.replace(self, effects=[told(event) for event in events])


def news_of(move: Move[S, Action], state: S, action: Action) -> tuple[Event, ...]:
    """Return what an action would bring about by itself, told by the rules and not guessed."""
    return move.apply(state.replace(news=()), action).news


def foretelling(made: Button, move: Move[S, Action], state: S, *kinds: type[Event]) -> Button:
    """The button, if it is open, with what it would bring about: events of these kinds, or all of them."""
    if made.why is not None:
        return made
    return made.telling(e for e in news_of(move, state, made.action) if isinstance(e, kinds or Event))


def button(action: Action, why: Refusal | None, template: str, **figures: Figure) -> Button:
    """A choice with its words."""
    return Button(action, why, message(template, **figures))


class NumberField(Struct, frozen=True, kw_only=True):
    """A figure to be typed in: one field of an action."""

    action: Action
    """The action that is sent, but for that field."""
    field: str
    low: int
    high: int
    label: Message
    button: Message
    value: int | None = None
    """What stands in it; else the highest."""
    step: int | None = None
    key: int | None = None
    """Changes when what stands in it is not to be kept on the next page."""
    alone: bool = False
    """Whether it stands for all buttons of its row."""


class AccountLine(Struct, frozen=True):
    """Who pays how much of a price."""

    name: Message
    sum: int
    stop: bool = False
    """Whether it is a warning."""


class LedgerLine(Struct, frozen=True):
    """A step on the way to a sum that is missing."""

    step: Message
    there: int
    missing: int
    price: int | None
    """Of a share then; None where there is none any more."""


class Row(Struct, frozen=True, kw_only=True):
    """What belongs together, with its buttons."""

    tag: str = ""
    """Its short name in front."""
    plate: bool = False
    """Whether the tag is on a plate of its own colour, as those of railways are."""
    card: bool = False
    """Whether the tag stands on a card, as trains do."""
    name: str = ""
    text: Sequence[Message] = ()
    buttons: Sequence[Button] = ()
    shut: Sequence[Button] = ()
    """Choices of which only the reason is told why they are not open."""
    covered: Sequence[Button] = ()
    """Choices of which the others tell all."""
    number: NumberField | None = None
    account: Sequence[AccountLine] = ()
    ledger: Sequence[LedgerLine] = ()
    place: str = ""
    """What on the map it is about."""
    whys: Sequence[Refusal] = ()
    """Why something is not open; filled in by pages."""

    def plus(self, *buttons: Button, text: Iterable[Message] = ()) -> Self:
        """With more buttons and more text."""
        return structs.replace(self, buttons=(*self.buttons, *buttons), text=(*self.text, *text))

    @property
    def is_open(self) -> bool:
        """Whether there is anything to choose."""
        return any(made.why is None for made in self.buttons)


class Column(Struct, frozen=True, kw_only=True):
    """One of a few ways to go that are compared side by side."""

    title: Message
    effects: Sequence[Message] = ()
    buttons: Sequence[Button] = ()


class PriceOption(Struct, frozen=True, kw_only=True):
    """A price that is chosen once for all rows of a panel, and what it means for whoever pays it."""

    price: int
    facts: Sequence[Message]
    keeps: Message
    """What is left of the own money."""
    short: bool
    """Whether that is too little for what comes next."""
    chosen: bool
    """Whether it is the one to begin with."""
    cell: str | None = None
    """The cell of the price table."""


class Panel(Struct, frozen=True, kw_only=True):
    """Choices of one kind under a heading; without rows, columns or buttons in the banner it is not shown."""

    id: str
    title: Message | None = None
    note: Message | None = None
    place: str = "aside"
    """Where on the page: aside, market, papers, rail; or a place that only a title's own page has."""
    stop: bool = False
    """Whether the game waits for this and nothing else."""
    banner: Sequence[Button] = ()
    """Buttons that stand in the banner of the turn."""
    rows: Sequence[Row] = ()
    columns: Sequence[Column] = ()
    prices: Sequence[PriceOption] = ()
    """Where a price is chosen first: each row has at most one button for each of them (`Button.at`)."""
    wide: bool = False
    grid: bool = False
    """Whether its rows are small enough to stand side by side."""
    late: bool = False
    """Whether it stands below what all titles have."""
    lead: bool = False
    """Whether a turn is mainly about this: while something of it is open, its buttons carry the weight, and
    doing nothing does not."""

    @property
    def is_shown(self) -> bool:
        return bool(self.rows or self.banner or self.columns)

    @property
    def leads(self) -> bool:
        """Whether it is mainly this that can be done now."""
        return self.lead and any(row.is_open or row.number is not None for row in self.rows)


def told(event: Event) -> Message:
    """What happens, in the event's own words."""
    return message(event.says, **event.figures)


def by_openness(rows: Iterable[Row]) -> list[Row]:
    """What can be done stands before what cannot."""
    return sorted(rows, key=lambda row: not row.is_open)
