"""What a page of its own is made from: a position as one reader sees it, and what he may do."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from stellwerk.engine.shown import Panel
from stellwerk.web.render import Speech


class Scene(NamedTuple):
    view: Any
    """As the title shows it."""
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
    path: str
    query: Mapping[str, object]

    def href(self, place: str = "", **more: object) -> str:
        """The same look at the table, with something chosen."""
        given = {**self.query, "place": place, **more}
        tail = urlencode({name: value for name, value in given.items() if value not in (None, "")})
        return f"{self.path}?{tail}" if tail else self.path
