"""Connections use no piece of track twice: single loops by hand, tangles against a list of all walks."""

from collections.abc import Iterable
from random import Random

import pytest
from benchmarks.players import setup_of
from msgspec.structs import replace

from stellwerk.board import Atlas, Board
from stellwerk.board.board import Laid
from stellwerk.board.hexes import OPPOSITE, HexId, StopId, stop_id
from stellwerk.board.reach import connected, passable, reach
from stellwerk.board.tile import JUNCTION, RUNS_ON, STOP
from stellwerk.board.track import network
from stellwerk.board.trails import Trails, trails
from stellwerk.engine import Game, title


class Walks:
    """Every walk from some stops, one after the other; told by the paths alone, and slow."""

    def __init__(self, atlas: Atlas, board: Board, gauge: str, through) -> None:
        self.atlas, self.board, self.gauge, self.through = atlas, board, gauge, through
        self.used: set[tuple[str, ...]] = set()
        self.called: set[HexId] = set()  # hexes of one call that the walk has been through
        self.stops: set[StopId] = set()
        self.hexes: set[HexId] = set()
        self.exits: set[tuple[HexId, int]] = set()

    def start(self, stops: Iterable[StopId]) -> "Walks":
        for stop in stops:
            hex_id, index = self.atlas.where[stop]
            self.stops.add(stop)
            self.hexes.add(hex_id)
            self._through(hex_id, STOP + index)
        return self

    def _through(self, hex_id: HexId, stop: int) -> None:
        """On from a stop, unless the walk has been through one where it may not be twice."""
        if not self.atlas.hexes[hex_id].one_call:
            self._leave(hex_id, stop, 0)
        elif hex_id not in self.called:
            self.called.add(hex_id)
            self._leave(hex_id, stop, 0)
            self.called.remove(hex_id)

    def _leave(self, hex_id: HexId, end: int, lane: int) -> None:
        """On from an end of track, by every path there that is not used up."""
        face = self.board.face(self.atlas, hex_id)
        for number, path in enumerate(face.paths):
            if self.gauge and self.gauge not in RUNS_ON[path.gauge]:
                continue
            for near, near_lane, far, far_lane in (
                (path.a, path.lane_a, path.b, path.lane_b),
                (path.b, path.lane_b, path.a, path.lane_a),
            ):
                if (near, near_lane) == (end, lane):
                    inner = near >= STOP and far >= STOP
                    piece = (hex_id, "p", str(number)) if inner else (hex_id, str(far), str(far_lane))
                    self._go(hex_id, far, far_lane, piece if inner or far < STOP else None)

    def _go(self, hex_id: HexId, far: int, lane: int, piece: tuple[str, ...] | None) -> None:
        if piece in self.used:
            return
        if piece is not None:
            self.used.add(piece)
        if far >= STOP:
            face = self.board.face(self.atlas, hex_id)
            stop = stop_id(hex_id, far - STOP)
            if face.stops[far - STOP].kind == JUNCTION:
                self._leave(hex_id, far, 0)
            else:
                self.stops.add(stop)
                if self.through(stop):
                    self._through(hex_id, far)
        else:
            self.exits.add((hex_id, far))
            self._cross(hex_id, far, lane)
        if piece is not None:
            self.used.remove(piece)

    def _cross(self, hex_id: HexId, side: int, lane: int) -> None:
        beyond = self.atlas.neighbours[hex_id][side]
        if beyond is None:
            return
        entry, piece = OPPOSITE[side], (beyond, str(OPPOSITE[side]), str(lane))
        ends = {
            end
            for path in self.board.face(self.atlas, beyond).paths
            if not self.gauge or self.gauge in RUNS_ON[path.gauge]
            for end in ((path.a, path.lane_a), (path.b, path.lane_b))
        }
        if (entry, lane) not in ends or piece in self.used:
            return
        self.hexes.add(beyond)
        self.used.add(piece)
        self._leave(beyond, entry, lane)
        self.used.remove(piece)


def meets(atlas: Atlas, laid: dict[HexId, Laid], key: HexId, tile: Laid) -> int:
    """How much of the track around a tile would join."""
    here = atlas.face(tile.tile, tile.rotation).exits
    board = Board(laid)
    fits = 0
    for side, beyond in enumerate(atlas.neighbours[key]):
        if beyond in laid:
            there = OPPOSITE[side] in board.face(atlas, beyond).exits
            fits += 1 if there and side in here else -1 if there or side in here else 0
    return fits


def tangle(atlas: Atlas, rng: Random, hexes: int) -> tuple[Board, list[StopId]]:
    """Random tiles on hexes that hang together, some stops blocked, some with a marker of "A"."""
    land = [key for key, spec in atlas.hexes.items() if spec.buildable]
    area = [rng.choice(land)]
    for key in area:  # grows: rings round the first hex
        area += [near for near in atlas.neighbours[key] if near in land and near not in area]
        if len(area) >= hexes:
            break
    # Loops need switches: stops, where every track meets every other, are few.
    curves = [number for number, tile in atlas.tiles.items() if not tile.stops and tile.paths]
    switches = [number for number in curves if len(atlas.tiles[number].paths) > 1]
    places = [number for number, tile in atlas.tiles.items() if tile.stops and tile.paths]
    laid: dict[HexId, Laid] = {}
    for key in area[:hexes]:
        draw = rng.random()
        kind = places if draw < 0.3 else curves if draw < 0.5 else switches
        tries = [Laid(rng.choice(kind), rng.randrange(6)) for _ in range(6)]
        laid[key] = max(tries, key=lambda tile: meets(atlas, laid, key, tile))
    board = Board(laid)
    stops = [stop for stop in network(atlas, board).stops() if atlas.where[stop][0] in area]
    markers = {}
    for stop in stops:
        slots = board.stop(atlas, stop).slots
        draw = rng.random()
        if slots and draw < 0.5:
            markers[stop] = ("A" if draw < 0.3 else "B",) * slots
    return Board(laid, markers), stops


def turning(atlas: Atlas, board: Board, gauge: str, starts: Iterable[StopId], through) -> set[object]:
    """The stops and exits of a train that only never turns on the spot: more than it has connections to."""
    tracks = network(atlas, board, gauge)
    front = [(stop, "") for stop in starts]
    known, found = set(front), set[object](starts)
    for stop, arrival in front:
        if arrival and not through(stop):
            continue
        for branch in tracks.walk(stop).branches:
            if branch.piece != arrival:
                found |= branch.exits | {way.to for way in branch.ways}
                new = {(way.to, way.arrival) for way in branch.ways} - known
                known |= new
                front += sorted(new)
    return found


def calling(atlas: Atlas, once: bool) -> Atlas:
    """The map with all its hexes of one call, or none."""
    hexes = {key: replace(spec, one_call=once) for key, spec in atlas.hexes.items()}
    return Atlas(hexes, atlas.tiles)


GAMES = ("1824", "1848", "1853", "1854")
CASES = 250


@pytest.mark.rule("1848-VIII-Lay-2", "1848-VIII-Stat-2", "1824-VII.8-5", "1853-4.1.6-a", "1854-TK-3")
@pytest.mark.parametrize("game", GAMES)
def test_reach_is_what_all_walks_find(game):
    """And in some of these tangles a train that may come back over its own track would find more."""
    atlas = calling(Game(setup_of(title(game), 0)).state.book.atlas, False)
    more = 0
    for seed in range(CASES):
        board, _ = tangle(atlas, Random(f"{game} {seed}"), 14)
        starts = board.markers_of("A")
        for gauge in ("", *atlas.gauges) if len(atlas.gauges) > 1 else ("",):

            def through(stop, board=board, gauge=gauge):
                return passable(atlas, board, stop, "A")

            walks = Walks(atlas, board, gauge, through).start(starts)
            found = reach(atlas, board, "A", gauge)
            assert trails(network(atlas, board, gauge), starts, through) == Trails(
                frozenset(walks.stops), frozenset(walks.hexes), frozenset(walks.exits)
            ), (seed, gauge)
            assert found.stops == walks.stops, (seed, gauge)
            assert found.exits == walks.exits, (seed, gauge)
            assert found.hexes == walks.hexes, (seed, gauge)
            assert found.passable == {stop for stop in walks.stops if through(stop)}, (seed, gauge)
            loose = turning(atlas, board, gauge, starts, through)
            assert walks.stops | walks.exits <= loose
            more += walks.stops | walks.exits < loose
    assert more


@pytest.mark.rule("1854-TR-2", "1854-RT-3")
def test_no_walk_leads_through_two_stops_of_a_hex_of_one_call():
    """All hexes are such here; in some of the tangles they keep a company from what it would reach."""
    book = Game(setup_of(title("1854"), 0)).state.book.atlas
    assert [key for key, spec in book.hexes.items() if spec.one_call] == ["C23"]
    atlas, free = calling(book, True), calling(book, False)
    fewer = 0
    for seed in range(CASES):
        board, _ = tangle(atlas, Random(f"one call {seed}"), 14)

        def through(stop, board=board):
            return passable(atlas, board, stop, "A")

        walks = Walks(atlas, board, "", through).start(board.markers_of("A"))
        found = reach(atlas, board, "A")
        assert found.stops == walks.stops, seed
        assert found.exits == walks.exits, seed
        assert found.hexes == walks.hexes, seed
        assert found.passable == {stop for stop in walks.stops if through(stop)}, seed
        fewer += found.exits < reach(free, board, "A").exits
    assert fewer


@pytest.mark.rule("1848-VI-COM-1")
def test_connected_is_what_all_walks_find(atlas):
    more = 0
    for seed in range(CASES):
        board, stops = tangle(atlas, Random(seed), 14)

        def through(stop, board=board):
            return not network(atlas, board).terminal(stop)

        for stop in stops[:2]:
            walks = Walks(atlas, board, "", through).start([stop])
            everywhere = network(atlas, board).stops()
            assert {other for other in everywhere if connected(atlas, board, stop, other)} == walks.stops
            more += walks.stops | walks.exits < turning(atlas, board, "", [stop], through)
    assert more


@pytest.mark.rule("1848-XI-4")
def test_every_segment_of_a_walk_is_in_reach(atlas):
    """Routes are made of the segments in reach: none that joins two reached stops is missing."""
    for seed in range(CASES):
        board, _ = tangle(atlas, Random(seed), 14)
        found = reach(atlas, board, "A")
        ends = {stop for segment in found.segments for stop in (segment.a, segment.b)}
        assert ends <= found.stops
        assert found.stops <= ends | set(board.markers_of("A"))


# -- one loop, by hand -------------------------------------------------------------------------

LOOP = {
    "G6": ("5", 3),  # Adelaide, to F7
    "F7": ("8", 4),
    "F9": ("23", 4),  # from the west only to the east, from the east also to the north-west
    "F11": ("23", 1),  # from the west to the east and the south-east …
    "F13": ("5", 0),  # … which this city
    "G12": ("2", 1),  # and this town join: back to F11, and over its western side to F9
    "E8": ("7", 4),  # on from F9's north-western side
    "E10": ("9", 1),
    "E12": ("9", 1),
    "E14": ("57", 1),  # Dubbo
    "E16": ("8", 5),
    "F17": ("5", 2),  # Sydney
}


def lay(*changes: tuple[str, str, int]) -> Board:
    tiles = {**LOOP, **{hex_id: (number, turned) for hex_id, number, turned in changes}}
    return Board({HexId(key): Laid(number, turned) for key, (number, turned) in tiles.items()})


@pytest.mark.rule("1848-VI-COM-1", "1848-XI-4")
def test_no_train_comes_back_over_its_own_track(atlas):
    """Adelaide – F9 – round the loop – F9 – Sydney would use the track between F9 and F11 twice."""
    assert not connected(atlas, lay(), "G6.0", "F17.0")
    assert not connected(atlas, lay(), "F17.0", "G6.0")
    # The loop itself is reached from both.
    for city in ("G6.0", "F17.0"):
        assert connected(atlas, lay(), city, "F13.0")
    # A curve from the west to the north-west instead joins them.
    assert connected(atlas, lay(("F9", "7", 1)), "G6.0", "F17.0")


@pytest.mark.rule("1848-VI-COM-1", "1848-XI-4")
def test_a_loop_over_other_track_leads_on(atlas):
    """F9 as a crossing: in from the west, out to the east, round, in from the south-east, out to Sydney."""
    crossing = (("F9", "20", 1), ("F11", "9", 1), ("G12", "56", 0))
    assert connected(atlas, lay(*crossing, ("G10", "64", 2)), "G6.0", "F17.0")
    assert not connected(atlas, lay(*crossing), "G6.0", "F17.0")


@pytest.mark.rule("1848-VIII-Stat-2", "1848-VIII-Lay-2")
def test_a_marker_does_not_reach_over_its_own_track(atlas):
    board = lay().place(atlas, StopId("G6.0"), "SAR")
    found = reach(atlas, board, "SAR")
    assert {"F13.0", "G12.1"} < found.stops
    assert not {"E14.0", "F17.0"} & found.stops
    assert not {"E8", "E10", "E12"} & found.hexes
    assert ("F9", 2) not in found.exits
