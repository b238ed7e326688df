"""`games`, `new`, `schema`, and what holds for every command."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from stellwerk.engine.save import load
from tests.cli.conftest import Run, failed


def test_games(run: Run) -> None:
    said = run("games")
    assert said.code == 0
    assert "1848: Australia" in said.out
    assert "3 to 6 players" in said.out
    assert "18xx.games" in said.out


def test_games_for_programs(run: Run) -> None:
    games = {game["id"]: game for game in run("games", "--json").json}
    assert games["1848"]["players"] == {"base": [3, 6]}
    assert set(games["1848"]["rulings"]) == {"book", "18xx.games"}


def test_schema(run: Run) -> None:
    schema = run("schema", "1848").json
    assert "LayTile" in schema["$defs"]
    assert run("schema", "1848", "--json").json == schema


def test_new_draws_the_seats_from_the_seed(run: Run, tmp_path: Path) -> None:
    orders = set()
    for seed in range(8):
        said = run("new", "1848", "--players", "Ann,Ben,Cy", "--seed", seed, "-o", f"{seed}.json", "--json")
        assert said.code == 0
        assert said.json["seed"] == seed
        assert said.json["players"] == list(load((tmp_path / f"{seed}.json").read_bytes())[0].state.names)
        orders.add(tuple(said.json["players"]))
    assert len(orders) > 1


def test_new_records_a_seed_of_its_own(run: Run, tmp_path: Path) -> None:
    first = run("new", "1848", "--players", "Ann,Ben,Cy", "-o", "a.json", "--json").json
    second = run("new", "1848", "--players", "Ann,Ben,Cy", "-o", "b.json", "--json").json
    assert first["seed"] != second["seed"]
    assert load((tmp_path / "a.json").read_bytes())[0].setup.seed == first["seed"]


def test_new_with_seats_as_given(run: Run, tmp_path: Path) -> None:
    for seed in range(4):
        path = tmp_path / f"{seed}.json"
        said = run("new", "1848", "--players", " Ann, Ben ,Cy", "--seed", seed, "--keep-seats", "-o", path)
        assert said.code == 0
        assert "Ann, Ben, Cy" in said.out
        assert load(path.read_bytes())[0].state.names == ("Ann", "Ben", "Cy")


def test_new_overwrites_only_with_force(run: Run, new: Path) -> None:
    before = new.read_bytes()
    again = ("new", "1848", "--players", "X,Y,Z", "-o", new)
    assert "--force" in failed(run(*again))
    assert new.read_bytes() == before
    assert run(*again, "--force").code == 0
    assert set(load(new.read_bytes())[0].setup.players) == {"X", "Y", "Z"}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["1999", "--players", "A,B,C"], "1999"),
        (["1848", "--players", "A,B"], "3 to 6 players"),
        (["1848", "--players", "A,B,C,D,E,F,G"], "3 to 6 players"),
        (["1848", "--players", "A,A,B"], "name"),
        (["1848", "--players", "A,,B"], "name"),
        (["1848", "--players", "A\x1b[2J,B,C"], "printed"),
        (["1848", "--players", "A\udcff,B,C"], "printed"),
        (["1848", "--players", "A,B,C", "--variant", "moon"], "moon"),
        (["1848", "--players", "A,B,C", "--rulings", "mine"], "mine"),
        (["1848", "--players", "A,B,C", "--rulings", "book,k_bonus=3"], "k_bonus"),
    ],
)
def test_new_refuses_a_bad_set_up(run: Run, tmp_path: Path, words: list[str], reason: str) -> None:
    assert reason in failed(run("new", *words, "-o", "x.json"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["fly"],
        ["new", "1848"],
        ["new", "1848", "--players", "A,B,C", "--seed", "-1", "-o", "x"],
        ["new", "1848", "--players", "A,B,C", "--seed", "x", "-o", "x"],
        ["simulate", "1848", "--players", "6-3", "--games", "1"],
        ["simulate", "1848", "--players", "3", "--games", "0"],
        ["replay", "x", "--at", "two"],
        ["games", "--lang", "xx"],
    ],
)
def test_misspelt_commands(run: Run, words: list[str]) -> None:
    said = run(*words)
    assert said.code == 2
    assert said.out == ""
    assert "usage" in said.err


COMMANDS = ("legal", "do {}", "show", "replay", "export -o y", "import -o y", "play")
NO_GAMES = (None, "folder", b"", b"{", b"[]", b'{"format": 1}', b"\xff\xfe\x00", b"[" * 99999)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("content", NO_GAMES, ids=lambda content: repr(content)[:12])
def test_files_that_are_no_games(run: Run, tmp_path: Path, command: str, content: bytes | str | None) -> None:
    path = tmp_path / "game.json"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content:
        path.mkdir()
    name, *rest = command.split()
    assert "game.json" in failed(run(name, path, *rest))
    if name != "play":
        assert "game.json" in failed(run(name, path, *rest, "--json"))


def test_a_damaged_save(run: Run, finished: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged.json"
    text = finished.read_text()
    path.write_text(text.replace('"seed": 7', '"seed": 8'))
    assert "digest" in failed(run("replay", path))
    path.write_text(text[: len(text) // 2])
    assert "damaged.json" in failed(run("show", path))


def test_a_place_that_cannot_be_written(run: Run, new: Path, tmp_path: Path) -> None:
    words = ("new", "1848", "--players", "A,B,C", "-o")
    assert "no" in failed(run(*words, tmp_path / "no" / "x.json"))
    assert "new.json" in failed(run("show", new, "--svg", new / "map.svg"))
    assert [path.name for path in tmp_path.iterdir()] == ["new.json"]


def test_languages(run: Run, new: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    english = run("legal", new).out
    german = run("--lang", "de", "legal", new).out
    assert german != english
    assert run("legal", new, "--lang", "de").out == german
    monkeypatch.setenv("STELLWERK_LANG", "de_DE.UTF-8")
    assert run("games").code == 0
    monkeypatch.setattr("stellwerk.cli.main.os.environ", {"STELLWERK_LANG": "de_DE.UTF-8"})
    assert run("legal", new).out == german
    monkeypatch.setattr("stellwerk.cli.main.os.environ", {"STELLWERK_LANG": "tlh"})
    assert run("legal", new).out == english


def test_the_installed_command(tmp_path: Path) -> None:
    """As a user calls it: exit codes, streams, and a reader that goes away early."""
    command = Path(sys.executable).with_name("stellwerk")
    if not command.exists():
        pytest.skip("the command is not installed here")

    def call(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([command, *words], capture_output=True, text=True, cwd=tmp_path, check=False)

    made = call("new", "1848", "--players", "Ann,Ben,Cy", "-o", "a.json", "--json")
    assert made.returncode == 0
    told = call("replay", "a.json")
    assert json.loads(told.stdout)["hash"] == json.loads(made.stdout)["hash"]
    assert call("replay", "b.json").returncode == 1
    piped = subprocess.run(
        f"'{command}' legal a.json | true",
        shell=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert piped.stderr == ""


def test_starting_is_cheap() -> None:
    """Replaying needs neither tables nor catalogues nor worker processes."""
    code = (
        "import sys, stellwerk.cli.main, stellwerk.cli.replay; "
        "heavy = ('rich', 'babel', 'multiprocessing', 'sqlalchemy', 'litestar', 'stellwerk.bots'); "
        "print([name for name in heavy if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_a_title_is_there_without_what_shows_it() -> None:
    """Who plays imports rules, data and the view; panels, pages, bots and the check of components wait."""
    code = (
        "import sys; from stellwerk.engine import titles; titles(); "
        "waiting = ('bot', 'show.page', 'show.panels', 'show.sentences', 'show.map', 'data.checks'); "
        "print([name for name in sys.modules for end in waiting if name.startswith('stellwerk.games.') "
        "and name.split('.', 3)[3:] == [end]], 'stellwerk.games.g1848' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[] True"
