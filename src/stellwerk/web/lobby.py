"""The lobby and the table that waits for its people."""

import re
from contextlib import suppress
from typing import Any

from litestar import Request, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from msgspec import Struct

from stellwerk.engine import title
from stellwerk.learn.measured import DECISION
from stellwerk.puzzles.puzzle import NAMES
from stellwerk.server.dependencies import Asker, Claimed, Config, Service
from stellwerk.server.problems import Invalid, NotFound, Problem
from stellwerk.server.puzzles import Puzzles
from stellwerk.server.session import base_url, sign_in
from stellwerk.server.snapshot import Snapshot
from stellwerk.web.accounts import somebody
from stellwerk.web.cards import named, strength_of, to_watch
from stellwerk.web.curtain import eyes_of
from stellwerk.web.departures import KINDS, OPEN, is_alone, lists_of, open_tables
from stellwerk.web.forms import Form, Upload, optional_number, redirect, required_number, text
from stellwerk.web.new_table import WISHES, form_of, start_of, wanted_aids, wanted_bot
from stellwerk.web.preferences import cookie, preferences_of
from stellwerk.web.render import Speech, page
from stellwerk.web.table import Wish, table_page, trouble_of

SLUG = re.compile(r"(?:^|/t/)([a-z2-9]{6,24})(/sit/\d{1,2}/[\w-]{1,80})?(?:[/?#].*)?$", re.IGNORECASE)
"""The code of a table, alone or in a link; and a seat that is kept for somebody."""


@get("/", sync_to_thread=True)
def lobby(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    game: FromQuery[str] = "",
    variant: FromQuery[str] = "",
) -> Template:
    return lobby_page(request, service, user, None, game, variant)


class Daily(Struct, frozen=True):
    """The puzzle of the day, as the lobby names it."""

    id: str
    game: str
    kind: str


def daily_puzzle(service: Service) -> Daily | None:
    """Return the puzzle of the day, where there are puzzles."""
    found = Puzzles(service).daily()
    if found is None:
        return None
    return Daily(found.id, title(found.game).name.partition(": ")[0], NAMES[found.puzzle.kind])


def lobby_page(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    error: Problem | None = None,
    game: str = "",
    variant: str = "",
) -> Template:
    """The lobby; the form of a new table is there for the game that was asked for."""
    preferences = preferences_of(request, user)
    speech = Speech(preferences.lang, zone=preferences.zone)
    finished = service.finished_tables(user)
    lists = lists_of(service, user, speech, finished[:20])
    mine = [*lists.turn, *lists.others, *lists.invited]
    there = {one.table.id for one in mine}
    public = service.public_tables(user)
    taken = [one.table.name for one in (*mine, *lists.arrived)]
    new = form_of(service, speech, game, variant, taken=taken)
    chosen = request.query_params.get(OPEN, "")
    shown = page(
        request,
        "lobby.html",
        user,
        status=error.status if error else 200,
        speech=speech,
        lists=lists,
        waiting=len(lists.turn) + len(lists.invited),
        show_hidden=request.query_params.get("hidden") == "yes",
        open=open_tables(
            [table for table in public if table.id not in there], chosen or request.cookies.get(OPEN, "")
        ),
        games=new.games,
        decision_seconds=DECISION,
        watch=to_watch((*public, *finished)),
        strength=strength_of(request),
        first=not lists.any,
        daily=daily_puzzle(service),
        new=new,
        error=error,
    )
    if chosen in KINDS:
        shown.set_cookie(cookie(OPEN, chosen))
    return shown


def upload(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    settings: Config,
    data: Upload,
) -> Redirect | Template:
    """A file becomes a table; where there is none but a link, that is where one goes."""
    file, mode, link = data.get("file"), data.get("mode"), text(data, "link").strip()
    named_file = isinstance(file, UploadFile) and bool(file.filename)
    try:
        if link and not named_file:
            return redirect(address_in(link))
        if not isinstance(file, UploadFile) or not named_file:
            raise Invalid("Please choose a file.")
        content = file.file.read(settings.upload_limit + 1)
        with somebody(service, user, named(request, user, data)) as host:
            info = service.upload(host, content, mode if mode in ("continue", "open", "look") else "continue")
    except Problem as problem:
        return lobby_page(request, service, user, problem)
    response = redirect(f"/t/{info.id}")
    if user is None:
        sign_in(request, response, host)
    return response


def address_in(link: str) -> str:
    """Return where a link or a code leads, a personal link to its seat; Invalid where it is none of ours."""
    found = SLUG.search(link.strip())
    if found is None:
        raise Invalid("This is no link to a table.")
    return f"/t/{found[1].lower()}{found[2] or ''}"


@get("/join", sync_to_thread=True)
def by_link(
    request: Request[Any, Any, Any], service: Service, user: Asker, link: FromQuery[str] = ""
) -> Redirect | Template:
    """A whole link or only its last part."""
    try:
        return redirect(address_in(link))
    except Invalid as problem:
        return lobby_page(request, service, user, problem)


@get("/join/what", sync_to_thread=True)
def recognised(
    request: Request[Any, Any, Any], service: Service, user: Asker, link: FromQuery[str] = ""
) -> Template:
    """What a link or a code is, in words; nobody learns more of a table than whoever opens the link."""
    found, table = SLUG.search(link.strip()), None
    if found is not None:
        with suppress(NotFound):
            table = service.info(found[1].lower(), user)
    unknown = found is not None and table is None
    return page(request, "lobby/recognised.html", user, link=link.strip(), table=table, unknown=unknown)


# -- before the start ----------------------------------------------------------------------------


def waiting_page(request: Request[Any, Any, Any], seen: Snapshot, error: Problem | None = None) -> Template:
    info = seen.info
    return page(
        request,
        "waiting.html",
        seen.user,
        status=error.status if error else 200,
        headers={"HX-Push-Url": "false"} if error else None,
        kind=f"waiting {info.id}",
        info=info,
        link=f"{base_url(request)}/t/{info.id}",
        start=start_of(info.game, info.variant, len(info.seats)),
        variant=title(info.game).variant_name(info.variant) if len(title(info.game).players) > 1 else "",
        least=title(info.game).players[info.variant][0],
        alone=is_alone(info),
        unsure=[seat.name for seat in info.seats if seat.kind != "open" and not seat.accepted],
        taken=sum(1 for seat in info.seats if seat.kind != "open"),
        bots=seen.bots,
        error=error,
    )


@post("/t/{table:str}/seats", sync_to_thread=True)
def seats(
    request: Request[Any, Any, Any], service: Service, user: Asker, table: FromPath[str], data: Form
) -> Redirect | Template:
    """Everything about chairs before the start, by the button that was pressed."""
    what, number = text(data, "do"), optional_number(data, "seat")
    signed = user
    try:
        match what:
            case "join":
                with somebody(service, user, data) as signed:
                    service.join(table, signed, number, text(data, "name") or None)
            case "leave":
                if service.leave(table, user) is None:
                    return redirect("/")
            case "kick":
                service.kick(table, user, required_number(data, "seat"))
            case "rename":
                service.rename(table, user, required_number(data, "seat"), text(data, "name"))
            case "accept":
                service.accept(table, user)
            case "start":
                service.start(table, user)
            case "delete":
                service.delete(table, user)
                return redirect("/")
            case "set":
                kind = text(data, "kind")
                if kind not in WISHES:
                    raise Invalid("There is no such kind of seat: {kind}.", kind=kind[:40])
                service.set_seat(
                    table, user, required_number(data, "seat"), kind,  # type: ignore[arg-type]
                    wanted_bot(data), text(data, "name") or None,
                )  # fmt: skip
            case "warn":
                service.warn(table, user, required_number(data, "seat"))
            case "free":
                service.free_seat(table, user, required_number(data, "seat"))
            case "bot":
                service.seat_bot(table, user, required_number(data, "seat"), wanted_bot(data))
            case "here":
                service.here(table, user)
            case "hand":
                service.hand_over(table, user, required_number(data, "seat"), wanted_bot(data))
            case "back":
                service.take_back(table, user, required_number(data, "seat"))
            case "pace":
                service.set_pace(table, user, required_number(data, "pace"))
            case "coach":
                service.send_coach_away(table, user)
            case "aids":
                service.change(table, user, aids=wanted_aids(data))
            case _:
                raise Invalid("There is no such button.")
    except Problem as problem:
        seen = service.table_snapshot(table, user)
        if seen.game is None:
            return waiting_page(request, seen, problem)
        eyes = eyes_of(request, seen)
        if eyes.down:
            return redirect(f"/t/{table}")
        return table_page(request, seen.seen_from(eyes.seat), Wish(trouble=trouble_of(problem)))
    response = redirect(f"/t/{table}")
    if user is None and signed is not None:
        sign_in(request, response, signed)
    return response


@get("/t/{table:str}/sit/{seat:int}/{code:str}", sync_to_thread=True)
def invited(
    request: Request[Any, Any, Any],
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    seat: FromPath[int],
    code: FromPath[str],
) -> Template:
    """A personal link: looking at it changes nothing, the button takes the seat."""
    seen = service.partial_snapshot(table, claim)
    chair = next((chair for chair in seen.info.seats if chair.seat == seat), None)
    return page(request, "invited.html", seen.user, info=seen.info, chair=chair, code=code, error=None)


@post("/t/{table:str}/sit/{seat:int}/{code:str}", sync_to_thread=True)
def sit(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    table: FromPath[str],
    seat: FromPath[int],
    code: FromPath[str],
    data: Form,
) -> Redirect | Template:
    try:
        with somebody(service, user, data) as signed:
            service.sit(table, signed, seat, code)
    except Problem as problem:
        info = service.info(table, user)
        chair = next((chair for chair in info.seats if chair.seat == seat), None)
        return page(
            request,
            "invited.html",
            user,
            status=problem.status,
            info=info,
            chair=chair,
            code=code,
            error=problem,
        )
    response = redirect(f"/t/{table}")
    if user is None:
        sign_in(request, response, signed)
    return response


HANDLERS = [lobby, by_link, recognised, seats, invited, sit]
