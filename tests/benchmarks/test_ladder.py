"""The series by which bots are judged: all of them are there, and they are gathered evenly."""

from pathlib import Path

import pytest
from benchmarks.course import Course
from benchmarks.opponents import Line, series
from benchmarks.opponents import Spent as Times

from benchmarks import ladder
from stellwerk.bots import STRENGTHS
from stellwerk.bots.playout import Task
from stellwerk.engine import titles

QUICK = Times(1, 0.1, 0.1, 0.1, 0.1)


def instead(task: Task, commit: str) -> Line:
    """A game that nobody has to wait for: who sits first is the richest, all others are even."""
    first = task.bots.split(",")[0]
    worth = tuple(900 if bot == first else 100 for bot in task.table)
    return Line(task, commit, Course("", 7, 14, 70, 63, 4, worth), {first: QUICK})


class OnTheSpot:
    """Plays where it is asked, so that a test sees what is asked."""

    def __init__(self, processes: int) -> None:
        self.processes = processes

    def __enter__(self) -> "OnTheSpot":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def submit(self, function, *arguments):
        done = ladder.Future()
        done.set_result(function(*arguments))
        return done


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "played", instead)
    monkeypatch.setattr(ladder, "ProcessPoolExecutor", OnTheSpot)


def test_every_strength_meets_random_in_every_variant():
    found = {one.name for one in ladder.all_series()}
    for one in titles():
        for variant in one.players:
            assert {f"{one.id}-{variant}-{strength}-random" for strength in STRENGTHS} <= found
    assert len(found) == len(list(ladder.all_series()))


def test_a_variant_has_as_many_seats_as_it_allows():
    two = ladder.Series("1824", "cisleithania-2", "sharp,random", 1)
    assert [task.players for task in two.tasks(1)] == [2]
    steam = ladder.Series("imperial-steam", "", "sharp", 4)
    assert [task.variant for task in steam.tasks(1)] == ["fixed", "normal", "random", "fixed"]


def test_all_series_grow_alike_and_go_on(tmp_path: Path, quick: None, capsys: pytest.CaptureFixture[str]):
    words = ["--folder", str(tmp_path), "--only", "1848-*-random"]
    ladder.main(["play", *words, "--minutes", "0.001"])
    lengths = [len(file.read_text().splitlines()) for file in sorted(tmp_path.iterdir())]
    assert max(lengths) - min(lengths) <= 1
    ladder.main(["play", *words, "--minutes", "5"])
    for file in tmp_path.iterdir():
        assert [line.task.index for line in series(file)] == list(range(100))
    capsys.readouterr()
    ladder.main(["table", *words])
    told = capsys.readouterr().out
    assert "| 1848 | base | `gentle,random` | 100 | richest in 100 (wanted 90%; lower bound 0.96)" in told
