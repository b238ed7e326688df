"""Exports have the grammar of complete records, and come back to the same position."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stellwerk.bots.random_bot import RandomBot
from stellwerk.engine import Game, Setup, to_act
from stellwerk.interchange import export_game, import_game, position_hash
from stellwerk.interchange.envelope import flat, timeline
from tests.interchange.grammar import faults

FIXTURES = Path(__file__).parents[3] / "shared" / "fixtures" / "18xx.games"
RECORDS = sorted(path for path in FIXTURES.rglob("*.json") if ".trace" not in path.name)
IDENTICAL = [
    "1848-base-3p-31-0",
    "1848-base-4p-31-0",
    "1848-base-5p-31-0",
    "1848-base-6p-31-0",
    "1824-goods-time-scenario-3p-31-0",
    "1824-cisleithania-3-3p-31-0",
    "1824-base-3p-31-1",
    "1824-cisleithania-2-2p-41-1",
    "1824-cisleithania-3-3p-31-1",
    "1824-cisleithania-2p-game-end-bank",
]
Record = dict[str, Any]


def played(title: str, variant: str, players: int, seed: int, rulings: str = "18xx.games") -> Game:
    names = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")[:players]
    game = Game.new(Setup(title, names, variant, rulings, seed))
    bot = RandomBot(seed)
    while not game.state.over:
        game.submit(bot(game.state, to_act(game.state)[0]))
    return game


@pytest.mark.parametrize(
    ("title", "variant", "players", "seed", "rulings"),
    [
        ("1848", "base", 3, 10, "18xx.games"),
        ("1848", "base", 4, 11, "18xx.games"),
        ("1848", "base", 5, 12, "18xx.games"),
        ("1848", "base", 6, 13, "18xx.games"),
        # Who sells, can do nothing more and is the next to be asked: the pass is that of the second turn.
        ("1848", "base", 6, 2023, "18xx.games"),
        ("1848", "base", 4, 14, "book"),
        ("1824", "base", 5, 1, "18xx.games"),
        ("1824", "base", 3, 1, "book"),
        ("1824", "goods-time-scenario", 5, 1, "18xx.games"),
        ("1824", "cisleithania-2", 2, 1, "18xx.games"),
        ("1824", "cisleithania-2", 2, 1, "book"),
        ("1824", "cisleithania-3", 3, 3, "18xx.games"),
    ],
)
def test_exports_have_the_grammar_and_come_back(
    title: str, variant: str, players: int, seed: int, rulings: str
) -> None:
    game = played(title, variant, players, seed, rulings)
    data = export_game(game)
    assert faults(json.loads(data)) == []
    back = import_game(data)
    assert back.differences == []
    assert position_hash(back.game.state) == position_hash(game.state)


@pytest.fixture(scope="module")
def export() -> bytes:
    return export_game(played("1848", "base", 3, 0))


def _last_passes(record: Record) -> None:
    """As if turns ended by themselves."""
    record["actions"] = [
        action
        for action in record["actions"]
        if action["type"] != "pass" or action["entity_type"] == "player"
    ]


def _stray_pass(record: Record) -> None:
    at = next(n for n, action in enumerate(record["actions"]) if action["type"] == "dividend")
    entity = record["actions"][at]["entity"]
    record["actions"].insert(at, {"type": "pass", "entity": entity, "entity_type": "corporation", "id": 0})


def _no_rotation(record: Record) -> None:
    next(action for action in record["actions"] if action["type"] == "lay_tile").pop("rotation")


def _company_sells(record: Record) -> None:
    sale = next(action for action in record["actions"] if action["type"] == "sell_shares")
    sale.update(entity="CAR", entity_type="corporation")


def _unknown_kind(record: Record) -> None:
    record["actions"].append({"type": "convert", "entity": "CAR", "entity_type": "corporation", "id": 0})


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (_last_passes, "without its last pass"),
        (_stray_pass, "cannot act"),
        (_no_rotation, "lay_tile lacks rotation"),
        (_company_sells, "sell_shares by a corporation"),
        (_unknown_kind, "1848 has no convert"),
    ],
)
def test_the_grammar_notices(export: bytes, spoil: Callable[[Record], None], fault: str) -> None:
    record = json.loads(export)
    assert faults(record) == []
    spoil(record)
    assert any(fault in found for found in faults(record))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_have_the_grammar(path: Path) -> None:
    record = json.loads(path.read_text())
    assert faults({**record, "actions": timeline(record["actions"])}) == []


@pytest.mark.parametrize(
    "path", [path for path in RECORDS if path.stem in IDENTICAL], ids=lambda path: path.stem
)
def test_records_are_written_again_action_by_action(path: Path) -> None:
    """The same kinds in the same places with the same fields: every pass, copy and automatic action."""
    record = json.loads(path.read_text())
    ids = {player["id"]: seat for seat, player in enumerate(record["players"], start=1)}

    def plain(actions: list[Record]) -> list[Record]:
        parts = [part for action in timeline(actions) for part in flat(action)]
        return [
            {
                key: value
                for key, value in part.items()
                if key not in ("id", "created_at", "user", "auto_actions")
            }
            for part in parts
            if not part["type"].startswith("program")
        ]

    written = plain(json.loads(export_game(import_game(path.read_bytes()).game))["actions"])
    expected = plain(record["actions"])
    for part in expected:
        if part["entity_type"] == "player":
            part["entity"] = ids[part["entity"]]
    for part in expected + written:
        for route in part.get("routes", ()):  # hexes may be named from either end
            route["hexes"], route["revenue_str"] = sorted(route["hexes"]), ""
    assert written == expected


@pytest.mark.rule("1824-X.3-1")
def test_the_seed_of_an_export_draws_our_builders() -> None:
    """Seeds that were seen with their lot; the record needs no other trace of it."""
    seeds = {}
    for seed in range(12):
        game = Game.new(Setup("1824", ("Ann", "Ben"), "cisleithania-2", "18xx.games", seed))
        seeds[game.state.builders] = json.loads(export_game(game))["settings"]["seed"]
    assert len(set(seeds.values())) == len(seeds) > 4
    assert {("KK2", "EOD"): 0, ("SD2", "EOD"): 5}.items() & seeds.items()
