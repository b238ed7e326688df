"""A person's own order among tables: names that only they see, what they hid, private copies, a rematch."""

from collections.abc import Sequence

from msgspec import structs
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from stellwerk.server.core import people, seats_of, signed_in
from stellwerk.server.lobby import LISTED, Lobby, check_setup, marked_by, new_seed, new_slug
from stellwerk.server.model import MarkKind, TableInfo, User
from stellwerk.server.problems import Conflict, Forbidden
from stellwerk.server.quotas import room_for_a_table
from stellwerk.server.user_text import clean
from stellwerk.store.schema import MarkRow, SeatRow, TableRow

NAMED: MarkKind = "named"
"""The mark that keeps what somebody calls a table; its `name` is that name."""


def own_names(session: Session, rows: Sequence[TableRow], user: User) -> dict[str, str]:
    """Return what this person calls these tables, by their links."""
    ids = {row.id: row.slug for row in rows}
    query = select(MarkRow.table_id, MarkRow.name).where(
        MarkRow.user_id == user.id, MarkRow.kind == NAMED, MarkRow.table_id.in_(ids)
    )
    return {ids[table]: name for table, name in session.execute(query)} if ids else {}


class OwnTables(Lobby):
    def with_own_names(self, tables: Sequence[TableInfo], user: User | None) -> list[TableInfo]:
        """Return these tables, each with the name that this person gave it."""
        if user is None or not tables:
            return list(tables)
        with self.db.read() as session:
            found = session.scalars(select(TableRow).where(TableRow.slug.in_([t.id for t in tables]))).all()
            names = own_names(session, found, user)
        return [
            structs.replace(table, own_name=names[table.id]) if table.id in names else table
            for table in tables
        ]

    def name_for_me(self, table: str, user: User | None, name: str) -> None:
        """Call a table something that only oneself sees; nothing gives it back its own name."""
        user, name = signed_in(user), clean(name, 80, "name")
        with self.db.write() as session:
            row = self.row(session, table, user, lock=True)
            self._must_be_mine(session, row, user)
            if name and name != row.name:
                self.mark(session, row, user.id, NAMED, name)
            else:
                session.execute(delete(MarkRow).where(*marked_by(row, user.id, NAMED)))

    def hidden_tables(self, user: User | None) -> list[TableInfo]:
        """Return what this person hid, the latest first."""
        if user is None:
            return []
        hidden = select(MarkRow.table_id).where(MarkRow.user_id == user.id, MarkRow.kind == "hidden")
        with self.db.read() as session:
            query = select(TableRow).where(TableRow.id.in_(hidden)).order_by(TableRow.updated.desc())
            return self.describe(session, session.scalars(query.limit(LISTED)).all(), user)

    def copies_of(self, user: User | None) -> list[TableInfo]:
        """Return the private copies in which this person tries things out, the latest first."""
        if user is None:
            return []
        with self.db.read() as session:
            query = select(TableRow).where(TableRow.host_id == user.id, TableRow.sandbox_of.is_not(None))
            rows = session.scalars(query.order_by(TableRow.updated.desc()).limit(LISTED)).all()
            return self.describe(session, rows, user)

    def rematch(self, table: str, user: User | None) -> TableInfo:
        """Make a table of the same set-up for the same people and bots.

        Others are asked whether they come; where nobody is, the game begins.
        """
        user = signed_in(user)
        self.must_have_room()
        with self.db.write() as session:
            old = self.row(session, table, user, lock=True)
            seats = self.seats(session, old)
            if not seats_of(seats, user):
                raise Forbidden("You do not sit at this table.")
            if old.status != "finished" or old.sandbox_of is not None:
                raise Conflict("This game is not over yet.")
            if old.components is not None:
                raise Conflict("A game with components of its own begins with a file.")
            check_setup(old.game, old.variant, old.rulings, len(seats))
            room_for_a_table(session, user)
            now = self.clock.now()
            row = TableRow(
                slug=new_slug(), name=old.name, game=old.game, variant=old.variant, rulings=old.rulings,
                seed=new_seed(), chosen_seed=False, status="waiting", public=False, aids=old.aids,
                pace=old.pace, host_starts=True, host_id=user.id, created=now, updated=now,
            )  # fmt: skip
            session.add(row)
            session.flush()
            chairs = [
                SeatRow(
                    table_id=row.id, seat=number, kind=seat.kind, user_id=seat.user_id, bot=seat.bot,
                    name="" if seat.kind == "open" else seat.name,
                    accepted=seat.kind == "bot" or seat.user_id == user.id,
                )
                for number, seat in enumerate(seats)
            ]  # fmt: skip
            session.add_all(chairs)
            session.flush()
            if people(chairs) == {user.id}:
                self.start_if_all_did(session, row, chairs)
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    def _must_be_mine(self, session: Session, row: TableRow, user: User) -> None:
        if row.host_id != user.id and not seats_of(self.seats(session, row), user):
            raise Forbidden("You do not sit at this table.")
