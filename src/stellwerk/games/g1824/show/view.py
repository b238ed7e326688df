"""What a seat sees: in 1824 everything but the seed (III.2-1)."""

from collections.abc import Mapping, Sequence

from msgspec import structs

from stellwerk.board.hexes import hex_of
from stellwerk.engine.text import Figures, Message, message, msg
from stellwerk.engine.views import extended
from stellwerk.games.g1824.rules.book import COAL, PRE_STATE, REGIONAL, STATE, Rulings
from stellwerk.games.g1824.rules.builders import closing_train
from stellwerk.games.g1824.rules.draft import Draft, DraftPrice, MountainLap
from stellwerk.games.g1824.rules.ending import result
from stellwerk.games.g1824.rules.mountains import open_regionals, paper_limit
from stellwerk.games.g1824.rules.opening import for_sale
from stellwerk.games.g1824.rules.phases import next_abroad
from stellwerk.games.g1824.rules.regionals import capital, sold_shares
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.games.g1824.show.reminders import mine_of, reminders, said_forecast, triggers
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.shown import (
    Card,
    Minor,
    PhaseRow,
    PrivateShown,
    RailwayPlayer,
    RailwayView,
    Table,
    TrainShown,
)
from stellwerk.mech18.state import OFFER, OUT, RESERVED, SEAT_OF
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.view import phase_name, railway_view

KINDS = {
    COAL: msg("coal railway"),
    PRE_STATE: msg("pre-state railway"),
    REGIONAL: msg("regional railway"),
    STATE: msg("state railway"),
}
GRANTS = {
    "exports": msg("after every set a train goes abroad"),
    "coal_swaps": msg("coal railways may be exchanged"),
    "mountain_swaps": msg("mountain railways may be exchanged"),
    "mountains_close": msg("mountain railways must be exchanged"),
    "coal_closes": msg("coal railways are exchanged at once"),
    "high_mines": msg("mines are worth more"),
}
GULDEN = "\N{NO-BREAK SPACE}G"


class AustriaHungaryPlayer(RailwayPlayer, frozen=True, kw_only=True):
    railways: Sequence[str]
    """Coal and pre-state railways."""
    debt: int


class AustriaHungaryView(RailwayView, frozen=True, kw_only=True):
    variant: str
    players: Mapping[str, AustriaHungaryPlayer]
    debt: Mapping[str, int]
    forming: Sequence[str]
    builders: Sequence[str]
    bond: str
    abroad: str | None
    """The train that goes abroad next."""
    rulings: Rulings


def view(s: AustriaHungary, seat: int | None) -> AustriaHungaryView:
    shown = railway_view(
        s, money=GULDEN, worth=result(s), papers=s.book.paper_limits[0], paper_limit=paper_limit
    )
    train = next_abroad(s)
    return extended(
        AustriaHungaryView,
        structs.replace(
            shown,
            players={
                name: extended(
                    AustriaHungaryPlayer,
                    shown.players[name],
                    railways=[sym for sym in s.facts.minors if s.papers[f"{sym}_0"] == owner],
                    debt=s.debt[owner],
                )
                for name, owner in zip(s.names, s.players, strict=True)
            },
            table=table_of(s, shown.table),
        ),
        variant=s.setup.variant,
        debt={s.name(owner): debt for owner, debt in s.debt.items() if debt},
        forming=s.forming,
        builders=s.builders,
        bond=s.bond,
        abroad=None if train is None else s.train_type(train),
    )


# -- the part for pages ------------------------------------------------------------------------


def table_of(s: AustriaHungary, table: Table) -> Table:
    """With what 1824 adds to the table of its family."""
    first = first_papers(s)
    return structs.replace(
        table,
        focus="papers" if first else table.focus,
        steps=() if first else table.steps,
        order=order(s),
        companies={company: card_of(s, company, card) for company, card in table.companies.items()},
        minors=[minor_view(s, sym) for sym in s.facts.minors],
        privates_title=message(msg("Mountain railways")),
        privates=[private_of(s, private) for private in table.privates],
        trains=[train_of(s, train) for train in table.trains],
        phases=phases(s),
        facts=reminders(s),
    )


def private_of(s: AustriaHungary, private: PrivateShown) -> PrivateShown:
    power = private.power
    if s.privates[private.sym] in SEAT_OF:
        told = msg("exchange for a share of {companies}")
        power = message(told, companies=", ".join(open_regionals(s)) or "–")
    return structs.replace(private, minimum=private.price, power=power)


def first_papers(s: AustriaHungary) -> bool:
    """Return whether the railways of the beginning are for sale just now."""
    if s.over:
        return False
    if isinstance(s.frame, Draft | DraftPrice | MountainLap):
        return True
    return isinstance(s.frame, StockRound) and s.frame.number == 1 and bool(for_sale(s))


def order(s: AustriaHungary) -> list[str]:
    """VII.4: coal and pre-state railways, then by price; then those that wait. What is closed is left out."""
    by_price = s.price_order()
    running = [sym for sym in (*s.facts.minors, *by_price) if sym in s.opened]
    acted = next((f.acted for f in s.stack if isinstance(f, OperatingRound)), ())
    running.sort(key=lambda company: acted.index(company) if company in acted else len(acted))
    shares = [sym for sym in s.book.companies if sym not in s.facts.minors]
    waiting = [sym for sym in by_price if sym not in s.opened]
    return [*running, *waiting, *(sym for sym in shares if sym not in s.prices)]


# -- companies ---------------------------------------------------------------------------------


def card_of(s: AustriaHungary, company: str, card: Card) -> Card:
    kind = s.kind(company)
    state: Message | None = None
    notes: list[Message] = []
    if company in s.facts.minors:
        state, notes = minor_state(s, company), minor_notes(s, company)
    elif company == s.bond:
        state = message(msg("bond railway: pays its price every round"))
    elif company not in s.opened:
        state, notes = waiting_state(s, company) if kind == STATE else waiting_regional(s, company)
    owned = company in s.facts.minors
    return structs.replace(card, kind=message(KINDS[kind]), owned=owned, state=state, notes=notes)


def minor_state(s: AustriaHungary, railway: str) -> Message | None:
    if railway in s.opened:
        return None
    if s.papers[f"{railway}_0"] == OFFER:
        return message(msg("for sale"))
    return message(msg("closed"))


def minor_notes(s: AustriaHungary, railway: str) -> list[Message]:
    """Return what it leads to, and when."""
    notes = []
    if railway in s.builders:
        notes.append(message(msg("only builds; closes with the first {train}"), train=closing_train(s)))
        return notes
    minor = s.facts.minors[railway]
    notes.append(message(msg("half of the revenue to the owner, half to the treasury")))
    if railway in s.facts.coal:
        notes.append(message(msg("mine worth ¤{value} now"), value=mine_of(s, railway)))
        told = msg("becomes the director's share of {company}, with the first 5 at the latest")
        notes.append(message(told, company=minor.into))
    else:
        told = msg("becomes {percent} % of {company} with the first {train}")
        train = triggers(s)[minor.into]
        notes.append(message(told, percent=percent(s, minor.paper), company=minor.into, train=train))
    return notes


def percent(s: AustriaHungary, paper: str) -> int:
    return 10 * int(s.book.papers[paper].shares)


def waiting_regional(s: AustriaHungary, company: str) -> tuple[Message, list[Message]]:
    """VI.5-1: what is missing until it opens, and what it will get."""
    coal = next((minor.sym for minor in s.facts.coal.values() if minor.into == company), "")
    kept = s.papers[s.book.papers_of[company][0].id] == RESERVED
    notes = []
    if kept:
        told = msg("director's share reserved for the owner of {railway}")
        notes.append(message(told, railway=coal))
    if company not in s.prices:
        state = message(msg("waits for {railway}"), railway=coal) if kept else message(msg("not started"))
        return state, notes
    notes.append(message(msg("opens with ¤{capital}"), capital=capital(s, company)))
    figures: Figures = {
        "sold": 10 * sold_shares(s, company),
        "needed": 10 * s.book.float_shares,
        "railway": coal,
    }
    if kept:
        told = msg("not floated: {sold} % sold, needs {needed} % and the exchange of {railway}")
    else:
        told = msg("not floated: {sold} % sold, needs {needed} %")
    return message(told, **figures), notes


def waiting_state(s: AustriaHungary, company: str) -> tuple[Message, list[Message]]:
    train = triggers(s)[company]
    if company in s.forming:
        state = message(msg("forms at the end of this round"))
    else:
        state = message(msg("forms after the first {train}"), train=train)
    return state, [] if for_sale(s) else [said_forecast(s, company)]


def minor_view(s: AustriaHungary, sym: str) -> Minor:
    """Return a coal or pre-state railway among the papers."""
    minor, owner = s.facts.minors[sym], s.papers[f"{sym}_0"]
    place = s.book.atlas.hexes[hex_of(minor.home)].name or hex_of(minor.home)
    becomes = message(
        msg("{percent} % of {company} (first {train})"),
        percent=percent(s, minor.paper),
        company=minor.into,
        train=triggers(s).get(minor.into, ""),
    )
    home = message("{place}", place=place)
    if sym in s.facts.coal:
        becomes = message(msg("director's share of {company} (from the first 3)"), company=minor.into)
        home = message(msg("mine {place}, worth ¤{value}"), place=place, value=mine_of(s, sym))
    if sym in s.builders:
        becomes = message(msg("only builds; closes with the first {train}"), train=closing_train(s))
    price = message("¤{price}", price=minor.prices[0])
    if sym in s.facts.coal and sym not in s.builders:
        if owner == OFFER:
            price = message(msg("¤{low} to ¤{high}"), low=minor.prices[0], high=minor.prices[-1])
        elif minor.into in s.par:
            price = message("¤{price}", price=2 * s.par[minor.into])
    return Minor(
        sym=sym,
        name=s.book.companies[sym].name,
        kind=message(KINDS[s.kind(sym)]),
        price=price,
        home=home,
        becomes=becomes,
        owner=s.name(owner) if owner in SEAT_OF else None,
        closed=owner == OUT,
    )


# -- trains and phases -------------------------------------------------------------------------


def train_of(s: AustriaHungary, train: TrainShown) -> TrainShown:
    """VII.13: what an old train is worth; IV.3-2: the state railway that its first card forms."""
    version, trade = s.book.trains[train.name].versions[0], train.trade
    if version.takes:
        told = msg("¤{price} trading in a {old}")
        trade = message(told, price=version.price - version.takes_for, old=version.takes)
    coming = () if train.reached else brings(s, train.name)
    return structs.replace(train, trade=trade, brings=[*train.brings, *coming])


def brings(s: AustriaHungary, kind: str) -> list[Message]:
    """Return what only 1824 knows of a phase."""
    phase = s.book.phases.get(kind)
    found = [message(GRANTS[grant]) for grant in (phase.grants if phase else ()) if grant in GRANTS]
    if kind in s.facts.forms:
        found.append(message(msg("{company} forms after the round"), company=s.facts.forms[kind]))
    return found


def phases(s: AustriaHungary) -> list[PhaseRow]:
    """VII.14: the table of the phases, train limits by kind of railway."""
    limits: dict[str, int | None] = {}
    colour, rounds, now = "", 0, phase_name(s) if s.phases else "start"
    found = []
    for kind, phase in s.book.phases.items():
        limits = {**limits, **phase.limits}
        if "coal_closes" in phase.grants:
            limits[COAL] = None
        if kind == list(s.facts.forms)[-1]:
            limits[PRE_STATE] = None
        colour, rounds = phase.colour or colour, phase.rounds or rounds
        scraps = [other.name for other in s.book.trains.values() if kind in other.scrapped_by]
        told = [message(msg("scraps: {trains}"), trains=", ".join(scraps))] if scraps else []
        news = [message(msg("trains are traded"))] if "train_trade" in phase.grants else []
        found.append(
            PhaseRow(
                train="" if kind == "start" else kind,
                now=kind == now,
                colour=colour,
                rounds=rounds,
                limits=limits,
                brings=[*told, *news, *brings(s, kind)],
            )
        )
    return found
