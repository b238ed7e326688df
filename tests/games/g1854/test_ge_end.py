"""GE: the end."""

import pytest

from stellwerk.engine import Pass
from stellwerk.games.g1854.rules.ending import result, winners
from stellwerk.games.g1854.rules.opening import BuyItem
from stellwerk.games.g1854.rules.state import Turn
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.state import BANK, POOL
from stellwerk.mech18.stock import StockRound

from .lines import optioned, split_ke
from .table import (
    PAY,
    at,
    cash_of,
    do,
    give,
    home,
    local,
    lokalbahn,
    major,
    mountain,
    offered,
    opening,
    passes,
    refused,
    stock,
    to,
    train,
    turn,
)


@pytest.mark.rule("1854-GE-1", "1854-OR-6", "1854-GE-3")
def test_300_ends_the_game_with_the_round():
    s = home(at(major(stock(), "KT"), "KT", 0, 17), "KT")
    s = major(s, "SB", 1)
    # The bank is broken as well, but that end would come later.
    s = turn(s.replace(ending="the bank is empty"), "KT", PAY, revenue=40, of=3)
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
    s = s.replace(cash={**s.cash, BANK: 30, "seat3": s.cash["seat3"] + s.cash[BANK] - 30})
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
    s = home(major(stock(), "KT"), "KT").replace(ending="the bank is empty")
    s = passes(s, 4)
    assert isinstance(s.frame, Turn)
    while not s.over:
        s = do(s, offered(s, 0, Pass)[0])
    assert s.over


@pytest.mark.rule("1854-GE-1", "1854-AU-7")
def test_an_auction_that_breaks_the_bank_ends_when_all_pass():
    s = do(opening(), BuyItem(0, "P1"))
    broken = passes(s.replace(ending="the bank is empty"), 4)
    assert broken.over
    assert not passes(s, 4).over


@pytest.mark.rule("1854-GE-1")
def test_a_bank_broken_in_the_auction_lasts_for_one_set():
    # All eleven are sold all the same: a stock round and its set follow.
    s = opening(3).replace(ending="the bank is empty")
    for number, item in enumerate(s.facts.packet):
        s = do(s.update_frame(seat=number % 3), BuyItem(number % 3, item))
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
    s = s.replace(sizes={p: n for p, n in s.facts.split_sizes.items() if p.startswith("KE_")}, split=("KE",))
    s = s.replace(privates=dict.fromkeys(s.privates, "seat3"))
    assert result(s) == {"Ann": 650 + 492 + 67, "Ben": 650 + 67 + 93, "Cy": 650 + 186, "Dee": 650}
    broke = result(s.replace(bankrupt="seat0"))
    assert min(broke, key=broke.__getitem__) == "Ann"
    assert broke["Ann"] == 0  # and below whoever has nothing
    assert result(cash_of(s, 3, 0).replace(bankrupt="seat0"))["Ann"] == -1


def poorer(s):
    """Everybody without cash, so that a single term of the account stands alone."""
    for seat in range(len(s.names)):
        s = cash_of(s, seat, 0)
    return s


TERMS = {
    "cash": (lambda s: cash_of(s, 1, 37), 37),
    "a director's paper, 4 ×": (lambda s: major(s, "KT", 1, papers=(0,)), 4 * 82),
    "20%, 2 ×": (lambda s: give(major(s, "KT", 2, papers=()), 1, "KT", 1), 2 * 82),
    "an option, 1 ×": (lambda s: optioned(major(s, "KT", 2, papers=()), 1, "KT", 1, 82), 82),
    "the director's paper after the split, 2 ×": (
        lambda s: split_ke(at(major(s, "KE", 1, papers=(0,)), "KE", 2, 5)),
        2 * 93,
    ),
    "10% after the split, 1 ×": (
        lambda s: give(split_ke(at(major(s, "KE", 2, papers=()), "KE", 2, 5)), 1, "KE", 1),
        93,
    ),
    "a new share, 1 ×": (
        lambda s: give(split_ke(at(major(s, "KE", 2, papers=()), "KE", 2, 5)), 1, "KE", 4),
        93,
    ),
    "the director's half, 1 ×": (lambda s: lokalbahn(s, "A", 1, 2), 67),
    "the ordinary half, 1 ×": (lambda s: lokalbahn(s, "A", 2, 1), 67),
    "the current price, not that of the start": (
        lambda s: at(major(s, "KT", 1, papers=(0,)), "KT", 0, 18),
        4 * 300,
    ),
    "a paper of a company that nobody started": (lambda s: give(s, 1, "VB", 1), 0),
    "mountain railways": (lambda s: s.replace(privates=dict.fromkeys(s.privates, "seat1")), 0),
    "local railways with their money": (lambda s: local(local(s, "1", 1, cash=500), "6", 1), 0),
    "the treasury, trains and mail of the own company": (
        lambda s: train(major(s, "KT", 1, papers=(), cash=900), "KT", "4-0").replace(mail={"KT": "large"}),
        0,
    ),
    "pool and offering": (lambda s: to(major(s, "KT", 1, papers=()), POOL, "KT", 1), 0),
}


@pytest.mark.rule("1854-GE-2")
@pytest.mark.parametrize("term", list(TERMS))
def test_the_account_term_by_term(term):
    change, worth = TERMS[term]
    s = poorer(stock())
    assert set(result(s).values()) == {0}
    assert result(change(s))["Ben"] == worth


@pytest.mark.rule("1854-GE-2")
def test_by_ruling_railways_count_their_face_value():
    s = poorer(stock(rulings="book,railways_count_at_end=true"))
    assert result(s)["Ben"] == 0
    prices = {"P1": 20, "P2": 50, "P3": 70, "P4": 170, "P5": 190}
    for private, price in prices.items():
        assert result(mountain(s, private, 1))["Ben"] == price
    assert result(local(local(s, "1", 1, cash=500), "6", 1))["Ben"] == 300
    assert result(mountain(local(s, "2", 0), "P4", 1)) == {"Ann": 150, "Ben": 170, "Cy": 0, "Dee": 0}


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
    refused(stock().replace(stack=()), Pass(0), "GE-1")
