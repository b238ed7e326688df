"""The game on paper: money, shares, prices and trains as plain numbers, stepped round by round to its end.

No map and no rules are asked: a title says how its prices move (`Prices`), companies earn what `Earnings`
expects, everybody buys what pays best. It takes a thousandth of the time that real play would.
"""

from collections.abc import Callable, Collection, Sequence
from itertools import compress
from typing import NamedTuple, Protocol, Self

from msgspec import Struct

from stellwerk.finance.market import Cell
from stellwerk.mech18.bot.earnings import Earnings
from stellwerk.mech18.bot.prices import Prices

MOST_SETS = 12
"""Sets after which a game on paper is cut off."""
SPENT = 0.9
"""How much of their money the seats can spend: some is left over everywhere."""
IN_VAIN = 0.8
"""What a share counts for in a company that will not begin in this round."""
GOOD_ENOUGH = 1.06
"""What a share must bring for its price to be bought."""
OWN = 1.1
"""How much more a share counts to whoever has started the company and waits for it to begin."""
NEARLY = 0.15
"""How much more a share counts the more of a company is sold: others will join."""
WORSE = 0.7
"""How much worse than a new company a share must be to be sold for it."""
RISE = 6.0
"""What the price of a share gains in an operating round, beside its dividend."""


class TrainKind(Struct, frozen=True):
    """A kind of train on paper."""

    number: int
    """Place in the order of sale."""
    side: str
    price: int
    rusts: int
    """The kind whose first sale scraps it; a large number where none does."""
    rounds: int
    """Operating rounds of a set from its first sale on."""
    limit: int
    """How many trains a company may own from then on."""


class Line:
    """A company on paper."""

    __slots__ = (
        "begins",
        "cell",
        "director",
        "earns",
        "first",
        "float_at",
        "halves",
        "held",
        "income",
        "issue",
        "kind",
        "limit",
        "lost",
        "luck",
        "offer",
        "open",
        "par",
        "pars",
        "pool",
        "price",
        "size",
        "sym",
        "total",
        "trains",
        "treasury",
    )  # fmt: skip

    def __init__(self, sym: str, held: list[int], total: int, earns: Earnings) -> None:
        self.sym, self.held, self.total, self.earns = sym, held, total, earns
        self.offer = self.pool = self.price = self.par = self.treasury = self.float_at = 0
        self.cell: Cell | None = None
        self.trains: tuple[int, ...] = ()
        self.director = -1
        self.open = self.halves = self.lost = False
        self.pars: tuple[int, ...] = ()
        self.luck = 1.0
        self.begins = 0
        """The kind of train before whose first sale it may not begin."""
        self.kind = ""
        """What a title with several kinds of company calls it."""
        self.first, self.size = 2, 1
        """Shares of the director's paper and of every other."""
        self.limit = self.issue = self.income = 0
        """What a seat may hold (0: as of any company), new shares at today's price, what each turn brings."""

    def copy(self) -> "Line":
        new = Line(self.sym, self.held.copy(), self.total, self.earns)
        new.offer, new.pool, new.price, new.par = self.offer, self.pool, self.price, self.par
        new.treasury, new.float_at, new.cell, new.trains = (
            self.treasury,
            self.float_at,
            self.cell,
            self.trains,
        )
        new.director, new.open, new.halves, new.lost = self.director, self.open, self.halves, self.lost
        new.pars, new.luck, new.begins, new.kind = self.pars, self.luck, self.begins, self.kind
        new.first, new.size, new.limit = self.first, self.size, self.limit
        new.issue, new.income = self.issue, self.income
        return new

    def earned(self, trains: tuple[int, ...], rounds: int) -> int:
        """What a set of trains earns so many rounds from now."""
        found = self.earns.table.get((trains, rounds))
        if found is None:
            found = self.earns.of(trains, rounds)
        return int(found * self.luck / 10 + 0.5) * 10


class Beside(Protocol):
    """Something that operates before the companies and has no shares to be bought, as local railways."""

    sym: str

    def copy(self) -> Self: ...
    def operate(self, paper: "Paper") -> None: ...
    def buy_trains(self, paper: "Paper") -> None: ...
    def values(self) -> Sequence[int]:
        """What it is worth to every seat at the end."""
        ...


class Offer(NamedTuple):
    """Something to be bought on paper, and what it brings for each coin of its price."""

    ratio: float
    line: Line
    source: str
    cost: int


class Paper:
    """A position on paper."""

    __slots__ = (
        "bank",
        "beside",
        "capital",
        "cash",
        "cells",
        "clock",
        "ending",
        "forced",
        "holding_limit",
        "incomes",
        "incomes_until",
        "kinds",
        "left",
        "lines",
        "new_at_par",
        "paper_limit",
        "papers",
        "phase",
        "pool_limit",
        "prices",
        "priority",
        "risen",
        "rounds",
        "set",
        "top",
    )  # fmt: skip

    def __init__(self, cash: list[int], bank: int, prices: Prices) -> None:
        self.cash, self.bank, self.prices = cash, bank, prices
        self.lines: list[Line] = []
        self.kinds: Sequence[TrainKind] = ()
        self.left: list[int] = []
        self.phase = self.priority = self.set = self.clock = self.top = 0
        self.rounds = 1
        self.holding_limit = 6
        self.paper_limit = 99
        self.pool_limit = 5
        self.incomes = [0] * len(cash)
        self.incomes_until = 99
        self.capital = 10
        self.new_at_par = True
        self.ending = False
        self.forced: Callable[[Paper, Line, int], None] = lambda paper, line, price: None
        self.cells: dict[int, Cell] = {}
        self.beside: Sequence[Beside] = ()
        self.risen: Callable[[Paper, Line], None] = lambda paper, line: None
        """What follows when a price has risen."""
        self.papers: Callable[[Line, int], int] | None = None
        """How many papers of a company a seat has under the limit; None: as many as shares."""

    def copy(self) -> "Paper":
        new = type(self)(self.cash.copy(), self.bank, self.prices)
        new.beside, new.risen, new.papers = [one.copy() for one in self.beside], self.risen, self.papers
        new.lines = [line.copy() for line in self.lines]
        new.kinds, new.left, new.phase, new.priority = self.kinds, self.left.copy(), self.phase, self.priority
        new.set, new.clock, new.top, new.rounds = self.set, self.clock, self.top, self.rounds
        new.holding_limit, new.paper_limit, new.pool_limit = (
            self.holding_limit,
            self.paper_limit,
            self.pool_limit,
        )
        new.incomes, new.incomes_until, new.capital = self.incomes, self.incomes_until, self.capital
        new.new_at_par, new.ending, new.forced, new.cells = (
            self.new_at_par,
            self.ending,
            self.forced,
            self.cells,
        )
        return new

    def line(self, sym: str) -> Line | None:
        return next((line for line in self.lines if line.sym == sym), None)

    # -- operating ----------------------------------------------------------------------------

    def operate_all(self, acted: Collection[str] = (), incomes: bool = True) -> None:
        """One operating round."""
        if incomes and self.phase < self.incomes_until:
            for seat, income in enumerate(self.incomes):
                self.cash[seat] += income
                self.bank -= income
        for one in self.beside:
            if one.sym not in acted:
                one.operate(self)
        for line in self.in_order([line for line in self.lines if line.open and line.sym not in acted]):
            if line.open:
                self.operate(line)
        self.clock += 1
        if self.bank <= 0:
            self.ending = True

    def in_order(self, lines: list[Line]) -> list[Line]:
        """Return companies as they act one after the other."""
        return sorted(lines, key=_by_price)

    def after(self, seat: int) -> int:
        """Return who sits left of a seat."""
        return (seat + 1) % len(self.cash)

    def operate(self, line: Line) -> None:
        line.treasury += line.income
        self.bank -= line.income
        earned = line.earned(line.trains, self.clock) if line.trains else 0
        if earned:
            self.pay(line, earned)
        elif line.cell is not None:
            self.move(line, self.prices.kept(line.cell))
        self.buy_trains(line)

    def move(self, line: Line, cell: Cell) -> None:
        line.cell, line.price = cell, self.prices.price(cell)

    def pay(self, line: Line, earned: int) -> None:
        if line.halves:
            half = earned // 2
            if line.director >= 0:
                self.cash[line.director] += half
            line.treasury += earned - half
            self.bank -= earned
            return
        if self.keeps(line, earned):
            line.treasury += earned
            self.bank -= earned
            if line.cell is not None:
                self.move(line, self.prices.kept(line.cell))
            return
        per_share = earned // line.total
        cash, held = self.cash, line.held
        self.bank -= sum(held) * per_share
        for seat, shares in enumerate(held):
            if shares:
                cash[seat] += shares * per_share
        if line.cell is not None:
            self.move(line, self.prices.paid(line.cell))
            self.risen(self, line)
            if self.top and line.price >= self.top:
                self.ending = True

    def keeps(self, line: Line, earned: int) -> bool:
        """Whether it keeps its revenue: all its trains are about to rust, and this pays for the next one."""
        if not line.trains or self.kinds[line.trains[0]].rusts > self.phase + 1:
            return False
        price = self.kinds[min(self.phase + 1, len(self.kinds) - 1)].price
        return line.treasury < price <= line.treasury + 2 * earned

    def next_kind(self) -> TrainKind | None:
        return next(compress(self.kinds, self.left), None)

    def buy_trains(self, line: Line) -> None:
        while True:
            if len(line.trains) >= self.kinds[self.phase].limit:
                return
            kind = self.next_kind()
            if kind is None:
                return
            if line.treasury >= kind.price:
                if len(line.trains) >= 2 and kind.rusts <= self.phase + 2:
                    return
                line.treasury -= kind.price
            elif line.trains:
                return
            else:
                self.forced(self, line, kind.price)
                if not line.open:
                    return
                line.treasury = max(0, line.treasury)
            self.bank += kind.price
            self.take(line, kind)

    def take(self, line: Line, kind: TrainKind) -> None:
        self.left[kind.number] -= 1
        line.trains = (kind.number, *line.trains)
        if kind.number > self.phase:
            self.begin(kind.number)

    def begin(self, phase: int) -> None:
        self.phase = phase
        kinds, limit = self.kinds, self.kinds[phase].limit
        self.rounds = kinds[phase].rounds
        for line in self.lines:
            if line.trains:
                line.trains = tuple(number for number in line.trains if kinds[number].rusts > phase)[:limit]
            if line.begins == phase:
                self.open_if_sold(line)
        for kind in kinds:
            if kind.rusts <= phase:
                self.left[kind.number] = 0

    # -- stock --------------------------------------------------------------------------------

    def horizon(self) -> float:
        """Operating rounds that are left, as far as the bank tells."""
        later = self.clock + 2
        out = sum(line.earned(line.trains, later) for line in self.lines if line.open and line.trains)
        return min(14.0, max(1.0, 0.8 * self.bank / (out * 1.25 + 60)))

    def worth(self, line: Line, price: int, horizon: float) -> float:
        """What one share brings until the end: dividends, and its price then."""
        kind = self.next_kind() or self.kinds[-1]
        trains = line.trains
        if not trains:
            trains = (kind.number,)
            horizon -= 1.0
            if line.open and line.treasury < kind.price:
                horizon *= 0.4
        if not line.open:
            horizon -= 0.5
        horizon = max(0.0, horizon)
        halfway = int(self.clock + horizon / 2)
        # Later sets hold better trains than those of today; part of that is foreseen.
        later = (min(self.phase + 1, len(self.kinds) - 1),)
        earned = 0.65 * line.earned(trains, halfway) + 0.35 * line.earned(later, halfway)
        return earned / line.total * horizon + price + RISE * horizon

    def offers(self, horizon: float) -> list[Offer]:
        """Return what can be bought, the best first."""
        floating, free = self.prospects()
        found = []
        for line in self.lines:
            if line.halves or line.lost or line.begins > self.phase:
                continue
            if not line.price:
                for par in line.pars:
                    if par * line.float_at <= free * SPENT:
                        found.append(Offer(1.02 * self.worth(line, par, horizon) / par, line, "start", par))
                continue
            if not line.offer and not line.pool and not line.issue:
                continue
            worth = self.worth(line, line.price, horizon)
            if not line.open:
                worth *= (
                    1.0 + NEARLY * (line.total - line.offer) / line.total if line.sym in floating else IN_VAIN
                )
            if line.offer:
                cost = line.par if self.new_at_par and line.par else line.price
                found.append(Offer(worth / cost, line, "offer", cost))
            if line.pool:
                found.append(Offer(worth / line.price, line, "pool", line.price))
            if line.issue:
                found.append(Offer(worth / line.price, line, "issue", line.price))
        found = [offer for offer in found if offer.ratio > GOOD_ENOUGH]
        found.sort(key=_by_ratio)
        return found

    def stock_round(self, first: int, barred: Collection[tuple[int, str]] = ()) -> None:
        """Everybody buys in turn what pays best; who buys nothing is out of the round."""
        seats = len(self.cash)
        horizon = self.horizon()
        offers = self.offers(horizon)
        count = self.paper_counts()
        out: set[int] = set()
        sold: set[int] = set()
        seat, last = first, -1
        while len(out) < seats:
            if seat not in out:
                if seat not in sold:
                    sold.add(seat)
                    if self.sell_for_more(seat, offers, horizon):
                        offers = self.offers(horizon)
                chosen = self.best_offer(seat, offers, barred) if count[seat] < self.paper_limit else None
                if chosen is None:
                    out.add(seat)
                else:
                    last = seat
                    if self.buy(seat, chosen, count):
                        offers = self.offers(horizon)
            seat = self.after(seat)
        if last >= 0:
            self.priority = self.after(last)
        for line in self.lines:
            if line.cell is None or line.offer or line.pool or line.issue or line.halves:
                continue
            self.move(line, self.prices.sold_out(line.cell))
            self.risen(self, line)

    def paper_counts(self) -> list[int]:
        """Return how many papers every seat has under the limit."""
        papers = self.papers
        if papers is None:
            return [sum(of) for of in zip(*(line.held for line in self.lines), strict=True)]
        return [sum(papers(line, seat) for line in self.lines) for seat in range(len(self.cash))]

    def sell_for_more(self, seat: int, offers: Sequence[Offer], horizon: float) -> bool:
        """Sell what brings little for a company that the seat could start with the money."""
        start = next((offer for offer in offers if offer.source == "start" and offer.ratio > 1.0), None)
        cash = self.cash[seat]
        if start is None or cash >= start.cost * 4:
            return False
        some = False
        for line in self.lines:
            held = line.held[seat]
            if not held or not line.open or not line.price or line.cell is None or line.halves:
                continue
            room = min(held, self.pool_limit - line.pool)
            if line.director == seat:
                # A director stays one: the others would be glad to see the trains go.
                room = min(
                    room, held - max(line.first, *(n for other, n in enumerate(line.held) if other != seat))
                )
            room -= room % line.size
            if room <= 0 or self.worth(line, line.price, horizon) / line.price > start.ratio * WORSE:
                continue
            line.held[seat] -= room
            line.pool += room
            self.cash[seat] += room * line.price
            self.bank -= room * line.price
            self.move(line, self.prices.sold(line.cell, room // line.size))
            some = True
        return some

    def best_offer(
        self, seat: int, offers: Sequence[Offer], barred: Collection[tuple[int, str]] = ()
    ) -> Offer | None:
        """Return the best that a seat can buy. Whoever has started a company first sees it begin."""
        cash = self.cash[seat]
        best, most = None, 0.0
        for offer in offers:
            if offer.ratio * OWN < most:
                break
            line, source, cost = offer.line, offer.source, offer.cost
            if (
                cost * line.size > cash
                or line.held[seat] + line.size > (line.limit or self.holding_limit)
                or (barred and (seat, line.sym) in barred)
            ):
                continue
            if source == "start":
                if line.price or cash < line.first * cost or cash < cost * line.float_at * 0.5:
                    continue
            elif not (line.offer if source == "offer" else line.pool if source == "pool" else line.issue):
                continue
            ratio = offer.ratio * OWN if line.director == seat and not line.open else offer.ratio
            if ratio > most:
                best, most = offer, ratio
        return best

    def prospects(self) -> tuple[set[str], int]:
        """Return the started companies whose missing shares the seats can pay, and the money left then."""
        money = sum(cash for cash in self.cash if cash > 0)
        waiting = sorted(
            ((line.float_at - line.total + line.offer) * line.par, line.sym)
            for line in self.lines
            if line.price and not line.open and not line.lost
        )
        found = set()
        for cost, sym in waiting:
            if cost > money * SPENT:
                break
            money -= cost
            found.add(sym)
        return found, money

    def buy(self, seat: int, offer: Offer, count: list[int]) -> bool:
        """Buy; return whether the offers must be looked at anew."""
        _, line, source, cost = offer
        shares = line.size
        changed = False
        if source == "start":
            shares = line.first
            line.offer -= shares
            line.director = seat
            line.par = cost
            line.cell = self.cells[cost]
            line.price = cost
            changed = True
        elif source == "offer":
            line.offer -= shares
        elif source == "pool":
            line.pool -= shares
        else:
            line.issue -= shares
            line.treasury += shares * cost
            self.bank -= shares * cost
        self.cash[seat] -= shares * cost
        self.bank += shares * cost
        line.held[seat] += shares
        count[seat] += 1
        if line.director >= 0 and line.held[seat] > line.held[line.director]:
            line.director = seat
        return self.open_if_sold(line) or changed

    def open_if_sold(self, line: Line) -> bool:
        """Let a company begin that can; return whether it does."""
        if line.open or line.lost or not line.price or line.begins > self.phase:
            return False
        if line.total - line.offer < line.float_at:
            return False
        line.open = True
        line.treasury += self.capital * line.par
        self.bank -= self.capital * line.par
        return True

    # -- the whole ----------------------------------------------------------------------------

    def play_out(self) -> None:
        """From the end of a set to the end of the game."""
        for _ in range(MOST_SETS):
            if self.ending:
                return
            self.set += 1
            self.stock_round(self.priority)
            for _ in range(self.rounds):
                self.operate_all()
            self.end_set()

    def end_set(self) -> None:
        """What a title has after a set of operating rounds."""

    def values(self) -> list[int]:
        found = self.cash.copy()
        for line in self.lines:
            if line.price and not line.halves:
                for seat, shares in enumerate(line.held):
                    found[seat] += shares * line.price
        for one in self.beside:
            for seat, value in enumerate(one.values()):
                found[seat] += value
        return found


def _by_price(line: Line) -> int:
    return -line.price


def _by_ratio(offer: Offer) -> float:
    return -offer.ratio
