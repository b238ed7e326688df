"""IV.2: coal railways become the directors' shares of regional railways."""

import pytest

from stellwerk.board.hexes import StopId
from stellwerk.engine import Pass, to_act
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.state import OFFER, OUT, RESERVED, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany
from stellwerk.mech18.trains import BuyTrain

from .table import (
    COAL,
    TRAINS,
    cash_of,
    do,
    forbidden,
    home,
    offered,
    operated,
    operating_round,
    phase,
    refused,
    rest_of_turn,
    sells,
    singles,
    start,
    stock,
    train,
    turn,
)

ANN, BEN, CY, DEE = SEATS[:4]


def green(owners, **more):
    """The second stock round, the first 3 sold; the coal railways have acted before."""
    s = stock(4, owners, **more)
    return phase(home(s, *(railway for railway in owners if railway in COAL)), "2", "3")


def buys_first_5(owners, s=None, **more):
    """Somebody's BH buys the first 5; everybody else has still to act."""
    s = sells(home(stock(4, owners, **more), *owners) if s is None else s, "5")
    s = home(start(s, "BH", 3, price=100, cash=1000), "BH")
    return do(turn(train(s, "BH", "4-0"), "BH", step=TRAINS, acted=owners), BuyTrain(3, "5-0", "5", 400))


# -- by choice -----------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.2-9")
def test_not_before_the_first_3():
    s = home(phase(stock(4, {"EPP": 0}), "2"), "EPP")
    forbidden(s, SwapCoal(0, "EPP"), "IV.2-9")
    assert do(phase(s, "2", "3"), SwapCoal(0, "EPP")).director("BK") == ANN


@pytest.mark.rule("1824-IV.2-9")
def test_instead_of_buying_for_the_share_kept_for_the_owner():
    s = green({"EPP": 0, "MLB": 2})
    assert s.papers["BK_0"] == RESERVED
    forbidden(s, StartCompany(0, "BK", 60), "IV.4.1-4", company="BK")
    forbidden(s, SwapCoal(0, "MLB"), "IV.2-9", player="Ann", railway="MLB")
    after = do(s, SwapCoal(0, "EPP"))
    assert after.papers["BK_0"] == ANN
    assert after.papers["EPP_0"] == OUT
    assert after.cash[ANN] == 680
    assert to_act(after) == (1,)


@pytest.mark.rule("1824-IV.2-9", "1824-VI.1-2")
def test_a_sale_may_come_before_the_swap():
    s = operated(start(green({"EPP": 0}), "BH", shares=6), "BH")
    after = do(s, SellShares(0, "BH", 1), SwapCoal(0, "EPP"))
    assert after.director("BK") == ANN
    assert to_act(after) == (1,)


@pytest.mark.rule("1824-IV.2-9")
def test_not_in_an_operating_round():
    refused(turn(green({"EPP": 0}), "EPP"), SwapCoal(0, "EPP"), "VII.5-1")


@pytest.mark.rule("1824-IV.2-9")
def test_it_is_gone_afterwards():
    s = do(green({"EPP": 0}), SwapCoal(0, "EPP"))
    s = do(s, Pass(1), Pass(2), Pass(3))
    forbidden(s, SwapCoal(0, "EPP"), "IV.2-9", railway="EPP")
    assert "EPP" not in s.opened


@pytest.mark.rule("1824-IV.2-10")
def test_somebody_with_strictly_more_becomes_director_at_once():
    s = singles(green({"EPP": 0}), 2, "BK", 3)
    s = do(s, SwapCoal(0, "EPP"))
    assert s.director("BK") == CY
    assert (s.shares(ANN, "BK"), s.shares(CY, "BK")) == (2, 3)
    assert (s.paper_count(ANN), s.paper_count(CY)) == (2, 2)


@pytest.mark.rule("1824-IV.2-10")
def test_a_tie_leaves_the_share_with_the_owner():
    s = do(singles(green({"EPP": 0}), 2, "BK", 2), SwapCoal(0, "EPP"))
    assert s.director("BK") == ANN


# -- by force ------------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.2-11", "1824-VII.14-5b")
def test_the_first_5_exchanges_all_of_them_at_once():
    s = buys_first_5({"EPP": 0, "EOD": 1, "SPB": 2})
    assert [s.papers[f"{railway}_0"] for railway in ("EPP", "EOD", "SPB")] == [OUT] * 3
    assert (s.director("BK"), s.director("MS"), s.director("SB")) == (ANN, BEN, CY)
    assert not set(COAL) & set(s.opened)
    assert s.frame.company == "BH"  # in the middle of whose turn it happens
    assert s.papers["CL_0"] == OFFER  # MLB was never sold


@pytest.mark.rule("1824-IV.2-11", "1824-IV.2-12")
def test_the_20_percent_count_as_sold():
    """30% of MS with players and the 20% of EOD make it open; BK has 20% out and does not open."""
    s = home(stock(4, {"EPP": 0, "EOD": 1}, coal_prices={"EOD": 160}), "EPP", "EOD")
    s = singles(singles(singles(s, 2, "MS", 2), 0, "MS", 1), 0, "BK", 2)
    s = buys_first_5({}, s=s)
    assert "MS" in s.opened
    assert s.cash["MS"] == 8 * 80 + 40  # at once
    assert "BK" not in s.opened
    assert s.cash["BK"] == 0


@pytest.mark.rule("1824-IV.2-12")
def test_it_acts_from_the_next_round_on_never_in_the_running_one():
    s = home(stock(4, {"EOD": 1}), "EOD")
    s = buys_first_5({}, s=singles(s, 2, "MS", 3))
    assert s.price("MS") < s.price("BH")  # its place in this round would be to come
    assert s.director("MS") == CY
    s = do(s, Pass(3))  # BH ends the round; another set begins after the stock round
    assert "MS" in s.opened
    assert not any(getattr(frame, "company", "") == "MS" for frame in s.stack)
    assert "MS" not in s.begun
    s = operating_round(s)
    while s.frame.company != "MS":
        s = rest_of_turn(s)
    assert to_act(s) == (2,)


@pytest.mark.rule("1824-IV.2-12")
@pytest.mark.parametrize(("number", "of"), [(1, 2), (2, 3), (3, 3)])
def test_the_round_in_which_it_opens_stays_what_it_was(number, of):
    """MS waits as if it had acted; set, number and count of the rounds are as before."""
    s = sells(home(singles(stock(4, {"EOD": 1}), 2, "MS", 3), "EOD"), "5")
    s = home(start(s, "BH", 3, price=100, cash=1000), "BH")
    s = turn(train(s, "BH", "4-0"), "BH", step=TRAINS, acted=("EOD",), number=number, of=of)
    before = s.stack[1]
    after = do(s, BuyTrain(3, "5-0", "5", 400)).stack[1]
    assert after == OperatingRound(2, number, of, True, (*before.acted, "MS"))


# -- opening -------------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.2-13")
def test_before_the_swap_its_regional_railway_cannot_open():
    s = singles(singles(green({"EPP": 0}), 1, "BK", 5), 2, "BK", 2)
    s = do(s, BuyShare(0, "BK", OFFER))  # 80% are with the players
    assert "BK" not in s.opened
    assert s.cash["BK"] == 0
    s = do(s, Pass(1), Pass(2), Pass(3), SwapCoal(0, "EPP"))
    assert "BK" in s.opened


@pytest.mark.rule("1824-IV.2-14")
def test_cash_and_trains_move_to_the_sheet():
    s = cash_of(train(green({"EPP": 0}), "EPP", "2g-0"), "EPP", 137)
    s = do(s, SwapCoal(0, "EPP"))
    assert (s.cash["EPP"], s.cash["BK"]) == (0, 137)
    assert s.trains_of("BK") == ["1g-0", "2g-0"]
    assert "BK" not in s.opened


@pytest.mark.rule("1824-IV.2-14")
def test_they_wait_there_until_it_is_open():
    s = cash_of(do(green({"EPP": 0, "SD1": 0}), SwapCoal(0, "EPP")), "SD1", 500)
    at = turn(s, "SD1", step=TRAINS)
    forbidden(at, BuyTrain(0, "1g-0", "1g", 120), "IV.2-14", seller="BK")
    assert not offered(at, 0, lambda a: isinstance(a, BuyTrain) and a.train == "1g-0")
    s = s.replace(opened=(*s.opened, "BK"))
    after = do(turn(s, "SD1", step=TRAINS), BuyTrain(0, "1g-0", "1g", 1))
    assert after.trains_of("SD1") == ["1g-0"]


@pytest.mark.rule("1824-IV.2-14b")
def test_the_mine_becomes_free():
    s = green({"EPP": 0})
    mine = StopId("C6.0")
    assert s.board.holds(mine, "EPP")
    s = do(s, SwapCoal(0, "EPP"))
    assert s.board.free_slots(s.book.atlas, mine) == 1
    assert "EPP" not in s.markers


@pytest.mark.rule("1824-IV.2-15")
def test_the_regional_railway_begins_at_its_own_home():
    s = do(singles(green({"EPP": 0}), 1, "BK", 3), SwapCoal(0, "EPP"))
    assert "BK" in s.opened
    s = turn(s, "BK")
    assert s.board.markers_of("BK") == ("B9.0",)
    assert s.markers["BK"] == 1
    assert s.cash["BK"] == 8 * 60  # the marker was free
