"""VI.3: the first stock round."""

import pytest

from stellwerk.engine import Pass, to_act
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.mech18.state import BANK, OFFER, OUT, RESERVED, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany

from .table import cash_of, do, events, forbidden, give, offered, opening, operated, start, stock

ANN, BEN, CY, DEE = SEATS[:4]
PRE_STATES = ("SD1", "SD2", "SD3", "UG1", "UG2", "KK1", "KK2")


def over(s):
    """Everybody passes until the first round is over."""
    while getattr(s.frame, "number", 0) == 1 and hasattr(s.frame, "seat"):
        s = do(s, Pass(s.frame.seat))
    return s


@pytest.mark.rule("1824-VI.3-1")
@pytest.mark.parametrize(("players", "mountains"), [(3, 4), (4, 6)])
def test_what_is_on_offer(players, mountains):
    s = opening(players)
    seat = players - 1
    railways = {a.railway for a in offered(s, seat, lambda a: isinstance(a, BuyRailway))}
    assert railways == {*PRE_STATES, "EPP", "EOD", "MLB", "SPB", *(f"B{n + 1}" for n in range(mountains))}
    assert {a.company for a in offered(s, seat, lambda a: isinstance(a, StartCompany))} == {"BH"}
    assert {a.company for a in offered(s, seat, lambda a: isinstance(a, BuyShare))} == {"SD", "UG", "KK"}


@pytest.mark.rule("1824-VI.3-1")
def test_a_coal_sale_puts_its_regional_railway_on_offer():
    s = do(opening(), BuyRailway(3, "MLB", 120))
    assert {a.company for a in offered(s, 2, lambda a: isinstance(a, BuyShare))} == {"SD", "UG", "KK", "CL"}
    s = do(s, StartCompany(2, "BH", 60))
    assert "BH" in {a.company for a in offered(s, 1, lambda a: isinstance(a, BuyShare))}


@pytest.mark.rule("1824-VI.3-1")
def test_a_paper_is_sold_once():
    s = do(opening(), BuyRailway(3, "SD1", 240))
    forbidden(s, BuyRailway(2, "SD1", 240), "VI.3-5", railway="SD1")
    forbidden(s, BuyRailway(2, "XX", 120), "VI.3-5", railway="XX")


@pytest.mark.rule("1824-VI.3-2")
def test_five_players_5_4_3_2_1_then_1_2_3_4_5():
    s, order = opening(5), []
    for paper in ("B1", "B2", "B3", "B4", "B5", *["SD", "UG", "KK"] * 3 + ["SD"]):
        seat = to_act(s)[0]
        order.append(seat + 1)
        action = BuyRailway(seat, paper, 120) if paper in s.privates else BuyShare(seat, paper, OFFER)
        s = do(s, action)
    assert order[:5] == [5, 4, 3, 2, 1]
    assert order[5:10] == [1, 2, 3, 4, 5]
    assert order[10:] == [1, 2, 3, 4, 5]


@pytest.mark.rule("1824-VI.3-2")
def test_passing_does_not_change_the_order():
    s, order = opening(3), []
    for n in range(7):
        seat = to_act(s)[0]
        order.append(seat)
        s = do(s, BuyShare(seat, "SD", OFFER) if n % 2 else Pass(seat))
    assert order == [2, 1, 0, 0, 1, 2, 0]


@pytest.mark.rule("1824-VI.3-2")
def test_the_round_may_end_in_the_first_lap():
    s = opening(3)
    s = do(s, Pass(2), Pass(1), Pass(0))
    assert s.frame.number == 2
    assert s.priority == 0


@pytest.mark.rule("1824-VI.3-3")
def test_the_price_of_a_railway_goes_into_its_treasury():
    s = opening()
    after = do(s, BuyRailway(3, "KK1", 240), BuyRailway(2, "EOD", 180))
    assert after.cash["KK1"] == 240
    assert after.cash["EOD"] == 180 - 120
    assert after.trains_of("EOD") == ["1g-0"]
    assert after.cash[BANK] == s.cash[BANK] + 120  # for the 1g alone
    assert events(s, BuyRailway(3, "EOD", 180)) == ["RailwayBought", "PriceSet", "FirstTrain"]


@pytest.mark.rule("1824-VI.3-4", "1824-VI.8-1")
def test_nothing_is_sold_in_the_first_round():
    s = operated(start(stock(number=1), "BH", shares=6), "BH")
    forbidden(s, SellShares(0, "BH", 1), "VI.3-4")
    second = s.replace(stack=stock().stack)
    assert do(second, SellShares(0, "BH", 1)).shares(ANN, "BH") == 5


@pytest.mark.rule("1824-VI.3-5")
def test_unsold_papers_leave_the_game():
    s = do(opening(), BuyRailway(3, "SD2", 120), BuyRailway(2, "EPP", 120), BuyRailway(1, "B2", 120))
    s = over(do(s, Pass(0)))
    gone = {sym for sym in (*s.facts.minors, *s.privates) if s.papers.get(f"{sym}_0", "") == OUT}
    assert gone == {"EOD", "MLB", "SPB", *PRE_STATES} - {"SD2"}
    assert {sym for sym, owner in s.privates.items() if owner == OUT} == {"B1", "B3", "B4", "B5", "B6"}
    assert s.papers["SD2_0"] == DEE
    assert s.papers["EPP_0"] == CY
    assert [s.cash[owner] for owner in s.players] == [680, 560 + 25, 560, 560]  # nobody is compensated


@pytest.mark.rule("1824-VI.3-5", "1824-IV.4.4-8b", "1824-IV.2-16")
def test_shares_kept_for_unsold_papers_are_free():
    s = over(do(opening(), BuyRailway(3, "SD2", 120), BuyRailway(2, "EPP", 120)))
    kept = {paper for paper, owner in s.papers.items() if owner == RESERVED}
    assert kept == {"SD_1", "BK_0"}


@pytest.mark.rule("1824-VI.3-5")
def test_they_are_not_for_sale_later():
    s = stock(4, {"SD2": 0})
    assert offered(s, 0, lambda a: isinstance(a, BuyRailway)) == []
    forbidden(s, BuyRailway(0, "B1", 120), "VI.3-5", railway="B1")


@pytest.mark.rule("1824-VI.4-2")
def test_only_with_the_cash_in_hand():
    s = cash_of(opening(), 3, 119)
    forbidden(s, BuyRailway(3, "B1", 120), "VI.4-2", player="Dee", cash=119, price=120)
    assert do(cash_of(s, 3, 120), BuyRailway(3, "B1", 120)).cash[DEE] == 0


@pytest.mark.rule("1824-VI.7-1b")
def test_coal_and_pre_state_papers_count_towards_the_limit():
    s = do(opening(), BuyRailway(3, "SD1", 240))
    assert s.paper_count(DEE) == 1
    s = give(give(opening(), 3, "BH", 10), 3, "SD", 4)  # 9 and 4 papers
    s = give(s, 3, "UG", 3)
    assert s.paper_count(DEE) == 16
    forbidden(s, BuyRailway(3, "EPP", 120), "VI.7-1b", held=16, limit=16)
    forbidden(s, BuyRailway(3, "KK2", 120), "VI.7-1b", held=16, limit=16)
    assert do(s, BuyRailway(3, "B1", 120)).privates["B1"] == DEE
