"""Deletion of a table with everything that belongs to it."""

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from stellwerk.store.schema import (
    ChatRow,
    ConsentRow,
    JobRow,
    LogRow,
    MarkRow,
    NoteRow,
    OwnPuzzleRow,
    PuzzleAnswerRow,
    RemarkRow,
    SeatRow,
    TableRow,
    ThoughtRow,
    UndoRow,
)


def delete_table(session: Session, row: TableRow) -> list[str]:
    """Delete a table and its private copies; returns their links."""
    gone = [row.slug]
    for copy in session.scalars(select(TableRow).where(TableRow.sandbox_of == row.id)).all():
        gone += delete_table(session, copy)
    requests = select(UndoRow.id).where(UndoRow.table_id == row.id)
    session.execute(delete(ConsentRow).where(ConsentRow.request_id.in_(requests)))
    session.execute(delete(PuzzleAnswerRow).where(PuzzleAnswerRow.puzzle.startswith(f"{row.slug}-")))
    for kind in (
        OwnPuzzleRow,
        JobRow,
        ThoughtRow,
        RemarkRow,
        UndoRow,
        ChatRow,
        NoteRow,
        MarkRow,
        LogRow,
        SeatRow,
    ):
        session.execute(delete(kind).where(kind.table_id == row.id))
    session.delete(row)
    session.flush()
    return gone
