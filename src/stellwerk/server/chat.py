"""Chat for all at the table, and private notes."""

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.orm import Session

from stellwerk.server.claim import Who
from stellwerk.server.core import people, signed_in
from stellwerk.server.lobby import Lobby, unlike
from stellwerk.server.model import ChatLine, Notice, User
from stellwerk.server.problems import Conflict, Forbidden, Invalid, NotFound
from stellwerk.server.quotas import room_for_a_note
from stellwerk.server.sidebar import SHOWN_LINES
from stellwerk.server.user_text import clean
from stellwerk.store.schema import ChatRow, MarkRow, NoteRow

LONGEST_LINE, LONGEST_NOTE = 500, 20_000
LINES_OF_A_PLAYER = 1_000
LINES_OF_ONLOOKERS = 500
"""All of them together. The oldest lines go, so a chat is never full."""


def line_for(row: ChatRow, user: User | None) -> ChatLine:
    return ChatLine(row.id, row.name, user is not None and user.id == row.user_id, row.text, row.created)


def _make_room(session: Session, whose: ColumnElement[bool], table_id: int, most: int) -> None:
    """Of these people's lines only the last are kept."""
    here = (ChatRow.table_id == table_id, whose)
    old = session.scalars(
        select(ChatRow.id).where(*here).order_by(ChatRow.id.desc()).offset(most - 1).limit(1)
    )
    if (first := old.first()) is not None:
        session.execute(delete(ChatRow).where(*here, ChatRow.id <= first))


class Chat(Lobby):
    def say(self, table: str, user: User | None, text: str) -> ChatLine:
        """Add a line of chat, under the name that the speaker has at the table."""
        user, text = signed_in(user), clean(text, LONGEST_LINE, "line")
        self.must_have_room()
        if not text:
            raise Invalid("There is nothing to say.")
        with self.db.write() as session:
            row = self.row(session, table, user)
            if session.get(MarkRow, (row.id, user.id, "muted")) is not None:
                raise Forbidden("The host has muted you at this table.")
            seats = self.seats(session, row)
            if row.host_id is None and not people(seats):
                raise Forbidden("Nobody sits at this table.")
            name = next((s.name for s in seats if s.user_id == user.id), None)
            players = people(seats)
            if name is None:  # nobody speaks under a player's name
                name = unlike(user.name, [s.name for s in seats if s.kind != "open"])
                _make_room(session, ChatRow.user_id.not_in(players), row.id, LINES_OF_ONLOOKERS)
            else:
                _make_room(session, ChatRow.user_id == user.id, row.id, LINES_OF_A_PLAYER)
            line = ChatRow(table_id=row.id, user_id=user.id, name=name, text=text, created=self.clock.now())
            session.add(line)
            session.flush()
            said_line = line_for(line, user)
            version = row.version
        self.announce(table, Notice("chat", version, since=said_line.id - 1))
        return said_line

    def mute(self, table: str, user: User | None, line: int) -> None:
        """The host wants to hear no more from whoever said this line; their other lines go too."""
        user = signed_in(user)
        with self.db.write() as session:
            row = self.hosted(session, table, user)
            said = session.get(ChatRow, line)
            if said is None or said.table_id != row.id:
                raise NotFound("There is no such line.")
            if said.user_id == user.id:
                raise Conflict("That is your own line.")
            self.mark(session, row, said.user_id, "muted", said.name)
            session.execute(
                delete(ChatRow).where(ChatRow.table_id == row.id, ChatRow.user_id == said.user_id)
            )
        self.announce(table, Notice("table"))

    def chat(self, table: str, who: Who, since: int = 0) -> list[ChatLine]:
        """Return the last lines after number `since`."""
        with self.db.read() as session:
            found = self.find(session, table, who)
            lines = session.scalars(
                select(ChatRow)
                .where(ChatRow.table_id == found.row.id, ChatRow.id > since)
                .order_by(ChatRow.id.desc())
                .limit(SHOWN_LINES)
            ).all()
        return [line_for(line, found.user) for line in reversed(lines)]

    def note(self, table: str, who: Who) -> str:
        """Return what somebody wrote down for themselves at this table."""
        with self.db.read() as session:
            found = self.find(session, table, who)
            kept = session.get(NoteRow, (found.row.id, signed_in(found.user).id))
            return kept.text if kept is not None else ""

    def set_note(self, table: str, user: User | None, text: str) -> None:
        user, text = signed_in(user), clean(text, LONGEST_NOTE, "note", lines=True)
        self.must_have_room()
        with self.db.write() as session:
            row = self.row(session, table, user, lock=True)
            room_for_a_note(session, user, row.id, len(text))
            session.merge(NoteRow(table_id=row.id, user_id=user.id, text=text))

    def present(self, table: str) -> list[str]:
        """Return the names of those who have the table open."""
        return sorted(set(self.presence.users(table).values()))
