"""VII.7: a tile is exchanged for one of the next colour."""

from typing import Any

import pytest

from stellwerk.engine import legal
from stellwerk.games.g1824.rules.runs import RUNS
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.track import LayTile

from .lines import BROWN, GRAY, GREEN, bohemia, lay, prag
from .table import cash_of, do, forbidden, home, marker, phase, refused, start, stock, turn

PRAG = {"B9": ("57", 1)}
"""Yellow Prag with track to B7 and B11."""
LINE = {**PRAG, "B7": ("9", 1), "B5": ("5", 3), "A6": ("58", 4)}
"""Prag – B7 – Pilsen – A6, all yellow."""


def bk(*track: dict[str, tuple[str, int]], sold: tuple[str, ...] = GREEN) -> Any:
    """BK's turn, not its first, with its marker in Prag."""
    return turn(lay(prag(*sold), *track), "BK")


def wien(*tiles: str, sold: tuple[str, ...]) -> Any:
    """KK1's turn with all three homes in Wien and these tiles laid there one after the other."""
    s = home(stock(owners={"SD1": 0, "KK1": 0, "KK2": 0}), "SD1", "KK1", "KK2")
    for number in tiles:
        s = lay(s, {"E12": (number, 0)})
    return turn(phase(s, *sold), "KK1")


# -- VII.7-1: colours ---------------------------------


GREEN_PRAG, BROWN_PRAG = LayTile(0, "B9", "14", 1), LayTile(0, "B9", "611", 1)


@pytest.mark.rule("1824-VII.7-1", "1824-VII.14-1a", "1824-VII.14-3a")
@pytest.mark.parametrize(("sold", "open_"), [((), False), (("2",), False), (("2", "3"), True)])
def test_green_from_the_first_3_on(sold, open_):
    s = bk(PRAG, sold=sold)
    if open_:
        assert GREEN_PRAG in legal(s, 0)
    else:
        forbidden(s, GREEN_PRAG, "VII.7-1", colour="green", latest="yellow")


@pytest.mark.rule("1824-VII.7-1", "1824-VII.14-5a")
@pytest.mark.parametrize(("sold", "open_"), [(GREEN, False), (("2", "3", "4"), False), (BROWN, True)])
def test_brown_from_the_first_5_on(sold, open_):
    s = bk(PRAG, {"B9": ("14", 1)}, sold=sold)
    if open_:
        assert BROWN_PRAG in legal(s, 0)
    else:
        forbidden(s, BROWN_PRAG, "VII.7-1", colour="brown", latest="green")


@pytest.mark.rule("1824-VII.7-1", "1824-VII.14-7a")
@pytest.mark.parametrize(("sold", "open_"), [(BROWN, False), ((*BROWN, "6"), False), (GRAY, True)])
def test_gray_from_the_first_8_on(sold, open_):
    s = wien("499", "491", "493", sold=sold)
    action = LayTile(0, "E12", "496", 0)
    if open_:
        assert action in legal(s, 0)
    else:
        forbidden(s, action, "VII.7-1", colour="gray", latest="brown")


@pytest.mark.rule("1824-VII.7-1b")
@pytest.mark.parametrize(
    ("track", "number", "colour", "here"),
    [
        ({}, "14", "green", "white"),
        ({}, "611", "brown", "white"),
        (PRAG, "611", "brown", "yellow"),
        (PRAG, "6", "yellow", "yellow"),
        ({"B9": ("14", 1)}, "15", "green", "green"),
        ({"B9": ("14", 1)}, "57", "yellow", "green"),
        ({"B9": ("611", 1)}, "14", "green", "brown"),
    ],
)
def test_one_colour_after_the_other(track, number, colour, here):
    found = refused(bk(track, sold=GRAY), LayTile(0, "B9", number, 1), "VII.7-1b")
    assert (found.figures["colour"], found.figures["here"]) == (colour, here)


@pytest.mark.rule("1824-VII.7-1b")
def test_what_follows_a_tile():
    """The green, then the brown tiles of a city; towns end with green."""
    s = bk(PRAG)
    atlas = s.book.atlas
    follows = {
        "57": {"14", "15", "619"},
        "14": {"611"},
        "4": {"87", "88"},
        "87": set(),
        "9": {"18", "19", "20", "23", "24", "26", "27"},
    }
    for number, wanted in follows.items():
        old = atlas.tiles[number]
        colour = {"yellow": "green", "green": "brown"}[old.colour]
        hex_id = {"57": "B9", "14": "B9", "4": "C10", "87": "C10", "9": "D15"}[number]
        assert {fit for fit, _ in atlas.fitting(hex_id, old.turned(1), colour)} == wanted


# -- VII.7-2: connection ---------------------------------


@pytest.mark.rule("1824-VII.7-2")
def test_an_upgrade_is_connected_with_an_own_marker():
    s = bk(PRAG, {"E14": ("57", 1)})
    forbidden(s, LayTile(0, "E14", "14", 1), "VII.7-2", company="BK", hex="E14")
    assert LayTile(0, "B9", "14", 1) in legal(s, 0)


@pytest.mark.rule("1824-VII.7-2")
def test_not_behind_a_full_city():
    """Pilsen with its one circle taken is reached and may grow, what lies behind it may not."""
    behind, itself = LayTile(0, "A6", "87", 4), LayTile(0, "B5", "15", 1)
    assert behind in legal(bk(LINE), 0)
    blocked = turn(marker(bk(LINE), "MS", "B5.0"), "BK")
    forbidden(blocked, behind, "VII.7-2", hex="A6")
    assert itself in legal(blocked, 0)


@pytest.mark.rule("1824-VII.7-2", "1824-R9")
def test_new_track_need_not_be_usable():
    """A crossing on B7: its new line touches nothing, and no train of BK could ever turn into it."""
    s = bk({**PRAG, "B7": ("9", 1)})
    assert LayTile(0, "B7", "20", 0) in legal(s, 0)
    after = do(s, LayTile(0, "B7", "20", 0))
    assert RUNS.network(after, "BK").problem.segments == ()


@pytest.mark.rule("1824-VII.7-2")
def test_connected_after_the_exchange_is_enough():
    """Yellow B11 has track A10 – C12, past Prag; the green tile takes up Prag's track."""
    s = bk({**PRAG, "B11": ("9", 2)})
    assert LayTile(0, "B11", "20", 1) in legal(s, 0)  # 1–4 and 2–5
    forbidden(s, LayTile(0, "B11", "23", 2), "VII.7-2", hex="B11")  # 2–5 and 2–0


# -- VII.7-3: what stays ---------------------------------


@pytest.mark.rule("1824-VII.7-3")
def test_old_track_survives():
    """Yellow Prag has sides 1 and 4."""
    s = bk(PRAG)
    forbidden(s, LayTile(0, "B9", "15", 0), "VII.7-3", tile="15", rotation=0, hex="B9")  # 0, 1, 2, 3
    assert LayTile(0, "B9", "15", 1) in legal(s, 0)  # 1, 2, 3, 4
    plain = bk({**PRAG, "B7": ("9", 1)})
    refused(plain, LayTile(0, "B7", "25", 0), "VII.7-3")


@pytest.mark.rule("1824-VII.7-3b")
@pytest.mark.parametrize(
    ("hex_id", "laid", "number", "old", "new"),
    [
        ("C10", ("4", 2), "14", "town", "city"),
        ("C10", ("4", 2), "23", "town", "no place"),
        ("B9", ("57", 2), "87", "city", "town"),
        ("B9", ("57", 2), "23", "city", "no place"),
        ("B7", ("9", 1), "87", "no place", "town"),
        ("B7", ("9", 1), "14", "no place", "city"),
    ],
)
def test_the_same_kind_of_place(hex_id, laid, number, old, new):
    s = bk({hex_id: laid})
    found = refused(s, LayTile(0, hex_id, number, 1), "VII.7-3b")
    assert (found.figures["old"], found.figures["new"]) == (old, new)


@pytest.mark.rule("1824-VII.7-3c")
def test_a_bigger_city_has_a_circle_more_and_it_is_open_to_all():
    """Yellow Prag is full with BK's marker; in the green city MS may pass and place a marker."""
    line = {**PRAG, "B11": ("8", 5), "C12": ("57", 2), "B7": ("9", 1), "B5": ("57", 1)}
    s = home(start(lay(prag(*GREEN), line), "MS", cash=500), "MS")
    assert "B5.0" not in {stop.id for stop in RUNS.network(s, "MS").problem.stops}
    after = do(turn(s, "BK"), LayTile(0, "B9", "14", 1))
    assert after.board.slots(after.book.atlas, "B9.0") == ("BK", "")
    east = turn(after, "MS", step=3)
    assert "B5.0" in {stop.id for stop in RUNS.network(east, "MS").problem.stops}
    assert PlaceMarker(0, "B9.0") in legal(east, 0)


@pytest.mark.rule("1824-VII.7-3c", "1824-VII.6-7")
def test_markers_move_with_their_cities():
    """Wien: three cities in yellow and green, two in brown (KK1 and KK2 meet), one in gray."""
    s = wien("499", sold=GRAY)
    seen = {}
    for number in ("491", "493", "496"):
        s = turn(do(cash_of(s, "KK1", 100), LayTile(0, "E12", number, 0)), "KK1")
        seen[number] = {railway: s.board.markers_of(railway) for railway in ("SD1", "KK1", "KK2")}
    assert len(set(seen["491"].values())) == 3
    assert seen["493"]["KK1"] == seen["493"]["KK2"] != seen["493"]["SD1"]
    assert set(seen["496"].values()) == {("E12.0",)}
    assert sorted(s.board.markers["E12.0"]) == ["", "KK1", "KK2", "SD1"]


@pytest.mark.rule("1824-VII.7-3d")
def test_the_old_tile_returns_to_stock():
    s = bk(PRAG)
    assert (s.supply["57"], s.supply["14"]) == (4, 4)
    after = do(s, LayTile(0, "B9", "14", 1))
    assert (after.supply["57"], after.supply["14"]) == (5, 3)


@pytest.mark.rule("1824-VII.7-3d")
def test_only_tiles_in_stock_are_laid():
    s = bk(PRAG)
    forbidden(s.replace(supply={**s.supply, "14": 0}), LayTile(0, "B9", "14", 1), "VII.7-3d", tile="14")


@pytest.mark.rule("1824-VII.7-3d", "1824-VII.6-5")
@pytest.mark.parametrize(
    ("company", "track", "action"),
    [
        ("KK1", {"E12": ("499", 0)}, LayTile(0, "E12", "491", 0)),  # river
        ("EOD", {"A10": ("4", 1)}, LayTile(0, "A10", "87", 4)),  # mountains
    ],
)
def test_terrain_is_paid_only_once(company, track, action):
    s = home(phase(lay(stock(owners={company: 0}), track), *GREEN), company)
    s = turn(cash_of(s, company, 0), company)
    assert action in legal(s, 0)
    assert do(s, action).cash[company] == 0


@pytest.mark.rule("1824-VII.7-2")
def test_an_upgrade_anywhere_on_the_own_network():
    """From Prag over the whole example track; Brünn needs no marker of BK."""
    s = turn(bohemia(prag(*BROWN)), "BK")
    assert LayTile(0, "C12", "611", 0) in legal(s, 0)
