"""Lines: single ways along the track from an owner's markers to a hex, and what is left beside one."""

from collections import deque
from collections.abc import Collection, Mapping
from typing import NamedTuple

from stellwerk.board.atlas import Atlas
from stellwerk.board.board import Board
from stellwerk.board.hexes import OPPOSITE, HexId, StopId
from stellwerk.board.reach import passable, spread
from stellwerk.board.tile import STOP, Face
from stellwerk.board.track import Network, network

MOST_STEPS = 4000
"""How many pieces of track a search looks at; shorter lines come first."""


class Line(NamedTuple):
    """A way from a marker of the owner; `pieces` are the half-tracks it uses."""

    start: StopId
    pieces: frozenset[str]


class _Front(NamedTuple):
    """A search in progress: about to enter a hex over a side."""

    hex_id: HexId
    side: int
    pieces: frozenset[str]
    stops: frozenset[StopId]


def lines_to(tracks: Network, board: Board, owner: str, hex_id: HexId) -> list[Line]:
    """The lines of the owner to a side of a hex that its track leads out of, none containing another one."""
    atlas = tracks.atlas
    found = [Line(stop, frozenset()) for stop in board.markers_of(owner) if atlas.where[stop][0] == hex_id]
    queue: deque[_Front] = deque()
    for side in tracks.faces[hex_id].exits_in(tracks.gauge):
        beyond = atlas.neighbours[hex_id][side]
        if beyond is not None:
            queue.append(_Front(beyond, OPPOSITE[side], frozenset(), frozenset()))
    steps = 0
    while queue and steps < MOST_STEPS:
        front = queue.popleft()
        steps += 1
        piece = atlas.sides[front.hex_id][front.side]
        if front.hex_id == hex_id or piece in front.pieces:
            continue
        pieces = front.pieces | {piece}
        if any(line.pieces <= pieces and line.start in front.stops for line in found):
            continue
        arms = tracks.faces[front.hex_id].arms_in(tracks.gauge)
        for arm in arms[front.side]:
            if arm.end < STOP:
                _go(queue, tracks, front, pieces, arm.end)
                continue
            stop = atlas.stop_ids[front.hex_id][arm.end - STOP]
            if stop in front.stops:
                continue
            if board.holds(stop, owner):
                found.append(Line(stop, pieces))
            if passable(atlas, board, stop, owner):
                further = front._replace(stops=front.stops | {stop})
                for way in arms[arm.end]:
                    if way.end < STOP and way.end != front.side:
                        _go(queue, tracks, further, pieces, way.end)
    return [
        line
        for line in found
        if not any(other.start == line.start and other.pieces < line.pieces for other in found)
    ]


def _go(queue: deque[_Front], tracks: Network, front: _Front, pieces: frozenset[str], side: int) -> None:
    beyond = tracks.atlas.neighbours[front.hex_id][side]
    out = tracks.atlas.sides[front.hex_id][side]
    if beyond is not None and out not in pieces:
        queue.append(_Front(beyond, OPPOSITE[side], pieces | {out}, front.stops))


def without(tracks: Network, pieces: Collection[str], hex_id: HexId) -> Network:
    """The network without some half-tracks and without all track of a hex."""
    faces = dict(tracks.faces)
    faces[hex_id] = Face(f"{hex_id}~", faces[hex_id].stops)
    closed: dict[HexId, set[int]] = {}
    for piece in pieces:
        name, _, side = piece.partition(".e")
        closed.setdefault(HexId(name), set()).add(int(side))
    for name, sides in closed.items():
        face = faces[name]
        paths = tuple(path for path in face.paths if not sides.intersection(path.link))
        faces[name] = Face(f"{face.key}~", face.stops, paths)
    return Network(tracks.atlas, faces, gauge=tracks.gauge)


class Beside(NamedTuple):
    """Where a second line can go on that starts elsewhere and shares no track with the first."""

    exits: Mapping[str, frozenset[tuple[HexId, int]]]
    """Gauge -> (hex, side) that such a line leads out of."""
    hexes: frozenset[HexId]
    """Hexes of the markers that it may start from."""


def beside(atlas: Atlas, board: Board, owner: str, first: HexId) -> Beside:
    """What a second line may reach when the first one ends with the tile in a hex; kept with the board."""
    gauges = atlas.gauges
    kept: dict[tuple[str, HexId], Beside] = board.__dict__.setdefault("second_lines", {})
    if (owner, first) in kept:
        return kept[owner, first]
    exits: dict[str, set[tuple[HexId, int]]] = {gauge: set() for gauge in gauges}
    hexes: set[HexId] = set()
    markers = board.markers_of(owner)
    lines = {line for gauge in gauges for line in lines_to(network(atlas, board, gauge), board, owner, first)}
    for line in sorted(lines, key=lambda line: (line.start, sorted(line.pieces))):
        # Stations of one hex are one station of the owner: it never has two there.
        starts = [stop for stop in markers if stop != line.start]
        hexes |= {atlas.where[stop][0] for stop in starts}
        for gauge in gauges:
            rest = without(network(atlas, board, gauge), line.pieces, first)
            exits[gauge] |= spread(atlas, board, rest, owner, starts).exits
    made = kept[owner, first] = Beside(
        {gauge: frozenset(found) for gauge, found in exits.items()}, frozenset(hexes)
    )
    return made
