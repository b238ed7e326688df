"""VII: who is director, and how that changes."""

import pytest

from stellwerk.engine import Pass, legal, to_act
from stellwerk.games.g1848 import TITLE
from stellwerk.mech18.state import OFFER, POOL, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares

from .table import (
    do,
    events,
    give,
    holding,
    home,
    offered,
    par,
    phase,
    refused,
    start,
    stock,
    to_pool,
    train,
    turn,
)

ANN, BEN, CY, DEE = SEATS[:4]


def held(*shares, company="VR", pool=0, seat=0, director=0):
    """The second stock round: so many shares of VR (price 80) with Ann, Ben, Cy and Dee."""
    s = par(stock(seat=seat), company, 80)
    order = [director, *(n for n in range(4) if n != director)]
    for n in order:
        s = give(s, n, company, shares[n]) if shares[n] else s
    s = to_pool(s, company, pool)
    assert s.director(company) == SEATS[director]
    return s


# -- VII-1 -----------------------------------------------------------------------------------


@pytest.mark.rule("1848-VII-1")
def test_a_purchase_that_gives_more_shares_makes_director():
    s = held(3, 3, 0, 0, seat=1)
    after = do(s, BuyShare(1, "VR", OFFER))
    assert after.director("VR") == BEN
    assert "DirectorChanged" in events(s, BuyShare(1, "VR", OFFER))


@pytest.mark.rule("1848-VII-1")
def test_equal_shares_change_nothing():
    """By purchase: Ben comes up to Ann's 3. By sale: Ann comes down to Ben's 3."""
    s = held(3, 2, 0, 0, seat=1)
    assert do(s, BuyShare(1, "VR", OFFER)).director("VR") == ANN
    s = held(4, 3, 0, 0)
    assert do(s, SellShares(0, "VR", 1)).director("VR") == ANN


@pytest.mark.rule("1848-VII-1")
def test_a_sale_that_leaves_another_with_more_changes_the_director():
    s = do(held(4, 3, 0, 0), SellShares(0, "VR", 2))
    assert s.director("VR") == BEN
    assert (s.shares(ANN, "VR"), s.shares(BEN, "VR")) == (2, 3)


@pytest.mark.rule("1848-VII-1")
def test_the_one_with_most_shares_becomes_director():
    """Ann sells 3 of 4: Dee has 3, although Ben with 2 sits nearer."""
    assert do(held(4, 2, 0, 3), SellShares(0, "VR", 3)).director("VR") == DEE


@pytest.mark.rule("1848-VII-1")
@pytest.mark.parametrize(
    ("director", "shares", "heir"),
    [
        (0, (4, 2, 2, 2), BEN),  # the next after Ann
        (0, (4, 0, 3, 3), CY),
        (2, (2, 2, 4, 2), DEE),  # the next after Cy
        (2, (3, 3, 4, 0), ANN),  # clockwise past the last seat
        (3, (0, 3, 3, 4), BEN),
    ],
)
def test_among_equals_the_next_after_the_old_director(director, shares, heir):
    s = held(*shares, director=director, seat=director)
    assert do(s, SellShares(director, "VR", 3)).director("VR") == heir


@pytest.mark.rule("1848-VII-1")
def test_a_sale_by_another_changes_no_director():
    assert do(held(3, 3, 0, 0, seat=1), SellShares(1, "VR", 2)).director("VR") == ANN


# -- VII-2 -----------------------------------------------------------------------------------


@pytest.mark.rule("1848-VII-2")
@pytest.mark.parametrize("others", [(0, 0, 0), (1, 1, 1)])
def test_nobody_takes_the_post_with_less_than_20_percent(others):
    """Ann has 4: she may go down to the 20% of the director's paper, not below."""
    s = held(4, *others)
    assert offered(s, 0, lambda a: isinstance(a, SellShares)) == [SellShares(0, "VR", n) for n in (1, 2)]
    no = refused(s, SellShares(0, "VR", 3), "VII-2")
    assert no.figures == {"company": "VR", "player": "Ann", "shares": 3}
    assert do(s, SellShares(0, "VR", 2)).director("VR") == ANN


@pytest.mark.rule("1848-VII-2")
def test_with_20_percent_elsewhere_the_post_can_be_left():
    s = held(4, 1, 2, 1)
    assert do(s, SellShares(0, "VR", 3)).director("VR") == CY
    s = do(s, SellShares(0, "VR", 4))
    assert s.director("VR") == CY
    assert s.shares(ANN, "VR") == 0


@pytest.mark.rule("1848-VII-2")
def test_the_sale_itself_must_be_legal():
    """Ben would take over, but the pool holds 4 already (VI-Allg-5), or it is the first stock round."""
    s = held(3, 2, 0, 0, pool=4)
    assert refused(s, SellShares(0, "VR", 2), "VI-Allg-5").figures["there"] == 4
    s = held(4, 4, 0, 0)
    refused(s.update_frame(number=1), SellShares(0, "VR", 3), "VI-Allg-4")


@pytest.mark.rule("1848-VII-2")
def test_there_is_no_other_way_to_resign():
    """No action hands a post over, and in an operating round nothing is sold."""
    assert not [kind for kind in TITLE.actions if "director" in kind.__name__.lower()]
    s = turn(home(start(phase(stock(), "2", "3"), "VR", 0, 80), "VR"), "VR")
    refused(s, SellShares(0, "VR", 1), "VIII-3")
    assert s.director("VR") == do(s, Pass(0)).director("VR") == ANN


# -- VII-3 -----------------------------------------------------------------------------------


@pytest.mark.rule("1848-VII-3")
def test_the_director_share_is_swapped_for_two_shares():
    """Ben (3) buys a fourth share: Ann gives him the director's paper for two of his four."""
    s = held(3, 3, 0, 0, seat=1)
    assert (s.paper_count(ANN), s.paper_count(BEN)) == (2, 3)
    after = do(s, BuyShare(1, "VR", OFFER))
    assert after.papers["VR_0"] == BEN
    assert (after.shares(ANN, "VR"), after.shares(BEN, "VR")) == (3, 4)
    assert (after.paper_count(ANN), after.paper_count(BEN)) == (3, 3)  # Ann 3 × 10%; Ben 20% + 2 × 10%
    assert after.cash[ANN] == s.cash[ANN]  # no money for it


@pytest.mark.rule("1848-VII-3")
def test_the_sheet_goes_to_the_new_director_with_everything_on_it():
    s = start(phase(stock(seat=1), "2", "3"), "VR", 0, 80, shares=3, cash=555)
    s = give(train(holding(home(s, "VR"), "VR", "P2"), "VR", "3-0", "3+"), 1, "VR", 3)
    s = s.replace(loans={**s.loans, "VR": 2})
    after = do(s, BuyShare(1, "VR", OFFER))
    assert after.director("VR") == BEN
    assert after.cash["VR"] == 555
    assert after.trains_of("VR") == ["3-0"]
    assert after.privates_of("VR") == ["P2"]
    assert (after.rights["P2"], after.loans["VR"], after.markers["VR"]) == ("VR", 2, 1)
    assert to_act(turn(after, "VR")) == (1,)  # and Ben acts for VR
    assert to_act(turn(s, "VR")) == (0,)


# -- VII-4 -----------------------------------------------------------------------------------


@pytest.mark.rule("1848-VII-4", "1848-XIII-Sell-3")
def test_half_of_the_director_share_with_four_in_the_pool():
    """Ann has nothing but the director's paper: she sells one half of it and Ben becomes director."""
    s = held(2, 2, 0, 0, pool=4)
    assert offered(s, 0, lambda a: isinstance(a, SellShares)) == [SellShares(0, "VR", 1)]
    after = do(s, SellShares(0, "VR", 1))
    assert after.director("VR") == BEN
    assert (after.shares(ANN, "VR"), after.shares(BEN, "VR"), after.shares(POOL, "VR")) == (1, 2, 5)
    assert after.cash[ANN] == 630 + 80
    assert after.paper_count(ANN) == after.paper_count(BEN) == 1
    refused(s, SellShares(0, "VR", 2), "VI-Allg-5")  # both halves would make 6 in the pool


@pytest.mark.rule("1848-VII-4", "1848-VII-2")
def test_no_half_if_nobody_becomes_director_by_it():
    s = held(2, 1, 1, 0, pool=4)
    assert refused(s, SellShares(0, "VR", 1), "VII-2").figures["shares"] == 1
    assert SellShares(0, "VR", 1) not in legal(s, 0)
