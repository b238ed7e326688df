"""Trains that pick the stops that count, and track that costs: the solver against brute force."""

from random import Random

import msgspec
import pytest

from stellwerk.routing import Problem, Segment, Stop, Train, solve, value_of

from .brute_force import brute_force
from .networks import random_problem
from .test_solve import pieces_of, verify


def with_tolls(problem: Problem, rng: Random) -> Problem:
    segments = tuple(
        msgspec.structs.replace(segment, toll=rng.choice((0, 0, 10, 20))) for segment in problem.segments
    )
    return msgspec.structs.replace(problem, segments=segments)


def with_picks(problem: Problem, rng: Random) -> Problem:
    """Some trains pick; these know no bonuses, so the problem has none."""
    trains = tuple(
        Train(train.id, picks=rng.randint(1, 4), forbids_tags=rng.choice(((), ("mine",))))
        if rng.random() < 0.6
        else train
        for train in problem.trains
    )
    return msgspec.structs.replace(problem, trains=trains, bonuses=())


@pytest.mark.parametrize("block", range(4))
def test_tolls_agree_with_brute_force(block: int) -> None:
    for seed in range(block * 100, block * 100 + 100):
        problem = with_tolls(random_problem(seed), Random(seed))
        solution = solve(problem)
        verify(problem, solution)
        assert (solution.revenue, pieces_of(problem, solution)) == brute_force(problem), seed


@pytest.mark.parametrize("block", range(4))
def test_picks_agree_with_brute_force(block: int) -> None:
    for seed in range(block * 100, block * 100 + 100):
        rng = Random(seed)
        problem = with_tolls(with_picks(random_problem(seed), rng), rng)
        solution = solve(problem)
        verify(problem, solution)
        assert (solution.revenue, pieces_of(problem, solution)) == brute_force(problem), seed


def test_the_dearest_stops_count() -> None:
    # 30 – 10 – 50 – 20 (own) – 40, two of them count: 50 + 40 over three segments; one of them costs 10.
    values = (30, 10, 50, 20, 40)
    stops = tuple(Stop(str(n), "city", value, own=value == 20) for n, value in enumerate(values))
    segments = tuple(Segment(str(n), n, n + 1, (f"p{n}",), toll=10 if n == 3 else 0) for n in range(4))
    train = Train("x", picks=2)
    problem = Problem(stops, segments, (train,))
    assert value_of(problem, train, (2, 3, 4), (2, 3)) == 50 + 40 - 10
    assert value_of(problem, train, (0, 1, 2, 3), (0, 1, 2)) == 50 + 30
    solution = solve(problem)
    assert (solution.revenue, solution.routes[0].stops) == (80, (2, 3, 4))  # as dear, with less track
