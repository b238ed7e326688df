"""IV.4.4: how state railways form."""

import pytest

from stellwerk.engine import Pass, to_act
from stellwerk.games.g1824.rules.state_railways import ChooseHome, HomeChoice
from stellwerk.mech18.markers import marker_cost
from stellwerk.mech18.phases import DiscardTrain, SurplusTrains
from stellwerk.mech18.state import OFFER, OUT, RESERVED, SEATS
from stellwerk.mech18.stock import BuyShare, StartCompany, StockRound

from .table import (
    cash_of,
    do,
    forbidden,
    formed,
    home,
    marker,
    opening,
    operating_round,
    phase,
    refused,
    round_ends,
    singles,
    start,
    stock,
    tile,
    train,
    turn,
)

ANN, BEN, CY, DEE = SEATS[:4]
EVERY = {"SD1": 0, "SD2": 1, "SD3": 2, "UG1": 1, "UG2": 3, "KK1": 2, "KK2": 3}
BROWN = ("2", "3", "4", "5", "6")


def acted(owners, **more):
    """These pre-state railways have acted, the others were not sold."""
    return home(stock(4, owners, **more), *owners)


def forms(owners, state, **more):
    """One state railway forms out of these pre-state railways."""
    return round_ends(acted(owners, **more), state)


# -- price and capital ---------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.4.4-1")
@pytest.mark.parametrize("state", ["SD", "UG", "KK"])
def test_120_in_the_top_row_from_the_start(state):
    s = opening()
    assert s.price(state) == 120
    assert s.prices[state].cell == (0, 2)
    assert do(s, BuyShare(3, state, OFFER)).cash[DEE] == 680 - 120


@pytest.mark.rule("1824-IV.4.4-4")
@pytest.mark.parametrize(("state", "capital"), [("SD", 720), ("UG", 840), ("KK", 840)])
def test_120_for_every_share_that_was_not_kept(state, capital):
    s = acted(EVERY)
    for railway in EVERY:
        s = cash_of(s, railway, 0)
    assert round_ends(s, state).cash[state] == capital
    half_sold = singles(singles(s, 0, state, 3), 1, state, 2)  # sold or not makes no difference
    assert round_ends(half_sold, state).cash[state] == capital


@pytest.mark.rule("1824-IV.4.4-5")
@pytest.mark.parametrize(
    ("state", "treasuries", "total"),
    [("SD", (110, 5, 31), 866), ("UG", (80, 179), 1099), ("KK", (195, 230), 1265)],
)
def test_the_cash_of_its_pre_state_railways_comes_with_it(state, treasuries, total):
    s = acted(EVERY)
    for number, cash in enumerate(treasuries, start=1):
        s = cash_of(s, f"{state}{number}", cash)
    s = round_ends(s, state)
    assert s.cash[state] == total
    assert not any(s.cash[f"{state}{number}"] for number in range(1, len(treasuries) + 1))


@pytest.mark.rule("1824-IV.4.4-5")
def test_and_their_trains():
    s = train(train(acted(EVERY), "UG1", "4-0", "2g-0"), "UG2", "5-0")
    s = round_ends(phase(s, "2", "3", "4", "5"), "UG")
    assert s.trains_of("UG") == ["4-0", "5-0", "2g-0"]


@pytest.mark.rule("1824-IV.4.4-8")
@pytest.mark.parametrize(
    ("sold", "state", "capital"),
    [
        ({"UG2": 3}, "UG", 9 * 120),
        ({"UG1": 3}, "UG", 8 * 120),
        ({"SD1": 0, "SD2": 1}, "SD", 7 * 120),
        ({"SD2": 1, "SD3": 1}, "SD", 8 * 120),
        ({}, "KK", 10 * 120),
    ],
)
def test_more_capital_for_pre_state_railways_that_were_not_sold(sold, state, capital):
    s = acted(sold)
    for railway in sold:
        s = cash_of(s, railway, 0)
    assert round_ends(s, state).cash[state] == capital


@pytest.mark.rule("1824-IV.4.4-8b")
def test_a_share_that_nobody_is_waiting_for_is_on_ordinary_sale():
    s = stock(4, {"SD1": 0, "SD2": 1})
    assert s.papers["SD_2"] == OFFER  # kept for SD3, which was not sold
    assert s.papers["SD_1"] != OFFER
    for seat in range(4):
        s = singles(s, seat, "SD", 2 if seat < 2 else 1)
    s = do(s, BuyShare(0, "SD", OFFER))  # the seventh 10% share
    assert sum(s.shares(owner, "SD") for owner in s.players) == 7


# -- the director --------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.4.4-2")
def test_swaps_first_then_the_largest_holder_is_director():
    """Ann's SD1 makes 20%; Ben has 20% bought and 10% for SD2."""
    s = round_ends(singles(acted(EVERY), 1, "SD", 2), "SD")
    assert s.director("SD") == BEN
    assert [s.shares(owner, "SD") for owner in s.players] == [2, 3, 1, 0]
    assert (s.paper_count(ANN), s.papers["SD_0"]) == (2, BEN)  # two 10% shares for the 20%


@pytest.mark.rule("1824-IV.4.4-2")
def test_somebody_without_a_pre_state_railway_may_be_it():
    s = round_ends(singles(acted(EVERY), 3, "SD", 3), "SD")
    assert s.director("SD") == DEE


TIES = {
    "nr 1 before nr 2": ({"SD1": 0, "SD2": 1}, {1: 1}, 3, ANN),
    "nr 1 before the priority": ({"SD1": 0}, {3: 2}, 3, ANN),
    "nr 2 before nr 3": ({"SD2": 1, "SD3": 2}, {1: 1, 2: 1}, 2, BEN),
    "nr 2 before the priority": ({"SD2": 1}, {1: 1, 2: 2}, 2, BEN),
    "nr 3 before the priority": ({"SD3": 3}, {3: 1, 0: 2}, 0, DEE),
    "nr 3 though nr 1 and nr 2 were sold": ({"SD1": 0, "SD2": 1, "SD3": 3}, {3: 2, 2: 3}, 2, DEE),
    "the priority": ({"SD2": 1}, {0: 2, 2: 2}, 2, CY),
    "the nearest after the priority": ({"SD2": 1}, {0: 2, 2: 2}, 1, CY),
    "and round the table": ({"SD2": 1}, {0: 2, 2: 2}, 3, ANN),
}


@pytest.mark.rule("1824-IV.4.4-3")
@pytest.mark.parametrize(("owners", "bought", "priority", "director"), TIES.values(), ids=TIES)
def test_ties(owners, bought, priority, director):
    s = acted(owners)
    for seat, shares in bought.items():
        s = singles(s, seat, "SD", shares)
    s = round_ends(s.replace(priority=priority), "SD")
    assert s.director("SD") == director


@pytest.mark.rule("1824-IV.4.4-3")
def test_former_owners_count_only_among_the_largest():
    s = round_ends(singles(singles(acted({"SD1": 0, "SD2": 1}), 2, "SD", 3), 3, "SD", 3), "SD")
    assert s.director("SD") == CY  # priority 0: Cy sits nearer than Dee, Ann has only 20%


# -- markers -------------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.4.4-6")
def test_the_markers_become_those_of_the_state_railway():
    s = forms(EVERY, "SD")
    assert s.board.markers_of("SD") == ("E12.0", "G10.0", "G4.0")
    assert s.markers["SD"] == 3
    assert not any(s.board.markers_of(f"SD{n}") for n in (1, 2, 3))


@pytest.mark.rule("1824-IV.4.4-7")
@pytest.mark.parametrize(("kept", "given"), [("E12.1", "E12.2"), ("E12.2", "E12.1")])
def test_the_director_of_kk_keeps_one_of_two_homes(kept, given):
    s = forms(EVERY, "KK")
    assert s.frame == HomeChoice("KK", ("E12.1", "E12.2"))
    assert to_act(s) == (2,)
    refused(s, ChooseHome(3, kept), "IV.4.4-7")
    forbidden(s, ChooseHome(2, "E12.0"), "IV.4.4-7", stop="E12.0", company="KK")
    s = do(s, ChooseHome(2, kept))
    assert s.board.markers_of("KK") == (kept,)
    assert s.board.free_slots(s.book.atlas, given) == 1
    assert s.markers["KK"] == 1


@pytest.mark.rule("1824-IV.4.4-7")
@pytest.mark.parametrize(("railway", "home_stop"), [("KK1", "E12.1"), ("KK2", "E12.2")])
def test_with_one_of_them_sold_there_is_nothing_to_choose(railway, home_stop):
    s = forms({railway: 2}, "KK")
    assert not isinstance(s.frame, HomeChoice)
    assert s.board.markers_of("KK") == (home_stop,)
    assert marker_cost(s, "KK") == 40


@pytest.mark.rule("1824-IV.4.4-7", "1824-R10")
def test_in_one_city_of_brown_wien_the_second_goes_by_itself():
    s = phase(acted(EVERY), *BROWN)
    for number in ("499", "491", "493"):
        s = tile(s, "E12", number, 0)
    assert s.board.markers["E12.1"] == ("KK1", "KK2", "")
    s = round_ends(s, "KK")
    assert not isinstance(s.frame, HomeChoice)
    assert s.board.markers["E12.1"] == ("KK", "", "")
    assert s.markers["KK"] == 1


@pytest.mark.rule("1824-IV.4.4-7b")
def test_kk_has_four_further_markers_the_first_for_40():
    s = do(forms(EVERY, "KK"), ChooseHome(2, "E12.1"))
    prices = []
    for stop in ("B9.0", "C12.0", "B23.0", "G26.0"):
        prices.append(marker_cost(s, "KK"))
        s = marker(s, "KK", stop)
    assert prices == [40, 100, 100, 100]
    assert marker_cost(s, "KK") is None


@pytest.mark.rule("1824-IV.4.4-8c", "1824-VII.8-2")
@pytest.mark.parametrize(
    ("sold", "state", "inherited", "cost", "more"),
    [
        (("SD1", "SD2"), "SD", 2, 100, 3),
        (("SD1", "SD2", "SD3"), "SD", 3, 100, 2),
        (("SD3",), "SD", 1, 40, 4),
        (("UG1",), "UG", 1, 40, 4),
        (("UG1", "UG2"), "UG", 2, 100, 3),
    ],
)
def test_five_markers_in_all_priced_by_what_lies_there(sold, state, inherited, cost, more):
    s = forms({railway: EVERY[railway] for railway in sold}, state)
    assert s.markers[state] == inherited
    assert marker_cost(s, state) == cost
    assert len(s.book.companies[state].markers) - s.markers[state] == more


@pytest.mark.rule("1824-IV.4.4-9")
@pytest.mark.parametrize(("state", "place"), [("SD", "E12.0"), ("UG", "F17.1"), ("KK", "E12.1")])
def test_without_any_pre_state_railway_a_free_marker_on_the_place_of_nr_1(state, place):
    s = round_ends(singles(stock(), 0, state, 2), state)
    assert s.board.markers_of(state) == (place,)
    assert s.cash[state] == 1200
    assert marker_cost(s, state) == 40


@pytest.mark.rule("1824-IV.4.4-9", "1824-VII.8-4")
def test_that_place_is_kept_until_then():
    assert stock().markers["SD"] == 0
    assert "SD" not in stock(4, {"SD3": 0}).markers


# -- operating -----------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.4.4-10")
def test_it_operates_whatever_has_been_sold():
    """Nobody but Ann holds anything: 20% for SD1."""
    s = operating_round(forms({"SD1": 0}, "SD"))
    assert s.frame.company == "SD"
    assert to_act(s) == (0,)


@pytest.mark.rule("1824-IV.4.4-10", "1824-IV.4.4-11")
def test_nobody_with_20_percent_no_turn_and_the_price_falls_in_every_round():
    s = singles(acted({"SD2": 1, "SD3": 2}), 0, "SD", 1)
    s = round_ends(s, "SD", of=3)
    assert s.director("SD") is None
    assert s.price("SD") == 100  # two rounds were left: 120, 110, 100
    assert s.frame.number == 3  # the next stock round: nobody had a turn
    assert "SD" not in s.operated


@pytest.mark.rule("1824-IV.4.4-11")
def test_a_second_share_brings_the_director_and_the_next_round_his_turn():
    s = round_ends(singles(acted({"SD2": 1, "SD3": 2}), 0, "SD", 1), "SD", of=2)
    s = do(s, Pass(0), BuyShare(1, "SD", OFFER))
    assert s.director("SD") == BEN
    assert s.papers["SD_0"] == BEN
    assert s.paper_count(BEN) == 1
    s = do(s, Pass(2), Pass(3), Pass(0), Pass(1))
    assert s.frame.company == "SD"
    assert to_act(s) == (1,)


@pytest.mark.rule("1824-IV.4.4-12")
def test_two_shares_become_the_freed_directors_share_at_once():
    """SD1 was not sold: nobody buys the 20%, the first with two shares gets it."""
    s = stock(4, {"SD2": 3})
    assert s.papers["SD_0"] == OFFER
    forbidden(s, StartCompany(0, "SD", 100), "IV.4.4-12", company="SD")
    s = do(s, BuyShare(0, "SD", OFFER), BuyShare(1, "SD", OFFER), Pass(2), Pass(3))
    assert s.director("SD") is None
    s = do(s, BuyShare(0, "SD", OFFER))
    assert s.papers["SD_0"] == ANN
    assert (s.shares(ANN, "SD"), s.paper_count(ANN)) == (2, 1)
    on_sale = [paper for paper in s.book.papers_of["SD"] if s.papers[paper.id] == OFFER]
    assert len(on_sale) == 6  # of eight: one each with Ben and, kept, for SD2
    assert "SD" not in s.formed


def first_round(*buyers, rulings="book"):
    """The first stock round of four: these seats, in this order, bought a share of UG; UG1 stays unsold."""
    s = opening(4, rulings=rulings)
    for seat in buyers:
        s = do(s.replace(stack=(s.stack[0], StockRound(1, seat))), BuyShare(seat, "UG", OFFER))
    seat = s.frame.seat
    return do(s, *(Pass((seat + n) % 4) for n in range(4)))


@pytest.mark.rule("1824-IV.4.4-12")
@pytest.mark.parametrize(
    ("buyers", "first"),
    [((3, 0, 3, 0), DEE), ((0, 3, 3, 0), DEE), ((3, 0, 0, 3), ANN), ((2, 1, 3, 1, 2, 2), BEN)],
)
def test_after_the_first_round_it_goes_to_who_had_two_shares_first(buyers, first):
    s = first_round(*buyers)
    assert s.papers["UG1_0"] == OUT
    assert s.papers["UG_0"] == first
    for owner in SEATS[:4]:
        assert s.shares(owner, "UG") == buyers.count(SEATS.index(owner))


@pytest.mark.rule("1824-IV.4.4-12")
def test_shares_kept_for_others_do_not_count_for_the_freed_one():
    """SD2 and SD3 have been sold, SD1 has not: the first two single shares are kept for them."""
    s = singles(stock(4, {"SD2": 3, "SD3": 2}), 0, "SD", 1)
    assert (s.papers["SD_1"], s.papers["SD_2"], s.papers["SD_3"]) == (RESERVED, RESERVED, ANN)
    assert do(s, BuyShare(0, "SD", OFFER)).papers["SD_0"] == ANN


@pytest.mark.rule("1824-IV.4.4-12")
def test_the_directors_share_itself_makes_nobody_director():
    """Ben's single share comes behind two that lie in the bank."""
    s = stock(4, {"SD2": 3})
    s = s.hand_over("SD_5", BEN)
    s = do(s.replace(stack=(s.stack[0], StockRound(2, 1))), BuyShare(1, "SD", OFFER))
    assert (s.papers["SD_0"], s.shares(BEN, "SD")) == (BEN, 2)


@pytest.mark.rule("1824-IV.4.4-12")
def test_nobody_with_two_shares_and_it_stays_free_after_the_first_round():
    assert first_round(3, 0, 1).papers["UG_0"] == OFFER
    assert first_round(3, 3, rulings="18xx.games").papers["UG_0"] == OFFER


@pytest.mark.rule("1824-IV.4.4-12")
def test_18xx_games_waits_until_it_forms():
    s = stock(4, {"SD2": 3}, rulings="18xx.games")
    s = do(singles(home(s, "SD2"), 0, "SD", 1), BuyShare(0, "SD", OFFER))
    assert s.director("SD") is None
    assert (s.shares(ANN, "SD"), s.paper_count(ANN)) == (2, 2)
    assert round_ends(s, "SD").director("SD") == ANN


@pytest.mark.rule("1824-IV.4.4-14", "1824-IV.4.1-1")
def test_the_director_decides_whoever_has_the_priority():
    s = formed(stock(), "SD", 0).replace(priority=2)
    assert s.decider("SD") == 0
    assert to_act(turn(s, "SD")) == (0,)
    assert formed(stock(), "SD", 3).replace(priority=0).decider("SD") == 3
    nobody = singles(stock(), 1, "UG", 1).replace(priority=2)
    assert nobody.decider("UG") == 2
    assert nobody.decider("BH") == -1  # only of state railways


# -- too many trains -----------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.4.4-13", "1824-VII.11-7b")
def test_sd_keeps_four_of_six_trains():
    s = acted(EVERY)
    for n, railway in enumerate(("SD1", "SD2", "SD3")):
        s = train(s, railway, f"3-{2 * n}", f"3-{2 * n + 1}")
    s = round_ends(phase(s, "2", "3", "4"), "SD")
    assert s.frame == SurplusTrains(("SD",))
    assert to_act(s) == (0,)
    refused(s, DiscardTrain(1, "3-2"), "VII.11-7b")
    s = do(s, DiscardTrain(0, "3-2"), DiscardTrain(0, "3-5"))
    assert s.trains_of("SD") == ["3-0", "3-1", "3-3", "3-4"]
    assert s.trains["3-5"] == OUT
    assert s.cash["SD"] == 720 + 480  # no compensation


@pytest.mark.rule("1824-IV.4.4-13")
def test_kk_keeps_three_of_four():
    s = train(train(acted(EVERY), "KK1", "4-0", "4-1"), "KK2", "5-0", "5-1")
    s = do(round_ends(phase(s, *BROWN), "KK"), ChooseHome(2, "E12.1"))
    assert s.frame == SurplusTrains(("KK",))
    s = do(s, DiscardTrain(2, "4-0"))
    assert s.trains_of("KK") == ["4-1", "5-0", "5-1"]


@pytest.mark.rule("1824-IV.4.4-13")
def test_at_the_limit_nothing_goes():
    s = train(train(acted(EVERY), "SD1", "3-0", "3-1"), "SD2", "3-2", "3-3")
    s = round_ends(phase(s, "2", "3", "4"), "SD")
    assert len(s.trains_of("SD")) == 4
    assert not isinstance(s.frame, SurplusTrains)


@pytest.mark.rule("1824-IV.3-2", "1824-R11")
def test_several_form_in_the_order_sd_ug_kk():
    s = round_ends(start(acted(EVERY), "BH"), "KK", "UG", "SD")
    s = do(s, ChooseHome(2, "E12.1"))
    assert s.formed == ("SD", "UG", "KK")
