"""The book of 18Fen: its data files as typed values for one set-up."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.board.atlas import Atlas
from stellwerk.engine.rulings import RulingTable, read_rulings, resolve
from stellwerk.engine.state import Setup
from stellwerk.finance.market import Grid
from stellwerk.finance.papers import print_papers
from stellwerk.mech18.book import Book, Company, Phase, TrainType
from stellwerk.mech18.state import POOL

DATA = Path(__file__).parents[1] / "data"
PLAYERS = {"base": (2, 4)}  # SU-1


class Rulings(Struct, frozen=True):
    """Every ruling of data/rulings.toml."""

    drained_for_all: bool


class Facts(Struct, frozen=True):
    """What only 18Fen has."""

    drainage: int


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def ruling_table() -> RulingTable:
    return read_rulings((DATA / "rulings.toml").read_text(encoding="utf-8"))


@cache
def _atlas() -> Atlas:
    return Atlas.load(DATA / "map.toml", DATA / "tiles.toml")


def make_book(setup: Setup) -> Book[Facts, Rulings]:
    """Everything static for this number of players and these rulings."""
    data, trains = _table("setup"), _table("trains")
    seats = data["players"][str(len(setup.players))]
    rows = _table("companies").items()
    companies = {sym: msgspec.convert({"sym": sym, **row}, Company) for sym, row in rows}
    papers_of = {sym: print_papers(sym, c.shares, c.director) for sym, c in companies.items()}
    types = msgspec.convert(trains["train"], list[TrainType])
    return Book(
        atlas=_atlas(),
        companies=companies,
        privates={},
        papers_of=papers_of,
        grid=Grid(tuple(map(tuple, data["market"]))),
        par_cells={int(par): (row, column) for par, (row, column) in data["par_cells"].items()},
        trains={train.name: train for train in types},
        phases={phase.train: phase for phase in msgspec.convert(trains["phase"], list[Phase])},
        bank=data["bank"],
        cash=seats["cash"],
        paper_limits=(seats["papers"],),
        holding_limit=data["holding_limit"],
        pool_limit=data["pool_limit"],
        pool_limit_counts=(POOL,),
        pool=True,
        new_at_par=True,
        float_shares=data["float_shares"],
        capital_shares=data["capital_shares"],
        rulings=msgspec.convert(resolve(ruling_table(), setup.rulings), Rulings),
        facts=Facts(data["drainage"]),
    )
