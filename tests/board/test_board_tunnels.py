"""Tunnels, tiles that follow by name, and off-board places that some trains pass, on the map of 1854."""

from stellwerk.board import Atlas, Board, network
from stellwerk.board.reach import reach


def line(atlas: Atlas) -> Board:
    """Innsbruck F8 (sides 4, 5) and G9 (2-4), pointing at the tunnel-only hex G11."""
    return Board().lay(atlas, "F8", "5", 4).lay(atlas, "G9", "8", 2).place(atlas, "F8.0", "NT")


def test_a_tunnel_is_track_beside_the_tile(tyrol: Atlas) -> None:
    board = line(tyrol)
    assert reach(tyrol, board, "NT").into("G11") == (1,)
    dug = board.dig(tyrol, "G11", (5, 1))
    assert dug.tunnels == {"G11": ((1, 5),)}
    assert board.tunnels == {}
    assert "H12.0" in reach(tyrol, dug, "NT").stops
    assert dug.face(tyrol, "G11").exits == {1, 5}
    assert dug.surface(tyrol, "G11").exits == frozenset()
    # What was known before digging is the same as what a fresh board finds.
    fresh = Board(dug.laid, dug.markers, dug.beside, dug.tunnels)
    assert reach(tyrol, fresh, "NT").stops == reach(tyrol, dug, "NT").stops
    assert network(tyrol, fresh).segments() == network(tyrol, dug).segments()


def test_a_tile_over_a_tunnel(tyrol: Atlas) -> None:
    board = Board().dig(tyrol, "F10", (1, 4)).lay(tyrol, "F10", "8", 0)
    assert board.face(tyrol, "F10").exits == {0, 1, 2, 4}
    assert board.surface(tyrol, "F10").exits == {0, 2}
    # The tile is replaced by what keeps its own track; the tunnel does not matter to it.
    numbers = {number for number, _ in tyrol.fitting("F10", board.surface(tyrol, "F10"), "green")}
    assert {"16", "19", "23", "24", "25", "28", "29"} == numbers
    assert board.clear({"F10"}).face(tyrol, "F10").exits == {1, 4}


def test_track_may_point_at_tunnel_only_hexes(tyrol: Atlas) -> None:
    assert not tyrol.hexes["G11"].buildable
    assert tyrol.hexes["G11"].open_ground
    assert tyrol.may_lead_on("G9", 4)
    assert Board().leads_on(tyrol, "G9", 4)
    assert not tyrol.may_lead_on("G9", 0)  # the map's edge
    assert not tyrol.hexes["H12"].open_ground


def test_tiles_that_follow_by_name(tyrol: Atlas) -> None:
    towns = tyrol.face("69", 2)
    assert towns.becomes == ("619",)
    assert {number for number, _ in tyrol.fitting("E21", towns, "green")} == {"619"}
    assert [number for number, _ in tyrol.fitting("J38", tyrol.hexes["J38"].printed, "green")] == ["15"]
    assert tyrol.face("58", 0).becomes is None


def test_gateways_are_passed_and_other_off_board_places_are_not(tyrol: Atlas) -> None:
    tracks = network(tyrol, Board())
    assert [tracks.terminal(stop) for stop in ("E1.0", "E1.1", "D28.0", "E27.0")] == [False] * 4
    assert [tracks.terminal(stop) for stop in ("D0.0", "F28.0", "D4.0", "D12.0")] == [True] * 4
