"""The network: every way along the track from one stop to the next.

A walk leaves a stop over one of its arms and follows open track from hex to hex, branching at
junctions, until it meets another stop or the track ends. It never turns back and never uses a
half-track twice. Half-tracks are the pieces of the conflict rule: two segments can not be run
together when they share the track at a side of a hex ("E6.e4"), or a path between two stops of
one hex ("G8.p1").

A network is that of every train, or of the trains of one gauge: then rails of another gauge are not there.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from stellwerk.board.atlas import Atlas
from stellwerk.board.hexes import OPPOSITE, HexId, StopId
from stellwerk.board.tile import JUNCTION, STOP, Face
from stellwerk.engine.memo import Memo

if TYPE_CHECKING:
    from stellwerk.board.board import Board


class Segment(msgspec.Struct, frozen=True):
    """Track between two stops without a stop in between, read from the smaller stop id to the larger."""

    a: StopId
    b: StopId
    path: tuple[str, ...]  # stop a, the hexes passed, stop b
    pieces: tuple[str, ...]  # half-tracks in the same order
    gauge_changes: int = 0

    def other(self, stop: StopId) -> StopId:
        return self.b if stop == self.a else self.a


class Way(msgspec.Struct, frozen=True):
    """A segment as travelled from one of its stops."""

    to: StopId
    arrival: str  # the piece it arrives over: a train can not leave by the same one
    segment: Segment


class Branch(msgspec.Struct, frozen=True):
    """Everything that lies over one arm of a stop."""

    piece: str  # the piece it leaves over
    ways: tuple[Way, ...]
    exits: frozenset[tuple[HexId, int]]  # (hex, side) that its track leads out of
    hexes: frozenset[HexId]  # whose track it reaches
    pieces: frozenset[str]  # all half-tracks that it leads over


class Walk(msgspec.Struct, frozen=True, dict=True):
    """All ways from one stop, arm by arm."""

    stop: StopId
    branches: tuple[Branch, ...]
    seen: frozenset[HexId]  # hexes walked or looked into: the walk holds until one of them changes

    @property
    def segments(self) -> tuple[Segment, ...]:
        return tuple(way.segment for branch in self.branches for way in branch.ways)

    @property
    def touched(self) -> frozenset[tuple[HexId, int]]:
        """The (hex, side) pairs that the track leads out of."""
        return frozenset().union(*(branch.exits for branch in self.branches))

    @property
    def hexes(self) -> frozenset[HexId]:
        return frozenset().union(*(branch.hexes for branch in self.branches))


class Network:
    """The track of one board; walks are made when asked for and kept."""

    def __init__(
        self,
        atlas: Atlas,
        faces: Mapping[HexId, Face],
        walks: dict[StopId, Walk] | None = None,
        gauge: str = "",
    ) -> None:
        self.atlas = atlas
        self.faces = faces
        self.gauge = gauge
        self._walks: dict[StopId, Walk] = walks if walks is not None else {}

    def after(self, hex_id: HexId, face: Face) -> "Network":
        """Return the network once one hex shows another face; walks that never saw the hex live on."""
        walks = {stop: walk for stop, walk in self._walks.items() if hex_id not in walk.seen}
        return Network(self.atlas, {**self.faces, hex_id: face}, walks, self.gauge)

    def stops(self) -> tuple[StopId, ...]:
        """Return all stops of the board in map order."""
        ids = self.atlas.stop_ids
        return tuple(
            ids[key][index]
            for key, face in self.faces.items()
            for index, stop in enumerate(face.stops)
            if stop.kind != JUNCTION
        )

    def terminal(self, stop: StopId) -> bool:
        """Return whether a route can only begin or end there."""
        hex_id, index = self.atlas.where[stop]
        return self.faces[hex_id].terminal[index]

    def walk(self, stop: StopId) -> Walk:
        walk = self._walks.get(stop)
        if walk is None:
            walk = self._walks[stop] = _Walker(self, stop).walk()
        return walk

    def segments(self) -> tuple[Segment, ...]:
        """Return all segments of the board, each once."""
        found = {
            segment_order(segment): segment for stop in self.stops() for segment in self.walk(stop).segments
        }
        return tuple(sorted(found.values(), key=segment_order))


def segment_order(segment: Segment) -> tuple[str, str, tuple[str, ...]]:
    """Return what tells segments apart.

    Their pieces alone do not: two stops may share the track at a side.
    """
    return segment.a, segment.b, segment.pieces


class _Walker:
    """Follows the track from one stop; a small stack of names instead of arguments."""

    def __init__(self, network: Network, stop: StopId) -> None:
        self.atlas = network.atlas
        self.faces = network.faces
        self.gauge = network.gauge
        self.stop = stop
        self.seen: set[HexId] = set()

    def walk(self) -> Walk:
        hex_id, index = self.atlas.where[self.stop]
        self.seen.add(hex_id)
        face = self.faces[hex_id]
        branches: dict[str, Branch] = {}
        for arm in face.arms_in(self.gauge)[STOP + index]:
            self.ways: list[Way] = []
            self.exits: set[tuple[HexId, int]] = set()
            self.hexes: set[HexId] = {hex_id}
            self.used: set[str] = set()
            self.path: list[str] = [self.stop]
            if arm.end >= STOP:
                piece = f"{hex_id}.p{arm.path}"
                self.pieces: list[str] = [piece]
                self._arrive(self.atlas.stop_ids[hex_id][arm.end - STOP], 0)
            else:
                piece = self._side(hex_id, arm.end, arm.end_lane)
                self.pieces = [piece]
                self._leave(hex_id, arm.end, arm.end_lane, 0)
            if piece not in branches:
                self.used.add(piece)
                branches[piece] = Branch(
                    piece,
                    tuple(self.ways),
                    frozenset(self.exits),
                    frozenset(self.hexes),
                    frozenset(self.used),
                )
        return Walk(self.stop, tuple(branches.values()), frozenset(self.seen))

    def _side(self, hex_id: HexId, edge: int, lane: int) -> str:
        side = self.atlas.sides[hex_id][edge]
        return f"{side}.{lane}" if lane else side

    def _leave(self, hex_id: HexId, edge: int, lane: int, gauge_changes: int) -> None:
        """Go out of a hex over one side, and on through the neighbour."""
        self.exits.add((hex_id, edge))
        beyond = self.atlas.neighbours[hex_id][edge]
        if beyond is None:
            return
        self.seen.add(beyond)
        entry = OPPOSITE[edge]
        face = self.faces[beyond]
        arms = face.arms_in(self.gauge)[entry] if self.gauge else face.arms[entry]
        if not arms:
            return
        side = self._side(beyond, entry, lane)
        if side in self.pieces:
            return
        gauge_changes += self.atlas.crossings(hex_id, edge)
        self.pieces.append(side)
        self.used.add(side)
        for arm in arms:
            if arm.lane != lane:
                continue
            self.hexes.add(beyond)
            if arm.end >= STOP:
                self._arrive(self.atlas.stop_ids[beyond][arm.end - STOP], gauge_changes)
                continue
            out = self._side(beyond, arm.end, arm.end_lane)
            if out not in self.pieces:
                self.pieces.append(out)
                self.used.add(out)
                self.path.append(beyond)
                self._leave(beyond, arm.end, arm.end_lane, gauge_changes)
                self.path.pop()
                self.pieces.pop()
        self.pieces.pop()

    def _arrive(self, stop: StopId, gauge_changes: int) -> None:
        start = self.stop
        if stop == start:
            return  # no route visits a stop twice
        path, pieces = (*self.path, stop), tuple(self.pieces)
        if start < stop:
            segment = Segment(start, stop, path, pieces, gauge_changes)
        else:
            segment = Segment(stop, start, path[::-1], pieces[::-1], gauge_changes)
        self.ways.append(Way(stop, self.pieces[-1], segment))


NETWORKS: Memo[str, Network] = Memo("networks", 16)
"""The networks of a board by gauge."""


def network(atlas: Atlas, board: "Board", gauge: str = "") -> Network:
    """Return the network of a board, of all trains or of those of a gauge, kept with it."""
    kept = NETWORKS.of(board)
    found = kept.get(gauge)
    if found is not None and found.atlas is atlas:
        return found
    faces = {key: board.face(atlas, key) for key in atlas.hexes}
    made = kept[gauge] = Network(atlas, faces, gauge=gauge)
    return made
