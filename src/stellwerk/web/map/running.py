"""Runs on the map: the best one, one made by hand stop by stop, and the last one of a company.

A draft is a text that travels in addresses: "4-1=F17.0,G16.0,G14.0*1;3-2=…" – for each train its stops in
order, "*1" for the second of several ways to a stop. The server finds the track and judges the whole.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, pairwise, product
from typing import NamedTuple

from stellwerk.board import Segment, StopId, reach
from stellwerk.draw.drawing import RouteLine
from stellwerk.draw.page import Marks, marks_svg, routes_svg
from stellwerk.engine import Action, Refusal, State
from stellwerk.engine.play import Transition, activity_of, judge
from stellwerk.engine.text import msg
from stellwerk.mech18.advice import how_proved
from stellwerk.mech18.events import NoRun, TrainsRun
from stellwerk.mech18.names import stop_name
from stellwerk.mech18.runs import Network, Route, RunMove, RunTrains, mail_of
from stellwerk.mech18.state import AnyRailways
from stellwerk.text import translate
from stellwerk.web.map.choices import Why
from stellwerk.web.map.map_view import MapView
from stellwerk.web.map.picker import encoded, told
from stellwerk.web.map.shown import Call, NextStop, RunLine, RunSlip

MOST_STOPS = 60
TRIED = 300
"""So many combinations of ways are tried before the first one is shown with what is wrong with it."""


class Leg(NamedTuple):
    """A stop and the way to it: one of several, or -1 for whichever fits."""

    stop: str
    way: int = -1


Draft = Mapping[str, tuple[Leg, ...]]


def read_draft(text: str) -> dict[str, tuple[Leg, ...]]:
    """What does not read as a draft is left out."""
    found: dict[str, tuple[Leg, ...]] = {}
    for part in text.split(";")[:20]:
        train, equals, stops = part.partition("=")
        if equals and train:
            legs = []
            for word in stops.split(",")[:MOST_STOPS]:
                stop, _, way = word.partition("*")
                if stop:
                    legs.append(Leg(stop, int(way) if way.isdecimal() and len(way) < 3 else -1))
            found[train] = tuple(legs)
    return found


def write_draft(draft: Draft) -> str:
    return ";".join(
        f"{train}={','.join(leg.stop + (f'*{leg.way}' if leg.way >= 0 else '') for leg in legs)}"
        for train, legs in draft.items()
        if legs
    )


def run_move(map_view: MapView) -> RunMove[AnyRailways] | None:
    """Return the run that the seat is asked for."""
    if not map_view.acting:
        return None
    moves = activity_of(map_view.state).moves(map_view.state)
    return next((move for move in moves if isinstance(move, RunMove)), None)


class Track:
    """The segments that a company can use, found by the stops they join."""

    def __init__(self, map_view: MapView, company: str) -> None:
        self.found = reach(map_view.atlas, map_view.board, company)
        self.by_ends: dict[tuple[str, str], list[Segment]] = {}
        self.by_path: dict[tuple[str, ...], Segment] = {}
        for segment in self.found.segments:
            self.by_ends.setdefault((segment.a, segment.b), []).append(segment)
            self.by_ends.setdefault((segment.b, segment.a), []).append(segment)
            self.by_path.setdefault(segment.path, segment)
            self.by_path.setdefault(segment.path[::-1], segment)

    def ways(self, a: str, b: str) -> list[Segment]:
        return self.by_ends.get((a, b), [])

    def segments(self, path: Iterable[str]) -> tuple[Segment, ...]:
        """Return the segments of a route's path; parts that are no open track are left out."""
        found: list[Segment] = []
        part: list[str] = []
        for item in path:
            part.append(item)
            if "." in item and len(part) > 1:
                segment = self.by_path.get(tuple(part))
                found += [segment] if segment is not None else []
            if "." in item:
                part = [item]
        return tuple(found)

    def draft(self, routes: Iterable[Route]) -> dict[str, tuple[Leg, ...]]:
        """Routes as a draft, with the ways they take."""
        made: dict[str, tuple[Leg, ...]] = {}
        for route in routes:
            legs = [Leg(route.path[0])]
            for segment in self.segments(route.path):
                to = segment.other(StopId(legs[-1].stop))
                ways = self.ways(legs[-1].stop, to)
                legs.append(Leg(to, ways.index(segment) if len(ways) > 1 else -1))
            made[route.train] = tuple(legs)
        return made

    def options(self, legs: tuple[Leg, ...]) -> list[list[tuple[str, ...]]]:
        """For each step between two stops, the paths it may take."""
        found: list[list[tuple[str, ...]]] = []
        for a, b in pairwise(legs):
            ways = self.ways(a.stop, b.stop)
            if b.way >= 0 and b.way < len(ways):
                ways = [ways[b.way]]
            paths = [s.path if s.a == a.stop else s.path[::-1] for s in ways]
            found.append(list(dict.fromkeys(paths)) or [(a.stop, b.stop)])
        return found


def routes_of(map_view: MapView, move: RunMove[AnyRailways], track: Track, draft: Draft) -> tuple[Route, ...]:
    """Return the first combination of ways that is legal; else the very first one, to be refused."""
    trains = [(train, legs) for train, legs in draft.items() if legs]
    options = [option for _, legs in trains for option in track.options(legs)]
    first: tuple[Route, ...] | None = None
    for chosen in islice(product(*options), TRIED):
        left = iter(chosen)
        routes = tuple(
            Route(train, _joined(legs[0].stop, [next(left) for _ in legs[1:]])) for train, legs in trains
        )
        if first is None:
            first = routes
        if move.runs.checked(map_view.state, map_view.company, routes).fault is None:
            return routes
    return first or ()


def _joined(start: str, parts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    path = [start]
    for part in parts:
        path += part[1:]
    return tuple(path)


# -- the slip ----------------------------------------------------------------------------------


def run_slip(map_view: MapView, draft: Draft | None = None, altered: str = "") -> RunSlip | None:
    """Return the slip of the run step: the best run, or the draft with what is wrong with it.

    Without figures everything is made by hand, and nothing is compared with the best.
    """
    move = run_move(map_view)
    if move is None or map_view.seat is None:
        return None
    state, company = map_view.state, map_view.company
    track, figures = Track(map_view, company), map_view.figures
    best = move.runs.best(state, company, map_view.verdicts.offload) if figures else None
    if draft is None:
        draft = {} if best is None else track.draft(move.runs.routes(state, company, best.routes))
    net = move.runs.network(state, company)
    cards = [train.id for train in net.problem.trains]
    draft = {train: draft.get(train, ()) for train in cards}
    routes = routes_of(map_view, move, track, draft)
    action = RunTrains(map_view.seat, routes)
    refusal: Refusal | None = None
    try:
        judge(state, action)
    except Refusal as found:
        refusal = found
    checked = move.runs.checked(state, company, routes)
    runs = {} if checked.fault else {run.train: run.revenue for run in checked.runs}
    paths = {route.train: track.segments(route.path) for route in routes}
    total = sum(runs.values())
    altering = altered if altered in cards else ""
    following = _following(map_view, draft, altering, track, values_of(net))
    marks = Marks(open=frozenset(step.hex for step in following))
    return RunSlip(
        title=translate(msg("Run of {company}"), {"company": company}, map_view.lang),
        lines=[
            _line(map_view, net, rank, card, draft, track, runs.get(card), card == altered)
            for rank, card in enumerate(cards)
        ],
        total=None if checked.fault else total,
        mail=mail_of(net, checked.runs),
        best=0 if best is None else best.revenue,
        how="" if best is None else translate(*how_proved(best), map_view.lang),
        badge="" if best is None else _badge(best.revenue, total, best.proved, refusal is not None),
        why=told(map_view, Why(refusal)) if refusal else None,
        action=encoded(action),
        # A run that is legal but for being too low: the better one is one button away.
        take=encoded(RunTrains(map_view.seat, move.runs.routes(state, company, best.routes)))
        if best is not None and refusal and checked.fault is None
        else "",
        altering=altering,
        next=following,
        anew=map_view.href("run") if figures else "",
        routes_svg=_lines_svg(map_view, [paths.get(card, ()) for card in cards]),
        marks_svg=marks_svg(map_view.drawn, map_view.board, marks),
        mine=True,
    )


def values_of(net: Network) -> dict[str, int]:
    """Return what each stop is worth."""
    return {stop.id: stop.revenue for stop in net.problem.stops}


def apart(net: Network, card: str) -> frozenset[str]:
    """Return the stops whose value is no part of a train's revenue: where it has to begin."""
    tags = {train.needs_tag for train in net.problem.trains if train.id == card} - {None}
    return frozenset(stop.id for stop in net.problem.stops if tags & set(stop.tags))


def _badge(best: int, total: int, proved: bool, refused: bool) -> str:
    if refused:
        return "refused"
    if total < best:
        return "choice"
    return "proved" if proved else "so far"


def _lines_svg(map_view: MapView, paths: list[tuple[Segment, ...]]) -> str:
    return routes_svg(map_view.drawn, map_view.board, [RouteLine(segments) for segments in paths])


def _line(
    map_view: MapView,
    net: Network,
    rank: int,
    card: str,
    draft: Draft,
    track: Track,
    revenue: int | None,
    altering: bool,
) -> RunLine:
    legs = draft[card]
    others: dict[int, str] = {}
    for index, (a, b) in enumerate(pairwise(legs), 1):
        ways = len(track.ways(a.stop, b.stop))
        if ways > 1:
            turned = (*legs[:index], Leg(b.stop, (max(b.way, 0) + 1) % ways), *legs[index + 1 :])
            others[index] = _href(map_view, draft, card, turned)
    return RunLine(
        train=card,
        name=map_view.state.versions.get(card) or card,
        rank=rank % 4 + 1,
        stops=_calls(map_view, net, card, [leg.stop for leg in legs], others),
        revenue=revenue,
        altering=altering,
        alter=_href(map_view, draft, card, legs),
        shorter=_href(map_view, draft, card, legs[:-1]) if legs else "",
        front=_href(map_view, draft, card, legs[1:]) if len(legs) > 1 else "",
        emptied=_href(map_view, draft, card, ()) if legs else "",
    )


def _calls(
    map_view: MapView, net: Network, card: str, stops: Iterable[str], others: Mapping[int, str]
) -> list[Call]:
    """Return the stops of a route; `others` lead to other ways to them."""
    values, beside = values_of(net), apart(net, card)
    return [
        Call(stop, _name(map_view, stop), values.get(stop, 0), stop in beside, others.get(number, ""))
        for number, stop in enumerate(stops)
    ]


def _name(map_view: MapView, stop: str) -> str:
    return stop_name(map_view.state, stop) if stop in map_view.atlas.where else stop


def _href(map_view: MapView, draft: Draft, card: str, legs: tuple[Leg, ...]) -> str:
    # An empty draft is not the best run: "-" keeps them apart.
    return map_view.href("run", r=write_draft({**draft, card: legs}) or "-", train=card)


def _following(
    map_view: MapView, draft: Draft, card: str, track: Track, values: Mapping[str, int]
) -> list[NextStop]:
    """Return where a route that is being made by hand can go on, or begin."""
    if not card:
        return []
    legs = draft[card]
    taken = {leg.stop for leg in legs}
    if not legs:
        stops: Iterable[str] = sorted(track.found.stops)
    elif len(legs) > 1 and legs[-1].stop not in track.found.passable:
        stops = ()
    else:
        here = legs[-1].stop
        stops = sorted({b for a, b in track.by_ends if a == here} - taken)
    return [
        NextStop(
            stop=stop,
            hex=map_view.atlas.where[StopId(stop)][0],
            name=_name(map_view, stop),
            value=values.get(stop, 0),
            href=_href(map_view, draft, card, (*legs, Leg(stop))),
        )
        for stop in stops
    ]


# -- the last run of a company -------------------------------------------------------------------


def last_run(
    map_view: MapView, actions: Sequence[Action], history: Sequence[Transition[State]], company: str
) -> RunSlip | None:
    """Return the latest run up to the position looked at, drawn on the map."""
    for index in range(min(map_view.at, len(actions)) - 1, -1, -1):
        action = actions[index]
        events = history[index + 1].events
        ran = (event for event in events if isinstance(event, TrainsRun | NoRun))
        if isinstance(action, RunTrains) and any(event.company == company for event in ran):
            break
    else:
        return None
    before = MapView(
        map_view.table,
        history[index].state,
        map_view.version,
        index,
        map_view.latest,
        action.seat,
        map_view.lang,
    )
    moves = activity_of(before.state).moves(before.state)
    rules = next((move.runs for move in moves if isinstance(move, RunMove)), None)
    if rules is None:
        return None
    track = Track(before, company)
    made = rules.checked(before.state, company, action.routes).runs
    runs = {run.train: run.revenue for run in made}
    net = rules.network(before.state, company)
    return RunSlip(
        title=translate(msg("Last run of {company}"), {"company": company}, map_view.lang),
        lines=[
            RunLine(
                train=route.train,
                name=before.state.versions.get(route.train) or route.train,
                rank=rank % 4 + 1,
                stops=_calls(before, net, route.train, (item for item in route.path if "." in item), {}),
                revenue=runs.get(route.train, 0),
            )
            for rank, route in enumerate(action.routes)
        ],
        total=sum(runs.values()),
        mail=mail_of(net, made),
        routes_svg=_lines_svg(before, [track.segments(route.path) for route in action.routes]),
    )
