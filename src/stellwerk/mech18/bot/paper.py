"""The game on paper: money, shares, prices and trains as plain numbers, stepped round by round to its end.

No map and no rules are asked: a title says how its prices move (`Economy`), companies earn what `Earnings`
expects, everybody buys what pays best. It takes a thousandth of the time that real play would.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from stellwerk.finance.market import Cell
from stellwerk.mech18.bot.earnings import Earnings

MOST_SETS = 12
"""Sets after which a game on paper is cut off."""


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


class Prices(Protocol):
    """How prices move on paper."""

    def price(self, cell: Cell) -> int: ...
    def paid(self, cell: Cell) -> Cell: ...
    def kept(self, cell: Cell) -> Cell: ...
    def sold_out(self, cell: Cell) -> Cell: ...


class Line:
    """A company on paper."""

    __slots__ = (
        "sym", "held", "offer", "pool", "total", "cell", "price", "par", "treasury", "trains", "director",
        "open", "earns", "halves", "final", "paid_out", "lost", "pars", "float_at",
    )  # fmt: skip

    def __init__(self, sym: str, held: list[int], total: int) -> None:
        self.sym, self.held, self.total = sym, held, total
        self.offer = self.pool = 0
        self.cell: Cell | None = None
        self.price = self.par = self.treasury = 0
        self.trains: list[int] = []
        self.director = -1
        self.open = self.halves = self.lost = False
        self.earns: Earnings | None = None
        self.pars: tuple[int, ...] = ()
        self.float_at = 0
        self.paid_out = 0

    def copy(self) -> "Line":
        new = Line(self.sym, self.held.copy(), self.total)
        new.offer, new.pool, new.cell, new.price = self.offer, self.pool, self.cell, self.price
        new.par, new.treasury, new.trains = self.par, self.treasury, self.trains.copy()
        new.director, new.open, new.halves, new.lost = self.director, self.open, self.halves, self.lost
        new.earns, new.pars, new.float_at = self.earns, self.pars, self.float_at
        return new


class Paper:
    """A position on paper."""

    __slots__ = (
        "cash", "bank", "lines", "kinds", "left", "phase", "priority", "prices", "rounds", "holding_limit",
        "paper_limit", "incomes", "incomes_until", "capital", "new_at_par", "ending", "set", "clock",
        "dividends", "invested", "top", "forced",
    )  # fmt: skip

    def __init__(self, cash: list[int], bank: int, prices: Prices) -> None:
        self.cash, self.bank, self.prices = cash, bank, prices
        self.lines: dict[str, Line] = {}
        self.kinds: Sequence[TrainKind] = ()
        self.left: list[int] = []
        self.phase = 0
        self.priority = 0
        self.rounds = 1
        self.holding_limit = 6
        self.paper_limit = 99
        self.incomes = [0] * len(cash)
        self.incomes_until = 99
        self.capital = 10
        self.new_at_par = True
        self.ending = False
        self.set = 0
        self.clock = 0
        self.top = 0
        self.dividends = [0] * len(cash)
        self.forced: Callable[[Paper, Line, int], None] = lambda paper, line, price: None

    # -- operating ----------------------------------------------------------------------------

    def operate_all(self, acted: frozenset[str] = frozenset(), incomes: bool = True) -> None:
        """One operating round."""
        if incomes and self.phase < self.incomes_until:
            for seat, income in enumerate(self.incomes):
                self.cash[seat] += income
                self.bank -= income
        order = [line for line in self.lines.values() if line.open and line.sym not in acted]
        order.sort(key=lambda line: -line.price)
        for line in order:
            if line.open:
                self.operate(line)
        self.clock += 1
        if self.bank <= 0:
            self.ending = True

    def operate(self, line: Line) -> None:
        kinds = self.kinds
        earned = 0
        if line.trains and line.earns is not None:
            earned = line.earns.of([kinds[number].side for number in line.trains], self.clock)
        if earned:
            self.pay(line, earned)
        elif line.cell is not None:
            line.cell = self.prices.kept(line.cell)
            line.price = self.prices.price(line.cell)
        self.buy_trains(line)

    def pay(self, line: Line, earned: int) -> None:
        if line.halves:
            half = earned // 2
            if line.director >= 0:
                self.cash[line.director] += half
                self.dividends[line.director] += half
            line.treasury += earned - half
            self.bank -= earned
            return
        if self.keeps(line, earned):
            line.treasury += earned
            self.bank -= earned
            if line.cell is not None:
                line.cell = self.prices.kept(line.cell)
                line.price = self.prices.price(line.cell)
            return
        per_share = earned // line.total
        for seat, shares in enumerate(line.held):
            if shares:
                amount = shares * per_share
                self.cash[seat] += amount
                self.dividends[seat] += amount
                self.bank -= amount
        if line.cell is not None:
            line.cell = self.prices.paid(line.cell)
            line.price = self.prices.price(line.cell)
            if self.top and line.price >= self.top:
                self.ending = True

    def keeps(self, line: Line, earned: int) -> bool:
        """Whether it keeps its revenue: all its trains are about to rust, and this pays for the next one."""
        last = max(line.trains)
        rusts = self.kinds[last].rusts
        if rusts > self.phase + 2:
            return False
        price = self.kinds[min(self.phase + 1, len(self.kinds) - 1)].price
        return line.treasury < price <= line.treasury + 2 * earned and rusts <= self.phase + 1

    def next_kind(self) -> TrainKind | None:
        for kind in self.kinds:
            if self.left[kind.number]:
                return kind
        return None

    def buy_trains(self, line: Line) -> None:
        while True:
            kind = self.next_kind()
            if kind is None:
                return
            limit = self.kinds[self.phase].limit
            if len(line.trains) >= limit:
                return
            if line.treasury >= kind.price:
                lasting = kind.rusts > self.phase + 2
                if line.trains and not lasting and len(line.trains) >= 2:
                    return
                line.treasury -= kind.price
                self.bank += kind.price
            elif line.trains:
                return
            else:
                before = line.open
                self.forced(self, line, kind.price)
                if not line.open or not before:
                    return
                if line.treasury < 0:
                    line.treasury = 0
                self.bank += kind.price
            self.take(line, kind)

    def take(self, line: Line, kind: TrainKind) -> None:
        self.left[kind.number] -= 1
        line.trains.append(kind.number)
        if kind.number > self.phase:
            self.begin(kind.number)

    def begin(self, phase: int) -> None:
        self.phase = phase
        kinds, limit = self.kinds, self.kinds[phase].limit
        self.rounds = kinds[phase].rounds
        for line in self.lines.values():
            if line.trains:
                kept = [number for number in line.trains if kinds[number].rusts > phase]
                kept.sort(reverse=True)
                line.trains = kept[:limit]
        for kind in kinds:
            if kind.rusts <= phase:
                self.left[kind.number] = 0

    # -- stock --------------------------------------------------------------------------------

    def horizon(self) -> float:
        """Operating rounds that are left, as far as the bank tells."""
        out = 0
        for line in self.lines.values():
            if line.open and line.earns is not None and line.trains:
                sides = [self.kinds[number].side for number in line.trains]
                out += line.earns.of(sides, self.clock + 2)
        return min(14.0, max(1.0, 0.8 * self.bank / (out * 1.25 + 60)))

    def worth(self, line: Line, horizon: float) -> float:
        """What one share brings until the end: dividends, and its price then."""
        assert line.earns is not None
        kinds = self.kinds
        if line.trains:
            sides = [kinds[number].side for number in line.trains]
        else:
            kind = self.next_kind() or kinds[-1]
            sides = [kind.side]
            horizon -= 1.0
        if not line.open:
            horizon -= 0.5
        if not line.trains and line.open and line.treasury < (self.next_kind() or kinds[-1]).price:
            horizon *= 0.4
        halfway = int(self.clock + horizon / 2)
        # Later sets hold better trains than those of today; part of that is foreseen.
        later = kinds[min(self.phase + 1, len(kinds) - 1)].side
        earned = 0.65 * line.earns.of(sides, halfway) + 0.35 * line.earns.of([later], halfway)
        dividends = earned / line.total * max(0.0, horizon)
        price = line.price or line.par
        return dividends + price + 6.0 * max(0.0, horizon)

    def stock_round(self, first: int, passed: int = 0, barred: frozenset[tuple[int, str]] = frozenset()) -> None:
        """Everybody buys in turn what pays best; who buys nothing is out of the round."""
        seats = len(self.cash)
        horizon = self.horizon()
        worths = {
            line.sym: self.worth(line, horizon)
            for line in self.lines.values()
            if line.earns is not None and not line.halves and not line.lost
        }
        out: set[int] = set()
        seat, last = first, -1
        count = [sum(1 for line in self.lines.values() for _ in range(line.held[n])) for n in range(seats)]
        while len(out) < seats:
            if seat not in out:
                if self.buy_best(seat, worths, count, barred):
                    last = seat
                else:
                    out.add(seat)
            seat = (seat + 1) % seats
        if last >= 0:
            self.priority = (last + 1) % seats
        for line in self.lines.values():
            if line.cell is not None and not line.offer and not line.pool and not line.halves:
                line.cell = self.prices.sold_out(line.cell)
                line.price = self.prices.price(line.cell)

    def buy_best(
        self, seat: int, worths: dict[str, float], count: list[int], barred: frozenset[tuple[int, str]]
    ) -> bool:
        cash = self.cash[seat]
        best, chosen, source = 1.06, None, ""
        if count[seat] >= self.paper_limit:
            return False
        for line in self.lines.values():
            if line.sym not in worths or line.held[seat] >= self.holding_limit or (seat, line.sym) in barred:
                continue
            if not line.price:
                if line.pars and cash >= 2 * line.pars[0]:
                    self.consider_start(line, cash)
                    ratio = self.start_ratio(seat, line, worths[line.sym])
                    if ratio > best:
                        best, chosen, source = ratio, line, "start"
                continue
            worth = worths[line.sym]
            for name, there in (("offer", line.offer), ("pool", line.pool)):
                if not there:
                    continue
                cost = line.par if name == "offer" and self.new_at_par and line.par else line.price
                if cost > cash or not cost:
                    continue
                ratio = worth / cost
                if not line.open:
                    ratio *= 0.95
                if ratio > best:
                    best, chosen, source = ratio, line, name
        if chosen is None:
            return False
        self.buy(seat, chosen, source, count)
        return True

    def consider_start(self, line: Line, cash: int) -> None:
        """Its price when it is started: as high as one's money lets it float."""
        line.par = max((par for par in line.pars if cash >= par * line.float_at * 0.62), default=line.pars[0])

    def start_ratio(self, seat: int, line: Line, worth: float) -> float:
        money = sum(max(0, cash) for cash in self.cash)
        if money < line.par * line.float_at:
            return 0.0
        return (worth + line.par - (line.price or line.par)) / line.par * 1.02

    def buy(self, seat: int, line: Line, source: str, count: list[int]) -> None:
        if source == "start":
            self.cash[seat] -= 2 * line.par
            self.bank += 2 * line.par
            line.held[seat] += 2
            line.offer -= 2
            line.director = seat
            line.cell = self.start_cell(line.par)
            line.price = line.par
        else:
            cost = line.par if source == "offer" and self.new_at_par and line.par else line.price
            self.cash[seat] -= cost
            self.bank += cost
            line.held[seat] += 1
            if source == "offer":
                line.offer -= 1
            else:
                line.pool -= 1
            if line.director >= 0 and line.held[seat] > line.held[line.director]:
                line.director = seat
        count[seat] += 1
        if not line.open and line.total - line.offer >= line.float_at and line.price:
            line.open = True
            line.treasury += self.capital * line.par
            self.bank -= self.capital * line.par

    def start_cell(self, par: int) -> Cell:
        raise NotImplementedError

    # -- the whole ----------------------------------------------------------------------------

    def play_out(self, rounds_left: int, acted: frozenset[str], in_round: bool) -> None:
        """From an operating round, or the end of a stock round, to the end of the game."""
        if in_round:
            self.operate_all(acted, incomes=False)
        for _ in range(rounds_left):
            self.operate_all()
        for _ in range(MOST_SETS):
            if self.ending:
                return
            self.set += 1
            self.stock_round(self.priority)
            for _ in range(self.rounds):
                self.operate_all()

    def values(self) -> list[int]:
        found = self.cash.copy()
        for line in self.lines.values():
            if line.price and not line.halves:
                for seat, shares in enumerate(line.held):
                    found[seat] += shares * line.price
        return found
