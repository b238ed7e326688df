"""Marking texts for translation. Texts are templates; the figures go in after translating."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, structs

if TYPE_CHECKING:
    from stellwerk.engine.rule import Fault

    Figure: TypeAlias = str | int | float | Sequence[str] | Mapping[str, int] | Fault | None
else:  # for JSON and its schema
    Figure = Annotated[Any, Meta(description="a figure of a text, of any kind")]
"""What can stand in a text: a word, a number, nothing; names, numbers by name, or another fault."""
Figures = Mapping[str, Figure]
"""The figures of a text, by the names that stand in it."""
Told = tuple[str, Figures]
"""A template and its figures."""
Teller = Callable[..., Told]
"""Tells an action of one kind, given the state in which it is done and the action."""


CONTEXT = "\x04"
"""Stands in a text behind what it is of, as in gettext."""


def msg(text: str, of: str = "") -> str:
    """Marks a text that a user may read; returns it unchanged.

    Words that occur as figures ("pool") are marked too: whoever translates a sentence looks its
    textual figures up as well. Where one text means two things ("Buy" on a button, "Buy" above a list),
    one of them says what it is of, and is a text of its own in the catalogues.
    """
    return f"{of}{CONTEXT}{text}" if of else text


def without_context(text: str) -> str:
    """Return a text as English says it, without what it is of."""
    return text.rpartition(CONTEXT)[2]


class Message(Struct, frozen=True):
    """A text of a view: its template and its figures, for pages to translate."""

    says: str
    figures: Figures = {}
    rule: str | UnsetType = UNSET
    """The paragraph that it is about."""

    def under(self, rule: str) -> "Message":
        """The same with its paragraph."""
        return structs.replace(self, rule=rule)


def message(template: str, **figures: Figure) -> Message:
    return Message(template, figures)


def one_line(text: str, most: int = 500) -> str:
    """Return what a terminal may show of a text that may quote a file: one line, bounded, nothing to obey."""
    if len(text) > 2 * most:
        text = f"{text[:most]}…{text[-60:]}"
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return shown if len(shown) <= most else f"{shown[: most - 61]}…{shown[-60:]}"
