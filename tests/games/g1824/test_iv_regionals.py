"""IV.4.1 to IV.4.3, VI.5: share companies, and how regional railways open."""

import pytest

from stellwerk.engine import Pass, to_act
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.mountains import SwapMountain
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.mech18.markers import marker_cost
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.state import OFFER, SEATS
from stellwerk.mech18.stock import BuyShare, StartCompany

from .table import (
    cash_of,
    do,
    events,
    forbidden,
    give,
    home,
    offered,
    opening,
    operating_round,
    par,
    phase,
    price_at,
    refused,
    singles,
    start,
    stock,
    turn,
)

ANN, BEN, CY, DEE = SEATS[:4]


def with_coal(price=160):
    """EPP with Ann, bought at this price; it has acted, and the first 3 is sold."""
    return phase(home(stock(4, {"EPP": 0}, coal_prices={"EPP": price}), "EPP"), "2", "3")


# -- IV.4.1 --------------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.4.1-1")
def test_the_director_alone_decides():
    s = give(start(stock(), "BK", 2, shares=5), 0, "BK", 4)
    s = turn(s, "BK")
    assert to_act(s) == (2,)
    refused(s, Pass(0), "VII.5-1")
    assert do(s, Pass(2)).frame != s.frame


@pytest.mark.rule("1824-IV.4.1-2")
def test_the_directors_share_is_two_shares_and_one_paper():
    s = do(opening(), StartCompany(3, "BH", 80))
    assert s.shares(DEE, "BH") == 2
    assert s.paper_count(DEE) == 1


@pytest.mark.rule("1824-IV.4.1-3")
def test_shares_are_on_sale_once_there_is_a_price():
    s = opening()
    forbidden(s, BuyShare(3, "BK", OFFER), "IV.4.1-3", company="BK")
    s = do(s, BuyRailway(3, "EPP", 140), BuyShare(2, "BK", OFFER))
    assert s.shares(CY, "BK") == 1
    assert s.cash[CY] == 680 - 70


@pytest.mark.rule("1824-IV.4.1-4")
def test_without_a_price_the_directors_share_comes_first():
    s = opening()
    forbidden(s, BuyShare(3, "BH", OFFER), "IV.4.1-3", company="BH")
    starts = offered(s, 3, lambda a: isinstance(a, StartCompany))
    assert {a.company for a in starts} == {"BH"}  # the others wait for their coal railways
    s = do(s, starts[0])
    forbidden(s, StartCompany(2, "BH", 80), "IV.4.1-4", company="BH")
    assert offered(s, 2, lambda a: isinstance(a, BuyShare) and a.company == "BH")


# -- IV.4.2 --------------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.4.2-1", "1824-VI.5-1")
def test_with_coal_it_opens_at_half_with_the_directors_share():
    s = singles(do(with_coal(), SwapCoal(0, "EPP")), 2, "BK", 2)
    assert "BK" not in s.opened  # 40%
    s = do(s, BuyShare(1, "BK", OFFER))
    assert "BK" in s.opened


@pytest.mark.rule("1824-IV.4.2-1")
def test_the_swap_may_complete_the_half():
    s = do(singles(with_coal(), 2, "BK", 3), SwapCoal(0, "EPP"))
    assert s.opened[-1] == "BK"
    assert s.director("BK") == CY


@pytest.mark.rule("1824-IV.4.2-2")
def test_capital_of_8_times_par_and_what_the_coal_railway_had():
    """Par 80: 640 and the 137 of EPP; the present price of 110 does not matter."""
    s = price_at(cash_of(singles(with_coal(160), 1, "BK", 3), "EPP", 137), "BK", 3, 4)
    assert s.price("BK") == 110
    s = do(s, SwapCoal(0, "EPP"))
    assert s.cash["BK"] == 640 + 137
    assert s.trains_of("BK") == ["1g-0"]


@pytest.mark.rule("1824-IV.4.2-2")
def test_the_capital_is_the_same_when_a_purchase_opens_it():
    s = do(singles(cash_of(with_coal(200), "EPP", 30), 1, "BK", 2), SwapCoal(0, "EPP"))
    assert s.cash["BK"] == 30
    s = do(s, BuyShare(1, "BK", OFFER))
    assert s.cash["BK"] == 30 + 800


# -- IV.4.3 --------------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.4.3-1", "1824-IV.4.1-3")
@pytest.mark.parametrize("price", [60, 70, 80, 90, 100])
def test_the_buyer_of_the_directors_share_picks_par_and_pays_twice(price):
    s = do(stock(), StartCompany(0, "BH", price))
    assert s.par["BH"] == s.price("BH") == price
    assert s.prices["BH"].column == 2
    assert s.cash[ANN] == 680 - 2 * price
    assert s.cash["BH"] == 0  # the bank has it
    assert do(s, BuyShare(1, "BH", OFFER)).cash[BEN] == 680 - price


@pytest.mark.rule("1824-IV.4.3-1")
@pytest.mark.parametrize("price", [50, 75, 110])
def test_no_other_par(price):
    forbidden(stock(), StartCompany(0, "BH", price), "IV.4.3-1", par=price, pars="60, 70, 80, 90, 100")


@pytest.mark.rule("1824-IV.4.3-1")
def test_also_where_the_coal_railway_was_not_sold():
    s = stock(4, {"EPP": 1})
    starts = {a.company for a in offered(s, 0, lambda a: isinstance(a, StartCompany))}
    assert starts == {"MS", "CL", "SB", "BH"}


@pytest.mark.rule("1824-IV.4.3-2", "1824-VI.5-1")
@pytest.mark.parametrize("company", ["BH", "CL"])
def test_without_coal_it_opens_at_half_with_10_times_par(company):
    s = give(par(stock(), company, 100), 0, company, 4)
    assert company not in s.opened
    s = do(s, Pass(0), BuyShare(1, company, OFFER))
    assert company in s.opened
    assert s.cash[company] == 1000


@pytest.mark.rule("1824-IV.4.3-2", "1824-VI.5-1")
def test_five_swaps_do_not_open_it_but_the_directors_share_then_does():
    s = phase(stock(4, {"B1": 0, "B2": 1, "B3": 2, "B4": 3, "B5": 0}), "2", "3")
    s = do(s, SwapMountain(0, "B1", "BH"), SwapMountain(1, "B2", "BH"), SwapMountain(2, "B3", "BH"))
    s = do(s, SwapMountain(3, "B4", "BH"), SwapMountain(0, "B5", "BH"))
    assert sum(s.shares(owner, "BH") for owner in s.players) == 5
    assert "BH" not in s.opened
    s = do(s, StartCompany(1, "BH", 60))
    assert "BH" in s.opened
    assert s.cash["BH"] == 600
    assert s.director("BH") == BEN


@pytest.mark.rule("1824-VI.5-1")
def test_a_mountain_railways_swap_may_open_it():
    s = phase(stock(4, {"B1": 1}), "2", "3")
    s = give(par(s, "BH", 80), 0, "BH", 4)
    s = do(s, Pass(0), SwapMountain(1, "B1", "BH"))
    assert s.cash["BH"] == 800


@pytest.mark.rule("1824-VI.5-1")
def test_it_opens_only_once():
    s = do(give(par(stock(), "BH", 80), 0, "BH", 4), Pass(0), BuyShare(1, "BH", OFFER))
    s = do(s, BuyShare(2, "BH", OFFER))
    assert s.cash["BH"] == 800
    assert s.opened.count("BH") == 1


# -- VI.5 ----------------------------------------------------------------------------------------


@pytest.mark.rule("1824-VI.5-1b")
def test_state_railways_never_open_by_purchase():
    s = singles(stock(4, {"SD1": 3}), 0, "SD", 5)
    s = do(s, Pass(0), BuyShare(1, "SD", OFFER))  # 60%, and SD1's 20% kept beside
    assert "SD" not in s.opened
    assert s.cash["SD"] == 0


@pytest.mark.rule("1824-VI.5-1b")
def test_not_even_with_a_director():
    """SD1 was not sold: Ann has the freed 20% and half of the shares are out."""
    s = give(stock(4, {"SD2": 3}), 0, "SD", 5)
    s = do(s, Pass(0), BuyShare(1, "SD", OFFER))
    assert s.director("SD") == ANN
    assert "SD" not in s.opened


@pytest.mark.rule("1824-VI.5-2")
def test_on_opening_the_director_gets_sheet_markers_and_capital():
    s = give(par(stock(), "BH", 90), 2, "BH", 4)
    assert "CompanyOpened" in events(do(s, Pass(0)), BuyShare(1, "BH", OFFER))
    s = do(s, Pass(0), BuyShare(1, "BH", OFFER))
    assert (s.cash["BH"], s.markers["BH"], marker_cost(s, "BH")) == (900, 0, 0)
    s = operating_round(s)
    assert s.stack[1] == OperatingRound(2, 1, 1, True, ("BH",))
    assert to_act(s) == (2,)
