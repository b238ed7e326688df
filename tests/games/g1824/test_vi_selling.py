"""VI.8: selling shares."""

import pytest

from stellwerk.engine import Pass
from stellwerk.mech18.state import OFFER, POOL, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares
from stellwerk.mech18.trains import BuyTrain

from .table import (
    TRAINS,
    cash_of,
    do,
    forbidden,
    formed,
    home,
    offered,
    operated,
    par,
    price_at,
    rest_of_turn,
    singles,
    start,
    stock,
    train,
    turn,
)

ANN, BEN, CY, DEE = SEATS[:4]


def bh(*holdings, price=80):
    """BH runs; Ann directs it; shares by seat."""
    s = start(stock(), "BH", 0, price, holdings[0])
    for other, shares in enumerate(holdings[1:], start=1):
        s = singles(s, other, "BH", shares)
    return operated(s, "BH")


# -- what may be sold ----------------------------------------------------------------------------


@pytest.mark.rule("1824-VI.8-1")
def test_nothing_of_a_company_that_has_not_operated():
    s = start(stock(), "BH", 0, shares=6)
    forbidden(s, SellShares(0, "BH", 1), "VI.8-1", company="BH")
    s = turn(train(s, "BH", "2-0"), "BH")  # its first turn has begun
    assert do(s.replace(stack=stock().stack), SellShares(0, "BH", 1)).shares(ANN, "BH") == 5


@pytest.mark.rule("1824-VI.8-1")
def test_its_first_turn_makes_the_difference():
    s = train(start(stock(), "BH", 0, shares=6), "BH", "2-0")
    assert "BH" not in s.operated
    s = rest_of_turn(turn(s, "BH"))
    assert s.operated == ("BH",)
    assert offered(s, 0, lambda a: a == SellShares(0, "BH", 1))


@pytest.mark.rule("1824-VI.8-1")
def test_state_railways_too():
    s = singles(stock(4, {"SD1": 1}), 0, "SD", 3)
    forbidden(s, SellShares(0, "SD", 1), "VI.8-1", company="SD")
    s = formed(singles(stock(), 2, "SD", 3), "SD", 0, shares=3)
    assert do(s, SellShares(0, "SD", 1)).shares(ANN, "SD") == 2


@pytest.mark.rule("1824-VI.8-1", "1824-VI.3-4")
def test_nor_in_the_very_first_round():
    s = bh(6)
    first = s.replace(stack=stock(number=1).stack)
    forbidden(first, SellShares(0, "BH", 1), "VI.3-4")


@pytest.mark.rule("1824-VI.8-2")
def test_the_directors_share_never_comes_to_the_bank():
    s = bh(6)
    forbidden(s, SellShares(0, "BH", 5), "VI.8-3", there=4)
    s = bh(4, 1, 1, 1)  # 30% in the bank: two more fit
    assert [a.shares for a in offered(s, 0, lambda a: isinstance(a, SellShares))] == [1, 2]
    s = bh(2, 2, 3, 1)
    s = do(s, SellShares(0, "BH", 2))
    assert s.papers["BH_0"] == CY
    assert s.shares(OFFER, "BH") == 4
    assert all(s.papers[paper.id] != OFFER for paper in s.book.papers_of["BH"] if paper.director)


@pytest.mark.rule("1824-VI.8-3")
@pytest.mark.parametrize(
    ("others", "sold", "fits"), [((2, 2), 1, True), ((2, 2), 2, False), ((1, 2), 1, False)]
)
def test_no_more_than_half_in_the_bank(others, sold, fits):
    """40 + 10 are fine, 40 + 20 and 50 + 10 are not."""
    s = bh(2, *others)
    there = 8 - sum(others)
    assert s.shares(OFFER, "BH") == there
    if fits:
        assert do(s, SellShares(0, "BH", sold)).shares(OFFER, "BH") == 5
    else:
        forbidden(s, SellShares(0, "BH", sold), "VI.8-3", there=there, shares=sold, company="BH", limit=5)


# -- the money -----------------------------------------------------------------------------------


@pytest.mark.rule("1824-VI.8-4")
def test_all_shares_of_a_sale_at_the_price_before_the_drop():
    s = price_at(bh(5, 3, 2), "BH", 3, 4)
    after = do(s, SellShares(0, "BH", 3))
    assert after.cash[ANN] == 680 + 3 * 110
    assert after.price("BH") == 100


@pytest.mark.rule("1824-VI.8-4", "1824-VI.1-1b")
def test_the_shares_are_back_in_the_bank():
    s = do(bh(5, 3, 2), SellShares(0, "BH", 3))
    assert s.shares(OFFER, "BH") == 3
    assert POOL not in s.papers.values()


@pytest.mark.rule("1824-VI.8-4b")
@pytest.mark.parametrize("order", [("BH", "CL"), ("CL", "BH")])
def test_several_companies_in_any_order(order):
    s = start(bh(5, 2), "CL", 0, 70, 5)
    s = operated(singles(s, 1, "CL", 2), "CL")
    for company in order:
        s = do(s, SellShares(0, company, 1))
    assert s.cash[ANN] == 680 + 80 + 70
    assert (s.price("BH"), s.price("CL")) == (70, 60)


# -- under duress --------------------------------------------------------------------------------


def in_need(s, cash=0):
    """BH has no train and no money; Ann has this much cash; the bank sells 2s."""
    return turn(cash_of(cash_of(home(s, "BH"), "BH", 0), 0, cash), "BH", step=TRAINS)


@pytest.mark.rule("1824-VI.8-5")
def test_an_emergency_sale_does_not_change_the_director_of_the_company_in_need():
    s = in_need(bh(4, 3, 1))
    forbidden(s, SellShares(0, "BH", 2), "VI.8-5", shares=2, company="BH")
    s = do(s, SellShares(0, "BH", 1))
    assert (s.director("BH"), s.shares(ANN, "BH"), s.cash[ANN]) == (ANN, 3, 80)
    s = do(s, BuyTrain(0, "2-0", "2", 80))
    assert (s.cash[ANN], s.debt[ANN]) == (0, 0)


@pytest.mark.rule("1824-VI.8-5")
def test_nor_of_any_other_company():
    s = operated(start(bh(6, 1), "CL", 0, 70, 4), "CL")
    s = in_need(singles(singles(s, 1, "CL", 3), 2, "CL", 1))
    forbidden(s, SellShares(0, "CL", 2), "VI.8-5", shares=2, company="CL")
    assert do(s, SellShares(0, "CL", 1)).director("CL") == ANN


@pytest.mark.rule("1824-VI.8-5")
def test_shares_of_somebody_elses_company_may_go():
    s = operated(start(bh(6), "CL", 1, 70, 4), "CL")
    s = in_need(singles(singles(s, 0, "CL", 3), 2, "CL", 1))
    s = do(s, SellShares(0, "CL", 3))
    assert (s.shares(ANN, "CL"), s.director("CL")) == (0, BEN)


@pytest.mark.rule("1824-VI.8-5", "1824-VI.8-3")
def test_the_other_rules_of_selling_hold_as_well():
    s = operated(start(bh(5), "CL", 1, 70, 5), "CL")
    s = in_need(par(singles(s, 0, "SD", 2), "MS", 60))
    forbidden(s, SellShares(0, "BH", 1), "VI.8-3", there=5, limit=5)
    forbidden(s, SellShares(0, "SD", 1), "VI.8-1", company="SD")
    forbidden(s, SellShares(0, "CL", 1), "VI.1-1", company="CL", owned=0)


@pytest.mark.rule("1824-VI.1-2")
def test_a_sale_in_a_stock_round_may_change_it():
    s = do(bh(4, 3, 1), SellShares(0, "BH", 2), BuyShare(0, "UG", OFFER), Pass(1))
    assert s.director("BH") == BEN
