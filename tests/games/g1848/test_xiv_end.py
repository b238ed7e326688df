"""XIV: what ends the game, when it is over, and what everybody is worth."""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal, title
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.ending import winners
from stellwerk.mech18.course import Course
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.state import BANK, POOL
from stellwerk.mech18.stock import SellShares, StockRound
from tests.games.g1848.table import (
    cash_of,
    do,
    give,
    granted_before,
    holding,
    home,
    lost_before,
    opening,
    operating_round,
    par,
    phase,
    price_at,
    refused,
    rest_of_turn,
    start,
    stock,
    train,
    turn,
)

GREEN = ("2", "3")
PAY = Dividend(0, True)


def bank_at(s: Any, amount: int) -> Any:
    """The bank holds exactly this; Dee has the rest."""
    return s.replace(cash={**s.cash, "bank": amount, "seat3": s.cash["seat3"] + s.cash["bank"] - amount})


def earned(revenue: int = 100, cell: tuple[int, int] = (3, 5), **where: int) -> Any:
    """QR, all of Ann's 60% of it, decides about its income."""
    s = price_at(home(start(phase(stock(), *GREEN), "QR"), "QR"), "QR", *cell)
    return turn(s, "QR", step=4, revenue=revenue, **where)


# -- XIV-1 ---------------------------------------------------------------------------------------


@pytest.mark.rule("1848-XIV-1")
def test_an_empty_bank_ends_the_game() -> None:
    assert do(bank_at(earned(), 61), PAY).ending == ""  # 6 shares get 60
    assert do(bank_at(earned(), 60), PAY).ending == "the bank is empty"


@pytest.mark.rule("1848-XIV-1")
def test_the_2000_of_the_bank_of_england_are_not_that_bank() -> None:
    s = turn(phase(start(stock(), "QR"), *GREEN), "QR")
    s = s.replace(cash={**s.cash, "BOE": 100})
    s = do(s, TakeLoan(0))
    assert (s.cash["BOE"], s.ending) == (0, "")


@pytest.mark.rule("1848-XIV-1")
def test_the_highest_price_of_the_table_ends_the_game() -> None:
    assert do(earned(cell=(1, 15)), PAY).ending == ""  # 390 → 440
    assert do(earned(cell=(0, 15)), PAY).ending == "a company stands at the highest price"  # 400 → 450
    assert do(earned(cell=(1, 16)), PAY).ending == "a company stands at the highest price"  # 440 → 450


@pytest.mark.rule("1848-XIV-1", "1848-S17")
@pytest.mark.parametrize(("before", "reason"), [(14, ""), (15, "16 loans are granted")])
def test_the_sixteenth_loan_ends_the_game(before: int, reason: str) -> None:
    s = granted_before(phase(start(stock(), "QR"), *GREEN), before)
    s = do(turn(s, "QR"), TakeLoan(0))
    assert s.ending == reason
    assert (s.price("BOE") >= 260) == bool(reason)


@pytest.mark.rule("1848-XIV-1")
@pytest.mark.parametrize(("before", "reason"), [(3, ""), (4, "five companies are taken over")])
def test_the_fifth_takeover_ends_the_game(before: int, reason: str) -> None:
    s = lost_before(phase(stock(), *GREEN), *("VR", "NSW", "WA", "SAR")[:before])
    s = start(start(s, "QR"), "FT", seat=1, price=70)
    s = do(turn(price_at(s, "QR", 3, 2), "QR", of=2), TakeLoan(0))
    assert s.ending == reason


# -- XIV-2, XIV-4 --------------------------------------------------------------------------------


@pytest.mark.rule("1848-XIV-2", "1848-S17")
def test_the_running_set_is_played_to_its_end() -> None:
    s = do(bank_at(earned(number=1, of=3), 60), PAY)
    s = rest_of_turn(s)
    assert s.stack[1].number == 2
    s = rest_of_turn(s)
    assert s.stack[1].number == 3
    assert not s.over
    s = rest_of_turn(s)
    assert s.over
    assert legal(s, 0) == []
    refused(s, Pass(0), "XIV-2")


@pytest.mark.rule("1848-XIV-2")
def test_without_a_reason_a_stock_round_follows() -> None:
    s = rest_of_turn(do(earned(), PAY))
    assert s.stack == (Course(3, seen=s.stack[0].seen), StockRound(3, 0))


@pytest.mark.rule("1848-XIV-2", "1848-S17")
def test_a_bank_emptied_in_a_stock_round_leaves_one_complete_set() -> None:
    s = give(home(start(phase(stock(), *GREEN), "QR"), "QR"), 0, "BOE", 1, POOL)
    s = do(bank_at(s, 70), SellShares(0, "BOE", 1))
    assert s.ending == "the bank is empty"
    s = do(s, Pass(0), Pass(1), Pass(2), Pass(3), Pass(0))  # Ann's first pass only ends her turn
    assert (s.stack[1].number, s.stack[1].of) == (1, 2)
    s = rest_of_turn(s)
    assert s.stack[1].number == 2
    assert rest_of_turn(s).over


@pytest.mark.rule("1848-XIV-2")
def test_what_the_bank_cannot_pay_is_noted_and_counts_as_cash() -> None:
    s = bank_at(earned(), 10)
    s = do(s, PAY)
    assert (s.cash["seat0"], s.cash["bank"]) == (630 + 60, -50)
    assert title("1848").result(s)["Ann"] == 690 + 6 * 90


@pytest.mark.rule("1848-XIV-4", "1848-S17")
def test_the_highest_price_reached_by_a_sell_out_leaves_one_complete_set() -> None:
    s = home(start(phase(stock(), *GREEN), "QR"), "QR")
    s = price_at(give(s, 1, "QR", 4), "QR", 1, 16)  # 440, all shares with players
    s = do(s, Pass(0), Pass(1), Pass(2), Pass(3))
    assert s.price("QR") == 450
    assert s.ending == "a company stands at the highest price"
    assert (s.stack[1].number, s.stack[1].of) == (1, 2)
    s = rest_of_turn(s)
    assert (s.over, s.stack[1].number) == (False, 2)
    assert rest_of_turn(s).over


# -- XIV-3 ---------------------------------------------------------------------------------------


@pytest.mark.rule("1848-XIV-3")
def test_cash_and_shares_at_their_current_price_count() -> None:
    s = give(give(par(granted_before(stock(), 3), "QR", 80), 0, "QR", 3), 1, "BOE", 2, POOL)
    s = price_at(s, "QR", 3, 8)  # 130; the Bank of England stands at 100
    assert title("1848").result(s) == {"Ann": 630 + 3 * 130, "Ben": 630 + 2 * 100, "Cy": 630, "Dee": 630}


@pytest.mark.rule("1848-XIV-3")
def test_what_companies_own_counts_nothing() -> None:
    s = train(start(stock(), "QR", cash=0), "QR", "2-0")
    rich = cash_of(train(s, "QR", "3-0"), "QR", 900)
    assert title("1848").result(rich) == title("1848").result(s)


@pytest.mark.rule("1848-XIV-3", "1848-S18")
def test_privates_count_nothing() -> None:
    s = holding(opening(), "seat0", "P1", "P2", "P3", "P4", "P5", "P6")
    assert title("1848").result(s)["Ann"] == 630


@pytest.mark.rule("1848-XIV-3")
def test_a_debt_counts_as_negative_cash() -> None:
    s = give(cash_of(stock(), 0, -90), 0, "BOE", 1, POOL)
    assert title("1848").result(s)["Ann"] == -90 + 70


@pytest.mark.rule("1848-XIV-3")
def test_shares_of_a_company_that_was_taken_over_are_gone() -> None:
    s = lost_before(give(stock(), 0, "QR", 3), "QR")
    assert title("1848").result(s)["Ann"] == 630


@pytest.mark.rule("1848-XIV-3")
def test_equal_wealth_stays_equal_in_the_final_account() -> None:
    # Ann has 560 and a BoE share of 70, Ben 630: both have the most and share the victory.
    s = give(cash_of(cash_of(cash_of(stock(), 0, 560), 2, 100), 3, 100), 0, "BOE", 1, POOL)
    s = operating_round(s.replace(ending="the bank is empty"))  # no company acts: the set is over at once
    assert s.over
    assert s.news[-1].result == "Ann 630, Ben 630, Cy 100, Dee 100"
    worth = title("1848").result(s)
    assert [name for name, value in worth.items() if value == max(worth.values())] == ["Ann", "Ben"]


@pytest.mark.rule("1848-XIV-3")
def test_equal_wealth_shares_the_victory() -> None:
    s = stock()
    assert winners(s) == ("Ann", "Ben", "Cy", "Dee")  # all have 630
    assert winners(s.pay(BANK, "seat2", 1)) == ("Cy",)


@pytest.mark.rule("1848-XIV-1")
def test_a_standstill_ends_the_game() -> None:
    """Nothing on the table is other than after the set before: three such sets are enough."""
    s = stock(number=2)
    for _ in range(3):  # the set after SR 2, and those after SR 3 and SR 4 that changed nothing
        s = do(s, *(Pass(seat) for seat in range(4)))
        assert not s.ending
    s = do(s, *(Pass(seat) for seat in range(4)))
    assert (s.over, s.ending) == (True, "nothing can move any more")


@pytest.mark.rule("1848-XIV-1")
def test_an_income_is_no_standstill() -> None:
    s = holding(stock(number=2), "seat0", "P1")
    for _ in range(5):
        s = do(s, *(Pass(seat) for seat in range(4)))
    assert not s.ending


@pytest.mark.rule("1848-XIV-2")
def test_nothing_is_done_after_the_end() -> None:
    s = stock(number=2).replace(stack=())
    assert legal(s, 0) == []
    refused(s, Pass(0), "XIV-2")
