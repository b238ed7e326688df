"""All routes of one train, from all its starting stops, and the best of them."""

from collections.abc import Sequence

from .arms import Arms
from .check import end_bonus_of, side_of
from .clock import Clock
from .counted import CountedPairs
from .express import ExpressRoutes
from .network import Network
from .pairs import Pair, Pairs
from .problem import Run, Train
from .terms import Terms

# a route: where it comes from, and which pair of arms there
Route = tuple[Pairs, Pair]


class Sources:
    """The routes of one train. A source leaves out the own stops of those before it, so none comes twice."""

    __slots__ = ("_network", "pairs", "train")

    def __init__(self, network: Network, train: Train, clock: Clock) -> None:
        self._network = network
        self.train = train
        self.pairs = _express(network, train, clock) if train.express_to else _stopping(network, train, clock)
        ends = network.end_weights()
        if ends is not None:
            carrying = [pairs.carrying(ends) for pairs in self.pairs]
            # A train by itself always takes an end bonus that takes nothing away.
            alone = len(network.problem.trains) == 1 and min(ends, default=0) >= 0
            self.pairs = carrying if alone else self.pairs + carrying

    def best(self, blocked: int = 0) -> Route | None:
        """Return the heaviest route off the blocked segments, if any is better than none."""
        choice, floor = None, 0
        for pairs in self.pairs:
            pair = pairs.best(floor, blocked)
            if pair is not None:
                choice, floor = (pairs, pair), pair[0]
        return choice

    def run(self, route: Route, name: str) -> Run:
        """Return the route as stops and segments, from the end with the lower number."""
        pairs, (weight, arm, partner) = route
        stops, segments = pairs.arms.walk(arm)
        more_stops, more_segments = pairs.arms.walk(partner)
        stops = [*stops, pairs.arms.home, *reversed(more_stops)]
        segments = [*segments, *reversed(more_segments)]
        if stops[0] > stops[-1]:
            stops.reverse()
            segments.reverse()
        problem = self._network.problem
        revenue, bonus = self._network.revenue(weight), 0
        if pairs.arms.toll:
            bonus = end_bonus_of(problem, stops)
            if problem.end_bonus is not None and not problem.end_bonus.side:
                revenue -= bonus
        side = side_of(problem, self.train, stops)
        return Run(name, tuple(stops), tuple(segments), revenue, side, bonus)


def _express(network: Network, train: Train, clock: Clock) -> list[Pairs]:
    return [
        ExpressRoutes(network, train, number, clock)
        for number, stop in enumerate(network.problem.stops)
        if train.express_to in stop.tags and network.beside[number]
    ]


def _stopping(network: Network, train: Train, clock: Clock) -> list[Pairs]:
    terms = Terms(network, train)
    found: list[Pairs] = []
    used = 0
    for number, stop in enumerate(network.problem.stops):
        if stop.own and network.beside[number]:
            arms = Arms(terms, number, used, clock)
            found.append(Pairs(arms) if train.counts is None else CountedPairs(arms, train.counts))
            used |= 1 << network.shift + number
    return found


def track_of(route: Route) -> int:
    """Return the segments used."""
    pairs, (_, arm, partner) = route
    return pairs.arms.tracks[arm] | pairs.arms.tracks[partner] | pairs.arms.toll


def closed_by(route: Route) -> int:
    """Return the segments that no other train can use then."""
    pairs, (_, arm, partner) = route
    return pairs.arms.closed[arm] | pairs.arms.closed[partner] | pairs.arms.toll


def together(routes: Sequence[Route | None]) -> bool:
    """Return whether the routes share no track."""
    closed = 0
    for route in routes:
        if route is not None:
            if closed & track_of(route):
                return False
            closed |= closed_by(route)
    return True
