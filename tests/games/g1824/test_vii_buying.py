"""VII.11: buying trains, from the bank and from other companies."""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal, to_act
from stellwerk.games.g1824 import TITLE
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.phases import DiscardTrain, SurplusTrains
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import BANK, OUT
from stellwerk.mech18.trains import BuyTrain, TrainOffer, bank_offers

from .lines import BROWN, GREEN, at_step
from .table import (
    TRAINS,
    cash_of,
    do,
    forbidden,
    formed,
    home,
    no_trains,
    offered,
    phase,
    refused,
    sells,
    start,
    stock,
    train,
)


def buying(s: Any, company: str) -> Any:
    """The company at its last step."""
    return at_step(s, company, TRAINS)


def bk(*cards: str, sells_now: str = "2", cash: int = 800) -> Any:
    """BK of Ann and MS of Ben, both open; BK has these trains and is to buy."""
    s = sells(stock(), sells_now)
    s = home(start(start(s, "BK", cash=cash), "MS", 1, cash=500), "BK", "MS")
    return buying(train(s, "BK", *cards), "BK")


def out(s: Any, *kinds: str) -> Any:
    """The bank has none of these types."""
    gone = [card for card, owner in s.trains.items() if owner == BANK and s.train_type(card) in kinds]
    return s.replace(trains={**s.trains, **dict.fromkeys(gone, OUT)})


GOODS = ("1g", "2g", "3g", "4g", "5g")


# -- VII.11-1, VII.11-2: the duty ---------------------------------


@pytest.mark.rule("1824-VII.11-1", "1824-IV.2-4", "1824-IV.3-4c")
@pytest.mark.parametrize("company", ["EPP", "SD1", "KK2", "BK", "BH", "UG"])
def test_every_company_must_own_a_train(company):
    """None of them has a route; BH and UG have no track at all."""
    if company in ("EPP", "SD1", "KK2"):
        s = no_trains(stock(owners={company: 0}), company)
    elif company == "UG":
        s = formed(stock(), "UG", shares=3)
    else:
        s = start(stock(), company)
    s = buying(phase(cash_of(s, company, 900), *GREEN), company)
    forbidden(s, Pass(0), "VII.11-1", company=company)
    card = "1g-1" if company == "EPP" else "2-0"
    price = 120 if company == "EPP" else 80
    s = do(s, BuyTrain(0, card, card.partition("-")[0], price))
    assert s.frame.company == company
    assert Pass(0) in legal(s, 0)


@pytest.mark.rule("1824-VII.11-1")
def test_a_train_fulfils_the_duty_whatever_it_is():
    assert Pass(0) in legal(bk("1g-0"), 0)


def epp(cash: int = 400, *without: str) -> Any:
    """EPP of Ann without a train in phase 3; the bank lacks these goods trains. BK of Ann has a 2g."""
    s = home(no_trains(stock(owners={"EPP": 0}), "EPP"), "EPP")
    s = train(home(start(cash_of(s, "EPP", cash), "BH"), "BH"), "BH", "2g-0", "3-0")
    return buying(out(phase(s, *GREEN), *without), "EPP")


@pytest.mark.rule("1824-VII.11-2")
def test_a_coal_railway_is_exempt_while_the_bank_has_no_goods_train():
    s = epp(400, *GOODS)
    assert Pass(0) in legal(s, 0)
    assert s.trains_of("EPP") == []
    duty = epp(400, "1g")  # there are 2g left
    forbidden(duty, Pass(0), "VII.11-1", company="EPP")


@pytest.mark.rule("1824-VII.11-2")
def test_it_may_but_need_not_buy_from_another_company():
    s = epp(400, *GOODS)
    wanted = BuyTrain(0, "2g-0", "2g", 240)
    assert {wanted, Pass(0)} <= set(legal(s, 0))
    assert do(s, wanted).trains["2g-0"] == "EPP"
    # The exemption is no reason for help: its director pays nothing.
    refused(epp(10, *GOODS), BuyTrain(0, "2g-0", "2g", 11), "VII.12-1")


@pytest.mark.rule("1824-VII.11-2")
def test_the_duty_returns_with_the_stock():
    s = epp(400, *GOODS)
    assert Pass(0) in legal(s, 0)
    again = s.replace(trains={**s.trains, "3g-0": BANK}, phases=("2", "3", "4"))
    refused(again, Pass(0), "VII.11-1")


# -- VII.11-3, VII.11-4 ---------------------------------


@pytest.mark.rule("1824-VII.11-3")
def test_a_bought_train_does_not_run_in_the_same_turn():
    s = do(bk(), BuyTrain(0, "2-0", "2", 80))
    refused(s, RunTrains(0), "VII.5-1")


@pytest.mark.rule("1824-VII.11-4")
def test_nothing_at_the_limit():
    s = bk("2-0", "2-1", "2-2", "2-3")
    forbidden(s, BuyTrain(0, "2-4", "2", 80), "VII.11-4", company="BK", owned=4, limit=4)
    assert BuyTrain(0, "2-3", "2", 80) in legal(bk("2-0", "2-1", "2-2"), 0)


@pytest.mark.rule("1824-VII.11-4")
def test_not_even_if_own_trains_would_be_scrapped_by_it():
    """The first 4 scraps the four 2s of BK, but BK cannot be its buyer."""
    s = bk("2-0", "2-1", "2-2", "2-3", sells_now="4")
    forbidden(s, BuyTrain(0, "4-0", "4", 280), "VII.11-4", owned=4, limit=4)


@pytest.mark.rule("1824-VII.11-4", "1824-IV.2-3", "1824-IV.3-4b")
@pytest.mark.parametrize(
    ("railway", "cards", "more"), [("EPP", ("1g-0", "1g-1"), "1g"), ("SD1", ("2-0", "2-1"), "2")]
)
def test_coal_and_pre_state_railways_own_two(railway, cards, more):
    s = train(home(stock(owners={railway: 0}), railway), railway, *cards)
    s = buying(phase(cash_of(s, railway, 900), *BROWN), railway)
    price = {"1g": 120, "2": 80}[more]
    forbidden(s, BuyTrain(0, f"{more}-2", more, price), "VII.11-4", owned=2, limit=2)


# -- VII.11-5: from the bank ---------------------------------


@pytest.mark.rule("1824-VII.11-5")
def test_in_ascending_order():
    s = bk("2-0")
    found = refused(s, BuyTrain(0, "3-0", "3", 180), "VII.11-5")
    assert found.figures["offers"] == "2"
    assert BuyTrain(0, "3-0", "3", 180) in legal(bk(sells_now="3"), 0)


@pytest.mark.rule("1824-VII.11-5")
@pytest.mark.parametrize("price", [79, 81, 1, 0])
def test_for_the_printed_price(price):
    found = refused(bk(), BuyTrain(0, "2-0", "2", price), "VII.11-5")
    assert found.figures["printed"] == 80


@pytest.mark.rule("1824-VII.11-5")
@pytest.mark.parametrize(
    ("kind", "price"), [("2", 80), ("3", 180), ("4", 280), ("5", 400), ("6", 600), ("8", 800), ("10", 1000)]
)
def test_the_prices(kind, price):
    s = bk(sells_now=kind, cash=1500)
    assert BuyTrain(0, f"{kind}-0", kind, price) in legal(s, 0)
    assert do(s, BuyTrain(0, f"{kind}-0", kind, price)).cash["BK"] == 1500 - price


@pytest.mark.rule("1824-VII.11-5")
def test_several_in_a_turn():
    s = do(bk(cash=800), *(BuyTrain(0, f"2-{n}", "2", 80) for n in range(4)))
    assert s.trains_of("BK") == ["2-0", "2-1", "2-2", "2-3"]
    assert s.cash["BK"] == 800 - 320


@pytest.mark.rule("1824-VII.11-5")
def test_there_is_no_such_train():
    s = bk("2-0")
    for card in ("2-0", "2-99", "7-0"):
        refused(s, BuyTrain(0, card, card.partition("-")[0], 80), "VII.11-5")
    refused(s, BuyTrain(0, "2-1", "3", 180), "VII.11-5")


@pytest.mark.rule("1824-VII.11-5b")
@pytest.mark.parametrize(
    ("sells_now", "offers"),
    [
        ("2", ["2"]),
        ("3", ["3", "1g"]),
        ("4", ["4", "1g", "2g"]),
        ("5", ["5", "1g", "2g", "3g"]),
        ("6", ["6", "1g", "2g", "3g"]),
        ("8", ["8", "1g", "2g", "3g", "4g"]),
        ("10", ["10", "1g", "2g", "3g", "4g", "5g"]),
    ],
)
def test_goods_trains_follow_the_normal_ones_alone(sells_now, offers):
    """No goods type need be sold out, neither for the next goods type nor for the next normal one."""
    s = bk(sells_now=sells_now, cash=2000)
    assert [s.train_type(card) for card in bank_offers(s)] == offers
    bought = {a.version for a in offered(s, 0, lambda a: isinstance(a, BuyTrain) and a.train.endswith("-0"))}
    assert bought == set(offers)


@pytest.mark.rule("1824-VII.11-5b", "1824-III.4-3", "1824-VII.14-2a")
def test_the_first_2_brings_the_1g():
    s = bk()
    refused(s, BuyTrain(0, "1g-0", "1g", 120), "VII.11-5")
    s = do(s, BuyTrain(0, "2-0", "2", 80))
    assert BuyTrain(0, "1g-0", "1g", 120) in legal(s, 0)


# -- VII.11-6: from other companies ---------------------------------


def trade(sold: str = "4") -> Any:
    """BK of Ann is to buy: MS of Ben has a 3, BH of Ann another one."""
    s = train(home(start(bk(sells_now=sold), "BH"), "BH"), "MS", "3-0")
    return buying(train(s, "BH", "3-1"), "BK")


@pytest.mark.rule("1824-VII.11-6", "1824-VII.14-3f")
def test_not_before_the_first_3():
    s = phase(trade(), "2")
    for card in ("3-0", "3-1"):
        refused(s, BuyTrain(0, card, "3", 180), "VII.11-6")


@pytest.mark.rule("1824-VII.11-6")
@pytest.mark.parametrize("accepts", [True, False])
def test_another_director_is_asked(accepts):
    s = do(trade(), BuyTrain(0, "3-0", "3", 180))
    assert isinstance(s.frame, TrainOffer)
    assert to_act(s) == (1,)
    assert legal(s, 1) == [Answer(1, True), Answer(1, False), Answer(1, False, leave=True)]
    refused(s, Answer(0, True), "VII.11-6")
    after = do(s, Answer(1, accepts))
    assert after.trains["3-0"] == ("BK" if accepts else "MS")
    moved = 180 if accepts else 0
    assert (after.cash["BK"], after.cash["MS"]) == (800 - moved, 500 + moved)
    if not accepts:
        forbidden(after, BuyTrain(0, "3-0", "3", 180), "VII.11-6", player="Ben", price=180)


@pytest.mark.rule("1824-VII.11-6b")
def test_between_directors_there_is_no_other_price_to_name():
    s = do(trade(), BuyTrain(0, "3-0", "3", 180))
    for price in (1, 179, 181):
        refused(s, Answer(1, False, price), "VII.11-6b")
    refused(s, Answer(1, False, 180), "VII.11-6")


@pytest.mark.rule("1824-VII.11-6")
def test_only_in_the_turn_of_the_buyer():
    """Ben cannot push his 3 onto BK, nor can he buy in Ann's turn."""
    s = trade()
    assert to_act(s) == (0,)
    refused(s, BuyTrain(1, "3-1", "3", 180), "VII.5-1")


@pytest.mark.rule("1824-VII.11-6b")
@pytest.mark.parametrize("price", [1, 77, 180, 800])
def test_any_price_between_companies_of_one_director(price):
    s = do(trade(), BuyTrain(0, "3-1", "3", price))
    assert s.trains["3-1"] == "BK"
    assert s.cash["BK"] == 800 - price
    refused(trade(), BuyTrain(0, "3-1", "3", 0), "VII.11-6b")


@pytest.mark.rule("1824-VII.11-6b")
@pytest.mark.parametrize("price", [1, 179, 181])
def test_only_the_face_value_between_different_directors(price):
    found = refused(trade(), BuyTrain(0, "3-0", "3", price), "VII.11-6b")
    assert (found.figures["printed"], found.figures["price"]) == (180, price)


@pytest.mark.rule("1824-VII.11-6")
def test_the_limit_holds_between_companies_too():
    s = buying(train(trade(), "BK", "3-2", "3-3", "3-4", "3-5"), "BK")
    refused(s, BuyTrain(0, "3-1", "3", 1), "VII.11-4")


@pytest.mark.rule("1824-VII.11-6", "1824-IV.2-5")
def test_a_coal_railway_buys_goods_trains_only():
    s = epp()
    refused(s, BuyTrain(0, "3-0", "3", 180), "IV.2-5")
    refused(s, BuyTrain(0, "2-0", "2", 80), "IV.2-5")
    assert do(s, BuyTrain(0, "2g-0", "2g", 1)).trains["2g-0"] == "EPP"


# -- VII.11-7: how trains leave ---------------------------------


@pytest.mark.rule("1824-VII.11-7")
def test_no_train_is_given_up_at_will():
    s = bk("2-0", "3-0")
    refused(s, DiscardTrain(0, "2-0"), "VII.5-1")
    train_actions = {action.__name__ for action in TITLE.actions if "Train" in action.__name__}
    assert train_actions == {"BuyTrain", "RunTrains", "DiscardTrain"}


@pytest.mark.rule("1824-VII.11-7b", "1824-VII.14-4d")
def test_trains_above_a_lowered_limit_leave_without_compensation():
    """MS buys the first 4: three trains are enough for BK, and Ann says which of its 3s goes."""
    s = train(bk(sells_now="4"), "BK", "3-0", "3-1", "3-2", "1g-0")
    s = do(buying(s, "MS"), BuyTrain(1, "4-0", "4", 280))
    assert isinstance(s.frame, SurplusTrains)
    assert to_act(s) == (0,)
    wanted = {DiscardTrain(0, card) for card in ("3-0", "3-1", "3-2", "1g-0")}
    assert set(legal(s, 0)) == wanted
    refused(s, DiscardTrain(0, "4-0"), "VII.11-7b")
    after = do(s, DiscardTrain(0, "3-1"))
    assert after.trains["3-1"] == OUT
    assert after.trains_of("BK") == ["3-0", "3-2", "1g-0"]
    assert (after.cash["BK"], after.cash["seat0"]) == (s.cash["BK"], s.cash["seat0"])
    assert after.frame.company == "MS"  # whose turn goes on


@pytest.mark.rule("1824-VII.11-7b", "1824-VII.14-6d", "1824-VII.14-6e")
def test_several_directors_answer_one_after_the_other():
    """The first 6: two trains for BK, three for KK of Cy."""
    s = train(bk(sells_now="6", cash=1500), "BK", "4-0", "4-1", "4-2")
    s = train(formed(s, "KK", 2, 3), "KK", "5-0", "5-1", "1g-0", "1g-1")
    s = do(buying(s, "MS").pay(BANK, "MS", 500), BuyTrain(1, "6-0", "6", 600))
    assert set(to_act(s)) == {0, 2}
    s = do(s, DiscardTrain(2, "1g-0"), DiscardTrain(0, "4-2"))
    assert (s.trains_of("BK"), s.trains_of("KK")) == (["4-0", "4-1"], ["5-0", "5-1", "1g-1"])
    assert s.frame.company == "MS"
