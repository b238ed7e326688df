"""The JSON interface to going back, and to ending a game by agreement."""

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from stellwerk.server.api_parts import DONE, USUAL, Text, row_id
from stellwerk.server.dependencies import Claimed, Service
from stellwerk.server.model import Count, Outcome, UndoChoices, UndoInfo


class Seen(Struct, forbid_unknown_fields=True):
    seen: Count


class UndoWish(Struct, forbid_unknown_fields=True):
    seen: Count
    to: Count | None = None
    reason: Text = ""


class EndWish(Struct, forbid_unknown_fields=True):
    seen: Count
    reason: Text = ""


class Answer(Struct, forbid_unknown_fields=True):
    agree: bool
    reason: Text = ""


class UndoResult(Struct):
    """Either it is done, or the others have been asked."""

    outcome: Outcome | None
    request: UndoInfo | None


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


@post("/tables/{table:str}/undo/{request_id:int}", **DONE)
def answer_undo(
    service: Service, claim: Claimed, table: FromPath[str], request_id: FromPath[int], data: JSONBody[Answer]
) -> UndoInfo:
    """Agree or decline. The last consent goes back at once."""
    return service.answer_undo(table, claim, row_id(request_id), data.agree, data.reason)


@delete("/tables/{table:str}/undo/{request_id:int}", **DONE)
def withdraw_undo(
    service: Service, claim: Claimed, table: FromPath[str], request_id: FromPath[int]
) -> UndoInfo:
    return service.withdraw_undo(table, claim, row_id(request_id))
