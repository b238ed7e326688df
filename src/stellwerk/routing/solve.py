"""The best runs of several trains: the one function that games call."""

from itertools import islice, permutations

from msgspec import structs

from .clock import Clock
from .network import Network
from .packing import Packing
from .prices import Market
from .problem import Problem, Proof, Run, Solution, Train
from .sources import Route, Sources, closed_by, together

# Orders of trains to try for a first answer.
_ORDERS = 6
# Phases of prices before each quick search, its size, and the number of routes that calls for it.
_PHASES = (2, 2, 3, 3, 3)
_STEPS = 2000
_MANY = 1000


def solve(problem: Problem, time_limit: float | None = None) -> Solution:
    """Return the runs of greatest revenue.

    Among these of most side income; among these with fewest pieces of track.

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
    routes = sets = 0
    if together([route for _, route in every]):
        chosen = [(kind, route) for kind, route in every if route is not None]
    else:
        chosen = _first_answer(kinds, tops, [kind for kind, _ in every])
        if not clock.late:
            crews = [(kinds[kind], len(members[kind])) for kind in running]
            market = Market(network, crews, _total(chosen), clock)
            market.open([_weight(tops[kind]) for kind in running])
            routes = market.size()
            if not clock.late:
                better, sets = _pack(network, market, clock)
                bound = min(bound, network.revenue(max(market.bound, market.floor)))
                if better is not None:
                    chosen = [(running[kind], route) for kind, route in better]
    runs = _runs(problem, kinds, members, chosen)
    revenue = network.revenue(_total(chosen))
    proved = not clock.late or bound <= revenue
    arms = sum(len(pairs.arms.weights) for sources in kinds for pairs in sources.pairs)
    return Solution(
        revenue,
        runs,
        proved,
        revenue if proved else bound,
        _side(problem, runs),
        Proof(arms, routes, sets),
    )


def _same_trains(trains: tuple[Train, ...]) -> list[list[int]]:
    """Numbers of the trains that differ in name only, together."""
    if len(trains) == 1:
        return [[0]]
    groups: dict[Train, list[int]] = {}
    for number, train in enumerate(trains):
        groups.setdefault(structs.replace(train, id=""), []).append(number)
    return list(groups.values())


def _first_answer(
    kinds: list[Sources], tops: list[Route | None], trains: list[int]
) -> list[tuple[int, Route]]:
    """Each train in turn takes its best of what is left, in several orders of the trains."""
    best: list[tuple[int, Route]] = []
    known = {(kind, 0): top for kind, top in enumerate(tops)}
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


def _pack(network: Network, market: Market, clock: Clock) -> tuple[list[tuple[int, Route]] | None, int]:
    """Return the best answer above the market's floor, if there is one, and the number of sets tried."""
    best, steps = None, 0
    for phases in _PHASES:
        going = market.trade(phases)
        if market.bound <= market.floor or clock.look():
            break
        # A quick look, at the most promising routes if there are many: a good answer rules out most others.
        everything = market.size() <= _MANY
        quick = _packing(network, market, clock, everything, _STEPS)
        quick.search()
        steps += quick.steps
        if quick.best is not None:
            best = quick.best
            market.raise_floor(quick.floor)
        if everything and quick.complete:
            return best, steps
        if quick.best is None and not going:
            break
    if market.bound > market.floor and not clock.look():
        packing = _packing(network, market, clock, True)
        packing.search()
        steps += packing.steps
        best = packing.best or best
    return best, steps


def _packing(
    network: Network, market: Market, clock: Clock, every_route: bool, steps: int | None = None
) -> Packing:
    counts = [count for _, count in market.kinds]
    candidates = market.candidates(every_route)
    return Packing(network, candidates, counts, sum(market.prices), market.floor, clock, steps)


def _weight(route: Route | None) -> int:
    return 0 if route is None else route[1][0]


def _total(chosen: list[tuple[int, Route]]) -> int:
    return sum(_weight(route) for _, route in chosen)


def _runs(
    problem: Problem, kinds: list[Sources], members: list[list[int]], chosen: list[tuple[int, Route]]
) -> tuple[Run, ...]:
    """Return the runs in the order of the trains."""
    waiting = [iter(numbers) for numbers in members]
    runs = []
    for kind, route in chosen:
        number = next(waiting[kind])
        runs.append((number, kinds[kind].run(route, problem.trains[number].id)))
    return tuple(run for _, run in sorted(runs, key=lambda entry: entry[0]))


def _side(problem: Problem, runs: tuple[Run, ...]) -> int:
    beside = problem.end_bonus is not None and problem.end_bonus.side
    return sum(run.side + (run.end_bonus if beside else 0) for run in runs)


def _loose_bound(problem: Problem) -> int:
    """Return what the trains cannot beat even if each ran everywhere."""
    everywhere = sum(max(0, stop.revenue) for stop in problem.stops)
    everywhere += sum(max(0, segment.revenue) for segment in problem.segments)
    everywhere += sum(max(0, bonus.amount) for bonus in problem.bonuses)
    total = 0
    for train in problem.trains:
        tagged = max((0, *train.tag_bonus[1])) if train.tag_bonus is not None else 0
        total += everywhere + tagged
    if problem.end_bonus is not None and not problem.end_bonus.side:
        total += sum(max(0, amount) for amount in problem.end_bonus.amounts)
    return total
