"""Clearing up: what nobody uses any more, for operators whose disk is not endless."""

from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, delete, exists, false, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute

from stellwerk.server.claim import SESSION_DAYS
from stellwerk.server.clock import SYSTEM_CLOCK, Clock
from stellwerk.server.deletion import delete_table
from stellwerk.store.database import Database
from stellwerk.store.schema import (
    ChatRow,
    ConsentRow,
    LessonRow,
    LogRow,
    MarkRow,
    NoteRow,
    PuzzleAnswerRow,
    PuzzleSkillRow,
    SeatRow,
    SessionRow,
    TableRow,
    TokenRow,
    UndoRow,
    UserRow,
)

DAY = 86_400_000
BATCH = 100
USUAL_DAYS = 30
LONGEST = 36_500
"""Nothing here is older; and a database's numbers end somewhere."""


class Purged(Struct):
    waiting: int = 0
    copies: int = 0
    hidden: int = 0
    games: int = 0
    sessions: int = 0
    guests: int = 0


class Going(Struct):
    """Which tables go, by the reason; each stands under one only."""

    copies: ColumnElement[bool]
    waiting: ColumnElement[bool]
    hidden: ColumnElement[bool]
    games: ColumnElement[bool]


def purge(
    db: Database,
    days: int = USUAL_DAYS,
    games: int | None = None,
    dry: bool = False,
    clock: Clock = SYSTEM_CLOCK,
) -> Purged:
    """Delete what has not been touched for so many days.

    Tables that never began, private copies, guests who left nothing behind; tables that all their people
    have hidden at once. A private copy goes with its table too.

    Games that people play or played go only when `games` says after how many days.
    """
    now = clock.now()
    old = now - min(days, LONGEST) * DAY
    going = _going(old, None if games is None else now - min(games, LONGEST) * DAY)
    clear = _count if dry else _tables
    purged = Purged(
        copies=clear(db, going.copies),
        waiting=clear(db, going.waiting),
        hidden=clear(db, going.hidden),
        games=clear(db, going.games),
    )
    gone: Select[Any] | None = None
    if dry:
        gone = select(TableRow.id).where(or_(going.copies, going.waiting, going.hidden, going.games))
    purged.sessions, purged.guests = _people(db, old, now - SESSION_DAYS * DAY, gone)
    if db.sqlite and not dry:
        db.shrink()
    return purged


def _going(old: int, rested: int | None) -> Going:
    """What was last touched before `old`, and games before `rested`, if at all."""
    own = TableRow.sandbox_of.is_(None)
    waiting = own & (TableRow.status == "waiting") & (TableRow.updated < old)
    hidden = own & (TableRow.status != "waiting") & _all_hid() & _somebody_hid()
    rests = false() if rested is None else TableRow.updated < rested
    resting = own & (TableRow.status != "waiting") & ~hidden & rests
    parents = select(TableRow.id).where(or_(waiting, hidden, resting))
    copies = ~own & or_(
        TableRow.updated < old, _all_hid() & _somebody_hid(), TableRow.sandbox_of.in_(parents)
    )
    return Going(copies, waiting, hidden, resting)


def _count(db: Database, condition: ColumnElement[bool]) -> int:
    with db.read() as session:
        return session.scalar(select(func.count()).select_from(TableRow).where(condition)) or 0


def _tables(db: Database, condition: ColumnElement[bool]) -> int:
    """A few at a time, so that a running server gets its turn in between.

    Each is looked at again when nobody else can change it any more: somebody may just have moved there.
    """
    count = last = 0
    while True:
        with db.write() as session:
            query = select(TableRow.id).where(condition, TableRow.id > last).order_by(TableRow.id)
            found = session.scalars(query.limit(BATCH)).all()
            session.execute(
                select(TableRow.id).where(TableRow.id.in_(found)).order_by(TableRow.id).with_for_update()
            )
            for row in session.scalars(select(TableRow).where(condition, TableRow.id.in_(found))).all():
                delete_table(session, row)
                count += 1
        if not found:
            return count
        last = found[-1]


def _people(db: Database, old: int, ended_before: int, doomed: Select[Any] | None) -> tuple[int, int]:
    """Ended sessions, and guests who left nothing. With `doomed`, the tables to go, they are only counted."""
    ended = SessionRow.created < ended_before
    learns = exists().where(LessonRow.user_id == UserRow.id, LessonRow.updated >= old)
    puzzled = exists().where(PuzzleAnswerRow.user_id == UserRow.id, PuzzleAnswerRow.created >= old)
    unused = [UserRow.password.is_(None), UserRow.created < old, ~learns, ~puzzled, ~_left_anything(doomed)]
    if doomed is not None:
        with db.read() as session:
            sessions = session.scalar(select(func.count()).select_from(SessionRow).where(ended)) or 0
            return sessions, len(session.scalars(select(UserRow.id).where(*unused)).all())
    with db.write() as session:
        sessions = len(session.scalars(delete(SessionRow).where(ended).returning(SessionRow.id)).all())
    guests = last = 0
    while True:
        with db.write() as session:
            query = select(UserRow.id).where(*unused, UserRow.id > last).order_by(UserRow.id)
            found = session.scalars(query.limit(BATCH)).all()
            # Whoever is locked here cannot sit down any more; whoever just has is not among them again.
            locked = select(UserRow.id).where(UserRow.id.in_(found)).order_by(UserRow.id)
            session.execute(locked.with_for_update())
            going = session.scalars(select(UserRow.id).where(*unused, UserRow.id.in_(found))).all()
            for kind in (SessionRow, TokenRow, LessonRow, PuzzleAnswerRow, PuzzleSkillRow):
                session.execute(delete(kind).where(kind.user_id.in_(going)))
            session.execute(delete(UserRow).where(UserRow.id.in_(going)))
            guests += len(going)
        if not found:
            return sessions, guests
        last = found[-1]


def _hid(user_id: InstrumentedAttribute[int | None]) -> ColumnElement[bool]:
    return exists().where(
        MarkRow.table_id == TableRow.id, MarkRow.kind == "hidden", MarkRow.user_id == user_id
    )


def _all_hid() -> ColumnElement[bool]:
    """Nobody who sits there, nor the host, wants to see the table any more."""
    looks_on = exists().where(
        SeatRow.table_id == TableRow.id,
        SeatRow.user_id.is_not(None),
        ~_hid(SeatRow.user_id),
    )
    return ~looks_on & or_(TableRow.host_id.is_(None), _hid(TableRow.host_id))


def _somebody_hid() -> ColumnElement[bool]:
    return exists().where(MarkRow.table_id == TableRow.id, MarkRow.kind == "hidden")


def _left_anything(doomed: Select[Any] | None = None) -> ColumnElement[bool]:
    """Whether a user is of any consequence to anybody: a seat, a table, a move, a line, a note, a request.

    What is at a table that goes is of none.
    """
    places: list[tuple[Any, Any]] = [
        (kind.user_id, kind.table_id) for kind in (SeatRow, LogRow, ChatRow, NoteRow, UndoRow, MarkRow)
    ]
    places.append((TableRow.host_id, TableRow.id))
    asked = select(UndoRow.table_id).where(UndoRow.id == ConsentRow.request_id).scalar_subquery()
    places.append((ConsentRow.user_id, asked))
    return or_(
        *(
            exists().where(person == UserRow.id, *(() if doomed is None else (table.not_in(doomed),)))
            for person, table in places
        )
    )
