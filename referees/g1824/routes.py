"""Whether a set of routes is legal (VII.2, VII.3, VII.9), and what it earns (VII.10, X.4)."""

from typing import NamedTuple

from referees.g1824.board import Board, Side, side_of
from referees.g1824.chart import across
from referees.g1824.plain import Action, Position, top
from referees.g1824.tables import COALS, HOMES, colour_level, is_goods, is_two_player, train_type, trains_of

BUKOWINA = {"D25", "E24", "E26"}  # X.4
BUKOWINA_FROM = {"E12", "B9"}
BONUS = 50


class Way(NamedTuple):
    """A train's route, read from its JSON: its stops in order and the sides that it crosses."""

    stops: tuple[str, ...]
    sides: tuple[Side, ...]


def value(board: Board, position: Position, stop: str) -> int:
    """What a stop pays in this phase."""
    values = board.stops[stop].values
    return values[min(colour_level(position), len(values)) - 1]


def bonus(position: Position, stops: tuple[str, ...]) -> int:
    """X.4: 50 for a train between Wien or Prag and the Bukowina, with two players only."""
    there = {stop.partition(".")[0] for stop in stops}
    return BONUS if is_two_player(position) and there & BUKOWINA and there & BUKOWINA_FROM else 0


def income(board: Board, position: Position, stops: tuple[str, ...]) -> int:
    """What a train earns on its way, mines not counted (VII.10)."""
    paying = [stop for stop in stops if board.stops[stop].kind != "m"]
    return sum(value(board, position, stop) for stop in paying) + bonus(position, stops)


def read(board: Board, path: list[str]) -> Way | None:
    """The way along stops and hexes of plain track, None if there is no such track."""
    known = [node if "." in node else "" for node in path]
    if len(path) < 2 or not known[0] or not known[-1]:
        return None
    if any(stop and stop not in board.stops for stop in known):
        return None
    if any(node.partition(".")[0] not in board.hexes for node in path):
        return None

    def walk(at: int, came: int, sides: tuple[Side, ...]) -> tuple[Side, ...] | None:
        """Go on from a node entered at a side (-1 at the start); the sides crossed to the end."""
        hex = path[at].partition(".")[0]
        if known[at]:
            stop = board.stops[known[at]]
            if came >= 0 and came not in stop.sides:
                return None
            leaving = [side for side in stop.sides if side != came]
        else:
            leaving = board.onward(hex, came)
        if at == len(path) - 1:
            return sides
        for side in leaving:
            beyond, far = across(hex, side)
            if beyond == path[at + 1].partition(".")[0]:
                found = walk(at + 1, far, (*sides, side_of(hex, side)))
                if found is not None:
                    return found
        return None

    sides = walk(0, -1, ())
    return None if sides is None else Way(tuple(stop for stop in known if stop), sides)


def is_route(board: Board, company: str, kind: str, way: Way) -> bool:
    """Whether a train of this type may go this way (VII.2, VII.3, VII.9)."""
    stops = way.stops
    kinds = [board.stops[stop].kind for stop in stops]
    if len({board.place(stop) for stop in stops}) < len(stops) or len(set(way.sides)) < len(way.sides):
        return False
    if not any(company in board.markers.get(stop, ()) for stop in stops):
        return False
    if any(board.ends_routes(stop) or board.blocked(stop, company) for stop in stops[1:-1]):
        return False
    if not is_goods(kind):
        return "m" not in kinds and 2 <= len(stops) <= int(kind)
    if kinds.count("m") != 1 or "m" not in (kinds[0], kinds[-1]):
        return False
    mine = stops[kinds.index("m")]
    if company in COALS and mine != HOMES[company]:
        return False
    return sum(kind in "cr" for kind in kinds) <= int(kind[:-1])


def judged(position: Position, action: Action) -> tuple[list[Way], Board] | None:
    """The ways of a legal set of routes, None if one of them is not legal."""
    company, board = top(position)["company"], Board(position)
    mine = trains_of(position, company)
    trains = [route["train"] for route in action["routes"]]
    if len(set(trains)) < len(trains) or not set(trains) <= set(mine):
        return None
    ways: list[Way] = []
    used: set[Side] = set()
    for route in action["routes"]:
        way = read(board, route["path"])
        if way is None or not is_route(board, company, train_type(route["train"]), way):
            return None
        if used & set(way.sides):  # each train on track of its own (VII.9)
            return None
        used |= set(way.sides)
        ways.append(way)
    return ways, board
