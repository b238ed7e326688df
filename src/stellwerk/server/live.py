"""Live: whoever watches a table hears of every change, in whichever process it was made."""

import asyncio
import contextlib
import logging
import secrets
import threading
from collections.abc import AsyncGenerator, Iterable, Mapping
from typing import Any

import msgspec
from litestar.channels import ChannelsBackend, ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from psycopg import AsyncConnection, Error

from stellwerk.server.clock import Clock
from stellwerk.server.model import Notice
from stellwerk.server.stream_limits import StreamLimits
from stellwerk.store.database import Database

_log = logging.getLogger("stellwerk.server")
WIRE = "stellwerk"
"""PostgreSQL's own channel; all tables share it."""
RETRY = 1.0


class PostgresChannels(ChannelsBackend):
    """Messages through LISTEN and NOTIFY. One connection listens, one notifies; both come back by themselves.

    Messages are small (a table and what kind of thing happened), so a lost one costs little: streams look
    after their table with every sign of life.
    """

    def __init__(self, dsn: str) -> None:
        self.dsn = dsn
        self._wanted: set[str] = set()
        self._queue: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._out: AsyncConnection[Any] | None = None

    async def on_startup(self) -> None:
        self._queue = asyncio.Queue()
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._listen(ready))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), 10)

    async def on_shutdown(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._out is not None:
            await self._out.close()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        for attempt in (1, 2):
            try:
                if self._out is None or self._out.closed:
                    self._out = await AsyncConnection.connect(self.dsn, autocommit=True)
                for channel in channels:
                    text = f"{channel} {data.decode()}"
                    await self._out.execute("select pg_notify(%s, %s)", (WIRE, text))
                return
            except (Error, OSError) as error:
                if self._out is not None:
                    await self._out.close()
                self._out = None
                if attempt == 2:
                    _log.error("notify", extra={"problem": type(error).__name__})

    async def subscribe(self, channels: Iterable[str]) -> None:
        self._wanted.update(channels)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        self._wanted.difference_update(channels)

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        while True:
            channel, data = await self._queue.get()
            if channel in self._wanted:
                yield channel, data

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        return []

    async def _listen(self, ready: asyncio.Event) -> None:
        while True:
            try:
                async with await AsyncConnection.connect(self.dsn, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {WIRE}")
                    ready.set()
                    async for notice in connection.notifies():
                        channel, _, data = notice.payload.partition(" ")
                        self._queue.put_nowait((channel, data.encode()))
            except (Error, OSError) as error:
                _log.error("listen", extra={"problem": type(error).__name__})
            await asyncio.sleep(RETRY)


def channels_for(db: Database) -> ChannelsPlugin:
    backend: ChannelsBackend = MemoryChannelsBackend() if db.sqlite else PostgresChannels(db.dsn)
    return ChannelsPlugin(
        backend,
        channels=[EVERYWHERE],
        arbitrary_channels_allowed=True,
        subscriber_max_backlog=100,
        subscriber_backlog_strategy="dropleft",
    )


EVERYWHERE = "presence"
"""Where the processes tell each other who watches."""


def channel_of(table: str) -> str:
    return f"table-{table}"


class Presence:
    """Who has which table open: in this process, and in the others as far as they told lately."""

    FRESH = 45.0

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.process = secrets.token_hex(4)
        self._lock = threading.Lock()
        self._here: dict[str, dict[int, tuple[str, int]]] = {}
        """Table -> user -> name and number of streams."""
        self._elsewhere: dict[str, tuple[float, dict[str, dict[int, str]]]] = {}

    def users(self, table: str) -> Mapping[int, str]:
        horizon = self.clock.monotonic() - self.FRESH
        found: dict[int, str] = {}
        with self._lock:
            for told, tables in self._elsewhere.values():
                if told > horizon:
                    found |= tables.get(table, {})
            found |= {user: name for user, (name, _) in self._here.get(table, {}).items()}
        return found

    def come(self, table: str, user: int, name: str) -> bool:
        """True when this user was not there before."""
        with self._lock:
            there = self._here.setdefault(table, {})
            _, streams = there.get(user, ("", 0))
            there[user] = (name, streams + 1)
            return streams == 0

    def go(self, table: str, user: int) -> bool:
        """True when this was the user's last stream."""
        with self._lock:
            there = self._here.get(table, {})
            name, streams = there.get(user, ("", 0))
            if streams > 1:
                there[user] = (name, streams - 1)
                return False
            there.pop(user, None)
            if not there:
                self._here.pop(table, None)
            return True

    def streams(self, user: int) -> int:
        with self._lock:
            return sum(there.get(user, ("", 0))[1] for there in self._here.values())

    def told(self) -> bytes:
        """Return what the other processes should know.

        Short of PostgreSQL's 8000 bytes, the rest is left out.
        """
        with self._lock:
            tables = {
                table: {user: name for user, (name, _) in there.items()}
                for table, there in self._here.items()
            }
        while len(data := msgspec.json.encode({"process": self.process, "tables": tables})) > 7000:
            tables.popitem()
        return data

    def heard(self, data: bytes) -> None:
        message = msgspec.json.decode(data, type=_Told)
        if message.process != self.process:
            with self._lock:
                self._elsewhere[message.process] = (self.clock.monotonic(), message.tables)


class _Told(msgspec.Struct):
    process: str
    tables: dict[str, dict[int, str]]


class Hub:
    """Between the service, which works in threads, and the channels, which live in the event loop."""

    def __init__(
        self, channels: ChannelsPlugin, presence: Presence, several: bool, places: int = 2_000
    ) -> None:
        self.channels = channels
        self.presence = presence
        self.several = several
        self.stream_limits = StreamLimits(places)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def announce(self, table: str, notice: Notice) -> None:
        """Tell all who watch the table; from any thread."""
        self._publish(msgspec.json.encode(notice), channel_of(table))

    def _publish(self, data: bytes, channel: str) -> None:
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closing: nobody watches any more
                loop.call_soon_threadsafe(self._now, data, channel)

    def _now(self, data: bytes, channel: str) -> None:
        with contextlib.suppress(RuntimeError):
            self.channels.publish(data, channel)

    def tell_presence(self, table: str) -> None:
        """Somebody came or went."""
        if self.several:
            self._publish(self.presence.told(), EVERYWHERE)
        self.announce(table, Notice("presence"))

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        if self.several:
            self._tasks = [asyncio.create_task(self._hear()), asyncio.create_task(self._tell())]

    async def stop(self) -> None:
        self._loop = None
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _hear(self) -> None:
        async with self.channels.start_subscription([EVERYWHERE]) as subscriber:
            async for data in subscriber.iter_events():
                with contextlib.suppress(msgspec.DecodeError):
                    self.presence.heard(data)

    async def _tell(self) -> None:
        while True:
            await asyncio.sleep(Presence.FRESH / 3)
            self._publish(self.presence.told(), EVERYWHERE)
