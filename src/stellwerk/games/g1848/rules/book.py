"""The book of 1848: the data files as typed values for one set-up."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from stellwerk.board.atlas import Atlas
from stellwerk.engine.rulings import RulingTable, read_rulings, resolve
from stellwerk.engine.state import Setup
from stellwerk.finance.market import Grid
from stellwerk.finance.papers import print_papers
from stellwerk.mech18.book import Book, Company, Phase, Private, TrainType
from stellwerk.mech18.state import POOL

T = TypeVar("T")
DATA = Path(__file__).parents[1] / "data"
BOE = "BOE"
COM = "COM"
CAR = "CAR"
PLAYERS = {"base": (3, 6)}  # III-2


class Rulings(Struct, frozen=True):
    """Every ruling of data/rulings.toml."""

    k_bonus: bool
    car_markers: int
    director_lays_tasmania: bool
    tasmania_with_the_track: bool
    pass_without_private: bool
    forced_loans_all_three: bool
    loan_before_falling_out: bool
    com_capital_at_sixty: bool
    removed_train_opens_next_phase_only: bool
    sale_after_takeover: bool
    takeover_before_duties: bool
    unused_privates_stay: bool
    alice_springs_is_one: bool
    ghan_starts_at_marker: bool
    boe_rebuy: bool
    sales_of_one_company: str
    overdraft_from_bank: bool
    tasmania_outlives_company: bool
    home_kept_until: str
    markers_wait_for_loans: bool
    train_step_closes: bool
    names_18xx: bool
    refused_by_card: bool


class Facts(Struct, frozen=True):
    """Numbers that only 1848 has."""

    bank_of_england: int
    bank_row: int
    loan_markers: int
    loan: int
    voluntary_loans: int
    loans_that_end_the_game: int
    takeovers_that_end_the_game: int
    takeovers_that_remove_a_train: tuple[int, ...]
    director_loses: int
    auction_step: int
    k_places: tuple[str, ...]
    k_bonus: tuple[int, ...]
    bank_incomes: Mapping[str, int]
    """What the Bank of England earns at least from the first train of a type on."""


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def _atlas(names_18xx: bool) -> Atlas:
    """VI-WA-1: only names differ between the editions."""
    atlas = Atlas.load(DATA / "map.toml", DATA / "tiles.toml")
    if not names_18xx:
        return atlas
    named = {
        key: structs.replace(spec, name=spec.name_18xx or spec.name) for key, spec in atlas.hexes.items()
    }
    return Atlas(named, atlas.tiles)


@cache
def ruling_table() -> RulingTable:
    return read_rulings((DATA / "rulings.toml").read_text(encoding="utf-8"))


def _named(kind: type[T], rows: Mapping[str, Any]) -> dict[str, T]:
    return {sym: msgspec.convert({"sym": sym, **row}, kind) for sym, row in rows.items()}


def _companies(rulings: Rulings) -> dict[str, Company]:
    companies = _named(Company, _table("companies")["companies"])
    railway_papers = (2, *(1,) * 8)  # VI-Allg-2: 20% for the director, 8 × 10%
    for sym, company in companies.items():
        if not company.shares:
            companies[sym] = structs.replace(company, shares=railway_papers)
    car = companies[CAR]
    companies[CAR] = structs.replace(car, markers=(*car.markers, *(100,) * (rulings.car_markers - 3)))
    return companies


def make_book(setup: Setup) -> Book[Facts, Rulings]:
    """Return everything static for this number of players and these rulings."""
    count = len(setup.players)
    rulings = msgspec.convert(resolve(ruling_table(), setup.rulings, setup.rules), Rulings)
    setup_data, market, trains = _table("setup"), _table("market"), _table("trains")
    seats = setup_data["players"][str(count)]
    companies = _companies(rulings)
    privates = _named(Private, _table("companies")["privates"])
    if rulings.names_18xx:
        privates["P2"] = structs.replace(privates["P2"], name="Oodnadatta Railway")  # S20
    papers_of = {sym: print_papers(sym, c.shares, c.director) for sym, c in companies.items()}
    types = msgspec.convert(
        [
            {"count": None, **row, "versions": [{"reach": None, **v} for v in row["versions"]]}
            for row in trains["train"]
        ],
        list[TrainType],
    )
    incomes = {row["train"]: row["bank_income"] for row in trains["phase"] if "bank_income" in row}
    numbers = {**setup_data, **market, "director_loses": seats["director_loses"], "bank_incomes": incomes}
    facts = msgspec.convert(numbers, Facts)
    return Book(
        atlas=_atlas(rulings.names_18xx),
        companies=companies,
        privates=privates,
        papers_of=papers_of,
        grid=Grid(tuple(map(tuple, market["rows"]))),
        par_cells={int(par): (row, column) for par, (row, column) in market["par_cells"].items()},
        trains={train.name: train for train in types},
        phases={phase.train: phase for phase in msgspec.convert(trains["phase"], list[Phase])},
        bank=setup_data["bank"],
        cash=seats["cash"],
        paper_limits=tuple(seats["paper_limits"]),
        holding_limit=seats["holding_limit"],
        pool_limit=setup_data["pool_limit"],
        pool_limit_counts=(POOL,),
        pool=True,
        new_at_par=True,
        float_shares=setup_data["float_shares"],
        capital_shares=setup_data["capital_shares"],
        rulings=rulings,
        facts=facts,
        refused_by_card=rulings.refused_by_card,
    )
