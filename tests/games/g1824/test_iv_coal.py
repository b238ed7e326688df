"""IV.2: coal railways while they run."""

import pytest

from stellwerk.engine import Pass
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import BANK, OFFER, OUT, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany
from stellwerk.mech18.trains import BuyTrain

from .table import (
    COAL,
    RUN,
    TRAINS,
    cash_of,
    do,
    forbidden,
    home,
    no_trains,
    offered,
    opening,
    phase,
    refused,
    sells,
    singles,
    stock,
    tile,
    train,
    turn,
)

ANN, BEN, CY, DEE = SEATS[:4]


def bohemia(s):
    """Yellow track from the mine C6: to Pilsen (20) and Dresden (10), and to Prag (20)."""
    return tile(tile(tile(s, "B5", "57", 2), "B7", "8", 4), "B9", "57", 1)


def best(s, seat=0):
    return max(offered(s, seat, lambda a: isinstance(a, RunTrains)), key=lambda a: len(a.routes))


# -- the purchase --------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.2-1")
@pytest.mark.parametrize(("price", "par"), [(120, 60), (140, 70), (160, 80), (180, 90), (200, 100)])
def test_half_the_price_is_the_par_of_its_regional_railway(price, par):
    s = opening()
    assert "BK" not in s.prices
    s = do(s, BuyRailway(3, "EPP", price))
    assert s.par["BK"] == par
    assert s.price("BK") == par
    assert s.prices["BK"].cell == s.book.par_cells[par]
    assert s.cash[DEE] == 680 - price


@pytest.mark.rule("1824-IV.2-1", "1824-VI.3-1")
@pytest.mark.parametrize("price", [100, 130, 220])
def test_no_other_price(price):
    forbidden(opening(), BuyRailway(3, "EPP", price), "VI.3-1", prices="120, 140, 160, 180, 200", price=price)


@pytest.mark.rule("1824-IV.2-1")
def test_each_has_its_own_regional_railway():
    s = opening()
    for seat, railway in zip((3, 2, 1, 0), COAL, strict=True):
        s = do(s, BuyRailway(seat, railway, 140))
        assert s.price(COAL[railway]) == 70


@pytest.mark.rule("1824-IV.2-2")
def test_never_resold():
    s = phase(stock(4, {"EPP": 0}), "2", "3")
    forbidden(s, SellShares(0, "EPP", 1), "VI.1-1", company="EPP")
    forbidden(do(s, Pass(0)), BuyRailway(1, "EPP", 120), "VI.3-5", railway="EPP")


@pytest.mark.rule("1824-IV.2-6", "1824-VI.3-3")
@pytest.mark.parametrize(("price", "cash"), [(120, 0), (160, 40), (200, 80)])
def test_it_starts_with_a_1g_and_what_the_price_leaves(price, cash):
    s = opening()
    after = do(s, BuyRailway(3, "EPP", price))
    assert after.cash["EPP"] == cash
    assert [after.train_type(card) for card in after.trains_of("EPP")] == ["1g"]
    assert after.cash[BANK] == s.cash[BANK] + 120


# -- trains --------------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.2-3", "1824-VII.14-1d")
@pytest.mark.parametrize("sold", [("2",), ("2", "3"), ("2", "3", "4")])
def test_never_more_than_two_trains(sold):
    s = cash_of(home(phase(stock(4, {"EPP": 0}), *sold), "EPP"), "EPP", 500)
    s = do(turn(s, "EPP", step=TRAINS), BuyTrain(0, "1g-1", "1g", 120))
    s = turn(s, "EPP", step=TRAINS, settled=False)
    forbidden(s, BuyTrain(0, "1g-2", "1g", 120), "VII.11-4", company="EPP", owned=2, limit=2)


@pytest.mark.rule("1824-IV.2-4")
def test_it_must_own_a_train_at_the_end_of_its_turn():
    s = turn(no_trains(phase(stock(4, {"EPP": 0}), "2"), "EPP"), "EPP", step=TRAINS)
    forbidden(s, Pass(0), "VII.11-1", company="EPP")
    s = do(s, BuyTrain(0, "1g-1", "1g", 120), Pass(0))
    assert s.trains_of("EPP") == ["1g-1"]


@pytest.mark.rule("1824-IV.2-5")
def test_goods_trains_only():
    s = turn(cash_of(phase(stock(4, {"EPP": 0}), "2"), "EPP", 500), "EPP", step=TRAINS)
    forbidden(s, BuyTrain(0, "2-0", "2", 80), "IV.2-5", company="EPP")
    assert offered(s, 0, lambda a: isinstance(a, BuyTrain)) == [BuyTrain(0, "1g-1", "1g", 120)]


@pytest.mark.rule("1824-IV.2-5")
def test_nor_a_normal_train_of_another_company():
    s = train(sells(stock(4, {"EPP": 0, "SD1": 0}), "4"), "SD1", "3-0")
    s = turn(cash_of(s, "EPP", 500), "EPP", step=TRAINS)
    forbidden(s, BuyTrain(0, "3-0", "3", 180), "IV.2-5", company="EPP")


# -- revenue -------------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.2-7", "1824-IV.2-8")
def test_the_mine_pays_into_the_treasury_and_the_rest_is_halved():
    """One 1g: Pilsen 20 is halved, the mine's 10 stay in the company."""
    s = home(phase(stock(4, {"EPP": 0}), "2"), "EPP")
    s = turn(bohemia(s), "EPP", step=RUN)
    after = do(s, best(s))
    assert after.cash["EPP"] == 10 + 10
    assert after.cash[ANN] == 680 + 10
    assert after.last_run["EPP"] == 20


@pytest.mark.rule("1824-IV.2-7", "1824-IV.2-8")
def test_two_trains_two_times_the_mine():
    """Pilsen 20 and Prag 20: half of 40 each way, and twice the mine's 10."""
    s = home(train(phase(stock(4, {"EPP": 0}), "2"), "EPP", "1g-1"), "EPP")
    s = turn(bohemia(s), "EPP", step=RUN)
    after = do(s, best(s))
    assert after.cash["EPP"] == 20 + 2 * 10
    assert after.cash[ANN] == 680 + 20


@pytest.mark.rule("1824-IV.2-8")
def test_there_is_no_choice_about_the_revenue():
    s = cash_of(home(phase(stock(4, {"EPP": 0}), "2"), "EPP"), "EPP", 500)
    s = turn(bohemia(s), "EPP", step=RUN)
    after = do(s, best(s))
    assert after.frame.step == TRAINS
    assert after.frame.company == "EPP"


# -- unsold --------------------------------------------------------------------------------------


def all_pass(s):
    """Everybody passes until the stock round is over; no company is in play before the next one."""
    number = s.frame.number
    while s.frame.number == number:
        s = do(s, Pass(s.frame.seat))
    return s


@pytest.mark.rule("1824-IV.2-16", "1824-VI.3-5")
def test_unsold_in_the_first_round_it_leaves_the_game():
    s = all_pass(opening())
    assert s.frame.number == 2
    assert [s.papers[f"{railway}_0"] for railway in COAL] == [OUT] * 4
    assert [s.papers[f"{company}_0"] for company in COAL.values()] == [OFFER] * 4
    refused(s, BuyRailway(0, "EPP", 120), "VI.3-5")


@pytest.mark.rule("1824-IV.2-16", "1824-IV.4.3-1", "1824-IV.4.3-2")
def test_then_its_regional_railway_is_one_without_coal():
    s = do(all_pass(opening()), StartCompany(0, "CL", 70))
    assert s.cash[ANN] == 680 - 140
    s = do(singles(s, 0, "CL", 2), BuyShare(1, "CL", OFFER))
    assert s.cash["CL"] == 10 * 70
