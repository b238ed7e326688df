"""The event stream of the lobby: that something has changed in one's lists, and nothing of what."""

import asyncio
from collections.abc import AsyncGenerator

import anyio
import msgspec
from anyio.to_thread import run_sync
from litestar.channels import ChannelsPlugin
from litestar.response import ServerSentEventMessage

from stellwerk.server.live import LOBBY, Hub, channel_of
from stellwerk.server.metrics import Metrics
from stellwerk.server.model import Notice, User
from stellwerk.server.service import TableService
from stellwerk.server.stream_limits import Visitor


class LobbyWatcher:
    """Hears of the tables of one person, and of tables that come, go, or change who sits there."""

    def __init__(
        self, service: TableService, hub: Hub, metrics: Metrics, user: User | None, visitor: Visitor
    ) -> None:
        self.service, self.hub, self.metrics = service, hub, metrics
        self.user, self.visitor = user, visitor

    def check(self) -> None:
        """TooMany when there is no place for this stream."""
        self.hub.stream_limits.check(self.visitor)

    def _channels(self) -> list[str]:
        return [LOBBY, *(channel_of(table.id) for table in self.service.tables_of(self.user))]

    async def events(self, channels: ChannelsPlugin) -> AsyncGenerator[ServerSentEventMessage, None]:
        heartbeat = self.service.settings.heartbeat
        heard = await run_sync(self._channels)
        subscriber = await channels.subscribe(heard)
        waiting: asyncio.Future[bytes] | None = None
        self.hub.stream_limits.opened(self.visitor)
        self.metrics.watchers.inc()
        try:
            notices = subscriber.iter_events()
            yield ServerSentEventMessage(data=None, comment="here", retry=2000)
            while True:
                waiting = waiting or asyncio.ensure_future(anext(notices))
                done, _ = await asyncio.wait({waiting}, timeout=heartbeat)
                if not done:
                    yield ServerSentEventMessage(data=None, comment="here")
                    continue
                notice, waiting = msgspec.json.decode(waiting.result(), type=Notice), None
                if notice.kind == "table":  # perhaps a table more: the new channels first, so none is missed
                    new = await run_sync(self._channels)
                    former, before = subscriber, heard
                    subscriber, heard = await channels.subscribe(new), new
                    await channels.unsubscribe(former, before)
                    notices = subscriber.iter_events()
                if notice.kind in ("table", "move"):
                    yield ServerSentEventMessage(event="lobby", data="{}")
        except StopAsyncIteration:
            return
        finally:
            self.hub.stream_limits.closed(self.visitor)
            self.metrics.watchers.dec()
            if waiting is not None:
                waiting.cancel()
            with anyio.CancelScope(shield=True):
                await channels.unsubscribe(subscriber, heard)
