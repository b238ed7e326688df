"""RT: what trains run and what it earns."""

import pytest

from stellwerk.games.g1854.rules.runs import RUNS, stop_of, trains_of
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.trains import BuyTrain
from stellwerk.routing import Limit, Train

from .lines import earns, klagenfurt, vb
from .table import (
    PAY,
    RUN,
    TRACK,
    TRAINS,
    do,
    home,
    local,
    major,
    marker,
    offered,
    phase,
    refused,
    run,
    stock,
    tile,
    train,
    turn,
)


@pytest.mark.rule("1854-RT-1", "1854-RT-10")
def test_what_a_route_needs():
    s = turn(train(klagenfurt(), "KT", "2-0"), "KT", RUN)
    refused(s, run("H18.0"), "RT-1")
    refused(s, run("H18.0", "H16.0"), "RT-1")
    refused(s, run("H18.0", "I19.0", card="3-0"), "RT-10")
    twice = RunTrains(0, (Route("2-0", ("H18.0", "I19.0")), Route("2-0", ("H18.0", "I19.0"))))
    refused(s, twice, "RT-10")
    assert earns(s, run("H18.0", "I19.0")) == 40
    two = turn(train(train(klagenfurt(), "KT", "2-0"), "KT", "2-1"), "KT", RUN)
    same = RunTrains(0, (Route("2-0", ("H18.0", "I19.0")), Route("2-1", ("H18.0", "I19.0"))))
    refused(two, same, "RT-1")


@pytest.mark.rule("1854-RT-1")
def test_an_own_marker_is_on_the_route():
    # Braunau – Ried – Linz: without Linz, KR's marker is missing.
    s = tile(tile(phase(stock(), "2"), "C17", "57", 1), "C15", "4", 1)
    s = turn(train(home(major(s, "KR"), "KR"), "KR", "2-0"), "KR", RUN)
    refused(s, run("C13.0", "C15.0"), "RT-1")
    assert earns(s, run("C15.0", "C17.0")) == 30


@pytest.mark.rule("1854-RT-2")
def test_a_number_train_counts_every_stop():
    s = tile(tile(phase(stock(), "2"), "C17", "57", 1), "C15", "4", 1)
    s = home(major(s, "KR"), "KR")
    two = turn(train(s, "KR", "2-0"), "KR", RUN)
    refused(two, run("C13.0", "C15.0", "C17.0"), "RT-2")
    three = turn(train(s, "KR", "3-0"), "KR", RUN)
    assert earns(three, run("C13.0", "C15.0", "C17.0", card="3-0")) == 40


@pytest.mark.rule("1854-RT-3")
def test_wien_is_one_place():
    # KE and its own line from side 1 over C21 (1-4 would lead west); KE and SD cities both of KE's reach:
    # C21 (tile 55, 1-4) and D22 do not meet, so the group is asked of the stops themselves.
    s = turn(train(home(major(phase(stock(), "3"), "KE"), "KE"), "KE", "3-0"), "KE", TRACK)
    assert {stop_of(s, "KE", f"C23.{n}").groups for n in range(3)} == {("C23",)}
    assert stop_of(s, "KE", "E1.0").groups == stop_of(s, "KE", "E1.1").groups == ("Zürich",)
    assert stop_of(s, "KE", "D28.0").groups == stop_of(s, "KE", "E27.0").groups == ("Budapest",)
    assert {stop_of(s, "KE", f"J38.{n}").groups for n in range(2)} == {("J38",)}
    towns = tile(s, "H16", "55", 0)
    assert stop_of(towns, "KE", "H16.0").groups == stop_of(towns, "KE", "H16.1").groups == ()


@pytest.mark.rule("1854-RT-3")
def test_zuerich_twice_is_refused():
    # Bregenz green (sides 1, 0): Zürich E1.0 and, over Dornbirn F2 (3-2), Zürich E1.1.
    s = tile(tile(phase(stock(), "3"), "E3", "5", 0), "F2", "2", 1)  # F2: 1-4 and 2-3
    s = turn(train(home(major(s, "VB"), "VB"), "VB", "4-0"), "VB", RUN)
    refused(s, run("E1.0", "E3.0", "F2.1", "E1.1", card="4-0"), "RT-3")
    assert earns(s, run("E3.0", "F2.1", "E1.1", card="4-0")) == 20 + 10 + 30


@pytest.mark.rule("1854-RT-4")
def test_full_cities_and_red_places_are_not_passed():
    # KT stands in Villach; Klagenfurt (one circle) is held by SB; behind it lie H20, G21 and Graz.
    s = tile(tile(phase(stock(), "3"), "H18", "57", 1), "H16", "14", 0)
    s = tile(tile(tile(s, "H20", "8", 1), "G21", "9", 0), "F22", "57", 0)
    held = marker(major(s, "SB", 1), "SB", "H18.0")
    held = marker(major(held, "KT").replace(begun=("KT",)), "KT", "H16.0")
    s = turn(train(held, "KT", "3-0"), "KT", RUN)
    way = ("H16.0", "H18.0", "H20", "G21", "F22.0")
    assert earns(s, run(*way[:2], card="3-0")) == 30 + 20
    refused(s, run(*way, card="3-0"), "RT-4")
    free = turn(
        train(held.replace(board=held.board.remove("SB"), markers={**held.markers, "SB": 0}), "KT", "3-0"),
        "KT",
        RUN,
    )
    assert earns(free, run(*way, card="3-0")) == 30 + 20 + 20
    assert not stop_of(s, "KT", "H18.0").through
    assert not stop_of(s, "KT", "I19.0").through
    assert stop_of(s, "KT", "H16.0").through


@pytest.mark.rule("1854-RT-5")
def test_the_shortcut_past_muenchen():
    # Salzburg E13 – D14 (0-1) – D12 – Kufstein E11.0: 20 + 10 - 10 = 20; D12 is no stop of it.
    s = tile(tile(tile(phase(stock(), "2"), "E13", "5", 2), "D14", "7", 0), "E11", "1", 0)
    s = home(major(s, "SB"), "SB")
    two = turn(train(s, "SB", "2-0"), "SB", RUN)
    assert earns(two, run("E13.0", "D14", "D12", "E11.0")) == 20
    # München itself lies behind side 2 of Salzburg: 20 + 20.
    assert earns(two, run("E13.0", "D12.0")) == 40
    best = RUNS.best(two, "SB")
    assert best.revenue == 40
    both = turn(train(train(s, "SB", "2-0"), "SB", "2-1"), "SB", RUN)
    assert RUNS.best(both, "SB").revenue == 60  # 40 + 20: the deduction is for one train only


@pytest.mark.rule("1854-RT-6", "1854-RT-10", "1854-RT-7")
def test_the_orient_express():
    # Paris D0 (90) – Zürich (grey 50) – Bregenz (20) – Augsburg (grey 40).
    s = vb("8")
    ox = turn(train(s, "VB", "8-5", "8Ox"), "VB", RUN)
    way = ("D0.0", "E1.0", "E3.0", "D4.0")
    assert earns(ox, run(*way, card="8-5")) == 90 + 50 + 20 + 40
    assert RUNS.best(ox, "VB").revenue == 200
    plain = turn(train(s, "VB", "8-5", "8"), "VB", RUN)
    refused(plain, run(*way, card="8-5"), "RT-6")
    assert RUNS.best(plain, "VB").revenue == 110  # it ends in Zürich
    assert earns(plain, run(*way[1:], card="8-5")) == 110
    assert trains_of(ox, "VB")[0].counts == 8
    ends = {r: stock(rulings=r).book.atlas.hexes["F28"].printed.stops[0].revenue for r in ("book", "other")}
    assert ends == {"book": 90, "other": 70}


@pytest.mark.rule("1854-RT-7")
@pytest.mark.parametrize(
    ("number", "value"), [("2", 0), ("3", 20), ("4", 20), ("5", 30), ("6", 30), ("8", 40)]
)
def test_red_places_by_colour_of_the_phase(number, value):
    assert stop_of(vb(number), "VB", "D4.0").revenue == value  # Augsburg


@pytest.mark.rule("1854-RT-10", "1854-DV-3")
def test_a_revenue_of_zero_counts_as_keeping():
    # No such route exists in the start position; Augsburg is worth 0 in phase 2, so 20 + 0.
    s = turn(vb(), "VB", RUN)
    assert earns(s, run("E3.0", "D4.0")) == 20
    s = turn(vb(), "VB", PAY, revenue=0)
    assert s.price("VB") == 79  # nothing to pay out: the price has gone left without a question
    assert s.frame.step > PAY


@pytest.mark.rule("1854-RT-8")
def test_the_best_run_is_offered_not_compulsory():
    s = turn(vb(), "VB", RUN)
    assert offered(s, 0, RunTrains)[0] == run("E1.0", "E3.0")
    assert earns(s, run("E3.0", "D4.0")) == 20
    assert earns(s, RunTrains(0)) == 0


@pytest.mark.rule("1854-RT-9", "1854-RT-1")
def test_trains_meet_in_stops():
    # Two 2-trains of VB: Bregenz–Zürich 40 and Bregenz–Augsburg 20.
    s = turn(train(vb(), "VB", "2-1"), "VB", RUN)
    both = RunTrains(0, (Route("2-0", ("E3.0", "E1.0")), Route("2-1", ("E3.0", "D4.0"))))
    assert earns(s, both) == 60
    # From a stop it goes on over another track, never back over the one it came by.
    three = turn(train(vb("3"), "VB", "3-0"), "VB", RUN)
    assert earns(three, run("E1.0", "E3.0", "D4.0", card="3-0")) == 30 + 20 + 20
    refused(three, run("E1.0", "E3.0", "E1.0", card="3-0"), "RT-1")


@pytest.mark.rule("1854-RT-10")
def test_a_train_bought_now_has_not_run():
    s = turn(klagenfurt(), "KT", TRAINS)
    s = do(s, BuyTrain(0, "2-0", "2", 100))
    refused(s, run("H18.0", "I19.0"), "OR-3")


@pytest.mark.rule("1854-RT-2", "1854-RT-6")
def test_what_trains_count():
    s = train(train(klagenfurt("3"), "KT", "3-0"), "KT", "1+-0")
    s = train(train(s, "KT", "8-0", "8Ox"), "KT", "8-1", "8")
    places = ("city", "town", "offboard")
    assert trains_of(s, "KT") == (
        Train("3-0", (Limit(places, 3),), forbids_tags=("far end",)),
        Train("8-0", counts=8),
        Train("8-1", (Limit(places, 8),), forbids_tags=("far end",)),
    )
    plus = train(train(home(local(stock(), "5", 0), "5"), "5", "1+-0"), "5", "3+-0")
    assert trains_of(plus, "5") == tuple(
        Train(card, (Limit(("city", "offboard"), count),), forbids_tags=("far end",))
        for card, count in (("1+-0", 1), ("3+-0", 3))
    )


@pytest.mark.rule("1854-RT-3")
def test_a_single_city_is_no_group():
    assert stop_of(klagenfurt(), "KT", "H18.0").groups == ()
