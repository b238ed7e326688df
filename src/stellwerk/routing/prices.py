"""Prices for track: a bound for several trains, and the few routes that can still beat a known answer.

When every piece of track has a price, each train by itself runs its best route less the price of its track;
the sum of these plus all prices bounds what all trains can earn without sharing track. Prices rise where the
trains meet and fall where no train runs. A route stays only if the bound with it beats the known answer.
"""

from .clock import Clock
from .network import Network, bits
from .pairs import Pair, Pairs
from .sources import Route, Sources, track_of

# A number of routes that needs no further rounds.
_FEW = 50
# A step is halved when so many rounds in a row brought no better bound.
_STALL = 4
# A step too small to matter.
_SMALL = 0.02

# The routes of one kind of train by where they come from, with the arms that they need.
Lists = list[tuple[Pairs, list[Pair], list[int]]]
# A route (or not to run) with its weight less price, and its weight.
Candidate = tuple[int, int, Route | None]
# Weights less prices, in the same order.
Reduced = list[list[list[int]]]


class Market:
    """Kinds of trains with their routes, and prices in whole units so that every bound is exact."""

    def __init__(self, network: Network, kinds: list[tuple[Sources, int]], floor: int, clock: Clock) -> None:
        self.floor = floor
        self.kinds = kinds
        self.lists: list[Lists] = []
        self.resources = _resources(network)
        self.prices = [0] * len(self.resources)
        self.bound = 0
        self._step = 1.0
        self._clock = clock
        self._shift = network.shift
        self._users: list[list[int]] = [[] for _ in range(network.shift)]
        for resource, mask in enumerate(self.resources):
            for segment in bits(mask):
                self._users[segment].append(resource)

    def open(self, tops: list[int]) -> None:
        """Find all routes that could beat the floor when every other train ran its best (`tops`)."""
        self.bound = sum(top * count for top, (_, count) in zip(tops, self.kinds, strict=True))
        for top, (sources, _) in zip(tops, self.kinds, strict=True):
            least = max(1, self.floor + 1 - (self.bound - top))
            self.lists.append([_entry(pairs, pairs.at_least(least)) for pairs in sources.pairs])

    def size(self) -> int:
        return sum(len(routes) for lists in self.lists for _, routes, _ in lists)

    def trade(self, rounds: int) -> None:
        """Change prices until the bound meets the floor, few routes are left, or it gets no better."""
        prices = self.prices
        step, stall = self._step, 0
        for _ in range(rounds):
            if self._clock.look() or self.bound <= self.floor or self.size() <= _FEW or step < _SMALL:
                break
            value, used, reduced, tops = self._round(prices)
            if value < self.bound:
                self.bound, self.prices, stall = value, prices, 0
                self._thin_out(reduced, tops, value - self.floor)
            else:
                stall += 1
                if stall == _STALL:
                    step, stall, prices = step / 2, 0, self.prices
                    continue
            slopes = [
                count - 1 if price or count > 1 else 0 for count, price in zip(used, prices, strict=True)
            ]
            norm = sum(slope * slope for slope in slopes)
            if not norm:
                break
            stride = step * max(1, value - self.floor) / norm
            prices = [
                max(0, round(price + stride * slope)) for price, slope in zip(prices, slopes, strict=True)
            ]
        self._step = step

    def raise_floor(self, floor: int) -> None:
        """A better answer is known: fewer routes can beat it."""
        self.floor = floor
        value, _, reduced, tops = self._round(self.prices)
        self._thin_out(reduced, tops, value - floor)

    def candidates(self) -> list[list[Candidate]]:
        """The routes left for each kind of train, those of greatest weight less price first."""
        _, _, reduced, _ = self._round(self.prices)
        result = []
        for lists, of_kind in zip(self.lists, reduced, strict=True):
            found: list[Candidate] = [(0, 0, None)]
            for (pairs, routes, _), weights in zip(lists, of_kind, strict=True):
                found += [
                    (weight, route[0], (pairs, route)) for weight, route in zip(weights, routes, strict=True)
                ]
            found.sort(key=lambda candidate: (-candidate[0], -candidate[1]))
            result.append(found)
        return result

    def _segment_prices(self, prices: list[int]) -> list[int]:
        return [sum([prices[resource] for resource in users]) for users in self._users]

    def _round(self, prices: list[int]) -> tuple[int, list[int], Reduced, list[int]]:
        """The bound at these prices, the use of each resource, reduced weights, and the best of each kind."""
        of_segment = self._segment_prices(prices)
        value = sum(prices)
        used = [0] * len(prices)
        reduced: Reduced = []
        tops = []
        for lists, (_, count) in zip(self.lists, self.kinds, strict=True):
            top, choice = 0, None
            of_kind = []
            for pairs, routes, needed in lists:
                price = pairs.arms.prices(of_segment, needed) if routes else []
                weights = [weight - price[arm] - price[partner] for weight, arm, partner in routes]
                of_kind.append(weights)
                most = max(weights, default=0)
                if most > top:
                    top, choice = most, (pairs, routes[weights.index(most)])
            reduced.append(of_kind)
            tops.append(top)
            value += top * count
            if choice is not None:
                for segment in bits(track_of(choice)):
                    for resource in self._users[segment]:
                        used[resource] += count
        return value, used, reduced, tops

    def _thin_out(self, reduced: Reduced, tops: list[int], slack: int) -> None:
        for lists, of_kind, top in zip(self.lists, reduced, tops, strict=True):
            least = top - slack
            for place, weights in enumerate(of_kind):
                pairs, routes, _ = lists[place]
                if routes:
                    kept = [route for route, weight in zip(routes, weights, strict=True) if weight > least]
                    if len(kept) < len(routes):
                        lists[place] = _entry(pairs, kept)


def _entry(pairs: Pairs, routes: list[Pair]) -> tuple[Pairs, list[Pair], list[int]]:
    used = {arm for _, arm, _ in routes}
    used.update([partner for _, _, partner in routes])
    return pairs, routes, pairs.arms.with_parents(used)


def _resources(network: Network) -> list[int]:
    """Sets of segments of which only one can be used, the sets within a larger one left out."""
    shared = [mask for mask in network.cliques if mask & (mask - 1)]
    shared = [mask for mask in shared if not any(mask & more == mask != more for more in shared)]
    covered = 0
    for mask in shared:
        covered |= mask
    return [1 << segment for segment in range(network.shift) if not covered >> segment & 1] + shared
