"""4.2: upgrades."""

import pytest

from stellwerk.board import joined, network
from stellwerk.board.reach import passable
from stellwerk.engine import legal
from stellwerk.games.g1853.rules.runs import covering
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.track import LayTile
from tests.games.g1853.table import (
    RUN,
    acting,
    base,
    cash,
    do,
    marker,
    offers,
    phase,
    refused,
    tile,
    train,
    turn,
)


def upgrading(company="EIR", *phases, **fields):
    return phase(acting(company, **fields), *phases)


def bnr_line(*phases):
    """Nagpur (standard) – K19, in the area of BNR."""
    return tile(tile(upgrading("BNR", *phases), "K17", "6", 4), "K19", "4", 1)


@pytest.mark.rule("1853-4.2.1-a", "1853-K5")
def test_an_upgrade_or_yellow_tiles_one_colour_at_a_time():
    s = bnr_line("3").replace(options={"BNR": "at once"})
    green = LayTile(0, "K17", "12", 4)
    assert green in legal(s, 0)
    assert do(s, green).frame.step > s.frame.step, "an upgrade is the only tile"
    after = do(s, LayTile(0, "K21", "9", 1))
    refused(after, green, "4.1.2")
    refused(s, LayTile(0, "K17", "102", 0), "4.1.4-b")


@pytest.mark.rule("1853-4.2.1-b", "1853-4.10.2-b", "1853-4.10.3", "1853-4.10.4")
def test_colours_come_with_the_phases():
    refused(bnr_line(), LayTile(0, "K17", "12", 4), "4.2.1-b")
    s = tile(bnr_line("3"), "K17", "12", 4)
    refused(s, LayTile(0, "K17", "102", 0), "4.2.1-b")
    s = phase(s, "3", "4")
    assert LayTile(0, "K17", "102", 0) in legal(s, 0)


@pytest.mark.rule("1853-4.2.1-b", "1853-4.2.5-a", "1853-K6")
def test_the_table_of_upgrades_decides():
    """A yellow 4 becomes 14, 15, 87, 88 or 716 to 719; a 3 no town, a 58 no plain city; two towns nothing."""
    s = bnr_line("3")
    found = {a.tile for a in offers(s, 0, LayTile) if a.hex == "K19"}
    assert found <= {"14", "15", "87", "88", "716", "717", "718", "719"}
    assert {"88", "14", "717"} <= found
    refused(s, LayTile(0, "K19", "12", 0), "4.2.1-b")
    tiles = s.book.atlas.tiles
    assert "87" not in (tiles["3"].becomes or ())
    assert not {"12", "13", "14", "15"} & set(tiles["58"].becomes)
    assert all(tiles[number].becomes == () for number in ("1", "2", "55", "56", "71"))
    plain = tile(s, "K21", "9", 1)
    assert all(not tiles[a.tile].stops for a in offers(plain, 0, LayTile) if a.hex == "K21")


@pytest.mark.rule("1853-4.2.2-a")
def test_upgrades_only_in_the_own_area():
    s = tile(tile(upgrading("BNR", "3"), "K17", "6", 1), "K15", "9", 1)
    s = tile(s, "K13", "9", 1)
    assert s.facts.sheets["BNR"].area.holds("K15")
    assert any(a.hex == "K15" for a in offers(s, 0, LayTile) if a.tile in ("82", "83", "233"))
    refused(s, LayTile(0, "K13", "82", 1), "4.2.2-a")


@pytest.mark.rule("1853-4.2.2-b")
def test_an_unconnected_tile_only_if_it_becomes_connected():
    s = tile(bnr_line("3"), "K21", "8", 2)
    assert s.board.face(s.book.atlas, "K21").exits == {2, 4}
    joining = [a for a in offers(s, 0, LayTile) if a.hex == "K21"]
    assert joining
    for a in joining:
        assert 1 in s.book.atlas.face(a.tile, a.rotation).exits
    apart = next(r for r in range(6) if s.book.atlas.face("81", r).exits == {0, 2, 4})
    refused(s, LayTile(0, "K21", "81", apart), "4.2.2-b")


@pytest.mark.rule("1853-4.2.2-b")
def test_connecting_takes_the_right_gauge():
    """A metre curve beside a standard line is not connected by a metre branch."""
    s = tile(bnr_line("3"), "K21", "78", 2)
    metre = [r for r in range(6) if s.book.atlas.face("86", r).exits >= {1, 2, 4}]
    for rotation in metre:
        refused(s, LayTile(0, "K21", "86", rotation), "4.2.2-b")


@pytest.mark.rule("1853-4.2.2-c")
def test_no_upgrade_off_the_board():
    s = tile(upgrading("EIR", "3"), "H24", "6", 0)
    off = [
        r
        for r in range(6)
        if 3 in s.book.atlas.face("13", r).exits and {0, 2} <= s.book.atlas.face("13", r).exits
    ]
    for rotation in off:
        refused(s, LayTile(0, "H24", "13", rotation), "4.2.2-c")
    refused(s, LayTile(0, "H24", "716", 0), "4.2.2-c")


@pytest.mark.rule("1853-4.2.4", "1853-4.2.6")
def test_old_lines_stay_in_their_gauge_or_become_dual():
    s = bnr_line("3")
    refused(s, LayTile(0, "K17", "12", 1), "4.2.4")
    metre = tile(tile(upgrading("BNR", "3"), "K17", "76", 4), "K19", "74", 1)
    for a in offers(metre, 0, LayTile):
        if a.hex == "K19":
            assert s.book.atlas.tiles[a.tile].gauge in ("metre", "dual")
    refused(metre, LayTile(0, "K17", "12", 4), "4.2.1-b")
    assert LayTile(0, "K17", "716", 0) in legal(metre, 0)


@pytest.mark.rule("1853-4.2.5-b")
def test_junctions_are_open_track_in_all_directions():
    """106 on K21: trains turn there, but it is no stop."""
    s = tile(tile(tile(tile(base(), "K19", "4", 1), "K21", "106", 0), "K23", "9", 1), "K25", "4", 1)
    atlas = s.book.atlas
    turned = next(r for r in range(6) if {1, 4} <= atlas.face("106", r).exits)
    s = tile(s, "K21", "106", turned)
    found = network(atlas, s.board, "standard")
    [way] = [w for b in found.walk("K19.0").branches for w in b.ways if w.to == "K25.0"]
    assert way.segment.path == ("K19.0", "K21", "K23", "K25.0")
    assert "K21.0" not in found.stops()
    assert joined(atlas, s.board, ["K19.0", "K25.0"], ())


@pytest.mark.rule("1853-4.2.7")
def test_no_two_grey_tiles_side_by_side():
    s = tile(upgrading("BNR", "3", "4", "5"), "K17", "103", 0)
    grey = LayTile(0, "K17", "109", 0)
    assert grey in legal(s, 0)
    refused(tile(s, "L16", "112", 0), grey, "4.2.7")


@pytest.mark.rule("1853-4.2.9", "1853-4.5.7")
def test_a_free_circle_unblocks():
    s = marker(tile(base(), "H22", "6", 0), "H22.0", "NWR")
    assert not passable(s.book.atlas, s.board, "H22.0", "EIR")
    s = tile(s, "H22", "14", 2)
    assert passable(s.book.atlas, s.board, "H22.0", "EIR")


@pytest.mark.rule("1853-4.2.10", "1853-4.2.11")
def test_the_old_tile_returns_and_upgrades_are_free():
    s = tile(upgrading("EIR", "3"), "H24", "6", 0)
    before = s.supply["6"]
    after = do(s, LayTile(0, "H24", "12", 0))
    assert after.supply["6"] == before + 1
    assert after.cash["EIR"] == s.cash["EIR"]


@pytest.mark.rule("1853-4.2.12-a", "1853-4.2.13")
def test_calcutta_costs_sixty_once():
    s = phase(acting("EIR"), "3", "4")
    refused(s, LayTile(0, "J28", "105", 0), "4.2.1-b")
    lay = LayTile(0, "J28", "500", 0)
    refused(cash(s, "EIR", 50), lay, "4.1.12-b")
    s = do(s, lay)
    assert s.cash["EIR"] == 1000 - 60
    assert s.board.markers_of("EIR") == ("H24.0", "J28.2")
    later = turn(phase(s, "3", "4", "5"), "EIR")
    assert do(later, LayTile(0, "J28", "900", 0)).cash["EIR"] == later.cash["EIR"]


@pytest.mark.rule("1853-4.2.12-a")
def test_every_printed_city_has_its_own_tiles():
    atlas = base().book.atlas
    assert {h: atlas.hexes[h].printed.becomes for h in ("F14", "J28", "M9", "R18", "N22")} == {
        "F14": ("500",), "J28": ("500",), "M9": ("105",), "R18": ("105",), "N22": ("720",),
    }  # fmt: skip
    assert atlas.tiles["720"].becomes == ()
    assert all(
        path.gauge == "dual"
        for h in ("F14", "J28", "M9", "R18", "N22")
        for path in atlas.hexes[h].printed.paths
    )
    assert [len(atlas.hexes[h].printed.stops) for h in ("F14", "J28", "M9", "R18", "N22")] == [3, 3, 2, 2, 1]


@pytest.mark.rule("1853-4.2.12-b")
def test_there_is_one_grey_cd_tile():
    s = phase(acting("EIR"), "3", "4", "5")
    s = tile(tile(tile(s, "J28", "500", 0), "F14", "500", 0), "F14", "900", 0)
    refused(s, LayTile(0, "J28", "900", 0), "1-c")


@pytest.mark.rule("1853-4.2.12-c")
def test_calcutta_and_delhi_end_routes_bombay_opens_in_brown():
    atlas = base().book.atlas
    for number in ("500", "900"):
        assert all(len(exits) == 1 for exits in atlas.face(number, 0).stop_exits)
    assert len(atlas.tiles["105"].stops) == len(atlas.tiles["111"].stops) == 1


# -- beyond the area -----------------------------------------------------------------------------


def far(*trains):
    """BNR in phase 5 with Nagpur joined to K13, outside its area, by K15."""
    s = tile(tile(tile(acting("BNR"), "K17", "6", 1), "K15", "9", 1), "K13", "9", 1)
    s = tile(s, "K11", "9", 1)
    s = tile(s, "K9", "4", 1)
    return phase(train(s, "BNR", *trains), "3", "4", "5")


UPGRADE = LayTile(0, "K13", "82", 1)


@pytest.mark.rule("1853-4.2.3", "1853-4.10.5-b")
def test_from_phase_5_with_a_5_beyond_the_area():
    refused(far("4"), UPGRADE, "4.2.3")
    refused(phase(far("5"), "3", "4").replace(phases=("3", "4")), UPGRADE, "4.2.2-a")
    s = far("5")
    assert UPGRADE in legal(s, 0)
    after = do(s, UPGRADE)
    assert after.frame.duties == ("K13",)


@pytest.mark.rule("1853-4.2.3")
def test_the_train_must_run_there():
    s = do(far("5"), UPGRADE)
    s = s.replace(stack=(*s.stack[:-1], type(s.frame)("BNR", RUN, duties=("K13",))))
    refused(s, RunTrains(0), "4.2.3")
    run = Route("5-0", ("K9.0", "K11", "K13", "K15", "K17.0"))
    assert covering(s, "BNR", ("K13",)) is not None
    assert do(s, RunTrains(0, (run,))).last_run["BNR"] == 30
    for a in offers(s, 0, RunTrains):
        assert any("K13" in route.path for route in a.routes)


@pytest.mark.rule("1853-4.2.3")
def test_out_of_every_trains_reach_is_refused():
    """Without the town at the end no route would pass the tile."""
    s = far("5")
    s = s.replace(
        board=s.board.__class__({h: t for h, t in s.board.laid.items() if h != "K9"}, s.board.markers)
    )
    refused(s, UPGRADE, "4.2.3")
