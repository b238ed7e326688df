"""Chat, notes, marks, remarks, thoughts and the open request of a table, read by one statement."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct
from sqlalchemy import BigInteger, Integer, Select, Text, bindparam, cast, literal, null, select, union_all
from sqlalchemy.orm import Session
from sqlalchemy.sql.elements import SQLCoreOperations

from stellwerk.server.core import BOT_JOB, BotTurn, kept
from stellwerk.server.model import ChatLine, Consent, RemarkInfo, UndoInfo, User
from stellwerk.server.remarks import remark_info
from stellwerk.server.thoughts import KeptThought
from stellwerk.store.schema import (
    ChatRow,
    ConsentRow,
    JobRow,
    MarkRow,
    NoteRow,
    RemarkRow,
    SeatRow,
    ThoughtRow,
    UndoRow,
    UserRow,
)

SHOWN_LINES = 200
ALL = ("chat", "note", "marks", "request", "remarks", "thinking", "thought")
"""The parts that can be asked for."""
_COLUMNS = {
    "id": Integer, "person": Integer, "number": Integer, "other": Integer, "created": BigInteger,
    "name": Text, "text": Text, "kind": Text, "extra": Text,
}  # fmt: skip


NO_TURN = BotTurn("", -1, -1, "")
"""For a job whose payload is damaged."""


class Mark(Struct, frozen=True):
    person: int
    kind: str
    created: int


class OpenRequest(Struct, frozen=True):
    """A request to go back or to end the game, as the database has it."""

    id: int
    person: int
    name: str
    seat: int
    back_to: int
    seen: int
    reason: str
    status: str
    kind: str


class ConsentGiven(Struct, frozen=True):
    """What somebody answered to a request."""

    agree: bool
    reason: str


class Sidebar(Struct, frozen=True):
    """The parts that were asked for; the others are empty."""

    chat: tuple[ChatLine, ...] = ()
    note: str = ""
    marks: tuple[Mark, ...] = ()
    request: OpenRequest | None = None
    answers: Mapping[int, ConsentGiven] = {}
    """By user."""
    remarks: tuple[RemarkInfo, ...] = ()
    thinking: tuple[tuple[BotTurn, int], ...] = ()
    """What bots were asked and have not answered, and since when they think about it."""
    thought: KeptThought | None = None
    """The last one at or before the position that is looked at."""


def _part(name: str, columns: Mapping[str, SQLCoreOperations[Any]]) -> Select[Any]:
    """Rows of the one shape that all parts share."""
    given: list[Any] = [
        cast(columns.get(column, null()), kind).label(column) for column, kind in _COLUMNS.items()
    ]
    return select(literal(name, Text).label("part"), *given)


@cache
def _statement(parts: tuple[str, ...]) -> Any:
    table, version = bindparam("table_id", type_=Integer), bindparam("version", type_=Integer)
    here = UndoRow.table_id == table, UndoRow.status == "open", UndoRow.seen == version
    last = (
        select(ChatRow)
        .where(ChatRow.table_id == table)
        .order_by(ChatRow.id.desc())
        .limit(SHOWN_LINES)
        .subquery("last_lines")
    )
    line = last.c
    last_remarks = (
        select(RemarkRow)
        .where(RemarkRow.table_id == table)
        .order_by(RemarkRow.id.desc())
        .limit(SHOWN_LINES)
        .subquery("last_remarks")
    )
    remark = last_remarks.c
    last_thought = (
        select(ThoughtRow)
        .where(ThoughtRow.table_id == table, ThoughtRow.at <= bindparam("at", type_=Integer))
        .order_by(ThoughtRow.number.desc())
        .limit(1)
        .subquery("last_thought")
    )
    thought = last_thought.c
    found: dict[str, list[Select[Any]]] = {
        "chat": [
            _part("chat", {"id": line.id, "person": line.user_id, "name": line.name, "text": line.text,
                           "created": line.created})
        ],
        "note": [
            _part("note", {"text": NoteRow.text}).where(
                NoteRow.table_id == table, NoteRow.user_id == bindparam("user_id", type_=Integer)
            )
        ],
        "marks": [
            _part("mark", {"person": MarkRow.user_id, "kind": MarkRow.kind, "created": MarkRow.created})
            .where(MarkRow.table_id == table, MarkRow.kind.in_(("warned", "freed")))
        ],
        "request": [
            _part("asked", {"id": UndoRow.id, "person": UndoRow.user_id, "number": UndoRow.seat,
                            "other": UndoRow.back_to, "name": UserRow.name, "text": UndoRow.reason,
                            "kind": UndoRow.kind})
            .join_from(UndoRow, UserRow, UserRow.id == UndoRow.user_id)
            .where(*here),
            _part("said", {"id": ConsentRow.request_id, "person": ConsentRow.user_id,
                           "number": ConsentRow.agree, "text": ConsentRow.reason})
            .join_from(ConsentRow, UndoRow, UndoRow.id == ConsentRow.request_id)
            .where(*here),
        ],
        "remarks": [
            _part("remark", {"id": remark.id, "person": remark.seat, "number": remark.number,
                             "other": remark.at, "kind": remark.kind, "text": remark.figures,
                             "created": remark.created})
        ],
        "thinking": [
            _part("thinking", {"created": JobRow.due, "text": JobRow.payload})
            .where(JobRow.table_id == table, JobRow.kind == BOT_JOB,
                   JobRow.state.in_(("waiting", "claimed")))
        ],
        "thought": [
            _part("thought", {"id": thought.looked_at, "person": thought.seat, "number": thought.number,
                              "other": thought.at, "created": thought.took, "name": thought.bot,
                              "text": thought.text, "kind": thought.fault, "extra": thought.replaced})
        ],
    }  # fmt: skip
    return union_all(*(select_ for part in parts for select_ in found[part]))


def read_sidebar(
    session: Session, table_id: int, version: int, at: int, user: User | None, parts: Sequence[str] = ALL
) -> Sidebar:
    """A request of an older version is void, whatever it says of itself. `at`: the position looked at."""
    given = {"table_id": table_id, "version": version, "at": at, "user_id": 0 if user is None else user.id}
    wanted = tuple(part for part in ALL if part in parts)
    by_part: dict[str, list[Any]] = {}
    for row in session.execute(_statement(wanted), given):
        by_part.setdefault(row.part, []).append(row)
    asked = max(by_part.get("asked", ()), key=lambda row: row.id, default=None)
    return Sidebar(
        chat=tuple(
            ChatLine(row.id, row.name, user is not None and user.id == row.person, row.text, row.created)
            for row in sorted(by_part.get("chat", ()), key=lambda row: row.id)
        ),
        note=next((row.text for row in by_part.get("note", ())), ""),
        marks=tuple(Mark(row.person, row.kind, row.created) for row in by_part.get("mark", ())),
        request=None
        if asked is None
        else OpenRequest(
            asked.id,
            asked.person,
            asked.name,
            asked.number,
            asked.other,
            version,
            asked.text,
            "open",
            asked.kind,
        ),
        answers={
            row.person: ConsentGiven(bool(row.number), row.text)
            for row in by_part.get("said", ())
            if asked is not None and row.id == asked.id
        },
        remarks=tuple(
            remark_info(row.id, row.number, row.other, row.person, row.kind, row.text, row.created)
            for row in sorted(by_part.get("remark", ()), key=lambda row: row.id)
        ),
        thinking=tuple(
            (kept(row.text, BotTurn, NO_TURN), row.created) for row in by_part.get("thinking", ())
        ),
        thought=next(
            (
                KeptThought(row.number, row.other, row.person, row.name, row.extra, row.kind, row.created,
                            row.id, row.text)
                for row in by_part.get("thought", ())
            ),
            None,
        ),
    )  # fmt: skip


def request_info(
    asked: OpenRequest,
    answers: Mapping[int, ConsentGiven],
    seats: Iterable[SeatRow],
    version: int,
    user: User | None,
) -> UndoInfo:
    """Return a request as one person sees it."""
    names: dict[int, str] = {}
    for seat in seats:
        if seat.user_id is not None:
            names.setdefault(seat.user_id, seat.name)
    others = {id: name for id, name in names.items() if id != asked.person}
    status: Any = "expired" if asked.status == "open" and asked.seen != version else asked.status
    needed = status == "open" and user is not None and user.id in others and user.id not in answers
    return UndoInfo(
        id=asked.id,
        name=names.get(asked.person) or asked.name,
        seat=asked.seat,
        to=asked.back_to,
        version=asked.seen,
        reason=asked.reason,
        status=status,
        mine=user is not None and user.id == asked.person,
        answer_needed=needed,
        consents=[
            Consent(name, answers[id].agree, answers[id].reason) if id in answers else Consent(name, None, "")
            for id, name in others.items()
        ],
        kind=asked.kind,  # type: ignore[arg-type]
    )
