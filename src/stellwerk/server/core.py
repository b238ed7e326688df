"""What all parts of the service share: the database, the games in memory, and who sits where."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import msgspec
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from stellwerk.engine import title
from stellwerk.engine.registry import is_installed
from stellwerk.server.games import GameCache, Live, seat_names
from stellwerk.server.limits import Limits
from stellwerk.server.model import Entry, SeatInfo, TableInfo, User
from stellwerk.server.problems import Conflict, Forbidden, Full, NotFound, NotSignedIn
from stellwerk.server.secrecy import entry_for, is_open
from stellwerk.server.settings import Settings
from stellwerk.server.texts import is_slug
from stellwerk.store.database import Database
from stellwerk.store.schema import SeatRow, TableRow, UserRow

Announce = Callable[[str, Mapping[str, Any]], None]
"""Tells all who watch a table that something happened: (table, small message). Called after the commit."""


LOOK_AGAIN = 2.0
"""Seconds until it is looked again whether there is room."""


class Presence(Protocol):
    """Who has a table open now."""

    def users(self, table: str) -> Mapping[int, str]: ...


class Nobody:
    def users(self, table: str) -> Mapping[int, str]:
        return {}


class Sitting:
    """A table with its game at hand, held by this thread."""

    def __init__(self, row: TableRow, seats: Sequence[SeatRow], live: Live) -> None:
        self.row, self.seats, self.live = row, seats, live

    @property
    def names(self) -> tuple[str, ...]:
        return seat_names(self.live.state)

    def mine(self, user: User | None) -> list[int]:
        return seats_of(self.seats, user)

    @property
    def latest(self) -> int:
        """The last point of the history. Where the log cannot be followed, it lies out of reach."""
        reached: int = self.live.state.version
        return reached if self.live.stop is None else max(self.row.at, reached + 1)

    def entries_for(self, user: User | None, since: int, limit: int | None = None) -> list[Entry]:
        found = self.live.entries[since : None if limit is None else since + limit]
        mine, opened = frozenset(self.mine(user)), is_open(self.live.state)
        return [entry_for(logged, self.names, mine, opened) for logged in found]


def seats_of(seats: Iterable[SeatRow], user: User | None) -> list[int]:
    return [seat.seat for seat in seats if user is not None and seat.user_id == user.id]


def people(seats: Iterable[SeatRow]) -> set[int]:
    """The users at a table, each once."""
    return {seat.user_id for seat in seats if seat.user_id is not None}


def alone(seats: Sequence[SeatRow], user: User | None) -> bool:
    """Whether nobody but this user and bots plays. Whoever will sit down on an open seat is somebody else."""
    awaited = any(seat.kind == "open" for seat in seats)
    return user is not None and people(seats) == {user.id} and not awaited


def signed_in(user: User | None) -> User:
    if user is None:
        raise NotSignedIn("Please say who you are first.")
    return user


class Core:
    def __init__(self, db: Database, settings: Settings) -> None:
        self.db = db
        self.settings = settings
        self.lives = GameCache(settings.cached_games)
        self.announce: Announce = lambda table, message: None
        self.wake_bots: Callable[[str], None] = lambda table: None
        self.presence: Presence = Nobody()
        self.limits = Limits()
        self._looked, self._full = -LOOK_AGAIN, False

    def must_have_room(self) -> None:
        """Full when the disk or the database is: nothing new begins, games that have begun go on."""
        if time.monotonic() - self._looked > LOOK_AGAIN:
            free, size, settings = self.db.free(), self.db.size(), self.settings
            self._full = (free is not None and free < settings.least_free) or bool(
                settings.database_limit and size > settings.database_limit
            )
            self._looked = time.monotonic()
        if self._full:
            raise Full("The server has no room for anything new; games that have begun go on.")

    # -- finding

    def row(self, session: Session, table: str, user: User | None, *, lock: bool = False) -> TableRow:
        """The table, if this user may know of it. `lock`: nobody else changes it in this transaction."""
        query = select(TableRow).where(TableRow.slug == table)
        found = session.scalar(query.with_for_update() if lock else query) if is_slug(table) else None
        if found is None or (found.sandbox_of and (user is None or found.host_id != user.id)):
            raise NotFound("There is no such table.")
        return found

    def hosted(self, session: Session, table: str, user: User | None, *, lock: bool = True) -> TableRow:
        """The table, locked, for its host."""
        found = self.row(session, table, user, lock=lock)
        if found.host_id != signed_in(user).id:
            raise Forbidden("Only the host can do that.")
        return found

    def seats(self, session: Session, row: TableRow) -> list[SeatRow]:
        return list(session.scalars(select(SeatRow).where(SeatRow.table_id == row.id).order_by(SeatRow.seat)))

    @contextmanager
    def sitting(self, table: str, user: User | None) -> Iterator[Sitting]:
        """Hold a running (or finished) table's game, brought up to date."""
        if table not in self.lives:
            with self.db.read() as session:
                self.row(session, table, user)  # nobody fills the memory with tables that are not there
        live = self.lives.of(table)
        with live.lock:
            with self.db.read() as session:
                row = self.row(session, table, user)
                if row.players is None:
                    raise Conflict("The game has not begun yet.")
                seats = self.seats(session, row)
                live.sync(row, session)
            if live.stop is not None and row.acting != "[]":
                self._nobody_acts(row)
            yield Sitting(row, seats, live)

    def _nobody_acts(self, row: TableRow) -> None:
        """No list may call people to a table that can only be read."""
        with self.db.write() as session:
            session.execute(update(TableRow).where(TableRow.id == row.id).values(acting="[]"))

    # -- describing

    def describe(self, session: Session, rows: Sequence[TableRow], user: User | None) -> list[TableInfo]:
        if not rows:
            return []
        seats: dict[int, list[SeatRow]] = {row.id: [] for row in rows}
        query = select(SeatRow).where(SeatRow.table_id.in_(seats)).order_by(SeatRow.seat)
        for seat in session.scalars(query):
            seats[seat.table_id].append(seat)
        hosts = {row.host_id for row in rows if row.host_id is not None}
        named = session.execute(select(UserRow.id, UserRow.name).where(UserRow.id.in_(hosts)))
        names = {row[0]: row[1] for row in named}
        parents = {row.sandbox_of for row in rows if row.sandbox_of is not None}
        slugs: dict[int, str] = {}
        if parents:
            found = session.execute(select(TableRow.id, TableRow.slug).where(TableRow.id.in_(parents)))
            slugs = {row[0]: row[1] for row in found}
        return [
            self._info(
                row, seats[row.id], user, names.get(row.host_id or 0, ""), slugs.get(row.sandbox_of or 0)
            )
            for row in rows
        ]

    def _info(
        self, row: TableRow, seats: Sequence[SeatRow], user: User | None, host: str, parent: str | None
    ) -> TableInfo:
        mine = seats_of(seats, user)
        acting = msgspec.json.decode(row.acting, type=list[int])
        present = self.presence.users(row.slug)
        return TableInfo(
            id=row.slug,
            name=row.name,
            game=row.game,
            game_name=title(row.game).name if is_installed(row.game) else row.game,
            variant=row.variant,
            rulings=row.rulings,
            status=row.status,  # type: ignore[arg-type]
            public=row.public,
            host=host,
            mine=user is not None and row.host_id == user.id,
            created=row.created,
            updated=row.updated,
            version=row.version,
            at=row.at,
            seats=[
                SeatInfo(
                    seat=seat.seat,
                    kind=seat.kind,  # type: ignore[arg-type]
                    name=seat.name,
                    bot=seat.bot,
                    mine=seat.seat in mine,
                    host=seat.user_id is not None and seat.user_id == row.host_id,
                    accepted=seat.accepted,
                    present=seat.user_id in present,
                    to_act=seat.seat in acting,
                )
                for seat in seats
            ],
            my_seats=mine,
            to_act=acting,
            your_turn=any(seat in acting for seat in mine),
            result=msgspec.json.decode(row.result, type=dict[str, int]) if row.result else None,
            sandbox=row.sandbox_of is not None,
            parent=parent,
            chosen_seed=row.chosen_seed,
        )

    def info(self, table: str, user: User | None) -> TableInfo:
        """A table at a glance."""
        with self.db.read() as session:
            return self.describe(session, [self.row(session, table, user)], user)[0]
