"""Tiles and station markers (VIII)."""

from collections.abc import Iterator

from referees.g1848.board import Board, hex_of
from referees.g1848.plain import Action, Position, director
from referees.g1848.tables import (
    BUILDABLE,
    COLOURS,
    COST,
    DARK_BLUE,
    DESERT,
    HOMES,
    KIND,
    MARKERS,
    TILES,
    Tile,
)

COLOUR_PHASE = {"yellow": "", "green": "3", "brown": "5", "gray": "8"}
"""The train whose first sale brings a colour (VIII Exchange; X)."""


def may_use(position: Position, right: str, company: str) -> bool:
    """Whether a company may use the power of a private: its own or its director's, from green on (V)."""
    return "3" in position["phases"] and position["rights"][right] in (company, director(position, company))


def keeps(old: Tile, new: Tile) -> bool:
    """Whether an exchange keeps all track: none broken, and cities apart stay apart (VIII Exchange)."""
    if not set(old.tracks) <= set(new.tracks):
        return False
    if len(old.stops) != len(new.stops):
        return False
    orders = [new.stops] if len(new.stops) < 2 else [new.stops, new.stops[::-1]]
    return any(all(a <= b for a, b in zip(old.stops, order, strict=True)) for order in orders)


def suits(name: str, old: Tile, new: Tile) -> bool:
    """Whether a tile is of the next colour and of the kind that the hex asks for (VIII)."""
    if new.colour not in COLOURS:
        return False
    if old.colour == "":
        if new.colour != "yellow":
            return False
        return new.kind == {"capital": "city"}.get(KIND[name], KIND[name])
    if old.colour not in COLOURS or COLOURS.index(new.colour) != COLOURS.index(old.colour) + 1:
        return False
    return new.kind == KIND[name]


class Builder:
    """What the company in turn may lay."""

    def __init__(self, position: Position, company: str, lays: list[str]) -> None:
        self.position, self.company = position, company
        self.board = Board(position)
        self.reach = self.board.reach(company)
        self.homes = {hex_of(stop) for stop in self.board.own(company)}
        green = "3" in position["phases"]
        self.yellow = lays == [] or (green and lays == ["yellow"])
        self.upgrade = green and lays == []
        self.rebate = may_use(position, "P2", company)

    def laid_right(self, name: str, number: str, rotation: int, rebate: str) -> bool:
        """Whether one lay is legal."""
        tile = TILES.get(number)
        if tile is None or name not in BUILDABLE or not 0 <= rotation < 6:
            return False
        old, new = self.board.tiles[name], tile.turned(rotation)
        if not (self.yellow if tile.colour == "yellow" else self.upgrade):
            return False
        if COLOUR_PHASE.get(tile.colour, "") not in ("", *self.position["phases"]):
            return False
        if self.position["supply"].get(number, 0) < 1 or not suits(name, old, new):
            return False
        if not keeps(old, new) or not self.board.takes(name, new):
            return False
        if not self.joined(name, new):
            return False
        cost = COST.get(name, 0) if old.colour == "" else 0
        if rebate:
            if rebate != "P2" or not self.rebate or cost == 0 or name not in DESERT:
                return False
            cost -= 40
        return cost <= self.position["cash"][self.company]

    def joined(self, name: str, new: Tile) -> bool:
        """A new tile goes on from track of the company; an exchanged one can be run on after it (VIII)."""
        return name in self.homes or any((name, edge) in self.reach.arrivals for edge in new.edges())

    def tiles(self, seat: int) -> Iterator[Action]:
        """All lays; of turns that look alike the lowest."""
        places = {name for name, _ in self.reach.arrivals} | self.homes
        for name in sorted(places & BUILDABLE):
            old = self.board.tiles[name]
            for number, tile in TILES.items():
                if not suits(name, old, tile):
                    continue
                seen: set[tuple[frozenset[frozenset[int]], tuple[frozenset[int], ...]]] = set()
                for rotation in range(6):
                    new = tile.turned(rotation)
                    look = (frozenset(new.tracks), new.stops)
                    if look in seen:
                        continue
                    seen.add(look)
                    for rebate in ("", "P2"):
                        if self.laid_right(name, number, rotation, rebate):
                            yield {
                                "type": "lay_tile",
                                "seat": seat,
                                "hex": name,
                                "tile": number,
                                "rotation": rotation,
                                "rebate": rebate,
                            }

    def markers(self, seat: int) -> Iterator[Action]:
        """Stations that the company may set up now (VIII Stations)."""
        position, company = self.position, self.company
        placed = position["markers"][company]
        if placed >= MARKERS[company] or marker_price(company, placed) > position["cash"][company]:
            return
        for stop in sorted(self.reach.stops):
            if self.board.is_city(stop) and hex_of(stop) not in self.homes and self.has_room(stop):
                yield {"type": "place_marker", "seat": seat, "stop": stop}

    def has_room(self, stop: str) -> bool:
        """A free place, besides those kept for companies whose home it is; COM keeps none (VIII Stations)."""
        # ambiguous: Kalgoorlie (D1) is a red link with a circle; read: it is nobody's but that of WA.
        if KIND[hex_of(stop)] == "red":
            return False
        # The letter: a circle is kept only until the company "is in operation", not until it has acted.
        running = {*self.position["opened"], *self.position["takeovers"]}
        kept = sum(
            1
            for company, homes in HOMES.items()
            if hex_of(stop) in homes and company != "COM" and company not in running
        )
        return self.board.slots(stop) - len(self.board.lying(stop)) - kept >= 1


def marker_price(company: str, placed: int) -> int:
    """The second costs 40, further ones 100; COM pays 100 from its third on (VIII Stations; VI)."""
    return 40 if placed == 1 and company != "COM" else 100


def may_lay_tasmania(position: Position, company: str) -> bool:
    """Whether a company has P3 or its director has (V): what is left of a closed P3 is only the last duty."""
    return may_use(position, "P3", company) and position["privates"]["P3"] == position["rights"]["P3"]


def tasmania(position: Position, seat: int) -> Iterator[Action]:
    """The two dark-blue hexes, turned so that both tracks meet land (V P3, VIII Laying)."""
    if position["supply"].get("241", 0) < 1:
        return
    board = Board(position)
    for name in DARK_BLUE:
        for rotation in range(6):
            if board.takes(name, TILES["241"].turned(rotation)):
                yield {"type": "lay_tasmania", "seat": seat, "hex": name, "rotation": rotation}
