"""The solver against brute force, and what it promises beside the optimum."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import replace

from stellwerk.routing import (
    EndBonus,
    Limit,
    Problem,
    Run,
    Segment,
    Solution,
    Stop,
    Train,
    end_bonus_of,
    shared_track,
    side_of,
    solve,
    value_of,
)

from .brute_force import brute_force
from .networks import random_problem


def verify(problem: Problem, solution: Solution) -> None:
    """The routes hold the rules and earn what the solution says."""
    trains = {train.id: train for train in problem.trains}
    assert len({run.train for run in solution.routes}) == len(solution.routes)
    for run in solution.routes:
        train = trains[run.train]
        assert value_of(problem, train, run.stops, run.segments) == run.revenue
        assert side_of(problem, train, run.stops) == run.side
        assert run.end_bonus in (0, end_bonus_of(problem, run.stops))
    assert shared_track(problem, solution.routes) is None
    assert sum(run.end_bonus != 0 for run in solution.routes) <= 1
    bonus = sum(run.end_bonus for run in solution.routes)
    beside = problem.end_bonus is not None and problem.end_bonus.side
    assert solution.revenue == sum(run.revenue for run in solution.routes) + (0 if beside else bonus)
    assert solution.side == sum(run.side for run in solution.routes) + (bonus if beside else 0)
    assert solution.bound >= solution.revenue


def found(problem: Problem, solution: Solution) -> tuple[int, int, int]:
    """Revenue, side income and pieces of track: what brute force tells too."""
    pieces = sum(len(problem.segments[number].pieces) for run in solution.routes for number in run.segments)
    return solution.revenue, solution.side, pieces


@pytest.mark.parametrize("block", range(20))
def test_agrees_with_brute_force(block: int) -> None:
    """2,000 networks with every kind of train and bonus."""
    for seed in range(block * 100, block * 100 + 100):
        problem = random_problem(seed)
        solution = solve(problem)
        verify(problem, solution)
        assert found(problem, solution) == brute_force(problem), seed
        assert solution.proved
        assert solution.bound == solution.revenue


def test_every_stage_agrees_with_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    # Small networks need few stages: here none is skipped, and the quick search is made too narrow.
    monkeypatch.setattr("stellwerk.routing.prices._FEW", -1)
    stages = import_module("stellwerk.routing.solve")
    for name, value in (("_MANY", -1), ("_STEPS", 5), ("_ORDERS", 1), ("_PHASES", (1, 2, 1))):
        monkeypatch.setattr(stages, name, value)
    monkeypatch.setattr("stellwerk.routing.prices._NEAR", 3)
    monkeypatch.setattr("stellwerk.routing.pairs._SOME", 2)
    for seed in range(5000, 5400):
        problem = random_problem(seed, trains=3)
        solution = solve(problem)
        verify(problem, solution)
        assert found(problem, solution) == brute_force(problem), seed


def grid(side: int, trains: tuple[Train, ...]) -> Problem:
    """A square of stops with several own ones: far more routes than brute force could try."""
    stops = tuple(
        Stop(f"s{number}", "city", 10 + 10 * (number * 7 % 5), own=number % 6 == 0)
        for number in range(side * side)
    )
    ends = [(n, n + 1) for n in range(side * side) if (n + 1) % side] + [
        (n, n + side) for n in range(side * side - side)
    ]
    segments = tuple(Segment(f"e{at}", a, b, (f"p{at}", f"q{at}")) for at, (a, b) in enumerate(ends))
    return Problem(stops, segments, trains)


def range_train(name: str, most: int) -> Train:
    return Train(name, (Limit(("city",), most),))


def test_time_limit_gives_an_honest_bound() -> None:
    problem = grid(5, (range_train("a", 7), range_train("b", 7), range_train("c", 6)))
    for time_limit in (0.0, 0.01, 0.05):
        solution = solve(problem, time_limit)
        verify(problem, solution)
        assert solution.revenue > 0
        assert not solution.proved or solution.bound == solution.revenue


def test_time_limit_ends_the_search() -> None:
    # No limit to the range on a grid of this size: the routes cannot be counted in a lifetime.
    problem = grid(8, (Train("a"), Train("b")))
    solution = solve(problem, 0.2)
    verify(problem, solution)
    assert not solution.proved
    assert solution.bound > solution.revenue > 0


def test_no_trains_no_track_no_own_stop() -> None:
    stops = (Stop("a", "city", 10, own=True), Stop("b", "city", 20))
    track = (Segment("e", 0, 1, ("p",)),)
    train = range_train("2", 2)
    nothing = Solution(0, (), True, 0)
    assert solve(Problem(stops, track, ())) == nothing
    assert solve(Problem(stops, (), (train,))) == nothing
    assert solve(Problem((), (), (train,))) == nothing
    assert solve(Problem(stops[1:] * 2, track, (train,))) == nothing
    assert solve(Problem(stops, track, (train,))).routes == (Run("2", (0, 1), (0,), 30),)


def test_less_track_wins_a_tie() -> None:
    stops = (Stop("a", "city", 10, own=True), Stop("b", "city", 20), Stop("c", "city", 20))
    track = (Segment("e", 0, 1, ("p", "q", "r")), Segment("f", 0, 2, ("s", "t")), Segment("g", 0, 2, ("u",)))
    solution = solve(Problem(stops, track, (range_train("2", 2),)))
    assert solution.routes == (Run("2", (0, 2), (2,), 30),)


def test_same_trains_and_a_train_that_cannot_run() -> None:
    stops = (Stop("a", "city", 10, own=True), Stop("b", "city", 20), Stop("c", "city", 40))
    track = (Segment("e", 0, 1, ("p",)), Segment("f", 0, 2, ("q",)))
    goods = Train("g", (Limit(("city",), 2),), needs_tag="mine")
    solution = solve(Problem(stops, track, (range_train("x", 2), goods, range_train("y", 2))))
    assert [run.train for run in solution.routes] == ["x", "y"]
    assert solution.revenue == 80


def test_side_income_decides_between_equal_revenues() -> None:
    stops = (
        Stop("own", "city", 30, own=True),
        Stop("poor", "mine", 90, through=False, tags=("mine",), side=10),
        Stop("rich", "mine", 90, through=False, tags=("mine",), side=20),
    )
    track = (Segment("e", 0, 1, ("p",)), Segment("f", 0, 2, ("q", "r", "s")))
    goods = Train("1g", (Limit(("city",), 1),), needs_tag="mine")
    solution = solve(Problem(stops, track, (goods,)))
    assert (solution.revenue, solution.side) == (30, 20)
    assert solution.routes == (Run("1g", (0, 2), (1,), 30, 20),)
    # Two trains from one mine are paid twice.
    both = (*track, Segment("g", 0, 2, ("t",)))
    assert solve(Problem(stops, both, (goods, replace(goods, id="x")))).side == 40


def test_the_end_bonus_goes_to_one_train_of_the_set() -> None:
    # Two branches: the trains could both end well, but only one is paid for it.
    stops = tuple(Stop(name, "city", value, own=name == "own") for name, value in _LINE)
    track = tuple(Segment(str(at), at, at + 1, (f"p{at}",)) for at in range(4))
    trains = (range_train("a", 3), range_train("b", 3))
    plain = solve(Problem(stops, track, trains))
    paid = solve(Problem(stops, track, trains, end_bonus=EndBonus((40, 0, 20, 0, 50))))
    assert (plain.revenue, paid.revenue) == (180, 180 + 20 + 50)
    assert [run.end_bonus for run in paid.routes].count(70) == 1
    beside = solve(Problem(stops, track, trains, end_bonus=EndBonus((40, 0, 20, 0, 50), side=True)))
    assert (beside.revenue, beside.side) == (180, 70)


def test_the_end_bonus_can_change_the_run() -> None:
    stops = tuple(Stop(name, "city", value, own=name == "own") for name, value in _LINE)
    track = tuple(Segment(str(at), at, at + 1, (f"p{at}",)) for at in range(4))
    short = solve(Problem(stops, track, (range_train("a", 2),), end_bonus=EndBonus((0, 99, 0, 0, 0))))
    assert (short.routes[0].stops, short.revenue) == ((1, 2), 30 + 99)


def test_an_express_goes_beyond_its_own_stop_only_for_gain() -> None:
    stops = (Stop("far", "city", 60, tags=("far",)), Stop("own", "city", 20, own=True), Stop("on", "city", 0))
    track = (Segment("e", 0, 1, ("p",)), Segment("f", 1, 2, ("q",)))
    express = (Train("x", express_to="far"),)
    assert solve(Problem(stops, track, express)).routes == (Run("x", (0, 1), (0,), 80),)
    paid = (track[0], replace(track[1], revenue=10))
    assert solve(Problem(stops, paid, express)).routes == (Run("x", (0, 1, 2), (0, 1), 90),)


_LINE = (("far", 40), ("north", 10), ("own", 20), ("south", 40), ("sea", 50))


_PRINT = """
from tests.routing.networks import random_problem
from tests.routing.test_solve import grid, range_train
from stellwerk.routing import solve
for seed in range(60):
    print(solve(random_problem(seed)))
print(solve(grid(4, (range_train("a", 6), range_train("b", 6), range_train("c", 5)))))
"""


def test_same_answer_whatever_the_hash_seed() -> None:
    answers = {
        subprocess.run(
            [sys.executable, "-c", _PRINT],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(["src", ".", *sys.path])},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(answers) == 1
