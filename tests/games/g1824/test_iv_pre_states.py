"""IV.3: pre-state railways."""

import pytest

from stellwerk.engine import Pass
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import BANK, OUT, SEATS
from stellwerk.mech18.stock import SellShares
from stellwerk.mech18.trains import BuyTrain

from .table import (
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
    rest_of_turn,
    round_ends,
    sells,
    start,
    stock,
    tile,
    train,
    turn,
)

ANN, BEN, CY, DEE = SEATS[:4]
PRICES = {"SD1": 240, "SD2": 120, "SD3": 120, "UG1": 240, "UG2": 120, "KK1": 240, "KK2": 120}


@pytest.mark.rule("1824-IV.3-1", "1824-VI.3-1")
@pytest.mark.parametrize(("railway", "price"), PRICES.items())
def test_the_price_is_its_treasury_and_it_has_no_train(railway, price):
    s = opening()
    forbidden(s, BuyRailway(3, railway, 360 - price), "VI.3-1", prices=str(price), price=360 - price)
    after = do(s, BuyRailway(3, railway, price))
    assert after.cash[railway] == price
    assert after.cash[DEE] == 680 - price
    assert after.cash[BANK] == s.cash[BANK]
    assert after.trains_of(railway) == []


@pytest.mark.rule("1824-IV.3-2", "1824-VII.14-4e", "1824-VII.14-5d", "1824-VII.14-6c")
@pytest.mark.parametrize(("kind", "price", "state"), [("4", 280, "SD"), ("5", 400, "UG"), ("6", 600, "KK")])
def test_a_state_railway_forms_at_the_end_of_the_round(kind, price, state):
    """SD1 buys the train; KK2 acts after it, still as a pre-state railway."""
    s = stock(4, {"SD1": 0, "SD2": 1, "UG1": 2, "UG2": 3, "KK1": 0, "KK2": 1})
    s = home(s, "SD1", "SD2", "UG1", "UG2", "KK1", "KK2")
    before = str(int(kind) - 1)
    s = train(sells(s, kind), "SD1", f"{before}-0")
    s = train(s, "KK2", "1g-0", "2g-0")
    s = turn(cash_of(s, "SD1", 2000), "SD1", step=TRAINS, acted=("SD2", "UG1", "UG2", "KK1"), of=2)
    s = do(s, BuyTrain(0, f"{kind}-0", kind, price))
    assert s.forming == (state,)
    assert s.formed == ()
    assert f"{state}2" in s.opened
    s = do(s, Pass(0))
    assert s.frame.company == "KK2"  # in the same round
    assert s.formed == ()
    s = rest_of_turn(s)
    assert s.formed == (state,)
    assert s.forming == ()
    assert not [sym for sym in s.opened if sym.startswith(state) and sym != state]


@pytest.mark.rule("1824-IV.3-2")
def test_no_other_train_forms_anything():
    s = stock(4, {"SD1": 0, "KK1": 1})
    s = turn(cash_of(train(sells(s, "3"), "SD1", "2-0"), "SD1", 900), "SD1", step=TRAINS)
    s = do(s, BuyTrain(0, "3-0", "3", 180))
    assert s.forming == ()


@pytest.mark.rule("1824-IV.3-3")
def test_nr_1_becomes_the_directors_share_the_others_one_share_each():
    s = stock(4, {"SD1": 0, "SD2": 1, "SD3": 2, "KK1": 3, "KK2": 1})
    s = round_ends(home(s, "SD1", "SD2", "SD3", "KK1", "KK2"), "SD")
    assert (s.papers["SD_0"], s.papers["SD_1"], s.papers["SD_2"]) == (ANN, BEN, CY)
    assert [s.shares(owner, "SD") for owner in s.players] == [2, 1, 1, 0]
    assert [s.papers[f"SD{n}_0"] for n in (1, 2, 3)] == [OUT] * 3
    assert s.papers["KK1_0"] == DEE  # KK forms later


@pytest.mark.rule("1824-IV.3-4")
@pytest.mark.parametrize("railway", PRICES)
def test_never_resold(railway):
    s = stock(4, {railway: 0})
    forbidden(s, SellShares(0, railway, 1), "VI.1-1", company=railway)
    forbidden(do(s, Pass(0)), BuyRailway(1, railway, PRICES[railway]), "VI.3-5", railway=railway)


@pytest.mark.rule("1824-IV.3-4b", "1824-VII.14-1d")
@pytest.mark.parametrize("sold", [("2",), ("2", "3"), ("2", "3", "4", "5")])
def test_never_more_than_two_trains(sold):
    s = train(cash_of(phase(stock(4, {"KK1": 0}), *sold), "KK1", 900), "KK1", "1g-0")
    s = do(turn(s, "KK1", step=TRAINS), BuyTrain(0, "1g-1", "1g", 120))
    s = turn(s, "KK1", step=TRAINS, settled=False)
    forbidden(s, BuyTrain(0, "1g-2", "1g", 120), "VII.11-4", company="KK1", owned=2, limit=2)


@pytest.mark.rule("1824-IV.3-4c")
def test_it_must_own_a_train_at_the_end_of_its_turn():
    s = turn(stock(4, {"UG2": 0}), "UG2", step=TRAINS)
    forbidden(s, Pass(0), "VII.11-1", company="UG2")
    assert do(s, BuyTrain(0, "2-0", "2", 80), Pass(0)).trains_of("UG2") == ["2-0"]


@pytest.mark.rule("1824-IV.3-4d")
def test_the_revenue_is_always_halved():
    """Wien 30 and a town 10: 20 for the owner, 20 for the treasury, and nothing to decide."""
    s = home(train(phase(stock(4, {"SD1": 0}), "2"), "SD1", "2-0"), "SD1")
    s = turn(tile(s, "F11", "55", 0), "SD1", step=RUN)
    s = do(s, max(offered(s, 0, lambda a: isinstance(a, RunTrains)), key=lambda a: len(a.routes)))
    assert s.last_run["SD1"] == 40
    assert (s.cash["SD1"], s.cash[ANN]) == (240 + 20, 680 + 20)
    assert s.frame.step == TRAINS


@pytest.mark.rule("1824-IV.3-5")
def test_it_may_own_trains_of_any_kind():
    s = cash_of(phase(stock(4, {"SD2": 0}), "2"), "SD2", 500)
    s = do(turn(s, "SD2", step=TRAINS), BuyTrain(0, "1g-0", "1g", 120), BuyTrain(0, "2-0", "2", 80))
    assert s.trains_of("SD2") == ["2-0", "1g-0"]


@pytest.mark.rule("1824-IV.3-2")
def test_until_it_forms_nobody_directs_the_state_railway():
    s = start(stock(4, {"SD1": 0}), "BH", 1)
    assert s.director("SD") is None
    assert "SD" not in round_ends(no_trains(home(s, "SD1"), "SD1")).opened
