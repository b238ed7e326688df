"""The guide to the API is true: its examples give what it says, in its order, from a real server."""

import doctest
import re
from pathlib import Path

import pytest
from benchmarks.players import playing

from stellwerk.engine import Game, Setup, legal, to_act
from stellwerk.engine.save import dump
from stellwerk.mech18.advice import acting_company, best_run
from stellwerk.mech18.track import LayTile
from tests.server.running import ROOT, Running

GUIDE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
ADDRESS = "http://localhost:1848"


def in_a_turn() -> Game:
    """A game of 1848 in which a company that earns something may lay a tile."""
    for game in playing(Setup("1848", ("Ann", "Ben", "Cy"), seed=5), "bot"):
        state = game.state
        company = acting_company(state)
        best = best_run(state, company) if company else None
        if best and best.revenue and any(isinstance(a, LayTile) for a in legal(state, to_act(state)[0])):
            return game
    raise AssertionError("no company ever earned anything")


def test_the_guide_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.json").write_bytes(dump(in_a_turn()))
    server = Running(f"sqlite:///{tmp_path / 'stellwerk.db'}").start()
    try:
        assert ADDRESS in GUIDE
        text = "\n".join(re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL))
        examples = doctest.DocTestParser().get_doctest(
            text.replace(ADDRESS, server.url), {}, "docs/api.md", "docs/api.md", 0
        )
        assert len(examples.examples) > 25
        told: list[str] = []
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        result = doctest.DocTestRunner(optionflags=flags).run(examples, out=told.append)
        assert result.failed == 0, "".join(told)
    finally:
        server.stop()
