"""VIII: laying track."""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal
from stellwerk.games.g1848.rules.privates import LayTasmania
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.track import LayTile

from .table import (
    at_home,
    do,
    forbidden,
    holding,
    home,
    marker,
    offered,
    phase,
    refused,
    start,
    stock,
    tile,
    train,
    turn,
)

GREEN = ("2", "3")
GREY = ("2", "3", "4", "5", "6", "8")


def canberra(*sold: str, cash: int = 800) -> Any:
    """FT in Canberra G14 with tracks to Wagga Wagga F13 (side 2) and to the mountain F15 (side 3)."""
    return tile(at_home("FT", *sold, cash=cash), "G14", "5", 2)


def port_augusta(*sold: str, cash: int = 800) -> Any:
    """CAR in Port Augusta E4 with tracks west to Whyalla E2 and east to the desert E6."""
    return tile(at_home("CAR", *sold, cash=cash), "E4", "57", 1)


def lays(s: Any, hex_id: str) -> list[LayTile]:
    return offered(s, 0, lambda a: isinstance(a, LayTile) and a.hex == hex_id)


# -- VIII-Lay-1: how many tiles ---------------------------------


@pytest.mark.rule("1848-VIII-Lay-1", "1848-X-1", "1848-X-2")
@pytest.mark.parametrize("sold", [(), ("2",)])
def test_one_yellow_tile_before_the_first_3(sold):
    s = do(turn(canberra(*sold), "FT"), LayTile(0, "F13", "57", 2))
    assert not offered(s, 0, lambda a: isinstance(a, LayTile))
    # The turn has gone on; the rule itself would say no as well.
    refused(s, LayTile(0, "E12", "9", 2), "VIII-3")
    again = s.update_frame(step=1)
    forbidden(again, LayTile(0, "E12", "9", 2), "VIII-Lay-1", laid=1, yellow=1)


@pytest.mark.rule("1848-VIII-Lay-1")
def test_no_upgrade_before_the_first_3():
    s = turn(canberra("2"), "FT")
    forbidden(s, LayTile(0, "G14", "15", 2), "VIII-Lay-1")
    do(turn(canberra(*GREEN), "FT"), LayTile(0, "G14", "15", 2))


@pytest.mark.rule("1848-VIII-Lay-1", "1848-X-3")
def test_two_yellow_tiles_from_the_first_3_on():
    s = do(turn(canberra(*GREEN), "FT"), LayTile(0, "F13", "57", 2), LayTile(0, "E12", "9", 2))
    assert (s.frame.lays, s.frame.step) == (("yellow", "yellow"), 2)  # the track step is over
    assert not offered(s, 0, lambda a: isinstance(a, LayTile))
    forbidden(s.update_frame(step=1), LayTile(0, "D11", "9", 2), "VIII-Lay-1", laid=2, yellow=2)


@pytest.mark.rule("1848-VIII-Lay-1", "1848-X-3")
def test_or_one_upgrade_and_nothing_else():
    s = turn(canberra(*GREEN), "FT")
    one_yellow = do(s, LayTile(0, "F13", "57", 2))
    forbidden(one_yellow, LayTile(0, "G14", "15", 2), "VIII-Lay-1", laid=1)
    upgraded = do(s, LayTile(0, "G14", "15", 2))
    assert (upgraded.frame.lays, upgraded.frame.step) == (("upgrade",), 2)  # the track step is over
    assert not offered(upgraded, 0, lambda a: isinstance(a, LayTile))
    forbidden(upgraded.update_frame(step=1), LayTile(0, "F13", "57", 2), "VIII-Lay-1", laid=1, yellow=2)


# -- VIII-Lay-2: own track ---------------------------------


@pytest.mark.rule("1848-VIII-Lay-2")
def test_a_tile_extends_own_track():
    s = turn(canberra(), "FT")
    assert LayTile(0, "F13", "57", 2) in legal(s, 0)
    # Far from any track; beside the home but where no track leads; and turned away from it.
    for hex_id, number, rotation in (("E10", "9", 0), ("G16", "5", 1), ("F13", "57", 1)):
        forbidden(s, LayTile(0, hex_id, number, rotation), "VIII-Lay-2", company="FT", hex=hex_id)


@pytest.mark.rule("1848-VIII-Lay-2")
def test_track_of_others_is_no_help():
    """VR's track to Ballarat is no track of FT."""
    s = tile(home(start(canberra(), "VR", 1), "VR"), "H11", "57", 2)  # sides 2 (G10) and 5
    forbidden(turn(s, "FT"), LayTile(0, "G10", "235", 5), "VIII-Lay-2", company="FT")


@pytest.mark.rule("1848-VIII-Lay-2")
def test_foreign_markers_block_the_way():
    s = tile(canberra(), "F13", "57", 2)
    beyond = LayTile(0, "E12", "9", 2)
    assert beyond in legal(turn(s, "FT"), 0)
    blocked = turn(marker(s, "NSW", "F13.0"), "FT")
    forbidden(blocked, beyond, "VIII-Lay-2", hex="E12")
    own = turn(marker(s, "FT", "F13.0"), "FT")
    assert beyond in legal(own, 0)


# -- VIII-Lay-3: the home tile ---------------------------------


@pytest.mark.rule("1848-VIII-Lay-3")
def test_the_first_tile_lies_on_the_home():
    """FT could reach E12 from a marker in F13: even so it builds its home first."""
    s = tile(start(phase(stock(), *GREEN), "FT"), "F13", "57", 2)
    s = turn(marker(s, "FT", "F13.0"), "FT")
    assert s.frame.first
    elsewhere = LayTile(0, "E12", "9", 2)
    forbidden(s, elsewhere, "VIII-Lay-3", company="FT", home="G14")
    s = do(s, LayTile(0, "G14", "57", 2))
    do(s, elsewhere)  # the second tile is free


@pytest.mark.rule("1848-VIII-Lay-3")
def test_it_may_lay_no_tile_at_all():
    s = turn(start(stock(), "FT"), "FT")
    assert Pass(0) in legal(s, 0)
    s = do(s, Pass(0))
    assert "G14" not in s.board.laid
    # In its second turn the home is no longer demanded, but nothing else can be reached.
    s = turn(s, "FT")
    assert not s.frame.first
    assert {a.hex for a in offered(s, 0, lambda a: isinstance(a, LayTile))} == {"G14"}
    elsewhere = marker(tile(s, "F13", "57", 2), "FT", "F13.0")
    do(turn(elsewhere, "FT"), LayTile(0, "E12", "9", 2))


@pytest.mark.rule("1848-VIII-Lay-3")
def test_no_home_tile_where_one_lies_already():
    s = turn(tile(start(stock(), "FT"), "G14", "5", 2), "FT")
    assert s.frame.first
    do(s, LayTile(0, "F13", "57", 2))


@pytest.mark.rule("1848-VIII-Lay-3", "1848-VIII-Lay-7")
def test_no_home_tile_for_wa_on_printed_d1():
    """Its arrows are track: the first tile lies on C2, D3 or E2."""
    s = turn(start(stock(), "WA"), "WA")
    assert s.frame.first
    assert {a.hex for a in offered(s, 0, lambda a: isinstance(a, LayTile))} == {"C2", "D3", "E2"}
    do(s, LayTile(0, "E2", "5", 2))


@pytest.mark.rule("1848-VIII-Lay-3")
def test_com_chooses_between_its_homes():
    s = turn(start(stock(), "COM").replace(joined=True), "COM")
    for hex_id in ("G6", "F17"):
        assert lays(s, hex_id)
        do(s, lays(s, hex_id)[0])
    refused(s, LayTile(0, "F7", "9", 0), "VIII-Lay-3")


# -- VIII-Lay-4: what lies where ---------------------------------


@pytest.mark.rule("1848-VIII-Lay-4")
@pytest.mark.parametrize(
    ("hex_id", "fits", "others"),
    [
        ("E10", ("7", "8", "9"), ("57", "1", "235")),  # open land
        ("D3", ("1", "2", "55", "56", "69"), ("9", "57", "235")),  # two towns
        ("E2", ("5", "6", "57"), ("9", "1", "235")),  # one circle
        ("B17", ("235",), ("9", "1", "57")),  # two circles
    ],
)
def test_the_tile_matches_the_hex(hex_id, fits, others):
    """A marker of CAR is put into the hex (or its neighbour) so that only the kind of tile is in question."""
    s = at_home("CAR")
    if hex_id in ("E2", "B17"):
        s = marker(s, "CAR", f"{hex_id}.0")
    elif hex_id == "D3":
        s = tile(s, "E4", "5", 1)  # sides 1 and 2 (D3)
    else:
        s = marker(tile(s, "E14", "57", 1), "CAR", "E14.0")
        s = tile(s, "E12", "9", 1)
    s = turn(s, "CAR")
    assert {a.tile for a in lays(s, hex_id)} == set(fits)
    for number in others:
        forbidden(s, LayTile(0, hex_id, number, 0), "VIII-Lay-4", hex=hex_id, tile=number)


@pytest.mark.rule("1848-VIII-Lay-4")
def test_only_hexes_and_tiles_that_exist():
    s = turn(canberra(), "FT")
    forbidden(s, LayTile(0, "Z9", "9", 0), "VIII-Lay-4", hex="Z9")
    forbidden(s, LayTile(0, "F13", "999", 0), "VIII-Lay-4", tile="999")
    forbidden(s, LayTile(0, "F13", "57", 8), "VIII-Lay-4", rotation=8)


# -- VIII-Lay-8: K ---------------------------------


@pytest.mark.rule("1848-VIII-Lay-8")
@pytest.mark.parametrize("company", ["QR", "NSW", "VR", "SAR"])
def test_a_capital_takes_plain_yellow_and_then_only_k(company):
    """Brisbane, Sydney, Melbourne and Adelaide."""
    s = at_home(company, *GREY)
    hex_id = s.book.companies[company].homes[0].split(".")[0]
    s = turn(s, company)
    assert {a.tile for a in lays(s, hex_id)} <= {"5", "6", "57"}
    s = tile(s, hex_id, "6", 0)  # sides 0 and 2
    assert {a.tile for a in lays(s, hex_id)} <= {"236", "237", "238"}
    forbidden(s, LayTile(0, hex_id, "15", 0), "VIII-Lay-8", hex=hex_id, tile="15", wanted="K")
    s = tile(s, hex_id, "238", 0)
    forbidden(s, LayTile(0, hex_id, "611", 0), "VIII-Lay-8", hex=hex_id, tile="611", wanted="K")
    s = tile(s, hex_id, "239", 0)
    forbidden(s, LayTile(0, hex_id, "915", 0), "VIII-Lay-8", hex=hex_id, tile="915", wanted="K")


@pytest.mark.rule("1848-VIII-Lay-8")
def test_k_tiles_lie_nowhere_else():
    s = turn(tile(at_home("FT", *GREY), "G14", "6", 0), "FT")
    forbidden(s, LayTile(0, "G14", "238", 0), "VIII-Lay-8", tile="238", wanted="–", label="K")
    assert {a.tile for a in lays(s, "G14")} == {"14", "15"}
    s = tile(s, "G14", "15", 0)
    forbidden(s, LayTile(0, "G14", "239", 0), "VIII-Lay-8", tile="239", wanted="–", label="K")
    s = tile(s, "G14", "611", 0)
    forbidden(s, LayTile(0, "G14", "240", 0), "VIII-Lay-8", tile="240", wanted="–", label="K")


# -- VIII-Lay-5: where track may not lead ---------------------------------


@pytest.mark.rule("1848-VIII-Lay-5")
@pytest.mark.parametrize(
    ("company", "number", "rotation", "edge"),
    [
        ("QR", "57", 0, 3),  # Brisbane B19: the map ends north-east of it
        ("QR", "5", 4, 4),  # B21: the small harbour has no arrow towards Brisbane
        ("CAR", "57", 0, 0),  # Port Augusta E4: Port Lincoln F3 has no arrow there
        ("VR", "57", 0, 0),  # Melbourne H11: dark-blue I10 without the Tasmania tile
    ],
)
def test_no_track_into_the_edge(company, number, rotation, edge):
    s = turn(at_home(company), company)
    hex_id = s.book.companies[company].homes[0].split(".")[0]
    forbidden(s, LayTile(0, hex_id, number, rotation), "VIII-Lay-5", edge=edge, hex=hex_id)
    assert all(edge not in s.book.atlas.face(a.tile, a.rotation).exits for a in lays(s, hex_id))


@pytest.mark.rule("1848-VIII-Lay-5")
def test_arrows_and_open_ends_are_fine():
    """Brisbane towards Cairns (arrow) and into open land; Southport towards the small harbour (arrow)."""
    s = turn(at_home("QR", *GREEN), "QR")
    s = do(s, LayTile(0, "B19", "57", 2))  # sides 2 (Cairns A18) and 5 (Southport C20)
    do(s, LayTile(0, "C20", "5", 2))  # sides 2 (Brisbane) and 3 (the harbour B21)
    do(turn(at_home("FT"), "FT"), LayTile(0, "G14", "57", 2))  # both ends lead to land without tiles


@pytest.mark.rule("1848-VIII-Lay-5")
def test_the_dark_blue_hex_only_where_tasmania_connects():
    """Tasmania on I10 with its tracks north-west (H9) and north-east (H11)."""
    to_i10 = LayTile(0, "H11", "57", 0)  # sides 0 (I10) and 3
    bare = at_home("VR", *GREEN)
    forbidden(turn(bare, "VR"), to_i10, "VIII-Lay-5", edge=0)
    assert to_i10 in legal(turn(tile(bare, "I10", "241", 1), "VR"), 0)
    # On I8 it leaves I10 as empty as before.
    forbidden(turn(tile(bare, "I8", "241", 1), "VR"), to_i10, "VIII-Lay-5", edge=0)


@pytest.mark.rule("1848-VIII-Lay-5")
def test_tasmania_itself_faces_land():
    s = turn(holding(at_home("VR", *GREEN), "seat0", "P3"), "VR")
    assert LayTasmania(0, "I10", 1) in legal(s, 0)
    for rotation in (0, 2, 3, 4, 5):
        forbidden(s, LayTasmania(0, "I10", rotation), "VIII-Lay-5", hex="I10", rotation=rotation)


@pytest.mark.rule("1848-VIII-Lay-5")
def test_an_upgrade_does_not_lead_there_either():
    """Melbourne with sides 1 and 2; the K tile 238 has three neighbouring sides: 0, 1, 2 or 1, 2, 3."""
    s = turn(tile(at_home("VR", *GREEN), "H11", "5", 1), "VR")
    forbidden(s, LayTile(0, "H11", "238", 0), "VIII-Lay-5", edge=0, hex="H11")
    assert LayTile(0, "H11", "238", 1) in legal(s, 0)


# -- VIII-Lay-6: terrain ---------------------------------


@pytest.mark.rule("1848-VIII-Lay-6")
def test_a_mountain_costs_50():
    build = LayTile(0, "F15", "235", 0)
    s = turn(canberra(cash=50), "FT")
    before = s.cash["bank"]
    s = do(s, build)
    assert (s.cash["FT"], s.cash["bank"]) == (0, before + 50)
    forbidden(turn(canberra(cash=49), "FT"), build, "VIII-Lay-6", cash=49, price=50, hex="F15")


@pytest.mark.rule("1848-VIII-Lay-6")
def test_a_desert_costs_40():
    build = LayTile(0, "E6", "9", 1)
    s = turn(port_augusta(cash=40), "CAR")
    before = s.cash["bank"]
    s = do(s, build)
    assert (s.cash["CAR"], s.cash["bank"]) == (0, before + 40)
    forbidden(turn(port_augusta(cash=39), "CAR"), build, "VIII-Lay-6", cash=39, price=40, hex="E6")


@pytest.mark.rule("1848-VIII-Lay-6")
def test_the_costs_of_the_whole_map():
    hexes = turn(canberra(), "FT").book.atlas.hexes
    mountains = {key for key, spec in hexes.items() if spec.terrain == "mountain"}
    deserts = {key for key, spec in hexes.items() if spec.terrain == "desert"}
    assert mountains == {"C18", "D17", "E16", "F15", "G16", "H13", "H15"}
    assert deserts == {"B3", "B7", "B9", "C2", "C4", "C8", "E6", "E8"}
    assert {key: spec.cost for key, spec in hexes.items() if spec.cost} == {
        **dict.fromkeys(mountains, 50),
        **dict.fromkeys(deserts, 40),
    }


@pytest.mark.rule("1848-VIII-Lay-6")
def test_open_land_is_free():
    s = do(turn(canberra(cash=0), "FT"), LayTile(0, "F13", "57", 2))
    assert s.cash["FT"] == 0


# -- VIII-Lay-7: red and blue hexes ---------------------------------


@pytest.mark.rule("1848-VIII-Lay-7")
@pytest.mark.parametrize("hex_id", ["A4", "A6", "A18", "D1", "B21", "F3", "I8", "I10"])
def test_red_and_blue_hexes_are_never_built_on(hex_id):
    s = turn(start(stock(), "WA"), "WA")
    for number in ("57", "9", "241"):
        forbidden(s, LayTile(0, hex_id, number, 3), "VIII-Lay-7", hex=hex_id)


@pytest.mark.rule("1848-VIII-Lay-7")
def test_arrows_are_track_in_place():
    """Brisbane with a track north-west is joined with Cairns at once: 20 + 10 in the yellow phase."""
    s = train(tile(at_home("QR", "2"), "B19", "57", 2), "QR", "2-0")
    s = do(turn(s, "QR", step=3), RunTrains(0, (Route("2-0", ("B19.0", "A18.0")),)))
    assert s.frame.revenue == 30
