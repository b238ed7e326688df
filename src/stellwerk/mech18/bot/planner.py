"""Turns planned by the projection: what to sell and buy, what to build, run, pay and buy."""

from collections.abc import Iterable, Mapping, Sequence
from math import exp
from random import Random
from typing import Generic

from msgspec import Struct

from stellwerk.engine.action import CHANCE, Action
from stellwerk.engine.capabilities import Judged
from stellwerk.engine.play import activity_of, legal, play, sample, to_act
from stellwerk.mech18.advice import runs_of
from stellwerk.mech18.bot.earnings import ahead, known_kinds, single_run
from stellwerk.mech18.bot.projection import Economy, known, on_paper, project
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import S
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound
from stellwerk.mech18.track import LayTile
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
    markers: int = 3
    sales: int = 4
    """Sales after which purchases are tried."""
    others: int = 40
    """Choices of any other kind."""
    reluctance: float = 0.01
    """What a sale must bring more than none, as a part of a mean seat's money."""
    custom: float = 0.02
    """What something unusual must bring more."""
    fortunes: int = 5
    """Games on paper that each choice is judged by."""
    spread: float = 0.12
    """How far the companies' fortunes lie apart."""


def utility(money: Sequence[float], seat: int) -> float:
    """What a seat has beside the others: a longer game makes all of them richer, and nobody better off."""
    rivals = [value for other, value in enumerate(money) if other != seat]
    mean = max(1.0, sum(money) / len(money))
    return (money[seat] - RIVALRY * max(rivals, default=0)) / mean


class Planner(Generic[S]):
    """Judges the choices of one seat in one position."""

    def __init__(self, economy: Economy[S], s: S, seat: int, budget: Budget, rng: Random) -> None:
        self.economy, self.s, self.seat, self.budget, self.rng = economy, s, seat, budget, rng
        self.known = known(s, economy)
        self.lucks = [
            {sym: exp(rng.gauss(0.0, budget.spread)) for sym in s.book.companies}
            for _ in range(budget.fortunes)
        ]

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

    def money(self, s: S, fresh: str | None = None) -> tuple[int, ...]:
        figures = self.known if fresh is None else known(s, self.economy, self.known, fresh)
        return tuple(map(round, project(s, self.economy, figures, self.lucks)))

    def judge(self, action: Action, s: S, fresh: str | None = None) -> Judged:
        money = self.money(s, fresh)
        return Judged(action, utility(money, self.seat), money)

    # -- stock turns --------------------------------------------------------------------------

    def stock_turn(self) -> list[Judged]:
        s, seat = self.s, self.seat
        choices = legal(s, seat)
        usual = self.usual_purchase()
        found = [
            self.favoured(self.judge(a, play(s, a).state), usual)
            for a in choices
            if not isinstance(a, SellShares)
        ]
        # Who sells again and again only drives prices down: one turn with sales in a round.
        again = any(one.startswith(f"{seat}/") for one in s.top(StockRound).sold)
        sales = [a for a in choices if isinstance(a, SellShares) and not (again and found)]
        tried = []
        for sale in few_sales(sales):
            after = play(s, sale).state
            tried.append((self.judge(sale, after), after))
        tried.sort(key=lambda one: -one[0].value)
        for judged, after in tried[: self.budget.sales]:
            best = judged
            for a in legal(after, seat) if to_act(after) == (seat,) else ():
                if isinstance(a, BuyShare | StartCompany):
                    then = self.judge(judged.action, play(after, a).state)
                    best = max(best, then, key=lambda one: one.value)
            found.append(Judged(best.action, best.value - self.budget.reluctance, best.money))
        if not found:
            found = [one for one, _ in tried]
        return found

    def usual_purchase(self) -> tuple[str, str, int] | None:
        """Return what a seat buys on paper: company, source and price."""
        paper = on_paper(self.s, self.economy, self.known)
        offer = paper.best_offer(self.seat, paper.offers(paper.horizon()))
        return None if offer is None else (offer.line.sym, offer.source, offer.cost)

    def favoured(self, judged: Judged, usual: tuple[str, str, int] | None) -> Judged:
        """The others count on everybody to do what is usual: it takes a gain to do something else."""
        a = judged.action
        if isinstance(a, BuyShare):
            same = usual is not None and usual[:2] == (a.company, a.source)
        elif isinstance(a, StartCompany):
            same = usual == (a.company, "start", a.par)
        else:
            same = usual is None
        return Judged(a, judged.value + self.budget.custom, judged.money) if same else judged

    # -- operating turns ----------------------------------------------------------------------

    def operating_turn(self) -> list[Judged]:
        s = self.s
        company = s.top(OperatingTurn).company
        front: list[tuple[float, S, Action | None]] = [(0.0, s, None)]
        done: list[Judged] = []
        for _ in range(MOST_STEPS):
            following: list[tuple[float, S, Action | None]] = []
            for _, state, first in front:
                for a in self.steps(state, company):
                    after = play(state, a).state
                    begun = first or a
                    judged = self.judge(begun, after, company)
                    if self.is_over(after, company):
                        done.append(judged)
                    else:
                        following.append((judged.value, after, begun))
            if not following:
                break
            following.sort(key=lambda one: -one[0])
            front = distinct(following, self.budget.width)
        done += [Judged(first, value) for value, _, first in front if first is not None and not done]
        return best_of_each(done)

    def is_over(self, s: S, company: str) -> bool:
        turn = s.nearest(OperatingTurn)
        return s.over or to_act(s) != (self.seat,) or turn is None or turn.company != company

    def steps(self, s: S, company: str) -> list[Action]:
        """Return what is worth trying in this step of the turn."""
        found: list[Action] = []
        for move in activity_of(s).moves(s):
            if move.action is RunTrains:
                found += list(move.legal(s, self.seat))[:1]
            elif move.action is LayTile:
                found += self.best_lays(s, company, move.legal(s, self.seat))
            elif move.action is PlaceMarker:
                found += self.best_markers(s, company, move.legal(s, self.seat))
            elif move.action is BuyTrain:
                found += self.trains(s, company, move.legal(s, self.seat))
            else:
                found += list(move.legal(s, self.seat))[: self.budget.others]
        return found

    def gain(self, s: S, company: str, a: Action) -> float:
        after = play(s, a).state
        runs = runs_of(after, company)
        return float(runs.best(after, company).revenue) if runs is not None else 0.0

    def best_lays(self, s: S, company: str, lays: Iterable[Action]) -> list[Action]:
        """Return the tiles that add most to the runs of the company, and a few others by luck."""
        judged = []
        kinds = [kind for kind in s.book.trains.values() if kind.name in known_kinds(s) and not kind.extra]
        for a in lays:
            after = play(s, a).state
            now = 0.0
            if s.trains_of(company):
                runs = runs_of(after, company)
                now = float(runs.best(after, company).revenue) if runs is not None else 0.0
            later = max(
                (single_run(after, company, kind, kind.versions[0].name) for kind in kinds), default=0
            )
            cost = s.cash[company] - after.cash[company] if company in after.cash else 0
            judged.append(
                (now + 0.5 * later + 0.25 * ahead(after, company) - 0.05 * cost + 0.01 * self.rng.random(), a)
            )
        judged.sort(key=lambda one: -one[0])
        return [a for _, a in judged[: self.budget.lays]]

    def best_markers(self, s: S, company: str, markers: Iterable[Action]) -> list[Action]:
        judged = [(self.gain(s, company, a) + 0.01 * self.rng.random(), a) for a in markers]
        judged.sort(key=lambda one: -one[0])
        return [a for _, a in judged[: self.budget.markers]]

    def trains(self, s: S, company: str, trains: Iterable[Action]) -> list[Action]:
        return list(trains)[: self.budget.others]

    # -- anything else ------------------------------------------------------------------------

    def anything(self) -> list[Judged]:
        s, seat = self.s, self.seat
        choices = legal(s, seat)
        if len(choices) == 1:
            return [Judged(choices[0], 0.0)]
        own = self.economy.opening(s, seat, choices)
        if own is not None:
            return [Judged(a, value) for a, value in zip(choices, own, strict=True)]
        found = []
        for a in choices[: self.budget.others]:
            after = play(s, a).state
            while not after.over and to_act(after) == (CHANCE,):
                lot = sample(after, CHANCE, self.rng)
                assert lot is not None
                after = play(after, lot).state
            found.append(self.judge(a, after))
        return found


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


def distinct(front: list[tuple[float, S, Action | None]], width: int) -> list[tuple[float, S, Action | None]]:
    """Return the best states, of those with equal boards and purses one."""
    seen, found = set(), []
    for value, state, first in front:
        key = (round(value, 3), len(state.board.laid), tuple(sorted(state.cash.items())))
        if key not in seen:
            seen.add(key)
            found.append((value, state, first))
        if len(found) == width:
            break
    return found


def best_of_each(done: Iterable[Judged]) -> list[Judged]:
    best: dict[Action, Judged] = {}
    for one in done:
        if one.action not in best or one.value > best[one.action].value:
            best[one.action] = one
    return list(best.values())


STRENGTHS: Mapping[str, Budget] = {
    "gentle": Budget(width=1, lays=3, markers=1, sales=0, others=12, fortunes=1),
    "fair": Budget(width=3, lays=5, markers=2, sales=2, others=24, fortunes=2),
    "sharp": Budget(),
}


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
        rng = Random(f"{self.seed}/{s.version}/{seat}")
        return Planner(self.economy, s, seat, self.budget, rng).judged()
