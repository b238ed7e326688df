"""What is counted of games, and how sure a series is."""

from random import Random

import pytest
from benchmarks.course import course_of
from benchmarks.opponents import main, series, spent, wilson
from msgspec import json

from stellwerk.engine import Game, Setup, chance, legal, play, sample, to_act
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.runs import RunTrains
from tests.games.g1854.table import home, local, stock, tile, train, turn


def test_a_lower_bound_of_a_share():
    assert wilson(0, 0) == 0.0
    assert wilson(35, 100) == pytest.approx(0.2636, abs=0.0005)
    assert wilson(100, 100) < 1.0


def test_times_of_decisions():
    found = spent([0.4, 0.1, 0.2, 0.3, 5.0])
    assert (found.decisions, found.median, found.longest) == (5, 0.3, 5.0)
    assert found.late == 0.4


def test_a_game_is_counted_by_its_states():
    game, rng = Game(Setup("1848", ("A", "B", "C"), seed=5)), Random(5)
    while not game.state.over and len(game.log) < 900:
        s = game.state
        game.enter(chance(s) or sample(s, to_act(s)[0], rng))
    found = course_of(one.state for one in game.history)
    assert found.stock_rounds >= 1
    assert 0 <= found.ran <= found.turns
    # 1848 sells trains after the run: whoever plays, no company runs in its first turn.
    operated = {
        one.state.nearest(OperatingTurn).company for one in game.history if one.state.nearest(OperatingTurn)
    }
    assert found.first == len(operated) > 0
    assert found.later_share >= found.share
    assert found.turns >= found.operating_rounds >= found.stock_rounds - 1
    assert len(found.worth) == 3


def test_a_turn_that_ends_with_the_run_counts():
    """1854 LR-5: a local railway's revenue is split without a word, and often nothing is left to decide."""
    railway = home(local(tile(stock(), "J36", "1", 0), "1", 0, cash=0), "1")
    before = turn(train(railway, "1", "1+-0"), "1", 3)
    run = next(a for a in legal(before, 0) if isinstance(a, RunTrains) and a.routes)
    found = course_of([before, play(before, run).state])
    assert (found.turns, found.ran, found.first) == (1, 1, 0)


def test_a_series_is_gathered(tmp_path, capsys):
    """A second run plays only what the first one left; a line that was cut off does not count."""
    file = tmp_path / "series"
    words = ["play", "1848", "--bots", "random", "--players", "3", "--seed", "4", "--file", str(file)]
    main([*words, "--games", "1"])
    first = file.read_bytes()
    file.write_bytes(first + b'{"task"')
    main([*words, "--games", "2"])
    assert [line.task.index for line in series(file)] == [0, 1]
    assert file.read_bytes().startswith(first)
    assert "2 games" in capsys.readouterr().out
    assert json.decode(first)["course"]["turns"] >= 0
