"""The book of 1824: the data files as typed values for one set-up."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from stellwerk.board.atlas import Atlas, read_hexes, read_tiles
from stellwerk.board.hexes import TileId
from stellwerk.board.tile import Stop, Tile
from stellwerk.engine.rulings import RulingTable, read_rulings, resolve
from stellwerk.engine.state import Setup
from stellwerk.finance.market import Cell, Grid
from stellwerk.finance.papers import print_papers
from stellwerk.mech18.book import Book, Company, Phase, Private, TrainType
from stellwerk.mech18.state import OFFER, POOL

DATA = Path(__file__).parents[1] / "data"

COAL, PRE_STATE, REGIONAL, STATE = "coal railway", "pre-state", "regional", "state"

ONE_TOWN, TWO_TOWNS = TileId("M1"), TileId("M2")
MOST = 6
"""Players, in any variant."""
"""Town markers of Goods Time: white tiles, which change only what the map prints (XII.2-3)."""


class Rulings(Struct, frozen=True):
    """Every ruling of data/rulings.toml."""

    third_round_from: str
    export_after_every_set: bool
    mountains_are_papers: bool
    best_run_compulsory: bool
    sales_of_one_company: str
    sold_out_before_opening: bool
    cash_variant_b: int
    bukowina_with_three: bool
    ug_markers_variant_b: int
    draft_opened_by: str
    bond_rounds_up: bool
    bond_home_at_start: bool
    bond_sells_freely: bool
    builder_costs_a_marker: bool
    railways_count_at_the_end: bool
    ten_trains: int
    forced_swap_may_be_declined: bool
    freed_director_before_forming: bool
    names_18xx: bool
    end_before_stock_round: bool
    help_with_a_dearer_train: bool
    sold_for_a_dearer_train: bool
    opened_by_a_mountain_acts: bool
    exchange_after_a_sale: bool
    own_shares_in_first_turn: bool
    priority_discards_for_nobody: bool
    markers_on_printed_cities: bool
    budapest_marker_stays: bool
    directorless_states_act: bool
    pool_pays_company: bool
    returned_marker_is_free: bool
    repaying_is_acting: bool
    repaying_in_others_turns: bool
    homes_before_first_turn: bool
    refused_by_card: bool
    two_towns_each: bool


class Minor(Struct, frozen=True):
    """A coal or pre-state railway: what it costs and what it becomes."""

    sym: str
    prices: tuple[int, ...]
    into: str
    """The share company."""
    paper: str
    """The share paper kept for its owner."""
    home: str


class Bukowina(Struct, frozen=True):
    """X.4-7: hexes at the two ends of a run with a bonus."""

    amount: int
    starts: tuple[str, ...]
    ends: tuple[str, ...]


class Facts(Struct, frozen=True):
    """What only 1824 has, for one variant."""

    coal: Mapping[str, Minor]
    pre_state: Mapping[str, Minor]
    forms: Mapping[str, str]
    """Train type -> the state railway that its first card forms."""
    state_cell: Cell
    bond_cell: Cell
    coal_train: str
    capital_shares_with_coal: int
    bukowina: Bukowina | None
    stacks: bool
    """Variant A: papers are drafted from stacks."""
    towns: str
    """Variant C: "placed" in turn, or the "scenario"; empty otherwise."""
    one_town: tuple[str, ...]
    two_towns: tuple[str, ...]
    markers_from_start: tuple[str, ...]
    """XI.3-1: railways whose marker lies on the map from set-up."""

    @property
    def minors(self) -> dict[str, Minor]:
        """VII.4-1: coal railways, then the pre-state railways, as they act."""
        return {**self.coal, **self.pre_state}

    def pre_states_of(self, state: str) -> list[Minor]:
        """Nr 1 first."""
        return [minor for minor in self.pre_state.values() if minor.into == state]


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def ruling_table() -> RulingTable:
    return read_rulings((DATA / "rulings.toml").read_text(encoding="utf-8"))


def variants() -> dict[str, dict[str, Any]]:
    """Return the variants' data; one that is like another adds to it."""
    table: dict[str, dict[str, Any]] = _table("setup")["variants"]
    return {name: {**table.get(row.get("like", ""), {}), **row} for name, row in table.items()}


def players() -> dict[str, tuple[int, int]]:
    """III.1-2: fewest and most players by variant."""
    counts = {name: [int(count) for count in row["cash"]] for name, row in variants().items()}
    return {name: (min(found), max(found)) for name, found in counts.items()}


@cache
def _atlas(map_name: str, three: bool, towns: bool, two_each: bool) -> Atlas:
    """Return the map of a variant with its tiles."""
    hexes, tiles = read_hexes(DATA / f"{map_name}.toml"), read_tiles(DATA / "tiles.toml")
    if map_name == "cisleithania":
        # Tiles that fit no place of the small map stay in the box.
        labels = {spec.label for spec in hexes.values()}
        tiles = {number: tile for number, tile in tiles.items() if tile.label in labels}
        if three:
            hexes |= read_hexes(DATA / "cisleithania.toml", "hexes_3p")
    if towns:
        tiles |= read_tiles(DATA / "goods_time.toml")
        for number, more in _table("goods_time")["extra"].items():
            tile = tiles[TileId(number)]
            tiles[tile.number] = structs.replace(tile, count=tile.count + more)
        markers = 2 * MOST if two_each else len(hexes)  # one for every hex: the text counts none
        for number, places in ((ONE_TOWN, 1), (TWO_TOWNS, 2)):
            tiles[number] = Tile(number, "white", markers, stops=(Stop("town"),) * places)
    return Atlas(hexes, tiles)


def _companies(row: Mapping[str, Any], rulings: Rulings) -> dict[str, Company]:
    """Coal railways, pre-state railways, share companies: all of this variant."""
    data = _table("companies")
    printed = data["papers"]
    homes = row.get("homes", {})
    found: dict[str, Company] = {}
    for sym in row["coal"]:
        coal = data["coal"][sym]
        colours = {"colour": printed["coal_colour"], "text_colour": "#ffffff"}
        found[sym] = Company(sym, coal["name"], COAL, (coal["home"],), (0,), shares=(1,), **colours)
    for sym in row["pre_state"]:
        before = data["pre_state"][sym]
        state = data["state"][before["into"]]
        colours = {"colour": state["colour"], "text_colour": state["text_colour"]}
        home = homes.get(sym, before["home"])
        found[sym] = Company(sym, before["name"], PRE_STATE, (home,), (0,), shares=(1,), **colours)
    shares = tuple(printed["shares"])
    for sym in row["companies"]:
        if sym in data["regional"]:
            rest = dict(data["regional"][sym])
            found[sym] = Company(
                sym,
                kind=REGIONAL,
                homes=(rest.pop("home"),),
                markers=tuple(printed["regional_markers"]),
                pars=tuple(printed["pars"]),
                shares=shares,
                **rest,
            )
        else:
            # IV.4.4-9: its place, should none of its pre-state railways be sold, is that of nr 1.
            home = found[f"{sym}1"].homes
            markers = tuple(printed["state_markers"])
            if sym == "UG" and "homes" in row and rulings.ug_markers_variant_b == 4:
                markers = (0, 100, 100, 100)  # R15
            found[sym] = Company(
                sym, kind=STATE, homes=home, markers=markers, shares=shares, **data["state"][sym]
            )
    if rulings.names_18xx:
        found["KK2"] = structs.replace(found["KK2"], name="Kaiser Franz Joseph-Bahn")
    return found


def _facts(row: Mapping[str, Any], companies: Mapping[str, Company], bukowina: bool) -> Facts:
    data, market, towns = _table("companies"), _table("market"), _table("goods_time")

    def minor(sym: str, kind: str, prices: list[int]) -> Minor:
        into = data[kind][sym]["into"]
        # Nr 1 and the coal railway become the director's paper, nr 2 and 3 one share each (IV.3-3).
        number = int(sym[-1]) - 1 if kind == "pre_state" else 0
        return Minor(sym, tuple(prices), into, f"{into}_{number}", companies[sym].homes[0])

    return Facts(
        coal={sym: minor(sym, "coal", data["papers"]["coal_prices"]) for sym in row["coal"]},
        pre_state={
            sym: minor(sym, "pre_state", [data["pre_state"][sym]["price"]]) for sym in row["pre_state"]
        },
        forms=row["forms"],
        state_cell=tuple(market["state_cell"]),
        bond_cell=tuple(market["bond_cell"]),
        coal_train=data["papers"]["coal_train"],
        capital_shares_with_coal=_table("setup")["capital_shares_with_coal"],
        bukowina=msgspec.convert(_table("setup")["bukowina"], Bukowina) if bukowina else None,
        stacks=row.get("stacks", False),
        towns=row.get("towns", ""),
        one_town=tuple(towns["one_town"]),
        two_towns=tuple(towns["two_towns"]),
        markers_from_start=tuple(row.get("homes", {})),
    )


def _trains(column: str, rulings: Rulings) -> dict[str, TrainType]:
    """Return the tables of VII.11, X.1 and XI.1; a train in payment is worth half its price (VII.13-1)."""
    rows = _table("trains")["train"]
    prices = {row["name"]: row["price"] for row in rows}
    found = {}
    for row in rows:
        side = {key: row[key] for key in ("name", "price", "reach", "goods", "takes") if key in row}
        if "takes" in row:
            side["takes_for"] = prices[row["takes"]] // 2
        count = row["count"][column] if "count" in row else (rulings.ten_trains or None)
        rest = {key: row[key] for key in ("sold_from", "scrapped_by") if key in row}
        found[row["name"]] = msgspec.convert(
            {"name": row["name"], "count": count, "versions": [side], **rest}, TrainType
        )
    return found


def _phases(rulings: Rulings) -> dict[str, Phase]:
    phases = {phase.train: phase for phase in msgspec.convert(_table("trains")["phase"], list[Phase])}
    if rulings.third_round_from != "6":  # R1
        early = rulings.third_round_from
        phases[early] = structs.replace(phases[early], rounds=phases["6"].rounds)
    return phases


def make_book(setup: Setup) -> Book[Facts, Rulings]:
    """Return everything static for this variant, number of players and these rulings."""
    count = str(len(setup.players))
    rulings = msgspec.convert(resolve(ruling_table(), setup.rulings, setup.rules), Rulings)
    row, common, market = variants()[setup.variant], _table("setup"), _table("market")
    companies = _companies(row, rulings)
    three = "homes" in row
    papers_of = {sym: print_papers(sym, c.shares, c.director) for sym, c in companies.items()}
    pool = row.get("pool", False)
    names = _table("companies")["mountains"]
    printed = _table("companies")["papers"]
    mountains = {
        sym: Private(sym, name, printed["mountain_price"], printed["mountain_income"])
        for sym, name in list(names.items())[: row["mountains"][count]]
    }
    if rulings.names_18xx and "B2" in mountains:
        mountains["B2"] = structs.replace(mountains["B2"], name="Kastbahn")
    return Book(
        atlas=_atlas(row["map"], three, bool(row.get("towns")), rulings.two_towns_each),
        companies=companies,
        privates=mountains,
        papers_of=papers_of,
        grid=Grid(tuple(map(tuple, market["rows"]))),
        par_cells={int(par): (line, column) for par, (line, column) in market["par_cells"].items()},
        trains=_trains(row["trains"], rulings),
        phases=_phases(rulings),
        bank=row["bank"],
        cash=rulings.cash_variant_b if three else row["cash"][count],
        paper_limits=(row["paper_limit"][count],),
        holding_limit=common["holding_limit"],
        pool_limit=common["bank_limit"],
        pool_limit_counts=(OFFER, POOL),
        pool=pool,
        new_at_par=False,
        float_shares=common["float_shares"],
        capital_shares=common["capital_shares"],
        rulings=rulings,
        facts=_facts(row, companies, pool or (three and rulings.bukowina_with_three)),
        refused_by_card=rulings.refused_by_card,
    )
