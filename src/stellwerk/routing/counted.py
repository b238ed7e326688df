"""Routes of trains that pass any stop and earn only the best few.

The best `k` values of a route are no sum over its arms. But for every threshold t they are at most
k * t plus what each value has above t, and that is one. So arms are ranked by this sum, and the routes that
come out are given their true weight.
"""

from .arms import Arms
from .pairs import Pair, Pairs


class CountedPairs(Pairs):
    """Pairs of arms of which `most` stops earn."""

    __slots__ = ("_most", "_threshold", "_values")

    def __init__(self, arms: Arms, most: int) -> None:
        super().__init__(arms)
        terms = arms.terms
        self._most = most
        self._values = [max(0, terms.revenue(stop)) for stop in range(len(terms.network.beside))]
        self._threshold = level = self._likely()
        unit = terms.network.unit
        change = [(max(0, value - level) - value) * unit for value in self._values]
        self._base += change[arms.home] + most * level * unit
        self.arms = arms.reweighed(change, [0] * len(change), 0)

    def _likely(self) -> int:
        """The least value that earns on the two heaviest arms: any threshold is right, a good one fast."""
        arms = self.arms
        heaviest: dict[int, int] = {}
        branch = 0
        for arm in range(1, len(arms.weights)):
            if arms.depths[arm] == 1:
                branch = heaviest[arm] = arm
            elif arms.weights[arm] > arms.weights[heaviest[branch]]:
                heaviest[branch] = arm
        two = sorted(heaviest.values(), key=arms.weights.__getitem__, reverse=True)[:2]
        values = [self._values[arms.home]] if two else []
        for arm in two:
            values += [self._values[stop] for stop in arms.walk(arm)[0]]
        return sorted(values, reverse=True)[self._most - 1] if len(values) >= self._most > 0 else 0

    def best(self, floor: int, blocked: int = 0) -> Pair | None:
        if blocked & self.arms.toll:
            return None
        choice = None
        if self._single():
            likely = [pair for pair in self._alone(floor + 1) if not self.arms.tracks[pair[1]] & blocked]
        else:
            likely = [self._true(pair) for pair in self._rising(floor + 1, blocked)]
            least = max([floor, *[weight for weight, _, _ in likely]])
            likely += [self._true(pair) for pair in self._all(least + 1, blocked)]
        for pair in likely:
            if pair[0] > floor:
                choice, floor = pair, pair[0]
        return choice

    def at_least(self, floor: int) -> list[Pair]:
        if self._single():
            return self._alone(floor)
        routes = [self._true(pair) for pair in self._all(floor)]
        return [pair for pair in routes if pair[0] >= floor]

    def _alone(self, floor: int) -> list[Pair]:
        routes = [self._true(pair) for pair in super()._alone(floor)]
        return [pair for pair in routes if pair[0] >= floor]

    def _true(self, pair: Pair) -> Pair:
        """Return the route with its true weight."""
        weight, arm, partner = pair
        arms, values, level = self.arms, self._values, self._threshold
        earned = [values[arms.home]]
        for end in (arm, partner):
            while end:
                earned.append(values[arms.stops[end]])
                end = arms.parents[end]
        bound = self._most * level + sum([value - level for value in earned if value > level])
        earned.sort(reverse=True)
        return weight - (bound - sum(earned[: self._most])) * arms.terms.network.unit, arm, partner
