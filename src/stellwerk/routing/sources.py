"""All routes of one train, from all its starting stops, and the best of them."""

from collections.abc import Sequence

from .arms import Arms
from .clock import Clock
from .express import ExpressRoutes
from .network import Network
from .pairs import Pair, Pairs
from .picked import PickedRoutes
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
        self.pairs: list[Pairs] = []
        stops = network.problem.stops
        if train.express_to is not None:
            for number, stop in enumerate(stops):
                if train.express_to in stop.tags and network.beside[number]:
                    self.pairs.append(ExpressRoutes(network, train, number, clock))
            return
        terms = Terms(network, train)
        used = 0
        kind = Pairs if train.picks is None else PickedRoutes
        for number, stop in enumerate(stops):
            if stop.own and network.beside[number]:
                self.pairs.append(kind(Arms(terms, number, used, clock)))
                used |= 1 << network.shift + number

    def best(self, blocked: int = 0) -> Route | None:
        """The heaviest route off the blocked segments, if any is better than none."""
        choice, floor = None, 0
        for pairs in self.pairs:
            pair = pairs.best(floor, blocked)
            if pair is not None:
                choice, floor = (pairs, pair), pair[0]
        return choice

    def run(self, route: Route, name: str) -> Run:
        """The route as stops and segments, from the end with the lower number."""
        pairs, (weight, arm, partner) = route
        stops, segments = pairs.arms.walk(arm)
        more_stops, more_segments = pairs.arms.walk(partner)
        stops = [*stops, pairs.arms.home, *reversed(more_stops)]
        segments = [*segments, *reversed(more_segments)]
        if stops[0] > stops[-1]:
            stops.reverse()
            segments.reverse()
        return Run(name, tuple(stops), tuple(segments), self._network.revenue(weight))


def track_of(route: Route) -> int:
    """The segments used."""
    pairs, (_, arm, partner) = route
    return pairs.arms.tracks[arm] | pairs.arms.tracks[partner]


def closed_by(route: Route) -> int:
    """The segments that no other train can use then."""
    pairs, (_, arm, partner) = route
    return pairs.arms.closed[arm] | pairs.arms.closed[partner]


def together(routes: Sequence[Route | None]) -> bool:
    """Whether the routes share no track."""
    closed = 0
    for route in routes:
        if route is not None:
            if closed & track_of(route):
                return False
            closed |= closed_by(route)
    return True
