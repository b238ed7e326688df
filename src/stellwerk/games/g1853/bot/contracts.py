"""Contracts as a bot sees them: what the rivals may have named, and how likely a bond comes back."""

from heapq import heappop, heappush
from math import exp
from random import Random

from stellwerk.board.hexes import OPPOSITE, HexId
from stellwerk.engine.memo import Memo
from stellwerk.games.g1853.rules.cities import named, size_needed, worth
from stellwerk.games.g1853.rules.state import India, pair

TRIES = 12
"""Lists that are drawn for a rival before an unlikely one will do."""
NO_TRACK = 1.0
"""What an empty hex counts for on the way from city to city."""
NO_JOINT = 0.8
"""The same for two tiles whose track does not meet."""
DEAR = 0.006
"""How much more a hex counts for every pound of its terrain."""
FAR = 12.0
"""Tiles between two cities after which nobody looks further."""
SPENT_AGAIN = 8.0
"""Rounds in which money that comes back doubles."""
OWN_PACE, OTHERS_PACE = 0.45, 0.08
"""Tiles that help a contract, in a round, of each company that one leads and of each other."""


# -- what the rivals may have named ------------------------------------------------------------


def guessed(s: India, seat: int, rng: Random) -> India:
    """Return the state with contracts of the others drawn by the bot's own luck (2.5.11)."""
    contracts = dict(s.contracts)
    for other, cities in s.contracts.items():
        if int(other) != seat and int(other) not in s.fulfilled:
            contracts[other] = drawn(s, int(other), len(cities), rng)
    return s.replace(contracts=contracts)


def drawn(s: India, seat: int, count: int, rng: Random) -> tuple[str, ...]:
    """Return so many cities that would have brought the shares claimed, and are not joined yet."""
    facts = s.facts
    cities: tuple[str, ...] = ()
    for _ in range(TRIES):
        found = list(facts.large_bbci) if s.bbci_shown == seat else []
        for company in s.book.companies:
            open_ = [c.name for c in facts.cities.values() if company in c.companies and c.name not in found]
            found += rng.sample(open_, min(len(open_), s.claimed.get(pair(seat, company), 0)))
        others = [name for name in facts.cities if name not in found]
        found += rng.sample(others, max(0, count - len(found)))
        cities = tuple(found[:count])
        fits = size_needed(facts, cities) is not None and worth(facts, cities) <= s.bonds[str(seat)]
        if fits and missing(s, cities) > 0:
            break
    return cities


# -- what is missing between cities ------------------------------------------------------------

_MISSING: Memo[tuple[str, ...], float] = Memo("bot_missing_track", 64)


def missing(s: India, cities: tuple[str, ...]) -> float:
    """Return about how many tiles are missing between some cities."""
    kept = _MISSING.of(s.board)
    found = kept.get(cities)
    if found is None:
        found = kept[cities] = _missing(s, cities)
    return found


def _missing(s: India, cities: tuple[str, ...]) -> float:
    left = {HexId(s.facts.cities[city].hex) for city in cities}
    total = 0.0
    if not left:
        return total
    joined = {min(left)}
    left -= joined
    while left:
        far, city = _nearest(s, joined, left)
        total += far
        joined.add(city)
        left.discard(city)
    # 4.3.1-a: a city without track is in no network.
    return total + sum(NO_TRACK for city in joined if not s.board.face(s.book.atlas, city).paths)


def _nearest(s: India, joined: set[HexId], left: set[HexId]) -> tuple[float, HexId]:
    """Return the city that is joined with least effort."""
    best: dict[HexId, float] = dict.fromkeys(joined, 0.0)
    heap = [(0.0, hex_id) for hex_id in sorted(joined)]
    while heap:
        far, here = heappop(heap)
        if here in left:
            return far, here
        if far > best[here]:
            continue
        for edge, beyond in enumerate(s.book.atlas.neighbours[here]):
            if beyond is None:
                continue
            step = far + _joint(s, here, edge, beyond) + (0.0 if beyond in left else _tile(s, beyond))
            if step < best.get(beyond, 1e9):
                best[beyond] = step
                heappush(heap, (step, beyond))
    return 99.0, min(left)


def _joint(s: India, here: HexId, edge: int, beyond: HexId) -> float:
    """Return what it takes to join the track of two hexes."""
    face, there = s.board.face(s.book.atlas, here), s.board.face(s.book.atlas, beyond)
    if (face.paths and edge not in face.exits) or (there.paths and OPPOSITE[edge] not in there.exits):
        return 0.02 + NO_JOINT
    return 0.02


def _tile(s: India, hex_id: HexId) -> float:
    """Return what it takes to lay a tile on the way, if there is none."""
    if s.board.face(s.book.atlas, hex_id).paths:
        return 0.0
    return NO_TRACK + DEAR * s.book.atlas.hexes[hex_id].costs.get("metre", 0)


_WAYS: Memo[str, dict[str, float]] = Memo("bot_ways", 64)


def between(s: India, cities: tuple[str, ...]) -> float:
    """Return the same as `missing`, where many contracts are looked at on one board."""
    if not cities:
        return 0.0
    kept = _WAYS.of(s.board)
    for city in cities:
        if city not in kept:
            kept[city] = _ways(s, city)
    total = sum(NO_TRACK for city in cities if _tile(s, HexId(s.facts.cities[city].hex)))
    far = {city: kept[cities[0]].get(city, 99.0) for city in cities[1:]}
    while far:
        city = min(far, key=lambda one: (far[one], one))
        total += far.pop(city)
        for other in far:
            far[other] = min(far[other], kept[city].get(other, 99.0))
    return total


def _ways(s: India, start: str) -> dict[str, float]:
    """Return about how many tiles are missing from a city to every other one."""
    names = {HexId(city.hex): city.name for city in s.facts.cities.values()}
    origin = HexId(s.facts.cities[start].hex)
    best: dict[HexId, float] = {origin: 0.0}
    found: dict[str, float] = {}
    heap = [(0.0, origin)]
    while heap:
        far, here = heappop(heap)
        if far > best[here]:
            continue
        for edge, beyond in enumerate(s.book.atlas.neighbours[here]):
            if beyond is None:
                continue
            step = far + _joint(s, here, edge, beyond)
            name = names.get(beyond)
            if name is not None:
                found[name] = min(found.get(name, 99.0), step)
            step += _tile(s, beyond)
            if step < best.get(beyond, FAR):
                best[beyond] = step
                heappush(heap, (step, beyond))
    return found


# -- how likely a bond comes back --------------------------------------------------------------


def expected(s: India, seat: int, rounds: float) -> float:
    """Return how often a seat may expect to have its bond again at the end."""
    cities = named(s, seat)
    least = s.facts.contract_cities[0]
    effort = missing(s, cities) + 2.0 * max(0, least - len(cities))
    led = sum(1 for company in s.opened if s.director_seat(company) == seat)
    pace = OWN_PACE * led + OTHERS_PACE * (len(s.opened) - led) if s.opened else OWN_PACE + 4 * OTHERS_PACE
    return comes_back(effort, pace, rounds)


def comes_back(effort: float, pace: float, rounds: float) -> float:
    """Return the chance that all is joined before the end; what comes back early is spent again."""
    likely = 1.0 / (1.0 + exp((effort - 1.5 - pace * rounds) / 2.0))
    return likely * (1.0 + max(0.0, rounds - effort / pace) / SPENT_AGAIN)
