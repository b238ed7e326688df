"""The money of 1824 on paper: from a position to its figures, and what the figures do not tell."""

from collections.abc import Mapping, Sequence

from stellwerk.board.board import Board
from stellwerk.board.hexes import HexId, StopId
from stellwerk.board.reach import reaches
from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Manner
from stellwerk.engine.memo import Once
from stellwerk.engine.play import play, to_act
from stellwerk.finance.market import Grid
from stellwerk.games.g1824.bot.kinds import (
    all_trains,
    foremost,
    goods_kinds,
    known_trains,
    lacking,
    near,
    suits,
)
from stellwerk.games.g1824.bot.paper import AustrianPaper
from stellwerk.games.g1824.bot.table import BOND, BUILDER, Role, Table
from stellwerk.games.g1824.bot.thumb import inclination, saves, worth_trying
from stellwerk.games.g1824.rules.bond import BuyBond, PlaceBondMarker
from stellwerk.games.g1824.rules.book import STATE, Facts, Rulings
from stellwerk.games.g1824.rules.builders import closing_train
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.emergency import RepayDebt
from stellwerk.games.g1824.rules.goods_time import NameTowns, PlaceTown, TownCount
from stellwerk.games.g1824.rules.opening import BuyRailway, for_sale
from stellwerk.games.g1824.rules.operating import halves
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.games.g1824.rules.state_railways import ChooseHome
from stellwerk.mech18.advice import runs_of
from stellwerk.mech18.book import Book
from stellwerk.mech18.bot.earnings import FAR, Scale, ahead, places, settled, single_run
from stellwerk.mech18.bot.earnings import near as near_hexes
from stellwerk.mech18.bot.paper import Line, Offer, Paper
from stellwerk.mech18.bot.planner import Budget, RailwayJudge, budget_of
from stellwerk.mech18.bot.prices import Prices
from stellwerk.mech18.bot.projection import NEVER, Economy, is_usual, train_kinds
from stellwerk.mech18.bot.sense import Leaning
from stellwerk.mech18.course import Course
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.state import RESERVED, SEAT_OF
from stellwerk.mech18.trains import TrainOffer

NEXT_DOOR = 12.0
"""What a place counts for that the next tile joins to a railway without any run."""
JOINED = 24.0
"""What it counts for that the track of a coal railway leads to the home of its company."""
CLOSER = 0.72
"""How much less for every hex that is missing."""
SAVED = 0.25
"""What a coin counts for that a railway without shares lacks for its next train."""
TOWNS = 8
"""How many town markers a bot proposes."""
FIRST_SET = 1


@Once
def moves(book: Book[Facts, Rulings]) -> Prices:
    """VIII: one right for a payment, one left for none, one down for a sale, one up when sold out."""
    grid = book.grid
    assert isinstance(grid, Grid)
    return Prices(
        grid.rows, paid=grid.right_or_up, kept=grid.left_or_down, fallen=grid.down, sold_out=grid.up
    )


# -- the map -----------------------------------------------------------------------------------


def with_homes(s: AustriaHungary, company: str) -> AustriaHungary:
    """IV.4.4-6: a state railway will have the markers of its pre-state railways."""
    if s.kind(company) != STATE or company in s.formed:
        return settled(s, company) if company in s.markers else s
    board = s.board
    for minor in s.facts.pre_states_of(company):
        if minor.sym in s.opened and minor.sym not in s.builders:
            there = s if board is s.board else s.replace(board=board)
            board = settled(there, minor.sym).board.rename(minor.sym, company)
    return s if board is s.board else s.replace(board=board)


@Once
def kept_places(book: object) -> dict[str, Mapping[str, float]]:
    """How good homes are, by colour of the phase: filled as asked for."""
    return {}


def printed_places(s: AustriaHungary) -> Mapping[str, float]:
    """How good the homes are on the map as it is printed; all roads lead far in the end."""
    kept = kept_places(s.book)
    found = kept.get(s.colour)
    if found is None:
        printed = places(s.replace(board=Board()))
        found = kept[s.colour] = {sym: 0.5 + 0.5 * place for sym, place in printed.items()}
    return found


def touched(s: AustriaHungary, company: str) -> tuple[str, ...]:
    """A railway builds for the company that it becomes, a builder for the others of its owner."""
    if company in s.builders:
        owner = s.director(company)
        return (company, *(sym for sym in s.opened if sym != company and s.director(sym) == owner))
    minor = s.facts.minors.get(company)
    return (company,) if minor is None else (company, minor.into)


def promise(s: AustriaHungary, company: str, seat: int) -> float:
    """What lies before the open ends; to a railway that has no run yet, above all one that begins soon."""
    found = 0.25 * ahead(s, company)
    atlas = s.book.atlas
    for part in reaches(atlas, s.board, company):
        if len(part.stops) > 1:
            continue
        beyond = (atlas.neighbours[hex_id][edge] for hex_id, edge in part.exits)
        if any(one is not None and s.board.face(atlas, one).stops for one in beyond):
            found += NEXT_DOOR
    if company in s.facts.minors and company not in s.builders:
        # It has its half of small runs only, and cannot keep more for the time when its trains are scrapped.
        found += joined(s, company) - SAVED * lacking(s, company)
    return found


def joined(s: AustriaHungary, company: str) -> float:
    """IV.2-14, IV.2-15: the trains of a coal railway run for its company where track joins mine and home."""
    minor = s.facts.coal.get(company)
    if minor is None or minor.into not in s.markers:
        return 0.0
    atlas = s.book.atlas
    stop = StopId(s.book.companies[minor.into].homes[0])
    away = near_hexes(s, atlas.where[stop][0])
    missing = FAR
    for part in reaches(atlas, s.board, company):
        if stop in part.stops:
            return JOINED
        beyond = (atlas.neighbours[hex_id][edge] for hex_id, edge in part.exits)
        missing = min([missing, *(1 + away.get(one, FAR) for one in beyond if one is not None)])
    return JOINED * float(CLOSER**missing)


# -- from the state to the paper -----------------------------------------------------------------


@Once
def tables(book: object) -> dict[tuple[object, ...], Table]:
    """What never changes, by what variant A has drawn."""
    return {}


def table_of(s: AustriaHungary) -> Table:
    kept, key = tables(s.book), (s.bond, s.builders)
    found = kept.get(key)
    if found is None:
        found = kept[key] = _table(s)
    return found


def _table(s: AustriaHungary) -> Table:
    sold = all_trains(s)
    numbers = {kind.name: number for number, kind in enumerate(sold)}
    sides = [kind.versions[0] for kind in sold]
    roles = {}
    for sym in s.book.companies:
        minor = s.facts.minors.get(sym)
        if minor is None:
            roles[sym] = Role(BOND if sym == s.bond else s.kind(sym), prices=s.book.companies[sym].pars)
            continue
        shares = 2 if minor.paper.endswith("_0") else 1
        kind = BUILDER if sym in s.builders else s.kind(sym)
        roles[sym] = Role(kind, minor.into, shares, minor.prices)
    limits = {
        kind: [one.limit for one in train_kinds(s, sold, kind)]
        for kind in {company.kind for company in s.book.companies.values()}
    }
    phases = {grant: numbers[phase.train] for phase in s.book.phases.values() for grant in phase.grants}
    return Table(
        roles=roles,
        normal=sum(1 for side in sides if not side.goods),
        takes=[numbers.get(side.takes, -1) for side in sides],
        takes_for=[side.takes_for for side in sides],
        counts=[kind.count or NEVER for kind in sold],
        sold_from=[numbers.get(kind.sold_from or "", 0) for kind in sold],
        limits={**limits, BOND: [NEVER] * len(sold), BUILDER: [NEVER] * len(sold)},
        formed_by={state: numbers[kind] for kind, state in s.facts.forms.items()},
        forms={numbers[kind]: state for kind, state in s.facts.forms.items()},
        state_price=s.price_table(Grid).rows[s.facts.state_cell[0]][s.facts.state_cell[1]],
        swaps=phases["coal_swaps"],
        mountains_close=phases["mountains_close"],
        coal_closes=phases["coal_closes"],
        builders_close=numbers[closing_train(s)] if s.builders else NEVER,
        pool=s.book.pool,
    )


def adjust(s: AustriaHungary, paper: Paper) -> None:
    """What only 1824 has: minor railways, shares that are kept for them, mountains, debts."""
    assert isinstance(paper, AustrianPaper)
    table = paper.table = table_of(s)
    numbers = {kind.name: number for number, kind in enumerate(all_trains(s))}
    sold = [numbers[kind] for kind in s.phases]
    paper.phase = max((n for n in sold if n < table.normal), default=0)
    paper.goods = max((n for n in sold if n >= table.normal), default=-1)
    paper.exports = s.granted("exports")
    paper.forming = s.forming
    paper.debt = [s.debt[owner] for owner in s.players]
    paper.incomes = [0] * len(s.players)
    course = s.nearest(Course)
    on_sale = frozenset(for_sale(s))
    paper.opening = course is None or (course.set <= FIRST_SET and not course.of)
    for private, owner in s.privates.items():
        if owner in SEAT_OF:
            paper.mountains[SEAT_OF[owner]] += 1
        elif private in on_sale:
            paper.unsold += 1
    with_coal = {minor.into for minor in s.facts.coal.values() if minor.sym in (*s.begun, *s.opened)}
    paper.eights = frozenset(with_coal)
    waiting = {minor.into for minor in s.facts.coal.values() if minor.sym in on_sale}
    for line in paper.lines:
        sym = line.sym
        line.kind = table.roles[sym].kind
        if sym in s.facts.minors:
            line.halves = True
            line.lost = sym not in s.opened and not (paper.opening and sym in on_sale)
            continue
        line.lost = False
        paper.reserved[sym] = s.shares(RESERVED, sym)
        if sym in waiting or sym == s.bond:
            line.pars = ()
        if sym == s.bond:
            line.open = True


# -- what the figures do not tell ----------------------------------------------------------------


def opening(s: AustriaHungary, seat: int, choices: Sequence[Action]) -> Sequence[float] | None:
    """Towns of Goods Time, markers of the bond railway, the home that KK keeps."""
    if isinstance(s.frame, TownCount):
        named = s.frame.number
        return [_town_count(a, named) for a in choices]
    if any(isinstance(a, PlaceTown) for a in choices):
        return [_town(s, a) for a in choices]
    if any(isinstance(a, PlaceBondMarker) for a in choices):
        before = _runs(s, seat)
        return [_runs(play(s, a).state, seat) - before for a in choices]
    if any(isinstance(a, ChooseHome) for a in choices):
        return [_prospects(play(s, a).state, a) for a in choices]
    return None


def _town_count(a: Action, named: int) -> float:
    """Nobody gains by the number: agree on any that is advised."""
    assert isinstance(a, NameTowns)
    return 1.0 if a.number == named else -abs(a.number - TOWNS) - (10.0 if named >= 0 else 0.0)


def _town(s: AustriaHungary, a: Action) -> float:
    """A town is of use beside other places and in easy country."""
    if not isinstance(a, PlaceTown):
        return 0.0
    atlas, hex_id = s.book.atlas, HexId(a.hex)
    around = [beyond for beyond in atlas.neighbours[hex_id] if beyond is not None]
    return (
        1.0
        + sum(len(s.board.face(atlas, beyond).stops) for beyond in around)
        - 0.01 * atlas.hexes[hex_id].cost
    )


def _runs(s: AustriaHungary, seat: int) -> float:
    """What the seat's part of all runs is, less that of the others."""
    total = 0.0
    for company in s.opened:
        runs = runs_of(s, company)
        if runs is None or not s.trains_of(company):
            continue
        shares = {owner: s.shares(owner, company) for owner in s.players}
        others = max(count for owner, count in shares.items() if owner != s.players[seat])
        total += runs.best(s, company).revenue * (shares[s.players[seat]] - others)
    return total


def _prospects(s: AustriaHungary, a: Action) -> float:
    assert isinstance(a, ChooseHome)
    company = next(
        company for company in s.board.markers[StopId(a.stop)] if s.book.companies[company].kind == STATE
    )
    kinds = [s.book.trains[name] for name in near(s) - goods_kinds(s)]
    return max(single_run(s, company, kind, kind.name) for kind in kinds) + 0.25 * ahead(s, company)


def duty(s: AustriaHungary, seat: int, choices: Sequence[Action]) -> Action | None:
    """VII.12-3: a debt grows by half in every stock round: what can be repaid is."""
    return max((a for a in choices if isinstance(a, RepayDebt)), key=lambda a: a.amount, default=None)


def usual(s: AustriaHungary, a: Action, offer: Offer | None) -> bool:
    """As everywhere; and the railways of the first round, mountains, coal exchanges that open a company."""
    if isinstance(a, BuyBond):
        return offer is not None and offer.line.sym == s.bond and not a.double
    if isinstance(a, SwapCoal):  # before that the coal railway is the better income
        return s.facts.coal[a.railway].into in play(s, a).state.opened
    if offer is None or offer.source not in ("railway", "mountain"):
        return is_usual(s, a, offer)
    if not isinstance(a, BuyRailway):
        return False
    if offer.source == "mountain":
        return a.railway in s.book.privates
    return (offer.line.sym, offer.cost) == (a.railway, a.price)


def foreseen(s: AustriaHungary) -> AustriaHungary:
    """VII.11-6: a train that another director is asked for counts as sold."""
    while not s.over and isinstance(s.frame, TrainOffer):
        s = play(s, Answer(to_act(s)[0], True)).state
    return s


def nothing(paper: Paper, line: Line, price: int) -> None:
    """The paper of 1824 has its own way with trains that nobody can pay."""


ECONOMY = Economy[AustriaHungary](
    scale=Scale(24, 4.2, goods=1.2, late=1),
    prices=lambda s: moves(s.book),
    start_cell=lambda s, par: s.book.par_cells[par],
    forced=lambda s: nothing,
    adjust=adjust,
    halves=halves,
    kind="regional",
    opening=opening,
    trains=all_trains,
    paper=AustrianPaper,
    known_trains=known_trains,
    suits=suits,
    settled=with_homes,
    touched=touched,
    places=printed_places,
    trial_trains=foremost,
    building=3.0,
    promise=promise,
    inclination=inclination,
    usual=usual,
    foreseen=foreseen,
    worth_trying=worth_trying,
    duty=duty,
    saves=saves,
)


LEANING = Leaning(train=0.00003, first_train=0.005)
"""Trains are the matter of `inclination`; this is what the bold have more of."""

BUDGETS = {
    "gentle": Budget(
        width=1,
        tiles=15,
        lays=3,
        markers=1,
        sales=1,
        others=10,
        reluctance=0.0,
        custom=0.0,
        glances=1,
        directing=0.0,
        fortunes=1,
        finalists=40,
        doubt=0.3,
        unsure=0.1,
        leaning=LEANING,
        spread=0.25,
        even=False,
    ),
    "fair": Budget(
        width=1,
        tiles=40,
        lays=4,
        markers=2,
        sales=2,
        others=24,
        reluctance=0.01,
        custom=0.01,
        directing=0.0,
        glances=1,
        fortunes=2,
        finalists=24,
        doubt=0.15,
        unsure=0.05,
        leaning=LEANING,
    ),
    "sharp": Budget(
        width=4,
        lays=7,
        glances=2,
        fortunes=12,
        finalists=8,
        sifted=5,
        reluctance=0.08,
        custom=0.08,
        leaning=LEANING,
    ),
}
"""Games on paper differ much by luck: whoever looks at few of them goes by chance.

The first few choices mostly bring nearly the same: who is off among them alone loses nothing, so the
doubts of `gentle` and `fair` concern many, and every step of an operating turn.
"""


def judge(manner: Manner, seed: str) -> RailwayJudge[AustriaHungary]:
    return RailwayJudge(ECONOMY, budget_of(manner, BUDGETS), seed)
