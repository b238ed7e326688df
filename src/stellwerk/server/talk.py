"""Beside the game: chat for all at the table, and notes for oneself."""

from sqlalchemy import func, select

from stellwerk.server.core import Core, signed_in
from stellwerk.server.model import ChatLine, User
from stellwerk.server.problems import Conflict, Invalid
from stellwerk.server.texts import clean
from stellwerk.store.database import now
from stellwerk.store.schema import ChatRow, NoteRow

LONGEST_LINE, LONGEST_NOTE = 500, 20_000
MOST_LINES = 5_000
SHOWN_LINES = 200


def line_for(row: ChatRow, user: User | None) -> ChatLine:
    return ChatLine(row.id, row.name, user is not None and user.id == row.user_id, row.text, row.created)


class Talk(Core):
    def say(self, table: str, user: User | None, text: str) -> ChatLine:
        """A line of chat, under the name that the speaker has at the table."""
        user, text = signed_in(user), clean(text, LONGEST_LINE, "line")
        if not text:
            raise Invalid("There is nothing to say.")
        with self.db.write() as session:
            row = self.row(session, table, user)
            said = session.scalar(select(func.count()).select_from(ChatRow).where(ChatRow.table_id == row.id))
            if (said or 0) >= MOST_LINES:
                raise Conflict("The chat of this table is full.")
            name = next((s.name for s in self.seats(session, row) if s.user_id == user.id), user.name)
            line = ChatRow(table_id=row.id, user_id=user.id, name=name, text=text, created=now())
            session.add(line)
            session.flush()
            said_line = line_for(line, user)
        self.announce(table, {"kind": "chat", "since": said_line.id - 1})
        return said_line

    def chat(self, table: str, user: User | None, since: int = 0) -> list[ChatLine]:
        """The last lines after number `since`."""
        with self.db.read() as session:
            row = self.row(session, table, user)
            lines = session.scalars(
                select(ChatRow)
                .where(ChatRow.table_id == row.id, ChatRow.id > since)
                .order_by(ChatRow.id.desc())
                .limit(SHOWN_LINES)
            ).all()
        return [line_for(line, user) for line in reversed(lines)]

    def note(self, table: str, user: User | None) -> str:
        """What the user wrote down for himself at this table."""
        with self.db.read() as session:
            row = self.row(session, table, user)
            kept = session.get(NoteRow, (row.id, signed_in(user).id))
            return kept.text if kept is not None else ""

    def set_note(self, table: str, user: User | None, text: str) -> None:
        user, text = signed_in(user), clean(text, LONGEST_NOTE, "note", lines=True)
        with self.db.write() as session:
            row = self.row(session, table, user, lock=True)
            session.merge(NoteRow(table_id=row.id, user_id=user.id, text=text))

    def present(self, table: str) -> list[str]:
        """The names of those who have the table open."""
        return sorted(set(self.presence.users(table).values()))
