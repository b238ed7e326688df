"""X.4: the bond railway of variant A: its papers, its payments and its markers."""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal, to_act
from stellwerk.engine.play import settle
from stellwerk.games.g1824.rules.bond import (
    BondInWien,
    BondMarker,
    BuyBond,
    PlaceBondMarker,
    SellBond,
    after_bank_sale,
    after_export,
    after_lay,
)
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.mountains import SwapMountain
from stellwerk.games.g1824.rules.phases import export
from stellwerk.games.g1824.rules.runs import RUNS
from stellwerk.mech18.course import Course
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.names import stop_name
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.state import BANK, OUT, POOL
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain
from tests.games.g1824.small import A, drafted, left_in_bank, line, mountain, two, whose
from tests.games.g1824.table import (
    MARKER,
    RUN,
    TRACK,
    TRAINS,
    cash_of,
    director,
    do,
    events,
    forbidden,
    home,
    marker,
    offered,
    opening,
    phase,
    price_at,
    refused,
    sells,
    singles,
    tile,
    train,
    turn,
)
from tests.views import view as look

ONE, DOUBLE = BuyBond(0, False), BuyBond(0, True)


def bonds(s: Any, seat: int, shares: int, double: bool = False) -> Any:
    """Shares of BK in a player's hand; the 20% paper among them if `double`."""
    if double:
        s, shares = director(s, seat, "BK"), shares - 2
    return singles(s, seat, "BK", shares, POOL)


def first_round() -> Any:
    """The laps after the draft; Ann is to act."""
    return do(drafted(), Pass(1), Pass(0), Pass(1))


# -- its papers --------------------------------------------------------------------------------------


@pytest.mark.rule("1824-X.4-3")
@pytest.mark.parametrize(("coal", "bond"), [("EPP", "BK"), ("EOD", "MS"), ("MLB", "CL")])
def test_the_regional_of_the_coal_builder_is_the_bond_railway(coal: str, bond: str) -> None:
    s = opening(2, A, builders=("SD2", coal))
    assert s.bond == bond
    assert (s.prices[bond].cell, s.price(bond)) == ((6, 1), 50)
    assert s.prices[bond].row == len(s.book.grid.rows) - 1
    assert {s.papers[paper.id] for paper in s.book.papers_of[bond]} == {POOL}
    assert bond not in s.par


@pytest.mark.rule("1824-X.4-3")
def test_all_its_papers_are_on_sale_from_the_first_round_on() -> None:
    s = first_round()
    assert {ONE, DOUBLE} <= set(legal(s, 0))
    one, double = do(s, ONE), do(s, DOUBLE)
    assert (one.shares("seat0", "BK"), one.cash["seat0"]) == (1, s.cash["seat0"] - 50)
    assert (double.shares("seat0", "BK"), double.cash["seat0"]) == (2, s.cash["seat0"] - 100)
    assert double.cash[BANK] == s.cash[BANK] + 100
    assert whose(double) == 1  # a purchase ends the turn
    assert double.frame.last == 0


@pytest.mark.rule("1824-X.4-3")
def test_the_20_percent_paper_is_an_alternative_as_long_as_it_lies_there() -> None:
    s = two()
    for taken in range(8):
        some = bonds(s, 1, taken)
        assert {ONE, DOUBLE} <= set(legal(some, 0)), taken
    none = bonds(s, 1, 8)
    assert offered(none, 0, lambda a: isinstance(a, BuyBond)) == [DOUBLE]
    refused(none, ONE, "X.4-3")
    forbidden(director(s, 1, "BK"), DOUBLE, "X.4-3", company="BK")


@pytest.mark.rule("1824-X.4-3")
def test_only_this_variant_has_one() -> None:
    s = opening(4)
    assert s.bond == ""
    refused(s, BuyBond(whose(s), False), "X.4-3")
    refused(s, SellBond(whose(s), 1, False), "X.4-3")


@pytest.mark.rule("1824-X.4-3")
def test_cash_debt_and_paper_limit_bind_its_buyer() -> None:
    s = cash_of(two(), 0, 99)
    forbidden(s, DOUBLE, "VI.4-2", cash=99, price=100)
    assert ONE in legal(s, 0)
    forbidden(s.replace(debt={**s.debt, "seat0": 3}), ONE, "VII.12-4", debt=3)
    full = singles(singles(s, 0, "MS", 8), 0, "CL", 2)
    forbidden(full, ONE, "VI.7-1", held=14)


@pytest.mark.rule("1824-X.4-5")
def test_a_player_may_hold_all_of_it() -> None:
    s = two()
    for shares in range(10):
        held = bonds(s, 0, shares, double=shares >= 2)
        assert ONE in legal(held, 0) or held.shares("seat0", "BK") == 10
    s = do(bonds(s, 0, 9, double=True), ONE)
    assert s.shares("seat0", "BK") == 10
    refused(singles(two(), 0, "MS", 6), BuyShare(0, "MS", "offer"), "VI.7-3")  # others stop at 60%


@pytest.mark.rule("1824-X.4-5")
def test_it_is_sold_like_others_but_not_in_the_first_round() -> None:
    held = bonds(first_round(), 0, 3)
    forbidden(held, SellBond(0, 1, False), "X.4-5")
    assert not offered(held, 0, lambda a: isinstance(a, SellBond))
    s = price_at(bonds(two(), 0, 3), "BK", 5, 5)  # 105; it has never operated
    after = do(s, SellBond(0, 2, False))
    assert after.cash["seat0"] == s.cash["seat0"] + 210  # at the price before the fall
    assert (after.shares("seat0", "BK"), after.shares(POOL, "BK")) == (1, 9)
    assert (after.frame.last, whose(after)) == (0, 0)
    assert do(after, BuyShare(0, "MS", "offer")).shares("seat0", "MS") == 1  # sell, then buy


@pytest.mark.rule("1824-X.4-5")
def test_each_sale_lets_its_price_fall_once() -> None:
    s = price_at(bonds(two(), 0, 5), "BK", 4, 4)  # 100, below it 90
    after = do(s, SellBond(0, 3, False))
    assert after.prices["BK"].cell == (5, 4)
    forbidden(after, SellBond(0, 1, False), "VIII.3-1", company="BK")
    forbidden(after, ONE, "VI.4-1", company="BK")
    assert do(bonds(two(), 0, 1), SellBond(0, 1, False)).prices["BK"].cell == (6, 1)  # the bottom row


@pytest.mark.rule("1824-X.4-5")
def test_who_is_over_the_paper_limit_sells_it_down_and_the_price_falls_once() -> None:
    s = price_at(bonds(singles(singles(two(), 0, "MS", 4), 0, "CL", 4), 0, 4), "BK", 4, 4)  # 16 of 14
    s = do(s, SellBond(0, 1, False))
    forbidden(s, Pass(0), "VI.7-2", held=15, limit=14)
    s = do(s, SellBond(0, 1, False))
    assert (s.paper_count("seat0"), s.prices["BK"].cell) == (14, (5, 4))
    forbidden(s, SellBond(0, 1, False), "VIII.3-1", company="BK")
    assert Pass(0) in legal(s, 0)


@pytest.mark.rule("1824-VI.7-2", "1824-X.4-5")
def test_an_exchange_of_coal_waits_for_that_sale_too() -> None:
    """Ann is over the limit and could sell the bond railway only: EOD does not end her turn before."""
    s = phase(home(bonds(singles(singles(two(), 0, "MS", 4), 0, "CL", 4), 0, 3), "EOD"), "2", "3")  # 15 of 14
    assert not offered(s, 0, lambda a: isinstance(a, SellShares))
    forbidden(s, SwapCoal(0, "EOD"), "VI.7-2", held=15, limit=14)
    s = do(s, SellBond(0, 1, False))
    assert do(s, SwapCoal(0, "EOD")).paper_count("seat0") == 14


@pytest.mark.rule("1824-X.4-5b")
def test_the_20_percent_paper_is_bought_and_sold_whole() -> None:
    s = bonds(two(), 0, 2, double=True)
    sale = SellBond(0, 0, True)
    assert offered(s, 0, lambda a: isinstance(a, SellBond)) == [sale]
    after = do(s, sale)
    assert (after.papers["BK_0"], after.cash["seat0"]) == (POOL, s.cash["seat0"] + 100)
    for wrong in (SellBond(0, 1, False), SellBond(0, 1, True), SellBond(0, 0, False), SellBond(0, -1, True)):
        forbidden(s, wrong, "X.4-5b", singles=0, double=1)


@pytest.mark.rule("1824-X.4-5b")
def test_single_shares_and_the_20_percent_paper_make_one_sale() -> None:
    s = bonds(two(), 0, 5, double=True)
    after = do(s, SellBond(0, 2, True))
    assert after.cash["seat0"] == s.cash["seat0"] + 4 * 50
    assert after.shares("seat0", "BK") == 1
    assert events(s, SellBond(0, 2, True)).count("SharesSold") == 1
    assert len(offered(s, 0, lambda a: isinstance(a, SellBond))) == 3 + 4


@pytest.mark.rule("1824-X.4-5b")
def test_two_shares_never_become_the_20_percent_paper() -> None:
    s = bonds(bonds(two(), 1, 2, double=True), 0, 7)
    s = do(s, ONE)  # Ann has 8, Ben the 20% paper
    assert s.papers["BK_0"] == "seat1"
    s = do(bonds(two(), 0, 7), ONE)
    assert s.papers["BK_0"] == POOL


@pytest.mark.rule("1824-X.4-5b")
def test_it_has_no_director() -> None:
    s = bonds(two(), 1, 10, double=True)
    assert s.director("BK") is None
    assert look(s, None)["companies"]["BK"]["director"] is None


@pytest.mark.rule("1824-X.4-5b")
def test_the_common_moves_leave_it_alone() -> None:
    s = bonds(two(), 0, 4, double=True).replace(operated=("BK",))
    forbidden(s, SellShares(0, "BK", 1), "X.4-5b", company="BK")
    forbidden(s, BuyShare(0, "BK", POOL), "X.4-5b", company="BK")
    refused(two(), StartCompany(0, "BK", 60), "IV.4.1-4")


@pytest.mark.rule("1824-X.4-5")
def test_it_may_be_sold_for_a_train_that_must_be_bought() -> None:
    s = cash_of(cash_of(home(sells(bonds(two(), 0, 3, double=True), "4"), "SD1"), "SD1", 0), 0, 0)
    s = turn(s, "SD1", step=TRAINS)
    assert {a for a in legal(s, 0) if isinstance(a, SellBond)} == {
        SellBond(0, 1, False), SellBond(0, 0, True), SellBond(0, 1, True),
    }  # fmt: skip
    refused(s, SellShares(0, "BK", 1), "X.4-5b")
    for wrong in (SellBond(0, 2, False), SellBond(0, 2, True), SellBond(0, 0, False), SellBond(0, -1, True)):
        forbidden(s, wrong, "X.4-5b", singles=1, double=1)
    s = do(s, SellBond(0, 0, True), BuyTrain(0, "4-0", "4", 280))
    assert (s.papers["BK_0"], s.debt["seat0"]) == (POOL, 180 + 90)
    rich = turn(cash_of(s.replace(trains={**s.trains, "4-0": BANK}), 0, 500), "SD1", step=TRAINS)
    refused(rich, SellBond(0, 1, False), "VII.12-2")


@pytest.mark.rule("1824-X.4-5", "1824-VII.12-2", "1824-VIII.3-1")
def test_its_price_falls_with_each_sale_for_a_train() -> None:
    s = price_at(bonds(sells(two(), "4"), 0, 5), "BK", 3, 5)  # 125; below it 115, 105
    s = turn(cash_of(cash_of(home(s, "SD1"), "SD1", 0), 0, 0), "SD1", step=TRAINS)
    s = do(s, SellBond(0, 1, False))
    assert (s.cash["seat0"], s.prices["BK"].cell) == (125, (4, 5))
    s = do(s, SellBond(0, 1, False))
    assert (s.cash["seat0"], s.prices["BK"].cell) == (125 + 115, (5, 5))


@pytest.mark.rule("1824-X.4-5c")
def test_a_mountain_railway_may_become_a_share_of_it() -> None:
    s = phase(mountain(two(), 0, "B1"), "2", "3")
    swap = SwapMountain(0, "B1", "BK")
    assert swap in legal(s, 0)
    after = do(s, swap)
    assert (after.privates["B1"], after.shares("seat0", "BK"), after.papers["BK_0"]) == (OUT, 1, POOL)
    assert (after.cash, "BK" in after.opened) == (s.cash, False)
    rival = do(bonds(bonds(s, 1, 2, double=True), 0, 2), swap)  # 3 against the 20% paper
    assert (rival.papers["BK_0"], rival.shares("seat0", "BK")) == ("seat1", 3)
    last = bonds(s, 1, 8)  # only the 20% paper is left
    refused(last, swap, "IV.1-10")


@pytest.mark.rule("1824-X.4-5c")
def test_so_may_one_that_must_be_exchanged() -> None:
    s = home(sells(mountain(two(), 1, "B2"), "4"), "SD1")
    s = turn(cash_of(s, "SD1", 280), "SD1", step=TRAINS)
    s = do(s, BuyTrain(0, "4-0", "4", 280))
    assert {a.company for a in legal(s, 1)} == {"BK", "MS", "CL"}
    s = do(s, SwapMountain(1, "B2", "BK"))
    assert s.shares("seat1", "BK") == 1


# -- its payments ------------------------------------------------------------------------------------


def pay_day(s: Any) -> Any:
    """The end of an operating round in which the coal and pre-state railways have acted; the next begins."""
    acted = tuple(s.facts.minors)
    return settle(s.replace(stack=(Course(2, 1, 2), OperatingRound(2, 1, 2, True, acted)))).replace(news=())


@pytest.mark.rule("1824-X.4-4")
@pytest.mark.parametrize(
    ("cell", "price", "shares", "part"),
    [
        ((6, 1), 50, 1, 5),
        ((6, 1), 50, 10, 50),
        ((5, 5), 105, 1, 11),
        ((5, 5), 105, 2, 21),
        ((5, 5), 105, 3, 32),
        ((5, 5), 105, 10, 105),
        ((4, 5), 115, 5, 58),
        ((0, 5), 155, 7, 109),
        ((0, 4), 140, 3, 42),
    ],
)
def test_a_tenth_of_its_price_for_each_share_rounded_up_once_for_each_player(
    cell: tuple[int, int], price: int, shares: int, part: int
) -> None:
    s = bonds(price_at(two(), "BK", *cell), 0, shares, double=shares >= 2)
    assert s.price("BK") == price
    after = pay_day(s)
    assert after.cash["seat0"] == s.cash["seat0"] + part
    assert after.cash["seat1"] == s.cash["seat1"]
    assert after.cash[BANK] == s.cash[BANK] - part


@pytest.mark.rule("1824-X.4-4")
def test_both_players_are_rounded_up() -> None:
    s = price_at(bonds(bonds(two(), 0, 3), 1, 5, double=True), "BK", 5, 5)
    after = pay_day(s)
    assert after.cash["seat0"] == s.cash["seat0"] + 32
    assert after.cash["seat1"] == s.cash["seat1"] + 53


@pytest.mark.rule("1824-X.4-4")
def test_after_paying_its_price_goes_right_in_every_round() -> None:
    s = pay_day(two())  # nobody holds a share
    assert (s.prices["BK"].cell, s.price("BK")) == ((6, 2), 60)
    s = pay_day(pay_day(s))
    assert s.prices["BK"].cell == (6, 4)
    assert pay_day(s).prices["BK"].cell == (5, 4)  # the end of the row: up


@pytest.mark.rule("1824-X.4-4")
def test_it_never_operates() -> None:
    s = bonds(price_at(two(), "BK", 0, 13), 0, 10, double=True)
    assert "BK" not in s.opened
    s = pay_day(s)
    assert (s.frame.company, s.stack[1].number) == ("EPP", 2)  # nothing was asked
    assert (s.cash["BK"], s.trains_of("BK")) == (0, [])


@pytest.mark.rule("1824-X.4-4")
@pytest.mark.parametrize(("cell", "paid"), [((5, 5), 11), ((4, 4), 10), ((6, 2), 0)])
def test_it_pays_at_its_place_in_the_order_of_prices(cell: tuple[int, int], paid: int) -> None:
    s = director(two(), 0, "MS").replace(opened=("MS",))
    s = home(price_at(s, "MS", 5, 4), "MS")  # 90
    s = bonds(price_at(s, "BK", *cell), 1, 1)
    after = pay_day(s)
    assert after.frame.company == "MS"
    assert after.cash["seat1"] == s.cash["seat1"] + paid


# -- its markers ---------------------------------------------------------------------------------------


@pytest.mark.rule("1824-X.4-6")
@pytest.mark.parametrize(("coal", "bond", "stop"), [("EPP", "BK", "B9.0"), ("MLB", "CL", "B23.0")])
def test_its_home_marker_lies_there_from_the_start(coal: str, bond: str, stop: str) -> None:
    s = opening(2, A, builders=("SD2", coal))
    assert (s.board.markers_of(bond), s.markers[bond]) == ((stop,), 1)
    assert s.board.free_slots(s.book.atlas, stop) == 0


@pytest.mark.rule("1824-X.4-6")
def test_it_blocks_a_circle_for_others() -> None:
    s = director(line(two(), "B7", "B9", "B11", "C12"), 0, "MS").replace(opened=("MS",))
    s = train(cash_of(home(phase(s, "2", "3"), "MS"), "MS", 100), "MS", "3-0")
    assert turn(s, "MS", step=MARKER).frame.step == RUN  # Prag has one circle
    assert not RUNS.network(s, "MS").problem.stops[RUNS.network(s, "MS").numbers["B9.0"]].through
    free = s.replace(board=s.board.remove("BK"))
    assert offered(turn(free, "MS", step=MARKER), 0) == [PlaceMarker(0, "B9.0"), Pass(0)]
    green = tile(s, "B9", "14", 0)  # two circles
    assert PlaceMarker(0, "B9.0") in legal(turn(green, "MS", step=MARKER), 0)


def buys_a_4(left: int, kind: str = "4") -> Any:
    """SD1 (Ann) buys a 4 (or 5) when so many were left."""
    price = {"4": 280, "5": 400}[kind]
    s = left_in_bank(sells(two(), kind), kind, left).replace(bond_waits_for=kind)
    s = home(s.replace(phases=(*s.phases, kind)), "SD1", "KK1")
    card = next(card for card, owner in s.trains.items() if owner == BANK and s.train_type(card) == kind)
    return do(turn(cash_of(s, "SD1", price + 900), "SD1", step=TRAINS), BuyTrain(0, card, kind, price))


@pytest.mark.rule("1824-X.4-6b")
def test_who_buys_the_last_4_places_the_second_marker_anywhere() -> None:
    s = buys_a_4(left=1)
    assert (s.frame, to_act(s)) == (BondMarker(0), (0,))
    places = {a.stop for a in offered(s, 0, lambda a: isinstance(a, PlaceBondMarker))}
    # Every city with a free circle: no track leads there. The homes of MS, CL, SD2, SD3 and KK2 are kept.
    assert places == {"A18.0", "B5.0", "B15.0", "C26.0", "E8.0", "E26.0", "F7.0", "H3.0", "I8.0"}
    after = do(s, PlaceBondMarker(0, "I8.0"))
    assert (after.board.markers_of("BK"), after.markers["BK"]) == (("B9.0", "I8.0"), 2)
    assert after.cash == s.cash
    assert after.frame.company == "SD1"  # back in the turn


@pytest.mark.rule("1824-X.4-6b")
def test_he_need_not() -> None:
    s = do(buys_a_4(left=1), Pass(0))
    assert (s.board.markers_of("BK"), s.bond_waits_for) == (("B9.0",), "")
    assert s.frame.company == "SD1"


@pytest.mark.rule("1824-X.4-6b")
def test_no_earlier_4_counts() -> None:
    s = buys_a_4(left=2)
    assert (s.frame.company, s.bond_waits_for) == ("SD1", "4")


@pytest.mark.rule("1824-X.4-6b")
def test_the_other_director_places_it_if_his_company_buys() -> None:
    s = left_in_bank(sells(two(), "4"), "4", 1)
    s = home(s.replace(phases=(*s.phases, "4")), "KK1")
    s = do(turn(cash_of(s, "KK1", 280), "KK1", step=TRAINS), BuyTrain(1, "4-3", "4", 280))
    assert s.frame == BondMarker(1)


@pytest.mark.rule("1824-X.4-6b")
def test_one_marker_in_a_hex_and_homes_are_kept() -> None:
    s = tile(tile(buys_a_4(left=1), "B9", "14", 0), "B23", "57", 1)
    assert s.board.free_slots(s.book.atlas, "B9.0") == 1
    forbidden(s, PlaceBondMarker(0, "B9.0"), "X.4-6b")  # its own home
    forbidden(s, PlaceBondMarker(0, "B23.0"), "X.4-6b")  # CL is not open yet
    forbidden(s, PlaceBondMarker(0, "E12.0"), "X.4-6b")  # SD1 is there
    for wrong in ("G12.0", "A6.0", "C6.0", "Z1.0", "E8"):
        forbidden(s, PlaceBondMarker(0, wrong), "X.4-6b", stop=stop_name(s, wrong))
    assert PlaceBondMarker(0, "B23.0") in legal(
        home(s, "CL").replace(board=s.board), 0
    )  # as if CL had its home


@pytest.mark.rule("1824-X.4-6b")
def test_if_the_last_4_went_abroad_the_last_5_counts() -> None:
    s = left_in_bank(sells(two(), "4"), "4", 1).replace(stack=(Course(2, 1, 1),))
    assert export(s).bond_waits_for == "5"
    more = left_in_bank(sells(two(), "4"), "4", 2).replace(stack=(Course(2, 1, 1),))
    assert export(more).bond_waits_for == "4"
    assert buys_a_4(left=2, kind="5").frame.company == "SD1"
    s = buys_a_4(left=1, kind="5")
    assert s.frame == BondMarker(0)


@pytest.mark.rule("1824-X.4-6b")
def test_if_that_went_abroad_too_no_marker_is_placed() -> None:
    s = left_in_bank(sells(two(), "5"), "5", 1).replace(bond_waits_for="5", stack=(Course(2, 1, 1),))
    assert export(s).bond_waits_for == ""
    s = sells(two(), "6").replace(bond_waits_for="")
    s = do(turn(cash_of(home(s, "SD1"), "SD1", 600), "SD1", step=TRAINS), BuyTrain(0, "6-0", "6", 600))
    assert not isinstance(s.frame, BondMarker)


@pytest.mark.rule("1824-X.4-6b")
def test_the_last_5_is_nothing_if_the_last_4_was_bought() -> None:
    s = left_in_bank(sells(two(), "5"), "5", 1).replace(bond_waits_for="")
    s = home(s.replace(phases=(*s.phases, "5")), "SD1")
    s = do(turn(cash_of(s, "SD1", 1300), "SD1", step=TRAINS), BuyTrain(0, "5-1", "5", 400))
    assert s.frame.company == "SD1"


def green_wien(*others: str) -> Any:
    """Wien is green, the phase brown, SD1 to build; these have their markers too."""
    s = home(sells(two(), "6"), "SD1", *others)
    return turn(tile(tile(s, "E12", "499", 0), "E12", "491", 0), "SD1", step=TRACK)


BROWN_WIEN = LayTile(0, "E12", "493", 0)


@pytest.mark.rule("1824-X.4-6c")
def test_the_third_marker_goes_to_wien_when_it_is_brown() -> None:
    s = green_wien("KK1", "KK2")
    assert BROWN_WIEN in legal(s, 0)
    after = do(s, BROWN_WIEN)
    [wien] = [stop for stop in after.board.markers_of("BK") if stop.startswith("E12")]
    assert "BK" in after.board.markers[wien]
    assert after.cash["BK"] == 0
    assert after.markers["BK"] == 2
    assert after.frame.company == "SD1"


def yellow_wien_without_kk2() -> Any:
    """KK2 was a builder and is closed, so its place in Wien is free; the phase is brown."""
    s = home(sells(two(("KK2", "EPP")), "6"), "SD1", "KK1").replace(builders=())
    s = s.replace(markers={sym: used for sym, used in s.markers.items() if sym != "KK2"})
    return tile(s, "E12", "499", 0)


@pytest.mark.rule("1824-X.4-6c")
def test_with_two_free_cities_its_builder_chooses() -> None:
    s = turn(tile(yellow_wien_without_kk2(), "E12", "491", 0), "SD1", step=TRACK)
    s = do(s, LayTile(0, "E12", "493", 3))
    assert (s.frame, to_act(s)) == (BondInWien(0), (0,))
    assert legal(s, 0) == [PlaceBondMarker(0, "E12.0"), PlaceBondMarker(0, "E12.1")]  # it is no option
    refused(s, Pass(0), "X.4-6c")
    forbidden(s, PlaceBondMarker(0, "E8.0"), "X.4-6c", stop="E8.0")
    after = do(s, PlaceBondMarker(0, "E12.0"))
    assert after.board.markers["E12.0"] == ("BK",)
    assert after.frame.company == "SD1"


@pytest.mark.rule("1824-X.4-6c")
def test_no_third_marker_before_wien_is_brown_or_where_there_is_no_place() -> None:
    s = turn(yellow_wien_without_kk2(), "SD1", step=TRACK)
    green = do(s, LayTile(0, "E12", "491", 0))
    assert (green.markers["BK"], green.board.free_slots(green.book.atlas, "E12.2")) == (1, 1)
    full = marker(green_wien("KK1", "KK2"), "BK", "I8.0")
    full = do(full, LayTile(0, "E12", "493", 0))
    assert full.markers["BK"] == 3  # home, second, Wien
    there = home(sells(two(), "6"), "SD1", "KK1")  # its second marker lies in Wien already
    there = marker(there.replace(markers={**there.markers, "KK2": 0}), "BK", "E12.2")
    there = turn(tile(tile(there, "E12", "499", 0), "E12", "491", 0), "SD1", step=TRACK)
    assert do(there, BROWN_WIEN).markers["BK"] == 2


@pytest.mark.rule("1824-X.4-6c")
def test_only_the_tile_on_wien_brings_it() -> None:
    """A circle of brown Wien has become free since: a tile elsewhere places no marker."""
    s = tile(tile(yellow_wien_without_kk2(), "E12", "491", 0), "E12", "493", 0)
    assert after_lay(s, LayTile(0, "C8", "9", 0)) == s
    assert after_lay(s, LayTile(0, "E12", "493", 0)) != s
    assert after_lay(s.replace(bond=""), LayTile(0, "E12", "493", 0)) == s.replace(bond="")


@pytest.mark.rule("1824-X.4-6b")
@pytest.mark.parametrize(("kind", "left", "then"), [("3", 1, "4"), ("4", 2, "4"), ("4", 1, "5")])
def test_only_the_last_4_abroad_changes_what_is_waited_for(kind: str, left: int, then: str) -> None:
    s = left_in_bank(sells(two(), kind), kind, left).replace(stack=(Course(2, 1, 1),))
    assert export(s).bond_waits_for == then
    last = left_in_bank(sells(two(), "3"), "3", 0)
    assert after_bank_sale(last, "SD1", "3") == last
    assert after_export(last.replace(bond=""), "4") == last.replace(bond="")


@pytest.mark.rule("1824-VI.4-2")
@pytest.mark.parametrize(("cash", "single", "double"), [(49, 0, 0), (50, 1, 0), (99, 1, 0), (100, 1, 1)])
def test_its_papers_cost_just_their_price(cash: int, single: int, double: int) -> None:
    found = legal(cash_of(two(), 0, cash), 0)
    assert (found.count(ONE), found.count(DOUBLE)) == (single, double)


@pytest.mark.rule("1824-X.4-8", "1824-R16")
def test_the_20_percent_paper_counts_twice_for_the_limit_of_the_pool() -> None:
    """On 18xx.games: three shares lie there, five may."""
    s = bonds(two(rulings="18xx.games"), 0, 7, double=True)
    sales = {(a.singles, a.double) for a in offered(s, 0, lambda a: isinstance(a, SellBond))}
    assert sales == {(1, False), (2, False), (0, True)}
    forbidden(s, SellBond(0, 1, True), "X.4-8", there=3, shares=3, limit=5)
