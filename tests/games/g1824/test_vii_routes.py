"""VII.2: what a route is."""

from typing import Any

import pytest

from .lines import BOHEMIA, GREEN, bohemia, lay, prag, ready, runs, value, way
from .table import home, marker, phase, refused, start, stock, tile

JUNCTION = {"B9": ("57", 1), "B11": ("23", 1), "B13": ("55", 0), "C12": ("57", 2)}
"""Prag – B11, where the track divides: straight on to a town of B13, and to the right to Brünn."""
CROSSING = {"B9": ("57", 1), "B11": ("20", 1), "A10": ("4", 2), "C12": ("57", 2), "B13": ("55", 0)}
"""At B11 the line Prag – B13 and the line A10 – Brünn cross."""
LOOP = {
    "C12": ("57", 0),
    "B13": ("56", 4),
    "B15": ("5", 0),
    "C14": ("7", 2),
    "B11": ("9", 1),
    "B9": ("57", 1),
}
"""Brünn – B13.0 – Ostrau – (C14) – B13.1 – (B11) – Prag: B13 has two separate tracks."""


def at_prag(*cards: str) -> Any:
    """BK in Prag on the track of the rulebook's example."""
    return ready(bohemia(prag(*GREEN)), "BK", *cards)


@pytest.mark.rule("1824-VII.2-1", "1824-VII.2-1e")
def test_a_route_joins_two_places():
    s = at_prag("3-0")
    assert value(s, ("3-0", way("GJ"))) == 60
    refused(s, runs(("3-0", way("G"))), "VII.2-1")
    refused(s, runs(("3-0", ())), "VII.2-1")


@pytest.mark.rule("1824-VII.2-1")
@pytest.mark.parametrize(
    ("places", "worth"), [("GJ", 30 + 30), ("GC", 30 + 10), ("AFBCG", 20 + 30 + 10 + 10 + 30)]
)
def test_cities_towns_and_red_links_are_places(places, worth):
    assert value(at_prag("5-0"), ("5-0", way(places))) == worth


@pytest.mark.rule("1824-VII.2-1", "1824-VII.2-1e")
def test_an_own_marker_anywhere_on_the_route():
    s = at_prag("3-0")
    refused(s, runs(("3-0", way("CBF"))), "VII.2-1")
    for places in ("GCB", "JGC", "HJG"):  # at the start, in the middle, at the end
        assert value(s, ("3-0", way(places)))
    second = ready(marker(bohemia(prag(*GREEN)), "BK", "B5.0"), "BK", "3-0")
    assert value(second, ("3-0", way("CBF"))) == 50


@pytest.mark.rule("1824-VII.2-1")
def test_a_route_follows_track():
    s = at_prag("3-0")
    refused(s, runs(("3-0", ("B9.0", "C12.0"))), "VII.2-1")  # B11 is left out
    refused(s, runs(("3-0", ("B9.0", "A10.0"))), "VII.2-1")  # neighbours without track
    refused(s, runs(("3-0", ("B9.0", "B11"))), "VII.2-1")  # it ends at no place


@pytest.mark.rule("1824-VII.2-1b")
def test_no_track_twice():
    """There and back again uses everything twice, to another place after the junction only one end."""
    refused(at_prag("3-0"), runs(("3-0", ("C12.0", "B11", "B9.0", "B11", "C12.0"))), "VII.2-1b")
    s = ready(lay(prag(*GREEN), JUNCTION), "BK", "4-0")
    found = refused(s, runs(("4-0", ("C12.0", "B11", "B9.0", "B11", "B13.1"))), "VII.2-1b")
    assert str(found.figures["piece"]).split()[0] in ("B9", "B11")


@pytest.mark.rule("1824-VII.2-1c")
def test_separate_tracks_of_a_tile_serve_one_route():
    """Brünn 20, a town of B13 10, Ostrau 20, the other town 10, Prag 20."""
    s = ready(lay(prag(*GREEN), LOOP), "BK", "5-0")
    assert value(s, ("5-0", ("C12.0", "B13.0", "B15.0", "C14", "B13.1", "B11", "B9.0"))) == 80


@pytest.mark.rule("1824-VII.2-1d")
def test_a_mine_and_a_city_are_a_route():
    s = home(phase(stock(owners={"EPP": 0}), *GREEN), "EPP")
    s = ready(tile(s, "B5", "57", 5), "EPP")
    assert value(s, ("1g-0", ("C6.0", "B5.0"))) == 20
    refused(s, runs(("1g-0", ("C6.0",))), "VII.2-1")


@pytest.mark.rule("1824-VII.2-2")
def test_no_reversing_at_a_junction():
    s = ready(lay(prag(*GREEN), JUNCTION), "BK", "4-0")
    assert value(s, ("4-0", ("B9.0", "B11", "B13.1"))) == 30
    assert value(s, ("4-0", ("B9.0", "B11", "C12.0"))) == 40
    found = refused(s, runs(("4-0", ("B13.1", "B11", "C12.0"))), "VII.2-1")
    assert found.figures["path"] == "B13 (2) B11 Brünn"


@pytest.mark.rule("1824-VII.2-2", "1824-VII.2-1e")
def test_no_turning_off_at_a_crossing():
    s = home(start(prag(*GREEN), "MS"), "MS")
    s = ready(lay(s, CROSSING), "BK", "4-0")
    assert value(s, ("4-0", ("B9.0", "B11", "B13.1"))) == 30
    refused(s, runs(("4-0", ("B9.0", "B11", "C12.0"))), "VII.2-1")
    # The other line is there, for whoever has a marker on it.
    assert value(ready(s, "MS", "4-1"), ("4-1", ("A10.0", "B11", "C12.0"))) == 30


@pytest.mark.rule("1824-VII.2-2b")
def test_a_place_is_left_by_any_other_track():
    """Into Pilsen from A6, out to Dresden or over B7 to Prag, but never back to A6."""
    s = ready(tile(marker(bohemia(prag(*GREEN)), "BK", "B5.0"), "B7", "9", 1), "BK", "3-0")
    assert value(s, ("3-0", ("A6.0", "B5.0", "A4.0"))) == 60
    assert value(s, ("3-0", ("A6.0", "B5.0", "B7", "B9.0"))) == 70
    refused(s, runs(("3-0", ("A6.0", "B5.0", "A6.0"))), "VII.2-1b")


@pytest.mark.rule("1824-VII.2-3")
def test_red_links_end_a_route():
    """Dresden has an arrow to A6 and one to Pilsen, but nobody runs from one to the other."""
    s = marker(lay(prag(*GREEN), BOHEMIA, {"A6": ("87", 4)}), "BK", "B5.0")
    s = ready(s, "BK", "4-0")
    found = refused(s, runs(("4-0", ("A6.0", "A4.0", "B5.0"))), "VII.2-3")
    assert found.figures["stop"] == "Dresden"
    assert value(s, ("4-0", ("A4.0", "B5.0", "A6.0"))) == 60


@pytest.mark.rule("1824-VII.2-3")
def test_mines_end_a_route():
    s = marker(bohemia(prag(*GREEN)), "BK", "B5.0")
    found = refused(ready(s, "BK", "2g-0"), runs(("2g-0", way("FIC"))), "VII.2-3")
    assert found.figures["stop"] == "EPP"
    refused(ready(s, "BK", "4-0"), runs(("4-0", way("FIC"))), "VII.2-3")


def pilsen(*owners: str) -> Any:
    """BK in Prag and these markers in Pilsen's two circles: Prag – C – B – Pilsen – Dresden."""
    s = bohemia(prag(*GREEN))
    for owner in owners:
        s = marker(s, owner, "B5.0")
    return ready(s, "BK", "5-0")


@pytest.mark.rule("1824-VII.2-3b")
def test_a_city_full_of_foreign_markers_ends_a_route():
    s = pilsen("MS", "CL")
    found = refused(s, runs(("5-0", way("GCBFA"))), "VII.2-3b")
    assert found.figures["stop"] == "Pilsen"
    assert value(s, ("5-0", way("GCBF"))) == 80


@pytest.mark.rule("1824-VII.2-3b")
@pytest.mark.parametrize("owners", [(), ("MS",), ("MS", "BK")])
def test_a_free_circle_or_an_own_marker_lets_it_through(owners):
    assert value(pilsen(*owners), ("5-0", way("GCBFA"))) == 100
