"""The addresses of the map: fragments for the script, whole pages for those who have none."""

import hashlib
from typing import Annotated, Any, NamedTuple

from litestar import Request, Response, get
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Template
from msgspec import structs

from stellwerk.board import HexId
from stellwerk.draw import page_style
from stellwerk.draw.style import PATTERNS
from stellwerk.mech18.runs import RunTrains
from stellwerk.server.aids import must_tell_figures
from stellwerk.server.claim import Claim
from stellwerk.server.dependencies import Claimed, Service
from stellwerk.server.problems import NotFound
from stellwerk.server.secrecy import all_may_know
from stellwerk.server.service import TableService
from stellwerk.server.snapshot import Snapshot
from stellwerk.web.curtain import eyes_of
from stellwerk.web.map.context import shown_map, tile_sheet
from stellwerk.web.map.gains import gain
from stellwerk.web.map.map_view import MapView, has_map
from stellwerk.web.map.picker import effect, picker
from stellwerk.web.map.running import last_run, read_draft, run_slip
from stellwerk.web.preferences import preferences_of
from stellwerk.web.render import Speech, page

Ask = Request[Any, Any, Any]
Number = Annotated[int | None, QueryParameter(ge=0, le=10**6)]
LONGEST = 4_000
"""Characters of a draft."""

_css = page_style()
_tag = f'"{hashlib.sha256(_css.encode()).hexdigest()[:16]}"'


@get("/map/drawing.css", media_type="text/css", sync_to_thread=False)
def drawing_css(request: Ask) -> Response[str]:
    """The rules of the drawings, with the colours as custom properties."""
    headers = {"ETag": _tag, "Cache-Control": "public, max-age=300"}
    if request.headers.get("if-none-match") == _tag:
        return Response("", status_code=304, headers=headers)
    return Response(_css, media_type="text/css", headers=headers)


class Looked(NamedTuple):
    """What the asker sees, and the map in it."""

    seen: Snapshot
    map_view: MapView


def look(
    request: Ask, service: TableService, claim: Claim | None, table: str, seat: int | None, at: int | None
) -> Looked:
    """A table without a map has none of these pages."""
    seen = service.snapshot(table, claim, at=at, parts=())
    eyes = eyes_of(request, seen, seat)
    # Before the curtain nobody sits: the map is everybody's.
    seen = structs.replace(seen, seat=None) if eyes.down else seen.seen_from(eyes.seat)
    if not has_map(seen.state):
        raise NotFound("This game has no map.")
    return Looked(seen, MapView.of(seen, preferences_of(request, seen.user).lang))


def answer(request: Ask, looked: Looked, part: str, **context: Any) -> Template:
    """Return a fragment for the script; a page around it for a browser that followed the link."""
    whole = request.headers.get("x-requested-with") != "fetch"
    user, seen = looked.seen.user, looked.map_view
    speech = Speech(seen.lang, seen.money, seen.state.book.companies)
    return page(
        request,
        "map/page.html" if whole else part,
        user,
        speech=speech,
        kind="map",
        map_view=seen,
        map_part=part,
        map_patterns=PATTERNS,
        **context,
    )


@get("/t/{table:str}/map/board", sync_to_thread=True)
def board(
    request: Ask,
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    seat: Number = None,
    at: Number = None,
) -> Template:
    """The whole map again, after something has changed."""
    looked = look(request, service, claim, table, seat, at)
    return answer(request, looked, "map/map.html", shown_map=shown_map(looked.map_view))


@get("/t/{table:str}/map/hex/{key:str}", sync_to_thread=True)
def hex_picker(
    request: Ask,
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    key: FromPath[str],
    seat: Number = None,
    at: Number = None,
) -> Template:
    """What can be done in a hex, or why nothing can."""
    looked = look(request, service, claim, table, seat, at)
    return answer(
        request, looked, "map/pick.html", map_pick=picker(looked.map_view, _hex(looked.map_view, key))
    )


@get("/t/{table:str}/map/worth", sync_to_thread=True)
def worth(
    request: Ask,
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    action: FromQuery[str],
    seat: Number = None,
) -> Template:
    """What the company's trains could earn before and after an action."""
    looked = look(request, service, claim, table, seat, None)
    must_tell_figures(looked.seen.info)
    return answer(request, looked, "map/effect.html", map_effect=effect(looked.map_view, action[:LONGEST]))


@get("/t/{table:str}/map/gain/{key:str}", sync_to_thread=True)
def hex_gain(
    request: Ask,
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    key: FromPath[str],
    seat: Number = None,
) -> Template:
    """What building in a hex would add to the best run at most; nothing where no hints are allowed."""
    looked = look(request, service, claim, table, seat, None)
    here = _hex(looked.map_view, key)
    found = gain(looked.map_view, here) if looked.seen.hints else None
    return answer(request, looked, "map/gain.html", map_gain=found)


@get("/t/{table:str}/map/run", sync_to_thread=True)
def run(
    request: Ask,
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    r: FromQuery[str] = "",
    train: FromQuery[str] = "",
    seat: Number = None,
) -> Template:
    """The run slip: the best run, or a draft `r` in which `train` is being altered."""
    looked = look(request, service, claim, table, seat, None)
    draft = read_draft(r[:LONGEST]) if r else None
    return answer(request, looked, "map/run.html", map_slip=run_slip(looked.map_view, draft, train))


@get("/t/{table:str}/map/last/{company:str}", sync_to_thread=True)
def last(
    request: Ask,
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    company: FromPath[str],
    seat: Number = None,
    at: Number = None,
) -> Template:
    """A company's last run."""
    looked = look(request, service, claim, table, seat, at)
    slip = None
    if all_may_know(looked.seen.state, RunTrains):
        game = looked.seen.live.game
        slip = last_run(looked.map_view, game.actions, game.history, company)
    return answer(request, looked, "map/run.html", map_slip=slip)


@get("/t/{table:str}/map/tiles", sync_to_thread=True)
def tiles(
    request: Ask,
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    seat: Number = None,
    at: Number = None,
) -> Template:
    """The tile sheet: what is left of each tile."""
    looked = look(request, service, claim, table, seat, at)
    return answer(request, looked, "map/tiles.html", map_tiles=tile_sheet(looked.map_view))


def _hex(seen: MapView, key: str) -> HexId:
    if key not in seen.atlas.hexes:
        raise NotFound("There is no hex {hex}.", hex=key[:20])
    return HexId(key)


HANDLERS = [drawing_css, board, hex_picker, worth, hex_gain, run, last, tiles]
