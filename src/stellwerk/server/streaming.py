"""The event stream of a table: what happened, as this one watcher may see it."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from functools import partial
from typing import Any, TypeVar

import anyio
import msgspec
from anyio.to_thread import run_sync
from litestar.channels import ChannelsPlugin
from litestar.response import ServerSentEventMessage

from stellwerk.server.claim import Claim, Who
from stellwerk.server.failures import is_passing, note
from stellwerk.server.live import Hub, channel_of
from stellwerk.server.metrics import Metrics
from stellwerk.server.model import Notice, User
from stellwerk.server.problems import NotFound, TooMany
from stellwerk.server.service import TableService
from stellwerk.server.snapshot import Snapshot
from stellwerk.server.stream_limits import Visitor

T = TypeVar("T")
MOST_STREAMS = 20
"""Of one person."""
LINES_HEARD = 500


class Watcher:
    """One open stream."""

    def __init__(
        self,
        service: TableService,
        hub: Hub,
        metrics: Metrics,
        table: str,
        user: User | None,
        since: int | None,
        visitor: Visitor,
        claim: Claim | None = None,
    ) -> None:
        self.service, self.hub, self.metrics = service, hub, metrics
        self.table, self.user, self.since = table, user, since
        self.visitor = visitor
        self.heard: deque[int] = deque(maxlen=LINES_HEARD)
        """The lines of chat that were sent last."""
        self.who: Who = user if user is None or claim is None else claim

    def check(self) -> None:
        """TooMany when there is no place for this stream."""
        if self.user is not None and self.hub.presence.streams(self.user.id) >= MOST_STREAMS:
            raise TooMany("You have {most:# stream|# streams} open already.", most=MOST_STREAMS)
        self.hub.stream_limits.check(self.visitor)

    async def events(self, channels: ChannelsPlugin) -> AsyncGenerator[ServerSentEventMessage, None]:
        heartbeat = self.service.settings.heartbeat
        subscriber = await channels.subscribe([channel_of(self.table)])
        notices = subscriber.iter_events()
        waiting: asyncio.Future[bytes] | None = None
        try:
            self.check()  # many that knocked at once were all told that there is a place
        except TooMany:
            await channels.unsubscribe(subscriber, [channel_of(self.table)])
            return
        self.hub.stream_limits.opened(self.visitor)
        self.metrics.watchers.inc()
        if self.user is not None and self.hub.presence.come(self.table, self.user.id, self.user.name):
            self.hub.tell_presence(self.table)
        try:
            for message in await self._first():
                yield message
            while True:
                waiting = waiting or asyncio.ensure_future(anext(notices))
                done, _ = await asyncio.wait({waiting}, timeout=heartbeat)
                if done:
                    data, waiting = waiting.result(), None
                    messages = await self._answer(msgspec.json.decode(data, type=Notice))
                else:  # a sign of life; and should a notice have been lost, here is what it was about
                    messages = [
                        ServerSentEventMessage(data=None, comment="here"),
                        *self._moves(await self._look()),
                    ]
                for message in messages:
                    yield message
        except (NotFound, StopAsyncIteration):
            yield ServerSentEventMessage(event="gone", data="{}")
        except Exception as error:
            if not is_passing(error):
                raise
            note("stream", error)  # it ends; browsers come back by themselves
        finally:
            self.hub.stream_limits.closed(self.visitor)
            self.metrics.watchers.dec()
            if waiting is not None:
                waiting.cancel()
            if self.user is not None and self.hub.presence.go(self.table, self.user.id):
                self.hub.tell_presence(self.table)
            with anyio.CancelScope(shield=True):
                await channels.unsubscribe(subscriber, [channel_of(self.table)])

    async def _call(self, function: Callable[..., T], *args: Any) -> T:
        return await run_sync(partial(function, self.table, *args))

    async def _look(self) -> Snapshot:
        """Return the table now; whoever has signed out meanwhile sees nothing more."""
        found = await self._call(self.service.partial_snapshot, self.who)
        if self.user is not None and (found.user is None or found.user.id != self.user.id):
            raise NotFound("You are signed out.")
        return found

    async def _first(self) -> list[ServerSentEventMessage]:
        """At once: what the watcher missed, and where the game stands."""
        found = await self._look()
        if self.since is None or self.since > found.info.version:
            self.since = found.info.version
        messages = [ServerSentEventMessage(data=None, comment="here", retry=2000)]
        if found.info.status == "waiting":
            return [*messages, _message("table", found.info)]
        return [*messages, *self._moves(found, always=True), self._presence()]

    def _moves(self, found: Snapshot, always: bool = False) -> list[ServerSentEventMessage]:
        since = self.since or 0
        if found.game is None or (found.version <= since and not always):
            return []
        self.since = found.version
        return [_message("move", found.outcome(since), found.version)]

    async def _answer(self, notice: Notice) -> list[ServerSentEventMessage]:
        if notice.kind == "move" and notice.version <= (self.since or 0):
            return []
        found = await self._look()
        moves = self._moves(found)
        match notice.kind:
            case "table":
                return [_message("table", found.info), *moves]
            case "chat":
                # Where many speak at once, the first notice brings all their lines, the others only what it
                # could not see yet: a line with a lower number may be written later.
                found_lines = await self._call(self.service.chat, self.who, notice.since)
                lines = [line for line in found_lines if line.id not in self.heard]
                self.heard.extend(line.id for line in lines)
                return [*moves, *(_message("chat", line) for line in lines)]
            case "undo":
                request = await self._call(self.service.undo_request, self.who, notice.request)
                return [*moves, _message("undo", request)] if request is not None else moves
            case "presence":
                return [*moves, self._presence()]
            case "hint":
                return [*moves, _message("hint", {"version": notice.version})]
        return moves

    def _presence(self) -> ServerSentEventMessage:
        return _message("presence", {"present": self.service.present(self.table)})


def _message(event: str, data: object, id: int | None = None) -> ServerSentEventMessage:
    return ServerSentEventMessage(event=event, data=msgspec.json.encode(data), id=id)
