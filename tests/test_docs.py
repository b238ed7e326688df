"""What the documents say is true."""

import re
import shlex
from pathlib import Path

import pytest

from stellwerk.cli.main import COMMANDS, main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_first_game_in_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code is not None
    exec(compile(code.group(1), "README.md", "exec"), {})
    assert "Ann" in capsys.readouterr().out.splitlines()[-1]


def test_the_first_game_in_the_terminal_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^\.venv/bin/stellwerk (.*)$", README, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        assert main(shlex.split(command)) == 0, command
    assert (tmp_path / "map.svg").read_text(encoding="utf-8").startswith("<svg")


def test_every_command_is_in_the_readme() -> None:
    assert [name for name in COMMANDS if f"`{name}" not in README] == []


def test_the_project_speaks_of_itself_alone() -> None:
    """No machine paths anywhere in what is published."""
    words = re.compile("/(" + "|".join(("work", "farm", "root", "tmp")) + ")/")
    found = [
        str(path.relative_to(ROOT))
        for folder in ("src", "docs", "benchmarks", "tests", "examples")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".md", ".toml", ".po", ".html", ".css", ".js")
        and words.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
