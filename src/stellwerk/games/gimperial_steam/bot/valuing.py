"""What a position is worth to a seat: a guess at its money when the game ends, for bots.

What is sure is counted as the final scoring counts it; the rest by figures that have proved themselves in
games among bots (docs/imperial-steam-bots.md). What needs time to be of use loses worth as rounds run out.
"""

from collections.abc import Mapping

from msgspec import Struct

from stellwerk.games.gimperial_steam.bot.ways import (
    Way,
    away,
    demands,
    hands_needed,
    nearest,
    needs,
    prospect,
    ways,
)
from stellwerk.games.gimperial_steam.data.components import BRIDGE, COAL, NOTHING, SORTS, TRIESTE, TUNNEL
from stellwerk.games.gimperial_steam.plan.search import hands_left
from stellwerk.games.gimperial_steam.rules.deliver import GOLD, SILVER, payment
from stellwerk.games.gimperial_steam.rules.goods import places
from stellwerk.games.gimperial_steam.rules.influence import column, rank
from stellwerk.games.gimperial_steam.rules.scoring import all_factories, best_filled, income, key_value
from stellwerk.games.gimperial_steam.rules.state import Player, Steam, minus

ENGINEER = 80.0
"""For one who will be needed on the way to Trieste: without one it goes no further."""
WILL = 0.85
"""How likely this seat goes to Trieste where it can: its contracts count by that."""
LAST = 0.3
"""What is left of the worth of that way in the last round."""
FUTURE = 50.0
"""What a round still to come earns, roughly: every shareholder takes a tenth of that too."""
ASKED = 20.0
"""A good that the next tracks take, beyond what it brings at the end: as much as it costs to get."""
LATER = 8.0
"""One that those after them take."""
READY = 60.0
"""All goods for the next tracks together; most of it comes with the last of them."""
WAITING = 0.15
"""Of what a demand would pay that no own cube is there for."""
IDLE = 0.35
"""What is left of the worth of workers where there is no way to build."""
ROOM = (0.0, 8.0, 18.0, 40.0, 55.0, 63.0, 70.0, 76.0)
"""Places for goods by their number: with less than three no track can be laid, with less than four no bridge
and no tunnel."""
WORKERS = (0.0, 45.0, 88.0, 128.0, 163.0, 191.0, 211.0, 222.0, 228.0)
"""By their number."""


TOO_MUCH = (507, 441, 379, 373, 365, 268, 108, -36)
"""By round: how much more the judgement sees in a position than comes of it. That is the same for all that is
compared, so the judgement does without; what is told as money does not (docs/imperial-steam-bots.md)."""


class Leaning(Struct, frozen=True):
    """What a player cares for. These figures change the judgement, and nothing else does."""

    progress: float = 2.0
    """Gulden for each gulden of the way to Trieste that need no longer be built."""
    arrival: float = 90.0
    """For being there."""
    purse: float = 0.25
    """What a gulden in hand is worth beyond itself, while there is time to spend it well; the first fifty,
    without which nothing can be begun, twice that."""
    confidence: float = 0.75
    """A delivery that is possible but not yet made."""
    hope: float = 0.6
    """How likely a contract is filled at best, when a factory is still missing."""
    early: float = 40.0
    """For every rival who comes later in the turn order, at the beginning; it fades with the rounds."""
    sale: float = 0.8
    """How much of the gain from shares that could be sold is counted on."""


LEANINGS: Mapping[str, Leaning] = {
    "": Leaning(),
    "builder": Leaning(progress=2.5, arrival=120.0),
    "trader": Leaning(progress=1.7, confidence=0.9),
    "careful": Leaning(purse=0.4, hope=0.4, sale=0.6),
    "bold": Leaning(purse=0.15, hope=0.75, sale=1.0),
}
"""By temperament."""


class Standing(Struct, frozen=True):
    """A position as a seat sees it: what it is asked for again and again."""

    rounds: int
    """Still to come after this one."""
    hands: int
    way: Way
    own: float
    """How likely this seat reaches Trieste."""
    anybody: float


def standing(s: Steam, seat: int) -> Standing:
    p = s.players[seat]
    joined = TRIESTE in p.cities
    _, way = nearest(s, p)
    left = hands_left(s, p)
    needed = 0.0 if joined else hands_needed(s, seat, way)
    own = 1.0 if joined else prospect(left - needed, needed)
    others = [_others(s, other) for other in range(len(s.names)) if other != seat]
    anybody = 1.0 if joined else max(own * WILL, *others)
    if anybody >= 1.0:
        return Standing(0, p.hands, way, own, anybody)  # P8-1: this round is the last
    return Standing(s.numbers.rounds - s.round, left, way, own, anybody)


def worth(s: Steam, seat: int, leaning: Leaning = LEANINGS[""]) -> float:
    """In gulden. The way to Trieste comes on top: it is shared with no shareholder."""
    p = s.players[seat]
    start = ways(s.book, s.tiles, s.crowns)[p.cities[0]].cost
    joined = TRIESTE in p.cities
    if s.over:
        # A game that ends early is measured against positions in which the way still counts.
        early_end = joined and s.round < s.numbers.rounds
        return s.scores[seat].final + (leaning.progress * start + leaning.arrival if early_end else 0.0)
    at = standing(s, seat)
    reach = leaning.progress * (start - at.way.cost) + leaning.arrival
    bonus = 0.0
    if not joined:
        bonus += s.numbers.trieste * (len(p.tracks) + len(at.way.links))
        reach += ENGINEER * (BRIDGE in p.engineers and at.way.bridges > 0)
        reach += ENGINEER * (TUNNEL in p.engineers and at.way.tunnels > 0)
    # In the last round the search sees the end itself, and whether Trieste is worth the while.
    reach *= 1.0 if s.round < s.numbers.rounds else LAST
    return _money(s, seat, at, leaning) + at.own * (bonus + reach)


def expected(s: Steam, seat: int) -> float:
    """Return the money that a seat is likely to have at the end, as far as that can be told."""
    if s.over:
        return s.scores[seat].final
    return _money(s, seat, standing(s, seat), LEANINGS[""]) - TOO_MUCH[s.round - 1]


def _money(s: Steam, seat: int, at: Standing, leaning: Leaning) -> float:
    p = s.players[seat]
    rounds, hands = at.rounds, at.hands
    early = min(rounds / 4, 1.0)
    total = p.cash + leaning.purse * early * (min(p.cash, 120) + min(p.cash, 50))
    total += income(s, p) * (rounds + 1.0 + (s.semmering == seat))
    total += _stock(p, at.way, hands, 0.0 if TRIESTE in p.cities else at.own)
    total += _room(p) * min(rounds / 2, 1.0)
    total += _deliveries(s, seat, p, hands, rounds, leaning)
    total += sum(key_value(s, key) for key in p.keys)
    total += _influence(s, seat, rounds)
    total += leaning.early * rounds / s.numbers.rounds * (len(s.names) - 1 - rank(s, seat))
    total += _staff(p, rounds) * (IDLE + (1.0 - IDLE) * at.own)
    total += at.anybody * _contracts(s, p, hands, leaning)
    if p.contracts:  # END-5b
        total -= at.anybody * (1.0 - at.own) * s.numbers.path_fee * len(at.way.links)
    return _after_shares(s, p, total, rounds, leaning)


def _others(s: Steam, seat: int) -> float:
    """Return how likely another seat reaches Trieste, at a glance."""
    p = s.players[seat]
    if TRIESTE in p.cities:
        return 1.0
    _, way = nearest(s, p)
    needed = 3.0 * way.tracks
    return 0.8 * prospect(sum(s.numbers.hands[s.round :]) - needed, needed)


def _stock(p: Player, way: Way, hands: int, own: float) -> float:
    """Goods on the board and the dock: what the next tracks take is worth what it costs to get; END-2."""
    have = [p.goods[at] + 0.9 * p.dock[at] for at in range(4)]
    more = own * min(hands / 6, 1.0)
    asked = way.goods()
    total = 10.0 * sum(have)
    if way.kinds:
        there = 0.0
        for at in range(3):
            there += min(have[at], asked[at])
            if way.tracks > 2:
                total += LATER * more * min(max(have[at] - asked[at], 0.0), 1.0)
        total += more * (ASKED * there + READY * (there / sum(asked)) ** 3)
    return total + 10.0 * min(have[COAL], 3) * min(hands / 4, 1.0)


def _room(p: Player) -> float:
    """Places for goods."""
    return ROOM[min(max(places(p), 0), 7)]


def _deliveries(s: Steam, seat: int, p: Player, hands: int, rounds: int, leaning: Leaning) -> float:
    """Cubes on own sites: the best demands within reach, one a turn; then what can be made of the others."""
    cubes = [0, 0, 0, 0]
    for plant in s.plants.values():
        if plant.seat == seat:
            cubes[SORTS.index(plant.sort)] += plant.goods
    prizes: list[list[float]] = [[], [], [], []]
    paid = [payment(s, sort) for sort in SORTS[:3]]
    for (city, hub, asked), links in zip(demands(s.book, s.tiles), away(s, p), strict=True):
        if links > 4 or (links and not rounds):
            continue
        left = minus(asked, s.delivered[city]) if city in s.delivered else asked
        if left == NOTHING:
            continue
        sure = leaning.confidence if not links else 0.6 * 0.7**links * min(rounds / 3, 1.0)
        for at in range(3):
            if left[at]:
                prizes[at] += [sure * paid[at]] * left[at]
        if left[COAL] and hub and city not in p.coal_to:
            metal = GOLD if s.keys[hub] == 2 else SILVER
            prizes[COAL].append(sure * (key_value(s, f"{hub}-{metal}") + 10))
    made: list[float] = []
    rest = 0
    for at in range(4):
        best = sorted(prizes[at], reverse=True)
        made += best[: cubes[at]]
        rest += max(cubes[at] - len(best), 0)
    made.sort(reverse=True)
    fuel = p.goods[COAL] + p.dock[COAL]
    total = sum(made[: max(hands, 0)]) - 12.0 * max(min(len(made), hands) - fuel, 0)
    waiting = sum(sum(best) for best in prizes) - sum(made)
    return total + 7.0 * rest * min(rounds / 2, 1.0) + WAITING * waiting * min(rounds / 2, 1.0)


def _influence(s: Steam, seat: int, rounds: int) -> float:
    """END-4, which only counts at the end, and what influence is good for until then: staff, second hands."""
    at = column(s, seat)
    reached = sum(1 for hub in s.hubs.values() if hub <= at)
    late = 1.0 - rounds / s.numbers.rounds
    use = (30.0 if reached else 0.0) + (10.0 if reached > 1 else 0.0) + 3.0 * min(at, 12)
    return s.numbers.hubs[reached] * late**2 + use * min(rounds / 3, 1.0)


def _staff(p: Player, rounds: int) -> float:
    """Workers, and what they know; after six another one helps little."""
    number = learnt = 0
    for field in range(3):
        here = p.training[field] + p.working[field]
        number += here
        learnt += field * here
    return (WORKERS[min(number, 8)] + 8.0 * min(learnt, 10)) * min(rounds / 3, 1.0)


def _contracts(s: Steam, p: Player, hands: int, leaning: Leaning) -> float:
    """END-5a: what is full, less what is not; a missing factory can still be built while there is time."""
    if not p.contracts:
        return 0.0
    parts = s.book.parts
    loose = list(all_factories(p))
    full = best_filled(parts, p.contracts, all_factories(p))
    total = 0.0
    for id in full:
        total += parts.contracts[id].value
        for at, number in enumerate(needs(s.book)[id]):
            loose[at] -= number
    for id in p.contracts:
        if id not in full:
            card = parts.contracts[id]
            lack = 0
            for at, number in enumerate(needs(s.book)[id]):
                there = min(number, loose[at])
                loose[at] -= there
                lack += number - there
            lack = max(lack, 1)
            hope = min(hands / (8.0 * lack), leaning.hope**lack)
            total += card.value * (2 * hope - 1.0)
    return total


def _after_shares(s: Steam, p: Player, total: float, rounds: int, leaning: Leaning) -> float:
    """END-6, and what investors who are still willing would bring."""
    total += FUTURE * rounds
    sold, price = p.shareholders, s.book.prices[p.price]
    willing = sum(1 for row in s.book.places_of_investors[: p.investors] if row >= p.price)
    value = total * (10 - sold) / 10
    best = value
    for more in range(1, willing + 1):
        best = max(best, (total + price * more) * (10 - sold - more) / 10)
    return value + leaning.sale * (best - value) + (3.0 * p.investors + 5.0 * p.price) * min(rounds / 3, 1.0)
