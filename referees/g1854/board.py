"""The board as it lies: tiles, tunnels, markers, and what a company reaches from its stations."""

from collections import deque
from functools import cached_property

from referees.g1854.chart import HEXES, HOMES, PLACES, Face, Stop, across, turned
from referees.g1854.plain import Position

Arrival = tuple[str, int]
"""A hex and the side at which track leads up to it."""


def side_of(hex: str, side: int) -> Arrival:
    """One name for a side, whichever of its two hexes it is seen from."""
    return min((hex, side), across(hex, side))


class Board:
    """Tiles, tunnels and markers of a position."""

    def __init__(self, position: Position) -> None:
        self.laid: dict[str, tuple[str, int]] = {
            hex: (number, rotation) for hex, (number, rotation) in position["board"]["laid"].items()
        }
        self.faces: dict[str, Face] = {hex: printed.face for hex, printed in HEXES.items()}
        for hex, (number, rotation) in self.laid.items():
            self.faces[hex] = turned(number, rotation)
        self.tunnels: dict[str, list[tuple[int, int]]] = {
            hex: [(a, b) for a, b in pairs] for hex, pairs in position["board"]["tunnels"].items()
        }
        markers: dict[str, list[str]] = position["board"]["markers"]
        self.markers = {stop: [owner for owner in owners if owner] for stop, owners in markers.items()}
        gone = [who for who in HOMES if position["papers"][f"{who}_0"] == "out"]
        self.opened: list[str] = [*position["begun"], *gone]

    @cached_property
    def stops(self) -> dict[str, Stop]:
        """All stops by name ("E13.0")."""
        return {f"{hex}.{at}": stop for hex, face in self.faces.items() for at, stop in enumerate(face.stops)}

    def place(self, stop: str) -> str:
        """What may be visited once by a train: a city, a town, a whole red area, all of Wien."""
        hex = stop.partition(".")[0]
        return PLACES.get(hex, stop)

    def ends_routes(self, stop: str) -> bool:
        """Red areas end a route; only the Orient Express goes on through Zürich and Budapest."""
        return self.stops[stop].kind in "or"

    def free(self, stop: str) -> int:
        """Circles of a city without a marker."""
        return self.stops[stop].slots - len(self.markers.get(stop, ()))

    def blocked(self, stop: str, company: str) -> bool:
        """A city full of other companies' markers (summary, running: a station blocks the way of others)."""
        if self.stops[stop].kind != "c" or company in self.markers.get(stop, ()):
            return False
        return self.free(stop) <= 0

    def stations(self, company: str) -> list[str]:
        """The stops with a company's marker."""
        return [stop for stop, owners in self.markers.items() if company in owners]

    def home(self, company: str) -> str:
        """The stop with a company's home circle now, through all upgrades."""
        hex, at = HOMES[company]
        printed = HEXES[hex].face.stops[at].sides
        face = self.faces[hex]
        if hex not in self.laid or not printed:
            return f"{hex}.{at}"
        return next(f"{hex}.{now}" for now, stop in enumerate(face.stops) if set(printed) <= set(stop.sides))

    def reserved(self, stop: str) -> int:
        """Circles kept for companies whose home this is and that have not begun, nor merged into another."""
        hex = stop.partition(".")[0]
        waiting = [who for who, (home, _) in HOMES.items() if home == hex and who not in self.opened]
        return sum(self.home(who) == stop for who in waiting)

    def stop_at(self, hex: str, side: int) -> list[str]:
        """The stops that track from a side leads to."""
        return [f"{hex}.{at}" for at, stop in enumerate(self.faces[hex].stops) if side in stop.sides]

    def onward(self, hex: str, side: int) -> list[int]:
        """Sides to which plain track or a tunnel leads from a side."""
        ways = [*self.faces[hex].plain, *self.tunnels.get(hex, ())]
        return [b if a == side else a for a, b in ways if side in (a, b)]

    def used_sides(self, hex: str) -> set[int]:
        """Sides of a hex with track or a tunnel's end."""
        return self.faces[hex].sides | self.tunnel_sides(hex)

    def tunnel_sides(self, hex: str) -> set[int]:
        """Sides of a hex where a tunnel ends."""
        return {side for pair in self.tunnels.get(hex, ()) for side in pair}

    def reached(self, company: str) -> tuple[set[Arrival], set[str]]:
        """Where a train of a company could come: sides of hexes, and stops.

        The way keeps the conditions of a route: no track and no place twice, not through a city full of
        foreign markers, not through red areas.
        """
        came: dict[Arrival, Arrival | str] = {}
        queue: deque[Arrival] = deque()

        def leave(hex: str, side: int, source: Arrival | str) -> None:
            beyond = across(hex, side)
            if beyond[0] in HEXES and beyond not in came:
                came[beyond] = source
                queue.append(beyond)

        stations = self.stations(company)
        for station in stations:
            for side in self.stops[station].sides:
                leave(station.partition(".")[0], side, station)
        while queue:
            hex, side = queue.popleft()
            for stop in self.stop_at(hex, side):
                if not self.ends_routes(stop) and not self.blocked(stop, company):
                    for other in self.stops[stop].sides:
                        if other != side:
                            leave(hex, other, (hex, side))
            for other in self.onward(hex, side):
                leave(hex, other, (hex, side))
        doubtful = {arrival for arrival in came if not self._is_route(arrival, came)}
        arrivals = set(came) - doubtful
        if doubtful:
            arrivals |= self._by_routes(company, doubtful)
        stops = {stop for arrival in arrivals for stop in self.stop_at(*arrival)}
        return arrivals, stops | set(stations)

    def _is_route(self, arrival: Arrival, came: dict[Arrival, Arrival | str]) -> bool:
        """Whether the way that was found uses no side and no place twice."""
        sides, places, at = {side_of(*arrival)}, set[str](), came[arrival]
        beyond = arrival
        while not isinstance(at, str):
            through = self._through(at, beyond)
            if side_of(*at) in sides or (through and self.place(through) in places):
                return False
            sides.add(side_of(*at))
            if through:
                places.add(self.place(through))
            beyond, at = at, came[at]
        return self.place(at) not in places

    def _through(self, at: Arrival, beyond: Arrival) -> str:
        """The stop through which a way from an arrival to the next leads, "" for plain track."""
        hex, side = at
        left = across(*beyond)[1]
        if left in self.onward(hex, side):
            return ""
        return next(stop for stop in self.stop_at(hex, side) if left in self.stops[stop].sides)

    def _by_routes(self, company: str, wanted: set[Arrival]) -> set[Arrival]:
        """Those of the arrivals to which some way leads without using a side or a place twice."""
        found: set[Arrival] = set()

        def walk(hex: str, side: int, sides: set[Arrival], places: set[str]) -> None:
            beyond = across(hex, side)
            name = side_of(hex, side)
            if beyond[0] not in HEXES or name in sides or wanted <= found:
                return
            found.update({beyond} & wanted)
            sides.add(name)
            for stop in self.stop_at(*beyond):
                place = self.place(stop)
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
                walk(station.partition(".")[0], side, set(), {self.place(station)})
        return found
