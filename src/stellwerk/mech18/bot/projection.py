"""From a position to the money that every seat will have at the end."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic

from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.engine.memo import Memo
from stellwerk.engine.step import Pass
from stellwerk.finance.market import Cell
from stellwerk.mech18.book import TrainType
from stellwerk.mech18.bot.earnings import (
    Earnings,
    Prospect,
    Scale,
    ahead,
    earnings,
    known_kinds,
    places,
    settled,
)
from stellwerk.mech18.bot.paper import Beside, Line, Offer, Paper, TrainKind
from stellwerk.mech18.bot.prices import Prices
from stellwerk.mech18.bot.sense import saves_for_a_train
from stellwerk.mech18.course import Course
from stellwerk.mech18.operating import OperatingRound, OperatingTurn, step_of
from stellwerk.mech18.state import BANK, ISSUE, OFFER, POOL, SEAT_OF, AnyRailways, S
from stellwerk.mech18.stock import BuyShare, StartCompany, StockRound
from stellwerk.mech18.track import LayTile

NEVER = 99


def sold_in_turn(s: AnyRailways) -> list[TrainType]:
    """Return the kinds of train that the bank sells one after the other."""
    return [kind for kind in s.book.trains.values() if not kind.extra and not kind.stack]


def known_trains(s: AnyRailways, company: str) -> list[TrainType]:
    """Return the trains that a company owns or could soon buy."""
    near = known_kinds(s)
    return [kind for kind in s.book.trains.values() if kind.name in near and not kind.extra]


def is_usual(s: AnyRailways, a: Action, usual: Offer | None) -> bool:
    """The others count on everybody to do what is usual: it takes a gain to do something else."""
    if isinstance(a, BuyShare):
        return usual is not None and (usual.line.sym, usual.source) == (a.company, a.source)
    if isinstance(a, StartCompany):
        return usual is not None and (usual.line.sym, usual.source, usual.cost) == (a.company, "start", a.par)
    return usual is None and isinstance(a, Pass)


class Known(Struct, frozen=True):
    """What has been worked out about the companies' earnings in a position."""

    earnings: Mapping[str, Earnings]


class Economy(Struct, Generic[S], frozen=True):
    """What a title tells of its money."""

    scale: Scale
    prices: Callable[[S], Prices]
    start_cell: Callable[[S, int], Cell]
    forced: Callable[[S], Callable[[Paper, Line, int], None]]
    """What happens on paper when a company must buy a train that it cannot pay."""
    adjust: Callable[[S, Paper], None] = lambda s, paper: None
    """What else the title has: incomes, loans, debts."""
    halves: Callable[[S, str], bool] = lambda s, company: False
    without: frozenset[str] = frozenset()
    """Companies that own no trains."""
    kind: str = "public"
    """The kind of company whose train limit is asked."""
    top: Callable[[S], int] = lambda s: 0
    """The price that ends the game; 0 where none does."""
    opening: Callable[[S, int, Sequence[Action]], Sequence[float] | None] = lambda s, seat, choices: None
    """What choices of an opening are worth that the projection cannot judge; None for all others."""
    trains: Callable[[S], Sequence[TrainType]] = sold_in_turn
    """The kinds of train that companies buy one after the other."""
    incomes_end: str = ""
    """The kind of train whose first sale ends the privates' incomes."""
    apart: Callable[[S, str], tuple[Sequence[TrainType], Scale] | None] = lambda s, company: None
    """The trains and the scale of a company that is no `Line` on paper; None for all others."""
    beside: Callable[[S, Known], Sequence[Beside]] = lambda s, figures: ()
    """Those companies on paper."""
    known_trains: Callable[[S, str], Sequence[TrainType]] = known_trains
    """The trains whose runs are worked out exactly for a company."""
    trial_trains: Callable[[S, str], Sequence[TrainType]] | None = None
    """Those of them by which tiles are compared; None: all."""
    suits: Callable[[S, str], Mapping[str, float]] = lambda s, company: {}
    """How well kinds of train suit a company, 1 where nothing is said; 0 for those that it may not own."""
    settled: Callable[[S, str], S] = settled
    """The state as if a company had its home markers."""
    touched: Callable[[S, str], tuple[str, ...]] = lambda s, company: (company,)
    """The companies whose earnings change with what one company does."""
    places: Callable[[S], Mapping[str, float]] = places
    """How good the home of every company is."""
    earned: Callable[[S, S, str, Sequence[TrainType], Prospect], Earnings] = earnings
    """What trains would earn for a company."""
    paper: type[Paper] = Paper
    """The game on paper; a title's own where its rounds, payments or purchases are others."""
    builds: tuple[type[Action], ...] = (LayTile,)
    """What is judged by the runs that it makes possible."""
    promise: Callable[[S, str, int], float] = lambda s, company, seat: 0.25 * ahead(s, company)
    """What may come of a company's track, in the money of one run, to the seat that lays it."""
    thrift: float = 0.05
    """How much the price of a tile counts beside that."""
    building: float = 1.0
    """How much tiles count beyond the paper: what one adds to runs is little there."""
    inclination: Callable[[S, S, str, Action], float] = lambda before, after, company, a: 0.0
    """What a step of an operating turn counts beside its use on paper, by rule of thumb."""
    worth_trying: Callable[[S, Sequence[Action]], Sequence[Action]] = lambda s, choices: choices
    """The choices without those that lead nowhere or are like others."""
    duty: Callable[[S, int, Sequence[Action]], Action | None] = lambda s, seat, choices: None
    """What nobody would think about; None for all else."""
    usual: Callable[[S, Action, Offer | None], bool] = is_usual
    """Whether an action of a stock turn is what a seat buys on paper; None: it buys nothing."""
    reluctance: float = 1.0
    """How much more than elsewhere a sale must bring."""
    saves: Callable[[S], bool] = saves_for_a_train
    """Whether keeping the revenue leads to a train that the company needs and cannot pay yet."""
    foreseen: Callable[[S], S] = lambda s: s
    """The position after the answers that others will give."""


_KINDS: Memo[tuple[str, ...], tuple[TrainKind, ...]] = Memo("bot_train_kinds", 8)


def train_kinds(s: AnyRailways, sold: Sequence[TrainType], kind: str) -> tuple[TrainKind, ...]:
    """Return the same as numbers."""
    kept = _KINDS.of(s.book)
    key = (kind, *(one.name for one in sold))
    found = kept.get(key)
    if found is None:
        found = kept[key] = _train_kinds(s, sold, kind)
    return found


def _train_kinds(s: AnyRailways, sold: Sequence[TrainType], kind: str) -> tuple[TrainKind, ...]:
    book = s.book
    numbers = {one.name: number for number, one in enumerate(sold)}
    found, limit, rounds = [], NEVER, 1
    start = book.phases.get("start")
    if start is not None:
        limit = start.limits.get(kind, limit)
        rounds = start.rounds or rounds
    for number, one in enumerate(sold):
        phase = book.phases.get(one.name)
        if phase is not None:
            limit = min(limit, phase.limits.get(kind, limit))
            limit = phase.raises.get(kind, limit)
            rounds = phase.rounds or rounds
        side = one.versions[0]
        rusts = min((numbers[name] for name in one.scrapped_by if name in numbers), default=NEVER)
        found.append(TrainKind(number, side.name, side.price, rusts, rounds, limit))
    return tuple(found)


def known(s: S, economy: Economy[S], before: Known | None = None, fresh: str | None = None) -> Known:
    """Return the earnings of all companies; where only one has changed, of that one anew."""
    sold = economy.trains(s)
    spot = economy.places(s)
    changed = () if fresh is None else economy.touched(s, fresh)
    found = {}
    for sym, company in s.book.companies.items():
        if sym in economy.without or not (company.homes or sym in s.begun):
            continue
        if before is not None and fresh is not None and sym not in changed and sym in before.earnings:
            found[sym] = before.earnings[sym]
        else:
            trains, scale = economy.apart(s, sym) or (sold, economy.scale)
            near = frozenset(kind.name for kind in economy.known_trains(s, sym))
            prospect = Prospect(scale, spot.get(sym, 1.0), near, economy.suits(s, sym))
            found[sym] = economy.earned(s, economy.settled(s, sym), sym, trains, prospect)
    return Known(found)


Luck = Mapping[str, float]
"""How much better or worse than expected each company fares."""


def on_paper(s: S, economy: Economy[S], figures: Known) -> Paper:
    """Return the position as numbers."""
    book = s.book
    paper = economy.paper([s.cash[owner] for owner in s.players], s.in_bank, economy.prices(s))
    sold = economy.trains(s)
    paper.kinds = train_kinds(s, sold, economy.kind)
    names = {one.name: number for number, one in enumerate(sold)}
    paper.left = [0] * len(sold)
    for card in s.trains_of(BANK):
        number = names.get(s.train_type(card))
        if number is not None:
            paper.left[number] += NEVER if sold[number].count is None else 1
    paper.phase = max((names[kind] for kind in s.phases if kind in names), default=0)
    paper.rounds = s.rounds_per_set
    paper.holding_limit = book.holding_limit
    paper.paper_limit = book.paper_limits[0] if book.paper_limits else NEVER
    paper.capital = book.capital_shares
    paper.new_at_par = book.new_at_par
    paper.priority = s.priority
    paper.forced = economy.forced(s)
    paper.top = economy.top(s)
    paper.cells = dict(book.par_cells)
    paper.incomes_until = names.get(economy.incomes_end, NEVER)
    for private, owner in s.privates.items():
        seat = SEAT_OF.get(owner)
        if seat is not None:
            paper.incomes[seat] += book.privates[private].income
    for sym, company in book.companies.items():
        if sym not in figures.earnings or economy.apart(s, sym) is not None:
            continue
        total, owned, papers = 0, dict[str, int](), s.papers
        for one in book.papers_of[sym]:
            total += one.shares
            owner = papers[one.id]
            owned[owner] = owned.get(owner, 0) + s.size(one)
        line = Line(sym, [owned.get(seat, 0) for seat in s.players], total, figures.earnings[sym])
        line.offer = owned.get(OFFER, 0) + owned.get(ISSUE, 0)
        line.pool = owned.get(POOL, 0)
        marker = s.prices.get(sym)
        if marker is not None:
            line.cell, line.price = marker.cell, s.price(sym)
        line.par = s.par.get(sym, 0)
        line.treasury = s.cash.get(sym, 0)
        running = [names.get(s.train_type(card), -1) for card in s.trains_of(sym)]
        line.trains = tuple(sorted((number for number in running if number >= 0), reverse=True))
        line.director = s.director_seat(sym)
        line.open = sym in s.opened
        line.halves = economy.halves(s, sym)
        line.pars = tuple(sorted(company.pars))
        line.float_at = book.float_shares
        line.lost = sym not in s.markers
        paper.lines.append(line)
    paper.beside = economy.beside(s, figures)
    economy.adjust(s, paper)
    return paper


def project(s: S, economy: Economy[S], figures: Known, lucks: Sequence[Luck] = ({},)) -> list[float]:
    """Return what every seat will have at the end, if all play sensibly: the mean over several fortunes."""
    total = [0.0] * len(s.players)
    start = on_paper(s, economy, figures)
    for luck in lucks:
        paper = start.copy()
        for line in paper.lines:
            line.luck = luck.get(line.sym, 1.0)
        play_out(s, paper)
        for seat, value in enumerate(paper.values()):
            total[seat] += value / len(lucks)
    return total


BEFORE_THE_RUN = frozenset({"home", "option", "track", "marker", "run"})


def finish_turn(s: AnyRailways, turn: OperatingTurn, paper: Paper) -> None:
    """The rest of the turn under way, from the step in which it stands."""
    line, step = paper.line(turn.company), step_of(s, turn)
    for one in paper.beside:
        if one.sym == turn.company and step in BEFORE_THE_RUN:
            one.operate(paper)
        elif one.sym == turn.company and step == "trains":
            one.buy_trains(paper)
    if line is None or not line.open:
        return
    if step in BEFORE_THE_RUN:
        paper.operate(line)
    elif step == "dividend" and turn.revenue:
        paper.pay(line, turn.revenue)
        paper.buy_trains(line)
    elif step == "trains":
        paper.buy_trains(line)


def play_out(s: AnyRailways, paper: Paper) -> None:
    """Play a position on paper to its end, from wherever the game stands."""
    if s.over:
        return
    course, round_ = s.nearest(Course), s.nearest(OperatingRound)
    ending = bool(s.ending)
    paper.ending = ending
    if round_ is not None:
        turn = s.nearest(OperatingTurn)
        acted = frozenset(round_.acted)
        if turn is not None:
            finish_turn(s, turn, paper)
        paper.operate_all(acted, incomes=False)
        for _ in range(round_.of - round_.number):
            paper.operate_all()
        paper.end_set()
    else:
        stock = s.nearest(StockRound)
        if stock is not None:
            paper.stock_round(stock.seat)
        elif course is None or not course.of:
            paper.stock_round(paper.priority)
        for _ in range(paper.rounds):
            paper.operate_all()
        paper.end_set()
    paper.play_out()
