"""VIII: how share prices move."""

from typing import Any

import pytest

from stellwerk.engine import Pass
from stellwerk.games.g1824.rules.mountains import SwapMountain
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.state import OFFER
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound

from .lines import at_step
from .table import (
    DIVIDEND,
    cash_of,
    director,
    do,
    forbidden,
    home,
    operating_round,
    par,
    phase,
    price_at,
    rest_of_turn,
    singles,
    start,
    stock,
    train,
)


def at(row: int, column: int, revenue: int = 100) -> Any:
    """BK of Ann in this cell, asked what becomes of its revenue."""
    s = price_at(home(start(stock(), "BK", shares=7), "BK"), "BK", row, column)
    return at_step(train(s, "BK", "2-0"), "BK", DIVIDEND).update_frame(revenue=revenue)


def selling(row: int, column: int) -> Any:
    """Ann's turn in a stock round; she has seven shares of BK, which stands in this cell."""
    return price_at(home(start(stock(), "BK", shares=7), "BK"), "BK", row, column)


def all_pass(s: Any) -> Any:
    for seat in s.seats_from(s.frame.seat):
        s = do(s, Pass(seat))
    return s


# -- VIII.1: order in a cell ---------------------------------


@pytest.mark.rule("1824-VIII.1-1")
def test_a_marker_goes_under_those_already_there():
    """BK pays out and enters the cell of MS and CL: it is the last of them."""
    s = at(2, 2)
    s = price_at(price_at(s, "MS", 2, 3), "CL", 2, 3)
    s = do(s, Dividend(0, True))
    assert s.prices["BK"].cell == (2, 3)
    assert [c for c in s.price_order() if c in ("BK", "MS", "CL")] == ["MS", "CL", "BK"]


@pytest.mark.rule("1824-VIII.1-1")
def test_also_when_it_falls():
    s = price_at(selling(2, 3), "MS", 3, 3)
    s = do(s, SellShares(0, "BK", 1))
    assert [c for c in s.price_order() if c in ("BK", "MS")] == ["MS", "BK"]


@pytest.mark.rule("1824-VIII.1-1")
def test_who_does_not_move_keeps_its_place():
    """MS lies on BK in the bottom cell of a column; a sale of MS moves nothing."""
    s = price_at(home(start(stock(), "MS", shares=7), "MS"), "MS", 6, 2)
    s = do(price_at(s, "BK", 6, 2), SellShares(0, "MS", 1))
    assert [c for c in s.price_order() if c in ("BK", "MS")] == ["MS", "BK"]


@pytest.mark.rule("1824-VIII.1-2", "1824-IV.4.4-1")
def test_at_the_start_sd_lies_on_ug_on_kk():
    s = stock()
    assert {company: marker.cell for company, marker in s.prices.items()} == dict.fromkeys(
        ("SD", "UG", "KK"), (0, 2)
    )
    assert s.price_order() == ["SD", "UG", "KK"]
    assert s.price("SD") == 120


@pytest.mark.rule("1824-VIII.1-2")
def test_a_new_price_goes_under_too():
    s = par(stock(), "MS", 80)
    s = do(s, StartCompany(0, "BH", 80))
    assert s.prices["BH"].cell == s.prices["MS"].cell == (4, 2)
    assert [c for c in s.price_order() if c in ("BH", "MS")] == ["MS", "BH"]


@pytest.mark.rule("1824-VIII.1-2", "1824-IV.4.3-1")
@pytest.mark.parametrize(
    ("price", "cell"), [(100, (2, 2)), (90, (3, 2)), (80, (4, 2)), (70, (5, 2)), (60, (6, 2))]
)
def test_the_par_cells(price, cell):
    s = do(stock(), StartCompany(0, "BH", price))
    assert s.prices["BH"].cell == cell
    assert s.price("BH") == price


# -- VIII.2-1: operating rounds ---------------------------------


@pytest.mark.rule("1824-VIII.2-1")
@pytest.mark.parametrize(
    ("cell", "price", "after"),
    [
        ((0, 2), 120, 130),
        ((2, 2), 100, 110),
        ((6, 2), 60, 70),
        ((0, 12), 320, 350),
        ((1, 12), 310, 340),
        # at the end of a row one up
        ((1, 13), 340, 350),
        ((2, 13), 330, 340),
        ((3, 10), 220, 240),
        ((4, 8), 170, 180),
        ((5, 6), 120, 130),
        ((6, 4), 80, 90),
        # the corner
        ((0, 13), 350, 350),
    ],
)
def test_a_payout_moves_right_or_up(cell, price, after):
    s = at(*cell)
    assert s.price("BK") == price
    s = do(s, Dividend(0, True))
    assert s.price("BK") == after


@pytest.mark.rule("1824-VIII.2-1")
@pytest.mark.parametrize(
    ("cell", "price", "after"),
    [
        ((0, 2), 120, 110),
        ((0, 13), 350, 320),
        ((3, 10), 220, 200),
        ((6, 4), 80, 70),
        ((6, 1), 50, 40),
        # at the left edge one down
        ((0, 0), 100, 90),
        ((1, 0), 90, 80),
        ((5, 0), 50, 40),
        # the corner
        ((6, 0), 40, 40),
    ],
)
def test_keeping_moves_left_or_down(cell, price, after):
    s = at(*cell)
    assert s.price("BK") == price
    s = do(s, Dividend(0, False))
    assert s.price("BK") == after


@pytest.mark.rule("1824-VIII.2-1")
def test_up_and_down_stay_in_the_column():
    assert do(at(3, 10), Dividend(0, True)).prices["BK"].cell == (2, 10)
    assert do(at(0, 0), Dividend(0, False)).prices["BK"].cell == (1, 0)


@pytest.mark.rule("1824-VIII.2-1")
@pytest.mark.parametrize("cards", [(), ("2-0",)])
def test_nothing_earned_counts_as_kept(cards):
    """Without a train, or with one that has no route."""
    s = train(home(start(stock(), "BK", price=100), "BK"), "BK", *cards)
    s = do(operating_round(s), Pass(0))  # no track
    assert s.price("BK") == 90


@pytest.mark.rule("1824-VIII.2-1")
def test_coal_and_pre_state_railways_have_no_price():
    s = operating_round(stock(owners={"EPP": 0, "SD1": 1}))
    prices = {company: s.price(company) for company in s.prices}
    s = rest_of_turn(s)
    assert {company: s.price(company) for company in s.prices} == prices


@pytest.mark.rule("1824-VIII.2-1", "1824-IV.4.4-11")
def test_a_state_railway_without_director_falls():
    s = singles(stock(), 0, "SD", 1)
    s = s.replace(opened=(*s.opened, "SD"), formed=("SD",), markers={**s.markers, "SD": 0})
    s = operating_round(train(start(s, "BK"), "BK", "2-0"))
    assert s.price("SD") == 110
    assert s.frame.company == "BK"


# -- VIII.3-1: sales ---------------------------------


@pytest.mark.rule("1824-VIII.3-1")
@pytest.mark.parametrize(
    ("cell", "price", "after"),
    [
        ((0, 2), 120, 110),
        ((2, 2), 100, 90),
        ((0, 13), 350, 340),
        ((1, 13), 340, 330),
        # at the bottom of its column it stays
        ((2, 13), 330, 330),
        ((3, 10), 220, 220),
        ((4, 8), 170, 170),
        ((5, 6), 120, 120),
        ((6, 4), 80, 80),
        ((6, 0), 40, 40),
    ],
)
@pytest.mark.parametrize("shares", [1, 2])
def test_a_sale_moves_down_once(cell, price, after, shares):
    """However many shares it is; all of them are paid at the old price (VI.8-4)."""
    before = selling(*cell)
    assert before.price("BK") == price
    s = do(before, SellShares(0, "BK", shares))
    assert s.price("BK") == after
    assert s.cash["seat0"] - before.cash["seat0"] == shares * price


@pytest.mark.rule("1824-VIII.3-1")
def test_one_sale_of_a_company_in_a_turn():
    s = do(selling(0, 2), SellShares(0, "BK", 1))
    forbidden(s, SellShares(0, "BK", 1), "VIII.3-1", company="BK")


@pytest.mark.rule("1824-VIII.3-1")
def test_another_turn_is_another_sale():
    s = do(selling(0, 2), SellShares(0, "BK", 1), Pass(0), Pass(1), Pass(2), Pass(3))
    assert s.frame.seat == 0
    assert do(s, SellShares(0, "BK", 1)).price("BK") == 100


@pytest.mark.rule("1824-VIII.3-1", "1824-R12")
def test_18xx_games_lets_a_company_be_sold_again():
    s = price_at(home(start(stock(rulings="18xx.games"), "BK", shares=7), "BK"), "BK", 0, 2)
    s = do(s, SellShares(0, "BK", 1), SellShares(0, "BK", 1))
    assert s.price("BK") == 100


@pytest.mark.rule("1824-VIII.3-1", "1824-VI.8-4b")
def test_every_company_sold_falls():
    s = home(start(selling(0, 2), "MS", price=100, shares=7), "MS")
    s = do(s, SellShares(0, "MS", 1), SellShares(0, "BK", 2))
    assert (s.price("MS"), s.price("BK")) == (90, 110)


# -- VIII.3-2: sold out ---------------------------------


def sold_out(row: int, column: int, left: int = 0) -> Any:
    """BK in this cell; `left` shares are in the bank, the others with Ann, Ben and Cy."""
    s = start(stock(), "BK", shares=6)
    s = singles(singles(s, 1, "BK", 2), 2, "BK", 2 - left)
    return price_at(home(s, "BK"), "BK", row, column)


@pytest.mark.rule("1824-VIII.3-2", "1824-VIII.3-2b")
@pytest.mark.parametrize(
    ("cell", "price", "after"),
    [
        ((2, 2), 100, 110),
        ((1, 2), 110, 120),
        ((6, 0), 40, 50),
        ((6, 4), 80, 90),
        ((3, 10), 220, 240),
        ((2, 13), 330, 340),
        # in the top row it stays
        ((0, 2), 120, 120),
        ((0, 0), 100, 100),
        ((0, 13), 350, 350),
    ],
)
def test_a_sold_out_company_rises_at_the_end_of_the_stock_round(cell, price, after):
    s = sold_out(*cell)
    assert s.price("BK") == price
    s = all_pass(s)
    assert s.price("BK") == after
    assert s.prices["BK"].column == cell[1]  # straight up


@pytest.mark.rule("1824-VIII.3-2")
def test_not_while_a_share_is_in_the_bank():
    assert all_pass(sold_out(2, 2, left=1)).price("BK") == 100


@pytest.mark.rule("1824-VIII.3-2")
def test_only_at_the_end():
    """The last share is bought in the round, the price moves when it is over."""
    s = sold_out(2, 2, left=1)
    s = do(s, Pass(0), Pass(1), BuyShare(2, "BK", OFFER))
    assert s.price("BK") == 100
    s = do(s, Pass(3), Pass(0), Pass(1), Pass(2))
    assert s.price("BK") == 110


@pytest.mark.rule("1824-VIII.3-2")
def test_a_sale_and_the_rise_of_another_company():
    """Ann sells BK, so it is not sold out: it falls and does not rise."""
    s = do(sold_out(2, 2), SellShares(0, "BK", 1), Pass(0), Pass(1), Pass(2), Pass(3), Pass(0))
    assert not isinstance(s.frame, StockRound)
    assert s.price("BK") == 90


@pytest.mark.rule("1824-VIII.3-2")
def test_reserved_shares_are_not_available():
    """All eight free shares of MS are sold; the director's share waits for EOD: MS rises."""
    s = stock(owners={"EOD": 0}, coal_prices={"EOD": 200})
    s = singles(singles(s, 1, "MS", 4), 2, "MS", 4)
    assert (s.price("MS"), s.papers["MS_0"]) == (100, "reserved")
    assert all_pass(s).price("MS") == 110
    assert all_pass(singles(stock(owners={"EOD": 0}), 1, "MS", 7)).price("MS") == 60


@pytest.mark.rule("1824-VIII.3-2", "1824-R14")
def test_18xx_games_raises_only_companies_in_operation():
    s = stock(owners={"EOD": 0}, coal_prices={"EOD": 200}, rulings="18xx.games")
    s = singles(singles(s, 1, "MS", 4), 2, "MS", 4)
    assert all_pass(s).price("MS") == 100


@pytest.mark.rule("1824-VIII.3-2")
def test_a_swap_may_sell_out_a_company():
    """B1 takes the last share of BK."""
    s = phase(sold_out(2, 2, left=1), "2", "3")
    s = do(s.replace(privates={**s.privates, "B1": "seat0"}), SwapMountain(0, "B1", "BK"))
    s = do(s, Pass(1), Pass(2), Pass(3), Pass(0))
    assert s.price("BK") == 110


@pytest.mark.rule("1824-VIII.3-2", "1824-VIII.1-1")
def test_companies_rise_in_the_order_of_their_prices():
    """MS (110) and CL (100) rise into different cells; CL enters the one that MS has left."""
    s = stock()
    for company, cell in (("CL", (3, 3)), ("MS", (2, 3))):
        s = start(s, company, shares=6)
        s = price_at(singles(singles(s, 1, company, 2), 2, company, 2), company, *cell)
    s = all_pass(s)
    assert (s.prices["MS"].cell, s.prices["CL"].cell) == ((1, 3), (2, 3))


@pytest.mark.rule("1824-VIII.3-2", "1824-VIII.3-2b", "1824-IV.4.4-1")
def test_the_state_price_of_120():
    """Right 130, left 110, down 110; up it stays, as it is in the top row already."""
    assert do(at(0, 2), Dividend(0, True)).price("BK") == 130
    assert do(at(0, 2), Dividend(0, False)).price("BK") == 110
    assert do(selling(0, 2), SellShares(0, "BK", 1)).price("BK") == 110
    s = director(stock(owners={"SD1": 0}), 0, "SD")
    assert all_pass(singles(singles(s, 1, "SD", 4), 2, "SD", 4)).price("SD") == 120


@pytest.mark.rule("1824-VIII.3-1")
def test_a_purchase_moves_no_price():
    s = do(cash_of(selling(2, 2), 1, 500), Pass(0), BuyShare(1, "BK", OFFER))
    assert s.price("BK") == 100
