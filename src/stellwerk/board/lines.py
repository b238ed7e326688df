"""Two lines of an owner at once: each from a station of its own, with no track in common.

Both are looked for together, as a flow of two units: from different markers, over half-tracks that one unit
may use in one direction, to the first tile and to the second. Where a marker of the owner stands, a line may
change its gauge. What a flow does not know is that a half-track is the same for both gauges and both
directions; if both units want the same one, every way of giving it up is tried.
"""

from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from stellwerk.board.atlas import Atlas
from stellwerk.board.board import Board
from stellwerk.board.hexes import OPPOSITE, HexId, StopId
from stellwerk.board.reach import passable
from stellwerk.board.tile import STOP
from stellwerk.engine.memo import Memo


class Place(NamedTuple):
    """Where a line is: at a stop, inside a hex at a side that it came or will go over, or beyond the side."""

    at: str  # START, STATION, INTO, OUT or BEYOND
    where: str  # the stop or the hex
    side: int = 0
    lane: int = 0
    gauge: str = ""  # none at an own station: every gauge goes on there


START, STATION, INTO, OUT, BEYOND = "start", "station", "into", "out", "beyond"
SOURCE = Place("source", "")
FIRST = Place("first", "")


class Arc(NamedTuple):
    """A step of a line; `piece` is the track that it uses up."""

    to: Place
    piece: str = ""


Step = tuple[Place, Place]
Flow = dict[Step, int]
Tree = dict[Place, Place]
"""Place -> the place before it on the way from the source."""


def leads_out(hex_id: HexId, side: int, gauge: str) -> Place:
    """Beyond a side of a hex, on track of a gauge that leads there."""
    return Place(BEYOND, hex_id, side, 0, gauge)


def begins(stop: StopId) -> Place:
    """At a marker of the owner, before any track."""
    return Place(START, stop)


class Lines:
    """The lines of an owner beside a first one, which ends with the tile in a hex and has all its track."""

    def __init__(self, atlas: Atlas, board: Board, owner: str, first: HexId) -> None:
        self.atlas = atlas
        self.board = board
        self.owner = owner
        self.first = first
        self.own = frozenset(board.markers_of(owner))
        self._arcs: dict[Place, tuple[Arc, ...]] = {}
        self._answers: dict[Place, bool] = {}
        self._searches: dict[frozenset[Step], tuple[Flow, tuple[Tree, ...]]] = {}

    def second(self, end: Place) -> bool:
        """Return whether a second line from another marker leads there beside some first one."""
        if end not in self._answers:
            self._answers[end] = self._apart(end, frozenset())
        return self._answers[end]

    # -- the track ---------------------------------------------------------------------------

    def arcs(self, place: Place) -> tuple[Arc, ...]:
        """Return the steps that go on from a place."""
        found = self._arcs.get(place)
        if found is None:
            found = self._arcs[place] = tuple(self._steps(place))
        return found

    def _steps(self, place: Place) -> Iterator[Arc]:
        if place == SOURCE:
            yield from (Arc(begins(stop), f"marker {stop}") for stop in sorted(self.own))
        elif place.at == START:
            yield from self._from_start(StopId(place.where))
        elif place.at == STATION:
            yield from self._from_stop(StopId(place.where), place.gauge)
        elif place.at == INTO:
            yield from self._through(place)
        elif place.at == OUT:
            yield Arc(place._replace(at=BEYOND), self._piece(place))
        elif place.at == BEYOND:
            yield from self._across(place)

    def _piece(self, place: Place) -> str:
        side = self.atlas.sides[HexId(place.where)][place.side]
        return f"{side}.{place.lane}" if place.lane else side

    def _from_start(self, stop: StopId) -> Iterator[Arc]:
        hex_id, _ = self.atlas.where[stop]
        if hex_id == self.first:
            yield Arc(FIRST)
        else:
            yield from self._from_stop(stop, "")

    def _from_stop(self, stop: StopId, gauge: str) -> Iterator[Arc]:
        hex_id, index = self.atlas.where[stop]
        for one in (gauge,) if gauge else self.atlas.gauges:
            for arm in self.board.face(self.atlas, hex_id).arms_in(one)[STOP + index]:
                if arm.end < STOP:
                    yield Arc(Place(OUT, hex_id, arm.end, arm.end_lane, one))
                else:
                    yield from self._arrive(self.atlas.stop_ids[hex_id][arm.end - STOP], one, arm.path)

    def _through(self, place: Place) -> Iterator[Arc]:
        hex_id = HexId(place.where)
        for arm in self.board.face(self.atlas, hex_id).arms_in(place.gauge)[place.side]:
            if arm.lane != place.lane:
                continue
            if arm.end < STOP:
                yield Arc(Place(OUT, hex_id, arm.end, arm.end_lane, place.gauge))
            else:
                yield from self._arrive(self.atlas.stop_ids[hex_id][arm.end - STOP], place.gauge)

    def _arrive(self, stop: StopId, gauge: str, path: int | None = None) -> Iterator[Arc]:
        """Into a stop from which a line can go on; by a path if that joins two stops of the hex."""
        if passable(self.atlas, self.board, stop, self.owner):
            piece = "" if path is None else f"{self.atlas.where[stop][0]}.p{path}"
            yield Arc(Place(STATION, stop, gauge="" if stop in self.own else gauge), piece)

    def _across(self, place: Place) -> Iterator[Arc]:
        hex_id = self.atlas.neighbours[HexId(place.where)][place.side]
        if hex_id is None:
            return
        side = OPPOSITE[place.side]
        arms = self.board.face(self.atlas, hex_id).arms_in(place.gauge)[side]
        if not any(arm.lane == place.lane for arm in arms):
            return
        into = Place(INTO, hex_id, side, place.lane, place.gauge)
        yield Arc(FIRST if hex_id == self.first else into, self._piece(into))

    # -- the two lines -----------------------------------------------------------------------

    def _apart(self, end: Place, closed: frozenset[Step]) -> bool:
        flow = self._flow(end, closed)
        if flow is None:
            return False
        clashes = self._clashes(flow)
        if not clashes:
            return True
        # Whatever two lines there are, they do without one of these steps.
        ways = [[step for step in steps if self._flow(end, closed | {step}) is not None] for steps in clashes]
        return any(self._apart(end, closed | {step}) for step in min(ways, key=len))

    def _flow(self, end: Place, closed: frozenset[Step]) -> Flow | None:
        """Two units, one to the first tile and one to the end, without the closed steps."""
        if closed not in self._searches:
            self._searches[closed] = self._search(closed)
        alone, trees = self._searches[closed]
        return next((_changed(alone, _way(tree, end)) for tree in trees if end in tree), None)

    def _search(self, closed: frozenset[Step]) -> tuple[Flow, tuple[Tree, ...]]:
        """A unit to the first tile, and the ways of another one: first over free track, then over any."""
        tree = self._tree({}, closed, frozenset())
        if FIRST not in tree:
            return {}, ()
        alone = _changed({}, _way(tree, FIRST))
        used = frozenset(arc.piece for a, b in alone for arc in self.arcs(a) if arc.to == b and arc.piece)
        return alone, (self._tree(alone, closed, used), self._tree(alone, closed, frozenset()))

    def _tree(self, flow: Flow, closed: frozenset[Step], avoided: frozenset[str]) -> Tree:
        """Return where a unit more can go, by shortest ways; steps of the flow can be taken back."""
        back: dict[Place, list[Place]] = {}
        for a, b in flow:
            back.setdefault(b, []).append(a)
        before: Tree = {SOURCE: SOURCE}
        queue = deque([SOURCE])
        while queue:
            here = queue.popleft()
            for arc in self.arcs(here):
                step = (here, arc.to)
                if arc.to in before or step in closed or arc.piece in avoided:
                    continue
                if arc.piece and step in flow:
                    continue
                before[arc.to] = here
                queue.append(arc.to)
            for there in back.get(here, ()):
                if there not in before:
                    before[there] = here
                    queue.append(there)
        return before

    def _clashes(self, flow: Flow) -> list[list[Step]]:
        """Pieces of track that more than one step of the flow uses: those steps."""
        users: dict[str, list[Step]] = {}
        for a, b in flow:
            for arc in self.arcs(a):
                if arc.to == b and arc.piece:
                    users.setdefault(arc.piece, []).append((a, b))
        return [steps for steps in users.values() if len(steps) > 1]


def _way(tree: Tree, end: Place) -> list[Place]:
    way = [end]
    while way[-1] != SOURCE:
        way.append(tree[way[-1]])
    return way[::-1]


def _changed(flow: Flow, way: list[Place]) -> Flow:
    """Return the flow with one unit more along a way, which may take steps of it back."""
    made = dict(flow)
    for a, b in pairwise(way):
        if made.get((b, a)):
            made[b, a] -= 1
            if not made[b, a]:
                del made[b, a]
        else:
            made[a, b] = made.get((a, b), 0) + 1
    return made


_LINES: Memo[tuple[str, HexId], Lines] = Memo("second_lines", 256)


def lines_beside(atlas: Atlas, board: Board, owner: str, first: HexId) -> Lines:
    """Return the lines of an owner beside one that ends with the tile in a hex; kept with the board."""
    kept = _LINES.of(board)
    if (owner, first) not in kept:
        kept[owner, first] = Lines(atlas, board, owner, first)
    return kept[owner, first]
