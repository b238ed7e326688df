"""Bots at the tables: one thread that moves for them, a little later than the people could."""

import heapq
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct
from sqlalchemy import func, select

from stellwerk.bots import Bot, make_bot
from stellwerk.engine import to_act
from stellwerk.engine.play import prepare
from stellwerk.server.claim import SYSTEM
from stellwerk.server.core import kept
from stellwerk.server.failures import note
from stellwerk.server.problems import NotFound
from stellwerk.server.service import TableService
from stellwerk.store.schema import SeatRow, TableRow

_log = logging.getLogger("stellwerk.server")
LISTED = 10_000
KEPT = 200
"""Bots that are remembered, those that moved last."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 300.0
"""Seconds until a move that failed is tried again: twice as long each time."""
SWEEP = 60.0
"""Seconds between two looks at all tables where a bot is to act, should one have been forgotten."""
IDLE = 30_000
"""Only tables that have not moved for so many milliseconds are looked at then."""
TOGETHER = 500
"""Tables that are asked for in one statement."""
REMEMBERED = 1_000
"""Hosts of whom it is known when a bot moved for them last."""


class Place(Struct, frozen=True):
    """Where a table stands among those whose bots are due."""

    host: int
    watched: bool
    """Whether people sit there, who wait for the bot."""


NOWHERE = Place(0, False)


class BotRunner:
    """Tables where a bot may be to act wait here; each is looked at when it is due.

    Of those that are due, tables with people come before those of bots alone, and the host who has waited
    longest before the others: whoever has many tables waits for them, and nobody else does.
    """

    def __init__(self, service: TableService, moved: Callable[[], None] = lambda: None) -> None:
        self.service = service
        self.moved = moved
        self.clock = service.clock
        self.delay = service.settings.bot_delay
        self._due: list[tuple[float, str]] = []
        self._waiting: set[str] = set()
        self._ready: dict[str, Place | None] = {}
        """Those that are due, in the order in which they became so; None until it is known whose they are."""
        self._served: OrderedDict[int, int] = OrderedDict()
        """By host: the number of the last move that was made for them."""
        self._moves = 0
        self._failures: dict[str, int] = {}
        """How often in a row a table's bot has failed."""
        self._sweep_at = self.clock.monotonic() + SWEEP
        self._changed = threading.Condition()
        self._stopping = False
        self._bots: dict[tuple[str, int, str], Bot] = {}
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, also with the tables that a stopped server left in the middle."""
        self.service.wake_bots = self.wake
        self._thread = threading.Thread(target=self._run, name="bots", daemon=True)
        self._thread.start()
        self._sweep(0)

    def stop(self) -> None:
        with self._changed:
            self._stopping = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def wake(self, table: str, pause: float | None = None) -> None:
        with self._changed:
            if table not in self._waiting:
                self._waiting.add(table)
                due = self.clock.monotonic() + (self.delay if pause is None else pause)
                heapq.heappush(self._due, (due, table))
                self._changed.notify()

    def _left(self, idle: int) -> list[str]:
        """Tables where a bot is to act and nothing has happened for so many milliseconds."""
        query = (
            select(TableRow.slug, TableRow.acting, SeatRow.seat)
            .join(SeatRow, SeatRow.table_id == TableRow.id)
            .where(
                TableRow.status == "running",
                SeatRow.kind == "bot",
                TableRow.updated <= self.clock.now() - idle,
            )
            .limit(LISTED)
        )
        with self.service.db.read() as session:
            rows = session.execute(query).all()
        acting = {slug: kept(text, list[int], []) for slug, text, _ in rows}
        return list(dict.fromkeys(slug for slug, _, seat in rows if seat in acting[slug]))

    def _sweep(self, idle: int) -> None:
        self._sweep_at = self.clock.monotonic() + SWEEP
        try:
            for slug in self._left(idle):
                self.wake(slug)
        except Exception as error:  # the database is away: the next sweep finds them
            _log.error("bots", extra={"problem": type(error).__name__})
            self._sweep_at = self.clock.monotonic() + SWEEP / 10

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._stopping and self._next() > self.clock.monotonic():
                    self._changed.wait(max(0.0, self._next() - self.clock.monotonic()))
                if self._stopping:
                    return
                while self._due and self._due[0][0] <= self.clock.monotonic():
                    self._ready[heapq.heappop(self._due)[1]] = None
            if self._ready:
                self._try(self._pick())
            else:
                self._sweep(IDLE)

    def _next(self) -> float:
        """When there is something to do again."""
        if self._ready:
            return self.clock.monotonic()
        return min(self._due[0][0], self._sweep_at) if self._due else self._sweep_at

    def _pick(self) -> str:
        """Take the table whose turn it is among those that are due."""
        if len(self._ready) > 1:
            try:
                self._ready |= self._places([table for table, place in self._ready.items() if place is None])
            except Exception as error:  # then they come in the order in which they became due
                note("bots", error)
        table = min(self._ready, key=lambda table: self._rank(self._ready[table] or NOWHERE))
        place = self._ready.pop(table)
        with self._changed:
            self._waiting.discard(table)
        if place is not None:
            self._moves += 1
            self._served[place.host] = self._moves
            self._served.move_to_end(place.host)
            if len(self._served) > REMEMBERED:
                self._served.popitem(last=False)
        return table

    def _rank(self, place: Place) -> tuple[bool, int]:
        return not place.watched, self._served.get(place.host, 0)

    def _places(self, tables: list[str]) -> dict[str, Place]:
        """A table that is gone has no host, and is soon done."""
        found = dict.fromkeys(tables, Place(0, True))
        query = (
            select(TableRow.slug, TableRow.host_id, func.count(SeatRow.user_id))
            .join(SeatRow, SeatRow.table_id == TableRow.id)
            .group_by(TableRow.slug, TableRow.host_id)
        )
        with self.service.db.read() as session:
            for first in range(0, len(tables), TOGETHER):
                some = query.where(TableRow.slug.in_(tables[first : first + TOGETHER]))
                for slug, host, people in session.execute(some):
                    found[slug] = Place(host or 0, people > 0)
        return found

    def _try(self, table: str) -> None:
        """A move; one that fails is tried again later, and stops neither the table nor the others."""
        try:
            self.move(table)
        except NotFound:
            self._failures.pop(table, None)  # the table is gone
        except Exception as error:
            failed = self._failures[table] = self._failures.pop(table, 0) + 1
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failed - 1, 20))
            note("bot", error, failed=failed, again_in=pause)
            self.wake(table, pause)
        else:
            self._failures.pop(table, None)

    def _bot(self, table: str, seat: int, name: str, game: str) -> Bot:
        """Kept for a while: a bot that has made a plan need not think of it again."""
        key = (table, seat, name)
        bot = self._bots.pop(key, None) or make_bot(name, f"{table}/{seat}", game)
        self._bots[key] = bot
        if len(self._bots) > KEPT:
            del self._bots[next(iter(self._bots))]
        return bot

    def move(self, table: str) -> bool:
        """One move of one bot. The answer carries the version it was computed for."""
        seen = self.service.snapshot(table, SYSTEM, parts=())
        if seen.stop is not None:
            return False
        version, state, seats = seen.version, seen.state, seen.info.seats
        seat = next((seat for seat in to_act(state) if seat >= 0 and seats[seat].kind == "bot"), None)
        if seat is None:
            return False
        prepare(state, self.service.offload)
        # The bot's luck is its own: it comes neither from the game's seed nor from anything secret.
        action = self._bot(table, seat, seats[seat].bot or "random", state.setup.game)(state, seat)
        kept: bool = self.service.submit_for_bot(table, seat, action, version)
        if kept:
            self.moved()
        else:
            self.wake(table)  # the game moved on while the bot was thinking
        return kept
