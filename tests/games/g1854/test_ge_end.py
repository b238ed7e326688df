"""GE: the end."""

import pytest

from stellwerk.engine import Pass
from stellwerk.games.g1854.auction import BuyItem
from stellwerk.games.g1854.ending import result, winners
from stellwerk.games.g1854.state import Turn
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.state import BANK
from stellwerk.mech18.stock import StockRound

from .table import (
    PAY,
    at,
    cash_of,
    do,
    give,
    home,
    lokalbahn,
    major,
    offered,
    opening,
    passes,
    refused,
    stock,
    turn,
)


@pytest.mark.rule("1854-GE-1", "1854-OR-6", "1854-GE-3")
def test_300_ends_the_game_with_the_round():
    s = home(at(major(stock(), "KT"), "KT", 0, 17), "KT")
    s = major(s, "SB", 1)
    # The bank is broken as well, but that end would come later.
    s = turn(s.but(ending="the bank is empty"), "KT", PAY, revenue=40, of=3)
    s = do(s, Dividend(0, True))
    assert s.peak == "KT"
    assert not s.over
    for _ in range(20):
        if s.over:
            break
        assert s.stack[0].number == 1
        s = do(s, offered(s, s.director_seat(s.frame.company), Pass)[0])
    assert s.over  # after SB's turn, two rounds before the end of the set
    assert s.ending == "a price has reached the end of the table"


@pytest.mark.rule("1854-GE-1", "1854-GE-3")
def test_a_broken_bank_ends_the_game_with_the_set():
    s = home(major(stock(), "KT"), "KT")
    s = turn(s, "KT", PAY, revenue=100, number=1, of=2)
    s = s.but(cash={**s.cash, BANK: 30, "seat3": s.cash["seat3"] + s.cash[BANK] - 30})
    s = do(s, Dividend(0, True))
    assert s.cash[BANK] == -30  # it pays without limit
    assert s.ending == "the bank is empty"
    s = cash_of(s, 3, 0)  # money flows back: the end stays fixed
    assert s.cash[BANK] > 0
    while not s.over and s.stack[1].number == 1:
        s = do(s, offered(s, 0, Pass)[0])
    assert not s.over
    while not s.over:
        s = do(s, offered(s, 0, Pass)[0])
    assert s.stack == ()


@pytest.mark.rule("1854-GE-1")
def test_broken_in_a_stock_round_one_more_set_is_played():
    s = home(major(stock(), "KT"), "KT").but(ending="the bank is empty")
    s = passes(s, 4)
    assert isinstance(s.frame, Turn)
    while not s.over:
        s = do(s, offered(s, 0, Pass)[0])
    assert s.over


@pytest.mark.rule("1854-GE-1", "1854-AU-7")
def test_an_auction_that_breaks_the_bank_ends_when_all_pass():
    s = do(opening(), BuyItem(0, "P1"))
    broken = passes(s.but(ending="the bank is empty"), 4)
    assert broken.over
    assert not passes(s, 4).over


@pytest.mark.rule("1854-GE-1")
def test_a_bank_broken_in_the_auction_lasts_for_one_set():
    # All eleven are sold all the same: a stock round and its set follow.
    s = opening(3).but(ending="the bank is empty")
    for number, item in enumerate(s.facts.packet):
        s = do(s.mark(seat=number % 3), BuyItem(number % 3, item))
    assert isinstance(s.frame, StockRound)
    s = passes(s, 3)
    while not s.over:
        s = do(s, offered(s, s.director_seat(s.frame.company), Pass)[0])
        assert not s.stack or s.stack[0].set == 1


@pytest.mark.rule("1854-GE-2")
def test_wealth():
    # Ann: 40% and 20% of KT at 82 = 6 × 82, half of A at 67; Ben the other half, 10% of the split KE at 93.
    s = lokalbahn(major(stock(), "KT"), "A", 0, 1)
    s = at(give(major(s, "KE", 2, papers=(0,)), 1, "KE", 1), "KE", 2, 5)
    s = s.but(sizes={p: n for p, n in s.facts.split_sizes.items() if p.startswith("KE_")}, split=("KE",))
    s = s.but(privates=dict.fromkeys(s.privates, "seat3"))
    assert result(s) == {"Ann": 650 + 492 + 67, "Ben": 650 + 67 + 93, "Cy": 650 + 186, "Dee": 650}
    broke = result(s.but(bankrupt="seat0"))
    assert min(broke, key=broke.__getitem__) == "Ann"
    assert broke["Ann"] == 0  # and below whoever has nothing
    assert result(cash_of(s, 3, 0).but(bankrupt="seat0"))["Ann"] == -1


@pytest.mark.rule("1854-GE-3")
def test_equal_wealth_shares_the_rank():
    assert winners(stock()) == ("Ann", "Ben", "Cy", "Dee")
    assert winners(cash_of(stock(), 2, 700)) == ("Cy",)


@pytest.mark.rule("1854-GE-1")
def test_a_table_on_which_nothing_moves_any_more():
    # No company, no railway, no income: a first set to compare with, then three that change nothing.
    s = stock()
    for _ in range(3):
        s = passes(s, 4)
        assert isinstance(s.frame, StockRound)
    s = passes(s, 4)
    assert s.over
    assert s.ending == "nothing can move any more"


@pytest.mark.rule("1854-GE-1")
def test_nothing_is_possible_afterwards():
    refused(stock().but(stack=()), Pass(0), "GE-1")
