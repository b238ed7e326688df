"""How likely a sensible player is to choose an action: the weights by which bots try out turns.

Actions need not be legal here: weights come first, since they cost less than rules.
"""

from collections.abc import Callable, Sequence
from math import exp
from typing import Any

from stellwerk.engine.action import Action
from stellwerk.games.gimperial_steam.access import BuyAccess
from stellwerk.games.gimperial_steam.bid import Bid
from stellwerk.games.gimperial_steam.build import BuildFactory, BuildStation, StaffFactory, factory_cost
from stellwerk.games.gimperial_steam.components import BRIDGE, SORTS, TRIESTE
from stellwerk.games.gimperial_steam.contracts import TakeContract
from stellwerk.games.gimperial_steam.deliver import Deliver
from stellwerk.games.gimperial_steam.goods import BuyGood, Discard, OrderGood, Produce
from stellwerk.games.gimperial_steam.hire import HireEngineer, HireWorker
from stellwerk.games.gimperial_steam.joining import UsePoint
from stellwerk.games.gimperial_steam.locomotives import BuyLocomotive, UpgradeLocomotive
from stellwerk.games.gimperial_steam.scoring import all_factories
from stellwerk.games.gimperial_steam.shares import MovePrice, SellShare, ShowCharity
from stellwerk.games.gimperial_steam.state import Player, Steam, covers
from stellwerk.games.gimperial_steam.track import AssignWorker, LayTrack
from stellwerk.games.gimperial_steam.turn import ChooseAction, EndTurn
from stellwerk.games.gimperial_steam.ways import nearest, ways

TILES = {
    "track": 40.0, "hire": 8.0, "build": 14.0, "produce": 8.0, "goods": 14.0, "locomotive": 5.0,
    "contract": 5.0, "charity": 2.0, "price": 3.0, "donations": 2.0, "pass": 0.2,
}  # fmt: skip
WANTED = (2, 3, 3, 3)
"""Goods that are good to have on the board."""


MOST_BID = 60


def eagerness(s: Steam, seat: int, actions: Sequence[Action]) -> list[float]:
    """A weight for each action; what has none is never tried."""
    p = s.players[seat]
    return [WEIGHTS[type(action)](s, p, action) for action in actions]


def _tile(s: Steam, p: Player, a: ChooseAction) -> float:
    weight = TILES[a.tile] * (0.35 if p.used.get(a.tile, 0) else 1.0)
    if a.tile == "produce":
        return weight if any(x.seat == a.seat and x.goods for x in s.plants.values()) else 0.0
    if a.tile == "hire":
        number = sum(p.training) + sum(p.working)
        return weight * (3.0 if number < 4 else 1.0 if number < 6 or len(p.engineers) < 2 else 0.2)
    return weight


def _track(s: Steam, p: Player, a: LayTrack | BuyAccess) -> float:
    """Towards Trieste, or at least somewhere useful."""
    one, two = s.book.ends[a.link]
    if one in p.cities:
        one = two
    if one in p.cities or a.link in p.tracks:
        return 0.0
    _, way = nearest(s, p)
    face = s.face(one)
    if way.links and a.link == way.links[0]:
        weight = 40.0
    else:
        weight = 15.0 * min(exp((way.cost - ways(s.book, s.tiles, s.crowns)[one].cost) / 40), 1.5)
    return weight + (4.0 if face.demands else 0.5) + 0.5 * face.business


def _access(s: Steam, p: Player, a: BuyAccess) -> float:
    return min(_track(s, p, a), 30.0)


def _share(s: Steam, p: Player, a: SellShare) -> float:
    price = s.book.prices[p.price]
    return 6.0 if p.cash < 30 else 0.02 * price if price >= 90 else 0.4


def _engineer(s: Steam, p: Player, a: HireEngineer) -> float:
    _, way = nearest(s, p)
    return 25.0 if (way.bridges if a.kind == BRIDGE else way.tunnels) else 0.2


def _worker(s: Steam, p: Player, a: HireWorker) -> float:
    number = sum(p.training) + sum(p.working)
    return (9.0 if number < 4 else 3.0 if number < 6 else 0.4) * 2.0 ** -s.wages[a.column]


def _good(p: Player, good: str) -> float:
    at = SORTS.index(good)
    have = p.goods[at] + p.dock[at]
    return 4.0 if have == 0 else 2.0 if have < WANTED[at] else 0.15


def _buy(s: Steam, p: Player, a: BuyGood) -> float:
    return _good(p, a.good) * (0.5 if s.round <= s.numbers.last_order else 3.0)


def _order(s: Steam, p: Player, a: OrderGood) -> float:
    return 2.0 * _good(p, a.good)


def _discard(s: Steam, p: Player, a: Discard) -> float:
    at = SORTS.index(a.good)
    return 0.1 + max(p.goods[at] - WANTED[at], 0) * 4.0 if p.goods[at] else 0.0


def _factory(s: Steam, p: Player, a: BuildFactory) -> float:
    if s.taken[SORTS.index(a.sort)] >= len(s.book.factories[a.sort].costs):
        return 0.0
    own = sum(1 for x in s.plants.values() if x.seat == a.seat and x.sort == a.sort and x.goods)
    return 60.0 / (20.0 + factory_cost(s, a.site, a.sort)) / (1 + 2 * own)


def _staff(s: Steam, p: Player, a: StaffFactory) -> float:
    return 1.0 + a.field * (1.0 if a.area == "training" else 2.0)


def _contract(s: Steam, p: Player, a: TakeContract) -> float:
    return 4.0 if covers(all_factories(p), s.book.parts.contracts[a.contract].needs()) else 1.0


def _price(s: Steam, p: Player, a: MovePrice) -> float:
    return 5.0 if a.price > s.book.prices[p.price] else 0.1


def _charity(s: Steam, p: Player, a: ShowCharity) -> float:
    return 1.0 if a.steps <= 6 else 0.1


def _bid(s: Steam, p: Player, a: Bid) -> float:
    """Enough for the first hub, or for a second one if it is near; less buys nothing but the turn order."""
    step = s.numbers.step
    hubs = sorted(column * step for column in s.hubs.values())
    if hubs[0] > MOST_BID:
        return 1.0 if a.amount <= 2 * step else 0.0
    return 4.0 if a.amount == hubs[0] else 1.0 if hubs[0] < a.amount <= min(hubs[0] + 2 * step, MOST_BID) else 0.0


WEIGHTS: dict[type[Action], Callable[[Steam, Player, Any], float]] = {
    ChooseAction: _tile,
    EndTurn: lambda s, p, a: 3.0,
    LayTrack: _track,
    BuyAccess: _access,
    AssignWorker: lambda s, p, a: (1.0, 2.0, 2.0)[a.field - 1],
    Deliver: lambda s, p, a: 60.0,
    SellShare: _share,
    HireEngineer: _engineer,
    HireWorker: _worker,
    Produce: lambda s, p, a: 9.0,
    BuyGood: _buy,
    OrderGood: _order,
    Discard: _discard,
    BuildFactory: _factory,
    BuildStation: lambda s, p, a: 1.5,
    StaffFactory: _staff,
    BuyLocomotive: lambda s, p, a: 1.0,
    UpgradeLocomotive: lambda s, p, a: 1.0,
    TakeContract: _contract,
    UsePoint: lambda s, p, a: {"influence": 1.0, "price": 1.0, "wagon": 2.0}[a.on],
    MovePrice: _price,
    ShowCharity: _charity,
    Bid: _bid,
}
