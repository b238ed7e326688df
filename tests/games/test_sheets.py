"""What the data say of a company stands on its sheet: nothing is lost between the file and the book."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from stellwerk.engine import Setup
from stellwerk.engine.books import book_of
from stellwerk.mech18.book import Company
from tests.games.pinned import folder_of

GAMES = ("1824", "1848", "1853", "1854")
NAMES = ("Ann", "Ben", "Cy", "Dee")


def companies_of(game: str) -> dict[str, Company]:
    found: dict[str, Company] = book_of(Setup(game, NAMES)).companies
    return found


def data_of(game: str) -> dict[str, Any]:
    return tomllib.loads((folder_of(game) / "companies.toml").read_text(encoding="utf-8"))


def rows_of(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row about a company, by its letters."""
    companies = companies_of(game)
    for table in data_of(game).values():
        for sym, row in table.items():
            if sym in companies and isinstance(row, dict) and "name" in row:
                yield sym, row


def told(row: dict[str, Any]) -> dict[str, Any]:
    """What a row says of the sheet, by the sheet's own names."""
    found = {field: row[field] for field in ("name", "colour", "text_colour") if field in row}
    found |= {field: tuple(row[field]) for field in ("homes", "pars") if field in row}
    if isinstance(row.get("markers"), list):
        found["markers"] = tuple(row["markers"])
    if "home" in row:
        found["homes"] = (row["home"],)
    if "par" in row:
        found["pars"] = (row["par"],)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_sheet_says_what_its_row_says(game: str) -> None:
    companies, rows = companies_of(game), dict(rows_of(game))
    assert rows.keys() == companies.keys()
    for sym, row in rows.items():
        sheet = {field: getattr(companies[sym], field) for field in told(row)}
        assert sheet == told(row), sym


@pytest.mark.parametrize("game", GAMES)
def test_every_company_has_a_colour_of_its_own_or_of_its_kind(game: str) -> None:
    """Those without one in their row have that of their kind, or of the railway that they become."""
    data = data_of(game)
    kinds = {value for key, value in data.get("papers", {}).items() if key.endswith("_colour")}
    for sym, row in rows_of(game):
        company = companies_of(game)[sym]
        assert company.colour != Company("", "").colour, sym
        if "colour" not in row and kinds:
            states = (
                {data["state"][row["into"]]["colour"]} if row.get("into") in data.get("state", ()) else set()
            )
            assert company.colour in (states or kinds), sym
