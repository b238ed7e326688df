"""RT-6, RT-10: the Orient Express, its two far ends, and what it leaves out."""

import pytest

from stellwerk.games.g1854.rules.runs import RUNS

from .table import RUN, do, home, major, marker, phase, refused, run, stock, tile, train, turn

CARD = "8-5"


def to_budapest(s, side=5):
    """Graz – Oberwart F24 – E25 – Eisenstadt D26, and on over side 5 to E27 or over side 4 to D28."""
    s = tile(tile(tile(s, "F22", "6", 4), "F24", "58", 1), "E25", "9", 0)
    return tile(s, "D26", "3", 5) if side == 5 else tile(s, "D26", "58", 4)


def graz(version, side=5, rulings="book"):
    """KT with a marker in Graz and one train."""
    s = to_budapest(phase(stock(rulings=rulings), "8"), side)
    s = marker(home(major(s, "KT"), "KT"), "KT", "F22.0")
    return turn(train(s, "KT", CARD, version), "KT", RUN)


WAYS = {
    5: ("F22.0", "F24.0", "E25", "D26.0", "E27.0", "F28.0"),
    4: ("F22.0", "F24.0", "E25", "D26.0", "D28.0", "E27", "F28.0"),
}


@pytest.mark.rule("1854-RT-6", "1854-RT-7")
@pytest.mark.parametrize("side", [5, 4])
def test_constantinople_lies_behind_both_halves_of_budapest(side):
    # Graz 20 + two towns 10 each + Budapest 60 (grey) + Constantinople 90.
    s = do(graz("8Ox", side), run(*WAYS[side], card=CARD))
    assert s.last_run["KT"] == 20 + 10 + 10 + 60 + 90
    cheap = do(graz("8Ox", side, rulings="book,constantinople=70"), run(*WAYS[side], card=CARD))
    assert cheap.last_run["KT"] == 170


@pytest.mark.rule("1854-RT-6", "1854-RT-10")
@pytest.mark.parametrize("side", [5, 4])
def test_other_trains_end_in_budapest(side):
    s = graz("8", side)
    refused(s, run(*WAYS[side], card=CARD), "RT-6")
    short = WAYS[side][:5]
    assert do(s, run(*short, card=CARD)).last_run["KT"] == 100
    assert RUNS.best(s, "KT").revenue == 100


@pytest.mark.rule("1854-RT-6", "1854-RT-3")
@pytest.mark.parametrize("way", [("E3.0", "E1.0"), ("E3.0", "F2", "E1.1")])
def test_paris_lies_behind_zuerich_from_either_side(way):
    """Both dots of Zürich share the track to Paris; with both in reach each is a way of its own."""
    s = tile(tile(phase(stock(), "8"), "E3", "5", 0), "F2", "7", 2)
    s = home(major(s, "VB"), "VB")
    s = turn(train(s, "VB", CARD, "8Ox"), "VB", RUN)
    # Bregenz 20 + Zürich 50 (grey) + Paris 90, in both directions.
    assert do(s, run(*way, "D0.0", card=CARD)).last_run["VB"] == 20 + 50 + 90
    assert do(s, run("D0.0", *way[::-1], card=CARD)).last_run["VB"] == 160
    assert RUNS.best(s, "VB").revenue == 160


def across(version, foreign=""):
    """NT: Innsbruck – Lienz – Villach – Klagenfurt – Graz – Oberwart – Eisenstadt – Budapest – the end."""
    s = to_budapest(phase(stock(), "8"))
    s = tile(tile(s, "F8", "5", 4), "G9", "8", 2)
    s = s.replace(board=s.board.dig(s.book.atlas, "G11", (1, 5)))
    s = tile(tile(tile(s, "H14", "9", 1), "H16", "55", 0), "H18", "57", 1)
    s = tile(tile(s, "H20", "8", 1), "G21", "9", 0)
    s = home(major(s, "NT"), "NT")
    if foreign:
        s = marker(home(major(s, "SB", 1), "SB"), "SB", foreign)
    return turn(train(s, "NT", CARD, version), "NT", RUN)


NINE = (
    *("F8.0", "G9", "G11", "H12.0", "H14", "H16.1", "H18.0", "H20", "G21"),
    *("F22.0", "F24.0", "E25", "D26.0", "E27.0", "F28.0"),
)


@pytest.mark.rule("1854-RT-6")
def test_of_nine_places_the_eight_best_count():
    # 20 + 10 + 10 + 20 + 20 + 10 + 10 + 60 + 90 = 250, less one town of 10.
    s = across("8Ox")
    assert do(s, run(*NINE, card=CARD)).last_run["NT"] == 240
    assert RUNS.best(s, "NT").revenue == 240


@pytest.mark.rule("1854-RT-2")
def test_an_8_leaves_nothing_out():
    s = across("8")
    # Without the far end it has just eight places: 160.
    assert do(s, run(*NINE[:-1], card=CARD)).last_run["NT"] == 160
    # A 6 has two places too few for it.
    six = turn(train(s.replace(trains={**s.trains, CARD: "out"}), "NT", "6-0"), "NT", RUN)
    refused(six, run(*NINE[:-1], card="6-0"), "RT-2")


@pytest.mark.rule("1854-RT-6", "1854-RT-4")
def test_foreign_markers_stop_it_too():
    s = across("8Ox", foreign="H18.0")
    refused(s, run(*NINE, card=CARD), "RT-4")
    # It may end there: Innsbruck 20, two towns 10 each, Klagenfurt 20.
    assert do(s, run(*NINE[:7], card=CARD)).last_run["NT"] == 60
