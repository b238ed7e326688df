"""3: stock rounds, directors, managers, trains on credit."""

import pytest

from stellwerk.engine import legal, to_act
from stellwerk.engine.play import activity_of
from stellwerk.engine.step import Pass
from stellwerk.games.g1853.elephant import ElephantSale, OfferElephant
from stellwerk.games.g1853.heads import CreditDue
from stellwerk.games.g1853.rounds import open_stock_round
from stellwerk.games.g1853.state import SharesRound, Turn
from stellwerk.games.g1853.stock import counted_papers
from stellwerk.games.g1853.trains import PayTrain, SettleTrain, TakeOnCredit
from stellwerk.mech18.course import Course
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.state import BANK, OFFER, OUT, POOL, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain
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
    s = s.but(stack=(Course(2), ElephantSale(), s.frame))
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
    s = stock(players=3, seat=2).but(priority=2)
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
    s = open_stock_round(base().but(priority=2, stack=(Course(2),)), 2)
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
    s = s.but(directors={"EIR": 0})
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
    later = s.but(stack=(Course(3), SharesRound(3, 0)))
    assert SellShares(0, "SIR", 1) in legal(later, 0)


@pytest.mark.rule("1853-3.1.9-a", "1853-3.1.9-b")
def test_no_buying_back_and_no_buying_and_selling():
    s = give(stock(), 0, "MSM", 2)
    refused(do(s, SellShares(0, "MSM", 1)), BuyShare(0, "MSM", POOL), "3.1.9-a")
    refused(do(s, BuyShare(0, "MSM", OFFER)), SellShares(0, "MSM", 1), "3.1.9-b")


@pytest.mark.rule("1853-3.1.11")
def test_the_elephant_is_sold_once_at_an_agreed_price():
    s = base().but(priority=2, stack=(Course(2), ElephantSale()))
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
    """Ben has held shares for longer than the director, but has no more of them than he."""
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
    s = opened(stock(), "EIR", 0, 4).but(priority=3)
    assert do(s, SellShares(0, "EIR", 3)).director("EIR") == SEATS[0], "with one share he manages it"
    s = do(s, SellShares(0, "EIR", 4))
    assert not s.has_director("EIR")
    assert s.director("EIR") == SEATS[3], "the elephant's owner"
    assert s.but(priority=1).director("EIR") == SEATS[1]


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
    s = managed(step=DIVIDEND, revenue=60).but(last_run={"MSM": 60})
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
    changes = changes.but(phases=(), trains={c: OUT if c[0] == "2" else o for c, o in changes.trains.items()})
    assert do(changes, TakeOnCredit(0, "3-0", "3")).phases == ("3",)


@pytest.mark.rule("1853-3.4.3", "1853-4.8.18-a")
def test_credit_is_for_a_new_train_that_is_on_sale():
    poor = cash(managed(), "MSM", 0)
    refused(poor, TakeOnCredit(0, "3-0", "3"), "3.4.3")
    returned = poor.but(versions={**poor.versions, "2-6": "2"}, beside=("2-6",))
    refused(returned, TakeOnCredit(0, "2-6", "2"), "3.4.3")
    assert TakeOnCredit(0, "2-0", "2") in legal(returned, 0)
    late = cash(managed("EIR"), "EIR", 0).but(back_sides=True, phases=("3",))
    refused(late, TakeOnCredit(0, "2-0", "1M"), "4.8.18-a")


@pytest.mark.rule("1853-3.4.3")
def test_who_can_pay_a_cheaper_new_train_takes_none_on_credit():
    """200 are enough for a 1M, which a small company may have and a large one may not."""
    take = TakeOnCredit(0, "2-0", "2")
    small = cash(managed(), "MSM", 200).but(back_sides=True)
    assert "180" in str(refused(small, take, "3.4.3"))
    assert not offers(small, 0, TakeOnCredit)
    assert take in legal(cash(small, "MSM", 170), 0)
    assert take in legal(small.but(back_sides=False), 0)
    assert take in legal(cash(managed("EIR"), "EIR", 200).but(back_sides=True), 0)
    by_train = turn(opened(base(4, "book,credit_by_train=true"), "MSM", None), "MSM", TRAINS)
    by_train = cash(by_train, "MSM", 200).but(back_sides=True)
    assert offers(by_train, 0, TakeOnCredit)
    assert {a.version for a in offers(by_train, 0, TakeOnCredit)} == {"2"}


@pytest.mark.rule("1853-3.4.3-b")
def test_the_debt_ends_with_the_train():
    s = do(cash(managed(), "MSM", 100), TakeOnCredit(0, "2-0", "2"))
    assert s.credit == {"MSM": "2-0"}
    other = turn(phase(opened(s, "EIR", 1), "3"), "EIR", TRAINS)
    other = other.but(trains={**other.trains, "2-0": "MSM"}, credit={"MSM": "2-0"})
    other = cash(other, "EIR", 2000).but(trains={**other.trains, **{f"3-{n}": OUT for n in range(5)}})
    assert do(other, BuyTrain(1, "4-0", "4", 620)).credit == {}


@pytest.mark.rule("1853-3.4.4")
def test_either_gauge_or_nothing():
    s = cash(managed(), "MSM", 0).but(back_sides=True)
    assert {a.version for a in offers(s, 0, TakeOnCredit)} == {"2", "1M"}
    large = cash(managed("EIR"), "EIR", 0).but(back_sides=True)
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
    assert LayTile(0, "H24", "6", 0) in legal(owing.but(credit={}), 0)
    placing = tile(tile(turn(s, "EIR", MARKER), "H24", "6", 1), "H22", "115", 4)
    refused(placing, PlaceMarker(0, "H22.0"), "3.4.6")
    assert PlaceMarker(0, "H22.0") in legal(placing.but(credit={}), 0)


@pytest.mark.rule("1853-4.8.10")
def test_a_new_director_pays_or_gives_back():
    s = do(cash(managed(), "MSM", 100), TakeOnCredit(0, "2-0", "2"))
    s = give(s, 1, "MSM", 1, POOL).but(stack=(Course(3), SharesRound(3, 1)))
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
