"""3: stock rounds, directors, managers, trains on credit."""

from random import Random

import pytest

from stellwerk.engine import legal, play, to_act
from stellwerk.engine.play import activity_of
from stellwerk.engine.step import Pass
from stellwerk.games.g1853.rules.directors import CreditDue, give_shares
from stellwerk.games.g1853.rules.elephant import ElephantSale, OfferElephant
from stellwerk.games.g1853.rules.rounds import open_stock_round
from stellwerk.games.g1853.rules.state import SharesRound, Turn
from stellwerk.games.g1853.rules.stock import BUY, PAY, SELL, PayShare, counted_papers, over_limit
from stellwerk.games.g1853.rules.trains import PayTrain, SettleTrain, TakeOnCredit
from stellwerk.mech18.course import Course
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.events import Passed
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.state import BANK, OFFER, OUT, POOL, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain
from stellwerk.text import event_text
from tests.games.g1853.table import (
    DIVIDEND,
    MARKER,
    TRACK,
    TRAINS,
    base,
    cash,
    do,
    give,
    offers,
    opened,
    phase,
    refused,
    stock,
    tile,
    to_pool,
    train,
    turn,
)  # fmt: skip


def at(s, company, cell):
    """The company's price stands in a cell of the line."""
    return s.move_price(company, (0, cell))


# -- the round -----------------------------------------------------------------------------------


@pytest.mark.rule("1853-3-a")
def test_one_purchase_and_any_number_of_sales_in_any_order():
    s = give(give(stock(), 0, "MSM", 2), 0, "SIR")
    s = do(s, SellShares(0, "MSM", 1), BuyShare(0, "EIR", OFFER))
    refused(s, BuyShare(0, "GIP", OFFER), "3-a")
    s = do(s, SellShares(0, "SIR", 1), SellShares(0, "MSM", 1))
    refused(s, BuyShare(1, "GIP", OFFER), "3-a")
    assert to_act(do(s, Pass(0))) == (1,)


@pytest.mark.rule("1853-3-b", "1853-3-c")
def test_sales_do_not_prolong_the_round():
    """A buys, B sells, C passes, A passes: over, and the elephant is B's."""
    s = give(stock(players=3), 1, "MSM")
    s = s.replace(stack=(Course(2), ElephantSale(), s.frame))
    s = do(s, BuyShare(0, "EIR", OFFER), Pass(0), SellShares(1, "MSM", 1), Pass(1), Pass(2))
    assert isinstance(s.frame, SharesRound)
    s = do(s, Pass(0))
    assert isinstance(s.frame, ElephantSale)
    assert s.priority == 1


@pytest.mark.rule("1853-3-b")
def test_who_passed_may_come_back():
    s = do(stock(players=3), Pass(0), BuyShare(1, "EIR", OFFER), Pass(1), Pass(2))
    assert BuyShare(0, "EIR", OFFER) in legal(s, 0)


@pytest.mark.rule("1853-3-c")
def test_without_a_purchase_the_elephant_stays():
    s = stock(players=3, seat=2).replace(priority=2)
    s = do(s, Pass(2), Pass(0), Pass(1))
    assert s.priority == 2


@pytest.mark.rule("1853-3.1.1")
def test_shares_are_traded_with_the_bank_only():
    s = give(stock(), 1, "EIR")
    sources = {a.source for a in offers(s, 0, BuyShare)}
    assert sources == {OFFER}
    refused(s, BuyShare(0, "EIR", "seat1"), "3.1.7")
    refused(s, BuyShare(0, "XYZ", OFFER), "3.1.1")


@pytest.mark.rule("1853-3.1.1-b")
def test_the_elephant_begins():
    s = open_stock_round(base().replace(priority=2, stack=(Course(2),)), 2)
    assert to_act(s) == (2,)


@pytest.mark.rule("1853-3.1.2-a")
def test_limits_of_a_company_and_of_papers():
    s = cash(opened(stock(), "EIR", 0, 5), 0, 2000)
    assert counted_papers(s, 0) == 4, "the director's paper is one"
    s = do(s, BuyShare(0, "EIR", OFFER), *(Pass(n) for n in range(4)))
    refused(s, BuyShare(0, "EIR", OFFER), "3.1.2-a")


@pytest.mark.rule("1853-3.1.2-b")
def test_cheap_companies_count_for_no_limit():
    s = cash(at(opened(stock(), "EIR", 0, 6), "EIR", 3), 0, 2000)
    assert s.price("EIR") == 40
    assert BuyShare(0, "EIR", OFFER) in legal(s, 0)
    assert counted_papers(s, 0) == 0
    s = give(s, 0, "EIR", 1)
    s = at(s, "EIR", 4)
    refused(s, Pass(0), "3.2.3-b")
    assert Pass(0) in legal(do(s, SellShares(0, "EIR", 1)), 0)


@pytest.mark.rule("1853-3.1.3-b")
def test_without_a_director_eight_papers():
    s = cash(give(give(stock(players=6), 1, "MSM", 3), 2, "MSM", 4), 0, 2000)
    s = give(s, 3, "MSM")
    refused(s, BuyShare(0, "MSM", OFFER), "3.1.3-b")
    s = opened(stock(players=6), "MSM", 1, 3)
    s = give(give(s, 2, "MSM", 4), 3, "MSM")
    assert BuyShare(0, "MSM", OFFER) in legal(s, 0)


@pytest.mark.rule("1853-3.1.4", "1853-3.1.7")
def test_par_from_the_bank_and_market_price_from_the_pool():
    s = at(to_pool(opened(stock(), "EIR", 1, 5), "EIR", 2), "EIR", 20)
    assert s.price("EIR") == 140
    for source, price in ((OFFER, 100), (POOL, 140)):
        assert do(s, BuyShare(0, "EIR", source)).cash[SEATS[0]] == s.cash[SEATS[0]] - price
    refused(cash(s, 0, 139), BuyShare(0, "EIR", POOL), "3.1.4")
    unstarted = to_pool(stock(), "SIR", 1)
    assert do(unstarted, BuyShare(0, "SIR", POOL)).cash[SEATS[0]] == 470 - 75


@pytest.mark.rule("1853-3.1.5", "1853-3.1.6")
def test_sold_shares_fill_the_pool_and_move_no_price():
    s = to_pool(opened(stock(), "EIR", 1, 2), "EIR", 2)
    s = at(give(s, 0, "EIR", 5), "EIR", 16)
    s = s.replace(directors={"EIR": 0})
    after = do(s, SellShares(0, "EIR", 5))
    assert after.shares(POOL, "EIR") == 7
    assert after.price("EIR") == s.price("EIR") == 109
    assert after.cash[SEATS[0]] == s.cash[SEATS[0]] + 5 * 109
    refused(s, SellShares(0, "EIR", 6), "3.1.6")
    refused(s, SellShares(0, "NOPE", 1), "3.1.5")


@pytest.mark.rule("1853-3.1.8", "1853-3.2.1", "1853-3.3.1")
def test_a_company_starts_at_once_and_is_not_sold_in_that_round():
    s = do(give(stock(), 0, "SIR", 4), BuyShare(0, "SIR", OFFER), Pass(0))
    assert s.directors["SIR"] == 0
    assert s.cash["SIR"] == 750
    assert s.price("SIR") == 75
    s = do(s, BuyShare(1, "EIR", OFFER), Pass(1), Pass(2), Pass(3))
    refused(s, SellShares(0, "SIR", 1), "3.1.8")
    later = s.replace(stack=(Course(3), SharesRound(3, 0)))
    assert SellShares(0, "SIR", 1) in legal(later, 0)


@pytest.mark.rule("1853-3.1.9-a", "1853-3.1.9-b")
def test_no_buying_back_and_no_buying_and_selling():
    s = give(stock(), 0, "MSM", 2)
    refused(do(s, SellShares(0, "MSM", 1)), BuyShare(0, "MSM", POOL), "3.1.9-a")
    refused(do(s, BuyShare(0, "MSM", OFFER)), SellShares(0, "MSM", 1), "3.1.9-b")


@pytest.mark.rule("1853-3.1.11")
def test_the_elephant_is_sold_once_at_an_agreed_price():
    s = base().replace(priority=2, stack=(Course(2), ElephantSale()))
    refused(s, OfferElephant(2, 2, 10), "3.1.11")
    refused(s, OfferElephant(2, 0, 5000), "3.1.11")
    refused(s, OfferElephant(2, 0, -1), "3.1.11")
    [move, *_] = activity_of(s).moves(s)
    assert OfferElephant(2, 0, 10) in move.candidates(s, 2)
    assert OfferElephant(2, 0, 10) not in move.candidates(cash(s, 0, 0), 2), (
        "nobody is shown what is too dear"
    )
    s = do(s, OfferElephant(2, 0, 37))
    assert to_act(s) == (0,)
    no = do(s, Answer(0, False))
    refused(no, OfferElephant(2, 0, 37), "3.1.11")
    assert do(no, OfferElephant(2, 0, 10), Answer(0, True)).priority == 0
    yes = do(s, Answer(0, True))
    assert yes.priority == 0
    assert yes.cash[SEATS[0]] == 470 - 37
    assert isinstance(yes.frame, SharesRound), "the next round has begun: it was sold once"


@pytest.mark.rule("1853-3.1.12")
def test_an_operating_round_follows():
    s = opened(stock(players=3), "EIR", 0, 6)
    s = do(s, Pass(0), Pass(1), Pass(2))
    assert isinstance(s.frame, Turn)
    assert s.frame.company == "EIR"


# -- directors -----------------------------------------------------------------------------------


@pytest.mark.rule("1853-3.2.2", "1853-3.4.1-a", "1853-1-h")
def test_nobody_with_two_shares_means_a_manager():
    s = give(give(give(stock(players=6, seat=3), 2, "SIR"), 1, "SIR"), 0, "SIR")
    s = do(s, BuyShare(3, "SIR", OFFER))
    assert "SIR" in s.opened
    assert not s.has_director("SIR")
    assert s.director("SIR") == SEATS[2], "the longest holder"
    assert s.cash["SIR"] == 750
    assert s.board.markers_of("SIR") == ("T16.0",)
    assert to_act(turn(s, "SIR")) == (2,)


@pytest.mark.rule("1853-3.2.3-a")
def test_more_shares_take_over_at_once():
    s = give(opened(stock(seat=1), "EIR", 0, 3), 1, "EIR", 3)
    assert s.directors["EIR"] == 0
    s = do(s, BuyShare(1, "EIR", OFFER))
    assert s.directors["EIR"] == 1
    by_sale = give(give(opened(stock(), "EIR", 0, 3), 2, "EIR", 2), 1, "EIR", 2)
    assert do(by_sale, SellShares(0, "EIR", 2)).directors["EIR"] == 2, "of two, the longer holder"


@pytest.mark.rule("1853-3.2.3-a", "1853-2.9.2")
def test_as_many_shares_are_not_more():
    """Ben has held shares for longer than the director, but has no more of them."""
    s = give(stock(seat=1), 1, "EIR")
    s = give(opened(s, "EIR", 0, 3), 1, "EIR")
    assert s.directors["EIR"] == 0
    assert do(s, BuyShare(1, "EIR", OFFER)).directors["EIR"] == 0


@pytest.mark.rule("1853-3.4.1-a")
def test_the_last_director_manages_before_a_longer_holder():
    s = give(stock(), 1, "EIR")
    s = opened(s, "EIR", 0, 3)
    assert s.since["1/EIR"] < s.since["0/EIR"]
    assert do(s, SellShares(0, "EIR", 2)).director("EIR") == SEATS[0]
    assert do(s, SellShares(0, "EIR", 3)).director("EIR") == SEATS[1], "without a share he is out"


@pytest.mark.rule("1853-3.2.3-b")
def test_a_former_director_corrects_his_papers_in_his_next_turn():
    """Four players: 16 papers with the director's; 17 after the swap, so one is sold."""
    s = opened(stock(seat=1), "EIR", 0, 3)
    for company, shares in (("GIP", 6), ("NWR", 6), ("BNR", 2)):
        s = give(s, 0, company, shares)
    assert counted_papers(s, 0) == 16
    s = do(give(s, 1, "EIR", 3), BuyShare(1, "EIR", OFFER))
    assert counted_papers(s, 0) == 17
    s = do(s, Pass(1), Pass(2), Pass(3))
    refused(s, Pass(0), "3.2.3-b")
    assert Pass(0) in legal(do(s, SellShares(0, "GIP", 1)), 0)


@pytest.mark.rule("1853-3.2.3-c")
def test_nobody_exceeds_the_limit_to_become_director():
    s = give(opened(stock(), "EIR", 1, 3), 0, "EIR", 3)
    for company, shares in (("GIP", 6), ("NWR", 6), ("BNR", 1)):
        s = give(s, 0, company, shares)
    assert counted_papers(s, 0) == 16
    refused(cash(s, 0, 900), BuyShare(0, "EIR", OFFER), "3.2.3-c")


@pytest.mark.rule("1853-3.2.3-d", "1853-3.4.1-b")
def test_a_director_may_sell_everything():
    s = opened(stock(), "EIR", 0, 4).replace(priority=3)
    assert do(s, SellShares(0, "EIR", 3)).director("EIR") == SEATS[0], "with one share he manages it"
    s = do(s, SellShares(0, "EIR", 4))
    assert not s.has_director("EIR")
    assert s.director("EIR") == SEATS[3], "the elephant's owner"
    assert s.replace(priority=1).director("EIR") == SEATS[1]


@pytest.mark.rule("1853-3.4.1-c")
def test_two_shares_make_a_director_at_once():
    s = give(opened(stock(seat=1), "EIR", None, 5), 1, "EIR", 1, POOL)
    assert not s.has_director("EIR")
    assert do(s, BuyShare(1, "EIR", POOL)).directors["EIR"] == 1


@pytest.mark.rule("1853-3.3.1")
@pytest.mark.parametrize(("company", "capital"), [("EIR", 1000), ("SIR", 750)])
def test_capital_is_ten_times_par(company, capital):
    assert opened(base(), company).cash[company] == capital


@pytest.mark.rule("1853-3.3.2", "1853-K3")
def test_homes_and_price_marker_are_placed_at_once():
    s = do(give(stock(), 0, "EIR", 4), BuyShare(0, "EIR", OFFER))
    assert s.board.markers_of("EIR") == ("H24.0", "J28.0")
    assert s.price("EIR") == 100


@pytest.mark.rule("1853-3.3.3")
def test_it_acts_from_the_next_round_on():
    s = do(give(stock(players=3), 0, "EIR", 5), BuyShare(0, "EIR", OFFER), Pass(0), Pass(1), Pass(2), Pass(0))
    assert isinstance(s.frame, Turn)
    assert s.frame.first


# -- managers and credit -------------------------------------------------------------------------


def managed(company="MSM", step=TRAINS, **fields):
    """A company that Ann manages as the owner of the elephant."""
    return turn(opened(base(), company, None), company, step, **fields)


@pytest.mark.rule("1853-3.4.2")
def test_a_manager_keeps_all_income():
    s = managed(step=DIVIDEND, revenue=60).replace(last_run={"MSM": 60})
    refused(s, Dividend(0, True), "3.4.2")
    assert do(s, Dividend(0, False)).cash["MSM"] == 860


@pytest.mark.rule("1853-3.4.3", "1853-4.8.10")
def test_credit_is_for_poor_trainless_managed_companies():
    poor = cash(managed(), "MSM", 100)
    take = TakeOnCredit(0, "2-0", "2")
    s = turn(do(poor, take), "MSM", TRAINS)
    assert s.trains["2-0"] == "MSM"
    assert s.cash["MSM"] == 100
    refused(s, TakeOnCredit(0, "2-1", "2"), "3.4.3")
    refused(managed(), take, "3.4.3")
    refused(train(poor, "MSM", "2"), TakeOnCredit(0, "2-1", "2"), "3.4.3")
    directed = cash(turn(opened(base(), "MSM"), "MSM", TRAINS), "MSM", 100)
    refused(directed, take, "4.8.10")
    changes = cash(phase(managed(), "3"), "MSM", 0)
    changes = changes.replace(
        phases=(), trains={c: OUT if c[0] == "2" else o for c, o in changes.trains.items()}
    )
    assert do(changes, TakeOnCredit(0, "3-0", "3")).phases == ("3",)


@pytest.mark.rule("1853-3.4.3", "1853-4.8.18-a")
def test_credit_is_for_a_new_train_that_is_on_sale():
    poor = cash(managed(), "MSM", 0)
    refused(poor, TakeOnCredit(0, "3-0", "3"), "3.4.3")
    returned = poor.replace(versions={**poor.versions, "2-6": "2"}, beside=("2-6",))
    refused(returned, TakeOnCredit(0, "2-6", "2"), "3.4.3")
    assert TakeOnCredit(0, "2-0", "2") in legal(returned, 0)
    late = cash(managed("EIR"), "EIR", 0).replace(back_sides=True, phases=("3",))
    refused(late, TakeOnCredit(0, "2-0", "1M"), "4.8.18-a")


@pytest.mark.rule("1853-3.4.3")
def test_who_can_pay_a_cheaper_new_train_takes_none_on_credit():
    """200 are enough for a 1M, which a small company may have and a large one may not."""
    take = TakeOnCredit(0, "2-0", "2")
    small = cash(managed(), "MSM", 200).replace(back_sides=True)
    assert "180" in str(refused(small, take, "3.4.3"))
    assert not offers(small, 0, TakeOnCredit)
    assert take in legal(cash(small, "MSM", 170), 0)
    assert take in legal(small.replace(back_sides=False), 0)
    assert take in legal(cash(managed("EIR"), "EIR", 200).replace(back_sides=True), 0)
    by_train = turn(opened(base(4, "book,credit_by_train=true"), "MSM", None), "MSM", TRAINS)
    by_train = cash(by_train, "MSM", 200).replace(back_sides=True)
    assert offers(by_train, 0, TakeOnCredit)
    assert {a.version for a in offers(by_train, 0, TakeOnCredit)} == {"2"}


@pytest.mark.rule("1853-3.4.3-b")
def test_the_debt_ends_with_the_train():
    s = do(cash(managed(), "MSM", 100), TakeOnCredit(0, "2-0", "2"))
    assert s.credit == {"MSM": "2-0"}
    other = turn(phase(opened(s, "EIR", 1), "3"), "EIR", TRAINS)
    other = other.replace(trains={**other.trains, "2-0": "MSM"}, credit={"MSM": "2-0"})
    other = cash(other, "EIR", 2000).replace(trains={**other.trains, **{f"3-{n}": OUT for n in range(5)}})
    assert do(other, BuyTrain(1, "4-0", "4", 620)).credit == {}


@pytest.mark.rule("1853-3.4.4")
def test_either_gauge_or_nothing():
    s = cash(managed(), "MSM", 0).replace(back_sides=True)
    assert {a.version for a in offers(s, 0, TakeOnCredit)} == {"2", "1M"}
    large = cash(managed("EIR"), "EIR", 0).replace(back_sides=True)
    assert {a.version for a in offers(large, 0, TakeOnCredit)} == {"2"}
    assert Pass(0) in legal(s, 0)


@pytest.mark.rule("1853-3.4.5", "1853-3.4.6")
def test_an_unpaid_train_is_not_sold_and_nothing_else_paid():
    s = turn(do(cash(managed(), "MSM", 200), TakeOnCredit(0, "2-0", "2")), "MSM", TRAINS)
    buyer = turn(opened(s, "EIR", 1), "EIR", TRAINS)
    refused(buyer, BuyTrain(1, "2-0", "2", 300), "3.4.5")
    refused(s, BuyTrain(0, "2-1", "2", 300), "3.4.6")
    refused(s, PayTrain(0), "3.4.6")
    s = cash(s, "MSM", 350)
    paid = do(s, PayTrain(0))
    assert paid.cash["MSM"] == 50
    assert paid.credit == {}


@pytest.mark.rule("1853-3.4.6")
def test_terrain_and_markers_wait_for_the_debt():
    s = do(cash(managed("EIR"), "EIR", 200), TakeOnCredit(0, "2-0", "2"))
    owing = turn(s, "EIR", TRACK)
    refused(owing, LayTile(0, "H24", "6", 0), "3.4.6")
    assert LayTile(0, "I27", "4", 2) in legal(owing, 0)
    assert LayTile(0, "H24", "6", 0) in legal(owing.replace(credit={}), 0)
    placing = tile(tile(turn(s, "EIR", MARKER), "H24", "6", 1), "H22", "115", 4)
    refused(placing, PlaceMarker(0, "H22.0"), "3.4.6")
    assert PlaceMarker(0, "H22.0") in legal(placing.replace(credit={}), 0)


@pytest.mark.rule("1853-4.8.10")
def test_a_new_director_pays_or_gives_back():
    s = do(cash(managed(), "MSM", 100), TakeOnCredit(0, "2-0", "2"))
    s = give(s, 1, "MSM", 1, POOL).replace(stack=(Course(3), SharesRound(3, 1)))
    s = do(s, BuyShare(1, "MSM", POOL))
    assert isinstance(s.frame, CreditDue)
    assert to_act(s) == (1,)
    paid = do(s, SettleTrain(1, True))
    assert (paid.cash["MSM"], paid.cash[SEATS[1]]) == (0, s.cash[SEATS[1]] - 200)
    back = do(s, SettleTrain(1, False))
    assert back.trains["2-0"] == BANK
    assert "2-0" in back.offers_of_bank
    assert back.credit == paid.credit == {}
    refused(cash(s, 1, 150), SettleTrain(1, True), "4.8.10")


# -- limits, to the paper ------------------------------------------------------------------------


@pytest.mark.rule("1853-3.1.2-a", "1853-3.2.3-c")
def test_the_last_paper_below_the_limits():
    """Four players: six shares of one company, 16 papers."""
    s = cash(give(stock(), 0, "EIR", 5), 0, 2000)
    assert BuyShare(0, "EIR", OFFER) in legal(s, 0)
    refused(give(s, 0, "EIR"), BuyShare(0, "EIR", OFFER), "3.1.2-a")
    many = give(give(give(cash(stock(), 0, 2000), 0, "EIR", 6), 0, "GIP", 6), 0, "NWR", 3)
    assert counted_papers(many, 0) == 15
    assert BuyShare(0, "BNR", OFFER) in legal(many, 0)
    refused(give(many, 0, "NWR"), BuyShare(0, "BNR", OFFER), "3.2.3-c")


@pytest.mark.rule("1853-3.1.2-b")
def test_cheap_papers_make_room_and_may_be_bought_without_limit():
    s = give(give(stock(), 0, "GIP", 6), 0, "NWR", 6)
    s = cash(give(opened(s, "EIR", 0, 5), 0, "BNR", 4), 0, 2000)
    assert counted_papers(s, 0) == 20
    for cell, papers in ((3, 16), (4, 20)):  # 40 and 49
        at_cell = at(s, "EIR", cell)
        assert counted_papers(at_cell, 0) == papers
    cheap = at(s, "EIR", 3)
    assert BuyShare(0, "EIR", OFFER) in legal(cheap, 0)
    refused(cheap, BuyShare(0, "MSM", OFFER), "3.2.3-c")


@pytest.mark.rule("1853-3.1.2-b", "1853-3.2.3-b")
def test_who_is_over_a_limit_sells_what_counts():
    """17 papers; a cheap share would not help, and is no reason to stay in the turn."""
    s = give(give(give(stock(), 0, "GIP", 6), 0, "NWR", 6), 0, "BNR", 5)
    s = at(give(opened(s, "EIR", 1, 5), 0, "EIR", 1), "EIR", 0)
    assert counted_papers(s, 0) == 17
    refused(s, Pass(0), "3.2.3-b")
    assert over_limit(s, 0) == ["GIP", "NWR", "BNR"]
    stuck = s.update_frame(started=("GIP", "NWR", "BNR"))
    assert offers(stuck, 0, SellShares) == [SellShares(0, "EIR", 1)]
    assert Pass(0) in legal(stuck, 0)
    # Seven shares of a cheap company are not too many; of a dear one they are, and only of that one.
    seven = at(opened(give(stock(), 0, "GIP", 2), "EIR", 0, 7), "EIR", 3)
    assert Pass(0) in legal(seven, 0)
    dear = at(seven, "EIR", 4)
    assert over_limit(dear, 0) == ["EIR"]
    refused(dear, Pass(0), "3.2.3-b")
    refused(do(dear, SellShares(0, "GIP", 1)), Pass(0), "3.2.3-b")


@pytest.mark.rule("1853-3.1.2-a")
def test_at_the_limits_nobody_must_sell():
    s = give(give(give(stock(), 0, "GIP", 6), 0, "NWR", 6), 0, "BNR", 4)
    assert counted_papers(s, 0) == 16
    assert over_limit(s, 0) == []
    assert Pass(0) in legal(s, 0)


@pytest.mark.rule("1853-3.1.3-b")
def test_the_eighth_paper_and_those_after_a_director():
    """Seven issued: one more; eight: only the director's paper is left, unless there was one before."""
    s = cash(to_pool(stock(), "MSM", 7), 0, 2000)
    assert BuyShare(0, "MSM", OFFER) in legal(s, 0)
    s = to_pool(s, "MSM", 1)
    refused(s, BuyShare(0, "MSM", OFFER), "3.1.3-b")
    assert BuyShare(0, "MSM", POOL) in legal(s, 0)
    assert BuyShare(0, "MSM", OFFER) in legal(s.replace(former={"MSM": 2}), 0)
    assert BuyShare(0, "MSM", OFFER) in legal(s.replace(directors={"MSM": 2}), 0)


@pytest.mark.rule("1853-3-a", "1853-3.1.4")
def test_one_purchase_with_the_last_pound():
    s = cash(stock(), 0, 100)
    bought = do(s, BuyShare(0, "EIR", OFFER))
    assert bought.cash[SEATS[0]] == 0
    refused(cash(bought, 0, 500), BuyShare(0, "GIP", OFFER), "3-a")
    refused(cash(s, 0, 99), BuyShare(0, "EIR", OFFER), "3.1.4")


@pytest.mark.rule("1853-3.1.7")
def test_sources_and_their_shares():
    s = opened(stock(), "EIR", 1, 5)
    refused(s, BuyShare(0, "EIR", POOL), "3.1.7")
    refused(to_pool(s, "EIR", 5), BuyShare(0, "EIR", OFFER), "3.1.7")
    refused(s, BuyShare(0, "EIR", "issue"), "3.1.7")


@pytest.mark.rule("1853-3.1.5", "1853-3.1.9-a")
def test_sales_of_several_companies_and_lots_in_one_turn():
    s = give(give(stock(), 0, "MSM", 3), 0, "EIR", 2)
    s = do(s, SellShares(0, "MSM", 1), SellShares(0, "EIR", 1), SellShares(0, "MSM", 2))
    assert s.frame.sold == ("0/EIR", "0/MSM")
    assert s.frame.turn_sold == ("MSM", "EIR")
    assert s.cash[SEATS[0]] == 470 + 3 * 80 + 100
    s = do(s, Pass(0), BuyShare(1, "GIP", OFFER), Pass(1), Pass(2), Pass(3))
    assert s.frame.turn_sold == ()
    refused(s, BuyShare(0, "MSM", POOL), "3.1.9-a")
    assert BuyShare(0, "GIP", OFFER) in legal(s, 0)
    assert BuyShare(1, "MSM", POOL) in legal(s.update_frame(seat=1), 1)


@pytest.mark.rule("1853-3.1.9-b", "1853-3.1.5")
def test_after_a_purchase_another_company_is_sold_and_in_the_next_turn_the_same():
    s = do(give(stock(), 0, "MSM", 2), BuyShare(0, "EIR", OFFER))
    refused(s, SellShares(0, "EIR", 1), "3.1.9-b")
    assert SellShares(0, "MSM", 2) in legal(s, 0)
    s = do(s, Pass(0), *(Pass(n) for n in (1, 2, 3)))
    assert SellShares(0, "EIR", 1) in legal(s, 0)


@pytest.mark.rule("1853-3-b", "1853-3-c")
def test_a_purchase_begins_the_lap_anew_and_passes_are_counted_once():
    s = do(stock(), Pass(0), Pass(1))
    assert s.frame.passed == (0, 1)
    s = do(s, BuyShare(2, "EIR", OFFER))
    assert (s.frame.passed, s.frame.last, s.frame.bought, s.frame.seat) == ((), 2, "EIR", 2)
    s = do(s, Pass(2))
    assert (s.frame.passed, s.frame.bought, s.frame.seat) == ((), "", 3)
    s = do(s, Pass(3), Pass(0))
    assert s.frame.passed == (0, 3)


@pytest.mark.rule("1853-3-b")
def test_who_only_sells_is_told_to_sell_and_not_to_pass():
    s = give(stock(), 0, "MSM")
    silent = play(do(s, SellShares(0, "MSM", 1)), Pass(0))
    assert not any(isinstance(event, Passed) for event in silent.events)
    assert silent.state.frame.passed == (0,)
    assert any(isinstance(event, Passed) for event in play(s, Pass(0)).events)
    bought = play(do(s, BuyShare(0, "EIR", OFFER)), Pass(0))
    assert not any(isinstance(event, Passed) for event in bought.events)


@pytest.mark.rule("1853-3.1.8", "1853-3.2.1")
@pytest.mark.parametrize(("held", "starts"), [(3, False), (4, True)])
def test_the_fifth_share_starts_a_company_of_four_players(held, starts):
    s = do(give(stock(), 1, "SIR", held), BuyShare(0, "SIR", OFFER))
    assert ("SIR" in s.opened) == starts
    assert s.frame.started == (("SIR",) if starts else ())
    assert s.frame.windows == s.frame.later == ()


@pytest.mark.rule("1853-3.2.1")
def test_a_company_starts_once():
    s = opened(stock(), "SIR", 1, 5)
    after = do(s, BuyShare(0, "SIR", OFFER))
    assert after.opened == ("SIR",)
    assert after.cash["SIR"] == 750
    assert after.frame.started == ()


@pytest.mark.rule("1853-4.3.2-b")
def test_a_penalty_without_anything_to_sell_ends_with_the_turn():
    s = opened(stock(), "EIR", 0, 5).replace(penalised=(0, 2))
    refused(s, Pass(0), "4.3.2-b")
    free = do(s.update_frame(started=("EIR",)), Pass(0))
    assert free.penalised == (2,)
    # What is not directed need not be sold, and who is not penalised need do nothing.
    other = give(opened(stock(), "EIR", 1, 5), 0, "GIP", 2).replace(penalised=(0,))
    assert Pass(0) in legal(other, 0)
    assert Pass(0) in legal(opened(stock(), "EIR", 0, 5).replace(penalised=(1,)), 0)


class Chance(Random):
    """A random number that is told before; choices take the last."""

    def __init__(self, number):
        super().__init__(0)
        self.number = number

    def random(self):
        return self.number

    def choice(self, seq):
        return seq[-1]


@pytest.mark.rule("1853-3.1.1")
def test_random_players_bring_companies_into_operation():
    """Until one runs nearly always, later in half of the cases, the one with most shares issued."""
    s = cash(give(give(stock(), 1, "GIP", 2), 1, "SIR", 3), 0, 2000)
    s = to_pool(s, "ECR", 1)
    move = BUY
    almost, other = BuyShare(0, "SIR", OFFER), BuyShare(0, "ECR", POOL)
    assert move.sample(s, 0, Chance(0.94)) == almost
    assert move.sample(s, 0, Chance(0.95)) == other
    running = opened(s, "EIR", 2, 5)
    assert move.sample(running, 0, Chance(0.49)) == almost
    assert move.sample(running, 0, Chance(0.5)) == other
    assert move.sample(cash(s, 0, 0), 0, Chance(0.1)) is None
    pool_only = cash(at(to_pool(opened(stock(), "EIR", 2, 5), "EIR", 1), "EIR", 0), 0, 10)
    assert move.sample(pool_only, 0, Chance(0.1)) == BuyShare(0, "EIR", POOL)


def told(s, *actions):
    """What the table hears of the last of these actions."""
    return [event_text(event) for event in play(do(s, *actions[:-1]), actions[-1]).events]


@pytest.mark.rule("1853-3.1.1", "1853-3.1.6", "1853-2.7.4-a")
def test_trades_and_payments_are_told():
    s = give(stock(), 0, "MSM", 3).replace(unpaid={"0/SIR": 1})
    assert told(s, SellShares(0, "MSM", 2)) == ["Ann sells 2 shares of MSM for 160."]
    assert told(s, PayShare(0, "SIR")) == ["Ann pays 75 for a contract share of SIR."]
    assert told(stock(), BuyShare(0, "EIR", OFFER)) == ["Ann buys a share of EIR for 100 from the offer."]
    first = give(stock(1), 1, "EIR", 4)
    assert told(first, BuyShare(0, "EIR", OFFER))[-1] == (
        "Enough shares of EIR are out: it will go into operation."
    )


@pytest.mark.rule("1853-3.1.6")
def test_exactly_the_paid_shares_are_proposed_for_sale():
    s = give(give(stock(), 0, "MSM", 3), 0, "EIR", 1).replace(unpaid={"0/MSM": 1, "0/EIR": 1})
    assert list(SELL.candidates(s, 0)) == [SellShares(0, "MSM", 1), SellShares(0, "MSM", 2)]
    assert list(PAY.candidates(s, 0)) == [PayShare(0, "EIR"), PayShare(0, "MSM")]
    refused(s, SellShares(0, "MSM", 0), "3.1.6")


# -- who leads -----------------------------------------------------------------------------------


@pytest.mark.rule("1853-2.9.2")
def test_holdings_are_counted_in_the_order_in_which_they_began():
    s = give(give(give(stock(), 2, "EIR"), 0, "EIR"), 2, "EIR")
    s = give(s, 1, "GIP")
    assert dict(s.since) == {"2/EIR": 0, "0/EIR": 1, "1/GIP": 2}
    assert s.holders == 3
    # A part of a holding that goes changes nothing; all of it does.
    part = give_shares(s, 2, "EIR", 1, POOL)
    assert part.since["2/EIR"] == 0
    gone = give_shares(part, 2, "EIR", 1, POOL)
    assert dict(gone.since) == {"0/EIR": 1, "1/GIP": 2}
    assert give(gone, 2, "EIR").since["2/EIR"] == 3


@pytest.mark.rule("1853-3.2.3-a", "1853-3.4.1-a")
def test_the_former_director_is_remembered():
    s = give(opened(stock(seat=1), "EIR", 0, 3), 1, "EIR", 3)
    s = do(s, BuyShare(1, "EIR", OFFER))
    assert (dict(s.directors), dict(s.former)) == ({"EIR": 1}, {"EIR": 0})
    assert told(give(opened(stock(seat=1), "EIR", 0, 3), 1, "EIR", 3), BuyShare(1, "EIR", OFFER))[-1] == (
        "Ben becomes director of EIR."
    )
    # Nobody has two: the manager is told, and who directed last is not forgotten by the next director.
    s = to_pool(give(opened(stock(), "EIR", 0, 2), 1, "EIR", 1), "EIR", 3)
    assert told(s, SellShares(0, "EIR", 1))[-1] == "EIR has no director: Ann manages it."
    s = do(s, SellShares(0, "EIR", 1), Pass(0))
    assert (dict(s.directors), dict(s.former)) == ({}, {"EIR": 0})
    s = do(s, BuyShare(1, "EIR", OFFER))
    assert (dict(s.directors), dict(s.former)) == ({"EIR": 1}, {"EIR": 0})


@pytest.mark.rule("1853-3.2.3-a")
def test_sales_of_a_company_that_has_not_started_make_no_director():
    s = give(stock(), 0, "EIR", 3)
    after = do(s, SellShares(0, "EIR", 1))
    assert (dict(after.directors), dict(after.former), after.director("EIR")) == ({}, {}, None)


@pytest.mark.rule("1853-3.2.3-a")
def test_other_companies_keep_their_directors():
    s = give(opened(opened(stock(seat=1), "EIR", 0, 3), "GIP", 2, 5), 1, "EIR", 3)
    s = do(s, BuyShare(1, "EIR", OFFER))
    assert dict(s.directors) == {"GIP": 2, "EIR": 1}
    assert s.directs(1) == ["EIR"]
    assert s.paper_count(SEATS[1]) == 3
    assert s.paper_count(POOL) == 0


@pytest.mark.rule("1853-3.2.1", "1853-3.2.2")
def test_starts_are_told():
    s = give(stock(), 0, "EIR", 4)
    assert told(s, BuyShare(0, "EIR", OFFER))[1:] == [
        "Ann becomes director of EIR.",
        "EIR goes into operation with 1000.",
        "EIR places a station marker in Calcutta.",
        "EIR places a station marker in Patna.",
    ]
    managed = to_pool(stock(), "EIR", 4)
    assert told(managed, BuyShare(0, "EIR", OFFER))[1] == "EIR has no director: Ann manages it."


@pytest.mark.rule("1853-4.8.10")
def test_a_new_director_without_a_debt_has_nothing_to_settle():
    s = give(opened(stock(seat=1), "EIR", 0, 3), 1, "EIR", 3).replace(credit={"GIP": "2-0"})
    assert isinstance(do(s, BuyShare(1, "EIR", OFFER)).frame, SharesRound)


@pytest.mark.rule("1853-4.8.10")
@pytest.mark.parametrize(
    ("treasury", "own", "given"), [(300, 50, 0), (350, 0, 0), (299, 1, 1), (0, 300, 300)]
)
def test_a_new_director_adds_only_what_is_missing(treasury, own, given):
    s = turn(cash(managed(), "MSM", 0), "MSM", TRAINS)
    s = do(s, TakeOnCredit(0, "2-0", "2"))
    s = give(s, 1, "MSM", 1, POOL).replace(stack=(Course(3), SharesRound(3, 1)))
    s = cash(cash(do(s, BuyShare(1, "MSM", POOL)), "MSM", treasury), 1, own)
    assert offers(s, 1, SettleTrain) == [SettleTrain(1, True), SettleTrain(1, False)]
    made = play(s, SettleTrain(1, True))
    assert made.state.stack == play(s, SettleTrain(1, False)).state.stack == s.stack[:-1]
    assert made.state.cash[SEATS[1]] == own - given
    assert made.state.cash["MSM"] == treasury + given - 300
    lines = [event_text(event) for event in made.events]
    assert lines[-1] == "MSM pays 300 for its 2."
    assert (f"Ben gives MSM the missing {given}." in lines) == bool(given)
    assert [event_text(event) for event in play(s, SettleTrain(1, False)).events] == [
        "The 2 of MSM goes back to the bank."
    ]
    refused(cash(s, "MSM", 299 - own), SettleTrain(1, True), "4.8.10")


@pytest.mark.rule("1853-3.4.3", "1853-3.4.6")
def test_credit_and_payment_to_the_last_pound():
    take = TakeOnCredit(0, "2-0", "2")
    refused(cash(managed(), "MSM", 300), take, "3.4.3")
    s = cash(managed(), "MSM", 299)
    assert told(s, take) == ["MSM takes a 2 on credit and owes 300."]
    s = turn(do(s, take), "MSM", TRAINS)
    refused(s, PayTrain(0), "3.4.6")
    assert not offers(s, 0, PayTrain)
    s = cash(s, "MSM", 300)
    assert offers(s, 0, PayTrain) == [PayTrain(0)]
    assert told(s, PayTrain(0))[0] == "MSM pays 300 for its 2."
    assert do(s, PayTrain(0)).cash["MSM"] == 0
    refused(cash(managed(), "MSM", 500), PayTrain(0), "3.4.6")


@pytest.mark.rule("1853-3.4.6")
def test_the_debt_of_one_company_is_not_that_of_another():
    s = do(cash(managed(), "MSM", 0), TakeOnCredit(0, "2-0", "2"))
    s = train(s, "GIP", "2")
    s = s.replace(credit={**s.credit, "GIP": "2-1"})
    s = cash(turn(s, "MSM", TRAINS), "MSM", 400)
    assert dict(do(s, PayTrain(0)).credit) == {"GIP": "2-1"}
    free = turn(opened(s, "EIR", 1), "EIR", TRAINS)
    assert BuyTrain(1, "2-2", "2", 300) in legal(free, 1)


@pytest.mark.rule("1853-3.4.3", "1853-4.8.15")
def test_metre_trains_on_credit_for_large_companies_from_phase_3_on():
    late = phase(cash(managed("EIR"), "EIR", 0), "3")
    assert {a.version for a in offers(late, 0, TakeOnCredit)} == {"3", "2M"}
    early = late.replace(phases=())
    refused(early.replace(beside=("2M-0",)), TakeOnCredit(0, "2M-0", "2M"), "4.8.15")
    refused(cash(managed(), "MSM", 0), TakeOnCredit(0, "2-0", "1M"), "2.8.4")


# -- the elephant --------------------------------------------------------------------------------


def elephant_sale(**fields):
    return base().replace(priority=2, stack=(Course(2), ElephantSale()), **fields)


@pytest.mark.rule("1853-3.1.11")
def test_the_elephant_goes_to_players_for_what_they_have():
    s = elephant_sale()
    for seat in (-1, 4, 2):
        refused(s, OfferElephant(2, seat, 0), "3.1.11")
    assert do(s, OfferElephant(2, 3, 0), Answer(3, True)).priority == 3
    assert do(s, OfferElephant(2, 0, 470), Answer(0, True)).cash[SEATS[0]] == 0
    refused(s, OfferElephant(2, 0, 471), "3.1.11")
    assert told(s, OfferElephant(2, 0, 37)) == ["Cy offers the elephant to Ann for 37."]
    assert told(s, OfferElephant(2, 0, 37), Answer(0, True))[0] == "Cy sells the elephant to Ann for 37."
    assert told(s, OfferElephant(2, 0, 37), Answer(0, False)) == ["Ann does not buy the elephant."]
    assert s.cash[SEATS[2]] + 37 == do(s, OfferElephant(2, 0, 37), Answer(0, True)).cash[SEATS[2]]


@pytest.mark.rule("1853-3.1.11")
def test_few_prices_of_the_elephant_are_proposed():
    s = elephant_sale()
    assert [(a.to, a.price) for a in offers(s, 2, OfferElephant)] == [
        (3, 0), (3, 10), (0, 0), (0, 10), (1, 0), (1, 10),
    ]  # fmt: skip
    [move, *_] = activity_of(s).moves(s)
    assert not move.listed
    again = do(s, OfferElephant(2, 0, 0), Answer(0, False))
    assert [a.price for a in offers(again, 2, OfferElephant) if a.to == 0] == [1, 10]
    assert move.sample(again, 2, Chance(0)) == OfferElephant(2, 1, 10)
    poor = cash(cash(cash(s, 0, 0), 1, 0), 3, 0)
    for seat in (0, 1, 3):
        poor = do(poor, OfferElephant(2, seat, 0), Answer(seat, False))
    assert not isinstance(poor.frame, ElephantSale), "nobody can pay another price"


@pytest.mark.rule("1853-3.1.11", "1853-5.1.2")
def test_at_the_end_the_elephant_is_not_sold_any_more():
    s = stock(players=3)
    s = s.replace(stack=(Course(2), ElephantSale(), s.frame))
    ending = s.pay(BANK, SEATS[2], s.cash[BANK])
    assert do(ending, Pass(0), Pass(1), Pass(2)).over
    assert isinstance(do(s, Pass(0), Pass(1), Pass(2)).frame, ElephantSale)
