"""Routes of express trains: from a stop with the tag to an own stop, whatever lies between."""

from typing import Self

from .arms import Arms
from .clock import Clock
from .network import Network
from .pairs import Pair, Pairs
from .problem import Train
from .terms import Terms


class ExpressTerms(Terms):
    """No limits and no revenue of stops on the way; track still counts as weight."""

    __slots__ = ()

    def __init__(self, network: Network, train: Train) -> None:
        plain = Train(
            id=train.id,
            forbids_tags=train.forbids_tags,
            passes_tags=train.passes_tags,
            gauge=train.gauge,
        )
        super().__init__(network, plain)

    def earns(self, stop: int) -> int:
        return 0


class ExpressRoutes(Pairs):
    """One arm each, from the express stop."""

    __slots__ = ("_farther", "_from_end")

    def __init__(self, network: Network, train: Train, home: int, clock: Clock) -> None:
        super().__init__(Arms(ExpressTerms(network, train), home, 0, clock))
        self._from_end = train.express_from_end
        # Beyond an own stop a route mostly uses more track for the same value, so it is not looked at.
        self._farther = any(segment.revenue > 0 for segment in network.problem.segments)

    def carrying(self, ends: list[int]) -> Self:
        carrying = super().carrying(ends)
        carrying._farther = True
        return carrying

    def _single(self) -> bool:
        return True

    def _alone(self, floor: int) -> list[Pair]:
        arms, network = self.arms, self.arms.terms.network
        facts = network.problem.stops
        home = facts[arms.home]
        # the best own stop on the way; none yet is -1
        own_best = [-1] * len(arms.weights)
        found = []
        for arm in range(1, len(own_best)):
            stop = facts[arms.stops[arm]]
            own = own_best[arms.parents[arm]]
            if stop.own:
                own = max(own, stop.revenue)
            own_best[arm] = own
            starts = home.own or own >= 0
            if self._from_end:
                if not stop.own:
                    continue
                own = stop.revenue
            elif not (stop.own or (home.own and arms.depths[arm] == 1) or (self._farther and starts)):
                continue
            weight = (home.revenue + max(own, 0)) * network.unit + arms.weights[arm] + arms.weights[0]
            if weight >= floor:
                found.append((weight, arm, 0))
        return found
