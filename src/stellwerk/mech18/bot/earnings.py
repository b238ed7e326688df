"""What trains would earn for a company: exactly on the track of today, and as a guess for later rounds."""

from collections import deque
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from stellwerk.board.hexes import HexId, StopId
from stellwerk.board.reach import reaches
from stellwerk.board.tile import revenue
from stellwerk.engine.memo import Memo, Once
from stellwerk.mech18.advice import runs_of
from stellwerk.mech18.book import TrainType, Version
from stellwerk.mech18.markers import place_home
from stellwerk.mech18.state import BANK, OUT, AnyRailways, S

FURTHER = (1.0, 0.7, 0.5, 0.4)
"""What the first, second, third and each further train of a set count for: they share the track."""
SLOWNESS = 0.85
"""How much of the way to its target a company still has to go after one more round."""
YOUNG = 0.7
"""The same while its track is hardly begun."""
NEARNESS = 0.72
"""How much less a place counts for every hex that it lies further away."""
HEXES_AHEAD = 4
"""Hexes that are looked at beyond an open end of track."""
AHEAD = 0.55
"""How much less a place counts for every hex that track must still be laid in."""
FAR = 9
"""Hexes after which a place counts nothing."""
UNLIMITED = 10
"""What a train without limit counts as."""


class Scale(Struct, frozen=True):
    """What a train of some reach earns in a developed network: `reach * (first + more * reach)`."""

    first: float
    more: float
    goods: float = 0.0
    """By how much a goods train reaches further than its number says: towns and mines cost it nothing."""
    late: int = 0
    """Rounds before a company without any run has one."""

    def of(self, reach: float) -> float:
        return reach * (self.first + self.more * reach)

    def prior(self, version: Version) -> float:
        return self.of(reach_of(version) + (self.goods if version.goods else 0.0))


class Prospect(Struct, frozen=True):
    """By what a company's earnings are judged."""

    scale: Scale
    place: float
    """How good its home is; the mean is 1."""
    near: Collection[str]
    """Kinds of train whose runs are worked out exactly: those that companies own, or that are sold next."""
    suits: Mapping[str, float]
    """How well kinds suit it, 1 where nothing is said."""


class Earnings:
    """What a company's trains earn, by their numbers in the order of sale: a table, filled as it is asked."""

    def __init__(
        self, now: Sequence[float], target: Sequence[float], fit: float = 1.0, late: int = 0
    ) -> None:
        self.now, self.target, self.fit, self.late = now, target, fit, late
        self.table: dict[tuple[tuple[int, ...], int], float] = {}
        """What was asked for already."""

    def of(self, trains: tuple[int, ...], rounds: int) -> float:
        """Return what a set of trains earns so many rounds from now."""
        key = (trains, rounds)
        found = self.table.get(key)
        if found is None:
            found = self.table[key] = self._reckon(trains, rounds)
        return found

    def _reckon(self, trains: tuple[int, ...], rounds: int) -> float:
        single = sorted((self._single(number, rounds) for number in trains), reverse=True)
        total = sum(one * FURTHER[min(place, len(FURTHER) - 1)] for place, one in enumerate(single))
        return total * (1.0 + (self.fit - 1.0) * SLOWNESS**rounds)

    def _single(self, number: int, rounds: int) -> float:
        now, target = self.now[number], self.target[number]
        if not now:
            rounds = max(0, rounds - self.late)
        # Who has hardly any track yet gains most by the next tiles.
        slowness = SLOWNESS if now > 0.5 * target else YOUNG
        return now + (target - now) * (1.0 - slowness**rounds)


def reach_of(version: Version) -> int:
    return UNLIMITED if version.reach is None else version.reach


# -- exact ------------------------------------------------------------------------------------


def with_trains(s: S, company: str, cards: Mapping[str, str]) -> S:
    """Return the state as if the company owned just these cards (card -> side)."""
    trains = {card: OUT if owner == company else owner for card, owner in s.trains.items()}
    trains.update(dict.fromkeys(cards, company))
    return s.replace(trains=trains, versions={**s.versions, **cards})


def best_with(s: AnyRailways, company: str, cards: Mapping[str, str]) -> int:
    """Return the best run with other trains than the company has."""
    runs = runs_of(s, company)
    if runs is None or not cards:
        return 0
    best = runs.best(with_trains(s, company, cards), company)
    return best.revenue


_SINGLE: Memo[tuple[object, ...], int] = Memo("bot_single_runs", 512)


def single_run(s: AnyRailways, company: str, kind: TrainType, side: str) -> int:
    """Return the best run of one train of this side."""
    kept = _SINGLE.of(s.board)
    key = (company, s.colour, side)
    found = kept.get(key)
    if found is None:
        card = next((c for c in s.trains if s.train_type(c) == kind.name), f"{kind.name}-0")
        found = kept[key] = best_with(s, company, {card: side})
    return found


# -- guessed ----------------------------------------------------------------------------------


@Once
def distances(book: object) -> dict[HexId, dict[HexId, int]]:
    """Hexes by hexes: filled as asked for."""
    return {}


def near(s: AnyRailways, start: HexId) -> dict[HexId, int]:
    """Return the hexes around one with their distance."""
    kept = distances(s.book)
    found = kept.get(start)
    if found is None:
        atlas = s.book.atlas
        found = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if found[here] == FAR:
                continue
            for beyond in atlas.neighbours[here]:
                if beyond is not None and beyond not in found:
                    found[beyond] = found[here] + 1
                    queue.append(beyond)
        kept[start] = found
    return found


_AROUND: Memo[tuple[HexId, str], float] = Memo("bot_around", 64)


def around(s: AnyRailways, home: str) -> float:
    """Return what lies around a home, near places counting most."""
    atlas = s.book.atlas
    start = atlas.where[StopId(home)][0]
    kept = _AROUND.of(s.board)
    found = kept.get((start, s.colour))
    if found is None:
        distance, total = near(s, start), 0.0
        for hex_id, steps in distance.items():
            for stop in s.board.face(atlas, hex_id).stops:
                total += revenue(stop, s.colour) * NEARNESS**steps
        found = kept[(start, s.colour)] = total
    return found


_AHEAD: Memo[tuple[str, str], float] = Memo("bot_ahead", 64)


def ahead(s: AnyRailways, company: str) -> float:
    """Return what lies before the open ends of a company's track, near places counting most."""
    kept = _AHEAD.of(s.board)
    found = kept.get((company, s.colour))
    if found is None:
        found = kept[(company, s.colour)] = _ahead(s, company)
    return found


def _ahead(s: AnyRailways, company: str) -> float:
    atlas, board = s.book.atlas, s.board
    total = 0.0
    for part in reaches(atlas, board, company):
        known = set(part.hexes)
        front = set()
        for hex_id, edge in part.exits:
            beyond = atlas.neighbours[hex_id][edge]
            if beyond is not None and beyond not in known:
                front.add(beyond)
        weight = 1.0
        for _ in range(HEXES_AHEAD):
            weight *= AHEAD
            known |= front
            # Whole numbers first: the sum of fractions would depend on the order of the set.
            found = 0
            for hex_id in front:
                for number, stop in enumerate(board.face(atlas, hex_id).stops):
                    if atlas.stop_ids[hex_id][number] not in part.stops:
                        found += max(10, revenue(stop, s.colour))
            total += weight * found
            front = {
                beyond
                for hex_id in front
                if not board.face(atlas, hex_id).stops
                for beyond in atlas.neighbours[hex_id]
                if beyond is not None and beyond not in known
            }
    return total


_PLACES: Memo[str, dict[str, float]] = Memo("bot_places", 8)


def places(s: AnyRailways) -> Mapping[str, float]:
    """Return how good the home of every company is; the mean is 1."""
    kept = _PLACES.of(s.board)
    found = kept.get(s.colour)
    if found is None:
        found = kept[s.colour] = _places(s)
    return found


def _places(s: AnyRailways) -> dict[str, float]:
    found = {
        company.sym: max(around(s, home) for home in company.homes)
        for company in s.book.companies.values()
        if company.homes
    }
    mean = sum(found.values()) / max(1, len(found))
    return {sym: value / (mean or 1.0) for sym, value in found.items()}


def settled(s: S, company: str) -> S:
    """Return the state as if the company had its home markers."""
    if company in s.begun or company not in s.markers or not s.book.companies[company].homes:
        return s
    stop = s.book.companies[company].homes[0]
    if s.board.free_slots(s.book.atlas, StopId(stop)) < 1:
        return s
    return place_home(s, company, stop)


def earnings(
    s: AnyRailways,
    there: AnyRailways,
    company: str,
    sold: Sequence[TrainType],
    prospect: Prospect,
) -> Earnings:
    """Return what trains of every kind would earn for a company.

    `there` is the state in which it has its homes. What is not worked out exactly is guessed.
    """
    scale, suits = prospect.scale, prospect.suits
    now: list[float] = []
    last = {False: (0, 0.0), True: (0, 0.0)}
    for kind in sold:
        version = kind.versions[0]
        reach, before = last[version.goods]
        if not suits.get(kind.name, 1.0):
            now.append(0.0)
        elif kind.name in prospect.near:
            now.append(single_run(there, company, kind, version.name))
            last[version.goods] = (reach_of(version), now[-1])
        else:
            now.append(before * (1 + 0.08 * max(0, reach_of(version) - reach)))
    beyond = ahead(there, company)
    target = []
    for kind, today in zip(sold, now, strict=True):
        reach = reach_of(kind.versions[0])
        prior = scale.prior(kind.versions[0]) * prospect.place * suits.get(kind.name, 1.0)
        grown = 0.7 * prior + 0.3 * min(1.6 * prior, today + beyond * min(1.5, reach / 3))
        target.append(max(grown, 1.15 * today))
    numbers = {kind.name: number for number, kind in enumerate(sold)}
    own = {card: s.versions[card] for card in s.trains_of(company)}
    found = Earnings(now, target, late=scale.late)
    guess = found.of(tuple(numbers[s.train_type(card)] for card in own if s.train_type(card) in numbers), 0)
    exact = best_with(there, company, own) if own else 0
    fit = min(1.5, max(0.5, exact / guess)) if guess and exact else 1.0
    return Earnings(now, target, fit, scale.late)


@Once
def known_kinds(s: AnyRailways) -> frozenset[str]:
    """Return the kinds of train that companies own or can soon buy."""
    owned = {s.train_type(card) for card, owner in s.trains.items() if owner not in (BANK, OUT)}
    return frozenset(owned) | {kind.name for kind in next_kinds(s)[:2]}


@Once
def next_kinds(s: AnyRailways) -> Sequence[TrainType]:
    """Return the kinds of train that the bank still has, in the order of the book."""
    left = {s.train_type(card) for card in s.trains_of(BANK)}
    return [kind for kind in s.book.trains.values() if kind.name in left]
