"""The rulebook's own examples and pictures, with its numbers."""

import pytest
from msgspec import structs

from stellwerk.board import network
from stellwerk.engine import legal, play
from stellwerk.engine.canonical import canonical
from stellwerk.games.g1853.data.components import FILE
from stellwerk.games.g1853.rules.events import ContractFulfilled
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.state import SEATS
from stellwerk.mech18.track import LayTile
from tests.games.g1853.table import (
    DIVIDEND,
    RUN,
    acting,
    base,
    do,
    marker,
    opened,
    refused,
    tile,
    train,
    turn,
)
from tests.games.g1853.test_2_contracts import BOOK, book_example, complete

CLAIMS = (("Calcutta", "EIR"), ("Patna", "EIR"), ("Delhi", "EIR"), ("Jaipur", "BBCI"))

# From Delhi's eastern station over Lucknow and Allahabad to Benares.
EASTWARD = (
    ("F16", "55", 0),
    ("F18", "4", 1),
    ("F20", "7", 0),
    ("G19", "6", 3),
    ("H20", "6", 2),
    ("H22", "14", 0),
)


def laid(s, *tiles):
    for hex_id, number, rotation in tiles:
        s = tile(s, hex_id, number, rotation)
    return s


@pytest.mark.rule("1853-2.5.3-b", "1853-2.7.2", "1853-4.3.1-c", "1853-4.3.2-a")
def test_ulrichs_contract_from_the_bid_to_the_money():
    """730 - 130 = 600; three EIR and a BBCI cost 3 * 100 + 84 = 384 and leave 216; then 130 come back.

    Rickshaws join the stations of Delhi; Helmut's company lays the last tile.
    """
    game = complete(book_example(), *(("Ulrich", city, company) for city, company in CLAIMS))
    s = game.state
    ulrich, helmut, _ = (s.names.index(who) for who in BOOK)
    assert (s.bonds[str(ulrich)], s.cash[SEATS[ulrich]]) == (130, 216)
    s = laid(s, *EASTWARD, ("G13", "115", 3), ("H24", "6", 5), ("I27", "58", 5))
    s = s.replace(bbci="small")
    s = turn(opened(s, "BNR", helmut, 5), "BNR").replace(news=())
    s = marker(s, "J28.0", "BNR")
    made = play(s, LayTile(helmut, "I25", "8", 2))
    assert made.state.cash[SEATS[ulrich]] == 216 + 130
    [shown] = [event for event in made.events if isinstance(event, ContractFulfilled)]
    assert (shown.player, shown.cities, shown.bond) == ("Ulrich", "Calcutta, Patna, Delhi, Jaipur", 130)


def without_towns(s):
    """The same map with empty hexes between Delhi and Lucknow, as a corrected set may have them."""
    contents = FILE.read(FILE.text())
    contents["hexes"] |= {"F16": {}, "F18": {}}
    return s.replace(setup=structs.replace(s.setup, components=canonical(contents).decode()))


def to_benares(s, plain):
    """A 3 of GIP, which is at home in Allahabad."""
    east = ((h, "9", 1) if plain and h in ("F16", "F18") else (h, t, r) for h, t, r in EASTWARD)
    return laid(train(turn(opened(s, "GIP"), "GIP", RUN), "GIP", "3"), *east)


@pytest.mark.rule("1853-4.5.4-a", "1853-4.6.2", "1853-4.6.6")
def test_a_3_from_delhi_over_lucknow_to_allahabad_but_not_to_benares():
    """40 + 20 + 20 = 80 for the dividend; as mail train 40 + 20 = 60 more for the treasury."""
    s = to_benares(without_towns(base()), plain=True)
    path = ("F14.1", "F16", "F18", "F20", "G19.0", "H20.0")
    refused(s, RunTrains(0, (Route("3-0", (*path, "H22.0")),)), "4.5.4-a")
    s = do(s, RunTrains(0, (Route("3-0", path),)))
    assert (s.last_run["GIP"], s.frame.mail) == (80, 60)
    assert do(s, Dividend(0, True)).cash["GIP"] == 960 + 60
    assert do(s, Dividend(0, False)).cash["GIP"] == 960 + 60 + 80


@pytest.mark.rule("1853-4.5.4-a", "1853-4.6.2", "1853-4.6.3")
def test_the_towns_on_its_way_cost_no_range_and_count():
    """On our map two towns of 10 lie between Delhi and Lucknow: 80 + 20; the mail counts the ends alone."""
    s = to_benares(base(), plain=False)
    path = ("F14.1", "F16.1", "F18.0", "F20", "G19.0", "H20.0")
    refused(s, RunTrains(0, (Route("3-0", (*path, "H22.0")),)), "4.5.4-a")
    s = do(s, RunTrains(0, (Route("3-0", path),)))
    assert (s.last_run["GIP"], s.frame.mail) == (100, 60)


@pytest.mark.rule("1853-4.7.1-b")
def test_the_example_of_prices():
    """At 80 a dividend of 60 is one field up; for more than one it takes 160. The mail is left out."""
    s = opened(base(), "MSM", 0, 5)
    assert s.price("MSM") == 80
    for revenue, price in ((60, 84), (150, 84), (160, 88)):
        paying = turn(s, "MSM", DIVIDEND, revenue=revenue, mail=100).replace(last_run={"MSM": revenue})
        assert do(paying, Dividend(0, True)).price("MSM") == price


# -- the pictures --------------------------------------------------------------------------------


@pytest.mark.rule("1853-4.1.6-b", "1853-4.2.8")
def test_either_gauge_goes_on_from_dual_track_at_the_station():
    """The printed tracks of Calcutta are dual: both gauges start there."""
    s = acting("EIR")
    assert {LayTile(0, "I27", "4", 2), LayTile(0, "I27", "74", 2)} <= set(legal(s, 0))


@pytest.mark.rule("1853-4.1.6-b", "1853-4.2.6", "1853-4.2.8")
def test_dual_track_behind_standard_track_goes_on_in_standard_only():
    """Nagpur – standard – an upgrade to dual: the connection to the last marker is standard."""
    s = laid(acting("BNR"), ("K17", "6", 4), ("K19", "4", 1), ("K21", "233", 1))
    assert LayTile(0, "K23", "9", 1) in legal(s, 0)
    refused(s, LayTile(0, "K23", "79", 1), "4.1.6-a")
    # All of it dual, from the marker on: both go on.
    dual = laid(acting("BNR"), ("K17", "716", 0), ("K19", "718", 1), ("K21", "233", 1))
    assert {LayTile(0, "K23", "9", 1), LayTile(0, "K23", "79", 1)} <= set(legal(dual, 0))


@pytest.mark.rule("1853-4.1.6-c", "1853-4.2.6")
def test_a_marker_at_the_change_allows_it():
    """Standard to Benares, metre behind it: with an own marker in Benares the metre line is extended."""
    s = laid(acting("EIR"), ("H24", "115", 1), ("H22", "716", 0))
    metre = LayTile(0, "I21", "79", 0)
    refused(s, metre, "4.1.6-a")
    assert metre in legal(marker(s, "H22.0", "EIR"), 0)


def through_madras(*markers, tile_105=True):
    """A 3 of SIR: Trichinopoly – a town – Madras – Bangalore."""
    s = train(acting("SIR", RUN), "SIR", "3")
    s = laid(
        s, ("T16", "5", 2), ("S17", "4", 0), ("R16", "115", 4), *([("R18", "105", 0)] if tile_105 else [])
    )
    for stop, company in markers:
        s = marker(s, stop, company)
    return s


def run(s, *path):
    return RunTrains(0, (Route("3-0", path),))


@pytest.mark.rule("1853-4.5.6", "1853-4.5.7", "1853-4.2.9")
def test_a_triple_station_without_room_and_with():
    """20 + 10 + 50 + 20 through Madras while one of three circles is free; afterwards routes end there."""
    way = ("T16.0", "S17.0", "R18.0", "R16.0")
    room = through_madras(("R18.0", "GIP"), ("R18.0", "NWR"))
    assert do(room, run(room, *way)).last_run["SIR"] == 100
    full = marker(room, "R18.0", "EIR")
    refused(full, run(full, *way), "4.5.6")
    assert do(full, run(full, *way[:3])).last_run["SIR"] == 80
    own = marker(room, "R18.0", "SIR")
    assert do(own, run(own, *way)).last_run["SIR"] == 100


@pytest.mark.rule("1853-4.5.7", "1853-4.2.9")
def test_a_double_station_with_room():
    s = train(acting("EIR", RUN), "EIR", "3")
    s = laid(s, ("H24", "6", 1), ("H22", "14", 0), ("H20", "115", 4))
    one = marker(s, "H22.0", "NWR")
    assert do(one, run(one, "H24.0", "H22.0", "H20.0")).last_run["EIR"] == 20 + 30 + 20


@pytest.mark.rule("1853-4.5.6", "1853-4.5.9", "1853-4.2.12-c")
def test_a_separated_station_is_an_end():
    """Green Madras: its two stations are apart, so a foreign marker in one leaves the other as it was."""
    s = through_madras(("R18.0", "GIP"), tile_105=False)
    assert do(s, run(s, "T16.0", "S17.0", "R18.1")).last_run["SIR"] == 20 + 10 + 30
    s = tile(s, "Q17", "9", 2)
    refused(s, run(s, "T16.0", "S17.0", "R18.1", "Q17"), "4.5.5")
    taken = marker(s, "R18.1", "NWR")
    assert do(taken, run(taken, "T16.0", "S17.0", "R18.1")).last_run["SIR"] == 60


@pytest.mark.rule("1853-4.5.10", "1853-4.2.5-b")
def test_trains_cross_in_a_junction_but_not_on_a_green_branch():
    """Over 107 one way leads west to east and another south to north; on 82 any two ways share a side."""
    ends = (("K19", "4", 1), ("K23", "4", 1), ("L20", "4", 0), ("J22", "4", 0))
    for number, crossing in (("107", True), ("82", False)):
        s = laid(base(), *ends, ("K21", number, 0))
        found = network(s.book.atlas, s.board, "standard")
        ways = {
            way.segment.pieces
            for hex_id, *_ in ends
            for branch in found.walk(f"{hex_id}.0").branches
            for way in branch.ways
            if any(piece.startswith("K21") for piece in way.segment.pieces)
        }
        assert len(ways) == (6 if crossing else 3), "every pair of its sides is a way"
        assert any(not set(one) & set(two) for one in ways for two in ways) == crossing
