"""Bots at the tables: one thread that moves for them, a little later than the people could."""

import heapq
import logging
import threading
import time
from collections.abc import Callable

from sqlalchemy import select

from stellwerk.bots import Bot, make_bot
from stellwerk.engine import to_act
from stellwerk.server.service import TableService
from stellwerk.store.schema import SeatRow, TableRow

_log = logging.getLogger("stellwerk.server")
LISTED = 10_000
KEPT = 200
"""Bots that are remembered, those that moved last."""


class BotRunner:
    """Tables where a bot may be to act wait here; each is looked at when it is due."""

    def __init__(self, service: TableService, moved: Callable[[], None] = lambda: None) -> None:
        self.service = service
        self.moved = moved
        self.delay = service.settings.bot_delay
        self._due: list[tuple[float, str]] = []
        self._waiting: set[str] = set()
        self._changed = threading.Condition()
        self._stopping = False
        self._bots: dict[tuple[str, int, str], Bot] = {}
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, also with the tables that a stopped server left in the middle."""
        self.service.wake_bots = self.wake
        self._thread = threading.Thread(target=self._run, name="bots", daemon=True)
        self._thread.start()
        for slug in self._left():
            self.wake(slug)

    def stop(self) -> None:
        with self._changed:
            self._stopping = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def wake(self, table: str) -> None:
        with self._changed:
            if table not in self._waiting:
                self._waiting.add(table)
                heapq.heappush(self._due, (time.monotonic() + self.delay, table))
                self._changed.notify()

    def _left(self) -> list[str]:
        query = (
            select(TableRow.slug)
            .join(SeatRow, SeatRow.table_id == TableRow.id)
            .where(TableRow.status == "running", SeatRow.kind == "bot")
            .distinct()
            .limit(LISTED)
        )
        with self.service.db.read() as session:
            return list(session.scalars(query))

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._stopping and (not self._due or self._due[0][0] > time.monotonic()):
                    self._changed.wait(self._due[0][0] - time.monotonic() if self._due else None)
                if self._stopping:
                    return
                _, table = heapq.heappop(self._due)
                self._waiting.discard(table)
            try:
                self.move(table)
            except Exception as error:  # a bot that fails must not stop the others
                _log.error("bot", extra={"problem": f"{type(error).__name__}: {error}"})

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
        with self.service.sitting_as_host(table) as sitting:
            version, state, seats = sitting.live.version, sitting.live.state, sitting.seats
        seat = next((seat for seat in to_act(state) if seat >= 0 and seats[seat].kind == "bot"), None)
        if seat is None:
            return False
        # The bot's luck is its own: it comes neither from the game's seed nor from anything secret.
        action = self._bot(table, seat, seats[seat].bot or "random", state.setup.game)(state, seat)
        kept: bool = self.service.submit_for_bot(table, seat, action, version)
        if kept:
            self.moved()
        else:
            self.wake(table)  # the game moved on while the bot was thinking
        return kept
