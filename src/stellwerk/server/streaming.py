"""The event stream of a table: what happened, as this one watcher may see it."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from functools import partial
from typing import Any, TypeVar

import anyio
import msgspec
from anyio.to_thread import run_sync
from litestar.channels import ChannelsPlugin
from litestar.response import ServerSentEventMessage
from msgspec import Struct

from stellwerk.server.doors import Visitor
from stellwerk.server.failures import is_passing, note
from stellwerk.server.live import Hub, channel_of
from stellwerk.server.model import User
from stellwerk.server.observe import Metrics
from stellwerk.server.problems import Conflict, NotFound, TooMany
from stellwerk.server.service import TableService
from stellwerk.server.session import Claim, find_user

T = TypeVar("T")
MOST_STREAMS = 20
"""Of one person."""


class Notice(Struct):
    """What comes over the wire: small, and without anything secret."""

    kind: str
    version: int = 0
    since: int = 0
    request: int = 0


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
        self.visitor, self.claim = visitor, claim

    def check(self) -> None:
        """TooMany when there is no place for this stream."""
        if self.user is not None and self.hub.presence.streams(self.user.id) >= MOST_STREAMS:
            raise TooMany("You have {most} streams open already.", most=MOST_STREAMS)
        self.hub.doors.check(self.visitor)

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
        self.hub.doors.come(self.visitor)
        self.metrics.watchers.inc()
        if self.user is not None and self.hub.presence.come(self.table, self.user.id, self.user.name):
            self.hub.tell_presence(self.table)
        try:
            for message in await self._first():
                yield message
            while True:
                waiting = waiting or asyncio.ensure_future(anext(notices))
                done, _ = await asyncio.wait({waiting}, timeout=heartbeat)
                await self._still_signed_in()
                if done:
                    data, waiting = waiting.result(), None
                    messages = await self._answer(msgspec.json.decode(data, type=Notice))
                else:  # a sign of life; and should a notice have been lost, here is what it was about
                    messages = [ServerSentEventMessage(data=None, comment="here"), *await self._moves()]
                for message in messages:
                    yield message
        except (NotFound, StopAsyncIteration):
            yield ServerSentEventMessage(event="gone", data="{}")
        except Exception as error:
            if not is_passing(error):
                raise
            note("stream", error)  # it ends; browsers come back by themselves
        finally:
            self.hub.doors.go(self.visitor)
            self.metrics.watchers.dec()
            if waiting is not None:
                waiting.cancel()
            if self.user is not None and self.hub.presence.go(self.table, self.user.id):
                self.hub.tell_presence(self.table)
            with anyio.CancelScope(shield=True):
                await channels.unsubscribe(subscriber, [channel_of(self.table)])

    async def _call(self, function: Callable[..., T], *args: Any) -> T:
        return await run_sync(partial(function, self.table, *args))

    async def _still_signed_in(self) -> None:
        """Whoever has signed out meanwhile sees nothing more."""
        if self.user is not None and self.claim is not None:
            found = await run_sync(find_user, self.service, self.claim)
            if found is None or found.id != self.user.id:
                raise NotFound("You are signed out.")

    async def _first(self) -> list[ServerSentEventMessage]:
        """At once: what the watcher missed, and where the game stands."""
        info = await self._call(self.service.info, self.user)
        if self.since is None or self.since > info.version:
            self.since = info.version
        messages = [ServerSentEventMessage(data=None, comment="here", retry=2000)]
        if info.status == "waiting":
            return [*messages, _message("table", info)]
        return [*messages, *await self._moves(always=True), self._presence()]

    async def _moves(self, always: bool = False) -> list[ServerSentEventMessage]:
        since = self.since or 0
        try:
            news = await self._call(self.service.news, self.user, since)
        except Conflict:  # not begun yet
            return []
        if news.version <= since and not always:
            return []
        self.since = news.version
        return [_message("move", news, news.version)]

    async def _answer(self, notice: Notice) -> list[ServerSentEventMessage]:
        match notice.kind:
            case "move":
                return await self._moves() if notice.version > (self.since or 0) else []
            case "table":
                info = await self._call(self.service.info, self.user)
                return [_message("table", info), *await self._moves()]
            case "chat":
                lines = await self._call(self.service.chat, self.user, notice.since)
                return [_message("chat", line) for line in lines]
            case "undo":
                request = await self._call(self.service.undo_request, self.user, notice.request)
                return [_message("undo", request)] if request is not None else []
            case "presence":
                return [self._presence()]
        return []

    def _presence(self) -> ServerSentEventMessage:
        return _message("presence", {"present": self.service.present(self.table)})


def _message(event: str, data: object, id: int | None = None) -> ServerSentEventMessage:
    return ServerSentEventMessage(event=event, data=msgspec.json.encode(data), id=id)
