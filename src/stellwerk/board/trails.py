"""Trails: ways along the track that use no piece of it twice.

A search that only never turns back is not enough: it can run round a loop and come home over the rails it
went out on. Whether a trail exists is the question of alternating paths in a graph with a matching. Its
vertices are the half-tracks, its matching joins the two halves that meet at a side of a hex, its other edges
are the ways on inside a hex, by a path or through a stop. A trail enters every half-track at most once, and
so is an alternating path without a repeated vertex. Such paths grow as a tree; where two of its branches
meet, the odd ring between them (Edmonds' blossom) can be run either way round and counts as one vertex from
then on. The search is exact and takes no longer on a tangle than on a line.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from stellwerk.board.hexes import OPPOSITE, HexId, StopId
from stellwerk.board.tile import STOP, Arm
from stellwerk.board.track import Network

ROOT = ""
"""The vertex from which all trails start."""


class Trails(NamedTuple):
    """What trails from some stops reach."""

    stops: frozenset[StopId]
    hexes: frozenset[HexId]  # whose track they use
    exits: frozenset[tuple[HexId, int]]  # (hex, side) that they lead out of


class _Half(NamedTuple):
    """A half-track: at a side of a hex, or the end at a stop of a path between two stops."""

    hex_id: HexId
    side: int  # -1 for a path between two stops
    lane: int
    stop: int = -1  # the index of the stop there
    other: int = -1  # and of the one where that path leads


def trails(tracks: Network, starts: Iterable[StopId], through: Callable[[StopId], bool]) -> Trails:
    """Return where trails from these stops lead; `through` says whether a stop may be run through."""
    return _Tree(tracks, tuple(starts), through).grow()


class _Tree:
    """The tree of alternating paths. Even vertices are half-tracks that a trail comes in over."""

    def __init__(
        self, tracks: Network, starts: tuple[StopId, ...], through: Callable[[StopId], bool]
    ) -> None:
        self.tracks = tracks
        self.atlas = tracks.atlas
        self.starts = starts
        self.through = through
        self.halves: dict[str, _Half] = {}
        self.mates: dict[str, str] = {}
        self.parents: dict[str, str] = {}  # of vertices met as odd ones: the even one before
        self.bases: dict[str, str] = {ROOT: ROOT}  # of even vertices, each pointing towards that of its ring
        self.queue: list[str] = [ROOT]
        self.stops: set[StopId] = set(starts)
        self.exits: set[tuple[HexId, int]] = set()

    def grow(self) -> Trails:
        for vertex in self.queue:  # grows meanwhile
            for following in self._ways_on(vertex):
                if following in self.bases:
                    self._close(vertex, following)
                elif following not in self.parents:
                    self._extend(vertex, following)
        hexes = {self.atlas.where[stop][0] for stop in self.starts}
        hexes.update(self.halves[vertex].hex_id for vertex in self.bases if vertex)
        return Trails(frozenset(self.stops), frozenset(hexes), frozenset(self.exits))

    def _ways_on(self, vertex: str) -> Iterator[str]:
        """The half-tracks by which a trail that came in over this one can go out."""
        if vertex == ROOT:
            for start in self.starts:
                yield from self._out_of(*self.atlas.where[start])
            return
        half = self.halves[vertex]
        if half.side < 0:
            yield from self._on_through(vertex, half.hex_id, half.stop)
            return
        for arm in self._arms(half.hex_id)[half.side]:
            if arm.lane != half.lane:
                continue
            if arm.end < STOP:
                yield self._side(half.hex_id, arm.end, arm.end_lane)
            else:
                yield from self._on_through(vertex, half.hex_id, arm.end - STOP)

    def _on_through(self, vertex: str, hex_id: HexId, index: int) -> Iterator[str]:
        """The half-tracks at a stop by which a trail goes on that came in over one of them."""
        stop = self.atlas.stop_ids[hex_id][index]
        self.stops.add(stop)
        if self.through(stop):
            for out in self._out_of(hex_id, index):
                if out != vertex:
                    yield out

    def _out_of(self, hex_id: HexId, index: int) -> Iterator[str]:
        """The half-tracks at a stop."""
        for arm in self._arms(hex_id)[STOP + index]:
            if arm.end < STOP:
                yield self._side(hex_id, arm.end, arm.end_lane)
            else:
                yield self._inner(hex_id, arm.path, index, arm.end - STOP)

    def _arms(self, hex_id: HexId) -> tuple[tuple[Arm, ...], ...]:
        return self.tracks.faces[hex_id].arms_in(self.tracks.gauge)

    def _side(self, hex_id: HexId, side: int, lane: int) -> str:
        name = self.atlas.sides[hex_id][side]
        if lane:
            name = f"{name}.{lane}"
        if name not in self.halves:
            self.halves[name] = _Half(hex_id, side, lane)
        return name

    def _inner(self, hex_id: HexId, path: int, stop: int, other: int) -> str:
        name = f"{hex_id}.p{path}.{stop}"
        if name not in self.halves:
            self.halves[name] = _Half(hex_id, -1, path, stop, other)
        return name

    def _extend(self, vertex: str, odd: str) -> None:
        """A trail goes out over a half-track that none has met, and in over the one that it meets."""
        self.parents[odd] = vertex
        hex_id, side, lane, stop, other = self.halves[odd]
        if side < 0:
            even = self._inner(hex_id, lane, other, stop)
        else:
            self.exits.add((hex_id, side))
            beyond = self.atlas.neighbours[hex_id][side]
            if beyond is None:
                return
            entry = OPPOSITE[side]
            if not any(arm.lane == lane for arm in self._arms(beyond)[entry]):
                return
            even = self._side(beyond, entry, lane)
        self.mates[odd], self.mates[even] = even, odd
        self.bases[even] = even
        self.queue.append(even)

    def _base(self, vertex: str) -> str:
        bases = self.bases
        while (above := bases[vertex]) != vertex:
            bases[vertex] = bases[above]
            vertex = above
        return vertex

    def _close(self, a: str, b: str) -> None:
        """Two ways in meet: the ring between them can be run either way round."""
        a, b = self._base(a), self._base(b)
        if a == b:
            return
        foot = self._foot(a, b)
        for vertex in (a, b):
            while vertex != foot:
                odd = self.mates[vertex]
                above = self._base(self.parents[odd])
                self.bases[vertex] = foot
                # Now a trail also comes in over what it used to go out by, and goes out where it came in.
                self.bases[odd] = foot
                self.queue.append(odd)
                half = self.halves[vertex]
                if half.side >= 0:
                    self.exits.add((half.hex_id, half.side))
                vertex = above

    def _foot(self, a: str, b: str) -> str:
        """Return where the ways of two vertices from the root part."""
        passed = {a}
        while a != ROOT:
            a = self._base(self.parents[self.mates[a]])
            passed.add(a)
        while b not in passed:
            b = self._base(self.parents[self.mates[b]])
        return b
