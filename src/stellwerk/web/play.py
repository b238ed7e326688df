"""The table's routes: look, act, go back, talk, try out."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Redirect, Template
from msgspec import structs

from stellwerk.engine import Refusal, title
from stellwerk.engine.json_data import Json, JsonObject
from stellwerk.notation import sentence
from stellwerk.notation.rulings import readings
from stellwerk.server.dependencies import Asker, Claimed, Service
from stellwerk.server.games import check_installed
from stellwerk.server.problems import Invalid, Problem, Unopened
from stellwerk.server.session import base_url
from stellwerk.server.sidebar import ALL
from stellwerk.server.snapshot import Snapshot
from stellwerk.web.curtain import curtain_page, eyes_of
from stellwerk.web.forms import Fields, Form, optional_number, redirect, required_number, text
from stellwerk.web.hint_words import ShownHint
from stellwerk.web.hints import hint_now
from stellwerk.web.lobby import waiting_page
from stellwerk.web.preferences import preferences_of
from stellwerk.web.render import page
from stellwerk.web.table import Wish, address_of, encoded, table_page, trouble_of, wish_of

Count = Annotated[int | None, QueryParameter(ge=0, le=10**6)]


@get("/t/{table:str}", sync_to_thread=True)
def look(
    request: Request[Any, Any, Any],
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    view: FromQuery[str] = "",
    at: Count = None,
    seat: Count = None,
    log: FromQuery[str] = "",
    tab: FromQuery[str] = "",
    place: FromQuery[str] = "",
    older: Count = None,
    plan: FromQuery[str] = "",
) -> Template:
    try:
        seen = service.table_snapshot(table, claim, at)
    except Unopened as problem:
        seen = service.partial_snapshot(table, claim)
        return page(request, "table/unopened.html", seen.user, info=seen.info, problem=problem)
    hint = partial(hint_now, request, service, claim)
    return shown(request, seen, wish_of(view, log, tab, place, older or 0, plan), seat, hint=hint)


def shown(
    request: Request[Any, Any, Any],
    seen: Snapshot,
    wish: Wish,
    seat: int | None = None,
    address: str = "",
    hint: Callable[[Snapshot], ShownHint | None] = lambda seen: None,
) -> Template:
    """Return the page of a table: before the start, before the curtain, or the game.

    `address`: where it is found, if it was not asked for there. `hint` tells the hint that was asked for.
    """
    if seen.game is None:
        return waiting_page(request, seen)
    eyes = eyes_of(request, seen, seat)
    if eyes.down:
        return curtain_page(request, seen, eyes, address)
    seen = seen.seen_from(eyes.seat)
    return table_page(request, seen, structs.replace(wish, hint=hint(seen)), address)


def failed(
    request: Request[Any, Any, Any],
    service: Service,
    claim: Claimed,
    table: str,
    form: Fields,
    error: Exception,
    action: JsonObject | None = None,
) -> Template | Redirect:
    """Return the page again, with the reason; nothing was changed."""
    seen = service.table_snapshot(table, claim)
    if seen.game is None:
        return redirect(f"/t/{table}")
    eyes = eyes_of(request, seen)
    if eyes.down:
        return redirect(f"/t/{table}")
    wish = wish_of(text(form, "view"), text(form, "log"), plan=text(form, "plan"))
    return table_page(
        request, seen.seen_from(eyes.seat), structs.replace(wish, trouble=trouble_of(error, action))
    )


def exchanges(request: Request[Any, Any, Any], table: str) -> bool:
    """Return whether a script on this table's page asks, to exchange the middle of it."""
    headers = request.headers
    return headers.get("hx-target") == "page" and headers.get("x-page") == f"table {table}"


def parts(request: Request[Any, Any, Any], table: str) -> Sequence[str]:
    """Return what of the talk the answer shows: nothing where it only leads elsewhere."""
    return ALL if exchanges(request, table) else ()


def done(request: Request[Any, Any, Any], seen: Snapshot, plan: str = "") -> Template | Redirect:
    """After something that changed the game: the table as the transaction left it.

    The script gets it at once. A browser without one is sent there, so that reloading sends nothing again.
    What was chosen for the own plan stays chosen, unless somebody else may look at this screen next.
    """
    wish = wish_of(plan=plan if len(seen.mine) == 1 else "")
    address = address_of(seen.table, wish, None, "")
    if not exchanges(request, seen.table):
        return redirect(address)
    return shown(request, seen, wish, address=address)


@post("/t/{table:str}/act", sync_to_thread=True)
def act(
    request: Request[Any, Any, Any], service: Service, claim: Claimed, table: FromPath[str], data: Form
) -> Redirect | Template:
    action: JsonObject | None = None
    try:
        action = chosen(data)
        seen = service.act(table, claim, action, required_number(data, "seen"), parts(request, table))
    except (Refusal, Problem) as error:
        return failed(request, service, claim, table, data, error, action)
    return done(request, seen, text(data, "plan"))


def chosen(form: Fields) -> JsonObject:
    """Return the action of the pressed button; `priced` takes one figure from a field beside it."""
    priced = text(form, "priced")
    given = priced or text(form, "action")
    try:
        found: Json = msgspec.json.decode(given)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Invalid("This is no action.") from None
    priced_action = found.get("action") if priced and isinstance(found, dict) else None
    if isinstance(found, dict) and isinstance(priced_action, dict):
        number = required_number(form, str(found.get("from", "")))
        found = {**priced_action, str(found.get("field", "")): number}
    if not isinstance(found, dict):
        raise Invalid("This is no action.")
    return found


@get(
    [
        "/t/{table:str}/act",
        "/t/{table:str}/undo",
        "/t/{table:str}/talk",
        "/t/{table:str}/seats",
        "/t/{table:str}/hint",
    ]
)
async def back_to_table(table: FromPath[str]) -> Redirect:
    """Reloading a page that answered a form."""
    return redirect(f"/t/{table}")


@get("/t/{table:str}/moves", sync_to_thread=True)
def moves(
    request: Request[Any, Any, Any], service: Service, claim: Claimed, table: FromPath[str]
) -> Template | Redirect:
    """Every legal action as a sentence and a button, for any game, without map and without script."""
    seen = service.snapshot(table, claim, parts=())
    eyes = eyes_of(request, seen)
    if eyes.down:
        return redirect(f"/t/{table}")
    seen = seen.seen_from(eyes.seat)
    lang = preferences_of(request, seen.user).lang
    told = [(encoded(action), sentence(seen.state, action, lang)) for action in seen.legal()]
    return page(request, "table/moves.html", seen.user, info=seen.info, position=seen.position(), moves=told)


@get("/t/{table:str}/rulings", sync_to_thread=True)
def rulings(
    request: Request[Any, Any, Any], service: Service, claim: Claimed, table: FromPath[str]
) -> Template:
    """How the game reads what the book leaves open, and by which version of the rules."""
    seen = service.partial_snapshot(table, claim)
    info = seen.info
    check_installed(info.game)
    told = readings(info.game, info.rulings, info.rules)
    newest = title(info.game).history.newest
    return page(request, "table/rulings.html", seen.user, info=info, readings=told, newest=newest)


@post("/t/{table:str}/undo", sync_to_thread=True)
def undo(
    request: Request[Any, Any, Any], service: Service, claim: Claimed, table: FromPath[str], data: Form
) -> Redirect | Template:
    wanted, reason = parts(request, table), text(data, "reason")
    try:
        match text(data, "do"):
            case "undo":
                seen, _ = service.go_back(
                    table, claim, required_number(data, "seen"), optional_number(data, "to"), reason, wanted
                )
            case "end":
                seen, _ = service.stop_here(table, claim, required_number(data, "seen"), reason, wanted)
            case "redo":
                seen = service.go_forth(table, claim, required_number(data, "seen"), wanted)
            case "agree" | "decline" as answer:
                number = required_number(data, "request")
                seen, _ = service.answer(table, claim, number, answer == "agree", reason, wanted)
            case "withdraw":
                seen, _ = service.withdraw(table, claim, required_number(data, "request"), wanted)
            case _:
                raise Invalid("There is no such button.")
    except (Refusal, Problem) as error:
        return failed(request, service, claim, table, data, error)
    return done(request, seen)


@post("/t/{table:str}/talk", sync_to_thread=True)
def talk(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    claim: Claimed,
    table: FromPath[str],
    data: Form,
) -> Redirect | Template:
    """A line of chat, or the private note."""
    view = text(data, "view")
    try:
        if "note" in data:
            service.set_note(table, user, text(data, "note"))
            return redirect(f"/t/{table}?view={view}&tab=notes#talk")
        service.say(table, user, text(data, "line"))
    except (Refusal, Problem) as error:
        return failed(request, service, claim, table, data, error)
    return redirect(f"/t/{table}?view={view}&tab=chat#talk")


@post("/t/{table:str}/try", sync_to_thread=True)
def try_it(service: Service, user: Asker, table: FromPath[str], data: Form) -> Redirect:
    """A private copy of the position; discarding it leads back."""
    if text(data, "do") == "discard":
        parent = service.info(table, user).parent
        service.delete(table, user)
        return redirect(f"/t/{parent}" if parent else "/")
    return redirect(f"/t/{service.try_it(table, user, optional_number(data, 'at')).id}")


@get("/t/{table:str}/qr.svg", sync_to_thread=True)
def qr(
    request: Request[Any, Any, Any], service: Service, claim: Claimed, table: FromPath[str]
) -> Response[str]:
    service.info(table, claim)
    return Response(service.qr_svg(table, base_url(request)), media_type="image/svg+xml")


def _file(content: bytes, name: str) -> Response[bytes]:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type="application/json", headers=headers)


@get("/t/{table:str}/save.json", sync_to_thread=True)
def save(service: Service, user: Asker, table: FromPath[str]) -> Response[bytes]:
    return _file(service.download(table, user), f"{table}.save.json")


@get("/t/{table:str}/export.json", sync_to_thread=True)
def export(service: Service, user: Asker, table: FromPath[str]) -> Response[bytes]:
    return _file(service.export_18xx(table, user), f"{table}.18xx.json")


HANDLERS = [look, act, back_to_table, moves, rulings, undo, talk, try_it, qr, save, export]
