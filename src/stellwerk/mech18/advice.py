"""What trains could earn: the best run of any position, what a move would add to it, what a game missed."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.engine.advice import Advice, Worth
from stellwerk.engine.game import Game
from stellwerk.engine.offload import ON_THE_SPOT, Offload
from stellwerk.engine.play import play, prepare_to_judge, title_of, to_act
from stellwerk.engine.step import Activity
from stellwerk.engine.text import Figure, Message, Told, msg
from stellwerk.mech18.names import place_name
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import TurnActivity, company_of
from stellwerk.mech18.runs import RunMove, Runs, RunTrains
from stellwerk.mech18.state import AnyRailways, S, railways
from stellwerk.mech18.trains import TrainOffer
from stellwerk.routing import Solution


def acting_company(s: AnyRailways) -> str:
    """Return the company whose turn it is; empty outside of operating turns."""
    try:
        return company_of(s)
    except LookupError:
        return ""


def _run_moves(activity: Activity[S]) -> Iterator[RunMove[S]]:
    for step in activity.steps if isinstance(activity, TurnActivity) else ():
        for move in step.moves:
            if isinstance(move, RunMove):
                yield move


def runs_of(s: S, company: str) -> Runs[S] | None:
    """Return how the runs of a company are valued, if its title knows runs at all.

    The turn that the company is taking says it; otherwise the first kind of turn that has runs.
    """
    activities = title_of(s).activities
    frames = reversed(s.stack) if acting_company(s) == company else ()
    for activity in (*[activities[type(frame)] for frame in frames], *activities.values()):
        for move in _run_moves(activity):
            return move.runs
    return None


def running(s: AnyRailways) -> list[str]:
    """Return the companies that own trains, in the order of the book."""
    return [company for company in s.book.companies if s.trains_of(company)]


def how_proved(solution: Solution) -> Told:
    """Return the certificate in words."""
    proof = solution.proof
    figures: dict[str, Figure] = {"arms": proof.arms, "routes": proof.routes, "sets": proof.sets}
    if not solution.proved:
        bound = {"bound": solution.bound, "gap": solution.bound - solution.revenue}
        return msg("not proved: at most {bound} is possible, {gap} more"), bound
    if not proof.routes:
        return msg("proved: every train has its own best run ({arms} ways to go)"), figures
    if not proof.sets:
        return msg("proved: {routes} routes could matter, prices of track rule out all others"), figures
    return msg("proved: {routes} routes could matter, {sets} sets of them were tried"), figures


class BestRoute(Struct, frozen=True):
    """A train's route: stops ("E4.0") and the hexes of plain track between them."""

    train: str
    name: str
    revenue: int
    places: Sequence[str]
    path: Sequence[str]


class BestRun(Struct, frozen=True):
    """The best run of a company. `bound` is what no run can beat; when it is proved, the revenue itself."""

    company: str
    revenue: int
    side: int
    """Income beside the revenue, as of mines."""
    proved: bool
    bound: int
    proof: Message
    routes: Sequence[BestRoute]


def best_run(s: AnyRailways, company: str, offload: Offload = ON_THE_SPOT) -> BestRun | None:
    """Return a company's best run; None where no trains run."""
    runs = runs_of(s, company)
    if runs is None:
        return None
    best = runs.best(s, company, offload)
    return BestRun(
        company=company,
        revenue=best.revenue,
        side=best.side,
        proved=best.proved,
        bound=best.bound,
        proof=Message(*how_proved(best)),
        routes=[
            BestRoute(
                train=route.train,
                name=s.versions.get(route.train) or route.train,
                revenue=run.revenue,
                places=[place_name(s, item) for item in route.path if "." in item],
                path=route.path,
            )
            for route, run in zip(runs.routes(s, company, best.routes), best.routes, strict=True)
        ],
    )


def worth(s: AnyRailways, action: Action, offload: Offload = ON_THE_SPOT) -> Worth | None:
    """Return what a tile, a station or a train is worth to the company that acts.

    Raise a Refusal if it is not legal.

    None outside of a company's turn. A train that another director has to sell counts as sold.
    """
    company = acting_company(s)
    runs = runs_of(s, company) if company else None
    if runs is None:
        return None
    prepare_to_judge(s, action, offload)
    after = play(s, action).state
    if after.stack and isinstance(after.stack[-1], TrainOffer):
        after = play(after, Answer(to_act(after)[0], True)).state
    old, new = runs.most(s, company, offload), runs.most(after, company, offload)
    return Worth(company, old.revenue, new.revenue, old.proved and new.proved)


def tells_the_best(action: Action) -> bool:
    """Whether an action that is offered is a best run."""
    return isinstance(action, RunTrains) and bool(action.routes)


ADVICE: Advice[AnyRailways] = Advice(
    acting=acting_company, running=running, best=best_run, worth=worth, tells=tells_the_best
)
"""How programs that know no railways ask."""


class Audited(NamedTuple):
    """A run of a game and the best one of that position."""

    action: int
    """Number of the action, from 1."""
    company: str
    player: str
    revenue: int
    best: int
    side: int
    """Income beside the revenue, as of mines."""
    best_side: int
    proved: bool

    @property
    def shortfall(self) -> int:
        return self.best - self.revenue


def audit(game: Game) -> Iterator[Audited]:
    """Every run of a game."""
    for index, action in enumerate(game.actions):
        if not isinstance(action, RunTrains):
            continue
        before = railways(game.history[index].state)
        company = company_of(before)
        runs = runs_of(before, company)
        assert runs is not None
        made = runs.checked(before, company, action.routes).runs
        best = runs.best(before, company)
        yield Audited(
            action=index + 1,
            company=company,
            player=before.names[action.seat],
            revenue=sum(run.revenue for run in made),
            best=best.revenue,
            side=sum(run.side for run in made),
            best_side=best.side,
            proved=best.proved,
        )
