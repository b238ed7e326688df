"""VII.8: station markers."""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal
from stellwerk.games.g1824.rules.state_railways import ChooseHome
from stellwerk.mech18.markers import PlaceMarker, marker_cost

from .lines import BROWN, GREEN, bohemia, lay, prag
from .table import (
    MARKER,
    TRACK,
    cash_of,
    do,
    forbidden,
    formed,
    home,
    marker,
    offered,
    phase,
    refused,
    round_ends,
    start,
    stock,
    turn,
)

PILSEN, BRUENN, PRAG = (PlaceMarker(0, stop) for stop in ("B5.0", "C12.0", "B9.0"))


def at_markers(s: Any, company: str) -> Any:
    """The company's turn at its marker step."""
    return turn(s, company, step=MARKER)


def bk(*others: str, cash: int = 800) -> Any:
    """BK in Prag on the green track of the rulebook's example; these companies have markers in Pilsen."""
    s = bohemia(prag(*GREEN, cash=cash))
    for other in others:
        s = marker(s, other, "B5.0")
    return at_markers(s, "BK")


def cities(s: Any, seat: int = 0) -> set[str]:
    """Where the acting company may place a marker."""
    return {action.stop for action in offered(s, seat, lambda a: isinstance(a, PlaceMarker))}


# -- VII.8-1: one a turn, and the home ---------------------------------


@pytest.mark.rule("1824-VII.8-1")
def test_one_marker_a_turn():
    s = do(bk(), PILSEN)
    assert s.board.markers_of("BK") == ("B5.0", "B9.0")
    assert s.frame.step > MARKER
    refused(s, BRUENN, "VII.5-1")


@pytest.mark.rule("1824-VII.8-1", "1824-VII.8-1b")
def test_the_home_and_one_more_in_the_first_turn():
    s = start(bohemia(phase(stock(), *GREEN)), "BK")
    s = turn(s, "BK")
    assert (s.frame.first, s.board.markers_of("BK")) == (True, ("B9.0",))
    s = do(s, Pass(0), PILSEN)
    assert s.board.markers_of("BK") == ("B5.0", "B9.0")
    assert s.cash["BK"] == 800 - 40  # the home was free


@pytest.mark.rule("1824-VII.8-1")
def test_into_a_free_circle_of_a_city():
    s = bk("CL", "SB")
    forbidden(s, PILSEN, "VII.8-1", stop="B5.0")  # both circles are taken
    forbidden(s, PlaceMarker(0, "A8.0"), "VII.8-1", stop="A8.0")  # a town
    forbidden(s, PlaceMarker(0, "A4.0"), "VII.8-1", stop="A4.0")  # a red link
    forbidden(s, PlaceMarker(0, "C6.0"), "VII.8-1", stop="C6.0")  # a mine
    refused(s, PlaceMarker(0, "Z1.0"), "VII.8-1")


@pytest.mark.rule("1824-VII.8-1")
def test_placing_is_a_choice():
    assert Pass(0) in legal(bk(), 0)


@pytest.mark.rule("1824-VII.8-1b")
@pytest.mark.parametrize("built", [False, True])
def test_the_home_marker_comes_first_tile_or_not(built):
    s = start(lay(stock(), {"C12": ("57", 0)} if built else {}), "MS")
    assert not s.board.markers_of("MS")
    s = turn(s, "MS")
    assert s.frame.step == TRACK  # before anything is decided
    assert s.board.markers_of("MS") == ("C12.0",)
    assert "MS" in s.begun


@pytest.mark.rule("1824-VII.8-1b")
@pytest.mark.parametrize(
    ("railway", "stop"),
    [
        *[("SD1", "E12.0"), ("SD2", "G10.0"), ("SD3", "G4.0"), ("UG1", "F17.1"), ("UG2", "H15.0")],
        *[("KK1", "E12.1"), ("KK2", "E12.2"), ("EPP", "C6.0"), ("SPB", "H25.0")],
    ],
)
def test_the_homes(railway, stop):
    assert turn(stock(owners={railway: 0}), railway).board.markers_of(railway) == (stop,)


@pytest.mark.rule("1824-VII.8-1b", "1824-IV.2-15")
def test_the_homes_of_the_regional_railways():
    homes = {"BK": "B9.0", "MS": "C12.0", "CL": "B23.0", "SB": "G26.0", "BH": "J13.0"}
    for company, stop in homes.items():
        assert turn(start(stock(), company), company).board.markers_of(company) == (stop,)


@pytest.mark.rule("1824-VII.8-1c")
@pytest.mark.parametrize(("railway", "track"), [("EPP", {"B5": ("15", 2)}), ("KK2", {"D11": ("9", 2)})])
def test_coal_and_pre_state_railways_have_their_home_only(railway, track):
    s = home(cash_of(lay(stock(owners={railway: 0}), track), railway, 500), railway)
    assert marker_cost(s, railway) is None
    assert do(turn(s, railway), Pass(0)).frame.step > MARKER
    stuck = turn(s, railway).update_frame(step=MARKER)
    refused(stuck, PlaceMarker(0, "B5.0"), "VII.8-2b")


# -- VII.8-2: prices and numbers ---------------------------------


@pytest.mark.rule("1824-VII.8-2", "1824-VII.8-2b")
def test_a_regional_railway_pays_40_then_100():
    s = do(bk(), PILSEN)
    assert s.cash["BK"] == 800 - 40
    s = do(at_markers(home(start(s, "MS"), "MS"), "BK"), BRUENN)
    assert s.cash["BK"] == 800 - 40 - 100
    assert marker_cost(s, "BK") is None


@pytest.mark.rule("1824-VII.8-2")
def test_the_treasury_pays():
    forbidden(bk(cash=39).update_frame(step=MARKER), PILSEN, "VII.8-2", company="BK", cash=39, cost=40)
    assert do(bk(cash=40), PILSEN).cash["BK"] == 0
    second = marker(bohemia(prag(*GREEN, cash=99)), "BK", "B5.0")
    second = turn(home(start(second, "MS"), "MS"), "BK").update_frame(step=MARKER)
    forbidden(second, BRUENN, "VII.8-2", cash=99, cost=100)


@pytest.mark.rule("1824-VII.8-2b")
def test_a_regional_railway_has_three_markers():
    s = marker(marker(bohemia(prag(*GREEN)), "BK", "B5.0"), "BK", "E8.0")
    assert s.markers["BK"] == 3
    s = at_markers(home(start(s, "MS"), "MS"), "BK")
    assert s.frame.step > MARKER
    refused(s.update_frame(step=MARKER), BRUENN, "VII.8-2b")


@pytest.mark.rule("1824-VII.8-2b")
def test_printed_prices():
    companies = stock().book.companies
    for sym in ("BK", "MS", "CL", "SB", "BH"):
        assert companies[sym].markers == (0, 40, 100)
    for sym in ("SD", "UG", "KK"):
        assert companies[sym].markers == (0, 40, 100, 100, 100)


OWNERS = {"SD1": 0, "SD2": 0, "SD3": 0, "UG1": 0, "UG2": 0, "KK1": 0, "KK2": 0}


def form(state: str, *sold: str) -> Any:
    """The state railway just formed from those of its pre-state railways that were sold."""
    s = stock(owners={railway: OWNERS[railway] for railway in sold})
    return round_ends(home(phase(s, *BROWN), *sold), state)


@pytest.mark.rule("1824-VII.8-2", "1824-IV.4.4-8c")
@pytest.mark.parametrize(
    ("state", "sold", "used", "cost"),
    [
        ("SD", ("SD1", "SD2", "SD3"), 3, 100),
        ("SD", ("SD1", "SD2"), 2, 100),
        ("SD", ("SD1",), 1, 40),
        ("UG", ("UG1", "UG2"), 2, 100),
        ("UG", ("UG1",), 1, 40),
        ("UG", (), 1, 40),
    ],
)
def test_inherited_markers_count(state, sold, used, cost):
    """SD with all three of its railways pays 100 for the next marker."""
    s = form(state, *sold)
    assert (s.markers[state], marker_cost(s, state)) == (used, cost)


@pytest.mark.rule("1824-VII.8-2", "1824-IV.4.4-7b")
def test_the_first_marker_of_kk_costs_40():
    s = form("KK", "KK1", "KK2")
    s = do(s, ChooseHome(0, "E12.1"))
    assert s.board.markers_of("KK") == ("E12.1",)
    prices = []
    while (cost := marker_cost(s, "KK")) is not None:
        prices.append(cost)
        s = s.replace(markers={**s.markers, "KK": s.markers["KK"] + 1})
    assert prices == [40, 100, 100, 100]


@pytest.mark.rule("1824-VII.8-2")
def test_a_state_railway_pays_its_marker():
    """KK in Wien, on to Linz."""
    track = {"E12": ("499", 0), "E10": ("9", 1), "E8": ("57", 1)}
    s = formed(lay(phase(stock(), *GREEN), track), "KK", shares=3, cash=100)
    assert s.board.markers_of("KK") == ("E12.1",)
    after = do(at_markers(s, "KK"), PlaceMarker(0, "E8.0"))
    assert after.cash["KK"] == 60
    assert after.markers["KK"] == 2


# -- VII.8-3 to VII.8-5: where ---------------------------------


@pytest.mark.rule("1824-VII.8-3")
def test_one_marker_in_a_hex():
    forbidden(bk(), PRAG, "VII.8-3", company="BK", hex="B9")


@pytest.mark.rule("1824-VII.8-3")
def test_one_marker_in_wien_although_it_has_three_cities():
    """KK has the western city; over E10 and D11 its track leads to the northern one."""
    s = formed(lay(phase(stock(), *GREEN), {"E10": ("7", 3), "D11": ("7", 5)}), "KK", shares=3, cash=100)
    s = turn(s, "KK").update_frame(step=MARKER)
    forbidden(s, PlaceMarker(0, "E12.2"), "VII.8-3", company="KK", hex="E12")


@pytest.mark.rule("1824-VII.8-4")
def test_the_last_circle_is_kept_for_a_home():
    """Brünn, green with two circles: one may be taken while MS has not opened, the other not."""
    s = bk()
    assert "C12.0" in cities(s)
    taken = at_markers(marker(s, "CL", "C12.0"), "BK")
    forbidden(taken, BRUENN, "VII.8-4", stop="C12.0", free=1, kept=1)
    begun = at_markers(home(start(s, "MS"), "MS"), "BK")
    assert "C12.0" in cities(begun)
    assert do(begun, BRUENN).board.markers["C12.0"] == ("MS", "BK")


@pytest.mark.rule("1824-VII.8-4")
def test_the_home_finds_its_circle():
    s = do(bk(), BRUENN)
    s = turn(start(s, "MS"), "MS")
    assert sorted(s.board.markers["C12.0"]) == ["BK", "MS"]


@pytest.mark.rule("1824-VII.8-4", "1824-VI.3-5")
@pytest.mark.parametrize("sold", [True, False])
def test_nothing_is_kept_for_a_railway_that_was_never_sold(sold):
    """Graz is the home of SD2: kept while SD2 plays and has not acted, free without it."""
    track = {"E12": ("499", 0), "F11": ("2", 3), "G10": ("57", 0)}
    s = formed(lay(stock(owners={"SD2": 1} if sold else {}), track), "KK", shares=3, cash=100)
    s = at_markers(marker(s, "KK", "E12.0"), "KK").update_frame(step=MARKER)
    if sold:
        forbidden(s, PlaceMarker(0, "G10.0"), "VII.8-4", free=1, kept=1)
    else:
        assert PlaceMarker(0, "G10.0") in legal(s, 0)


@pytest.mark.rule("1824-VII.8-5")
def test_connected_with_an_own_marker():
    s = turn(lay(prag(*GREEN), {"B9": ("57", 1), "C12": ("57", 2)}), "BK").update_frame(step=MARKER)
    forbidden(s, BRUENN, "VII.8-5", company="BK", stop="C12.0")


@pytest.mark.rule("1824-VII.8-5")
def test_not_past_foreign_markers():
    """Brünn – B11 – Prag – B7 – Pilsen: yellow Prag is full with BK's marker, green Prag is not."""
    line = {"B9": ("57", 1), "B7": ("9", 1), "B5": ("57", 1), "B11": ("8", 5), "C12": ("57", 2)}
    s = home(start(lay(prag(*GREEN), line), "MS", cash=500), "MS")
    forbidden(turn(s, "MS").update_frame(step=MARKER), PILSEN, "VII.8-5", company="MS")  # BK fills Prag
    green = at_markers(lay(s, {"B9": ("14", 1)}), "MS")
    assert cities(green) == {"B9.0", "B5.0"}


@pytest.mark.rule("1824-VII.8-5")
def test_not_by_a_change_of_direction():
    """MS comes from the south to the junction B11 and on to Prag, not round to Ostrau behind B13."""
    line = {"C12": ("57", 2), "B11": ("23", 1), "B9": ("14", 1), "B13": ("55", 0), "B15": ("57", 1)}
    s = at_markers(home(start(lay(prag(*GREEN), line), "MS", cash=500), "MS"), "MS")
    assert cities(s) == {"B9.0"}
    forbidden(s, PlaceMarker(0, "B15.0"), "VII.8-5", stop="B15.0")
    west = at_markers(s, "BK")
    assert "B15.0" in cities(west)  # straight on it is
