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


def reach(atlas: Atlas, board: Board, owner: str, gauge: str = "") -> Reach:
    """What the owner's markers reach on this board, by all rails or by those of a gauge; kept with the board.

    Every marker is a start in every gauge: a line changes its gauge only where the owner has a marker.
    """
    kept: dict[str, Reach] = board.__dict__.setdefault("reach", {})
    key = f"{owner}/{gauge}" if gauge else owner
    found = kept.get(key)
    if found is None or found.network.atlas is not atlas:
        tracks = network(atlas, board, gauge)
        found = kept[key] = spread(atlas, board, tracks, owner, board.markers_of(owner))
    return found


def reaches(atlas: Atlas, board: Board, owner: str) -> tuple[Reach, ...]:
    """The reach in every gauge that the game has."""
    if len(atlas.gauges) == 1:
        return (reach(atlas, board, owner),)
    return tuple(reach(atlas, board, owner, gauge) for gauge in atlas.gauges)


def passable(atlas: Atlas, board: Board, stop: StopId, owner: str) -> bool:
    """Whether the owner's trains may run through a stop."""
    tracks = network(atlas, board)
    if tracks.terminal(stop):
        return False
    owners = board.markers.get(stop)
    if owners is None or "" in owners:
        return True
    return board.holds(stop, owner)


def spread(atlas: Atlas, board: Board, tracks: Network, owner: str, starts: Iterable[StopId]) -> Reach:
    """What the owner reaches from these of its markers by the given track."""
    starts = tuple(starts)
    front = _Spread(tracks)
    through: dict[StopId, bool] = {stop: not tracks.terminal(stop) for stop in starts}
    for stop in starts:
        front.open(stop, "")
    for stop, arrival in front.arrivals():
        if stop not in through:
            through[stop] = passable(atlas, board, stop, owner)
        if through[stop]:
            front.open(stop, arrival)
    hexes: set[HexId] = {atlas.where[stop][0] for stop in starts}
    exits: set[tuple[HexId, int]] = set()
    for branch in front.branches:
        hexes |= branch.hexes
        exits |= branch.exits
    return Reach(
        owner,
        tracks,
        frozenset(through),
        frozenset(stop for stop, free in through.items() if free),
        frozenset(hexes),
        frozenset(exits),
        tuple(front.branches),
        tuple(front.opened),
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


def joined(atlas: Atlas, board: Board, stops: Iterable[StopId], links: Iterable[Iterable[StopId]]) -> bool:
    """Whether all these stops hang together for somebody who may change trains in every stop.

    `links` are stops that are one for him although no track joins them. Markers do not matter.
    """
    wanted = set(stops)
    linked = {stop: tuple(link) for link in links for stop in link}
    front = [min(wanted)]
    known = set(front)
    while front:
        stop = front.pop()
        found = set(linked.get(stop, ()))
        for gauge in atlas.gauges:
            for branch in network(atlas, board, gauge).walk(stop).branches:
                found.update(way.to for way in branch.ways)
        front += found - known
        known |= found
    return wanted <= known


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
