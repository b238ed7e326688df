"""Routes through one own stop, as pairs of its arms.

Arms are ranked by weight, and a set of arms is one integer with a bit per rank. Going along the tree of arms,
one `&` per arm keeps the set of arms that fit it; the lowest bit of the set is its best partner.
"""

from bisect import bisect_right

from .arms import Arms
from .network import bits

# weight and the two arms (the second may be 0, the empty arm)
Pair = tuple[int, int, int]

# How many arms to pair between two looks at the clock.
_PATIENCE = 512


class Pairs:
    """The routes made of the arms of one stop."""

    __slots__ = (
        "_after",
        "_base",
        "_ends",
        "_fits",
        "_home",
        "_kinds",
        "_order",
        "_partners",
        "_ranks",
        "_ready",
        "_slopes",
        "_stays",
        "_users",
        "arms",
    )

    def __init__(self, arms: Arms) -> None:
        self.arms = arms
        terms = arms.terms
        self._base = terms.earns(arms.home)
        self._home = terms.traits_of(arms.home)
        self._ready = False

    def _single(self) -> bool:
        """One arm at a time: the stop is an end, or has a single way out, or there is no time for more."""
        arms = self.arms
        return arms.clock.late or not arms.terms.passes(arms.home) or arms.depths.count(1) < 2

    def best(self, floor: int, blocked: int = 0) -> Pair | None:
        """The first of the heaviest routes that weigh more than the floor and avoid the blocked segments."""
        if not self._single():
            found = self._pairs(floor + 1, blocked, True)
            return found[-1] if found else None
        choice, tracks = None, self.arms.tracks
        for pair in self._alone(floor + 1):
            if pair[0] > floor and not tracks[pair[1]] & blocked:
                choice, floor = pair, pair[0]
        return choice

    def at_least(self, floor: int) -> list[Pair]:
        """All routes that weigh at least the floor."""
        return self._alone(floor) if self._single() else self._pairs(floor, 0, False)

    def _alone(self, floor: int) -> list[Pair]:
        """Routes of one arm."""
        arms = self.arms
        worth, home, base = arms.terms.worth, self._home, self._base
        found: list[Pair] = []
        for arm in range(1, len(arms.weights)):
            bonus = worth(arms.traits[arm] + home)
            if bonus is not None and arms.weights[arm] + base + bonus >= floor:
                found.append((arms.weights[arm] + base + bonus, arm, 0))
        return found

    def _prepare(self) -> None:
        """Rank the arms and build the sets: who uses a segment or a stop, who is of which kind."""
        arms = self.arms
        weights, parents = arms.weights, arms.parents
        count = len(weights)
        order = sorted(range(count), key=weights.__getitem__, reverse=True)
        ranks = [0] * count
        for rank, arm in enumerate(order):
            ranks[arm] = rank
        self._order, self._ranks = order, ranks
        self._slopes = [-weights[arm] for arm in order]
        below = [0] * count
        ends = list(range(1, count + 1))
        users: dict[int, int] = {}
        at_stop: dict[int, int] = {}
        branches = []
        for arm in range(count - 1, 0, -1):
            family, parent = below[arm] | 1 << ranks[arm], parents[arm]
            if parent:
                below[parent] |= family
                below[arm] = 0
            else:
                branches.append((arm, family))
            if ends[arm] > ends[parent]:
                ends[parent] = ends[arm]
            segment, stop = arms.segments[arm], arms.stops[arm]
            users[segment] = users.get(segment, 0) | family
            at_stop[stop] = at_stop.get(stop, 0) | family
        self._users, self._ends = users, ends
        # A pair is made once: the second arm is of a later branch, or empty.
        self._after: dict[int, int] = {}
        later = 1 << ranks[0]
        for arm, family in branches:
            self._after[arm] = later
            later |= family
        self._stays = self._what_stays(users, at_stop, (1 << count) - 1)
        self._sort_kinds()
        self._fits: dict[int, int] = {}
        self._ready = True

    def _what_stays(self, users: dict[int, int], at_stop: dict[int, int], everything: int) -> dict[int, int]:
        """For each step (segment, stop) of an arm, the arms that it leaves possible."""
        arms, network = self.arms, self.arms.terms.network
        stays: dict[int, int] = {}
        for segment, stop in set(zip(arms.segments, arms.stops, strict=True)):
            if segment < 0:
                continue
            gone = 0
            for other in bits(network.shuts[stop] >> network.shift):
                gone |= at_stop.get(other, 0)
            for other in bits(network.closes[segment]):
                gone |= users.get(other, 0)
            stays[segment << 16 | stop] = everything & ~gone
        return stays

    def _sort_kinds(self) -> None:
        """Sets of arms by kind: with the kinds of both arms the bonus is known exactly."""
        terms, traits, ranks = self.arms.terms, self.arms.traits, self._ranks
        sets: dict[int, int] = {}
        kinds: dict[int, int] = {}
        if any(traits):
            for arm, trait in enumerate(traits):
                kind = kinds.get(trait)
                if kind is None:
                    kind = kinds[trait] = terms.kind_of(trait)
                sets[kind] = sets.get(kind, 0) | 1 << ranks[arm]
        else:
            kinds[0] = 0
            sets[0] = -1
        self._kinds = kinds
        home = terms.kind_of(self._home)
        # partners[kind]: for each kind of partner (bonus and home stop's weight, set of arms)
        self._partners: dict[int, list[tuple[int, int]]] = {}
        for kind in sets:
            choices = []
            for other, members in sets.items():
                bonus = terms.worth(kind + other + home)
                if bonus is not None:
                    choices.append((bonus + self._base, members))
            choices.sort(key=lambda choice: -choice[0])
            self._partners[kind] = choices

    def _fitting(self, left: int) -> int:
        """The set of arms whose range fits into the room left by the first arm."""
        terms = self.arms.terms
        guards, room = terms.guards, self.arms.left[0]
        loads: dict[int, int] = {}
        for arm, rest in enumerate(self.arms.left):
            loads[room - rest] = loads.get(room - rest, 0) | 1 << self._ranks[arm]
        for rest in set(self.arms.left):
            self._fits[rest] = 0
            for load, members in loads.items():
                if rest - load & guards == guards:
                    self._fits[rest] |= members
        return self._fits[left]

    def _pairs(self, floor: int, blocked: int, only_better: bool) -> list[Pair]:
        """(weight, arm, arm) of the pairs; with `only_better` each is heavier than all before it."""
        if not self._ready:
            self._prepare()
        arms, order, slopes, fits = self.arms, self._order, self._slopes, self._fits
        weights, depths, left, traits = arms.weights, arms.depths, arms.left, arms.traits
        segments, stops, ends, stays, kinds = arms.segments, arms.stops, self._ends, self._stays, self._kinds
        allowed = -1
        for segment in bits(blocked):
            allowed &= ~self._users.get(segment, 0)
        most = max((choices[0][0] for choices in self._partners.values() if choices), default=0) - slopes[0]
        alive = [allowed] * (max(depths) + 1)
        found: list[Pair] = []
        arm, count = 1, len(weights)
        while arm < count:
            segment, depth = segments[arm], depths[arm]
            if blocked >> segment & 1:
                arm = ends[arm]
                continue
            above = alive[depth - 1] if depth > 1 else self._after[arm] & allowed
            now = alive[depth] = above & stays[segment << 16 | stops[arm]]
            weight = weights[arm]
            if weight + most >= floor:
                rest = left[arm]
                fitting = fits.get(rest)
                if fitting is None:
                    fitting = self._fitting(rest)
                now &= fitting
                for bonus, members in self._partners[kinds[traits[arm]]]:
                    choices = now & members
                    if not choices:
                        continue
                    total = weight + bonus
                    if only_better:
                        rank = (choices & -choices).bit_length() - 1
                        if total - slopes[rank] >= floor:
                            found.append((total - slopes[rank], arm, order[rank]))
                            floor = total - slopes[rank] + 1
                        continue
                    choices &= (1 << bisect_right(slopes, total - floor)) - 1
                    while choices:
                        low = choices & -choices
                        choices ^= low
                        rank = low.bit_length() - 1
                        found.append((total - slopes[rank], arm, order[rank]))
            arm += 1
            if arm % _PATIENCE == 0 and arms.clock.look():
                break
        return found
