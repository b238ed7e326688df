"""Messages between the processes of a server, through PostgreSQL."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Iterable
from typing import Any

from litestar.channels import ChannelsBackend
from psycopg import AsyncConnection, Error

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
