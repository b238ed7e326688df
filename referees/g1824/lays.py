"""Tiles and markers that a company may put on the board (VII.6 to VII.8)."""

from referees.g1824.board import Board
from referees.g1824.chart import TILES, Face, across
from referees.g1824.plain import Action, Position, top
from referees.g1824.tables import (
    COALS,
    HOMES,
    MARKERS,
    PRE_STATES,
    REGIONALS,
    STATES,
    colour_level,
    kind_of,
)


def keeps(old: Face, new: Face) -> bool:
    """Whether a tile keeps all track and the places of what lies there (VII.6, VII.7)."""
    if not set(old.plain) <= set(new.plain):
        return False
    kinds = sorted(stop.kind for stop in old.stops)
    if old.label in ("W", "Bu"):  # the cities of Wien and Budapest grow together
        if not new.stops or len(new.stops) > len(old.stops):
            return False
    elif kinds != sorted(stop.kind for stop in new.stops):
        return False
    return all(any(set(stop.sides) <= set(other.sides) for other in new.stops) for stop in old.stops)


def fits(board: Board, hex: str, face: Face) -> bool:
    """No track leads off the map or to a side of a grey or red hex without track (VII.6)."""
    for side in face.sides():
        beyond, far = across(hex, side)
        printed = board.hexes.get(beyond)
        if printed is None or (printed.colour != "white" and far not in printed.face.sides()):
            return False
    return True


def lays(position: Position, company: str, seat: int, *, pays: bool = True, only: str = "") -> list[Action]:
    """Every tile that a company may lay or exchange, or those for one hex."""
    board = Board(position)
    arrivals, _ = board.reached(company)
    own = {station.partition(".")[0] for station in board.stations(company)}
    at: dict[str, set[int]] = {hex: set() for hex in own}
    for hex, side in arrivals:
        at.setdefault(hex, set()).add(side)
    level, found = colour_level(position), list[Action]()
    for hex, sides in at.items():
        if only and hex != only:
            continue
        printed, old = board.hexes[hex], board.faces[hex]
        if printed.colour != "white" or old.level >= level:
            continue
        if pays and old.level == 0 and position["cash"][company] < printed.cost:
            continue
        old = old._replace(label=printed.face.label)
        for number, tile in TILES.items():
            if tile.level != old.level + 1 or tile.label != old.label or not position["supply"].get(number):
                continue
            seen = set()
            for rotation in range(6):
                face = tile.turned(rotation)
                if face.outline() in seen:
                    continue
                seen.add(face.outline())
                if not keeps(old, face) or not fits(board, hex, face):
                    continue
                if hex in own or sides & face.sides():
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


def is_legal(position: Position, action: Action) -> bool:
    """Whether a tile may be laid as the action says; rotations that look the same are as good."""
    frame, tile = top(position), TILES.get(action["tile"])
    step = {"turn": 2, "builder_turn": 1}.get(frame["frame"])
    if tile is None or not 0 <= action["rotation"] < 6 or step is None or frame["step"] != step:
        return False
    outline = tile.turned(action["rotation"]).outline()
    same = next(rotation for rotation in range(6) if tile.turned(rotation).outline() == outline)
    pays = frame["frame"] == "turn"
    found = lays(position, frame["company"], action["seat"], pays=pays, only=action["hex"])
    return {**action, "rotation": same} in found


def awaited(position: Position) -> list[str]:
    """Companies that are not yet in operation; a state railway stands as its railway no. 1 (VII.8).

    ambiguous: by VI.5 a company is in operation at once with half of its shares, but its home marker, which
    must go to its city (VII.8), comes only in its first turn. The circle is kept until then.
    """
    opened, papers = position["begun"], position["papers"]
    found = [name for name in REGIONALS if f"{name}_0" in papers and name not in opened]
    found = [name for name in found if name != position["bond"]]  # X.4: its marker lies there from the start
    found += [name for name in (*PRE_STATES, *COALS) if papers.get(f"{name}_0") == "offer"]
    for state in STATES:
        before = [name for name, into in PRE_STATES.items() if into == state and f"{name}_0" in papers]
        bought = [name for name in before if papers[f"{name}_0"] != "out" or name in position["begun"]]
        if f"{state}_0" in papers and state not in opened and not bought:
            found.append(f"{state}1")  # IV.4.4: it lays its marker on the place of no. 1
    return found


def kept_homes(position: Position, board: Board) -> set[str]:
    """The cities whose last circle is kept for a company that is still to come (VII.8)."""
    return {board.home(name) for name in awaited(position) if HOMES[name].partition(".")[0] in board.hexes}


def marker_price(position: Position, company: str) -> int:
    """The first marker beside the home costs 40, each one more 100 (VII.8)."""
    return 40 if position["markers"][company] <= 1 else 100


def places(position: Position, company: str) -> list[str]:
    """The cities into which a company may put a marker."""
    kind = kind_of(company)
    if kind not in MARKERS or position["markers"][company] >= MARKERS[kind]:
        return []
    if position["cash"][company] < marker_price(position, company):
        return []
    board = Board(position)
    own = {station.partition(".")[0] for station in board.stations(company)}
    kept = kept_homes(position, board)
    _, stops = board.reached(company)
    found = []
    for stop in sorted(stops):
        hex = stop.partition(".")[0]
        if board.stops[stop].kind != "c" or board.hexes[hex].colour != "white" or hex in own:
            continue
        if board.faces[hex].level and board.free(stop) > (1 if stop in kept else 0):
            found.append(stop)
    return found


def markers(position: Position, company: str, seat: int) -> list[Action]:
    """Every marker that a company may place."""
    return [{"type": "place_marker", "seat": seat, "stop": stop} for stop in places(position, company)]
