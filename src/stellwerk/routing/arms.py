"""Arms: all ways to leave one own stop and go on, as a tree in the order of growth.

A route through the stop is two arms that have nothing in common, or one arm alone.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import copy

from .clock import Clock
from .terms import Terms

# How many arms to grow between two looks at the clock.
_PATIENCE = 2048


class _OutOfTime(Exception):
    pass


class Arms:
    """The arms from one stop. Arm 0 is the empty arm; an arm comes after its parent, a subtree in a row."""

    __slots__ = (
        "clock",
        "closed",
        "depths",
        "home",
        "left",
        "parents",
        "segments",
        "stops",
        "terms",
        "toll",
        "tracks",
        "traits",
        "weights",
    )

    def __init__(self, terms: Terms, home: int, banned: int, clock: Clock) -> None:
        self.terms = terms
        self.home = home
        self.clock = clock
        # The bit of `once` when the routes get the end bonus of the set.
        self.toll = 0
        # room left for the other arm, weight without the home stop, track used, track closed to other trains
        self.left: list[int] = []
        self.weights: list[int] = []
        self.traits: list[int] = []
        self.parents: list[int] = []
        self.depths: list[int] = []
        self.stops: list[int] = []
        self.segments: list[int] = []
        self.tracks: list[int] = []
        self.closed: list[int] = []
        network = terms.network
        guards = terms.guards
        left = terms.room - terms.range_of(home)
        if terms.room < 0 or left & guards != guards or not terms.allows(home):
            return
        self._grow(left, banned | network.shuts[home], clock)

    def _grow(self, room: int, banned: int, clock: Clock) -> None:
        terms = self.terms
        guards, moves_from, seen = terms.guards, terms.moves, terms.network.track
        left, weights, traits, parents = self.left, self.weights, self.traits, self.parents
        depths, stops, segments = self.depths, self.stops, self.segments
        tracks, closed = self.tracks, self.closed
        next_look = _PATIENCE

        # The function gets itself as an argument: a closure on itself would leave work for the collector.
        def add(again: Callable[..., None], arm: int, depth: int, shut: int) -> None:
            nonlocal next_look
            room, weight, trait, track = left[arm], weights[arm], traits[arm], tracks[arm]
            depth += 1
            for needs, closes, stop, segment, cost, gain, adds, goes_on in moves_from(stops[arm]):
                if shut & needs:
                    continue
                rest = room - cost
                if rest & guards != guards:
                    continue
                number = len(left)
                left.append(rest)
                weights.append(weight + gain)
                traits.append(trait + adds)
                parents.append(arm)
                depths.append(depth)
                stops.append(stop)
                segments.append(segment)
                tracks.append(track | 1 << segment)
                now = shut | closes
                closed.append(now & seen)
                if goes_on:
                    again(again, number, depth, now)
            if len(left) > next_look:
                next_look = len(left) + _PATIENCE
                if clock.look():
                    raise _OutOfTime

        left.append(room)
        weights.append(0)
        traits.append(0)
        parents.append(-1)
        depths.append(0)
        stops.append(self.home)
        segments.append(-1)
        tracks.append(0)
        closed.append(0)
        with suppress(_OutOfTime):
            add(add, 0, 0, banned)

    def reweighed(self, of_stop: list[int], ends: list[int], toll: int) -> "Arms":
        """The same arms, with so much more weight for every stop on them and for the stop at their end."""
        other = copy(self)
        other.toll = toll
        parents, stops = self.parents, self.stops
        more = [0] * len(parents)
        for arm in range(1, len(parents)):
            more[arm] = more[parents[arm]] + of_stop[stops[arm]]
        other.weights = [
            weight + extra + ends[stop] for weight, extra, stop in zip(self.weights, more, stops, strict=True)
        ]
        return other

    def with_parents(self, arms: Iterable[int]) -> list[int]:
        """These arms and all that they grow from, parents first."""
        parents = self.parents
        needed = set(arms)
        for arm in arms:
            parent = parents[arm] if arm else 0
            while parent and parent not in needed:
                needed.add(parent)
                parent = parents[parent]
        needed.discard(0)
        return sorted(needed)

    def prices(self, of_segment: list[int], needed: list[int]) -> list[int]:
        """Return the price of the track of each needed arm, when every segment has a price."""
        prices = [0] * len(self.parents)
        segments, parents = self.segments, self.parents
        for arm in needed:
            prices[arm] = prices[parents[arm]] + of_segment[segments[arm]]
        return prices

    def walk(self, arm: int) -> tuple[list[int], list[int]]:
        """Stops and segments from the end of the arm to the home stop, the home stop left out."""
        stops, segments = [], []
        while arm:
            stops.append(self.stops[arm])
            segments.append(self.segments[arm])
            arm = self.parents[arm]
        return stops, segments
