"""Walks, segments, reach and connection on small boards; the incremental network."""

import json
import random
from pathlib import Path

import pytest

from stellwerk.board import COLOURS, Board, connected, network, reach
from stellwerk.board.reach import passable

SHARED = Path(__file__).parents[3] / "shared"


def lay(atlas, *tiles):
    board = Board()
    for text in tiles:
        hex_id, tile, rotation = text.split()
        board = board.lay(atlas, hex_id, tile, int(rotation))
    return board


# Port Augusta E4 - E6 - E8 - E10 - E12 - Dubbo E14, all straight.
STRAIGHT = ("E4 57 1", "E6 9 1", "E8 9 1", "E10 9 1", "E12 9 1", "E14 57 1")


def test_a_segment(atlas):
    board = lay(atlas, *STRAIGHT)
    walk = network(atlas, board).walk("E4.0")
    (segment,) = walk.segments
    # The smaller id comes first, as text.
    assert (segment.a, segment.b) == ("E14.0", "E4.0")
    assert segment.path == ("E14.0", "E12", "E10", "E8", "E6", "E4.0")
    assert segment.pieces[:3] == ("E14.e1", "E12.e4", "E12.e1")
    assert segment.gauge_changes == 1  # E6 to E8
    assert segment.other("E4.0") == "E14.0"
    assert ("E4", 4) in walk.touched
    assert ("E4", 1) in walk.touched  # out of the other end, into land not yet built
    assert ("E6", 1) not in walk.touched  # nobody turns back
    assert walk.hexes == {"E4", "E6", "E8", "E10", "E12", "E14"}
    assert "E2" in walk.seen


def test_both_ends_see_the_same_segment(atlas):
    tracks = network(atlas, lay(atlas, *STRAIGHT))
    assert tracks.walk("E4.0").segments == tracks.walk("E14.0").segments
    assert tracks.segments() == tracks.walk("E4.0").segments


def test_junctions_branch_but_do_not_turn(atlas):
    """Tile 23: side 0 leads to 3 and 4, but from 3 nobody gets to 4."""
    # E6 turned by 1: side 1 leads to sides 4 and 5.
    board = lay(atlas, "E4 57 1", "E6 23 1", "F7 8 0", "G6 6 1", "E8 9 1")
    assert board.face(atlas, "E6").exits == {1, 4, 5}
    walk = network(atlas, board).walk("E4.0")
    assert ("E6", 4) in walk.touched
    assert ("E6", 5) in walk.touched
    assert [segment.path for segment in walk.segments] == [("E4.0", "E6", "F7", "G6.0")]
    back = network(atlas, board).walk("G6.0")
    assert ("E6", 1) in back.touched
    assert ("E6", 4) not in back.touched


def test_parallel_segments_conflict_at_the_shared_side(atlas):
    """Two ways from Port Augusta part in E6 and share the half-track at its side 1."""
    board = lay(atlas, "E4 57 1", "E6 23 1", "F7 8 0", "G6 6 1", "E8 9 1", "E10 9 1", "E12 9 1", "E14 57 1")
    one, two = network(atlas, board).walk("E4.0").segments
    assert set(one.pieces) & set(two.pieces) == {"E4.e4", "E6.e1"}


def test_stops_of_one_hex(atlas):
    board = lay(atlas, "G10 66 0")
    tracks = network(atlas, board)
    assert tracks.walk("G10.0").touched == {("G10", 0), ("G10", 3)}
    assert tracks.walk("G10.1").touched == {("G10", 1), ("G10", 2)}


def test_red_areas_end_a_route(atlas):
    board = lay(atlas, "B5 8 0", "C4 57 0", "B3 8 3")
    tracks = network(atlas, board)
    assert tracks.terminal("A4.0")
    assert tracks.terminal("D1.0")
    assert not tracks.terminal("F3.0")


def test_reach_stops_at_full_cities(atlas):
    board = lay(atlas, "E2 57 1", "E4 57 1").place(atlas, "E2.0", "SAR")
    open_reach = reach(atlas, board, "SAR")
    assert open_reach.stops == {"E2.0", "E4.0"}
    assert ("E4", 4) in open_reach.exits
    assert open_reach.into("E6") == (1,)
    blocked = board.place(atlas, "E4.0", "CAR")
    closed = reach(atlas, blocked, "SAR")
    assert "E4.0" in closed.stops
    assert "E4.0" not in closed.passable
    assert ("E4", 4) not in closed.exits
    assert "E4" in closed.hexes
    assert "E6" not in closed.hexes
    assert not passable(atlas, blocked, "E4.0", "SAR")
    assert passable(atlas, blocked, "E4.0", "CAR")
    # The owner of the marker passes, and so does one whose marker lies beside.
    assert ("E4", 4) in reach(atlas, blocked, "CAR").exits
    beside = blocked.place_beside("E4.0", "SAR")
    assert ("E4", 4) in reach(atlas, beside, "SAR").exits
    # A second slot opens the city again.
    wider = blocked.lay(atlas, "E4", "14", 1)
    assert ("E4", 4) in reach(atlas, wider, "SAR").exits


def test_a_home_without_track_is_reached(atlas):
    found = reach(atlas, Board().place(atlas, "E4.0", "CAR"), "CAR")
    assert found.stops == {"E4.0"}
    assert found.hexes == {"E4"}
    assert found.exits == frozenset()
    assert reach(atlas, Board(), "CAR").stops == frozenset()


def test_no_train_turns_in_a_stop(atlas):
    """The tracks from Adelaide and from Dubbo both meet Port Augusta over side 4; none joins them."""
    board = lay(atlas, "E4 57 1", "E6 23 1", "F7 8 0", "G6 6 1", "E8 9 1", "E10 9 1", "E12 9 1", "E14 57 1")
    assert connected(atlas, board, "G6.0", "E4.0")
    assert connected(atlas, board, "E14.0", "E4.0")
    assert not connected(atlas, board, "G6.0", "E14.0")
    found = reach(atlas, board.place(atlas, "G6.0", "SAR"), "SAR")
    assert found.stops == {"G6.0", "E4.0"}
    assert ("E4", 1) in found.exits
    assert ("E6", 4) not in found.exits
    # A marker in the stop itself starts both ways.
    both = reach(atlas, board.place(atlas, "E4.0", "SAR"), "SAR")
    assert both.stops == {"G6.0", "E4.0", "E14.0"}


def test_connection_ignores_markers(atlas):
    board = lay(atlas, "E2 57 1", "E4 57 1", "E6 9 1")
    assert connected(atlas, board, "E2.0", "E4.0")
    assert connected(atlas, board.place(atlas, "E4.0", "CAR"), "E2.0", "E4.0")
    assert not connected(atlas, board, "E2.0", "G6.0")


def test_no_connection_through_a_red_area(atlas):
    # B3 and B5 both end in Alice Springs A4.
    board = lay(atlas, "B3 9 0", "B5 9 2")
    tracks = network(atlas, board)
    assert tracks.walk("A4.0").touched >= {("B3", 0), ("B5", 5)}
    assert tracks.terminal("A4.0")
    # Through the area there would be a way from Whyalla's side to the inland one.
    board = lay(atlas, "B3 9 0", "C2 9 0", "B5 9 2", "C6 9 2", "D7 9 2")
    assert connected(atlas, board, "D1.0", "A4.0")
    assert reach(atlas, board.place(atlas, "D1.0", "WA"), "WA").stops == {"D1.0", "A4.0"}
    assert ("B5", 5) not in reach(atlas, board.place(atlas, "D1.0", "WA"), "WA").exits


def picture(atlas, board):
    """Everything the network says, for comparison."""
    tracks = network(atlas, board)
    return {stop: tracks.walk(stop) for stop in tracks.stops()}


def random_game(atlas, seed, lays=45):
    """Boards that grow by random fitting tiles, with markers strewn in."""
    rng = random.Random(seed)
    board = Board().place(atlas, "E4.0", "CAR").place(atlas, "F17.0", "NSW").place(atlas, "D1.0", "WA")
    buildable = [key for key, spec in atlas.hexes.items() if spec.buildable]
    for _ in range(lays):
        hex_id = rng.choice(buildable)
        before = board.colour(atlas, hex_id)
        following = "yellow" if before == "white" else COLOURS[min(COLOURS.index(before) + 1, 3)]
        fits = atlas.fitting(hex_id, board.face(atlas, hex_id), following)
        if not fits:
            continue
        number, rotations = rng.choice(fits)
        board = board.lay(atlas, hex_id, number, rng.choice(rotations))
        if rng.random() < 0.3:
            stop = rng.choice(network(atlas, board).stops())
            if board.free_slots(atlas, stop):
                board = board.place(atlas, stop, rng.choice(["CAR", "NSW", "WA"]))
        yield board


@pytest.mark.parametrize("seed", range(30))
def test_incremental_equals_from_scratch(atlas, seed):
    for board in random_game(atlas, seed):
        fresh = Board(board.laid, board.markers, board.beside)
        assert picture(atlas, board) == picture(atlas, fresh)
        for owner in ("CAR", "NSW", "WA"):
            kept, new = reach(atlas, board, owner), reach(atlas, fresh, owner)
            assert kept.stops == new.stops
            assert kept.passable == new.passable
            assert kept.hexes == new.hexes
            assert kept.exits == new.exits
            assert kept.segments == new.segments


@pytest.mark.parametrize("seed", range(5))
def test_segments_are_sound(atlas, seed):
    *_, board = random_game(atlas, seed, lays=150)
    for segment in network(atlas, board).segments():
        assert segment.a < segment.b
        assert len(set(segment.pieces)) == len(segment.pieces)
        assert segment.path[0] == segment.a
        assert segment.path[-1] == segment.b
        assert len(segment.pieces) == 2 * len(segment.path) - 2


def recorded_boards(atlas):
    """The tiles of a recorded game after each action."""
    folder = SHARED / "fixtures" / "18xx.games"
    actions = json.loads((folder / "1848-game-end-bank.json").read_text())["actions"]
    counted = {entry["after"] for entry in json.loads((folder / "1848-game-end-bank.trace.json").read_text())}
    board = Board()
    for action in actions:
        if action["id"] in counted and action["type"] == "lay_tile":
            board = board.lay(atlas, action["hex"], action["tile"].split("-")[0], int(action["rotation"]))
        yield action["id"], board


@pytest.mark.skipif(not (SHARED / "bench").exists(), reason="../shared/bench is not at hand")
def test_recorded_positions(atlas):
    """Stops and segments of real positions, found there by another program.

    It lets a train turn in a stop when it looks for what can be reached; so its lists may be longer.
    """

    def stop(name):
        hex_id, index = name.split(".")
        return f"{hex_id}.{index[1:]}"

    boards = dict(recorded_boards(atlas))
    files = sorted((SHARED / "bench" / "routes").glob("1848-bank-*.json"))
    assert files
    for file in files:
        data = json.loads(file.read_text())
        board = boards[max(key for key in boards if key < data["action_id"])]
        markers = {
            stop(n["id"]): tuple(t or "" for t in n["tokens"]) for n in data["nodes"] if any(n["tokens"])
        }
        board = Board(board.laid, markers)
        owner = data["company"]
        theirs = {
            (
                frozenset((stop(e["a"]), stop(e["b"]))),
                frozenset(p[:-2] for p in e["pieces"] if ".t" not in p),
                e["gauge_changes"],
            )
            for e in data["edges"]
        }
        found = reach(atlas, board, owner)
        mine = {(frozenset((s.a, s.b)), frozenset(s.pieces), s.gauge_changes) for s in found.segments}
        assert mine <= theirs
        assert found.stops <= {stop(n["id"]) for n in data["nodes"]}
        blocked = {stop(n["id"]) for n in data["nodes"] if n["blocked"] or n["terminal"]}
        assert {s for s in found.stops if s not in found.passable} <= blocked
        # Turning allowed, the same lists come out.
        tracks, queue, turned = network(atlas, board), list(board.markers_of(owner)), set()
        walked = set()
        while queue:
            here = queue.pop()
            if here in walked:
                continue
            walked.add(here)
            for s in tracks.walk(here).segments:
                turned.add((frozenset((s.a, s.b)), frozenset(s.pieces), s.gauge_changes))
                if passable(atlas, board, s.other(here), owner):
                    queue.append(s.other(here))
        assert turned == theirs
