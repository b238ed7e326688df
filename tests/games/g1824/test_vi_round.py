"""V, VI.1, VI.2: the course of the game, and the turns of a stock round."""

import pytest

from stellwerk.engine import Pass, legal, to_act
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.state import BANK, OFFER, POOL, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound

from .table import (
    TRAINS,
    do,
    forbidden,
    give,
    offered,
    opening,
    operated,
    par,
    phase,
    price_at,
    refused,
    start,
    stock,
    turn,
)

ANN, BEN, CY, DEE = SEATS[:4]


def market(number=2, seat=0):
    """BH (80) and CL (70) run: Ann has 60% of BH, Dee 10%; Ben directs CL with 50%, Ann has 20%."""
    s = start(start(stock(number=number, seat=seat), "BH", 0, 80, 6), "CL", 1, 70, 5)
    return operated(give(give(s, 0, "CL", 2), 3, "BH", 1), "BH", "CL")


def passes(s, count):
    for _ in range(count):
        s = do(s, Pass(s.frame.seat))
    return s


# -- V -------------------------------------------------------------------------------------------


@pytest.mark.rule("1824-V-1")
def test_a_stock_round_comes_first():
    s = opening()
    assert isinstance(s.frame, StockRound)
    assert s.frame.number == 1


@pytest.mark.rule("1824-V-1")
def test_then_operating_rounds_and_stock_rounds_in_turn():
    s = passes(stock(4, {"SD1": 0}), 4)
    assert s.stack[1] == OperatingRound(2, 1, 1, True, ("SD1",))
    s = turn(s, "SD1", step=TRAINS)
    s = do(s, *[a for a in legal(s, 0) if type(a).__name__ == "BuyTrain"][:1], Pass(0))
    assert (type(s.frame), s.frame.number) == (StockRound, 3)


@pytest.mark.rule("1824-V-1", "1824-VII.1-1")
@pytest.mark.parametrize(
    ("sold", "rounds"), [((), 1), (("2",), 1), (("2", "3"), 2), (("2", "3", "4", "5", "6"), 3)]
)
def test_one_two_or_three_operating_rounds_by_phase(sold, rounds):
    s = passes(phase(stock(4, {"SD1": 0}), *sold), 4)
    assert (s.stack[1].number, s.stack[1].of) == (1, rounds)


# -- VI.1 ----------------------------------------------------------------------------------------


@pytest.mark.rule("1824-VI.1-1")
def test_shares_are_bought_from_the_bank_at_the_present_price():
    s = price_at(market(seat=2), "BH", 3, 5)
    assert s.par["BH"] == 80
    after = do(s, BuyShare(2, "BH", OFFER))
    assert after.cash[CY] == 680 - 125
    assert after.cash[BANK] == s.cash[BANK] + 125
    assert after.cash["BH"] == s.cash["BH"]


@pytest.mark.rule("1824-VI.1-1")
def test_shares_are_sold_to_the_bank_at_the_present_price():
    s = price_at(market(), "BH", 3, 5)
    after = do(s, SellShares(0, "BH", 1))
    assert after.cash[ANN] == 680 + 125
    assert after.cash[BANK] == s.cash[BANK] - 125


@pytest.mark.rule("1824-VI.1-1")
@pytest.mark.parametrize(
    ("action", "figures"),
    [
        (BuyShare(0, "XX", OFFER), {"company": "XX"}),
        (BuyShare(0, "CL", "seat1"), {"source": "seat1"}),
        (BuyShare(0, "CL", POOL), {"source": POOL}),
        (StartCompany(0, "XX", 60), {"company": "XX"}),
        (SellShares(0, "BH", 7), {"owned": 6, "shares": 7}),
        (SellShares(0, "BH", 0), {"owned": 6, "shares": 0}),
        (SellShares(0, "MS", 1), {"company": "MS"}),
    ],
)
def test_nothing_else_is_traded(action, figures):
    forbidden(market(), action, "VI.1-1", **figures)


@pytest.mark.rule("1824-VI.1-1")
def test_a_company_whose_shares_are_all_out_sells_none():
    s = give(give(par(stock(), "BH", 60), 1, "BH", 6), 2, "BH", 4)
    forbidden(s, BuyShare(0, "BH", OFFER), "VI.1-1", company="BH", source=OFFER)


@pytest.mark.rule("1824-VI.1-1b")
def test_there_is_no_pool_sold_shares_are_on_sale_again():
    s = do(market(), SellShares(0, "BH", 2), Pass(0))
    assert POOL not in s.papers.values()
    assert s.shares(OFFER, "BH") == 3 + 2
    after = do(s, BuyShare(1, "BH", OFFER))
    assert after.shares(BEN, "BH") == 1


@pytest.mark.rule("1824-VI.1-2")
def test_sell_any_number_then_buy_one():
    s = do(market(), SellShares(0, "BH", 1), SellShares(0, "CL", 2))
    assert to_act(s) == (0,)
    s = do(s, BuyShare(0, "SD", OFFER))
    assert to_act(s) == (1,)
    assert (s.shares(ANN, "BH"), s.shares(ANN, "CL"), s.shares(ANN, "SD")) == (5, 0, 1)


@pytest.mark.rule("1824-VI.1-2")
def test_not_the_other_way_round():
    s = do(market(), BuyShare(0, "SD", OFFER))
    forbidden(s, SellShares(0, "BH", 1), "VI.2-1", seat=0, whose="1")
    forbidden(s, BuyShare(0, "SD", OFFER), "VI.2-1", seat=0, whose="1")


@pytest.mark.rule("1824-VI.1-2")
def test_either_of_the_two_or_none():
    s = market()
    assert {type(action).__name__ for action in offered(s, 0)} == {
        "SellShares",
        "BuyShare",
        "StartCompany",
        "Pass",
    }
    assert to_act(do(s, Pass(0))) == (1,)
    assert to_act(do(s, SellShares(0, "BH", 1), Pass(0))) == (1,)
    assert to_act(do(s, BuyShare(0, "SD", OFFER))) == (1,)


@pytest.mark.rule("1824-VI.1-3")
def test_who_passed_may_act_again():
    s = do(market(), Pass(0), Pass(1), BuyShare(2, "SD", OFFER), Pass(3))
    assert to_act(s) == (0,)
    s = do(s, BuyShare(0, "SD", OFFER))
    assert s.shares(ANN, "SD") == 1


# -- VI.2 ----------------------------------------------------------------------------------------


@pytest.mark.rule("1824-VI.2-1")
def test_the_holder_of_the_priority_begins_and_it_goes_clockwise():
    s = passes(stock().replace(priority=2), 4)  # nothing is in play: the next stock round follows
    assert s.frame.number == 3
    seats = []
    for _ in range(4):
        seats += to_act(s)
        refused(s, Pass((seats[-1] + 1) % 4), "VI.2-1")
        s = do(s, BuyShare(seats[-1], "SD", OFFER))
    assert seats == [2, 3, 0, 1]


@pytest.mark.rule("1824-VI.2-2")
def test_over_when_all_have_passed_in_a_row():
    s = do(market(), Pass(0), Pass(1), Pass(2), BuyShare(3, "SD", OFFER))
    s = passes(s, 3)
    assert (s.frame.number, to_act(s)) == (2, (3,))
    s = do(s, Pass(3))
    assert isinstance(s.stack[1], OperatingRound)


@pytest.mark.rule("1824-VI.2-2")
def test_passes_before_a_purchase_do_not_count():
    s = do(market(), Pass(0), Pass(1), BuyShare(2, "SD", OFFER), Pass(3))
    s = do(s, BuyShare(0, "SD", OFFER), Pass(1), Pass(2))  # everybody has passed once, but not in a row
    assert (s.frame.number, to_act(s)) == (2, (3,))


@pytest.mark.rule("1824-VI.2-2")
def test_a_sale_is_no_pass():
    s = do(market(), SellShares(0, "BH", 1), Pass(0))
    s = passes(s, 3)
    assert (s.frame.number, to_act(s)) == (2, (0,))


@pytest.mark.rule("1824-VI.2-2b")
@pytest.mark.parametrize(
    ("actions", "priority"),
    [
        ((BuyShare(0, "SD", OFFER), BuyShare(1, "SD", OFFER)), 2),
        ((SellShares(0, "BH", 1), Pass(0)), 1),
        ((Pass(0), Pass(1), Pass(2), BuyShare(3, "SD", OFFER)), 0),
        ((BuyShare(0, "SD", OFFER), SellShares(1, "CL", 1), Pass(1)), 2),
    ],
)
def test_the_priority_goes_left_of_the_last_to_act(actions, priority):
    s = do(market(), *actions)
    while isinstance(s.frame, StockRound):
        s = do(s, Pass(s.frame.seat))
    assert s.priority == priority


@pytest.mark.rule("1824-VI.2-2b")
def test_it_stays_if_nobody_acted():
    s = passes(market(seat=2).replace(priority=2), 4)
    assert s.priority == 2
