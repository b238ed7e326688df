"""Whether trains may run as said (IX kinds of trains, XI)."""

from itertools import pairwise

from referees.g1848.board import Board, hex_of
from referees.g1848.plain import Position, Route
from referees.g1848.tables import ALICE_SPRINGS, GHAN, NEIGHBOURS, gauge_change

Side = frozenset[str]
"""The side between two hexes."""


class Broken(Exception):
    """The path named is no way over the track."""


def sides_of(board: Board, path: list[str]) -> list[Side]:
    """The sides that a path crosses, in order, after a look whether there is track for all of it."""
    names = [hex_of(step) for step in path]
    edges: list[int] = []
    for here, there in pairwise(names):
        found = [edge for edge, name in NEIGHBOURS.get(here, {}).items() if name == there]
        if not found:
            raise Broken
        edges += found
    for at, step in enumerate(path):
        back = (edges[at - 1] + 3) % 6 if at > 0 else None
        out = edges[at] if at < len(edges) else None
        if "." in step:
            tile = board.tiles.get(names[at])
            index = step.partition(".")[2]
            if tile is None or not index.isdigit() or int(index) >= len(tile.stops):
                raise Broken
            if any(edge is not None and edge not in board.exits(step) for edge in (back, out)):
                raise Broken
        elif back is None or out is None or out not in board.joins.get((names[at], back), []):
            raise Broken
    return [frozenset(pair) for pair in pairwise(names)]


def reaches(board: Board, version: str, stops: list[str], sides: list[Side]) -> bool:
    """Whether a train is long enough: gauge changes count like cities worth nothing (VIII Gauge; IX)."""
    if version == "D":
        return True
    changes = sum(1 for side in sides if gauge_change(*side))
    length = sum(1 for stop in stops if board.counts(stop))
    if version.endswith("+"):
        changes = max(changes - 1, 0)
    return length + changes <= int(version.rstrip("+"))


def route_right(board: Board, company: str, version: str, path: list[str]) -> list[Side]:
    """The sides used by a legal route; `Broken` when it is none (XI General)."""
    sides = sides_of(board, path)
    stops = [step for step in path if "." in step]
    if len(stops) < 2 or stops[0] != path[0] or stops[-1] != path[-1]:
        raise Broken
    # XI: two stations on one hex only where they are two; so none is called at twice.
    if len(set(sides)) != len(sides) or len(set(stops)) != len(stops):
        raise Broken
    if sum(1 for stop in stops if hex_of(stop) in ALICE_SPRINGS) > 1:
        raise Broken
    if not all(board.through(stop, company) for stop in stops[1:-1]):
        raise Broken
    if version == GHAN:
        ends = (stops[0], stops[-1])
        if not any(
            board.has_marker(start, company) and hex_of(end) in ALICE_SPRINGS
            for start, end in (ends, ends[::-1])
        ):
            raise Broken
    else:
        marked = any(board.has_marker(stop, company) for stop in stops)
        if not marked or not reaches(board, version, stops, sides):
            raise Broken
    return sides


def runs_right(position: Position, company: str, routes: list[Route]) -> bool:
    """Whether all the trains of a company may run so in one turn: each once, all on separate track (XI)."""
    board = Board(position)
    used: list[Side] = []
    trains = [route["train"] for route in routes]
    if len(set(trains)) != len(trains):
        return False
    try:
        for route in routes:
            if position["trains"].get(route["train"]) != company:
                return False
            used += route_right(board, company, position["versions"][route["train"]], route["path"])
    except Broken:
        return False
    return len(set(used)) == len(used)
