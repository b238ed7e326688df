"""Running the command inside the test process."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from stellwerk.bots import make_bot
from stellwerk.cli.main import main
from stellwerk.engine import Game, Setup, to_act
from stellwerk.engine.save import dump


class Said(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Said]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """`run("legal", file)`, with lines for stdin if wanted; relative files are in an own directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STELLWERK_LANG", raising=False)

    def call(*argv: object, stdin: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        try:
            code = main([str(word) for word in argv])
        except SystemExit as stop:  # argparse
            code = int(stop.code or 0)
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return call


@pytest.fixture
def new(run: Run, tmp_path: Path) -> Path:
    """A new game of Ann, Ben and Cy, seated in this order."""
    path = tmp_path / "new.json"
    said = run("new", "1848", "--players", "Ann,Ben,Cy", "--seed", 5, "--keep-seats", "-o", path)
    assert said.code == 0
    return path


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that bots have played to its end."""
    game = Game.new(Setup("1848", ("Ann", "Ben", "Cy", "Dee"), seed=7))
    bot = make_bot("random", 7)
    while not game.state.over:
        game.submit(bot(game.state, to_act(game.state)[0]))
    path = tmp_path_factory.mktemp("games") / "finished.json"
    path.write_bytes(dump(game))
    return path


def failed(said: Said) -> str:
    """The one line of a failed command; there is nothing on stdout."""
    assert said.code == 1
    assert said.out == ""
    assert said.err.startswith("stellwerk: ")
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    return said.err
