"""The board as it lies: tiles, markers, and what a company reaches from its stations (VII.2, VII.6)."""

from collections import deque
from collections.abc import Callable
from functools import cached_property

from referees.g1824.chart import TILES, TOWN_MARKERS, Face, Stop, across, hexes
from referees.g1824.plain import Position
from referees.g1824.tables import HOMES, variant

KNOWN_PLACE_TWICE = True
"""Temporary: the engine lets the way to a building site or to a new marker touch Wien or Budapest twice, in
two of their cities. VII.6 asks for the conditions of a route, VII.8 for a route, and "eine Route darf
denselben Einkommensort nicht mehrfach beinhalten" (VII.9). False judges by the letter."""

Arrival = tuple[str, int]
"""A hex and the side at which track leads up to it."""

Once = Callable[[str], str]
"""What of a stop a way may touch only once."""

Side = tuple[str, int]
"""A side between two hexes, named by one of them: the smallest piece of track that only one train may use."""


def side_of(hex: str, side: int) -> Side:
    """One name for a side, whichever hex it is seen from."""
    return min((hex, side), across(hex, side))


class Board:
    """Tiles and markers of a position."""

    def __init__(self, position: Position) -> None:
        self.hexes = hexes(variant(position))
        self.faces: dict[str, Face] = {hex: printed.face for hex, printed in self.hexes.items()}
        for hex, (number, rotation) in position["board"]["laid"].items():
            self.faces[hex] = TOWN_MARKERS.get(number) or TILES[number].turned(rotation)
        markers: dict[str, list[str]] = position["board"]["markers"]
        self.markers = {stop: [owner for owner in owners if owner] for stop, owners in markers.items()}

    @cached_property
    def stops(self) -> dict[str, Stop]:
        """All stops by name ("E12.0")."""
        return {
            f"{hex}.{number}": stop
            for hex, face in self.faces.items()
            for number, stop in enumerate(face.stops)
        }

    def place(self, stop: str) -> str:
        """The place of income that a stop belongs to: Wien, Budapest and red areas are one each (VII.9)."""
        hex = stop.partition(".")[0]
        if self.hexes[hex].area:
            return self.hexes[hex].area
        return hex if self.hexes[hex].face.label in ("W", "Bu") else stop

    def ends_routes(self, stop: str) -> bool:
        """Red areas and mines are where a route ends (VII.2)."""
        return self.stops[stop].kind == "m" or bool(self.hexes[stop.partition(".")[0]].area)

    def free(self, stop: str) -> int:
        """Circles of a city without a marker."""
        return self.stops[stop].slots - len(self.markers.get(stop, ()))

    def blocked(self, stop: str, company: str) -> bool:
        """A city full of other companies' markers (VII.2)."""
        found = self.stops[stop]
        if found.kind != "c" or company in self.markers.get(stop, ()):
            return False
        return self.free(stop) <= 0

    def stations(self, company: str) -> list[str]:
        """The stops with a company's marker."""
        return [stop for stop, owners in self.markers.items() if company in owners]

    def home(self, company: str) -> str:
        """The stop that holds a company's home circle now, through all upgrades (VII.7)."""
        printed = HOMES[company]
        hex, _, number = printed.partition(".")
        face, sides = self.faces[hex], self.hexes[hex].face.stops[int(number)].sides
        if not sides:
            return printed
        return next(f"{hex}.{at}" for at, stop in enumerate(face.stops) if set(sides) <= set(stop.sides))

    def stop_at(self, hex: str, side: int) -> str:
        """The stop that track from a side leads to, "" for none."""
        for number, stop in enumerate(self.faces[hex].stops):
            if side in stop.sides:
                return f"{hex}.{number}"
        return ""

    def onward(self, hex: str, side: int) -> list[int]:
        """Sides to which plain track leads from a side."""
        return [b if a == side else a for a, b in self.faces[hex].plain if side in (a, b)]

    def reached(self, company: str) -> tuple[set[Arrival], set[str]]:
        """Where track from a company's stations leads: sides of hexes, and stops.

        The way must keep the conditions of a route (VII.6): no track twice, no place twice, not through a
        city full of foreign markers, not through mines and red areas.
        """
        came: dict[Arrival, Arrival | str] = {}
        queue: deque[Arrival] = deque()

        def leave(hex: str, side: int, source: Arrival | str) -> None:
            beyond = across(hex, side)
            if beyond[0] in self.hexes and beyond not in came:
                came[beyond] = source
                queue.append(beyond)

        stations = self.stations(company)
        for station in stations:
            for side in self.stops[station].sides:
                leave(station.partition(".")[0], side, station)
        while queue:
            hex, side = queue.popleft()
            stop = self.stop_at(hex, side)
            if stop and not self.ends_routes(stop) and not self.blocked(stop, company):
                for other in self.stops[stop].sides:
                    if other != side:
                        leave(hex, other, (hex, side))
            for other in self.onward(hex, side):
                leave(hex, other, (hex, side))
        once = str if KNOWN_PLACE_TWICE else self.place
        doubtful = {arrival for arrival in came if not self._is_route(arrival, came, once)}
        arrivals = set(came) - doubtful
        if doubtful:
            arrivals |= self._by_routes(company, doubtful, once)
        stops = {self.stop_at(*arrival) for arrival in arrivals}
        return arrivals, (stops | set(stations)) - {""}

    def _is_route(self, arrival: Arrival, came: dict[Arrival, Arrival | str], once: Once) -> bool:
        """Whether the way that was found uses no side and no place twice."""
        sides, places, at = {side_of(*arrival)}, set[str](), came[arrival]
        while not isinstance(at, str):
            stop = self.stop_at(*at)
            if side_of(*at) in sides or (stop and once(stop) in places):
                return False
            sides.add(side_of(*at))
            places.add(once(stop)) if stop else None
            at = came[at]
        return once(at) not in places

    def _by_routes(self, company: str, wanted: set[Arrival], once: Once) -> set[Arrival]:
        """Those of the arrivals to which some way leads without using a side or a place twice."""
        found: set[Arrival] = set()

        def walk(hex: str, side: int, sides: set[Side], places: set[str]) -> None:
            beyond = across(hex, side)
            name = side_of(hex, side)
            if beyond[0] not in self.hexes or name in sides or wanted <= found:
                return
            found.update({beyond} & wanted)
            sides.add(name)
            stop = self.stop_at(*beyond)
            if stop:
                place = once(stop)
                if place not in places and not self.ends_routes(stop) and not self.blocked(stop, company):
                    places.add(place)
                    for other in self.stops[stop].sides:
                        walk(beyond[0], other, sides, places)
                    places.remove(place)
            for other in self.onward(*beyond):
                walk(beyond[0], other, sides, places)
            sides.remove(name)

        for station in self.stations(company):
            for side in self.stops[station].sides:
                walk(station.partition(".")[0], side, set(), {once(station)})
        return found
