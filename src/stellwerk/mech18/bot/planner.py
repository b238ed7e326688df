"""Turns planned by the projection: what to sell and buy, what to build, run, pay and buy."""

from collections.abc import Iterable, Mapping, Sequence
from math import exp
from random import Random
from typing import Generic

from msgspec import Struct, structs

from stellwerk.engine.action import CHANCE, Action
from stellwerk.engine.capabilities import Judged, Manner
from stellwerk.engine.play import activity_of, legal, play, sample, to_act
from stellwerk.engine.step import Pass
from stellwerk.mech18.advice import runs_of
from stellwerk.mech18.bot.earnings import ahead, single_run
from stellwerk.mech18.bot.paper import Offer
from stellwerk.mech18.bot.projection import Economy, Luck, known, on_paper, project
from stellwerk.mech18.bot.sense import Leaning, leaning, sensible, worth_selling
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import AnyRailways, S
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound
from stellwerk.mech18.trains import BuyTrain

RIVALRY = 0.4
"""How much a rival's money counts against one's own."""
MOST_STEPS = 14


class Budget(Struct, frozen=True):
    """How much is tried out: counted, so that the same position is thought through alike everywhere."""

    width: int = 6
    """States that are followed from step to step of a turn."""
    lays: int = 8
    """Tiles that are judged in full, of those that look best."""
    tiles: int = 999
    """Tiles that are looked at at all; where there are more, luck decides which."""
    markers: int = 3
    sales: int = 4
    """Sales after which purchases are tried."""
    others: int = 40
    """Choices of any other kind."""
    reluctance: float = 0.15
    """What a sale must bring more than none, as a part of a mean seat's money."""
    custom: float = 0.15
    """What something unusual must bring more: of many rough guesses the highest is often a mistake."""
    directing: float = 0.05
    """What it counts to start a company: whoever directs one decides what becomes of it."""
    glances: int = 2
    """Games on paper that each choice is judged by at first."""
    fortunes: int = 8
    """Games on paper that the best of them are judged by."""
    finalists: int = 6
    """How many are the best."""
    sifted: int = 0
    """Games on paper that the best are judged by before the last few; 0: all of them are the last."""
    last: int = 3
    """How many are the last few."""
    spread: float = 0.12
    """How far the companies' fortunes lie apart."""
    doubt: float = 0.0
    """How far off it usually is when it compares choices, as a part of a mean seat's money."""
    unsure: float = 0.0
    """The same about every step of an operating turn, before any of them are compared."""
    leaning: Leaning = Leaning()
    even: bool = True
    """Whether the first fortune is the even one; whoever sees an odd one only misjudges the companies."""


NOT_LOOKED_AT = 10.0
RESERVE = 0.02
"""What it counts to a careful director that a treasury holds the price of the next train."""
START = Pass(-1)
"""Stands for no step yet."""


class Try(Struct, Generic[S], frozen=True):
    """A way to act, and where it leads."""

    action: Action
    """The first step."""
    state: S
    fresh: str | None
    """The company whose earnings have changed."""
    value: float
    bonus: float = 0.0


def utility(money: Sequence[float], seat: int) -> float:
    """What a seat has beside the others: a longer game makes all of them richer, and nobody better off."""
    rivals = [value for other, value in enumerate(money) if other != seat]
    mean = max(1.0, sum(money) / len(money))
    return (money[seat] - RIVALRY * max(rivals, default=0)) / mean


class Planner(Generic[S]):
    """Judges the choices of one seat in one position."""

    def __init__(self, economy: Economy[S], s: S, seat: int, budget: Budget, seed: str) -> None:
        self.economy, self.s, self.seat, self.budget, self.seed = economy, s, seat, budget, seed
        rng = self.rng = Random(f"{seed}/{s.version}/{seat}")
        self.known = known(s, economy)
        self.built: dict[Action, float] = {}
        """What tiles are worth beyond what the paper tells."""
        first: list[Luck] = [{}] if budget.even else []
        lucks = [
            {sym: exp(rng.gauss(0.0, budget.spread)) for sym in s.book.companies}
            for _ in range(budget.fortunes - len(first))
        ]
        self.lucks: list[Luck] = [*first, *lucks]

    def judged(self) -> list[Judged]:
        """Return the choices that were looked at, the best first."""
        s = self.s
        if isinstance(s.frame, StockRound):
            found = self.stock_turn()
        elif isinstance(s.frame, OperatingTurn):
            found = self.operating_turn()
        else:
            found = self.anything()
        return sorted(found, key=lambda one: -one.value)

    def choices(self) -> list[Action]:
        """Return what is legal, without what is not worth trying."""
        choices = self.economy.worth_trying(self.s, legal(self.s, self.seat))
        return sensible(self.s, choices, self.economy.saves)

    def money(self, s: S, fresh: str | None, fortunes: int) -> tuple[int, ...]:
        figures = self.known if fresh is None else known(s, self.economy, self.known, fresh)
        return tuple(map(round, project(s, self.economy, figures, self.lucks[:fortunes])))

    def glance(self, s: S, fresh: str | None = None) -> float:
        return utility(self.money(s, fresh, self.budget.glances), self.seat)

    def judge_best(self, tried: Iterable[Try[S]]) -> list[Judged]:
        """Return what was tried, one entry for each first action; the best are judged at length."""
        best: dict[Action, Try[S]] = {}
        for one in sorted(tried, key=lambda one: -one.value - one.bonus):
            best.setdefault(one.action, one)
        ranked = list(best.values())
        budget, finalists = self.budget, ranked[: self.budget.finalists]
        found = []
        if budget.sifted and len(finalists) > budget.last:
            sifted = [(self.at_length(one, budget.sifted), one) for one in finalists]
            sifted.sort(key=lambda pair: -pair[0].value)
            finalists = [one for _, one in sifted[: budget.last]]
            found = [
                Judged(one.action, one.value - NOT_LOOKED_AT, one.money) for one, _ in sifted[budget.last :]
            ]
        # What was not looked at closely comes after everything that was.
        rest = [
            Judged(one.action, one.value + one.bonus - 2 * NOT_LOOKED_AT)
            for one in ranked[budget.finalists :]
        ]
        return [*(self.at_length(one, budget.fortunes) for one in finalists), *found, *rest]

    def at_length(self, one: Try[S], fortunes: int) -> Judged:
        money = self.money(one.state, one.fresh, fortunes)
        off = self.rng.gauss(0.0, self.budget.doubt) if self.budget.doubt else 0.0
        return Judged(one.action, utility(money, self.seat) + one.bonus + off, money)

    # -- stock turns --------------------------------------------------------------------------

    def stock_turn(self) -> list[Judged]:
        s, seat = self.s, self.seat
        sold = s.top(StockRound).sold
        # Nobody buys back what was sold in this round, even where the rules allow it.
        choices = [a for a in self.choices() if isinstance(a, SellShares) or not is_back(a, sold)]
        usual = self.usual_purchase()
        found = [
            self.tried(a, play(s, a).state, None, self.habit(a, usual))
            for a in choices
            if not isinstance(a, SellShares)
        ]
        # Who sells again and again only drives prices down: one turn with sales in a round.
        again = any(one.startswith(f"{seat}/") for one in sold)
        some = few_sales([a for a in choices if isinstance(a, SellShares) and not (again and found)])
        reluctance = self.budget.reluctance * self.economy.reluctance
        sales = [self.tried(a, play(s, a).state, None, -reluctance) for a in some]
        sales.sort(key=lambda one: -one.value)
        for sale in sales[: self.budget.sales]:
            after = sale.state
            for a in legal(after, seat) if to_act(after) == (seat,) else ():
                if isinstance(a, BuyShare | StartCompany) and not is_back(a, after.top(StockRound).sold):
                    found.append(self.tried(sale.action, play(after, a).state, None, sale.bonus))
        alone = [sale for sale in sales if not found or sells_for_itself(s, sale.action)]
        return self.judge_best([*found, *alone])

    def habit(self, a: Action, usual: Offer | None) -> float:
        """What a choice counts because others expect it, or because it gives a say."""
        found = self.budget.custom if self.economy.usual(self.s, a, usual) else 0.0
        return found + (self.budget.directing if isinstance(a, StartCompany) else 0.0)

    def tried(self, action: Action, after: S, fresh: str | None, bonus: float = 0.0) -> Try[S]:
        after = after if after.over else self.economy.foreseen(after)
        return Try(action, after, fresh, self.glance(after, fresh), bonus)

    def usual_purchase(self) -> Offer | None:
        """Return what a seat buys on paper."""
        paper = on_paper(self.s, self.economy, self.known)
        return paper.best_offer(self.seat, paper.offers(paper.horizon()))

    # -- operating turns ----------------------------------------------------------------------

    def operating_turn(self) -> list[Judged]:
        company = self.s.top(OperatingTurn).company
        front: list[Try[S]] = [Try(START, self.s, company, 0.0)]
        done: list[Try[S]] = []
        beginnings: list[Try[S]] = []
        for _ in range(MOST_STEPS):
            following: list[Try[S]] = []
            for way in front:
                for a in self.steps(way.state, company):
                    after = play(way.state, a).state
                    bonus = way.bonus + self.economy.inclination(way.state, after, company, a)
                    bonus += leaning(self.budget.leaning, way.state, after, company, a)
                    bonus += self.built.get(a, 0.0) + off(self.budget.unsure, self.seed, way.state, a)
                    then = self.tried(a if way.action is START else way.action, after, company, bonus)
                    (done if self.is_over(then.state, company) else following).append(then)
            beginnings = beginnings or [*done, *following]
            if not following:
                break
            following.sort(key=lambda one: -one.value - one.bonus)
            front = distinct(following, self.budget.width)
        found = self.judge_best(done or front)
        followed = {one.action for one in found}
        # What was given up on the way comes last.
        dropped = {one.action: one for one in reversed(beginnings) if one.action not in followed}
        return found + [
            Judged(one.action, one.value + one.bonus - 3 * NOT_LOOKED_AT) for one in dropped.values()
        ]

    def is_over(self, s: S, company: str) -> bool:
        turn = s.nearest(OperatingTurn)
        return s.over or to_act(s) != (self.seat,) or turn is None or turn.company != company

    def steps(self, s: S, company: str) -> list[Action]:
        """Return what is worth trying in this step of the turn."""
        found: list[Action] = []
        for move in activity_of(s).moves(s):
            if move.action is RunTrains:
                found += list(move.legal(s, self.seat))[:1]
            elif move.action in self.economy.builds:
                found += self.best_lays(s, company, move.legal(s, self.seat))
            elif move.action is PlaceMarker:
                found += self.best_markers(s, company, move.legal(s, self.seat))
            elif move.action is BuyTrain:
                found += self.trains(s, company, move.legal(s, self.seat))
            else:
                found += list(move.legal(s, self.seat))[: self.budget.others]
        return sensible(s, self.economy.worth_trying(s, found), self.economy.saves)

    def gain(self, s: S, company: str, a: Action) -> float:
        after = play(s, a).state
        runs = runs_of(after, company)
        return float(runs.best(after, company).revenue) if runs is not None else 0.0

    def best_lays(self, s: S, company: str, lays: Iterable[Action]) -> list[Action]:
        """Return the tiles that add most to the runs of the company, and a few others by luck."""
        judged = []
        trial = self.economy.trial_trains or self.economy.known_trains
        kinds = trial(s, company)
        others = [(other, trial(s, other)) for other in self.economy.touched(s, company)[1:]]

        def prospects(after: S) -> float:
            now = 0.0
            if s.trains_of(company):
                runs = runs_of(after, company)
                now = float(runs.best(after, company).revenue) if runs is not None else 0.0
            later: float = max(
                (single_run(after, company, kind, kind.versions[0].name) for kind in kinds), default=0
            )
            # What is of use to others whom it touches counts, too.
            for other, theirs in others:
                there = self.economy.settled(after, other)
                later += 0.5 * max(
                    (single_run(there, other, kind, kind.versions[0].name) for kind in theirs), default=0
                )
                later += 0.25 * ahead(there, other)
            cost = s.cash[company] - after.cash[company] if company in after.cash else 0
            promise = self.economy.promise(after, company, self.seat)
            return now + 0.5 * later + promise - self.economy.thrift * cost

        idle = prospects(s) if self.economy.building else 0.0
        some = list(lays)
        if len(some) > self.budget.tiles:
            some = self.rng.sample(some, self.budget.tiles)
        for a in some:
            found = prospects(play(s, a).state)
            self.built[a] = self.budget.leaning.track * self.economy.building * (found - idle)
            judged.append((found + 0.01 * self.rng.random(), a))
        judged.sort(key=lambda one: -one[0])
        return [a for _, a in judged[: self.budget.lays]]

    def best_markers(self, s: S, company: str, markers: Iterable[Action]) -> list[Action]:
        judged = [(self.gain(s, company, a) + 0.01 * self.rng.random(), a) for a in markers]
        judged.sort(key=lambda one: -one[0])
        return [a for _, a in judged[: self.budget.markers]]

    def trains(self, s: S, company: str, trains: Iterable[Action]) -> list[Action]:
        return list(self.economy.worth_trying(s, list(trains)))[: self.budget.others]

    # -- anything else ------------------------------------------------------------------------

    def anything(self) -> list[Judged]:
        s, seat = self.s, self.seat
        choices = self.choices()
        own = self.economy.opening(s, seat, choices)
        if own is not None:
            return [Judged(a, value) for a, value in zip(choices, own, strict=True)]
        return self.judge_best(
            self.tried(a, self.drawn(play(s, a).state), None) for a in choices[: self.budget.others]
        )

    def drawn(self, s: S) -> S:
        """The state after lots that the bot draws by its own luck."""
        while not s.over and to_act(s) == (CHANCE,):
            lot = sample(s, CHANCE, self.rng)
            assert lot is not None
            s = play(s, lot).state
        return s


def off(usually: float, seed: str, s: AnyRailways, a: Action) -> float:
    """By how much a step is misjudged: in one position always alike, so that a plan is kept to."""
    return Random(f"{seed}/{s.version}/{a}").gauss(0.0, usually) if usually else 0.0


def sells_for_itself(s: AnyRailways, a: Action) -> bool:
    return isinstance(a, SellShares) and worth_selling(s, a)


def is_back(a: Action, sold: Iterable[str]) -> bool:
    """Whether a choice is about a company of which the seat has sold shares."""
    return f"{a.seat}/{getattr(a, 'company', '')}" in sold


def few_sales(sales: Sequence[SellShares]) -> list[SellShares]:
    """Of each company the smallest sale, the largest and one between."""
    by_company: dict[str, list[SellShares]] = {}
    for sale in sales:
        by_company.setdefault(sale.company, []).append(sale)
    found = []
    for some in by_company.values():
        some.sort(key=lambda one: one.shares)
        found += [some[at] for at in sorted({0, len(some) // 2, len(some) - 1})]
    return found


def distinct(front: Iterable[Try[S]], width: int) -> list[Try[S]]:
    """Return the best states, of those with equal boards and purses one."""
    seen, found = set(), []
    for one in front:
        key = (round(one.value, 3), len(one.state.board.laid), tuple(sorted(one.state.cash.items())))
        if key not in seen:
            seen.add(key)
            found.append(one)
        if len(found) == width:
            break
    return found


STRENGTHS: Mapping[str, Budget] = {
    "gentle": Budget(
        width=1,
        lays=4,
        markers=1,
        sales=1,
        others=12,
        glances=1,
        fortunes=2,
        finalists=3,
        reluctance=0.01,
        custom=0.0,
        doubt=0.05,
    ),
    "fair": Budget(
        width=3,
        lays=5,
        markers=2,
        sales=2,
        others=24,
        glances=1,
        fortunes=3,
        finalists=4,
        reluctance=0.03,
        custom=0.02,
        doubt=0.02,
    ),
    "sharp": Budget(),
}


def budget_of(manner: Manner, strengths: Mapping[str, Budget] = STRENGTHS) -> Budget:
    """Return how a bot of this manner judges. A temperament changes weights only."""
    budget = strengths[manner.strength]
    weights = budget.leaning
    if manner.temperament == "builder":
        weights = structs.replace(weights, track=2.5 * weights.track, train=0.5 * weights.train)
    elif manner.temperament == "trader":
        budget = structs.replace(budget, reluctance=0.4 * budget.reluctance, sales=budget.sales + 1)
    elif manner.temperament == "careful":
        weights = structs.replace(weights, reserve=RESERVE)
    elif manner.temperament == "bold":
        weights = structs.replace(weights, train=4 * weights.train, first_train=2 * weights.first_train)
    return structs.replace(budget, leaning=weights)


class RailwayJudge(Generic[S]):
    """Judges positions of an 18xx game by its economy.

    What it finds depends on its seed, the state's version and the seat alone, so that a game can be
    interrupted, undone and continued, and still goes the same way.
    """

    def __init__(self, economy: Economy[S], budget: Budget, seed: str) -> None:
        self.economy, self.budget, self.seed = economy, budget, seed

    def judged(self, s: S, seat: int) -> Sequence[Judged]:
        choices = legal(s, seat)
        if len(choices) == 1:
            return [Judged(choices[0], 0.0)]
        duty = self.economy.duty(s, seat, choices)
        if duty is not None:
            return [Judged(duty, 0.0)]
        return Planner(self.economy, s, seat, self.budget, self.seed).judged()
