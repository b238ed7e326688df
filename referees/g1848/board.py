"""The board of a position and the ways over it (VIII Laying, Stations; XI General)."""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from referees.g1848.plain import Position
from referees.g1848.tables import (
    BUILDABLE,
    DARK_BLUE,
    DOUBLES,
    KIND,
    NEIGHBOURS,
    PORTS,
    RED,
    TILES,
    TOWNS,
    Tile,
)

Arrival = tuple[str, int]
"""A hex and the edge by which it is entered."""


def _printed(name: str) -> Tile:
    """What a hex shows before anything is laid on it."""
    kind, none = KIND[name], frozenset[int]()
    if name in RED:
        return Tile("", "red", "red", 1 if name == "D1" else 0, (), (frozenset(RED[name]),))
    if name in PORTS:
        return Tile("", "blue", "port", 0, (), (frozenset(PORTS[name]),))
    if name in TOWNS:
        return Tile("", "", kind, 0, (), (none, none))
    if name in DOUBLES:
        return Tile("", "", kind, 1, (), (none, none))
    if kind in ("city", "capital"):
        return Tile("", "", kind, 1, (), (none,))
    return Tile("", "", kind, 0, (), ())


PRINTED = {name: _printed(name) for name in KIND}


def opposite(edge: int) -> int:
    return (edge + 3) % 6


def hex_of(stop: str) -> str:
    return stop.partition(".")[0]


class Reach(NamedTuple):
    """Where the track of a company leads: sides of hexes come to, and stops come to."""

    arrivals: frozenset[Arrival]
    stops: frozenset[str]


class Board:
    """Tiles and markers of a position."""

    def __init__(self, position: Position) -> None:
        self.tiles = dict(PRINTED)
        for name, (number, rotation) in position["board"]["laid"].items():
            self.tiles[name] = TILES[number].turned(rotation)
        self.markers = position["board"]["markers"]
        self.beside = position["board"]["beside"]
        self.joins: dict[Arrival, list[int | str]] = {}
        for name, tile in self.tiles.items():
            for track in tile.tracks:
                for edge in track:
                    self.joins.setdefault((name, edge), []).extend(track - {edge})
            for index, edges in enumerate(tile.stops):
                for edge in edges:
                    self.joins.setdefault((name, edge), []).append(f"{name}.{index}")

    def stops(self) -> Iterator[str]:
        for name, tile in self.tiles.items():
            for index in range(len(tile.stops)):
                yield f"{name}.{index}"

    def exits(self, stop: str) -> frozenset[int]:
        name, _, index = stop.partition(".")
        return self.tiles[name].stops[int(index)]

    def slots(self, stop: str) -> int:
        return self.tiles[hex_of(stop)].slots

    def is_city(self, stop: str) -> bool:
        """A big station, where markers may lie."""
        return self.slots(stop) > 0

    def counts(self, stop: str) -> bool:
        """Whether a stop counts against a train's range: all but small stations and small ports (IX, XI)."""
        return self.tiles[hex_of(stop)].kind not in ("towns", "port")

    def lying(self, stop: str) -> list[str]:
        """Whose markers lie in the places of a city; those beside it take no place."""
        return [owner for owner in self.markers.get(stop, []) if owner]

    def has_marker(self, stop: str, company: str) -> bool:
        """A marker beside a city is as good as one in it (VI Commonwealth)."""
        return company in self.lying(stop) or company in self.beside.get(stop, [])

    def own(self, company: str) -> list[str]:
        return [stop for stop in self.stops() if self.has_marker(stop, company)]

    def through(self, stop: str, company: str) -> bool:
        """Whether track leads on beyond a stop: not at red links and Tasmania, nor in a full city (XI)."""
        if self.tiles[hex_of(stop)].kind in ("red", "tasmania"):
            return False
        full = self.is_city(stop) and len(self.lying(stop)) >= self.slots(stop)
        return not full or self.has_marker(stop, company)

    def onward(self, arrival: Arrival, company: str) -> Iterator[tuple[Arrival, str]]:
        """The next sides from a side, each with the stop passed on the way, or nothing."""
        name, edge = arrival
        for end in self.joins.get(arrival, []):
            if isinstance(end, int):
                yield self.beyond(name, end), ""
            elif self.through(end, company):
                for out in self.exits(end) - {edge}:
                    yield self.beyond(name, out), end

    def beyond(self, name: str, edge: int) -> Arrival:
        """The other face of a side. Track never leads off the plan (VIII Laying)."""
        return NEIGHBOURS[name][edge], opposite(edge)

    def reach(self, company: str) -> Reach:
        """All that a company can run to from its markers, without using a piece of track twice (XI)."""
        before: dict[Arrival, Arrival | None] = {}
        own = self.own(company)
        queue: deque[Arrival] = deque()
        for stop in own:
            for edge in self.exits(stop):
                first = self.beyond(hex_of(stop), edge)
                if first not in before:
                    before[first] = None
                    queue.append(first)
        while queue:
            here = queue.popleft()
            for there, _ in self.onward(here, company):
                if there not in before:
                    before[there] = here
                    queue.append(there)
        sure = {arrival for arrival in before if self._clean(arrival, before)}
        sure |= {arrival for arrival in before.keys() - sure if self._way_to(arrival, own, company)}
        reached = {end for arrival in sure for end in self.joins.get(arrival, []) if isinstance(end, str)}
        return Reach(frozenset(sure), frozenset(reached | set(own)))

    def _clean(self, arrival: Arrival, before: dict[Arrival, Arrival | None]) -> bool:
        """Whether the way found uses no side in both directions."""
        seen: set[Arrival] = set()
        at: Arrival | None = arrival
        while at is not None:
            if self.beyond(*at) in seen:
                return False
            seen.add(at)
            at = before[at]
        return True

    def _way_to(self, wanted: Arrival, own: list[str], company: str) -> bool:
        """Look for a way to a side that uses every side and every stop once at most."""

        def search(here: Arrival, sides: frozenset[Arrival], passed: frozenset[str]) -> bool:
            if here == wanted:
                return True
            for there, stop in self.onward(here, company):
                back = self.beyond(*there)
                if there in sides or back in sides or stop in passed:
                    continue
                if search(there, sides | {there}, passed | {stop} if stop else passed):
                    return True
            return False

        return any(
            search(first, frozenset({first}), frozenset({stop}))
            for stop in own
            for first in (self.beyond(hex_of(stop), edge) for edge in self.exits(stop))
        )

    def has_route(self, company: str) -> bool:
        """Whether a company has a route: two different stations joined by track, one with its marker (XI).

        Range does not matter: a route is a route whatever train there is.
        """
        for start in self.own(company):
            todo = [self.beyond(hex_of(start), edge) for edge in self.exits(start)]
            seen = set(todo)
            while todo:
                here = todo.pop()
                for end in self.joins.get(here, []):
                    if isinstance(end, str):
                        if end != start:
                            return True
                    elif (there := self.beyond(here[0], end)) not in seen:
                        seen.add(there)
                        todo.append(there)
        return False

    def takes(self, name: str, tile: Tile) -> bool:
        """Whether no track of a tile leads off the plan, into red or blue without a joint (VIII Laying)."""
        for edge in tile.edges():
            there = NEIGHBOURS[name].get(edge)
            if there is None:
                return False
            if there not in BUILDABLE and (there, opposite(edge)) not in self.joins:
                return False
            if name in DARK_BLUE and there in DARK_BLUE:
                return False
        return True
