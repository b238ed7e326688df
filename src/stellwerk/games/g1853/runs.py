"""4.5, 4.6.6: what trains may run, the mail, and the runs that a turn owes."""

from collections.abc import Iterator
from random import Random
from typing import Any

from stellwerk.board.hexes import StopId
from stellwerk.board.reach import passable
from stellwerk.board.tile import revenue
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, no, rule
from stellwerk.engine.step import Move
from stellwerk.games.g1853.events import MailCarried, MailLeft
from stellwerk.games.g1853.state import India
from stellwerk.mech18.markers import home_stops
from stellwerk.mech18.runs import (
    Network,
    Route,
    RunMove,
    Runs,
    RunStep,
    RunTrains,
    mail_of,
    path_of,
    route_rule,
)
from stellwerk.mech18.state import BANK
from stellwerk.mech18.trains import owned_version
from stellwerk.routing import Limit, Run, Stop, Train

LARGE_STATIONS = ("city",)
MOST_STEPS = 3000
"""How many steps a search for an owed run takes before it gives up."""


def stop_of(s: India, company: str, stop: str) -> Stop:
    """4.6.2: a station's printed value; 4.5.5: the stations of one city are one place.

    4.5.6, 4.5.7, 4.2.9: foreign markers stop a train only where they fill the station; 4.5.9: by any exit.
    """
    atlas = s.book.atlas
    hex_id, _ = atlas.where[StopId(stop)]
    here = s.board.stop(atlas, StopId(stop))
    stations = s.board.face(atlas, hex_id).stops
    return Stop(
        id=stop,
        type=here.kind,
        revenue=revenue(here, s.colour),
        own=s.board.holds(StopId(stop), company),
        through=passable(atlas, s.board, StopId(stop), company),
        groups=(hex_id,) if here.kind == "city" and len(stations) > 1 else (),
    )


def trains_of(s: India, company: str) -> tuple[Train, ...]:
    """4.5.4-a: so many large stations, small ones freely; 4.5.3: on rails of its gauge.

    4.5.4-b, 4.8.18-b: a 1M's one large station is the own one that every route needs.
    """
    trains = []
    for card in s.trains_of(company):
        version = owned_version(s, card)
        assert version.reach is not None
        trains.append(Train(card, (Limit(LARGE_STATIONS, version.reach),), gauge=version.gauge))
    return tuple(trains)


RUNS = Runs(stop_of, trains_of, ends_pay=True)


def count_mail(s: Any, company: str, runs: tuple[Run, ...]) -> Any:
    """4.6.6: the train with the best ends carries the mail, unless the company leaves it."""
    return s.mark(mail=mail_of(RUNS.network(s, company), runs))


def mail_income(s: Any, company: str) -> Any:
    """Into the treasury, whatever becomes of the revenue."""
    amount = s.frame.mail
    return s.pay(BANK, company, amount).say(MailCarried(company, amount)) if amount else s


class LeaveMail(Action, frozen=True):
    """Let no train of the company carry the mail in this turn."""


class LeaveMailMove(Move[Any, LeaveMail]):
    """4.6.6: the mail is offered, not imposed: it drains the bank."""

    action = LeaveMail

    def candidates(self, s: Any, seat: int) -> Iterator[LeaveMail]:
        yield LeaveMail(seat)

    def sample(self, s: Any, seat: int, rng: Random) -> LeaveMail | None:
        """Seldom: there is hardly ever a reason."""
        return super().sample(s, seat, rng) if rng.random() < 0.1 else None

    def apply(self, s: Any, a: LeaveMail) -> Any:
        return s.mark(mail=0).say(MailLeft(s.frame.company))


def carries_mail(s: India, a: LeaveMail) -> Fault | None:
    return None if s.frame.mail else no("{company} carries no mail in this turn.", company=s.frame.company)


LEAVE_MAIL = LeaveMailMove(rule("4.6.6", carries_mail))


# -- runs that are owed ------------------------------------------------------------------------


def hexes_of(path: tuple[str, ...]) -> set[str]:
    return {item.partition(".")[0] for item in path}


def covering(s: Any, company: str, duties: tuple[str, ...]) -> tuple[Route, ...] | None:
    """Runs over all these hexes, each through a home: one train for all of them, else a train for each."""
    net = RUNS.network(s, company)
    kept: dict[tuple[str, ...], tuple[Route, ...] | None] = net.__dict__.setdefault("covering", {})
    if duties not in kept:
        kept[duties] = _covering(net, tuple(home_stops(s, company)), duties)
    return kept[duties]


def _covering(net: Network, homes: tuple[str, ...], duties: tuple[str, ...]) -> tuple[Route, ...] | None:
    trains = net.problem.trains
    for train in trains:
        run = _Search(net, train, set(duties), frozenset()).run(homes)
        if run is not None:
            return (run[0],)
    if len(duties) < 2:
        return None
    for first in trains:
        run = _Search(net, first, {duties[0]}, frozenset()).run(homes)
        if run is None:
            continue
        for second in trains:
            other = second is not first and _Search(net, second, set(duties[1:]), run[1]).run(homes)
            if other:
                return run[0], other[0]
    return None


class _Search:
    """A depth-first search for a route of one train over some hexes: from a home one way, then the other."""

    def __init__(self, net: Network, train: Train, hexes: set[str], closed: frozenset[str]) -> None:
        self.net = net
        self.train = train
        self.hexes = hexes
        self.closed = closed
        self.steps = 0
        ways: dict[int, list[tuple[int, int]]] = {}
        for number, segment in enumerate(net.problem.segments):
            if segment.gauges is None or train.gauge in segment.gauges:
                ways.setdefault(segment.a, []).append((number, segment.b))
                ways.setdefault(segment.b, []).append((number, segment.a))
        self.ways = ways

    def run(self, homes: tuple[str, ...]) -> tuple[Route, frozenset[str]] | None:
        for home in homes:
            number = self.net.numbers.get(home)
            if number is None:
                continue
            found = self._go([number], [], set(self.closed), self.train.limits[0].max - 1, turned=False)
            if found is not None:
                pieces = {p for n in found.segments for p in self.net.problem.segments[n].pieces}
                return Route(self.train.id, path_of(self.net, found)), frozenset(pieces)
        return None

    def _go(
        self, stops: list[int], segments: list[int], taken: set[str], room: int, *, turned: bool
    ) -> Run | None:
        self.steps += 1
        if room < 0 or self.steps > MOST_STEPS:
            return None
        back = False
        if segments:
            run = Run(self.train.id, tuple(stops), tuple(segments), 0)
            met = self.hexes & hexes_of(path_of(self.net, run))
            if met == self.hexes:
                return run
            back = bool(met) and not turned
        found = self._further(stops, segments, taken, room, turned)
        if found is None and back:
            # What is still owed may lie on the other side of the home.
            found = self._further(stops[::-1], segments[::-1], taken, room, turned=True)
        return found

    def _further(
        self, stops: list[int], segments: list[int], taken: set[str], room: int, turned: bool
    ) -> Run | None:
        problem = self.net.problem
        here = problem.stops[stops[-1]]
        if segments and not here.through:
            return None
        groups = {group for number in stops for group in problem.stops[number].groups}
        for number, other in self.ways.get(stops[-1], ()):
            stop, pieces = problem.stops[other], problem.segments[number].pieces
            if other in stops or groups.intersection(stop.groups) or not taken.isdisjoint(pieces):
                continue
            left = room - (stop.type in LARGE_STATIONS)
            found = self._go([*stops, other], [*segments, number], {*taken, *pieces}, left, turned=turned)
            if found is not None:
                return found
        return None


def runs_where_it_must(s: India, a: RunTrains) -> Fault | None:
    """4.2.3, 4.4.2: what was built outside the area is run to in the same turn."""
    reached = {hex_id for route in a.routes for hex_id in hexes_of(route.path)}
    missing = [hex_id for hex_id in s.frame.duties if hex_id not in reached]
    if not missing:
        return None
    return no("A train of {company} must run to {hex}.", company=s.frame.company, hex=", ".join(missing))


class IndiaRunMove(RunMove):
    """The best run, or one that is owed; 4.5.1: standing still is allowed."""

    def candidates(self, s: Any, seat: int) -> Iterator[RunTrains]:
        yield from super().candidates(s, seat)
        duties = s.frame.duties
        owed = covering(s, s.frame.company, duties) if duties else None
        if owed is not None:
            run = RunTrains(seat, owed)
            best = self.runs.routes(s, s.frame.company, self.runs.best(s, s.frame.company).routes)
            if run.routes != best:
                yield run

    def sample(self, s: Any, seat: int, rng: Random) -> RunTrains | None:
        if not s.frame.duties:
            return super().sample(s, seat, rng)
        choices = self.legal(s, seat)
        return rng.choice(choices) if choices else None


RUN = RunStep(
    IndiaRunMove(
        RUNS,
        rule("4.5.1", route_rule(RUNS, "train")),
        rule("4.5.4-a", route_rule(RUNS, "two_stops")),
        rule(
            "4.5.5", route_rule(RUNS, "not_connected", "stop_twice", "same_group")
        ),  # 4.6.3: every station counts
        rule("4.5.8", route_rule(RUNS, "track_twice")),
        rule("4.5.2", route_rule(RUNS, "own_token")),
        rule("4.5.6", route_rule(RUNS, "passes_end_stop", "passes_terminal")),
        rule("4.5.3", route_rule(RUNS, "gauge")),
        rule("4.5.4-a", route_rule(RUNS, "range")),
        rule("4.5.10", route_rule(RUNS, "shared_track")),
        rule("4.2.3", runs_where_it_must),
        after=count_mail,
    )
)
