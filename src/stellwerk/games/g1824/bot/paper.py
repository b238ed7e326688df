"""The game of 1824 on paper: railways that become shares, state railways, trains abroad, debts."""

from collections.abc import Collection, Sequence

from stellwerk.games.g1824.bot.aid import help_out, raise_cash
from stellwerk.games.g1824.bot.exchanges import open_regionals, swap_coal, swap_mountain
from stellwerk.games.g1824.bot.exports import send_abroad
from stellwerk.games.g1824.bot.minors import begin_railway, coal_owner, end_opening, minor_worth
from stellwerk.games.g1824.bot.state_railways import form_due
from stellwerk.games.g1824.bot.table import BOND, BUILDER, DIRECTOR, Role, Table
from stellwerk.games.g1824.bot.trains import (
    first_train,
    life,
    look,
    meet_limit,
    on_sale,
    scrap,
    train_limit,
    until,
)
from stellwerk.games.g1824.rules.book import COAL, REGIONAL, STATE
from stellwerk.games.g1824.rules.emergency import with_interest
from stellwerk.mech18.bot.paper import (
    GOOD_ENOUGH,
    IN_VAIN,
    NEARLY,
    OWN,
    SPENT,
    Line,
    Offer,
    Paper,
    TrainKind,
)
from stellwerk.mech18.bot.prices import Prices

NO_TRAINS = (BUILDER, BOND)
MINE = (15, 50)
"""What a mine brings to the treasury for each goods train, and from the first 5 on."""
PAYS_BACK = 0.7
"""What a train must bring in its life for its price, to be bought without need."""
RISE = 12.0
"""What the price of a share gains in an operating round with a dividend."""
PATIENCE = 0.9
"""How much less a share counts for every operating round that its company still waits."""
SECOND = 0.5
"""What a share counts for in the first round: only railways bring income at once, and only then."""
MOUNTAIN, MOUNTAIN_INCOME = 120, 25
MOUNTAIN_ROUNDS = 7
"""Operating rounds that a mountain railway pays for."""
FIRST_SHARE = 200
"""What the share is worth that a mountain railway becomes."""


class AustrianPaper(Paper):
    """A position of 1824 on paper."""

    __slots__ = (
        "ahead",
        "coming",
        "debt",
        "eights",
        "exports",
        "forming",
        "goods",
        "kept",
        "least",
        "mountains",
        "opening",
        "reserved",
        "sale",
        "table",
        "unsold",
    )  # fmt: skip
    table: Table

    def __init__(self, cash: list[int], bank: int, prices: Prices) -> None:
        super().__init__(cash, bank, prices)
        self.debt = [0] * len(cash)
        self.mountains = [0] * len(cash)
        self.reserved: dict[str, int] = {}
        """Shares that are kept for coal and pre-state railways."""
        self.eights: frozenset[str] = frozenset()
        """Regional railways that had a coal railway: they get eight times their par."""
        self.forming: tuple[str, ...] = ()
        self.exports = self.opening = False
        self.goods = -1
        """The highest kind of goods train that was ever sold."""
        self.unsold = 0
        """Mountain railways that are for sale."""
        self.ahead = 0.0
        """Operating rounds that are left, as it looked at the beginning of this one; 0: not looked yet."""
        self.sale: tuple[TrainKind, ...] | None = None
        """The trains that the bank sells; None: to be looked up."""
        self.least = 0
        """What one of them costs at least."""
        self.coming: Sequence[float] = ()
        """Operating rounds before the first train of each normal kind is sold; empty: to be looked up."""
        self.kept: list[int] = []
        """What seats keep for trains in this stock round."""
        self.papers = _papers

    def copy(self) -> "AustrianPaper":
        new = super().copy()
        assert isinstance(new, AustrianPaper)
        new.table, new.debt, new.mountains = self.table, self.debt.copy(), self.mountains.copy()
        new.reserved, new.eights, new.forming = self.reserved.copy(), self.eights, self.forming
        new.exports, new.opening, new.goods, new.unsold = self.exports, self.opening, self.goods, self.unsold
        return new

    def role(self, line: Line) -> Role:
        return self.table.roles[line.sym]

    def the(self, sym: str) -> Line:
        line = self.line(sym)
        assert line is not None
        return line

    # -- operating ----------------------------------------------------------------------------

    def operate_all(self, acted: Collection[str] = (), incomes: bool = True) -> None:
        if incomes:
            for seat, count in enumerate(self.mountains):
                self.cash[seat] += MOUNTAIN_INCOME * count
                self.bank -= MOUNTAIN_INCOME * count
        self.ahead = self.horizon()
        super().operate_all(acted, incomes)
        form_due(self)

    def in_order(self, lines: list[Line]) -> list[Line]:
        """VII.4-1: coal and pre-state railways first, then by price."""
        return sorted(lines, key=_turn_order)

    def operate(self, line: Line) -> None:
        kind = line.kind
        if kind == BUILDER:
            return
        if kind == BOND:  # X.4-4
            assert line.cell is not None
            self.share_out(line, line.price)
            self.move(line, self.prices.paid(line.cell))
            return
        if line.director < 0:  # IV.4.4-11
            assert line.cell is not None
            self.move(line, self.prices.kept(line.cell))
            return
        normal = self.table.normal
        goods = line.trains[0] if line.trains and line.trains[0] >= normal else 0
        if goods and (line.kind == COAL or line.sym in self.eights or line.earns.now[goods]):  # VII.3-2b
            mines = sum(1 for number in line.trains if number >= normal)
            amount = mines * MINE[self.phase >= self.table.coal_closes]
            line.treasury += amount
            self.bank -= amount
        earned = line.earned(line.trains, self.clock) if line.trains else 0
        if earned:
            self.pay(line, earned)
        elif line.cell is not None:
            self.move(line, self.prices.kept(line.cell))
        self.buy_trains(line)

    def share_out(self, line: Line, amount: int) -> None:
        for seat, shares in enumerate(line.held):
            part = -(-shares * amount // line.total)
            self.cash[seat] += part
            self.bank -= part

    def keeps(self, line: Line, earned: int) -> bool:
        kinds, following, normal = self.kinds, self.phase + 1, self.table.normal
        for number in line.trains:
            if number >= normal or kinds[number].rusts > following:
                return False
        price = kinds[min(following, normal - 1)].price
        return line.treasury < price <= line.treasury + 2 * earned

    # -- trains -------------------------------------------------------------------------------

    def next_kind(self) -> TrainKind | None:
        left = self.left
        for number in range(self.table.normal):
            if left[number]:
                return self.kinds[number]
        return None

    def buy_trains(self, line: Line) -> None:
        if line.kind in NO_TRAINS or line.director < 0:
            return
        if not self.ahead:
            self.ahead = self.horizon()
        if self.sale is None:
            look(self)
        if line.treasury >= self.least:
            self.buy_what_pays(line)
        if not line.trains and line.open:
            cheapest = min(on_sale(self, line), key=lambda kind: kind.price, default=None)
            if cheapest is not None:
                help_out(self, line, cheapest.price)
                self.bank += cheapest.price
                self.take(line, cheapest)

    def buy_what_pays(self, line: Line) -> None:
        """Buy trains from the treasury, one old train at most in payment."""
        traded, later, table = False, self.clock + 2, self.table
        for _ in range(4):
            trains, treasury, limit = line.trains, line.treasury, train_limit(self, line)
            best, most = None, PAYS_BACK if trains else -1.0
            today, full = -1, len(trains) >= limit
            for kind in on_sale(self, line):
                number, price = kind.number, kind.price
                given = -1 if traded else table.takes[number]
                trade = given >= 0 and given in trains and len(trains) <= limit
                dearest = price - table.takes_for[number] if trade else price
                if treasury < dearest or (full and not trade):
                    continue
                if today < 0:
                    today = line.earned(trains, later) if trains else 0
                for old in (-1, given) if trade else (-1,):
                    cost = price if old < 0 else dearest
                    if cost > treasury or (old < 0 and full):
                        continue
                    gain = line.earned((number, *_without(trains, old)), later) - today
                    value = gain * life(self, kind) / cost
                    if value > most:
                        best, most = (kind, cost, old), value
            if best is None:
                return
            kind, cost, old = best
            line.trains = _without(trains, old)
            traded = traded or old >= 0
            line.treasury -= cost
            self.bank += cost
            self.take(line, kind)

    def take(self, line: Line, kind: TrainKind) -> None:
        number = kind.number
        self.left[number] -= 1
        self.sale = None
        line.trains = tuple(sorted((number, *line.trains), reverse=True))
        self.exports = True
        first_train(self, number)

    def begin(self, phase: int) -> None:
        table = self.table
        self.phase, self.rounds, self.sale = phase, self.kinds[phase].rounds, None
        scrap(self, 0, table.normal, phase)
        for line in self.lines:
            if line.trains:
                meet_limit(self, line)
        if phase == table.coal_closes:
            for line in self.lines:
                if line.open and line.kind == COAL:
                    swap_coal(self, line)
        if phase == table.mountains_close:
            for seat, count in enumerate(self.mountains):
                for _ in range(count):
                    swap_mountain(self, seat)
        if phase == table.builders_close:
            for line in self.lines:
                if line.kind == BUILDER:
                    line.open, line.lost = False, True
        if phase in table.forms:
            self.forming = (*self.forming, table.forms[phase])

    def settle(self, line: Line) -> None:
        """Who is director, and whether the company opens (VI.5-1, VI.6-1)."""
        if line.kind == BOND:
            return
        held = line.held
        most = max(held)
        if line.director < 0:
            if line.open and most >= DIRECTOR:  # IV.4.4-12
                line.director = held.index(most)
            return
        if most > held[line.director]:
            line.director = held.index(most)
        if not line.open and line.kind == REGIONAL and sum(held) >= line.float_at:
            line.open = True
            capital = (8 if line.sym in self.eights else 10) * line.par
            line.treasury += capital
            self.bank -= capital

    # -- stock --------------------------------------------------------------------------------

    def horizon(self) -> float:
        """Operating rounds that are left, as far as the bank tells."""
        later, out, money = self.clock + 2, 0, self.bank
        for line in self.lines:
            if line.open:
                money += line.treasury  # most of it comes back for trains
                if line.trains:
                    out += line.earned(line.trains, later)
        return min(15.0, 1.0 + max(0.5, 0.8 * money / (1.15 * out + 100)))

    def delay(self, line: Line) -> float:
        """Operating rounds until a company can begin."""
        if line.open:
            return 0.0
        if line.kind == STATE:
            return until(self, self.table.formed_by[line.sym])
        if self.reserved.get(line.sym):
            return until(self, self.table.swaps) + 1.0
        return 0.5

    def worth(self, line: Line, price: int, horizon: float) -> float:
        """What one share brings until the end: dividends, and its price then."""
        kind = line.kind
        if kind == BOND:
            return price * (1 + 0.1 * horizon) + RISE * horizon
        last = self.table.normal - 1
        delay = 0.0 if line.open else self.delay(line)
        phase = self.phase
        if delay > 1.0:
            while phase < last and until(self, phase + 1) <= delay:
                phase += 1
        horizon = max(0.0, horizon - delay)
        trains = line.trains
        if not trains:
            trains = (phase, phase) if kind == STATE else (phase,)
            horizon -= 1.0
            if line.open and line.treasury < self.kinds[phase].price:
                horizon *= 0.4
            horizon = max(0.0, horizon)
        halfway = int(self.clock + delay + horizon / 2)
        earned = 0.6 * line.earned(trains, halfway) + 0.4 * line.earned((min(phase + 1, last),), halfway)
        found = earned / 10 * horizon + price + RISE * horizon
        return found * float(PATIENCE**delay) if delay else found

    def offers(self, horizon: float) -> list[Offer]:
        floating, free = self.prospects()
        early = SECOND if self.opening else 1.0
        found: list[Offer] = []
        for line in self.lines:
            if line.lost:
                continue
            if line.halves:
                if self.opening and line.director < 0 and line.kind != BUILDER:
                    role = self.role(line)
                    for price in role.prices[:: max(1, len(role.prices) // 2)]:
                        ratio = minor_worth(self, line, price, horizon) / price
                        if role.kind == COAL:  # a regional railway with more money earns sooner
                            ratio *= 0.2 + 0.004 * price
                        found.append(Offer(ratio, line, "railway", price))
                continue
            if not line.price:
                for par in line.pars:
                    ratio = self.worth(line, par, horizon) / par * (0.4 + 0.006 * par) * early
                    ratio *= 1.02 if par * line.float_at <= free * SPENT else IN_VAIN
                    found.append(Offer(ratio, line, "start", par))
                continue
            if not line.offer and not line.pool:
                continue
            worth = self.worth(line, line.price, horizon) * early
            if not line.open and line.kind == REGIONAL:
                worth *= 1.0 + NEARLY * sum(line.held) / line.total if line.sym in floating else IN_VAIN
            ratio = worth / line.price
            if line.offer:
                found.append(Offer(ratio, line, "offer", line.price))
            if line.pool:
                found.append(Offer(ratio, line, "pool", line.price))
        if self.opening and self.unsold:
            ratio = (MOUNTAIN_ROUNDS * MOUNTAIN_INCOME + FIRST_SHARE) / MOUNTAIN
            found.append(Offer(ratio, self.lines[0], "mountain", MOUNTAIN))
        found = [offer for offer in found if offer.ratio > GOOD_ENOUGH]
        found.sort(key=_by_ratio)
        return found

    def prospects(self) -> tuple[set[str], int]:
        """Return the regional railways whose missing shares the seats can pay, and the money left then."""
        money = sum(cash for cash in self.cash if cash > 0)
        if self.opening:  # most of it goes into railways
            railways = (self.role(line).prices[0] for line in self.lines if line.halves and line.director < 0)
            money = max(0, money - sum(railways) - self.unsold * MOUNTAIN)
        waiting = sorted(
            ((line.float_at - sum(line.held) - self.reserved.get(line.sym, 0)) * line.price, line.sym)
            for line in self.lines
            if line.price and not line.open and not line.lost and line.kind == REGIONAL
        )
        found = set()
        for cost, sym in waiting:
            if cost > money * SPENT:
                break
            money -= max(0, cost)
            found.add(sym)
        return found, money

    def kept_back(self) -> list[int]:
        """What directors had better keep for trains that their companies need and cannot pay."""
        found = [0] * len(self.cash)
        kinds, normal = self.kinds, self.table.normal
        following = min(self.phase + 1, normal - 1)
        many = sum(self.left[:following]) > 2
        for line in self.lines:
            if line.director < 0 or not line.open or line.kind in NO_TRAINS:
                continue
            trains = line.trains
            if trains:
                if many or any(kinds[n].rusts > following or n >= normal for n in trains):
                    continue
                price = kinds[following].price - line.earned(trains, self.clock)
            else:
                price = min((kind.price for kind in on_sale(self, line)), default=0)
            if price > line.treasury:
                found[line.director] += price - line.treasury
        return found

    def best_offer(
        self, seat: int, offers: Sequence[Offer], barred: Collection[tuple[int, str]] = ()
    ) -> Offer | None:
        if self.debt[seat]:
            return None
        cash = self.cash[seat] - (self.kept or self.kept_back())[seat]
        best, most = None, 0.0
        for offer in offers:
            if offer.ratio * OWN < most:
                break
            line, source, cost = offer.line, offer.source, offer.cost
            if cost > cash:
                continue
            if source in ("offer", "pool"):
                if line.held[seat] >= self.holding_limit and line.kind != BOND:
                    continue
                if not (line.offer if source == "offer" else line.pool) or (seat, line.sym) in barred:
                    continue
            elif source == "start":
                if line.price or cash < 2 * cost or cash < cost * line.float_at * 0.5:
                    continue
            elif line.director >= 0 if source == "railway" else not self.unsold:
                continue
            own = not line.open and (line.director == seat or coal_owner(self, line) == seat)
            ratio = offer.ratio * OWN if own else offer.ratio
            if ratio > most:
                best, most = offer, ratio
        return best

    def sell_for_more(self, seat: int, offers: Sequence[Offer], horizon: float) -> bool:
        """VII.12-4: whoever owes pays back, by selling if need be."""
        if not self.debt[seat]:
            return False
        if self.cash[seat] < self.debt[seat]:
            raise_cash(self, seat, self.debt[seat])
        paid = min(self.debt[seat], max(0, self.cash[seat]))
        self.debt[seat] -= paid
        self.cash[seat] -= paid
        self.bank += paid
        return True

    def buy(self, seat: int, offer: Offer, count: list[int]) -> bool:
        _, line, source, cost = offer
        if source == "mountain":
            self.cash[seat] -= cost
            self.bank += cost
            self.mountains[seat] += 1
            self.unsold -= 1
            return not self.unsold
        if source == "railway":
            begin_railway(self, line, seat, cost)
            count[seat] += 1
            return line.kind == COAL
        shares = 1
        was_open = line.open
        if source == "start":
            shares, line.director, line.par, line.cell, line.price = (
                DIRECTOR,
                seat,
                cost,
                self.cells[cost],
                cost,
            )
        if source == "pool":
            line.pool -= shares
        else:
            line.offer -= shares
        self.cash[seat] -= shares * cost
        self.bank += shares * cost
        line.held[seat] += shares
        count[seat] += 1
        self.settle(line)
        return source == "start" or line.open != was_open

    def stock_round(self, first: int, barred: Collection[tuple[int, str]] = ()) -> None:
        open_regionals(self)
        self.kept = self.kept_back()
        super().stock_round(first, barred)
        self.kept = []
        open_regionals(self)
        for seat, debt in enumerate(self.debt):
            if debt:
                self.debt[seat] = with_interest(debt)
        if self.opening:
            end_opening(self)

    # -- the whole ----------------------------------------------------------------------------

    def end_set(self) -> None:
        send_abroad(self)

    def values(self) -> list[int]:
        return [value - debt for value, debt in zip(super().values(), self.debt, strict=True)]


def _papers(line: Line, seat: int) -> int:
    """VI.7-1: a director's share is one paper, and so is a railway."""
    held = line.held[seat]
    return held - 1 if line.director == seat and held > 1 else held


def _by_ratio(offer: Offer) -> float:
    return -offer.ratio


def _turn_order(line: Line) -> int:
    return 0 if line.halves else 1000 - line.price


def _without(trains: tuple[int, ...], old: int) -> tuple[int, ...]:
    if old < 0:
        return trains
    at = trains.index(old)
    return trains[:at] + trains[at + 1 :]
