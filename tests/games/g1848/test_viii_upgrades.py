"""VIII: upgrading track."""

from itertools import pairwise
from typing import Any

import pytest

from stellwerk.engine import legal
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

from .table import (
    at_home,
    do,
    forbidden,
    home,
    marker,
    offered,
    phase,
    refused,
    sells,
    start,
    stock,
    tile,
    turn,
)

GREEN = ("2", "3")
GREY = ("2", "3", "4", "5", "6", "8")


def canberra(*sold: str, cash: int = 800) -> Any:
    """FT in Canberra G14 with tracks to Wagga Wagga F13 (side 2) and to the mountain F15 (side 3)."""
    return tile(at_home("FT", *sold, cash=cash), "G14", "5", 2)


def lays(s: Any, hex_id: str) -> list[LayTile]:
    return offered(s, 0, lambda a: isinstance(a, LayTile) and a.hex == hex_id)


# -- VIII-Up-1: colours ---------------------------------

CITY = {"yellow": "57", "green": "14", "brown": "611", "gray": "915"}
COLOURS = tuple(CITY)


@pytest.mark.rule("1848-VIII-Up-1", "1848-X-1", "1848-X-3", "1848-X-5", "1848-X-7")
@pytest.mark.parametrize(
    ("sold", "best"),
    [
        (("2", "3"), "green"),
        (("2", "3", "4"), "green"),
        (("2", "3", "4", "5"), "brown"),
        (("2", "3", "4", "5", "6"), "brown"),
        (("2", "3", "4", "5", "6", "8"), "gray"),
    ],
)
def test_colours_become_available(sold, best):
    """Canberra goes from 57 (sides 0, 3) over 14 and 611 to 915."""
    s = at_home("FT", *sold)
    for colour, following in pairwise(COLOURS):
        s = turn(tile(s, "G14", CITY[colour], 0), "FT")
        upgrade = LayTile(0, "G14", CITY[following], 0)
        if COLOURS.index(following) <= COLOURS.index(best):
            assert upgrade in legal(s, 0)
            do(s, upgrade)
        else:
            forbidden(s, upgrade, "VIII-Up-1", colour=following, latest=best)


@pytest.mark.rule("1848-VIII-Up-1")
@pytest.mark.parametrize(
    ("kind", "price", "colour"), [("3", 200, "green"), ("5", 500, "brown"), ("8", 800, "gray")]
)
def test_a_colour_comes_with_the_purchase_itself(kind, price, colour):
    s = turn(sells(at_home("FT", cash=1000), kind), "FT", step=5)
    assert s.colour != colour
    assert do(s, BuyTrain(0, f"{kind}-0", kind, price)).colour == colour


@pytest.mark.rule("1848-VIII-Up-1")
def test_no_colour_is_left_out():
    s = turn(at_home("FT", *GREY), "FT")
    forbidden(s, LayTile(0, "G14", "14", 0), "VIII-Up-1", colour="green", here="white")
    s = tile(s, "G14", "57", 0)
    forbidden(s, LayTile(0, "G14", "611", 0), "VIII-Up-1", colour="brown", here="yellow")
    forbidden(s, LayTile(0, "G14", "6", 0), "VIII-Up-1", colour="yellow", here="yellow")
    s = tile(s, "G14", "14", 0)
    forbidden(s, LayTile(0, "G14", "915", 0), "VIII-Up-1", colour="gray", here="green")
    s = tile(tile(s, "G14", "611", 0), "G14", "915", 0)
    assert lays(s, "G14") == []


# -- VIII-Up-2: usable afterwards ---------------------------------


@pytest.mark.rule("1848-VIII-Up-2")
def test_only_a_tile_that_the_company_can_use():
    s = tile(canberra(*GREEN), "E10", "9", 1)  # nobody's track
    forbidden(turn(s, "FT"), LayTile(0, "E10", "23", 1), "VIII-Up-2", company="FT", hex="E10")


@pytest.mark.rule("1848-VIII-Up-2")
def test_usable_after_the_upgrade_is_enough():
    """F13 lies with sides 1 and 4; only its green tile meets FT's track from Canberra (side 5)."""
    s = turn(tile(canberra(*GREEN), "F13", "57", 1), "FT")
    joins = LayTile(0, "F13", "14", 1)  # sides 1, 2, 4, 5
    assert joins in legal(s, 0)
    do(s, joins)
    forbidden(s, LayTile(0, "F13", "14", 0), "VIII-Up-2", hex="F13")  # sides 0, 1, 3, 4: still apart


@pytest.mark.rule("1848-VIII-Up-2")
def test_the_new_track_need_not_be_usable():
    """E12 is a straight of FT (2–5); tile 20 adds a crossing track (0–3 or 1–4) that FT cannot enter."""
    s = tile(tile(canberra(*GREEN), "F13", "57", 2), "E12", "9", 2)
    do(turn(s, "FT"), LayTile(0, "E12", "20", 1))


# -- VIII-Up-3: what is kept ---------------------------------


@pytest.mark.rule("1848-VIII-Up-3")
def test_old_track_is_kept():
    s = turn(tile(canberra(*GREEN), "F13", "57", 2), "FT")  # sides 2 and 5
    # 14 turned by 2 and 15 turned by 2 have sides 2 and 5; 15 turned by 0 has only 0, 1, 2, 3.
    assert {LayTile(0, "F13", "14", 2), LayTile(0, "F13", "15", 2)} <= set(legal(s, 0))
    forbidden(s, LayTile(0, "F13", "15", 0), "VIII-Up-3", tile="15", rotation=0, hex="F13")


@pytest.mark.rule("1848-VIII-Up-3", "1848-XI-2")
@pytest.mark.parametrize("rulings", ["book", "18xx.games"])
def test_the_two_cities_of_a_hex_stay_apart(rulings):
    """Ballarat & Bendigo, green 59 with VR's marker in the city of side 3 and SAR's in that of side 5."""
    s = start(start(phase(stock(rulings=rulings), *GREEN, "4", "5"), "VR"), "SAR", seat=1)
    s = tile(home(s, "VR", "SAR"), "G10", "59", 3)
    s = turn(marker(marker(s, "VR", "G10.0"), "SAR", "G10.1"), "VR")
    for number, rotation in (("64", 3), ("65", 5), ("67", 1)):
        lay = LayTile(0, "G10", number, rotation)
        forbidden(s, lay, "VIII-Up-3", tile=number, rotation=rotation, hex="G10")
        assert "two places" in str(refused(s, lay, "VIII-Up-3"))
    fits = lays(s, "G10")
    assert len(fits) == 9
    for lay in fits:
        board = do(s, lay).board
        assert board.beside == {}
        assert {"VR", "SAR"} == {owner for stop in ("G10.0", "G10.1") for owner in board.markers[stop]}


@pytest.mark.rule("1848-VIII-Up-3")
def test_plain_track_is_kept_too():
    s = tile(tile(canberra(*GREEN), "F13", "57", 2), "E12", "9", 2)
    # Tile 23 turned by 2 has 2–5 and 2–0; turned by 0 it has 0–3 and 0–4.
    assert LayTile(0, "E12", "23", 2) in legal(turn(s, "FT"), 0)
    forbidden(turn(s, "FT"), LayTile(0, "E12", "23", 0), "VIII-Up-3", tile="23", hex="E12")


@pytest.mark.rule("1848-VIII-Up-3")
def test_classes_never_replace_one_another():
    """A city does not become plain track, plain track no city, a double town no city, OO no single city."""
    s = tile(tile(canberra(*GREEN), "F13", "57", 2), "E12", "9", 2)
    s = tile(tile(s, "G12", "55", 1), "F15", "235", 0)
    s = turn(s, "FT")
    for hex_id, number, rotation in (
        ("F13", "23", 2),
        ("E12", "14", 2),
        ("G12", "14", 1),
        ("F15", "14", 0),
        ("F13", "59", 2),
    ):
        forbidden(s, LayTile(0, hex_id, number, rotation), "VIII-Up-3", hex=hex_id, tile=number)


# -- VIII-Up-4: stock and costs ---------------------------------


@pytest.mark.rule("1848-VIII-Up-4")
def test_a_replaced_tile_is_available_again():
    s = turn(tile(canberra(*GREEN), "F13", "57", 2), "FT")
    assert (s.supply["57"], s.supply["14"]) == (2, 3)
    s = do(s, LayTile(0, "F13", "14", 2))
    assert (s.supply["57"], s.supply["14"]) == (3, 2)


@pytest.mark.rule("1848-VIII-Up-4")
def test_no_tile_beyond_the_stock():
    s = turn(canberra(), "FT")
    s = s.replace(supply={**s.supply, "57": 0})
    forbidden(s, LayTile(0, "F13", "57", 2), "VIII-Up-4", tile="57")


@pytest.mark.rule("1848-VIII-Up-4", "1848-VIII-Lay-6")
def test_an_upgrade_pays_no_terrain():
    """F15 is a mountain: its green tile costs nothing, even an empty treasury can lay it."""
    s = turn(tile(canberra(*GREEN, cash=0), "F15", "235", 0), "FT")
    s = do(s, LayTile(0, "F15", "59", 0))
    assert s.cash["FT"] == 0


# -- VIII-Up-5: more slots ---------------------------------


@pytest.mark.rule("1848-VIII-Up-5")
def test_a_free_slot_lets_everybody_through():
    """Wagga Wagga is full with NSW's marker; its green tile has two slots: FT may build and run beyond."""
    s = tile(tile(tile(canberra(*GREEN), "F13", "57", 2), "E12", "9", 2), "D11", "9", 2)
    s = marker(s, "NSW", "F13.0")
    assert not lays(turn(s, "FT"), "C10")
    s = do(turn(s, "FT"), LayTile(0, "F13", "14", 2))
    assert s.board.free_slots(s.book.atlas, "F13.0") == 1
    assert lays(turn(s, "FT"), "C10")
    full = turn(marker(s, "VR", "F13.0"), "FT")
    assert not lays(full, "C10")


@pytest.mark.rule("1848-VIII-Up-5")
@pytest.mark.parametrize(
    ("number", "slots"),
    [("57", 1), ("14", 2), ("15", 2), ("611", 2), ("915", 3), ("238", 2), ("239", 3), ("240", 3)],
)
def test_slots_by_tile(number, slots):
    s = tile(stock(), "G14", number, 0)
    assert s.board.free_slots(s.book.atlas, "G14.0") == slots


@pytest.mark.rule("1848-XI-Ber-1")
@pytest.mark.parametrize(
    ("value", "tiles"),
    [
        (10, ("1", "2", "55", "56", "69")),
        (20, ("5", "6", "57")),
        (30, ("235", "14", "15")),
        (40, ("59", "236", "237", "238", "611")),
        (50, ("64", "65", "66", "67", "68", "915", "241")),
        (60, ("239",)),
        (80, ("240",)),
    ],
)
def test_the_values_of_the_tiles(value, tiles):
    atlas = stock().book.atlas
    assert {stop.revenue for number in tiles for stop in atlas.tiles[number].stops} == {value}
