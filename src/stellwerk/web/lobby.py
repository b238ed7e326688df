"""The lobby and the table that waits for its people."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from litestar import Request, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from msgspec import Struct

from stellwerk.engine import Setup, title, titles
from stellwerk.engine.registry import first_game
from stellwerk.mech18.shown import RailwayPlayer
from stellwerk.notation.rulings import Reading, readings
from stellwerk.server.aids import CHOICES
from stellwerk.server.bot_words import STRENGTHS, TEMPERAMENTS, usual_bot
from stellwerk.server.dependencies import Asker, Claimed, Config, Service
from stellwerk.server.model import Aids, NewTable, SeatChoice
from stellwerk.server.problems import Invalid, Problem
from stellwerk.server.session import base_url, sign_in
from stellwerk.server.snapshot import Snapshot
from stellwerk.web.accounts import somebody
from stellwerk.web.cards import named, offers, proposed_name, strength_of, to_watch
from stellwerk.web.curtain import eyes_of
from stellwerk.web.departures import is_alone, lists_of
from stellwerk.web.forms import Fields, Form, Upload, optional_number, redirect, required_number, text
from stellwerk.web.preferences import preferences_of
from stellwerk.web.render import Speech, amount, page
from stellwerk.web.table import Wish, table_page, trouble_of

USUAL_COUNT = 4
LONGEST = 400
"""Characters of a field that are given back."""
WISHES = ("me", "hotseat", "bot", "open")
SLUG = re.compile(r"(?:^|/t/)([a-z2-9]{6,24})(?:[/?#].*)?$")


class Start(NamedTuple):
    """What a player begins with."""

    cash: str
    papers: int | None


class ChosenGame(Struct, frozen=True, kw_only=True):
    """What a new table of a game and variant can choose."""

    id: str
    variant: str
    low: int
    high: int
    variants: Mapping[str, str]
    variant_says: str
    """What the chosen variant is, in a sentence to be translated."""
    rulings: Mapping[str, str]
    differs: Mapping[str, Sequence[Reading]]
    """What each set of rulings reads otherwise than the book's."""
    starts: Mapping[int, Start | None]
    """By the number of players."""


def chosen_game(game: str, variant: str) -> ChosenGame:
    """Return the game that somebody chose, or the first one in the first of its variants."""
    ids = [found.id for found in titles()]
    found = title(game if game in ids else first_game())
    variant = variant if variant in found.players else next(iter(found.players))
    low, high = found.players[variant]
    card = found.pages().card
    return ChosenGame(
        id=found.id,
        variant=variant,
        low=low,
        high=high,
        variants={name: found.variant_name(name) for name in found.players},
        variant_says=card.variants.get(variant, "") if card else "",
        rulings=found.rulings,
        differs={name: [one for one in readings(found.id, name) if one.changed] for name in found.rulings},
        starts={count: start_of(found.id, variant, count) for count in range(low, high + 1)},
    )


@lru_cache(maxsize=256)
def start_of(game: str, variant: str, count: int) -> Start | None:
    """Return what a player begins with, if the game has money and papers."""
    found = title(game)
    try:
        setup = Setup(game, tuple(f"P{n}" for n in range(count)), variant)
        shown = found.view(found.start(setup), None)
        first = next(iter(shown.players.values()))
        papers = first.paper_limit if isinstance(first, RailwayPlayer) else None
        return Start(amount(shown.unit, first.cash), papers)
    except (ValueError, LookupError, StopIteration, AttributeError):
        return None


@get("/", sync_to_thread=True)
def lobby(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    game: FromQuery[str] = "",
    variant: FromQuery[str] = "",
) -> Template:
    return lobby_page(request, service, user, None, game, variant)


def lobby_page(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    error: Problem | None = None,
    game: str = "",
    variant: str = "",
    form: Fields | None = None,
) -> Template:
    """The lobby; `form` is a new table that was refused: what was put in is given back."""
    preferences = preferences_of(request, user)
    speech = Speech(preferences.lang, zone=preferences.zone)
    finished = service.finished_tables(user)
    lists = lists_of(service, user, speech, finished[:20])
    mine = [*lists.turn, *lists.others, *lists.invited]
    there = {one.table.id for one in mine}
    public = service.public_tables(user)
    chosen = chosen_game(game, variant)
    bots = service.bots_of(chosen.id)
    return page(
        request,
        "lobby.html",
        user,
        status=error.status if error else 200,
        speech=speech,
        lists=lists,
        waiting=len(lists.turn) + len(lists.invited),
        show_hidden=request.query_params.get("hidden") == "yes",
        public=[table for table in public if table.id not in there],
        games=offers(),
        watch=to_watch((*public, *finished)),
        strength=strength_of(request),
        first=not lists.any,
        proposed=proposed_name(chosen.id, [one.table.name for one in (*mine, *lists.arrived)]),
        chosen=chosen,
        most=chosen.high,
        given=given(form or {}, chosen, bots),
        bots=bots,
        error=error,
    )


@post("/tables", sync_to_thread=True)
def create(request: Request[Any, Any, Any], service: Service, user: Asker, data: Form) -> Redirect | Template:
    try:
        with somebody(service, user, named(request, user, data)) as host:
            taken = [table.name for table in service.tables_of(host)]
            info = service.create_table(host, wanted(data, taken))
    except Problem as problem:
        game, variant = text(data, "game"), text(data, "variant")
        return lobby_page(request, service, user, problem, game, variant, data)
    response = redirect(f"/t/{info.id}")
    if user is None:
        sign_in(request, response, host)
    return response


class GivenSeat(Struct, frozen=True):
    kind: str
    name: str
    bot: str
    temper: str


class GivenTable(Struct, frozen=True, kw_only=True):
    """What the form of a new table shows."""

    guest: str
    table: str
    seed: str
    changes: str
    count: int
    seats: Sequence[GivenSeat]
    rulings: str
    public: bool
    aids: str

    @property
    def more(self) -> bool:
        """Whether something stands in the part that is folded away."""
        return bool(self.seed or self.changes or self.public or self.aids)


def given(form: Fields, chosen: ChosenGame, bots: Collection[str]) -> GivenTable:
    """Return what somebody put in, where it fits the game, or else the usual."""

    def fitting(name: str, among: Collection[str], usual: str) -> str:
        found = text(form, name)
        return found if found in among else usual

    def typed(name: str) -> str:
        return text(form, name)[:LONGEST]

    counts = [str(count) for count in range(chosen.low, chosen.high + 1)]
    return GivenTable(
        guest=typed("guest"),
        table=typed("table"),
        seed=typed("seed"),
        changes=typed("changes"),
        count=int(fitting("count", counts, str(min(USUAL_COUNT, chosen.high)))),
        seats=[
            GivenSeat(
                kind=fitting(f"seat{number}", WISHES, "hotseat" if number else "me"),
                name=typed(f"name{number}"),
                bot=fitting(f"bot{number}", bots, usual_bot(bots)),
                temper=fitting(f"temper{number}", TEMPERAMENTS, ""),
            )
            for number in range(chosen.high)
        ],
        rulings=fitting("rulings", chosen.rulings, next(iter(chosen.rulings))),
        public=text(form, "public") == "on",
        aids=fitting("aids", CHOICES, ""),
    )


def wanted_bot(form: Fields, number: str = "") -> str:
    """Return the bot that a form names: its strength, and its temperament if it has one."""
    bot, temper = text(form, f"bot{number}", "random")[:40], text(form, f"temper{number}")[:39]
    return f"{bot}-{temper}" if temper and bot in STRENGTHS else bot


def wanted_aids(form: Fields) -> Aids | None:
    """Return the aids that a form names; None: as usual."""
    return next((aids for aids in CHOICES if aids == text(form, "aids")), None)


def wanted(form: Fields, taken: Collection[str] = ()) -> NewTable:
    """Return the new table that a form describes: as many chairs as players.

    Where it has no name, it gets one that none of the `taken` are.
    """
    game = text(form, "game")[:80]
    proposed = proposed_name(game, taken) if game in {found.id for found in titles()} else ""
    count = optional_number(form, "count") or 0
    if not 1 <= count <= 12:
        raise Invalid("Please say how many players there are.")
    seats = []
    for number in range(count):
        kind = text(form, f"seat{number}", "open")
        if kind not in WISHES:
            raise Invalid("There is no such kind of seat: {kind}.", kind=kind[:40])
        seats.append(SeatChoice(kind, text(form, f"name{number}")[:80], wanted_bot(form, str(number))))  # type: ignore[arg-type]
    rulings = text(form, "rulings", "book")
    changes = text(form, "changes").strip()
    return NewTable(
        game=game,
        seats=seats,
        variant=text(form, "variant")[:80],
        rulings=(f"{rulings},{changes}" if changes else rulings)[:500],
        name=text(form, "table").strip()[:80] or proposed,
        public=text(form, "public") == "on",
        seed=optional_number(form, "seed"),
        aids=wanted_aids(form),
        pace=None,
        host_starts=True,
    )


def upload(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    settings: Config,
    data: Upload,
) -> Redirect | Template:
    file, mode = data.get("file"), data.get("mode")
    try:
        if not isinstance(file, UploadFile):
            raise Invalid("Please choose a file.")
        content = file.file.read(settings.upload_limit + 1)
        with somebody(service, user, named(request, user, data)) as host:
            info = service.upload(host, content, mode if mode in ("continue", "open", "look") else "continue")
    except Problem as problem:
        return lobby_page(request, service, user, problem)
    response = redirect(f"/t/{info.id}")
    if user is None:
        sign_in(request, response, host)
    return response


@get("/join", sync_to_thread=True)
def by_link(
    request: Request[Any, Any, Any], service: Service, user: Asker, link: FromQuery[str] = ""
) -> Redirect | Template:
    """A whole link or only its last part."""
    found = SLUG.search(link.strip())
    if found is None:
        return lobby_page(request, service, user, Invalid("This is no link to a table."))
    return redirect(f"/t/{found[1]}")


# -- before the start ----------------------------------------------------------------------------


def waiting_page(request: Request[Any, Any, Any], seen: Snapshot, error: Problem | None = None) -> Template:
    info = seen.info
    return page(
        request,
        "waiting.html",
        seen.user,
        status=error.status if error else 200,
        headers={"HX-Push-Url": "false"} if error else None,
        kind=f"waiting {info.id}",
        info=info,
        link=f"{base_url(request)}/t/{info.id}",
        start=start_of(info.game, info.variant, len(info.seats)),
        variant=title(info.game).variant_name(info.variant) if len(title(info.game).players) > 1 else "",
        least=title(info.game).players[info.variant][0],
        alone=is_alone(info),
        unsure=[seat.name for seat in info.seats if seat.kind != "open" and not seat.accepted],
        taken=sum(1 for seat in info.seats if seat.kind != "open"),
        bots=seen.bots,
        error=error,
    )


@post("/t/{table:str}/seats", sync_to_thread=True)
def seats(
    request: Request[Any, Any, Any], service: Service, user: Asker, table: FromPath[str], data: Form
) -> Redirect | Template:
    """Everything about chairs before the start, by the button that was pressed."""
    what, number = text(data, "do"), optional_number(data, "seat")
    signed = user
    try:
        match what:
            case "join":
                with somebody(service, user, data) as signed:
                    service.join(table, signed, number, text(data, "name") or None)
            case "leave":
                if service.leave(table, user) is None:
                    return redirect("/")
            case "kick":
                service.kick(table, user, required_number(data, "seat"))
            case "rename":
                service.rename(table, user, required_number(data, "seat"), text(data, "name"))
            case "accept":
                service.accept(table, user)
            case "start":
                service.start(table, user)
            case "delete":
                service.delete(table, user)
                return redirect("/")
            case "set":
                kind = text(data, "kind")
                if kind not in WISHES:
                    raise Invalid("There is no such kind of seat: {kind}.", kind=kind[:40])
                service.set_seat(
                    table, user, required_number(data, "seat"), kind,  # type: ignore[arg-type]
                    wanted_bot(data), text(data, "name") or None,
                )  # fmt: skip
            case "warn":
                service.warn(table, user, required_number(data, "seat"))
            case "free":
                service.free_seat(table, user, required_number(data, "seat"))
            case "bot":
                service.seat_bot(table, user, required_number(data, "seat"), wanted_bot(data))
            case "here":
                service.here(table, user)
            case "hand":
                service.hand_over(table, user, required_number(data, "seat"), wanted_bot(data))
            case "back":
                service.take_back(table, user, required_number(data, "seat"))
            case "pace":
                service.set_pace(table, user, required_number(data, "pace"))
            case "coach":
                service.send_coach_away(table, user)
            case "aids":
                service.change(table, user, aids=wanted_aids(data))
            case _:
                raise Invalid("There is no such button.")
    except Problem as problem:
        seen = service.table_snapshot(table, user)
        if seen.game is None:
            return waiting_page(request, seen, problem)
        eyes = eyes_of(request, seen)
        if eyes.down:
            return redirect(f"/t/{table}")
        return table_page(request, seen.seen_from(eyes.seat), Wish(trouble=trouble_of(problem)))
    response = redirect(f"/t/{table}")
    if user is None and signed is not None:
        sign_in(request, response, signed)
    return response


@get("/t/{table:str}/sit/{seat:int}/{code:str}", sync_to_thread=True)
def invited(
    request: Request[Any, Any, Any],
    service: Service,
    claim: Claimed,
    table: FromPath[str],
    seat: FromPath[int],
    code: FromPath[str],
) -> Template:
    """A personal link: looking at it changes nothing, the button takes the seat."""
    seen = service.partial_snapshot(table, claim)
    chair = next((chair for chair in seen.info.seats if chair.seat == seat), None)
    return page(request, "invited.html", seen.user, info=seen.info, chair=chair, code=code, error=None)


@post("/t/{table:str}/sit/{seat:int}/{code:str}", sync_to_thread=True)
def sit(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    table: FromPath[str],
    seat: FromPath[int],
    code: FromPath[str],
    data: Form,
) -> Redirect | Template:
    try:
        with somebody(service, user, data) as signed:
            service.sit(table, signed, seat, code)
    except Problem as problem:
        info = service.info(table, user)
        chair = next((chair for chair in info.seats if chair.seat == seat), None)
        return page(
            request,
            "invited.html",
            user,
            status=problem.status,
            info=info,
            chair=chair,
            code=code,
            error=problem,
        )
    response = redirect(f"/t/{table}")
    if user is None:
        sign_in(request, response, signed)
    return response


HANDLERS = [lobby, create, by_link, seats, invited, sit]
