"""Marking texts for translation. Texts are templates; the figures go in after translating."""

from collections.abc import Callable, Mapping

from msgspec import UNSET, Struct, UnsetType, structs

Told = tuple[str, Mapping[str, object]]
"""A template and its figures."""
Teller = Callable[..., Told]
"""Tells an action of one kind, given the state in which it is done and the action."""


def msg(text: str) -> str:
    """Marks a text that a user may read; returns it unchanged.

    Words that occur as figures ("pool") are marked too: whoever translates a sentence looks its
    textual figures up as well.
    """
    return text


class Message(Struct, frozen=True):
    """A text of a view: its template and its figures, for pages to translate."""

    says: str
    figures: Mapping[str, object] = {}
    rule: str | UnsetType = UNSET
    """The paragraph that it is about."""

    def under(self, rule: str) -> "Message":
        """The same with its paragraph."""
        return structs.replace(self, rule=rule)


def message(template: str, **figures: object) -> Message:
    return Message(template, figures)


def one_line(text: str, most: int = 500) -> str:
    """Return what a terminal may show of a text that may quote a file: one line, bounded, nothing to obey."""
    if len(text) > 2 * most:
        text = f"{text[:most]}…{text[-60:]}"
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return shown if len(shown) <= most else f"{shown[: most - 61]}…{shown[-60:]}"
