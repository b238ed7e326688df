"""The board of a position and the ways over it (4.1.6, 4.2.8, 4.5)."""

from collections.abc import Iterable, Iterator
from copy import copy

from referees.g1853.plain import Position
from referees.g1853.tables import NEIGHBOURS, PRINTED, TILES, Face

Arrival = tuple[str, int, str]
"""A hex, the side by which it is entered, and the gauge of the line that leads there."""

Side = tuple[str, int]
"""A side between two hexes, named after the one of them that comes first."""

GAUGES = ("s", "m")


def hex_of(stop: str) -> str:
    return stop.partition(".")[0]


def across(hex: str, side: int) -> tuple[str, int]:
    """The other face of a side."""
    return NEIGHBOURS[hex][side], (side + 3) % 6


def side_name(hex: str, side: int) -> Side:
    return min((hex, side), across(hex, side))


class Board:
    """Tiles and markers of a position."""

    def __init__(self, position: Position) -> None:
        self.faces: dict[str, Face] = dict(PRINTED)
        for hex, (number, rotation) in position["board"]["laid"].items():
            self.faces[hex] = TILES[number].turned(rotation)
        self.markers = position["board"]["markers"]

    def with_tile(self, hex: str, face: Face) -> "Board":
        """The same board after a tile was laid; markers go where their track leads."""
        after = copy(self)
        old, after.faces = self.faces[hex], {**self.faces, hex: face}
        after.markers = {stop: owners for stop, owners in self.markers.items() if hex_of(stop) != hex}
        for stop, owners in self.markers.items():
            if hex_of(stop) == hex:
                sides = old.stops[int(stop.partition(".")[2])]
                index = next((i for i, new in enumerate(face.stops) if sides <= new), 0)
                after.markers[f"{hex}.{index}"] = [*after.markers.get(f"{hex}.{index}", []), *owners]
        return after

    def owners(self, stop: str) -> list[str]:
        return [owner for owner in self.markers.get(stop, []) if owner]

    def stations(self, company: str) -> list[str]:
        """Where a company's markers lie."""
        return [stop for stop, owners in self.markers.items() if company in owners]

    def exits(self, stop: str) -> frozenset[int]:
        hex, _, index = stop.partition(".")
        return self.faces[hex].stops[int(index)]

    def through(self, stop: str, company: str) -> bool:
        """Whether a line leads on: not through a city full of the markers of others (4.5.6, 4.5.7)."""
        face, owners = self.faces[hex_of(stop)], self.owners(stop)
        return face.kind != "city" or len(owners) < face.places or company in owners

    def has_track(self, hex: str, side: int, gauge: str) -> bool:
        """Whether track of a gauge, or of both (4.2.8), leads to a side."""
        face = self.faces[hex]
        return face.gauge in (gauge, "d") and side in face.sides()

    def stops_at(self, hex: str, side: int) -> Iterator[str]:
        """The stops that the track from a side leads to at once."""
        for index, sides in enumerate(self.faces[hex].stops):
            if side in sides:
                yield f"{hex}.{index}"

    def onward(self, hex: str, side: int, company: str) -> Iterator[tuple[int, list[str]]]:
        """The sides by which a line that entered a hex leaves it, with the stops passed."""
        face = self.faces[hex]
        for track in face.tracks:
            if side in track:
                for out in track - {side}:
                    yield out, []
        for stop in self.stops_at(hex, side):
            if face.linked:
                other = 1 - int(stop[-1])
                for out in face.stops[other]:
                    yield out, [stop, f"{hex}.{other}"]
            elif self.through(stop, company):
                for out in self.exits(stop) - {side}:
                    yield out, [stop]

    def gauges(self, hex: str, gauge: str, passed: list[str], company: str) -> list[str]:
        """In which gauges a line leads on: it changes only where the company has a marker (4.2.6)."""
        if any(company in self.owners(stop) for stop in passed):
            return [other for other in GAUGES if self.faces[hex].gauge in (other, "d")]
        return [gauge]

    def reach(
        self, company: str, stations: Iterable[str], used: frozenset[Side] = frozenset()
    ) -> set[Arrival]:
        """Every side of a hex to which a line of one gauge leads from these stations (4.1.6)."""
        todo = list[Arrival]()
        seen = set[Arrival]()

        def leave(hex: str, side: int, gauge: str) -> None:
            if side_name(hex, side) in used:
                return
            arrival = (*across(hex, side), gauge)
            if arrival not in seen:
                seen.add(arrival)
                todo.append(arrival)

        for stop in stations:
            hex = hex_of(stop)
            for side in self.exits(stop):
                for gauge in GAUGES:
                    if self.has_track(hex, side, gauge):
                        leave(hex, side, gauge)
        while todo:
            hex, side, gauge = todo.pop()
            if self.has_track(hex, side, gauge):
                for out, passed in self.onward(hex, side, company):
                    for after in self.gauges(hex, gauge, passed, company):
                        leave(hex, out, after)
        return seen

    def lines(self, company: str, station: str, goal: str) -> Iterator[frozenset[Side]]:
        """The track of every line from a station to a hex, each piece used once at most."""

        def search(hex: str, side: int, gauge: str, used: frozenset[Side]) -> Iterator[frozenset[Side]]:
            if not self.has_track(hex, side, gauge):
                return
            if hex == goal:
                yield used
                return
            for out, passed in self.onward(hex, side, company):
                name = side_name(hex, out)
                if name not in used:
                    for after in self.gauges(hex, gauge, passed, company):
                        yield from search(*across(hex, out), after, used | {name})

        start = hex_of(station)
        if start == goal:
            yield frozenset()
            return
        for side in self.exits(station):
            for gauge in GAUGES:
                if self.has_track(start, side, gauge):
                    yield from search(*across(start, side), gauge, frozenset({side_name(start, side)}))
