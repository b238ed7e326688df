"""What joining the cities of a contract takes at least: a fact about the map, and no advice.

Counted are hexes without track on the shortest way between all the cities, and of the shortest ways the one
over the cheapest ground. What others may build meanwhile is left out.
"""

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from stellwerk.board.hexes import OPPOSITE, HexId
from stellwerk.games.g1853.rules.state import India

METRE, STANDARD = "metre", "standard"

Effort = tuple[int, int]
"""Tiles, and the cost of their ground."""


class Takes(NamedTuple):
    """Tiles, and what their ground costs in either gauge."""

    tiles: int
    standard: int
    metre: int

    def beyond(self, other: "Takes") -> "Takes":
        """What it takes more than another."""
        return Takes(self.tiles - other.tiles, self.standard - other.standard, self.metre - other.metre)


NOTHING = Takes(0, 0, 0)


def takes_with(s: India, cities: Sequence[str], more: Sequence[str]) -> Mapping[str, Takes]:
    """Return what it takes to join some cities and one more, for each of those that may be the one."""
    hexes = [HexId(s.facts.cities[city].hex) for city in dict.fromkeys(cities)]
    standard, metre = (trees(s, hexes, gauge) for gauge in (STANDARD, METRE))
    found = {}
    for city in more:
        here = HexId(s.facts.cities[city].hex)
        if here in standard:
            (tiles, ground), (_, narrow) = standard[here], metre[here]
            found[city] = Takes(tiles, ground, narrow)
    return found


def takes_so_far(s: India, cities: Sequence[str]) -> list[Takes]:
    """Return what joining takes when the cities are joined as they were named: with the first, with two, …"""
    cities = list(dict.fromkeys(cities))
    found = []
    for count, city in enumerate(cities):
        takes = takes_with(s, cities[:count], [city])
        if city not in takes:
            break
        found.append(takes[city])
    return found


def trees(s: India, ends: Sequence[HexId], gauge: str) -> Mapping[HexId, Effort]:
    """Return the least effort to join all ends and one hex more, for each hex (Dreyfus and Wagner)."""
    own = {key: effort(s, key, gauge) for key in s.book.atlas.hexes}
    if not ends:
        return own
    every = (1 << len(ends)) - 1
    best: dict[int, dict[HexId, Effort]] = {}
    for some in range(1, every + 1):
        found: dict[HexId, Effort] = {}
        if some & (some - 1) == 0:
            end = ends[some.bit_length() - 1]
            found[end] = own[end]
        part = (some - 1) & some
        while part > some ^ part:  # each pair of parts once
            one, other = best[part], best[some ^ part]
            for key in one.keys() & other.keys():
                both = less(add(one[key], other[key]), own[key])
                found[key] = min(found.get(key, both), both)
            part = (part - 1) & some
        best[some] = spread(s, found, own)
    return best[every]


def spread(s: India, found: dict[HexId, Effort], own: Mapping[HexId, Effort]) -> dict[HexId, Effort]:
    """The same trees with branches that lead to any other hex."""
    heap = [(far, key) for key, far in found.items()]
    heapify(heap)
    while heap:
        far, here = heappop(heap)
        if far > found[here]:
            continue
        for edge, beyond in enumerate(s.book.atlas.neighbours[here]):
            if beyond is None or not (leads(s, here, edge) and leads(s, beyond, OPPOSITE[edge])):
                continue
            longer = add(far, own[beyond])
            if beyond not in found or longer < found[beyond]:
                found[beyond] = longer
                heappush(heap, (longer, beyond))
    return found


def leads(s: India, here: HexId, edge: int) -> bool:
    """Whether track of this hex leads over that side, or could."""
    face = s.board.face(s.book.atlas, here)
    return edge in face.exits if face.paths else s.book.atlas.hexes[here].buildable


def effort(s: India, here: HexId, gauge: str) -> Effort:
    if s.board.face(s.book.atlas, here).paths:
        return (0, 0)
    return (1, s.book.atlas.hexes[here].costs.get(gauge, 0))


def add(one: Effort, other: Effort) -> Effort:
    return (one[0] + other[0], one[1] + other[1])


def less(one: Effort, other: Effort) -> Effort:
    return (one[0] - other[0], one[1] - other[1])
