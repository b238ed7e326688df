"""TK: markers."""

import pytest

from stellwerk.engine import Pass
from stellwerk.games.g1854.rules.lokalbahn import ChooseHome
from stellwerk.mech18.markers import PlaceMarker

from .lines import klagenfurt
from .table import (
    LOCAL_MARKER,
    LOCAL_TRACK,
    MARKER,
    cash_of,
    do,
    forbidden,
    home,
    locals_of,
    lokalbahn,
    major,
    marker,
    offered,
    phase,
    refused,
    stock,
    tile,
    turn,
)


def line(number="3"):
    """KT with a green Klagenfurt (two circles), Villach H16 a green city over its side 4."""
    s = tile(tile(phase(stock(), number), "H18", "6", 5), "H16", "14", 0)
    return home(major(s, "KT"), "KT")


@pytest.mark.rule("1854-TK-1", "1854-TK-2", "1854-OR-3")
def test_home_first_and_another_in_the_same_turn():
    s = tile(tile(phase(stock(), "3"), "H18", "6", 5), "H16", "14", 0)
    s = turn(major(s, "KT"), "KT")
    assert (s.board.markers_of("KT"), s.cash["KT"]) == (("H18.0",), 820)
    s = do(s, Pass(0), PlaceMarker(0, "H16.0"))
    assert s.cash["KT"] == 780
    refused(s, PlaceMarker(0, "H16.0"), "OR-3")  # one a turn


@pytest.mark.rule("1854-TK-2")
def test_what_markers_cost():
    s = line()
    costs = {company: s.book.companies[company].markers for company in ("KE", "SD", "KR", "NT")}
    assert set(costs.values()) == {(0, 40, 100, 100)}
    assert {s.book.companies[c].markers for c in ("FJ", "KT", "SB", "VB")} == {(0, 40, 100)}
    assert {s.book.companies[c].markers for c in "ABC"} == {(0, 40)}
    poor = turn(cash_of(s, "KT", 39), "KT", MARKER)
    assert not offered(poor, 0, PlaceMarker)
    stuck = poor.update_frame(step=MARKER)
    refused(stuck, PlaceMarker(0, "H16.0"), "TK-2")


@pytest.mark.rule("1854-TK-1")
def test_no_marker_left():
    s = line()
    s = s.replace(markers={**s.markers, "KT": 3}, spent={})
    s = turn(s, "KT", MARKER).update_frame(step=MARKER)
    refused(s, PlaceMarker(0, "H16.0"), "TK-1")


@pytest.mark.rule("1854-TK-3")
def test_one_in_a_hex_in_reach_with_a_free_circle():
    s = turn(line(), "KT", MARKER)
    forbidden(s, PlaceMarker(0, "H18.0"), "TK-3", hex="H18")
    forbidden(s, PlaceMarker(0, "F22.0"), "TK-3", stop="F22.0")  # Graz is not in reach
    town = turn(tile(klagenfurt(), "H16", "55", 0), "KT", MARKER).update_frame(step=MARKER)
    assert "not a city" in refused(town, PlaceMarker(0, "H16.1"), "TK-3").message
    full = marker(marker(major(major(line(), "SB", 1), "VB", 2), "SB", "H16.0"), "VB", "H16.0")
    forbidden(turn(full, "KT", MARKER).update_frame(step=MARKER), PlaceMarker(0, "H16.0"), "TK-3")


@pytest.mark.rule("1854-TK-4")
def test_homes_are_kept_free():
    # SB reaches Linz, a yellow city with one circle, before KR has begun.
    # Salzburg – D14 – Ried – Linz.
    s = tile(tile(tile(phase(stock(), "2"), "E13", "5", 2), "D14", "9", 0), "C15", "58", 4)
    s = home(major(tile(s, "C17", "57", 1), "SB"), "SB")
    ready = turn(s, "SB", MARKER).update_frame(step=MARKER)
    forbidden(ready, PlaceMarker(0, "C17.0"), "TK-4", free=1, kept=1)
    begun = ready.replace(begun=(*ready.begun, "KR"))
    do(begun, PlaceMarker(0, "C17.0"))


@pytest.mark.rule("1854-TK-5", "1854-TK-7")
def test_no_station_on_d18_before_all_lokalbahnen_have_operated():
    s = tile(tile(phase(stock(), "6"), "C17", "6", 3), "D18", "14", 2)
    s = home(major(s, "KR"), "KR")
    ready = turn(s, "KR", MARKER).update_frame(step=MARKER)
    forbidden(ready, PlaceMarker(0, "D18.0"), "TK-5", hex="D18")
    forbidden(ready.replace(operated=("A", "B")), PlaceMarker(0, "D18.0"), "TK-5")
    do(ready.replace(operated=("A", "B", "C")), PlaceMarker(0, "D18.0"))


@pytest.mark.rule("1854-TK-7", "1854-LA-4")
def test_an_ag_has_operated_after_its_first_turn():
    s = turn(lokalbahn(phase(stock(), "6"), "A", cash=0), "A")
    s = do(s, ChooseHome(0, "D18", "14", 0))
    assert s.operated == ()
    while s.stack and getattr(s.frame, "company", "") == "A":
        s = do(s, Pass(0))
    assert s.operated == ("A",)
    # Once each, and nobody else.
    for company in ("A", "KT"):
        s = turn(home(major(s, "KT"), "KT") if company == "KT" else s, company)
        while s.stack and getattr(s.frame, "company", "") == company:
            s = do(s, Pass(0))
    assert s.operated == ("A",)


@pytest.mark.rule("1854-TK-6")
@pytest.mark.parametrize(("company", "stop"), [("SD", "C23.0"), ("KE", "C23.1"), ("FJ", "C23.2")])
def test_homes_in_wien(company, stop):
    s = turn(major(stock(), company), company)
    assert s.board.markers_of(company) == (stop,)
    # No second marker in another city of Wien, even with track to it.
    grey = turn(tile(phase(s, "8"), "C23", "456", 0), company, MARKER).update_frame(step=MARKER)
    found = refused(grey, PlaceMarker(0, "C23.0"), "TK-3")
    assert found.figures["hex"] == "C23"


@pytest.mark.rule("1854-LR-3")
def test_a_local_railway_has_two_markers():
    # Steyr J32 and Amstetten J34, joined by two straight city tiles.
    s = tile(tile(phase(stock(), "2"), "J32", "57", 1), "J34", "57", 1)
    s = turn(locals_of(s, 0, 0, 0, 0, 0, 0), "4")
    assert (s.board.markers_of("4"), s.cash["4"]) == (("J32.0",), 150)
    s = do(s, Pass(0), PlaceMarker(0, "J34.0"))
    assert s.cash["4"] == 110
    refused(turn(s, "4", LOCAL_TRACK).update_frame(step=LOCAL_MARKER), PlaceMarker(0, "J34.0"), "TK-1")
