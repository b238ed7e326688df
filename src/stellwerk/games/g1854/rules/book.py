"""The book of 1854: the data files as typed values for one set-up."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from stellwerk.board.atlas import Atlas, read_hexes, read_tiles
from stellwerk.board.hexes import HexId, TileId
from stellwerk.engine.rulings import RulingTable, read_rulings, resolve
from stellwerk.engine.state import Setup
from stellwerk.finance.market import Cell, HexGrid
from stellwerk.finance.papers import Paper, print_papers
from stellwerk.mech18.book import Book, Company, Phase, Private, TrainType

DATA = Path(__file__).parents[1] / "data"

MAJOR, LOCAL, LOKALBAHN = "major", "local", "lokalbahn"
LOCAL_MAP = "local"
"""The sheet of the second map."""
PLAYERS = {"base": (3, 6)}  # SU-1


class Rulings(Struct, frozen=True):
    """Every ruling of data/rulings.toml."""

    sale_stops_at_red_line: bool
    paper_limit: str
    locals_are_papers: bool
    halves_are_papers: bool
    constantinople: int
    k29_cost: int
    k33_terrain: str
    local_limit_from_5: int
    mail_rises_at_brown: bool
    forced_mergers_after: str
    option_rest_at_current_price: bool
    lokalbahn_papers_trade: bool
    sankt_poelten_grows: bool
    sales_beside_option: bool
    towns_grow_on: str
    tile_69: int
    two_plus_waits: bool
    eights: str
    lokalbahn_rises: bool
    lokalbahn_buys_surplus: bool
    upgrades_add_usable_track: bool
    sharp_tunnels: bool
    upgrades_join_by_new_track: bool
    tunnel_sides: str
    locals_dig: bool
    new_shares_earn: bool
    aid_up_to_face_value: bool
    hopeless_sale_binds: bool
    railways_count_at_end: bool
    buying_back: bool
    refused_by_card: bool
    mergers_proposed_once: bool
    bankrupt_unsold: bool


class MailContract(Struct, frozen=True):
    """A kind of mail contract: what it costs and what it pays by colour of the phase."""

    count: int
    price: int
    income: Mapping[str, int]


class Power(Struct, frozen=True):
    """What a mountain railway does for the companies of its owner."""

    private: str
    amount: int
    terrain: str = ""
    hex: str = ""


class Facts(Struct, frozen=True):
    """What only 1854 has."""

    packet: tuple[str, ...]
    """SU-5: mountain and local railways in the order of the auction."""
    mountain_hexes: Mapping[str, str]
    """Mountain railway -> its hex."""
    mountain_rebate: Power
    tunnel_rebate: Power
    graz: Power
    local_price: int
    local_cash: int
    bid_step: int
    split_sizes: Mapping[str, int]
    """Share paper -> its size after the split of its company."""
    end_cell: Cell
    lokalbahn_cell: Cell
    split_first: tuple[int, ...]
    yellow: frozenset[Cell]
    holding_before_split: int
    holding_after_split: int
    papers: int
    papers_per_split: int
    fixed_papers: int
    home_hexes: tuple[str, ...]
    home_tiles: tuple[str, ...]
    mail: Mapping[str, MailContract]
    tunnel_cost: int
    tunnels_in_hex: int
    scrap_surcharge: int
    cards: Mapping[str, int]
    """TN-1: how many cards there are of a side, where they are counted."""
    shortcut: str
    """RT-5: a half-track of the shortcut."""
    toll: int
    far_ends: tuple[str, ...]

    @property
    def locals(self) -> tuple[str, ...]:
        """LR-2: by number."""
        return tuple(item for item in self.packet if item not in self.mountain_hexes)

    def beyond_red_line(self, cell: Cell) -> bool:
        """ST-9."""
        row, column = cell
        return row < len(self.split_first) and column >= self.split_first[row]


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def ruling_table() -> RulingTable:
    return read_rulings((DATA / "rulings.toml").read_text(encoding="utf-8"))


@cache
def _atlas(k29: int, k33: str, constantinople: int, tile_69: int, sankt_poelten_grows: bool) -> Atlas:
    """Both maps with their tiles; LR-1: the local one is a sheet of its own."""
    hexes, tiles = read_hexes(DATA / "map.toml"), read_tiles(DATA / "tiles.toml")
    end, poelten = HexId("F28"), HexId("J38")
    hexes[HexId("K29")] = structs.replace(hexes[HexId("K29")], cost=k29)
    hexes[HexId("K33")] = structs.replace(hexes[HexId("K33")], terrain=k33)
    printed = hexes[end].printed
    stop = structs.replace(printed.stops[0], revenue=constantinople)
    hexes[end] = structs.replace(hexes[end], printed=structs.replace(printed, stops=(stop,)))
    hexes[poelten] = structs.replace(hexes[poelten], buildable=sankt_poelten_grows)
    number = TileId("69")
    tiles[number] = structs.replace(tiles[number], count=tile_69)
    return Atlas(hexes, tiles)


def _companies() -> dict[str, Company]:
    """Local railways, share companies, Lokalbahn AGs."""
    data = _table("companies")
    printed = data["papers"]
    found: dict[str, Company] = {}
    for sym, row in data["local"].items():
        found[sym] = Company(
            sym,
            row["name"],
            LOCAL,
            (row["home"],),
            tuple(printed["local_markers"]),  # LR-3
            shares=(1,),
            colour=printed["local_colour"],
            text_colour="#ffffff",
        )
    for sym, row in data["major"].items():
        rest = dict(row)
        found[sym] = Company(
            sym,
            kind=MAJOR,
            homes=(rest.pop("home"),),
            markers=tuple(printed["marker_costs"][: rest.pop("markers")]),  # TK-2
            pars=tuple(printed["pars"]),  # ST-8
            shares=tuple(printed["major"]),  # SU-3
            pool_limit=False,  # SR-5
            **rest,
        )
    for sym, row in data["lokalbahn"].items():
        found[sym] = Company(
            sym,
            row["name"],
            LOKALBAHN,
            markers=tuple(printed["local_markers"]),  # TK-2
            shares=tuple(printed["lokalbahn"]),
            pool_limit=False,
            colour=printed["lokalbahn_colour"],
            text_colour="#000000",
        )
    return found


def _trains(rulings: Rulings) -> dict[str, TrainType]:
    """Return the table of the trains; TN-1: which stack they are sold from."""
    found = {
        row["name"]: msgspec.convert({"count": None, **row}, TrainType) for row in _table("trains")["train"]
    }
    if not rulings.two_plus_waits:  # Q14
        found["1+"] = structs.replace(found["1+"], stack="1+")
    if rulings.eights == "printed":
        found["8"] = structs.replace(found["8"], count=sum(_table("trains")["printed_eights"].values()))
    return found


def _phases(rulings: Rulings) -> dict[str, Phase]:
    phases = {phase.train: phase for phase in msgspec.convert(_table("trains")["phase"], list[Phase])}
    if rulings.local_limit_from_5 != 1:  # Q5: what falls with the first 4 rises again with the first 5
        phases["5"] = structs.replace(phases["5"], raises={LOCAL: rulings.local_limit_from_5})
    return phases


def _facts(
    count: str, rulings: Rulings, papers_of: Mapping[str, tuple[Paper, ...]], companies: Mapping[str, Company]
) -> Facts:
    data, market, common = _table("companies"), _table("market"), _table("setup")
    shortcut = common["shortcut"]
    after = data["papers"]["split"]
    return Facts(
        packet=tuple(data["packet"]["order"]),
        mountain_hexes={sym: row["hex"] for sym, row in data["mountains"].items()},
        mountain_rebate=msgspec.convert(data["powers"]["mountain_rebate"], Power),
        tunnel_rebate=msgspec.convert(data["powers"]["tunnel_rebate"], Power),
        graz=msgspec.convert(data["powers"]["graz"], Power),
        local_price=data["papers"]["local_price"],
        local_cash=data["papers"]["local_cash"],
        bid_step=common["bid_step"],
        split_sizes={
            paper.id: size
            for sym, papers in papers_of.items()
            if companies[sym].kind == MAJOR
            for paper, size in zip(papers, after, strict=True)
        },
        end_cell=tuple(market["end_cell"]),
        lokalbahn_cell=tuple(market["lokalbahn_cell"]),
        split_first=tuple(market["split_first"]),
        yellow=frozenset((row, column) for row, column in market["yellow"]),
        holding_before_split=common["holding_before_split"],
        holding_after_split=common["holding_after_split"],
        papers=common["papers"],
        papers_per_split=common["papers_per_split"],
        fixed_papers=common["fixed_papers"][count],
        home_hexes=tuple(data["homes"]["hexes"]),
        home_tiles=tuple(data["homes"]["tiles"]),
        mail=msgspec.convert(data["mail"], dict[str, MailContract]),
        tunnel_cost=common["tunnel_cost"],
        tunnels_in_hex=common["tunnels_in_hex"],
        scrap_surcharge=common["scrap_surcharge"],
        cards=_table("trains")["printed_eights"] if rulings.eights == "printed" else {},
        shortcut=f"{shortcut['hex']}.e{shortcut['sides'][0]}",
        toll=shortcut["toll"],
        far_ends=tuple(common["orient"]["ends"]),
    )


def make_book(setup: Setup) -> Book[Facts, Rulings]:
    """Return everything static for this number of players and these rulings."""
    count = str(len(setup.players))
    rulings = msgspec.convert(resolve(ruling_table(), setup.rulings, setup.rules), Rulings)
    common, market = _table("setup"), _table("market")
    companies = _companies()
    papers_of = {sym: print_papers(sym, c.shares, c.director) for sym, c in companies.items()}
    mountains = {
        sym: Private(sym, row["name"], row["price"], row["income"], gives=row.get("gives"))
        for sym, row in _table("companies")["mountains"].items()
    }
    return Book(
        atlas=_atlas(
            rulings.k29_cost,
            rulings.k33_terrain,
            rulings.constantinople,
            rulings.tile_69,
            rulings.sankt_poelten_grows,
        ),
        companies=companies,
        privates=mountains,
        papers_of=papers_of,
        grid=HexGrid(tuple(map(tuple, market["rows"]))),
        par_cells={int(par): (row, column) for par, (row, column) in market["par_cells"].items()},
        trains=_trains(rulings),
        phases=_phases(rulings),
        bank=common["bank"],  # SU-2
        cash=common["cash"][count],
        paper_limits=(),
        holding_limit=common["holding_before_split"],
        pool_limit=0,
        pool_limit_counts=(),
        pool=True,
        new_at_par=True,  # SR-8
        float_shares=common["float_shares"],
        capital_shares=common["capital_shares"],
        rulings=rulings,
        facts=_facts(count, rulings, papers_of, companies),
        refused_by_card=rulings.refused_by_card,
    )
