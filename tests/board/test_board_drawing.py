"""The map as SVG: well-formed, complete, and never told by colour alone."""

from xml.etree import ElementTree

import pytest

from stellwerk.board import Board, reach
from stellwerk.board.tile import STOP
from stellwerk.draw import DARK, LIGHT, RouteLine, map_svg
from stellwerk.draw.geometry import HALF, RADIUS, on_track, slot_spots, stop_spots, toward, track

SVG = "{http://www.w3.org/2000/svg}"
COLOURS = {"CAR": ("#1b1b1b", "#ffffff"), "WA": ("#c5281f", "#ffffff")}


@pytest.fixture
def board(atlas):
    return (
        Board()
        .lay(atlas, "E2", "57", 1)
        .lay(atlas, "E4", "14", 1)
        .lay(atlas, "E6", "23", 1)
        .lay(atlas, "D3", "1", 0)
        .lay(atlas, "B17", "59", 1)
        .lay(atlas, "I8", "241", 0)
        .place(atlas, "E4.0", "CAR")
        .place(atlas, "D1.0", "WA")
        .place_beside("F17.0", "COM")
    )


def hexes(svg):
    root = ElementTree.fromstring(svg)
    return {group.get("id"): group for group in root.iter(f"{SVG}g") if group.get("class") == "hex"}


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_every_hex_is_drawn_and_titled(atlas, board, theme):
    found = hexes(map_svg(atlas, board, colours=COLOURS, phase="green", theme=theme))
    assert set(found) == {f"hex-{key}" for key in atlas.hexes}
    for key, group in found.items():
        assert group.find(f"{SVG}title").text.startswith(key.removeprefix("hex-"))
    words = found["hex-E4"].find(f"{SVG}title").text
    assert words == "E4 Port Augusta, green tile 14, city worth 30, stations CAR"


def test_the_drawing_is_stable(atlas, board):
    again = Board(board.laid, board.markers, board.beside)
    assert map_svg(atlas, board, colours=COLOURS) == map_svg(atlas, again, colours=COLOURS)


def test_names_and_titles_can_be_replaced(atlas):
    svg = map_svg(atlas, Board(), names={"D1": "Perth & <West>"}, describe=lambda key: f"Feld {key}")
    assert hexes(svg)["hex-D1"].find(f"{SVG}title").text == "Feld D1"
    assert "&amp; &lt;West&gt;" in svg
    assert "Kalgoorlie" not in svg


def test_markers_routes_and_reachable_hexes(atlas, board):
    usable = reach(atlas, board, "CAR")
    assert usable.segments
    svg = map_svg(
        atlas,
        board,
        colours=COLOURS,
        routes=[RouteLine(usable.segments), RouteLine(usable.segments[:1], "#00ff00")],
        reachable={"E6"},
    )
    root = ElementTree.fromstring(svg)
    classes = [element.get("class") for element in root.iter()]
    assert classes.count("rch") == 1
    routes = [element for element in root.iter(f"{SVG}path") if element.get("class") == "rt"]
    assert any(element.get("stroke") == "#00ff00" and element.get("stroke-dasharray") for element in routes)
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert {"CAR", "WA", "COM", "OO", "TAS", "Port Augusta", "14"} <= set(texts)


def test_all_faces_can_be_drawn(atlas):
    """Stops lie inside the hex and apart from each other."""
    for tile in atlas.tiles.values():
        for rotation in range(6):
            face = tile.turned(rotation)
            spots = stop_spots(face)
            assert all(x * x + y * y < 35**2 for x, y in spots)
            for index, (x, y) in enumerate(spots):
                assert all((x - u) ** 2 + (y - v) ** 2 > 20**2 for u, v in spots[:index])
            for path in face.paths:
                assert track(face, path.a, path.b).startswith("M")
    assert track(atlas.tiles["59"].turned(0), STOP, STOP + 1).count("L") == 1


def test_geometry():
    assert toward(4) == pytest.approx((HALF, 0))
    assert toward(2.5, RADIUS) == pytest.approx((0, -RADIUS))
    for a, b in ((0, 1), (0, 2), (0, 3), (4, 0), (5, 0)):
        assert on_track(a, b, 0) == pytest.approx(toward(a))
        assert on_track(a, b, 1) == pytest.approx(toward(b))
    for slots in range(1, 7):
        assert len(slot_spots(slots)) == slots
