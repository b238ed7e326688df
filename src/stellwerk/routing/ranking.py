"""Pairing arms of one stop.

Arms are ranked by weight, and a set of arms is one integer with a bit per rank. Going along the tree of arms,
one `&` per arm keeps the set of arms that fit it; the lowest bit of the set is its best partner.
"""

from bisect import bisect_right
from collections.abc import Iterator

from .arms import Arms
from .network import bits

# weight and the two arms (the second may be 0, the empty arm)
Pair = tuple[int, int, int]

# How many arms to pair between two looks at the clock.
_PATIENCE = 512


class Ranking:
    """Some arms of a stop and the empty arm, and the pairs among them."""

    __slots__ = (
        "_after",
        "_arms",
        "_bonuses",
        "_kinds",
        "_members",
        "_order",
        "_ranks",
        "_sets",
        "_slopes",
        "_stays",
        "_tree",
    )

    def __init__(
        self, arms: Arms, members: list[int], kinds: dict[int, int], bonuses: dict[int, list[tuple[int, int]]]
    ) -> None:
        """`kinds` of arms by their traits, `bonuses` of pairs by the kinds of both arms."""
        self._arms = arms
        self._kinds = kinds
        self._bonuses = bonuses
        weights = arms.weights
        self._order = sorted([0, *members], key=weights.__getitem__, reverse=True)
        self._ranks = {arm: rank for rank, arm in enumerate(self._order)}
        self._slopes = [-weights[arm] for arm in self._order]
        self._tree = arms.with_parents(members)
        self._climb()
        traits, sets = arms.traits, dict.fromkeys(bonuses, 0)
        if len(sets) == 1:
            sets = dict.fromkeys(sets, -1)
        else:
            for rank, arm in enumerate(self._order):
                sets[kinds[traits[arm]]] |= 1 << rank
        self._sets = sets

    def _climb(self) -> None:
        """Build the sets of arms that use a segment or a stop, and what each step leaves possible."""
        arms, ranks = self._arms, self._ranks
        parents, segments, stops = arms.parents, arms.segments, arms.stops
        below: dict[int, int] = {}
        users: dict[int, int] = {}
        at_stop: dict[int, int] = {}
        steps: dict[tuple[int, int], int] = {}
        # A pair is made once: the second arm is of a later branch, or empty.
        self._after: dict[int, int] = {}
        later = 1 << ranks[0]
        for arm in reversed(self._tree):
            family, parent = below.pop(arm, 0), parents[arm]
            if arm in ranks:
                family |= 1 << ranks[arm]
            if parent:
                below[parent] = below.get(parent, 0) | family
            else:
                self._after[arm] = later
                later |= family
            segment, stop = segments[arm], stops[arm]
            users[segment] = users.get(segment, 0) | family
            at_stop[stop] = at_stop.get(stop, 0) | family
            steps[segment, stop] = 0
        network = arms.terms.network
        for segment, stop in steps:
            gone = 0
            for other in bits(network.shuts[stop] >> network.shift):
                gone |= at_stop.get(other, 0)
            for other in bits(network.closes[segment]):
                gone |= users.get(other, 0)
            steps[segment, stop] = later & ~gone
        self._stays = steps

    def rising(self, floor: int) -> list[Pair]:
        """Pairs of at least the floor, each heavier than those before."""
        order, slopes = self._order, self._slopes
        found: list[Pair] = []
        for arm, weight, choices in self._fitting():
            rank = (choices & -choices).bit_length() - 1
            if weight - slopes[rank] >= floor:
                found.append((weight - slopes[rank], arm, order[rank]))
                floor = weight - slopes[rank] + 1
        return found

    def at_least(self, floor: int) -> list[Pair]:
        """Return all pairs of at least the floor."""
        order, slopes = self._order, self._slopes
        found: list[Pair] = []
        for arm, weight, partners in self._fitting():
            choices = partners & (1 << bisect_right(slopes, weight - floor)) - 1
            while choices:
                low = choices & -choices
                choices ^= low
                rank = low.bit_length() - 1
                found.append((weight - slopes[rank], arm, order[rank]))
        return found

    def _fitting(self) -> Iterator[tuple[int, int, int]]:
        """Each arm with its possible partners of one kind: the arm, its weight with bonus, and their set."""
        arms, ranks, stays, after = self._arms, self._ranks, self._stays, self._after
        weights, depths, lefts, traits = arms.weights, arms.depths, arms.left, arms.traits
        segments, stops, kinds = arms.segments, arms.stops, self._kinds
        partners = {
            kind: [(bonus, self._sets[other]) for bonus, other in choices]
            for kind, choices in self._bonuses.items()
        }
        in_range = self._in_range()
        alive = [0] * (max([depths[arm] for arm in self._tree], default=0) + 1)
        for number, arm in enumerate(self._tree):
            depth = depths[arm]
            above = alive[depth - 1] if depth > 1 else after[arm]
            now = alive[depth] = above & stays[segments[arm], stops[arm]]
            if now and arm in ranks:
                now &= in_range[lefts[arm]]
                for bonus, members in partners[kinds[traits[arm]]]:
                    if now & members:
                        yield arm, weights[arm] + bonus, now & members
            if number % _PATIENCE == _PATIENCE - 1 and arms.clock.look():
                break

    def _in_range(self) -> dict[int, int]:
        """For what an arm leaves of the range, the set of arms that it is enough for."""
        lefts, guards = self._arms.left, self._arms.terms.guards
        loads: dict[int, int] = {}
        for rank, arm in enumerate(self._order):
            load = lefts[0] - lefts[arm]
            loads[load] = loads.get(load, 0) | 1 << rank
        enough = {}
        for load in loads:
            left, fitting = lefts[0] - load, 0
            for other, members in loads.items():
                if left - other & guards == guards:
                    fitting |= members
            enough[left] = fitting
        return enough
