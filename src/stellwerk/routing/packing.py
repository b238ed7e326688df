"""One route for each train, none sharing track: branch and bound over trains.

Candidates are ranked by weight less price, and a set of candidates is one integer with a bit per rank. For
each segment there is the set of candidates that it leaves free; the lowest bit of a set bounds its train.
"""

from .clock import Clock
from .network import Network, bits
from .prices import Candidate, Market
from .sources import Route, track_of

_PATIENCE = 64
_BLOCK = 512
# Sets are remembered while the table of them stays below this number of bits.
_TABLE = 1 << 28


class _Train:
    """The candidates of one kind of train in the order of rank; one of them is not to run."""

    __slots__ = ("free", "reduced", "routes", "tracks", "weights")

    def __init__(self, network: Network, candidates: list[Candidate]) -> None:
        self.reduced = [reduced for reduced, _, _ in candidates]
        self.weights = [weight for _, weight, _ in candidates]
        self.routes = [route for _, _, route in candidates]
        self.tracks = [0 if route is None else track_of(route) for route in self.routes]
        users = _users(self.tracks, network.shift)
        everything = (1 << len(candidates)) - 1
        # free[s]: the candidates that another train on segment s leaves possible.
        self.free: list[int] = []
        for segment in range(network.shift):
            gone = 0
            for other in bits(network.closes[segment]):
                gone |= users[other]
            self.free.append(everything & ~gone)


def _users(tracks: list[int], segments: int) -> list[int]:
    """For each segment the set of candidates on it, built in blocks: long integers are slow to set."""
    blocks: list[list[bytes]] = [[] for _ in range(segments)]
    for start in range(0, len(tracks), _BLOCK):
        users = [0] * segments
        bit = 1
        for track in tracks[start : start + _BLOCK]:
            for segment in bits(track):
                users[segment] |= bit
            bit <<= 1
        for segment, mask in enumerate(users):
            blocks[segment].append(mask.to_bytes(_BLOCK // 8, "little"))
    return [int.from_bytes(b"".join(parts), "little") for parts in blocks]


class Packing:
    """The search for the best set of routes that beats the floor."""

    def __init__(
        self,
        network: Network,
        market: Market,
        clock: Clock,
        width: int | None = None,
        steps: int | None = None,
    ) -> None:
        """With `width` only so many candidates of each kind of train, and with `steps` only so many steps."""
        self.floor = market.floor
        self.best: list[tuple[int, Route]] | None = None  # (kind of train, route)
        self._clock = clock
        self._steps = 0
        self._stopped = False
        self._last_step = steps
        self._offset = sum(market.prices)
        kinds = []
        for kind, candidates in enumerate(market.candidates()):
            kinds.append((len(candidates), kind, _Train(network, candidates[:width])))
        # Few candidates first; trains of one kind side by side.
        self._trains: list[_Train] = []
        self._kinds: list[int] = []
        for _, kind, train in sorted(kinds, key=lambda entry: entry[:2]):
            for _ in range(market.kinds[kind][1]):
                self._trains.append(train)
                self._kinds.append(kind)
        self._tables: list[dict[int, list[int]]] = [{} for _ in self._trains]

    def search(self) -> None:
        full = [(1 << len(train.routes)) - 1 for train in self._trains]
        self._choose(0, full, self._offset, 0, [])

    def _choose(self, level: int, sets: list[int], bound: int, weight: int, chosen: list[int]) -> None:
        """Choose for the train of this level; `sets[0]` is its set, then those of the trains after it.

        The bound is prices plus weights less prices of the chosen routes.
        """
        train = self._trains[level]
        reduced = train.reduced
        if len(sets) == 1:
            self._finish(train, sets[0], bound, weight, chosen)
            return
        later = self._trains[level + 1 :]
        rest = 0
        for other, one in zip(later, sets[1:], strict=True):
            rest += other.reduced[(one & -one).bit_length() - 1]
        twin = later[0] is train
        left = sets[0]
        while left:
            low = left & -left
            left ^= low
            rank = low.bit_length() - 1
            here = bound + reduced[rank]
            if here + rest <= self.floor:
                return
            self._steps += 1
            late = self._steps % _PATIENCE == 0 and self._clock.look()
            if late or self._steps == self._last_step:
                self._stopped = True
            if self._stopped:
                return
            kept = [one & free for one, free in zip(sets[1:], self._freed(level, rank), strict=True)]
            if twin:
                # Trains of one kind choose in the order of rank; not to run may be chosen again.
                kept[0] &= -low if train.routes[rank] is None else -(low << 1)
            if not all(kept):
                continue
            most = here
            for other, one in zip(later, kept, strict=True):
                most += other.reduced[(one & -one).bit_length() - 1]
            if most > self.floor:
                self._choose(level + 1, kept, here, weight + train.weights[rank], [*chosen, rank])

    def _freed(self, level: int, rank: int) -> list[int]:
        """The sets of the later trains' candidates that this choice leaves possible."""
        table = self._tables[level]
        known = table.get(rank)
        if known is not None:
            return known
        segments = bits(self._trains[level].tracks[rank])
        sets = []
        for other in self._trains[level + 1 :]:
            free, left = other.free, -1
            for segment in segments:
                left &= free[segment]
            sets.append(left)
        # The first train tries each route once, so there is nothing to remember.
        if level and len(table) * len(self._trains[-1].routes) < _TABLE:
            table[rank] = sets
        return sets

    def _finish(self, train: _Train, left: int, bound: int, weight: int, chosen: list[int]) -> None:
        # The bound orders the candidates, but the real weight decides.
        while left:
            low = left & -left
            left ^= low
            rank = low.bit_length() - 1
            if bound + train.reduced[rank] <= self.floor:
                return
            if weight + train.weights[rank] > self.floor:
                self.floor = weight + train.weights[rank]
                self.best = []
                for kind, member, at in zip(self._kinds, self._trains, [*chosen, rank], strict=True):
                    route = member.routes[at]
                    if route is not None:
                        self.best.append((kind, route))
