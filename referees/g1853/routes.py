"""Whether trains may run as said (4.5)."""

from itertools import pairwise

from referees.g1853.board import Board, Side, hex_of, side_name
from referees.g1853.plain import Action, Position, Route, top
from referees.g1853.tables import NEIGHBOURS


class Broken(Exception):
    """The path named is no legal route."""


def _way(board: Board, path: list[str], gauge: str) -> tuple[list[Side], list[str]]:
    """The pieces of track that a path uses and the stops it calls at."""
    names = [hex_of(step) for step in path]
    outs: list[int | None] = []
    used = list[Side]()
    for (here, there), (step, after) in zip(pairwise(names), pairwise(path), strict=True):
        if here == there:
            if (
                here not in board.faces
                or not board.faces[here].linked
                or {step, after} != {f"{here}.0", f"{here}.1"}
            ):
                raise Broken
            used.append((here, -1))
            outs.append(-1)
            continue
        sides = [side for side, name in NEIGHBOURS.get(here, {}).items() if name == there]
        if not sides:
            raise Broken
        used.append(side_name(here, sides[0]))
        outs.append(sides[0])
    outs.append(None)
    back: int | None = None
    stops = list[str]()
    for step, hex, out in zip(path, names, outs, strict=True):
        face = board.faces.get(hex)
        if face is None or face.gauge not in (gauge, "d"):
            raise Broken
        ends = {side for side in (back, out) if side is not None and side >= 0}
        index = step.partition(".")[2]
        if index:
            if not index.isdigit() or int(index) >= len(face.stops) or face.kind == "junction":
                raise Broken
            if not ends <= face.stops[int(index)]:
                raise Broken
            stops.append(step)
        else:
            group = face.stops if face.kind == "junction" else face.tracks
            if len(ends) != 2 or not any(ends <= track for track in group):
                raise Broken
        back = None if out is None else (out + 3) % 6 if out >= 0 else -1
    return used, stops


def route_right(board: Board, company: str, version: str, path: list[str]) -> list[Side]:
    """The track used by a legal route; `Broken` when it is none."""
    if not path:
        raise Broken
    metre = version.endswith("M")
    used, stops = _way(board, path, "m" if metre else "s")
    if len(stops) < 2 or stops[0] != path[0] or stops[-1] != path[-1]:
        raise Broken  # 4.5.4
    if len(set(used)) != len(used) or len(set(stops)) != len(stops):
        raise Broken  # 4.5.5, 4.5.8
    cities = [stop for stop in stops if board.faces[hex_of(stop)].kind == "city"]
    if len({hex_of(stop) for stop in cities}) != len(cities):
        raise Broken  # 4.5.5: no city twice, even by another of its stations
    if len(cities) > int(version[0]):
        raise Broken  # 4.5.4
    if not any(company in board.owners(stop) for stop in cities):
        raise Broken  # 4.5.2
    if version == "1M" and len(cities) != 1:
        raise Broken  # 4.8.18
    if not all(board.through(stop, company) for stop in stops[1:-1]):
        raise Broken  # 4.5.6
    return used


def _train(position: Position, company: str, route: Route) -> str:
    if position["trains"].get(route["train"]) != company:
        raise Broken
    return position["versions"].get(route["train"], route["train"].partition("-")[0])


def run_is_legal(position: Position, action: Action) -> bool:
    """Any trains on any routes apart from each other (4.5.1, 4.5.10), but over what must be used (4.2.3)."""
    frame = top(position)
    if frame["frame"] != "turn" or frame["step"] != 6:
        return False
    company, board, routes = frame["company"], Board(position), action["routes"]
    if len({route["train"] for route in routes}) != len(routes):
        return False
    try:
        used = [
            side
            for route in routes
            for side in route_right(board, company, _train(position, company, route), route["path"])
        ]
    except Broken:
        return False
    called = {step for route in routes for step in route["path"]} | {
        hex_of(step) for route in routes for step in route["path"]
    }
    return len(set(used)) == len(used) and all(duty in called for duty in frame["duties"])
