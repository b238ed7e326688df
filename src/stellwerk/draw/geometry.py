"""Where things lie in a hex: corners, sides, track and stops. Units: the hex has radius 50."""

from itertools import product
from math import cos, dist, hypot, pi, sin, sqrt

from stellwerk.board.hexes import EDGES, HexId, position
from stellwerk.board.tile import STOP, Face
from stellwerk.engine.memo import Once

Point = tuple[float, float]

RADIUS = 50.0
HALF = RADIUS * sqrt(3) / 2  # centre to the middle of a side
CENTRE: Point = (0.0, 0.0)
LANE = 12.5  # between parallel tracks


def centre(hex_id: HexId) -> Point:
    column, row = position(hex_id)
    return (column - 1) * HALF, row * RADIUS * 1.5


def toward(edge: float, distance: float = HALF) -> Point:
    """Return the point at a distance in the direction of a side (side 0 lower left, clockwise)."""
    angle = pi * 2 / 3 + edge * pi / 3
    return distance * cos(angle), distance * sin(angle)


def corners(radius: float = RADIUS) -> tuple[Point, ...]:
    """Corner i lies between the sides i - 1 and i."""
    return tuple(toward(edge - 0.5, radius) for edge in EDGES)


def number(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def xy(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def points(shape: tuple[Point, ...]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in shape)


def on_side(face: Face, edge: int, lane: int = 0) -> Point:
    """Return where a track meets a side: the middle, unless several lanes run over it."""
    x, y = toward(edge)
    dx, dy = _beside(face, edge, lane)
    return x + dx, y + dy


def _beside(face: Face, edge: int, lane: int) -> Point:
    """Return how far a lane lies off the middle of a side; seen from both hexes it is the same point."""
    lanes = 1 + max((arm.lane for arm in face.arms[edge]), default=0)
    return toward(edge + (1.5 if edge < 3 else -1.5), (lane - (lanes - 1) / 2) * LANE)


def side_to_side(a: int, b: int) -> str:
    """Track between two sides: straight, gentle (radius 75) or sharp (radius 25)."""
    turn = (b - a) % 6
    start, end = toward(a), toward(b)
    if turn == 3:
        return f"M{xy(start)}L{xy(end)}"
    bend = RADIUS / 2 if turn in (1, 5) else RADIUS * 1.5
    return f"M{xy(start)}A{number(bend)} {number(bend)} 0 0 {int(turn > 3)} {xy(end)}"


def on_track(a: int, b: int, share: float) -> Point:
    """Return the point that lies a share of the way along the track between two sides."""
    turn = (b - a) % 6
    start, end = toward(a), toward(b)
    if turn == 3:
        return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
    # The circle's centre: a corner for sharp curves, the neighbour's neighbour for gentle ones.
    middle = a + (0.5 if turn == 1 else -0.5 if turn == 5 else 1 if turn == 2 else -1)
    hub = toward(middle, RADIUS if turn in (1, 5) else 2 * HALF)
    bend = RADIUS / 2 if turn in (1, 5) else RADIUS * 1.5
    x = (start[0] - hub[0]) * (1 - share) + (end[0] - hub[0]) * share
    y = (start[1] - hub[1]) * (1 - share) + (end[1] - hub[1]) * share
    scale = bend / hypot(x, y)  # good enough between the ends, exact in the middle
    return hub[0] + x * scale, hub[1] + y * scale


def through(face: Face, index: int) -> tuple[int, int] | None:
    """The two sides of a stop that sits on a curve: one with just two exits, unless it has the hex alone."""
    exits = sorted(face.stop_exits[index])
    alone = len(face.stops) == 1 and face.stops[index].kind != "town"
    return (exits[0], exits[1]) if len(exits) == 2 and not alone else None


def _choices(face: Face, index: int) -> tuple[Point, ...]:
    """Return the spots a stop may take."""
    stop, exits = face.stops[index], sorted(face.stop_exits[index])
    several = len(face.stops) > 1
    if len(face.stops) > 2 and len(exits) == 1:  # at the rim, or across the middle
        return toward(exits[0], 24), toward(exits[0], -9)
    if sides := through(face, index):
        return tuple(on_track(*sides, share) for share in (0.5, 0.28, 0.72))
    if not several:
        return (CENTRE if stop.at is None else toward(stop.at, 22),)
    if stop.at is not None:
        return (toward(stop.at, 22),)
    if len(exits) == 1:
        return (toward(exits[0], 19),)
    if exits:
        return (_amid(exits, 16),)
    spread = 18 if stop.kind == "city" else 14
    if not any(face.stop_exits):
        return ((spread * (2 * index / (len(face.stops) - 1) - 1), 0),)
    return tuple(toward(edge, spread) for edge in EDGES)


def _amid(edges: list[int], distance: float) -> Point:
    """Return the point at a distance in the direction that lies in the middle of some sides."""
    x, y = (sum(part) for part in zip(*map(toward, edges), strict=True))
    away = hypot(x, y)
    return (x * distance / away, y * distance / away) if away > 1 else CENTRE


@Once
def stop_spots(face: Face) -> tuple[Point, ...]:
    """The middle of each stop.

    Of all combinations the one that keeps them furthest apart, the first such one.
    """

    def apart(spots: tuple[Point, ...]) -> float:
        gaps = [dist(a, b) for i, a in enumerate(spots) for b in spots[:i]]
        return min(30.0, *gaps) if gaps else 0

    return max(product(*(_choices(face, index) for index in range(len(face.stops)))), key=apart)


def slot_spots(slots: int) -> tuple[Point, ...]:
    """Return the slots of a city around its middle."""
    step = 14.5
    if slots <= 1:
        return (CENTRE,)
    if slots == 2:
        return ((-step, 0), (step, 0))
    if slots == 3:
        return ((0, -step * 1.1), (-step, step * 0.63), (step, step * 0.63))
    radius = step / sin(pi / slots)
    turns = (pi * 2 * i / slots - pi / 2 - pi / slots for i in range(slots))
    return tuple((radius * cos(turn), radius * sin(turn)) for turn in turns)


def slots_of(face: Face, index: int, slots: int) -> tuple[Point, ...]:
    """Return the slots of a stop; the tip of three points away from the middle of the hex.

    Two lie along the rim where there are several cities, so that none reaches into the next hex.
    """
    x, y = stop_spots(face)[index]
    around = slot_spots(slots)
    away = hypot(x, y)
    if away > 1 and (slots == 3 or (slots == 2 and len(face.stops) > 2)):
        up, side = -y / away, x / away
        around = tuple((dx * up - dy * side, dx * side + dy * up) for dx, dy in around)
    return tuple((x + dx, y + dy) for dx, dy in around)


def _lanes(face: Face, a: int, b: int, lane_a: int, lane_b: int) -> str:
    """Track between two sides that does not run over the middle of both."""
    bend = {1: 14, 2: 27, 3: 29}[min((b - a) % 6, (a - b) % 6)]
    start, end = on_side(face, a, lane_a), on_side(face, b, lane_b)
    inward_a, inward_b = toward(a, -bend), toward(b, -bend)
    first = start[0] + inward_a[0], start[1] + inward_a[1]
    second = end[0] + inward_b[0], end[1] + inward_b[1]
    return f"M{xy(start)}C{xy(first)} {xy(second)} {xy(end)}"


def track(face: Face, a: int, b: int, lane_a: int = 0, lane_b: int = 0) -> str:
    """Return the drawing of one path of a face, between any two of its ends."""
    if a < STOP and b < STOP:
        if _beside(face, a, lane_a) == _beside(face, b, lane_b) == CENTRE:
            return side_to_side(a, b)
        return _lanes(face, a, b, lane_a, lane_b)
    spots = stop_spots(face)
    if a >= STOP and b >= STOP:
        return f"M{xy(spots[a - STOP])}L{xy(spots[b - STOP])}"
    edge, index, lane = (a, b - STOP, lane_a) if a < STOP else (b, a - STOP, lane_b)
    spot = spots[index]
    if (beside := _beside(face, edge, lane)) != CENTRE:
        return f"M{xy(on_side(face, edge, lane))}L{xy((spot[0] + beside[0], spot[1] + beside[1]))}"
    if sides := through(face, index):
        other = sides[1] if sides[0] == edge else sides[0]
        if (other - edge) % 6 == 3:
            return f"M{xy(toward(edge))}L{xy(spot)}"
        bend = RADIUS / 2 if (other - edge) % 6 in (1, 5) else RADIUS * 1.5
        return (
            f"M{xy(toward(edge))}A{number(bend)} {number(bend)} 0 0 {int((other - edge) % 6 > 3)} {xy(spot)}"
        )
    if abs(spot[0]) + abs(spot[1]) < 1 or face.stop_exits[index] == {edge}:
        return f"M{xy(toward(edge))}L{xy(spot)}"
    # Off the centre: leave the side at a right angle, then bend to the stop.
    return f"M{xy(toward(edge))}Q{xy(toward(edge, 16))} {xy(spot)}"


def track_samples(face: Face) -> list[Point]:
    """Points along all track, to keep texts off it."""
    spots = stop_spots(face)
    found: list[Point] = []
    for path in face.paths:
        a, b = path.link
        if b < STOP:
            found += [on_track(a, b, share / 8) for share in range(9)]
            continue
        start = toward(a) if a < STOP else spots[a - STOP]
        end = spots[b - STOP]
        if face.stops[b - STOP].kind == "offboard":
            end = toward(a, 17)  # only an arrow
        found += [
            (start[0] + (end[0] - start[0]) * share / 5, start[1] + (end[1] - start[1]) * share / 5)
            for share in range(6)
        ]
    return found
