"""VII.14: what the first train of each type brings about, row by row."""

from typing import Any

import pytest
from msgspec.structs import replace

from stellwerk.engine import Pass, legal
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.mountains import MountainSwaps, SwapMountain
from stellwerk.games.g1824.rules.runs import RUNS
from stellwerk.mech18.phases import SurplusTrains
from stellwerk.mech18.state import BANK, OUT
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain, bank_offers

from .lines import BROWN, at_step, lay
from .table import TRAINS, cash_of, do, forbidden, formed, home, phase, sells, start, stock, train, turn

NORMAL = ("2", "3", "4", "5", "6", "8", "10")
PRICES = dict(zip(NORMAL, (80, 180, 280, 400, 600, 800, 1000), strict=True))


def before(kind: str, **owners: int) -> Any:
    """The bank is about to sell its first train of this type, to BK of Ann, who has 3000 for it."""
    s = sells(stock(owners=owners), kind)
    return at_step(home(start(s, "BK", cash=3000), "BK"), "BK", TRAINS)


def buy(s: Any, kind: str) -> Any:
    return do(s, BuyTrain(0, f"{kind}-0", kind, PRICES[kind]))


def first(kind: str, **owners: int) -> Any:
    """BK has just bought it and is still in its turn."""
    return buy(before(kind, **owners), kind)


def limits(s: Any) -> dict[str, int]:
    return {company: s.train_limit(company) for company in ("BK", "SD", "EPP", "SD1")}


def offers(s: Any) -> set[str]:
    return {s.train_type(card) for card in bank_offers(s)}


def round_over(s: Any) -> Any:
    """BK ends its turn, which was the last of the first of two rounds."""
    course, round_, its_turn = s.stack
    stack = (replace(course, of=2), replace(round_, of=2, acted=(*s.facts.minors, "BK")), its_turn)
    return do(s.replace(stack=stack), Pass(0))


# -- phase 1: the start ---------------------------------


@pytest.mark.rule("1824-VII.14-1a", "1824-VII.14-1b", "1824-VII.14-1c", "1824-VII.14-1d")
def test_the_start():
    s = stock()
    assert s.colour == "yellow"
    assert offers(s) == {"2"}
    assert s.rounds_per_set == 1
    assert limits(s) == {"BK": 4, "SD": 4, "EPP": 2, "SD1": 2}
    assert not any(s.granted(what) for what in ("exports", "train_trade", "coal_swaps", "mountain_swaps"))


@pytest.mark.rule("1824-VII.14-1d", "1824-VII.14-4d", "1824-VII.14-4f", "1824-VII.14-6d", "1824-VII.14-6e")
@pytest.mark.parametrize(
    ("kind", "regional", "state"),
    [("2", 4, 4), ("3", 4, 4), ("4", 3, 4), ("5", 3, 4), ("6", 2, 3), ("8", 2, 3), ("10", 2, 3)],
)
def test_train_limits(kind, regional, state):
    """Coal and pre-state railways own two in every phase."""
    assert limits(first(kind)) == {"BK": regional, "SD": state, "EPP": 2, "SD1": 2}


@pytest.mark.rule("1824-VII.14-1a", "1824-VII.14-3a", "1824-VII.14-5a", "1824-VII.14-7a")
def test_colours():
    colours = ("yellow", "green", "green", "brown", "brown", "gray", "gray")
    assert tuple(first(kind).colour for kind in NORMAL) == colours


@pytest.mark.rule("1824-VII.14-1c", "1824-VII.14-3e", "1824-VII.14-6f")
def test_rounds():
    assert [first(kind).rounds_per_set for kind in NORMAL] == [1, 2, 2, 2, 3, 3, 3]


@pytest.mark.rule(
    "1824-VII.14-2a", "1824-VII.14-3b", "1824-VII.14-4b", "1824-VII.14-6b", "1824-VII.14-7c", "1824-VII.14-1b"
)
@pytest.mark.parametrize(
    ("kind", "new"),
    [("2", "1g"), ("3", "2g"), ("4", "3g"), ("5", None), ("6", "4g"), ("8", "5g"), ("10", None)],
)
def test_goods_trains_come_with_the_normal_ones(kind, new):
    assert offers(first(kind)) - offers(before(kind)) == ({new} if new else set())


# -- phase 2 ---------------------------------


@pytest.mark.rule("1824-VII.14-2b", "1824-VII.15-1")
def test_exports_begin_with_the_first_2():
    """BK buys it in the last round of the set: the same set ends with an export."""
    s = do(first("2"), Pass(0))
    assert isinstance(s.frame, StockRound)
    assert s.trains["2-1"] == OUT
    without = do(at_step(train(before("2"), "BK", "2-0"), "BK", TRAINS), Pass(0))
    assert isinstance(without.frame, StockRound)
    assert without.trains["2-1"] == BANK


# -- phase 3 ---------------------------------


def stock_round(*sold: str) -> Any:
    """Ann's turn: she owns EPP and B1."""
    return phase(stock(owners={"EPP": 0, "B1": 0}), *sold)


@pytest.mark.rule("1824-VII.14-3c", "1824-IV.2-9")
def test_coal_railways_may_be_exchanged_from_the_first_3_on():
    forbidden(stock_round("2"), SwapCoal(0, "EPP"), "IV.2-9")
    assert SwapCoal(0, "EPP") in legal(stock_round("2", "3"), 0)


@pytest.mark.rule("1824-VII.14-3d", "1824-IV.1-5")
def test_mountain_railways_may_be_exchanged_from_the_first_3_on():
    forbidden(stock_round("2"), SwapMountain(0, "B1", "BH"), "IV.1-5")
    assert SwapMountain(0, "B1", "BH") in legal(stock_round("2", "3"), 0)


@pytest.mark.rule("1824-VII.14-3c", "1824-VII.14-3d")
def test_the_first_3_closes_nothing_by_itself():
    s = first("3", EOD=1, B1=2)
    assert "EOD" in s.opened
    assert s.privates["B1"] == "seat2"


@pytest.mark.rule("1824-VII.14-3f", "1824-VII.11-6")
def test_companies_trade_trains_from_the_first_3_on():
    s = train(home(start(before("3"), "BH"), "BH"), "BH", "2-0")
    wanted = BuyTrain(0, "2-0", "2", 1)
    assert wanted not in legal(at_step(s, "BK", TRAINS), 0)
    assert wanted in legal(buy(at_step(s, "BK", TRAINS), "3"), 0)


# -- phase 4 ---------------------------------


@pytest.mark.rule("1824-VII.14-4a", "1824-VII.14-6a", "1824-VII.14-7b", "1824-VII.14-8a")
@pytest.mark.parametrize(
    ("kind", "gone"), [("2", ""), ("3", ""), ("4", "2"), ("5", ""), ("6", "3"), ("8", "4"), ("10", "5")]
)
def test_what_is_scrapped(kind, gone):
    """Everybody's trains of that type, and no others; 6, 8, 10 are for ever."""
    s = before(kind)
    cards = [f"{name}-1" for name in NORMAL if name != kind]
    s = home(start(s, "MS", 1), "MS").replace(trains={**s.trains, **dict.fromkeys(cards, "MS")})
    s = s.replace(versions={**s.versions, **{card: s.train_type(card) for card in cards}})
    s = buy(at_step(s, "BK", TRAINS), kind)
    lost = [card for card in cards if s.trains[card] == OUT]
    assert lost == ([f"{gone}-1"] if gone else [])


@pytest.mark.rule("1824-VII.14-4c", "1824-IV.1-7")
def test_mountain_railways_are_exchanged_with_the_first_4():
    s = first("4", B2=0, B1=1)
    assert isinstance(s.frame, MountainSwaps)
    s = do(s, SwapMountain(1, "B1", "BH"), SwapMountain(0, "B2", "BK"))
    assert set(s.privates.values()) == {OUT}
    assert s.shares("seat1", "BH") == 1
    assert s.frame.company == "BK"  # back in its turn


@pytest.mark.rule("1824-VII.14-4e", "1824-VII.14-5d", "1824-VII.14-6c", "1824-IV.3-2")
@pytest.mark.parametrize(("kind", "state"), [("4", "SD"), ("5", "UG"), ("6", "KK")])
def test_a_state_railway_forms_at_the_end_of_the_round(kind, state):
    railways = {f"{state}1": 1, f"{state}2": 1}
    s = first(kind, **railways)
    assert s.forming == (state,)
    assert set(railways) <= set(s.opened)  # they still run
    assert state not in s.opened
    after = round_over(s)
    assert state in after.opened
    assert not set(railways) & set(after.opened)
    assert after.stack[1].number == 2


@pytest.mark.rule("1824-VII.14-4e", "1824-VII.14-5d", "1824-VII.14-6c")
def test_no_other_train_forms_a_state_railway():
    assert {kind: first(kind).forming for kind in NORMAL} == {
        **dict.fromkeys(("2", "3", "8", "10"), ()),
        "4": ("SD",),
        "5": ("UG",),
        "6": ("KK",),
    }


@pytest.mark.rule("1824-VII.14-4d")
def test_the_buyer_itself_may_have_too_many():
    s = at_step(train(before("4"), "BK", "3-0", "3-1", "3-2"), "BK", TRAINS)
    s = buy(s, "4")
    assert isinstance(s.frame, SurplusTrains)
    assert s.frame.companies == ("BK",)


@pytest.mark.rule("1824-VII.14-4f")
def test_a_state_railway_owns_four_trains_until_the_first_6():
    s = cash_of(formed(sells(stock(), "5"), "SD", shares=3), "SD", 3000)
    s = at_step(train(s, "SD", "4-0", "4-1", "4-2"), "SD", TRAINS)
    s = do(s, BuyTrain(0, "5-0", "5", 400))
    assert s.trains_of("SD") == ["4-0", "4-1", "4-2", "5-0"]
    forbidden(at_step(s, "SD", TRAINS), BuyTrain(0, "5-1", "5", 400), "VII.11-4", owned=4, limit=4)


# -- phase 5 ---------------------------------


@pytest.mark.rule("1824-VII.14-5b", "1824-IV.2-11")
def test_coal_railways_close_with_the_first_5():
    before_it = before("5", EOD=1, MLB=2)
    s = buy(before_it, "5")
    assert not {"EOD", "MLB"} & set(s.opened)
    assert (s.director("MS"), s.director("CL")) == ("seat1", "seat2")
    assert s.trains_of("MS") == ["1g-0"]
    assert {"EOD", "MLB"} <= set(first("4", EOD=1, MLB=2).opened)


@pytest.mark.rule("1824-VII.14-5c", "1824-VII.3-3")
def test_mines_pay_more_from_the_first_5_on():
    values = [RUNS.stop_of(first(kind), "BK", "C6.0").revenue for kind in NORMAL]
    assert values == [10, 10, 10, 40, 40, 40, 40]


# -- VII.14-9: goods trains scrap goods trains ---------------------------------


@pytest.mark.rule("1824-VII.14-9")
@pytest.mark.parametrize(
    ("kind", "price", "sold", "gone"),
    [
        ("1g", 120, ("2",), set()),
        ("2g", 240, ("2", "3"), set()),
        ("3g", 360, ("2", "3", "4"), {"1g"}),
        ("4g", 600, (*BROWN, "6"), {"1g", "2g"}),
        ("5g", 800, (*BROWN, "6", "8"), {"1g", "2g", "3g"}),
    ],
)
def test_the_first_goods_train_scraps_smaller_ones(kind, price, sold, gone):
    """Those of companies and the unsold ones of the bank."""
    s = phase(before("2"), *sold)
    s = train(
        home(start(s, "MS", 1), "MS"), "MS", *(f"{name}-1" for name in ("1g", "2g", "3g") if name != kind)
    )
    s = do(at_step(s, "BK", TRAINS), BuyTrain(0, f"{kind}-0", kind, price))
    names = ("1g", "2g", "3g", "4g", "5g")
    alive = {name for name in names if any(s.train_type(c) == name and o != OUT for c, o in s.trains.items())}
    assert alive == set(names) - gone


@pytest.mark.rule("1824-VII.14-9", "1824-VII.14-11")
@pytest.mark.parametrize("kind", NORMAL)
def test_no_normal_train_scraps_a_goods_train(kind):
    """Neither the phase in which the 5g comes nor the one after it does."""
    s = first(kind)
    assert not any(s.train_type(card).endswith("g") for card, owner in s.trains.items() if owner == OUT)


@pytest.mark.rule("1824-VII.14-9")
def test_a_second_one_scraps_nothing():
    s = phase(before("2"), "2", "3", "4", "3g")
    s = do(at_step(train(s, "BK", "1g-0"), "BK", TRAINS), BuyTrain(0, "3g-0", "3g", 360))
    assert s.trains["1g-0"] == "BK"


# -- VII.14-10: at once ---------------------------------


@pytest.mark.rule("1824-VII.14-10")
def test_effects_hold_in_the_middle_of_the_turn():
    """With the first 4 BK loses its own 2s, and the room they leave is open at once."""
    s = train(before("4"), "BK", "2-0", "2-1", "2-2")
    s = buy(at_step(s, "BK", TRAINS), "4")
    assert s.trains_of("BK") == ["4-0"]
    assert BuyTrain(0, "4-1", "4", 280) in legal(s, 0)
    assert BuyTrain(0, "3g-0", "3g", 360) in legal(s, 0)


@pytest.mark.rule("1824-VII.14-10")
def test_the_next_company_already_plays_in_the_new_phase():
    """MS acts after BK in the same round and upgrades to green."""
    s = start(lay(before("3"), {"C12": ("57", 0)}), "MS", 0, price=60)
    s = do(buy(at_step(home(s, "MS"), "BK", TRAINS), "3"), Pass(0))
    assert s.frame.company == "MS"
    assert LayTile(0, "C12", "14", 0) in legal(s, 0)


@pytest.mark.rule("1824-VII.14-10")
def test_only_the_first_of_its_type():
    s = first("4")
    again = do(at_step(s, "BK", TRAINS), BuyTrain(0, "4-1", "4", 280))
    assert (again.phases, again.forming) == (s.phases, s.forming)


@pytest.mark.rule("1824-VII.14-11")
def test_phases_are_named_after_their_trains():
    """The book counts 7 and 8 where the trains are called 8 and 10; the 5g comes in its phase 7."""
    book = stock().book
    assert list(book.phases) == ["start", *NORMAL]
    assert book.trains["5g"].sold_from == "8"
    assert list(book.phases).index("8") == 6
    assert turn(first("8"), "BK").phases[-1] == "8"
