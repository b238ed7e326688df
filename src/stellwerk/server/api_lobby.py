"""The JSON interface to one's own lists of tables."""

from typing import Annotated, Any

from litestar import Request, get, post, put
from litestar.params import FromPath, JSONBody
from litestar.response import ServerSentEvent
from msgspec import Meta, Struct

from stellwerk.server.dependencies import Asker, Channels, Service
from stellwerk.server.failures import ERRORS
from stellwerk.server.lobby_stream import LobbyWatcher
from stellwerk.server.model import TableInfo
from stellwerk.server.session import address_of
from stellwerk.server.stream_limits import Visitor


class OwnName(Struct, forbid_unknown_fields=True):
    """What you call a table; nothing: what it is called."""

    name: Annotated[str, Meta(max_length=80)] = ""


@put("/tables/{table:str}/own-name", status_code=204, sync_to_thread=True, responses=ERRORS)
def own_name(service: Service, user: Asker, table: FromPath[str], data: JSONBody[OwnName]) -> None:
    """Call a table of yours something that only you see."""
    service.name_for_me(table, user, data.name)


@post("/tables/{table:str}/rematch", status_code=201, sync_to_thread=True, responses=ERRORS)
def rematch(service: Service, user: Asker, table: FromPath[str]) -> TableInfo:
    """After the end: a new table of the same set-up for the same people, who are asked, and bots."""
    return service.rematch(table, user)


@get("/events", responses=ERRORS, media_type="text/event-stream")
async def lobby_events(
    request: Request[Any, Any, Any], service: Service, channels: Channels, user: Asker
) -> ServerSentEvent:
    """Server-sent events `lobby`: something has changed in your lists of tables or in the public ones."""
    state = request.app.state
    watcher = LobbyWatcher(
        service, state.hub, state.metrics, user, Visitor(address_of(request), user is not None)
    )
    watcher.check()
    return ServerSentEvent(
        watcher.events(channels), headers={"cache-control": "no-store", "x-accel-buffering": "no"}
    )


LOBBY_ROUTES = (own_name, rematch, lobby_events)
