"""How much one person may leave on the server, so that nobody fills its disk.

Moves at a table are never refused for want of room: what is bounded here is everything new.
"""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from stellwerk.server.model import User
from stellwerk.server.problems import Conflict
from stellwerk.store.schema import NoteRow, TableRow

MOST_WAITING = 30
"""Tables that one host may have waiting."""
MOST_TABLES = 300
"""Tables of one host, those that are over included."""
MOST_COPIES = 30
"""Private copies of one person."""
MOST_ENTRIES = 200_000
"""Log entries of all tables of one host."""
MOST_COMPONENTS = 4_000_000
"""Characters in the corrected components of all tables of one host."""
MOST_NOTED = 400_000
"""Characters in all notes of one person."""


def _count(session: Session, user: User, *conditions: object) -> int:
    query = select(func.count()).select_from(TableRow).where(TableRow.host_id == user.id, *conditions)  # type: ignore[arg-type]
    return session.scalar(query) or 0


def room_for_a_table(
    session: Session, user: User, entries: int = 0, *, copy: bool = False, components: int = 0
) -> None:
    """Conflict when this host has enough tables, or enough of them in the log or in their components."""
    if copy:
        if _count(session, user, TableRow.sandbox_of.is_not(None)) >= MOST_COPIES:
            raise Conflict(
                "You have {most:# private copy|# private copies} already; delete one first.", most=MOST_COPIES
            )
    elif _count(session, user, TableRow.status == "waiting") >= MOST_WAITING:
        raise Conflict("You have {most:# table|# tables} waiting already.", most=MOST_WAITING)
    elif _count(session, user, TableRow.sandbox_of.is_(None)) >= MOST_TABLES:
        raise Conflict("You have {most:# table|# tables} already; delete one first.", most=MOST_TABLES)
    kept = session.scalar(select(func.sum(TableRow.version)).where(TableRow.host_id == user.id)) or 0
    if kept + entries > MOST_ENTRIES:
        raise Conflict(
            "Your tables hold {kept:# entry|# entries} and this one {entries}; {most} is the most. "
            "Delete one first.",
            kept=kept, entries=entries, most=MOST_ENTRIES,
        )  # fmt: skip
    if components:
        query = select(func.sum(func.length(TableRow.components))).where(TableRow.host_id == user.id)
        if (session.scalar(query) or 0) + components > MOST_COMPONENTS:
            raise Conflict(
                "The corrected components of your tables have at most {most} characters. Delete one first.",
                most=MOST_COMPONENTS,
            )


def room_for_a_note(session: Session, user: User, table_id: int, length: int) -> None:
    """Conflict when all notes of this person would be too much."""
    query = select(func.sum(func.length(NoteRow.text))).where(
        NoteRow.user_id == user.id, NoteRow.table_id != table_id
    )
    if length and (session.scalar(query) or 0) + length > MOST_NOTED:
        raise Conflict("All your notes together have at most {most} characters.", most=MOST_NOTED)
