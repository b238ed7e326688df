"""Live: whoever watches a table hears of every change, in whichever process it was made."""

import asyncio
import contextlib
import secrets
import threading
from collections.abc import Callable, Mapping

import msgspec
from litestar.channels import ChannelsBackend, ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend

from stellwerk.server.clock import Clock
from stellwerk.server.model import Notice
from stellwerk.server.stream_limits import StreamLimits
from stellwerk.store.database import Database


def _backend(db: Database) -> ChannelsBackend:
    if db.sqlite:
        return MemoryChannelsBackend()
    # PostgreSQL's library takes its time to load, and not every server needs it.
    from stellwerk.server.postgres_channels import PostgresChannels

    return PostgresChannels(db.dsn)


def channels_for(db: Database) -> ChannelsPlugin:
    return ChannelsPlugin(
        _backend(db),
        channels=[EVERYWHERE],
        arbitrary_channels_allowed=True,
        subscriber_max_backlog=100,
        subscriber_backlog_strategy="dropleft",
    )


EVERYWHERE = "presence"
WORK = "work"
"""The channel on which processes call each other to work."""
"""Where the processes tell each other who watches."""


LOBBY = "lobby"
"""The channel on which is told that a table has come, gone, or changed who sits there."""


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
        self.called: Callable[[], None] = lambda: None
        """Another process has asked for work."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def announce(self, table: str, notice: Notice) -> None:
        """Tell all who watch the table; from any thread."""
        data = msgspec.json.encode(notice)
        self._publish(data, channel_of(table))
        if notice.kind == "table":
            self._publish(data, LOBBY)

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

    def tell_workers(self) -> None:
        """There is work that another process may have time for."""
        if self.several:
            self._publish(b"work", WORK)

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        if self.several:
            tasks = (self._hear(), self._tell(), self._hear_of_work())
            self._tasks = [asyncio.create_task(task) for task in tasks]

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

    async def _hear_of_work(self) -> None:
        async with self.channels.start_subscription([WORK]) as subscriber:
            async for _ in subscriber.iter_events():
                self.called()

    async def _tell(self) -> None:
        while True:
            await asyncio.sleep(Presence.FRESH / 3)
            self._publish(self.presence.told(), EVERYWHERE)
