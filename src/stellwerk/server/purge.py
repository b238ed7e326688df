"""Clearing up: what nobody uses any more, for operators whose disk is not endless."""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import ColumnElement, delete, exists, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from stellwerk.server.removing import clear_away
from stellwerk.server.session import DAYS as SESSION_DAYS
from stellwerk.store.database import Database, now
from stellwerk.store.schema import (
    ChatRow,
    ConsentRow,
    LogRow,
    MarkRow,
    NoteRow,
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


class Purged(Struct):
    waiting: int = 0
    copies: int = 0
    hidden: int = 0
    games: int = 0
    sessions: int = 0
    guests: int = 0


def purge(db: Database, days: int = USUAL_DAYS, games: int | None = None, dry: bool = False) -> Purged:
    """Delete what has not been touched for so many days.

    Tables that never began, private copies, guests who left nothing behind; tables that all their people
    have hidden at once. A dry run does not know which guests will be left without a table.

    Games that people play or played go only when `games` says after how many days.
    """
    purged = Purged()
    old = now() - days * DAY
    waiting = [TableRow.status == "waiting", TableRow.updated < old]
    purged.waiting = _tables(db, waiting, dry)
    purged.copies = _tables(db, [TableRow.sandbox_of.is_not(None), TableRow.updated < old], dry)
    purged.hidden = _tables(db, [TableRow.status != "waiting", _all_hid(), _somebody_hid()], dry)
    if games is not None:
        forgotten = [TableRow.status != "waiting", TableRow.sandbox_of.is_(None)]
        purged.games = _tables(db, [*forgotten, TableRow.updated < now() - games * DAY], dry)
    with db.write() as session:
        ended = SessionRow.created < now() - SESSION_DAYS * DAY
        purged.sessions = _count(session, SessionRow, ended)
        unused = [UserRow.password.is_(None), UserRow.created < old, ~_left_anything()]
        purged.guests = _count(session, UserRow, *unused)
        if not dry:
            session.execute(delete(SessionRow).where(ended))
            gone = select(UserRow.id).where(*unused)
            for kind in (SessionRow, TokenRow):
                session.execute(delete(kind).where(kind.user_id.in_(gone)))
            session.execute(delete(UserRow).where(*unused).execution_options(synchronize_session=False))
    if db.sqlite and not dry:
        db.shrink()
    return purged


def _count(session: Session, kind: type[SessionRow] | type[UserRow], *conditions: ColumnElement[bool]) -> int:
    return session.scalar(select(func.count()).select_from(kind).where(*conditions)) or 0


def _tables(db: Database, conditions: Sequence[ColumnElement[bool]], dry: bool) -> int:
    """A few at a time, so that a running server gets its turn in between."""
    query = select(TableRow).where(*conditions).order_by(TableRow.id)
    if dry:
        with db.read() as session:
            return len(session.scalars(query).all())
    count = 0
    while True:
        with db.write() as session:
            found = session.scalars(query.limit(BATCH)).all()
            for row in found:
                if session.get(TableRow, row.id) is not None:  # it may have gone with its parent
                    clear_away(session, row)
                    count += 1
        if not found:
            return count


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


def _left_anything() -> ColumnElement[bool]:
    """Whether a user is of any consequence to anybody: a seat, a table, a move, a line, a note, a request."""
    return or_(
        *(
            exists().where(column == UserRow.id)
            for column in (
                SeatRow.user_id,
                TableRow.host_id,
                LogRow.user_id,
                ChatRow.user_id,
                NoteRow.user_id,
                UndoRow.user_id,
                ConsentRow.user_id,
                MarkRow.user_id,
            )
        )
    )
