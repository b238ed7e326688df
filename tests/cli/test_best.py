"""`routes`, `best` and `audit`."""

import json
from pathlib import Path
from typing import Any

import pytest

from stellwerk.engine import Game, to_act
from stellwerk.engine.save import dump, load
from stellwerk.mech18.runs import RunTrains
from tests.cli.conftest import Run, failed


def node(name: str, revenue: int, **more: Any) -> dict[str, Any]:
    usual = {"kind": "city", "type": "city", "own_token": False, "blocked": False, "terminal": False}
    return {"id": name, "revenue": revenue, **usual, **more}


@pytest.fixture
def problem(tmp_path: Path) -> Path:
    """Two trains on two branches of one own city."""
    data = {
        "format": 1,
        "nodes": [node("A1.c0", 30, own_token=True), node("B2.c0", 40), node("C3.c0", 20)],
        "edges": [
            {"id": 7, "a": "A1.c0", "b": "B2.c0", "pieces": ["x"]},
            {"id": 9, "a": "C3.c0", "b": "A1.c0", "pieces": ["y", "z"]},
        ],
        "trains": [
            {"name": "2", "kind": "normal", "limits": [{"types": ["city"], "max": 2}]},
            {"name": "2", "kind": "normal", "limits": [{"types": ["city"], "max": 2}]},
        ],
        "rules": {},
    }
    path = tmp_path / "problem.json"
    path.write_text(json.dumps(data))
    return path


def test_routes_for_programs(run: Run, problem: Path) -> None:
    said = run("routes", problem, problem, "--json", "--time-limit", "2.5")
    assert said.code == 0
    first, second = said.json
    assert (first["file"], first["revenue"], first["proved"], first["bound"]) == (
        str(problem),
        120,
        True,
        120,
    )
    assert first["routes"] == second["routes"]
    assert first["routes"][0] == {
        "index": 0,
        "train": "2",
        "revenue": 70,
        "stops": ["A1.c0", "B2.c0"],
        "edges": [7],
    }
    assert 0 <= first["seconds"] < 2.5


def test_routes_for_readers(run: Run, problem: Path) -> None:
    said = run("--lang", "de", "routes", problem)
    assert "120, bewiesen" in said.out
    assert "  2: A1.c0–C3.c0 = 50\n" in said.out


def test_routes_without_time_for_a_proof(run: Run, problem: Path) -> None:
    said = run("routes", problem, "--time-limit", "0")
    assert "at most" in said.out
    assert run("routes", problem, "--time-limit", "-1").code == 2


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"format": 2}', '{"format": 1, "nodes": [{}], "rules": {}}', '{"format": 1}']
)
def test_what_is_no_problem(run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    assert "bad.json" in failed(run("routes", "bad.json"))


def test_best_run_of_a_position(run: Run, finished: Path) -> None:
    found = run("best", finished, "--json").json
    assert found
    for best in found:
        assert best["proved"]
        assert best["revenue"] == sum(route["revenue"] for route in best["routes"])
    one = found[0]
    said = run("best", finished, "--company", one["company"])
    assert said.out.startswith(f"{one['company']}: {one['revenue']}")
    assert all("–".join(route["places"]) in said.out for route in one["routes"])
    assert "Nobody" in failed(run("best", finished, "--company", "Nobody"))


def test_nothing_to_run_yet(run: Run, new: Path) -> None:
    assert run("best", new, "--json").json == []
    assert run("audit", new, "--json").json == {"runs": [], "below": 0, "missed": 0}


@pytest.fixture
def before(finished: Path, tmp_path: Path) -> Game:
    """The position before the first run of the bots' game; also saved as before.json."""
    game = load(finished.read_bytes())[0]
    number = next(n for n, action in enumerate(game.actions) if isinstance(action, RunTrains))
    found = Game.replay(game.setup, game.actions[:number])
    (tmp_path / "before.json").write_bytes(dump(found))
    return found


def test_best_of_the_company_whose_turn_it_is(run: Run, before: Game) -> None:
    (best,) = run("best", "before.json", "--json").json
    assert best["company"] == before.state.frame.company
    assert best["revenue"] > 0


def test_audit_tells_what_was_missed(run: Run, before: Game, tmp_path: Path) -> None:
    (best,) = run("best", "before.json", "--json").json
    seat = to_act(before.state)[0]
    before.submit(RunTrains(seat))  # the trains stand still
    (tmp_path / "after.json").write_bytes(dump(before, ((len(before.actions), 77),)))
    found = run("audit", "after.json", "--json").json
    (one,) = found["runs"]
    assert (one["revenue"], one["best"], one["shortfall"]) == (0, best["revenue"], best["revenue"])
    assert (one["action"], one["recorded"]) == (len(before.actions), 77)
    assert (one["company"], one["player"]) == (best["company"], before.state.names[seat])
    assert (found["below"], found["missed"]) == (1, best["revenue"])
    said = run("audit", "after.json")
    assert f"1 runs, 1 of them below the best, {best['revenue']} missed." in said.out
    assert f"{one['player']} missed {best['revenue']}." in said.out


def test_nothing_is_better_than_the_best(run: Run, finished: Path) -> None:
    found = run("audit", finished, "--json").json
    runs = found["runs"]
    assert runs
    assert all(one["shortfall"] == one["best"] - one["revenue"] >= 0 for one in runs)
    assert all(one["proved"] and one["recorded"] is None for one in runs)
    assert found["missed"] == sum(one["shortfall"] for one in runs)
    assert run("audit", finished).out.count("│") > 5 * len(runs)
