"""2.6 to 2.9: the first stock round and what it decides."""

import pytest

from stellwerk.engine import legal, play
from stellwerk.engine.step import Pass
from stellwerk.games.g1853.rules.companies import decide_bbci, open_all
from stellwerk.games.g1853.rules.events import BbciLarge
from stellwerk.games.g1853.rules.rounds import open_stock_round
from stellwerk.games.g1853.rules.state import pair
from stellwerk.games.g1853.rules.stock import PayShare
from stellwerk.mech18.course import Course
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.state import BANK, OFFER, OUT, POOL, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares
from stellwerk.mech18.track import LayTile
from tests.games.g1853.table import (
    DIVIDEND,
    MARKER,
    base,
    cash,
    do,
    give,
    offers,
    opened,
    refused,
    stock,
    tile,
    to_pool,
    turn,
)


def first(players: int = 5):
    return stock(1, 0, players)


def claim(s, seat, company, shares=1):
    key = pair(seat, company)
    return give(s, seat, company, shares).replace(claimed={**s.claimed, key: shares})


# -- BBCI ----------------------------------------------------------------------------------------


def bbci_of(contract, shares=3):
    s = give(first(), 0, "BBCI", shares).replace(bbci="")
    s = to_pool(s, "BBCI", 5 - shares)
    return s.replace(contracts={**s.contracts, "0": contract})


@pytest.mark.rule("1853-2.6.2-a", "1853-2.6.3")
@pytest.mark.parametrize(
    ("contract", "shares", "size"),
    [
        (("Ajmer", "Bombay", "Delhi"), 3, "large"),
        (("Ajmer", "Delhi", "Jaipur"), 3, "small"),
        (("Ajmer", "Bombay", "Delhi"), 1, "small"),
    ],
)
def test_bbci_large_or_small(contract, shares, size):
    """Both cities in the contract of its director; with one share there is only a manager."""
    assert open_all(bbci_of(contract, shares)).bbci == size


@pytest.mark.rule("1853-2.6.2-b")
def test_only_the_two_cities_are_shown():
    s = decide_bbci(bbci_of(("Delhi", "Ajmer", "Bombay")).replace(directors={"BBCI": 0}, news=()))
    [event] = s.news
    assert isinstance(event, BbciLarge)
    assert event.cities == "Ajmer, Bombay"


@pytest.mark.rule("1853-2.6.2-c", "1853-4.1.13")
def test_a_large_bbci_has_two_homes_and_a_cheap_ajmer():
    s = open_all(bbci_of(("Ajmer", "Bombay", "Delhi")))
    assert s.board.markers_of("BBCI") == ("H10.0", "M9.0")
    s = turn(s, "BBCI")
    for number in ("5", "75"):
        after = do(s, LayTile(0, "H10", number, 0))
        assert s.cash["BBCI"] - after.cash["BBCI"] == 70


@pytest.mark.rule("1853-2.6.3")
def test_a_small_bbci_is_small_for_everything():
    s = open_all(bbci_of(("Ajmer", "Delhi", "Jaipur")))
    assert s.board.markers_of("BBCI") == ("H10.0",)
    assert s.sheet("BBCI").markers == (0, 40, 100, 100)
    assert s.back_sides
    s = turn(s, "BBCI")
    assert s.cash["BBCI"] - do(s, LayTile(0, "H10", "5", 0)).cash["BBCI"] == 140
    # The north of Bombay is a circle like any other.
    s = tile(opened(s, "GIP"), "L10", "3", 0)
    s = turn(s, "GIP", MARKER)
    refused(s.replace(bbci=""), PlaceMarker(0, "M9.0"), "4.4.6")
    line = tile(tile(s, "L10", "3", 5), "M11", "7", 1)
    assert line.board.free_slots(line.book.atlas, "M9.0") == 1


# -- contract shares -----------------------------------------------------------------------------


@pytest.mark.rule("1853-2.7.3-b", "1853-2.7.4-b")
def test_unpaid_shares_earn_nothing_and_are_not_sold():
    s = opened(base(), "EIR", 0, 3).replace(unpaid={"0/EIR": 1})
    s = turn(s, "EIR", DIVIDEND, revenue=120).replace(last_run={"EIR": 120})
    assert do(s, Dividend(0, True)).cash[SEATS[0]] == s.cash[SEATS[0]] + 24
    s = s.replace(stack=stock().stack)
    assert SellShares(0, "EIR", 2) in legal(s, 0)
    refused(s, SellShares(0, "EIR", 3), "2.7.4-b")


@pytest.mark.rule("1853-2.7.4-a", "1853-2.7.4-c")
def test_unpaid_shares_come_first_and_are_no_purchase():
    s = give(give(stock(), 0, "SIR"), 0, "ECR").replace(unpaid={"0/SIR": 1, "0/ECR": 1})
    refused(s, BuyShare(0, "EIR", OFFER), "2.7.4-a")
    s = do(s, PayShare(0, "SIR"))
    refused(s, BuyShare(0, "EIR", OFFER), "2.7.4-a")
    s = do(s, PayShare(0, "ECR"), BuyShare(0, "EIR", OFFER))
    assert s.cash[SEATS[0]] == 470 - 75 - 70 - 100
    refused(s, PayShare(0, "ECR"), "2.7.4-a")


@pytest.mark.rule("1853-2.7.4-c")
def test_paying_prolongs_nothing():
    s = give(stock(), 0, "SIR").replace(unpaid={"0/SIR": 1})
    s = do(s, PayShare(0, "SIR"), Pass(0), Pass(1), Pass(2), Pass(3))
    assert s.frame.number == 3, "the round was over"
    assert s.priority == 0


@pytest.mark.rule("1853-2.7.5")
def test_unpaid_and_pooled_shares_count_as_issued():
    s = to_pool(give(stock(), 0, "SIR", 2), "SIR", 2).replace(unpaid={"0/SIR": 2})
    s = s.replace(stack=(s.stack[0], s.frame.__class__(2, 1)))
    s = do(s, BuyShare(1, "SIR", OFFER))
    assert "SIR" in s.opened
    assert s.directors["SIR"] == 0


@pytest.mark.rule("1853-2.7.6", "1853-3.1.3-a")
def test_companies_outside_all_contracts_wait():
    s = stock().replace(claimed={"0/BNR": 1, "1/BNR": 0})
    s = to_pool(s, "BNR", 9)
    refused(s, BuyShare(0, "MSM", OFFER), "3.1.3-a")
    s = to_pool(s, "BNR", 1)
    assert BuyShare(0, "MSM", OFFER) in legal(s, 0)
    assert BuyShare(0, "ECR", OFFER) in legal(s, 0)


@pytest.mark.rule("1853-3.1.3-a")
def test_every_contract_company_must_be_issued():
    s = stock().replace(claimed={"0/BNR": 1, "1/GIP": 1})
    s = to_pool(s, "BNR", 10)
    refused(s, BuyShare(0, "MSM", OFFER), "3.1.3-a")
    assert BuyShare(0, "MSM", OFFER) in legal(to_pool(s, "GIP", 10), 0)


@pytest.mark.rule("1853-3.1.10")
def test_shares_in_the_pool_are_issued():
    s = give(stock().replace(claimed={"0/BNR": 1}), 1, "BNR", 7)
    refused(s, BuyShare(0, "MSM", OFFER), "3.1.3-a")
    assert BuyShare(0, "MSM", OFFER) in legal(to_pool(s, "BNR", 3), 0)


# -- selling in the first round ------------------------------------------------------------------


@pytest.mark.rule("1853-2.8.3-a")
def test_sales_bring_par_less_five_and_the_pool_asks_par():
    s = do(give(first(), 0, "MSM"), SellShares(0, "MSM", 1), Pass(0))
    assert s.cash[SEATS[0]] == 470 + 75
    s = do(s, BuyShare(1, "MSM", POOL))
    assert s.cash[SEATS[1]] == 480 - 80


@pytest.mark.rule("1853-2.8.3-b", "1853-2.8.3-c", "1853-K2")
def test_contract_shares_may_go_once_a_company_is_in_operation():
    """Five players: A's purchase is the fifth EIR; B may sell his contract EIRs now, not later."""
    s = claim(give(first(), 0, "EIR", 1), 1, "EIR", 2)
    s = give(give(s, 1, "EIR"), 2, "MSM")
    s = do(s, BuyShare(0, "EIR", OFFER))
    assert "EIR" not in s.opened
    refused(s, SellShares(0, "EIR", 1), "2.8.3-b")
    s = do(s, Pass(0))
    refused(s, SellShares(1, "EIR", 3), "2.8.3-c")
    assert SellShares(1, "EIR", 2) in legal(s, 1)
    s = do(s, BuyShare(1, "MSM", OFFER), Pass(1), Pass(2), Pass(3), Pass(4), Pass(0))
    refused(s, SellShares(1, "EIR", 1), "2.8.3-b")


@pytest.mark.rule("1853-2.8.3-c")
def test_shares_sold_one_by_one_are_the_claimed_ones():
    """Two contract shares and a bought one of a company in operation: the third stays."""
    s = give(claim(give(first(), 0, "EIR", 1), 1, "EIR", 2), 1, "EIR")
    s = do(s, BuyShare(0, "EIR", OFFER), Pass(0), SellShares(1, "EIR", 1), SellShares(1, "EIR", 1))
    assert s.shares(SEATS[1], "EIR") == 1
    refused(s, SellShares(1, "EIR", 1), "2.8.3-c")
    # Of two claimed ones one is unpaid: with a bought one he has two paid shares, but one of them to sell.
    s = give(claim(give(first(), 0, "EIR", 1), 1, "EIR", 2), 1, "EIR").replace(unpaid={"1/EIR": 1})
    s = do(s, BuyShare(0, "EIR", OFFER), Pass(0))
    refused(s, SellShares(1, "EIR", 2), "2.8.3-c")
    assert SellShares(1, "EIR", 1) in legal(s, 1)
    # Before it is in operation everything may go, and the bought ones go first.
    s = give(claim(stock(1, 1, 5), 1, "EIR", 2), 1, "EIR")
    s = do(s, SellShares(1, "EIR", 1))
    assert s.claimed["1/EIR"] == 2


@pytest.mark.rule("1853-2.8.3-c")
def test_an_own_purchase_opens_the_window_in_the_next_turn():
    s = claim(give(first(), 1, "EIR", 3), 0, "EIR", 1)
    s = do(s, BuyShare(0, "EIR", OFFER))
    refused(s, SellShares(0, "EIR", 1), "2.8.3-b")
    s = do(s, Pass(0), Pass(1), Pass(2), Pass(3), Pass(4))
    assert SellShares(0, "EIR", 1) in legal(s, 0)
    refused(s, SellShares(0, "EIR", 2), "2.8.3-c")


@pytest.mark.rule("1853-2.8.3-c")
def test_reached_by_contracts_alone_the_window_is_the_first_turn():
    s = claim(base(5), 0, "EIR", 5).replace(stack=(Course(1),))
    s = open_stock_round(s, 1)
    assert SellShares(0, "EIR", 5) in legal(s, 0)
    s = do(s, BuyShare(0, "MSM", OFFER), Pass(0), Pass(1), Pass(2), Pass(3), Pass(4))
    refused(s, SellShares(0, "EIR", 1), "2.8.3-b")


# -- the end of the round ------------------------------------------------------------------------


@pytest.mark.rule("1853-2.8.4")
@pytest.mark.parametrize(
    ("company", "contract", "extra"),
    [
        ("EIR", (), False),
        ("MSM", (), True),
        ("BBCI", ("Ajmer", "Delhi"), True),
        ("BBCI", ("Ajmer", "Bombay"), False),
    ],
)
def test_a_small_company_brings_the_extra_trains(company, contract, extra):
    s = give(first(), 0, company, 5).replace(bbci="")
    s = open_all(s.replace(contracts={**s.contracts, "0": contract}))
    in_bank = [card for card in ("2-6", "2M-2", "3M-3") if s.trains[card] == BANK]
    assert s.back_sides == extra
    assert len(in_bank) == (3 if extra else 0)
    assert extra or all(s.trains[card] == OUT for card in s.facts.in_the_box)


@pytest.mark.rule("1853-2.9.1", "1853-2.9.2")
def test_directors_come_together_at_the_end():
    s = give(give(first(), 1, "EIR", 2), 0, "EIR", 2)
    s = do(s, BuyShare(0, "EIR", OFFER))
    assert s.directors == {}
    s = do(give(s, 1, "EIR", 1), Pass(0), *(Pass(n) for n in (1, 2, 3, 4)), Pass(0))
    assert s.directors["EIR"] == 1, "three shares each: who has held some longer"
    assert s.paper_count(SEATS[1]) == 2
    assert s.cash["EIR"] == 1000


@pytest.mark.rule("1853-2.9.2")
def test_who_sold_out_begins_anew():
    s = give(give(first(), 0, "EIR", 2), 1, "EIR", 2)
    s = play(s, SellShares(0, "EIR", 2)).state
    s = give(cash(s, 0, 500), 0, "EIR", 2, POOL)
    s = to_pool(s, "EIR", 1)
    assert open_all(s).directors["EIR"] == 1


@pytest.mark.rule("1853-2.8.3-c")
def test_a_bought_share_is_no_contract_share():
    """Ben has bought his EIR: in his first turn after it went into operation he may not sell it."""
    s = give(give(first(), 0, "EIR", 3), 1, "EIR", 1)
    s = do(s, BuyShare(0, "EIR", OFFER), Pass(0))
    assert "1/EIR" in s.frame.windows
    refused(s, SellShares(1, "EIR", 1), "2.8.3-c")


@pytest.mark.rule("1853-2.8.3-b", "1853-2.8.3-c")
def test_the_windows_of_sales_are_those_of_companies_in_operation():
    s = give(claim(base(5), 0, "EIR", 5), 1, "GIP", 4).replace(stack=(Course(1),))
    assert open_stock_round(s, 1).frame.windows == tuple(f"{seat}/EIR" for seat in range(5))
    assert open_stock_round(s, 2).frame.windows == ()
    s = give(first(), 1, "GIP", 4)
    s = do(s.update_frame(windows=("0/EIR", "1/EIR", "10/EIR")), BuyShare(0, "GIP", OFFER))
    assert s.frame.windows == ("0/EIR", "1/EIR", "10/EIR", "1/GIP", "2/GIP", "3/GIP", "4/GIP")
    assert s.frame.later == ("0/GIP",)
    s = do(s, Pass(0))
    assert s.frame.windows == ("1/EIR", "10/EIR", "1/GIP", "2/GIP", "3/GIP", "4/GIP", "0/GIP")
    assert s.frame.later == ()


@pytest.mark.rule("1853-2.8.3-c")
def test_what_is_sold_of_a_claim_is_no_claim_any_more():
    s = claim(give(first(), 0, "EIR", 2), 1, "EIR", 2)
    s = do(s, BuyShare(0, "EIR", OFFER), Pass(0), SellShares(1, "EIR", 1))
    assert s.claimed["1/EIR"] == 1
    # Not in operation: two claimed and one bought; after two sales one claimed share is left.
    s = give(claim(stock(1, 1, 5), 1, "MSM", 2), 1, "MSM")
    s = do(s, SellShares(1, "MSM", 2))
    assert s.claimed["1/MSM"] == 1
    # From the second round on claims are kept: they say which companies are in contracts.
    s = do(give(claim(stock(2, 1, 5), 1, "MSM", 2), 1, "MSM"), SellShares(1, "MSM", 3))
    assert s.claimed["1/MSM"] == 2
    # Nobody gets a claim by selling.
    s = do(give(stock(1, 1, 5), 1, "MSM", 2), SellShares(1, "MSM", 1))
    assert "1/MSM" not in s.claimed


@pytest.mark.rule("1853-2.8.3-a", "1853-3.1.7")
def test_par_less_five_in_the_first_round_only():
    for number, price in ((1, 75), (2, 80)):
        s = give(stock(number), 0, "MSM", 2)
        assert do(s, SellShares(0, "MSM", 2)).cash[SEATS[0]] == 470 + 2 * price


@pytest.mark.rule("1853-2.7.4-a")
def test_contract_shares_cost_par_to_the_last_pound():
    s = give(stock(), 0, "SIR", 2).replace(unpaid={"0/SIR": 2, "1/SIR": 1})
    refused(cash(s, 0, 74), PayShare(0, "SIR"), "2.7.4-a")
    refused(s, PayShare(0, "ECR"), "2.7.4-a")
    assert "no company XYZ" in str(refused(s, PayShare(0, "XYZ"), "2.7.4-a"))
    assert offers(s, 0, PayShare) == [PayShare(0, "SIR")]
    s = do(cash(s, 0, 150), PayShare(0, "SIR"))
    assert (s.cash[SEATS[0]], dict(s.unpaid)) == (75, {"0/SIR": 1, "1/SIR": 1})
    s = do(s, PayShare(0, "SIR"))
    assert (s.cash[SEATS[0]], dict(s.unpaid)) == (0, {"1/SIR": 1})
    # What others owe hinders nobody.
    assert BuyShare(0, "EIR", OFFER) in legal(cash(s, 0, 100), 0)


@pytest.mark.rule("1853-2.7.4-c", "1853-3-b")
def test_paying_ends_no_lap_and_begins_none():
    s = give(stock(seat=1), 1, "SIR").replace(unpaid={"1/SIR": 1})
    s = do(s.update_frame(passed=(0,), last=3), PayShare(1, "SIR"))
    assert (s.frame.passed, s.frame.last, s.frame.bought) == ((0,), 3, "")


@pytest.mark.rule("1853-2.6.3", "1853-2.8.4")
def test_bbci_is_small_when_it_does_not_start():
    s = open_all(give(first(), 0, "EIR", 5).replace(bbci=""))
    assert s.bbci == "small"
    assert not s.back_sides, "small, but not in operation"


@pytest.mark.rule("1853-2.9.1")
def test_only_companies_with_enough_shares_start():
    s = give(give(first(), 0, "EIR", 5), 1, "GIP", 4)
    s = open_all(s)
    assert s.opened == s.begun == ("EIR",)
    assert s.cash["GIP"] == 0


@pytest.mark.rule("1853-2.8.4")
def test_one_small_company_among_large_ones_suffices():
    s = open_all(give(give(first(), 0, "EIR", 5), 1, "MSM", 5))
    assert s.opened == ("EIR", "MSM")
    assert s.back_sides
    assert all(s.trains[card] == BANK for card in s.facts.in_the_box)
    assert not open_all(give(give(first(), 0, "EIR", 5), 1, "GIP", 5)).back_sides
