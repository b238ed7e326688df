"""The hint: where to look, which move, why in money; each step by its own press.

How many steps somebody has asked for in a position is kept in a cookie of the table, which only the button
sets. So looking at a page, or loading it again, asks for nothing that has not been asked for.
"""

from typing import Any

from litestar import Request, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect, Template

from stellwerk.engine.play import to_act
from stellwerk.server.claim import Who
from stellwerk.server.dependencies import Claimed, Service
from stellwerk.server.problems import Problem
from stellwerk.server.service import TableService
from stellwerk.server.snapshot import Snapshot
from stellwerk.web.curtain import eyes_of
from stellwerk.web.forms import Form, redirect, required_number, text
from stellwerk.web.hint_words import ShownHint, shown_hint
from stellwerk.web.preferences import preferences_of
from stellwerk.web.table import Wish, table_page, trouble_of, wish_of

STEPS = 3


def cookie_of(table: str) -> str:
    return f"hint-{table}"


def asked_for(request: Request[Any, Any, Any], seen: Snapshot) -> int:
    """Return how many steps were asked for in this position from this seat; 0: none."""
    told = request.cookies.get(cookie_of(seen.table), "").split(":")
    here = [str(seen.version), str(seen.seat)]
    known = len(told) == 3 and told[:2] == here and told[2] in ("1", "2", "3")
    return int(told[2]) if known and seen.at == seen.latest else 0


def hint_now(
    request: Request[Any, Any, Any], service: TableService, who: Who, seen: Snapshot
) -> ShownHint | None:
    """Return the hint that was asked for in this position before; nothing is asked for the first time."""
    step = asked_for(request, seen)
    if not step or seen.seat is None:
        return None
    try:
        found = service.hint(seen.table, who, seen.version, step, seen.seat)
    except Problem:
        return None  # the game has moved on
    return shown_hint(seen, found, preferences_of(request, seen.user).lang)


@post("/t/{table:str}/hint", sync_to_thread=True)
def hint(
    request: Request[Any, Any, Any], service: Service, claim: Claimed, table: FromPath[str], data: Form
) -> Redirect | Template:
    """Ask for the next step; step 0 closes the hint."""
    seen = service.table_snapshot(table, claim)
    if seen.game is None:
        return redirect(f"/t/{table}")
    eyes = eyes_of(request, seen)
    if eyes.down:
        return redirect(f"/t/{table}")
    seen = seen.seen_from(eyes.seat)
    step = min(required_number(data, "step"), STEPS)
    wish = wish_of(text(data, "view"))
    if step < 1 or seen.seat is None or seen.seat not in to_act(seen.live.state):
        response: Redirect | Template = table_page(request, seen, wish)
        response.delete_cookie(cookie_of(table), path=f"/t/{table}")
        return response
    try:
        found = service.hint(table, claim, required_number(data, "seen"), step, seen.seat)
    except Problem as problem:
        return table_page(request, seen, Wish(view=wish.view, trouble=trouble_of(problem)))
    # The remark that somebody asked stands in the log by now.
    seen = service.table_snapshot(table, claim).seen_from(eyes.seat)
    shown = shown_hint(seen, found, preferences_of(request, seen.user).lang)
    response = table_page(request, seen, Wish(view=wish.view, hint=shown), address=f"/t/{table}")
    response.set_cookie(
        Cookie(
            key=cookie_of(table),
            value=f"{seen.version}:{seen.seat}:{step}",
            path=f"/t/{table}",
            samesite="lax",
            httponly=True,
        )
    )
    return response


HANDLERS = [hint]
