"""The JSON interface to tables: which there are, what they are like, who sits there."""

from typing import Annotated, Literal

from litestar import delete, get, patch, post, put
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from stellwerk.engine.json_data import JsonObject
from stellwerk.engine.play import schema as action_schema
from stellwerk.engine.play import view_schema as schema_of_view
from stellwerk.server.api_parts import DONE, USUAL, Text, row_id
from stellwerk.server.dependencies import Asker, Claimed, Service
from stellwerk.server.lobby import check_game
from stellwerk.server.model import (
    Aids,
    GameInfo,
    Marked,
    NewTable,
    Pace,
    SeatNumber,
    SeatWish,
    ShortText,
    TableInfo,
)
from stellwerk.server.problems import Invalid

Which = Literal["mine", "public", "finished"]
HostsMark = Literal["away", "muted"]


class Chair(Struct, forbid_unknown_fields=True):
    kind: SeatWish
    bot: ShortText | None = None
    name: ShortText | None = None


class Named(Struct, forbid_unknown_fields=True):
    name: Text


class Joining(Struct, forbid_unknown_fields=True):
    seat: SeatNumber | None = None
    name: ShortText | None = None


class Changes(Struct, forbid_unknown_fields=True):
    name: ShortText | None = None
    public: bool | None = None
    variant: ShortText | None = None
    rulings: Annotated[str, Meta(max_length=500)] | None = None
    aids: Aids | None = None
    """Before the start: how much the table tells its players."""


class Hiding(Struct, forbid_unknown_fields=True):
    hidden: bool = True


class Pacing(Struct, forbid_unknown_fields=True):
    pace: Pace


class AbsenceStep(Struct, forbid_unknown_fields=True):
    do: Literal["warn", "free", "bot"]
    bot: ShortText = "random"


class StandIn(Struct, forbid_unknown_fields=True):
    bot: ShortText


class Invitation(Struct):
    path: str
    """Behind the server's address."""


@get("/games", **USUAL)
def games(service: Service) -> list[GameInfo]:
    """The games that can be played."""
    return service.games()


@get("/games/{game:str}/schema", **USUAL)
def schema(game: FromPath[str]) -> JsonObject:
    """JSON schema of a game's actions."""
    check_game(game)
    return action_schema(game)


@get("/games/{game:str}/view-schema", **USUAL)
def view_schema(game: FromPath[str]) -> JsonObject:
    """JSON schema of what a game shows: the `view` of a position."""
    check_game(game)
    return schema_of_view(game)


@get("/tables", **USUAL)
def tables(service: Service, user: Asker, which: FromQuery[Which] = "public") -> list[TableInfo]:
    """Mine (your turn first), public ones, or finished ones."""
    lists = {"mine": service.tables_of, "public": service.public_tables, "finished": service.finished_tables}
    return lists[which](user)


@post("/tables", **USUAL)
def create(service: Service, user: Asker, data: JSONBody[NewTable]) -> TableInfo:
    """A new table; it starts by itself as soon as no seat is open."""
    return service.create_table(user, data)


@get("/tables/{table:str}", **USUAL)
def table_info(service: Service, claim: Claimed, table: FromPath[str]) -> TableInfo:
    return service.info(table, claim)


@patch("/tables/{table:str}", **USUAL)
def change(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Changes]) -> TableInfo:
    """The host changes name, listing or, before the start, rules."""
    return service.change(
        table, user, name=data.name, public=data.public, variant=data.variant, rulings=data.rulings,
        aids=data.aids,
    )  # fmt: skip


@delete("/tables/{table:str}", **USUAL)
def remove(service: Service, user: Asker, table: FromPath[str]) -> None:
    """The host clears away a table where nobody else sits."""
    service.delete(table, user)


@put("/tables/{table:str}/pace", **USUAL)
def pace(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Pacing]) -> TableInfo:
    """Whoever sits at a table says how fast its bots move: 1, 3, or 0 for at once."""
    return service.set_pace(table, user, data.pace)


@put("/tables/{table:str}/hidden", status_code=204, **USUAL)
def hide(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Hiding]) -> None:
    """Take a table of yours out of your lists, or back into them."""
    service.hide(table, user, data.hidden)


@get("/tables/{table:str}/marks", **USUAL)
def marks(service: Service, user: Asker, table: FromPath[str]) -> list[Marked]:
    """For the host: who was sent away, and who was muted."""
    return service.marked(table, user)


@delete("/tables/{table:str}/marks/{person:int}", **USUAL)
def unmark(
    service: Service, user: Asker, table: FromPath[str], person: FromPath[int], kind: FromQuery[HostsMark]
) -> None:
    """The host lets somebody sit down or speak again."""
    service.unmark(table, user, row_id(person), kind)


@post("/tables/{table:str}/join", **DONE)
def join(service: Service, user: Asker, table: FromPath[str], data: JSONBody[Joining]) -> TableInfo:
    return service.join(table, user, data.seat, data.name)


@post("/tables/{table:str}/leave", **DONE)
def leave(service: Service, user: Asker, table: FromPath[str]) -> TableInfo | None:
    """Before the start. Nothing comes back when the table went with the last person."""
    return service.leave(table, user)


@post("/tables/{table:str}/accept", **DONE)
def accept(service: Service, user: Asker, table: FromPath[str]) -> TableInfo:
    """Say yes to rules that have been changed."""
    return service.accept(table, user)


@post("/tables/{table:str}/start", **DONE)
def start(service: Service, user: Asker, table: FromPath[str]) -> TableInfo:
    """The host begins without the seats that nobody took."""
    return service.start(table, user)


@put("/tables/{table:str}/seats/{seat:int}", **DONE)
def set_seat(
    service: Service, user: Asker, table: FromPath[str], seat: FromPath[int], data: JSONBody[Chair]
) -> TableInfo:
    """The host says who shall sit there: "open" also sends somebody away."""
    return service.set_seat(table, user, _seat(seat), data.kind, data.bot, data.name)


@patch("/tables/{table:str}/seats/{seat:int}", **DONE)
def rename(
    service: Service, user: Asker, table: FromPath[str], seat: FromPath[int], data: JSONBody[Named]
) -> TableInfo:
    return service.rename(table, user, _seat(seat), data.name)


@post("/tables/{table:str}/seats/{seat:int}/absence", **DONE)
def absence(
    service: Service, user: Asker, table: FromPath[str], seat: FromPath[int], data: JSONBody[AbsenceStep]
) -> TableInfo:
    """The host warns somebody who stays away, frees the seat after the warning, or seats a bot there."""
    match data.do:
        case "warn":
            return service.warn(table, user, _seat(seat))
        case "free":
            return service.free_seat(table, user, _seat(seat))
        case "bot":
            return service.seat_bot(table, user, _seat(seat), data.bot)


@put("/tables/{table:str}/seats/{seat:int}/stand-in", **DONE)
def hand_over(
    service: Service, user: Asker, table: FromPath[str], seat: FromPath[int], data: JSONBody[StandIn]
) -> TableInfo:
    """Let a bot play your seat; as the host, also that of somebody who was warned and stays away."""
    return service.hand_over(table, user, _seat(seat), data.bot)


@delete("/tables/{table:str}/seats/{seat:int}/stand-in", **DONE)
def take_back(service: Service, user: Asker, table: FromPath[str], seat: FromPath[int]) -> TableInfo:
    """Play your seat yourself again."""
    return service.take_back(table, user, _seat(seat))


@get("/tables/{table:str}/seats/{seat:int}/invitation", **USUAL)
def invitation(service: Service, user: Asker, table: FromPath[str], seat: FromPath[int]) -> Invitation:
    """A personal link to a free seat of a running game."""
    return Invitation(service.invitation(table, user, _seat(seat)))


@post("/tables/{table:str}/here", **DONE)
def here(service: Service, user: Asker, table: FromPath[str]) -> TableInfo:
    """Answer the host's warning."""
    service.here(table, user)
    return service.info(table, user)


def _seat(number: int) -> int:
    if not 0 <= number < 100:
        raise Invalid("There is no seat {seat}.", seat=min(max(number, -1), 100))
    return number
