"""Whether a train can run from a home to a place (4.2.3, 4.4.2, 4.5)."""

from collections import deque

from referees.g1853.board import Board, Side, across, hex_of, side_name
from referees.g1853.plain import Position, trains_of
from referees.g1853.tables import HOMES

Node = tuple[str, int]
"""A hex and the side by which it is entered."""


def version_of(position: Position, train: str) -> str:
    return position["versions"].get(train, train.partition("-")[0])


class Runs:
    """The ways of one train over a board."""

    def __init__(self, board: Board, company: str, version: str) -> None:
        self.board, self.company = board, company
        self.gauge = "m" if version.endswith("M") else "s"
        self.range = int(version[0])

    def cities(self, stops: list[str]) -> int:
        return sum(1 for stop in stops if self.board.faces[hex_of(stop)].kind == "city")

    def calls(self, node: Node) -> list[str]:
        """The stops at which a train that enters a hex may end."""
        hex, side = node
        face = self.board.faces[hex]
        if face.kind == "junction" or not self.board.has_track(hex, side, self.gauge):
            return []
        found = list(self.board.stops_at(hex, side))
        return [f"{hex}.0", f"{hex}.1"] if face.linked and found else found

    def nexts(self, node: Node) -> list[tuple[Node, list[str], Side]]:
        hex, side = node
        if not self.board.has_track(hex, side, self.gauge):
            return []
        junction = self.board.faces[hex].kind == "junction"
        return [
            (across(hex, out), [] if junction else passed, side_name(hex, out))
            for out, passed in self.board.onward(hex, side, self.company)
        ]

    def starts(self, home: str) -> list[Node]:
        hex = hex_of(home)
        return [
            across(hex, side)
            for side in self.board.exits(home)
            if self.board.has_track(hex, side, self.gauge)
        ]

    def _least(self, starts: list[Node], goal: str) -> dict[Node, int]:
        """For each node the least number of cities that must be passed before the goal's hex is entered."""
        before: dict[Node, list[tuple[Node, int]]] = {node: [] for node in starts}
        todo = list(starts)
        while todo:
            node = todo.pop()
            for after, passed, _ in self.nexts(node):
                if after not in before:
                    before[after] = []
                    todo.append(after)
                before[after].append((node, self.cities(passed)))
        ends = [node for node in before if node[0] == goal and self.board.has_track(*node, self.gauge)]
        least: dict[Node, int] = {}
        queue = deque((node, 0) for node in ends)
        while queue:
            node, count = queue.popleft()
            if least.get(node, 99) <= count:
                continue
            least[node] = count
            for earlier, more in before[node]:
                if more:
                    queue.append((earlier, count + more))
                else:
                    queue.appendleft((earlier, count))
        return least

    def reaches(self, home: str, goal: str, stop: str = "") -> bool:
        """Whether a run that begins at home calls at the goal's hex (at one stop of it) or passes it."""
        starts = self.starts(home)
        least = self._least(starts, goal)

        def search(node: Node, used: frozenset[Side], met: frozenset[str], left: int, crossed: bool) -> bool:
            there = node[0] == goal
            if not crossed and least.get(node, 99) > left:
                return False
            for end in self.calls(node):
                right = (crossed or there) and (not stop or end == stop) and self._new(end, met)
                if right and self.cities([end]) <= left:
                    return True
            for after, passed, side in self.nexts(node):
                cost = self.cities(passed)
                if side in used or cost > left or not all(self._new(one, met) for one in passed):
                    continue
                names = {self._name(one) for one in passed}
                if search(after, used | {side}, met | names, left - cost, crossed or there):
                    return True
            return False

        return any(
            search(
                node,
                frozenset({side_name(node[0], node[1])}),
                frozenset({self._name(home)}),
                self.range - 1,
                crossed=False,
            )
            for node in starts
        )

    def _name(self, stop: str) -> str:
        """A city counts as one place, whatever station is used (4.5.5)."""
        hex = hex_of(stop)
        return hex if self.board.faces[hex].kind == "city" else stop

    def _new(self, stop: str, met: frozenset[str]) -> bool:
        return self._name(stop) not in met


def can_run_to(position: Position, board: Board, company: str, hex: str, stop: str = "") -> bool:
    """Whether one of a company's trains reaches a tile from one of its homes (4.2.3, 4.4.2)."""
    places = {home for home, _ in HOMES[company]}
    if company == "BBCI" and position["bbci"] == "large":
        places.add("M9")
    homes = [station for station in board.stations(company) if hex_of(station) in places]
    versions = {version_of(position, train) for train in trains_of(position, company)}
    return any(
        Runs(board, company, version).reaches(home, hex, stop)
        for version in sorted(versions)
        for home in homes
    )
