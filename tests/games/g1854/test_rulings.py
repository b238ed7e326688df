"""The named rulings: one list for data, documents, set-up and the table."""

import re
from pathlib import Path

import pytest
from msgspec import structs

from stellwerk.engine import Setup
from stellwerk.games.g1854.rules.book import Rulings, make_book, ruling_table
from tests.views import view

from .table import stock

NAMES = [name for name, ruling in ruling_table().items() if not ruling.past]
PLAYERS = ("Ann", "Ben", "Cy")
DOCUMENTS = (Path(__file__).parents[3] / "docs" / "rules" / "1854.md",)


def test_every_ruling_is_read():
    assert {field.name for field in structs.fields(Rulings)} == set(ruling_table())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_documents_list_them_with_their_values(document):
    def written(value):
        return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)

    rows = re.findall(
        r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|", document.read_text(encoding="utf-8"), re.MULTILINE
    )
    table = {name: ruling_table()[name].values for name in NAMES}
    assert {name: (book, other) for name, book, other in rows if name in table} == {
        name: (written(ruling["book"]), written(ruling["other"])) for name, ruling in table.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_each_one_is_switched_alone(name):
    ruling = ruling_table()[name].values
    assert ruling["book"] != ruling["other"]
    value = ruling["other"]
    shown = (
        str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else value
    )
    chosen = make_book(Setup("1854", PLAYERS, rulings=f"book,{name}={shown}")).rulings
    book = make_book(Setup("1854", PLAYERS)).rulings
    assert structs.asdict(chosen) == {**structs.asdict(book), name: value}


def test_a_word_needs_no_quotes():
    rulings = make_book(Setup("1854", PLAYERS, rulings="book,eights=printed,paper_limit=fixed")).rulings
    assert (rulings.eights, rulings.paper_limit) == ("printed", "fixed")
    with pytest.raises(ValueError, match="ruling eights cannot be 'six'"):
        make_book(Setup("1854", PLAYERS, rulings="book,eights=six"))


@pytest.mark.parametrize("rulings", ["book", "other"])
def test_the_table_shows_what_is_in_force(rulings):
    s = stock(rulings=rulings)
    told = str(view(s, None))
    assert [name for name in NAMES if ruling_table()[name].text not in told] == []
