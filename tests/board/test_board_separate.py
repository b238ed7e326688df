"""Two places in one hex keep their separate networks through every upgrade of every title.

All faces that a hex can ever show are walked through, on the maps of all variants and ruling sets.
"""

from collections.abc import Iterator
from functools import cache

import pytest
from benchmarks.players import kinds_of, setup_of

from stellwerk.board import Atlas
from stellwerk.board.hexes import HexId
from stellwerk.board.tile import CITY, STOP, Face
from stellwerk.engine import Game, title
from stellwerk.mech18.track import NEXT_COLOUR

GROW_TOGETHER = {
    "1824": {"E12: 491 493", "E12: 493 496", "F17: 498 490"},  # Wien and Budapest, VII.7
    "1848": set[str](),  # VIII-Up-3: no city ever joins another one
    "1853": {"M9: M9 105", "R18: R18 105"},  # Bombay and Madras become one city
    "1854": {"C23: 433 451", "C23: 451 456", "J38: J38 15"},  # Wien and Sankt Pölten
}
"""Where the tile set itself has fewer cities than lie there (hex: old, new)."""

TOWNS_BECOME_A_CITY = {"1": "14", "55": "14", "2": "15", "56": "15", "69": "619"}
"""1854: the table of upgrades makes one city of two towns."""


@cache
def atlases(game: str) -> list[Atlas]:
    """Every map that a set-up of the title can have."""
    found = title(game)
    books = [Game(setup_of(found, seed)).state.book for seed in range(2 * len(kinds_of(found)))]
    return list({id(book.atlas): book.atlas for book in books}.values())


def upgrades(atlas: Atlas, hex_id: HexId) -> Iterator[tuple[Face, Face]]:
    """Every face that a hex can come to show, with the face that may follow."""
    spec = atlas.hexes[hex_id]
    front, known = [(spec.printed, spec.colour)], {spec.printed.key}
    while front:
        old, colour = front.pop()
        following = NEXT_COLOUR.get(colour, "")
        for number, rotations in atlas.fitting(hex_id, old, following):
            for rotation in rotations:
                new = atlas.face(number, rotation)
                yield old, new
                if new.key not in known:
                    known.add(new.key)
                    front.append((new, following))


@cache
def double(game: str) -> list[tuple[Atlas, HexId, Face, Face]]:
    """The upgrades of hexes with several places, on every map of a title; walked through once."""
    return [
        (atlas, hex_id, old, new)
        for atlas in atlases(game)
        for hex_id, spec in atlas.hexes.items()
        if spec.buildable
        for old, new in upgrades(atlas, hex_id)
        if len(old.stops) > 1
    ]


of_each_game = pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.xdist_group(f"maps of {game}")) for game in sorted(GROW_TOGETHER)],
)


def number_of(face: Face) -> str:
    return face.key.partition(":")[0]


def networks(face: Face) -> list[frozenset[int]]:
    """Sides by the network that they belong to inside the hex, told by the paths alone."""
    groups = [{STOP + index} for index in range(len(face.stops))] + [{edge} for edge in face.exits]
    for path in face.paths:
        hit = [group for group in groups if group & {path.a, path.b}]
        groups = [group for group in groups if group not in hit] + [set().union(*hit)]
    return [frozenset(end for end in group if end < STOP) for group in groups]


@pytest.mark.rule("1848-VIII-Up-3", "1848-XI-2")
@of_each_game
def test_separate_networks_stay_separate(game):
    """Judged by the paths on both faces: no two old networks lie in one new network of stops."""
    known = {}
    for _, hex_id, old, new in double(game):
        if len(new.stops) < len(old.stops):
            continue
        for face in (old, new):
            if face.key not in known:
                known[face.key] = networks(face)
        for there in known[new.key]:
            inside = [before for before in known[old.key] if before and before <= there]
            assert len(inside) <= 1, (hex_id, old.key, new.key)


@pytest.mark.rule("1848-VIII-Up-3")
@of_each_game
def test_no_stop_is_lost_unless_the_tile_has_fewer(game):
    """Old stops fill as many new ones as there are, so none merges beside the joins of the tile set."""
    for atlas, hex_id, old, new in double(game):
        moved = atlas.stop_map(old, new)
        assert len(set(moved)) == min(len(old.stops), len(new.stops)), (hex_id, old.key, new.key)
        for index, target in enumerate(moved):
            assert old.stop_exits[index] <= new.stop_exits[target], (hex_id, old.key, new.key)


@pytest.mark.rule("1824-VII.7-3", "1854-TR-3", "1853-4.2.4")
@of_each_game
def test_places_grow_together_where_the_tiles_say_so(game):
    """And nowhere else."""
    cities, towns = set(), set()
    for _, hex_id, old, new in double(game):
        if len(new.stops) < len(old.stops):
            found = cities if old.stops[0].kind == CITY else towns
            found.add(f"{hex_id}: {number_of(old)} {number_of(new)}")
    assert cities == GROW_TOGETHER[game]
    assert {join.partition(": ")[2] for join in towns} == (
        {f"{old} {new}" for old, new in TOWNS_BECOME_A_CITY.items()} if game == "1854" else set()
    )


@pytest.mark.rule("1848-VIII-Up-3")
def test_every_brown_oo_tile_still_has_its_turns(atlas):
    """Green 59 with sides 3 and 5 takes nine brown faces: of each tile those with a city for either track."""
    green = atlas.face("59", 3)
    assert green.stop_exits == (frozenset({3}), frozenset({5}))
    fits = dict(atlas.fitting("G10", green, "brown"))
    assert fits == brown_by_hand()
    assert sum(map(len, fits.values())) == 9


def brown_by_hand() -> dict[str, tuple[int, ...]]:
    """The two cities' sides of tiles 64 to 68, turned, with side 3 in one city and side 5 in the other."""
    sides = {
        "64": ({0, 2}, {3, 4}),
        "65": ({0, 4}, {2, 3}),
        "66": ({0, 3}, {1, 2}),
        "67": ({0, 3}, {2, 4}),
        "68": ({0, 3}, {1, 4}),
    }
    found: dict[str, tuple[int, ...]] = {}
    seen = set()
    for number, cities in sides.items():
        fits = []
        for turned in range(6):
            a, b = ({(side + turned) % 6 for side in city} for city in cities)
            picture = number, frozenset((frozenset(a), frozenset(b)))
            if ((3 in a and 5 in b) or (3 in b and 5 in a)) and picture not in seen:
                seen.add(picture)
                fits.append(turned)
        if fits:
            found[number] = tuple(fits)
    return found
