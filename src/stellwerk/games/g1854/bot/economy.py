"""The money of 1854 on paper: its market, splits, options, mail, help for trains and bankruptcy."""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import structs

from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Manner
from stellwerk.engine.memo import Once
from stellwerk.engine.play import play
from stellwerk.engine.step import Pass
from stellwerk.finance.market import HexGrid
from stellwerk.games.g1854.bot import auction, local_railways, mergers
from stellwerk.games.g1854.bot.local_railways import LOCAL_SCALE, LOKALBAHN_SCALE, plus_trains
from stellwerk.games.g1854.bot.trains import (
    GIVEN_AWAY,
    inclination,
    known_trains,
    may_build,
    must_build,
    next_price,
    printed_price,
    suits_company,
    suits_local,
    wakes,
)
from stellwerk.games.g1854.rules.book import LOCAL, LOKALBAHN, MAJOR, Facts, Rulings
from stellwerk.games.g1854.rules.companies import paper_limit
from stellwerk.games.g1854.rules.mail import BuyMail, income
from stellwerk.games.g1854.rules.mergers import (
    Founding,
    FoundLokalbahn,
    MergerOffer,
    unfounded,
)
from stellwerk.games.g1854.rules.options import CompleteOption, TakeOption, rest_of
from stellwerk.games.g1854.rules.ownership import offers_for
from stellwerk.games.g1854.rules.runs import RUNS
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.games.g1854.rules.track import cost
from stellwerk.games.g1854.rules.tunnels import DigTunnel
from stellwerk.mech18.book import Book, TrainType
from stellwerk.mech18.bot.earnings import Scale
from stellwerk.mech18.bot.earnings import places as all_places
from stellwerk.mech18.bot.paper import Beside, Line, Offer, Paper
from stellwerk.mech18.bot.planner import STRENGTHS, Budget, RailwayJudge, budget_of
from stellwerk.mech18.bot.prices import Prices
from stellwerk.mech18.bot.projection import Economy, Known, is_usual, sold_in_turn
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.state import ISSUE, OFFER, POOL, SEAT_OF, SEATS
from stellwerk.mech18.stock import BuyShare, StartCompany
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain, TrainOffer

RUIN = -500
"""What a bankrupt seat counts at the end, beside having lost all papers."""
LATE = "5"
"""The train from whose first sale on a new company hardly pays for its own trains."""


@Once
def moves(book: Book[Facts, Rulings]) -> Prices:
    """ST: right for a payment, left for none, down for every paper sold, up when sold out."""
    grid = book.grid
    assert isinstance(grid, HexGrid)
    return Prices(
        grid.rows,
        paid=grid.right_or_up,
        kept=grid.left_or_down,
        fallen=grid.down,
        sold_out=grid.up,
        each=True,
    )


def split(paper: Paper, line: Line) -> None:
    """SP-1 to SP-4: papers halve and are paid for; five new ones are on sale; an option becomes a tenth."""
    line.first, line.size, line.limit, line.issue = 2, 1, 6, 5
    for seat, shares in enumerate(line.held):
        paper.cash[seat] += shares // 2 * line.price
        paper.bank -= shares // 2 * line.price
        line.held[seat] = shares - shares // 2
    line.offer //= 2
    line.pool //= 2


def forced(s: Austria) -> Callable[[Paper, Line, int], None]:
    def help_out(paper: Paper, line: Line, price: int) -> None:
        """EF: the director adds cash, then sells papers; who cannot is bankrupt, and the game is over."""
        missing, seat = price - line.treasury, line.director
        line.treasury = 0
        if seat < 0:
            return
        paper.cash[seat] -= missing
        for other in sorted(paper.lines, key=lambda one: one.price):
            while paper.cash[seat] < 0 and other.cell is not None:
                kept = max((n for rival, n in enumerate(other.held) if rival != seat), default=0)
                kept = max(kept, other.first) if other.director == seat else 0
                if other.held[seat] - other.size < kept:
                    break
                other.held[seat] -= other.size
                other.pool += other.size
                paper.cash[seat] += other.size * other.price
                paper.bank -= other.size * other.price
                paper.move(other, paper.prices.sold(other.cell, 1))
        if paper.cash[seat] < 0:
            paper.cash[seat] = RUIN
            for other in paper.lines:
                other.held[seat] = 0
            paper.ending = True

    return help_out


def adjust(s: Austria, paper: Paper) -> None:
    """What shares, limits, options and mail are like now."""
    paper.pool_limit = 99
    paper.paper_limit = paper_limit(s, SEATS[0])
    paper.papers = papers_of
    for line in paper.lines:
        line.issue = s.shares(ISSUE, line.sym)
        line.offer -= line.issue
        if line.sym in s.split:
            line.limit = s.facts.holding_after_split
        else:
            line.first, line.size, line.limit = 4, 2, s.facts.holding_before_split
        if line.sym in s.mail:
            line.income = income(s, s.mail[line.sym])
    for id_ in s.options:
        # OP-3: nothing else is bought until the rest is paid, so it is owed now.
        optioned, seat = paper.line(s.book.papers[id_].company), SEAT_OF[s.papers[id_]]
        if optioned is not None:
            optioned.held[seat] += 1
            paper.cash[seat] -= rest_of(s, id_)
            paper.bank += rest_of(s, id_)

    def risen(paper: Paper, line: Line) -> None:
        if line.size == 2 and line.cell is not None and s.facts.beyond_red_line(line.cell):
            split(paper, line)
            paper.paper_limit += s.facts.papers_per_split // len(paper.cash)

    paper.risen = risen


def papers_of(line: Line, seat: int) -> int:
    """SR-12: the director's paper is one."""
    if line.director == seat:
        return 1 + max(0, line.held[seat] - line.first) // line.size
    return -(-line.held[seat] // line.size)


def apart(s: Austria, company: str) -> tuple[Sequence[TrainType], Scale] | None:
    kind = s.kind(company)
    if kind == LOCAL:
        return plus_trains(s), LOCAL_SCALE
    return (sold_in_turn(s), LOKALBAHN_SCALE) if kind == LOKALBAHN else None


def beside(s: Austria, figures: Known) -> Sequence[Beside]:
    return local_railways.on_paper(s, figures, moves(s.book))


def worth_trying(s: Austria, choices: Sequence[Action]) -> Sequence[Action]:
    """Return the choices of an operating turn, and answers, without those that lead nowhere."""
    turn = s.nearest(OperatingTurn)
    if turn is None:
        return [a for a in choices if is_plain(s, a) and mergers.is_agreeable(s, a)] or choices
    return [a for a in choices if is_sensible(s, turn.company, a)] or choices


def is_sensible(s: Austria, company: str, a: Action) -> bool:
    """No trains for whoever cannot run them, no trade but in need, mail from money to spare."""
    if isinstance(a, BuyMail):
        spare = s.cash[company] - s.facts.mail[a.contract].price
        return all(price <= spare for _, _, price in offers_for(s, company)[:1])
    local = s.is_local(company)
    if local and isinstance(a, PlaceMarker):
        return s.cash[company] - s.book.companies[company].markers[-1] >= next_price(s, company)
    if local and isinstance(a, LayTile):
        paid = may_build(s, company, cost(s, a)) or wakes(s, company, a)
        return paid and not spoils_the_run(s, company, a)
    if local and isinstance(a, Pass):
        return not must_build(s, company)
    if isinstance(a, Answer):
        return is_plain(s, a)
    if isinstance(a, BuyTrain):
        return suits_local(s, company, a) if local else suits_company(s, company, a)
    return True


def is_plain(s: Austria, a: Action) -> bool:
    """Yes or no, without haggling; nobody gives a train away."""
    if not isinstance(a, Answer):
        return True
    if a.price is not None or a.leave:
        return False
    offer = s.frame
    if not a.accept or not isinstance(offer, TrainOffer) or offer.counter:
        return True
    return offer.price >= GIVEN_AWAY * printed_price(s, offer.train)


def spoils_the_run(s: Austria, railway: str, a: LayTile) -> bool:
    """TR-6, RT-2: two towns that become a city are no longer free for a plus train."""
    return RUNS.best(play(s, a).state, railway).revenue < RUNS.best(s, railway).revenue


def siblings(s: Austria, company: str) -> tuple[str, ...]:
    """Return a company, and for a local railway those others that its owner has: they share the local map."""
    if not s.is_local(company):
        return (company,)
    owner = s.director(company)
    others = [sym for sym in s.opened if sym != company and s.is_local(sym) and s.director(sym) == owner]
    return (company, *others)


def duty(s: Austria, seat: int, choices: Sequence[Action]) -> Action | None:
    """OP-3: who has an option completes it; LA-1: who can get no train looks for a partner."""
    return next((a for a in choices if isinstance(a, CompleteOption)), None) or mergers.duty(s, choices)


def usual(s: Austria, a: Action, offer: Offer | None) -> bool:
    """OP-3: who has an option that cannot be paid yet waits until there is the money.

    SR-10: who has started a company lets it begin, by an option at least; who can alone may start one.
    """
    if s.options and s.open_option(SEATS[a.seat]) is not None:
        return isinstance(a, Pass)
    waiting = waits_for_its_director(s, a.seat)
    if waiting:
        whole = s.cash[SEATS[a.seat]] >= 2 * s.par[waiting]
        return isinstance(a, BuyShare if whole else TakeOption) and a.company == waiting
    if LATE not in s.phases:
        if isinstance(a, StartCompany) and floats_alone(s, a):
            return True
        if offer is None and pays_halves_only(s, a.seat):
            return isinstance(a, TakeOption) and a.company in s.opened
    return is_usual(s, a, offer)


def pays_halves_only(s: Austria, seat: int) -> bool:
    """OP-1: whether a seat can pay for an option and for no whole paper: idle money brings nothing."""
    costs = [
        s.par[sym] if s.shares(OFFER, sym) else s.price(sym)
        for sym in s.par
        if sym in s.opened and sym not in s.split and (s.shares(OFFER, sym) or s.shares(POOL, sym))
    ]
    return bool(costs) and min(costs) <= s.cash[SEATS[seat]] < 2 * min(costs)


def waits_for_its_director(s: Austria, seat: int) -> str:
    """Return the company that a seat has started and could let begin by an option; empty if there is none."""
    for sym, par in s.par.items():
        if sym not in s.opened and s.director_seat(sym) == seat and s.cash[SEATS[seat]] >= par:
            return sym
    return ""


def floats_alone(s: Austria, a: StartCompany) -> bool:
    """SR-10: whether a seat can pay a tenth beside the director's paper, or somebody has one (MR-6)."""
    owned = any(s.papers[one.id] in SEAT_OF for one in s.book.papers_of[a.company])
    return s.cash[SEATS[a.seat]] >= (4 if owned else 5) * a.par


def places(s: Austria) -> dict[str, float]:
    """Places differ less than what lies around them: the homes in Wien share it."""
    found: dict[str, float] = {}
    for kind in (LOCAL, MAJOR):
        some = {sym: place for sym, place in all_places(s).items() if s.kind(sym) == kind}
        mean = sum(some.values()) / len(some)
        found |= {sym: (place / mean) ** 0.5 for sym, place in some.items()}
    return found


def foreseen(s: Austria) -> Austria:
    """LA-1, LA-3, TN-14: a merger that is proposed, or a train that is asked for, is judged as agreed on."""
    if s.over:
        return s
    if isinstance(s.frame, MergerOffer | TrainOffer):
        s = play(s, Answer(s.frame.to, True)).state
    # The merger may have been the last thing that happened.
    if not s.over and isinstance(s.frame, Founding):
        s = play(s, FoundLokalbahn(s.director_seat(s.frame.railway), unfounded(s)[0])).state
    return s


ECONOMY = Economy[Austria](
    scale=Scale(20, 4),
    prices=lambda s: moves(s.book),
    start_cell=lambda s, par: s.book.par_cells[par],
    forced=forced,
    adjust=adjust,
    kind=MAJOR,
    top=lambda s: s.price_table(HexGrid).rows[s.facts.end_cell[0]][s.facts.end_cell[1]],
    opening=partial(auction.judged, eye=auction.EYES["sharp"]),
    incomes_end="5",
    apart=apart,
    beside=beside,
    known_trains=known_trains,
    builds=(LayTile, DigTunnel),
    worth_trying=worth_trying,
    duty=duty,
    usual=usual,
    places=places,
    earned=local_railways.earned,
    touched=siblings,
    inclination=inclination,
    reluctance=3.0,
    foreseen=foreseen,
)


BUDGETS = {
    "gentle": structs.replace(STRENGTHS["gentle"], doubt=0.08),
    "fair": structs.replace(STRENGTHS["fair"], doubt=0.04),
    "sharp": Budget(fortunes=12, sifted=5),
}
"""Shares are soon spread over all seats and money differs little, so doubts are greater than elsewhere."""


def economy_of(strength: str) -> Economy[Austria]:
    """Return the same with the lots of the auction as a bot of this strength sees them."""
    return structs.replace(ECONOMY, opening=partial(auction.judged, eye=auction.EYES[strength]))


def judge(manner: Manner, seed: str) -> RailwayJudge[Austria]:
    return RailwayJudge(economy_of(manner.strength), budget_of(manner, BUDGETS), seed)
