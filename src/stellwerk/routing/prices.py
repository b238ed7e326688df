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
# So many of the best routes of a train are enough between two rounds with all of them.
_NEAR = 1000
_ROUNDS = 16
# A phase of so many rounds is idle when it brings less than this part of what is left of the gap.
_HARDLY = 16
_IDLE = 2
# A step is halved when so many rounds in a row brought no better bound.
_STALL = 4
# A step too small to matter, and the one after a better answer was found.
_SMALL = 0.02
_AFRESH = 0.1
# Directions are kept in this fraction, as whole numbers: they are the same on every machine.
_FRACTION = 16

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
        self._next = self.prices
        self._step = 1.0
        self._idle = 0
        self._clock = clock
        self._once = network.once
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

    def trade(self, phases: int) -> bool:
        """Change prices for a better bound; whether further phases are worth while."""
        prices = self._next
        for _ in range(phases):
            value, used, reduced, tops = self._round(self.lists, prices)
            near = _near(self.lists, reduced)
            gain = self.bound - value
            if gain > 0:
                self.bound, self.prices = value, prices
                self._thin_out(reduced, tops, value - self.floor)
            elif gain < 0:
                self._step /= 2
            self._idle = self._idle + 1 if gain * _HARDLY < self.bound - self.floor else 0
            if self._idle > _IDLE or self._done():
                return False
            self._next = prices = self._haggle(near, prices, value, used)
        return True

    def raise_floor(self, floor: int) -> None:
        """A better answer is known: fewer routes can beat it."""
        self.floor = floor
        value, _, reduced, tops = self._round(self.lists, self.prices)
        self._thin_out(reduced, tops, value - floor)
        self._step, self._idle = max(self._step, _AFRESH), 0

    def candidates(self, all_of_them: bool) -> list[list[Candidate]]:
        """Return the routes of each kind of train, or about the best of them, by weight less price."""
        every, lists = self.lists, self.lists
        _, _, reduced, _ = self._round(every, self.prices)
        if not all_of_them:
            lists = _near(every, reduced)
            _, _, reduced, _ = self._round(lists, self.prices)
        result = []
        for of_kind, weights_of_kind in zip(lists, reduced, strict=True):
            found: list[Candidate] = [(0, 0, None)]
            for (pairs, routes, _), weights in zip(of_kind, weights_of_kind, strict=True):
                found += [
                    (weight, route[0], (pairs, route)) for weight, route in zip(weights, routes, strict=True)
                ]
            found.sort(key=lambda candidate: (-candidate[0], -candidate[1]))
            result.append(found)
        return result

    def _done(self) -> bool:
        return self._clock.look() or self.bound <= self.floor or self._step < _SMALL or self.size() <= _FEW

    def _haggle(self, lists: list[Lists], prices: list[int], value: int, used: list[int]) -> list[int]:
        """Better prices, as far as these routes can tell."""
        best, best_prices, best_used, stall = value, prices, used, 0
        direction = [0] * len(prices)
        for _ in range(_ROUNDS):
            slopes = [
                count - 1 if price or count > 1 else 0 for count, price in zip(used, prices, strict=True)
            ]
            # Half of the old direction stays: prices swing less.
            direction = [(old + slope * _FRACTION) >> 1 for old, slope in zip(direction, slopes, strict=True)]
            moves = [move if price or move > 0 else 0 for move, price in zip(direction, prices, strict=True)]
            norm = sum([move * move for move in moves])
            if not norm or self._step < _SMALL or self._clock.look():
                break
            stride = self._step * max(1, value - self.floor) * _FRACTION / norm
            prices = [max(0, round(price + stride * move)) for price, move in zip(prices, moves, strict=True)]
            value, used, _, _ = self._round(lists, prices)
            if value < best:
                best, best_prices, best_used, stall = value, prices, used, 0
                if value <= self.floor:
                    break
                continue
            stall += 1
            if stall == _STALL:
                self._step /= 2
                value, prices, used, stall = best, best_prices, best_used, 0
                direction = [0] * len(prices)
        return best_prices

    def _round(self, lists: list[Lists], prices: list[int]) -> tuple[int, list[int], Reduced, list[int]]:
        """The bound at these prices, the use of each resource, reduced weights, and the best of each kind."""
        of_segment = [sum([prices[resource] for resource in users]) for users in self._users]
        value = sum(prices)
        used = [0] * len(prices)
        reduced: Reduced = []
        tops = []
        for of_kind, (_, count) in zip(lists, self.kinds, strict=True):
            top, choice = 0, None
            weights_of_kind = []
            for pairs, routes, needed in of_kind:
                weights: list[int] = []
                if routes:
                    price = pairs.arms.prices(of_segment, needed)
                    toll = of_segment[self._once] if pairs.arms.toll else 0
                    weights = [weight - price[arm] - price[partner] - toll for weight, arm, partner in routes]
                    most = max(weights)
                    if most > top:
                        top, choice = most, (pairs, routes[weights.index(most)])
                weights_of_kind.append(weights)
            reduced.append(weights_of_kind)
            tops.append(top)
            value += top * count
            if choice is not None:
                for segment in bits(track_of(choice)):
                    for resource in self._users[segment]:
                        used[resource] += count
        return value, used, reduced, tops

    def _thin_out(self, reduced: Reduced, tops: list[int], slack: int) -> None:
        for of_kind, weights_of_kind, top in zip(self.lists, reduced, tops, strict=True):
            _keep(of_kind, of_kind, weights_of_kind, top - slack + 1)


def _near(lists: list[Lists], reduced: Reduced) -> list[Lists]:
    """Return the best routes of each kind, about so many; the cut is found by looking at a part of them."""
    result = []
    for of_kind, weights_of_kind in zip(lists, reduced, strict=True):
        number = sum(map(len, weights_of_kind))
        if number <= _NEAR:
            result.append(of_kind[:])
            continue
        part = [weight for weights in weights_of_kind for weight in weights[:: number // _NEAR + 1]]
        part.sort(reverse=True)
        few: Lists = of_kind[:]
        _keep(of_kind, few, weights_of_kind, part[_NEAR * len(part) // number])
        result.append(few)
    return result


def _keep(lists: Lists, into: Lists, reduced: list[list[int]], least: int) -> None:
    """Put the routes with at least this reduced weight into a list of the same length."""
    for place, weights in enumerate(reduced):
        pairs, routes, needed = lists[place]
        if routes:
            kept = [route for route, weight in zip(routes, weights, strict=True) if weight >= least]
            # To look for the arms of many routes takes longer than to price some more of them.
            into[place] = _entry(pairs, kept) if len(kept) < len(needed) else (pairs, kept, needed)


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
