"""Whether a set of routes may be run (summary, operating round 4)."""

from referees.g1854.board import Arrival, Board, side_of
from referees.g1854.chart import HEXES, across, is_local
from referees.g1854.plain import Action, Position, seat_name, top
from referees.g1854.tables import LOCALS, director, kind_of
from referees.g1854.trains import may_run

ORIENT_EXPRESS = "8Ox"
ORIENT_ENDS = frozenset({"D0.0", "F28.0"})


def run_is_legal(position: Position, action: Action) -> bool:
    """Whether these trains may run on these routes in the same turn."""
    frame = top(position)
    company = frame["company"]
    if seat_name(action["seat"]) != director(position, company):
        return False
    board = Board(position)
    trains, used = set[str](), set[Arrival]()
    for route in action["routes"]:
        train: str = route["train"]
        if train in trains or position["trains"].get(train) != company:
            return False
        trains.add(train)
        kind = kind_of(position, train)
        if not may_run(company, kind):
            return False
        sides = walk(board, route["path"])
        if sides is None or sides & used or not stops_are_legal(board, company, kind, route["path"]):
            return False
        used |= sides
    return True


def walk(board: Board, path: list[str]) -> set[Arrival] | None:
    """The sides that a way crosses, or None if there is no such track or a side comes twice."""
    if len(path) < 2 or "." not in path[0] or "." not in path[-1]:
        return None
    hexes = [node.partition(".")[0] for node in path]
    if any(hex not in HEXES for hex in hexes) or any("." in n and n not in board.stops for n in path):
        return None
    crossed: set[Arrival] = set()
    entry: int | None = None
    for at, (node, hex) in enumerate(zip(path, hexes, strict=True)):
        out: int | None = None
        met: int | None = None
        if at + 1 < len(path):
            steps = [side for side in range(6) if across(hex, side)[0] == hexes[at + 1]]
            if not steps:
                return None
            out, met = steps[0], across(hex, steps[0])[1]
            name = side_of(hex, out)
            if name in crossed:
                return None
            crossed.add(name)
        ends = [side for side in (entry, out) if side is not None]
        if "." in node:
            if any(side not in board.stops[node].sides for side in ends):
                return None
        elif entry is None or out is None or out not in board.onward(hex, entry):
            return None
        entry = met
    return crossed


def stops_are_legal(board: Board, company: str, kind: str, path: list[str]) -> bool:
    """Length, places once, an own station, nothing blocked or red on the way."""
    stops = [node for node in path if "." in node]
    places = [board.place(stop) for stop in stops]
    express = kind == ORIENT_EXPRESS
    if len(stops) < 2 or len(set(places)) < len(places):
        return False
    if any(is_local(node.partition(".")[0]) != (company in LOCALS) for node in path):
        return False
    if not any(company in board.markers.get(stop, ()) for stop in stops):
        return False
    if not express and ORIENT_ENDS & set(stops):
        return False  # Paris and Constantinople are for the Orient Express alone
    for stop in stops[1:-1]:
        through = express and board.stops[stop].kind == "r"
        if board.blocked(stop, company) or (board.ends_routes(stop) and not through):
            return False
    if express:
        return True  # it passes any stops: eight of them count
    if kind.endswith("+"):
        return sum(board.stops[stop].kind != "t" for stop in stops) <= int(kind[:-1])
    return len(stops) <= int(kind)
