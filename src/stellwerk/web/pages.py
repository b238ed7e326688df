"""Table pages: which page shows a title, with which views.

A title names one of the pages here or brings its own (`pages.page`); without either it gets the plain one,
which shows any game.
"""

from collections.abc import Mapping, Sequence

from msgspec import structs

from stellwerk.engine import title
from stellwerk.engine.pages import Page
from stellwerk.engine.text import msg

STYLES, SCRIPTS = ("css/map.css",), ("js/map.js",)
"""Of a map of hexes."""

PLAIN = Page(template="table/plain.html", styles=STYLES, scripts=SCRIPTS)
RAILWAYS = Page(
    template="table/table.html",
    views={
        "map": msg("Map"),
        "market": msg("Market"),
        "companies": msg("Companies"),
        "papers": msg("Papers"),
        "ledger": msg("Ledger"),
        "log": msg("Log"),
    },
    tabs=("map", "market", "companies", "players", "log", "papers", "ledger"),
    keys={"map": "M", "market": "K", "companies": "C", "log": "L"},
    styles=STYLES,
    scripts=SCRIPTS,
)
NAMED: Mapping[str, Page] = {"plain": PLAIN, "railways": RAILWAYS}


def page_of(game: str) -> Page:
    """The page of a title, with the whole names of its files and all that it takes from another."""
    page = title(game).pages().page
    if isinstance(page, str):
        return NAMED[page]
    [template] = named(game, [page.template])
    styles, scripts = named(game, page.styles), named(game, page.scripts)
    if not page.like:
        return structs.replace(page, template=template, styles=styles, scripts=scripts)
    other = NAMED[page.like]
    return structs.replace(
        page,
        template=template,
        views=page.views or other.views,
        tabs=page.tabs or other.tabs,
        keys=page.keys or other.keys,
        styles=(*other.styles, *styles),
        scripts=(*other.scripts, *scripts),
    )


def named(game: str, files: Sequence[str]) -> tuple[str, ...]:
    """The whole names of files that a title brings: its id stands before them."""
    return tuple(f"{game}:{file}" for file in files)
