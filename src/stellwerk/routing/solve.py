"""The best runs of several trains: the one function that games call."""

from itertools import islice, permutations

from .clock import Clock
from .network import Network
from .packing import Packing
from .prices import Market
from .problem import Problem, Run, Solution, Train
from .sources import Route, Sources, closed_by, together

# Orders of trains to try for a first answer.
_ORDERS = 6
# Rounds of prices before and after the quick search, its size, and the number of routes that calls for it.
_FIRST_ROUNDS = 40
_MORE_ROUNDS = 40
_WIDTH = 2000
_STEPS = 6000
_MANY = 1000


def solve(problem: Problem, time_limit: float | None = None) -> Solution:
    """The runs of greatest revenue; among these the ones with the fewest pieces of track.

    Which of several such answers is found depends on the order of stops, segments and trains alone.
    After `time_limit` seconds it is the best found so far.
    """
    clock = Clock(time_limit)
    network = Network(problem)
    members = _same_trains(problem.trains)
    kinds = [Sources(network, problem.trains[numbers[0]], clock) for numbers in members]
    tops = [sources.best() for sources in kinds]
    if clock.late:
        bound = _loose_bound(problem)
    else:
        bound = network.revenue(
            sum(_weight(top) * len(group) for top, group in zip(tops, members, strict=True))
        )
    # Kinds of train that cannot run at all play no further part.
    running = [kind for kind, top in enumerate(tops) if top is not None]
    chosen: list[tuple[int, Route]]
    every = [(kind, tops[kind]) for kind in running for _ in members[kind]]
    if together([route for _, route in every]):
        chosen = [(kind, route) for kind, route in every if route is not None]
    else:
        chosen = _first_answer(kinds, [kind for kind, _ in every])
        if not clock.late:
            crews = [(kinds[kind], len(members[kind])) for kind in running]
            market = Market(network, crews, _total(chosen), clock)
            market.open([_weight(tops[kind]) for kind in running])
            if not clock.late:
                better = _pack(network, market, clock)
                bound = min(bound, network.revenue(max(market.bound, market.floor)))
                if better is not None:
                    chosen = [(running[kind], route) for kind, route in better]
    runs = _runs(problem, kinds, members, chosen)
    revenue = sum(run.revenue for run in runs)
    proved = not clock.late or bound <= revenue
    return Solution(revenue, runs, proved, revenue if proved else bound)


def _same_trains(trains: tuple[Train, ...]) -> list[list[int]]:
    """Numbers of the trains that differ in name only, together."""
    if len(trains) == 1:
        return [[0]]
    groups: dict[tuple[object, ...], list[int]] = {}
    for number, train in enumerate(trains):
        key = (
            train.limits,
            train.gauge_counts,
            train.free_gauge_changes,
            train.tag_bonus,
            train.needs_tag,
            train.forbids_tags,
            train.express_to,
            train.express_from_end,
            train.picks,
        )
        groups.setdefault(key, []).append(number)
    return list(groups.values())


def _first_answer(kinds: list[Sources], trains: list[int]) -> list[tuple[int, Route]]:
    """Each train in turn takes its best of what is left, in several orders of the trains."""
    best: list[tuple[int, Route]] = []
    known: dict[tuple[int, int], Route | None] = {}
    # Trains of one kind make equal orders; of many trains not even all orders can be listed.
    orders = dict.fromkeys(islice(permutations(trains), _ORDERS * _ORDERS))
    for order in islice(orders, _ORDERS):
        closed, chosen = 0, []
        for kind in order:
            if (kind, closed) not in known:
                known[kind, closed] = kinds[kind].best(closed)
            route = known[kind, closed]
            if route is not None:
                chosen.append((kind, route))
                closed |= closed_by(route)
        if _total(chosen) > _total(best):
            best = chosen
    return best


def _pack(network: Network, market: Market, clock: Clock) -> list[tuple[int, Route]] | None:
    """The best answer above the market's floor, if there is one."""
    best = None
    market.trade(_FIRST_ROUNDS)
    if market.size() > _MANY and not clock.look():
        # A quick look at the most promising routes finds a good answer, which rules out most of the others.
        quick = Packing(network, market, clock, _WIDTH, _STEPS)
        quick.search()
        if quick.best is not None:
            best = quick.best
            market.raise_floor(quick.floor)
        market.trade(_MORE_ROUNDS)
    if market.bound > market.floor and not clock.look():
        packing = Packing(network, market, clock)
        packing.search()
        best = packing.best or best
    return best


def _weight(route: Route | None) -> int:
    return 0 if route is None else route[1][0]


def _total(chosen: list[tuple[int, Route]]) -> int:
    return sum(_weight(route) for _, route in chosen)


def _runs(
    problem: Problem, kinds: list[Sources], members: list[list[int]], chosen: list[tuple[int, Route]]
) -> tuple[Run, ...]:
    """The runs in the order of the trains."""
    waiting = [iter(numbers) for numbers in members]
    runs = []
    for kind, route in chosen:
        number = next(waiting[kind])
        runs.append((number, kinds[kind].run(route, problem.trains[number].id)))
    return tuple(run for _, run in sorted(runs, key=lambda entry: entry[0]))


def _loose_bound(problem: Problem) -> int:
    """What the trains cannot beat even if each ran everywhere."""
    stops = sum(max(0, stop.revenue) for stop in problem.stops)
    bonuses = sum(max(0, bonus.amount) for bonus in problem.bonuses)
    total = 0
    for train in problem.trains:
        tagged = max((0, *train.tag_bonus[1])) if train.tag_bonus is not None else 0
        total += stops + bonuses + tagged
    return total
