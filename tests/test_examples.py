"""The programs in `examples` do what they say, each started as a reader would start it."""

import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.running import ROOT, Running

EXAMPLES = ROOT / "examples"


def run(name: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *words], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_bots_play_a_game_and_its_runs_are_analysed(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    told = run("play_a_game.py", "1848", str(save)).splitlines()
    assert re.fullmatch(r"1848: Australia: \d+ actions", told[0])
    worth = [int(line.split()[0]) for line in told[1:]]
    assert len(worth) == 3
    assert worth == sorted(worth, reverse=True)
    lines = run("analyse_runs.py", str(save)).splitlines()
    assert lines
    for line in lines:
        assert re.fullmatch(r"[A-Z]+ +earned +\d+, missed +\d+", line)


def test_rulings_are_compared() -> None:
    sets = ["book", "book,k_bonus=true"]
    told = run("compare_rulings.py", "1848", *sets, "2")
    assert re.findall(r"^(\S+): 2 games, \d+ actions on average$", told, re.MULTILINE) == sets


def test_a_bot_plays_over_http(tmp_path: Path) -> None:
    """A whole game of Imperial Steam: two programs sit down by its link."""
    server = Running(f"sqlite:///{tmp_path / 'stellwerk.db'}").start()
    try:
        host = server.client("Anna")
        seats = [{"kind": "open"}, {"kind": "bot"}]
        table = host.post("/tables", json={"game": "imperial-steam", "seats": seats}).json()["id"]
        run("http_bot.py", server.url, table, "Robert")
        info: httpx.Response = host.get(f"/tables/{table}")
        assert info.json()["status"] == "finished"
        assert "Robert" in info.json()["result"]
    finally:
        server.stop()


def test_every_example_is_run_here() -> None:
    told = Path(__file__).read_text(encoding="utf-8")
    assert [path.name for path in sorted(EXAMPLES.glob("*.py")) if f'"{path.name}"' not in told] == []


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_an_example_says_how_it_is_started(path: Path) -> None:
    assert f"python examples/{path.name}" in path.read_text(encoding="utf-8")
    assert f"examples/{path.name}" in (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
