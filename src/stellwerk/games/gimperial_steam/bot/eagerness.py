"""How likely a sensible player is to choose an action: the weights by which bots try out turns.

Actions need not be legal here: weights come first, since they cost less than rules.
"""

from collections.abc import Callable, Sequence
from math import exp
from typing import TypeVar, cast

from stellwerk.engine.action import Action
from stellwerk.engine.memo import kept_property
from stellwerk.games.gimperial_steam.bot.ways import Way, nearest, needs, ways
from stellwerk.games.gimperial_steam.data.components import BRIDGE, SORTS, Goods
from stellwerk.games.gimperial_steam.rules.access import BuyAccess
from stellwerk.games.gimperial_steam.rules.build import (
    TRAINING,
    BuildFactory,
    BuildStation,
    StaffFactory,
    factory_cost,
)
from stellwerk.games.gimperial_steam.rules.contracts import TakeContract
from stellwerk.games.gimperial_steam.rules.deliver import Deliver
from stellwerk.games.gimperial_steam.rules.goods import (
    BuyGood,
    Discard,
    OrderGood,
    Produce,
    free_wagons,
    places,
)
from stellwerk.games.gimperial_steam.rules.hire import HireEngineer, HireWorker, hub_of
from stellwerk.games.gimperial_steam.rules.influence import column
from stellwerk.games.gimperial_steam.rules.joining import WAGON, UsePoint
from stellwerk.games.gimperial_steam.rules.locomotives import BuyLocomotive, UpgradeLocomotive
from stellwerk.games.gimperial_steam.rules.opening import Bid
from stellwerk.games.gimperial_steam.rules.scoring import all_factories, best_filled
from stellwerk.games.gimperial_steam.rules.shares import MovePrice, SellShare, ShowCharity
from stellwerk.games.gimperial_steam.rules.state import Player, Steam, covers, minus
from stellwerk.games.gimperial_steam.rules.track import AssignWorker, LayTrack
from stellwerk.games.gimperial_steam.rules.turn import ChooseAction, EndTurn, TakeHandBack

TILES = {
    "track": 40.0, "hire": 8.0, "build": 14.0, "produce": 8.0, "goods": 14.0, "locomotive": 5.0,
    "contract": 5.0, "charity": 2.0, "price": 3.0, "donations": 2.0, "pass": 0.2,
}  # fmt: skip
WANTED = (2, 3, 3, 3)
"""Goods that are good to have on the board."""


MOST_BID = 60


class Mood:
    """What weights depend on, looked up once for all actions of a decision."""

    def __init__(self, s: Steam, seat: int) -> None:
        self.s, self.seat, self.p = s, seat, s.players[seat]

    @kept_property
    def way(self) -> Way:
        return nearest(self.s, self.p)[1]

    @kept_property
    def asked(self) -> Goods:
        """Goods for the next two tracks to Trieste."""
        return self.way.goods()

    @kept_property
    def lack(self) -> int:
        """How many goods for the first of them are not on the board."""
        return sum(
            max(asked - there, 0) for asked, there in zip(self.way.goods(1), self.p.goods, strict=True)
        )

    @kept_property
    def staff(self) -> int:
        return sum(self.p.training) + sum(self.p.working)

    @kept_property
    def influence(self) -> int:
        return column(self.s, self.seat)

    @kept_property
    def full(self) -> tuple[str, ...]:
        """Own contracts that are filled."""
        if not self.p.contracts:
            return ()
        return best_filled(self.s.book.parts, self.p.contracts, all_factories(self.p))

    @kept_property
    def loose(self) -> Goods:
        """Factories that no own contract is filled with."""
        left = all_factories(self.p)
        for id in self.full:
            left = minus(left, needs(self.s.book)[id])
        return left

    @kept_property
    def wagons(self) -> int:
        return free_wagons(self.p)

    @kept_property
    def lacking(self) -> set[str]:
        """Sorts of factories that own contracts wait for."""
        return {
            sort
            for id in self.p.contracts
            if id not in self.full
            for sort, asked, there in zip(SORTS, needs(self.s.book)[id], self.loose, strict=True)
            if asked > there
        }

    @kept_property
    def working(self) -> list[str]:
        """Sorts of the own factories that have goods left."""
        return [plant.sort for plant in self.s.plants.values() if plant.seat == self.seat and plant.goods]


def eagerness(s: Steam, seat: int, actions: Sequence[Action]) -> list[float]:
    """Return a weight for each action; what has none is never tried."""
    mood = Mood(s, seat)
    return [WEIGHTS[type(action)](mood, action) for action in actions]


def _tile(m: Mood, a: ChooseAction) -> float:
    weight = TILES[a.tile] * (0.35 if m.p.used.get(a.tile, 0) else 1.0)
    if a.tile == "produce":
        return weight if m.working else 0.0
    if a.tile == "goods":
        return weight * (2.0 if m.lack else 1.0)
    if a.tile == "hire":
        return weight * (3.0 if m.staff < 4 else 1.0 if m.staff < 6 or len(m.p.engineers) < 2 else 0.2)
    if a.tile == "locomotive":
        return weight * (3.0 if places(m.p) < max(sum(m.asked), 4) else 1.0)
    if a.tile == "contract":
        full = any(m.loose) and any(_fills(m, id) for id in m.s.contracts)
        return weight * (3.0 if full else 1.0)
    return weight


def _track(m: Mood, a: LayTrack | BuyAccess) -> float:
    """Towards Trieste, or at least somewhere useful."""
    s, cities = m.s, m.p.cities
    city, other = s.book.ends[a.link]
    if city in cities:
        city, other = other, city
    if city in cities or other not in cities:
        return 0.0
    face = s.layout.faces[city]
    if m.way.links and a.link == m.way.links[0]:
        weight = 40.0
    else:
        weight = 15.0 * min(exp((m.way.cost - ways(s.book, s.tiles, s.crowns)[city].cost) / 40), 1.5)
    return weight + (4.0 if face.demands else 0.5) + 0.5 * face.business


def _access(m: Mood, a: BuyAccess) -> float:
    return min(_track(m, a), 30.0)


def _share(m: Mood, a: SellShare) -> float:
    if not m.p.investors:
        return 0.0
    price = m.s.book.prices[m.p.price]
    return 6.0 if m.p.cash < 30 else 0.02 * price if price >= 90 else 0.4


def _engineer(m: Mood, a: HireEngineer) -> float:
    if a.kind in m.p.engineers or a.kind not in m.s.engineers[a.hub] or m.s.hubs[a.hub] > m.influence:
        return 0.0
    return 25.0 if (m.way.bridges if a.kind == BRIDGE else m.way.tunnels) else 0.2


def _worker(m: Mood, a: HireWorker) -> float:
    if not m.s.now.column and m.s.hubs[hub_of(a.column)] > m.influence:
        return 0.0
    return (9.0 if m.staff < 4 else 3.0 if m.staff < 6 else 0.4) * 2.0 ** -m.s.wages[a.column]


def _good(p: Player, good: str) -> float:
    at = SORTS.index(good)
    have = p.goods[at] + p.dock[at]
    return 4.0 if have == 0 else 2.0 if have < WANTED[at] else 0.15


def _buy(m: Mood, a: BuyGood) -> float:
    """What the next track waits for is bought at once if little else is missing."""
    at = SORTS.index(a.good)
    if m.lack and m.p.goods[at] < m.asked[at]:
        return 8.0 if m.lack <= 2 else 3.0
    return _good(m.p, a.good) * (0.5 if m.s.round <= m.s.numbers.last_order else 3.0)


def _order(m: Mood, a: OrderGood) -> float:
    at = SORTS.index(a.good)
    if m.p.goods[at] + m.p.dock[at] < m.asked[at]:
        return 10.0
    return 2.0 * _good(m.p, a.good)


def _discard(m: Mood, a: Discard) -> float:
    at = SORTS.index(a.good)
    owned = m.p.goods[at]
    return 0.1 + max(owned - WANTED[at], 0) * 4.0 if owned else 0.0


def _factory(m: Mood, a: BuildFactory) -> float:
    if m.s.taken[SORTS.index(a.sort)] >= len(m.s.book.factories[a.sort].costs):
        return 0.0
    cost = factory_cost(m.s, a.site, a.sort)
    if cost > m.p.cash:
        return 0.0
    weight = 60.0 / (20.0 + cost) / (1 + 2 * m.working.count(a.sort))
    return 2.5 * weight if a.sort in m.lacking else weight


def _staff(m: Mood, a: StaffFactory) -> float:
    return 1.0 + a.field * (1.0 if a.area == TRAINING else 2.0)


def _fills(m: Mood, id: str) -> bool:
    """Return whether a contract could be taken and be full at once."""
    book = m.s.book
    return book.parts.contracts[id].reserved <= m.wagons and covers(m.loose, needs(book)[id])


def _contract(m: Mood, a: TakeContract) -> float:
    """What is full at once is worth its value; for others, what is missing must still be built."""
    card = m.s.book.parts.contracts[a.contract]
    if card.reserved > m.wagons:
        return 0.0
    asked = needs(m.s.book)[a.contract]
    if covers(m.loose, asked):
        return 0.06 * card.value
    lack = sum(max(number - there, 0) for number, there in zip(asked, m.loose, strict=True))
    return 1.0 if lack == 1 else 0.2


def _price(m: Mood, a: MovePrice) -> float:
    return 5.0 if a.price > m.s.book.prices[m.p.price] else 0.1


def _charity(m: Mood, a: ShowCharity) -> float:
    return 1.0 if a.steps <= 6 else 0.1


def _end(m: Mood, a: EndTurn) -> float:
    """A hand that has done nothing yet is there for something."""
    turn = m.s.now
    return 0.2 if not turn.done and turn.tile in ("hire", "produce", "charity", "price") else 3.0


def _bid(m: Mood, a: Bid) -> float:
    """Enough for the first hub, or for a second one if it is near; less buys nothing but the turn order."""
    step = m.s.numbers.step
    first = min(m.s.hubs.values()) * step
    if first > MOST_BID:
        return 1.0 if a.amount <= 2 * step else 0.0
    return 4.0 if a.amount == first else 1.0 if first < a.amount <= min(first + 2 * step, MOST_BID) else 0.0


A = TypeVar("A", bound=Action)
Weigh = Callable[[Mood, Action], float]


def _on(kind: type[A], weigh: Callable[[Mood, A], float]) -> tuple[type[Action], Weigh]:
    """An entry of WEIGHTS, where actions of a kind meet what weighs that kind alone."""
    return kind, cast("Weigh", weigh)


WEIGHTS: dict[type[Action], Weigh] = dict(
    (
        _on(ChooseAction, _tile),
        _on(EndTurn, _end),
        _on(TakeHandBack, lambda m, a: 0.5),
        _on(LayTrack, _track),
        _on(BuyAccess, _access),
        _on(AssignWorker, lambda m, a: (1.0, 2.0, 2.0)[a.field - 1]),
        _on(Deliver, lambda m, a: 0.0 if m.s.now.delivered else 60.0),
        _on(SellShare, _share),
        _on(HireEngineer, _engineer),
        _on(HireWorker, _worker),
        _on(Produce, lambda m, a: 9.0),
        _on(BuyGood, _buy),
        _on(OrderGood, _order),
        _on(Discard, _discard),
        _on(BuildFactory, _factory),
        _on(BuildStation, lambda m, a: 1.5),
        _on(StaffFactory, _staff),
        _on(BuyLocomotive, lambda m, a: 1.0),
        _on(UpgradeLocomotive, lambda m, a: 1.0),
        _on(TakeContract, _contract),
        _on(UsePoint, lambda m, a: 2.0 if a.on == WAGON else 1.0),
        _on(MovePrice, _price),
        _on(ShowCharity, _charity),
        _on(Bid, _bid),
    )
)
