"""The plainest possible solver: every path, every combination, judged by the checker alone."""

from collections.abc import Iterator
from typing import NamedTuple

from stellwerk.routing import BadRoute, Problem, Train, end_bonus_of, side_of, value_of


class Found(NamedTuple):
    """A set of pieces, what a route on them is worth, and with the end bonus."""

    pieces: frozenset[str]
    value: tuple[int, int]
    carrying: tuple[int, int]


def paths(problem: Problem) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All simple paths, in both directions, whatever the rules say of them."""

    def grow(
        stops: tuple[int, ...], segments: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        if segments:
            yield stops, segments
        for number, segment in enumerate(problem.segments):
            for here, there in ((segment.a, segment.b), (segment.b, segment.a)):
                if here == stops[-1] and there not in stops:
                    yield from grow((*stops, there), (*segments, number))

    for start in range(len(problem.stops)):
        yield from grow((start,), ())


def routes_of(problem: Problem, train: Train) -> list[Found]:
    found: list[Found] = []
    for stops, segments in paths(problem):
        try:
            revenue = value_of(problem, train, stops, segments)
        except BadRoute:
            continue
        if stops[0] > stops[-1]:  # every path comes in both directions
            continue
        side, bonus = side_of(problem, train, stops), end_bonus_of(problem, stops)
        beside = problem.end_bonus is not None and problem.end_bonus.side
        carrying = (revenue, side + bonus) if beside else (revenue + bonus, side)
        pieces = frozenset(piece for number in segments for piece in problem.segments[number].pieces)
        found.append(Found(pieces, (revenue, side), carrying))
    return found


def brute_force(problem: Problem) -> tuple[int, int, int]:
    """(greatest revenue, most side income for it, fewest pieces for both)."""
    choices = [routes_of(problem, train) for train in problem.trains]
    carried = problem.end_bonus is not None

    def search(train: int, taken: frozenset[str], carry: bool) -> tuple[int, int, int]:
        if train == len(choices):
            return 0, 0, 0
        best = search(train + 1, taken, carry)
        for route in choices[train]:
            if route.pieces & taken:
                continue
            after = taken | route.pieces
            for (revenue, side), carries in ((route.value, False), (route.carrying, True)):
                if carries and not carry:
                    continue
                rest = search(train + 1, after, carry and not carries)
                total = (rest[0] + revenue, rest[1] + side, rest[2] - len(route.pieces))
                best = max(best, total)
        return best

    revenue, side, spare = search(0, frozenset(), carried)
    return revenue, side, -spare
