"""Cities of one hex that grow together: Wien from three to one, Budapest from two to one."""

import pytest

from stellwerk.board import Board
from stellwerk.board.tile import Stop, keeps_places

CITY, TOWN, MINE = Stop("city", 1), Stop("town"), Stop("mine", 1)


@pytest.fixture
def green(austria):
    """Wien with its green tile: three cities, each on a track of its own."""
    return Board().lay(austria, "E12", "499", 0).lay(austria, "E12", "491", 0)


def mark(atlas, board, owners):
    for index, owner in enumerate(owners):
        if owner:
            board = board.place(atlas, f"E12.{index}", owner)
    return board


@pytest.mark.parametrize(
    ("old", "new", "fits"),
    [
        ([], [], True),
        ([], [CITY], False),
        ([CITY], [], False),
        ([CITY], [CITY], True),
        ([CITY], [CITY, CITY], False),
        ([CITY, CITY], [CITY], True),
        ([CITY, CITY, CITY], [CITY], True),
        ([CITY, CITY, CITY], [CITY, CITY], True),
        ([CITY, CITY], [], False),
        ([CITY, CITY], [TOWN], False),
        ([TOWN, TOWN], [TOWN, TOWN], True),
        ([TOWN, TOWN], [TOWN], False),
        ([TOWN], [CITY], False),
        ([CITY, TOWN], [TOWN, CITY], True),
        ([CITY, CITY, TOWN], [CITY, TOWN], True),
        ([CITY, CITY, TOWN], [CITY, CITY], False),
        ([MINE, MINE], [MINE], False),
    ],
)
def test_same_places(old, new, fits):
    assert keeps_places(old, new, joins=True) is fits
    # Where cities do not grow together, there are as many as before.
    assert keeps_places(old, new) is (fits and len(old) == len(new))


def test_only_tiles_made_for_the_place_join_cities(austria, atlas):
    """By the letter: Wien takes the one city of its gray tile, but of no other; OO in 1848 never."""
    wien, oo = austria.face("493", 0), atlas.face("59", 0)
    assert austria.same_places("E12", wien, austria.tiles["496"])
    assert not austria.same_places("E12", wien, austria.tiles["495"])
    assert not austria.same_places("E12", wien, austria.tiles["611"])
    assert not atlas.same_places("B17", oo, atlas.tiles["611"])
    assert atlas.same_places("B17", oo, atlas.tiles["64"])


def test_tiles_of_wien(austria):
    """Every tile fits on the one before it although there are fewer cities each time."""
    face = austria.hexes["E12"].printed
    seen = []
    for colour in ("yellow", "green", "brown", "gray"):
        [(number, rotations)] = austria.fitting("E12", face, colour)
        seen.append((number, rotations))
        face = austria.face(number, 0)
    # Green and brown can be turned around: brown then joins the other two cities.
    assert seen == [("499", (0,)), ("491", (0, 3)), ("493", (0, 3)), ("496", (0,))]


@pytest.mark.parametrize("turned", [0, 3])
@pytest.mark.parametrize("number", ["491", "493"])
def test_all_track_of_wien_is_kept(austria, number, turned):
    before = {"491": austria.face("499", 0), "493": austria.face("491", 0)}[number]
    after = austria.face(number, turned)
    for old, new in enumerate(austria.stop_map(before, after)):
        assert before.stop_exits[old] <= after.stop_exits[new]


def test_stops_that_grow_together(austria):
    yellow, green, brown = (austria.face(number, 0) for number in ("499", "491", "493"))
    assert austria.stop_map(yellow, green) == (0, 1, 2)
    assert austria.stop_map(green, brown) == (0, 1, 1)
    assert austria.stop_map(green, austria.face("493", 3)) == (1, 1, 0)
    assert austria.stop_map(brown, austria.face("496", 0)) == (0, 0)


@pytest.mark.parametrize(
    ("owners", "brown", "gray"),
    [
        (("SD", "KK", "UG"), {"E12.0": ("SD",), "E12.1": ("KK", "UG", "")}, ("SD", "KK", "UG", "")),
        (("", "KK", "UG"), {"E12.1": ("KK", "UG", "")}, ("KK", "UG", "", "")),
        (("SD", "", "UG"), {"E12.0": ("SD",), "E12.1": ("UG", "", "")}, ("SD", "UG", "", "")),
        (("SD", "KK", ""), {"E12.0": ("SD",), "E12.1": ("KK", "", "")}, ("SD", "KK", "", "")),
        (("", "", "UG"), {"E12.1": ("UG", "", "")}, ("UG", "", "", "")),
    ],
)
def test_markers_of_wien(austria, green, owners, brown, gray):
    """Markers that come into one city stand side by side, none is lost."""
    board = mark(austria, green, owners).lay(austria, "E12", "493", 0)
    assert board.markers == brown
    board = board.lay(austria, "E12", "496", 0)
    assert board.markers == {"E12.0": gray}
    assert board.beside == {}


def test_markers_when_brown_is_turned(austria, green):
    board = mark(austria, green, ("SD", "KK", "UG")).lay(austria, "E12", "493", 3)
    assert board.markers == {"E12.0": ("UG",), "E12.1": ("SD", "KK", "")}


def test_a_slot_that_was_taken_later_stays_taken(austria, green):
    """The third slot of brown Wien was free for all and goes on to gray with the others."""
    board = mark(austria, green, ("SD", "KK", "UG")).lay(austria, "E12", "493", 0)
    board = board.place(austria, "E12.1", "BK").lay(austria, "E12", "496", 0)
    assert board.markers == {"E12.0": ("SD", "KK", "UG", "BK")}


def test_markers_of_budapest(austria):
    board = Board().place(austria, "F17.1", "UG1")
    assert board.lay(austria, "F17", "498", 0).markers == {"F17.1": ("UG1",)}
    # The tile shows the same picture turned around, with the other numbers.
    turned = board.lay(austria, "F17", "498", 3)
    assert turned.markers == {"F17.0": ("UG1",)}
    both = turned.place(austria, "F17.1", "SD").lay(austria, "F17", "490", 0)
    assert both.markers == {"F17.0": ("UG1", "SD")}


def test_where_a_printed_stop_is_now(austria, green):
    blank = Board()
    assert [blank.stop_now(austria, f"E12.{index}") for index in range(3)] == ["E12.0", "E12.1", "E12.2"]
    assert [green.stop_now(austria, f"E12.{index}") for index in range(3)] == ["E12.0", "E12.1", "E12.2"]
    around = Board().lay(austria, "E12", "491", 3)
    assert [around.stop_now(austria, f"E12.{index}") for index in range(3)] == ["E12.2", "E12.1", "E12.0"]
    brown = green.lay(austria, "E12", "493", 0)
    assert [brown.stop_now(austria, f"E12.{index}") for index in range(3)] == ["E12.0", "E12.1", "E12.1"]
    turned = green.lay(austria, "E12", "493", 3)
    assert [turned.stop_now(austria, f"E12.{index}") for index in range(3)] == ["E12.1", "E12.1", "E12.0"]
    gray = brown.lay(austria, "E12", "496", 0)
    assert {gray.stop_now(austria, f"E12.{index}") for index in range(3)} == {"E12.0"}
    budapest = Board().lay(austria, "F17", "498", 0)
    assert budapest.stop_now(austria, "F17.1") == "F17.1"
    assert budapest.lay(austria, "F17", "490", 0).stop_now(austria, "F17.1") == "F17.0"


@pytest.mark.parametrize(
    "tiles", [("499",), ("499", "491"), ("499", "491", "493"), ("499", "491", "493", "496")]
)
@pytest.mark.parametrize("home", ["E12.0", "E12.1", "E12.2"])
def test_a_home_marker_and_its_home_go_the_same_way(austria, tiles, home):
    board = Board().place(austria, home, "KK")
    for tile in tiles:
        for rotation in austria.rotations(board.face(austria, "E12"), austria.tiles[tile]):
            after = board.lay(austria, "E12", tile, rotation)
            assert after.markers_of("KK") == (after.stop_now(austria, home),)
        board = after


def test_other_homes_stay(atlas):
    board = Board().lay(atlas, "E4", "57", 1).lay(atlas, "E4", "14", 1)
    assert board.stop_now(atlas, "E4.0") == "E4.0"
    assert board.stop_now(atlas, "D1.0") == "D1.0"
