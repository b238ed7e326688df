"""The solver against brute force, and what it promises beside the optimum."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from stellwerk.routing import (
    Limit,
    Problem,
    Run,
    Segment,
    Solution,
    Stop,
    Train,
    shared_track,
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
        assert value_of(problem, trains[run.train], run.stops, run.segments) == run.revenue
    assert shared_track(problem, solution.routes) is None
    assert solution.revenue == sum(run.revenue for run in solution.routes)
    assert solution.bound >= solution.revenue


def pieces_of(problem: Problem, solution: Solution) -> int:
    return sum(len(problem.segments[number].pieces) for run in solution.routes for number in run.segments)


@pytest.mark.parametrize("block", range(8))
def test_agrees_with_brute_force(block: int) -> None:
    for seed in range(block * 100, block * 100 + 100):
        problem = random_problem(seed)
        solution = solve(problem)
        verify(problem, solution)
        assert (solution.revenue, pieces_of(problem, solution)) == brute_force(problem), seed
        assert solution.proved
        assert solution.bound == solution.revenue


def test_every_stage_agrees_with_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    # Small networks need few stages: here none is skipped, and the quick search is made too narrow.
    monkeypatch.setattr("stellwerk.routing.prices._FEW", -1)
    stages = import_module("stellwerk.routing.solve")
    for name, value in (("_MANY", -1), ("_WIDTH", 3), ("_STEPS", 5), ("_ORDERS", 1), ("_FIRST_ROUNDS", 5)):
        monkeypatch.setattr(stages, name, value)
    for seed in range(5000, 5400):
        problem = random_problem(seed, trains=3)
        solution = solve(problem)
        verify(problem, solution)
        assert (solution.revenue, pieces_of(problem, solution)) == brute_force(problem), seed


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
