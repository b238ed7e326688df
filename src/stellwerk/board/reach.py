"""What a company's markers reach: the track it may run on and build on to."""

from collections import deque
from collections.abc import Callable, Iterable
from itertools import chain, product

import msgspec

from stellwerk.board.atlas import Atlas
from stellwerk.board.board import REACHES, Board
from stellwerk.board.hexes import OPPOSITE, HexId, StopId
from stellwerk.board.track import Branch, Network, Segment, network, segment_order
from stellwerk.board.trails import Trails, trails
from stellwerk.engine.memo import kept_property


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

    @kept_property
    def segments(self) -> tuple[Segment, ...]:
        """The segments that a train of the owner can use, each once, in stable order."""
        found = {
            segment_order(way.segment): way.segment
            for branch in self.branches
            for way in branch.ways
            if way.segment.a in self.stops and way.segment.b in self.stops
        }
        return tuple(sorted(found.values(), key=segment_order))

    @kept_property
    def seen(self) -> frozenset[HexId]:
        """The hexes it depends on: while none of them changes, it holds."""
        return frozenset().union(*(self.network.walk(stop).seen for stop in self.walked)) | {
            self.network.atlas.where[stop][0] for stop in self.stops
        }

    def into(self, hex_id: HexId) -> tuple[int, ...]:
        """Return the sides over which usable track of the neighbours leads into a hex."""
        return tuple(
            edge
            for edge, beyond in enumerate(self.network.atlas.neighbours[hex_id])
            if beyond is not None and (beyond, OPPOSITE[edge]) in self.exits
        )


def reach(atlas: Atlas, board: Board, owner: str, gauge: str = "") -> Reach:
    """Return what the owner's markers reach on this board, by all rails or by those of a gauge.

    Kept with the board.

    Every marker is a start in every gauge: a line changes its gauge only where the owner has a marker.
    """
    kept = REACHES.of(board)
    key = f"{owner}/{gauge}" if gauge else owner
    found = kept.get(key)
    if found is None or found.network.atlas is not atlas:
        tracks = network(atlas, board, gauge)
        found = kept[key] = _with_one_call(atlas, board, tracks, owner)
    return found


def reaches(atlas: Atlas, board: Board, owner: str) -> tuple[Reach, ...]:
    """Return the reach in every gauge that the game has."""
    if len(atlas.gauges) == 1:
        return (reach(atlas, board, owner),)
    return tuple(reach(atlas, board, owner, gauge) for gauge in atlas.gauges)


def passable(atlas: Atlas, board: Board, stop: StopId, owner: str) -> bool:
    """Return whether the owner's trains may run through a stop."""
    tracks = network(atlas, board)
    if tracks.terminal(stop):
        return False
    owners = board.markers.get(stop)
    if owners is None or "" in owners:
        return True
    return board.holds(stop, owner)


def _with_one_call(atlas: Atlas, board: Board, tracks: Network, owner: str) -> Reach:
    """Return what the owner reaches from its markers without running through a hex of one call a second time.

    Every way keeps to one stop in each of these hexes, so all ways are found by closing all stops but one.
    """
    starts = board.markers_of(owner)
    whole = spread(atlas, board, tracks, owner, starts)
    calls: dict[HexId, list[StopId]] = {}
    for stop in whole.walked:
        hex_id = atlas.where[stop][0]
        if atlas.hexes[hex_id].one_call and (stop in starts or len(tracks.walk(stop).branches) > 1):
            calls.setdefault(hex_id, []).append(stop)
    choices = [stops for stops in calls.values() if len(stops) > 1]
    if not choices:
        return whole
    parts = []
    for chosen in product(*choices):
        closed = frozenset(chain(*choices)) - set(chosen)
        open_starts = (stop for stop in starts if stop not in closed)
        parts.append(spread(atlas, board, tracks, owner, open_starts, closed))
    stops = frozenset[StopId]().union(*(part.stops for part in parts))
    return Reach(
        owner,
        tracks,
        stops,
        whole.passable & stops,
        frozenset[HexId]().union(*(part.hexes for part in parts)),
        frozenset[tuple[HexId, int]]().union(*(part.exits for part in parts)),
        tuple(branch for part in parts for branch in part.branches),
        whole.walked,
    )


def spread(
    atlas: Atlas,
    board: Board,
    tracks: Network,
    owner: str,
    starts: Iterable[StopId],
    closed: frozenset[StopId] = frozenset(),
) -> Reach:
    """What the owner reaches from these of its markers by the given track, through no stop that is closed."""
    starts = tuple(starts)
    known: dict[StopId, bool] = {stop: not tracks.terminal(stop) for stop in starts}
    known.update(dict.fromkeys(closed, False))

    def through(stop: StopId) -> bool:
        if stop not in known:
            known[stop] = passable(atlas, board, stop, owner)
        return known[stop]

    front = _Spread(tracks, starts, through)
    found = front.found() if front.sure else trails(tracks, starts, through)
    return Reach(
        owner,
        tracks,
        found.stops,
        frozenset(stop for stop in found.stops if through(stop)),
        found.hexes,
        found.exits,
        tuple(front.branches),
        tuple(front.opened),
    )


def connected(atlas: Atlas, board: Board, stop_a: StopId, stop_b: StopId) -> bool:
    """Return whether a train of unlimited range could run from one stop to the other, markers ignored.

    It uses no track twice and does not run through a stop where routes end.
    """
    tracks = network(atlas, board)

    def through(stop: StopId) -> bool:
        return not tracks.terminal(stop)

    front = _Spread(tracks, (stop_a,), through)
    if front.sure or stop_b not in front.met:
        return stop_b in front.met
    return stop_b in trails(tracks, (stop_a,), through).stops


def joined(atlas: Atlas, board: Board, stops: Iterable[StopId], links: Iterable[Iterable[StopId]]) -> bool:
    """Return whether all these stops hang together for somebody who may change trains in every stop.

    `links` are stops that count as one although no track joins them. Markers do not matter.
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
    """Breadth-first over stops and the pieces they are entered by: no train leaves by its entry.

    It finds whatever can be reached, and perhaps more: what lies behind a loop that is run through and left
    over the track it was entered by. `sure` says that there was no such loop.
    """

    def __init__(
        self, tracks: Network, starts: tuple[StopId, ...], through: Callable[[StopId], bool]
    ) -> None:
        self.tracks = tracks
        self.starts = starts
        self.opened: dict[StopId, str] = {}  # the piece it was entered by, "" once every way is open
        self.met: set[StopId] = set(starts)
        self.branches: list[Branch] = []
        self.sure = True
        self._queue: deque[tuple[Branch, frozenset[str]]] = deque()
        for stop in starts:
            self._open(stop, "", frozenset())
        while self._queue:
            branch, used = self._queue.popleft()
            for way in branch.ways:
                self.met.add(way.to)
                if self.opened.get(way.to) not in ("", way.arrival) and through(way.to):
                    self._open(way.to, way.arrival, used.union(way.segment.pieces))

    def _open(self, stop: StopId, arrival: str, used: frozenset[str]) -> None:
        """Let track go on from a stop that was entered over a piece; "" = it starts there."""
        before = self.opened.get(stop)
        branches: Iterable[Branch] = self.tracks.walk(stop).branches
        if before is None:
            self.opened[stop] = arrival
            self._add((branch for branch in branches if branch.piece != arrival), used)
        else:
            # Entered over a second piece: now also the first one is a way out.
            self.opened[stop] = ""
            self._add((branch for branch in branches if branch.piece == before), used)

    def _add(self, branches: Iterable[Branch], used: frozenset[str]) -> None:
        for branch in branches:
            self.branches.append(branch)
            self._queue.append((branch, used))
            self.sure = self.sure and used.isdisjoint(branch.pieces)

    def found(self) -> Trails:
        """Return what it came to."""
        where = self.tracks.atlas.where
        hexes: set[HexId] = {where[stop][0] for stop in self.starts}
        exits: set[tuple[HexId, int]] = set()
        for branch in self.branches:
            hexes |= branch.hexes
            exits |= branch.exits
        return Trails(frozenset(self.met), frozenset(hexes), frozenset(exits))
