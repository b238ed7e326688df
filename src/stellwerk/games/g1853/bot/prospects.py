"""What a company's track may grow into: the places that a few more tiles of one gauge would join."""

from heapq import heappop, heappush

from stellwerk.board.hexes import OPPOSITE, HexId
from stellwerk.board.reach import reach
from stellwerk.board.tile import Face, revenue
from stellwerk.engine.memo import Memo
from stellwerk.games.g1853.rules.state import India

FAR = 4.0
"""Tiles after which a place counts nothing."""
NEARNESS = 0.65
"""How much less a place counts for every tile that is missing on the way to it."""
REBUILT, NOT_YET = 1.0, 3.0
"""What track that does not meet counts for, in tiles: it must be upgraded, which phase 2 does not know."""
DEAR = 0.005
"""How much more a tile counts for every pound of its terrain."""
TOWNS = 12.0
"""What towns on the way add for every city of a run at most."""


class Prospect:
    """Places that a company reaches or may reach by one gauge, near ones counting most."""

    def __init__(self, cities: list[float], towns: float) -> None:
        self.cities, self.towns = sorted(cities, reverse=True), towns

    def run(self, cities: int) -> float:
        """Return what a train to so many cities may earn."""
        return sum(self.cities[:cities]) + min(self.towns, TOWNS * (cities + 1))


_PROSPECTS: Memo[tuple[str, str, str], Prospect] = Memo("bot_prospects", 64)


def prospect(s: India, company: str, gauge: str) -> Prospect:
    kept = _PROSPECTS.of(s.board)
    key = (company, gauge, s.colour)
    found = kept.get(key)
    if found is None:
        found = kept[key] = _prospect(s, company, gauge)
    return found


def _prospect(s: India, company: str, gauge: str) -> Prospect:
    atlas, board, colour = s.book.atlas, s.board, s.colour
    part = reach(atlas, board, company, gauge)
    cities, towns = [], 0.0
    for hex_id, tiles in _tiles_to(s, part.hexes, part.exits, gauge).items():
        if not atlas.hexes[hex_id].printed.stops:
            continue
        weight = NEARNESS**tiles
        stops = board.face(atlas, hex_id).stops
        best = max((revenue(stop, colour) for stop in stops if stop.kind == "city"), default=0)
        blank = any(stop.kind == "city" for stop in stops) and not best
        if best or blank:
            cities.append(weight * (best or 20))
        else:
            towns += weight * sum(max(10, revenue(stop, colour)) for stop in stops)
    return Prospect(cities, towns)


def _tiles_to(
    s: India, hexes: frozenset[HexId], exits: frozenset[tuple[HexId, int]], gauge: str
) -> dict[HexId, float]:
    """Return about how many tiles are missing to every hex in reach."""
    atlas, board, hexes_of = s.book.atlas, s.board, s.book.atlas.hexes
    rebuilt = REBUILT if s.phases else NOT_YET
    faces: dict[HexId, tuple[bool, frozenset[int]]] = {}

    def track(hex_id: HexId) -> tuple[bool, frozenset[int]]:
        """Whether there is any track, and the sides that this gauge leads out of."""
        found = faces.get(hex_id)
        if found is None:
            face = board.face(atlas, hex_id)
            found = faces[hex_id] = (bool(face.paths), _exits(face, gauge))
        return found

    best: dict[HexId, float] = dict.fromkeys(hexes, 0.0)
    heap = [(0.0, hex_id) for hex_id in hexes]
    heap.sort()
    while heap:
        far, here = heappop(heap)
        if far > best[here]:
            continue
        laid, out = track(here)
        for edge, beyond in enumerate(atlas.neighbours[here]):
            if beyond is None or best.get(beyond, FAR) <= far:
                continue
            step = far
            if laid and (edge not in out or (here in hexes and (here, edge) not in exits)):
                step += rebuilt
            laid_there, into = track(beyond)
            if not laid_there:
                step += 1.0 + DEAR * hexes_of[beyond].costs.get(gauge, 0)
            elif OPPOSITE[edge] not in into:
                step += rebuilt
            if step < best.get(beyond, FAR):
                best[beyond] = step
                heappush(heap, (step, beyond))
    return best


_EXITS: Memo[str, frozenset[int]] = Memo("bot_exits", 4)


def _exits(face: Face, gauge: str) -> frozenset[int]:
    kept = _EXITS.of(face)
    found = kept.get(gauge)
    if found is None:
        found = kept[gauge] = face.exits_in(gauge)
    return found
