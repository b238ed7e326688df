"""When a way to Trieste can be walked: which hand does what in which round, and the workers it takes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, structs

from stellwerk.games.gimperial_steam.data.components import SORTS, TRIESTE
from stellwerk.games.gimperial_steam.plan.search import hands_until
from stellwerk.games.gimperial_steam.plan.supply import (
    Engineer,
    Hiring,
    Locomotive,
    Supply,
    hiring,
    own_cubes,
)
from stellwerk.games.gimperial_steam.plan.walk import Walk
from stellwerk.games.gimperial_steam.rules.rounds import trained
from stellwerk.games.gimperial_steam.rules.state import Player, Steam, Three
from stellwerk.games.gimperial_steam.rules.track import experience
from stellwerk.games.gimperial_steam.rules.turn import (
    BUILD,
    CHARITY,
    GOODS,
    HIRE,
    LOCOMOTIVE,
    PRODUCTION,
    TRACK,
)

ORDER = "order"
"""A hand on the goods tile that orders; `GOODS` is one that buys."""


class Do(Struct, frozen=True):
    """One hand: its main action, and for goods which of them."""

    tile: str
    sorts: tuple[str, ...] = ()
    hand: int = -1
    """Of the way's hands, for track."""


class Round(Struct, frozen=True):
    number: int
    hands: int
    """Own hands in it."""
    doing: tuple[Do, ...]
    able: int = 0
    """Experience in training, with those who are hired."""


class Staffed(Struct, frozen=True):
    """A schedule with the workers whom it asks for; no rounds: there is no time, or they are too few."""

    rounds: tuple[Round, ...]
    hiring: Hiring | None
    hands: int
    tired: bool = False
    """Whether it is the workers who cannot do it."""


def at_trieste(s: Steam) -> tuple[str, ...]:
    """Who has joined it, and by that ends the game with this round (P8-1)."""
    return tuple(name for name, p in zip(s.names, s.players, strict=True) if TRIESTE in p.cities)


def last_round(s: Steam) -> int:
    return s.round if at_trieste(s) else s.numbers.rounds


# -- workers --------------------------------------------------------------------------------------


def sent(training: Three, effort: int) -> Three | None:
    """Who goes for an effort: with the least experience lost (A1-9); None where they are too few."""
    best: tuple[int, int, Three] | None = None
    for three in range(training[2] + 1):
        for two in range(training[1] + 1):
            one = min(max(effort - 3 * three - 2 * two, 0), training[0])
            able = one + 2 * two + 3 * three
            if able >= effort and (best is None or (able, three) < best[:2]):
                best = able, three, (one, two, three)
    return None if best is None else best[2]


def worked(p: Player, rounds: Sequence[Round], way: Walk, hired: int) -> list[int] | None:
    """Follow the workers through the rounds (P5-1); return who is able when. None: they are too few."""
    able = []
    for number, one in enumerate(rounds):
        if number:
            p = structs.replace(p, training=trained(p), working=(0, 0, 0))
        if hired and any(do.tile == HIRE for do in one.doing):
            p = structs.replace(p, training=(p.training[0] + hired, p.training[1], p.training[2]))
            hired = 0
        able.append(experience(p))
        for do in one.doing:
            if do.tile == TRACK:
                going = sent(p.training, way.hands[do.hand].effort)
                if going is None:
                    return None
                p = structs.replace(p, training=_minus(p.training, going), working=_plus(p.working, going))
    return able


def _plus(one: Three, other: Three) -> Three:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _minus(one: Three, other: Three) -> Three:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


# -- hands ---------------------------------------------------------------------------------------


def errands(s: Steam, seat: int, way: Walk, supplies: Sequence[Supply], level: Locomotive | None) -> list[Do]:
    """Hands beside those on track, staff and the market: producing, building, a locomotive."""
    left = {one.sort: one.sites for one in supplies}
    cubes = {one.sort: own_cubes(s, seat, one.sort) for one in supplies}
    found: list[Do] = []
    while any(left.values()):
        made: list[str] = []
        for sort, wanted in left.items():
            number = min(wanted, sum(1 for goods in cubes[sort] if goods > len(found)))
            made += [sort] * number
            left[sort] = wanted - number
        found.append(Do(PRODUCTION, tuple(made)))
    found += [Do(LOCOMOTIVE)] if level else []
    return found + [Do(BUILD) for _ in way.stations]


def ordering(s: Steam, p: Player, until: int, cubes: Sequence[str]) -> tuple[dict[int, Do], list[Do]]:
    """A5: what is ordered in which round, so that it is there in time, and what is bought one by one.

    An order of a single cube saves no hand, so it is bought.
    """
    limits = {
        number: s.shipping[number - 1] - (sum(p.dock) if number == s.round else 0)
        for number in range(s.round, min(until, s.numbers.last_order + 1))
        if number > s.round or p.hands
    }
    count, used = len(cubes), []
    for number, limit in sorted(limits.items(), key=lambda one: (-one[1], one[0])):
        if limit >= 2 and count >= 2:
            used.append(number)
            count -= min(limit, count)
    orders: dict[int, Do] = {}
    left = list(cubes)
    for number in sorted(used):
        orders[number] = Do(ORDER, tuple(left[: limits[number]]))
        left = left[limits[number] :]
    return orders, [Do(GOODS, (sort,)) for sort in left]


def schedule(
    s: Steam,
    seat: int,
    way: Walk,
    supplies: Sequence[Supply],
    doing: Sequence[Do],
    lacking: Sequence[str],
    engineers: Sequence[Engineer],
) -> Staffed:
    """The first round in which the hands suffice, with the fewest workers that can do it then.

    The hands are the fewest with which the way can be walked, so Trieste is not reached any earlier; whether
    there is money for it in time is another matter.
    """
    p = s.players[seat]
    market = list(lacking)
    for one in supplies:
        for _ in range(one.sites):
            market.remove(one.sort)
    steps = max((one.steps for one in engineers), default=0)
    needed, tired = 0, False
    for until in range(s.round, last_round(s) + 1):
        orders, bought = ordering(s, p, until, market)
        laid: dict[int, list[Round]] = {}
        """By the hands for staff."""
        for workers in range(p.reserve + 1):
            wanted = hiring(s, seat, workers) if workers else None
            staff = [Do(HIRE)] if engineers or workers else []
            if max(steps, wanted.steps if wanted else 0):
                staff = [Do(CHARITY), *staff]
            before = [*staff, *doing, *bought]
            needed = len(before) + len(orders) + len(laying(way)) - way.running
            if needed > hands_until(s, p, until):
                break
            if len(staff) not in laid:
                laid[len(staff)] = laid_out(s, p, way, until, orders, before)
            rounds = laid[len(staff)]
            able = worked(p, rounds, way, workers) if rounds else None
            if able is not None:
                told = tuple(structs.replace(one, able=now) for one, now in zip(rounds, able, strict=True))
                return Staffed(told, wanted, needed)
            tired = bool(rounds)
    return Staffed((), None, needed, tired)


def laying(way: Walk) -> list[Do]:
    return [Do(TRACK, hand=at) for at, hand in enumerate(way.hands) if hand.tracks]


def laid_out(
    s: Steam, p: Player, way: Walk, until: int, orders: Mapping[int, Do], before: Sequence[Do]
) -> list[Round]:
    """Errands as early as hands allow, tracks as late as they may be, one a round while there are rounds.

    Nothing where a hand on track would find too few goods.
    """
    numbers = range(s.round, until + 1)
    capacity = {at: p.hands if at == s.round else s.numbers.hands[at - 1] for at in numbers}
    doing = {at: [orders[at]] if at in orders else [] for at in numbers}
    free = {at: capacity[at] - len(doing[at]) for at in numbers}
    at = s.round
    for do in before:
        while free[at] <= 0:
            if at == until:
                return []
            at += 1
        doing[at].append(do)
        free[at] -= 1
    if way.running:
        doing[s.round].append(Do(TRACK, hand=0))
    latest = until
    for do in reversed(laying(way)[way.running :]):
        fitting = [
            at for at in range(s.round, latest + 1) if free[at] > 0 and supplied(p, way, doing, at, do.hand)
        ]
        if not fitting:
            return []
        latest = fitting[-1]
        doing[latest].append(do)
        free[latest] -= 1
        # P7-3: another hand there in the same round would cost influence.
        latest -= latest - 1 in fitting
    return [
        Round(at, capacity[at], tuple(sorted(doing[at], key=lambda do: (do.tile == TRACK, do.hand))))
        for at in numbers
    ]


def supplied(p: Player, way: Walk, doing: Mapping[int, Sequence[Do]], at: int, last: int) -> bool:
    """Whether the goods of all hands on track up to this one can be there in a round."""
    have = list(p.goods)
    for number, done in doing.items():
        for do in done:
            if number < at or (number == at and do.tile in (GOODS, PRODUCTION)):
                for sort in do.sorts:
                    have[SORTS.index(sort)] += 1
    if at > min(doing):
        have = [there + coming for there, coming in zip(have, p.dock, strict=True)]
    return all(sum(hand.goods[sort] for hand in way.hands[: last + 1]) <= have[sort] for sort in range(3))


def repeats(p: Player, rounds: Iterable[Round], now: int) -> int:
    """P7-3: steps of influence for every own hand that is put beside another."""
    total = 0
    for one in rounds:
        there = Counter(p.used if one.number == now else {})
        for do in one.doing:
            tile = GOODS if do.tile == ORDER else do.tile
            total += there[tile]
            there[tile] += 1
    return total
