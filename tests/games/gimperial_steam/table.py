"""Positions for the tests: a table is set up and changed by hand, then played by the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET, UnsetType, structs

from stellwerk.engine import Action, Game, Refusal, Setup, legal, play
from stellwerk.engine.play import settle
from stellwerk.games.gimperial_steam.data.components import SORTS
from stellwerk.games.gimperial_steam.rules.influence import arrive
from stellwerk.games.gimperial_steam.rules.opening import Bid
from stellwerk.games.gimperial_steam.rules.state import Course, Plant, Turn, minus, of_sorts, plus
from tests.games import judging

ROT, LILA, TUERKIS, GELB = range(4)
NAMES = ("Rot", "Lila", "Türkis", "Gelb")
LINKS = {
    "wien-lilienfeld": "L01",
    "wien-wr_neustadt": "L02",
    "wien-bratislava": "L03",
    "bratislava-wr_neustadt": "L04",
    "bratislava-sopron": "L05",
    "wr_neustadt-sopron": "L06",
    "wr_neustadt-gloggnitz": "L07",
    "wr_neustadt-lilienfeld": "L08",
    "semmering": "L09",
    "gloggnitz-friedberg": "L10",
}


def setup(
    players: int = 4,
    variant: str = "fixed",
    rulings: str = "book",
    seed: int = 1,
    components: str | UnsetType = UNSET,
) -> Setup:
    return Setup("imperial-steam", NAMES[:players], variant, rulings, seed, components)


def opening(players: int = 4, variant: str = "fixed", **options: Any) -> Any:
    """Before the bids; turn order is the order of the seats."""
    s = Game.new(setup(players, variant, **options)).state
    order = tuple(range(players))
    return s.replace(order=order, standing=tuple((0, seat) for seat in order))


def bids(s: Any, *amounts: int) -> Any:
    """Everybody bids, by seat."""
    return do(s, *(Bid(seat, amount) for seat, amount in enumerate(amounts)))


def ready(players: int = 4, **options: Any) -> Any:
    """Round 1 without any bid, before the first turn; all stand at 100, so everything is accessible."""
    s = opening(players, **options)
    return influence(s.replace(stack=(Course(),)), dict.fromkeys(range(players), 100))


def version_1(s: Any) -> Any:
    """The same position in a game that began under the first version of the rules."""
    return s.replace(setup=structs.replace(s.setup, rules=1))


def influence(s: Any, amounts: Mapping[int, int]) -> Any:
    """Markers into columns, in the order given."""
    for seat, amount in amounts.items():
        s = s.replace(standing=arrive(s.standing, seat, amount // 10))
    return s


def turn(s: Any, seat: int = 0, tile: str = "", **fields: Any) -> Any:
    """The turn of a seat, settled; the others come after it."""
    at = (s.order.index(seat) + 1) % len(s.order)
    return settle(s.replace(stack=(Course(7, at), Turn(seat, tile, **fields)))).replace(news=())


def cash(s: Any, seat: int, amount: int) -> Any:
    return s.pay(seat, s.players[seat].cash - amount)


def goods(s: Any, seat: int, *sorts: str) -> Any:
    """Exactly these goods on the board, from the supply."""
    s = s.give_back(seat, s.players[seat].goods)
    new = of_sorts(sorts)
    return s.change(seat, goods=new).replace(supply=minus(s.supply, new))


def trains(s: Any, seat: int, *levels: int) -> Any:
    return s.change(seat, trains=levels)


def workers(s: Any, seat: int, one: int = 0, two: int = 0, three: int = 0, working: Any = (0, 0, 0)) -> Any:
    """Workers in training; the rest of the figures is in reserve."""
    reserve = 15 - one - two - three - sum(working)
    return s.change(seat, training=(one, two, three), working=working, reserve=reserve)


def tracks(s: Any, seat: int, *links: str) -> Any:
    """Tracks and their cities, without anything that joining gives."""
    player = s.players[seat]
    cities = list(player.cities)
    for link in links:
        cities += [city for city in s.book.ends[link] if city not in cities]
    return s.change(seat, tracks=(*player.tracks, *links), cities=tuple(cities))


def station(s: Any, seat: int, city: str) -> Any:
    return s.change(seat, stations=(*s.players[seat].stations, city))


def engineer(s: Any, seat: int, *kinds: str) -> Any:
    return s.change(seat, engineers=(*s.players[seat].engineers, *kinds))


def plant(s: Any, seat: int, site: str, sort: str, number: int = 2) -> Any:
    """A factory with its goods; its worker comes from the reserve, the factory lies on the board."""
    player = s.players[seat]
    cube = of_sorts([sort])
    s = s.replace(
        plants={**s.plants, site: Plant(seat, sort, number)},
        supply=minus(s.supply, of_sorts([sort] * number)),
        taken=plus(s.taken, cube),
    )
    return s.change(seat, reserve=player.reserve - 1, factories=plus(player.factories, cube))


def factories(s: Any, seat: int, *sorts: str) -> Any:
    return s.change(seat, factories=of_sorts(sorts))


def contract(s: Any, seat: int, *ids: str) -> Any:
    """Contracts with their reserved wagons, wherever they were."""
    player = s.players[seat]
    reserved = sum(s.book.parts.contracts[id].reserved for id in ids)
    s = s.change(seat, contracts=(*player.contracts, *ids), reserved=player.reserved + reserved)
    return s.replace(contracts=tuple(id for id in s.contracts if id not in ids))


def do(s: Any, *actions: Action) -> Any:
    for action in actions:
        s = play(s, action).state
    return s


def events(s: Any, action: Action) -> list[str]:
    return [type(event).__name__ for event in play(s, action).events]


def refused(s: Any, action: Action, rule: str) -> Refusal:
    """Refused by this paragraph, and not offered."""
    assert action not in legal(s, action.seat)
    return judging.refused(s, action, rule)


def offered(s: Any, seat: int, kind: type, test: Callable[[Any], bool] = lambda a: True) -> list[Any]:
    return [action for action in legal(s, seat) if isinstance(action, kind) and test(action)]


def money(s: Any) -> list[int]:
    return [player.cash for player in s.players]


def column(s: Any, seat: int) -> int:
    """Influence in gulden."""
    return next(at for at, who in s.standing if who == seat) * 10


def counted(goods: Any) -> dict[str, int]:
    return {sort: number for sort, number in zip(SORTS, goods, strict=True) if number}
