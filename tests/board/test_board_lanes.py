"""Several tracks over one side of a hex: the six ways into Sarajevo."""

import pytest

from stellwerk.board import Board, connected, network, reach

# The track at the city, and the hex and side of it that the track comes from.
ENTRANCES = {
    "J13.e1": ("I10", 5),
    "J13.e1.1": ("I12", 0),
    "J13.e2": ("I12", 5),
    "J13.e3": ("I14", 0),
    "J13.e4.1": ("I14", 5),
    "J13.e4": ("I16", 0),
}


def test_six_ways_out(austria):
    """Each lane is a branch of its own and leads out at a side of its own."""
    walk = network(austria, Board()).walk("J13.0")
    assert [branch.piece for branch in walk.branches] == [
        "J13.e1.1",
        "J13.e1",
        "J13.e2",
        "J13.e3",
        "J13.e4",
        "J13.e4.1",
    ]
    outside = [
        sorted((austria.neighbours[key][edge], (edge + 3) % 6) for key, edge in branch.exits)
        for branch in walk.branches
    ]
    found = {
        branch.piece: [(key, edge) for key, edge in sides if not key.startswith("J")]
        for branch, sides in zip(walk.branches, outside, strict=True)
    }
    assert found == {piece: [side] for piece, side in ENTRANCES.items()}


def test_routes_end_there(austria):
    tracks = network(austria, Board())
    assert tracks.terminal("J13.0")
    assert all(path.terminal for path in austria.hexes["J13"].printed.paths)


LINES = {
    "J13.e1": (("I10", "9", 2), ("H9", "9", 2), ("G8", "9", 2), ("F7", "57", 2)),
    "J13.e1.1": (("I12", "20", 2), ("H13", "20", 2), ("G14", "9", 0), ("F15", "9", 0), ("E16", "1", 0)),
    "J13.e2": (("H11", "58", 5),),
    "J13.e3": (("I14", "20", 2), ("H15", "57", 0)),
    "J13.e4.1": (("G12", "9", 2), ("F11", "1", 1)),
    "J13.e4": (("I16", "1", 0),),
}


def test_all_six_at_once(austria):
    """No two ways share a piece of track: six trains could arrive in one round."""
    board = Board()
    for line in LINES.values():
        for key, tile, rotation in line:
            board = board.lay(austria, key, tile, rotation)
    segments = [s for s in network(austria, board).segments() if "J13.0" in (s.a, s.b)]
    assert {(s.pieces[-1] if s.b == "J13.0" else s.pieces[0]): s.other("J13.0") for s in segments} == {
        "J13.e1": "F7.0",
        "J13.e1.1": "E16.1",
        "J13.e2": "H11.0",
        "J13.e3": "H15.0",
        "J13.e4.1": "F11.1",
        "J13.e4": "I16.1",
    }
    pieces = [piece for segment in segments for piece in segment.pieces]
    assert len(segments) == 6
    assert len(pieces) == len(set(pieces))


def test_lanes_do_not_mix(austria):
    """Track into J11 from the north-west arrives in one lane only and never leaves north-east."""
    board = Board().lay(austria, "I10", "9", 2).lay(austria, "H9", "9", 2).lay(austria, "G8", "9", 2)
    board = board.lay(austria, "F7", "57", 2)
    [segment] = [s for s in network(austria, board).segments() if "J13.0" in (s.a, s.b)]
    assert segment.path == ("F7.0", "G8", "H9", "I10", "J11", "J13.0")
    assert segment.pieces[-4:] == ("I10.e5", "J11.e2", "J11.e4", "J13.e1")


@pytest.mark.parametrize("owner", ["BH", "SD"])
def test_nobody_runs_through(austria, owner):
    """Not even the company whose marker lies there."""
    board = Board().lay(austria, "I10", "9", 2).lay(austria, "H9", "9", 2).lay(austria, "G8", "9", 2)
    board = board.lay(austria, "F7", "57", 2).lay(austria, "I16", "1", 0).place(austria, "J13.0", "BH")
    assert connected(austria, board, "J13.0", "F7.0")
    assert connected(austria, board, "J13.0", "I16.1")
    assert not connected(austria, board, "F7.0", "I16.1")
    if owner == "SD":
        board = board.place(austria, "F7.0", "SD")
    found = reach(austria, board, owner)
    assert "J13.0" in found.stops
    assert "J13.0" not in found.passable
    assert ("I16.1" in found.stops) == (owner == "BH")
