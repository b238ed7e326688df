"""The plainest possible solver: every path, every combination, judged by the checker alone."""

from collections.abc import Iterator

from stellwerk.routing import BadRoute, Problem, Train, value_of

# value, pieces used
Found = tuple[int, frozenset[str]]


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
    found: dict[frozenset[str], int] = {}
    for stops, segments in paths(problem):
        try:
            value = value_of(problem, train, stops, segments)
        except BadRoute:
            continue
        pieces = frozenset(piece for number in segments for piece in problem.segments[number].pieces)
        found[pieces] = max(value, found.get(pieces, value))
    return [(value, pieces) for pieces, value in found.items()]


def brute_force(problem: Problem) -> tuple[int, int]:
    """(greatest revenue, fewest pieces for it)."""
    choices = [routes_of(problem, train) for train in problem.trains]

    def search(train: int, taken: frozenset[str]) -> tuple[int, int]:
        if train == len(choices):
            return 0, 0
        best = search(train + 1, taken)
        for value, pieces in choices[train]:
            if not pieces & taken:
                revenue, spare = search(train + 1, taken | pieces)
                best = max(best, (revenue + value, spare - len(pieces)))
        return best

    revenue, spare = search(0, frozenset())
    return revenue, -spare
