"""VII.13: a train given in payment for the next one."""

from typing import Any

import pytest

from stellwerk.engine import legal
from stellwerk.mech18.state import OUT
from stellwerk.mech18.trains import BuyTrain

from .lines import at_step
from .table import TRAINS, do, events, forbidden, home, refused, sells, start, stock, train

NORMAL = ("2", "3", "4", "5", "6", "8", "10")
STEPS = [
    ("2", "3", 180, 140),
    ("3", "4", 280, 190),
    ("4", "5", 400, 260),
    ("5", "6", 600, 400),
    ("6", "8", 800, 500),
    ("8", "10", 1000, 600),
    ("1g", "2g", 240, 180),
    ("2g", "3g", 360, 240),
    ("3g", "4g", 600, 420),
    ("4g", "5g", 800, 500),
]
FROM = {"2g": "4", "3g": "5", "4g": "8", "5g": "10"}
"""What the bank sells when the goods train is to be had."""


def bk(*cards: str, sells_now: str, cash: int = 3000) -> Any:
    """BK of Ann with these trains at its last step."""
    s = home(start(sells(stock(), sells_now), "BK", cash=cash), "BK")
    return at_step(train(s, "BK", *cards), "BK", TRAINS)


@pytest.mark.rule("1824-VII.13-1", "1824-VII.13-1e")
@pytest.mark.parametrize(("old", "new", "full", "less"), STEPS)
def test_the_next_lower_train_counts_half_its_price(old, new, full, less):
    s = bk(f"{old}-0", sells_now=FROM.get(new, new))
    with_trade = BuyTrain(0, f"{new}-0", new, less, exchange=f"{old}-0")
    assert {with_trade, BuyTrain(0, f"{new}-0", new, full)} <= set(legal(s, 0))
    after = do(s, with_trade)
    assert after.cash["BK"] == 3000 - less
    assert (after.trains[f"{old}-0"], after.trains[f"{new}-0"]) == (OUT, "BK")
    assert "TrainTradedIn" in events(s, with_trade)


@pytest.mark.rule("1824-VII.13-1")
def test_the_price_follows_from_it():
    s = bk("3-0", sells_now="4")
    for price in (189, 191, 280):
        found = refused(s, BuyTrain(0, "4-0", "4", price, exchange="3-0"), "VII.11-5")
        assert found.figures["printed"] == 190
    refused(s, BuyTrain(0, "4-0", "4", 190), "VII.11-5")


@pytest.mark.rule("1824-VII.13-1b")
@pytest.mark.parametrize(
    ("old", "new", "sells_now"), [("3", "5", "5"), ("2", "4", "4"), ("4", "6", "6"), ("1g", "3g", "5")]
)
def test_no_type_is_skipped(old, new, sells_now):
    """A 3 goes towards a 4, never towards a 5."""
    s = bk(f"{old}-0", sells_now=sells_now)
    half = {"3": 90, "2": 40, "4": 140, "1g": 60}[old]
    price = {"5": 400, "4": 280, "6": 600, "3g": 360}[new] - half
    found = refused(s, BuyTrain(0, f"{new}-0", new, price, exchange=f"{old}-0"), "VII.13-1")
    assert found.figures["exchange"] == old


@pytest.mark.rule("1824-VII.13-1")
@pytest.mark.parametrize(
    ("old", "new", "price"), [("2", "2g", 240 - 40), ("1g", "4", 280 - 60), ("3", "3g", 360 - 90)]
)
def test_of_the_same_kind(old, new, price):
    """Normal for normal, goods train for goods train."""
    s = bk(f"{old}-0", sells_now="5" if new == "3g" else "4")
    refused(s, BuyTrain(0, f"{new}-0", new, price, exchange=f"{old}-0"), "VII.13-1")


@pytest.mark.rule("1824-VII.13-1")
@pytest.mark.parametrize(("new", "price"), [("2", 80), ("1g", 120)])
def test_the_smallest_take_none(new, price):
    s = bk("2-0", "1g-0", sells_now="2")
    s = s.replace(phases=("2",))
    found = refused(s, BuyTrain(0, f"{new}-1", new, price, exchange=f"{new}-0"), "VII.13-1")
    assert found.figures["version"] == new


@pytest.mark.rule("1824-VII.13-1")
def test_only_an_own_train_and_only_to_the_bank():
    s = home(start(bk(sells_now="5"), "MS", 0), "MS")
    s = at_step(train(train(s, "MS", "4-0"), "BK", "3-0"), "BK", TRAINS)
    refused(s, BuyTrain(0, "5-0", "5", 260, exchange="4-0"), "VII.13-1")  # the 4 belongs to MS
    refused(s, BuyTrain(0, "4-0", "4", 190, exchange="3-0"), "VII.13-1")  # MS takes no trains
    refused(s, BuyTrain(0, "5-0", "5", 260, exchange="4-99"), "VII.13-1")


@pytest.mark.rule("1824-VII.13-1c")
def test_one_trade_in_a_round():
    s = bk("3-0", "3-1", sells_now="4")
    s = do(s, BuyTrain(0, "4-0", "4", 190, exchange="3-0"))
    forbidden(s, BuyTrain(0, "4-1", "4", 190, exchange="3-1"), "VII.13-1c", company="BK")
    assert BuyTrain(0, "4-1", "4", 280) in legal(s, 0)
    again = at_step(s, "BK", TRAINS)  # its turn in the next round
    assert BuyTrain(0, "4-1", "4", 190, exchange="3-1") in legal(again, 0)


@pytest.mark.rule("1824-VII.13-1c")
def test_every_company_has_its_own():
    s = home(start(bk("3-0", sells_now="4"), "MS"), "MS")
    s = do(train(s, "MS", "3-1"), BuyTrain(0, "4-0", "4", 190, exchange="3-0"))
    s = at_step(s, "MS", TRAINS)
    assert BuyTrain(0, "4-1", "4", 190, exchange="3-1") in legal(s, 0)


@pytest.mark.rule("1824-VII.13-1d")
def test_at_the_limit_a_trade_in_makes_room():
    s = bk("3-0", "3-1", "3-2", "3-3", sells_now="4")
    refused(s, BuyTrain(0, "4-0", "4", 280), "VII.11-4")
    after = do(s, BuyTrain(0, "4-0", "4", 190, exchange="3-0"))
    # The first 4 lowers the limit to three: one more of its 3s has to go.
    assert after.trains_of("BK") == ["3-1", "3-2", "3-3", "4-0"]
    assert [type(frame).__name__ for frame in after.stack[-1:]] == ["SurplusTrains"]


@pytest.mark.rule("1824-VII.13-1d", "1824-VII.11-4")
def test_only_the_traded_train_makes_room():
    """Above the limit by one there is still no room."""
    s = bk("4-0", "4-1", "4-2", "4-3", sells_now="5")  # the limit is three
    found = refused(s, BuyTrain(0, "5-0", "5", 260, exchange="4-0"), "VII.11-4")
    assert (found.figures["owned"], found.figures["limit"]) == (3, 3)


@pytest.mark.rule("1824-VII.13-2", "1824-VII.11-3")
def test_the_last_5_is_given_in_payment_for_the_first_6_at_once():
    """400 for the 5, then 400 instead of 600 for the 6; the 5 is out of the game."""
    s = bk(sells_now="5", cash=1000)
    s = s.replace(trains={**s.trains, "5-0": OUT, "5-1": OUT})
    s = do(s, BuyTrain(0, "5-2", "5", 400))
    assert s.cash["BK"] == 600
    s = do(s, BuyTrain(0, "6-0", "6", 400, exchange="5-2"))
    assert (s.frame.company, s.cash["BK"], s.trains_of("BK")) == ("BK", 200, ["6-0"])
    assert s.trains["5-2"] == OUT
    assert s.phases[-1] == "6"


@pytest.mark.rule("1824-VII.13-1")
def test_half_of_every_price():
    trains = stock().book.trains
    for old, new, full, less in STEPS:
        version = trains[new].versions[0]
        assert (version.takes, version.price, version.takes_for) == (old, full, full - less)
        assert version.takes_for * 2 == trains[old].versions[0].price
    assert [trains[kind].versions[0].takes for kind in ("2", "1g")] == ["", ""]
    assert len(STEPS) == len(trains) - 2
    assert [name for name, kind in trains.items() if kind.sold_from is None] == list(NORMAL)
