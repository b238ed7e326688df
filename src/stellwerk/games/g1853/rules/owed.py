"""4.2.3, 4.4.2: whether trains can run where they must, answered by the solver that proves best runs.

Calling where it must is made worth more than everything else together. What the best runs then leave out, no
runs can hold.
"""

from collections.abc import Collection, Iterator
from itertools import product
from typing import NamedTuple

from msgspec import structs

from stellwerk.mech18.runs import Network, path_of
from stellwerk.routing import Problem, Run, solve


def hexes_of(path: tuple[str, ...]) -> set[str]:
    return {item.partition(".")[0] for item in path}


def reached_from(net: Network, homes: Collection[str], hex_id: str) -> bool:
    """Return whether some train, alone, has a route that holds one of these stops and passes the hex."""
    problem = net.problem
    stops = tuple(
        structs.replace(stop, revenue=int(hex_id in hexes_of((stop.id,))), own=stop.id in homes, side=0)
        for stop in problem.stops
    )
    segments = tuple(
        structs.replace(segment, revenue=int(hex_id in path[1:-1]))
        for segment, path in zip(problem.segments, net.paths, strict=True)
    )
    kinds = {structs.replace(train, id=""): train for train in problem.trains}
    return any(solve(Problem(stops, segments, (train,))).routes for train in kinds.values())


def runs_over(net: Network, hexes: Collection[str]) -> tuple[Run, ...] | None:
    """Return the best runs of all trains together that pass all these hexes; None if there are none."""
    for problem in _worth_most(net, sorted(set(hexes))):
        runs = solve(problem).routes
        if set(hexes) <= {hex_id for run in runs for hex_id in hexes_of(path_of(net, run))}:
            return runs
    return None


class Call(NamedTuple):
    """One way to pass a hex: a certain train calls at one of these stops, or some train uses a segment."""

    stops: tuple[int, ...] = ()
    train: str = ""
    segment: int = -1


def _calls(net: Network, hex_id: str) -> list[Call]:
    """Return every way to pass a hex; runs can use each of them only once."""
    stops = [n for n, stop in enumerate(net.problem.stops) if hex_id in hexes_of((stop.id,))]
    together = all(hex_id in net.problem.stops[n].groups for n in stops)
    places = [tuple(stops)] if together and stops else [(n,) for n in stops]
    return [
        *(Call(place, train.id) for place in places for train in net.problem.trains),
        *(Call(segment=n) for n, path in enumerate(net.paths) if hex_id in path[1:-1]),
    ]


def _worth_most(net: Network, hexes: list[str]) -> Iterator[Problem]:
    """Problems of which at least one has best runs that pass all the hexes, if any runs do.

    First every train is rewarded wherever it passes one of them. Two trains may then pass the same hex where
    each should have gone to another; so all ways to pass them are tried, but for one hex, the last.
    """
    problem = net.problem
    most = 1 + len(problem.trains) * (
        sum(stop.revenue for stop in problem.stops) + sum(abs(one.revenue) for one in problem.segments)
    )
    yield _rewarded(net, hexes, most)
    if len(hexes) == 1:
        return
    ways = {hex_id: _calls(net, hex_id) for hex_id in hexes}
    *others, last = sorted(hexes, key=lambda hex_id: len(ways[hex_id]))
    # However often the last hex is passed, a call is worth more.
    more = most * (1 + len(ways[last]))
    for calls in product(*(ways[hex_id] for hex_id in others)):
        yield _rewarded(net, (last,), most, calls, more)


def _rewarded(
    net: Network, hexes: Collection[str], reward: int, calls: tuple[Call, ...] = (), more: int = 0
) -> Problem:
    """Return the problem with a reward for passing one of the hexes, and more for each of the calls."""
    problem = net.problem
    wanted = {(n, call.train) for call in calls for n in call.stops}
    used = {call.segment for call in calls}
    stops = tuple(
        structs.replace(
            stop,
            revenue=stop.revenue + (reward if hexes_of((stop.id,)) <= set(hexes) else 0),
            tags=tuple(f"for {train.id}" for train in problem.trains if (n, train.id) in wanted),
        )
        for n, stop in enumerate(problem.stops)
    )
    segments = tuple(
        structs.replace(
            segment,
            revenue=segment.revenue
            + (0 if set(hexes).isdisjoint(net.paths[n][1:-1]) else reward)
            + (more if n in used else 0),
        )
        for n, segment in enumerate(problem.segments)
    )
    amounts = tuple(more * n for n in range(len(calls) + 1))
    trains = tuple(
        structs.replace(train, tag_bonus=(f"for {train.id}", amounts)) if calls else train
        for train in problem.trains
    )
    return structs.replace(problem, stops=stops, segments=segments, trains=trains)
