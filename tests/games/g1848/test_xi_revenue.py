"""XI: what a route is, what it earns, and who gets the income."""

from typing import Any

import pytest

from stellwerk.board.tile import revenue
from stellwerk.engine import Refusal, legal
from stellwerk.games.g1848.rules.privates import LayTasmania
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.names import stop_name
from stellwerk.mech18.runs import Route, RunTrains

from .table import (
    at_home,
    do,
    forbidden,
    give,
    holding,
    home,
    marker,
    offered,
    phase,
    refused,
    start,
    stock,
    tile,
    to_pool,
    train,
    turn,
)

GREEN = ("2", "3")
BROWN = ("2", "3", "4", "5")
PHASES = {"yellow": ("2",), "green": GREEN, "brown": BROWN, "gray": (*BROWN, "6", "8")}
RUN = 3


def ready(s: Any, company: str, *cards: str) -> Any:
    """The company in its run step with these trains."""
    for card in cards:
        s = train(s, company, card)
    return turn(s, company, step=RUN)


def runs(*routes: tuple[str, ...]) -> RunTrains:
    """Each route is a train card and its path."""
    return RunTrains(0, tuple(Route(card, tuple(path)) for card, *path in routes))


def earned(s: Any, *routes: tuple[str, ...]) -> int:
    income: int = do(s, runs(*routes)).frame.revenue
    return income


def canberra_loop(shares: int = 6) -> Any:
    """FT: Orange F15.0 (40) – Canberra G14 – Wagga Wagga F13 – Dubbo E14 – Bathurst F15.1 (40); others 20."""
    s = home(start(phase(stock(), *GREEN), "FT", shares=shares), "FT")
    s = tile(tile(s, "G14", "5", 2), "F13", "6", 3)
    return tile(tile(s, "E14", "5", 5), "F15", "59", 0)


def triangle() -> Any:
    """VR: Melbourne H11 – Geelong H9 – Ballarat G10.1 – Melbourne, every city joined with both others."""
    s = tile(tile(at_home("VR", *GREEN), "H11", "5", 1), "H9", "5", 3)
    return tile(s, "G10", "66", 4)  # G10.1 has sides 5 and 0


def junction() -> Any:
    """CAR: at E6 the track from Port Augusta E4 divides to Broken Hill D9 and to Adelaide G6."""
    s = tile(tile(at_home("CAR", *GREEN), "E4", "57", 1), "E6", "23", 1)
    s = tile(tile(s, "E8", "8", 1), "D9", "57", 0)
    return tile(tile(s, "F7", "8", 0), "G6", "5", 2)


TO_D9 = ("E4.0", "E6", "E8", "D9.0")
TO_G6 = ("E4.0", "E6", "F7", "G6.0")


# -- XI-1: what a route is ---------------------------------


@pytest.mark.rule("1848-XI-1")
def test_a_route_joins_two_stations():
    s = ready(canberra_loop(), "FT", "3-0")
    assert earned(s, ("3-0", "G14.0", "F13.0")) == 40
    refused(s, runs(("3-0", "G14.0")), "XI-1")
    refused(s, runs(("3-0",)), "XI-1")


@pytest.mark.rule("1848-XI-1")
def test_a_route_holds_an_own_marker():
    s = ready(canberra_loop(), "FT", "3-0")
    refused(s, runs(("3-0", "F13.0", "E14.0")), "XI-1")
    assert earned(s, ("3-0", "G14.0", "F13.0", "E14.0")) == 60
    assert earned(ready(marker(canberra_loop(), "FT", "E14.0"), "FT", "3-0"), ("3-0", "F13.0", "E14.0")) == 40


@pytest.mark.rule("1848-XI-1")
def test_a_station_and_a_gauge_marker_are_no_route():
    """Mount Gambier H7 with track over the border into G8: no second station, no route."""
    s = marker(tile(at_home("SAR", *GREEN), "H7", "57", 0), "SAR", "H7.0")
    s = tile(s, "G8", "9", 0)
    on_the_line = turn(train(s, "SAR", "3-0"), "SAR").update_frame(step=RUN)
    refused(on_the_line, runs(("3-0", "H7.0", "G8")), "XI-1")
    # The step passes by itself, as there is nothing to run: the company goes on to its trains.
    assert ready(s, "SAR", "3-0").frame.step == 5


@pytest.mark.rule("1848-XI-1")
def test_a_route_follows_track():
    s = ready(canberra_loop(), "FT", "3-0")
    refused(s, runs(("3-0", "G14.0", "E14.0")), "XI-1")  # not next to each other
    refused(s, runs(("3-0", "G14.0", "G16.0")), "XI-1")  # neighbours without track
    refused(s, runs(("3-0", "G14.0", "F13.0", "E12")), "XI-1")  # ends at no station


# -- XI-2: both cities of a hex ---------------------------------


@pytest.mark.rule("1848-XI-2")
def test_a_route_may_hold_both_cities_of_a_hex():
    """Orange – Canberra – Wagga Wagga – Dubbo – Bathurst: 40 + 20 + 20 + 20 + 40, five cities."""
    way = ("F15.0", "G14.0", "F13.0", "E14.0", "F15.1")
    assert earned(ready(canberra_loop(), "FT", "5-0"), ("5-0", *way)) == 140
    found = refused(ready(canberra_loop(), "FT", "4-0"), runs(("4-0", *way)), "IX-2")
    assert (found.figures["count"], found.figures["max"]) == (5, 4)


# -- XI-3: full cities ---------------------------------


@pytest.mark.rule("1848-XI-3")
def test_a_city_full_of_foreign_markers_only_ends_a_route():
    """Geelong could be reached directly, but not through Ballarat."""
    s = ready(marker(triangle(), "NSW", "G10.1"), "VR", "3-0")
    found = refused(s, runs(("3-0", "H11.0", "G10.1", "H9.0")), "XI-3")
    assert found.figures["stop"] == "Bendigo"
    assert earned(s, ("3-0", "H9.0", "H11.0", "G10.1")) == 20 + 20 + 50


@pytest.mark.rule("1848-XI-3")
def test_what_lies_behind_a_full_city_is_out_of_reach():
    s = ready(marker(canberra_loop(), "NSW", "F13.0"), "FT", "3-0")
    assert earned(s, ("3-0", "G14.0", "F13.0")) == 40
    found = refused(s, runs(("3-0", "G14.0", "F13.0", "E14.0")), "XI-3")
    assert found.figures["stop"] == "Wagga Wagga"


@pytest.mark.rule("1848-XI-3")
def test_a_free_slot_or_an_own_marker_lets_it_through():
    way = ("3-0", "G14.0", "F13.0", "E14.0")
    s = canberra_loop()
    assert earned(ready(s, "FT", "3-0"), way) == 60
    assert earned(ready(marker(s, "FT", "F13.0"), "FT", "3-0"), way) == 60
    # Two slots (sides 2 to 5): a foreign marker and a free one; a foreign and an own one; two foreign ones.
    s = marker(tile(s, "F13", "15", 2), "NSW", "F13.0")
    assert earned(ready(s, "FT", "3-0"), way) == 70
    assert earned(ready(marker(s, "FT", "F13.0"), "FT", "3-0"), way) == 70
    with pytest.raises(Refusal):
        earned(ready(marker(s, "QR", "F13.0"), "FT", "3-0"), way)


# -- XI-4, XI-5: no track twice ---------------------------------


@pytest.mark.rule("1848-XI-4")
def test_no_track_twice_in_a_route():
    """From Broken Hill over the junction to Port Augusta and back over the same stem to Adelaide."""
    s = ready(junction(), "CAR", "5-0")
    back = (*reversed(TO_D9), *TO_G6[1:])
    found = refused(s, runs(("5-0", *back)), "XI-4")
    assert str(found.figures["piece"]).split()[0] in ("E4", "E6")
    refused(s, runs(("5-0", *TO_D9, *list(reversed(TO_D9))[1:])), "XI-4")


@pytest.mark.rule("1848-XI-4")
def test_a_city_is_left_by_any_other_track():
    """Sharp turns in Geelong (sides 3 and 4) and Melbourne (1 and 2) are fine."""
    s = ready(triangle(), "VR", "3-0")
    assert earned(s, ("3-0", "H11.0", "H9.0", "G10.1")) == 90
    assert earned(s, ("3-0", "H9.0", "H11.0", "G10.1")) == 90


@pytest.mark.rule("1848-XI-5")
def test_trains_need_separate_track():
    s = ready(canberra_loop(), "FT", "3-0", "3-1")
    found = refused(s, runs(("3-0", "G14.0", "F13.0"), ("3-1", "G14.0", "F13.0", "E14.0")), "XI-5")
    assert (found.figures["first"], found.figures["second"]) == ("3", "3")


@pytest.mark.rule("1848-XI-5")
def test_a_junction_serves_one_train():
    s = ready(junction(), "CAR", "5-0", "5-1")
    found = refused(s, runs(("5-0", *TO_D9), ("5-1", *TO_G6)), "XI-5")
    assert str(found.figures["piece"]).split()[0] in ("E4", "E6")


@pytest.mark.rule("1848-XI-5", "1848-XI-Ber-1")
def test_trains_may_meet_in_cities():
    """Both start in Canberra: 20 + 40 to Orange, 20 + 20 to Wagga Wagga; the company earns the sum."""
    s = ready(canberra_loop(), "FT", "3-0", "3-1")
    assert earned(s, ("3-0", "G14.0", "F15.0"), ("3-1", "G14.0", "F13.0")) == 60 + 40


# -- XI-6, XI-7: no stop twice, ends ---------------------------------


@pytest.mark.rule("1848-XI-6")
def test_alice_springs_is_one_red_link():
    """CAR: A4 – B5 – C4 – D5 – Port Augusta – E6 – D7 – C6 – B7 – A6, from one of its hexes to the other."""
    s = tile(at_home("CAR", *GREEN), "E4", "5", 3)
    s = tile(tile(tile(s, "D5", "8", 0), "C4", "8", 3), "B5", "8", 0)
    s = tile(tile(tile(tile(s, "E6", "8", 1), "D7", "8", 0), "C6", "8", 3), "B7", "8", 0)
    s = ready(s, "CAR", "3-0")
    to_a4, to_a6 = ("E4.0", "D5", "C4", "B5", "A4.0"), ("E4.0", "E6", "D7", "C6", "B7", "A6.0")
    assert earned(s, ("3-0", *to_a4)) == earned(s, ("3-0", *to_a6)) == 20 + 20
    found = refused(s, runs(("3-0", *reversed(to_a4), *to_a6[1:])), "XI-6")
    assert found.figures["group"] == "Alice Springs"


@pytest.mark.rule("1848-XI-7")
def test_no_stop_twice():
    """Once round the triangle, every piece of track once, but Melbourne twice."""
    s = ready(triangle(), "VR", "5-0")
    found = refused(s, runs(("5-0", "H11.0", "H9.0", "G10.1", "H11.0")), "XI-7")
    assert found.figures["stop"] == "Melbourne"


def to_cairns() -> Any:
    """QR with markers in Brisbane B19 and Toowoomba B17, both joined with Cairns A18."""
    return marker(tile(tile(at_home("QR", *GREEN), "B19", "57", 2), "B17", "235", 3), "QR", "B17.0")


def to_tasmania() -> Any:
    """VR with markers in Mount Gambier H7 and Geelong H9, both joined with Tasmania on I8."""
    s = marker(marker(at_home("VR", *GREEN), "VR", "H7.0"), "VR", "H9.0")
    return tile(tile(tile(s, "I8", "241", 1), "H7", "57", 2), "H9", "57", 0)


def to_kalgoorlie() -> Any:
    """WA in D1, joined with Whyalla E2 and a town of D3."""
    return tile(tile(at_home("WA", *GREEN), "E2", "5", 2), "D3", "56", 5)


@pytest.mark.rule("1848-XI-7", "1848-VI-WA-1")
@pytest.mark.parametrize(
    ("line", "company", "way"),
    [
        (to_cairns, "QR", ("B19.0", "A18.0", "B17.0")),
        (to_tasmania, "VR", ("H7.0", "I8.0", "H9.0")),
        (to_kalgoorlie, "WA", ("E2.0", "D1.0", "D3.0")),
    ],
)
def test_red_links_and_tasmania_only_end_a_route(line, company, way):
    s = ready(line(), company, "5-0")
    earned(s, ("5-0", *way[:2]))
    found = refused(s, runs(("5-0", *way)), "XI-7")
    assert found.figures["stop"] == stop_name(s, way[1])


@pytest.mark.rule("1848-XI-7")
def test_beyond_a_red_link_nothing_is_reached():
    """Without a marker in Toowoomba QR has no connection to it, be Cairns on the way or the start."""
    s = ready(tile(tile(at_home("QR", *GREEN), "B19", "57", 2), "B17", "235", 3), "QR", "5-0")
    refused(s, runs(("5-0", "B19.0", "A18.0", "B17.0")), "XI-7")
    refused(s, runs(("5-0", "A18.0", "B17.0")), "XI-1")


# -- XI-8: the director chooses ---------------------------------


@pytest.mark.rule("1848-XI-8")
def test_the_director_need_not_run_for_the_most():
    """The best of a 3 is 40 + 20 + 20; it may run for 40 or stand still."""
    s = ready(canberra_loop(), "FT", "3-0")
    best = offered(s, 0, lambda a: isinstance(a, RunTrains))[0]
    assert do(s, best).frame.revenue == 80
    assert earned(s, ("3-0", "G14.0", "F13.0")) == 40
    assert RunTrains(0) in legal(s, 0)
    still = do(s, RunTrains(0))
    assert (still.last_run["FT"], still.cash["FT"]) == (0, 800)


# -- XI-Haf: harbours ---------------------------------


def southport(*sold: str) -> Any:
    """QR: Brisbane B19 – Southport C20 – small harbour B21."""
    s = tile(tile(at_home("QR", *(sold or GREEN)), "B19", "57", 2), "C20", "5", 2)
    return marker(s, "QR", "C20.0")


@pytest.mark.rule("1848-XI-Haf-1")
@pytest.mark.parametrize(("colour", "value"), [("yellow", 10), ("green", 10), ("brown", 20), ("gray", 20)])
def test_small_harbours_by_phase(colour, value):
    """Off Southport and off Whyalla, free of range: both cities fill the 2."""
    s = ready(southport(*PHASES[colour]), "QR", "2-0")
    assert earned(s, ("2-0", "B19.0", "C20.0", "B21.0")) == 40 + value
    s = tile(tile(at_home("CAR", *PHASES[colour]), "E4", "57", 1), "E2", "5", 4)  # sides 4 and 5
    s = ready(s, "CAR", "2-0")
    assert earned(s, ("2-0", "E4.0", "E2.0", "F3.0")) == 40 + value


@pytest.mark.rule("1848-XI-Haf-1")
@pytest.mark.parametrize(("hex_id", "side"), [("B21", 0), ("F3", 2)])
def test_small_harbours_have_one_side(hex_id, side):
    """They end a route: to go on, a train would have to leave over the track it came by."""
    assert stock().book.atlas.hexes[hex_id].printed.exits == {side}
    s = ready(southport(), "QR", "2-0")
    refused(s, runs(("2-0", "B19.0", "C20.0", "B21.0", "C20.0")), "XI-4")


@pytest.mark.rule("1848-XI-Haf-2", "1848-VIII-Gauge-1")
@pytest.mark.parametrize("colour", PHASES)
def test_tasmania_is_worth_50_and_uses_range(colour):
    """Tasmania I10 – Melbourne H11 – Geelong H9: 50 + 20 + 20 for a 3, too far for a 2."""
    s = tile(tile(at_home("VR", *PHASES[colour]), "I10", "241", 1), "H11", "5", 0)
    s = ready(tile(s, "H9", "57", 1), "VR", "2-0", "3-0")
    assert earned(s, ("3-0", "I10.0", "H11.0", "H9.0")) == 90
    found = refused(s, runs(("2-0", "I10.0", "H11.0", "H9.0")), "IX-2")
    assert (found.figures["count"], found.figures["max"]) == (3, 2)


@pytest.mark.rule("1848-XI-Haf-2")
def test_only_the_holder_of_p3_lays_tasmania():
    s = at_home("VR", *GREEN)
    forbidden(turn(holding(s, "seat1", "P3"), "VR"), LayTasmania(0, "I10", 1), "V-P3-1", company="VR")
    assert LayTasmania(0, "I10", 1) in legal(turn(holding(s, "seat0", "P3"), "VR"), 0)
    assert LayTasmania(0, "I10", 1) in legal(turn(holding(s, "VR", "P3"), "VR"), 0)


@pytest.mark.rule("1848-XI-Haf-3")
def test_city_and_harbour_make_a_route():
    s = ready(southport(), "QR", "2-0")
    assert earned(s, ("2-0", "C20.0", "B21.0")) == 20 + 10
    large = tile(tile(at_home("VR", *GREEN), "I10", "241", 1), "H11", "5", 0)
    assert earned(ready(large, "VR", "2-0"), ("2-0", "H11.0", "I10.0")) == 20 + 50
    # The own marker is needed as always.
    foreign = tile(tile(at_home("QR", *GREEN), "B19", "57", 2), "C20", "5", 2)
    refused(ready(foreign, "QR", "2-0"), runs(("2-0", "C20.0", "B21.0")), "XI-1")


# -- XI-Ber-1: the income ---------------------------------


@pytest.mark.rule("1848-XI-Ber-1")
@pytest.mark.parametrize(
    ("hex_id", "values"),
    [("A4", (10, 20, 40, 60)), ("A6", (10, 20, 40, 60)), ("A18", (10, 20, 30, 40)), ("D1", (20, 40, 60, 80))],
)
def test_red_links_by_phase(hex_id, values):
    s = stock()
    (stop,) = s.book.atlas.hexes[hex_id].printed.stops
    assert tuple(revenue(stop, phase(s, *sold).colour) for sold in PHASES.values()) == values


@pytest.mark.rule("1848-XI-Ber-1")
@pytest.mark.parametrize(("colour", "cairns"), [("yellow", 10), ("green", 20), ("brown", 30), ("gray", 40)])
def test_a_run_to_a_red_link_by_phase(colour, cairns):
    s = ready(southport(*PHASES[colour]), "QR", "3-0")
    assert earned(s, ("3-0", "A18.0", "B19.0", "C20.0")) == cairns + 20 + 20


@pytest.mark.rule("1848-XI-Ber-1")
def test_nothing_is_added_to_the_sum():
    """Melbourne – Geelong | Mount Gambier – Adelaide: two capitals, 4 × 20 and no bonus under `book`."""
    s = tile(tile(at_home("VR", *GREEN), "H11", "57", 1), "H9", "57", 1)
    s = ready(tile(tile(s, "H7", "6", 2), "G6", "57", 2), "VR", "5-0")
    assert earned(s, ("5-0", "H11.0", "H9.0", "H7.0", "G6.0")) == 80


# -- XI-Ber-2: paying out or keeping ---------------------------------


def income_of_100() -> Any:
    """FT earns 60 + 40; Ann has 5 shares, Ben 2, the pool 1, and 2 are unsold."""
    s = to_pool(give(canberra_loop(5), 1, "FT", 2), "FT", 1)
    return do(ready(s, "FT", "3-0", "3-1"), runs(("3-0", "G14.0", "F15.0"), ("3-1", "G14.0", "F13.0")))


@pytest.mark.rule("1848-XI-Ber-2")
def test_a_payout_goes_to_the_players_by_their_shares():
    """10 per share: 50 for Ann, 20 for Ben; the part of the pool and of unsold shares stays in the bank."""
    before = income_of_100()
    s = do(before, Dividend(0, True))
    gains = {owner: s.cash[owner] - before.cash[owner] for owner in s.cash}
    assert {owner: gain for owner, gain in gains.items() if gain} == {"seat0": 50, "seat1": 20, "bank": -70}


@pytest.mark.rule("1848-XI-Ber-2", "1848-XI-Ber-1")
def test_kept_income_goes_to_the_treasury():
    before = income_of_100()
    s = do(before, Dividend(0, False))
    gains = {owner: s.cash[owner] - before.cash[owner] for owner in s.cash}
    assert {owner: gain for owner, gain in gains.items() if gain} == {"FT": 100, "bank": -100}


@pytest.mark.rule("1848-XI-Ber-2")
def test_all_or_nothing():
    choices = offered(income_of_100(), 0, lambda a: isinstance(a, Dividend))
    assert choices == [Dividend(0, True), Dividend(0, False)]
