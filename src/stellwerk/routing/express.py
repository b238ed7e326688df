"""Routes of express trains: from a stop with the tag to an own stop, whatever lies between."""

from .arms import Arms
from .clock import Clock
from .network import Network
from .pairs import Pair, Pairs
from .problem import Train
from .terms import Terms


class ExpressTerms(Terms):
    """No limits and no revenue on the way; track still counts as weight."""

    __slots__ = ()

    def __init__(self, network: Network, train: Train) -> None:
        super().__init__(network, Train(id=train.id, forbids_tags=train.forbids_tags))

    def earns(self, stop: int) -> int:
        return 0


class ExpressRoutes(Pairs):
    """One arm each, from the express stop.

    Routes go no farther than an own stop (or one segment, when the express stop is itself an own stop):
    beyond it a route would only use more track for the same value.
    """

    __slots__ = ("from_end",)

    def __init__(self, network: Network, train: Train, home: int, clock: Clock) -> None:
        super().__init__(Arms(ExpressTerms(network, train), home, 0, clock))
        self.from_end = train.express_from_end

    def _single(self) -> bool:
        return True

    def _alone(self, floor: int) -> list[Pair]:
        arms, network = self.arms, self.arms.terms.network
        facts = network.problem.stops
        home = facts[arms.home]
        own_best = [0] * len(arms.weights)
        found = []
        for arm in range(1, len(own_best)):
            stop = facts[arms.stops[arm]]
            own_best[arm] = own_best[arms.parents[arm]]
            if stop.own:
                own_best[arm] = max(own_best[arm], stop.revenue)
            elif not (home.own and arms.depths[arm] == 1):
                continue
            own = stop.revenue if self.from_end and stop.own else own_best[arm]
            weight = (home.revenue + own) * network.scale + arms.weights[arm]
            if weight >= floor:
                found.append((weight, arm, 0))
        return found
