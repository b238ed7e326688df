"""The book of Imperial Steam: what is static for one set-up, and what the tiles of a game make of the map."""

import tomllib
from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec import Struct, structs

from stellwerk.engine.rulings import RulingTable, read_rulings, resolve
from stellwerk.engine.state import Setup
from stellwerk.games.gimperial_steam.data.components import (
    DATA,
    FILE,
    HUBS,
    PLAYERS,
    Components,
    Face,
    FactoryRow,
    Labour,
    Site,
    components,
)

FIXED, NORMAL, RANDOM = "fixed", "normal", "random"
VARIANTS = (FIXED, NORMAL, RANDOM)


class Numbers(Struct, frozen=True):
    """The rulebook's own numbers (data/rules.toml)."""

    rounds: int
    hands: tuple[int, ...]
    last_order: int
    arrivals_from: int
    arrivals: tuple[int, ...]
    arrival_pool: int
    column: int
    cash: tuple[int, ...]
    start_workers: int
    start_level: int
    open_storage: int
    start_investors: int
    contracts_shown: tuple[int, ...]
    wages: tuple[int, ...]
    engineer: int
    track_goods: tuple[str, ...]
    tracks: int
    links_without_station: int
    fee: int
    trieste: int
    step: int
    donation: int
    income: int
    good: int
    hubs: tuple[int, ...]
    path_fee: int


class Rulings(Struct, frozen=True):
    """Every ruling of data/rulings.toml."""

    hidden_money: bool
    only_what_is_possible: bool
    ways_by_place: bool


class Layout(Struct, frozen=True):
    """What lies where in one game: the faces of the cities and the factory sites."""

    faces: Mapping[str, Face]
    sites: Mapping[str, Site]
    sites_at: Mapping[str, tuple[str, ...]]
    hub_city: Mapping[str, str]
    hub_at: Mapping[str, str]


class Book:
    """Everything static for a number of players, a variant, rulings and a set of components."""

    def __init__(self, parts: Components, count: int, variant: str, rulings: Rulings) -> None:
        self.parts, self.count, self.variant, self.rulings = parts, count, variant, rulings
        self.numbers = _numbers()
        self.at = count - PLAYERS[0]
        """Where this number of players stands in lists for 2, 3, 4."""
        self.ends = {id: link.ends for id, link in parts.links.items()}
        self.links_at: dict[str, tuple[str, ...]] = {
            city: tuple(id for id, ends in self.ends.items() if city in ends) for city in parts.cities
        }
        self.places = tuple(
            sorted((id for id, c in parts.cities.items() if c.number), key=lambda id: parts.cities[id].number)
        )
        """Cities that get a tile, by number."""
        self.by_number = {city.number: id for id, city in parts.cities.items() if city.number}
        self.tiles: Mapping[str, Face] = parts.tiles[str(count)]
        self.factories: Mapping[str, FactoryRow] = parts.factories[str(count)]
        self.labour: Mapping[str, Labour] = parts.labour[str(count)]
        self.columns = tuple(f"{hub}-{n}" for hub in HUBS for n in range(1, self.labour[hub].columns + 1))
        """Wage columns: "white-1" is the left one of the white hub."""
        self.prices = tuple(row.price for row in parts.shares.rows)
        self.places_of_investors = tuple(
            index for index, row in enumerate(parts.shares.rows) for _ in range(row.places)
        )
        """The row of each investor's place, from the bottom (F1-3)."""
        self.last_column = parts.influence.last // self.numbers.step
        self._layouts: dict[tuple[str, ...], Layout] = {}

    def layout(self, tiles: tuple[str, ...]) -> Layout:
        found = self._layouts.get(tiles)
        if found is None:
            if len(self._layouts) > 500:
                self._layouts.clear()  # a process that simulates many games keeps the last ones
            found = self._layouts[tiles] = self._lay(tiles)
        return found

    def _lay(self, tiles: tuple[str, ...]) -> Layout:
        hub_city = {tile: city for city, tile in zip(self.places, tiles, strict=False) if tile in HUBS}
        faces = dict(self.parts.printed)
        for city, tile in zip(self.places, tiles, strict=False):
            face = self.parts.hubs[tile] if tile in HUBS else self.tiles[tile]
            printed = self.parts.cities[city].influence  # A1-13
            faces[city] = structs.replace(face, influence=face.influence + printed) if printed else face
        # A3-3: sites that are not marked for so few players do not exist.
        sites = {id: site for id, site in self.parts.sites.items() if site.players <= self.count}
        for city, face in faces.items():
            sites |= {f"{city}-{n}": Site(city, cost) for n, cost in enumerate(face.sites, start=1)}
        return Layout(
            faces=faces,
            sites=sites,
            sites_at={city: tuple(id for id, s in sites.items() if s.city == city) for city in faces},
            hub_city=hub_city,
            hub_at={city: hub for hub, city in hub_city.items()},
        )


def _table(name: str) -> object:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def _numbers() -> Numbers:
    return msgspec.convert(_table("rules"), Numbers)


@cache
@cache
def ruling_table() -> RulingTable:
    return read_rulings((DATA / "rulings.toml").read_text(encoding="utf-8"))


def make_book(setup: Setup) -> Book:
    """The book of a set-up (`engine.books` keeps it)."""
    chosen = msgspec.convert(resolve(ruling_table(), setup.rulings, setup.rules), Rulings)
    return Book(components(FILE.contents(setup)), len(setup.players), setup.variant, chosen)
