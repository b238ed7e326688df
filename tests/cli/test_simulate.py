"""`simulate`: many games by bots, whatever the number of workers."""

from pathlib import Path
from typing import Any

import pytest

from stellwerk.bots import playout
from stellwerk.bots.playout import Task, play_out
from stellwerk.engine.save import load
from tests.cli.conftest import Run, failed


def test_simulate(run: Run, tmp_path: Path) -> None:
    said = run("simulate", "1848", "--players", "3-6", "--games", 4, "--seed", 1, "--workers", 1)
    assert said.code == 0
    assert said.err == ""
    assert "4 finished, 0 failed" in said.out
    assert not list(tmp_path.iterdir())


def test_the_number_of_workers_changes_nothing(run: Run) -> None:
    words = ("simulate", "1848", "--players", "4", "--games", 3, "--seed", 3, "--json")
    alone, together = (run(*words, "--workers", workers).json for workers in (1, 2))
    for report in (alone, together):
        assert report.pop("seconds") > 0
        assert report.pop("games_per_second") > 0
    assert alone == together
    assert (alone["games"], alone["finished"], alone["failures"], alone["failed"]) == (3, 3, 0, [])
    assert sum(alone["ends"].values()) == 3
    assert alone["actions"] > 600


def test_what_cannot_be_simulated(run: Run) -> None:
    words = ("--games", 1, "--workers", 1)
    assert "1999" in failed(run("simulate", "1999", "--players", 3, *words))
    assert "3 to 6" in failed(run("simulate", "1848", "--players", "2-3", *words))
    assert "deep" in failed(run("simulate", "1848", "--players", 3, "--bot", "deep", *words))
    assert "mine" in failed(run("simulate", "1848", "--players", 3, "--rulings", "mine", *words))


def test_a_failure_is_saved_and_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.cli.simulate.play_out", lambda task: play_out(task, 50))
    (tmp_path / "bad").mkdir()
    words = ("simulate", "1848", "--players", 3, "--games", 2, "--seed", 1, "--workers", 1)
    said = run(*words, "--failures-dir", "bad", "--json")
    assert said.code == 1
    assert (said.json["failures"], said.json["finished"]) == (2, 0)
    for one in said.json["failed"]:
        assert "not over after 50 actions" in one["failure"]
        assert one["file"] in said.err
        assert len(load(Path(one["file"]).read_bytes())[0].log) == 50
    assert len(list((tmp_path / "bad").iterdir())) == 2
    assert "saved in" in run(*words).err


TASK = Task("1848", 0, 3, "base", "book", 1, "random")


def test_something_lost_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(game: str) -> Any:
        from stellwerk.engine import title

        return title(game)._replace(conserved=lambda s: ["a train is gone"] if s.version == 9 else [])

    monkeypatch.setattr(playout, "title", leaky)
    outcome = play_out(TASK)
    assert outcome.failure == "not conserved after action 9: a train is gone"
    assert outcome.save


def test_an_error_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str, seed: int) -> Any:
        def bot(state: Any, seat: int) -> Any:
            raise RuntimeError("out of ideas")

        return bot

    monkeypatch.setattr(playout, "make_bot", broken)
    assert play_out(TASK).failure == "RuntimeError: out of ideas"


def test_a_stuck_game_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playout, "to_act", lambda state: ())
    assert "stuck" in play_out(TASK).failure


def test_a_save_that_gives_another_game_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    from stellwerk.engine import Game

    monkeypatch.setattr(playout, "load", lambda data: (Game(TASK.setup), ()))
    assert "another state" in play_out(TASK).failure


def test_every_game_has_its_own_seed() -> None:
    seeds = {
        Task("1848", index, 3, "base", "book", seed, "random").game_seed
        for index in range(9)
        for seed in range(9)
    }
    assert len(seeds) == 81
