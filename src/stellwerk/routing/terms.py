"""What a train makes of the network: the moves it may make, what they cost in range and what they earn."""

from .network import Network
from .problem import Train

# Fields of packed counters; wide enough for any number of stops or gauge changes on a route.
_WIDTH = 16
_FIELD = (1 << _WIDTH) - 1
_GUARD = 1 << (_WIDTH - 1)
_MOST = _GUARD - 1

# (closed if any of these bits, bits it closes, stop, segment, range used, weight, traits, may go on)
Move = tuple[int, int, int, int, int, int, int, bool]


class Terms:
    """One train's view of a network.

    Range: every limit is a counter; all counters sit in one integer with a guard bit above each, so that one
    subtraction and one mask test all limits. With gauge changes `stops + max(0, changes - free) <= max` is
    the two plain limits `stops <= max` and `stops + changes <= max + free`.

    Traits: a packed count of tagged stops, needed stops, and stops of each bonus list.
    """

    __slots__ = ("_moves", "_stop_costs", "_traits", "_worth", "guards", "network", "room", "train")

    def __init__(self, network: Network, train: Train) -> None:
        self.network = network
        self.train = train
        self._moves: list[list[Move] | None] = [None] * len(network.beside)
        self._worth: dict[int, int | None] = {}
        self._stop_costs: dict[str, int] = {}
        self._traits = self._trait_units()
        # room < 0: some limit lets no route run at all.
        self.room = self.guards = 0
        for place, (_, _, most) in enumerate(self._counters()):
            if most < 0:
                self.room = -1
                return
            self.room |= (_GUARD | min(most, _MOST)) << place * _WIDTH
            self.guards |= _GUARD << place * _WIDTH

    def _counters(self) -> list[tuple[tuple[str, ...], bool, int]]:
        """(types counted, gauge changes counted too, most) of each plain limit."""
        train = self.train
        if not train.gauge_counts:
            return [(limit.types, False, limit.max) for limit in train.limits]
        counters = []
        for limit in train.limits:
            if train.free_gauge_changes > 0:
                counters.append((limit.types, False, limit.max))
            counters.append((limit.types, True, limit.max + train.free_gauge_changes))
        return counters

    def range_of(self, stop: int) -> int:
        """Return what the stop takes from the room."""
        kind = self.network.problem.stops[stop].type
        cost = self._stop_costs.get(kind)
        if cost is None:
            cost = 0
            for place, (types, _, _) in enumerate(self._counters()):
                if kind in types:
                    cost |= 1 << place * _WIDTH
            self._stop_costs[kind] = cost
        return cost

    def allows(self, stop: int) -> bool:
        tags = self.network.problem.stops[stop].tags
        return not tags or not any(tag in self.train.forbids_tags for tag in tags)

    def passes(self, stop: int) -> bool:
        """Return whether a route may go on beyond the stop."""
        facts, train = self.network.problem.stops[stop], self.train
        if train.needs_tag in facts.tags:
            return False
        return facts.through or any(tag in facts.tags for tag in train.passes_tags)

    def takes(self, segment: int) -> bool:
        """Return whether the train can use the segment at all."""
        gauge, gauges = self.train.gauge, self.network.problem.segments[segment].gauges
        return gauge is None or gauges is None or gauge in gauges

    def revenue(self, stop: int) -> int:
        facts = self.network.problem.stops[stop]
        return 0 if self.train.needs_tag in facts.tags else facts.revenue

    def earns(self, stop: int) -> int:
        """Return what the stop adds to the weight of a route."""
        network = self.network
        return self.revenue(stop) * network.unit + network.problem.stops[stop].side * network.side_unit

    def traits_of(self, stop: int) -> int:
        traits = self._traits.get(stop, 0)
        train = self.train
        tags = self.network.problem.stops[stop].tags
        if tags:
            if train.tag_bonus is not None and train.tag_bonus[0] in tags:
                traits += 1
            if train.needs_tag in tags:
                traits += 1 << _WIDTH
        return traits

    def moves(self, stop: int) -> list[Move]:
        """Return the moves from a stop; made when first asked, since short trains see little of the map."""
        known = self._moves[stop]
        if known is not None:
            return known
        network = self.network
        segments, closes, shuts = network.problem.segments, network.closes, network.shuts
        gauge_unit = 0
        if self.train.gauge_counts:
            gauge_unit = sum(1 << at * _WIDTH for at, counter in enumerate(self._counters()) if counter[1])
        found: list[Move] = []
        for segment, other in network.beside[stop]:
            if not self.allows(other) or not self.takes(segment):
                continue
            cost = self.range_of(other)
            if gauge_unit:
                # More changes than a counter holds are simply too many.
                cost += gauge_unit * min(segments[segment].gauge_changes, _MOST - 1)
            found.append(
                (
                    1 << segment | 1 << network.shift + other,
                    closes[segment] | shuts[other],
                    other,
                    segment,
                    cost,
                    self.earns(other) + segments[segment].revenue * network.unit - network.lengths[segment],
                    self.traits_of(other),
                    self.passes(other),
                )
            )
        self._moves[stop] = found
        return found

    def _trait_units(self) -> dict[int, int]:
        units: dict[int, int] = {}
        place = 2
        for bonus in self.network.problem.bonuses:
            for one in bonus.one_of_each:
                for stop in set(one):
                    units[stop] = units.get(stop, 0) + (1 << place * _WIDTH)
                place += 1
        return units

    def kind_of(self, traits: int) -> int:
        """Traits with all but the facts that matter removed: how many of a bonus list does not."""
        rest = traits >> 2 * _WIDTH
        kind, place = traits & (1 << 2 * _WIDTH) - 1, 2
        while rest:
            if rest & _FIELD:
                kind |= 1 << place * _WIDTH
            rest >>= _WIDTH
            place += 1
        return kind

    def worth(self, traits: int) -> int | None:
        """Return the bonuses (as weight) of a route with these traits; None when the train may not run it."""
        if traits in self._worth:
            return self._worth[traits]
        total: int | None = 0
        if self.train.needs_tag is not None and traits >> _WIDTH & _FIELD != 1:
            total = None
        else:
            total = self._bonuses(traits) * self.network.unit
        self._worth[traits] = total
        return total

    def _bonuses(self, traits: int) -> int:
        total = 0
        if self.train.tag_bonus is not None and self.train.tag_bonus[1]:
            amounts = self.train.tag_bonus[1]
            total += amounts[min(traits & _FIELD, len(amounts) - 1)]
        place = 2
        for bonus in self.network.problem.bonuses:
            after = place + len(bonus.one_of_each)
            if all(traits >> at * _WIDTH & _FIELD for at in range(place, after)):
                total += bonus.amount
            place = after
        return total
