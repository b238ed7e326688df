"""4.5, 4.6.6: what trains may run, the mail, and the runs that a turn owes."""

from collections.abc import Iterator
from random import Random

from stellwerk.board.hexes import StopId
from stellwerk.board.reach import passable
from stellwerk.board.tile import revenue
from stellwerk.engine.action import Action
from stellwerk.engine.memo import Memo
from stellwerk.engine.offload import ON_THE_SPOT, Offload
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.step import Move
from stellwerk.games.g1853.rules.events import MailCarried, MailLeft
from stellwerk.games.g1853.rules.owed import hexes_of, reached_from, runs_over
from stellwerk.games.g1853.rules.state import India, Turn
from stellwerk.mech18.markers import home_stops
from stellwerk.mech18.runs import (
    Route,
    RunMove,
    Runs,
    RunStep,
    RunTrains,
    mail_of,
    route_rule,
)
from stellwerk.mech18.state import BANK
from stellwerk.mech18.trains import owned_version
from stellwerk.routing import Limit, Run, Solution, Stop, Train

LARGE_STATIONS = ("city",)


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


class IndiaRuns(Runs[India]):
    """Runs of 1853: where a turn owes some, the best are those that pass there."""

    def best(self, s: India, company: str, offload: Offload = ON_THE_SPOT) -> Solution:
        best = super().best(s, company, offload)
        duties = next((f.duties for f in s.stack if isinstance(f, Turn) and f.company == company), ())
        if set(duties) <= hexes_run(self.routes(s, company, best.routes)):
            return best
        routes = covering(s, company, duties)
        if routes is None:
            return best
        runs = self.checked(s, company, routes).runs
        revenue, bound = sum(run.revenue for run in runs), best.bound
        side = mail_of(self.network(s, company), runs)
        return Solution(revenue, runs, revenue == bound, bound, side, best.proof)


RUNS = IndiaRuns(stop_of, trains_of, ends_pay=True)


def count_mail(s: India, company: str, runs: tuple[Run, ...]) -> India:
    """4.6.6: the train with the best ends carries the mail, unless the company leaves it."""
    return s.update_frame(mail=mail_of(RUNS.network(s, company), runs))


def mail_income(s: India, company: str) -> India:
    """Into the treasury, whatever becomes of the revenue."""
    amount = s.top(Turn).mail
    return s.pay(BANK, company, amount).say(MailCarried(company, amount)) if amount else s


class LeaveMail(Action, frozen=True):
    """Let no train of the company carry the mail in this turn."""


class LeaveMailMove(Move[India, LeaveMail]):
    """4.6.6: the mail is offered, not imposed: it drains the bank."""

    action = LeaveMail

    def candidates(self, s: India, seat: int) -> Iterator[LeaveMail]:
        yield LeaveMail(seat)

    def sample(self, s: India, seat: int, rng: Random) -> LeaveMail | None:
        """Seldom: there is hardly ever a reason."""
        return super().sample(s, seat, rng) if rng.random() < 0.1 else None

    def apply(self, s: India, a: LeaveMail) -> India:
        return s.update_frame(mail=0).say(MailLeft(s.top(Turn).company))


def carries_mail(s: India, a: LeaveMail) -> Fault | None:
    return (
        None
        if s.top(Turn).mail
        else refuse("{company} carries no mail in this turn.", company=s.top(Turn).company)
    )


LEAVE_MAIL = LeaveMailMove(rule("4.6.6", carries_mail))


# -- runs that are owed ------------------------------------------------------------------------


def hexes_run(routes: tuple[Route, ...]) -> set[str]:
    return {hex_id for route in routes for hex_id in hexes_of(route.path)}


_FROM_HOME: Memo[str, bool] = Memo("from_home", 256)
_COVERING: Memo[tuple[str, ...], tuple[Route, ...] | None] = Memo("covering", 256)


def reached_from_home(s: India, company: str, hex_id: str) -> bool:
    """4.2.3, 4.4.2: whether one of the company's trains could run from a home to the hex."""
    net = RUNS.network(s, company)
    kept = _FROM_HOME.of(net)
    if hex_id not in kept:
        kept[hex_id] = reached_from(net, home_stops(s, company), hex_id)
    return kept[hex_id]


def covering(s: India, company: str, duties: tuple[str, ...]) -> tuple[Route, ...] | None:
    """Return the best runs that pass all these hexes, if there are any."""
    net = RUNS.network(s, company)
    kept = _COVERING.of(net)
    if duties not in kept:
        runs = runs_over(net, duties)
        kept[duties] = None if runs is None else RUNS.routes(s, company, runs)
    return kept[duties]


def runs_where_it_must(s: India, a: RunTrains) -> Fault | None:
    """4.2.3, 4.4.2: what was built outside the area is run to in the same turn."""
    reached = hexes_run(a.routes)
    missing = [hex_id for hex_id in s.top(Turn).duties if hex_id not in reached]
    if not missing:
        return None
    return refuse(
        "A train of {company} must run to {hex}.", company=s.top(Turn).company, hex=", ".join(missing)
    )


class IndiaRunMove(RunMove[India]):
    """The best run that passes where it must; 4.5.1: standing still is allowed where none is owed."""

    def sample(self, s: India, seat: int, rng: Random) -> RunTrains | None:
        if not s.top(Turn).duties:
            return super().sample(s, seat, rng)
        choices = self.legal(s, seat)
        return rng.choice(choices) if choices else None


RUN = RunStep[India](
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
