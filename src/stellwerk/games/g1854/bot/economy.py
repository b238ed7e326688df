"""The money of 1854 on paper: its market, splits, options, mail, help for trains and bankruptcy."""

from collections.abc import Callable, Sequence

from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Manner
from stellwerk.engine.memo import Once
from stellwerk.engine.play import play
from stellwerk.engine.step import Pass
from stellwerk.finance.market import HexGrid
from stellwerk.games.g1854.bot import auction, local_railways
from stellwerk.games.g1854.bot.local_railways import LOCAL_SCALE, LOKALBAHN_SCALE, plus_trains
from stellwerk.games.g1854.rules.book import LOCAL, LOKALBAHN, MAJOR, Facts, Rulings
from stellwerk.games.g1854.rules.companies import paper_limit
from stellwerk.games.g1854.rules.mail import BuyMail, income
from stellwerk.games.g1854.rules.mergers import Founding, FoundLokalbahn, MergerOffer, unfounded
from stellwerk.games.g1854.rules.options import CompleteOption, rest_of
from stellwerk.games.g1854.rules.ownership import is_plus, offers_for
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.games.g1854.rules.track import cost
from stellwerk.games.g1854.rules.tunnels import DigTunnel
from stellwerk.mech18.book import Book, TrainType
from stellwerk.mech18.bot.earnings import Scale, known_kinds, next_kinds, settled, single_run
from stellwerk.mech18.bot.earnings import places as all_places
from stellwerk.mech18.bot.paper import Beside, Line, Offer, Paper
from stellwerk.mech18.bot.planner import RailwayJudge, budget_of
from stellwerk.mech18.bot.prices import Prices
from stellwerk.mech18.bot.projection import Economy, Known, is_usual, sold_in_turn
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.state import ISSUE, SEAT_OF, SEATS, STOCKS
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain, is_asked

RUIN = -500
"""What a bankrupt seat counts at the end, beside having lost all papers."""


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


def known_trains(s: Austria, company: str) -> list[TrainType]:
    """LR-4, LA-5, TN-2: plus trains for local railways, number trains for all others."""
    local = s.is_local(company)
    there = known_kinds(s) | {kind.name for kind in next_kinds(s) if kind.versions[0].plus and local}
    return [kind for kind in s.book.trains.values() if kind.name in there and kind.versions[0].plus == local]


def worth_trying(s: Austria, choices: Sequence[Action]) -> Sequence[Action]:
    """Return the choices of an operating turn without those that lead nowhere."""
    turn = s.nearest(OperatingTurn)
    if turn is None:
        return choices
    return [a for a in choices if is_sensible(s, turn.company, a)] or choices


def is_sensible(s: Austria, company: str, a: Action) -> bool:
    """No trains for whoever cannot run them, no trade but in need, mail from money to spare."""
    if isinstance(a, BuyMail):
        spare = s.cash[company] - s.facts.mail[a.contract].price
        return all(price <= spare for _, _, price in offers_for(s, company)[:1])
    local = s.is_local(company)
    if isinstance(a, PlaceMarker):
        # LR-7: nobody helps a local railway, so its train comes first.
        return not local or bool(s.trains_of(company))
    if isinstance(a, LayTile) and local and not s.trains_of(company):
        prices = [price for _, _, price in offers_for(s, company)]
        return not cost(s, a) or s.cash[company] - cost(s, a) >= min(prices, default=0)
    if not isinstance(a, BuyTrain):
        return True
    if local:
        return s.trains[a.train] in STOCKS and best_single(s, company) > 0
    if is_plus(s, a.train):
        return False
    return s.trains[a.train] in STOCKS or (not is_asked(s, a.train) and not s.limited_trains(company))


def best_single(s: Austria, company: str) -> int:
    """Return the best run of one of the trains that are known by now."""
    there, kinds = settled(s, company), known_trains(s, company)
    return max((single_run(there, company, kind, kind.versions[0].name) for kind in kinds), default=0)


def duty(s: Austria, seat: int, choices: Sequence[Action]) -> Action | None:
    """OP-3: who has an option completes it."""
    return next((a for a in choices if isinstance(a, CompleteOption)), None)


def usual(s: Austria, a: Action, offer: Offer | None) -> bool:
    """OP-3: who has an option that cannot be paid yet waits until there is the money."""
    if s.options and s.open_option(SEATS[a.seat]) is not None:
        return isinstance(a, Pass)
    return is_usual(s, a, offer)


def places(s: Austria) -> dict[str, float]:
    """Places differ less than what lies around them: the homes in Wien share it."""
    found: dict[str, float] = {}
    for kind in (LOCAL, MAJOR):
        some = {sym: place for sym, place in all_places(s).items() if s.kind(sym) == kind}
        mean = sum(some.values()) / len(some)
        found |= {sym: (place / mean) ** 0.5 for sym, place in some.items()}
    return found


def foreseen(s: Austria) -> Austria:
    """LA-1, LA-3: a merger that is proposed is judged as agreed on."""
    if s.over:
        return s
    if isinstance(s.frame, MergerOffer):
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
    opening=auction.judged,
    incomes_end="5",
    apart=apart,
    beside=beside,
    known_trains=known_trains,
    builds=(LayTile, DigTunnel),
    worth_trying=worth_trying,
    duty=duty,
    usual=usual,
    places=places,
    reluctance=3.0,
    foreseen=foreseen,
)


def judge(manner: Manner, seed: str) -> RailwayJudge[Austria]:
    return RailwayJudge(ECONOMY, budget_of(manner), seed)
