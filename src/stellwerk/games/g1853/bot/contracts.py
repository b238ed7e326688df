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


# -- how likely a bond comes back --------------------------------------------------------------

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
    atlas, board = s.book.atlas, s.board
    best: dict[HexId, float] = dict.fromkeys(joined, 0.0)
    heap = [(0.0, hex_id) for hex_id in sorted(joined)]
    while heap:
        far, here = heappop(heap)
        if here in left:
            return far, here
        if far > best[here]:
            continue
        face = board.face(atlas, here)
        for edge, beyond in enumerate(atlas.neighbours[here]):
            if beyond is None:
                continue
            there = board.face(atlas, beyond)
            step = 0.02
            if (face.paths and edge not in face.exits) or (there.paths and OPPOSITE[edge] not in there.exits):
                step += NO_JOINT
            if not there.paths and beyond not in left:
                step += NO_TRACK + DEAR * atlas.hexes[beyond].costs.get("metre", 0)
            if far + step < best.get(beyond, 1e9):
                best[beyond] = far + step
                heappush(heap, (far + step, beyond))
    return 99.0, min(left)


def chance(s: India, seat: int, rounds: float) -> float:
    """Return how likely the cities of a seat hang together before the end."""
    cities = named(s, seat)
    least = s.facts.contract_cities[0]
    effort = missing(s, cities) + 2.0 * max(0, least - len(cities))
    led = sum(1 for company in s.opened if s.director_seat(company) == seat)
    pace = OWN_PACE * led + OTHERS_PACE * (len(s.opened) - led) if s.opened else OWN_PACE + 4 * OTHERS_PACE
    return 1.0 / (1.0 + exp((effort - 1.5 - pace * rounds) / 2.0))
