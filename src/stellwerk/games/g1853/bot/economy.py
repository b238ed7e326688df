"""The money of 1853 on paper: bonds and contracts, one line of prices, what a share that is not paid owes."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random

from msgspec import structs

from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Judged, Manner
from stellwerk.engine.memo import Once
from stellwerk.engine.play import play
from stellwerk.engine.step import Pass
from stellwerk.finance.market import Line as PriceLine
from stellwerk.games.g1853.bot.contracts import expected, guessed, missing
from stellwerk.games.g1853.bot.opening import Opening
from stellwerk.games.g1853.bot.paper import IndianPaper
from stellwerk.games.g1853.bot.trains import NUMBER, earnings, furthest, hopes, kind_of, kinds
from stellwerk.games.g1853.rules.book import Facts, Rulings
from stellwerk.games.g1853.rules.cities import (
    NameCity,
    bond_suffices,
    ganges_allows,
    named,
    not_yet_named,
)
from stellwerk.games.g1853.rules.elephant import ElephantOffer, OfferElephant
from stellwerk.games.g1853.rules.runs import LeaveMail
from stellwerk.games.g1853.rules.state import India, SharesRound, Turn
from stellwerk.games.g1853.rules.stock import PayShare, is_locked
from stellwerk.games.g1853.rules.trains import owed, phase
from stellwerk.mech18.book import Book
from stellwerk.mech18.bot.earnings import Scale, best_with
from stellwerk.mech18.bot.paper import Line, Paper
from stellwerk.mech18.bot.planner import Budget, RailwayJudge, budget_of, utility
from stellwerk.mech18.bot.prices import Prices
from stellwerk.mech18.bot.projection import Economy, known, project
from stellwerk.mech18.bot.sense import Leaning
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import step_of
from stellwerk.mech18.state import BANK
from stellwerk.mech18.trains import BuyTrain, TrainOffer, is_asked, owned_version

UNPAID = 15
"""What an unpaid share costs its holder beside its par: dividends that it does not earn (2.7.3-b)."""
BEYOND: Mapping[str, Sequence[int]] = {"gentle": (0, 10), "fair": (20,), "sharp": (30,)}
"""What each bids beyond the cheapest contract: who bids most begins, and has the first choice of shares.

With 40 more another city would have to be named (2.5.4-c).
"""
DOUBT: Mapping[str, float] = {"gentle": 90.0, "fair": 40.0, "sharp": 5.0}
"""How much worse than the best a contract may be that each still names."""
IDLE, FIRST_TRAIN = 100, 300
"""Money that a company should rather build with, beside what the first train costs."""
FURTHER_TRAIN = 300
"""What is left to a company that buys one train more than its track is good for."""
IN_VAIN = 0.002
"""What it costs to ask another director for a train, as a part of a mean seat's money."""
RIVALS_CHANCE = 0.5
"""How likely the bonds of others come back: what they have named is not known."""
LURE = 4.0
"""What one tile less between the cities of a contract is worth in a run."""


@Once
def moves(book: Book[Facts, Rulings]) -> Prices:
    """4.7: a single line; sales move nothing, and nothing is gained by selling out."""
    line = book.grid
    assert isinstance(line, PriceLine)
    return Prices(line.rows, paid=line.up, kept=line.down)


def forced(s: India) -> Callable[[Paper, Line, int], None]:
    """4.8.1: nobody must buy a train."""
    return lambda paper, line, price: None


def adjust(me: int, still: bool, s: India, paper: Paper) -> None:
    """What only 1853 has: who sits where, par without a price, debts, locked companies, bonds."""
    assert isinstance(paper, IndianPaper)
    paper.still = still
    paper.order, paper.track, paper.backs = s.order, s.price_table(PriceLine).prices, s.back_sides
    # 4.9: whoever has the elephant orders another round, nearly always.
    paper.rounds += 1
    paper.kinds = tuple(structs.replace(kind, rounds=kind.rounds + 1) for kind in paper.kinds)
    paper.large = [sym for sym in s.book.companies if s.is_large(sym)]
    turn = s.nearest(SharesRound)
    paper.bought = turn is not None and bool(turn.bought)
    for line in paper.lines:
        line.pars = ()
        if line.cell is None:
            line.cell, line.price = s.book.par_cells[line.par], line.par
        if not line.open:
            most = max(line.held)
            line.director = line.held.index(most) if most >= 2 else -1
        if s.contracts and is_locked(s, line.sym):
            line.lost = True
            paper.locked.append(line)
        trains = [NUMBER[kind_of(s, card)] for card in s.trains_of(line.sym)]
        line.trains = tuple(sorted(trains, reverse=True))
        if line.sym in s.credit:
            line.treasury -= owed(s, line.sym)
    for key, count in s.unpaid.items():
        holder, _, company = key.partition("/")
        paper.cash[int(holder)] -= count * (s.par[company] + UNPAID)
    rounds = paper.horizon()
    for other, bond in s.bonds.items():
        seat = int(other)
        if seat not in s.fulfilled:
            paper.bonds[seat] = bond * (expected(s, seat, rounds) if seat == me else RIVALS_CHANCE)


def promise(s: India, company: str, seat: int) -> float:
    """What track leads to, by the better gauge; 4.3: what brings the cities of a contract nearer."""
    runs = sorted(hopes(s, company).values())
    found = runs[1] + 0.2 * runs[0]
    if seat not in s.fulfilled and named(s, seat):
        found -= LURE * missing(s, named(s, seat))
    return found


def worth_trying(s: India, choices: Sequence[Action]) -> Sequence[Action]:
    return [a for a in choices if tempts(s, a)] or choices


def tempts(s: India, a: Action) -> bool:
    """Neither haggling, nor asking others for trains, nor giving up income, nor leaving money idle."""
    if isinstance(a, Pass):
        return not should_build(s)
    if isinstance(a, Answer):
        return a.price is None and not a.leave
    if isinstance(a, NameCity):
        # 2.5.12: also on slips, where nobody looks until it is too late.
        return all(check(s, a) is None for check in (not_yet_named, ganges_allows, bond_suffices))
    if isinstance(a, BuyTrain):
        seller = s.trains[a.train]
        if seller == BANK:
            return is_of_use(s, a)
        if a.price > owned_version(s, a.train).price or (is_asked(s, a.train) and not asks(s, a)):
            return False
        return is_better_placed(s, a.train)
    if isinstance(a, OfferElephant):
        return a.price > 0 and foreseen(play(s, a).state).priority == a.to
    return not isinstance(a, LeaveMail)


def asks(s: India, a: BuyTrain) -> bool:
    """Another director is asked for a train by who has none, and offered all that can be paid."""
    company = s.top(Turn).company
    return not s.trains_of(company) and a.price == min(s.cash[company], owned_version(s, a.train).price)


def inclination(before: India, after: India, company: str, a: Action) -> float:
    """Nobody asks in vain."""
    return 0.0 if after.nearest(TrainOffer) is None else -IN_VAIN


def foreseen(s: India) -> India:
    """3.1.11, 4.8.9: whoever is offered something takes it if that leaves them better off."""
    offer = s.nearest(TrainOffer) or s.nearest(ElephantOffer)
    if offer is None:
        return s
    taken, refused = (play(s, Answer(offer.to, accept)).state for accept in (True, False))
    if taken.over or refused.over:
        return refused
    theirs = economy(offer.to, s.nearest(Turn) is not None, Opening((0,), 0.0, Random(0)))
    figures = known(s, theirs)
    gain = utility(project(taken, theirs, figures), offer.to)
    return taken if gain > utility(project(refused, theirs, figures), offer.to) else refused


def is_of_use(s: India, a: BuyTrain) -> bool:
    """Whether a train of the bank adds to the runs of today, or there is money left to build with."""
    company = s.top(Turn).company
    own = {card: s.versions[card] for card in s.trains_of(company)}
    if best_with(s, company, {**own, a.train: a.version}) > best_with(s, company, own):
        return True
    if s.cash[company] - a.price >= (FURTHER_TRAIN if own else IDLE):
        return True
    following, trains = str(int(phase(s)) + 1), s.book.trains
    lasts = following not in trains[s.train_type(a.train)].scrapped_by
    return bool(own) and lasts and all(following in trains[s.train_type(card)].scrapped_by for card in own)


def is_better_placed(s: India, train: str) -> bool:
    """Whether a train of another company would earn more for the one that acts."""
    buyer, seller = s.top(Turn).company, s.trains[train]
    theirs, ours = ({card: s.versions[card] for card in s.trains_of(sym)} for sym in (seller, buyer))
    if len(theirs) < 2:
        # Without its only train it would never earn the next one.
        return False
    more = {**ours, train: s.versions[train]}
    less = {card: side for card, side in theirs.items() if card != train}
    lost = best_with(s, seller, theirs) - best_with(s, seller, less)
    return best_with(s, buyer, more) - best_with(s, buyer, ours) > lost


def should_build(s: India) -> bool:
    """Whether a company has money for track, beside what its next train costs."""
    turn = s.frame
    if not isinstance(turn, Turn) or step_of(s, turn) != "track":
        return False
    cash = s.cash[turn.company]
    return cash >= IDLE and (bool(s.trains_of(turn.company)) or cash >= IDLE + FIRST_TRAIN)


def duty(s: India, seat: int, choices: Sequence[Action]) -> Action | None:
    """2.7.3-b, 2.7.4-a: an unpaid share earns nothing, and nothing else is bought before."""
    return next((a for a in choices if isinstance(a, PayShare)), None)


def economy(seat: int, still: bool, opening: Opening) -> Economy[India]:
    """Return the economy as a seat sees it: it knows its own contract alone."""
    return Economy[India](
        scale=Scale(22, 4.5),
        prices=lambda s: moves(s.book),
        start_cell=lambda s, par: s.book.par_cells[par],
        forced=forced,
        adjust=partial(adjust, seat, still),
        top=lambda s: s.price_table(PriceLine).prices[-1],
        opening=opening.values,
        duty=duty,
        trains=kinds,
        known_trains=furthest,
        paper=IndianPaper,
        earned=earnings,
        promise=promise,
        thrift=0.02,
        worth_trying=worth_trying,
        foreseen=foreseen,
        inclination=inclination,
    )


class IndianJudge:
    """Judges positions of 1853; what others have named is drawn by its own luck (2.5.11)."""

    def __init__(self, budget: Budget, seed: str, strength: str) -> None:
        self.budget, self.seed, self.strength = budget, seed, strength

    def judged(self, s: India, seat: int) -> Sequence[Judged]:
        luck = Random(f"{self.seed}/guess/{s.version}/{seat}")
        # The same doubts in the whole opening: one contract is named to its end.
        opening = Opening(BEYOND[self.strength], DOUBT[self.strength], Random(f"{self.seed}/opening/{seat}"))
        judge = RailwayJudge(economy(seat, s.nearest(Turn) is not None, opening), self.budget, self.seed)
        return judge.judged(guessed(s, seat, luck), seat)


BUDGETS: Mapping[str, Budget] = {
    "gentle": Budget(
        width=1,
        tiles=10,
        lays=4,
        markers=1,
        sales=1,
        others=12,
        reluctance=0.01,
        custom=0.0,
        glances=1,
        fortunes=2,
        finalists=4,
        doubt=0.1,
    ),
    "fair": Budget(
        width=3,
        tiles=20,
        lays=5,
        markers=2,
        sales=2,
        others=24,
        reluctance=0.03,
        custom=0.03,
        glances=1,
        fortunes=3,
        finalists=5,
        doubt=0.04,
    ),
    "sharp": Budget(tiles=120, leaning=Leaning(train=0.00005, first_train=0.02)),
}
"""Two gauges make many tiles, in late rounds over a hundred.

The first two like trains for themselves, and give their own money for them (4.8.8); whoever is sharp asks
what else it would buy: early on shares bring back many times their price.
"""


def judge(manner: Manner, seed: str) -> IndianJudge:
    return IndianJudge(budget_of(manner, BUDGETS), seed, manner.strength)
