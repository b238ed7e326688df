"""The JSON interface: everything that can be done at a table, for programs. A bot sits down through it."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, Router, delete, get, patch, post, put
from litestar.di import Provide
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import ServerSentEvent
from msgspec import Meta, Struct

from stellwerk.engine import Refusal
from stellwerk.engine.json_data import JsonObject
from stellwerk.engine.play import schema as action_schema
from stellwerk.engine.play import view_schema as schema_of_view
from stellwerk.notation.rulings import Reading, readings
from stellwerk.server.api_accounts import ACCOUNT_ROUTES
from stellwerk.server.api_lobby import LOBBY_ROUTES
from stellwerk.server.dependencies import Asker, Channels, Claimed, SeenTable, Service
from stellwerk.server.failures import ERRORS
from stellwerk.server.lobby import check_game
from stellwerk.server.model import (
    Aids,
    BestRun,
    ChatLine,
    Count,
    Entry,
    GameInfo,
    HintInfo,
    Marked,
    NewTable,
    Outcome,
    Pace,
    Position,
    RemarkInfo,
    SeatNumber,
    SeatWish,
    ShortText,
    TableInfo,
    ThoughtInfo,
    UndoChoices,
    UndoInfo,
    WorthInfo,
)
from stellwerk.server.problems import Invalid, Problem
from stellwerk.server.session import address_of
from stellwerk.server.settings import Settings
from stellwerk.server.snapshot import Snapshot
from stellwerk.server.stream_limits import Visitor
from stellwerk.server.streaming import Watcher

USUAL: dict[str, Any] = {"sync_to_thread": True, "responses": ERRORS}
DONE: dict[str, Any] = {**USUAL, "status_code": 200}
Since = Annotated[int, QueryParameter(ge=0, le=2**31 - 1)]
MaybeNumber = Annotated[int | None, QueryParameter(ge=0, le=2**31 - 1)]
Which = Literal["mine", "public", "finished"]
HostsMark = Literal["away", "muted"]
Mode = Literal["continue", "open", "look"]
Text = Annotated[str, Meta(max_length=20_000)]


class Submission(Struct, forbid_unknown_fields=True):
    """An action and the version that its sender saw."""

    action: JsonObject
    seen: Count


class Seen(Struct, forbid_unknown_fields=True):
    seen: Count


class UndoWish(Struct, forbid_unknown_fields=True):
    seen: Count
    to: Count | None = None
    reason: Text = ""


class EndWish(Struct, forbid_unknown_fields=True):
    seen: Count
    reason: Text = ""


class AbsenceStep(Struct, forbid_unknown_fields=True):
    do: Literal["warn", "free", "bot"]
    bot: ShortText = "random"


class StandIn(Struct, forbid_unknown_fields=True):
    bot: ShortText


class HintWish(Struct, forbid_unknown_fields=True):
    """1: where to look, 2: which move, 3: why."""

    seen: Count
    step: Annotated[int, Meta(ge=1, le=3)] = 1
    seat: SeatNumber | None = None


class Answer(Struct, forbid_unknown_fields=True):
    agree: bool
    reason: Text = ""


class Chair(Struct, forbid_unknown_fields=True):
    kind: SeatWish
    bot: ShortText | None = None
    name: ShortText | None = None


class Named(Struct, forbid_unknown_fields=True):
    name: Text


class Joining(Struct, forbid_unknown_fields=True):
    seat: SeatNumber | None = None
    name: ShortText | None = None


class Changes(Struct, forbid_unknown_fields=True):
    name: ShortText | None = None
    public: bool | None = None
    variant: ShortText | None = None
    rulings: Annotated[str, Meta(max_length=500)] | None = None
    aids: Aids | None = None
    """Before the start: how much the table tells its players."""


class Line(Struct, forbid_unknown_fields=True):
    text: Text


class Muting(Struct, forbid_unknown_fields=True):
    """A line of the chat: whoever said it shall be silent."""

    line: Annotated[int, Meta(ge=1, le=2**31 - 1)]


class Hiding(Struct, forbid_unknown_fields=True):
    hidden: bool = True


class Pacing(Struct, forbid_unknown_fields=True):
    pace: Pace


class Point(Struct, forbid_unknown_fields=True):
    at: Count | None = None


class LegalActions(Struct):
    version: int
    """Send it back as `seen`."""
    actions: list[JsonObject]


class UndoResult(Struct):
    """Either it is done, or the others have been asked."""

    outcome: Outcome | None
    request: UndoInfo | None


class Invitation(Struct):
    path: str
    """Behind the server's address."""


# -- games and tables


@get("/games", **USUAL)
def games(service: Service) -> list[GameInfo]:
    """The games that can be played."""
    return service.games()


@get("/games/{game:str}/schema", **USUAL)
def schema(game: FromPath[str]) -> JsonObject:
    """JSON schema of a game's actions."""
    check_game(game)
    return action_schema(game)


@get("/games/{game:str}/view-schema", **USUAL)
def view_schema(game: FromPath[str]) -> JsonObject:
    """JSON schema of what a game shows: the `view` of a position."""
    check_game(game)
    return schema_of_view(game)


@get("/tables", **USUAL)
def tables(service: Service, user: Asker, which: FromQuery[Which] = "public") -> list[TableInfo]:
    """Mine (your turn first), public ones, or finished ones."""
    lists = {"mine": service.tables_of, "public": service.public_tables, "finished": service.finished_tables}
    return lists[which](user)


@post("/tables", **USUAL)
def create(service: Service, user: Asker, data: JSONBody[NewTable]) -> TableInfo:
    """A new table; it starts by itself as soon as no seat is open."""
    return service.create_table(user, data)


@get("/tables/{table:str}", **USUAL)
def table_info(service: Service, claim: Claimed, table: FromPath[str]) -> TableInfo:
    return service.info(table, claim)


@patch("/tables/{table:str}", **USUAL)
def change(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Changes]) -> TableInfo:
    """The host changes name, listing or, before the start, rules."""
    return service.change(
        table, user, name=data.name, public=data.public, variant=data.variant, rulings=data.rulings,
        aids=data.aids,
    )  # fmt: skip


@delete("/tables/{table:str}", **USUAL)
def remove(service: Service, user: Asker, table: FromPath[str]) -> None:
    """The host clears away a table where nobody else sits."""
    service.delete(table, user)


@put("/tables/{table:str}/pace", **USUAL)
def pace(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Pacing]) -> TableInfo:
    """Whoever sits at a table says how fast its bots move: 1, 3, or 0 for at once."""
    return service.set_pace(table, user, data.pace)


@put("/tables/{table:str}/hidden", status_code=204, **USUAL)
def hide(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Hiding]) -> None:
    """Take a table of yours out of your lists, or back into them."""
    service.hide(table, user, data.hidden)


@get("/tables/{table:str}/marks", **USUAL)
def marks(service: Service, user: Asker, table: FromPath[str]) -> list[Marked]:
    """For the host: who was sent away, and who was muted."""
    return service.marked(table, user)


@delete("/tables/{table:str}/marks/{person:int}", **USUAL)
def unmark(
    service: Service, user: Asker, table: FromPath[str], person: FromPath[int], kind: FromQuery[HostsMark]
) -> None:
    """The host lets somebody sit down or speak again."""
    service.unmark(table, user, _id(person), kind)


@post("/tables/{table:str}/join", **DONE)
def join(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Joining]) -> TableInfo:
    return service.join(table, user, data.seat, data.name)


@post("/tables/{table:str}/leave", **DONE)
def leave(service: Service, user: Asker, table: FromPath[str]) -> TableInfo | None:
    """Before the start. Nothing comes back when the table went with the last person."""
    return service.leave(table, user)


@post("/tables/{table:str}/accept", **DONE)
def accept(service: Service, user: Asker, table: FromPath[str]) -> TableInfo:
    """Say yes to rules that have been changed."""
    return service.accept(table, user)


@post("/tables/{table:str}/start", **DONE)
def start(service: Service, user: Asker, table: FromPath[str]) -> TableInfo:
    """The host begins without the seats that nobody took."""
    return service.start(table, user)


@put("/tables/{table:str}/seats/{seat:int}", **DONE)
def set_seat(
    service: Service, user: Asker, table: FromPath[str], seat: FromPath[int], data: JSONBody[Chair]
) -> TableInfo:
    """The host says who shall sit there: "open" also sends somebody away."""
    return service.set_seat(table, user, _seat(seat), data.kind, data.bot, data.name)


@patch("/tables/{table:str}/seats/{seat:int}", **DONE)
def rename(
    service: Service, user: Asker, table: FromPath[str], seat: FromPath[int], data: JSONBody[Named]
) -> TableInfo:
    return service.rename(table, user, _seat(seat), data.name)


def _seat(number: int) -> int:
    if not 0 <= number < 100:
        raise Invalid("There is no seat {seat}.", seat=min(max(number, -1), 100))
    return number


# -- playing


@get("/tables/{table:str}/view", **USUAL)
def view(
    service: Service, claim: Claimed, table: FromPath[str], seat: MaybeNumber = None, at: MaybeNumber = None
) -> Position:
    """What a seat of yours sees, now or after `at` actions; without a seat what any spectator sees."""
    return service.view_for(table, claim, seat, at)


@get("/tables/{table:str}/rulings", **USUAL)
def table_rulings(service: Service, claim: Claimed, table: FromPath[str]) -> list[Reading]:
    """How this game reads every ruling; first those that differ from the rulebook's set."""
    info = service.info(table, claim)
    check_game(info.game)
    return readings(info.game, info.rulings, info.rules)


@get("/tables/{table:str}/legal", **USUAL)
def legal(service: Service, claim: Claimed, table: FromPath[str], seat: MaybeNumber = None) -> LegalActions:
    """What a seat of yours may do now."""
    version, actions = service.legal_now(table, claim, seat)
    return LegalActions(version, [msgspec.to_builtins(action) for action in actions])


@post("/tables/{table:str}/actions", **DONE)
def submit(
    request: Request[Any, Any, Any],
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    data: JSONBody[Submission],
) -> Outcome:
    """Play an action. 200: it is committed. 409: the game has moved on. 422: a rule forbids it."""
    counter = request.app.state.metrics.submissions
    try:
        outcome = service.submit(table, claim, data.action, data.seen)
    except Refusal:
        counter.labels("refused").inc()
        raise
    except Problem as problem:
        counter.labels(type(problem).__name__.lower()).inc()
        raise
    counter.labels("committed").inc()
    return outcome


@get("/tables/{table:str}/best", **USUAL)
def best(
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    company: Annotated[str, QueryParameter(max_length=80)] = "",
    at: MaybeNumber = None,
) -> list[BestRun]:
    """The best run of a company, else of the one whose turn it is, else of all that own trains."""
    return service.best_runs(table, claim, company, at)


@get("/tables/{table:str}/worth", **USUAL)
def worth(
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    action: Annotated[str, QueryParameter(max_length=4_000)],
) -> WorthInfo:
    """What an action of yours (JSON) would add to the best run of the company whose turn it is.

    For tiles, stations and trains. 422: a rule forbids it.
    """
    return service.worth(table, claim, action)


@get("/tables/{table:str}/log", **USUAL)
def log(
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    since: Since = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=50_000)] = 50_000,
) -> list[Entry]:
    """The log after entry `since`, as you may see it."""
    return service.log(table, claim, since, limit)


@get("/tables/{table:str}/thoughts", **USUAL)
def thoughts(
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    since: Since = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=1_000)] = 200,
) -> list[ThoughtInfo]:
    """What bots thought about their moves after entry `since`; nothing of what was hidden from you then."""
    return service.thoughts(table, claim, since, limit)


@get("/tables/{table:str}/remarks", **USUAL)
def remarks(service: Service, claim: Claimed, table: FromPath[str]) -> list[RemarkInfo]:
    """What happened beside the game: seats handed to bots and back, hints, bots that failed."""
    return service.remarks(table, claim)


def provide_seen(service: Service, claim: Claimed, table: FromPath[str]) -> Snapshot:
    """The table, or the reason why not, before a stream begins."""
    return service.partial_snapshot(table, claim)


@get(
    "/tables/{table:str}/events",
    responses=ERRORS,
    media_type="text/event-stream",
    dependencies={"seen": Provide(provide_seen, sync_to_thread=True)},
)
async def events(
    request: Request[Any, Any, Any],
    service: Service,
    channels: Channels,
    claim: Claimed,
    seen: SeenTable,
    table: FromPath[str],
    since: MaybeNumber = None,
) -> ServerSentEvent:
    """Server-sent events `move`, `table`, `chat`, `undo`, `presence`, `hint`, `gone`.

    The id of a `move` is the version; with `Last-Event-ID` or `since` the stream begins with what was missed.
    """
    state = request.app.state
    visitor = Visitor(address_of(request), bool(seen.mine))
    last = request.headers.get("last-event-id", "")
    if last.isdecimal() and len(last) < 10:
        since = int(last)
    watcher = Watcher(service, state.hub, state.metrics, table, seen.user, since, visitor, claim)
    watcher.check()
    return ServerSentEvent(
        watcher.events(channels), headers={"cache-control": "no-store", "x-accel-buffering": "no"}
    )


# -- going back


@get("/tables/{table:str}/undo", **USUAL)
def undo_choices(service: Service, claim: Claimed, table: FromPath[str]) -> UndoChoices:
    """How far back you can go, and whether others must agree."""
    return service.undo_choices(table, claim)


@post("/tables/{table:str}/undo", **DONE)
def undo(service: Service, claim: Claimed, table: FromPath[str], data: JSONBody[UndoWish]) -> UndoResult:
    """Your own last moves at will; anything else asks the other people."""
    found = service.undo(table, claim, data.seen, data.to, data.reason)
    return UndoResult(None, found) if isinstance(found, UndoInfo) else UndoResult(found, None)


@post("/tables/{table:str}/redo", **DONE)
def redo(service: Service, claim: Claimed, table: FromPath[str], data: JSONBody[Seen]) -> Outcome:
    return service.redo(table, claim, data.seen)


@post("/tables/{table:str}/end", **DONE)
def propose_end(
    service: Service, claim: Claimed, table: FromPath[str], data: JSONBody[EndWish]
) -> UndoResult:
    """End the game here. Alone with bots it ends at once; otherwise everybody is asked, as for an undo."""
    found = service.propose_end(table, claim, data.seen, data.reason)
    return UndoResult(None, found) if isinstance(found, UndoInfo) else UndoResult(found, None)


@post("/tables/{table:str}/seats/{seat:int}/absence", **DONE)
def absence(
    service: Service, user: Asker, table: FromPath[str], seat: FromPath[int], data: JSONBody[AbsenceStep]
) -> TableInfo:
    """The host warns somebody who stays away, frees the seat after the warning, or seats a bot there."""
    match data.do:
        case "warn":
            return service.warn(table, user, _seat(seat))
        case "free":
            return service.free_seat(table, user, _seat(seat))
        case "bot":
            return service.seat_bot(table, user, _seat(seat), data.bot)


@put("/tables/{table:str}/seats/{seat:int}/stand-in", **DONE)
def hand_over(
    service: Service, user: Asker, table: FromPath[str], seat: FromPath[int], data: JSONBody[StandIn]
) -> TableInfo:
    """Let a bot play your seat; as the host, also that of somebody who was warned and stays away."""
    return service.hand_over(table, user, _seat(seat), data.bot)


@delete("/tables/{table:str}/seats/{seat:int}/stand-in", **DONE)
def take_back(service: Service, user: Asker, table: FromPath[str], seat: FromPath[int]) -> TableInfo:
    """Play your seat yourself again."""
    return service.take_back(table, user, _seat(seat))


@post("/tables/{table:str}/hint", **DONE)
def hint(service: Service, claim: Claimed, table: FromPath[str], data: JSONBody[HintWish]) -> HintInfo:
    """What a sharp bot would do in your place. All at the table are told that you asked.

    While `ready` is false it is being thought about: ask again, or after the event `hint`.
    """
    return service.hint(table, claim, data.seen, data.step, data.seat)


@get("/tables/{table:str}/seats/{seat:int}/invitation", **USUAL)
def invitation(service: Service, user: Asker, table: FromPath[str], seat: FromPath[int]) -> Invitation:
    """A personal link to a free seat of a running game."""
    return Invitation(service.invitation(table, user, _seat(seat)))


@post("/tables/{table:str}/here", **DONE)
def here(service: Service, user: Asker, table: FromPath[str]) -> TableInfo:
    """Answer the host's warning."""
    service.here(table, user)
    return service.info(table, user)


@post("/tables/{table:str}/undo/{request_id:int}", **DONE)
def answer_undo(
    service: Service, claim: Claimed, table: FromPath[str], request_id: FromPath[int], data: JSONBody[Answer]
) -> UndoInfo:
    """Agree or decline. The last consent goes back at once."""
    return service.answer_undo(table, claim, _id(request_id), data.agree, data.reason)


@delete("/tables/{table:str}/undo/{request_id:int}", **DONE)
def withdraw_undo(
    service: Service, claim: Claimed, table: FromPath[str], request_id: FromPath[int]
) -> UndoInfo:
    return service.withdraw_undo(table, claim, _id(request_id))


def _id(number: int) -> int:
    if not 0 < number < 2**31:
        raise Invalid("There is no such number.")
    return number


# -- talk, notes, copies


@get("/tables/{table:str}/chat", **USUAL)
def chat(service: Service, claim: Claimed, table: FromPath[str], since: Since = 0) -> list[ChatLine]:
    return service.chat(table, claim, since)


@post("/tables/{table:str}/chat", **USUAL)
def say(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Line]) -> ChatLine:
    return service.say(table, user, data.text)


@post("/tables/{table:str}/mute", status_code=204, **USUAL)
def mute(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Muting]) -> None:
    """The host wants to hear no more from whoever said this line."""
    service.mute(table, user, data.line)


@get("/tables/{table:str}/note", **USUAL)
def note(service: Service, claim: Claimed, table: FromPath[str]) -> Line:
    """What you wrote down for yourself."""
    return Line(service.note(table, claim))


@put("/tables/{table:str}/note", **DONE)
def set_note(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Line]) -> Line:
    service.set_note(table, user, data.text)
    return Line(service.note(table, user))


@post("/tables/{table:str}/sandbox", **USUAL)
def sandbox(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Point]) -> TableInfo:
    """A private copy of a position, to try things out."""
    return service.try_it(table, user, data.at)


@get("/tables/{table:str}/save", media_type="application/json", **USUAL)
def save(service: Service, user: Asker, table: FromPath[str]) -> Response[bytes]:
    """The game as a file. The seed is not in it: what was drawn is in the log."""
    return _file(service.download(table, user), f"{table}.save.json")


@get("/tables/{table:str}/export", media_type="application/json", **USUAL)
def export(service: Service, user: Asker, table: FromPath[str]) -> Response[bytes]:
    """The game in the format of 18xx.games."""
    return _file(service.export_18xx(table, user), f"{table}.18xx.json")


def _file(data: bytes, name: str) -> Response[bytes]:
    return Response(
        data,
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"},
    )


def upload_handler(settings: Settings) -> Any:
    @post("/uploads", request_max_body_size=settings.upload_limit, **USUAL)
    def upload(
        service: Service,
        user: Asker,
        data: JSONBody[JsonObject],
        mode: FromQuery[Mode] = "continue",
        name: Annotated[str, QueryParameter(max_length=80)] = "",
    ) -> TableInfo:
        """A table from a file: continue it on all seats, open the seats to others, or just look."""
        return service.upload(user, msgspec.json.encode(data), mode, name)

    return upload


def api_routes(settings: Settings) -> Router:
    handlers: Sequence[Any] = (
        games, schema, view_schema, tables, create, table_info, change, remove, pace, hide, marks, unmark,
        join, leave, accept, start, set_seat, rename, view, table_rulings, legal, submit, best, worth, log,
        thoughts, remarks, hint, events, undo_choices, undo, redo, propose_end, absence, hand_over,
        take_back, invitation, here, answer_undo, withdraw_undo, chat, say, mute, note, set_note, sandbox,
        save, export, upload_handler(settings), *ACCOUNT_ROUTES, *LOBBY_ROUTES,
    )  # fmt: skip
    return Router("/api/v1", route_handlers=handlers, security=[{"token": []}])
