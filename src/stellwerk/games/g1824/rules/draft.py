"""X.3, X.5: variant A: the lot of the building railways, and the papers taken from stacks."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from stellwerk.engine.action import CHANCE, Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import Frame
from stellwerk.engine.step import Activity, Move, PassMove
from stellwerk.engine.text import Figures, msg
from stellwerk.games.g1824.rules.bond import place_home
from stellwerk.games.g1824.rules.events import BuildersDrawn, NeverSold
from stellwerk.games.g1824.rules.opening import (
    BuyRailway,
    buy,
    can_pay,
    for_sale,
    price_is_open,
    room_for_a_paper,
)
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.events import Passed, RailwayBought
from stellwerk.mech18.state import BANK, OFFER, OUT, POOL, SEATS
from stellwerk.mech18.stock import StockRound


class BuilderDraw(Frame, frozen=True):
    """Before the first round: which railways only build."""


class DrawBuilders(Action, frozen=True):
    """Chance: a pre-state railway and a coal railway that only build."""

    pre_state: str
    coal: str


class Draft(Frame, frozen=True):
    """The stacks that are left, and whose choice each of them is."""

    stacks: tuple[tuple[str, str], ...]
    choosers: tuple[int, ...]


class DraftPrice(Frame, frozen=True):
    """Interruption: who was left a coal railway sets its price."""

    seat: int
    railway: str


class MountainLap(Frame, frozen=True):
    """After the stacks each player may buy one mountain railway."""

    seats: tuple[int, ...]


def single_pre_states(s: AustriaHungary) -> list[str]:
    """X.3-1: all but the three nr 1."""
    return [sym for sym in s.facts.pre_state if not sym.endswith("1")]


def stacks(s: AustriaHungary) -> tuple[tuple[str, str], ...]:
    """X.3-1: builders; nr 1; the other pre-state railways; the other coal railways."""
    before, coal = s.builders
    first = [sym for sym in s.facts.pre_state if sym.endswith("1")]
    others = [sym for sym in single_pre_states(s) if sym != before]
    coals = [sym for sym in s.facts.coal if sym != coal]
    return ((before, coal), (first[0], first[1]), (others[0], others[1]), (coals[0], coals[1]))


# -- the lot -------------------------------------------------------------------------------------


def can_build(s: AustriaHungary, a: DrawBuilders) -> Fault | None:
    if a.pre_state in single_pre_states(s) and a.coal in s.facts.coal:
        return None
    return refuse("{pre_state} and {coal} cannot be the builders.", pre_state=a.pre_state, coal=a.coal)


class DrawBuildersMove(Move[AustriaHungary, DrawBuilders]):
    action = DrawBuilders

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[DrawBuilders]:
        for before, coal in product(single_pre_states(s), s.facts.coal):
            yield DrawBuilders(seat, before, coal)

    def sample(self, s: AustriaHungary, seat: int, rng: Random) -> DrawBuilders:
        return DrawBuilders(seat, rng.choice(single_pre_states(s)), rng.choice(list(s.facts.coal)))

    def apply(self, s: AustriaHungary, a: DrawBuilders) -> AustriaHungary:
        """X.4-3: the coal railway's regional is the bond railway; X.3-4: the pre-state share is free."""
        bond = s.facts.coal[a.coal].into
        papers = dict(s.papers)
        papers[s.facts.pre_state[a.pre_state].paper] = OFFER
        papers |= {paper.id: POOL for paper in s.book.papers_of[bond]}
        s = s.replace(builders=(a.pre_state, a.coal), bond=bond, bond_waits_for="4", papers=papers)
        s = s.move_price(bond, s.facts.bond_cell)
        s = s.say(BuildersDrawn(f"{a.pre_state}, {a.coal}", bond))
        return (place_home(s) if s.rulings.bond_home_at_start else s).pop()  # X.4-6


class BuilderDrawActivity(Activity[AustriaHungary]):
    order_rule = "X.3-1"
    asks = msg("The building railways are drawn.")
    _moves = (DrawBuildersMove(rule("X.3-1", can_build)),)

    def seats(self, s: AustriaHungary) -> tuple[int, ...]:
        return (CHANCE,)

    def moves(self, s: AustriaHungary) -> Sequence[Move[AustriaHungary, Action]]:
        return self._moves


# -- the stacks ----------------------------------------------------------------------------------


def opener(s: AustriaHungary) -> int:
    """X.5-1: the start player; R16: the other one."""
    return s.priority if s.rulings.draft_opened_by == "first" else s.after(s.priority)


def open_draft(s: AustriaHungary) -> AustriaHungary:
    """X.5: stacks, then mountain railways, then a stock round that the second player begins."""
    first = opener(s)
    second = s.after(first)
    return s.push(
        StockRound(1, second),
        MountainLap((second, first)),
        Draft(stacks(s), (first, second, second, first)),
    )


def take(s: AustriaHungary, seat: int, railway: str, price: int) -> AustriaHungary:
    """X.3-2c: a builder's price goes to the bank: it has no money, no train and sets no par."""
    if railway not in s.builders:
        return buy(s, seat, railway, price)
    s = s.pay(SEATS[seat], BANK, price).hand_over(f"{railway}_0", SEATS[seat])
    return s.replace(opened=(*s.opened, railway)).say(RailwayBought(s.names[seat], railway, price))


def has_one_price(s: AustriaHungary, railway: str) -> bool:
    return railway in s.builders or railway in s.facts.pre_state


def lies_on_a_stack(s: AustriaHungary, a: BuyRailway) -> Fault | None:
    if any(a.railway in stack for stack in s.top(Draft).stacks):
        return None
    return refuse("{railway} lies on no stack.", railway=a.railway)


def builder_price_is_printed(s: AustriaHungary, a: BuyRailway) -> Fault | None:
    """X.3-2c: a builder costs its printed price."""
    printed = s.facts.minors[a.railway].prices[0]
    if a.railway not in s.builders or a.price == printed:
        return None
    return refuse("{railway} only builds and costs {price}.", railway=a.railway, price=printed)


class TakePaperMove(Move[AustriaHungary, BuyRailway]):
    """X.5-1: one paper of a stack; the other one goes to the opponent at once."""

    action = BuyRailway

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[BuyRailway]:
        for railway in (railway for stack in s.top(Draft).stacks for railway in stack):
            for price in s.facts.minors[railway].prices:
                yield BuyRailway(seat, railway, price)

    def apply(self, s: AustriaHungary, a: BuyRailway) -> AustriaHungary:
        frame = s.top(Draft)
        stack = next(stack for stack in frame.stacks if a.railway in stack)
        rest = tuple(other for other in frame.stacks if other != stack)
        s = take(s.update_frame(stacks=rest, choosers=frame.choosers[1:]), a.seat, a.railway, a.price)
        left = next(railway for railway in stack if railway != a.railway)
        other = s.after(a.seat)
        if has_one_price(s, left):
            return take(s, other, left, s.facts.minors[left].prices[0])
        return s.push(DraftPrice(other, left))


class DraftActivity(Activity[AustriaHungary]):
    """X.5-1b: nobody passes."""

    order_rule = "X.5-1"
    asks = msg("{player}: take a paper of a stack; the other player gets the second one.")
    _moves = (
        TakePaperMove(
            rule("X.5-1", lies_on_a_stack),
            rule("X.5-1c", builder_price_is_printed),
            rule("X.5-1c", price_is_open),
            rule("VI.4-2", can_pay),
        ),
    )

    def seats(self, s: AustriaHungary) -> tuple[int, ...]:
        return tuple(s.top(Draft).choosers[:1])

    def moves(self, s: AustriaHungary) -> Sequence[Move[AustriaHungary, Action]]:
        return self._moves

    def figures(self, s: AustriaHungary) -> Figures:
        return {"player": s.names[s.top(Draft).choosers[0]]}

    def advance(self, s: AustriaHungary) -> AustriaHungary | None:
        return None if s.top(Draft).stacks else s.pop()


def is_the_one_left(s: AustriaHungary, a: BuyRailway) -> Fault | None:
    if a.railway == s.top(DraftPrice).railway:
        return None
    return refuse("The price of {railway} is to be set.", railway=s.top(DraftPrice).railway)


class SetPriceMove(Move[AustriaHungary, BuyRailway]):
    """X.5-1c: 120 and 0, 20, 40, 60 or 80 more."""

    action = BuyRailway

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[BuyRailway]:
        railway = s.top(DraftPrice).railway
        for price in s.facts.minors[railway].prices:
            yield BuyRailway(seat, railway, price)

    def apply(self, s: AustriaHungary, a: BuyRailway) -> AustriaHungary:
        return buy(s.pop(), a.seat, a.railway, a.price)


class DraftPriceActivity(Activity[AustriaHungary]):
    order_rule = "X.5-1c"
    asks = msg("{player}: what do you pay for {railway}?")
    _moves = (
        SetPriceMove(rule("X.5-1c", is_the_one_left), rule("X.5-1c", price_is_open), rule("VI.4-2", can_pay)),
    )

    def seats(self, s: AustriaHungary) -> tuple[int, ...]:
        return (s.top(DraftPrice).seat,)

    def moves(self, s: AustriaHungary) -> Sequence[Move[AustriaHungary, Action]]:
        return self._moves

    def figures(self, s: AustriaHungary) -> Figures:
        frame = s.top(DraftPrice)
        return {"player": s.names[frame.seat], "railway": frame.railway}


# -- mountain railways ---------------------------------------------------------------------------


def is_a_mountain(s: AustriaHungary, a: BuyRailway) -> Fault | None:
    if a.railway in s.book.privates and a.railway in for_sale(s):
        return None
    return refuse("{railway} is no mountain railway for sale.", railway=a.railway)


class BuyMountainMove(Move[AustriaHungary, BuyRailway]):
    action = BuyRailway

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[BuyRailway]:
        for railway in s.book.privates:
            if railway in for_sale(s):
                yield BuyRailway(seat, railway, s.book.privates[railway].price)

    def apply(self, s: AustriaHungary, a: BuyRailway) -> AustriaHungary:
        s = s.update_frame(seats=s.top(MountainLap).seats[1:])
        return buy(s, a.seat, a.railway, a.price)


def decline(s: AustriaHungary) -> AustriaHungary:
    seat, *others = s.top(MountainLap).seats
    return s.update_frame(seats=tuple(others)).say(Passed(s.names[seat]))


class MountainLapActivity(Activity[AustriaHungary]):
    """X.5-2: one each; what is left leaves the game."""

    order_rule = "X.5-2"
    asks = msg("{player}: buy a mountain railway, or pass.")
    _moves = (
        BuyMountainMove(
            rule("X.5-2", is_a_mountain),
            rule("VI.3-1", price_is_open),
            rule("VI.4-2", can_pay),
            rule("VI.7-1b", room_for_a_paper),
        ),
        PassMove[AustriaHungary](decline),
    )

    def seats(self, s: AustriaHungary) -> tuple[int, ...]:
        return tuple(s.top(MountainLap).seats[:1])

    def moves(self, s: AustriaHungary) -> Sequence[Move[AustriaHungary, Action]]:
        return self._moves

    def figures(self, s: AustriaHungary) -> Figures:
        return {"player": s.names[s.top(MountainLap).seats[0]]}

    def advance(self, s: AustriaHungary) -> AustriaHungary | None:
        if s.top(MountainLap).seats:
            return None
        left = [sym for sym in s.book.privates if s.privates[sym] == OFFER]
        s = s.pop().replace(privates={**s.privates, **dict.fromkeys(left, OUT)})
        return s.say(NeverSold(", ".join(left))) if left else s
