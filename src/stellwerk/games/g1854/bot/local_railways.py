"""LR, LA: local railways and Lokalbahn AGs on paper: they earn beside the share companies."""

from collections.abc import Sequence
from typing import Self

from stellwerk.finance.market import Cell
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.book import TrainType
from stellwerk.mech18.bot.earnings import Earnings, Prospect, Scale, earnings
from stellwerk.mech18.bot.paper import Paper
from stellwerk.mech18.bot.prices import Prices
from stellwerk.mech18.bot.projection import Known, sold_in_turn
from stellwerk.mech18.shares import holdings
from stellwerk.mech18.state import BANK

LOCAL_SCALE = Scale(44, -4)
"""What a plus train earns on the local map; a 1+ counts one city and its towns."""
LOKALBAHN_SCALE = Scale(32, 4)
"""What a scrapped train earns on the main map, from a home that the companies surround."""
LIMIT = 2
"""Trains of a Lokalbahn AG in the phases in which there are any."""


def plus_trains(s: Austria) -> list[TrainType]:
    return [kind for kind in s.book.trains.values() if kind.versions[0].plus]


def number_trains(s: Austria) -> list[TrainType]:
    return [kind for kind in s.book.trains.values() if not kind.versions[0].plus]


def earned(s: Austria, there: Austria, company: str, sold: Sequence[TrainType], asked: Prospect) -> Earnings:
    """What trains would earn. LR-4: two of a local railway share its track for a while, then it has one."""
    found = earnings(s, there, company, sold, asked)
    if s.is_local(company) and len(s.trains_of(company)) > 1:
        return Earnings(found.now, found.target, late=found.late)
    return found


class Plus:
    """What the plus trains cost, and from and until which phase they are sold and run."""

    def __init__(self, s: Austria) -> None:
        numbers = {kind.name: number for number, kind in enumerate(number_trains(s))}
        kinds = plus_trains(s)
        self.prices = [kind.versions[0].price for kind in kinds]
        self.rusts = [numbers[kind.scrapped_by[0]] for kind in kinds]
        self.sold_from = [numbers[kind.sold_from] if kind.sold_from else 0 for kind in kinds]
        self.crowded = numbers["4"]
        """LR-4: the phase from which on a local railway has one train."""
        if kinds[1].name in {s.train_type(card) for card in s.trains_of(BANK)}:
            # TN-1: the longest come after the last 2+, hardly before the first 4.
            self.sold_from[2] = self.crowded
        self.merged = numbers["6"]
        """LA-2."""


class Local:
    """A local railway, from the first 6 on half of a Lokalbahn AG; or such a company as a whole.

    Who shares an AG with whom matters little on paper: a half pays half of every train.
    """

    __slots__ = ("as_ag", "cell", "earns", "held", "is_ag", "plus", "prices", "sym", "trains", "treasury")

    def __init__(
        self,
        sym: str,
        held: Sequence[int],
        treasury: int,
        trains: tuple[int, ...],
        earns: Earnings | None,
        as_ag: Earnings,
        plus: Plus,
        prices: Prices,
        cell: Cell,
    ) -> None:
        self.sym, self.held, self.treasury, self.trains = sym, held, treasury, trains
        self.earns, self.as_ag, self.plus, self.prices, self.cell = earns, as_ag, plus, prices, cell
        self.is_ag = earns is None
        """Whether it has merged."""

    def copy(self) -> Self:
        new = type(self)(
            self.sym,
            self.held,
            self.treasury,
            self.trains,
            self.earns,
            self.as_ag,
            self.plus,
            self.prices,
            self.cell,
        )
        new.is_ag = self.is_ag
        return new

    def operate(self, paper: Paper) -> None:
        if not self.is_ag and paper.phase >= self.plus.merged:
            self.is_ag, self.trains = True, ()
        if self.is_ag:
            self.run_as_ag(paper)
        elif self.trains and self.earns is not None:
            self.trains = tuple(one for one in self.trains if self.plus.rusts[one] > paper.phase)
            half = int(self.earns.of(self.trains, paper.clock) / 10) * 5
            self.treasury += half
            self.pay(paper, half)
        self.buy_trains(paper)

    def pay(self, paper: Paper, each: int) -> None:
        paper.bank -= 2 * each
        for seat, halves in enumerate(self.held):
            if halves:
                paper.cash[seat] += each * halves

    def run_as_ag(self, paper: Paper) -> None:
        earned = int(self.as_ag.of(self.trains, paper.clock) / 10) * 10 if self.trains else 0
        if not earned:
            self.cell = self.prices.kept(self.cell)
            return
        self.pay(paper, earned // 2)
        self.cell = self.prices.paid(self.cell)

    def buy_trains(self, paper: Paper) -> None:
        if self.is_ag:
            self.buy_scrapped(paper)
            return
        plus, phase = self.plus, paper.phase
        limit = 1 if phase >= plus.crowded else 2
        self.trains = tuple(sorted(self.trains, reverse=True)[:limit])
        while len(self.trains) < limit:
            found = [
                number
                for number, price in enumerate(plus.prices)
                if price <= self.treasury and plus.sold_from[number] <= phase < plus.rusts[number]
            ]
            if not found:
                return
            self.treasury -= plus.prices[found[-1]]
            paper.bank += plus.prices[found[-1]]
            self.trains = (found[-1], *self.trains)

    def buy_scrapped(self, paper: Paper) -> None:
        """LA-5: 30 more than printed; half a company pays half."""
        parts = sum(self.held)
        while len(self.trains) < LIMIT:
            found = [
                kind
                for kind in paper.kinds
                if kind.rusts <= paper.phase and (kind.price + 30) * parts // 2 <= self.treasury
            ]
            if not found:
                return
            self.treasury -= (found[-1].price + 30) * parts // 2
            self.trains = (found[-1].number, *self.trains)

    def values(self) -> list[int]:
        """GE-2: a half counts the price once; local railways count nothing."""
        price = self.prices.price(self.cell) if self.is_ag else 0
        return [halves * price for halves in self.held]


def on_paper(s: Austria, figures: Known, prices: Prices) -> list[Local]:
    """Return all that have owners."""
    plus, sold = Plus(s), sold_in_turn(s)
    numbers = {kind.name: number for number, kind in enumerate(sold)}
    plus_numbers = {kind.name: number for number, kind in enumerate(plus_trains(s))}
    prior = [LOKALBAHN_SCALE.of(kind.versions[0].reach or 0) for kind in sold]
    guess = Earnings([0.8 * one for one in prior], prior)
    found = []
    for sym in s.opened:
        if not s.is_local(sym) and not s.is_lokalbahn(sym):
            continue
        ag = s.is_lokalbahn(sym)
        kinds = [s.train_type(card) for card in s.trains_of(sym)]
        trains = tuple(sorted(((numbers if ag else plus_numbers)[kind] for kind in kinds), reverse=True))
        earns = None if ag else figures.earnings[sym]
        as_ag = figures.earnings.get(sym, guess) if ag else guess
        cell = s.prices[sym].cell if sym in s.prices else s.facts.lokalbahn_cell
        held = list(holdings(s, sym).values())
        found.append(Local(sym, held, s.cash[sym], trains, earns, as_ag, plus, prices, cell))
    return found
