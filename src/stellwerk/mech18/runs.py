"""Running trains: the routes a director names are checked, the best run is offered."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import ClassVar, Generic, NamedTuple

from msgspec import Struct, structs

from stellwerk.board.gestures import RunsTrains
from stellwerk.board.hexes import StopId
from stellwerk.board.reach import Reach, reaches
from stellwerk.board.track import Segment as Track
from stellwerk.board.track import network, segment_order
from stellwerk.engine.action import Action
from stellwerk.engine.memo import Memo
from stellwerk.engine.offload import ON_THE_SPOT, Offload
from stellwerk.engine.rule import Fault, Rule, refuse
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.engine.text import Figures, msg
from stellwerk.mech18.events import NoRun, TrainsRun
from stellwerk.mech18.names import path_name, piece_name, stop_name, train_name, way_name
from stellwerk.mech18.operating import OperatingTurn, Step, next_step
from stellwerk.mech18.state import AnyRailways, S
from stellwerk.routing import (
    BadRoute,
    Bonus,
    EndBonus,
    Problem,
    Run,
    Segment,
    Solution,
    Stop,
    Train,
    end_bonus_of,
    shared_track,
    side_of,
    solve,
    value_of,
)


class Route(Struct, frozen=True, forbid_unknown_fields=True):
    """A train and the way it goes: stops ("E4.0") and the hexes of plain track between them ("E6")."""

    train: str
    path: tuple[str, ...]


class RunTrains(Action, frozen=True):
    """Run trains on these routes; trains not named stand still."""

    on_map: ClassVar[RunsTrains] = RunsTrains()
    routes: tuple[Route, ...] = ()


class Network(Struct, frozen=True, dict=True):
    """A company's route problem, with the way back from its numbers to the map."""

    problem: Problem
    numbers: Mapping[str, int]
    """Stop id -> number in the problem."""
    segments: Mapping[tuple[str, ...], int]
    """Path of a segment in either direction -> its number."""
    paths: tuple[tuple[str, ...], ...]


Bonuses = Callable[[S, Mapping[str, int]], tuple[Bonus, ...]]
"""Bonuses for routes, given the numbers of the stops in reach."""
Toll = Callable[[S, tuple[str, ...]], int]
"""What it costs to use track, given its half-tracks."""


def build(
    s: S,
    company: str,
    stop_of: Callable[[S, str, str], Stop],
    bonuses: Bonuses[S],
    toll: Toll[S] = lambda s, pieces: 0,
    ends_pay: bool = False,
) -> Network:
    """Return the route problem of a company without trains: its reach, as `stop_of` values the stops."""
    found = reaches(s.book.atlas, s.board, company)
    ids = sorted(frozenset[StopId]().union(*(one.stops for one in found)))
    numbers: dict[str, int] = {stop: number for number, stop in enumerate(ids)}
    segments, index, paths = [], {}, []
    for number, (segment, gauges) in enumerate(_by_gauge(found)):
        segments.append(
            Segment(
                str(number),
                numbers[segment.a],
                numbers[segment.b],
                segment.pieces,
                segment.gauge_changes,
                -toll(s, segment.pieces),
                gauges,
            )
        )
        index[segment.path] = number
        index[segment.path[::-1]] = number
        paths.append(segment.path)
    stops = tuple(stop_of(s, company, stop) for stop in ids)
    ends = EndBonus(tuple(stop.revenue for stop in stops), side=True) if ends_pay else None
    problem = Problem(stops, tuple(segments), (), bonuses(s, numbers), ends)
    return Network(problem, numbers, index, tuple(paths))


def mail_of(net: Network, runs: Iterable[Run]) -> int:
    """Return what the best of the trains is paid for the ends of its run, beside the revenue.

    0 where none is.
    """
    return max((end_bonus_of(net.problem, run.stops) for run in runs), default=0)


def _by_gauge(found: tuple[Reach, ...]) -> list[tuple[Track, tuple[str, ...] | None]]:
    """Return every segment in reach, with the gauges that run the whole way.

    None where all rails are alike.
    """
    if len(found) == 1:
        return [(segment, None) for segment in found[0].segments]
    gauges: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    segments: dict[tuple[str, str, tuple[str, ...]], Track] = {}
    for one in found:
        for segment in one.segments:
            key = segment_order(segment)
            segments[key] = segment
            gauges.setdefault(key, []).append(one.network.gauge)
    return [(segments[key], tuple(gauges[key])) for key in sorted(segments)]


def has_route(
    s: AnyRailways, company: str, one_place: Callable[[str, str], bool] = lambda first, second: False
) -> bool:
    """Return whether any two stops are joined by track that a train of the company could use.

    No train stops in both of two that are `one_place`. Every route holds an own marker: its neighbours tell.
    """
    own = s.board.markers_of(company)
    return any(
        not one_place(stop, way.to)
        for found in reaches(s.book.atlas, s.board, company)
        for stop in own
        for branch in found.network.walk(stop).branches
        for way in branch.ways
    )


class Verdict(NamedTuple):
    """Legal runs with their values, or the reason's code and message."""

    runs: tuple[Run, ...]
    code: str = ""
    fault: Fault | None = None


def parse(net: Network, route: Route) -> tuple[tuple[int, ...], tuple[int, ...]] | Verdict:
    """Return the stops and segments of a path, or why it is none."""
    stops: list[int] = []
    segments: list[int] = []
    part: list[str] = []
    for item in route.path:
        part.append(item)
        if "." not in item:
            continue
        number = net.numbers.get(item)
        if number is None:
            if len(stops) > 1 and not net.problem.stops[stops[-1]].through:
                end = net.problem.stops[stops[-1]].id
                return Verdict(
                    (), "passes_end_stop", refuse(_REASONS["passes_end_stop"], train=route.train, stop=end)
                )
            return Verdict(
                (), "not_connected", refuse("{stop} is not connected with the company.", stop=item)
            )
        if len(part) > 1:
            segment = net.segments.get(tuple(part))
            if segment is None:
                return Verdict(
                    (), "not_connected", refuse("There is no open track {path}.", path=" ".join(part))
                )
            segments.append(segment)
        elif stops:
            return Verdict(
                (), "not_connected", refuse("There is no open track {path}.", path=" ".join(route.path))
            )
        stops.append(number)
        part = [item]
    if len(part) > 1 or not stops:
        fault = refuse("A route begins and ends at a stop: {path}.", path=" ".join(route.path))
        return Verdict((), "not_connected", fault)
    return tuple(stops), tuple(segments)


def best_runs(problem: Problem, offload: Offload) -> Solution:
    """The best runs, proved."""
    quick = solve(problem, offload.patience)
    return quick if quick.proved else offload(solve, problem)


SOLVED: Memo[Problem, Solution] = Memo("solved", 512)
"""Kept with the book, as a move mostly changes no problem but that of its company; also as `unnamed`."""
_BEST: Memo[str, Solution] = Memo("best", 1)
"""Kept with the network too, so that nobody looks for a whole problem twice."""
_PROBLEMS: Memo[tuple[str, str, tuple[Train, ...], object], Network] = Memo("route_problems", 256)
_UNUSED: Memo[tuple[str, str, object], Network] = Memo("networks_without_trains", 64)
"""Stops and track are the same whatever runs there: bots ask for many trains on one map."""
_CHECKED: Memo[tuple[Route, ...], Verdict] = Memo("checked", 1024)


def unnamed(problem: Problem) -> Problem:
    """The same problem with trains that only their kinds tell apart."""
    trains = sorted((structs.replace(train, id="") for train in problem.trains), key=repr)
    return structs.replace(problem, trains=tuple(trains))


class Runs(Generic[S]):
    """What a title says about running: its stops, its trains, and the network that follows."""

    def __init__(
        self,
        stop_of: Callable[[S, str, str], Stop],
        trains_of: Callable[[S, str], tuple[Train, ...]],
        bonuses: Bonuses[S] = lambda s, numbers: (),
        toll: Toll[S] = lambda s, pieces: 0,
        also: Callable[[S, str], object] = lambda s, company: None,
        ends_pay: bool = False,
    ) -> None:
        self.stop_of = stop_of
        self.trains_of = trains_of
        self.bonuses = bonuses
        self.toll = toll
        self.also = also
        """What else the values of the stops depend on, beside track, markers and phase."""
        self.ends_pay = ends_pay
        """Whether one train of the set earns the value of its two ends beside the revenue."""

    def network(self, s: S, company: str) -> Network:
        """Kept with the board, as it stays the same until track, markers, phase or trains change."""
        trains = self.trains_of(s, company)
        kept = _PROBLEMS.of(s.board)
        colour, also = s.colour, self.also(s, company)
        key = (company, colour, trains, also)
        net = kept.get(key)
        if net is None:
            unused = _UNUSED.of(s.board)
            without = unused.get((company, colour, also))
            if without is None:
                without = build(s, company, self.stop_of, self.bonuses, self.toll, self.ends_pay)
                unused[company, colour, also] = without
            problem = structs.replace(without.problem, trains=trains)
            net = kept[key] = structs.replace(without, problem=problem)
        return net

    def has_route(self, s: S, company: str) -> bool:
        """Return whether a train of the company could run at all, cities of one place counted once."""

        def one_place(first: str, second: str) -> bool:
            here, there = (self.stop_of(s, company, stop).groups for stop in (first, second))
            return bool(set(here) & set(there))

        return has_route(s, company, one_place)

    def best(self, s: S, company: str, offload: Offload = ON_THE_SPOT) -> Solution:
        """The best runs of a company, proved."""
        net = self.network(s, company)
        known = _BEST.of(net)
        best = known.get(company)
        if best is None:
            solved = SOLVED.of(s.book)
            best = solved.get(net.problem)
            if best is None:
                best = solved[net.problem] = best_runs(net.problem, offload)
            known[company] = best
        return best

    def most(self, s: S, company: str, offload: Offload = ON_THE_SPOT) -> Solution:
        """What the best runs of a company are worth, proved; they may be those of other trains of the kinds.

        Whichever of several like trains it would have, they earn the same.
        """
        net = self.network(s, company)
        found = _BEST.of(net).get(company)
        if found is None:
            solved = SOLVED.of(s.book)
            key = unnamed(net.problem)
            found = solved.get(key)
            if found is None:
                found = solved[key] = self.best(s, company, offload)
        return found

    def routes(self, s: S, company: str, runs: tuple[Run, ...]) -> tuple[Route, ...]:
        """Runs of the solver as routes on the map."""
        net = self.network(s, company)
        return tuple(Route(run.train, path_of(net, run)) for run in runs)

    def checked(self, s: S, company: str, routes: tuple[Route, ...]) -> Verdict:
        """Return the routes with their values, or what is wrong with them."""
        net = self.network(s, company)
        kept = _CHECKED.of(net)
        verdict = kept.get(routes)
        if verdict is None:
            verdict = kept[routes] = _named(s, self._check(s, company, net, routes))
        return verdict

    def _check(self, s: S, company: str, net: Network, routes: tuple[Route, ...]) -> Verdict:
        trains = {train.id: train for train in net.problem.trains}
        runs: list[Run] = []
        for route in routes:
            train = trains.pop(route.train, None)
            if train is None:
                fault = refuse(
                    "{company} has no train {train} that could still run.", company=company, train=route.train
                )
                return Verdict((), "train", fault)
            found = parse(net, route)
            if isinstance(found, Verdict):
                return (
                    found
                    if found.fault is None
                    else found._replace(code=_code(s, found.code, found.fault.figures))
                )
            try:
                value = value_of(net.problem, train, *found)
            except BadRoute as bad:
                fault = refuse(_REASONS[bad.reason_code], **{**bad.figures, "train": route.train})
                return Verdict((), _code(s, bad.reason_code, bad.figures), fault)
            side = side_of(net.problem, train, found[0])
            runs.append(Run(route.train, found[0], found[1], value, side))
        shared = shared_track(net.problem, runs)
        if shared is not None:
            first, second, piece = shared
            fault = refuse(
                "{first} and {second} would use the same track at {piece}.",
                first=runs[first].train,
                second=runs[second].train,
                piece=piece,
            )
            return Verdict((), "shared_track", fault)
        return Verdict(tuple(runs))


def path_of(net: Network, run: Run) -> tuple[str, ...]:
    """Return a run's way in stops and hexes."""
    stop = net.problem.stops[run.stops[0]].id
    path: list[str] = [stop]
    for number in run.segments:
        part = net.paths[number]
        if part[0] != path[-1]:
            part = part[::-1]
        path.extend(part[1:])
    return tuple(path)


_REASONS = {
    "two_stops": msg("The route of {train} needs two different stops."),
    "stop_twice": msg("The route of {train} meets {stop} twice."),
    "track_twice": msg("The route of {train} uses track twice at {piece}."),
    "own_token": msg("The route of {train} holds no marker of the company."),
    "passes_end_stop": msg("The route of {train} cannot pass through {stop}."),
    "same_group": msg("The route of {train} holds {group} twice."),
    "range": msg("The route of {train} counts {count:# place|# places}; its range is {max}."),
    "tag_needed": msg("The route of {train} must begin at a place of the kind {tag}."),
    "tag_forbidden": msg("{train} cannot call at {stop}."),
    "gauge": msg("{train} cannot use the track at {piece}: it is of another gauge."),
    "express_end": msg("The route of {train} must end at its far destination."),
    "not_connected": msg("The route of {train} is not connected."),
}


def _named(s: AnyRailways, verdict: Verdict) -> Verdict:
    """Return the verdict with names instead of ids in what it says."""
    if verdict.fault is None:
        return verdict
    names: Mapping[str, Callable[[AnyRailways, str], str]] = {
        "train": train_name,
        "first": train_name,
        "second": train_name,
        "stop": stop_name,
        "path": path_name,
        "piece": piece_name,
    }
    told = {
        name: names[name](s, str(figure)) if name in names else figure
        for name, figure in verdict.fault.figures.items()
    }
    return verdict._replace(fault=verdict.fault._replace(figures=told))


def _code(s: AnyRailways, code: str, figures: Figures) -> str:
    """Return the reason's code; a stop that only ends routes is told from one that foreign markers fill."""
    if code != "passes_end_stop":
        return code
    terminal = network(s.book.atlas, s.board).terminal(StopId(str(figures["stop"])))
    return "passes_terminal" if terminal else code


def route_rule(runs: Runs[S], *codes: str) -> Callable[[S, RunTrains], Fault | None]:
    """A rule function for the faults with these codes, so that each paragraph names its own."""

    def check(s: S, a: RunTrains) -> Fault | None:
        verdict = runs.checked(s, s.top(OperatingTurn).company, a.routes)
        return verdict.fault if verdict.code in codes else None

    return check


class RunMove(Move[S, RunTrains]):
    """Run the trains. Offered are the best run and standing still; any legal run is accepted."""

    action = RunTrains
    listed = False

    def __init__(
        self,
        runs: Runs[S],
        *rules: Rule[S, RunTrains],
        after: Callable[[S, str, tuple[Run, ...]], S] = lambda s, company, runs: s,
        best_asked: Callable[[S], bool] = lambda s: False,
    ) -> None:
        super().__init__(*rules)
        self.runs = runs
        self.after = after
        """What else a run brings about, beside its revenue."""
        self.best_asked = best_asked
        """Whether the rules compare a run with the best one."""

    def prepare(self, s: S, offload: Offload) -> None:
        self.runs.best(s, s.top(OperatingTurn).company, offload)

    def prepare_to_judge(self, s: S, offload: Offload) -> None:
        if self.best_asked(s):
            self.prepare(s, offload)

    def candidates(self, s: S, seat: int) -> Iterator[RunTrains]:
        company = s.top(OperatingTurn).company
        best = self.runs.best(s, company)
        if best.routes:
            yield RunTrains(seat, self.runs.routes(s, company, best.routes))
        yield RunTrains(seat)

    def sample(self, s: S, seat: int, rng: Random) -> RunTrains | None:
        """Mostly the best run, sometimes only a part of it where that is allowed."""
        company = s.top(OperatingTurn).company
        best = self.runs.routes(s, company, self.runs.best(s, company).routes)
        if rng.random() < 0.1:
            part = RunTrains(seat, tuple(route for route in best if rng.random() < 0.5))
            if all(rule.check(s, part) is None for rule in self.rules):
                return part
        return RunTrains(seat, best)

    def apply(self, s: S, a: RunTrains) -> S:
        company = s.top(OperatingTurn).company
        runs = self.runs.checked(s, company, a.routes).runs
        revenue = sum(run.revenue for run in runs)
        told = "; ".join(
            f"{s.versions[route.train]}: {_places(s, route)} = {run.revenue}"
            for route, run in zip(a.routes, runs, strict=True)
        )
        s = s.say(TrainsRun(company, revenue, told) if revenue else NoRun(company))
        s = self.after(s, company, runs)
        return next_step(
            s.update_frame(revenue=revenue).replace(last_run=with_item(s.last_run, company, revenue))
        )


def _places(s: AnyRailways, route: Route) -> str:
    """Return where a train stops, for the log."""
    return way_name(s, route.path)


class RunStep(Step[S]):
    """Run the trains, if there are any and a route for them."""

    name = "run"
    asks = msg("{player}: run the trains of {company}.")
    missed = msg("{company} runs no train.")
    optional = False
    skippable = False

    def __init__(self, move: RunMove[S]) -> None:
        self.move = move
        self.moves = (move,)
        self.runs = move.runs

    def wanted(self, s: S) -> bool:
        company = s.top(OperatingTurn).company
        return bool(self.runs.trains_of(s, company)) and has_route(s, company)

    def skipped(self, s: S) -> S:
        company = s.top(OperatingTurn).company
        return s.replace(last_run=with_item(s.last_run, company, 0)).say(NoRun(company))

    def lacks(self, s: S) -> Fault | None:
        if not self.runs.trains_of(s, s.top(OperatingTurn).company):
            return refuse("It has no train.")
        return refuse("Its trains find no route.")
