"""The book of 1853: the data files as typed values for one set-up."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, structs

from stellwerk.board.atlas import Atlas, HexSpec, hexes_of, tiles_of
from stellwerk.board.hexes import HexId, position
from stellwerk.engine.rulings import RulingTable, read_rulings, resolve
from stellwerk.engine.state import Setup
from stellwerk.finance.market import Line
from stellwerk.finance.papers import print_papers
from stellwerk.games.g1853.data.components import DATA, FILE, Components, plain
from stellwerk.mech18.book import Book, Company, Phase, TrainType
from stellwerk.mech18.state import POOL

SHORT = "short"
PLAYERS = {"base": (3, 6), SHORT: (3, 6)}
LARGE, SMALL = "large", "small"
BBCI = "BBCI"
SHARES = 10  # 1-b: two of them become the director's paper when there is a director
SINGLES = 8  # 3.1.3-b: papers that can be issued without one


class Rulings(Struct, frozen=True):
    """Every ruling of data/rulings.toml."""

    honour_bids: bool
    bond_step: int
    several_markers: bool
    credit_by_train: bool
    returned_keeps_side: bool
    bank: int
    refused_by_card: bool
    asked_at_printed_price: bool
    elephant_offered_once: bool


class City(Struct, frozen=True):
    """A place that a contract can name."""

    name: str
    hex: str
    value: int
    companies: tuple[str, ...]


class Area(Struct, frozen=True):
    """T2: rows and columns, the border inside."""

    north: str = "A"
    south: str = "Z"
    west: int = 0
    east: int = 99

    def holds(self, hex_id: str) -> bool:
        column, _ = position(HexId(hex_id))
        return self.north <= hex_id[0] <= self.south and self.west <= column <= self.east


class Priced(Struct, frozen=True):
    """A hex with a price of its own."""

    hex: str
    cost: int


class Sheet(Struct, frozen=True):
    """What else the sheet of a company says."""

    number: int
    size: str
    area: Area
    fee: int = 0
    """4.1.3-b: what the second tile costs under the second option."""


class Facts(Struct, frozen=True):
    """What only 1853 has, for one number of players."""

    cities: Mapping[str, City]
    valley: tuple[str, ...]
    mouth: str
    sheets: Mapping[str, Sheet]
    small_bbci: Company
    contract_cities: tuple[int, int]
    least_bond: int
    last_bond: int
    first_round_loss: int
    premiums: Mapping[str, int]
    ajmer: Priced
    calcutta: Priced
    large_bbci: tuple[str, ...]
    rickshaws: tuple[str, ...]
    outside_limits: int
    least_train_price: int
    second_tile_from: str
    metre_for_large_from: str
    areas_until: str
    far_trains: tuple[str, ...]
    elephant_step: int
    in_the_box: tuple[str, ...]
    """2.8.4: cards that are not used unless a small company starts in the first stock round."""
    reconstruction: bool
    doubtful: tuple[str, ...]
    """Whether the set of components still says that it is our guess."""


@cache
def table(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def ruling_table() -> RulingTable:
    return read_rulings((DATA / "rulings.toml").read_text(encoding="utf-8"))


def _premiums(parts: Components) -> dict[str, int]:
    return {**table("setup")["premiums"], **parts.premiums}


def atlas_with(parts: Components) -> Atlas:
    """Map and tiles; 4.1.12: what the first tile on a hex costs follows from its terrain; 4.1.14: premiums.

    4.2.12-a: where the map prints track no first tile is laid; 4.2.13: Calcutta's price is an upgrade's.
    """
    hexes = hexes_of(table("map")["hexes"]) | hexes_of(plain(parts.hexes))
    tiles = tiles_of(table("tiles")["tiles"]) | tiles_of(plain(parts.tiles))
    prices, premiums = table("setup")["terrain"], _premiums(parts)

    def priced(spec: HexSpec) -> HexSpec:
        words = spec.terrain.split()
        costs = {gauge: sum(prices[word][gauge] for word in words) for gauge in ("standard", "metre")}
        spec = structs.replace(spec, premium=premiums.get(spec.id, 0))
        bare = not spec.printed.paths
        return structs.replace(spec, cost=costs["standard"], costs=costs) if words and bare else spec

    return Atlas({key: priced(spec) for key, spec in hexes.items()}, tiles)


def _companies(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Company]:
    fields = ("name", "homes", "markers", "colour", "text_colour")
    return {
        sym: msgspec.convert(
            {
                "sym": sym,
                "pars": [row["par"]],
                "shares": [1] * SHARES,
                "director": False,
                **{field: row[field] for field in fields},
            },
            Company,
        )
        for sym, row in rows.items()
    }


def _cities(parts: Components, syms: tuple[str, ...], atlas: Atlas) -> dict[str, City]:
    """1-e, 2.5.5, 2.5.9: all named places, in map order."""
    contracts = table("contracts")
    numbers = {**contracts["cities"], **parts.cities}
    return {
        spec.name: City(
            spec.name,
            hex_id,
            contracts["values"].get(spec.name, 20),
            tuple(syms[number - 1] for number in numbers[spec.name]),
        )
        for hex_id, spec in atlas.hexes.items()
        if spec.name
    }


def _in_the_box(rows: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(
        f"{row['name']}-{number}"
        for row in rows
        for number in range(row["count"] - row.get("fewer", 0), row["count"])
    )


def _bank(setup: Setup, rulings: Rulings, parts: Components) -> int:
    """1-a: as much as is agreed; 2.4: without the 500 notes in the short game."""
    if setup.variant != SHORT:
        return rulings.bank
    if rulings.bank != ruling_table()["bank"].values["book"]:
        raise ValueError(f"the short game has a bank of its own; {rulings.bank} goes with the variant base")
    return parts.money.short_bank


def make_book(setup: Setup) -> Book[Facts, Rulings]:
    """Everything static for this variant, number of players, these rulings and this set of components."""
    parts = FILE.of(setup)
    rulings = msgspec.convert(resolve(ruling_table(), setup.rulings, setup.rules), Rulings)
    common, market, trains = table("setup"), table("market"), table("trains")
    seats = common["players"][str(len(setup.players))]
    rows = {
        sym: {**row, **(structs.asdict(parts.companies[sym]) if sym in parts.companies else {})}
        for sym, row in table("companies")["companies"].items()
    }
    companies = _companies(rows)
    atlas = atlas_with(parts)
    papers_of = {sym: print_papers(sym, c.shares, c.director) for sym, c in companies.items()}
    types = msgspec.convert(
        [{key: value for key, value in row.items() if key != "fewer"} for row in trains["train"]],
        list[TrainType],
    )
    bbci = companies[BBCI]
    ganges = table("contracts")["ganges"]
    facts = msgspec.convert(
        {
            **common,
            **ganges,
            "premiums": _premiums(parts),
            "cities": _cities(parts, tuple(companies), atlas),
            "sheets": {
                sym: {"number": number, **{key: row[key] for key in ("size", "area", "fee") if key in row}}
                for number, (sym, row) in enumerate(rows.items(), start=1)
            },
            "small_bbci": structs.replace(
                bbci, homes=bbci.homes[:1], markers=tuple(rows[BBCI]["markers_if_small"])
            ),
            "contract_cities": seats["cities"],
            "least_bond": seats["least_bond"],
            "outside_limits": market["outside_limits"],
            "in_the_box": _in_the_box(trains["train"]),
            "reconstruction": parts.reconstruction,
            "doubtful": sorted(parts.doubtful),
        },
        Facts,
    )
    return Book(
        atlas=atlas,
        companies=companies,
        privates={},
        papers_of=papers_of,
        grid=Line(tuple(market["prices"])),
        par_cells={
            company.pars[0]: (0, market["prices"].index(company.pars[0])) for company in companies.values()
        },
        trains={train.name: train for train in types},
        phases={phase.train: phase for phase in msgspec.convert(trains["phase"], list[Phase])},
        bank=_bank(setup, rulings, parts),
        cash=seats["cash"],
        paper_limits=(seats["paper_limit"],),
        holding_limit=seats["holding_limit"],
        pool_limit=SHARES,
        pool_limit_counts=(POOL,),
        pool=True,
        new_at_par=True,
        float_shares=seats["float_shares"],
        capital_shares=SHARES,
        rulings=rulings,
        facts=facts,
        refused_by_card=rulings.refused_by_card,
        asked_at_printed_price=rulings.asked_at_printed_price,
    )
