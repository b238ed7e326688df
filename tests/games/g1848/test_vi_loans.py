"""VI, loans: when a company may take one, what it costs, and how many a forced purchase takes.

QR is directed by Ann. With the line to Southport it has a route; without a train it must buy one.
"""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal, title
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.conserved import conserved
from stellwerk.mech18.trains import BuyTrain
from tests.games.g1848.table import (
    do,
    forbidden,
    give,
    granted_before,
    home,
    operating_round,
    phase,
    price_at,
    refused,
    rest_of_turn,
    sells,
    southport,
    start,
    stock,
    train,
    turn,
)

GREEN = ("2", "3")
LOAN = TakeLoan(0)


def qr(cash: int = 0, **table: Any) -> Any:
    return phase(home(start(stock(**table), "QR", cash=cash), "QR"), *GREEN)


def must_buy_a_4(short: int, column: int, row: int = 3) -> Any:
    """QR without a train lacks so much for a 4 (300), which the bank sells next."""
    s = southport(sells(qr(cash=300 - short), "4"))
    return turn(price_at(s, "QR", row, column), "QR", step=5)


FOUR = BuyTrain(0, "4-0", "4", 300)

# -- VI-Loan-1 -----------------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-Loan-1")
def test_no_loan_before_the_first_3() -> None:
    for trains in ((), ("2",)):
        forbidden(turn(phase(qr(), *trains), "QR"), LOAN, "VI-Loan-1")
    assert LOAN in legal(turn(qr(), "QR"), 0)


@pytest.mark.rule("1848-VI-Loan-1")
@pytest.mark.parametrize("step", [1, 2, 3, 4, 5])
def test_at_any_moment_of_the_turn_and_100_at_once(step: int) -> None:
    s = turn(train(southport(qr()), "QR", "2-0"), "QR", step=step, revenue=50)
    assert s.frame.step == step
    after = do(s, LOAN)
    assert after.cash["QR"] == 100
    assert after.frame.step == step  # the turn goes on where it was


@pytest.mark.rule("1848-VI-Loan-1", "1848-VI-Loan-6")
def test_one_loan_in_an_operating_round_and_one_more_in_the_next() -> None:
    s = do(operating_round(qr(), of=2), LOAN)
    forbidden(s, LOAN, "VI-Loan-6", company="QR", taken=1)
    s = rest_of_turn(s)
    assert s.stack[1].number == 2
    assert LOAN in legal(s, 0)


@pytest.mark.rule("1848-VI-Loan-1")
def test_only_the_acting_company_takes_it() -> None:
    s = turn(start(qr(), "FT", seat=1), "QR")
    refused(s, TakeLoan(1), "VIII-3")


# -- VI-Loan-2, VI-Loan-3 ------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-Loan-2")
def test_a_loan_costs_no_interest_and_stays() -> None:
    s = do(operating_round(price_at(qr(cash=40), "QR", 3, 9), of=2), LOAN)
    for _ in range(2):  # the rest of this round and all of the next
        s = rest_of_turn(s)
    assert (s.loans["QR"], s.granted_loans) == (1, 1)
    assert (s.cash["QR"], s.cash["BOE"]) == (140, 1900)
    assert conserved(s) == []


@pytest.mark.rule("1848-VI-Loan-2")
def test_there_is_no_way_to_pay_a_loan_back() -> None:
    about_loans = [a.__name__ for a in title("1848").actions if "oan" in a.__name__]
    assert about_loans == ["TakeLoan"]
    s = do(turn(qr(cash=1000), "QR"), LOAN)
    for action in legal(s, 0):
        assert do(s, action).loans["QR"] == 1


@pytest.mark.rule("1848-VI-Loan-3")
@pytest.mark.parametrize(("row", "before", "after"), [(3, 80, 60), (0, 110, 90), (5, 60, 40)])
def test_a_loan_moves_the_price_two_left_and_the_bank_of_england_one_up(
    row: int, before: int, after: int
) -> None:
    s = turn(price_at(qr(), "QR", row, 5), "QR")
    assert (s.price("QR"), s.price("BOE")) == (before, 70)
    s = do(s, LOAN)
    assert s.prices["QR"].cell == (row, 3)
    assert (s.price("QR"), s.price("BOE")) == (after, 80)


# -- VI-Loan-4 -----------------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-Loan-4")
def test_five_by_choice_and_no_sixth() -> None:
    s = qr()
    s = turn(s.replace(loans={**s.loans, "QR": 4}, granted_loans=4), "QR")
    assert do(s, LOAN).loans["QR"] == 5
    s = turn(s.replace(loans={**s.loans, "QR": 5}, granted_loans=5), "QR")
    forbidden(s, LOAN, "VI-Loan-4", company="QR", taken=5, limit=5)
    others = turn(granted_before(qr(), 9, "VR"), "QR")  # each company has its own five
    assert LOAN in legal(others, 0)


@pytest.mark.rule("1848-VI-Loan-4", "1848-VI-Loan-5")
def test_a_forced_purchase_takes_a_company_beyond_five_for_two_columns() -> None:
    s = must_buy_a_4(short=100, column=9)
    s = s.replace(loans={**s.loans, "QR": 5}, granted_loans=5)
    s = do(s, FOUR)
    assert s.loans["QR"] == 6
    assert s.trains["4-0"] == "QR"
    assert s.prices["QR"].column == 7


# -- VI-Loan-5 -----------------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-Loan-5")
def test_from_the_par_column_two_loans_end_in_receivership() -> None:
    # Column 5 → 3 → 0.
    assert do(turn(qr(), "QR"), LOAN).prices["QR"].column == 3
    assert do(must_buy_a_4(short=100, column=5), FOUR).prices["QR"].column == 3
    s = do(must_buy_a_4(short=101, column=5), FOUR)
    assert s.takeovers == ("QR",)
    assert s.trains["4-0"] == "bank"


@pytest.mark.rule("1848-VI-Loan-5")
@pytest.mark.parametrize("short", [201, 250, 300])
def test_three_loans_from_column_9_buy_the_train(short: int) -> None:
    # Column 9 → 7 → 4 → 1.
    s = do(must_buy_a_4(short, column=9), FOUR)
    assert (s.trains["4-0"], s.prices["QR"].cell) == ("QR", (3, 1))
    assert (s.loans["QR"], s.granted_loans) == (3, 3)
    assert s.cash["QR"] == 300 - short  # three loans of 100, no more than needed


@pytest.mark.rule("1848-VI-Loan-5")
@pytest.mark.parametrize("short", [201, 300])
def test_three_loans_from_column_8_end_without_a_train(short: int) -> None:
    # Column 8 → 6 → 3 → 0: the money would be there, but nothing is bought.
    s = do(must_buy_a_4(short, column=8), FOUR)
    assert (s.trains["4-0"], s.takeovers) == ("bank", ("QR",))
    assert s.granted_loans == 3


@pytest.mark.rule("1848-VI-Loan-5")
def test_after_a_loan_by_choice_the_forced_ones_cost_three_columns() -> None:
    s = do(must_buy_a_4(short=200, column=9), LOAN)
    assert s.prices["QR"].column == 7
    s = do(s, FOUR)
    assert s.prices["QR"].column == 4
    assert s.trains["4-0"] == "QR"


# -- VI-Loan-6 -----------------------------------------------------------------------------------


def fts_train(cash: int) -> Any:
    """QR must have a train; FT, also Ann's, owns a 3 and would sell it."""
    s = southport(train(start(qr(cash=cash), "FT"), "FT", "3-0"))
    return turn(s, "QR", step=5)


@pytest.mark.rule("1848-VI-Loan-6")
def test_no_forced_loans_for_the_train_of_another_company() -> None:
    s = fts_train(cash=50)
    forbidden(s, BuyTrain(0, "3-0", "3", 120), "IX-Force-3", cash=50, price=120)
    s = do(s, LOAN, BuyTrain(0, "3-0", "3", 120))  # with its one normal loan
    assert s.trains["3-0"] == "QR"
    assert (s.cash["QR"], s.granted_loans) == (30, 1)


@pytest.mark.rule("1848-VI-Loan-6")
def test_its_one_loan_is_all_it_may_add_for_such_a_purchase() -> None:
    s = do(fts_train(cash=50), LOAN)
    forbidden(s, BuyTrain(0, "3-0", "3", 160), "IX-Force-3", cash=150, price=160)
    forbidden(s, LOAN, "VI-Loan-6", taken=1)


@pytest.mark.rule("1848-VI-Loan-6")
def test_without_the_duty_no_loans_come_with_a_purchase() -> None:
    s = turn(train(southport(sells(qr(cash=150), "4")), "QR", "3-0"), "QR", step=5)
    forbidden(s, FOUR, "IX-Force-3", cash=150, price=300)
    assert {LOAN, Pass(0)} == set(legal(s, 0))


@pytest.mark.rule("1848-VI-Loan-6")
def test_a_new_train_of_the_bank_is_what_more_loans_are_for() -> None:
    s = turn(price_at(southport(give(qr(), 1, "QR", 1)), "QR", 3, 8), "QR", step=5)
    s = s.replace(trains={t: "out" if t.startswith("2-") else o for t, o in s.trains.items()})
    s = do(s, BuyTrain(0, "3-0", "3", 200))
    assert (s.trains["3-0"], s.granted_loans, s.prices["QR"].column) == ("QR", 2, 3)
