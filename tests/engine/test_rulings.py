"""Rulings: a set by name, with single rulings changed."""

import pytest

from stellwerk.engine import Game, Setup
from stellwerk.engine.rulings import Ruling, RulingTable, resolve

TABLE: RulingTable = {
    "bonus": Ruling(name="bonus", values={"book": False, "club": True}, text="A bonus."),
    "markers": Ruling(name="markers", values={"book": 3, "club": 4}, text="How many."),
}


def test_a_set_gives_every_value() -> None:
    assert resolve(TABLE, "book") == {"bonus": False, "markers": 3}
    assert resolve(TABLE, "club") == {"bonus": True, "markers": 4}


def test_single_rulings_change_a_set() -> None:
    assert resolve(TABLE, "book,bonus=true") == {"bonus": True, "markers": 3}
    assert resolve(TABLE, "club,bonus=false,markers=3") == resolve(TABLE, "book")


NUMBERS: RulingTable = {
    "bank": Ruling(name="bank", values={"book": 500, "club": 800}, range=(100, 1000, 10), text="How much.")
}


def test_a_ruling_can_be_any_number_of_a_range() -> None:
    assert resolve(NUMBERS, "book") == {"bank": 500}
    assert [resolve(NUMBERS, f"club,bank={n}")["bank"] for n in (100, 730, 1000)] == [100, 730, 1000]


@pytest.mark.parametrize("value", ["90", "1010", "735", "500.0", "true", "x", "", "null", "-500", "1e3"])
def test_numbers_outside_of_the_range_are_refused(value: str) -> None:
    with pytest.raises(ValueError, match=r"ruling bank cannot be .*, only 100 to 1000 in steps of 10"):
        resolve(NUMBERS, f"book,bank={value}")
    with pytest.raises(ValueError, match=r"no ruling set .*; there are: book, club"):
        resolve(NUMBERS, "range")


@pytest.mark.parametrize("base", ["", "house", "text", "Book", "book ", "bonus=true"])
def test_unknown_sets_are_refused(base: str) -> None:
    with pytest.raises(ValueError, match=r"no ruling set .*; there are: book, club"):
        resolve(TABLE, base)


@pytest.mark.parametrize("change", ["", "bogus=1", "bogus", "text=true", " bonus=true"])
def test_unknown_rulings_are_refused(change: str) -> None:
    with pytest.raises(ValueError, match=r"no ruling .*; there are: bonus, markers"):
        resolve(TABLE, f"book,{change}")


@pytest.mark.parametrize(
    "change",
    ["bonus", "bonus=", "bonus=1", "bonus=yes", "bonus=True", "markers=true", "markers=3.0", "markers=x",
     "markers=null", "bonus=true=true"],
)  # fmt: skip
def test_values_of_another_kind_are_refused(change: str) -> None:
    with pytest.raises(ValueError, match=r"ruling .* cannot be"):
        resolve(TABLE, f"book,{change}")


def test_a_deeply_nested_value_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be"):
        resolve(TABLE, "book,bonus=" + "[" * 100_000)


@pytest.mark.parametrize("value", [-1, 0, 10_000])
def test_numbers_out_of_all_proportion_are_refused(value: int) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        Game.new(Setup("1848", ("A", "B", "C"), rulings=f"book,car_markers={value}"))


def test_1848_knows_its_two_sets() -> None:
    book = Game.new(Setup("1848", ("A", "B", "C"))).state.rulings
    other = Game.new(Setup("1848", ("A", "B", "C"), rulings="18xx.games")).state.rulings
    changed = Game.new(Setup("1848", ("A", "B", "C"), rulings="book,k_bonus=true")).state.rulings
    assert (book.k_bonus, other.k_bonus, changed.k_bonus) == (False, True, True)
    assert changed.car_markers == book.car_markers
