"""5: the end and the final account."""

import pytest

from stellwerk.engine import Refusal, play, title, to_act
from stellwerk.engine.step import Pass
from stellwerk.games.g1853.rules.ending import HIGHEST_PRICE, result, winners
from stellwerk.games.g1853.rules.prices import after_payout
from stellwerk.games.g1853.rules.state import Turn
from stellwerk.mech18.course import STANDSTILL
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.state import BANK, BANK_EMPTY, SEATS
from tests.games.g1853.table import DIVIDEND, TRAINS, base, do, give, opened, stock, train, turn


@pytest.mark.rule("1853-5.1.1", "1853-5.1.2")
def test_an_empty_bank_ends_the_game_after_the_running_round():
    s = opened(opened(base(), "GIP"), "ECR")
    s = turn(s, "GIP", DIVIDEND, revenue=100).replace(last_run={"GIP": 100})
    s = s.pay(BANK, SEATS[3], s.cash[BANK] - 30)
    s = s.replace(stack=(s.stack[0].__class__(2, 1, 3), *s.stack[1:]), options={"GIP": "x"})
    s = do(s, Dividend(0, True))
    assert s.ending == BANK_EMPTY
    assert s.cash[BANK] < 0, "missing money is made"
    acted = []
    while not s.over:
        assert isinstance(s.frame, Turn)
        acted.append(s.frame.company)
        s = do(s, Pass(0))
    assert acted[-1] == "ECR"


@pytest.mark.rule("1853-5.1.2")
def test_an_empty_bank_in_a_stock_round_ends_it_after_that_round():
    s = opened(stock(players=3), "EIR", 0, 6)
    s = s.pay(BANK, SEATS[2], s.cash[BANK])
    s = do(s, Pass(0), Pass(1), Pass(2))
    assert s.over


@pytest.mark.rule("1853-5.1.1")
def test_a_standstill_ends_the_game_late():
    """Nobody buys anything any more: ten sets are waited for after the one that is compared with."""
    s, last = stock(players=3), 0
    while not s.over:
        last = s.stack[0].set
        s = do(s, Pass(to_act(s)[0]))
    assert s.ending == STANDSTILL
    assert last == 2 + 10


@pytest.mark.rule("1853-5.1.3", "1853-4.7.3", "1853-K9", "1853-K11")
def test_400_ends_the_game_at_once():
    s = opened(opened(base(), "MSM"), "ECR")
    s = train(s, "MSM", "2")
    s = turn(s, "MSM", DIVIDEND, revenue=1800).move_price("MSM", (0, 32)).replace(last_run={"MSM": 1800})
    assert s.price("MSM") == 360
    after = play(s, Dividend(0, True)).state
    assert after.over, "no train step, no other company"
    assert after.price("MSM") == 400
    assert after.ending == HIGHEST_PRICE
    assert after.cash[SEATS[0]] == s.cash[SEATS[0]] + 5 * 180
    with pytest.raises(Refusal, match="over"):
        play(after, Pass(0))
    assert title("1853").end_rule == "5.1.1"


@pytest.mark.rule("1853-5.1.3")
def test_below_400_it_goes_on():
    s = turn(opened(base(), "MSM"), "MSM", TRAINS).move_price("MSM", (0, 32)).replace(last_run={"MSM": 360})
    assert not after_payout(s, "MSM").over


@pytest.mark.rule("1853-5.2.1", "1853-5.2.2")
def test_cash_and_shares_count_bonds_and_treasuries_do_not():
    s = train(opened(base(), "EIR", 0, 5), "EIR", "2")
    assert result(s)["Ann"] == 470 + 5 * 100, "the bond of 100 is lost, the company's 1000 nobody's"
    s = give(s, 1, "SIR", 2)
    assert result(s)["Ben"] == 480 + 2 * 75, "par before the start"
    assert result(s.replace(unpaid={"1/SIR": 1}))["Ben"] == 480 + 75
    dear = s.move_price("EIR", (0, 24)).replace(unpaid={"0/EIR": 2})
    assert result(dear)["Ann"] == 470 + 3 * 200 + 2 * 100


@pytest.mark.rule("1853-5.2.3")
def test_the_richest_wins_and_equals_share():
    s = opened(base(), "EIR", 3, 5)
    assert winners(s) == ("Dee",)
    level = s.pay(BANK, SEATS[0], result(s)["Dee"] - result(s)["Ann"])
    assert winners(level) == ("Ann", "Dee")


@pytest.mark.rule("1853-5.2.1")
def test_unpaid_shares_below_par_owe_nothing_more():
    s = give(opened(base(), "EIR", 0, 5), 1, "EIR", 2).move_price("EIR", (0, 5)).replace(unpaid={"1/EIR": 1})
    assert s.price("EIR") == 57
    assert result(s)["Ben"] == 480 + 57
    assert result(s)["Cy"] == 490, "who has no shares has none unpaid"
    for cell, price in ((15, 104), (14, 100), (13, 96)):
        at = s.move_price("EIR", (0, cell))
        assert result(at)["Ben"] == 480 + price + max(0, price - 100)
        assert result(at)["Cy"] == 490


@pytest.mark.rule("1853-5.1.3", "1853-4.7.3")
def test_one_field_below_400_the_game_goes_on():
    s = turn(opened(base(), "MSM"), "MSM", TRAINS).move_price("MSM", (0, 32)).replace(last_run={"MSM": 10})
    s = after_payout(s, "MSM")
    assert s.price("MSM") == 380
    assert not s.ending
    assert len(s.stack) > 1
