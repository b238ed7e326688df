"""IX: the end of the game and the final account."""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal, play
from stellwerk.games.g1824.rules.ending import result, winners
from stellwerk.games.g1824.rules.mountains import MountainSwaps, SwapMountain
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.state import BANK, BANK_EMPTY
from stellwerk.mech18.stock import SellShares, StockRound

from .lines import GREEN, bohemia, runs, way
from .table import (
    RUN,
    cash_of,
    do,
    give,
    home,
    operating_round,
    par,
    phase,
    price_at,
    refused,
    rest_of_turn,
    round_ends,
    sells,
    singles,
    start,
    stock,
    train,
    turn,
)


def bank_has(s: Any, amount: int) -> Any:
    """Exactly so much is left in the bank; Dee has the rest."""
    return s.replace(cash={**s.cash, BANK: amount, "seat3": s.cash["seat3"] + s.cash[BANK] - amount})


def bk(bank: int, number: int, of: int) -> Any:
    """BK of Ann is about to run for 70 and pay 35 to her."""
    s = train(home(start(bohemia(phase(stock(), *GREEN)), "BK"), "BK"), "BK", "3-0")
    return turn(bank_has(s, bank), "BK", step=RUN, number=number, of=of)


PAYS = (runs(("3-0", way("HJG"))), Dividend(0, True))


# -- IX.1: when ---------------------------------


@pytest.mark.rule("1824-IX.1-1")
@pytest.mark.parametrize(("bank", "ends"), [(34, True), (35, True), (36, False)])
def test_an_empty_bank_ends_the_game(bank, ends):
    s = do(bk(bank, 1, 1), *PAYS)
    assert s.ending == (BANK_EMPTY if ends else "")
    s = rest_of_turn(s)
    assert s.over == ends


@pytest.mark.rule("1824-IX.1-1")
def test_the_running_set_is_played_to_its_end():
    """The bank runs empty in the first round of two: the second one follows, then no stock round."""
    s = rest_of_turn(do(bk(35, 1, 2), *PAYS))
    assert (s.over, s.stack[1].number) == (False, 2)
    s = do(s, Pass(0), Pass(0), *PAYS)  # no track, no marker
    assert not s.over
    assert rest_of_turn(s).over


@pytest.mark.rule("1824-IX.1-1")
def test_nothing_is_played_after_the_end():
    s = rest_of_turn(do(bk(35, 1, 1), *PAYS))
    assert s.over
    assert legal(s, 0) == []
    refused(s, Pass(0), "IX.1-1")


def empty_in_a_stock_round(sold: tuple[str, ...]) -> Any:
    """Ann sells two shares of BK for 160, which the bank does not have."""
    s = train(home(start(phase(stock(), *sold), "BK", shares=7), "BK"), "BK", "4-0")
    return do(bank_has(s, 100), SellShares(0, "BK", 2))


@pytest.mark.rule("1824-IX.1-1b")
@pytest.mark.parametrize(("sold", "rounds"), [(("2",), 1), (GREEN, 2), (("2", "3", "4", "5", "6"), 3)])
def test_in_a_stock_round_a_whole_set_follows(sold, rounds):
    s = empty_in_a_stock_round(sold)
    assert s.ending == BANK_EMPTY
    s = do(s, Pass(0), Pass(1), Pass(2), Pass(3), Pass(0))
    seen = []
    while not s.over:
        seen.append(s.stack[1].number)
        s = rest_of_turn(s)
    assert seen == list(range(1, rounds + 1))


@pytest.mark.rule("1824-IX.1-1b")
def test_the_stock_round_goes_on():
    s = do(empty_in_a_stock_round(("2",)), Pass(0))
    assert isinstance(s.frame, StockRound)
    assert s.frame.seat == 1


@pytest.mark.rule("1824-IX.1-1c")
def test_what_the_bank_cannot_pay_is_noted_and_counts_as_cash():
    """35 for Ann out of a bank with 10: it stands at −25, she has her money."""
    before = bk(10, 1, 1)
    s = do(before, *PAYS)
    assert (s.cash[BANK], s.cash["seat0"] - before.cash["seat0"]) == (-25, 35)
    assert result(s)["Ann"] - result(before)["Ann"] == 35 + 5 * 10  # and BK rose from 80 to 90


@pytest.mark.rule("1824-IX.1-1", "1824-IX.1-1c")
def test_the_first_reason_counts_and_is_told_once():
    s = bk(10, 1, 2)
    told = [type(event).__name__ for action in PAYS for event in _after(s, action)]
    assert told.count("EndTriggered") == 1


def _after(s: Any, action: Any) -> tuple[Any, ...]:
    ready = s if not isinstance(action, Dividend) else do(s, PAYS[0])
    return play(ready, action).events


# -- IX.2: the account ---------------------------------


def account(rulings: str = "book") -> Any:
    """Ann: 100, five BK at 110, the coal railway EOD (at 160), a debt of 128. Ben: 500. Cy: two SD, B1."""
    s = stock(owners={"EOD": 0, "B1": 2, "SD1": 2}, coal_prices={"EOD": 160}, rulings=rulings)
    s = singles(price_at(start(s, "BK", cash=2000), "BK", 2, 3), 2, "SD", 2)
    for seat, cash in enumerate((100, 500, 40, 0)):
        s = cash_of(s, seat, cash)
    return train(s.replace(debt={**s.debt, "seat0": 128}), "BK", "5-0")


@pytest.mark.rule("1824-IX.2-1", "1824-VII.12-3")
def test_cash_and_shares_less_debt():
    """Ann 100 + 550 − 128, Ben 500, Cy 40 + 2 × 120; BK's 2000 and its train count for nobody."""
    assert result(account()) == {"Ann": 522, "Ben": 500, "Cy": 280, "Dee": 0}


@pytest.mark.rule("1824-IX.2-1")
def test_the_current_price_counts():
    assert result(price_at(account(), "BK", 0, 13))["Ann"] == 100 + 5 * 350 - 128


@pytest.mark.rule("1824-IX.2-1")
def test_the_directors_share_is_two_shares():
    s = start(stock(), "BK", 1, shares=2)
    assert result(cash_of(s, 1, 0))["Ben"] == 160


@pytest.mark.rule("1824-IX.2-1", "1824-R17")
def test_18xx_games_counts_railways_that_are_still_open():
    """EOD 160, SD1 240, B1 120."""
    assert result(account("18xx.games")) == {"Ann": 522 + 160, "Ben": 500, "Cy": 280 + 240 + 120, "Dee": 0}


@pytest.mark.rule("1824-IX.2-1")
def test_the_richest_wins_and_a_tie_is_shared():
    s = account()
    assert winners(s) == ("Ann",)
    assert winners(cash_of(s, 1, 522)) == ("Ann", "Ben")
    assert winners(cash_of(s, 1, 523)) == ("Ben",)


@pytest.mark.rule("1824-IX.2-1")
def test_debt_may_cost_the_game():
    s = account()
    assert winners(s.replace(debt={**s.debt, "seat0": 151})) == ("Ben",)
    assert result(s.replace(debt={**s.debt, "seat0": 1000}))["Ann"] == -350


@pytest.mark.rule("1824-IX.1-1")
def test_the_bank_is_not_empty_by_itself():
    """A whole round without payments ends nothing."""
    s = operating_round(bank_has(train(start(stock(), "BK"), "BK", "2-0"), 1))
    s = rest_of_turn(s)
    assert (s.ending, isinstance(s.frame, StockRound)) == ("", True)


# -- IX.1-1d: between the set and the stock round ---------------------------------


def sd_forms_after_the_set(bank: int, rulings: str = "book") -> Any:
    """The last operating round of a set is over; a 4 goes abroad, and SD forms with 1200 of the bank's."""
    s = sells(stock(rulings=rulings), "4")
    return round_ends(bank_has(s, bank), number=2, of=2)


@pytest.mark.rule("1824-IX.1-1d")
@pytest.mark.parametrize(("bank", "ends"), [(1199, True), (1200, True), (1201, False)])
def test_an_export_may_empty_the_bank_and_end_the_game(bank, ends):
    s = sd_forms_after_the_set(bank)
    assert "SD" in s.formed
    assert (s.over, bool(s.ending)) == (ends, ends)
    assert ends or isinstance(s.frame, StockRound)


@pytest.mark.rule("1824-IX.1-1d", "1824-R20")
def test_on_18xx_games_a_stock_round_and_a_set_follow():
    s = sd_forms_after_the_set(1000, "18xx.games")
    assert (s.ending, isinstance(s.frame, StockRound)) == (BANK_EMPTY, True)
    assert sd_forms_after_the_set(1000, "18xx.games,end_before_stock_round=true").over


@pytest.mark.rule("1824-IX.1-1d")
def test_a_bank_emptied_by_a_mountain_railway_that_opens_a_company_ends_it_too():
    """B1 is exchanged because of the export: BK opens with 800, and there were only 700."""
    s = sells(stock(owners={"B1": 0, "SD1": 1}), "4")
    s = bank_has(give(par(s, "BK", 80), 0, "BK", 4), 700)
    s = round_ends(s, number=2, of=2)
    assert isinstance(s.frame, MountainSwaps)
    assert do(s, SwapMountain(0, "B1", "BK")).over
