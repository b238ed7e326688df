"""VII.6: the first tile on a hex."""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal
from stellwerk.games.g1824.rules.runs import RUNS
from stellwerk.mech18.track import LayTile

from .lines import GREEN, bohemia, lay, prag
from .table import (
    MARKER,
    TRACK,
    cash_of,
    do,
    forbidden,
    home,
    marker,
    offered,
    refused,
    start,
    stock,
    turn,
)

PRAG = {"B9": ("57", 1)}
"""Prag with track to B7 and B11."""


def lays(s: Any, seat: int = 0) -> list[LayTile]:
    return offered(s, seat, lambda a: isinstance(a, LayTile))


def hexes(s: Any) -> set[str]:
    """Where the acting company may lay a tile."""
    return {action.hex for action in lays(s)}


def tiles_on(s: Any, hex_id: str) -> set[str]:
    return {action.tile for action in lays(s) if action.hex == hex_id}


def fresh(railway: str, players: int = 4, variant: str = "base") -> Any:
    """The first turn of a coal or pre-state railway of Ann; nothing lies on the map."""
    return turn(stock(players, {railway: 0}, variant=variant), railway)


def bk(*track: dict[str, tuple[str, int]]) -> Any:
    """BK's turn, not its first, with its marker in Prag."""
    return turn(lay(prag("2"), *track), "BK")


# -- VII.6-1: one tile ---------------------------------


@pytest.mark.rule("1824-VII.6-1")
def test_one_yellow_tile_in_a_turn():
    s = do(bk(PRAG), LayTile(0, "B7", "9", 1))
    assert s.frame.step > TRACK
    assert not lays(s)
    refused(s, LayTile(0, "B11", "9", 1), "VII.5-1")


@pytest.mark.rule("1824-VII.6-1")
def test_a_yellow_tile_or_an_upgrade_but_not_both():
    s = turn(lay(prag(*GREEN), PRAG), "BK")
    assert {"B7", "B9", "B11"} <= hexes(s)
    assert do(s, LayTile(0, "B9", "14", 1)).frame.step > TRACK
    for laid in ("yellow", "upgrade"):
        # Where a turn allowed more than it does, its own rule would still refuse.
        for action in (LayTile(0, "B9", "14", 1), LayTile(0, "B11", "9", 1)):
            assert refused(s.update_frame(lays=(laid,)), action, "VII.6-1").figures["laid"] == 1


@pytest.mark.rule("1824-VII.6-1", "1824-VII.6-7")
@pytest.mark.parametrize(("railway", "hex_id", "number"), [("KK1", "E12", "499"), ("UG1", "F17", "498")])
def test_the_yellow_tile_of_a_capital_is_such_a_step(railway, hex_id, number):
    s = fresh(railway)
    assert tiles_on(s, hex_id) == {number}
    after = do(s, LayTile(0, hex_id, number, 0))
    assert after.board.laid[hex_id].tile == number
    assert not lays(after)


# -- VII.6-2: home first ---------------------------------


@pytest.mark.rule("1824-VII.6-2")
def test_the_first_tile_goes_home():
    s = turn(start(stock(), "BK"), "BK")
    assert s.frame.first
    assert hexes(s) == {"B9"}
    forbidden(s, LayTile(0, "B7", "9", 1), "VII.6-2", company="BK", home="B9")
    assert Pass(0) in legal(s, 0)  # it need not lay any


@pytest.mark.rule("1824-VII.6-2", "1824-VII.6-3")
def test_still_at_home_if_nothing_was_laid_in_the_first_turn():
    s = bk()
    assert not s.frame.first
    assert hexes(s) == {"B9"}


@pytest.mark.rule("1824-VII.6-2")
def test_not_where_the_home_is_built_already():
    s = turn(lay(start(stock(), "BK"), PRAG), "BK")
    assert s.frame.first
    assert hexes(s) == {"B7", "B11"}


@pytest.mark.rule("1824-VII.6-2", "1824-VII.6-3b")
@pytest.mark.parametrize(
    ("railway", "wanted"),
    [
        ("SD1", {"E12", "F11"}),
        ("KK1", {"E12", "E10"}),
        ("KK2", {"E12", "D11"}),
        ("UG1", {"F17", "E18"}),
        ("EPP", {"B5", "B7"}),
        ("EOD", {"A10", "B13"}),
        ("MLB", {"A20", "B23"}),
        ("SPB", {"H23", "G26"}),
    ],
)
def test_wien_budapest_and_mines_are_exempt(railway, wanted):
    assert hexes(cash_of(fresh(railway), railway, 100)) == wanted


@pytest.mark.rule("1824-VII.6-2")
@pytest.mark.parametrize(("railway", "place"), [("SD2", "G10"), ("SD3", "G4"), ("UG2", "H15")])
def test_other_pre_state_railways_build_their_home(railway, place):
    assert hexes(fresh(railway)) == {place}


@pytest.mark.rule("1824-VII.6-2")
def test_a_red_home_is_exempt():
    """Sarajevo cannot be built; neither can Budapest in Cisleithania for three."""
    s = turn(start(stock(), "BH"), "BH")
    assert s.frame.first
    assert hexes(s) == {"I10", "I12", "I14", "I16"}
    ug1 = fresh("UG1", 3, "cisleithania-3")
    assert ug1.board.markers_of("UG1") == ("G12.0",)
    assert hexes(ug1)
    assert "G12" not in hexes(ug1)


# -- VII.6-3: connection ---------------------------------


@pytest.mark.rule("1824-VII.6-3")
def test_a_tile_joins_own_track():
    s = bk(PRAG)
    assert hexes(s) == {"B7", "B11"}
    assert {action.rotation for action in lays(s) if (action.hex, action.tile) == ("B7", "9")} == {1}
    forbidden(s, LayTile(0, "B7", "9", 0), "VII.6-3", company="BK", hex="B7")
    forbidden(s, LayTile(0, "A8", "4", 1), "VII.6-3", hex="A8")
    forbidden(s, LayTile(0, "A8", "58", 5), "VII.6-3", hex="A8")  # against a side of Prag without track


@pytest.mark.rule("1824-VII.6-3")
def test_the_own_marker_alone_is_enough():
    """No second place is needed to build on, unlike for a run."""
    assert LayTile(0, "B7", "9", 1) in legal(bk(PRAG), 0)


@pytest.mark.rule("1824-VII.6-3")
def test_track_of_others_serves_too_but_not_through_their_full_cities():
    free = bk({**PRAG, "B7": ("9", 1)}, {"B5": ("5", 3)})  # sides 3 and 4: to A6 and to B7
    assert "A6" in hexes(free)
    blocked = turn(marker(free, "MS", "B5.0"), "BK")
    assert "A6" not in hexes(blocked)
    forbidden(blocked, LayTile(0, "A6", "58", 4), "VII.6-3", company="BK", hex="A6")
    own = turn(marker(free, "BK", "B5.0"), "BK")
    assert "A6" in hexes(own)


@pytest.mark.rule("1824-VII.6-3")
def test_no_building_round_a_junction():
    """From Prag the junction at B11 leads to B13 and C12; from B13 nothing leads to C12."""
    s = turn(lay(prag("2", "3"), {**PRAG, "B11": ("23", 1)}), "BK")
    assert {"B13", "C12"} <= hexes(s)
    east = home(start(stock(), "MS"), "MS")
    east = turn(lay(east, {"C12": ("57", 2), "B11": ("23", 1)}), "MS")
    assert "B9" in hexes(east)
    assert "B13" not in hexes(east)


@pytest.mark.rule("1824-VII.6-3b")
def test_coal_railways_build_from_both_exits_of_their_mine():
    s = fresh("EPP")
    sides = {"B5": 5, "B7": 0}
    atlas = s.book.atlas
    assert {action.hex for action in lays(s)} == set(sides)
    for action in lays(s):
        assert sides[action.hex] in atlas.face(action.tile, action.rotation).exits


# -- VII.6-4: matching tiles ---------------------------------


@pytest.mark.rule("1824-VII.6-4")
def test_the_tile_matches_the_hex():
    s = bk(PRAG, {"B11": ("23", 1), "B7": ("9", 0)})
    assert tiles_on(bk(), "B9") == {"5", "6", "57"}
    assert tiles_on(bk(PRAG), "B7") == {"7", "8", "9"}
    assert tiles_on(s, "C12") == {"5", "6", "57"}
    south = bk({"B9": ("57", 2)})  # sides 2 and 5: to the towns A8 and C10
    assert tiles_on(south, "C10") == {"3", "4", "58"}


@pytest.mark.rule("1824-VII.6-4")
@pytest.mark.parametrize(
    ("hex_id", "number", "old", "new"),
    [
        ("B9", "9", "city", "no place"),
        ("B9", "4", "city", "town"),
        ("B7", "57", "no place", "city"),
        ("B7", "4", "no place", "town"),
        ("A8", "9", "town", "no place"),
        ("A8", "57", "town", "city"),
        ("B13", "4", "town, town", "town"),
        ("A8", "55", "town", "town, town"),
    ],
)
def test_other_tiles_are_refused(hex_id, number, old, new):
    found = refused(bk(), LayTile(0, hex_id, number, 1), "VII.6-4")
    assert (found.figures["old"], found.figures["new"]) == (old, new)


@pytest.mark.rule("1824-VII.6-4")
def test_there_is_no_such_hex_tile_or_rotation():
    s = bk()
    for action in (LayTile(0, "Z9", "57", 1), LayTile(0, "B9", "58X", 1), LayTile(0, "B9", "57", 6)):
        refused(s, action, "VII.6-4")


@pytest.mark.rule("1824-VII.6-4b")
def test_two_towns_take_a_tile_with_two_towns():
    """B13, reached from Brünn over its side 0; the other track of the tile may lead anywhere."""
    s = turn(lay(home(start(stock(), "MS"), "MS"), {"C12": ("57", 0)}), "MS")
    atlas = s.book.atlas
    on_b13 = [action for action in lays(s) if action.hex == "B13"]
    assert {action.tile for action in on_b13} <= {"1", "2", "55", "56", "69", "630", "631"}
    assert LayTile(0, "B13", "56", 4) in on_b13  # towns 4–0 and 5–1: only the first is joined
    assert all(0 in atlas.face(action.tile, action.rotation).exits for action in on_b13)
    forbidden(s, LayTile(0, "B13", "55", 1), "VII.6-3")  # towns 1–4 and 2–5: none is joined


@pytest.mark.rule("1824-VII.6-4c")
@pytest.mark.parametrize("hex_id", ["A18", "C26", "E26", "I8"])
def test_t_places_take_t_tiles_only(hex_id):
    s = bk()
    for number in ("5", "6", "57"):
        found = refused(s, LayTile(0, hex_id, number, 1), "VII.6-4c")
        assert found.figures["wanted"] == "T"
    fits = s.book.atlas.fitting(hex_id, s.book.atlas.hexes[hex_id].printed, "yellow")
    assert {number for number, _ in fits} <= {"401", "447"}


@pytest.mark.rule("1824-VII.6-4c")
@pytest.mark.parametrize("number", ["401", "447"])
def test_t_tiles_lie_nowhere_else(number):
    found = refused(bk(), LayTile(0, "B9", number, 1), "VII.6-4c")
    assert (found.figures["wanted"], found.figures["label"]) == ("–", "T")


@pytest.mark.rule("1824-VII.6-4c")
def test_capitals_take_their_own_tiles_only():
    """A tile with other places is refused for them (VII.6-4), one with as many for its letter."""
    for railway, hex_id, others in (
        ("KK1", "E12", ("498", "57", "401")),
        ("UG1", "F17", ("499", "57", "401")),
        ("KK1", "B9", ("498", "499")),
    ):
        s = fresh(railway)
        for number in others:
            refused(s.update_frame(first=False), LayTile(0, hex_id, number, 0), "VII.6-4")


# -- VII.6-5: terrain ---------------------------------


@pytest.mark.rule("1824-VII.6-5")
@pytest.mark.parametrize(
    ("railway", "action", "cost"),
    [
        ("KK1", LayTile(0, "E10", "9", 1), 20),
        ("KK1", LayTile(0, "E12", "499", 0), 20),
        ("EOD", LayTile(0, "A10", "4", 1), 40),
        ("KK2", LayTile(0, "D11", "9", 2), 0),
    ],
)
def test_the_treasury_pays_the_terrain(railway, action, cost):
    before = cash_of(fresh(railway), railway, 50)
    assert action in legal(before, 0)
    s = do(before, action)
    assert (s.cash[railway], s.cash["bank"]) == (50 - cost, before.cash["bank"] + cost)
    if cost:
        forbidden(cash_of(before, railway, cost - 1), action, "VII.6-5", cash=cost - 1, price=cost)
        assert do(cash_of(before, railway, cost), action).cash[railway] == 0


# -- VII.6-6: printed hexes and the edge ---------------------------------


@pytest.mark.rule("1824-VII.6-6")
@pytest.mark.parametrize("hex_id", ["A12", "C6", "A4", "B3", "H1", "J11", "J13"])
def test_gray_and_red_hexes_are_never_built_on(hex_id):
    refused(bk(), LayTile(0, hex_id, "9", 1), "VII.6-6")


@pytest.mark.rule("1824-VII.6-6")
def test_their_arrows_are_track():
    """Pilsen is joined with the mine and with Dresden by its own tile alone."""
    s = do(fresh("EPP"), LayTile(0, "B5", "57", 2))
    stops = {stop.id for stop in RUNS.network(s, "EPP").problem.stops}
    assert stops == {"C6.0", "B5.0", "A4.0"}


@pytest.mark.rule("1824-VII.6-6b")
@pytest.mark.parametrize(
    ("railway", "action", "edge"),
    [
        ("EPP", LayTile(0, "B5", "5", 5), 0),  # the edge of the map
        ("EPP", LayTile(0, "B5", "57", 0), 0),
        ("KK1", LayTile(0, "B11", "9", 0), 3),  # the mine A12 has no arrow there
        ("KK1", LayTile(0, "G24", "9", 2), 5),  # nor has H25
        ("KK1", LayTile(0, "B21", "9", 0), 3),  # nor A22
    ],
)
def test_no_track_into_the_edge(railway, action, edge):
    s = fresh(railway)
    found = refused(s, action, "VII.6-6b")
    assert found.figures["edge"] == edge


@pytest.mark.rule("1824-VII.6-6b")
@pytest.mark.parametrize(("variant", "players"), [("base", 4), ("cisleithania-2", 2), ("cisleithania-3", 3)])
def test_the_only_closed_sides_next_to_land_are_those_of_mines(variant, players):
    """No map has a red side without an arrow that track could run into."""
    atlas = stock(players, variant=variant).book.atlas
    closed = {
        spec.id
        for spec in atlas.hexes.values()
        for edge, beyond in enumerate(atlas.neighbours[spec.id])
        if beyond and not spec.buildable and atlas.hexes[beyond].buildable and edge not in spec.printed.exits
    }
    assert closed == {"A12", "A22", "C6", "H25"} & set(atlas.hexes)


@pytest.mark.rule("1824-VII.6-6c")
def test_a_tile_may_abut_track_without_joining_it():
    """A8 has track to B7; a tile on B7 need not take it up."""
    s = bk(PRAG, {"A8": ("87", 4)})
    assert LayTile(0, "B7", "9", 1) in legal(s, 0)
    after = do(s, LayTile(0, "B7", "9", 1))
    assert "A8.0" not in {stop.id for stop in RUNS.network(after, "BK").problem.stops}


# -- VII.6-7: the yellow tiles of Wien and Budapest ---------------------------------


@pytest.mark.rule("1824-VII.6-7")
def test_yellow_wien_keeps_track_and_markers():
    s = home(stock(owners={"SD1": 0, "KK1": 0, "KK2": 0}), "SD1", "KK1", "KK2")
    s = turn(s, "KK1")
    for rotation in range(1, 6):
        refused(s, LayTile(0, "E12", "499", rotation), "VII.6-7")
    after = do(s, LayTile(0, "E12", "499", 0))
    face = after.board.face(after.book.atlas, "E12")
    for railway, side in (("SD1", 0), ("KK1", 1), ("KK2", 2)):
        (stop,) = after.board.markers_of(railway)
        assert side in face.stop_exits[int(stop[-1])]


@pytest.mark.rule("1824-VII.6-7")
@pytest.mark.parametrize("rotation", [0, 1, 3, 4])
def test_yellow_budapest_keeps_track_and_marker(rotation):
    s = do(fresh("UG1"), LayTile(0, "F17", "498", rotation))
    (stop,) = s.board.markers_of("UG1")
    assert 3 in s.board.face(s.book.atlas, "F17").stop_exits[int(stop[-1])]


@pytest.mark.rule("1824-VII.6-7")
@pytest.mark.parametrize("rotation", [2, 5])
def test_yellow_budapest_must_not_cut_the_printed_track(rotation):
    forbidden(fresh("UG1"), LayTile(0, "F17", "498", rotation), "VII.6-7", hex="F17")


@pytest.mark.rule("1824-VII.6-1")
def test_building_is_a_choice():
    s = bk(PRAG)
    assert do(s, Pass(0)).frame.step >= MARKER


@pytest.mark.rule("1824-VII.6-3")
def test_everything_in_reach_may_be_built_on():
    """The hexes that the track of the example ends at, and no other."""
    s = turn(bohemia(prag("2")), "BK")
    found = hexes(s)
    assert {"C8", "B13"} <= found
    assert not found & {"D9", "E8", "B15"}
