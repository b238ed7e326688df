"""What a company's markers reach: the track it may run on and build on to."""

from collections import deque
from collections.abc import Iterable
from functools import cached_property

import msgspec

from stellwerk.board.atlas import Atlas
from stellwerk.board.board import Board
from stellwerk.board.hexes import OPPOSITE, HexId, StopId
from stellwerk.board.track import Branch, Network, Segment, network, segment_order


class Reach(msgspec.Struct, frozen=True, dict=True):
    """The part of the network that one owner can use."""

    owner: str
    network: Network
    stops: frozenset[StopId]  # reached, also those that block
    passable: frozenset[StopId]  # reached stops that a train of the owner may run through
    hexes: frozenset[HexId]  # whose track is usable, and the hexes of the owner's markers
    exits: frozenset[tuple[HexId, int]]  # (hex, side) that usable track leads out of
    branches: tuple[Branch, ...]
    walked: tuple[StopId, ...]

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The segments that a train of the owner can use, each once, in stable order."""
        found = {way.segment.pieces: way.segment for branch in self.branches for way in branch.ways}
        return tuple(sorted(found.values(), key=segment_order))

    @cached_property
    def seen(self) -> frozenset[HexId]:
        """The hexes it depends on: while none of them changes, it holds."""
        return frozenset().union(*(self.network.walk(stop).seen for stop in self.walked)) | {
            self.network.atlas.where[stop][0] for stop in self.stops
        }

    def into(self, hex_id: HexId) -> tuple[int, ...]:
        """The sides over which usable track of the neighbours leads into a hex."""
        return tuple(
            edge
            for edge, beyond in enumerate(self.network.atlas.neighbours[hex_id])
            if beyond is not None and (beyond, OPPOSITE[edge]) in self.exits
        )


def reach(atlas: Atlas, board: Board, owner: str) -> Reach:
    """What the owner's markers reach on this board; kept with the board."""
    kept: dict[str, Reach] = board.__dict__.setdefault("reach", {})
    found = kept.get(owner)
    if found is None or found.network.atlas is not atlas:
        found = kept[owner] = _reach(atlas, board, owner)
    return found


def passable(atlas: Atlas, board: Board, stop: StopId, owner: str) -> bool:
    """Whether the owner's trains may run through a stop."""
    tracks = network(atlas, board)
    if tracks.terminal(stop):
        return False
    owners = board.markers.get(stop)
    if owners is None or "" in owners:
        return True
    return board.holds(stop, owner)


def _reach(atlas: Atlas, board: Board, owner: str) -> Reach:
    tracks = network(atlas, board)
    starts = board.markers_of(owner)
    spread = _Spread(tracks)
    through: dict[StopId, bool] = {stop: not tracks.terminal(stop) for stop in starts}
    for stop in starts:
        spread.open(stop, "")
    for stop, arrival in spread.arrivals():
        if stop not in through:
            through[stop] = passable(atlas, board, stop, owner)
        if through[stop]:
            spread.open(stop, arrival)
    hexes: set[HexId] = {atlas.where[stop][0] for stop in starts}
    exits: set[tuple[HexId, int]] = set()
    for branch in spread.branches:
        hexes |= branch.hexes
        exits |= branch.exits
    return Reach(
        owner,
        tracks,
        frozenset(through),
        frozenset(stop for stop, free in through.items() if free),
        frozenset(hexes),
        frozenset(exits),
        tuple(spread.branches),
        tuple(spread.opened),
    )


def connected(atlas: Atlas, board: Board, stop_a: StopId, stop_b: StopId) -> bool:
    """Whether a train of unlimited range could run from one stop to the other, markers ignored.

    It does not turn back in a stop and does not run through one where routes end.
    """
    tracks = network(atlas, board)
    spread = _Spread(tracks)
    spread.open(stop_a, "")
    for stop, arrival in spread.arrivals():
        if stop == stop_b:
            return True
        if not tracks.terminal(stop):
            spread.open(stop, arrival)
    return stop_a == stop_b


class _Spread:
    """Breadth-first over stops and the pieces they are entered by: no train leaves by its entry."""

    def __init__(self, tracks: Network) -> None:
        self.tracks = tracks
        self.opened: dict[StopId, str] = {}  # the piece it was entered by, "" once every way is open
        self.branches: list[Branch] = []
        self._queue: deque[Branch] = deque()

    def open(self, stop: StopId, arrival: str) -> None:
        """Let track go on from a stop that was entered over a piece; "" = it starts there."""
        before = self.opened.get(stop)
        if before == "" or before == arrival:
            return
        branches: Iterable[Branch] = self.tracks.walk(stop).branches
        if before is None:
            self.opened[stop] = arrival
            self._add(branch for branch in branches if branch.piece != arrival)
        else:
            # Entered over a second piece: now also the first one is a way out.
            self.opened[stop] = ""
            self._add(branch for branch in branches if branch.piece == before)

    def _add(self, branches: Iterable[Branch]) -> None:
        for branch in branches:
            self.branches.append(branch)
            self._queue.append(branch)

    def arrivals(self) -> Iterable[tuple[StopId, str]]:
        """The stops met, with the piece they are entered by; grows while stops are opened."""
        while self._queue:
            for way in self._queue.popleft().ways:
                yield way.to, way.arrival
