"""The addresses of the map: fragments for the script, whole pages for those who have none."""

import hashlib
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Template

from stellwerk.board import HexId
from stellwerk.draw import page_style
from stellwerk.draw.style import PATTERNS
from stellwerk.mech18.runs import RunTrains
from stellwerk.server.model import User
from stellwerk.server.problems import NotFound
from stellwerk.server.secrecy import all_may_know
from stellwerk.server.service import TableService
from stellwerk.web.curtain import eyes_of
from stellwerk.web.look import look_of
from stellwerk.web.map.context import context_of, tiles_context
from stellwerk.web.map.picker import effect, picker
from stellwerk.web.map.running import last_run, read_draft, run_slip
from stellwerk.web.map.sight import Sight, has_map, sight
from stellwerk.web.render import Speech, page

Ask = Request[Any, Any, Any]
Service = NamedDependency[TableService]
Person = NamedDependency[User | None]
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


def look(
    request: Ask, service: TableService, user: User | None, table: str, seat: int | None, at: int | None
) -> Sight:
    """What the asker sees; a table without a map has none of these pages."""
    eyes = eyes_of(request, service, user, service.info(table, user), seat)
    # Before the curtain nobody sits: the map is everybody's.
    own = None if eyes.down else service.seat_of(table, user, eyes.seat)
    seen = sight(service, table, user, own, at, look_of(request, user).lang)
    if not has_map(seen.state):
        raise NotFound("This game has no map.")
    return seen


def answer(request: Ask, user: User | None, seen: Sight, part: str, **context: Any) -> Template:
    """A fragment for the script; a page around it for a browser that followed the link."""
    whole = request.headers.get("x-requested-with") != "fetch"
    speech = Speech(seen.lang, seen.money, seen.state.book.companies)
    shared = {
        "map_table": seen.table,
        "map_seen": seen.version,
        "map_now": seen.now,
        "map_money": seen.money,
        "map_part": part,
        "map_patterns": PATTERNS,
        **context,
    }
    return page(request, "map/page.html" if whole else part, user, speech=speech, kind="map", **shared)


@get("/t/{table:str}/map/board", sync_to_thread=True)
def board(
    request: Ask,
    service: Service,
    user: Person,
    table: FromPath[str],
    seat: Number = None,
    at: Number = None,
) -> Template:
    """The whole map again, after something has changed."""
    seen = look(request, service, user, table, seat, at)
    return answer(request, user, seen, "map/map.html", **context_of(seen))


@get("/t/{table:str}/map/hex/{key:str}", sync_to_thread=True)
def hex_picker(
    request: Ask,
    service: Service,
    user: Person,
    table: FromPath[str],
    key: FromPath[str],
    seat: Number = None,
    at: Number = None,
) -> Template:
    """What can be done in a hex, or why nothing can."""
    seen = look(request, service, user, table, seat, at)
    return answer(request, user, seen, "map/pick.html", map_pick=picker(seen, _hex(seen, key)))


@get("/t/{table:str}/map/worth", sync_to_thread=True)
def worth(
    request: Ask,
    service: Service,
    user: Person,
    table: FromPath[str],
    action: FromQuery[str],
    seat: Number = None,
) -> Template:
    """What the company's trains could earn before and after an action."""
    seen = look(request, service, user, table, seat, None)
    return answer(request, user, seen, "map/effect.html", map_effect=effect(seen, action[:LONGEST]))


@get("/t/{table:str}/map/run", sync_to_thread=True)
def run(
    request: Ask,
    service: Service,
    user: Person,
    table: FromPath[str],
    r: FromQuery[str] = "",
    train: FromQuery[str] = "",
    seat: Number = None,
) -> Template:
    """The run slip: the best run, or a draft `r` in which `train` is being altered."""
    seen = look(request, service, user, table, seat, None)
    draft = read_draft(r[:LONGEST]) if r else None
    return answer(request, user, seen, "map/run.html", map_slip=run_slip(seen, draft, train))


@get("/t/{table:str}/map/last/{company:str}", sync_to_thread=True)
def last(
    request: Ask,
    service: Service,
    user: Person,
    table: FromPath[str],
    company: FromPath[str],
    seat: Number = None,
    at: Number = None,
) -> Template:
    """A company's last run."""
    seen = look(request, service, user, table, seat, at)
    slip = None
    if all_may_know(seen.state, RunTrains):
        with service.sitting(table, user) as sitting:
            game = sitting.live.game
            actions, history = game.actions, list(game.history)
        slip = last_run(seen, actions, history, company)
    return answer(request, user, seen, "map/run.html", map_slip=slip)


@get("/t/{table:str}/map/tiles", sync_to_thread=True)
def tiles(
    request: Ask,
    service: Service,
    user: Person,
    table: FromPath[str],
    seat: Number = None,
    at: Number = None,
) -> Template:
    """The tile sheet: what is left of each tile."""
    seen = look(request, service, user, table, seat, at)
    return answer(request, user, seen, "map/tiles.html", **tiles_context(seen))


def _hex(seen: Sight, key: str) -> HexId:
    if key not in seen.atlas.hexes:
        raise NotFound("There is no hex {hex}.", hex=key[:20])
    return HexId(key)


def handlers() -> list[Any]:
    return [drawing_css, board, hex_picker, worth, run, last, tiles]
