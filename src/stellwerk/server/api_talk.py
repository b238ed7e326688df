"""The JSON interface to what lies beside a game: talk, notes, copies and files."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from stellwerk.engine.json_data import JsonObject
from stellwerk.server.api_parts import DONE, USUAL, Since, Text
from stellwerk.server.dependencies import Asker, Claimed, Service
from stellwerk.server.model import ChatLine, Count, TableInfo
from stellwerk.server.settings import Settings

Mode = Literal["continue", "open", "look"]


class Line(Struct, forbid_unknown_fields=True):
    text: Text


class Muting(Struct, forbid_unknown_fields=True):
    """A line of the chat: whoever said it shall be silent."""

    line: Annotated[int, Meta(ge=1, le=2**31 - 1)]


class Point(Struct, forbid_unknown_fields=True):
    at: Count | None = None


@get("/tables/{table:str}/chat", **USUAL)
def chat(service: Service, claim: Claimed, table: FromPath[str], since: Since = 0) -> list[ChatLine]:
    return service.chat(table, claim, since)


@post("/tables/{table:str}/chat", **USUAL)
def say(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Line]) -> ChatLine:
    return service.say(table, user, data.text)


@post("/tables/{table:str}/mute", status_code=204, **USUAL)
def mute(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Muting]) -> None:
    """The host wants to hear no more from whoever said this line."""
    service.mute(table, user, data.line)


@get("/tables/{table:str}/note", **USUAL)
def note(service: Service, claim: Claimed, table: FromPath[str]) -> Line:
    """What you wrote down for yourself."""
    return Line(service.note(table, claim))


@put("/tables/{table:str}/note", **DONE)
def set_note(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Line]) -> Line:
    service.set_note(table, user, data.text)
    return Line(service.note(table, user))


@post("/tables/{table:str}/sandbox", **USUAL)
def sandbox(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Point]) -> TableInfo:
    """A private copy of a position, to try things out."""
    return service.try_it(table, user, data.at)


@get("/tables/{table:str}/save", media_type="application/json", **USUAL)
def save(service: Service, user: Asker, table: FromPath[str]) -> Response[bytes]:
    """The game as a file. The seed is not in it: what was drawn is in the log."""
    return _file(service.download(table, user), f"{table}.save.json")


@get("/tables/{table:str}/export", media_type="application/json", **USUAL)
def export(service: Service, user: Asker, table: FromPath[str]) -> Response[bytes]:
    """The game in the format of 18xx.games."""
    return _file(service.export_18xx(table, user), f"{table}.18xx.json")


def _file(data: bytes, name: str) -> Response[bytes]:
    return Response(
        data,
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"},
    )


def upload_handler(settings: Settings) -> Any:
    @post("/uploads", request_max_body_size=settings.upload_limit, **USUAL)
    def upload(
        service: Service,
        user: Asker,
        data: JSONBody[JsonObject],
        mode: FromQuery[Mode] = "continue",
        name: Annotated[str, QueryParameter(max_length=80)] = "",
    ) -> TableInfo:
        """A table from a file: continue it on all seats, open the seats to others, or just look."""
        return service.upload(user, msgspec.json.encode(data), mode, name)

    return upload
