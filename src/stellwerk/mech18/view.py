"""The public table of an 18xx game: what all titles show, to be extended by each."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from stellwerk.engine.play import activity_of
from stellwerk.engine.text import Message, message, msg
from stellwerk.mech18.book import Phase, TrainType
from stellwerk.mech18.dividends import DividendStep, total_shares
from stellwerk.mech18.markers import MarkerStep, marker_cost, markers_left
from stellwerk.mech18.operating import OperatingRound, OperatingTurn, Step, TurnActivity
from stellwerk.mech18.runs import RunStep
from stellwerk.mech18.shown import (
    Card,
    CompanyShown,
    Depot,
    Gift,
    Limits,
    Market,
    MarketCell,
    PhaseNow,
    PrivateShown,
    RailwayPlayer,
    RailwayView,
    StepShown,
    Table,
    TrainShown,
    VersionShown,
    board_shown,
)
from stellwerk.mech18.state import BANK, OFFER, OUT, POOL, RESERVED, AnyRailways
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.track import TrackStep
from stellwerk.mech18.trains import TrainStep, bank_offers

S = TypeVar("S", bound=AnyRailways)


def round_name(s: AnyRailways) -> str:
    """ "SR 2", "OR 2.1"; empty before the first round and after the end."""
    for frame in s.stack:
        if isinstance(frame, StockRound):
            return f"SR {frame.number}"
        if isinstance(frame, OperatingRound):
            return f"OR {frame.set}.{frame.number}"
    return ""


def phase_name(s: AnyRailways) -> str:
    """Return the phase as the book counts them."""
    begun = [phase.name for kind, phase in s.book.phases.items() if kind in s.phases]
    return begun[-1] if begun else "1"


def railway_view(
    s: S, *, money: str, worth: Mapping[str, int], papers: int, paper_limit: Callable[[S, str], int]
) -> RailwayView:
    """What every title shows. `papers`: how many a player may have in general, `paper_limit` this one."""
    return RailwayView(
        game=s.setup.game,
        version=s.version,
        over=s.over,
        round=round_name(s),
        acting=next((f.company for f in reversed(s.stack) if isinstance(f, OperatingTurn)), None),
        phase=phase_name(s),
        colour=s.colour,
        train_limits=s.train_limits,
        rounds_per_set=s.rounds_per_set,
        ending=s.ending,
        priority=s.names[s.priority],
        bank=s.in_bank,
        players={
            name: RailwayPlayer(
                cash=s.cash[owner],
                papers=s.paper_count(owner),
                paper_limit=paper_limit(s, owner),
                shares={c: n for c in s.book.companies if (n := s.shares(owner, c))},
                privates=s.privates_of(owner),
            )
            for name, owner in zip(s.names, s.players, strict=True)
        },
        companies={company: _company(s, company) for company in s.book.companies},
        depot=Depot(
            on_sale=[s.train_type(train) for train in bank_offers(s)],
            bank=_count(s, BANK),
            gone=_count(s, OUT),
        ),
        board=board_shown(s.board),
        supply=s.supply,
        rulings=s.rulings,
        worth=worth,
        table=table_view(s, money, papers),
    )


def _count(s: AnyRailways, owner: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for train in s.trains_of(owner):
        counts[s.train_type(train)] = counts.get(s.train_type(train), 0) + 1
    return counts


def _company(s: AnyRailways, company: str) -> CompanyShown:
    marker = s.prices.get(company)
    director = s.director(company)
    return CompanyShown(
        name=s.book.companies[company].name,
        cash=s.cash[company],
        par=s.par.get(company),
        price=s.price(company) if marker else None,
        cell=marker.cell if marker else None,
        director=s.name(director) if director else None,
        open=company in s.opened,
        trains=[s.versions[train] for train in s.trains_of(company)],
        markers=s.board.markers_of(company),
        markers_left=markers_left(s, company),
        new_shares=s.shares(OFFER, company),
        pool_shares=s.shares(POOL, company),
        reserved_shares=s.shares(RESERVED, company),
        last_run=s.last_run.get(company),
        privates=s.privates_of(company),
    )


# -- the part for pages ------------------------------------------------------------------------


def table_view(s: AnyRailways, money: str, papers: int) -> Table:
    return Table(
        money=money,
        focus="market" if isinstance(s.stack[-1] if s.stack else None, StockRound) else "map",
        steps=steps(s),
        market=market(s),
        phase=phase(s),
        trains=[train_view(s, kind) for kind in s.book.trains.values()],
        order=order(s),
        acted=next((f.acted for f in s.stack if isinstance(f, OperatingRound)), ()),
        companies={company: company_card(s, company) for company in s.book.companies},
        privates=[private_view(s, private) for private in s.book.privates],
        limits=Limits(holding=s.book.holding_limit, pool=s.book.pool_limit, papers=papers),
        pool=s.book.pool,
    )


STEP_NAMES: tuple[tuple[type[Step[AnyRailways]], str], ...] = (
    (TrackStep, msg("Track")),
    (MarkerStep, msg("Station")),
    (RunStep, msg("Runs")),
    (DividendStep, msg("Pay", "step")),
    (TrainStep, msg("Trains")),
)


def steps(s: AnyRailways) -> list[StepShown]:
    """Return the steps of the turn with the present one marked; none between turns."""
    if s.over:
        return []
    frame = s.frame
    if isinstance(frame, StockRound):
        sold = bool(frame.turn_sold)
        return [
            StepShown(message(msg("Sell", "step")), not sold),
            StepShown(message(msg("Buy", "step")), sold),
        ]
    activity = activity_of(s)
    if not isinstance(activity, TurnActivity):
        return []
    now = s.top(OperatingTurn).step
    return [
        StepShown(message(name), number == now)
        for number, step in enumerate(activity.steps)
        for kind, name in STEP_NAMES
        if isinstance(step, kind)
    ]


def standing(s: AnyRailways) -> dict[tuple[int, int], list[str]]:
    """Cell of the price table -> the companies there from the top, which acts first."""
    there: dict[tuple[int, int], list[str]] = {}
    for company in s.price_order():
        there.setdefault(s.prices[company].cell, []).append(company)
    return there


def market(s: AnyRailways) -> Market:
    """The price table by rows."""
    pars, there = set(s.book.par_cells.values()), standing(s)
    rows = [
        [
            MarketCell(price=price, kind="par" if (r, c) in pars else "", markers=there.get((r, c), ()))
            for c, price in enumerate(row)
        ]
        for r, row in enumerate(s.book.grid.rows)
    ]
    return Market(
        rows=rows, legend=message(msg("pay out → right · withhold ← left · sold ↓ one row · sold out ↑"))
    )


def phase(s: AnyRailways) -> PhaseNow:
    rules = [
        *limits_said(s.train_limits),
        message(msg("{rounds:# operating round|# operating rounds}"), rounds=s.rounds_per_set),
    ]
    if s.granted("upgrades") or s.yellow_lays > 1:
        rules.append(message(msg("{yellow:# yellow tile|# yellow tiles} or 1 upgrade"), yellow=s.yellow_lays))
    else:
        rules.append(message(msg("{yellow:# yellow tile|# yellow tiles}"), yellow=s.yellow_lays))
    return PhaseNow(name=phase_name(s), colour=s.colour, rules=rules)


def limits_said(limits: Mapping[str, int]) -> list[Message]:
    """Train limits in words; the kinds of companies are named only where there are several."""
    if set(limits) == {"public"}:
        return [message(msg("train limit {limit}"), limit=limits["public"])]
    by_limit: dict[int, list[str]] = {}
    for kind, limit in limits.items():
        by_limit.setdefault(limit, []).append(kind)
    return [
        message(msg("train limit {limit}: {kinds}"), limit=limit, kinds=", ".join(kinds))
        for limit, kinds in sorted(by_limit.items(), reverse=True)
    ]


def train_view(s: AnyRailways, kind: TrainType) -> TrainShown:
    """Return a kind of train: how many are left, what it costs, and what its first card will do."""
    left = None if kind.count is None else _count(s, BANK).get(kind.name, 0)
    reached = kind.name in s.phases
    scraps = [other.name for other in s.book.trains.values() if kind.name in other.scrapped_by]
    return TrainShown(
        name=kind.name,
        versions=[VersionShown(v.name, v.price) for v in kind.versions],
        left=left,
        count=kind.count,
        extra=kind.extra,
        on_sale=any(s.train_type(train) == kind.name for train in bank_offers(s)),
        gone=left == 0,
        scrapped=any(train in s.phases for train in kind.scrapped_by),
        scrapped_by=kind.scrapped_by[0] if kind.scrapped_by else None,
        reached=reached,
        scraps=[] if reached else scraps,
        brings=[] if reached or kind.extra else changes(s, s.book.phases.get(kind.name)),
    )


GRANTS = {"train_trade": msg("trains are traded"), "upgrades": msg("upgrades")}
"""What a phase makes possible, in words; titles add theirs."""


def changes(s: AnyRailways, coming: Phase | None) -> list[Message]:
    """Return what a phase will change of what holds now."""
    if coming is None:
        return []
    found = []
    if coming.colour and coming.colour != s.colour:
        found.append(message(msg("{colour} tiles"), colour=coming.colour))
    falling = {kind: n for kind, n in coming.limits.items() if n < s.train_limits.get(kind, n + 1)}
    if falling:
        found += limits_said(falling)
    if coming.rounds is not None and coming.rounds > s.rounds_per_set:
        found.append(message(msg("{rounds:# operating round|# operating rounds}"), rounds=coming.rounds))
    if coming.lays is not None and coming.lays > s.yellow_lays:
        found.append(message(msg("{yellow:# yellow tile|# yellow tiles} or 1 upgrade"), yellow=coming.lays))
    return found + [message(GRANTS[grant]) for grant in coming.grants if grant in GRANTS]


def order(s: AnyRailways) -> list[str]:
    """Companies as they act, then those that have a price, then the rest."""
    by_price = s.price_order()
    running = [company for company in by_price if company in s.opened]
    acted = next((f.acted for f in s.stack if isinstance(f, OperatingRound)), ())
    running.sort(key=lambda company: acted.index(company) if company in acted else len(acted))
    waiting = [company for company in by_price if company not in s.opened]
    return [*running, *waiting, *(c for c in s.book.companies if c not in s.prices)]


def company_card(s: AnyRailways, company: str) -> Card:
    printed = s.book.companies[company]
    total = total_shares(s, company)
    state = None
    if company in s.prices and company not in s.opened and printed.director:
        state = message(
            msg("not floated: {sold} % sold, needs {needed} %"),
            sold=100 * s.issued(company) // total,
            needed=100 * s.book.float_shares // total,
        )
    elif company not in s.prices:
        state = message(msg("not started"))
    return Card(
        colour=printed.colour,
        text_colour=printed.text_colour,
        state=state,
        shares=total,
        railway=bool(printed.markers),
        has_director=printed.director,
        stations=len(printed.markers),
        train_limit=s.train_limits.get(printed.kind),
        next_station=marker_cost(s, company) if company in s.markers else None,
    )


def private_view(s: AnyRailways, private: str) -> PrivateShown:
    printed, owner = s.book.privates[private], s.privates[private]
    paper = s.book.papers[printed.gives] if printed.gives else None
    return PrivateShown(
        sym=private,
        name=printed.name,
        income=printed.income,
        price=printed.price,
        minimum=printed.minimum,
        range=printed.range,
        gives=None if paper is None else Gift(paper.company, paper.director),
        owner=s.name(owner),
        for_sale=owner == OFFER,
        closed=owner not in (*s.players, *s.book.companies, OFFER),
    )
