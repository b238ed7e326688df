"""1824 in the terminal: every variant begins, and a whole game is played at one keyboard."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from stellwerk.cli import hotseat
from stellwerk.engine.save import load
from tests.cli.conftest import Run

VARIANTS = {"base": 4, "cisleithania-2": 2, "cisleithania-3": 3, "goods-time": 3, "goods-time-scenario": 6}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_begins(run: Run, tmp_path: Path, variant: str) -> None:
    names = ",".join(f"P{n}" for n in range(VARIANTS[variant]))
    begun = run("new", "1824", "--variant", variant, "--players", names, "--seed", "1", "-o", "g.json")
    assert begun.code == 0
    shown = run("show", "g.json", "--svg", "map.svg")
    assert "Mines are worth" in shown.out
    assert "¤" not in shown.out
    assert (tmp_path / "map.svg").read_text().startswith("<svg")
    told = run("--lang", "de", "legal", "g.json")
    assert '{"type"' in told.out
    assert any(word in told.out for word in ("kaufen", "legen", "vorschlagen"))


class Guest:
    """Types numbers at random, as long as the table asks."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.table: Any = None

    def type(self, prompt: str = "") -> str:
        menu = self.table.menu
        return str(self.rng.randint(1, len(menu.page.choices)))


def test_a_whole_game_at_one_keyboard(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest(4)
    sit = hotseat.HotSeat.__init__

    def seated(table: Any, *args: Any) -> None:
        sit(table, *args)
        guest.table = table

    monkeypatch.setattr(hotseat.HotSeat, "__init__", seated)
    monkeypatch.setattr("builtins.input", guest.type)
    said = run("play", "1824", "--variant", "cisleithania-2", "--players", "Ann,Ben", "--seed", "7")
    assert said.code == 0
    game = load((tmp_path / "1824.save.json").read_bytes())[0]
    assert game.state.over
    assert "The game is over." in said.out
    assert "bond railway" in said.out
