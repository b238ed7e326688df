"""VII.2, VII.3, VII.9, VII.10: what the trains of 1824 may run and what it earns."""

from collections.abc import Mapping

from stellwerk.board.hexes import StopId, hex_of
from stellwerk.board.reach import passable
from stellwerk.board.tile import revenue
from stellwerk.engine.rule import Check, Fault, refuse, rule
from stellwerk.games.g1824.rules.book import COAL
from stellwerk.games.g1824.rules.events import MineIncome
from stellwerk.games.g1824.rules.state import AustriaHungary, Turn
from stellwerk.mech18.names import way_name
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.runs import RunMove, Runs, RunStep, RunTrains, route_rule
from stellwerk.mech18.state import BANK
from stellwerk.mech18.trains import owned_version
from stellwerk.routing import Bonus, Limit, Run, Stop, Train

MINE, CLOSED_MINE = "mine", "closed mine"
LARGE = ("city", "offboard")
PLACES = ("city", "town", "offboard")


def stop_of(s: AustriaHungary, company: str, stop: str) -> Stop:
    """VII.10-1: value by phase colour, of mines too (VII.3-3); VII.2-3, VII.2-3b: what may be passed.

    VII.9-4, R7: the cities of one hex are one place, as are the two hexes of a red link.
    VII.3-2b: a mine's value is income beside the revenue; it decides between equal runs.
    """
    atlas = s.book.atlas
    here = s.board.stop(atlas, StopId(stop))
    hex_id = hex_of(stop)
    cities = sum(1 for other in s.board.face(atlas, hex_id).stops if other.kind == "city")
    group = atlas.hexes[hex_id].place_group or (hex_id if here.kind == "city" and cities > 1 else "")
    own = s.board.holds(StopId(stop), company)
    tags: tuple[str, ...] = ()
    if here.kind == MINE:  # VII.3-4, VII.3-4b: a coal railway starts at its own mine only
        tags = (CLOSED_MINE,) if s.kind(company) == COAL and not own else (MINE,)
    value = revenue(here, s.colour)
    return Stop(
        id=stop,
        type=here.kind,
        revenue=value,
        own=own,
        through=passable(atlas, s.board, StopId(stop), company),
        groups=(group,) if group else (),
        tags=tags,
        side=value if here.kind == MINE else 0,
    )


def trains_of(s: AustriaHungary, company: str) -> tuple[Train, ...]:
    """VII.9-1: N places of any kind; VII.9-2: from a mine N large places and towns freely (VII.3-2)."""
    trains = []
    for card in s.trains_of(company):
        version = owned_version(s, card)
        assert version.reach is not None
        if version.goods:
            limits = (Limit(LARGE, version.reach),)
            trains.append(Train(card, limits, needs_tag=MINE, forbids_tags=(CLOSED_MINE,)))
        else:
            trains.append(Train(card, (Limit(PLACES, version.reach),), forbids_tags=(MINE, CLOSED_MINE)))
    return tuple(trains)


def bonuses(s: AustriaHungary, numbers: Mapping[str, int]) -> tuple[Bonus, ...]:
    """X.4-7: Wien or Prag to the Bukowina, once for each train."""
    bukowina = s.facts.bukowina
    if bukowina is None:
        return ()
    starts, ends = (
        tuple(number for stop, number in numbers.items() if hex_of(stop) in hexes)
        for hexes in (bukowina.starts, bukowina.ends)
    )
    return (Bonus(bukowina.amount, (starts, ends)),) if starts and ends else ()


RUNS = Runs[AustriaHungary](stop_of, trains_of, bonuses)


def count_mines(s: AustriaHungary, company: str, runs: tuple[Run, ...]) -> AustriaHungary:
    """IV.2-7: the mine of each goods train; it is no part of the revenue."""
    stops = RUNS.network(s, company).problem.stops
    return s.update_frame(
        mines=sum(stops[n].revenue for run in runs for n in run.stops if MINE in stops[n].tags)
    )


def mine_income(s: AustriaHungary, company: str) -> AustriaHungary:
    """VII.3-2b, VII.10: into the treasury, whatever becomes of the revenue."""
    amount = s.top(Turn).mines
    return s.pay(BANK, company, amount).say(MineIncome(company, amount)) if amount else s


def best_is_compulsory(s: AustriaHungary) -> bool:
    return s.rulings.best_run_compulsory  # R8


def is_the_best(s: AustriaHungary, a: RunTrains) -> Fault | None:
    """VII.10-2: nothing below the highest revenue of all trains together."""
    if not best_is_compulsory(s):
        return None
    company = s.top(OperatingTurn).company
    best = RUNS.best(s, company)
    total = sum(run.revenue for run in RUNS.checked(s, company, a.routes).runs)
    if total >= best.revenue:
        return None
    routes = RUNS.routes(s, company, best.routes)
    told = "; ".join(f"{s.versions[route.train]}: {way_name(s, route.path)}" for route in routes)
    return refuse(
        "{company} must run for the highest revenue: {best}, not {total}. The best run is {routes}.",
        company=company,
        best=best.revenue,
        total=total,
        routes=told,
    )


def _goods_trains(s: AustriaHungary) -> frozenset[str]:
    """Their names."""
    return frozenset(side.name for kind in s.book.trains.values() for side in kind.versions if side.goods)


def for_goods(goods: bool, check: Check[AustriaHungary, RunTrains]) -> Check[AustriaHungary, RunTrains]:
    """Return the check, for routes of goods trains or of the others: the book has a paragraph for each."""

    def checked(s: AustriaHungary, a: RunTrains) -> Fault | None:
        fault = check(s, a)
        return fault if fault is not None and (fault.figures["train"] in _goods_trains(s)) == goods else None

    return checked


RANGE = route_rule(RUNS, "range")

# VII.2-1c, VII.2-2, VII.2-2b, VII.9-3, VII.9-5b: track is told apart by its pieces at the sides of a hex
# (board/track.py): separate tracks of a tile are free, a junction serves one train, nobody turns back.
# VII.2-1d: a mine is a place like others for the two that a route needs.
# VII.2-1e, VII.9-6: the book's pictures.

RUN = RunStep[AustriaHungary](
    RunMove[AustriaHungary](
        RUNS,
        rule("VII.9-5", route_rule(RUNS, "train")),
        rule("VII.2-1", route_rule(RUNS, "two_stops", "own_token", "not_connected")),
        rule("VII.2-1b", route_rule(RUNS, "track_twice")),
        rule("VII.3-1", route_rule(RUNS, "tag_needed", "tag_forbidden")),
        rule("VII.2-3", route_rule(RUNS, "passes_terminal")),
        rule("VII.2-3b", route_rule(RUNS, "passes_end_stop")),
        rule("VII.9-4", route_rule(RUNS, "stop_twice", "same_group")),
        rule("VII.9-1", for_goods(False, RANGE)),
        rule("VII.9-2", for_goods(True, RANGE)),
        rule("VII.9-5", route_rule(RUNS, "shared_track")),
        rule("VII.10-2", is_the_best),
        after=count_mines,
        best_asked=best_is_compulsory,
    )
)
