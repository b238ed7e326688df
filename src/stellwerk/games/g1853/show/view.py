"""The table of 1853 as a seat may see it.

1-d: money, papers and trains are open. H1, H2, H4: bonds and cities are secret until the rules show them. H6,
H9: nothing that another seat or a spectator is shown depends on hidden cities.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import UNSET, Struct, UnsetType, structs

from stellwerk.board.hexes import HexId
from stellwerk.board.reach import joined
from stellwerk.engine.components import CORRECTED, RECONSTRUCTED, ComponentsShown
from stellwerk.engine.memo import Once
from stellwerk.engine.text import Message, message, msg
from stellwerk.engine.views import extended
from stellwerk.games.g1853.data.components import FILE
from stellwerk.games.g1853.rules.book import BBCI, LARGE, SMALL, City, Facts, Rulings
from stellwerk.games.g1853.rules.cities import Naming, named, worth
from stellwerk.games.g1853.rules.ending import result
from stellwerk.games.g1853.rules.events import BbciSmall
from stellwerk.games.g1853.rules.fulfilment import stations
from stellwerk.games.g1853.rules.opening import Bidding
from stellwerk.games.g1853.rules.operating import OPERATING_TURN
from stellwerk.games.g1853.rules.state import India, Turn, pair
from stellwerk.games.g1853.rules.stock import counted_papers, is_locked
from stellwerk.games.g1853.rules.track import LATER, NOW, OptionStep
from stellwerk.games.g1853.rules.trains import phase, train_by_marker
from stellwerk.mech18.book import Book
from stellwerk.mech18.shown import (
    Card,
    CompanyShown,
    Market,
    PhaseNow,
    PhaseRow,
    RailwayPlayer,
    RailwayView,
    StepShown,
    Table,
    TrainShown,
)
from stellwerk.mech18.state import OUT
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.view import railway_view

HIDDEN = "?"
BACK = "1M"
"""The back of a 2, where it is in play."""
SIZES = {LARGE: msg("large company"), SMALL: msg("small company")}
ALL = msg("all companies")
MAKING = msg("Bond"), msg("Cities"), msg("Pay shares")
"""2.5: the steps by which contracts are made."""
ELEPHANT = msg("The elephant: begins the next stock round and may order an operating round")


class IndiaPlayer(RailwayPlayer, frozen=True, kw_only=True):
    counted_papers: int
    unpaid: Mapping[str, int]
    """Contract shares that are still to be paid."""
    penalised: bool


class IndiaCompany(CompanyShown, frozen=True, kw_only=True):
    number: int
    size: str | None
    managed: bool
    locked: bool
    option: str | None
    unpaid_train: str | None
    train_marker: bool
    area: Sequence[HexId]


class Contract(Struct, frozen=True, kw_only=True):
    """H2: bond, number of cities and companies claimed are open; H4: the rest once it is shown."""

    written: bool
    bond: int | None
    count: int
    claimed: Mapping[str, int]
    closed: bool
    fulfilled: bool
    cities: Sequence[str] | None
    left: int | UnsetType = UNSET
    """What of the bond is left for cities; for its owner alone, as what follows."""
    groups: Sequence[Sequence[str]] | UnsetType = UNSET
    """The cities as far as they are joined."""
    missing: Sequence[str] | UnsetType = UNSET


class ContractCity(Struct, frozen=True, kw_only=True):
    name: str
    hex: str
    value: int
    joined: bool | None
    """None for whoever may not know."""


class ContractRow(Struct, frozen=True, kw_only=True):
    """A contract for pages: what is open of it, and all of it for its owner."""

    name: str
    own: bool
    state: Message
    cities: Sequence[ContractCity]
    unnamed: int
    written: bool
    bond: int | None
    count: int
    claimed: Mapping[str, int]
    to_pay: int
    """What the shares that are not paid yet cost at par."""
    closed: bool
    fulfilled: bool
    left: int | None
    groups: Sequence[Sequence[str]] | UnsetType = UNSET
    missing: Sequence[str] | UnsetType = UNSET


class CityRow(Struct, frozen=True, kw_only=True):
    """What a contract can name."""

    name: str
    hex: str
    value: int
    companies: Sequence[str]
    ganges: bool


class IndiaTable(Table, frozen=True, kw_only=True):
    contracts: Sequence[ContractRow]
    cities: Sequence[CityRow]


class IndiaComponents(ComponentsShown, frozen=True, kw_only=True):
    doubtful: Sequence[str]
    """Hexes where sources disagree."""


class IndiaView(RailwayView, frozen=True, kw_only=True):
    players: Mapping[str, IndiaPlayer]
    companies: Mapping[str, IndiaCompany]
    elephant: str | None
    contracts: Mapping[str, Contract]
    rulings: Rulings
    components: IndiaComponents
    table: IndiaTable


def view(s: India, seat: int | None) -> IndiaView:
    limit = s.book.paper_limits[0]
    shown = railway_view(s, money="£", worth=result(s), papers=limit, paper_limit=lambda s, owner: limit)
    inside = areas(s)
    companies = {
        company: company_shown(s, company, row, sorted(inside[company]))
        for company, row in shown.companies.items()
    }
    return extended(
        IndiaView,
        structs.replace(
            shown,
            phase=phase(s),
            players={s.names[n]: player(s, n, shown.players[s.names[n]]) for n in s.order},
            companies=companies,
            table=table_of(s, shown.table, seat),
        ),
        elephant=s.names[s.priority] if s.bonds else None,
        contracts={s.names[n]: contract(s, n, seat) for n in s.order},
        components=extended(
            IndiaComponents, FILE.shown(s.setup, s.facts.reconstruction), doubtful=s.facts.doubtful
        ),
    )


def seen(s: India, seat: int) -> India:
    """H7: the state as a program that plays a seat may know it: other contracts have a length, no cities."""
    if s.over:
        return s
    hidden = {
        other: cities if int(other) in (seat, *s.fulfilled) else (HIDDEN,) * len(cities)
        for other, cities in s.contracts.items()
    }
    s = s.replace(contracts=hidden)
    if not isinstance(s.frame, Bidding):
        return s
    return s.update_frame(
        bids={other: bid if other == str(seat) else 0 for other, bid in s.frame.bids.items()}
    )


def player(s: India, seat: int, known: RailwayPlayer) -> IndiaPlayer:
    return extended(
        IndiaPlayer,
        structs.replace(known, papers=counted_papers(s, seat)),
        counted_papers=counted_papers(s, seat),
        unpaid={c: n for c in s.book.companies if (n := s.unpaid.get(pair(seat, c), 0))},
        penalised=seat in s.penalised,
    )


def company_shown(s: India, company: str, known: CompanyShown, area: Sequence[HexId]) -> IndiaCompany:
    return extended(
        IndiaCompany,
        known,
        number=s.facts.sheets[company].number,
        size=s.size_of(company) or None,
        managed=is_managed(s, company),
        locked=is_locked(s, company),
        option=s.options.get(company),
        unpaid_train=s.versions[s.credit[company]] if company in s.credit else None,
        train_marker=s.size_of(company) == SMALL and company not in s.marked,
        area=area,
    )


def is_managed(s: India, company: str) -> bool:
    return company in s.opened and not s.has_director(company)


# -- contracts ---------------------------------------------------------------------------------


def contract(s: India, seat: int, viewer: int | None) -> Contract:
    bidding = next((frame for frame in s.stack if isinstance(frame, Bidding)), None)
    naming = next((frame for frame in s.stack if isinstance(frame, Naming)), None)
    own = seat == viewer
    bids = bidding.bids if bidding is not None else s.bonds
    known = bidding is None or own
    cities = named(s, seat)
    shown = own or s.over or seat in s.fulfilled
    found = Contract(
        written=str(seat) in bids,
        bond=bids.get(str(seat)) if known else None,
        count=len(cities),
        claimed={c: n for c in s.book.companies if (n := s.claimed.get(pair(seat, c), 0))},
        closed=naming is None or seat in naming.passed,
        fulfilled=seat in s.fulfilled,
        cities=cities if shown else revealed(s, seat),
    )
    if not own or bidding is not None:
        return found
    joined_cities = groups(s, seat)
    return structs.replace(
        found,
        left=s.bonds[str(seat)] - worth(s.facts, cities),
        groups=joined_cities,
        missing=missing(joined_cities),
    )


def revealed(s: India, seat: int) -> list[str] | None:
    """2.6.2-b: a large BBCI has shown two cities of its first director."""
    if s.bbci == LARGE and s.bbci_shown == seat:
        return list(s.facts.large_bbci)
    return None


def groups(s: India, seat: int) -> list[list[str]]:
    """H3: the own cities as far as they are joined, the most first; nobody else learns of the progress."""
    links = [stations(s, city) for city in s.facts.rickshaws]
    found: list[list[str]] = []
    for city in dict.fromkeys(named(s, seat)):
        for group in found:
            if joined(s.book.atlas, s.board, [stations(s, group[0])[0], stations(s, city)[0]], links):
                group.append(city)
                break
        else:
            found.append([city])
    return sorted(found, key=len, reverse=True)


def missing(groups: list[list[str]]) -> list[str]:
    """Return the cities outside the largest group; all while none are joined."""
    together = groups[0] if groups and len(groups[0]) > 1 else []
    return [city for group in groups for city in group if city not in together]


def flags(s: India, seat: int) -> dict[HexId, bool]:
    """For the map: where the own contract leads, and whether it has come there."""
    lacking = missing(groups(s, seat))
    done = seat in s.fulfilled
    return {HexId(s.facts.cities[city].hex): done or city not in lacking for city in named(s, seat)}


def areas(s: India) -> Mapping[str, frozenset[HexId]]:
    """T2, for the map."""
    return areas_of(s.book)


@Once
def areas_of(book: Book[Facts, Rulings]) -> Mapping[str, frozenset[HexId]]:
    return {
        company: frozenset(hex_id for hex_id in book.atlas.hexes if sheet.area.holds(hex_id))
        for company, sheet in book.facts.sheets.items()
    }


# -- the part for pages ------------------------------------------------------------------------


def table_of(s: India, table: Table, seat: int | None) -> IndiaTable:
    """With what 1853 adds to the table of its family."""
    acting = [c for c in s.book.companies if c in s.opened]
    opening = bool(s.stack) and isinstance(s.frame, Bidding | Naming)
    return extended(
        IndiaTable,
        structs.replace(
            table,
            steps=steps(s, table.steps),
            focus="map" if opening else table.focus,
            market=market(s, table.market),
            phase=PhaseNow(name=phase(s), colour=table.phase.colour, rules=phase_rules(s)),
            phases=phases(s),
            priority=message(ELEPHANT),
            companies={company: card_of(s, company, card) for company, card in table.companies.items()},
            order=[*acting, *(c for c in s.book.companies if c not in s.opened)],
            facts=facts(s),
            trains=trains(s, table.trains),
        ),
        contracts=[contract_row(s, other, seat) for other in s.order],
        cities=[city_row(s, city) for city in s.facts.cities.values()],
    )


def card_of(s: India, company: str, card: Card) -> Card:
    size = s.size_of(company)
    return structs.replace(
        card,
        kind=message(SIZES[size]) if size in SIZES else None,
        managed=is_managed(s, company),
        state=card_state(s, company),
        notes=notes(s, company),
    )


def steps(s: India, usual: Sequence[StepShown]) -> Sequence[StepShown]:
    """3-a: buying and selling have no order; 4.1.3-a: the option comes before the first track."""
    if s.over or isinstance(s.frame, StockRound):
        return ()
    if isinstance(s.frame, Bidding | Naming):
        bids = isinstance(s.frame, Bidding)
        return [
            StepShown(message(name), now=now)
            for name, now in zip(MAKING, (bids, not bids, False), strict=True)
        ]
    if usual and isinstance(OPERATING_TURN.steps[s.top(Turn).step], OptionStep):
        return [StepShown(message(msg("Option")), now=True), *usual]
    return usual


def trains(s: India, usual: Sequence[TrainShown]) -> Sequence[TrainShown]:
    """2.8.4: what stayed in the box is in no depot: fewer cards, and no 1M on the back of the 2."""
    boxed = [] if s.back_sides else [train for train in s.facts.in_the_box if s.trains.get(train) == OUT]
    if not boxed:
        return usual
    away = Counter(s.train_type(train) for train in boxed)
    return [
        structs.replace(
            train,
            versions=[version for version in train.versions if version.name != BACK],
            count=None if train.count is None else train.count - away[train.name],
        )
        for train in usual
    ]


def market(s: India, usual: Market) -> Market:
    line = [
        structs.replace(cell, kind="outside_limits") if (cell.price or 0) <= s.facts.outside_limits else cell
        for cell in usual.rows[0]
    ]
    line[-1] = structs.replace(line[-1], kind="end")
    legend = msg(
        "dividend → 1 step; 2 to 5 from the double to the fivefold price "
        "· withheld with shares in the pool ← 1"
    )
    return structs.replace(usual, rows=[line, *usual.rows[1:]], line=True, legend=message(legend))


def card_state(s: India, company: str) -> Message | None:
    """Return what is missing until it goes into operation."""
    if company in s.opened:
        return None
    if is_locked(s, company):
        return message(msg("in no contract: waits until the others are sold out"))
    told = msg("{issued} of {needed:# share|# shares} out, par ¤{par}")
    return message(told, issued=s.issued(company), needed=s.book.float_shares, par=s.par[company])


def notes(s: India, company: str) -> list[Message]:
    found = []
    if company in s.credit:
        found.append(message(msg("owes for its {train}"), train=s.versions[s.credit[company]]))
    option, fee = s.options.get(company), s.facts.sheets[company].fee
    if option == NOW:
        found.append(message(msg("a second tile costs ¤{fee}"), fee=fee))
    elif option == LATER:
        found.append(message(msg("a second tile from phase 3 on, free")))
    if company in s.opened and s.size_of(company) == SMALL:
        marker = msg("train marker used") if company in s.marked else msg("has its train marker")
        found.append(message(marker))
    return found


def phase_rules(s: India) -> list[Message]:
    return [
        message(msg("train limit {limit}"), limit=s.train_limits["public"]),
        message(msg("{rounds:# operating round|# operating rounds}"), rounds=s.rounds_per_set),
        message(msg("large companies: two yellow tiles, if that option was chosen, or 1 upgrade")),
    ]


def phases(s: India) -> list[PhaseRow]:
    """T6."""
    found, colour, rounds, limits = [], "", 0, dict[str, int]()
    now = "start" if phase(s) == "2" else phase(s)
    for kind, begun in s.book.phases.items():
        colour, rounds, limits = begun.colour or colour, begun.rounds or rounds, {**limits, **begun.limits}
        scraps = [
            version.name
            for train in s.book.trains.values()
            if kind in train.scrapped_by
            for version in train.versions
        ]
        sold = [train.name for train in s.book.trains.values() if train.sold_from == kind]
        brings = [message(msg("scraps: {trains}"), trains=", ".join(scraps))] if scraps else []
        if sold:
            brings.append(message(msg("{trains} on sale as well"), trains=", ".join(sold)))
        if kind == s.facts.second_tile_from:
            brings.append(message(msg("second tiles for all large companies")))
        if kind == s.facts.areas_until:
            brings.append(message(msg("no area limits with a 5 or 6")))
        found.append(
            PhaseRow(
                train="" if kind == "start" else kind,
                now=kind == now,
                colour=colour,
                rounds=rounds,
                limits={ALL: limits["public"]},
                brings=brings,
            )
        )
    return found


def contract_row(s: India, seat: int, viewer: int | None) -> ContractRow:
    told = contract(s, seat, viewer)
    if told.fulfilled:
        state = message(msg("fulfilled"))
    elif told.bond is None:
        state = message(msg("bond sealed")) if told.written else message(msg("writes a bond"))
    elif s.over:
        state = message(msg("not fulfilled: the bond is lost"))
    else:
        state = message(msg("unfulfilled")) if told.closed else message(msg("names cities"))
    cities = [
        ContractCity(
            name=city,
            hex=s.facts.cities[city].hex,
            value=s.facts.cities[city].value,
            joined=None if told.missing is UNSET else told.fulfilled or city not in told.missing,
        )
        for city in told.cities or ()
    ]
    return ContractRow(
        name=s.names[seat],
        own=seat == viewer,
        state=state,
        cities=cities,
        unnamed=told.count - len(cities),
        written=told.written,
        bond=told.bond,
        count=told.count,
        claimed=told.claimed,
        to_pay=to_pay(s, seat),
        closed=told.closed,
        fulfilled=told.fulfilled,
        left=None if told.left is UNSET else told.left,
        groups=told.groups,
        missing=told.missing,
    )


def to_pay(s: India, seat: int) -> int:
    """2.7.2."""
    return sum(s.unpaid.get(pair(seat, company), 0) * s.par[company] for company in s.book.companies)


def city_row(s: India, city: City) -> CityRow:
    """2.5.5, 2.5.9."""
    ganges = city.name in (*s.facts.valley, s.facts.mouth)
    return CityRow(name=city.name, hex=city.hex, value=city.value, companies=city.companies, ganges=ganges)


def facts(s: India) -> list[Message]:
    """Return what else everybody should know, each with its paragraph."""
    found = [message(RECONSTRUCTED).under("1-e")] if s.facts.reconstruction else []
    if s.facts.doubtful:
        told = msg("Doubtful on this map, where sources disagree: {hexes}.")
        found.append(message(told, hexes=", ".join(s.facts.doubtful)).under("1-e"))
    shown = FILE.shown(s.setup, s.facts.reconstruction)
    if not shown.own:
        found.append(message(CORRECTED, hash=shown.hash[:12]).under("1-e"))
    if s.bonds:
        found.append(message(msg("{player} has the elephant."), player=s.names[s.priority]).under("3.1.1-b"))
    if s.bbci:
        told = BbciSmall.says if s.bbci == SMALL else msg("{company} is a large company.")
        found.append(message(told, company=BBCI).under("2.6.2-a"))
    for company in s.opened:
        train = train_by_marker(s, company)
        if train is not None and not s.over:
            told = msg("{company} may buy a {train} by its train marker.")
            found.append(message(told, company=company, train=s.train_type(train)).under("4.8.19-b"))
    if s.ending:
        found.append(message(msg("The end is triggered: {reason}."), reason=s.ending).under("5.1.1"))
    return found + rulings(s)


def rulings(s: India) -> list[Message]:
    """Return where the rulebook leaves a choice, what holds at this table."""
    honoured = msg("Contracts are not checked before they are shown; an illegal one is put to the vote.")
    checked = msg("Only legal contracts can be named.")
    several = msg("A company may place several stations in a turn.")
    single = msg("A company places one station in a turn at most.")
    by_train = msg("A manager may take a train on credit that the company cannot pay.")
    poor = msg("A manager takes a train on credit only if the company can pay no new one at all.")
    same_side = msg("A 2/1M card that came back to the bank is sold as what it was before.")
    either = msg("A 2/1M card that came back to the bank is sold with either side.")
    return [
        message(msg("The bank began with {bank}."), bank=s.book.bank).under("1-a"),
        message(honoured if s.rulings.honour_bids else checked).under("2.5.12"),
        message(several if s.rulings.several_markers else single).under("4.4.4"),
        message(by_train if s.rulings.credit_by_train else poor).under("3.4.3"),
        message(same_side if s.rulings.returned_keeps_side else either).under("4.8.6"),
    ]
