"""Static files, and the colours of a game's companies as a stylesheet."""

from functools import cache

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler
from msgspec import UNSET

from stellwerk.engine import Setup, title, view
from stellwerk.engine.views import View
from stellwerk.mech18.shown import RailwayView
from stellwerk.server.dependencies import Claimed, Service
from stellwerk.server.problems import NotFound
from stellwerk.web.render import served_folders, static_mark


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as the accessibility guidelines count it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@cache
def colour_sheet(game: str) -> str:
    """Return the colours of a game's own components."""
    try:
        found = title(game)
    except ValueError:
        raise NotFound("There is no game {game}.", game=game[:40]) from None
    variant, (least, _) = next(iter(found.players.items()))
    state = found.start(Setup(game, tuple(f"P{n}" for n in range(least)), variant))
    return colours_in(found.view(state, None))


def colours_in(shown: View) -> str:
    """Return a class for every company: its colour, and black or white on it, whichever is read better."""
    cards = shown.table.companies if isinstance(shown, RailwayView) else {}
    rules = []
    for company, card in cards.items():
        ink = max(("#000000", "#ffffff"), key=lambda c: contrast(c, card.colour))
        rules.append(f".c-{company}{{--c:{card.colour};--ct:{ink}}}\n")
        area = f".map-box:has([name=map-area][value={company}]:checked) .area-{company}"
        rules.append(f"{area}{{display:inline}}\n")
    return "".join(rules)


@get("/colours/{game:str}", sync_to_thread=True, media_type="text/css")
def colours(game: FromPath[str]) -> Response[str]:
    return Response(
        colour_sheet(game), media_type="text/css", headers={"Cache-Control": "public, max-age=3600"}
    )


@get("/t/{table:str}/colours", sync_to_thread=True, media_type="text/css")
def table_colours(table: FromPath[str], service: Service, claim: Claimed) -> Response[str]:
    """Of a table that is played with components of its own."""
    sheet = colours_in(view(service.state(table, None, claim), None))
    return Response(sheet, media_type="text/css", headers={"Cache-Control": "private, max-age=3600"})


def colours_of(table: str, setup: Setup) -> str:
    """Return where a table's colours are."""
    return f"/colours/{setup.game}" if setup.components is UNSET else f"/t/{table}/colours"


def static_files() -> list[ControllerRouterHandler]:
    """At an address with the mark of the content a browser may keep what it has; at the plain one it asks."""
    kept = {
        f"/static/{static_mark()}": CacheControlHeader(max_age=31_536_000, public=True, immutable=True),
        "/static": CacheControlHeader(no_cache=True, public=True),
    }
    return [
        create_static_files_router(
            path=path + place,
            directories=[folder],
            cache_control=header,
            include_in_schema=False,
            name=f"files at {path}{place}",
        )
        for path, header in kept.items()
        for place, folder in served_folders().items()
    ]
