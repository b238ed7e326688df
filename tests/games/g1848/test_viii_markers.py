"""VIII: station markers, and the markers for a change of gauge."""

from typing import Any

import pytest

from stellwerk.engine import legal
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.track import LayTile

from .table import (
    at_home,
    do,
    forbidden,
    home,
    marker,
    offered,
    phase,
    refused,
    start,
    stock,
    tile,
    train,
    turn,
)

GREEN = ("2", "3")
MARKER, RUN = 2, 3


def loop(s: Any) -> Any:
    """Canberra G14 – Wagga Wagga F13 – Dubbo E14 – Bathurst F15.1, and Canberra – Orange F15.0."""
    s = tile(tile(s, "G14", "5", 2), "F13", "6", 3)
    return tile(tile(s, "E14", "5", 5), "F15", "59", 0)


def markers_offered(s: Any) -> set[str]:
    return {a.stop for a in offered(s, 0, lambda a: isinstance(a, PlaceMarker))}


# -- VIII-Stat-1: the home marker ---------------------------------


@pytest.mark.rule("1848-VIII-Stat-1")
@pytest.mark.parametrize(
    ("company", "stop"),
    [
        ("QR", "B19.0"),
        ("VR", "H11.0"),
        ("NSW", "F17.0"),
        ("WA", "D1.0"),
        ("CAR", "E4.0"),
        ("SAR", "G6.0"),
        ("FT", "G14.0"),
    ],
)
def test_the_home_marker_comes_by_itself_and_free(company, stop):
    """At the beginning of the first turn, before anything can be decided."""
    s = start(stock(), company, price=100)
    assert s.board.markers_of(company) == ()
    s = turn(s, company)
    assert s.board.markers_of(company) == (stop,)
    assert s.board.markers[stop] == (company,)
    assert (s.cash[company], s.markers[company]) == (1000, 1)


@pytest.mark.rule("1848-VIII-Stat-1")
def test_it_comes_only_once():
    s = turn(turn(start(stock(), "FT"), "FT"), "FT")
    assert s.board.markers_of("FT") == ("G14.0",)
    assert s.markers["FT"] == 1


# -- VIII-Stat-4: what markers cost ---------------------------------


@pytest.mark.rule("1848-VIII-Stat-4")
def test_the_second_marker_costs_40_every_other_100():
    s = loop(at_home("FT", *GREEN, cash=300))
    bank = s.cash["bank"]
    for stop, left in (("F13.0", 260), ("E14.0", 160), ("F15.0", 60)):
        s = do(turn(s, "FT", step=MARKER), PlaceMarker(0, stop))
        assert s.cash["FT"] == left
    assert s.cash["bank"] == bank + 240
    assert s.board.markers_of("FT") == ("E14.0", "F13.0", "F15.0", "G14.0")


@pytest.mark.rule("1848-VIII-Stat-4")
def test_the_treasury_must_suffice():
    s = loop(at_home("FT", cash=39))
    poor = turn(s, "FT").update_frame(step=MARKER)
    forbidden(poor, PlaceMarker(0, "F13.0"), "VIII-Stat-4", company="FT", cash=39, cost=40)
    third = turn(marker(loop(at_home("FT", cash=99)), "FT", "F13.0"), "FT").update_frame(step=MARKER)
    forbidden(third, PlaceMarker(0, "E14.0"), "VIII-Stat-4", cash=99, cost=100)


@pytest.mark.rule("1848-VIII-Stat-4")
@pytest.mark.parametrize(
    ("company", "prices"),
    [
        ("QR", (0, 40, 100, 100, 100)),
        ("VR", (0, 40, 100)),
        ("NSW", (0, 40, 100, 100)),
        ("WA", (0, 40, 100, 100, 100)),
        ("CAR", (0, 40, 100)),
        ("SAR", (0, 40, 100, 100)),
        ("FT", (0, 40, 100, 100)),
        ("COM", (0, 0, 100, 100, 100)),
    ],
)
def test_the_markers_of_every_company(company, prices):
    """3 to 5 markers, 33 in all."""
    assert stock().book.companies[company].markers == prices


@pytest.mark.rule("1848-VIII-Stat-4")
def test_one_marker_per_turn_beside_the_home():
    s = turn(loop(start(stock(), "FT")), "FT").update_frame(step=MARKER)
    assert s.board.markers_of("FT") == ("G14.0",)  # placed in this very turn
    s = do(s, PlaceMarker(0, "F13.0"))
    assert not markers_offered(s)
    forbidden(s, PlaceMarker(0, "E14.0"), "VIII-3", action="place_marker")


@pytest.mark.rule("1848-VIII-Stat-4")
def test_no_marker_without_one_left():
    s = loop(at_home("FT"))
    s = turn(s.replace(markers={**s.markers, "FT": 4}), "FT")
    forbidden(s.update_frame(step=MARKER), PlaceMarker(0, "F13.0"), "VIII-Stat-4", company="FT")


# -- VIII-Stat-2: the connection ---------------------------------


@pytest.mark.rule("1848-VIII-Stat-2")
def test_a_connection_of_any_length():
    """Wagga Wagga next door, Dubbo behind it, Bathurst at the end of the line."""
    s = turn(loop(at_home("FT")), "FT", step=MARKER)
    assert markers_offered(s) == {"F13.0", "E14.0", "F15.0", "F15.1"}


@pytest.mark.rule("1848-VIII-Stat-2")
def test_no_marker_without_connection():
    s = turn(loop(at_home("FT")), "FT", step=MARKER)
    forbidden(s, PlaceMarker(0, "C20.0"), "VIII-Stat-2", stop="C20.0", company="FT")
    forbidden(s, PlaceMarker(0, "G16.0"), "VIII-Stat-2", stop="G16.0")  # next to Canberra, no track


@pytest.mark.rule("1848-VIII-Stat-2")
def test_foreign_markers_block_the_connection():
    """With Wagga Wagga full, Dubbo is cut off, and Bathurst with it."""
    s = turn(marker(loop(at_home("FT")), "NSW", "F13.0"), "FT", step=MARKER)
    assert markers_offered(s) == {"F15.0"}
    forbidden(s, PlaceMarker(0, "E14.0"), "VIII-Stat-2", stop="E14.0")


def divided_at_e6(s: Any) -> Any:
    """At E6 the track from Port Augusta E4 divides: east to Broken Hill D9 and south to Adelaide G6."""
    s = tile(tile(s, "E4", "57", 1), "E6", "23", 1)  # 1–4 and 1–5
    s = tile(tile(s, "E8", "8", 1), "D9", "57", 0)
    return tile(tile(s, "F7", "8", 0), "G6", "5", 2)


@pytest.mark.rule("1848-VIII-Stat-2")
def test_no_change_of_direction():
    """From Port Augusta both branches can be reached; from Adelaide nobody turns round to Broken Hill,
    neither at the junction nor in Port Augusta."""
    car = turn(divided_at_e6(at_home("CAR", *GREEN)), "CAR", step=MARKER)
    assert "D9.0" in markers_offered(car)
    sar = turn(divided_at_e6(at_home("SAR", *GREEN)), "SAR").update_frame(step=MARKER)
    assert sar.board.free_slots(sar.book.atlas, "E4.0") == 1  # a train may pass through
    forbidden(sar, PlaceMarker(0, "D9.0"), "VIII-Stat-2", stop="D9.0")


@pytest.mark.rule("1848-VIII-Stat-2")
def test_a_red_link_joins_nothing():
    """Brisbane and Toowoomba both have track to Cairns A18, where every line ends."""
    s = tile(at_home("QR"), "B19", "57", 2)
    s = tile(s, "B17", "235", 3)  # the first city, towards Cairns
    forbidden(turn(s, "QR").update_frame(step=MARKER), PlaceMarker(0, "B17.0"), "VIII-Stat-2", stop="B17.0")


@pytest.mark.rule("1848-VIII-Stat-2")
def test_only_cities_and_only_free_slots():
    s = turn(marker(loop(at_home("FT")), "NSW", "F13.0"), "FT", step=MARKER)
    forbidden(s, PlaceMarker(0, "F13.0"), "VIII-Stat-2", stop="F13.0")  # one slot, and that is taken
    forbidden(s, PlaceMarker(0, "E12.0"), "VIII-Stat-2", stop="E12.0")  # open land
    towns = tile(tile(at_home("FT"), "G14", "57", 1), "G12", "69", 2)
    found = refused(turn(towns, "FT").update_frame(step=MARKER), PlaceMarker(0, "G12.1"), "VIII-Stat-2")
    assert found.text == "G12 (2) is not a city."


# -- VIII-Stat-5: one per hex ---------------------------------


@pytest.mark.rule("1848-VIII-Stat-5")
def test_one_marker_per_hex_both_cities_together():
    s = marker(loop(at_home("FT")), "FT", "F15.0")
    s = turn(s, "FT", step=MARKER)
    assert markers_offered(s) == {"F13.0", "E14.0"}
    forbidden(s, PlaceMarker(0, "F15.1"), "VIII-Stat-5", company="FT", hex="F15")


@pytest.mark.rule("1848-VIII-Stat-5")
def test_not_twice_into_one_city():
    s = turn(tile(loop(at_home("FT", *GREEN)), "G14", "15", 2), "FT", step=MARKER)
    assert s.board.free_slots(s.book.atlas, "G14.0") == 1
    forbidden(s, PlaceMarker(0, "G14.0"), "VIII-Stat-5", hex="G14")


# -- VIII-Stat-3: room for those who still come ---------------------------------


def towards_canberra(*sold: str) -> Any:
    """VR in Wagga Wagga F13, joined with Canberra G14, the home of FT, which has not started."""
    s = marker(at_home("VR", *sold), "VR", "F13.0")
    return tile(tile(s, "F13", "57", 2), "G14", "57", 2)


@pytest.mark.rule("1848-VIII-Stat-3")
def test_one_slot_stays_free_for_the_home():
    s = turn(towards_canberra(*GREEN), "VR").update_frame(step=MARKER)
    forbidden(s, PlaceMarker(0, "G14.0"), "VIII-Stat-3", stop="G14.0", free=1, kept=1)
    # The green tile has two slots: one for VR, one for FT.
    s = do(tile(s, "G14", "14", 1), PlaceMarker(0, "G14.0"))
    assert sorted(s.board.markers["G14.0"]) == ["", "VR"]
    # Nobody else fits in now.
    s = home(start(s, "SAR"), "SAR")
    s = turn(marker(tile(s, "F13", "14", 2), "SAR", "F13.0"), "SAR").update_frame(step=MARKER)
    forbidden(s, PlaceMarker(0, "G14.0"), "VIII-Stat-3", free=1, kept=1)


@pytest.mark.rule("1848-VIII-Stat-3", "1848-VIII-Stat-1")
def test_no_slot_is_kept_for_a_company_in_operation():
    """FT waits for its first turn: VR takes the only slot, and FT's home marker goes to the edge."""
    s = turn(start(towards_canberra(*GREEN), "FT", 1), "VR", step=MARKER)
    s = do(s, PlaceMarker(0, "G14.0"))
    assert s.board.markers["G14.0"] == ("VR",)
    s = turn(s, "FT")
    assert s.board.beside == {"G14.0": ("FT",)}
    assert LayTile(1, "G14", "14", 2) in legal(s, 1)
    s = do(s, LayTile(1, "G14", "14", 2))
    assert sorted(s.board.markers["G14.0"]) == ["FT", "VR"]
    assert s.board.beside == {}


@pytest.mark.rule("1848-VIII-Stat-3")
def test_the_other_choice_keeps_the_slot_until_the_first_turn():
    for rulings in ("18xx.games", "book,home_kept_until=first turn"):
        s = home(start(phase(stock(rulings=rulings), *GREEN), "VR"), "VR")
        s = tile(tile(marker(s, "VR", "F13.0"), "F13", "57", 2), "G14", "57", 2)
        s = turn(start(s, "FT", 1), "VR").update_frame(step=MARKER)
        forbidden(s, PlaceMarker(0, "G14.0"), "VIII-Stat-3", stop="G14.0", free=1, kept=1)


@pytest.mark.rule("1848-VI-WA-1", "1848-VIII-Stat-3")
def test_the_printed_home_stays_was_when_it_has_opened():
    s = tile(marker(at_home("CAR"), "CAR", "E2.0"), "E2", "5", 2)
    s = turn(start(s, "WA", 1), "CAR").update_frame(step=MARKER)
    forbidden(s, PlaceMarker(0, "D1.0"), "VIII-Stat-3", free=1, kept=1)


@pytest.mark.rule("1848-VIII-Stat-3")
def test_no_slot_is_kept_once_the_home_marker_lies_there():
    s = tile(home(start(towards_canberra(*GREEN), "FT", 1), "FT"), "G14", "14", 1)
    s = do(turn(s, "VR", step=MARKER), PlaceMarker(0, "G14.0"))
    assert sorted(s.board.markers["G14.0"]) == ["FT", "VR"]


@pytest.mark.rule("1848-VIII-Stat-3")
def test_no_slot_is_kept_for_com():
    """Sydney has two slots, NSW in one; COM has not started, yet QR takes the other."""
    s = home(start(at_home("QR", *GREEN), "NSW", 1), "NSW")
    s = tile(marker(s, "QR", "E18.0"), "E18", "57", 0)  # Newcastle, with track south-west to Sydney
    s = tile(tile(s, "F17", "57", 0), "F17", "236", 0)
    s = do(turn(s, "QR", step=MARKER), PlaceMarker(0, "F17.0"))
    assert sorted(s.board.markers["F17.0"]) == ["NSW", "QR"]


@pytest.mark.rule("1848-VIII-Stat-3")
def test_the_slot_in_d1_is_kept_for_wa():
    s = tile(marker(at_home("CAR"), "CAR", "E2.0"), "E2", "5", 2)  # Whyalla, joined with D1
    forbidden(turn(s, "CAR").update_frame(step=MARKER), PlaceMarker(0, "D1.0"), "VIII-Stat-3", free=1, kept=1)


# -- VIII-Gauge: the change of gauge ---------------------------------


def adelaide_geelong() -> Any:
    """SAR: Adelaide G6 – Mount Gambier H7 | Geelong H9; the border lies between the last two."""
    s = tile(at_home("SAR", *GREEN), "G6", "57", 2)
    return tile(tile(s, "H7", "6", 2), "H9", "57", 1)


def adelaide_wagga() -> Any:
    """SAR: Adelaide G6 – Mount Gambier H7 | G8 – F9 | F11 – Wagga Wagga F13: two borders."""
    s = tile(tile(at_home("SAR", *GREEN), "G6", "57", 2), "H7", "5", 2)
    s = tile(tile(s, "G8", "9", 0), "F9", "8", 4)
    return tile(tile(s, "F11", "9", 1), "F13", "57", 1)


THREE_CITIES = ("G6.0", "H7.0", "H9.0")
TO_WAGGA = ("H7.0", "G8", "F9", "F11", "F13.0")


def earns(s: Any, card: str, version: str, *path: str) -> int:
    s = turn(train(s, "SAR", card, version), "SAR", step=RUN)
    revenue: int = do(s, RunTrains(0, (Route(card, path),))).frame.revenue
    return revenue


def too_far(s: Any, card: str, version: str, *path: str) -> tuple[object, object]:
    """Counted places and range in the refusal."""
    s = turn(train(s, "SAR", card, version), "SAR", step=RUN)
    found = refused(s, RunTrains(0, (Route(card, path),)), "IX-2")
    return found.figures["count"], found.figures["max"]


@pytest.mark.rule("1848-VIII-Gauge-1", "1848-IX-2")
def test_a_gauge_change_counts_like_a_city_worth_nothing():
    """Mount Gambier | Geelong: two cities and a border are three places."""
    s = marker(adelaide_geelong(), "SAR", "H7.0")
    assert too_far(s, "2-0", "2", "H7.0", "H9.0") == (3, 2)
    assert earns(s, "3-0", "3", "H7.0", "H9.0") == 40
    # Within one region nothing is counted.
    assert earns(s, "2-0", "2", "G6.0", "H7.0") == 40


@pytest.mark.rule("1848-VIII-Gauge-1")
def test_red_and_blue_hexes_belong_to_no_gauge():
    """Whyalla – D1 (red), Melbourne – Tasmania (blue): two places, enough for a 2."""
    s = tile(at_home("WA", "2"), "E2", "5", 2)
    s = turn(train(s, "WA", "2-0"), "WA", step=RUN)
    assert do(s, RunTrains(0, (Route("2-0", ("E2.0", "D1.0")),))).frame.revenue == 40
    s = tile(tile(at_home("VR", *GREEN), "I10", "241", 1), "H11", "57", 0)
    s = turn(train(s, "VR", "2-0"), "VR", step=RUN)
    assert do(s, RunTrains(0, (Route("2-0", ("H11.0", "I10.0")),))).frame.revenue == 70


@pytest.mark.rule("1848-VIII-Gauge-2", "1848-IX-3")
def test_three_cities_and_one_border():
    assert too_far(adelaide_geelong(), "3-0", "3", *THREE_CITIES) == (4, 3)
    assert earns(adelaide_geelong(), "3-0", "3+", *THREE_CITIES) == 60


@pytest.mark.rule("1848-VIII-Gauge-2", "1848-IX-3")
def test_three_cities_and_two_borders():
    """Only one of the two is free."""
    assert too_far(adelaide_wagga(), "3-0", "3+", "G6.0", *TO_WAGGA) == (4, 3)


@pytest.mark.rule("1848-VIII-Gauge-2", "1848-IX-3")
def test_two_cities_and_two_borders():
    assert too_far(marker(adelaide_wagga(), "SAR", "H7.0"), "3-0", "3", *TO_WAGGA) == (4, 3)
    assert earns(marker(adelaide_wagga(), "SAR", "H7.0"), "3-0", "3+", *TO_WAGGA) == 40


@pytest.mark.rule("1848-VIII-Gauge-2", "1848-IX-3")
@pytest.mark.parametrize("number", ["2", "3", "4", "5", "6"])
def test_every_plus_train_has_one_free_change(number):
    plain, plus = stock().book.trains[number].versions
    assert (plain.name, plain.reach, plain.free_gauge_changes) == (number, int(number), 0)
    assert (plus.name, plus.reach, plus.free_gauge_changes) == (f"{number}+", int(number), 1)


@pytest.mark.rule("1848-VIII-Gauge-3", "1848-VIII-Gauge-1")
def test_the_borders_of_the_map():
    """35 sides lie between hexes of different gauge."""
    atlas = stock().book.atlas
    sides = [(key, edge) for key in atlas.hexes for edge in (3, 4, 5) if atlas.crossings(key, edge)]
    assert len(sides) == 35


@pytest.mark.rule("1848-VIII-Gauge-3")
def test_gauge_markers_never_run_out():
    """The box holds 12: with 13 other borders joined before, the fourteenth counts all the same."""
    s = adelaide_geelong()
    atlas = s.book.atlas
    used, joined = {"G6", "H7", "H9"}, 0
    for hex_id, sides in atlas.neighbours.items():
        for edge, beyond in enumerate(sides):
            if beyond and atlas.crossings(hex_id, edge) and not {hex_id, beyond} & used:
                s = s.replace(board=s.board.lay(atlas, hex_id, "9", edge).lay(atlas, beyond, "9", edge))
                used |= {hex_id, beyond}
                joined += 1
    assert joined >= 12
    assert too_far(s, "3-0", "3", *THREE_CITIES) == (4, 3)
