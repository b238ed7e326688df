"""XII: how prices move in operating rounds."""

from typing import Any

import pytest

from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.stock import SellShares
from tests.games.g1848.table import (
    do,
    give,
    home,
    operating_round,
    par,
    phase,
    price_at,
    rest_of_turn,
    southport,
    start,
    stock,
    train,
    turn,
)

PAY, KEEP = Dividend(0, True), Dividend(0, False)


def earned(row: int, column: int, revenue: int = 100) -> Any:
    """QR has run and decides about its income."""
    s = home(start(stock(), "QR"), "QR")
    return turn(price_at(s, "QR", row, column), "QR", step=4, revenue=revenue)


@pytest.mark.rule("1848-XII-1")
@pytest.mark.parametrize(
    ("cell", "to", "price"),
    [
        ((3, 5), (3, 6), 90),  # one right
        ((0, 15), (0, 16), 450),
        ((5, 6), (4, 6), 80),  # end of the row (70): one up
        ((4, 8), (3, 8), 130),
        ((2, 13), (1, 13), 310),
        ((1, 16), (0, 16), 450),
        ((0, 16), (0, 16), 450),  # top right corner: it stays
    ],
)
def test_after_a_payout_the_price_goes_right_or_up(
    cell: tuple[int, int], to: tuple[int, int], price: int
) -> None:
    s = do(earned(*cell), PAY)
    assert (s.prices["QR"].cell, s.price("QR")) == (to, price)


@pytest.mark.rule("1848-XII-1")
@pytest.mark.parametrize(
    ("cell", "to", "price"), [((3, 5), (3, 4), 70), ((5, 6), (5, 5), 60), ((0, 2), (0, 1), 70)]
)
def test_after_keeping_it_goes_one_left(cell: tuple[int, int], to: tuple[int, int], price: int) -> None:
    s = do(earned(*cell), KEEP)
    assert (s.prices["QR"].cell, s.price("QR")) == (to, price)
    assert s.cash["QR"] == 800 + 100


@pytest.mark.rule("1848-XII-1")
@pytest.mark.parametrize("row", range(6))
def test_keeping_in_column_1_is_receivership(row: int) -> None:
    assert do(earned(row, 1), KEEP).takeovers == ("QR",)
    assert do(earned(row, 2), KEEP).takeovers == ()


@pytest.mark.rule("1848-XII-1")
def test_an_income_of_0_counts_as_keeping() -> None:
    s = southport(home(start(stock(), "QR"), "QR"))
    s = do(turn(train(s, "QR", "2-0"), "QR", step=3), RunTrains(0))  # its train stands still
    assert (s.frame.step, s.prices["QR"].cell) == (5, (3, 4))  # nobody is asked about a dividend


@pytest.mark.rule("1848-XII-1")
def test_a_company_without_a_train_earns_0() -> None:
    s = rest_of_turn(operating_round(home(start(stock(), "QR"), "QR")))
    assert s.prices["QR"].cell == (3, 4)


# -- XII-2 ---------------------------------------------------------------------------------------


def earned_with_ft() -> Any:
    """FT, Ben's, is on the table too."""
    return start(earned(3, 5), "FT", seat=1)


@pytest.mark.rule("1848-XII-2", "1848-S19")
def test_a_marker_goes_below_those_already_in_its_field() -> None:
    s = price_at(earned_with_ft(), "FT", 3, 6)
    s = do(turn(s, "QR", step=4, revenue=100), PAY)
    assert s.prices["QR"].cell == s.prices["FT"].cell
    assert s.price_order() == ["FT", "QR", "BOE"]


@pytest.mark.rule("1848-XII-2")
def test_the_upper_marker_acts_first() -> None:
    s = home(start(start(stock(), "QR"), "FT", seat=1), "QR", "FT")
    arrived_second = price_at(price_at(s, "FT", 2, 6), "QR", 2, 6)
    assert operating_round(arrived_second).frame.company == "FT"
    arrived_first = price_at(price_at(s, "QR", 2, 6), "FT", 2, 6)
    assert operating_round(arrived_first).frame.company == "QR"


@pytest.mark.rule("1848-XII-2")
def test_the_order_holds_for_keeping_loans_and_sales_alike() -> None:
    s = price_at(earned_with_ft(), "FT", 3, 4)
    s = do(turn(s, "QR", step=4, revenue=100), KEEP)
    assert s.price_order() == ["FT", "QR", "BOE"]  # all at 70, the Bank of England further left
    s = do(turn(phase(price_at(earned_with_ft(), "FT", 3, 3), "2", "3"), "QR"), TakeLoan(0))
    assert [c for c in s.price_order() if c != "BOE"] == ["FT", "QR"]  # both at 60
    s = give(give(par(par(stock(), "QR", 80), "FT", 70), 0, "FT", 2), 0, "QR", 3)
    s = do(give(s, 1, "QR", 2), SellShares(0, "QR", 1))  # from row 3 down to FT's field in row 4
    assert s.prices["QR"].cell == s.prices["FT"].cell
    assert [c for c in s.price_order() if c != "BOE"] == ["FT", "QR"]


@pytest.mark.rule("1848-XII-2")
def test_a_marker_that_stays_keeps_its_place_on_top() -> None:
    s = price_at(start(earned(0, 16), "FT", seat=1), "FT", 0, 16)
    s = do(turn(s, "QR", step=4, revenue=100), PAY)
    assert s.price_order()[:2] == ["QR", "FT"]
