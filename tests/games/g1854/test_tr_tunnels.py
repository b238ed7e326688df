"""TR-11 to TR-13: tunnels."""

import pytest

from stellwerk.board.hexes import HexId
from stellwerk.board.reach import reach
from stellwerk.games.g1854.rules.tunnels import DIG, SHAPES, DigTunnel, takes_tunnels
from stellwerk.mech18.track import LayTile

from .lines import innsbruck
from .table import (
    LOCAL_TRACK,
    TRACK,
    do,
    forbidden,
    home,
    local,
    major,
    marker,
    mountain,
    offered,
    phase,
    refused,
    stock,
    tile,
    turn,
)


@pytest.mark.rule("1854-TR-11", "1854-TR-12")
def test_a_tunnel_beside_the_tile():
    s = turn(innsbruck(), "NT", TRACK)
    dug = do(s, DigTunnel(0, "G11", 1, 5))
    assert dug.cash["NT"] == 720
    assert dug.board.tunnels == {"G11": ((1, 5),)}
    assert dug.powers_used == ()
    forbidden(dug, DigTunnel(0, "G11", 2, 4), "TR-11")  # one a turn
    # The tile may come before or after it.
    assert do(dug, LayTile(0, "F10", "8", 5)).frame.lays == ("yellow",)
    other = do(s, LayTile(0, "F10", "8", 5))
    assert do(other, DigTunnel(0, "G11", 1, 5)).frame.dug
    # Lienz is reached through it: 20 + 10.
    assert "H12.0" in reach(dug.book.atlas, dug.board, "NT").stops
    assert "H12.0" not in reach(s.book.atlas, s.board, "NT").stops
    poor = turn(innsbruck(cash=99), "NT", TRACK)
    forbidden(poor, DigTunnel(0, "G11", 1, 5), "TR-11", cash=99, price=100)
    assert do(turn(innsbruck(cash=100), "NT", TRACK), DigTunnel(0, "G11", 1, 5)).cash["NT"] == 0


@pytest.mark.rule("1854-TR-11")
def test_where_tunnels_lead_through():
    s = innsbruck()
    only = {h for h, spec in s.book.atlas.hexes.items() if spec.tunnel_only}
    assert only == {"F12", "F14", "F18", "G5", "G7", "G11", "G13", "G17"}
    for hex_id in ("D18", "D20", "H10", "H12", "C13", "F8", "C23", "F22", "D0", "J28", "J32", "I31"):
        assert not takes_tunnels(s, HexId(hex_id)), hex_id
    for hex_id in (*only, "F10", "H16", "B24"):
        assert takes_tunnels(s, HexId(hex_id)), hex_id
    # Under tiles too; a double town that has become a city takes none any more.
    green = tile(tile(s, "H16", "55", 0), "H16", "14", 0)
    assert not takes_tunnels(green, HexId("H16"))
    forbidden(turn(s, "NT", TRACK), DigTunnel(0, "H10", 2, 5), "TR-11")
    refused(turn(s, "NT", TRACK), DigTunnel(0, "Z1", 2, 5), "TR-11")
    refused(turn(s, "NT", TRACK), DigTunnel(0, "L34", 2, 5), "LR-7")  # the map of the local railways


@pytest.mark.rule("1854-TR-11", "1854-LR-2")
def test_local_railways_dig_no_tunnels():
    s = turn(home(local(stock(), "5", 0, cash=500), "5"), "5", LOCAL_TRACK)
    forbidden(s, DigTunnel(0, "K29", 0, 2), "LR-2")
    assert not offered(s, 0, DigTunnel)


@pytest.mark.rule("1854-TR-11", "1854-LR-2", "1854-LR-7")
def test_a_ruling_lets_local_railways_dig_on_their_map():
    s = stock(rulings="book,locals_dig=true")
    s = turn(home(local(s, "5", 0, cash=500), "5"), "5", LOCAL_TRACK)
    tunnels = offered(s, 0, DigTunnel)
    assert tunnels
    assert {s.book.atlas.hexes[HexId(a.hex)].sheet for a in tunnels} == {"local"}
    dug = do(s, tunnels[0])
    assert (dug.cash["5"], dug.frame.dug) == (400, True)
    forbidden(dug, tunnels[-1], "TR-11")  # one a turn
    assert do(dug, offered(dug, 0, LayTile)[0]).frame.company == "5"
    refused(s, DigTunnel(0, "F10", 1, 4), "LR-7")
    poor = turn(s.pay("5", "bank", 401), "5", LOCAL_TRACK)
    forbidden(poor, tunnels[0], "TR-11", cash=99, price=100)


@pytest.mark.rule("1854-TR-12")
def test_tunnels_do_not_cross_and_two_are_the_most():
    s = tile(innsbruck(), "F10", "8", 5)  # F10 joins F8 with side 2 of G11
    s = do(turn(s, "NT", TRACK), DigTunnel(0, "G11", 1, 5))
    s = turn(s, "NT", TRACK)
    forbidden(s, DigTunnel(0, "G11", 0, 2), "TR-12", one=1, two=5)  # 0 lies outside, 2 inside of 1-5
    two = do(s, DigTunnel(0, "G11", 2, 4))
    two = turn(two, "NT", TRACK)
    third = two.replace(board=two.board.dig(two.book.atlas, HexId("F12"), (0, 2)))
    forbidden(third, DigTunnel(0, "G11", 0, 3), "TR-12", count=2)


@pytest.mark.rule("1854-TR-12")
def test_tunnel_ends():
    s = turn(innsbruck(), "NT", TRACK)
    forbidden(s, DigTunnel(0, "G11", 2, 4), "TR-12")  # no track of NT at either side
    # G7 has side 4 to G9 and side 3 to F8, where NT's tile has no track; side 5 and 0 are the map's edge.
    refused(tile_to_g7(s), DigTunnel(0, "G7", 3, 5), "TR-12")
    do(tile_to_g7(s), DigTunnel(0, "G7", 1, 3))  # from side 3 on into G5
    # F10 has track at no side yet; side 1 comes from F8: over to the empty F12, side 4.
    do(s, DigTunnel(0, "F10", 1, 4))
    # A side with track takes no tunnel.
    built = turn(tile(innsbruck(), "F10", "8", 5), "NT", TRACK)
    forbidden(built, DigTunnel(0, "F10", 1, 4), "TR-12", side=1)


def tile_to_g7(s):
    """Innsbruck turned so that it has track to G7 (side 0) and E9 (side 3)."""
    s = home(major(tile(stock(), "F8", "57", 0), "NT"), "NT")
    return turn(s, "NT", TRACK)


@pytest.mark.rule("1854-TR-12", "1854-TR-4")
def test_tiles_leave_the_sides_of_a_tunnel_alone():
    s = do(turn(innsbruck(), "NT", TRACK), DigTunnel(0, "F10", 1, 4))
    s = turn(s, "NT", TRACK)
    forbidden(s, LayTile(0, "F10", "8", 5), "TR-12", side=1)
    # A green Innsbruck and E9 (0-5) lead into side 2 of F10: 8 turned 0 (0-2) fits beside the tunnel 1-4.
    green = turn(tile(tile(phase(s, "3"), "F8", "15", 2), "E9", "7", 5), "NT", TRACK)
    after = do(green, LayTile(0, "F10", "8", 0))
    assert after.cash["NT"] == green.cash["NT"] - 50  # terrain as ever
    assert after.board.face(after.book.atlas, HexId("F10")).exits == {0, 1, 2, 4}


@pytest.mark.rule("1854-TR-12")
def test_a_ruling_lets_track_share_the_sides_of_a_tunnel():
    s = stock(rulings="book,tunnel_sides=shared")
    s = home(major(tile(tile(s, "F8", "5", 4), "G9", "8", 2), "NT"), "NT")
    s = do(turn(s, "NT", TRACK), DigTunnel(0, "F10", 1, 4))
    s = turn(s, "NT", TRACK)
    # A second tunnel from the same side does not cross the first; the same one again, or one across, is none.
    forbidden(s, DigTunnel(0, "F10", 1, 4), "TR-12", one=1, two=4)
    two = do(s, DigTunnel(0, "F10", 1, 3))
    assert two.board.tunnels[HexId("F10")] == ((1, 3), (1, 4))
    # A tile beside it; its track and the tunnel are two ways on from side 1.
    both = do(s, LayTile(0, "F10", "8", 5))
    exits = reach(both.book.atlas, both.board, "NT").exits
    assert {("F10", 4), ("F10", 5)} <= exits
    # What the summary says holds all the same: no tunnel comes out where track ends.
    forbidden(turn(both, "NT", TRACK), DigTunnel(0, "F10", 3, 5), "TR-12", side=5)


@pytest.mark.rule("1854-TR-12")
def test_a_tunnel_is_open_to_all_and_has_no_stop():
    s = do(turn(innsbruck(), "NT", TRACK), DigTunnel(0, "G11", 1, 5))
    face = s.board.face(s.book.atlas, HexId("G11"))
    assert (face.stops, face.exits) == ((), {1, 5})
    # A company in Brenner's reach uses it too: KT with a marker in a green Innsbruck (two circles).
    s = marker(major(tile(phase(s, "3"), "F8", "15", 2), "KT", 1), "KT", "F8.0")
    assert "H12.0" in reach(s.book.atlas, s.board, "KT").stops


@pytest.mark.rule("1854-TR-11", "1854-TR-12", "1854-TR-13")
@pytest.mark.parametrize("cash", [59, 60, 100])
def test_every_legal_tunnel_is_offered(cash):
    # With the Murtalbahn the first one costs 60.
    s = turn(mountain(tile(innsbruck(cash=cash), "F10", "8", 5), "P2", 0), "NT", TRACK)
    tried = [
        DigTunnel(0, hex_id, first, second, rebate)
        for hex_id in s.book.atlas.hexes
        for first, second in SHAPES
        for rebate in ("", "P2")
    ]
    legal = [action for action in tried if all(rule.check(s, action) is None for rule in DIG.rules)]
    assert offered(s, 0, DigTunnel) == legal
    assert {action.rebate for action in legal} == {59: set(), 60: {"P2"}, 100: {"", "P2"}}[cash]


@pytest.mark.rule("1854-TR-13")
def test_shapes_of_tunnels():
    assert len(SHAPES) == 9  # six gentle curves, three straights
    s = turn(innsbruck(), "NT", TRACK)
    refused(s, DigTunnel(0, "G11", 1, 2), "TR-13")
    refused(s, DigTunnel(0, "G11", 5, 1), "TR-13")  # written with the smaller side first
    do(s, DigTunnel(0, "G11", 1, 4))


@pytest.mark.rule("1854-TR-13")
def test_a_ruling_lets_tunnels_turn_sharply():
    s = tile(tile(stock(rulings="book,sharp_tunnels=true"), "F8", "5", 4), "G9", "8", 2)
    s = turn(home(major(s, "NT"), "NT"), "NT", TRACK)
    assert {DigTunnel(0, "G11", 0, 1), DigTunnel(0, "G11", 1, 2)} <= set(offered(s, 0, DigTunnel))
    s = do(s, DigTunnel(0, "G11", 1, 2))
    assert s.board.tunnels[HexId("G11")] == ((1, 2),)
    refused(turn(s, "NT", TRACK), DigTunnel(0, "G11", 5, 1), "TR-13")


@pytest.mark.rule("1854-TR-12")
def test_neither_end_is_at_the_edge_of_the_map():
    s = tile_to_g7(stock())
    forbidden(s, DigTunnel(0, "G7", 0, 3), "TR-12", side=0)
    forbidden(s, DigTunnel(0, "G7", 3, 5), "TR-12", side=5)
