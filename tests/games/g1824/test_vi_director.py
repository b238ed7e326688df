"""VI.6: how a company changes its director."""

import pytest

from stellwerk.engine import Pass, to_act
from stellwerk.mech18.state import OFFER, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares

from .table import do, events, forbidden, home, offered, operated, par, singles, start, stock, train, turn

ANN, BEN, CY, DEE = SEATS[:4]


def bh(*holdings, seat=0, price=80):
    """BH runs; Ann directs it; shares by seat."""
    s = start(stock(max(4, len(holdings)), seat=seat), "BH", 0, price, holdings[0])
    for other, shares in enumerate(holdings[1:], start=1):
        s = singles(s, other, "BH", shares)
    return operated(s, "BH")


def held(s, company="BH"):
    return [s.shares(owner, company) for owner in s.players]


# -- by purchase ---------------------------------------------------------------------------------


@pytest.mark.rule("1824-VI.6-1")
def test_strictly_more_takes_over():
    s = do(bh(3, 3, seat=1), BuyShare(1, "BH", OFFER))
    assert s.director("BH") == BEN
    assert held(s) == [3, 4, 0, 0]


@pytest.mark.rule("1824-VI.6-1")
def test_a_tie_changes_nothing():
    s = do(bh(3, 2, seat=1), BuyShare(1, "BH", OFFER))
    assert s.director("BH") == ANN
    assert held(s) == [3, 3, 0, 0]


@pytest.mark.rule("1824-VI.6-1")
def test_a_sale_to_a_tie_changes_nothing():
    s = do(bh(4, 3), SellShares(0, "BH", 1))
    assert s.director("BH") == ANN
    assert held(s) == [3, 3, 0, 0]


@pytest.mark.rule("1824-VI.6-1")
def test_a_sale_below_another_holder_hands_it_over():
    s = do(bh(4, 3), SellShares(0, "BH", 2))
    assert s.director("BH") == BEN
    assert held(s) == [2, 3, 0, 0]


@pytest.mark.rule("1824-VI.6-1")
def test_before_it_is_open_as_well():
    s = singles(do(stock(), Pass(0)), 1, "BH", 2)
    s = do(par(s.hand_over("BH_0", ANN), "BH", 60), BuyShare(1, "BH", OFFER))
    assert s.director("BH") == BEN


@pytest.mark.rule("1824-VI.6-2")
def test_the_sheet_follows():
    """Trains and cash stay on it; the new director decides."""
    s = train(home(bh(3, 3, seat=1), "BH"), "BH", "2-0", "1g-0")
    after = do(s, BuyShare(1, "BH", OFFER))
    assert after.cash["BH"] == s.cash["BH"] == 800
    assert after.trains_of("BH") == ["2-0", "1g-0"]
    assert after.markers["BH"] == 1
    assert to_act(turn(after, "BH")) == (1,)


@pytest.mark.rule("1824-VI.6-2b")
def test_the_directors_share_for_two_shares_without_asking():
    s = bh(3, 3, seat=1)
    assert (s.paper_count(ANN), s.paper_count(BEN)) == (2, 3)
    after = do(s, BuyShare(1, "BH", OFFER))
    assert after.papers["BH_0"] == BEN
    assert (after.paper_count(ANN), after.paper_count(BEN)) == (3, 3)
    assert to_act(after) == (2,)  # nobody is asked
    assert after.cash[ANN] == 680
    assert "DirectorChanged" in events(s, BuyShare(1, "BH", OFFER))


# -- by sale -------------------------------------------------------------------------------------


@pytest.mark.rule("1824-VI.6-3")
@pytest.mark.parametrize("shares", [1, 2])
def test_leaving_needs_somebody_with_20_percent(shares):
    s = bh(2, 1, 1, 1, 1, 1)
    forbidden(s, SellShares(0, "BH", shares), "VI.6-3", company="BH", player="Ann", shares=shares)
    s = singles(s, 2, "BH", 1)
    after = do(s, SellShares(0, "BH", shares))
    assert after.director("BH") == CY


@pytest.mark.rule("1824-VI.6-3")
def test_as_long_as_the_20_percent_stay_nobody_is_needed():
    s = bh(4, 1, 1, 1, 1, 1)
    assert [a.shares for a in offered(s, 0) if isinstance(a, SellShares)] == [1, 2]
    assert do(s, SellShares(0, "BH", 2)).papers["BH_0"] == ANN


@pytest.mark.rule("1824-VI.6-3", "1824-VI.8-2")
def test_swap_first_then_sell():
    """All of Ann's shares go to the bank, the 20% paper itself to Ben."""
    s = bh(3, 2, 3)
    s = do(s, SellShares(0, "BH", 3))
    assert held(s) == [0, 2, 3, 0]
    assert s.papers["BH_0"] == CY
    assert s.shares(OFFER, "BH") == 5
    assert s.cash[ANN] == 680 + 3 * 80


@pytest.mark.rule("1824-VI.6-3b")
@pytest.mark.parametrize(
    ("holdings", "sold", "director"),
    [
        ((3, 2, 2, 2), 2, BEN),
        ((3, 1, 2, 2), 2, CY),
        ((3, 0, 2, 2), 2, CY),
        ((3, 2, 3, 2), 1, CY),  # the largest, though Ben sits nearer
        ((3, 2, 2, 3), 3, DEE),
    ],
)
def test_the_largest_other_holder_then_the_next_in_turn(holdings, sold, director):
    assert do(bh(*holdings), SellShares(0, "BH", sold)).director("BH") == director


@pytest.mark.rule("1824-VI.6-3b")
def test_next_after_the_seller_not_after_the_first_seat():
    """Cy sells; Dee comes before Ann and Ben."""
    s = operated(start(stock(seat=2), "BH", 2, 80, 3), "BH")
    for seat in (0, 1, 3):
        s = singles(s, seat, "BH", 2)
    assert do(s, SellShares(2, "BH", 2)).director("BH") == DEE


@pytest.mark.rule("1824-VI.6-3c")
@pytest.mark.parametrize("sold", [1, 2, 3, 4])
def test_the_old_director_ends_below_the_new_one(sold):
    s = do(bh(4, 2, 2, 2), SellShares(0, "BH", sold))
    if s.director("BH") == ANN:
        assert sold <= 2
        assert s.shares(ANN, "BH") >= 2
    else:
        assert s.director("BH") == BEN
        assert s.shares(ANN, "BH") < s.shares(BEN, "BH")


@pytest.mark.rule("1824-VI.6-4")
def test_the_example_of_the_rulebook():
    """A, B and C hold 20% each, 40% lie in the bank: A swaps with B and sells 10%."""
    s = bh(2, 2, 2, price=90)
    assert s.shares(OFFER, "BH") == 4
    s = do(s, SellShares(0, "BH", 1))
    assert held(s) == [1, 2, 2, 0]
    assert s.director("BH") == BEN
    assert s.shares(OFFER, "BH") == 5
    assert s.cash[ANN] == 680 + 90
    forbidden(s, SellShares(0, "BH", 1), "VIII.3-1", company="BH")
