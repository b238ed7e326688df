"""VI.4, VI.7: buying shares, and the limits."""

import pytest

from stellwerk.engine import Pass, to_act
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.mountains import SwapMountain
from stellwerk.mech18.course import Course
from stellwerk.mech18.state import OFFER, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound

from .table import (
    cash_of,
    director,
    do,
    forbidden,
    give,
    home,
    operated,
    own,
    par,
    phase,
    price_at,
    round_ends,
    singles,
    start,
    stock,
)

ANN, BEN, CY, DEE = SEATS[:4]


def next_round(s, seat=0):
    """The same position in the next stock round."""
    number = s.frame.number + 1
    return s.replace(stack=(Course(number), StockRound(number, seat)))


# -- VI.4 ----------------------------------------------------------------------------------------


@pytest.mark.rule("1824-VI.4-1")
def test_what_you_sold_you_do_not_buy_back_in_this_round():
    s = do(operated(start(stock(), "BH", shares=6), "BH"), SellShares(0, "BH", 1))
    forbidden(s, BuyShare(0, "BH", OFFER), "VI.4-1", player="Ann", company="BH")
    s = do(s, BuyShare(0, "SD", OFFER), BuyShare(1, "BH", OFFER), Pass(2), Pass(3))
    forbidden(s, BuyShare(0, "BH", OFFER), "VI.4-1", player="Ann", company="BH")
    assert do(next_round(s), BuyShare(0, "BH", OFFER)).shares(ANN, "BH") == 6


@pytest.mark.rule("1824-VI.4-2")
def test_cash_for_a_share():
    s = cash_of(price_at(par(stock(), "BH", 90), "BH", 3, 3), 0, 99)
    forbidden(director(s, 1, "BH"), BuyShare(0, "BH", OFFER), "VI.4-2", cash=99, price=100)
    assert do(cash_of(s, 0, 100), BuyShare(0, "BH", OFFER)).cash[ANN] == 0


@pytest.mark.rule("1824-VI.4-2")
def test_cash_for_a_directors_share():
    s = cash_of(stock(), 0, 159)
    forbidden(s, StartCompany(0, "BH", 80), "VI.4-2", cash=159, price=160)
    assert do(s, StartCompany(0, "BH", 70)).cash[ANN] == 19


# -- VI.7: papers --------------------------------------------------------------------------------


@pytest.mark.rule("1824-VI.7-1")
@pytest.mark.parametrize(("players", "limit"), [(3, 21), (4, 16), (5, 13), (6, 11)])
def test_the_paper_limit(players, limit):
    s = par(stock(players), "BH", 60)
    for company in ("SD", "UG", "KK"):
        s = singles(s, 0, company, min(8, limit - s.paper_count(ANN)))
    assert s.paper_count(ANN) == limit
    forbidden(s, BuyShare(0, "BH", OFFER), "VI.7-1", held=limit, limit=limit)
    forbidden(s, StartCompany(0, "CL", 60), "VI.7-1", held=limit, limit=limit)
    s = s.hand_over("SD_1", OFFER)
    assert do(s, StartCompany(0, "CL", 60)).paper_count(ANN) == limit


@pytest.mark.rule("1824-VI.7-1")
def test_a_directors_share_is_one_paper():
    s = give(par(stock(), "BH", 60), 0, "BH", 6)
    assert s.paper_count(ANN) == 5


@pytest.mark.rule("1824-VI.7-1b")
def test_railways_count_one_each_mountains_nothing():
    s = stock(4, {"EPP": 0, "SD1": 0, "KK2": 0, "B1": 0, "B2": 0})
    assert s.paper_count(ANN) == 3
    s = singles(singles(s, 0, "UG", 8), 0, "SD", 5)
    forbidden(s, BuyShare(0, "KK", OFFER), "VI.7-1", held=16, limit=16)


def over_by_one():
    """Ben took BH over from Ann: her two 10% shares for the 20% make 17 papers."""
    s = operated(start(stock(4, {"EPP": 0}), "BH", 0, shares=2), "BH")
    s = singles(singles(singles(s, 0, "UG", 8), 0, "SD", 6), 3, "BH", 2)
    s = singles(s, 1, "BH", 2)
    assert s.paper_count(ANN) == 16
    s = do(s, Pass(0), BuyShare(1, "BH", OFFER), Pass(2), Pass(3))
    assert (s.director("BH"), s.paper_count(ANN)) == (BEN, 17)
    return phase(home(s, "EPP"), "2", "3")


@pytest.mark.rule("1824-VI.7-2")
def test_over_the_limit_you_sell_down_in_your_next_turn():
    s = over_by_one()
    assert to_act(s) == (0,)
    forbidden(s, Pass(0), "VI.7-2", held=17, limit=16)
    forbidden(s, BuyShare(0, "KK", OFFER), "VI.7-1", held=17, limit=16)
    s = do(s, SellShares(0, "BH", 1), Pass(0))
    assert to_act(s) == (1,)


@pytest.mark.rule("1824-VI.7-2")
def test_a_swap_does_not_replace_the_sale():
    s = over_by_one()
    forbidden(s, SwapCoal(0, "EPP"), "VI.7-2", held=17, limit=16)
    s = do(s, SellShares(0, "BH", 1), SwapCoal(0, "EPP"))
    assert (s.director("BK"), s.paper_count(ANN)) == (ANN, 16)


@pytest.mark.rule("1824-VI.7-2", "1824-VIII.3-1")
def test_two_papers_over_one_company_may_be_sold_twice():
    s = own(over_by_one(), 0, "EOD")
    assert s.paper_count(ANN) == 18
    s = do(s, SellShares(0, "BH", 1))
    forbidden(s, Pass(0), "VI.7-2", held=17, limit=16)
    s = do(s, SellShares(0, "BH", 1), Pass(0))
    assert s.paper_count(ANN) == 16
    assert s.price("BH") == 70  # one sale: the price fell once, from 80


@pytest.mark.rule("1824-VI.7-2", "1824-VIII.3-1")
def test_at_the_limit_a_company_is_not_sold_twice():
    s = do(over_by_one(), SellShares(0, "BH", 1))
    assert s.paper_count(ANN) == 16
    forbidden(s, SellShares(0, "BH", 1), "VIII.3-1", company="BH")


@pytest.mark.rule("1824-VI.7-2")
def test_who_can_sell_nothing_need_not():
    s = over_by_one()
    assert to_act(do(s.replace(operated=()), Pass(0))) == (1,)


# -- VI.7: 60% -----------------------------------------------------------------------------------


@pytest.mark.rule("1824-VI.7-3")
def test_with_60_percent_you_buy_no_more_of_it():
    s = start(stock(), "BH", 0, shares=6)
    forbidden(s, BuyShare(0, "BH", OFFER), "VI.7-3", player="Ann", owned=6, company="BH", limit=6)
    s = start(stock(), "BH", 0, shares=5)
    assert do(s, BuyShare(0, "BH", OFFER)).shares(ANN, "BH") == 6


@pytest.mark.rule("1824-VI.7-3")
def test_with_50_percent_the_20_may_still_be_bought():
    s = singles(stock(), 0, "BH", 5)
    assert do(s, StartCompany(0, "BH", 60)).shares(ANN, "BH") == 7
    forbidden(singles(stock(), 0, "BH", 6), StartCompany(0, "BH", 60), "VI.7-3", owned=6, limit=6)


@pytest.mark.rule("1824-VI.7-3b")
def test_a_mountain_railway_may_exceed_60_percent():
    s = phase(start(stock(4, {"B1": 0}), "BH", 0, shares=6), "2", "3")
    s = do(s, SwapMountain(0, "B1", "BH"))
    assert s.shares(ANN, "BH") == 7


@pytest.mark.rule("1824-VI.7-3b")
def test_a_coal_railway_may_exceed_60_percent():
    s = phase(home(stock(4, {"EPP": 0}), "EPP"), "2", "3")
    s = do(singles(s, 0, "BK", 6), SwapCoal(0, "EPP"))
    assert s.shares(ANN, "BK") == 8


@pytest.mark.rule("1824-VI.7-3b")
def test_pre_state_railways_may_exceed_60_percent_and_nothing_need_be_sold():
    s = home(stock(4, {"SD1": 0, "SD2": 0}), "SD1", "SD2")
    s = round_ends(singles(s, 0, "SD", 5), "SD", number=2)
    assert s.shares(ANN, "SD") == 8
    s = operated(s, "SD").replace(stack=(Course(3), StockRound(3, 0)))
    forbidden(s, BuyShare(0, "SD", OFFER), "VI.7-3", owned=8, limit=6)
    assert to_act(do(s, Pass(0))) == (1,)
