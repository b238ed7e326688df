"""The map of cities: labels that can be told apart, tracks beside each other, links without text."""

from xml.etree import ElementTree

from stellwerk.games.gimperial_steam.show.city_map import City, Link, Network, Way
from stellwerk.games.gimperial_steam.show.drawing import name_lines, network_svg
from stellwerk.games.gimperial_steam.show.labels import Spot, inside, overlap, places

FRAME = (0.0, 0.0, 600.0, 600.0)


def city(id: str, x: float, y: float, **more: object) -> City:
    return City(id=id, name=id, x=x, y=y, shape="plain", number=2, words=id, href=f"?{id}", **more)  # type: ignore[arg-type]


def link(id: str, one: str, other: str, **more: object) -> Link:
    return Link(id=id, ends=(one, other), kind="plain", words=id, href=f"?{id}", **more)  # type: ignore[arg-type]


def spot(x: float, y: float, width: float) -> Spot:
    return Spot(x, y, width, 20.0, ((x - 17, y - 17, x + 17, y + 33),))


def test_a_label_stands_by_its_own_city() -> None:
    """Two cities side by side: each label is nearer to its own, and off the line between them."""
    cities = (spot(300, 300, 90), spot(380, 300, 90))
    line = (300.0, 300.0, 380.0, 300.0)
    found = places(cities, (line,), (), FRAME)
    for at, (x, y) in enumerate(found):
        own, other = cities[at], cities[1 - at]
        assert abs(x - own.x) + abs(y - own.y) < abs(x - other.x) + abs(y - other.y)
        assert inside(line, (x - 45, y - 10, x + 45, y + 10)) == 0


def test_labels_keep_off_signs_and_edges() -> None:
    sign = (90.0, 20.0, 220.0, 80.0)
    [(x, y)] = places((spot(50, 50, 80),), (), (sign,), FRAME)
    assert not (sign[0] < x + 40 and x - 40 < sign[2] and sign[1] < y + 10 and y - 10 < sign[3])
    assert x - 40 >= 0
    assert y - 10 >= 0


def test_a_label_is_given_way() -> None:
    """Three cities in a row near the edge: no label lies on another, or on what is drawn at a city."""
    cities = tuple(spot(60 + 70 * at, 60, 110) for at in range(3))
    found = places(cities, (), (), FRAME)
    boxes = [(x - 55, y - 10, x + 55, y + 10) for x, y in found]
    for at, box in enumerate(boxes):
        assert not any(overlap(box, other) for other in boxes[at + 1 :])
        assert not any(overlap(box, piece) for city in cities for piece in city.pieces)


def test_long_names_take_two_lines() -> None:
    assert name_lines("St. Veit a. d. Glan") == ("St. Veit", "a. d. Glan")
    assert name_lines("Bruck a. d. Mur") == ("Bruck", "a. d. Mur")
    assert name_lines("Mürzzuschlag") == ("Mürzzuschlag",)
    assert name_lines("Wr. Neustadt") == ("Wr. Neustadt",)


def test_how_much_of_a_line_is_inside() -> None:
    box = (0.0, 0.0, 10.0, 10.0)
    assert inside((-5, 5, 15, 5), box) == 10
    assert inside((5, 5, 5, 30), box) == 5
    assert inside((-5, 20, 15, 20), box) == 0
    assert inside((20, -5, 20, 15), box) == 0


def test_the_drawing() -> None:
    network = Network(
        title="A map",
        cities=[city("A & B", 100, 100, open=True), city("C", 300, 100, chosen=True), city("D", 300, 300)],
        links=[
            link("L1", "A & B", "C", tracks=(("player-red", 0), ("player-yellow", 3)), open=True),
            link("L2", "C", "D", crown=True, label="Pass"),
        ],
        ways=[Way(("L1", "L2"), "player-red")],
    )
    root = ElementTree.fromstring(network_svg(network))
    anchors = root.findall("a")
    assert [found.get("id") for found in anchors] == ["link-L1", "link-L2", "city-A & B", "city-C", "city-D"]
    assert all(not "".join(found.itertext()) for found in anchors), "text in a link would have to be its name"
    assert [found.get("tabindex") for found in anchors] == ["0", "-1", "0", "0", "-1"]
    rails = [found for found in root.iter("line") if "net-rail " in f"{found.get('class')} "]
    assert [found.get("class") for found in rails] == ["net-rail player-red", "net-rail player-yellow"]
    assert rails[0].get("y1") != rails[1].get("y1"), "beside each other"
    assert [found.text for found in root.findall(".//g[@class='net-step']/text")] == ["1", "2"]
