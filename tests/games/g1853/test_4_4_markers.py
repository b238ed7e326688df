"""4.4: station markers."""

import pytest

from stellwerk.engine import legal
from stellwerk.engine.play import settle
from stellwerk.engine.step import Pass
from stellwerk.mech18.markers import PlaceMarker, marker_cost
from stellwerk.mech18.runs import RunTrains
from tests.games.g1853.table import (
    MARKER,
    acting,
    base,
    cash,
    do,
    marker,
    offers,
    opened,
    phase,
    refused,
    tile,
    train,
    turn,
)

BENARES = PlaceMarker(0, "H22.0")


def line(s):
    """Patna – Benares in standard gauge, Benares with two circles."""
    return tile(tile(s, "H24", "6", 1), "H22", "14", 0)


@pytest.mark.rule("1853-4.4.1")
def test_markers_are_optional_and_in_the_own_area():
    s = line(acting("EIR", MARKER))
    assert BENARES in legal(s, 0)
    assert Pass(0) in legal(s, 0)
    own = tile(tile(acting("GIP", MARKER), "H20", "6", 4), "H22", "14", 0)
    refused(own, BENARES, "4.4.1")


@pytest.mark.rule("1853-4.4.2")
def test_from_phase_5_where_a_train_from_a_home_calls():
    own = tile(tile(acting("GIP", MARKER), "H20", "6", 4), "H22", "14", 0)
    refused(phase(train(own, "GIP", "4"), "3", "4", "5"), BENARES, "4.4.2")
    s = phase(train(own, "GIP", "5"), "3", "4", "5")
    assert BENARES in legal(s, 0)
    after = do(s, BENARES)
    assert "H22" in after.frame.duties
    metre = tile(tile(own, "H20", "76", 4), "H22", "14", 0)
    refused(phase(train(metre, "GIP", "5"), "3", "4", "5"), BENARES, "4.4.6")


@pytest.mark.rule("1853-4.4.4", "1853-1-f")
def test_homes_are_free_the_next_costs_40_the_others_100():
    s = base()
    sheets = [*s.book.companies.values(), s.facts.small_bbci]
    for sheet in sheets:
        homes = len(sheet.homes)
        assert sheet.markers == (*(0,) * homes, 40, *(100,) * (len(sheet.markers) - homes - 1))


@pytest.mark.rule("1853-4.4.4")
def test_prices_and_one_marker_a_turn():
    s = line(acting("EIR", MARKER))
    assert marker_cost(s, "EIR") == 40
    after = do(s, BENARES)
    assert after.cash["EIR"] == 960
    assert not offers(after, 0, PlaceMarker)
    assert marker_cost(after, "EIR") == 100
    assert after.frame.step > MARKER
    refused(cash(s, "EIR", 30), BENARES, "4.4.4")
    several = tile(turn(opened(base(4, "book,several_markers=true"), "EIR"), "EIR", MARKER), "H24", "6", 1)
    several = tile(tile(several, "H22", "14", 0), "H20", "115", 4)
    several = tile(several, "H20", "14", 0)
    assert PlaceMarker(0, "H20.0") in legal(do(several, BENARES), 0)


@pytest.mark.rule("1853-4.4.5")
def test_one_marker_of_a_company_in_a_hex():
    s = tile(acting("EIR", MARKER), "J30", "7", 0)
    refused(s, PlaceMarker(0, "I27.0"), "4.4.5")
    joined = marker(tile(line(s), "J28", "500", 0), "H22.0", "EIR")
    refused(joined, BENARES, "4.4.5")
    full = marker(marker(line(acting("EIR", MARKER)), "H22.0", "NWR"), "H22.0", "SIR")
    refused(full, BENARES, "4.4.5")


@pytest.mark.rule("1853-4.4.6")
def test_an_unbroken_line_of_one_gauge():
    s = acting("EIR", MARKER)
    broken = tile(tile(s, "H24", "76", 1), "H22", "14", 0)
    refused(broken, BENARES, "4.4.6")
    far = tile(line(s), "H20", "115", 4)
    blocked = marker(marker(far, "H22.0", "NWR"), "H22.0", "SIR")
    refused(blocked, PlaceMarker(0, "H20.0"), "4.4.6")
    refused(far, PlaceMarker(0, "H20.0"), "4.4.7")


@pytest.mark.rule("1853-4.4.7")
def test_homes_of_companies_not_in_operation_stay_free():
    s = tile(tile(tile(acting("EIR", MARKER), "H24", "6", 1), "H22", "14", 0), "H20", "115", 4)
    refused(s, PlaceMarker(0, "H20.0"), "4.4.7")
    two = tile(s, "H20", "14", 0)
    assert PlaceMarker(0, "H20.0") in legal(two, 0), "one circle stays for GIP"
    after = do(two, PlaceMarker(0, "H20.0"))
    refused(marker_again(after), PlaceMarker(0, "H20.0"), "4.4.7")


def marker_again(s):
    """BNR reaches the same city; the last circle is still kept for GIP."""
    s = opened(s, "BNR", 0)
    s = marker(s, "H22.0", "BNR")
    return turn(s, "BNR", MARKER)


@pytest.mark.rule("1853-4.2.3", "1853-4.4.2")
def test_one_train_can_owe_runs_on_both_sides_of_its_home():
    """Nagpur lies between K13, upgraded in this turn, and Lucknow; both are outside BNR's area."""
    s = acting("BNR", MARKER, duties=("K13",))
    for hex_id, number, rotation in (
        ("K17", "6", 1), ("K15", "9", 1), ("K13", "82", 1), ("K11", "9", 1), ("K9", "4", 1),
        ("J18", "4", 0), ("I19", "9", 0), ("H20", "6", 0), ("G19", "6", 3),
    ):  # fmt: skip
        s = tile(s, hex_id, number, rotation)
    s = phase(train(s, "BNR", "5"), "3", "4", "5")
    lucknow = PlaceMarker(0, "G19.0")
    assert lucknow in legal(s, 0)
    after = do(s, lucknow)
    assert after.frame.duties == ("K13", "G19")
    for a in offers(after, 0, RunTrains):
        assert {"K13", "G19.0", "K17.0"} <= {item for route in a.routes for item in route.path}
    blocked = s.replace(
        board=s.board.__class__({h: t for h, t in s.board.laid.items() if h != "K9"}, s.board.markers)
    )
    refused(blocked, lucknow, "4.4.2")


@pytest.mark.rule("1853-3.4.6")
def test_a_marker_that_costs_nothing_needs_no_paid_train():
    """EIR owes for a train; a free marker of its sheet would be left."""
    s = line(acting("EIR", MARKER)).replace(credit={"EIR": "2-0"})
    refused(s, BENARES, "3.4.6")
    assert BENARES in legal(s.replace(markers={**s.markers, "EIR": 1}), 0)
    assert BENARES in legal(s.replace(credit={"GIP": "2-0"}), 0)


@pytest.mark.rule("1853-4.4.4")
def test_the_last_pound_pays_a_marker():
    s = line(acting("EIR", MARKER))
    assert do(cash(s, "EIR", 40), BENARES).cash["EIR"] == 0
    refused(cash(s, "EIR", 39), BENARES, "4.4.4")


@pytest.mark.rule("1853-4.4.2", "1853-4.4.1")
def test_inside_the_area_a_marker_owes_no_run():
    assert do(line(acting("EIR", MARKER)), BENARES).frame.duties == ()


@pytest.mark.rule("1853-4.4.1")
def test_the_step_is_left_where_no_marker_can_be_placed():
    """Patna without any track: the turn goes on by itself."""
    s = settle(acting("EIR", MARKER))
    assert s.frame.step > MARKER or s.frame.company != "EIR"
    assert settle(line(acting("EIR", MARKER))).frame.step == MARKER
