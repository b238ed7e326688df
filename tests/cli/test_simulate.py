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


def test_different_bots_at_one_table(run: Run) -> None:
    words = ("simulate", "imperial-steam", "--players", "2-3", "--games", 6, "--seed", 2, "--workers", 1)
    report = run(*words, "--variant", "all", "--bots", "gentle,random", "--json").json
    gentle, random = report["bots"]["gentle"], report["bots"]["random"]
    assert (gentle["games"], gentle["seats"], random["seats"]) == (6, 6, 9), "the last one fills the table"
    assert gentle["ahead"] == gentle["wins"] == 6
    assert random["ahead"] == random["wins"] == 0
    assert gentle["least"] <= gentle["lower"] <= gentle["middle"] <= gentle["upper"] <= gentle["most"]
    assert gentle["figures"]["tracks"] > random["figures"]["tracks"]
    variants = [game["variant"] for game in report["played"]]
    assert variants == ["fixed", "fixed", "normal", "normal", "random", "random"]
    seats = {game["bots"].index("gentle") for game in report["played"]}
    assert len(seats) > 1, "the bots change seats"
    every = [worth for game in report["played"] for worth in game["worth"]]
    assert min(every) == min(gentle["least"], random["least"])
    assert max(every) == gentle["most"]


def test_the_standings_are_told(run: Run) -> None:
    words = ("--players", 2, "--games", 1, "--seed", 2, "--workers", 1)
    told = run("--lang", "de", "simulate", "imperial-steam", *words).out
    assert "Mittel" in told
    assert "oberes Quartil" in told
    assert "Aktionäre" in told
    assert "random" in told


def test_a_corrected_set_is_simulated(run: Run, tmp_path: Path) -> None:
    words = (
        "simulate",
        "imperial-steam",
        "--players",
        2,
        "--games",
        2,
        "--seed",
        5,
        "--workers",
        1,
        "--json",
    )
    own = tmp_path / "own.toml"
    text = run("components", "imperial-steam").out
    own.write_text(text)
    ours = run(*words, "--components", own).json["played"]
    assert ours == run(*words).json["played"]
    own.write_text(text.replace("prices = [10, 10, 20, 20,", "prices = [20, 20, 20, 20,"))
    assert run(*words, "--components", own).json["played"] != ours
    own.write_text("")
    assert "own.toml" in failed(run(*words, "--components", own))


def test_what_cannot_be_simulated(run: Run) -> None:
    words = ("--games", 1, "--workers", 1)
    assert "1999" in failed(run("simulate", "1999", "--players", 3, *words))
    assert "3 to 6" in failed(run("simulate", "1848", "--players", "2-3", *words))
    assert "deep" in failed(run("simulate", "1848", "--players", 3, "--bot", "deep", *words))
    mixed = ("--players", 3, "--bots", "random,brilliant", *words)
    assert "brilliant for 1848: Australia; there are: fair, gentle, random, sharp" in failed(
        run("simulate", "1848", *mixed)
    )
    assert "keinen Bot brilliant" in failed(run("--lang", "de", "simulate", "1848", *mixed))
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
    def broken(name: str, seed: int, game: str) -> Any:
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


def test_a_series_is_gathered_over_several_runs(run: Run, tmp_path: Path) -> None:
    words = ("simulate", "1848", "--players", "3", "--seed", 5, "--workers", 1, "--json")
    whole = run(*words, "--games", 3).json
    series = tmp_path / "series.jsonl"
    first = run(*words, "--games", 2, "--resume", "series.jsonl").json
    assert first["played"] == whole["played"][:2]
    # Stopped in the middle of a line: that game is played again.
    cut = series.read_bytes()[:-40]
    series.write_bytes(cut)
    again = run(*words, "--games", 3, "--resume", "series.jsonl").json
    assert again["played"] == whole["played"]
    assert len(series.read_bytes().splitlines()) == 3
    assert len(again["commits"]) == 1
    before = series.read_bytes()
    third = run(*words, "--games", 3, "--resume", "series.jsonl").json
    assert third["bots"] == whole["bots"]
    assert series.read_bytes() == before, "nothing was left to play"
    other = run(
        *words[:-3],
        "--workers",
        1,
        "--json",
        "--games",
        1,
        "--bots",
        "random,random",
        "--resume",
        "series.jsonl",
    )
    assert other.json["games"] == 1
    assert len(series.read_bytes().splitlines()) == 4, "other bots, another game"


def test_a_series_needs_a_seed_and_a_file_of_games(run: Run, tmp_path: Path) -> None:
    words = ("simulate", "1848", "--players", "3", "--games", 1, "--workers", 1, "--resume", "series.jsonl")
    assert "--seed" in failed(run(*words))
    (tmp_path / "series.jsonl").write_text("{}\n")
    assert "line 1" in failed(run(*words, "--seed", 1))
