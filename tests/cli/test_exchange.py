"""`import` and `export`, apart from what they say inside: that is tested where they are written."""

import json
from pathlib import Path
from typing import Any

import pytest

from stellwerk import interchange
from stellwerk.engine.rule import refuse
from stellwerk.engine.save import load
from stellwerk.interchange import Difference, Imported, ImportProblem
from tests.cli.conftest import Run, failed


@pytest.fixture
def export(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text("{}")
    return path


@pytest.fixture
def importing(finished: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Importing gives a known game; `differences` and `trace` can be set and looked at."""
    control: dict[str, Any] = {"differences": []}

    def fake(data: bytes, trace: bytes | None = None) -> Imported:
        control["trace"] = trace
        game = load(finished.read_bytes())[0]
        return Imported(game, ((1, 1), (2, 7)), control["differences"], control.get("supplied", 0))

    monkeypatch.setattr(interchange, "import_game", fake)
    return control


def test_import(run: Run, export: Path, importing: dict[str, Any], tmp_path: Path) -> None:
    said = run("import", export, "-o", "ours.json")
    assert said.code == 0
    assert "imported" in said.out
    assert importing["trace"] is None
    assert load((tmp_path / "ours.json").read_bytes())[1] == ((1, 1), (2, 7))
    assert "--force" in failed(run("import", export, "-o", "ours.json"))


def test_import_that_only_checks(run: Run, export: Path, importing: dict[str, Any], tmp_path: Path) -> None:
    before = set(tmp_path.iterdir())
    said = run("import", export)
    assert (said.code, "actions agree" in said.out) == (0, True)
    assert run("import", export, "--json").json["file"] is None
    assert set(tmp_path.iterdir()) == before


def test_supplied_passes_are_told(run: Run, export: Path, importing: dict[str, Any]) -> None:
    assert "by itself" not in run("import", export).out
    assert run("import", export, "--json").json["supplied"] == 0
    importing["supplied"] = 12
    assert "passes by itself: 12." in run("import", export).out
    assert run("import", export, "--json").json["supplied"] == 12


def test_import_with_audit(run: Run, export: Path, importing: dict[str, Any]) -> None:
    machine = run("import", export, "-o", "a.json", "--json", "--audit").json["audit"]
    assert machine["runs"]
    assert {one["recorded"] for one in machine["runs"]} == {None}
    assert "of them below the best" in run("import", export, "-o", "b.json", "--audit").out


def test_the_origin_outlives_further_moves(
    run: Run, new: Path, importing: dict[str, Any], export: Path
) -> None:
    assert run("import", export, "-o", "ours.json").code == 0
    undone = len(load(Path("ours.json").read_bytes())[0].actions) - 1
    assert run("do", "ours.json", f'{{"type":"undo","seat":0,"to":{undone}}}').code == 0
    assert load(Path("ours.json").read_bytes())[1] == ((1, 1), (2, 7))


def test_the_trace_beside_the_export(
    run: Run, export: Path, importing: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "game.trace.json").write_text("beside")
    assert run("import", export, "-o", "a.json").code == 0
    assert importing["trace"] == b"beside"
    (tmp_path / "other").write_text("named")
    assert run("import", export, "-o", "b.json", "--trace", "other").code == 0
    assert importing["trace"] == b"named"
    assert "nowhere" in failed(run("import", export, "-o", "c.json", "--trace", "nowhere"))


def test_differences(run: Run, export: Path, importing: dict[str, Any], tmp_path: Path) -> None:
    importing["differences"] = [Difference(123, "QR cash", 40, 50), Difference(124, "phase", "2", "3")]
    said = run("import", export, "-o", "ours.json")
    assert failed(said) == "stellwerk: action 123: QR cash expected 40, found 50\n"
    assert not (tmp_path / "ours.json").exists()
    machine = run("import", export, "-o", "ours.json", "--json")
    assert machine.code == 1
    assert machine.json["file"] is None
    assert machine.json["differences"][1] == {"action": 124, "what": "phase", "expected": "2", "found": "3"}
    forced = run("import", export, "-o", "ours.json", "--force")
    assert forced.code == 1
    assert (tmp_path / "ours.json").exists()


def test_values_are_told_in_words(run: Run, export: Path, importing: dict[str, Any]) -> None:
    importing["differences"] = [
        Difference(4, "companies SD", None, {"tokens": ["E12", "F7"], "closed": True})
    ]
    told = "stellwerk: action 4: companies SD expected –, found tokens E12, F7, closed yes\n"
    assert failed(run("import", export)) == told


def test_problems_are_told_in_the_readers_language(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("[]")
    assert "kein Export von 18xx.games" in failed(run("--lang", "de", "import", tmp_path / "bad.json"))


@pytest.mark.parametrize(
    "error", [ImportProblem(9, refuse("{kind} is strange", kind="pass")), ValueError("no title here")]
)
def test_what_cannot_be_imported(
    run: Run, export: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: ValueError
) -> None:
    def fake(data: bytes, trace: bytes | None = None) -> Imported:
        raise error

    monkeypatch.setattr(interchange, "import_game", fake)
    assert str(error) in failed(run("import", export, "-o", "ours.json"))
    assert not (tmp_path / "ours.json").exists()


def test_export(run: Run, new: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interchange, "export_game", lambda game: b"exported")
    assert run("export", new, "-o", "theirs.json").code == 0
    assert (tmp_path / "theirs.json").read_bytes() == b"exported"
    assert "--force" in failed(run("export", new, "-o", "theirs.json"))
    said = run("export", new, "-o", "theirs.json", "--force", "--json").json
    assert (said["file"], said["bytes"]) == ("theirs.json", 8)
    monkeypatch.setattr(interchange, "export_game", _impossible)
    assert "no such game there" in failed(run("export", new, "-o", "more.json"))


def test_export_lists_the_rulings_that_18xx_games_does_not_share(run: Run, new: Path) -> None:
    said = run("export", new, "-o", "book.json")
    lines = said.out.splitlines()
    assert lines[1] == "18xx.games plays otherwise and may stop or end differently:"
    assert "- car_markers (here 3, there 4): How many station markers CAR has." in lines
    german = run("export", new, "-o", "book.json", "--force", "--lang", "de")
    assert "- car_markers (hier 3, dort 4): Wie viele Bahnhofsmarker CAR hat." in german.out.splitlines()
    apart = run("export", new, "-o", "book.json", "--force", "--json", "--lang", "de").json["rulings_apart"]
    assert {
        "ruling": "k_bonus",
        "text": "Loks erhalten einen Zuschlag, wenn sie mehrere Hauptstädte (K) anfahren.",
        "here": False,
        "there": True,
    } in apart
    inside = json.loads(Path("book.json").read_text())["rulings_apart"]
    assert [ruling["ruling"] for ruling in inside] == [ruling["ruling"] for ruling in apart]


@pytest.mark.parametrize(
    ("rulings", "apart"),
    [("18xx.games", []), ("18xx.games,k_bonus=false", ["k_bonus"])],
)
def test_only_rulings_that_differ_are_listed(run: Run, rulings: str, apart: list[str]) -> None:
    assert run("new", "1848", "--players", "Ann,Ben,Cy", "--rulings", rulings, "-o", "new.json").code == 0
    said = run("export", "new.json", "-o", "theirs.json")
    assert len(said.out.splitlines()) == (1 if not apart else 2 + len(apart))
    machine = run("export", "new.json", "-o", "theirs.json", "--force", "--json").json
    assert [ruling["ruling"] for ruling in machine["rulings_apart"]] == apart
    assert run("import", "theirs.json", "--json").json["position"] == machine["position"]


def _impossible(game: object) -> bytes:
    raise ValueError("no such game there")
