"""The map as SVG: well-formed, complete, and never told by colour alone."""

from xml.etree import ElementTree

import pytest

from stellwerk.board import Board, network, reach
from stellwerk.board.tile import STOP
from stellwerk.draw import DARK, LIGHT, RouteLine, drawing, map_svg
from stellwerk.draw.drawing import segment_ends
from stellwerk.draw.geometry import (
    HALF,
    RADIUS,
    on_side,
    on_track,
    slot_spots,
    slots_of,
    stop_spots,
    toward,
    track,
)
from stellwerk.draw.page import hex_svg

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
    assert classes.count("open-frame") == 1
    routes = [element for element in root.iter(f"{SVG}path") if element.get("class") == "route"]
    assert any(element.get("stroke") == "#00ff00" and element.get("stroke-dasharray") for element in routes)
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert {"CAR", "WA", "COM", "OO", "TAS", "Port Augusta", "14"} <= set(texts)


@pytest.mark.parametrize("game", ["atlas", "austria"])
def test_all_faces_can_be_drawn(request, game):
    """Stops lie inside the hex and apart from each other."""
    atlas = request.getfixturevalue(game)
    for tile in atlas.tiles.values():
        for rotation in range(6):
            face = tile.turned(rotation)
            spots = stop_spots(face)
            assert all(x * x + y * y < 35**2 for x, y in spots)
            for index, (x, y) in enumerate(spots):
                assert all((x - u) ** 2 + (y - v) ** 2 > 20**2 for u, v in spots[:index])
            for path in face.paths:
                assert track(face, path.a, path.b).startswith("M")


def test_track_between_two_stops(atlas):
    assert track(atlas.tiles["59"].turned(0), STOP, STOP + 1).count("L") == 1


def test_geometry():
    assert toward(4) == pytest.approx((HALF, 0))
    assert toward(2.5, RADIUS) == pytest.approx((0, -RADIUS))
    for a, b in ((0, 1), (0, 2), (0, 3), (4, 0), (5, 0)):
        assert on_track(a, b, 0) == pytest.approx(toward(a))
        assert on_track(a, b, 1) == pytest.approx(toward(b))
    for slots in range(1, 7):
        assert len(slot_spots(slots)) == slots


def drawn(atlas, board, key, phase="yellow"):
    return ElementTree.fromstring(hex_svg(drawing(atlas, COLOURS), board, key, phase))


def texts(root):
    return [element.text for element in root.iter(f"{SVG}text")]


def classes(root):
    return [element.get("class") for element in root.iter()]


@pytest.mark.parametrize(
    ("phase", "counts"), [("", None), ("yellow", "10"), ("green", "10"), ("brown", "40"), ("gray", "40")]
)
def test_a_mine(austria, phase, counts):
    """A pit with a circle, a sign, arrows instead of track, and only the values there are."""
    root = drawn(austria, Board(), "C6", phase)
    found = classes(root)
    assert [found.count(name) for name in ("pit", "slot", "hammers", "arrow", "track")] == [1, 1, 1, 2, 0]
    assert {"EPP", "10", "40"} <= set(texts(root))
    boxes = [element for element in root.iter(f"{SVG}rect") if element.get("class").startswith("phase fill-")]
    assert [box.get("class") for box in boxes] == ["phase fill-yellow", "phase fill-brown"]
    framed = [element for element in root.iter(f"{SVG}rect") if element.get("class") == "phase-frame"]
    values = dict(zip((box.get("x") for box in boxes), ("10", "40"), strict=True))
    assert [values[frame.get("x")] for frame in framed] == ([counts] if counts else [])


def test_a_marker_in_a_mine(austria):
    root = drawn(austria, Board().place(austria, "C6.0", "EPP"), "C6")
    assert classes(root).count("marker") == 1
    assert texts(root).count("EPP") == 1


def far_apart(circles, least):
    return all(
        (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 >= least**2
        for rank, a in enumerate(circles)
        for b in circles[:rank]
    )


def test_no_circles_overlap_in_a_capital(austria):
    faces = [austria.hexes["E12"].printed, austria.hexes["F17"].printed]
    faces += [austria.face(tile, 0) for tile in ("499", "491", "493", "496", "498", "490", "126", "495")]
    faces += [austria.face(tile, 3) for tile in ("491", "493", "498")]
    for face in faces:
        circles = [
            spot for index, stop in enumerate(face.stops) for spot in slots_of(face, index, stop.slots)
        ]
        assert far_apart(circles, 28.5), face.key
        assert all(x * x + y * y < 36**2 for x, y in circles), face.key


def test_homes_move_with_their_city(austria):
    """The names of the homes stand in the city that took the place of theirs."""

    def homes(board, key):
        return [
            element.text for element in drawn(austria, board, key).iter() if element.get("class") == "home"
        ]

    board = Board()
    assert homes(board, "E12") == ["SD1", "KK1", "KK2"]
    for tile in ("499", "491", "493", "496"):
        board = board.lay(austria, "E12", tile, 0)
        assert homes(board, "E12") == ["SD1", "KK1", "KK2"]
    # Turned around, the joint city of brown is that of the Südbahn and the first k.k. railway.
    assert homes(Board().lay(austria, "E12", "493", 3), "E12") == ["KK2", "SD1", "KK1"]
    assert homes(Board().lay(austria, "F17", "498", 3), "F17") == ["UG1"]
    assert homes(Board().place(austria, "F17.1", "UG1").lay(austria, "F17", "490", 0), "F17") == []


def test_lanes_meet_at_the_border(austria):
    """Seen from both hexes a lane crosses the side at the same point, and lanes keep apart."""
    west, middle, east = (austria.hexes[key].printed for key in ("J11", "J13", "J15"))
    for one, edge, other in ((west, 4, middle), (middle, 4, east)):
        ends = [on_side(one, edge, lane) for lane in (0, 1)]
        beyond = [on_side(other, 1, lane) for lane in (0, 1)]
        for (x, y), (u, v) in zip(ends, beyond, strict=True):
            assert (x - 2 * HALF, y) == pytest.approx((u, v))
        assert far_apart(ends, 11.5)
    # The lines out of a hex do not cross: what comes from further up stays above.
    assert on_side(west, 4, 1)[1] < on_side(west, 4, 0)[1]
    assert on_side(west, 3) == pytest.approx(toward(3))


def test_a_route_is_drawn_in_its_lane(austria):
    board = Board().lay(austria, "I16", "1", 0)
    [segment] = [s for s in network(austria, board).segments() if "J13.0" in (s.a, s.b)]
    assert segment_ends(segment) == [
        ("I16", (STOP + 1, 0, 0, 0)),
        ("J15", (3, 1, 0, 0)),
        ("J13", (4, STOP, 0, 0)),
    ]
    other = Board().lay(austria, "I12", "9", 0).lay(austria, "H13", "9", 0).lay(austria, "G14", "9", 0)
    other = other.lay(austria, "F15", "9", 0).lay(austria, "E16", "1", 0)
    [segment] = [s for s in network(austria, other).segments() if "J13.0" in (s.a, s.b)]
    ends = dict(segment_ends(segment))
    assert ends["J11"] == (3, 4, 0, 1)
    assert ends["J13"] == (1, STOP, 1, 0)
    # The line over the city's own lane is part of the track that the map shows.
    d = track(austria.hexes["J13"].printed, *ends["J13"])
    assert d in map_svg(austria, other, routes=[RouteLine((segment,))]).partition('class="route"')[2]
    shown = drawing(austria).cell(other, "J13", "").track
    assert shown.count("M") == 12  # six paths, each with its casing
    assert d in shown


def test_values_keep_off_the_arrows(austria):
    """Where arrows come in at the top, the values stand below."""

    def height(key):
        root = drawn(austria, Board(), key)
        return {float(e.get("y")) > 0 for e in root.iter(f"{SVG}rect") if e.get("class").startswith("phase ")}

    assert {key: height(key) for key in ("A4", "B3", "H1", "I2", "H27", "C6", "H25")} == {
        "A4": {False},
        "B3": {False},
        "H1": {True},
        "I2": {True},
        "H27": {True},
        "C6": {True},
        "H25": {True},
    }
