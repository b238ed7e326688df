"""Recorded games of 1824 and 1824 Cisleithania: followed by our rules, compared, and written again."""

import json
from pathlib import Path
from typing import Any

import pytest

from stellwerk.bots.random_bot import RandomBot
from stellwerk.engine import Game, Setup, to_act
from stellwerk.interchange import export_game, import_game
from stellwerk.interchange.envelope import flat, timeline

FIXTURES = Path(__file__).parents[3] / "shared" / "fixtures" / "18xx.games"
RECORDS = {
    "1824-game-end-bank": [8486, 7704, 9734, 8952],
    "1824-cisleithania-2p-game-end-bank": [5766, 6161],
}
needs_records = pytest.mark.skipif(not FIXTURES.exists(), reason="../shared/fixtures is not at hand")


def record(name: str) -> bytes:
    return (FIXTURES / f"{name}.json").read_bytes()


@needs_records
@pytest.mark.rule("1824-R1", "1824-R4", "1824-R5", "1824-R6", "1824-R11", "1824-R16")
@pytest.mark.parametrize("name", RECORDS)
def test_the_recorded_game_agrees_after_every_action(name: str) -> None:
    imported = import_game(record(name), (FIXTURES / f"{name}.trace.json").read_bytes())
    assert imported.differences == []
    assert imported.game.state.over
    assert imported.game.setup.rulings == "18xx.games"


@needs_records
@pytest.mark.parametrize("name", RECORDS)
def test_exporting_writes_the_record_again(name: str) -> None:
    """The same actions in the same order: companies, hexes, trains, shares, and every pass."""
    original: dict[str, Any] = json.loads(record(name))
    names = {player["id"]: seat for seat, player in enumerate(original["players"], start=1)}

    def told(actions: list[dict[str, Any]], entities: dict[Any, int]) -> list[tuple[Any, ...]]:
        parts = [part for action in timeline(actions) for part in flat(action)]
        fields = ("company", "hex", "tile", "train", "shares", "city", "kind", "price", "subsidy")
        return [
            (part["type"], entities.get(part["entity"], part["entity"]), *(part.get(f) for f in fields))
            for part in parts
            if not part["type"].startswith("program")
        ]

    written = json.loads(export_game(import_game(record(name)).game))
    assert told(written["actions"], {}) == told(original["actions"], names)
    assert list(written["result"].values()) == RECORDS[name]


@pytest.mark.parametrize("variant", ["base", "goods-time-scenario", "cisleithania-2", "cisleithania-3"])
@pytest.mark.parametrize("seed", range(2))
def test_our_games_come_back_from_an_export(variant: str, seed: int) -> None:
    """Everything but the number of passes is the same after writing and reading."""
    count = {"cisleithania-2": 2, "cisleithania-3": 3}.get(variant, 3 + seed)
    players = ("Ann", "Ben", "Cy", "Dee")[:count]
    game = Game.new(Setup("1824", players, variant, "18xx.games", seed=seed))
    bot = RandomBot(seed)
    while not game.state.over:
        game.submit(bot(game.state, to_act(game.state)[0]))
    back = import_game(export_game(game))
    assert back.game.setup.variant == variant
    assert back.differences == []
    same = back.game.state.replace(setup=game.setup, version=game.state.version)
    assert same == game.state


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
