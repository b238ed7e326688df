"""The soak and the table of times, in small."""

from typing import NoReturn

import pytest
from benchmarks.__main__ import Results, table
from benchmarks.measures import Measure
from benchmarks.soak import BATCH, Task, batches, soak
from benchmarks.yardstick import work

from stellwerk.engine import Setup, titles


def test_a_small_soak() -> None:
    for game, variant in (("1848", "base"), ("1824", "cisleithania-2")):
        report = soak(Task(game, variant, (8, 9), wrong=50))
        assert report.failures == []
        assert (report.games, report.replayed) == (2, 2)
        assert sum(report.answers.values()) >= 100


def test_a_failure_is_reported_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(setup: Setup, manner: str, every: int) -> NoReturn:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("benchmarks.soak.check_game", broken)
    report = soak(Task("1848", "base", (7,), wrong=1))
    assert len(report.failures) == 1
    assert "seed=7" in report.failures[0]
    assert "ZeroDivisionError: oh" in report.failures[0]


def test_the_work_is_shared_out() -> None:
    variants = [(found.id, variant) for found in titles() for variant in found.players]
    tasks = batches(games=60, wrong=600 * len(variants), first=100)  # 10 wrong actions for each game
    seeds = {pair: [] for pair in variants}
    for task in tasks:
        assert len(task.seeds) <= BATCH
        assert task.wrong == 10
        seeds[task.game, task.variant] += task.seeds
    assert all(found == list(range(100, 160)) for found in seeds.values())
    assert {task.game for task in batches(5, 5, 0, only="1848")} == {"1848"}


def test_the_yardstick_is_always_the_same_work() -> None:
    assert work() == work() == 586748


def test_a_missed_target_shows_and_ratios_use_the_yardstick() -> None:
    slow, fast = Measure("x", 2.0, 1.5), Measure("x", 0.5, 1.5)
    assert (slow.missed, fast.missed, Measure("x", None, 1.5).missed) == (True, False, False)
    shown = table(Results("3.11", 2.0, [slow]), Results("3.11", 1.0, [fast]))
    assert list(shown.columns[4].cells) == ["× 2.00"]
