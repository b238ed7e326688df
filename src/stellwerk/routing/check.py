"""The rules for one route, stated plainly: used to check what players and the solver run."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from .problem import Problem, Run, Stop, Train


class BadRoute(Exception):
    """A route breaks a rule: a code for programs and the figures that explain it."""

    def __init__(
        self, reason_code: str, figures: Mapping[str, str | int | Sequence[str]] | None = None
    ) -> None:
        super().__init__(reason_code)
        self.reason_code = reason_code
        self.figures = dict(figures or {})


def value_of(problem: Problem, train: Train, stops: Sequence[int], segments: Sequence[int]) -> int:
    """Return the value of the route for the train, or raise BadRoute."""
    if len(stops) < 2:
        raise BadRoute("two_stops", {"count": len(stops)})
    _check_connected(problem, stops, segments)
    _check_track(problem, stops, segments)
    on_route = [problem.stops[number] for number in stops]
    if not any(stop.own for stop in on_route):
        raise BadRoute("own_token")
    for stop in on_route[1:-1]:
        if not stop.through and not any(tag in stop.tags for tag in train.passes_tags):
            raise BadRoute("passes_end_stop", {"stop": stop.id})
    _check_groups(on_route)
    for stop in on_route:
        for tag in stop.tags:
            if tag in train.forbids_tags:
                raise BadRoute("tag_forbidden", {"tag": tag, "stop": stop.id})
    _check_gauge(problem, train, segments)
    extra = sum(problem.segments[number].revenue for number in segments)
    if train.express_to is not None:
        return extra + _express_value(train, train.express_to, on_route)
    if train.needs_tag is not None:
        _check_needed_tag(train.needs_tag, on_route)
    _check_range(problem, train, on_route, segments)
    values = [stop.revenue for stop in on_route if train.needs_tag not in stop.tags]
    if train.counts is not None:
        values = sorted([max(0, value) for value in values], reverse=True)[: train.counts]
    return sum(values) + extra + _bonuses(problem, train, stops)


def side_of(problem: Problem, train: Train, stops: Sequence[int]) -> int:
    """Return the income of a route beside its revenue, without an end bonus."""
    return 0 if train.express_to is not None else sum(problem.stops[number].side for number in stops)


def end_bonus_of(problem: Problem, stops: Sequence[int]) -> int:
    """Return what the route would be paid for its ends if it was the one of the set."""
    if problem.end_bonus is None:
        return 0
    return problem.end_bonus.amounts[stops[0]] + problem.end_bonus.amounts[stops[-1]]


def shared_track(problem: Problem, runs: Sequence[Run]) -> tuple[int, int, str] | None:
    """Return the first two runs (by place in `runs`) that use the same piece, and the piece."""
    tracks = [[piece for number in run.segments for piece in problem.segments[number].pieces] for run in runs]
    for first, second in combinations(range(len(runs)), 2):
        taken = set(tracks[first])
        for piece in tracks[second]:
            if piece in taken:
                return first, second, piece
    return None


def _check_connected(problem: Problem, stops: Sequence[int], segments: Sequence[int]) -> None:
    for number in stops:
        if not 0 <= number < len(problem.stops):
            raise BadRoute("not_connected", {"stop": number})
    if len(segments) != len(stops) - 1:
        raise BadRoute("not_connected", {"stops": len(stops), "segments": len(segments)})
    for place, number in enumerate(segments):
        if not 0 <= number < len(problem.segments):
            raise BadRoute("not_connected", {"segment": number})
        segment = problem.segments[number]
        here, there = stops[place], stops[place + 1]
        if (segment.a, segment.b) not in ((here, there), (there, here)):
            raise BadRoute("not_connected", {"segment": segment.id})


def _check_track(problem: Problem, stops: Sequence[int], segments: Sequence[int]) -> None:
    # Track first: a train that turns back on its own track also meets a stop twice.
    pieces: set[str] = set()
    for number in segments:
        for piece in problem.segments[number].pieces:
            if piece in pieces:
                raise BadRoute("track_twice", {"piece": piece})
            pieces.add(piece)
    seen: set[int] = set()
    for number in stops:
        if number in seen:
            raise BadRoute("stop_twice", {"stop": problem.stops[number].id})
        seen.add(number)


def _check_gauge(problem: Problem, train: Train, segments: Sequence[int]) -> None:
    for number in segments:
        segment = problem.segments[number]
        if train.gauge is not None and segment.gauges is not None and train.gauge not in segment.gauges:
            raise BadRoute("gauge", {"gauge": train.gauge, "piece": segment.pieces[0]})


def _check_groups(on_route: Sequence[Stop]) -> None:
    taken: dict[str, str] = {}
    for stop in on_route:
        for group in stop.groups:
            if taken.setdefault(group, stop.id) != stop.id:
                raise BadRoute("same_group", {"group": group, "stops": (taken[group], stop.id)})


def _check_needed_tag(tag: str, on_route: Sequence[Stop]) -> None:
    count = sum(tag in stop.tags for stop in on_route)
    ends = (on_route[0], on_route[-1])
    if count != 1 or not any(tag in stop.tags for stop in ends):
        raise BadRoute("tag_needed", {"tag": tag, "count": count})


def _check_range(problem: Problem, train: Train, on_route: Sequence[Stop], segments: Sequence[int]) -> None:
    extra = 0
    if train.gauge_counts:
        changes = sum(problem.segments[number].gauge_changes for number in segments)
        extra = max(0, changes - train.free_gauge_changes)
    for limit in train.limits:
        count = sum(stop.type in limit.types for stop in on_route) + extra
        if count > limit.max:
            raise BadRoute("range", {"count": count, "max": limit.max, "types": limit.types})


def _bonuses(problem: Problem, train: Train, stops: Sequence[int]) -> int:
    total = 0
    if train.tag_bonus is not None:
        tag, amounts = train.tag_bonus
        count = sum(tag in problem.stops[number].tags for number in stops)
        total += amounts[min(count, len(amounts) - 1)] if amounts else 0
    for bonus in problem.bonuses:
        if all(any(number in one for number in stops) for one in bonus.one_of_each):
            total += bonus.amount
    return total


def _express_value(train: Train, tag: str, on_route: Sequence[Stop]) -> int:
    values = []
    for end, others in ((on_route[0], on_route[1:]), (on_route[-1], on_route[:-1])):
        if tag not in end.tags:
            continue
        if train.express_from_end:
            start = others[-1] if end is on_route[0] else others[0]
            if start.own:
                values.append(end.revenue + start.revenue)
        else:
            # A stop is not counted twice, so an own stop at the express end does not pay again.
            values.append(end.revenue + max((stop.revenue for stop in others if stop.own), default=0))
    if not values:
        raise BadRoute("express_end", {"tag": tag})
    return max(values)
