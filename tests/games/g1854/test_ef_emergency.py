"""EF: emergencies and bankruptcy."""

import pytest

from stellwerk.engine import Pass
from stellwerk.games.g1854.rules.emergency import DeclareBankruptcy, raisable
from stellwerk.games.g1854.rules.options import SellOption
from stellwerk.mech18.course import Course
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.state import POOL
from stellwerk.mech18.stock import SellShares
from stellwerk.mech18.trains import BuyTrain

from .lines import buy, buying, klagenfurt, optioned, sell_all
from .table import (
    TRAINS,
    at,
    cash_of,
    do,
    forbidden,
    give,
    home,
    local,
    lokalbahn,
    major,
    offered,
    phase,
    refused,
    rounds,
    stock,
    stuck,
    tile,
    to,
    told,
    train,
)


def short(cash=100, own=0, number="4"):
    """KT needs a train, the cheapest is the 4 at 320; Ann has papers of KE, Ben directs it."""
    s = klagenfurt(number, cash=cash)
    return buying(cash_of(s, 0, own))


@pytest.mark.rule("1854-EF-1", "1854-EF-4", "1854-OR-5")
def test_the_director_adds_exactly_what_is_missing():
    s = short(100, 500)
    s = do(s, buy("4-0", 320))
    assert (s.cash["KT"], s.cash["seat0"]) == (0, 280)
    forbidden(short(100, 219), buy("4-0", 320), "EF-1", cash=319)
    one = do(short(319, 1), buy("4-0", 320))
    assert (one.cash["KT"], one.cash["seat0"]) == (0, 0)
    # Only where the treasury can pay nothing: a 4 in the pool at 320 is as good as one of the stock.
    some = buying(train(cash_of(sell_all(klagenfurt("4", cash=320), "4"), 0, 900), POOL, "4-0"))
    forbidden(some, buy("5-0", 530), "EF-1", cash=320)
    assert "DirectorAids" not in told(some, buy("4-0", 320))
    assert "DirectorAids" in told(short(100, 500), buy("4-0", 320))


@pytest.mark.rule("1854-EF-1", "1854-TN-2")
def test_no_help_for_a_train_that_fulfils_no_duty():
    s = buying(cash_of(klagenfurt("2", cash=50), 0, 900))
    forbidden(s, buy("1+-0", 100), "EF-1", cash=50)
    do(s, buy("2-0", 100))


@pytest.mark.rule("1854-EF-4")
def test_help_for_one_train_only():
    s = buying(do(short(100, 900), buy("4-0", 320)))
    forbidden(s, buy("4-1", 320), "EF-1", cash=0)
    do(s, Pass(0))


@pytest.mark.rule("1854-EF-1", "1854-EF-5", "1854-EF-4")
def test_papers_are_sold_only_as_far_as_needed():
    # Missing: 320 - 100 - 20 = 200. Ann has two papers of KE at 82: one (164) is too little, two are 328.
    s = give(major(short(100, 20), "KE", 1, papers=(0,)), 0, "KE", 1, 2)
    assert SellShares(0, "KE", 4) in offered(s, 0, SellShares)
    assert raisable(s, 0) == 328 + 164  # and the ordinary paper of KT
    after = do(s, SellShares(0, "KE", 4))
    assert (after.cash["seat0"], after.price("KE")) == (348, 72)
    done = do(after, buy("4-0", 320))
    assert done.cash["seat0"] == 128
    # Missing 150: one paper suffices, two are more than needed.
    s = give(major(short(100, 70), "KE", 1, papers=(0,)), 0, "KE", 1, 2)
    forbidden(s, SellShares(0, "KE", 4), "EF-5", shares=4)
    # Missing exactly 164, what one paper brings: two are still too many.
    forbidden(cash_of(s, 0, 56), SellShares(0, "KE", 4), "EF-5")
    one = do(s, SellShares(0, "KE", 2))
    forbidden(one, SellShares(0, "KE", 2), "EF-4")  # nothing is missing any more
    cashed = give(major(short(100, 220), "KE", 1, papers=(0,)), 0, "KE", 1)
    forbidden(cashed, SellShares(0, "KE", 2), "EF-4")  # own cash goes first


@pytest.mark.rule("1854-EF-5", "1854-EF-4")
def test_who_sold_for_a_dearer_train_takes_no_cheaper_one():
    # 100 + 150 would pay the 3 of the pool (200); for the 4 (320) a paper of KE is sold: 250 + 164 = 414.
    s = train(give(major(short(100, 150), "KE", 1, papers=(0,)), 0, "KE", 1), POOL, "3-0")
    assert do(s, buy("3-0", 200)).cash["seat0"] == 50
    sold = do(s, SellShares(0, "KE", 2))
    forbidden(sold, buy("3-0", 200), "EF-5", cash=250, price=200)
    exact = do(cash_of(s, 0, 100), SellShares(0, "KE", 2))  # the 3 took all there was
    forbidden(exact, buy("3-0", 200), "EF-5", cash=200, price=200)
    assert do(sold, buy("4-0", 320)).cash["seat0"] == 94
    optional = train(optioned(major(short(100, 150), "KE", 1), 0, "KE", 2, 82), POOL, "3-0")
    forbidden(do(optional, SellOption(0)), buy("3-0", 200), "EF-5")
    # 100 + 120 + 82 of KE is 302, and KT's own paper brings 164 more: the 4 is still within reach.
    less = cash_of(optional, 0, 120)
    forbidden(do(less, SellOption(0)), buy("3-0", 200), "EF-5", cash=220)


@pytest.mark.rule("1854-EF-5", "1854-EF-7")
def test_a_dearer_train_out_of_reach_binds_nobody():
    # 100 + 850 would pay the 8 (900), but with KT's paper 950 + 164 = 1114 not the 8Ox (1200).
    s = short(100, 850, "8")
    forbidden(s, SellShares(0, "KT", 2), "EF-4")
    do(cash_of(s, 0, 936), SellShares(0, "KT", 2))  # 100 + 936 + 164 = 1200
    # 100 + 105 would pay the 3 (200); two papers of KE together bring 328 for the 5 (530 = 205 + 325).
    s = give(major(give(short(100, 105, "5"), 1, "KT", 1), "KE", 1, papers=(0,)), 0, "KE", 1, 2)
    s = train(s, POOL, "3-0")
    forbidden(do(s, SellShares(0, "KE", 4)), buy("3-0", 200), "EF-5", cash=205)
    # One after the other they bring 164 + 154 only, and 523 do not pay the 5.
    s = do(s, SellShares(0, "KE", 2))
    assert do(s, buy("3-0", 200)).cash["seat0"] == 105 + 164 - 100
    # As well if the 3 took everything there was: 100 + 100, then 168 + 158 of KE at 84 do not reach 530.
    s = give(major(give(short(100, 100, "5"), 1, "KT", 1), "KE", 1, papers=(0,)), 0, "KE", 1, 2)
    s = do(at(train(s, POOL, "3-0"), "KE", 1, 1), SellShares(0, "KE", 2))
    assert do(s, buy("3-0", 200)).cash["seat0"] == 100 + 168 - 100


def out_of_reach(rulings="book"):
    """100 + 19 and KT's paper for 164 do not pay the 4 (320): it is sold. SB has a 4 as well."""
    s = tile(phase(stock(rulings=rulings), "4"), "H18", "6", 5)
    s = buying(cash_of(home(major(s, "KT", cash=100), "KT"), 0, 19))
    s = train(home(major(s, "SB", 1), "SB"), "SB", "4-1")
    return do(s, SellShares(0, "KT", 2))


@pytest.mark.rule("1854-EF-5", "1854-EF-2", "1854-EF-7")
def test_with_no_train_of_the_bank_in_reach_the_last_sale_still_binds():
    s = out_of_reach()
    forbidden(s, buy("4-1", 119), "EF-5", cash=119, price=119)
    assert all(a.price > 119 for a in offered(s, 0, BuyTrain))
    assert do(s, buy("4-1", 120), Answer(1, True)).trains["4-1"] == "KT"
    assert do(s, DeclareBankruptcy(0)).over


@pytest.mark.rule("1854-EF-5", "1854-EF-2", "1854-EF-7")
def test_by_ruling_any_agreed_price_goes_once_no_train_of_the_bank_is_in_reach():
    s = out_of_reach("book,hopeless_sale_binds=false")
    assert do(s, buy("4-1", 119), Answer(1, True)).trains["4-1"] == "KT"
    # The ruling is for that case alone: with the 3 of the pool and the 4 in reach the sale for the 4 binds.
    s = tile(phase(stock(rulings="book,hopeless_sale_binds=false"), "4"), "H18", "6", 5)
    s = train(buying(cash_of(home(major(s, "KT", cash=100), "KT"), 0, 150)), POOL, "3-0")
    forbidden(do(s, SellShares(0, "KT", 2)), buy("3-0", 200), "EF-5", cash=250)


@pytest.mark.rule("1854-EF-5", "1854-TN-14")
def test_an_answer_with_another_price_is_no_way_around():
    s = do(out_of_reach(), buy("4-1", 150))
    forbidden(s, Answer(1, False, 119), "EF-5", cash=119, price=119)
    assert all(a.price is None or a.price > 119 for a in offered(s, 1, Answer))
    again = do(s, Answer(1, False, 200))
    forbidden(again, Answer(0, False, 110), "EF-5", cash=119, price=110)
    assert do(again, Answer(0, False, 120), Answer(1, True)).trains["4-1"] == "KT"
    free = do(out_of_reach("book,hopeless_sale_binds=false"), buy("4-1", 150), Answer(1, False, 119))
    assert do(free, Answer(0, True)).trains["4-1"] == "KT"


@pytest.mark.rule("1854-EF-1")
def test_no_director_may_change():
    # Ann directs KE with 40 + 20, Ben has 20 + 20: selling 20 is level and fine, 40 would turn it over.
    s = give(major(short(0, 0), "KE", 0, papers=(0, 1)), 1, "KE", 2, 3)
    refused(s, SellShares(0, "KE", 4), "EF-1")
    do(s, SellShares(0, "KE", 2))
    # KT itself: 40 + 20 with Ann, nobody else: the ordinary paper goes, the director's never.
    alone = short(0, 0)
    refused(alone, SellShares(0, "KT", 4), "EF-1")
    do(alone, SellShares(0, "KT", 2))


@pytest.mark.rule("1854-EF-2")
def test_another_companys_train_up_to_face_value():
    s = major(short(100, 900), "SB", 1)
    s = train(home(s, "SB"), "SB", "4-1")
    asked = do(s, buy("4-1", 320), Answer(1, True))
    assert (asked.trains["4-1"], asked.cash["seat0"]) == ("KT", 680)
    assert buy("4-1", 320) in offered(s, 0, BuyTrain)
    # The summary sets no price: whatever the directors agree on and private cash can pay.
    assert do(s, buy("4-1", 700), Answer(1, True)).cash["seat0"] == 300
    forbidden(s, buy("4-1", 1001), "EF-1", cash=1000)
    # By ruling at most the printed one.
    s = tile(phase(stock(rulings="book,aid_up_to_face_value=true"), "4"), "H18", "6", 5)
    s = major(buying(cash_of(home(major(s, "KT", cash=100), "KT"), 0, 900)), "SB", 1)
    s = train(home(s, "SB"), "SB", "4-1")
    assert do(s, buy("4-1", 320), Answer(1, True)).cash["seat0"] == 680
    refused(s, buy("4-1", 321), "EF-2")
    # Without private money the face value does not bind: a 3 of SB for 250, from a treasury of 300.
    alone = train(stuck(cash_of(s, "KT", 300), "KT", TRAINS), "SB", "3-0")
    assert do(alone, buy("3-0", 250), Answer(1, True)).cash["KT"] == 50
    do(s, buy("4-0", 320))  # never compulsory
    rich = stuck(cash_of(s, "KT", 1000), "KT", TRAINS)
    do(rich, buy("4-1", 700), Answer(1, True))  # with its own money any price


@pytest.mark.rule("1854-EF-3", "1854-EF-7", "1854-GE-1")
def test_bankruptcy_ends_the_game_at_once():
    s = short(100, 19)
    # KT's own ordinary paper brings 164: 100 + 19 + 164 = 283 < 320. It is sold first.
    assert raisable(s, 0) == 164
    forbidden(s, DeclareBankruptcy(0), "EF-7", left=164)
    assert DeclareBankruptcy(0) not in offered(s, 0, DeclareBankruptcy)
    s = do(s, SellShares(0, "KT", 2))
    assert raisable(s, 0) == 0
    after = do(s, DeclareBankruptcy(0))
    assert after.over
    assert after.bankrupt == "seat0"
    assert after.ending == "a player is bankrupt"
    assert "Bankruptcy" in told(s, DeclareBankruptcy(0))
    waiting = home(major(s, "SB", 1, par=67), "SB")  # its turn does not come any more
    assert do(waiting, DeclareBankruptcy(0)).over
    early = s.replace(stack=(Course(2, 1, 3), *s.stack[1:]))  # nor do the other rounds of the set
    assert do(early, DeclareBankruptcy(0)).over
    enough = short(100, 56)  # 100 + 56 + 164 = 320
    forbidden(enough, DeclareBankruptcy(0), "EF-7", most=320, price=320)
    refused(buying(klagenfurt()), DeclareBankruptcy(0), "EF-7")  # the treasury can pay


@pytest.mark.rule("1854-EF-3", "1854-EF-7", "1854-OP-10")
def test_bankruptcy_comes_after_every_sale():
    # 100 + 0, papers of KE and KT and an option on FJ: 82 × (2 + 2 + 1) = 410 suffices only for now.
    s = optioned(give(major(major(short(0, 0, "5"), "KE", 1), "FJ", 2), 0, "KE", 2), 0, "FJ", 2, 82)
    assert raisable(s, 0) == 410  # a 5 costs 530
    for sale in (SellOption(0), SellShares(0, "KE", 2), SellShares(0, "KT", 2)):
        forbidden(s, DeclareBankruptcy(0), "EF-7", left=raisable(s, 0))
        s = do(s, sale)
    assert do(s, DeclareBankruptcy(0)).over
    # What cannot be sold does not prevent it: the director's papers, and those that would turn KE over.
    held = give(major(short(0, 0, "5"), "KE", 0, papers=(0, 1)), 1, "KE", 2, 3)
    held = do(held, SellShares(0, "KT", 2), SellShares(0, "KE", 2))
    assert held.shares("seat0", "KE") == 4
    assert do(held, DeclareBankruptcy(0)).over


@pytest.mark.rule("1854-EF-7")
def test_a_cheaper_train_avoids_it_and_sales_stand():
    s = short(100, 30)
    sold = do(s, SellShares(0, "KT", 2))
    assert sold.cash["seat0"] == 194
    assert sold.papers["KT_1"] == POOL
    gone = do(sold, DeclareBankruptcy(0))  # 294 < 320
    assert gone.papers["KT_1"] == POOL
    cheap = train(short(100, 100, "4"), POOL, "3-0")  # a 3 of the pool for 200
    forbidden(cheap, DeclareBankruptcy(0), "EF-7", price=200)
    do(cheap, buy("3-0", 200))


@pytest.mark.rule("1854-EF-5", "1854-SR-4", "1854-SR-6")
def test_rules_of_selling_hold_in_an_emergency():
    s = give(short(0, 0), 0, "VB", 1)
    refused(s, SellShares(0, "VB", 2), "SR-4")  # nobody has started VB
    refused(s, SellShares(0, "KT", 1), "SR-6")
    refused(s, SellShares(0, "KT", 0), "SR-6")


@pytest.mark.rule("1854-EF-6", "1854-LA-7", "1854-SR-4")
def test_what_cannot_be_sold():
    s = lokalbahn(local(short(0, 0, "5"), "1", 0), "A", 0, 1)
    refused(s, SellShares(0, "1", 1), "SR-4")
    refused(s, SellShares(0, "A", 1), "LA-7")
    refused(s, SellShares(0, "P1", 1), "SR-4")
    assert {a.company for a in offered(s, 0, SellShares)} == {"KT"}
    half = buying(lokalbahn(klagenfurt("5", cash=0), "A", 1, 0))
    assert SellShares(0, "A", 1) in offered(cash_of(half, 0, 0), 0, SellShares)
    closed = tile(phase(stock(rulings="book,lokalbahn_papers_trade=false"), "5"), "H18", "6", 5)
    closed = buying(lokalbahn(home(major(closed, "KT", cash=0), "KT"), "A", 1, 0))
    forbidden(cash_of(closed, 0, 0), SellShares(0, "A", 1), "LA-7")


@pytest.mark.rule("1854-OP-10", "1854-EF-4")
def test_an_option_may_be_sold_in_an_emergency():
    s = optioned(major(short(100, 0), "KE", 1), 0, "KE", 2, 82)
    assert offered(s, 0, SellOption) == [SellOption(0)]
    after = do(s, SellOption(0))
    assert (after.cash["seat0"], after.papers["KE_2"], after.price("KE")) == (82, POOL, 77)
    assert raisable(s, 0) == 82 + 164
    refused(short(100, 300), SellOption(0), "EF-4")
    refused(short(100, 0), SellOption(0), "OP-10")  # there is none


@pytest.mark.rule("1854-EF-5", "1854-ST-4", "1854-SR-5")
def test_the_pool_takes_any_number_and_the_price_falls():
    s = to(give(major(short(0, 0), "KE", 1, papers=(0,)), 0, "KE", 1), POOL, "KE", 2, 3)
    after = do(at(s, "KE", 0, 2), SellShares(0, "KE", 2))
    assert (after.shares(POOL, "KE"), after.price("KE")) == (6, 87)
    assert rounds(home(after, "KE")).price("KE") == 87
