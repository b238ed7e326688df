"""A table page of a title's own: where its files are, what it is made from, and what it shows.

The templates lie in the title's package, in `show/templates`; their names begin with the title's id
(`imperial-steam:table.html`), so that one can extend or import another, or any that all tables share.
Style sheets and scripts lie in `show/static` and are loaded by the title's tables alone.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from stellwerk.engine.json_data import Json
from stellwerk.engine.shown import Panel
from stellwerk.engine.text import Figure, Message
from stellwerk.engine.views import View


class Speech(Protocol):
    """Says a text in the reader's language."""

    def __call__(self, text: str, /, **figures: Figure) -> str: ...


class PageContext(Struct, frozen=True, kw_only=True):
    """A position as one reader sees it, and what the reader may do."""

    view: View
    seat: int | None
    """From where one looks."""
    acting: int | None
    """The seat that may act now, if it is one's own."""
    chosen: str
    """Which of the page's views."""
    place: str
    """What has been chosen on the map."""
    panels: Sequence[Panel]
    speech: Speech
    href: Callable[[str], str]
    """The address of the same look at the table with a place chosen, or with none ("")."""
    plan: object = None
    """What the seat can plan with (`Pages.plan`), where it may."""
    planned: Callable[[str], str] = str
    """The address of the plan with something chosen for it."""


class Step(Struct, frozen=True):
    """A step of a turn, for the banner."""

    name: Message
    now: bool


class Content(Struct, frozen=True, kw_only=True):
    """What a page of a title's own shows beyond what all tables have."""

    own: object = None
    """A record of the title's; its templates know it as `own`."""
    steps: Sequence[Step] = ()
    purse: Sequence[tuple[Message, int]] = ()
    """Figures beside the cash of who looks."""


class PlainTable(Struct, frozen=True):
    """A part of a view as a table for the terminal."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Json]]


class Page(Struct, frozen=True, kw_only=True):
    """A table page that a title brings.

    Views that it does not name are those of the page it is `like`, whose styles and scripts it has, too.
    """

    template: str
    """Its file in the title's `show/templates`."""
    like: str = ""
    """A page of Stellwerk's own, `railways` or `plain`; empty for none: it has what every table has."""
    views: Mapping[str, str] = {}
    """In the bar above a wide page: id -> name."""
    tabs: Sequence[str] = ()
    """Views on a narrow one."""
    planning: str = ""
    """The view that shows a seat's own plan; it is there for those who have one."""
    keys: Mapping[str, str] = {}
    """View -> the letter that opens it."""
    styles: Sequence[str] = ()
    """Style sheets in the title's `show/static`: tokens in the layer `tokens`, rules in the layer `title`."""
    scripts: Sequence[str] = ()
    """ES modules there."""
    content: Callable[[PageContext], Content] | None = None
    """What its templates need."""
