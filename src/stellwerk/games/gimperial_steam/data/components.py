"""The printed components as typed values: data/components.toml, or a set that somebody has corrected."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from stellwerk.engine.components import ComponentFile
from stellwerk.engine.text import msg

DATA = Path(__file__).parent
PLAYERS = (2, 4)  # GEN-1
SORTS = (msg("wood"), msg("stone"), msg("iron"), msg("coal"))
COAL = SORTS.index("coal")
HUBS = (msg("bronze"), msg("blue"), msg("green"), msg("white"))
PLAIN, BRIDGE, TUNNEL = "plain", msg("bridge"), msg("tunnel")
WIEN, TRIESTE = "wien", "trieste"
BOARD, STATION = "board", "station"

Goods = tuple[int, int, int, int]
"""How many of each sort, in the order of SORTS."""
NOTHING: Goods = (0, 0, 0, 0)


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything printed: a misspelt key is an error."""


class Box(Part, frozen=True):
    cubes: int
    investors: int
    money: int
    factories: int
    business_markers: tuple[int, int, int]
    crowns: int
    reserved_markers: int
    workers: int
    stations: int
    trains: int
    wage_markers: int


class City(Part, frozen=True):
    name: str
    x: int
    y: int
    number: int = 0
    """0: printed on the board, so it never gets a tile."""
    region: str = ""
    influence: int = 0
    """A1-13: steps that the board prints at a city, beside those of whatever tile lies there."""


class Face(Part, frozen=True):
    """What a tile, a hub tile or the board prints at a city."""

    effort: int
    influence: int
    business: int
    station_cost: int
    station_sites: int
    sites: tuple[str | int, ...] = ()
    demands: Mapping[str, int] = {}
    fixed: tuple[int, ...] = ()

    def demand(self) -> Goods:
        wood, stone, iron, coal = (self.demands.get(sort, 0) for sort in SORTS)
        return wood, stone, iron, coal


class Link(Part, frozen=True):
    ends: tuple[str, str]
    type: str = PLAIN
    semmering: bool = False


class Site(Part, frozen=True):
    """A factory site: its city, what it costs, and from how many players on it is used."""

    city: str
    cost: str | int
    players: int = 2


class Influence(Part, frozen=True):
    last: int
    silver: tuple[int, ...]


class ShareRow(Part, frozen=True):
    price: int
    cost: int
    places: int


class Shares(Part, frozen=True):
    rows: tuple[ShareRow, ...]


class Locomotive(Part, frozen=True):
    price: int
    influence: int
    round: int = 0
    """0: never sold."""


class Shipping(Part, frozen=True):
    tiles: tuple[int, ...]


class Market(Part, frozen=True):
    prices: tuple[int, ...]


class FactoryRow(Part, frozen=True):
    costs: tuple[int, ...]
    payments: tuple[int, ...] = ()


class Labour(Part, frozen=True):
    columns: int
    engineers: int


class Contract(Part, frozen=True):
    reserved: int
    investors: int
    factories: tuple[str, ...]
    value: int

    def needs(self) -> Goods:
        wood, stone, iron, coal = (self.factories.count(sort) for sort in SORTS)
        return wood, stone, iron, coal


class RailwayCard(Part, frozen=True):
    link: str
    number: int


class NormalCard(Part, frozen=True):
    players: int
    hubs: tuple[str, ...]
    crowns: tuple[str, ...]
    tiles: tuple[int, ...] = ()
    cities: tuple[str, ...] = ()


class Fixed(Part, frozen=True):
    shipping: tuple[int, ...]
    influence: Mapping[str, int]
    growth: Mapping[str, str]
    crowns: tuple[tuple[str, ...], ...]


class Components(Part, frozen=True):
    """The whole set."""

    reconstruction: bool
    box: Box
    cities: Mapping[str, City]
    printed: Mapping[str, Face]
    links: Mapping[str, Link]
    sites: Mapping[str, Site]
    hubs: Mapping[str, Face]
    tiles: Mapping[str, Mapping[str, Face]]
    influence: Influence
    shares: Shares
    locomotives: Mapping[str, Locomotive]
    shipping: Shipping
    growth: Mapping[str, tuple[int, ...]]
    market: Market
    factories: Mapping[str, Mapping[str, FactoryRow]]
    labour: Mapping[str, Mapping[str, Labour]]
    contracts: Mapping[str, Contract]
    railway_cards: Mapping[str, RailwayCard]
    normal_cards: Mapping[str, NormalCard]
    fixed: Fixed


FILE = ComponentFile(lambda: (DATA / "components.toml").read_text(encoding="utf-8"), Components)
own_text, own_contents, read, components = FILE.text, FILE.own, FILE.read, FILE.typed


def faults(components: Components) -> list[str]:
    """Return what is wrong with a set. Its check is imported here: hardly a game brings a set of its own."""
    from stellwerk.games.gimperial_steam.data.checks import check

    return check(components)
