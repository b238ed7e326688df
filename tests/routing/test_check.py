"""One case for each rule that a route can break."""

import pytest

from stellwerk.routing import (
    BadRoute,
    Bonus,
    EndBonus,
    Limit,
    Problem,
    Run,
    Segment,
    Stop,
    Train,
    end_bonus_of,
    shared_track,
    side_of,
    value_of,
)

# 0 own - 1 city - 2 town - 3 end-only; 4 and 5 with tags; 6 in a group with 0
STOPS = (
    Stop("own", "city", 30, own=True, groups=("g",)),
    Stop("city", "city", 20, tags=("k",)),
    Stop("town", "town", 10),
    Stop("end", "offboard", 40, through=False),
    Stop("mine", "city", 50, tags=("mine",)),
    Stop("far", "city", 60, tags=("far", "k")),
    Stop("twin", "city", 20, groups=("g",)),
)
SEGMENTS = (
    Segment("0", 0, 1, ("a",)),
    Segment("1", 1, 2, ("b", "x"), gauge_changes=2),
    Segment("2", 2, 3, ("c",)),
    Segment("3", 0, 3, ("d", "x")),
    Segment("4", 0, 4, ("e",)),
    Segment("5", 0, 5, ("f",)),
    Segment("6", 1, 6, ("h",)),
    Segment("7", 2, 0, ("i", "b")),
    Segment("8", 2, 0, ("j",)),
    Segment("9", 4, 5, ("k",)),
)
PROBLEM = Problem(STOPS, SEGMENTS, (), (Bonus(100, ((0, 4), (3,))), Bonus(7, ((0,), ()))))
FREE = Train("free")


def broken(train: Train, stops: list[int], segments: list[int]) -> tuple[str, dict[str, object]]:
    with pytest.raises(BadRoute) as caught:
        value_of(PROBLEM, train, stops, segments)
    return caught.value.reason_code, caught.value.figures


@pytest.mark.parametrize(
    ("stops", "segments", "code"),
    [
        ([0], [], "two_stops"),
        ([0, 1], [], "not_connected"),
        ([0, 2], [0], "not_connected"),
        ([0, 9], [0], "not_connected"),
        ([0, 1], [40], "not_connected"),
        ([0, 1, 2, 0], [0, 1, 8], "stop_twice"),
        ([1, 2, 0], [1, 7], "track_twice"),
        ([1, 2], [1], "own_token"),
        ([0, 3, 2], [3, 2], "passes_end_stop"),
        ([0, 1, 6], [0, 6], "same_group"),
    ],
)
def test_rules_for_every_train(stops: list[int], segments: list[int], code: str) -> None:
    assert broken(FREE, stops, segments)[0] == code


def test_range_tells_count_and_most() -> None:
    train = Train("t", (Limit(("city", "town"), 2),))
    code, figures = broken(train, [0, 1, 2], [0, 1])
    assert (code, figures["count"], figures["max"]) == ("range", 3, 2)
    assert value_of(PROBLEM, Train("t", (Limit(("city",), 2),)), [0, 1, 2], [0, 1]) == 60


def test_gauge_changes_use_up_range() -> None:
    three = (Limit(("city", "town"), 3),)
    code, figures = broken(Train("t", three, gauge_counts=True), [0, 1, 2], [0, 1])
    assert (code, figures["count"]) == ("range", 5)
    assert value_of(PROBLEM, Train("t", three, True, free_gauge_changes=2), [0, 1, 2], [0, 1]) == 60


def test_bonuses() -> None:
    assert value_of(PROBLEM, FREE, [0, 1, 2, 3], [0, 1, 2]) == 200
    train = Train("t", tag_bonus=("k", (0, 5, 50)))
    assert value_of(PROBLEM, train, [0, 1], [0]) == 55
    assert value_of(PROBLEM, train, [1, 0, 5], [0, 5]) == 160


def test_needed_tag() -> None:
    goods = Train("g", needs_tag="mine")
    assert broken(goods, [0, 1], [0])[0] == "tag_needed"
    assert broken(goods, [0, 4, 5], [4, 9])[0] == "tag_needed"
    assert value_of(PROBLEM, goods, [1, 0, 4], [0, 4]) == 50


def test_forbidden_tag() -> None:
    code, figures = broken(Train("t", forbids_tags=("mine",)), [0, 4], [4])
    assert (code, figures["stop"]) == ("tag_forbidden", "mine")


def test_express() -> None:
    express = Train("x", (Limit(("city",), 1),), express_to="far")
    assert broken(express, [0, 1], [0])[0] == "express_end"
    assert broken(express, [0, 5, 4], [5, 9])[0] == "express_end"
    assert value_of(PROBLEM, express, [1, 0, 5], [0, 5]) == 90


def test_a_far_gate_is_passed_by_the_train_that_goes_beyond() -> None:
    stops = (*STOPS[:3], Stop("end", "offboard", 40, through=False, tags=("gate",)), *STOPS[4:])
    problem = Problem(stops, SEGMENTS, ())
    assert value_of(problem, Train("x", passes_tags=("gate",)), [0, 3, 2], [3, 2]) == 80
    with pytest.raises(BadRoute, match="passes_end_stop"):
        value_of(problem, FREE, [0, 3, 2], [3, 2])


def test_a_train_that_counts_only_some_stops_earns_the_best() -> None:
    assert value_of(PROBLEM, Train("x", counts=2), [2, 1, 0, 5], [1, 0, 5]) == 90
    assert value_of(PROBLEM, Train("x", counts=9), [2, 1, 0, 5], [1, 0, 5]) == 120


def test_what_a_segment_takes_or_gives() -> None:
    track = (Segment("0", 0, 1, ("a",), revenue=-10), *SEGMENTS[1:])
    problem = Problem(STOPS, track, ())
    assert value_of(problem, FREE, [0, 1], [0]) == 40
    assert value_of(problem, Train("x", express_to="k"), [0, 1], [0]) == 40
    assert value_of(problem, FREE, [0, 5], [5]) == 90


def test_gauges() -> None:
    track = (
        Segment("0", 0, 1, ("a",), gauges=("metre",)),
        Segment("1", 1, 2, ("b",), gauges=("broad", "metre")),
        Segment("2", 0, 2, ("c",), gauges=()),
    )
    problem = Problem(STOPS, track, ())
    assert value_of(problem, Train("3M", gauge="metre"), [0, 1, 2], [0, 1]) == 60
    assert value_of(problem, FREE, [0, 2], [2]) == 40
    with pytest.raises(BadRoute) as caught:
        value_of(problem, Train("3", gauge="broad"), [0, 1, 2], [0, 1])
    assert (caught.value.reason_code, caught.value.figures["piece"]) == ("gauge", "a")
    with pytest.raises(BadRoute, match="gauge"):
        value_of(problem, Train("3M", gauge="metre"), [0, 2], [2])


def test_side_income_and_end_bonus() -> None:
    stops = (*STOPS[:4], Stop("mine", "city", 50, tags=("mine",), side=50), *STOPS[5:])
    problem = Problem(stops, SEGMENTS, (), end_bonus=EndBonus((1, 2, 4, 8, 16, 32, 64)))
    assert side_of(problem, FREE, [1, 0, 4]) == 50
    assert side_of(problem, Train("x", express_to="far"), [4, 0, 5]) == 0
    assert end_bonus_of(problem, [1, 0, 4]) == 18
    assert end_bonus_of(PROBLEM, [1, 0, 4]) == 0


def test_shared_track_names_the_first_two_runs() -> None:
    runs = [Run("a", (0, 1), (0,), 0), Run("b", (1, 2), (1,), 0), Run("c", (0, 3), (3,), 0)]
    assert shared_track(PROBLEM, runs) == (1, 2, "x")
    assert shared_track(PROBLEM, runs[:2]) is None
