"""SR: the stock round."""

import pytest

from stellwerk.engine import Pass
from stellwerk.engine.play import settle
from stellwerk.games.g1854.rules.companies import paper_limit, papers_held
from stellwerk.games.g1854.rules.options import TakeOption
from stellwerk.games.g1854.rules.prices import sold_out_rise
from stellwerk.mech18.course import Course
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.state import BANK, ISSUE, OFFER, POOL
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound

from .lines import crowd, split_ke
from .table import (
    at,
    cash_of,
    do,
    forbidden,
    give,
    locals_of,
    lokalbahn,
    major,
    offered,
    opening,
    passes,
    phase,
    refused,
    stock,
    to,
    told,
)

# -- the round --------------------------------------------------------------------------------


@pytest.mark.rule("1854-SR-1", "1854-OR-1")
def test_stock_round_and_operating_rounds_take_turns():
    s = major(stock(seat=2), "KE", 0).replace(priority=2)
    assert s.frame.seat == 2
    s = do(s, Pass(2), Pass(3))
    refused(s, Pass(1), "SR-2")
    s = do(s, Pass(0), Pass(1))
    assert isinstance(s.stack[1], OperatingRound)
    assert (s.stack[0].number, s.stack[0].of) == (1, 1)


@pytest.mark.rule("1854-SR-2")
def test_sell_any_number_then_buy_one():
    s = major(major(stock(), "KE", 0, papers=(0, 1, 2)), "FJ", 1, papers=(0, 1))
    s = give(s, 0, "FJ", 2)
    s = do(s, SellShares(0, "KE", 2), SellShares(0, "FJ", 2))
    assert s.frame.seat == 0
    s = do(s, StartCompany(0, "SB", 67))
    assert s.frame.seat == 1  # the purchase ended the turn
    s = do(s, BuyShare(1, "FJ", POOL), Pass(2), Pass(3), Pass(0))
    # Ann passed, but Ben buys: she may act again.
    s = do(cash_of(s, 1, 500), BuyShare(1, "SB", OFFER), Pass(2), Pass(3))
    assert offered(s, 0, SellShares)
    refused(s, SellShares(1, "FJ", 2), "SR-2")


@pytest.mark.rule("1854-SR-3")
def test_the_round_ends_when_all_pass_and_priority_moves():
    s = major(stock(), "KE", 0)
    ended = passes(do(s, BuyShare(0, "KE", OFFER)), 4)
    assert ended.priority == 1  # left of Ann
    still = passes(s.replace(priority=3), 4)
    assert still.priority == 3


@pytest.mark.rule("1854-SR-4", "1854-MR-6")
def test_what_cannot_be_sold():
    first = give(major(stock(number=1), "KE", 0), 1, "KE", 2).update_frame(seat=1)
    forbidden(first, SellShares(1, "KE", 2), "SR-4")
    s = give(stock(), 0, "VB", 1)  # from the Arlbergbahn; nobody has started VB
    forbidden(s, SellShares(0, "VB", 2), "SR-4", company="VB")
    # Started but not floated: allowed.
    started = do(s.update_frame(seat=1), StartCompany(1, "VB", 67))
    assert "VB" in started.opened
    ke = give(do(stock(), StartCompany(0, "KE", 67)), 1, "KE", 1)
    assert "KE" not in ke.opened
    do(ke, SellShares(1, "KE", 2))
    refused(s, SellShares(0, "ZZ", 2), "SR-4")


@pytest.mark.rule("1854-SR-5")
def test_the_pool_takes_everything():
    s = to(major(stock(), "KE", 0), POOL, "KE", 2, 3)
    s = give(s, 0, "KE", 1)
    s = do(s, SellShares(0, "KE", 2))
    assert s.shares(POOL, "KE") == 6


@pytest.mark.rule("1854-SR-6")
def test_papers_are_sold_whole_at_the_price_before_the_fall():
    s = give(major(stock(), "KE", 0), 1, "KE", 2, 3).update_frame(seat=1)
    forbidden(s, SellShares(1, "KE", 1), "SR-6", size=2)
    forbidden(s, SellShares(1, "KE", 3), "SR-6", size=2)
    refused(s, SellShares(1, "KE", 6), "SR-6")
    refused(s, SellShares(1, "KE", 0), "SR-6")
    after = do(s, SellShares(1, "KE", 4))
    assert after.cash["seat1"] - s.cash["seat1"] == 4 * 82
    halved = split_ke(s)
    one = do(halved, SellShares(1, "KE", 1))
    assert one.cash["seat1"] - s.cash["seat1"] == 82
    assert one.price("KE") == 77


@pytest.mark.rule("1854-SR-7", "1854-SR-15")
def test_the_directors_paper_is_exchanged_before_the_sale():
    # Ann 40, Ben 20 + 20: Ann sells 20, so they swap: Ben has 40, Ann one of the 20s left.
    s = give(major(stock(), "KE", 0, papers=(0,)), 1, "KE", 1, 2)
    s = do(s, SellShares(0, "KE", 2))
    assert s.director("KE") == "seat1"
    assert (s.shares("seat0", "KE"), s.shares("seat1", "KE"), s.shares(POOL, "KE")) == (2, 4, 2)
    assert s.papers["KE_0"] == "seat1"
    both = do(give(major(stock(), "KE", 0, papers=(0,)), 1, "KE", 1, 2), SellShares(0, "KE", 4))
    assert both.shares("seat0", "KE") == 0


@pytest.mark.rule("1854-SR-15", "1854-SR-7")
def test_without_a_taker_only_ordinary_papers_are_sold():
    s = give(major(stock(), "KE", 0, papers=(0, 1)), 1, "KE", 2)
    forbidden(s, SellShares(0, "KE", 4), "SR-15")
    s = do(s, SellShares(0, "KE", 2))
    assert s.director("KE") == "seat0"


@pytest.mark.rule("1854-SR-7", "1854-SR-15")
def test_more_papers_make_the_director_and_equal_ones_do_not():
    s = give(major(stock(), "KE", 0, papers=(0,)), 1, "KE", 1).update_frame(seat=1)
    s = do(s, BuyShare(1, "KE", OFFER))
    assert s.director("KE") == "seat0"  # 40 to 40
    s = cash_of(s, 1, 400).update_frame(seat=1, last=-1)
    assert "DirectorChanged" in told(s, BuyShare(1, "KE", OFFER))
    s = do(s, BuyShare(1, "KE", OFFER))
    assert s.director("KE") == "seat1"  # 60 to 40: at once
    assert s.shares("seat0", "KE") == 4


@pytest.mark.rule("1854-SR-7")
def test_of_several_with_more_the_next_clockwise():
    # After a split Ann keeps 20% in one paper; Cy and Dee hold 20% each: Ann sells one, Cy is next.
    s = split_ke(give(give(major(stock(), "KE", 0, papers=(0,)), 2, "KE", 1, 2), 3, "KE", 3))
    s = give(s, 3, "KE", 4)
    assert [s.shares(o, "KE") for o in s.players] == [2, 0, 2, 2]
    s = do(s, SellShares(0, "KE", 1))
    assert s.director("KE") == "seat2"


# -- purchases --------------------------------------------------------------------------------


@pytest.mark.rule("1854-SR-8", "1854-SP-3")
def test_three_sources_with_three_prices():
    s = to(split_ke(at(major(stock(), "KE", 0, par=82, papers=(0,)), "KE", 2, 5)), POOL, "KE", 1)
    before = s.cash
    offer = do(s.update_frame(seat=1), BuyShare(1, "KE", OFFER))  # start price 82, to the bank
    assert (before["seat1"] - offer.cash["seat1"], offer.cash["KE"]) == (82, before["KE"])
    pool = do(s.update_frame(seat=1), BuyShare(1, "KE", POOL))  # current price 93, to the bank
    assert (before["seat1"] - pool.cash["seat1"], pool.cash["KE"]) == (93, before["KE"])
    issue = do(s.update_frame(seat=1), BuyShare(1, "KE", ISSUE))  # current price 93, to the company
    assert (before["seat1"] - issue.cash["seat1"], issue.cash["KE"]) == (93, before["KE"] + 93)
    forbidden(offer.update_frame(seat=1), BuyShare(1, "FJ", OFFER), "SR-9")
    refused(s, BuyShare(0, "ZZ", OFFER), "SR-8")
    refused(s, BuyShare(0, "KE", "bank"), "SR-8")
    gone = to(s, POOL, "KE", 2, 3)
    forbidden(gone.update_frame(seat=1), BuyShare(1, "KE", OFFER), "SR-8")
    unsplit = major(stock(), "FJ", 0, par=67)
    assert (
        unsplit.cash["seat1"] - do(unsplit.update_frame(seat=1), BuyShare(1, "FJ", OFFER)).cash["seat1"]
        == 134
    )


@pytest.mark.rule("1854-SR-9")
def test_the_first_paper_is_the_directors():
    forbidden(stock(), BuyShare(0, "KE", OFFER), "SR-9")
    s = do(stock(), StartCompany(0, "KE", 93))
    assert s.papers["KE_0"] == "seat0"
    assert s.cash["seat0"] == 650 - 372
    assert s.price("KE") == 93
    refused(s.update_frame(seat=1), StartCompany(1, "KE", 67), "SR-9")
    refused(s.update_frame(seat=1), StartCompany(1, "ZZ", 67), "SR-9")


@pytest.mark.rule("1854-SR-10")
def test_half_out_of_the_offering_floats():
    s = do(stock(), StartCompany(0, "KE", 67))
    assert ("KE" in s.opened, s.cash["KE"]) == (False, 0)
    s = do(s, BuyShare(1, "KE", OFFER))
    assert ("KE" in s.opened, s.cash["KE"]) == (True, 670)


@pytest.mark.rule("1854-SR-10", "1854-MR-6")
def test_vb_and_sd_float_with_the_directors_paper():
    s = do(give(stock(), 3, "VB", 1), StartCompany(0, "VB", 72))
    assert s.cash["VB"] == 720


@pytest.mark.rule("1854-SR-11", "1854-SP-4")
def test_all_before_the_split_and_sixty_percent_after():
    s = cash_of(major(stock(), "KE", 0, papers=(0, 1, 2)), 0, 2000)
    assert do(s, BuyShare(0, "KE", OFFER)).shares("seat0", "KE") == 10
    s = give(split_ke(cash_of(major(stock(), "KE", 0, papers=(0, 1, 2, 3)), 0, 2000)), 0, "KE", 4)
    assert s.shares("seat0", "KE") == 6
    forbidden(s, BuyShare(0, "KE", ISSUE), "SR-11", limit=6, owned=6)


@pytest.mark.rule("1854-SR-12")
@pytest.mark.parametrize(
    ("players", "limits"),
    [(3, (10, 12, 14, 15)), (4, (8, 9, 10, 11)), (5, (6, 7, 8, 9)), (6, (5, 6, 7, 7))],
)
def test_the_paper_limit_grows_with_splits(players, limits):
    s = stock(players)
    for splits, limit in enumerate(limits):
        assert paper_limit(s.replace(split=("KE", "FJ", "SD")[:splits]), "seat0") == limit
    fixed = stock(players, rulings='book,paper_limit="fixed"')
    assert paper_limit(fixed, "seat0") == {3: 24, 4: 18, 5: 15, 6: 13}[players]


@pytest.mark.rule("1854-SR-12", "1854-LR-6", "1854-MR-2", "1854-LA-7")
def test_what_counts_as_a_paper():
    s = locals_of(major(stock(), "KE", 0, papers=(0, 1)), 0, 0, 0, 0, 1, 1)
    s = lokalbahn(s.replace(privates=dict.fromkeys(s.privates, "seat0")), "A")
    # A director's paper is one, and so is a half of an AG; no mountains, no locals.
    assert papers_held(s, "seat0") == 3
    assert papers_held(s, "seat1") == 1
    yellow = at(at(s, "KE", 6, 0), "A", 6, 1)
    assert papers_held(yellow, "seat0") == 0
    loose = major(stock(rulings="book,halves_are_papers=false"), "KE", 0, papers=(0, 1))
    assert papers_held(lokalbahn(loose, "A"), "seat0") == 2
    with_locals = locals_of(stock(rulings="book,locals_are_papers=true"), 0, 0, 0, 1, 1, 1)
    assert papers_held(with_locals, "seat0") == 3


@pytest.mark.rule("1854-SR-13", "1854-OP-1")
def test_what_was_sold_may_be_bought_back():
    s = do(major(stock(), "KE", 0, papers=(0, 1)), SellShares(0, "KE", 2))
    assert s.price("KE") == 77  # it has fallen by one row
    cash = s.cash["seat0"]
    back = do(s, BuyShare(0, "KE", POOL))
    assert (back.cash["seat0"], back.shares("seat0", "KE")) == (cash - 2 * 77, 6)
    assert do(s, TakeOption(0, "KE", POOL)).open_option("seat0") == "KE_1"


@pytest.mark.rule("1854-SR-13", "1854-OP-1")
def test_by_ruling_nobody_buys_back():
    s = do(major(stock(rulings="book,buying_back=false"), "KE", 0, papers=(0, 1)), SellShares(0, "KE", 2))
    forbidden(s, BuyShare(0, "KE", POOL), "SR-13")
    forbidden(s, BuyShare(0, "KE", OFFER), "SR-13")
    do(cash_of(s, 0, 900), StartCompany(0, "FJ", 67))


@pytest.mark.rule("1854-SR-14", "1854-ST-5")
def test_what_is_sold_out_rises():
    s = give(major(stock(), "KE", 0), 1, "KE", 2, 3)
    s = major(s, "FJ", 2, papers=(0, 1, 2))  # one paper of FJ is left
    s = passes(s, 4)
    assert (s.price("KE"), s.price("FJ")) == (87, 82)
    pool = passes(to(give(major(stock(), "KE", 0), 1, "KE", 2), POOL, "KE", 3), 4)
    assert pool.price("KE") == 82


@pytest.mark.rule("1854-SR-14", "1854-ST-7")
def test_they_rise_in_operating_order():
    # KE and FJ in one cell, FJ on top though it stands second in the book: it arrives first and stays on top.
    s = give(major(give(major(stock(), "KE", 0), 1, "KE", 2, 3), "FJ", 2), 3, "FJ", 2, 3)
    assert s.price_order()[:2] == ["KE", "FJ"]
    s = at(at(s, "KE", 7, 0), "KE", *s.prices["FJ"].cell)
    assert s.price_order()[:2] == ["FJ", "KE"]
    risen = sold_out_rise(s)
    assert risen.prices["KE"].cell == risen.prices["FJ"].cell == (1, 2)
    assert risen.price_order()[:2] == ["FJ", "KE"]
    # A price that stays in the top row lies above one that arrives from below, whoever is looked at first.
    top = at(at(s, "FJ", 0, 2), "KE", 1, 2)
    assert sold_out_rise(top).price_order()[:2] == ["FJ", "KE"]


@pytest.mark.rule("1854-SR-14", "1854-SP-7")
def test_new_shares_count_as_unsold():
    s = split_ke(at(give(major(stock(), "KE", 0), 1, "KE", 2, 3), "KE", 2, 5))
    assert passes(s, 4).price("KE") == 93
    sold = give(s, 2, "KE", 4, 5, 6, 7, 8)
    assert passes(sold, 4).price("KE") == 99


@pytest.mark.rule("1854-SR-14")
def test_a_lokalbahn_rises_too_unless_ruled_otherwise():
    s = lokalbahn(phase(stock(), "5"), "A")
    assert passes(s, 4).price("A") == 72
    assert passes(to(s, POOL, "A", 1), 4).price("A") == 67
    other = lokalbahn(phase(stock(rulings="book,lokalbahn_rises=false"), "5"), "A")
    other = give(major(other, "KE", 0), 1, "KE", 2, 3)
    assert passes(other, 4).price("A") == 67
    assert passes(other, 4).price("KE") == 87  # Majors do


@pytest.mark.rule("1854-SR-16", "1854-SR-2")
def test_over_the_limit_one_sells_first():
    s = crowd(stock(), 0, 9)  # limit 8 with four players
    assert papers_held(s, "seat0") == 9
    forbidden(s, Pass(0), "SR-16", held=9, limit=8)
    forbidden(s, StartCompany(0, "NT", 67), "SR-16")
    # Not even what would not count, or an option on it.
    yellow = cash_of(at(major(s, "NT", 1, papers=(0,)), "NT", 6, 0), 0, 1000)
    forbidden(yellow, BuyShare(0, "NT", OFFER), "SR-16")
    forbidden(yellow, TakeOption(0, "NT", OFFER), "SR-16")
    do(s, SellShares(0, "KE", 2), Pass(0))


@pytest.mark.rule("1854-SR-16")
def test_who_can_sell_nothing_keeps_the_excess():
    s = crowd(stock(number=1), 0, 9)
    s = do(s, Pass(0))  # nothing is sold in the first round
    forbidden(s.update_frame(seat=0), StartCompany(0, "NT", 67), "SR-17", held=9)


@pytest.mark.rule("1854-SR-17", "1854-ST-10")
def test_no_purchase_over_the_limit_but_yellow_is_free():
    s = cash_of(crowd(stock(), 0, 8), 0, 1000)
    forbidden(s, BuyShare(0, "KE", OFFER), "SR-17", held=8, limit=8)
    forbidden(s, StartCompany(0, "NT", 67), "SR-17")
    yellow = at(s, "FJ", 6, 0)  # two of his papers stop counting, and FJ itself is free
    assert papers_held(yellow, "seat0") == 6
    assert papers_held(do(yellow, BuyShare(0, "FJ", OFFER)), "seat0") == 6
    full = at(major(s, "NT", 1, papers=(0,)), "NT", 6, 0)  # eight that count, and a ninth that does not
    assert papers_held(do(full, BuyShare(0, "NT", OFFER)), "seat0") == 8


@pytest.mark.rule("1854-SR-17")
def test_only_cash_in_hand():
    s = cash_of(major(stock(), "KE", 0, papers=(0, 1)), 1, 163).update_frame(seat=1)
    forbidden(s, BuyShare(1, "KE", OFFER), "SR-17", cash=163, price=164)
    forbidden(s, StartCompany(1, "FJ", 67), "SR-17", price=268)


@pytest.mark.rule("1854-SR-18")
def test_one_sale_of_a_company_in_a_turn():
    s = give(major(stock(), "KE", 0), 1, "KE", 2, 3).update_frame(seat=1)
    s = do(s, SellShares(1, "KE", 2))
    forbidden(s, SellShares(1, "KE", 2), "SR-18")


@pytest.mark.rule("1854-LR-6", "1854-EF-6")
def test_local_railways_are_never_sold():
    s = locals_of(stock(), 0, 0, 0, 1, 1, 1)
    assert "never sold" in refused(s, SellShares(0, "1", 1), "SR-4").message
    assert not offered(s, 0, SellShares)


@pytest.mark.rule("1854-LA-7", "1854-SR-12", "1854-SR-16", "1854-SR-17")
def test_halves_fill_the_paper_limit():
    # Six players may hold five papers each: 32 // 6.
    def five(rulings="book"):
        return to(lokalbahn(crowd(stock(6, rulings=rulings), 0, 5), "A", 1, 2), POOL, "A", 1)

    forbidden(five(), BuyShare(0, "A", POOL), "SR-17", limit=5)
    assert do(five("book,halves_are_papers=false"), BuyShare(0, "A", POOL)).shares("seat0", "A") == 1
    over = lokalbahn(crowd(stock(6), 0, 5), "A", 1, 0)  # a merger has given him the half
    refused(over, Pass(0), "SR-16")
    assert SellShares(0, "A", 1) in offered(over, 0, SellShares)
    do(over, SellShares(0, "A", 1), Pass(0))


@pytest.mark.rule("1854-LA-7")
def test_halves_of_a_lokalbahn():
    s = lokalbahn(phase(stock(), "5"), "A", 0, 1)
    forbidden(s, SellShares(0, "A", 1), "LA-7")  # the director's half
    sold = do(s.update_frame(seat=1), SellShares(1, "A", 1))
    assert sold.cash["seat1"] == 650 + 67  # 1 × price for 50%
    assert sold.price("A") == 62
    bought = do(sold.update_frame(seat=2), BuyShare(2, "A", POOL))
    assert bought.cash["seat2"] == 650 - 62
    mine = do(sold.update_frame(seat=0), BuyShare(0, "A", POOL))
    assert mine.shares("seat0", "A") == 2
    mine = do(mine.update_frame(seat=0, sold=()), SellShares(0, "A", 1))  # the ordinary half again
    assert mine.director("A") == "seat0"
    closed = lokalbahn(phase(stock(rulings="book,lokalbahn_papers_trade=false"), "5"), "A", 0, 1)
    forbidden(closed.update_frame(seat=1), SellShares(1, "A", 1), "LA-7")
    do(give(major(closed, "KE", 0), 1, "KE", 2).update_frame(seat=1), SellShares(1, "KE", 2))  # Majors' are
    forbidden(to(closed, POOL, "A", 1).update_frame(seat=2), BuyShare(2, "A", POOL), "LA-7")


@pytest.mark.rule("1854-SR-3", "1854-SR-1")
def test_after_the_auction_comes_stock_round_1():
    s = settle(opening().replace(stack=(Course(),)))
    assert s.frame == StockRound(1, 0)
    assert s.cash[BANK] == 10000 - 4 * 650


@pytest.mark.rule("1854-SR-8", "1854-OP-1")
def test_every_source_is_offered():
    s = to(split_ke(at(major(stock(), "KE", 0, papers=(0,)), "KE", 2, 5)), POOL, "KE", 1).update_frame(seat=1)
    assert [a.source for a in offered(s, 1, BuyShare)] == [OFFER, POOL, ISSUE]
    s = to(major(stock(), "KE", 0), POOL, "KE", 2).update_frame(seat=1)
    assert offered(s, 1, TakeOption) == [TakeOption(1, "KE", OFFER), TakeOption(1, "KE", POOL)]
