"""Tiles and markers that a company may put on the board (4.1, 4.2, 4.4)."""

from itertools import islice

from referees.g1853.board import Arrival, Board, Side, hex_of
from referees.g1853.plain import Action, Position, is_large, phase, purse, top, trains_of
from referees.g1853.runs import can_run_to
from referees.g1853.tables import (
    COSTS,
    GROUND,
    HOMES,
    MARKERS,
    NEIGHBOURS,
    NORTH_BOMBAY,
    TILES,
    Face,
    in_area,
)


def keeps(old: Face, new: Face) -> bool:
    """4.2.4, 4.2.6: all lines stay, in their gauge or in both."""
    if old.level == 0:
        return True
    if new.gauge not in (old.gauge, "d"):
        return False
    for track in old.tracks:
        if not any(track <= other for other in (*new.tracks, *new.stops)):
            return False
    return all(any(stop <= other for other in new.stops) for stop in old.stops)


def stays_on_plan(hex: str, face: Face) -> bool:
    """4.1.10"""
    return all(side in NEIGHBOURS[hex] for side in face.sides())


def turns(face: Face) -> list[tuple[int, Face]]:
    """The different ways to turn a tile."""
    seen, found = set(), list[tuple[int, Face]]()
    for rotation in range(6):
        turned = face.turned(rotation)
        if turned.outline() not in seen:
            seen.add(turned.outline())
            found.append((rotation, turned))
    return found


def cost(position: Position, company: str, hex: str, old: Face, face: Face) -> int:
    """Table 4; 4.1.13 for Ajmer, 4.2.13 for Calcutta; other upgrades cost nothing (4.2.11)."""
    if old.level:
        return 60 if hex == "J28" and hex not in position["board"]["laid"] else 0
    if hex == "H10" and company == "BBCI" and is_large(position, company):
        return 70
    return sum(COSTS[ground][0 if face.gauge == "s" else 1] for ground in GROUND[hex])


def second_fee(position: Position, company: str) -> int | None:
    """What the second yellow tile of a turn costs; `None` where there is none (4.1.2, 4.1.3)."""
    if not is_large(position, company):
        return None
    if position["options"].get(company) == "at once":
        return 50 if company == "EIR" else 20
    return 0 if phase(position) >= 3 else None


def has_big_train(position: Position, company: str) -> bool:
    """4.2.3, 4.4.2"""
    return any(train[0] in "56" for train in trains_of(position, company))


class Ways:
    """From where a company may build: for the second tile only lines apart from the first (4.1.7)."""

    def __init__(self, position: Position, company: str) -> None:
        self.board = Board(position)
        self.stations = self.board.stations(company)
        self.company = company
        first = top(position).get("first_tile", "")
        self.choices: list[tuple[set[str], set[Arrival]]] = []
        if not first:
            self.choices.append(self._from(self.stations, frozenset()))
            return
        for station in self.stations:
            others = [stop for stop in self.stations if stop != station]
            if others:
                for line in set(islice(self.board.lines(self.company, station, first), 3000)):
                    self.choices.append(self._from(others, line))

    def _from(self, stations: list[str], used: frozenset[Side]) -> tuple[set[str], set[Arrival]]:
        return {hex_of(stop) for stop in stations}, self.board.reach(self.company, stations, used)

    def hexes(self) -> set[str]:
        return {hex for own, arrivals in self.choices for hex in (*own, *(a[0] for a in arrivals))}

    def joins(self, hex: str, face: Face) -> bool:
        """Whether a tile prolongs a line of its gauge (4.1.6), or is that of a station."""
        wanted = [
            (hex, side, gauge) for side in face.sides() for gauge in ("s", "m") if face.gauge in (gauge, "d")
        ]
        return any(
            hex in own or any(arrival in arrivals for arrival in wanted) for own, arrivals in self.choices
        )


def lays(position: Position, seat: int) -> list[Action]:
    """Every tile that a company may lay or exchange in its turn."""
    frame = top(position)
    company, money = frame["company"], purse(position, frame["company"])
    if frame["lays"]:
        fee = second_fee(position, company)
        if frame["lays"] != ["yellow"] or fee is None or fee > money:
            return []
        money -= fee
    ways, found = Ways(position, company), list[Action]()
    for hex in sorted(ways.hexes()):
        old = ways.board.faces[hex]
        if old.level and (frame["lays"] or old.level + 1 >= phase(position)):
            continue
        abroad = old.level > 0 and not in_area(company, hex)
        if abroad and not has_big_train(position, company):
            continue  # 4.2.2
        if old.level == 3 and any(ways.board.faces[near].level == 4 for near in NEIGHBOURS[hex].values()):
            continue  # 4.2.7
        for number in old.upgrades:
            if not position["supply"].get(number):
                continue
            if cost(position, company, hex, old, TILES[number]) > money:
                continue
            for rotation, face in turns(TILES[number]):
                if keeps(old, face) and stays_on_plan(hex, face) and ways.joins(hex, face):
                    if abroad and not can_run_to(position, ways.board.with_tile(hex, face), company, hex):
                        continue  # 4.2.3
                    found.append(
                        {
                            "type": "lay_tile",
                            "seat": seat,
                            "hex": hex,
                            "tile": number,
                            "rotation": rotation,
                            "rebate": "",
                        }
                    )
    return found


def homes(position: Position, company: str) -> tuple[tuple[str, int], ...]:
    """Table 1 and 2.6.2."""
    own = HOMES[company]
    return (*own, NORTH_BOMBAY) if company == "BBCI" and is_large(position, company) else own


def kept_places(position: Position, board: Board) -> list[str]:
    """The stations of companies that are not yet in operation (4.4.7)."""
    found = list[str]()
    for company in HOMES:
        if company in position["opened"]:
            continue
        for hex, side in homes(position, company):
            stops = list(board.stops_at(hex, side)) if side >= 0 else [f"{hex}.0"]
            found += stops
    return found


def markers(position: Position, seat: int) -> list[Action]:
    """Every marker that a company may place."""
    company = top(position)["company"]
    placed = position["markers"][company]
    price = 40 if placed <= len(homes(position, company)) else 100  # 4.4.4
    if placed >= MARKERS[company] or price > purse(position, company):
        return []
    board = Board(position)
    stations = board.stations(company)
    own, kept, found = {hex_of(stop) for stop in stations}, kept_places(position, board), set[str]()
    for hex, side, gauge in board.reach(company, stations):
        face = board.faces[hex]
        if face.kind != "city" or hex in own or not board.has_track(hex, side, gauge):
            continue
        abroad = not in_area(company, hex)
        if abroad and not has_big_train(position, company):
            continue  # 4.4.1
        for stop in board.stops_at(hex, side):
            if stop in found or len(board.owners(stop)) + kept.count(stop) >= face.places:
                continue
            if not abroad or can_run_to(position, board, company, hex, stop):  # 4.4.2
                found.add(stop)
    return [{"type": "place_marker", "seat": seat, "stop": stop} for stop in sorted(found)]
