"""The lists of the lobby: what waits for me, what others do, what has arrived."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from litestar import Request, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from msgspec import Struct

from stellwerk.engine.text import msg
from stellwerk.server.bot_words import usual_bot
from stellwerk.server.dependencies import Asker, Service
from stellwerk.server.model import TableInfo
from stellwerk.server.problems import Invalid
from stellwerk.web.forms import Form, redirect, text
from stellwerk.web.render import Speech


class Kind(NamedTuple):
    """Which open tables it is about, and what it is called."""

    words: str
    fits: Callable[[TableInfo], bool]


class Entry(Struct, frozen=True, kw_only=True):
    """A table in a list of mine."""

    table: TableInfo
    name: str
    """What I call it."""
    asks: str = ""
    """What is to be decided, in words; nothing where it is not known."""
    can_go: bool = False
    """Whether I can delete it: nobody else sits there."""
    place: int = 0
    """Mine at the end; 0 where I did not play."""
    own: int | None = None
    """What I had at the end."""
    other: str = ""
    """Who of the others had most."""
    most: int | None = None


class Lists(Struct, frozen=True, kw_only=True):
    """All that the lobby lists for one person."""

    turn: Sequence[Entry]
    """It is my turn."""
    others: Sequence[Entry]
    """Others act, or are awaited."""
    invited: Sequence[Entry]
    """I am asked whether I come."""
    copies: Sequence[Entry]
    arrived: Sequence[Entry]
    hidden: Sequence[Entry]

    @property
    def any(self) -> bool:
        """Whether there is anything of this person's own."""
        mine = (*self.turn, *self.others, *self.invited, *self.copies, *self.hidden)
        return bool(mine) or any(entry.place or entry.table.mine for entry in self.arrived)


def decision(table: TableInfo, speech: Speech) -> str:
    """Return what is to be decided; of one's own turn without one's own name."""
    if table.asks is None:
        return ""
    told = speech(table.asks.message, **table.asks.figures)
    head, colon, rest = told.partition(": ")
    own = table.your_turn and colon and head == table.asks.figures.get("player")
    return rest[:1].upper() + rest[1:] if own else told


def is_alone(table: TableInfo) -> bool:
    """Return whether this person is the host and nobody else sits there."""
    return table.mine and all(seat.mine or seat.kind in ("bot", "open") for seat in table.seats)


def entry(table: TableInfo, speech: Speech) -> Entry:
    result = table.result or {}
    names = {seat.name for seat in table.seats if seat.mine}
    own = max((value for name, value in result.items() if name in names), default=None)
    rivals = {name: value for name, value in result.items() if name not in names}
    other = max(rivals, key=lambda name: rivals[name], default="")
    return Entry(
        table=table,
        name=table.own_name or table.name,
        asks=decision(table, speech),
        can_go=is_alone(table),
        place=0 if own is None else 1 + sum(value > own for value in result.values()),
        own=own,
        other=other,
        most=rivals.get(other),
    )


def is_invited(table: TableInfo) -> bool:
    """Return whether this person has a seat that waits for a yes."""
    return table.status == "waiting" and any(seat.mine and not seat.accepted for seat in table.seats)


def lists_of(service: Service, user: Asker, speech: Speech, finished: Iterable[TableInfo]) -> Lists:
    """Return the lists of one person."""
    mine = service.tables_of(user)
    groups = [mine, service.copies_of(user), list(finished), service.hidden_tables(user)]
    named = service.with_own_names([table for group in groups for table in group], user)
    parts, start = [], 0
    for group in groups:
        parts.append([entry(table, speech) for table in named[start : start + len(group)]])
        start += len(group)
    running, copies, arrived, hidden = parts
    invited = [one for one in running if is_invited(one.table)]
    rest = [one for one in running if one not in invited]
    turn = sorted((one for one in rest if one.table.your_turn), key=lambda one: one.table.updated)
    return Lists(
        turn=turn,
        others=[one for one in rest if not one.table.your_turn],
        invited=invited,
        copies=copies,
        arrived=arrived,
        hidden=hidden,
    )


class Chip(Struct, frozen=True):
    """A kind of open tables, and how many there are."""

    name: str
    words: str
    count: int


class OpenTables(Struct, frozen=True, kw_only=True):
    """Tables that anybody may find."""

    all: int
    chips: Sequence[Chip]
    chosen: str
    shown: Sequence[TableInfo]


def free_seats(table: TableInfo) -> int:
    return sum(seat.kind == "open" for seat in table.seats) if table.status == "waiting" else 0


KINDS: Mapping[str, Kind] = {
    "all": Kind(msg("All tables"), lambda table: True),
    "free": Kind(msg("Seats free"), lambda table: free_seats(table) > 0),
    "one": Kind(msg("Needs one"), lambda table: free_seats(table) == 1),
    "running": Kind(msg("Being played"), lambda table: table.status == "running"),
}
"""By which open tables can be picked out; the first is the usual one."""
OPEN = "open"
"""The cookie that keeps which of them somebody wants to see."""


def open_tables(tables: Sequence[TableInfo], chosen: str) -> OpenTables:
    """Return the tables of a kind, with how many there are of each."""
    chosen = chosen if chosen in KINDS else next(iter(KINDS))
    return OpenTables(
        all=len(tables),
        chips=[Chip(name, kind.words, sum(map(kind.fits, tables))) for name, kind in KINDS.items()],
        chosen=chosen,
        shown=[table for table in tables if KINDS[chosen].fits(table)],
    )


@get("/next", sync_to_thread=True)
def next_table(service: Service, user: Asker, after: FromQuery[str] = "") -> Redirect:
    """Go to the table that has waited longest, but not back; where none waits, to the lobby."""
    waiting = sorted((one for one in service.tables_of(user) if one.your_turn), key=lambda one: one.updated)
    found = next((one.id for one in waiting if one.id != after), "")
    return redirect(f"/t/{found}" if found else "/")


@post("/t/{table:str}/own", sync_to_thread=True)
def own(
    request: Request[Any, Any, Any], service: Service, user: Asker, table: FromPath[str], data: Form
) -> Redirect:
    """What one does with a table in one's own lists, by the button that was pressed."""
    match text(data, "do"):
        case "name":
            service.name_for_me(table, user, text(data, "name"))
        case "hide":
            service.hide(table, user)
        case "show":
            service.hide(table, user, hidden=False)
        case "delete":
            service.delete(table, user)
        case "accept":
            service.accept(table, user)
            return redirect(f"/t/{table}")
        case "decline":
            service.leave(table, user)
        case "bot":
            info = service.info(table, user)
            for seat in info.my_seats:
                service.hand_over(table, user, seat, usual_bot(service.bots_of(info.game)))
        case "back":
            for seat in service.info(table, user).my_seats:
                service.take_back(table, user, seat)
        case "rematch":
            return redirect(f"/t/{service.rematch(table, user).id}")
        case _:
            raise Invalid("There is no such button.")
    return redirect("/?hidden=yes" if text(data, "hidden") else "/")


HANDLERS = [own, next_table]
