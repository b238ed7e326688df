"""The table's routes: look, act, go back, talk, try out."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Redirect, Template

from stellwerk.engine import Refusal, legal, title
from stellwerk.engine.registry import is_installed
from stellwerk.notation import sentence
from stellwerk.server.problems import Invalid, Problem, Unopened
from stellwerk.server.session import base_url
from stellwerk.server.wiring import Asker, Service
from stellwerk.web.curtain import curtain_page, eyes_of
from stellwerk.web.forms import Form, go, required, text, whole
from stellwerk.web.lobby import waiting_page
from stellwerk.web.look import look_of
from stellwerk.web.render import page
from stellwerk.web.table import Trouble, Wish, encoded, table_page

Count = Annotated[int | None, QueryParameter(ge=0, le=10**6)]


@get("/t/{table:str}", sync_to_thread=True)
def look(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    table: FromPath[str],
    view: FromQuery[str] = "",
    at: Count = None,
    seat: Count = None,
    log: FromQuery[str] = "",
    tab: FromQuery[str] = "",
    place: FromQuery[str] = "",
) -> Template:
    info = service.info(table, user)
    if info.status == "waiting" and is_installed(info.game):
        return waiting_page(request, service, user, info)
    if at is not None and at >= info.at:
        at = None
    try:
        check_installed(info.game)
        eyes = eyes_of(request, service, user, info, seat)
        if eyes.down:
            return curtain_page(request, service, user, info, eyes)
        return table_page(request, service, user, info, Wish(view, at, eyes.seat, log, tab, place))
    except Unopened as problem:
        return page(request, "table/unopened.html", user, info=info, problem=problem)


def check_installed(game: str) -> None:
    try:
        title(game)
    except ValueError as error:
        raise Unopened(str(error)) from None


def failed(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    table: str,
    form: dict[str, Any],
    error: Exception,
    action: Any = None,
) -> Template | Redirect:
    """The page again, with the reason; nothing was changed."""
    info = service.info(table, user)
    if info.status == "waiting":
        return go(f"/t/{table}")
    eyes = eyes_of(request, service, user, info)
    if eyes.down:
        return go(f"/t/{table}")
    wish = Wish(text(form, "view"), None, eyes.seat, text(form, "log"))
    return table_page(request, service, user, info, wish, Trouble(error, action))


@post("/t/{table:str}/act", sync_to_thread=True)
def act(
    request: Request[Any, Any, Any], service: Service, user: Asker, table: FromPath[str], data: Form
) -> Redirect | Template:
    action: Any = None
    try:
        action = chosen(data)
        service.submit(table, user, action, required(data, "seen"))
    except (Refusal, Problem) as error:
        return failed(request, service, user, table, data, error, action)
    return go(f"/t/{table}")


def chosen(form: dict[str, Any]) -> dict[str, Any]:
    """The action of the pressed button; `priced` takes one figure from a field beside it."""
    priced = text(form, "priced")
    given = priced or text(form, "action")
    try:
        found = msgspec.json.decode(given)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Invalid("This is no action.") from None
    if priced and isinstance(found, dict) and isinstance(found.get("action"), dict):
        number = required(form, str(found.get("from", "")))
        found = {**found["action"], str(found.get("field", "")): number}
    if not isinstance(found, dict):
        raise Invalid("This is no action.")
    return found


@get(["/t/{table:str}/act", "/t/{table:str}/undo", "/t/{table:str}/talk", "/t/{table:str}/seats"])
async def back_to_table(table: FromPath[str]) -> Redirect:
    """Reloading a page that answered a form."""
    return go(f"/t/{table}")


@get("/t/{table:str}/moves", sync_to_thread=True)
def moves(
    request: Request[Any, Any, Any], service: Service, user: Asker, table: FromPath[str]
) -> Template | Redirect:
    """Every legal action as a sentence and a button, for any game, without map and without script."""
    info = service.info(table, user)
    eyes = eyes_of(request, service, user, info)
    if eyes.down:
        return go(f"/t/{table}")
    seen = service.glance(table, user, eyes.seat)
    position, state = seen.position(table), seen.state
    lang = look_of(request, user).lang
    acting = position.seat if position.seat in position.to_act else None
    found = [] if acting is None else legal(state, acting)
    told = [(encoded(action), sentence(state, action, lang)) for action in found]
    return page(request, "table/moves.html", user, info=info, position=position, moves=told)


@post("/t/{table:str}/undo", sync_to_thread=True)
def undo(
    request: Request[Any, Any, Any], service: Service, user: Asker, table: FromPath[str], data: Form
) -> Redirect | Template:
    try:
        match text(data, "do"):
            case "undo":
                service.undo(table, user, required(data, "seen"), whole(data, "to"), text(data, "reason"))
            case "end":
                service.propose_end(table, user, required(data, "seen"), text(data, "reason"))
            case "redo":
                service.redo(table, user, required(data, "seen"))
            case "agree" | "decline" as answer:
                service.answer_undo(
                    table, user, required(data, "request"), answer == "agree", text(data, "reason")
                )
            case "withdraw":
                service.withdraw_undo(table, user, required(data, "request"))
            case _:
                raise Invalid("There is no such button.")
    except (Refusal, Problem) as error:
        return failed(request, service, user, table, data, error)
    return go(f"/t/{table}")


@post("/t/{table:str}/talk", sync_to_thread=True)
def talk(
    request: Request[Any, Any, Any], service: Service, user: Asker, table: FromPath[str], data: Form
) -> Redirect | Template:
    """A line of chat, or the private note."""
    view = text(data, "view")
    try:
        if "note" in data:
            service.set_note(table, user, text(data, "note"))
            return go(f"/t/{table}?view={view}&tab=notes#talk")
        service.say(table, user, text(data, "line"))
    except (Refusal, Problem) as error:
        return failed(request, service, user, table, data, error)
    return go(f"/t/{table}?view={view}&tab=chat#talk")


@post("/t/{table:str}/try", sync_to_thread=True)
def try_it(service: Service, user: Asker, table: FromPath[str], data: Form) -> Redirect:
    """A private copy of the position; discarding it leads back."""
    if text(data, "do") == "discard":
        parent = service.info(table, user).parent
        service.delete(table, user)
        return go(f"/t/{parent}" if parent else "/")
    return go(f"/t/{service.try_it(table, user, whole(data, 'at')).id}")


@get("/t/{table:str}/qr.svg", sync_to_thread=True)
def qr(request: Request[Any, Any, Any], service: Service, user: Asker, table: FromPath[str]) -> Response[str]:
    service.info(table, user)
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


HANDLERS = [look, act, back_to_table, moves, undo, talk, try_it, qr, save, export]
