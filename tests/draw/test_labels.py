"""Every look that a hex of any map can ever have: no text lies on another, on a stop, or in the next hex.

Texts are as wide as was reckoned with, whatever the font (`draw.letters`), so this needs no browser.
"""

from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import pytest

from stellwerk.board.atlas import Atlas
from stellwerk.board.hexes import HexId
from stellwerk.board.tile import COLOURS, Face
from stellwerk.draw.drawing import Drawing, draw_stops, draw_texts, drawing, tile_of
from stellwerk.draw.geometry import HALF, RADIUS
from stellwerk.draw.places import Places, broken
from stellwerk.draw.spots import OVER
from stellwerk.engine import Game, Setup
from tests.sampling import one_in

MAPS = {
    "1824": ("1824", "base", 4),
    "1824 Cisleithania": ("1824", "cisleithania-3", 3),
    "1824 goods time": ("1824", "goods-time", 4),
    "1848": ("1848", "base", 4),
    "1853": ("1853", "base", 4),
    "1854": ("1854", "base", 4),
}
SLACK = 0.5


def atlas_of(name: str) -> Atlas:
    game, variant, players = MAPS[name]
    atlas: Atlas = Game.new(
        Setup(game, ("A", "B", "C", "D")[:players], seed=1, variant=variant)
    ).state.book.atlas
    return atlas


def looks(atlas: Atlas, key: HexId) -> Iterator[Face]:
    """The printed hex, and every tile in every position that can lie on it after any others."""
    printed = atlas.hexes[key].printed
    seen, waiting = {printed.key}, [printed]
    while waiting:
        old = waiting.pop()
        yield old
        for colour in COLOURS:
            for tile, rotations in atlas.fitting(key, old, colour):
                for face in (atlas.face(tile, rotation) for rotation in rotations):
                    if face.key not in seen:
                        seen.add(face.key)
                        waiting.append(face)


def written(drawn: Drawing, key: HexId, face: Face) -> Places:
    spec = drawn.atlas.hexes[key]
    tile = None if face is spec.printed else drawn.atlas.tiles[tile_of(face)]
    places = Places(spec, face, tile, "yellow", {})
    draw_stops(places, [("AB",) * stop.slots for stop in face.stops], [()] * len(face.stops))
    draw_texts(places, "yellow", drawn.name(key))
    return places


def clashes(places: Places) -> list[str]:
    found = []
    for (x, y, wide, high), (x2, y2, wide2, high2) in combinations(places.spots.boxes, 2):
        across, down = (wide + wide2) / 2 - abs(x - x2), (high + high2) / 2 - abs(y - y2)
        if min(across, down) > SLACK:
            found.append(f"a text at {x:.0f}, {y:.0f} lies on that at {x2:.0f}, {y2:.0f}")
    for x, y, wide, high in places.spots.boxes:
        for at_x, at_y, radius in places.spots.stops:
            across, down = max(0.0, abs(x - at_x) - wide / 2), max(0.0, abs(y - at_y) - high / 2)
            if across**2 + down**2 < (radius - SLACK) ** 2:
                found.append(f"a text at {x:.0f}, {y:.0f} lies on a stop")
        right, low = abs(x) + wide / 2, abs(y) + high / 2
        if max(right, right / 2 + low * HALF / RADIUS) > HALF + OVER:
            found.append(f"a text at {x:.0f}, {y:.0f} lies in the next hex")
    return found


@pytest.mark.parametrize("name", MAPS)
def test_no_text_of_a_hex_lies_on_another(name: str) -> None:
    atlas = atlas_of(name)
    drawn = drawing(atlas)
    every = [(key, face) for key in atlas.hexes for face in looks(atlas, key) if face.stops]
    faults = [
        f"{key} {drawn.name(key)}, {face.key}: {fault}"
        for key, face in one_in(len(every) // 60 or 1, every)
        for fault in clashes(written(drawn, key, face))
    ]
    assert not faults, "\n".join(faults[:20])


def test_a_clash_would_be_seen() -> None:
    drawn = drawing(atlas_of("1848"))
    key = next(key for key, spec in drawn.atlas.hexes.items() if spec.printed.stops)
    places = written(drawn, key, drawn.atlas.hexes[key].printed)
    assert not clashes(places)
    places.spots.take_box((0, 0), 20, 10)
    places.spots.take_box((5, 5), 20, 10)
    assert len(clashes(places)) >= 2


def test_texts_have_their_width_with_them() -> None:
    """So a font that is wider than ours changes nothing."""
    drawn = drawing(atlas_of("1848"))
    key = next(key for key, spec in drawn.atlas.hexes.items() if spec.name)
    parts = "".join(written(drawn, key, drawn.atlas.hexes[key].printed).out)
    root = ElementTree.fromstring(f"<g>{parts}</g>")
    kinds = ("place-name", "hex-name")
    texts = [node for node in root.iter("text") if node.get("class", "").startswith(kinds)]
    assert len(texts) >= 2
    assert all(float(node.get("textLength", "0")) > 5 for node in texts)


def test_names_are_broken_where_they_have_a_gap() -> None:
    assert broken("Wien") == [["Wien"]]
    assert broken("Krems & Tulln") == [["Krems", "& Tulln"]]
    assert broken("Mount Gambier") == [["Mount Gambier"], ["Mount", "Gambier"]]
    assert broken("Graz-Köflacher Bahn")[1] == ["Graz-Köflacher", "Bahn"]
