"""Routes of trains that run any distance and pick the stops that count."""

from heapq import nlargest

from .arms import Arms
from .pairs import Pair, Pairs


class PickedRoutes(Pairs):
    """Pairs of arms, worth what the dearest stops of both and the home stop earn.

    No pair earns more than its two arms apart, so with the arms in order of worth a search stops early.
    """

    __slots__ = ("_arm_order", "_tolls", "_values", "_worths")

    def __init__(self, arms: Arms) -> None:
        super().__init__(arms)
        terms = arms.terms
        network, picks = terms.network, terms.train.picks
        assert picks is not None
        # For each arm: its dearest stops, what its track costs, and its worth with the home stop left out.
        self._values: list[tuple[int, ...]] = [()]
        self._tolls: list[int] = [0]
        self._worths: list[int] = [0]
        for arm in range(1, len(arms.weights)):
            parent = arms.parents[arm]
            earned = terms.earns(arms.stops[arm])
            self._values.append(tuple(nlargest(picks, (*self._values[parent], earned))))
            self._tolls.append(self._tolls[parent] + network.lengths[arms.segments[arm]])
            self._worths.append(sum(self._values[arm]) - self._tolls[arm])
        self._arm_order = sorted(range(1, len(self._worths)), key=lambda arm: -self._worths[arm])

    def best(self, floor: int, blocked: int = 0) -> Pair | None:
        choice: Pair | None = None
        for pair in self._found(floor + 1, blocked, only_better=True):
            choice = pair
        return choice

    def at_least(self, floor: int) -> list[Pair]:
        return self._found(floor, 0, only_better=False)

    def _weight(self, arm: int, partner: int) -> int:
        picks = self.arms.terms.train.picks
        assert picks is not None
        earned = nlargest(picks, (self._base, *self._values[arm], *self._values[partner]))
        return sum(earned) - self._tolls[arm] - self._tolls[partner]

    def _found(self, floor: int, blocked: int, only_better: bool) -> list[Pair]:
        """Pairs that weigh at least the floor; with `only_better` each is heavier than all before it."""
        arms, worths = self.arms, self._worths
        order = [arm for arm in self._arm_order if not arms.tracks[arm] & blocked]
        partners = [] if self._single() else order
        found: list[Pair] = []
        for place, arm in enumerate(order):
            if 2 * worths[arm] + self._base < floor and worths[arm] + self._base < floor:
                break
            for partner in (0, *partners[place + 1 :]):
                if partner and worths[arm] + worths[partner] + self._base < floor:
                    break
                if partner and not self._fit(arm, partner):
                    continue
                weight = self._weight(arm, partner)
                if weight >= floor:
                    found.append((weight, arm, partner))
                    if only_better:
                        floor = weight + 1
            if arms.clock.look():
                break
        return found

    def _fit(self, arm: int, partner: int) -> bool:
        """No common track, stop or group."""
        arms = self.arms
        if arms.closed[arm] & arms.tracks[partner]:
            return False
        network = arms.terms.network
        taken = 0
        while arm:
            taken |= network.shuts[arms.stops[arm]]
            arm = arms.parents[arm]
        while partner:
            if taken >> network.shift + arms.stops[partner] & 1:
                return False
            partner = arms.parents[partner]
        return True
