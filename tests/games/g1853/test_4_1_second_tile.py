"""4.1.7: the second tile, compared with every pair of lines that can be drawn."""

from collections import Counter
from random import Random

import pytest

from stellwerk.engine import Game, legal
from stellwerk.engine.rule import Rule
from stellwerk.games.g1853.rules.track import LAY, NOW, second_line_is_apart
from stellwerk.mech18.track import LayTile, is_upgrade
from tests.games.g1853.brute_lines import TooMany, second_ends
from tests.games.g1853.table import TRACK, acting, do, marker, refused, tile
from tests.strategies import played, together

OTHERS: tuple[Rule, ...] = tuple(rule for rule in LAY.rules if rule.id != "4.1.7")


def drawn(s, ends, a) -> bool:
    """Whether some second line ends with the tile."""
    atlas = s.book.atlas
    if a.hex in ends:
        return True
    for path in atlas.face(a.tile, a.rotation).paths:
        for side in (path.a, path.b):
            if side < 6 and (atlas.neighbours[a.hex][side], (side + 3) % 6, path.gauge) in ends:
                return True
    return False


def compare(s) -> Counter[str]:
    """All second tiles of a position that nothing else forbids, judged both ways."""
    company, first = s.frame.company, s.frame.first_tile
    try:
        ends = second_ends(s.book.atlas, s.board, company, first)
    except TooMany:
        return Counter(beyond=1)
    seen = Counter(positions=1)
    for a in LAY.candidates(s, 0):
        if is_upgrade(s, a.hex) or any(rule.check(s, a) for rule in OTHERS):
            continue
        ours, true = second_line_is_apart(s, a) is None, drawn(s, ends, a)
        seen["allowed" if ours else "refused"] += 1
        assert ours == true, (company, first, a, dict(s.board.laid), dict(s.board.markers))
    return seen


def second_tiles(game: Game) -> Counter[str]:
    """All positions of a game in which a second tile may be laid."""
    seen = Counter[str]()
    for s, _ in game.history:
        if s.stack and getattr(s.frame, "first_tile", "") and s.frame.step == TRACK:
            seen += compare(s)
    return seen


@pytest.mark.rule("1853-4.1.7")
@together("1853")
def test_random_second_tiles_are_those_that_can_be_drawn():
    seen = Counter[str]()
    for seed in (0, 1, 5):
        seen += second_tiles(played("1853", seed))
    assert seen["positions"] > 40
    assert seen["allowed"] > 500
    assert seen["refused"] > 100
    assert seen["beyond"] < seen["positions"] / 4


AROUND = ("H22", "I21", "I23", "J20", "J22", "J24", "I25", "H20", "G21", "G23", "I19", "K21")
"""Hexes around Benares, without Patna."""


@pytest.mark.rule("1853-4.1.7")
def test_second_tiles_on_crowded_boards():
    """All colours at random, many of them dual, and markers anywhere."""
    rng, seen = Random(1853), Counter[str]()
    fresh = acting("EIR").replace(options={"EIR": NOW})
    atlas = fresh.book.atlas
    for _ in range(150):
        s = tile(fresh, "H24", "716", 0)
        for hex_id in rng.sample(AROUND, 9):
            number = rng.choice([n for n, there in atlas.tiles.items() if there.label == "" and s.supply[n]])
            s = tile(s, hex_id, number, rng.randrange(6))
        for hex_id in rng.sample(AROUND, 6):
            stops = s.board.face(atlas, hex_id).stops
            if len(stops) == 1 and s.board.slots(atlas, f"{hex_id}.0").count(""):
                s = marker(s, f"{hex_id}.0", rng.choice(("EIR", "EIR", "NWR")))
        first = rng.choice([hex_id for hex_id in AROUND if hex_id in s.board.laid])
        s = s.update_frame(lays=("yellow",), first_tile=first)
        seen += compare(s)
    assert seen["positions"] > 100
    assert seen["allowed"] > 500
    assert seen["refused"] > 500


def patna_and_benares():
    """EIR in Patna and Benares, joined in standard gauge; Benares is green, with track in both gauges."""
    s = acting("EIR").replace(options={"EIR": NOW})
    s = tile(tile(s, "H24", "6", 1), "H22", "716", 2)
    return marker(s, "H22.0", "EIR")


STANDARD_WEST, METRE_WEST = LayTile(0, "I21", "9", 0), LayTile(0, "I21", "79", 0)
STANDARD_EAST, METRE_EAST = LayTile(0, "I23", "4", 2), LayTile(0, "I23", "74", 2)


@pytest.mark.rule("1853-4.1.7", "1853-4.1.6-c")
@pytest.mark.parametrize("west", [STANDARD_WEST, METRE_WEST])
@pytest.mark.parametrize("east", [STANDARD_EAST, METRE_EAST])
def test_two_lines_leave_an_own_station_in_either_order(west, east):
    """One comes from Patna through Benares, where it may change its gauge; the other begins there."""
    s = patna_and_benares()
    assert east in legal(do(s, west), 0)
    assert west in legal(do(s, east), 0)
    # Without a marker in Benares both would be lines of Patna.
    alone = s.replace(board=s.board.take_off("H22.0", "EIR"))
    refused(do(alone, STANDARD_WEST), STANDARD_EAST, "4.1.7")


@pytest.mark.rule("1853-4.1.7")
def test_a_first_line_over_two_towns_on_one_track():
    """Tile 71 on G21, north-west of Benares, leads on to G19."""
    s = tile(patna_and_benares(), "G21", "71", 5)
    assert s.board.face(s.book.atlas, "G21").exits == {1, 5}
    s = do(s, LayTile(0, "G19", "76", 4))
    assert STANDARD_EAST in legal(s, 0)
    assert METRE_EAST in legal(s, 0)


@pytest.mark.rule("1853-4.1.7")
def test_a_second_line_over_two_towns_on_one_track():
    s = do(tile(patna_and_benares(), "G21", "71", 5), STANDARD_EAST)
    assert LayTile(0, "G19", "76", 4) in legal(s, 0)


@pytest.mark.rule("1853-4.1.7")
def test_dual_track_is_one_track_for_both_gauges():
    """Behind Benares one dual track leads to J20, and from there both gauges go on."""
    s = tile(tile(patna_and_benares(), "I21", "233", 0), "J20", "102", 0)
    first, second = LayTile(0, "J22", "9", 1), LayTile(0, "K21", "79", 2)
    refused(do(s, first), second, "4.1.7")
    refused(do(s, second), first, "4.1.7")
    joined = marker(s, "J20.0", "EIR")
    assert second in legal(do(joined, first), 0)
    assert first in legal(do(joined, second), 0)
