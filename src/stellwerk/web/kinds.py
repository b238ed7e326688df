"""Kinds of tables: which page shows a title, with which views.

A title names its page (`pages.page`); without a name it gets the plain one, which shows any game.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from stellwerk.engine import title
from stellwerk.engine.text import msg
from stellwerk.web import steam
from stellwerk.web.scene import Scene as Scene


class Kind(NamedTuple):
    template: str
    views: Mapping[str, str] = {}
    """In the bar above a wide page."""
    tabs: Sequence[str] = ()
    """On a narrow one."""
    keys: Mapping[str, str] = {}
    """View -> letter."""
    context: Callable[[Scene], dict[str, Any]] | None = None
    """What its templates need beyond what all tables have."""
    styles: Sequence[str] = ("css/map.css",)
    scripts: Sequence[str] = ("js/table.js", "js/map.js")


PLAIN = Kind("table/plain.html")
RAILWAYS = Kind(
    "table/table.html",
    {
        "map": msg("Map"),
        "market": msg("Market"),
        "companies": msg("Companies"),
        "papers": msg("Papers"),
        "ledger": msg("Ledger"),
        "log": msg("Log"),
    },
    ("map", "market", "companies", "players", "log", "papers", "ledger"),
    {"map": "M", "market": "K", "companies": "C", "log": "L"},
)
STEAM = Kind(
    "steam/table.html",
    {"map": msg("Map"), "markets": msg("Markets"), "boards": msg("Boards"), "log": msg("Log")},
    ("map", "boards", "markets", "log"),
    {"map": "M", "markets": "K", "boards": "C", "log": "L"},
    steam.context,
    ("css/steam.css",),
    ("js/table.js", "js/network.js"),
)
NAMED: Mapping[str, Kind] = {"": PLAIN, "railways": RAILWAYS, "steam": STEAM}


def kind_of(game: str) -> Kind:
    return NAMED[title(game).pages.page]
