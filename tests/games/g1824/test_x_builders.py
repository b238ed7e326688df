"""X.3: the building railways of variant A, and when they and the state railways come and go."""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.games.g1824.rules.phases import export
from stellwerk.games.g1824.rules.state import BuilderTurn, Turn
from stellwerk.games.g1824.rules.state_railways import Forming
from stellwerk.mech18.course import Course
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.state import BANK, OFFER, OUT
from stellwerk.mech18.stock import BuyShare
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain
from tests.games.g1824.small import A, line, two
from tests.games.g1824.table import (
    TRAINS,
    cash_of,
    do,
    events,
    forbidden,
    home,
    offered,
    opening,
    operating_round,
    phase,
    refused,
    round_ends,
    sells,
    tile,
    turn,
)

KK2_BUILDS = ("KK2", "EPP")


def builder_turn(s: Any, company: str) -> Any:
    """A builder's turn that is not its first, at the track step."""
    s = home(s, company)
    stack = (Course(2, 1, 1), OperatingRound(2, 1, 1, True, (company,)), BuilderTurn(company, step=1))
    return s.replace(stack=stack, news=())


# -- what they do ------------------------------------------------------------------------------------


@pytest.mark.rule("1824-X.3-2")
def test_a_builder_lays_one_tile_and_its_turn_is_over() -> None:
    s = operating_round(two())  # EPP is the first coal railway
    assert (s.frame.company, type(s.frame)) == ("EPP", BuilderTurn)
    assert {type(a) for a in legal(s, 1)} == {LayTile, Pass}
    assert {a.hex for a in offered(s, 1, lambda a: isinstance(a, LayTile))} == {"B5", "B7"}  # from its mine
    after = do(s, LayTile(1, "B7", "8", 0))
    assert (after.frame.company, type(after.frame)) == ("EOD", Turn)
    assert do(s, Pass(1)).frame.company == "EOD"


@pytest.mark.rule("1824-X.3-2")
def test_a_builder_has_no_train_no_money_and_no_duty() -> None:
    s = two()
    for builder in ("SD2", "EPP"):
        assert (s.cash[builder], s.trains_of(builder)) == (0, [])
    s = operating_round(s)
    before = {owner: s.cash[owner] for owner in ("seat0", "seat1", "EPP", "SD2")}
    refused(s, BuyTrain(1, "2-0", "2", 80), "X.3-2")
    s = do(s, Pass(1))
    assert {owner: s.cash[owner] for owner in before} == before


@pytest.mark.rule("1824-X.3-2")
def test_builders_build_by_the_rules_of_the_base_game() -> None:
    s = two()
    stack = (Course(2, 1, 1), OperatingRound(2, 1, 1, True, ("SD2",)), BuilderTurn("SD2", step=1, first=True))
    first = home(s, "SD2").replace(stack=stack)
    assert {a.hex for a in offered(first, 0, lambda a: isinstance(a, LayTile))} == {"G10"}
    refused(first, LayTile(0, "H9", "9", 0), "VII.6-2")  # its home comes first
    s = builder_turn(line(s, "G10", "H9"), "SD2")
    refused(s, LayTile(0, "C14", "9", 1), "VII.6-3")
    refused(s, LayTile(0, "G10", "15", 0), "VII.7-1")  # green is not on sale yet


@pytest.mark.rule("1824-X.3-2")
def test_the_other_papers_of_the_stacks_are_ordinary_railways() -> None:
    s = home(two(("SD3", "EPP")), "SD2")
    assert type(turn(s, "SD2").frame) is Turn
    assert s.cash["SD2"] == 120


def next_to_a_mountain(builders: tuple[str, str]) -> Any:
    """Track from Graz ends before G8, a mountain for 40; SD2 has no money."""
    return cash_of(tile(two(builders), "G10", "57", 1), "SD2", 0)


@pytest.mark.rule("1824-X.3-2b")
def test_a_builder_pays_no_terrain_cost() -> None:
    mountain = LayTile(0, "G8", "9", 1)
    s = builder_turn(next_to_a_mountain(("SD2", "EPP")), "SD2")
    assert mountain in legal(s, 0)
    after = do(s, mountain)
    assert "G8" in after.board.laid
    assert after.cash == s.cash
    ordinary = turn(home(next_to_a_mountain(("SD3", "EPP")), "SD2"), "SD2")
    seat = ordinary.director_seat("SD2")
    forbidden(ordinary, LayTile(seat, "G8", "9", 1), "VII.6-5", price=40)


@pytest.mark.rule("1824-X.3-2c")
def test_a_builders_price_goes_to_the_bank() -> None:
    s = opening(2, A)
    after = do(s, BuyRailway(0, "EPP", 120))  # Ben gets SD2
    assert (after.cash["seat0"], after.cash["seat1"]) == (710, 710)
    assert after.cash[BANK] == s.cash[BANK] + 240
    assert (after.cash["EPP"], after.cash["SD2"]) == (0, 0)
    assert after.trains_of("EPP") == []
    for price in (140, 160, 180, 200):  # it sets no par
        forbidden(s, BuyRailway(0, "EPP", price), "X.5-1c", price=120)
    assert "BK" not in after.par
    assert after.price("BK") == 50


@pytest.mark.rule("1824-X.3-2c")
def test_nobody_need_buy_a_train_for_a_builder() -> None:
    s = do(builder_turn(sells(two(), "3"), "SD2"), Pass(0))
    assert (s.trains_of("SD2"), "SD2" in s.opened) == ([], True)
    ordinary = turn(home(sells(two(), "3"), "SD1"), "SD1", step=TRAINS)
    refused(ordinary, Pass(0), "VII.11-1")


# -- when they close -----------------------------------------------------------------------------------


def buys(s: Any, kind: str) -> Any:
    """SD1 (Ann) buys the first train of this type; it has the money."""
    price = s.book.trains[kind].versions[0].price
    s = turn(cash_of(home(sells(s, kind), "SD1"), "SD1", price), "SD1", step=TRAINS)
    return do(s, BuyTrain(0, f"{kind}-0", kind, price))


@pytest.mark.rule("1824-X.3-3")
@pytest.mark.parametrize(
    ("builders", "kind", "closes"),
    [
        (("SD2", "EPP"), "3", False),
        (("SD2", "EPP"), "4", True),
        (("SD3", "MLB"), "4", True),
        (KK2_BUILDS, "4", False),
        (KK2_BUILDS, "5", True),
    ],
)
def test_both_builders_close_with_the_first_4_or_with_kk2_the_first_5(
    builders: tuple[str, str], kind: str, closes: bool
) -> None:
    s = buys(home(two(builders), *builders), kind)
    gone = [s.board.markers_of(builder) == () for builder in builders]
    assert gone == [closes, closes]
    assert [builder not in s.opened for builder in builders] == [closes, closes]
    assert [s.papers[f"{builder}_0"] == OUT for builder in builders] == [closes, closes]
    assert s.builders == (() if closes else builders)


@pytest.mark.rule("1824-X.3-3")
def test_a_4_that_goes_abroad_closes_them_too() -> None:
    s = sells(home(two(), "SD2", "EPP"), "4")
    s = export(s.replace(stack=(Course(2, 1, 1),)))
    assert (s.builders, s.board.markers_of("SD2"), s.board.markers_of("EPP")) == ((), (), ())


@pytest.mark.rule("1824-X.3-3")
def test_closed_builders_act_no_more_and_their_places_are_free() -> None:
    s = buys(home(two(KK2_BUILDS), *KK2_BUILDS), "5")
    assert s.board.free_slots(s.book.atlas, "E12.2") == 1
    assert s.board.free_slots(s.book.atlas, "C6.0") == 1
    s = operating_round(s)
    assert s.frame.company not in KK2_BUILDS


@pytest.mark.rule("1824-X.3-3")
def test_no_state_marker_takes_the_place_of_a_builder() -> None:
    s = home(two(), "SD1", "SD2", "SD3", "EPP")
    s = round_ends(buys(s, "4"), "SD")
    assert s.formed == ("SD",)
    assert s.board.markers_of("SD") == ("E12.0", "G4.0")  # Wien and Innsbruck, not Graz
    assert s.markers["SD"] == 2


@pytest.mark.rule("1824-X.3-3")
def test_a_coal_builder_is_never_exchanged() -> None:
    s = phase(two(seat=1), "2", "3")
    forbidden(s, SwapCoal(1, "EPP"), "IV.2-9", railway="EPP")
    assert SwapCoal(1, "MLB") in legal(s, 1)
    s = buys(home(two(KK2_BUILDS), *KK2_BUILDS), "5")  # the forced exchange of the others
    assert {sym for sym in ("EOD", "MLB") if s.director(s.facts.coal[sym].into)} == {"EOD", "MLB"}
    assert s.shares("seat0", "BK") == s.shares("seat1", "BK") == 0


# -- the money for the closed one ----------------------------------------------------------------------


@pytest.mark.rule("1824-X.3-4")
@pytest.mark.parametrize(
    ("builders", "state", "shares"),
    [
        (("SD2", "EPP"), "SD", 6 + 1),
        (("SD3", "EPP"), "SD", 6 + 1),
        (KK2_BUILDS, "SD", 6),
        (KK2_BUILDS, "KK", 7 + 1),
        (("SD2", "EPP"), "KK", 7),
    ],
)
def test_the_state_railway_gets_120_for_the_builder(
    builders: tuple[str, str], state: str, shares: int
) -> None:
    s = buys(home(two(builders), *builders), {"SD": "4", "KK": "5"}[state])
    s = s.replace(cash={**s.cash, BANK: s.cash[BANK] + 5000})
    inherited = sum(s.cash[minor.sym] for minor in s.facts.pre_states_of(state))
    s = round_ends(s, state)
    assert s.cash[state] == 120 * shares + inherited


@pytest.mark.rule("1824-X.3-4")
def test_the_share_of_the_builder_is_on_sale() -> None:
    s = opening(2, A)
    assert s.papers["SD_1"] == OFFER
    s = two()
    free = [paper for paper, owner in s.papers.items() if paper.startswith("SD_") and owner == OFFER]
    assert len(free) == 7
    for paper in free[1:]:
        s = s.hand_over(paper, "seat1")
    s = do(cash_of(s, 0, 200), BuyShare(0, "SD", OFFER))
    assert s.papers["SD_1"] == "seat0"


@pytest.mark.rule("1824-X.3-4")
def test_its_owner_gets_no_share_for_a_builder() -> None:
    s = round_ends(buys(home(two(), "SD2", "EPP"), "4"), "SD")
    assert (s.shares("seat0", "SD"), s.shares("seat1", "SD")) == (2, 1)  # SD1 and SD3


# -- the state railways ----------------------------------------------------------------------------------


@pytest.mark.rule("1824-X.4-1")
def test_kk_forms_with_the_first_5_and_nothing_with_the_6() -> None:
    assert buys(two(), "4").forming == ("SD",)
    five = buys(two(), "5")
    assert five.forming == ("KK",)
    assert "KK" not in five.formed  # only at the end of the round
    assert {"KK1", "KK2"} <= set(five.opened)
    s = round_ends(five.replace(cash={**five.cash, BANK: five.cash[BANK] + 5000}), "KK")
    assert s.formed == ("KK",)
    assert not {"KK1", "KK2"} & set(s.opened)
    assert "StateWillForm" not in events(
        turn(cash_of(home(sells(two(), "6"), "SD1"), "SD1", 600), "SD1", step=TRAINS),
        BuyTrain(0, "6-0", "6", 600),
    )
    assert buys(two(), "6").forming == ()


@pytest.mark.rule("1824-X.4-1")
def test_a_5_that_goes_abroad_forms_kk_at_once() -> None:
    s = sells(two(), "5").replace(stack=(Course(2, 1, 1),))
    assert export(s).frame == Forming(("KK",))
