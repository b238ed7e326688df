"""The game of 1824 on paper: railways that become shares, state railways, trains abroad, debts."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from stellwerk.games.g1824.rules.book import COAL, PRE_STATE, REGIONAL, STATE
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

BOND, BUILDER = "bond", "builder"
MINORS = (COAL, PRE_STATE)
DIRECTOR = 2
"""Shares of a director's paper."""
MINE = (15, 50)
"""What a mine brings to the treasury for each goods train, and from the first 5 on."""
PACE = (3.0, 3.0, 2.0, 1.5, 1.0, 1.0)
"""Operating rounds from the first train of a type to that of the next, as people play."""
GOODS_LAST = 3.0
"""Operating rounds that a goods train runs on after the one that scraps it is on sale."""
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


class Role(Struct, frozen=True):
    """What a company is, and what becomes of it."""

    kind: str
    into: str = ""
    """The share company that a coal or pre-state railway becomes part of."""
    shares: int = 0
    prices: tuple[int, ...] = ()
    """What may be paid for a railway, or for a share of a regional railway at first."""


class Table(Struct, frozen=True):
    """What never changes on paper."""

    roles: Mapping[str, Role]
    normal: int
    """How many kinds of train are no goods trains; these come first."""
    takes: Sequence[int]
    """The kind that is taken in payment for each kind; -1 where none is."""
    takes_for: Sequence[int]
    sold_from: Sequence[int]
    counts: Sequence[int]
    """How many trains of each kind there are at first."""
    limits: Mapping[str, Sequence[int]]
    """How many trains a company of some kind may own, by phase."""
    formed_by: Mapping[str, int]
    forms: Mapping[int, str]
    """The state railways by the kind of train that forms them."""
    state_price: int
    swaps: int
    """The phases from which on coal railways may be exchanged, and mountain and coal railways must be."""
    mountains_close: int
    coal_closes: int
    builders_close: int
    pool: bool
    """Whether shares that are sold go to a pool (X.4-2)."""


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
        self.coming: list[float] = []
        """Operating rounds before the first train of each normal kind is sold."""
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
        self.form_due()

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

    def on_sale(self, line: Line) -> tuple[TrainKind, ...]:
        """IV.2-5, VII.11-5b: a coal railway owns goods trains only."""
        sale = self.look()
        if line.kind == COAL and sale and sale[0].number < self.table.normal:
            return sale[1:]
        return sale

    def look(self) -> tuple[TrainKind, ...]:
        """Return what the bank sells, and note when the kinds after that will come."""
        sale = self.sale
        if sale is None:
            kind, table, left = self.next_kind(), self.table, self.left
            sale = () if kind is None else (kind,)
            if self.exports:
                sale += tuple(
                    self.kinds[number]
                    for number in range(table.normal, len(self.kinds))
                    if left[number] and table.sold_from[number] <= self.phase
                )
            self.sale = sale
            rounds = 0.0
            self.coming = [0.0] * table.normal
            for number in range(self.phase, table.normal - 1):
                rounds += PACE[number] * left[number] / table.counts[number]
                self.coming[number + 1] = rounds
        return sale

    def limit(self, line: Line) -> int:
        return self.table.limits[line.kind][self.phase]

    def until(self, number: int) -> float:
        """Operating rounds before the first train of a normal kind is sold."""
        if self.sale is None:
            self.look()
        return self.coming[number]

    def life(self, kind: TrainKind) -> float:
        """Operating rounds that a train will run."""
        rusts = kind.rusts
        if rusts >= len(self.kinds):
            return self.ahead
        if kind.number >= self.table.normal:
            return min(self.ahead, self.until(self.table.sold_from[rusts]) + GOODS_LAST)
        return min(self.ahead, self.until(rusts))

    def buy_trains(self, line: Line) -> None:
        if line.kind in (BUILDER, BOND) or line.director < 0:
            return
        traded, later, table = False, self.clock + 2, self.table
        if not self.ahead:
            self.ahead = self.horizon()
        for _ in range(4):
            best, most = None, PAYS_BACK if line.trains else -1.0
            today = -1
            for kind in self.on_sale(line):
                number = kind.number
                if line.treasury < kind.price - table.takes_for[number]:
                    continue
                if today < 0:
                    today = line.earned(line.trains, later) if line.trains else 0
                given = table.takes[number]
                for old in (-1, given) if not traded and given in line.trains else (-1,):
                    cost = kind.price - (table.takes_for[number] if old >= 0 else 0)
                    rest = _without(line.trains, old)
                    if cost > line.treasury or len(rest) >= self.limit(line):
                        continue
                    gain = line.earned((number, *rest), later) - today
                    value = gain * self.life(kind) / cost
                    if value > most:
                        best, most = (kind, cost, old), value
            if best is None:
                break
            kind, cost, old = best
            line.trains = _without(line.trains, old)
            traded = traded or old >= 0
            line.treasury -= cost
            self.bank += cost
            self.take(line, kind)
        if not line.trains and line.open:
            cheapest = min(self.on_sale(line), key=lambda kind: kind.price, default=None)
            if cheapest is not None:
                self.help_out(line, cheapest.price)
                self.bank += cheapest.price
                self.take(line, cheapest)

    def help_out(self, line: Line, price: int) -> None:
        """VII.12: the director's cash, then shares, then a debt with half as much again."""
        seat = line.director
        missing = max(0, price - line.treasury)
        line.treasury = max(0, line.treasury - price)
        if missing > self.cash[seat]:
            self.raise_cash(seat, missing)
        own = min(missing, max(0, self.cash[seat]))
        self.cash[seat] -= own
        if missing > own:
            self.debt[seat] += with_interest(missing - own)
            self.bank -= missing - own

    def raise_cash(self, seat: int, needed: int) -> None:
        """Sell shares, the cheapest first, while cash is short; nobody loses a company by it (VI.8-5)."""
        for line in sorted(self.lines, key=lambda line: line.price):
            if self.cash[seat] >= needed:
                return
            room = self.room(line, seat)
            if room > 0:
                self.sell(line, seat, min(room, -(-(needed - self.cash[seat]) // line.price)))

    def room(self, line: Line, seat: int) -> int:
        """How many shares a seat can sell and lose no company."""
        held = line.held[seat]
        if not held or not line.open or line.cell is None:
            return 0
        if line.kind == BOND:
            return held
        room = min(held, self.pool_limit - line.pool - line.offer)
        if line.director == seat:
            others = max((n for other, n in enumerate(line.held) if other != seat), default=0)
            room = min(room, held - max(DIRECTOR, others))
        return room

    def sell(self, line: Line, seat: int, shares: int) -> None:
        assert line.cell is not None
        line.held[seat] -= shares
        if self.table.pool:
            line.pool += shares
        else:  # VI.1-1b
            line.offer += shares
        self.cash[seat] += shares * line.price
        self.bank -= shares * line.price
        self.move(line, self.prices.sold(line.cell, shares))

    def take(self, line: Line, kind: TrainKind) -> None:
        number = kind.number
        self.left[number] -= 1
        self.sale = None
        line.trains = tuple(sorted((number, *line.trains), reverse=True))
        self.exports = True
        self.first_train(number)

    def first_train(self, number: int) -> None:
        if number >= self.table.normal:
            if number > self.goods:
                self.goods = number
                self.scrap(self.table.normal, len(self.kinds), number)
        elif number > self.phase:
            self.begin(number)

    def scrap(self, first: int, end: int, by: int) -> None:
        kinds = self.kinds
        rusty = {n for n in range(first, end) if kinds[n].rusts <= by}
        if rusty:
            for line in self.lines:
                if line.trains:
                    line.trains = tuple(n for n in line.trains if n not in rusty)
            for number in rusty:
                self.left[number] = 0
            self.sale = None

    def begin(self, phase: int) -> None:
        table = self.table
        self.phase, self.rounds, self.sale = phase, self.kinds[phase].rounds, None
        self.scrap(0, table.normal, phase)
        for line in self.lines:
            self.meet_limit(line)
        if phase == table.coal_closes:
            for line in self.lines:
                if line.open and line.kind == COAL:
                    self.swap_coal(line)
        if phase == table.mountains_close:
            for seat, count in enumerate(self.mountains):
                for _ in range(count):
                    self.swap_mountain(seat)
        if phase == table.builders_close:
            for line in self.lines:
                if line.kind == BUILDER:
                    line.open, line.lost = False, True
        if phase in table.forms:
            self.forming = (*self.forming, table.forms[phase])

    def meet_limit(self, line: Line) -> None:
        limit = self.limit(line)
        if len(line.trains) > limit:
            best = sorted(line.trains, key=lambda n: -line.earned((n,), self.clock + 1))[:limit]
            line.trains = tuple(sorted(best, reverse=True))

    # -- exchanges ----------------------------------------------------------------------------

    def swap_mountain(self, seat: int) -> None:
        """IV.1-9: for the best share that is left, if any is."""
        self.mountains[seat] -= 1
        horizon = self.horizon()
        best, most = None, 0.0
        for line in self.lines:
            if line.kind in (REGIONAL, BOND) and line.offer + line.pool and not line.lost:
                worth = self.worth(line, line.price, horizon) if line.price else 40.0
                if worth > most:
                    best, most = line, worth
        if best is not None:
            if best.offer:
                best.offer -= 1
            else:
                best.pool -= 1
            best.held[seat] += 1
            self.settle(best)

    def swap_coal(self, line: Line) -> None:
        """IV.2-9, IV.2-14: the director's share; cash and trains go with it."""
        into = self.the(self.role(line).into)
        into.held[line.director] += self.role(line).shares
        self.reserved[into.sym] = 0
        if into.director < 0:
            into.director = line.director
        self.absorb(line, into)
        self.settle(into)

    def opens(self, line: Line) -> bool:
        """Whether an exchange of this coal railway opens its regional railway."""
        role = self.role(line)
        return sum(self.the(role.into).held) + role.shares >= line.float_at

    def open_regionals(self) -> None:
        """Exchange the coal railways whose regional railways open by it."""
        if self.phase >= self.table.swaps:
            for line in self.lines:
                if line.kind == COAL and line.open and self.opens(line):
                    self.swap_coal(line)

    def absorb(self, line: Line, into: Line) -> None:
        into.treasury += line.treasury
        into.trains = tuple(sorted((*into.trains, *line.trains), reverse=True))
        line.open, line.lost, line.trains, line.treasury = False, True, (), 0
        line.held = [0] * len(line.held)

    def form_due(self) -> None:
        """IV.3-2, IV.4.4: at the end of the round."""
        for state in self.forming:
            line = self.the(state)
            kept, former = 0, -1
            for minor in self.lines:
                role = self.role(minor)
                if role.into == state and role.kind == PRE_STATE and minor.open:
                    kept += role.shares
                    line.held[minor.director] += role.shares
                    former = minor.director if former < 0 else former
                    self.absorb(minor, line)
            self.reserved[state] = 0
            capital = (line.total - kept) * self.table.state_price
            line.treasury += capital
            self.bank -= capital
            line.open = True
            most = max(line.held)
            if most >= DIRECTOR:
                line.director = former if former >= 0 and line.held[former] == most else line.held.index(most)
            self.meet_limit(line)
        self.forming = ()

    def settle(self, line: Line) -> None:
        """Who is director, and whether the company opens (VI.5-1, VI.6-1)."""
        role = self.role(line)
        if role.kind == BOND:
            return
        seat = max(range(len(line.held)), key=lambda seat: line.held[seat])
        if line.director < 0:
            if line.open and line.held[seat] >= DIRECTOR:  # IV.4.4-12
                line.director = seat
            return
        if line.held[seat] > line.held[line.director]:
            line.director = seat
        if not line.open and role.kind == REGIONAL and sum(line.held) >= line.float_at:
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
            return self.until(self.table.formed_by[line.sym])
        if self.reserved.get(line.sym):
            return self.until(self.table.swaps) + 1.0
        return 0.5

    def worth(self, line: Line, price: int, horizon: float) -> float:
        """What one share brings until the end: dividends, and its price then."""
        kind = line.kind
        if kind == BOND:
            return price * (1 + 0.1 * horizon) + RISE * horizon
        last = self.table.normal - 1
        delay = self.delay(line)
        phase = self.phase
        if delay > 1.0:
            while phase < last and self.until(phase + 1) <= delay:
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
        return (earned / 10 * horizon + price + RISE * horizon) * float(PATIENCE**delay)

    def minor_worth(self, line: Line, price: int, horizon: float) -> float:
        """What a coal or pre-state railway brings: its shares, and half of what it earns until then."""
        role = self.role(line)
        into = self.the(role.into)
        each = price // role.shares
        train = (self.table.normal,) if role.kind == COAL else (0,)
        rounds = min(horizon, self.delay(into) + 1.0)
        own = 0.5 * line.earned(train, self.clock + 2) * rounds
        return role.shares * self.worth(into, max(into.price, each), horizon) + own

    def offers(self, horizon: float) -> list[Offer]:
        floating, free = self.prospects()
        early = SECOND if self.opening else 1.0
        found: list[Offer] = []
        for line in self.lines:
            if line.lost:
                continue
            role = self.role(line)
            if line.halves:
                if role.kind == BUILDER:
                    continue
                if self.opening and line.director < 0:
                    for price in role.prices[:: max(1, len(role.prices) // 2)]:
                        ratio = self.minor_worth(line, price, horizon) / price
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
            if not line.open and role.kind == REGIONAL:
                worth *= 1.0 + NEARLY * sum(line.held) / line.total if line.sym in floating else IN_VAIN
            for source, count in (("offer", line.offer), ("pool", line.pool)):
                if count:
                    found.append(Offer(worth / line.price, line, source, line.price))
        if self.opening and self.unsold:
            ratio = (MOUNTAIN_ROUNDS * MOUNTAIN_INCOME + FIRST_SHARE) / MOUNTAIN
            found.append(Offer(ratio, self.lines[0], "mountain", MOUNTAIN))
        found = [offer for offer in found if offer.ratio > GOOD_ENOUGH]
        found.sort(key=lambda offer: -offer.ratio)
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

    def kept_back(self, seat: int) -> int:
        """What a director had better keep for trains that companies need and cannot pay."""
        total = 0
        following = min(self.phase + 1, self.table.normal - 1)
        for line in self.lines:
            if line.director != seat or not line.open or line.kind in (BUILDER, BOND):
                continue
            if any(self.kinds[n].rusts > following or n >= self.table.normal for n in line.trains):
                continue
            price = min((kind.price for kind in self.on_sale(line)), default=0)
            if line.trains:
                if sum(self.left[:following]) > 2:
                    continue
                price = self.kinds[following].price - int(line.earned(line.trains, self.clock))
            total += max(0, price - line.treasury)
        return total

    def best_offer(
        self, seat: int, offers: Sequence[Offer], barred: Collection[tuple[int, str]] = ()
    ) -> Offer | None:
        if self.debt[seat]:
            return None
        cash = self.cash[seat] - (self.kept[seat] if self.kept else self.kept_back(seat))
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
            own = not line.open and seat in (line.director, self.coal_owner(line))
            ratio = offer.ratio * OWN if own else offer.ratio
            if ratio > most:
                best, most = offer, ratio
        return best

    def coal_owner(self, line: Line) -> int:
        """The seat that will be the director of a regional railway."""
        if not self.reserved.get(line.sym):
            return -1
        coal = (other for other in self.lines if other.halves and self.role(other).into == line.sym)
        return max((other.director for other in coal if other.open), default=-1)

    def sell_for_more(self, seat: int, offers: Sequence[Offer], horizon: float) -> bool:
        """VII.12-4: whoever owes pays back, by selling if need be."""
        if not self.debt[seat]:
            return False
        if self.cash[seat] < self.debt[seat]:
            self.raise_cash(seat, self.debt[seat])
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
            self.found(line, seat, cost)
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

    def found(self, line: Line, seat: int, price: int) -> None:
        """VI.3-3: the price becomes the treasury; a coal railway buys a 1g and sets a share price."""
        role = self.role(line)
        self.cash[seat] -= price
        line.director, line.open, line.treasury = seat, True, price
        line.held[seat] = 1
        if role.kind == COAL:
            number = self.table.normal
            line.trains = (number,)
            self.left[number] -= 1
            self.sale = None
            cost = self.kinds[number].price
            line.treasury -= cost
            self.bank += cost
            into = self.the(role.into)
            into.par = into.price = price // role.shares
            into.cell = self.cells[into.par]
            self.eights |= {into.sym}

    def stock_round(self, first: int, barred: Collection[tuple[int, str]] = ()) -> None:
        self.open_regionals()
        self.kept = [self.kept_back(seat) for seat in range(len(self.cash))]
        super().stock_round(first, barred)
        self.kept = []
        self.open_regionals()
        for seat, debt in enumerate(self.debt):
            if debt:
                self.debt[seat] = with_interest(debt)
        if self.opening:
            self.end_opening()

    def end_opening(self) -> None:
        """VI.3-5: what nobody bought is out, and the shares kept for it are free."""
        self.opening, self.unsold = False, 0
        for line in self.lines:
            role = self.role(line)
            if role.kind in MINORS and line.director < 0 and not line.lost:
                line.lost = True
                into = self.the(role.into)
                self.reserved[into.sym] -= role.shares
                into.offer += role.shares
                into.pars = self.role(into).prices

    # -- the whole ----------------------------------------------------------------------------

    def end_set(self) -> None:
        """VII.15: a train goes abroad."""
        kind = self.next_kind()
        if self.exports and kind is not None and not self.ending:
            self.left[kind.number] -= 1
            self.sale = None
            self.first_train(kind.number)
            self.form_due()
            if self.bank <= 0:
                self.ending = True

    def values(self) -> list[int]:
        return [value - debt for value, debt in zip(super().values(), self.debt, strict=True)]


def _papers(line: Line, seat: int) -> int:
    """VI.7-1: a director's share is one paper, and so is a railway."""
    held = line.held[seat]
    return held - 1 if line.director == seat and held > 1 else held


def _turn_order(line: Line) -> int:
    return 0 if line.halves else 1000 - line.price


def _without(trains: tuple[int, ...], old: int) -> tuple[int, ...]:
    if old < 0:
        return trains
    at = trains.index(old)
    return trains[:at] + trains[at + 1 :]
