"""Routes through one own stop, as pairs of its arms."""

from copy import copy
from typing import Self

from .arms import Arms
from .ranking import Pair, Ranking

# A first look at so many arms finds a weight that rules out most of the others.
_SOME = 300

__all__ = ["Pair", "Pairs"]


class Pairs:
    """The routes made of the arms of one stop."""

    __slots__ = ("_base", "_bonuses", "_home", "_kinds", "_reach", "arms")

    def __init__(self, arms: Arms) -> None:
        self.arms = arms
        terms = arms.terms
        self._base = terms.earns(arms.home)
        self._home = terms.traits_of(arms.home)
        self._reach: list[int] | None = None

    def carrying(self, ends: list[int]) -> Self:
        """Return the same routes with the end bonus of the set."""
        other = copy(self)
        other.arms = self.arms.reweighed([0] * len(ends), ends, 1 << self.arms.terms.network.once)
        other._reach = None
        return other

    def best(self, floor: int, blocked: int = 0) -> Pair | None:
        """The first of the heaviest routes that weigh more than the floor and avoid the blocked segments."""
        if blocked & self.arms.toll:
            return None
        if not self._single():
            found = self._rising(floor + 1, blocked)
            return found[-1] if found else None
        choice, tracks = None, self.arms.tracks
        for pair in self._alone(floor + 1):
            if pair[0] > floor and not tracks[pair[1]] & blocked:
                choice, floor = pair, pair[0]
        return choice

    def at_least(self, floor: int) -> list[Pair]:
        """Return all routes that weigh at least the floor."""
        return self._alone(floor) if self._single() else self._all(floor)

    def _single(self) -> bool:
        """One arm at a time: the stop is an end, or has a single way out, or there is no time for more."""
        arms = self.arms
        return arms.clock.late or not arms.terms.passes(arms.home) or arms.depths.count(1) < 2

    def _alone(self, floor: int) -> list[Pair]:
        """Routes of one arm."""
        arms = self.arms
        worth, home, weights = arms.terms.worth, self._home, arms.weights
        found: list[Pair] = []
        if weights:
            base = self._base + weights[0]
            for arm in range(1, len(weights)):
                bonus = worth(arms.traits[arm] + home)
                if bonus is not None and weights[arm] + base + bonus >= floor:
                    found.append((weights[arm] + base + bonus, arm, 0))
        return found

    def _rising(self, floor: int, blocked: int) -> list[Pair]:
        """Pairs of at least the floor, each heavier than those before; the last is the heaviest of all."""
        hopeful = self._hopeful(floor, blocked)
        found: list[Pair] = []
        if len(hopeful) > _SOME:
            reach = self._reaches()
            level = sorted([reach[arm] for arm in hopeful], reverse=True)[_SOME]
            found = self._ranking([arm for arm in hopeful if reach[arm] >= level]).rising(floor)
            if found:
                floor = found[-1][0] + 1
            if floor > level:
                return found
            hopeful = [arm for arm in hopeful if reach[arm] >= floor]
        return found + self._ranking(hopeful).rising(floor)

    def _all(self, floor: int, blocked: int = 0) -> list[Pair]:
        """Return all pairs of at least the floor."""
        return self._ranking(self._hopeful(floor, blocked)).at_least(floor)

    def _hopeful(self, floor: int, blocked: int) -> list[int]:
        """Return the arms that could be in a route of at least the floor."""
        arms = range(1, len(self.arms.weights))
        reach = self._reaches()
        if not blocked:
            return [arm for arm in arms if reach[arm] >= floor]
        tracks = self.arms.tracks
        return [arm for arm in arms if reach[arm] >= floor and not tracks[arm] & blocked]

    def _ranking(self, arms: list[int]) -> Ranking:
        return Ranking(self.arms, arms, self._kinds, self._bonuses)

    def _reaches(self) -> list[int]:
        """For each arm the most weight of a pair with it, as far as range and kinds of arms tell."""
        if self._reach is not None:
            return self._reach
        self._sort_kinds()
        arms, kinds = self.arms, self._kinds
        guards, room = arms.terms.guards, arms.left[0]
        looks = list(zip(arms.left, arms.traits, strict=True))
        tops: dict[tuple[int, int], int] = {}
        for look, weight in zip(looks, arms.weights, strict=True):
            if look not in tops or weight > tops[look]:
                tops[look] = weight
        loads: dict[int, list[tuple[int, int]]] = {}
        for (left, trait), top in tops.items():
            loads.setdefault(kinds[trait], []).append((room - left, top))
        partner = {}
        for left, trait in tops:
            most = 0
            for bonus, kind in self._bonuses[kinds[trait]]:
                for load, top in loads[kind]:
                    if top + bonus > most and left - load & guards == guards:
                        most = top + bonus
            partner[left, trait] = most
        self._reach = [weight + partner[look] for weight, look in zip(arms.weights, looks, strict=True)]
        return self._reach

    def _sort_kinds(self) -> None:
        """Kinds of arms: with those of both arms the bonus (and the home stop's weight) is known exactly."""
        terms = self.arms.terms
        self._kinds = {trait: terms.kind_of(trait) for trait in dict.fromkeys(self.arms.traits)}
        kinds = list(dict.fromkeys(self._kinds.values()))
        home = terms.kind_of(self._home)
        self._bonuses: dict[int, list[tuple[int, int]]] = {}
        for kind in kinds:
            choices = []
            for other in kinds:
                bonus = terms.worth(kind + other + home)
                if bonus is not None:
                    choices.append((bonus + self._base, other))
            choices.sort(key=lambda choice: -choice[0])
            self._bonuses[kind] = choices
