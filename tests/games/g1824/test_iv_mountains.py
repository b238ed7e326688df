"""IV.1: mountain railways."""

import pytest

from stellwerk.engine import Pass, to_act
from stellwerk.games.g1824.rules.mountains import MountainSwaps, SwapMountain
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import BANK, OFFER, OUT, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound
from stellwerk.mech18.trains import BuyTrain

from .table import (
    TRAINS,
    cash_of,
    do,
    forbidden,
    home,
    offered,
    opening,
    operated,
    operating_round,
    own,
    par,
    phase,
    refused,
    round_ends,
    sells,
    singles,
    start,
    stock,
    tile,
    train,
    turn,
)

ANN, BEN, CY, DEE = SEATS[:4]
REGIONALS = ("BK", "MS", "CL", "SB", "BH")


def green(owners, **more):
    """The second stock round, the first 3 sold."""
    return phase(stock(4, owners, **more), "2", "3")


def first_4(owners, seat=0, s=None):
    """BK, directed by this seat, has just bought the first 4: mountain railways are to be exchanged."""
    s = sells(stock(4, owners) if s is None else s, "4")
    s = home(start(s, "BK", seat, cash=1000), "BK")
    return do(turn(train(s, "BK", "3-0"), "BK", step=TRAINS), BuyTrain(seat, "4-0", "4", 280))


def papers_full(s, seat, held=16):
    """So many papers of the five regional railways with a seat."""
    for company in REGIONALS:
        s = singles(s, seat, company, min(8, held - s.paper_count(SEATS[seat])))
    assert s.paper_count(SEATS[seat]) == held
    return s


# -- price, income -------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.1-1")
@pytest.mark.parametrize(("players", "count"), [(3, 4), (4, 6), (5, 6), (6, 4)])
def test_four_or_six_by_the_number_of_players(players, count):
    assert list(opening(players).privates) == ["B1", "B2", "B3", "B4", "B5", "B6"][:count]


@pytest.mark.rule("1824-IV.1-1", "1824-VI.3-1")
def test_each_costs_120():
    s = opening()
    forbidden(s, BuyRailway(3, "B2", 100), "VI.3-1", prices="120", price=100)
    after = do(s, BuyRailway(3, "B2", 120))
    assert after.privates["B2"] == DEE
    assert after.cash[DEE] == 680 - 120
    assert after.cash[BANK] == s.cash[BANK] + 120


@pytest.mark.rule("1824-IV.1-2")
def test_never_resold():
    s = green({"B1": 0})
    assert offered(s, 0, lambda a: "B1" in (getattr(a, "railway", ""), getattr(a, "company", ""))) == []
    refused(s, SellShares(0, "B1", 1), "VI.8-1")
    forbidden(do(s, Pass(0)), BuyRailway(1, "B1", 120), "VI.3-5", railway="B1")


@pytest.mark.rule("1824-IV.1-3")
def test_25_for_each_at_the_start_of_every_operating_round():
    s = stock(4, {"B1": 0, "B2": 0, "B4": 2, "SD1": 1})
    s = operating_round(s, of=2)
    assert [s.cash[owner] for owner in s.players] == [680 + 50, 680, 680 + 25, 680]
    s = do(s, Pass(1), BuyTrain(1, "2-0", "2", 80), Pass(1))
    assert s.stack[1].number == 2
    assert [s.cash[owner] for owner in s.players] == [680 + 100, 680, 680 + 50, 680]


@pytest.mark.rule("1824-IV.1-3b")
def test_no_income_after_a_voluntary_swap():
    s = do(green({"B1": 0, "B2": 0}), SwapMountain(0, "B1", "BH"))
    assert operating_round(s).cash[ANN] == 680 + 25


@pytest.mark.rule("1824-IV.1-3b", "1824-IV.1-7")
def test_no_income_at_all_after_the_first_4():
    s = first_4({"B1": 3, "B2": 2})
    s = do(s, SwapMountain(3, "B1", "BK"), SwapMountain(2, "B2", "BH"))
    assert set(s.privates.values()) == {OUT}
    s = operating_round(s)
    assert (s.cash[CY], s.cash[DEE]) == (680, 680)


# -- paper limit ---------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.1-4", "1824-R3")
def test_no_papers_for_the_limit():
    s = papers_full(opening(), 3)
    after = do(s, BuyRailway(3, "B1", 120))
    assert after.paper_count(DEE) == 16
    one_less = papers_full(par(own(own(stock(), 0, "B1"), 0, "B2"), "BH", 60), 0, held=15)
    assert do(one_less, BuyShare(0, "SD", OFFER)).paper_count(ANN) == 16


@pytest.mark.rule("1824-IV.1-4", "1824-R3")
def test_papers_for_18xx_games():
    s = papers_full(opening(rulings="18xx.games"), 3)
    forbidden(s, BuyRailway(3, "B1", 120), "VI.7-1b", held=16, limit=16)
    s = papers_full(stock(4, {"B1": 0, "B2": 0}, rulings="18xx.games"), 0, held=14)
    forbidden(s, BuyShare(0, "SD", OFFER), "VI.7-1", held=14, limit=14)


# -- voluntary swap ------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.1-5")
def test_not_before_the_first_3():
    s = phase(stock(4, {"B1": 0}), "2")
    forbidden(s, SwapMountain(0, "B1", "BH"), "IV.1-5")
    assert do(phase(s, "2", "3"), SwapMountain(0, "B1", "BH")).shares(ANN, "BH") == 1


@pytest.mark.rule("1824-IV.1-5")
def test_instead_of_buying():
    s = green({"B1": 0, "B2": 0})
    after = do(s, SwapMountain(0, "B1", "BH"))
    assert after.privates["B1"] == OUT
    assert after.papers["BH_1"] == ANN
    assert after.cash == s.cash
    assert to_act(after) == (1,)
    forbidden(after, SwapMountain(1, "B2", "BH"), "IV.1-5", player="Ben", private="B2")


@pytest.mark.rule("1824-IV.1-5", "1824-IV.1-10b")
def test_for_a_share_of_any_regional_railway():
    s = green({"B1": 0, "EPP": 1})
    swaps = offered(s, 0, lambda a: isinstance(a, SwapMountain))
    assert swaps == [SwapMountain(0, "B1", company) for company in REGIONALS]


@pytest.mark.rule("1824-IV.1-5")
def test_only_in_a_stock_round():
    s = turn(green({"B1": 0, "SD1": 0}), "SD1")
    refused(s, SwapMountain(0, "B1", "BH"), "VII.5-1")


@pytest.mark.rule("1824-IV.1-6")
def test_who_swaps_gets_another_turn_in_the_round():
    s = green({"B1": 2})
    s = do(s, Pass(0), Pass(1), SwapMountain(2, "B1", "BH"), Pass(3), Pass(0), Pass(1))
    assert isinstance(s.frame, StockRound)
    assert to_act(s) == (2,)
    assert do(s, Pass(2)).frame.number == 3


@pytest.mark.rule("1824-IV.1-6")
def test_the_swap_counts_for_the_priority():
    s = green({"B1": 2})
    s = do(s, BuyShare(0, "SD", OFFER), Pass(1), SwapMountain(2, "B1", "BH"))
    s = do(s, Pass(3), Pass(0), Pass(1), Pass(2))
    assert s.priority == 3


# -- forced swap ---------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.1-7")
def test_the_first_4_forces_the_others_in_the_order_of_their_numbers():
    s = first_4({"B4": 1, "B1": 3, "B2": 1, "B3": 2})
    assert s.frame == MountainSwaps(("B1", "B2", "B3", "B4"))
    seats = []
    for private in s.frame.left:
        seats += to_act(s)
        s = do(s, SwapMountain(seats[-1], private, "BH"))
    assert seats == [3, 1, 2, 1]
    assert [s.shares(owner, "BH") for owner in s.players] == [0, 2, 1, 1]
    assert s.frame.company == "BK"  # whose turn goes on


@pytest.mark.rule("1824-IV.1-7")
def test_nobody_jumps_the_queue():
    s = first_4({"B1": 1, "B2": 1, "B3": 2})
    forbidden(s, SwapMountain(1, "B2", "BH"), "IV.1-7", private="B1")
    forbidden(s, SwapMountain(2, "B3", "BH"), "IV.1-7", seat=2, whose="1")


@pytest.mark.rule("1824-IV.1-8")
def test_new_shares_draw_dividends_at_once():
    """Dee's mountain railway has paid 25 in this very round; her new share of MS earns 3 of 30."""
    s = sells(stock(4, {"B1": 3}), "4")
    s = home(start(start(s, "BK", 0, price=100), "MS", 1, price=60), "BK", "MS")
    s = tile(tile(train(s, "MS", "3-1"), "C12", "57", 1), "C10", "4", 1)  # Brünn 20, town 10
    s = operating_round(train(s, "BK", "3-0"))
    assert s.frame.company == "BK"
    assert s.cash[DEE] == 680 + 25
    while s.frame.step < TRAINS:
        s = do(s, Pass(0))
    s = do(s, BuyTrain(0, "4-0", "4", 280), SwapMountain(3, "B1", "MS"), Pass(0))
    assert s.frame.company == "MS"
    while not offered(s, 1, lambda a: isinstance(a, RunTrains)):
        s = do(s, Pass(1))
    s = do(s, max(offered(s, 1), key=lambda a: len(a.routes)), Dividend(1, True))
    assert s.last_run["MS"] == 30
    assert s.cash[DEE] == 680 + 25 + 3


@pytest.mark.rule("1824-IV.1-9")
def test_without_a_share_left_the_paper_is_lost():
    s = stock(4, {"B1": 3, "B2": 2})
    for seat, company in enumerate(REGIONALS):
        s = singles(s, seat % 4, company, 8 if company != "BK" else 5)
    s = start(sells(s, "4"), "BK", 0, shares=5, cash=500)  # BK's last three shares and its 20%
    papers = dict(s.papers)
    s = do(turn(train(s, "BK", "3-0"), "BK", step=TRAINS), BuyTrain(0, "4-0", "4", 280))
    assert (s.privates["B1"], s.privates["B2"]) == (OUT, OUT)
    assert s.papers == papers
    assert s.cash[DEE] == 680
    assert s.frame.company == "BK"


@pytest.mark.rule("1824-IV.1-9")
def test_no_share_is_held_back():
    s = green({"B1": 0})
    s = singles(s, 1, "BH", 8)
    forbidden(s, SwapMountain(0, "B1", "BH"), "IV.1-10", company="BH", private="B1")
    one_left = par(singles(green({"B1": 0}), 1, "CL", 7), "CL", 60)
    after = do(one_left, BuyShare(0, "CL", OFFER))  # a purchase may take the last one
    assert after.papers["CL_8"] == ANN


@pytest.mark.rule("1824-IV.1-9b", "1824-R19")
def test_the_forced_swap_is_a_duty():
    s = first_4({"B1": 3})
    forbidden(s, Pass(3), "IV.1-9b", private="B1")
    swaps = offered(s, 3)
    assert swaps == [SwapMountain(3, "B1", company) for company in REGIONALS]


@pytest.mark.rule("1824-IV.1-9b", "1824-R19")
def test_18xx_games_lets_the_owner_decline():
    s = do(first_4({}, s=stock(4, {"B1": 3}, rulings="18xx.games")), Pass(3))
    assert s.privates["B1"] == OUT
    assert s.paper_count(DEE) == 0


@pytest.mark.rule("1824-IV.1-9c")
def test_a_voluntary_swap_needs_room_under_the_limit():
    s = papers_full(green({"B1": 0}), 0)
    forbidden(s, SwapMountain(0, "B1", "BH"), "IV.1-9c", held=16, limit=16)
    s = papers_full(green({"B1": 0}), 0, held=15)
    assert do(s, SwapMountain(0, "B1", "BH")).paper_count(ANN) == 16


@pytest.mark.rule("1824-IV.1-9c", "1824-VI.7-2")
def test_a_forced_swap_may_overshoot_and_is_sold_down_later():
    s = stock(4, {"B1": 3})
    for company in ("MS", "CL"):
        s = operated(start(s, company, 3, shares=7), company)  # 2 × 6 papers
    s = singles(s, 3, "UG", 4)
    s = do(first_4({}, s=s), SwapMountain(3, "B1", "BH"))
    assert s.paper_count(DEE) == 17
    s = s.replace(stack=(stock(number=3).stack[0], StockRound(3, 3)))
    forbidden(s, Pass(3), "VI.7-2", held=17, limit=16)
    s = do(s, SellShares(3, "MS", 1), Pass(3))
    assert s.paper_count(DEE) == 16


@pytest.mark.rule("1824-IV.1-10", "1824-IV.1-7")
def test_a_forced_swap_needs_a_share_that_is_left_too():
    s = singles(first_4({"B1": 3}), 1, "MS", 8)
    forbidden(s, SwapMountain(3, "B1", "MS"), "IV.1-10", company="MS", private="B1")
    assert SwapMountain(3, "B1", "CL") in offered(s, 3)
    forbidden(s, SwapMountain(3, "B1", "SD"), "IV.1-10", company="SD", private="B1")


# -- which share ---------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.1-10")
def test_never_the_directors_share():
    s = singles(green({"B1": 0}), 1, "BH", 8)
    assert s.papers["BH_0"] == OFFER
    forbidden(s, SwapMountain(0, "B1", "BH"), "IV.1-10", company="BH")


@pytest.mark.rule("1824-IV.1-10")
@pytest.mark.parametrize("company", ["SD", "KK", "EPP", "B2", "??"])
def test_nothing_but_a_regional_railway(company):
    s = green({"B1": 0, "EPP": 0, "B2": 0})
    forbidden(s, SwapMountain(0, "B1", company), "IV.1-10", company=company)


@pytest.mark.rule("1824-IV.1-10b", "1824-IV.4.1-4")
def test_several_shares_of_a_railway_without_a_price():
    s = green({"B1": 0, "B2": 1, "B3": 0})
    s = do(s, SwapMountain(0, "B1", "BH"), SwapMountain(1, "B2", "BH"), Pass(2), Pass(3))
    s = do(s, SwapMountain(0, "B3", "BH"))
    assert (s.shares(ANN, "BH"), s.shares(BEN, "BH")) == (2, 1)
    assert "BH" not in s.prices
    assert s.papers["BH_0"] == OFFER


@pytest.mark.rule("1824-IV.1-10b")
def test_forced_into_a_railway_without_a_price():
    s = do(first_4({"B1": 3}), SwapMountain(3, "B1", "SB"))
    assert s.shares(DEE, "SB") == 1
    assert "SB" not in s.prices


@pytest.mark.rule("1824-IV.1-10c")
def test_the_later_buyer_of_the_directors_share_sets_the_price():
    s = do(green({"B1": 0}), SwapMountain(0, "B1", "BH"), StartCompany(1, "BH", 90))
    assert s.price("BH") == 90
    assert s.director("BH") == BEN
    assert s.cash[BEN] == 680 - 180


@pytest.mark.rule("1824-IV.1-11")
def test_who_then_holds_more_becomes_director():
    s = singles(green({}), 0, "BH", 3)
    s = do(s, Pass(0), StartCompany(1, "BH", 60))
    assert s.director("BH") == ANN
    assert (s.shares(ANN, "BH"), s.shares(BEN, "BH")) == (3, 2)
    assert s.papers["BH_0"] == ANN
    assert s.cash[BEN] == 680 - 120


@pytest.mark.rule("1824-IV.1-11")
def test_a_tie_leaves_it_with_the_buyer():
    s = singles(green({}), 0, "BH", 2)
    s = do(s, Pass(0), StartCompany(1, "BH", 60))
    assert s.director("BH") == BEN


@pytest.mark.rule("1824-IV.1-3")
def test_the_income_comes_before_the_first_company_acts():
    s = stock(4, {"B1": 0, "SD1": 1})
    s = round_ends(cash_of(s, 0, 0), number=1, of=2)
    assert s.frame.company == "SD1"
    assert s.cash[ANN] == 25
