"""One route for each train, none sharing track: branch and bound over trains.

Candidates are ranked by weight less price, and a set of candidates is one integer with a bit per rank. For
each segment there is the set of candidates that it leaves free; the lowest bit of a set bounds its train.
"""

from bisect import bisect_left

from .clock import Clock
from .network import Network, bits, columns
from .prices import Candidate
from .sources import Route, track_of

# How many choices to make between two looks at the clock.
_PATIENCE = 256
# The search goes down to these parts of the gap between bound and floor, one after the other: what is found
# near the bound makes the rest of the gap smaller.
_DEPTHS = (1 / 8, 1 / 4, 1 / 2, 1)

# kind of train, number of its trains that have not chosen yet, set of its candidates in both orders
Slot = tuple[int, int, int, int]
# kind of train and rank of its candidate
Choice = tuple[int, int]


class _Kind:
    """The candidates of one kind of train; one of them is not to run.

    They are ranked by weight less price, which bounds what all trains can have. For the last train a second
    order by weight alone tells the best at once.
    """

    __slots__ = (
        "by_weight",
        "count",
        "free",
        "free_heavy",
        "known",
        "number",
        "reduced",
        "routes",
        "slopes",
        "tracks",
        "weights",
    )

    def __init__(self, network: Network, number: int, count: int, candidates: list[Candidate]) -> None:
        self.number = number
        self.count = count
        self.reduced = [reduced for reduced, _, _ in candidates]
        self.slopes = [-reduced for reduced in self.reduced]
        self.weights = [weight for _, weight, _ in candidates]
        self.routes = [route for _, _, route in candidates]
        self.tracks = [0 if route is None else track_of(route) for route in self.routes]
        # by_weight[place]: the rank of the candidate at this place of the second order
        self.by_weight = sorted(range(len(candidates)), key=lambda rank: -self.weights[rank])
        self.free = _free(network, self.tracks)
        self.free_heavy = _free(network, [self.tracks[rank] for rank in self.by_weight])
        # known[kind][rank]: see `leaves`
        self.known: list[dict[int, tuple[int, int]]] = []

    def leaves(self, rank: int, other: "_Kind") -> tuple[int, int]:
        """Return the other kind's candidates that share no track with this one, as sets in both orders."""
        known = self.known[other.number]
        left = known.get(rank)
        if left is None:
            members, heavy, free, free_heavy = -1, -1, other.free, other.free_heavy
            for segment in bits(self.tracks[rank]):
                members &= free[segment]
                heavy &= free_heavy[segment]
            left = known[rank] = members, heavy
        return left

    def heaviest(self, heavy: int) -> int:
        """Return the rank of the heaviest candidate in a set of the second order."""
        return self.by_weight[(heavy & -heavy).bit_length() - 1]


def _free(network: Network, tracks: list[int]) -> list[int]:
    """For each segment the candidates that another train on it leaves possible."""
    users = columns(tracks, network.shift)
    everything = (1 << len(tracks)) - 1
    free = []
    for segment in range(network.shift):
        gone = 0
        for other in bits(network.closes[segment]):
            gone |= users[other]
        free.append(everything & ~gone)
    return free


class Packing:
    """The search for the best set of routes that beats the floor."""

    def __init__(
        self,
        network: Network,
        candidates: list[list[Candidate]],
        counts: list[int],
        prices: int,
        floor: int,
        clock: Clock,
        last_step: int | None = None,
    ) -> None:
        """`prices` is their sum; after `last_step` choices the search ends."""
        self.floor = floor
        self.best: list[tuple[int, Route]] | None = None  # (kind of train, route)
        self.steps = 0
        self._limit = floor
        self._clock = clock
        self._next_look = _PATIENCE
        self._stopped = False
        self._last_step = last_step
        self._prices = prices
        self._kinds = [
            _Kind(network, number, count, of_kind)
            for number, (of_kind, count) in enumerate(zip(candidates, counts, strict=True))
        ]
        for kind in self._kinds:
            kind.known = [{} for _ in self._kinds]

    @property
    def complete(self) -> bool:
        """Whether no set of these candidates is better than what was found."""
        return not self._stopped

    def search(self) -> None:
        slots = []
        for kind in self._kinds:
            everything = (1 << len(kind.routes)) - 1
            slots.append((kind.number, kind.count, everything, everything))
        most = self._prices + sum(kind.reduced[0] * kind.count for kind in self._kinds)
        gap = most - self.floor
        for depth in _DEPTHS:
            self._limit = max(self.floor, most - int(gap * depth))
            self._choose(slots, self._prices, 0, [])
            if self._stopped or self._limit == self.floor:
                break

    def _choose(self, slots: list[Slot], bound: int, weight: int, chosen: list[Choice]) -> None:
        """Choose for all slots; the bound is prices plus weights less prices of the chosen routes."""
        if len(slots) == 1 and slots[0][1] == 1:
            kind = self._kinds[slots[0][0]]
            rank = kind.heaviest(slots[0][3])
            self._accept(weight + kind.weights[rank], [*chosen, (kind.number, rank)])
            return
        tops = [self._tops(slot) for slot in slots]
        most = bound + sum([top for top, _, _ in tops])
        slack = most - self._limit
        if slack <= 0 or weight + sum([heaviest for _, _, heaviest in tops]) <= self.floor:
            return
        # What can beat the limit when all others run their best; the train with least of it chooses.
        cut: list[Slot] = []
        for (number, count, members, heavy), (_, least, _) in zip(slots, tops, strict=True):
            ranks = bisect_left(self._kinds[number].slopes, slack - least)
            cut.append((number, count, members & (1 << ranks) - 1, heavy))
        place = min(range(len(cut)), key=lambda at: cut[at][2].bit_count())
        number, count, left, heavy = cut.pop(place)
        kind = self._kinds[number]
        others = most - tops[place][0]
        if count == 1 and len(cut) == 1 and cut[0][1] == 1:
            self._last_two(kind, left, 1, cut[0], others, weight, chosen)
            return
        if count == 2 and not cut:
            self._last_two(kind, left, 2, (number, 1, left, heavy), others, weight, chosen)
            return
        while left:
            low = left & -left
            rank = low.bit_length() - 1
            # Trains of one kind choose in the order of rank, so none of them goes above this one.
            if others + count * kind.reduced[rank] <= self._limit or self._late():
                return
            left ^= low
            after: list[Slot] = []
            if count > 1:
                free, free_heavy = kind.leaves(rank, kind)
                # Not to run may be chosen again.
                again = left | low if kind.routes[rank] is None else left & free
                after.append((number, count - 1, again, heavy & free_heavy))
            for other, many, members, weighty in cut:
                free, free_heavy = kind.leaves(rank, self._kinds[other])
                after.append((other, many, members & free, weighty & free_heavy))
            if all(members for _, _, members, _ in after):
                self._choose(
                    after, bound + kind.reduced[rank], weight + kind.weights[rank], [*chosen, (number, rank)]
                )

    def _tops(self, slot: Slot) -> tuple[int, int, int]:
        """The most that the trains of the slot can have together, the least of these, and the most weight."""
        number, count, left, heavy = slot
        kind = self._kinds[number]
        rank = (left & -left).bit_length() - 1
        total = least = kind.reduced[rank]
        for _ in range(count - 1):
            if kind.routes[rank] is not None:
                left &= left - 1
                if left:
                    rank = (left & -left).bit_length() - 1
            least = kind.reduced[rank]
            total += least
        return total, least, kind.weights[kind.heaviest(heavy)] * count

    def _last_two(
        self,
        kind: _Kind,
        left: int,
        count: int,
        last: Slot,
        others: int,
        weight: int,
        chosen: list[Choice],
    ) -> None:
        """Choose for the last two trains, the very last by weight; most of the time is spent here."""
        other = self._kinds[last[0]]
        reduced, weights, known, leaves = kind.reduced, kind.weights, kind.known[other.number], kind.leaves
        heavy, by_weight, other_weights = last[3], other.by_weight, other.weights
        while left:
            low = left & -left
            left ^= low
            rank = low.bit_length() - 1
            if others + count * reduced[rank] <= self._limit or self._late():
                return
            free = known.get(rank) or leaves(rank, other)
            fitting = heavy & free[1]
            total = weight + weights[rank] + other_weights[by_weight[(fitting & -fitting).bit_length() - 1]]
            if total > self.floor:
                self._accept(total, [*chosen, (kind.number, rank), (other.number, other.heaviest(fitting))])

    def _accept(self, total: int, chosen: list[Choice]) -> None:
        if total <= self.floor:
            return
        self.floor = total
        self._limit = max(self._limit, total)
        self.best = []
        for number, rank in chosen:
            route = self._kinds[number].routes[rank]
            if route is not None:
                self.best.append((number, route))

    def _late(self) -> bool:
        """Counts a step; whether there is no time for more."""
        self.steps += 1
        if self.steps == self._last_step:
            self._stopped = True
        if self.steps > self._next_look:
            self._next_look = self.steps + _PATIENCE
            self._stopped = self._stopped or self._clock.look()
        return self._stopped
