"""The form of a new table: a dialog of the lobby, and without a script a page of its own."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from litestar import Request, get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template
from msgspec import Struct

from stellwerk.engine import Setup, title, titles
from stellwerk.engine.registry import first_game
from stellwerk.engine.text import msg
from stellwerk.mech18.shown import RailwayPlayer
from stellwerk.notation.rulings import Reading, readings
from stellwerk.server.aids import CHOICES, planned_aids
from stellwerk.server.bot_words import STRENGTHS, TEMPERAMENTS, usual_bot
from stellwerk.server.dependencies import Asker, Service
from stellwerk.server.model import Aids, NewTable, SeatChoice
from stellwerk.server.problems import Invalid, Problem
from stellwerk.server.session import sign_in
from stellwerk.web.accounts import somebody
from stellwerk.web.cards import Offer, named, offers, proposed_name
from stellwerk.web.forms import Fields, Form, optional_number, redirect, text
from stellwerk.web.preferences import preferences_of
from stellwerk.web.render import Speech, amount, page

USUAL_COUNT = 4
LONGEST = 400
"""Characters of a field that are given back."""
WISHES = ("me", "hotseat", "bot", "open")


class Start(Struct, frozen=True):
    """What a player begins with."""

    cash: str
    papers: int | None


class ChosenGame(Struct, frozen=True, kw_only=True):
    """What a new table of a game and variant can choose."""

    id: str
    name: str
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
        name=found.name.partition(": ")[0],
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
        return bool(self.seed or self.changes)


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
            for number in range(most_players())
        ],
        rulings=fitting("rulings", chosen.rulings, next(iter(chosen.rulings))),
        public=text(form, "public") == "on",
        aids=fitting("aids", CHOICES, ""),
    )


def most_players() -> int:
    """Return how many can sit at the largest table: a game for fewer keeps the other seats for the next."""
    return max(high for found in titles() for _, high in found.players.values())


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


# -- what will happen ------------------------------------------------------------------------------


class Summary(Struct, frozen=True, kw_only=True):
    """A new table in words."""

    head: str
    who: Sequence[str]
    begins: str
    aids: Aids
    fewer: bool
    """Whether hints were wished for where strangers can sit down."""


def summary_of(wish: NewTable, speech: Speech) -> Summary:
    """Return what will happen with such a table."""
    kinds = [seat.kind for seat in wish.seats]
    mine = kinds.count("me") > 0
    screen = [seat for seat in wish.seats if seat.kind == "hotseat"]
    screen += [seat for seat in wish.seats if seat.kind == "me"][1:]
    who = [speech(msg("you"))] if mine else []
    who += [speech(msg("{name} at this screen"), name=seat.name) for seat in screen if seat.name]
    unnamed = sum(not seat.name for seat in screen)
    if unnamed:
        who.append(speech(msg("{count:# more player|# more players} at this screen"), count=unnamed))
    if links := kinds.count("open"):
        who.append(speech(msg("{count:# seat|# seats} by link"), count=links))
    if bots := kinds.count("bot"):
        who.append(speech(msg("{count:# bot|# bots}"), count=bots))
    aids = planned_aids(wish)
    return Summary(
        head=speech(
            msg("{game}, {count:# seat|# seats}"),
            game=title(wish.game).name.partition(": ")[0],
            count=len(kinds),
        ),
        who=who,
        begins=speech(
            msg("You get a link to send; you start the game when all are there.")
            if links
            else msg("The game begins at once.")
        ),
        aids=aids,
        fewer=wish.aids == "all" and aids != "all",
    )


@get("/new/summary", sync_to_thread=True)
def summary(request: Request[Any, Any, Any], user: Asker) -> Template:
    """What the form, as it is now, would bring about; or what it lacks."""
    speech, problem, found = Speech(preferences_of(request, user).lang), None, None
    try:
        fields = {name: request.query_params[name] for name in request.query_params}
        wish = wanted(fields)
        found = summary_of(wish, speech) if wish.game in {one.id for one in titles()} else None
    except Problem as error:
        problem = error
    return page(request, "lobby/summary.html", user, speech=speech, summary=found, error=problem)


# -- the form --------------------------------------------------------------------------------------


class NewForm(Struct, frozen=True, kw_only=True):
    """What the form is made from."""

    games: Sequence[Offer]
    chosen: ChosenGame
    given: GivenTable
    bots: Sequence[str]
    proposed: str
    """A name for the table."""
    seats: int
    summary: Summary


def form_of(
    service: Service,
    speech: Speech,
    game: str = "",
    variant: str = "",
    form: Fields | None = None,
    taken: Collection[str] = (),
) -> NewForm:
    """Return the form for a game; `form` is what was put in before, `taken` are names that tables have."""
    chosen = chosen_game(game, variant)
    bots = service.bots_of(chosen.id)
    put_in = given(form or {}, chosen, bots)
    shown = NewTable(
        game=chosen.id,
        seats=[SeatChoice(seat.kind, seat.name) for seat in put_in.seats[: put_in.count]],  # type: ignore[arg-type]
        public=put_in.public,
        aids=next((aids for aids in CHOICES if aids == put_in.aids), None),
    )
    return NewForm(
        games=offers(),
        chosen=chosen,
        given=put_in,
        bots=bots,
        proposed=proposed_name(chosen.id, taken),
        seats=most_players(),
        summary=summary_of(shown, speech),
    )


def new_page(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    game: str,
    variant: str,
    form: Fields | None = None,
    error: Problem | None = None,
) -> Template:
    """The form as a page; `form` is a new table that was refused: what was put in is given back."""
    speech = Speech(preferences_of(request, user).lang)
    taken = [table.name for table in service.tables_of(user)]
    return page(
        request,
        "new.html",
        user,
        status=error.status if error else 200,
        speech=speech,
        new=form_of(service, speech, game, variant, form, taken),
        error=error,
    )


@get("/new", sync_to_thread=True)
def new_table(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    game: FromQuery[str] = "",
    variant: FromQuery[str] = "",
) -> Template:
    return new_page(request, service, user, game, variant)


@post("/tables", sync_to_thread=True)
def create(request: Request[Any, Any, Any], service: Service, user: Asker, data: Form) -> Redirect | Template:
    try:
        with somebody(service, user, named(request, user, data)) as host:
            taken = [table.name for table in service.tables_of(host)]
            info = service.create_table(host, wanted(data, taken))
    except Problem as problem:
        return new_page(request, service, user, text(data, "game"), text(data, "variant"), data, problem)
    response = redirect(f"/t/{info.id}")
    if user is None:
        sign_in(request, response, host)
    return response


HANDLERS = [new_table, summary, create]
