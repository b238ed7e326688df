"""Turning tiles, keeping track in upgrades, and where stops go."""

import pytest

from stellwerk.board import Board
from stellwerk.board.hexes import EDGES, OPPOSITE, hex_at, neighbour, position
from stellwerk.board.parse import parse_paths, parse_stop
from stellwerk.board.tile import Path, Stop, revenue


def test_names_and_places():
    assert position("A4") == (4, 0)
    assert position("AA3") == (3, 26)
    assert hex_at(3, 26) == "AA3"
    assert [neighbour("E4", edge) for edge in EDGES] == ["F3", "E2", "D3", "D5", "E6", "F5"]
    assert all(neighbour(neighbour("E4", edge), OPPOSITE[edge]) == "E4" for edge in EDGES)


def test_turning(atlas):
    assert atlas.tiles["8"].turned(0).exits == {0, 2}
    assert atlas.tiles["8"].turned(5).exits == {5, 1}
    assert atlas.tiles["64"].turned(4).stops[1].at == 1.5
    assert [atlas.tiles["9"].canonical(rotation) for rotation in EDGES] == [0, 1, 2, 0, 1, 2]
    assert [atlas.tiles["40"].canonical(rotation) for rotation in EDGES] == [0, 1, 0, 1, 0, 1]
    assert [atlas.tiles["5"].canonical(rotation) for rotation in EDGES] == list(EDGES)


@pytest.mark.parametrize("rotation", [-7, -1, 6, 8, 12, 13])
def test_six_turns_are_none(atlas, rotation):
    """Whoever turns on, or back, comes to the same picture, and the board keeps it under one number."""
    tile, once = atlas.tiles["64"], rotation % 6
    assert tile.turned(rotation) is tile.turned(once)
    assert atlas.face("64", rotation) is tile.turned(once)
    assert atlas.tiles["9"].canonical(rotation) == once % 3
    laid = Board().lay(atlas, "E6", "8", rotation)
    assert laid == Board().lay(atlas, "E6", "8", once)
    assert laid.laid["E6"].rotation == once


@pytest.mark.parametrize(
    ("old", "rotation", "new", "expected"),
    [
        ("9", 0, "20", (0, 2, 3, 5)),  # a crossing of two straights, either may be the old one
        ("9", 1, "23", (1, 4)),
        ("8", 0, "25", (0, 2)),
        ("7", 0, "26", (1,)),  # the sharp curve joins side 5 + 1 and side 0 + 1
        ("7", 0, "20", ()),
        ("57", 0, "14", (0, 2, 3, 5)),
        ("57", 0, "238", ()),  # three adjacent exits, no straight among them
        ("57", 0, "236", (0, 3)),
        ("5", 2, "611", (2, 1, 0, 5)),
        ("14", 0, "611", (0, 3)),
        ("235", 0, "59", (0, 4)),
    ],
)
def test_rotations_keep_track(atlas, old, rotation, new, expected):
    face = atlas.tiles[old].turned(rotation)
    assert atlas.rotations(face, atlas.tiles[new]) == tuple(sorted(expected))


def test_blank_hexes(atlas):
    assert atlas.rotations(atlas.hexes["E6"].printed, atlas.tiles["9"]) == tuple(EDGES)
    assert atlas.rotations(atlas.hexes["B17"].printed, atlas.tiles["235"]) == tuple(EDGES)
    # A place does not vanish.
    assert atlas.rotations(atlas.hexes["E4"].printed, atlas.tiles["9"]) == ()


def test_double_cities_follow_their_track(atlas):
    blank, yellow = atlas.hexes["B17"].printed, atlas.tiles["235"].turned(2)
    assert atlas.stop_map(blank, yellow) == (0, 1)
    # 59 keeps side 2 either as the track of its first city or of its second.
    same, swapped = atlas.tiles["59"].turned(2), atlas.tiles["59"].turned(0)
    assert atlas.stop_map(yellow, same) == (0, 1)
    assert atlas.stop_map(yellow, swapped) == (1, 0)
    # 59 turned by 2 has sides 2 and 4; 66 joins 0-3 and 1-2.
    assert atlas.rotations(same, atlas.tiles["66"]) == (1, 2)
    for rotation in atlas.rotations(same, atlas.tiles["66"]):
        brown = atlas.tiles["66"].turned(rotation)
        for old, new in enumerate(atlas.stop_map(same, brown)):
            assert same.stop_exits[old] <= brown.stop_exits[new]


def test_all_stops_go_to_the_only_city(atlas):
    assert atlas.stop_map(atlas.tiles["59"].turned(0), atlas.tiles["611"].turned(0)) == (0, 0)


def test_fitting_tiles_stay_on_the_map(atlas):
    """Port Augusta lies inland but for the harbour side without an arrow."""
    fits = dict(atlas.fitting("E4", atlas.hexes["E4"].printed, "yellow"))
    assert set(fits) == {"5", "6", "57"}
    assert all(0 not in atlas.tiles[n].turned(r).exits for n, rotations in fits.items() for r in rotations)
    assert fits["57"] == (1, 2)


def test_the_coast_without_and_with_its_special_tile(atlas):
    """Mount Gambier may lead into I8 only once a tile there meets it."""
    assert dict(atlas.fitting("H7", atlas.hexes["H7"].printed, "yellow"))["57"] == (2,)
    assert not Board().leads_on(atlas, "H7", 5)
    assert Board().lay(atlas, "I8", "241", 0).leads_on(atlas, "H7", 5)
    assert not Board().lay(atlas, "I8", "241", 2).leads_on(atlas, "H7", 5)
    assert Board().leads_on(atlas, "H7", 2)
    assert not Board().leads_on(atlas, "H7", 0)


def test_labels(atlas):
    sydney = atlas.hexes["F17"]
    assert [sydney.label_on(colour) for colour in ("yellow", "green", "brown")] == ["", "K", "K"]
    assert atlas.hexes["B17"].label_on("green") == "OO"


def test_texts():
    assert parse_stop("city 30 slots=2 home=QR,SAR") == Stop("city", 2, 30, home=("QR", "SAR"))
    mine = parse_stop("mine 10/-/20 slots=1 group=west")
    assert [revenue(mine, colour) for colour in ("yellow", "green", "brown", "gray")] == [10, 10, 20, 20]
    assert parse_paths("0-3 2-s1! 4:1-s0(metre)") == (
        Path(0, 3),
        Path(2, 7, terminal=True),
        Path(4, 6, lane_a=1, gauge="metre"),
    )
    with pytest.raises(ValueError, match="neither"):
        parse_paths("0-6")
    with pytest.raises(ValueError, match="unknown"):
        parse_stop("city slot=2")
