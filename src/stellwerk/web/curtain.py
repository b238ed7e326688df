"""The curtain: at one screen nobody sees a secret of another before the screen is handed over.

Whose eyes are at the screen is kept in a cookie of the table. While a game has secrets, the page of another
seat is shown only after somebody has confirmed that this seat is theirs; until then the page holds
nothing of any seat.
"""

from typing import Any

from litestar import Request, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect, Template
from msgspec import Struct

from stellwerk.engine import to_act, view
from stellwerk.server.dependencies import Claimed, Service
from stellwerk.server.games import seat_names
from stellwerk.server.secrecy import is_open
from stellwerk.server.snapshot import Snapshot
from stellwerk.web.assets import colours_of
from stellwerk.web.forms import Form, redirect, required_number
from stellwerk.web.pages import page_of
from stellwerk.web.render import page


class Eyes(Struct, frozen=True):
    """From which seat somebody looks."""

    seat: int | None
    down: bool = False
    """The seat is another person's: hand the screen over first."""
    last: int | None = None
    """Who looked before."""


def cookie_of(table: str) -> str:
    return f"eyes-{table}"


def eyes_of(request: Request[Any, Any, Any], seen: Snapshot, wanted: int | None = None) -> Eyes:
    """Return the wanted seat, else one that is to act, else the one that looked last."""
    own = seen.mine
    if wanted is not None and wanted not in own:
        wanted = None  # an old link of a seat that was somebody else's
    if len(own) < 2 or seen.game is None or is_open(seen.game.state):
        return Eyes(wanted)
    told = request.cookies.get(cookie_of(seen.table), "")
    last = next((seat for seat in own if str(seat) == told), None)
    acting = [seat for seat in own if seat in to_act(seen.game.state)]
    seat = wanted
    if seat is None:
        seat = last if last in (acting or own) else (acting or own)[0]
    return Eyes(seat, seat != last, last)


def curtain_page(request: Request[Any, Any, Any], seen: Snapshot, eyes: Eyes, address: str = "") -> Template:
    """Nothing but a name and one button; what lies behind is not in the document."""
    state = seen.live.state
    shown = view(state, None)
    kind = page_of(seen.info.game)
    return page(
        request,
        "table/curtain.html",
        seen.user,
        address=address,
        kind=f"table {seen.table}",
        info=seen.info,
        eyes=eyes,
        version=seen.version,
        names=list(seat_names(state)),
        round=shown.round,
        colours=colours_of(seen.table, state.setup),
        styles=kind.styles,
        scripts=kind.scripts,
        undo=seen.undo,
    )


@post("/t/{table:str}/eyes", sync_to_thread=True)
def look_as(service: Service, claim: Claimed, table: FromPath[str], data: Form) -> Redirect:
    """ "I am Ben": from now on this screen shows what Ben sees."""
    info = service.info(table, claim)
    seat = required_number(data, "seat")
    response = redirect(f"/t/{table}")
    if seat in info.my_seats:
        response.set_cookie(
            Cookie(key=cookie_of(table), value=str(seat), path=f"/t/{table}", samesite="lax", httponly=True)
        )
    return response


HANDLERS = [look_as]
