"""1853 on paper: companies act by number, nobody must buy a train, shares cost par until they are gone."""

from collections.abc import Collection

from stellwerk.games.g1853.bot.trains import BACK, METRES, NUMBER, STANDARD
from stellwerk.games.g1853.rules.prices import MOST_STEPS
from stellwerk.mech18.bot.paper import Line, Offer, Paper, TrainKind
from stellwerk.mech18.bot.prices import Prices

BUILDING = 20
"""What a company spends on track in a round."""
GIFT = 1.3
"""How often a director wants a gift for a train back (4.8.8)."""
WORTHWHILE = 0.25
"""What a further train must bring back of its price."""
RETURN = 0.13
"""What cash gains in a round, where nobody is followed in buying shares: they bring back five to nine times
their price, as long as there are some."""
TWO, FIVE, SIX = NUMBER["2"], NUMBER["5"], NUMBER["6"]
STANDARD_NUMBERS = tuple(NUMBER[name] for name in STANDARD)
METRE_NUMBERS = tuple(NUMBER[name] for name in METRES)


def papers_of(line: Line, seat: int) -> int:
    """3.1.2-a: the director's paper is one paper and two shares."""
    held = line.held[seat]
    return held - 1 if held >= 2 and line.open and line.director == seat else held


class IndianPaper(Paper):
    """A position of 1853 on paper."""

    __slots__ = ("backs", "bonds", "bought", "large", "locked", "order", "still", "stopped", "track")

    def __init__(self, cash: list[int], bank: int, prices: Prices) -> None:
        super().__init__(cash, bank, prices)
        self.papers = papers_of
        self.order: tuple[int, ...] = tuple(range(len(cash)))
        self.bonds = [0.0] * len(cash)
        """What each seat may expect of its bond."""
        self.large: Collection[str] = ()
        self.locked: list[Line] = []
        """2.7.6: companies that wait until all others are sold."""
        self.backs = False
        self.bought = self.stopped = self.still = False
        self.track: tuple[int, ...] = ()
        """The prices, the cheapest first."""

    def copy(self) -> "IndianPaper":
        new = super().copy()
        assert isinstance(new, IndianPaper)
        new.order, new.bonds, new.large, new.backs = self.order, self.bonds, self.large, self.backs
        new.bought, new.stopped, new.still, new.track = self.bought, self.stopped, self.still, self.track
        waiting = {line.sym for line in self.locked}
        new.locked = [line for line in new.lines if line.sym in waiting]
        return new

    def values(self) -> list[int]:
        return [value + round(bond) for value, bond in zip(super().values(), self.bonds, strict=True)]

    # -- operating ----------------------------------------------------------------------------

    def in_order(self, lines: list[Line]) -> list[Line]:
        """4-a: from 1 to 8."""
        return lines

    def after(self, seat: int) -> int:
        return self.order[(self.order.index(seat) + 1) % len(self.order)]

    def operate_all(self, acted: Collection[str] = (), incomes: bool = True) -> None:
        """5.1.2: with an empty bank the round is the last one."""
        if not self.ending or acted:
            super().operate_all(acted, incomes)

    def operate(self, line: Line) -> None:
        if self.stopped:
            return
        line.treasury = max(0, line.treasury - BUILDING) if line.treasury > 0 else line.treasury
        earned = line.earned(line.trains, self.clock) if line.trains else 0
        if earned:
            self.pay(line, earned)
        else:
            self.keep(line)
        self.buy_trains(line)

    def keep(self, line: Line) -> None:
        """4.7.1-a: the price falls if the pool holds shares."""
        if line.pool and line.cell is not None:
            self.move(line, self.prices.kept(line.cell))

    def is_directed(self, line: Line) -> bool:
        return line.director >= 0 and line.held[line.director] >= 2

    def pay(self, line: Line, earned: int) -> None:
        """4.6.6: the mail goes to the treasury; 3.4.2: a manager keeps; 4.7.1-b: a step for every price."""
        mail = min(earned, 40 + earned // 10)
        line.treasury += mail
        self.bank -= mail
        if not self.is_directed(line) or self.keeps(line, earned):
            line.treasury += earned
            self.bank -= earned
            self.keep(line)
            return
        per_share = earned // line.total
        for seat, shares in enumerate(line.held):
            if shares:
                self.cash[seat] += shares * per_share
                self.bank -= shares * per_share
        if line.cell is not None:
            steps = min(MOST_STEPS, max(1, earned // max(1, line.price)))
            self.move(line, (0, min(line.cell[1] + steps, len(self.track) - 1)))
            if line.price >= self.top:
                self.ending = self.stopped = True

    def keeps(self, line: Line, earned: int) -> bool:
        """All its trains are about to rust, and this pays for the next one."""
        if self.phase >= FIVE or any(self.kinds[number].rusts > self.phase + 1 for number in line.trains):
            return False
        price = self.kinds[self.phase + 1].price
        return line.treasury < price <= line.treasury + earned

    def on_sale(self, line: Line) -> list[TrainKind]:
        """4.8.3, 4.8.11 to 4.8.15: the next standard train, the 6 beside the 5, metre trains by phase."""
        left, kinds, large = self.left, self.kinds, line.sym in self.large
        found = []
        standard = next((number for number in STANDARD_NUMBERS if left[number]), None)
        if standard is not None:
            found.append(kinds[standard])
            if standard == TWO and self.backs and not large:
                found.append(kinds[NUMBER[BACK]])
            if standard != SIX and self.phase >= FIVE and left[SIX]:
                found.append(kinds[SIX])
        for place, number in enumerate(METRE_NUMBERS):
            if left[number] and self.phase > place:
                found.append(kinds[number])
        return found

    def gain(self, line: Line, kind: TrainKind) -> float:
        """What a further train earns in a round soon."""
        soon = self.clock + 2
        trains = line.trains
        return line.earned((kind.number, *trains), soon) - (line.earned(trains, soon) if trains else 0)

    def life(self, kind: TrainKind) -> float:
        """For how many rounds a train may run."""
        return {0: 0.5, 1: 2.5, 2: 5.0}.get(kind.rusts - self.phase, 9.0) if kind.rusts < 9 else 9.0

    def buy_trains(self, line: Line) -> None:
        """4.8.1: nobody must; 4.8.8: a director gives what is missing for the first one if it pays."""
        for _ in range(4):
            if len(line.trains) >= self.kinds[self.phase].limit:
                return
            best, most = self.last_of_its_kind(line), WORTHWHILE
            for kind in self.on_sale(line) if best is None else ():
                means = line.treasury if line.trains else line.treasury + self.gift(line)
                if kind.price > means:
                    continue
                gain = self.gain(line, kind)
                value = gain * self.life(kind) / kind.price
                if kind.price > line.treasury and gain * self.life(kind) * line.held[line.director] < (
                    GIFT * line.total * (kind.price - line.treasury)
                ):
                    continue
                if gain >= 10 and (best is None or value > most):
                    best, most = kind, value
            if best is None or (line.trains and most < WORTHWHILE):
                return
            if best.price > line.treasury:
                self.cash[line.director] -= best.price - line.treasury
                line.treasury = best.price
            line.treasury -= best.price
            self.bank += best.price
            self.take(line, best)

    def last_of_its_kind(self, line: Line) -> TrainKind | None:
        """Return the train on sale if the company can pay all that are left of it, and the next one too."""
        standard = next((number for number in STANDARD_NUMBERS if self.left[number]), SIX)
        if standard >= FIVE:
            return None
        kind, following = self.kinds[standard], self.kinds[standard + 1]
        room = self.kinds[self.phase].limit - len(line.trains)
        count = self.left[standard]
        if count >= room or count * kind.price + following.price > line.treasury:
            return None
        return kind if self.gain(line, following) >= 20 else None

    def gift(self, line: Line) -> int:
        return max(0, self.cash[line.director]) if self.is_directed(line) else 0

    def take(self, line: Line, kind: TrainKind) -> None:
        """4.8.11: metre trains change no phase, nor does the 6."""
        self.left[TWO if kind.side == BACK else kind.number] -= 1
        line.trains = tuple(sorted((kind.number, *line.trains), reverse=True))
        if self.phase < kind.number <= FIVE:
            self.begin(kind.number)

    # -- stock --------------------------------------------------------------------------------

    def horizon(self) -> float:
        later = self.clock + 2
        out = 60.0
        for line in self.lines:
            if line.open and line.trains:
                earned = line.earned(line.trains, later)
                out += earned * (sum(line.held) / line.total) * 1.2 + 50
        return min(14.0, max(1.0, 0.9 * self.bank / out))

    def worth(self, line: Line, price: int, horizon: float) -> float:
        """What one share brings until the end: dividends, and the price to which they raise it."""
        trains = line.trains
        if not trains:
            kind = self.next_kind() or self.kinds[SIX]
            trains = (kind.number,)
            horizon -= 1.0 if line.open else 1.5
            if line.open and line.treasury + self.gift(line) < kind.price:
                horizon *= 0.5
        horizon = max(0.0, horizon)
        halfway = int(self.clock + horizon / 2)
        # Later sets hold better trains than those of today; part of that is foreseen.
        later = (min(self.phase + 1, SIX),)
        earned = int(0.65 * line.earned(trains, halfway) + 0.35 * line.earned(later, halfway))
        assert line.cell is not None
        at, last = line.cell[1], len(self.track) - 1
        for _ in range(int(horizon)):
            at = min(last, at + min(MOST_STEPS, max(1, earned // self.track[at])))
        return earned / line.total * horizon + self.track[at]

    def stock_round(self, first: int, barred: Collection[tuple[int, str]] = ()) -> None:
        """Where a company's turn is judged nobody trades: what others would buy says nothing about it."""
        if self.still:
            growth = 1.0 + RETURN * self.rounds * self.investable()
            self.cash = [int(cash * growth) if cash > 0 else cash for cash in self.cash]
            return
        if self.bought:
            # Who has bought in this turn already buys nothing more in it.
            first, self.bought = self.after(first), False
        super().stock_round(first, barred)

    def investable(self) -> float:
        """Return how much of all cash finds shares to be bought: late in the game there are none left."""
        cost = sum(line.offer * line.par + line.pool * line.price for line in self.lines)
        return min(1.0, cost / max(1, sum(cash for cash in self.cash if cash > 0)))

    def buy(self, seat: int, offer: Offer, count: list[int]) -> bool:
        changed = super().buy(seat, offer, count)
        line = offer.line
        if not self.is_directed(line) and line.held[seat] >= 2:
            line.director = seat
        if self.locked and not line.offer and not any(one.offer for one in self.lines if not one.lost):
            # 3.1.3-a: then all at once.
            for one in self.locked:
                one.lost = False
            self.locked = []
            return True
        return changed
