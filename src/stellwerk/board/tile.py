"""Stops, pieces of track, and the tiles made of them."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from stellwerk.board.hexes import EDGES, TileId
from stellwerk.engine.memo import Memo, kept_property

COLOURS = ("yellow", "green", "brown", "gray")

CITY = "city"
JUNCTION = "junction"  # trains turn there as in a station, but it is none: open track
GATEWAY = "gateway"  # the role of an off-board place that some trains run through

STANDARD, METRE, DUAL = "standard", "metre", "dual"
RUNS_ON: Mapping[str, frozenset[str]] = {
    "": frozenset(("", STANDARD, METRE)),
    STANDARD: frozenset(("", STANDARD)),
    METRE: frozenset(("", METRE)),
    DUAL: frozenset(("", STANDARD, METRE)),
}
"""Gauge of the rails -> the gauges that run on them; "" is asked for where a game has only one."""

STOP = 6  # ends of paths: 0..5 are the sides of the hex, 6 + i is stop i


class Stop(msgspec.Struct, frozen=True):
    """A place where trains stop: a city, town, off-board area, mine or junction."""

    kind: str
    slots: int = 0
    revenue: int | Mapping[str, int] = 0  # one value, or one by colour of the phase
    role: str = ""
    home: tuple[str, ...] = ()  # companies that a slot is kept for
    group: str = ""  # stops of one group are one place
    at: float | None = None  # drawing hint: the side, or the corner between two, it lies next to


def revenue(stop: Stop, colour: str) -> int:
    """Return the value of a stop in the phase of that colour; a missing colour keeps the value before it."""
    if isinstance(stop.revenue, int):
        return stop.revenue
    value = 0
    for step in COLOURS:
        value = stop.revenue.get(step, value)
        if step == colour:
            break
    return value


def keeps_places(old: Iterable[Stop], new: Iterable[Stop], joins: bool = False) -> bool:
    """Return whether new stops can take the place of old ones; `joins` lets cities grow together."""
    before, after = sorted(stop.kind for stop in old), sorted(stop.kind for stop in new)
    if before == after or not joins:
        return before == after
    others = [[kind for kind in kinds if kind != CITY] for kinds in (before, after)]
    return others[0] == others[1] and 1 <= after.count(CITY) < before.count(CITY)


class Path(msgspec.Struct, frozen=True):
    """A piece of track between two ends: sides 0..5 or stops 6 + i."""

    a: int
    b: int
    terminal: bool = False  # a route ends here
    # Parallel tracks over one side; a lane has the same number on both sides of the border.
    lane_a: int = 0
    lane_b: int = 0
    gauge: str = ""  # of the rails; "" where a game has only one

    @property
    def link(self) -> tuple[int, int]:
        """The two ends, smaller first."""
        return (self.a, self.b) if self.a < self.b else (self.b, self.a)

    def turned(self, rotation: int) -> "Path":
        a = self.a if self.a >= STOP else (self.a + rotation) % 6
        b = self.b if self.b >= STOP else (self.b + rotation) % 6
        return Path(a, b, self.terminal, self.lane_a, self.lane_b, self.gauge)


class Arm(msgspec.Struct, frozen=True):
    """One way on from an end of track inside a hex."""

    end: int  # where it leads
    lane: int  # the lane it starts in
    end_lane: int
    path: int  # index in Face.paths
    gauges: frozenset[str] = RUNS_ON[""]  # that run on it


_ARMS: "Memo[str, tuple[tuple[Arm, ...], ...]]" = Memo("gauged", 8)


class Face(msgspec.Struct, frozen=True, dict=True):
    """The track picture of a hex: a tile in one rotation, or what is printed on the map.

    Faces are made once and compared by `key`: "14:2" for a tile, the hex id for a printed hex.
    """

    key: str
    stops: tuple[Stop, ...] = ()
    paths: tuple[Path, ...] = ()
    becomes: tuple[TileId, ...] | None = None  # the only tiles that may replace it; None: whatever fits

    @kept_property
    def exits(self) -> frozenset[int]:
        """The sides that track leads out of."""
        return frozenset(end for path in self.paths for end in path.link if end < STOP)

    @kept_property
    def links(self) -> frozenset[tuple[int, int]]:
        return frozenset(path.link for path in self.paths)

    @kept_property
    def arms(self) -> tuple[tuple[Arm, ...], ...]:
        """For each end (six sides, then the stops): where the track there leads."""
        found: list[list[Arm]] = [[] for _ in range(STOP + len(self.stops))]
        for index, path in enumerate(self.paths):
            gauges = RUNS_ON[path.gauge]
            found[path.a].append(Arm(path.b, path.lane_a, path.lane_b, index, gauges))
            found[path.b].append(Arm(path.a, path.lane_b, path.lane_a, index, gauges))
        for index, stop in enumerate(self.stops):
            if stop.kind == JUNCTION:
                _open_up(found, STOP + index)
        return tuple(tuple(arms) for arms in found)

    def arms_in(self, gauge: str) -> tuple[tuple[Arm, ...], ...]:
        """Return the arms that trains of a gauge can use; "" stands for every train."""
        if not gauge:
            return self.arms
        kept = _ARMS.of(self)
        if gauge not in kept:
            kept[gauge] = tuple(tuple(arm for arm in arms if gauge in arm.gauges) for arms in self.arms)
        return kept[gauge]

    def exits_in(self, gauge: str) -> frozenset[int]:
        """Return the sides that track of a gauge leads out of."""
        if not gauge:
            return self.exits
        return frozenset(edge for edge in EDGES if self.arms_in(gauge)[edge])

    @kept_property
    def stop_exits(self) -> tuple[frozenset[int], ...]:
        """For each stop, the sides its own track leads out of."""
        return tuple(
            frozenset(arm.end for arm in self.arms[STOP + index] if arm.end < STOP)
            for index in range(len(self.stops))
        )

    @kept_property
    def terminal(self) -> tuple[bool, ...]:
        """For each stop, whether a route can only end there."""
        return tuple(
            (stop.kind == "offboard" and stop.role != GATEWAY)
            or any(self.paths[arm.path].terminal for arm in self.arms[STOP + index])
            for index, stop in enumerate(self.stops)
        )


def _open_up(arms: list[list[Arm]], junction: int) -> None:
    """Lead the track into a junction straight on to every other track there."""
    there = arms[junction]
    for way in there:
        arms[way.end] = [arm for arm in arms[way.end] if arm.end != junction] + [
            Arm(on.end, way.end_lane, on.end_lane, on.path, way.gauges & on.gauges)
            for on in there
            if on is not way
        ]
    arms[junction] = []


def stop_map(old: Face, new: Face) -> tuple[int, ...]:
    """For each stop of the old face, the stop of the new one that takes its place.

    A stop goes where its track goes, and two go to the same place only where there is no other way.
    """
    if len(new.stops) <= 1:
        return (0,) * len(old.stops)
    moved = _apart(old.stop_exits, new.stop_exits)
    # Stops without track follow in index order; more stops than places end up in the last one.
    rest = [target for target in range(len(new.stops)) if target not in moved.values()]
    for index in range(len(old.stops)):
        if index not in moved:
            moved[index] = rest.pop(0) if rest else len(new.stops) - 1
    return tuple(moved[index] for index in range(len(old.stops)))


def _apart(old: Sequence[frozenset[int]], new: Sequence[frozenset[int]]) -> dict[int, int]:
    """Stops with track to stops that have it too, to as many different ones as can be."""
    ways: list[dict[int, int]] = [{}]
    for index, exits in enumerate(old):
        targets = [target for target, wider in enumerate(new) if exits and exits <= wider]
        if targets:
            ways = [{**way, index: target} for way in ways for target in targets]
    return max(ways, key=lambda way: len(set(way.values())))


def keeps_apart(old: Face, new: Face, moved: Sequence[int]) -> bool:
    """Return whether stops grow together only where the new face has fewer of them, and no more than that."""
    return len(set(moved)) == min(len(old.stops), len(new.stops))


class Tile(msgspec.Struct, frozen=True, dict=True):
    """A tile as printed, in rotation 0; `count` copies come with the game."""

    number: TileId
    colour: str
    count: int = 1
    label: str = ""
    stops: tuple[Stop, ...] = ()
    paths: tuple[Path, ...] = ()
    becomes: tuple[TileId, ...] | None = None

    @kept_property
    def gauge(self) -> str:
        """Of its rails; dual where both occur."""
        gauges = {path.gauge for path in self.paths}
        return gauges.pop() if len(gauges) == 1 else DUAL if gauges else ""

    @kept_property
    def _faces(self) -> tuple[Face, ...]:
        return tuple(self._turn(rotation) for rotation in EDGES)

    def _turn(self, rotation: int) -> Face:
        stops = tuple(
            stop if stop.at is None else msgspec.structs.replace(stop, at=(stop.at + rotation) % 6)
            for stop in self.stops
        )
        paths = tuple(path.turned(rotation) for path in self.paths)
        return Face(f"{self.number}:{rotation}", stops, paths, self.becomes)

    def turned(self, rotation: int) -> Face:
        """Return the face after turning the tile clockwise by `rotation` sides."""
        return self._faces[rotation % 6]

    @kept_property
    def _alike(self) -> tuple[int, ...]:
        first = {self._faces[rotation].links: rotation for rotation in reversed(EDGES)}
        return tuple(first[face.links] for face in self._faces)

    def canonical(self, rotation: int) -> int:
        """Return the smallest rotation that shows the same picture (a straight has three, not six)."""
        return self._alike[rotation % 6]
