"""TR-1 to TR-10, TR-14 to TR-17: tiles."""

import pytest

from stellwerk.board.hexes import HexId, StopId
from stellwerk.games.g1854.rules.tunnels import DigTunnel
from stellwerk.mech18.track import LayTile

from .lines import innsbruck, klagenfurt, lays
from .table import (
    LOCAL_TRACK,
    TRACK,
    cash_of,
    do,
    forbidden,
    home,
    local,
    major,
    marker,
    offered,
    phase,
    refused,
    stock,
    tile,
    turn,
)


@pytest.mark.rule("1854-TR-1", "1854-OR-5")
def test_one_tile_a_turn():
    s = turn(klagenfurt(cash=60), "KT", TRACK)
    s = cash_of(s, "KT", 820)
    s = do(s, LayTile(0, "H16", "55", 0))
    refused(s.update_frame(step=TRACK), LayTile(0, "H18", "14", 0), "TR-5")
    green = do(turn(klagenfurt("3"), "KT", TRACK), LayTile(0, "H18", "14", 1))
    forbidden(green.update_frame(step=TRACK), LayTile(0, "H16", "55", 0), "TR-1")
    again = do(turn(klagenfurt("3"), "KT", TRACK), LayTile(0, "H16", "55", 0))
    forbidden(again.update_frame(step=TRACK), LayTile(0, "H18", "14", 1), "TR-1")


@pytest.mark.rule("1854-TR-2", "1854-TR-15")
def test_track_continues_own_track():
    s = turn(klagenfurt(), "KT", TRACK)
    # H16 over its side 4: tile 55 has 0-3 and 1-4, so one of its tracks is connected.
    do(s, LayTile(0, "H16", "55", 0))
    forbidden(s, LayTile(0, "G19", "8", 0), "TR-2")  # Klagenfurt has no track to it
    forbidden(s, LayTile(0, "H20", "8", 1), "TR-2")
    # A tile may end at an unbuilt neighbour (G15, side 3) or at one without fitting track.
    blocked = tile(s, "G15", "8", 2)  # G15 has sides 2 and 4, none towards H16
    do(turn(blocked, "KT", TRACK), LayTile(0, "H16", "55", 0))


@pytest.mark.rule("1854-TR-2")
@pytest.mark.parametrize("by_new", [False, True])
def test_upgrades_where_a_train_could_run(by_new):
    # KT has track to H20 (side 4). There lies foreign track 2-3, which KT cannot use.
    s = stock(rulings=f"book,upgrades_join_by_new_track={str(by_new).lower()}")
    s = tile(tile(phase(s, "3"), "H18", "5", 4), "H20", "7", 2)
    s = turn(home(major(s, "KT"), "KT"), "KT", TRACK)
    # Tile 28 turned 3 has 3-1 and 3-2: the new side 1 meets KT, the old track does not.
    if by_new:
        do(s, LayTile(0, "H20", "28", 3))
    else:
        forbidden(s, LayTile(0, "H20", "28", 3), "TR-2", hex="H20")
        assert not lays(s, "H20")
    # Its own track, and a tile under its marker, it may upgrade in any case.
    own = turn(tile(s, "H20", "8", 1), "KT", TRACK)
    assert lays(own, "H20")
    assert lays(own, "H18")
    # 7 on G21, which touches nothing of KT, stays closed to it.
    far = turn(tile(s, "G21", "7", 2), "KT", TRACK)
    assert not lays(far, "G21")
    forbidden(far, LayTile(0, "G21", "28", 3), "TR-2")


@pytest.mark.rule("1854-TR-2", "1854-TR-12")
@pytest.mark.parametrize("by_new", [False, True])
def test_a_tunnel_below_does_not_lead_to_the_tile(by_new):
    # NT runs through the tunnel 1-4 of F10 and has track over G9 to its side 0; the tile has sides 3 and 5.
    s = stock(rulings=f"book,upgrades_join_by_new_track={str(by_new).lower()}")
    s = tile(tile(tile(phase(s, "3"), "F8", "5", 4), "G9", "7", 2), "F10", "8", 3)
    s = s.replace(board=s.board.dig(s.book.atlas, HexId("F10"), (1, 4)))
    s = turn(home(major(s, "NT"), "NT"), "NT", TRACK)
    # Tile 24 turned 3 has 3-0 and 3-5: only its new track would meet that of NT.
    if by_new:
        do(s, LayTile(0, "F10", "24", 3))
    else:
        forbidden(s, LayTile(0, "F10", "24", 3), "TR-2", hex="F10")
        assert not lays(s, "F10")
    # Over a side of its own the tile is reached, tunnel or not.
    own = turn(tile(s, "F10", "8", 0), "NT", TRACK)
    do(own, LayTile(0, "F10", "24", 0))


@pytest.mark.rule("1854-TR-2", "1854-TR-12", "1854-RT-3")
def test_no_way_leads_through_wien_twice():
    # Brown Wien joins 0-3, 1-2 and 4-5. From side 2 track goes round over B22, B24 and C25 to side 4.
    s = tile(tile(tile(phase(stock(), "5"), "C23", "451", 0), "B22", "7", 4), "B24", "8", 5)
    s = home(major(major(tile(s, "C25", "7", 1), "KR"), "FJ"), "FJ")
    s = marker(s, "KR", "C23.2")
    fj, kr = turn(s, "FJ", TRACK), turn(s, "KR", TRACK)
    # FJ is at home between 1 and 2: it comes to side 4, and not on over 5 to D24, where KR may build.
    new, tunnel = LayTile(0, "D24", "3", 1), DigTunnel(0, "D24", 2, 5)
    forbidden(fj, new, "TR-2")
    do(kr, new)
    forbidden(fj, tunnel, "TR-12")
    do(kr, tunnel)
    built = tile(tile(s, "D24", "4", 2), "E25", "8", 0)
    assert not lays(turn(built, "FJ", TRACK), "E25")
    assert lays(turn(built, "KR", TRACK), "E25")
    # What lies on the way round is its own.
    assert lays(fj, "B24")


@pytest.mark.rule("1854-TR-2")
def test_under_the_stricter_ruling_an_upgrade_must_be_of_use():
    # G9 (sides 2 and 4) of NT: tile 23 turned so that the new track leads to the red H10 is of use both ways.
    s = turn(innsbruck("3"), "NT", TRACK)
    permissive = lays(s, "G9")
    other = stock(rulings="book,upgrades_add_usable_track=true")
    other = tile(tile(phase(other, "3"), "F8", "5", 4), "G9", "8", 2)
    strict = lays(turn(home(major(other, "NT"), "NT"), "NT", TRACK), "G9")
    assert strict < permissive
    # 16 adds 3-5 beside 2-4, crossing it without a switch: nothing that NT can reach.
    assert any(number == "16" for number, _ in permissive - strict)
    assert any(number in ("23", "24", "25") for number, _ in strict)  # switches are of use
    # What adds no side is no matter of use: two towns become a city.
    towns = tile(
        tile(phase(stock(rulings="book,upgrades_add_usable_track=true"), "3"), "H18", "6", 5), "H16", "55", 0
    )
    assert lays(turn(home(major(towns, "KT"), "KT"), "KT", TRACK), "H16") == {("14", 0)}


@pytest.mark.rule("1854-TR-3")
def test_no_track_off_the_map_or_against_closed_sides():
    s = turn(klagenfurt(), "KT", TRACK)
    # H16: side 5 is the map's edge (I17), side 0 is Venedig (its side 3 has track).
    assert s.book.atlas.neighbours[HexId("H16")][5] is None
    refused(s, LayTile(0, "H16", "2", 4), "TR-3")  # 4-1, 5-0: side 5
    assert all(5 not in s.book.atlas.face(t, r).exits for t, r in lays(s, "H16"))
    refused(s, LayTile(0, "I19", "4", 0), "TR-3")  # red
    refused(s, LayTile(0, "G17", "8", 0), "TR-3")  # tunnel-only
    refused(s, LayTile(0, "H16", "4", 1), "TR-3")  # one town on two
    # Innsbruck has sides 4 and 5: 14 turned 0 (0, 1, 3, 4) would cut the track to G9.
    cut = refused(turn(innsbruck("3"), "NT", TRACK), LayTile(0, "F8", "14", 0), "TR-3")
    assert "cut" in cut.message


@pytest.mark.rule("1854-TR-4", "1854-TR-16", "1854-OR-5")
def test_terrain_for_the_first_tile_only():
    s = do(turn(klagenfurt("3"), "KT", TRACK), LayTile(0, "H16", "55", 0))
    assert s.cash["KT"] == 820 - 70
    assert s.powers_used == ()
    poor = turn(klagenfurt("3", cash=69), "KT", TRACK)
    forbidden(poor, LayTile(0, "H16", "55", 0), "TR-16", cash=69, price=70)
    upgraded = do(turn(tile(klagenfurt("3"), "H16", "55", 0), "KT", TRACK), LayTile(0, "H16", "14", 0))
    assert upgraded.cash["KT"] == 820
    k29 = {r: stock(rulings=r).book.atlas.hexes[HexId("K29")].cost for r in ("book", "other")}
    assert k29 == {"book": 60, "other": 50}


@pytest.mark.rule("1854-TR-5", "1854-TR-7")
def test_colours_by_phase():
    forbidden(turn(klagenfurt("2"), "KT", TRACK), LayTile(0, "H18", "14", 1), "TR-5", latest="yellow")
    s = do(turn(klagenfurt("3"), "KT", TRACK), LayTile(0, "H18", "14", 1))
    refused(turn(klagenfurt("3"), "KT", TRACK), LayTile(0, "H18", "611", 4), "TR-5")  # not on yellow
    forbidden(turn(s, "KT", TRACK), LayTile(0, "H18", "611", 1), "TR-5", latest="green")
    refused(turn(klagenfurt("5"), "KT", TRACK), LayTile(0, "H18", "611", 1), "TR-5")  # nor later
    brown = phase(s, "5")
    brown = do(turn(brown, "KT", TRACK), LayTile(0, "H18", "611", 1))
    grey = do(turn(phase(brown, "8"), "KT", TRACK), LayTile(0, "H18", "915", 1))
    assert grey.board.laid[HexId("H18")].tile == "915"
    again = turn(phase(brown, "8"), "KT", TRACK)
    forbidden(again, LayTile(0, "H18", "456", 0), "TR-7", label="W")  # for Wien alone


@pytest.mark.rule("1854-TR-6")
@pytest.mark.parametrize(
    ("yellow", "green"), [("1", "14"), ("55", "14"), ("2", "15"), ("56", "15"), ("69", "619")]
)
def test_two_towns_become_a_city_with_the_same_exits(yellow, green):
    atlas = stock().book.atlas
    face = atlas.face(yellow, 0)
    assert atlas.tiles[yellow].becomes == (green,)
    fits = atlas.rotations(face, atlas.tiles[green])
    assert fits
    for rotation in fits:
        assert atlas.face(green, rotation).exits == face.exits
    others = {"14", "15", "619"} - {green}
    assert not any(atlas.same_places(HexId("H16"), face, atlas.tiles[number]) for number in others)


@pytest.mark.rule("1854-TR-6", "1854-TR-14")
def test_a_double_town_is_upgraded_on_both_maps():
    s = turn(tile(klagenfurt("3"), "H16", "55", 0), "KT", TRACK)
    assert lays(s, "H16") == {("14", 0)}
    forbidden(s, LayTile(0, "H16", "15", 0), "TR-6")
    after = do(s, LayTile(0, "H16", "14", 0))
    assert after.board.stop(after.book.atlas, StopId("H16.0")).kind == "city"
    assert (after.supply["55"], after.supply["14"]) == (2, 3)  # the yellow piece is back
    j30 = turn(home(local(tile(phase(stock(), "3"), "J30", "55", 0), "5", 0), "5"), "5", LOCAL_TRACK)
    assert ("14", 0) in lays(j30, "J30")
    main = tile(phase(stock(rulings='book,towns_grow_on="main"'), "3"), "J30", "55", 0)
    main = turn(home(local(main, "5", 0), "5"), "5", LOCAL_TRACK)
    forbidden(main, LayTile(0, "J30", "14", 0), "TR-6", hex="J30")
    # Plain track and Sankt Pölten (TR-9) grow there all the same.
    plain = tile(phase(stock(rulings='book,towns_grow_on="main"'), "3"), "K29", "8", 2)
    assert lays(turn(home(local(plain, "5", 0), "5"), "5", LOCAL_TRACK), "K29")
    poelten = home(local(phase(stock(rulings='book,towns_grow_on="main"'), "3"), "1", 0), "1")
    assert lays(turn(poelten, "1", LOCAL_TRACK), "J38") == {("15", 5)}
    there = tile(tile(phase(stock(rulings='book,towns_grow_on="main"'), "3"), "H18", "6", 5), "H16", "55", 0)
    there = turn(home(major(there, "KT"), "KT"), "KT", TRACK)
    assert lays(there, "H16") == {("14", 0)}


@pytest.mark.rule("1854-TR-6")
def test_single_towns_never_change():
    atlas = stock().book.atlas
    for number in ("3", "4", "58"):
        old = atlas.face(number, 0)
        green = [t for t in atlas.tiles.values() if t.colour == "green"]
        assert not any(atlas.same_places(HexId("C15"), old, tile_) for tile_ in green)


def wien(number, *companies):
    s = phase(stock(), number)
    for seat, company in enumerate(companies):
        s = home(major(s, company, seat), company)
    return s


@pytest.mark.rule("1854-TR-7", "1854-TR-17", "1854-TK-6")
def test_the_tiles_of_wien():
    s = turn(wien("3", "KE", "SD"), "KE", TRACK)
    # 433 has five of six exits and must keep 0, 1, 2: it can be turned so that 5, 4 or 3 is missing.
    assert lays(s, "C23") == {("433", 0), ("433", 4), ("433", 5)}
    forbidden(s, LayTile(0, "C23", "14", 0), "TR-7")
    refused(turn(klagenfurt("3"), "KT", TRACK), LayTile(0, "H18", "433", 0), "TR-6")
    s = do(s, LayTile(0, "C23", "433", 0))
    assert s.board.markers_of("KE") == ("C23.1",)
    assert s.board.markers_of("SD") == ("C23.0",)
    brown = turn(phase(s, "5"), "KE", TRACK)
    # 451 pairs r/r+3 with one circle, r+1/r+2 and r+4/r+5 with two. Homes of KE (1), SD (0) and FJ (2, kept)
    # need: no pair with one circle may hold two of them; 1-4, 0-3, 2-5 do not, nor do pairs of two circles.
    assert {rotation % 3 for _, rotation in lays(brown, "C23")} == {0, 1, 2}
    brown = do(brown, LayTile(0, "C23", "451", 0))
    assert brown.board.markers_of("SD") == ("C23.0",)
    assert brown.board.markers_of("KE") == ("C23.1",)
    fj = turn(major(brown, "FJ", 2), "FJ")
    assert fj.board.markers_of("FJ") == ("C23.1",)  # the city that has side 2 now
    grey = do(turn(phase(brown, "8"), "KE", TRACK), LayTile(0, "C23", "456", 0))
    assert grey.board.markers_of("KE") == grey.board.markers_of("SD") == ("C23.0",)


@pytest.mark.rule("1854-TR-17")
def test_no_upgrade_without_a_circle_for_every_marker():
    # On 433 two foreign markers at sides 3 and 0 (SD home): 451 turned 0 pairs 0-3 with one circle.
    s = tile(wien("5", "KE", "SD"), "C23", "433", 0)
    s = marker(major(s, "KR", 2), "KR", "C23.3")
    s = turn(s, "KE", TRACK)
    forbidden(s, LayTile(0, "C23", "451", 0), "TR-17")
    assert {rotation % 3 for _, rotation in lays(s, "C23")} == {1, 2}


@pytest.mark.rule("1854-TR-8")
@pytest.mark.parametrize(("hex_id", "side"), [("B22", 5), ("C21", 4), ("D22", 3)])
def test_yellow_tiles_west_of_wien_lead_into_it(hex_id, side):
    s = turn(wien("2", "KE"), "KE", TRACK)
    spec = s.book.atlas.hexes[HexId(hex_id)]
    assert spec.yellow_exit == side
    assert s.book.atlas.neighbours[HexId(hex_id)][side] == "C23"
    ke = [a for a in offered(s, 0, LayTile) if a.hex == "C21"]
    assert ke
    assert all(4 in s.book.atlas.face(a.tile, a.rotation).exits for a in ke)


@pytest.mark.rule("1854-TR-8")
def test_a_yellow_tile_past_wien_is_refused():
    # KR comes along from Ybbs C19 to C21, over side 1; Wien lies at side 4.
    s = tile(tile(phase(stock(), "2"), "C17", "57", 1), "C19", "4", 1)
    s = turn(home(major(s, "KR"), "KR"), "KR", TRACK)
    do(s, LayTile(0, "C21", "55", 0))  # 0-3, 1-4
    forbidden(s, LayTile(0, "C21", "56", 0), "TR-8", side=4)  # 0-2, 1-3
    forbidden(s, LayTile(0, "C21", "2", 0), "TR-8", side=4)  # 0-3, 1-2


@pytest.mark.rule("1854-TR-9", "1854-TK-6")
def test_sankt_poelten_becomes_15():
    s = home(local(local(phase(stock(), "3"), "1", 0), "2", 1), "1", "2")
    s = turn(s, "1", LOCAL_TRACK)
    assert lays(s, "J38") == {("15", 5)}
    forbidden(s, LayTile(0, "J38", "14", 5), "TR-9")
    after = do(s, LayTile(0, "J38", "15", 5))
    assert after.cash["1"] == 150
    assert after.board.markers[StopId("J38.0")] == ("1", "2")
    # Final: 611 would need a fifth side.
    assert not lays(turn(phase(after, "5"), "1", LOCAL_TRACK), "J38")
    yellow = home(local(phase(stock(), "2"), "1", 0), "1")
    forbidden(turn(yellow, "1", LOCAL_TRACK), LayTile(0, "J38", "15", 5), "TR-5")
    other = home(local(phase(stock(rulings="book,sankt_poelten_grows=false"), "3"), "1", 0), "1")
    forbidden(turn(other, "1", LOCAL_TRACK), LayTile(0, "J38", "15", 5), "TR-3")


@pytest.mark.rule("1854-TR-10")
def test_d18_and_d20_are_for_everybody():
    s = tile(phase(stock(), "3"), "C17", "6", 3)  # Linz: sides 3 and 5
    s = turn(home(major(s, "KR"), "KR"), "KR", TRACK)
    s = do(s, LayTile(0, "D18", "55", 2))
    s = do(turn(s, "KR", TRACK), LayTile(0, "D18", "14", 2))
    assert s.board.laid[HexId("D18")].tile == "14"


@pytest.mark.rule("1854-TR-14")
def test_without_a_piece_no_lay():
    s = turn(klagenfurt(), "KT", TRACK)
    none = s.replace(supply={**s.supply, "55": 0})
    forbidden(none, LayTile(0, "H16", "55", 0), "TR-14")
    refused(s, LayTile(0, "H16", "999", 0), "TR-14")
    refused(s, LayTile(0, "Z9", "55", 0), "TR-14")
    # Both maps draw from one stock.
    there = tile(tile(klagenfurt(), "J30", "55", 0), "J36", "55", 0)
    forbidden(turn(there, "KT", TRACK), LayTile(0, "H16", "55", 0), "TR-14")
    counts = {r: stock(rulings=r).supply["69"] for r in ("book", "other")}
    assert counts == {"book": 1, "other": 2}


@pytest.mark.rule("1854-TR-16")
def test_the_own_bare_home_needs_no_connection():
    s = turn(major(stock(), "SB"), "SB")
    assert s.board.markers_of("SB") == ("E13.0",)
    do(s, LayTile(0, "E13", "6", 0))
    # For others that hex is reached by track only.
    other = turn(major(home(major(stock(), "SB"), "SB"), "KT", 1), "KT")
    forbidden(other, LayTile(1, "E13", "6", 0), "TR-2")


@pytest.mark.rule("1854-LR-1", "1854-LR-7")
def test_each_on_its_own_map():
    s = turn(home(local(stock(), "5", 0), "5"), "5", LOCAL_TRACK)
    forbidden(s, LayTile(0, "H16", "55", 0), "LR-7", hex="H16")
    assert {a.hex for a in offered(s, 0, LayTile)} == {"J30", "K29"}
    forbidden(turn(klagenfurt(), "KT", TRACK), LayTile(0, "J30", "55", 0), "LR-7", hex="J30")
    there = [spec for spec in s.book.atlas.hexes.values() if spec.sheet == "local"]
    assert sum(spec.buildable for spec in there) == 16
    homes = {c: s.book.companies[c].homes[0] for c in "123456"}
    assert homes == {"1": "J38.0", "2": "J38.1", "3": "M35.0", "4": "J32.0", "5": "J28.0", "6": "L28.0"}
    # The two maps do not touch.
    for key, spec in s.book.atlas.hexes.items():
        for beyond in s.book.atlas.neighbours[key]:
            assert beyond is None or s.book.atlas.hexes[beyond].sheet == spec.sheet


@pytest.mark.rule("1854-TR-2")
def test_a_marker_on_the_tile_suffices_beside_others():
    s = turn(marker(klagenfurt("3"), "KT", "F22.0"), "KT", TRACK)
    do(s, LayTile(0, "H18", "14", 1))


@pytest.mark.rule("1854-TR-2")
def test_new_track_that_is_reached_from_one_side_is_of_use():
    # NT comes to side 3 of G9 over F10: there 16 adds 3-5 beside 2-4, which leads on over 5 alone.
    s = phase(stock(rulings="book,upgrades_add_usable_track=true"), "3")
    s = tile(tile(tile(s, "F8", "5", 4), "G9", "8", 2), "F10", "7", 0)
    s = turn(home(major(s, "NT"), "NT"), "NT", TRACK)
    assert any(number == "16" for number, _ in lays(s, "G9"))
