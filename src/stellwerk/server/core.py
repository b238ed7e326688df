"""What all parts of the service share: the database, the games in memory, and who sits where."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from math import inf
from typing import Protocol, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from stellwerk.bots import FORMER_NAMES, bots_of, manner_of
from stellwerk.engine import to_act
from stellwerk.engine.canonical import UNREADABLE
from stellwerk.engine.offload import ON_THE_SPOT, Offload
from stellwerk.engine.registry import GoneTitle, kept_title, title
from stellwerk.engine.text import Figures
from stellwerk.server.aids import aids_of
from stellwerk.server.claim import SYSTEM, Claim, Who
from stellwerk.server.clock import SYSTEM_CLOCK, Clock
from stellwerk.server.games import GameCache, Live, Record, seat_names
from stellwerk.server.judging import Verdicts
from stellwerk.server.limits import Limits
from stellwerk.server.model import Entry, Notice, Prompt, SeatInfo, TableInfo, User
from stellwerk.server.pace import asked_in, at_once, pace_of, pause_of
from stellwerk.server.problems import Conflict, Forbidden, Full, NotFound, NotSignedIn
from stellwerk.server.queue import BOTS_ALONE, PEOPLE_WAIT, Queue, State, Wish
from stellwerk.server.remarks import RemarkKind
from stellwerk.server.secrecy import entry_for, is_open
from stellwerk.server.settings import Settings
from stellwerk.server.table_lookup import Found, find_table
from stellwerk.server.user_text import is_slug
from stellwerk.store.database import Database
from stellwerk.store.schema import RemarkRow, SeatRow, TableRow, UserRow

Announce = Callable[[str, Notice], None]
"""Tells all who watch a table that something happened. Called after the commit."""


LOOK_AGAIN = 2.0
"""Seconds until it is looked again whether there is room."""


class Presence(Protocol):
    """Who has a table open now."""

    def users(self, table: str) -> Mapping[int, str]: ...


class Nobody:
    def users(self, table: str) -> Mapping[int, str]:
        return {}


class Sitting:
    """A table with its game at hand, of one moment: who asks, in which transaction."""

    def __init__(self, found: Found, live: Record, verdicts: Verdicts, session: Session) -> None:
        self.found, self.session, self.verdicts = found, session, verdicts
        self.row, self.seats, self.user = found.row, found.seats, found.user
        self.live = live
        """The game as it is, and after a move as it will be when the transaction is committed."""
        self.then: list[Callable[[], None]] = []
        """What is to be told after the commit."""

    def mine(self, user: User | None) -> list[int]:
        return seats_of(self.seats, user)

    @property
    def own_seats(self) -> list[int]:
        return seats_of(self.seats, self.user)

    def entries_for(self, user: User | None, since: int, limit: int | None = None) -> list[Entry]:
        return entries_for(self.live, self.mine(user), since, limit)


def entries_for(live: Record, mine: Sequence[int], since: int = 0, limit: int | None = None) -> list[Entry]:
    """Return the log after entry `since`, as the holder of these seats may see it."""
    found = live.entries[since : None if limit is None else since + limit]
    names, opened = seat_names(live.state), is_open(live.state)
    return [entry_for(logged, names, frozenset(mine), opened) for logged in found]


def seats_of(seats: Iterable[SeatRow], user: User | None) -> list[int]:
    return [seat.seat for seat in seats if user is not None and seat.user_id == user.id]


def people(seats: Iterable[SeatRow]) -> set[int]:
    """Return the users at a table, each once."""
    return {seat.user_id for seat in seats if seat.user_id is not None}


def plays(game: str, bot: str) -> bool:
    """Whether there is a bot of this name for a game, with a temperament or under an earlier name, too."""
    thinks = title(game).thinking is not None and manner_of(bot) is not None
    return thinks or bot in bots_of(game)


def bot_is_missing(game: str, seat: SeatRow) -> bool:
    """Whether a seat is held by a bot that is not installed any more."""
    if seat.kind != "bot" or isinstance(kept_title(game), GoneTitle):
        return False
    return not plays(game, seat.bot or "random")


def bot_at(seat: SeatRow | SeatInfo) -> str | None:
    """Return the bot that plays a seat, its own one or one that stands in; None where a person does."""
    if seat.kind == "bot":
        return FORMER_NAMES.get(seat.bot or "", seat.bot) or "random"
    return seat.stand_in


MOST_REMARKS = 999
"""That stay at a table when another one comes."""
BOT_JOB = "bot"
"""The kind of job in which a bot thinks about its move."""


class BotTurn(Struct, frozen=True):
    """A bot is to move in a position."""

    table: str
    version: int
    """In which it is asked; others who act at the same time may have moved since."""
    seat: int
    bot: str
    row: int = 1
    """How many moves of this table were made in a row by whoever has the job."""


def asks(live: Record, turn: BotTurn) -> bool:
    """Return whether a bot's seat is asked what it was asked when its turn began."""
    if live.stop is not None or turn.seat not in to_act(live.state):
        return False
    return asked_in(live, turn.seat) <= turn.version <= live.version


def turns_of(
    row: TableRow, seats: Sequence[SeatRow], acting: Iterable[int], live: Record | None = None
) -> list[BotTurn]:
    """Return what bots are asked now.

    One of them; all, where the rules let them act at the same time without seeing what others do. `live`
    tells; without it they are asked one after the other.
    """
    found = []
    for number in acting:
        bot = bot_at(seats[number]) if 0 <= number < len(seats) else None
        if bot is not None and plays(row.game, bot):
            together = live is not None and at_once(live)
            version = asked_in(live, number) if together and live is not None else row.version
            found.append(BotTurn(row.slug, version, number, bot))
            if not together:
                break
    return found


def wish_for(row: TableRow, seats: Sequence[SeatRow], turn: BotTurn, due: int) -> Wish:
    """Return the job in which a bot thinks about its move."""
    return Wish(
        kind=BOT_JOB,
        key=f"{turn.table}/{turn.version}/{turn.seat}/{turn.bot}",
        payload=msgspec.json.encode(turn).decode(),
        table_id=row.id,
        host_id=row.host_id or 0,
        priority=PEOPLE_WAIT if people(seats) else BOTS_ALONE,
        due=due,
    )


def alone(seats: Sequence[SeatRow], user: User | None) -> bool:
    """Return whether nobody but this user and bots plays.

    Whoever will sit down on an open seat is somebody else.
    """
    awaited = any(seat.kind == "open" for seat in seats)
    return user is not None and people(seats) == {user.id} and not awaited


def signed_in(user: User | None) -> User:
    if user is None:
        raise NotSignedIn("Please enter a name or sign in first.")
    return user


T = TypeVar("T")
D = TypeVar("D")


def kept(text: str, kind: type[T], otherwise: D) -> T | D:
    """What is kept beside the log; one damaged row must not close a list of tables."""
    try:
        return msgspec.json.decode(text, type=kind)
    except UNREADABLE:
        return otherwise


class NotBegun(Conflict):
    """There is a table, but no game on it yet."""

    def __init__(self, found: Found) -> None:
        super().__init__("The game has not begun yet.")
        self.found = found


class Core:
    def __init__(
        self,
        db: Database,
        settings: Settings,
        offload: Offload = ON_THE_SPOT,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        self.db = db
        self.settings = settings
        self.offload = offload
        self.clock = clock
        self.lives = GameCache(settings.cached_games, offload)
        self.announce: Announce = lambda table, notice: None
        self.queue = Queue(db, clock)
        self.call_workers: Callable[[int], None] = lambda due: None
        """Tells those who work that there is a job, due then; called after the commit."""
        self.presence: Presence = Nobody()
        self.limits = Limits(clock)
        self.secrets: dict[str, str] = {}
        self._looked, self._full = -inf, False

    def must_have_room(self) -> None:
        """Full when the disk or the database is: nothing new begins, games that have begun go on."""
        now = self.clock.monotonic()
        if now - self._looked > LOOK_AGAIN:
            free, size, settings = self.db.free(), self.db.size(), self.settings
            self._full = (free is not None and free < settings.least_free) or bool(
                settings.database_limit and size > settings.database_limit
            )
            self._looked = now
        if self._full:
            raise Full("The server has no room for anything new; games that have begun go on.")

    # -- finding

    def row(self, session: Session, table: str, user: User | None, *, lock: bool = False) -> TableRow:
        """Return the table, if this user may know of it.

        `lock`: nobody else changes it in this transaction.
        """
        query = select(TableRow).where(TableRow.slug == table)
        found = session.scalar(query.with_for_update() if lock else query) if is_slug(table) else None
        if found is None or (found.sandbox_of and (user is None or found.host_id != user.id)):
            raise NotFound("There is no such table.")
        return found

    def hosted(self, session: Session, table: str, user: User | None, *, lock: bool = True) -> TableRow:
        """Return the table, locked, for its host."""
        found = self.row(session, table, user, lock=lock)
        if found.host_id != signed_in(user).id:
            raise Forbidden("Only the host can do that.")
        return found

    def seats(self, session: Session, row: TableRow) -> list[SeatRow]:
        return list(session.scalars(select(SeatRow).where(SeatRow.table_id == row.id).order_by(SeatRow.seat)))

    def find(self, session: Session, table: str, who: Who, *, lock: bool = False) -> Found:
        """Return the table, its seats and who asks, if that person may know of it."""
        found = find_table(session, table, who, lock=lock) if is_slug(table) else None
        if found is None:
            raise NotFound("There is no such table.")
        user = found.user
        if isinstance(who, Claim):
            (self.limits.forget if user is None else self.limits.learn)(who.proof)
        own = user is not None and found.row.host_id == user.id
        if found.row.sandbox_of and not own and who is not SYSTEM:
            raise NotFound("There is no such table.")
        return found

    def _begun(self, session: Session, table: str, who: Who, *, lock: bool = False) -> Found:
        found = self.find(session, table, who, lock=lock)
        if found.row.players is None:
            raise NotBegun(found)
        return found

    @contextmanager
    def sitting(self, table: str, who: Who) -> Iterator[Sitting]:
        """Look at a running (or finished) table's game, brought up to date: one lock, one transaction."""
        with ExitStack() as held:
            live = self.lives.get(table)
            if live is not None:
                held.enter_context(live.lock)
            session = held.enter_context(self.db.read())
            found = self._begun(session, table, who)
            if live is None:  # nobody fills the memory with tables that are not there
                live = self.lives.of(table)
                held.enter_context(live.lock)
                if live.version > found.row.version:  # others moved while we waited: look again
                    session.rollback()
                    session.expunge_all()
                    found = self._begun(session, table, who)
            record = live.sync(found.row, session)
            if record.stop is not None and found.row.acting != "[]":
                self._nobody_acts(found.row)
            yield Sitting(found, record, live.verdicts, session)

    @contextmanager
    def moving(self, table: str, who: Who) -> Iterator[Sitting]:
        """Change a table's game: one lock and one transaction, in which nobody else changes it.

        What is written becomes the game in memory when it is committed; then it is told. A log that has to be
        followed first is followed outside the transaction, so that nobody waits for it who wants to write.
        """
        live = self.at_hand(table, who)
        with live.lock:
            while True:
                with self.db.write() as session:
                    found = self._begun(session, table, who, lock=True)
                    if current := live.follows(found.row):
                        assert live.record is not None
                        sitting = Sitting(found, live.record, live.verdicts, session)
                        yield sitting
                if current:
                    live.record = sitting.live
                    break
                with self.db.read() as session:
                    live.sync(self._begun(session, table, who).row, session)
        for tell in sitting.then:
            tell()

    def at_hand(self, table: str, who: Who) -> Live:
        """Return the table's game in memory; it is loaded if it is not there."""
        live = self.lives.get(table)
        if live is None or live.record is None:
            with self.sitting(table, who):
                live = self.lives.of(table)
        return live

    def _nobody_acts(self, row: TableRow) -> None:
        """No list may call people to a table that can only be read."""
        with self.db.write() as session:
            session.execute(update(TableRow).where(TableRow.id == row.id).values(acting="[]"))
        set_committed_value(row, "acting", "[]")

    # -- bots

    def ask_bots(
        self,
        session: Session,
        row: TableRow,
        seats: Sequence[SeatRow],
        turns: Sequence[BotTurn],
        again: Collection[State] = ("failed", "cancelled"),
        rested: float = 0.0,
    ) -> int | None:
        """Ask for the moves of bots, in the caller's transaction.

        Returns when the first is due; None where no bot is to act.
        """
        now, pause = self.clock.now(), round(1000 * self.pause(row, seats))
        for number, turn in enumerate(turns, start=1):
            # One after the other, so that people see each.
            self.queue.ask(session, wish_for(row, seats, turn, now + number * pause), again, rested)
        return now + pause if turns else None

    def pause(self, row: TableRow, seats: Sequence[SeatRow]) -> float:
        """Seconds before a bot moves."""
        return pause_of(row.pace, people(seats), self.settings.bot_delay)

    def remark(self, session: Session, row: TableRow, seat: int, kind: RemarkKind, figures: Figures) -> None:
        """Write down what happens at a table beside the game; of very much, the last are kept."""
        here = RemarkRow.table_id == row.id
        oldest = select(RemarkRow.id).where(here).order_by(RemarkRow.id.desc()).offset(MOST_REMARKS).limit(1)
        session.execute(delete(RemarkRow).where(here, RemarkRow.id <= oldest.scalar_subquery()))
        session.add(
            RemarkRow(
                table_id=row.id,
                number=row.version,
                at=row.at,
                seat=seat,
                kind=kind,
                figures=msgspec.json.encode(figures).decode(),
                created=self.clock.now(),
            )
        )

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
            self.info_of(
                row, seats[row.id], user, names.get(row.host_id or 0, ""), slugs.get(row.sandbox_of or 0)
            )
            for row in rows
        ]

    def info_of(
        self, row: TableRow, seats: Sequence[SeatRow], user: User | None, host: str, parent: str | None
    ) -> TableInfo:
        mine = seats_of(seats, user)
        acting = kept(row.acting, list[int], [])
        played = {seat.seat for seat in seats if seat.stand_in is None}
        present = self.presence.users(row.slug)
        return TableInfo(
            id=row.slug,
            name=row.name,
            game=row.game,
            game_name=kept_title(row.game).name,
            variant=row.variant,
            rulings=row.rulings,
            rules=row.rules,
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
                    missing=bot_is_missing(row.game, seat),
                    stand_in=seat.stand_in,
                )
                for seat in seats
            ],
            my_seats=mine,
            to_act=acting,
            your_turn=any(seat in acting and seat in played for seat in mine),
            result=kept(row.result, dict[str, int], {}) if row.result else None,
            sandbox=row.sandbox_of is not None,
            parent=parent,
            aids=aids_of(row, seats),
            coach=row.coach,
            chosen_seed=row.chosen_seed,
            pace=pace_of(self.pause(row, seats)),
            asks=kept(row.asks, Prompt, None) if row.asks and row.acting != "[]" else None,
        )

    def info(self, table: str, who: Who) -> TableInfo:
        """Return a table at a glance."""
        with self.db.read() as session:
            return self.described(self.find(session, table, who))

    def described(self, found: Found) -> TableInfo:
        return self.info_of(found.row, found.seats, found.user, found.host, found.parent)
