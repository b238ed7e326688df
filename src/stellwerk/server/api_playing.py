"""The JSON interface to a game: what is seen, what may be done, what has happened."""

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.di import Provide
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import ServerSentEvent
from msgspec import Meta, Struct

from stellwerk.engine import Refusal
from stellwerk.engine.json_data import JsonObject
from stellwerk.notation.rulings import Reading, readings
from stellwerk.server.api_parts import DONE, USUAL, MaybeNumber, Since
from stellwerk.server.dependencies import Channels, Claimed, SeenTable, Service
from stellwerk.server.failures import ERRORS
from stellwerk.server.lobby import check_game
from stellwerk.server.model import (
    BestRun,
    Count,
    Entry,
    HintInfo,
    Outcome,
    Position,
    RemarkInfo,
    SeatNumber,
    ThoughtInfo,
    WorthInfo,
)
from stellwerk.server.problems import Problem
from stellwerk.server.session import address_of
from stellwerk.server.snapshot import Snapshot
from stellwerk.server.stream_limits import Visitor
from stellwerk.server.streaming import Watcher


class Submission(Struct, forbid_unknown_fields=True):
    """An action and the version that its sender saw."""

    action: JsonObject
    seen: Count


class HintWish(Struct, forbid_unknown_fields=True):
    """1: where to look, 2: which move, 3: why."""

    seen: Count
    step: Annotated[int, Meta(ge=1, le=3)] = 1
    seat: SeatNumber | None = None


class LegalActions(Struct):
    version: int
    """Send it back as `seen`."""
    actions: list[JsonObject]


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


@post("/tables/{table:str}/hint", **DONE)
def hint(service: Service, claim: Claimed, table: FromPath[str], data: JSONBody[HintWish]) -> HintInfo:
    """What a sharp bot would do in your place. All at the table are told that you asked.

    While `ready` is false it is being thought about: ask again, or after the event `hint`.
    """
    return service.hint(table, claim, data.seen, data.step, data.seat)
