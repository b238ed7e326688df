"""Recorded games of 1824 and 1824 Cisleithania: followed by our rules, compared, and written again."""

import json
from typing import Any

import pytest

from stellwerk.engine import Game, Setup
from stellwerk.interchange import export_game, import_game
from stellwerk.interchange.envelope import flat, timeline
from tests.interchange.own import FIXTURES, followed

RESULTS = {
    "1824-game-end-bank": [8486, 7704, 9734, 8952],
    "1824-cisleithania-2p-game-end-bank": [5766, 6161],
}
needs_records = pytest.mark.skipif(not FIXTURES.exists(), reason="../shared/fixtures is not at hand")
each_record = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xdist_group(f"record {name}")) for name in RESULTS]
)


@needs_records
@pytest.mark.rule("1824-R1", "1824-R4", "1824-R5", "1824-R6", "1824-R11", "1824-R16")
@each_record
def test_the_recorded_game_agrees_after_every_action(name: str) -> None:
    imported = followed(FIXTURES / f"{name}.json")
    assert imported.differences == []
    assert imported.game.state.over
    assert imported.game.setup.rulings == "18xx.games"


@needs_records
@each_record
def test_exporting_writes_the_record_again(name: str) -> None:
    """The same actions in the same order: companies, hexes, trains, shares, and every pass."""
    original: dict[str, Any] = json.loads((FIXTURES / f"{name}.json").read_bytes())
    names = {player["id"]: seat for seat, player in enumerate(original["players"], start=1)}

    def told(actions: list[dict[str, Any]], entities: dict[Any, int]) -> list[tuple[Any, ...]]:
        parts = [part for action in timeline(actions) for part in flat(action)]
        fields = ("company", "hex", "tile", "train", "shares", "city", "kind", "price", "subsidy")
        return [
            (part["type"], entities.get(part["entity"], part["entity"]), *(part.get(f) for f in fields))
            for part in parts
            if not part["type"].startswith("program")
        ]

    written = json.loads(export_game(followed(FIXTURES / f"{name}.json").game))
    assert told(written["actions"], {}) == told(original["actions"], names)
    assert list(written["result"].values()) == RESULTS[name]


def test_towns_placed_by_the_players_cannot_be_written() -> None:
    game = Game.new(Setup("1824", ("Ann", "Ben", "Cy"), "goods-time", "18xx.games", seed=1))
    with pytest.raises(ValueError, match="cannot be exported"):
        export_game(game)


def test_a_record_with_unknown_options_is_refused() -> None:
    envelope = {
        "title": "1824",
        "players": [{"id": n, "name": str(n)} for n in range(3)],
        "actions": [],
        "settings": {"optional_rules": ["something_new"]},
    }
    with pytest.raises(ValueError, match="not read with something_new"):
        import_game(json.dumps(envelope).encode())
