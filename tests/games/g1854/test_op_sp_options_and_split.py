"""OP, SP: options and the share split."""

import pytest

from stellwerk.engine import Pass
from stellwerk.games.g1854.rules.companies import paper_limit, papers_held
from stellwerk.games.g1854.rules.ending import result
from stellwerk.games.g1854.rules.options import CompleteOption, SellOption, TakeOption
from stellwerk.games.g1854.rules.prices import after_payout
from stellwerk.games.g1854.rules.state import Option
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.state import BANK, ISSUE, OFFER, POOL
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany
from tests.views import view

from .lines import crowd, optioned, split_ke
from .table import (
    PAY,
    RUN,
    at,
    cash_of,
    do,
    forbidden,
    give,
    home,
    lokalbahn,
    major,
    offered,
    passes,
    phase,
    refused,
    rounds,
    run,
    stock,
    tile,
    to,
    told,
    train,
    turn,
)

# -- taking -----------------------------------------------------------------------------------


@pytest.mark.rule("1854-OP-1", "1854-OP-2", "1854-SR-10")
def test_half_the_price_for_a_tenth():
    s = do(stock(), StartCompany(0, "KE", 77))
    s = do(s, TakeOption(1, "KE", OFFER))
    # 1 × par paid, 10% held; with it half of KE has left the offering: 40 + 10.
    assert s.cash["seat1"] == 650 - 77
    assert s.shares("seat1", "KE") == 1
    assert s.cash["KE"] == 770
    assert s.frame.seat == 2  # it was the purchase of the turn
    pool = do(
        to(at(major(stock(), "KE", 0), "KE", 1, 2), POOL, "KE", 2).update_frame(seat=1),
        TakeOption(1, "KE", POOL),
    )
    assert pool.cash["seat1"] == 650 - 87


@pytest.mark.rule("1854-OP-1", "1854-SR-9")
def test_what_no_option_is_taken_on():
    forbidden(split_ke(major(stock(), "KE", 0)), TakeOption(0, "KE", OFFER), "OP-1")
    refused(split_ke(major(stock(), "KE", 0)), TakeOption(0, "KE", ISSUE), "OP-1")
    halves = to(lokalbahn(phase(stock(), "5"), "A"), POOL, "A", 1)
    forbidden(halves, TakeOption(0, "A", POOL), "OP-1")
    s = give(major(stock(), "KE", 0), 1, "KE", 2, 3)
    forbidden(s, TakeOption(0, "KE", OFFER), "OP-1")  # nothing left
    refused(stock(), TakeOption(0, "KE", OFFER), "SR-9")  # the director's paper comes first
    refused(stock(), TakeOption(0, "ZZ", OFFER), "OP-1")
    refused(major(stock(), "KE", 0), TakeOption(0, "KE", ISSUE), "OP-1")
    refused(major(stock(), "KE", 0), TakeOption(0, "KE", "bank"), "OP-1")
    poor = cash_of(major(stock(), "KE", 0), 1, 81).update_frame(seat=1)
    forbidden(poor, TakeOption(1, "KE", OFFER), "OP-1", cash=81, price=82)
    do(cash_of(poor, 1, 82), TakeOption(1, "KE", OFFER))


@pytest.mark.rule("1854-OP-1", "1854-SR-13", "1854-SR-17")
def test_sales_may_precede_and_limits_hold():
    s = do(major(stock(rulings="book,buying_back=false"), "KE", 0, papers=(0, 1)), SellShares(0, "KE", 2))
    forbidden(s, TakeOption(0, "KE", POOL), "SR-13")
    s = do(major(s, "FJ", 1), TakeOption(0, "FJ", OFFER))
    assert s.open_option("seat0") == "FJ_2"
    full = crowd(stock(), 0, 8)
    forbidden(full, TakeOption(0, "KE", OFFER), "SR-17", held=8)


@pytest.mark.rule("1854-OP-2", "1854-DV-2")
def test_an_option_draws_one_tenth():
    # KT earns 100: Ann (40 + 20) 60, Ben (option) 10; the 30 of offering stay in the bank.
    s = optioned(major(stock(), "KT", 0), 1, "KT", 2, 82)
    s = do(turn(home(s, "KT"), "KT", PAY, revenue=100), Dividend(0, True))
    assert (s.cash["seat0"], s.cash["seat1"], s.cash["seat2"]) == (650 + 60, 650 + 10, 650)
    assert s.cash["KT"] == 820


@pytest.mark.rule("1854-OP-2", "1854-OP-9")
def test_an_option_counts_ten_percent_for_control():
    # Ann 40; Ben 20 + 20 and an option on the third: 50 > 40, so Ben is director at once.
    s = give(major(stock(), "KE", 0, papers=(0,)), 1, "KE", 1, 2).update_frame(seat=1)
    s = do(s, TakeOption(1, "KE", OFFER))
    assert s.director("KE") == "seat1"
    # OP-9: the two whole papers were exchanged, the option stayed with Ben.
    assert {p for p, owner in s.papers.items() if owner == "seat0"} == {"KE_1", "KE_2"}
    assert s.open_option("seat1") == "KE_3"
    assert papers_held(s, "seat1") == 2


# -- an open option ---------------------------------------------------------------------------


@pytest.mark.rule("1854-OP-3")
def test_an_open_option_bars_other_purchases():
    s = optioned(major(major(stock(), "KE", 0), "FJ", 2), 1, "KE", 2, 82).update_frame(seat=1)
    s = cash_of(s, 1, 2000)
    forbidden(s, BuyShare(1, "FJ", OFFER), "OP-3")
    forbidden(s, StartCompany(1, "SB", 67), "OP-3")
    forbidden(s, TakeOption(1, "FJ", OFFER), "OP-3")


@pytest.mark.rule("1854-OP-4")
def test_complete_sell_or_pass_and_nothing_else():
    s = optioned(major(stock(), "KE", 0), 1, "KE", 2, 82).update_frame(seat=1)
    s = give(major(s, "FJ", 2), 1, "FJ", 2)
    assert {type(a).__name__ for a in offered(s, 1, object)} == {"CompleteOption", "SellOption", "Pass"}
    forbidden(s, SellShares(1, "FJ", 2), "OP-4")
    assert do(s, CompleteOption(1)).frame.seat == 2
    assert do(s, SellOption(1)).frame.seat == 2
    refused(stock(), CompleteOption(0), "OP-4")
    refused(stock(), SellOption(0), "OP-4")


@pytest.mark.rule("1854-OP-4")
def test_sales_beside_an_option_by_ruling():
    s = stock(rulings="book,sales_beside_option=true")
    s = give(major(optioned(major(s, "KE", 0), 1, "KE", 2, 82).update_frame(seat=1), "FJ", 2), 1, "FJ", 2)
    do(s, CompleteOption(1))
    s = do(s, SellShares(1, "FJ", 2))
    forbidden(s, CompleteOption(1), "OP-4")  # still the sole action of its turn
    forbidden(s, SellOption(1), "OP-4")


@pytest.mark.rule("1854-OP-4", "1854-SR-16", "1854-SR-18")
def test_over_the_limit_with_an_option():
    # Eight papers are the limit of four players; the option on SB is the ninth.
    s = optioned(major(crowd(stock(), 0, 8), "SB", 1), 0, "SB", 2, 82)
    assert papers_held(s, "seat0") == 9
    forbidden(s, Pass(0), "SR-16", held=9, limit=8)
    forbidden(s, CompleteOption(0), "SR-16")
    sold = do(s, SellShares(0, "KE", 2))  # a forced sale, which comes before the one action
    forbidden(sold, SellShares(0, "FJ", 2), "OP-4")  # no more than that
    assert do(sold, CompleteOption(0)).shares("seat0", "SB") == 2
    assert do(sold, SellOption(0)).papers["SB_2"] == POOL
    # The option itself may be what is sold.
    assert papers_held(do(s, SellOption(0)), "seat0") == 8
    # After a forced sale of the same company the option waits: one sale each.
    same = optioned(crowd(stock(), 0, 8), 0, "KE", 3, 82)
    same = do(same, SellShares(0, "KE", 2))
    forbidden(same, SellOption(0), "SR-18", company="KE")
    do(same, Pass(0))


@pytest.mark.rule("1854-SR-16", "1854-OP-6")
def test_an_option_may_be_all_that_can_be_sold():
    # Five director's papers in a six-player game (limit 5), which nobody can take over, and an option.
    s = stock(6)
    for company in ("KE", "FJ", "SD", "KR", "KT"):
        s = major(s, company, 0, papers=(0,), cash=0)
    s = optioned(major(s, "SB", 1), 0, "SB", 2, 82)
    assert papers_held(s, "seat0") == 6
    forbidden(s, Pass(0), "SR-16", held=6, limit=5)
    do(s, SellOption(0))
    # Taken in this round it cannot be sold yet: the excess stays.
    fresh = s.replace(options={"SB_2": Option(82, OFFER, 2)})
    do(fresh, Pass(0))


@pytest.mark.rule("1854-OP-5")
def test_the_rest_is_the_price_of_the_day_it_was_taken():
    s = at(optioned(major(stock(), "KE", 0), 1, "KE", 2, 82, POOL), "KE", 0, 2).update_frame(seat=1)
    assert s.price("KE") == 93
    done = do(s, CompleteOption(1))
    assert done.cash["seat1"] == 650 - 82
    assert done.cash[BANK] == s.cash[BANK] + 82
    assert done.shares("seat1", "KE") == 2
    assert done.options == {}
    poor = cash_of(s, 1, 81)
    forbidden(poor, CompleteOption(1), "OP-5", cash=81, price=82)
    do(cash_of(s, 1, 82), CompleteOption(1))
    today = stock(rulings="book,option_rest_at_current_price=true")
    today = at(optioned(major(today, "KE", 0), 1, "KE", 2, 82, POOL), "KE", 0, 2).update_frame(seat=1)
    assert do(today, CompleteOption(1)).cash["seat1"] == 650 - 93
    offer = today.replace(options={"KE_2": Option(82, OFFER, 1)})  # of the offering: par in any case
    assert do(offer, CompleteOption(1)).cash["seat1"] == 650 - 82


@pytest.mark.rule("1854-OP-6")
def test_selling_an_option():
    s = optioned(major(stock(), "KE", 0), 1, "KE", 2, 82).update_frame(seat=1)
    sold = do(s, SellOption(1))
    assert sold.cash["seat1"] == 650 + 82  # 1 × price
    assert sold.price("KE") == 77  # one row
    assert (sold.papers["KE_2"], sold.shares(POOL, "KE"), sold.options) == (POOL, 2, {})
    fresh = do(major(stock(), "KE", 0).update_frame(seat=1), TakeOption(1, "KE", OFFER)).update_frame(seat=1)
    forbidden(fresh, SellOption(1), "OP-6")
    strict = optioned(major(stock(rulings="book,buying_back=false"), "KE", 0), 1, "KE", 2, 82).update_frame(
        seat=1
    )
    forbidden(do(strict, SellOption(1)).update_frame(seat=1), BuyShare(1, "KE", POOL), "SR-13")
    do(sold.update_frame(seat=1), BuyShare(1, "KE", POOL))


@pytest.mark.rule("1854-OP-8")
def test_completing_in_the_same_round_and_as_a_purchase():
    s = do(
        major(stock(), "KE", 0).update_frame(seat=1), TakeOption(1, "KE", OFFER), Pass(2), Pass(3), Pass(0)
    )
    s = do(s, CompleteOption(1))
    assert s.frame.last == 1
    assert s.frame.passed == ()
    # It may change the director: 40 against 20 + 20 + the completed third.
    s = optioned(give(major(stock(), "KE", 0, papers=(0,)), 1, "KE", 1), 1, "KE", 2, 82).update_frame(seat=1)
    assert do(s, CompleteOption(1)).director("KE") == "seat0"  # 40 to 40
    s = optioned(give(major(stock(), "KE", 0, papers=(0,)), 1, "KE", 1, 2), 1, "KE", 3, 82)
    assert "DirectorChanged" in told(s.update_frame(seat=1), CompleteOption(1))
    # No duty: passing is always open.
    assert offered(s.update_frame(seat=1), 1, Pass)


@pytest.mark.rule("1854-OP-9")
def test_an_option_is_no_paper_to_sell_whole():
    s = stock(rulings="book,sales_beside_option=true")
    s = optioned(give(major(s, "KE", 0), 1, "KE", 2), 1, "KE", 3, 82).update_frame(seat=1)
    refused(s, SellShares(1, "KE", 3), "SR-6")
    after = do(s, SellShares(1, "KE", 2))  # the whole paper goes, not the option
    assert (after.papers["KE_2"], after.papers["KE_3"]) == (POOL, "seat1")


@pytest.mark.rule("1854-OP-10", "1854-GE-2")
def test_at_the_end_an_option_is_worth_one_price():
    s = optioned(major(stock(), "KE", 0), 1, "KE", 2, 82)
    assert result(s) == {"Ann": 650 + 6 * 82, "Ben": 650 + 82, "Cy": 650, "Dee": 650}


# -- the split --------------------------------------------------------------------------------


def before_the_line(s=None):
    """KT at 89 (2, 4), one step before the line: Ann 40, Ben 20, Cy an option, one paper on offer."""
    s = give(major(s or stock(), "KT", 0, papers=(0,)), 1, "KT", 1)
    return at(optioned(s, 2, "KT", 2, 82), "KT", 2, 4)


@pytest.mark.rule("1854-SP-1", "1854-SP-2", "1854-SP-3", "1854-OP-7", "1854-SP-6")
def test_crossing_the_line_halves_all_papers():
    s = before_the_line()
    after = after_payout(s, "KT")  # 89 -> 93
    sizes = [after.size(p) for p in after.book.papers_of["KT"]]
    assert sizes == [2, 1, 1, 1, 1, 1, 1, 1, 1]
    # Ann 2 × 93 for the director's paper, Ben 93 for one of 20%; Cy's option and the offering nothing.
    assert [after.cash[o] - s.cash[o] for o in s.players] == [186, 93, 0, 0]
    assert s.cash[BANK] - after.cash[BANK] == 279
    assert [after.shares(o, "KT") for o in (*s.players, OFFER, ISSUE)] == [2, 1, 1, 0, 1, 5]
    assert after.options == {}  # the marker is back, the paper a whole one of 10%
    assert after.director("KT") == "seat0"
    assert after.price_order() == s.price_order()
    assert view(after, None)["companies"]["KT"]["issue_shares"] == 5


@pytest.mark.rule("1854-SP-2")
def test_the_pool_is_paid_nothing():
    s = to(before_the_line(), POOL, "KT", 3)
    after = after_payout(s, "KT")
    assert after.shares(POOL, "KT") == 1
    assert s.cash[BANK] - after.cash[BANK] == 279


@pytest.mark.rule("1854-SP-4", "1854-SR-12")
def test_limits_after_the_split():
    s = before_the_line()
    assert paper_limit(s, "seat0") == 8
    after = after_payout(s, "KT")
    assert paper_limit(after, "seat0") == 9
    assert after.split == ("KT",)


@pytest.mark.rule("1854-SP-5")
def test_the_split_after_a_payout():
    # Revenue 100 on the old papers: 40 for Ann, 20 for Ben, 10 for Cy; then 93 and the exchange.
    s = turn(home(before_the_line(), "KT"), "KT", PAY, revenue=100)
    after = do(s, Dividend(0, True))
    assert [after.cash[o] - s.cash[o] for o in s.players] == [40 + 186, 20 + 93, 10, 0]
    assert after.frame.step > PAY
    assert after.frame.company == "KT"


@pytest.mark.rule("1854-SP-5", "1854-OP-11", "1854-SP-1")
def test_the_split_at_the_end_of_a_stock_round():
    # Ann 40, Ben 20 + 20, Cy an option on the last: sold out at 89 (2, 4), up-right is 95 (1, 4).
    s = optioned(give(major(stock(), "KT", 0, papers=(0,)), 1, "KT", 1, 2), 2, "KT", 3, 82)
    s = home(at(s, "KT", 2, 4), "KT")
    after = passes(s, 4)
    assert after.price("KT") == 95
    assert [after.cash[o] - s.cash[o] for o in s.players] == [190, 190, 0, 0]
    assert after.options == {}
    assert after.shares(ISSUE, "KT") == 5
    assert after.shares("seat2", "KT") == 1


@pytest.mark.rule("1854-SP-3", "1854-SP-7")
def test_new_shares_pay_the_company_and_earn_nothing_before():
    s = after_payout(before_the_line(), "KT").update_frame(seat=3)
    bought = do(s, BuyShare(3, "KT", ISSUE))
    assert (bought.cash["seat3"], bought.cash["KT"]) == (650 - 93, s.cash["KT"] + 93)
    # A dividend of 100: 2 + 1 + 1 tenths are with players, five new ones and one on offer earn nothing.
    paid = do(turn(home(s, "KT"), "KT", PAY, revenue=100), Dividend(0, True))
    assert [paid.cash[o] - s.cash[o] for o in s.players] == [20, 10, 10, 0]
    assert paid.cash["KT"] == s.cash["KT"]


@pytest.mark.rule("1854-DV-2", "1854-SP-7")
def test_by_ruling_new_shares_earn_for_the_company():
    s = after_payout(before_the_line(stock(rulings="book,new_shares_earn=true")), "KT")
    paid = do(turn(home(s, "KT"), "KT", PAY, revenue=100), Dividend(0, True))
    assert [paid.cash[o] - s.cash[o] for o in s.players] == [20, 10, 10, 0]
    assert paid.cash["KT"] == s.cash["KT"] + 50  # not for the one on offer
    assert "NewSharesEarn" in told(turn(home(s, "KT"), "KT", PAY, revenue=100), Dividend(0, True))
    pool = to(s, POOL, "KT", 4, 5)
    paid = do(turn(home(pool, "KT"), "KT", PAY, revenue=100), Dividend(0, True))
    assert paid.cash["KT"] == s.cash["KT"] + 30  # nor for the pool
    unsplit = home(major(stock(rulings="book,new_shares_earn=true"), "SB"), "SB")
    same = do(turn(unsplit, "SB", PAY, revenue=100), Dividend(0, True))
    assert same.cash["SB"] == unsplit.cash["SB"]


@pytest.mark.rule("1854-SP-7")
def test_a_pool_paper_costs_one_price_after_the_split():
    s = after_payout(to(before_the_line(), POOL, "KT", 3), "KT").update_frame(seat=3)
    assert do(s, BuyShare(3, "KT", POOL)).cash["seat3"] == 650 - 93


@pytest.mark.rule("1854-SP-6")
def test_options_at_best_draw_level():
    # Before: Ann 40, Ben 20 + option 10. After: 20 against 10 + 10, so Ann stays.
    s = optioned(give(major(stock(), "KT", 0, papers=(0,)), 1, "KT", 1), 1, "KT", 2, 82)
    after = after_payout(at(s, "KT", 2, 4), "KT")
    assert (after.shares("seat0", "KT"), after.shares("seat1", "KT")) == (2, 2)
    assert after.director("KT") == "seat0"


@pytest.mark.rule("1854-SP-1", "1854-SP-5")
def test_a_whole_turn_with_a_split():
    # Klagenfurt 20 + Laibach 20 (yellow) with a 2-train; 89 -> 93.
    s = home(before_the_line(tile(stock(), "H18", "6", 5)), "KT")
    s = turn(train(s, "KT", "2-0"), "KT", RUN)
    s = do(s, run("H18.0", "I19.0"), Dividend(0, True))
    assert s.split == ("KT",)
    assert s.cash["seat0"] == 650 + 16 + 186
    assert rounds(s).split == ("KT",)


@pytest.mark.rule("1854-OP-3")
def test_every_player_has_his_own_option():
    s = optioned(optioned(major(stock(), "KE", 0), 1, "KE", 2, 82), 2, "KE", 3, 82)
    assert [s.open_option(owner) for owner in s.players] == [None, "KE_2", "KE_3", None]
    assert do(s.update_frame(seat=2), CompleteOption(2)).open_option("seat1") == "KE_2"
