"""Exports have the grammar of complete records, and come back to the same position."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stellwerk.engine import Game, Pass, Setup
from stellwerk.games.g1824.rules.draft import DrawBuilders
from stellwerk.interchange import export_game, import_game, position_hash
from stellwerk.interchange.envelope import flat, timeline
from tests.interchange.grammar import faults
from tests.interchange.own import RECORDED, RECORDS, changes_on_the_way, followed, random_game

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
    game = random_game(title, variant, players, seed, rulings=rulings)
    data = export_game(game)
    assert faults(json.loads(data)) == []
    back = import_game(data)
    assert back.differences == []
    assert position_hash(back.game.state) == position_hash(game.state)
    if rulings == "18xx.games":  # all but the number of passes is the same
        assert back.game.setup.variant == variant
        assert back.game.state.replace(setup=game.setup, version=game.state.version) == game.state


def _frame(game: Game, kind: str) -> bool:
    """Whether somebody passes in a frame of this kind."""
    steps = zip(game.history, game.actions, strict=False)
    return any(type(at.state.frame).__name__ == kind and isinstance(a, Pass) for at, a in steps)


@pytest.mark.rule("1824-X.5-2", "1824-X.3-4", "1824-X.4-6b")
def test_passes_of_cisleithania_for_two_that_no_record_shows() -> None:
    """Each has the entity that acts in its step: records show the purchase, the tile and the marker there."""
    game = random_game("1824", "cisleithania-2", 2, 24)
    assert all(_frame(game, kind) for kind in ("MountainLap", "BuilderTurn", "BondMarker"))
    assert changes_on_the_way(game) == []
    recorded = json.loads(export_game(game))["actions"]
    opening = [action for action in recorded if action["type"] in ("buy_company", "pass")][:10]
    assert [a["entity_type"] for a in opening if a["type"] == "pass"][:2] == ["player", "player"]
    builder = next(a.pre_state for a in game.actions if isinstance(a, DrawBuilders))
    assert {a["type"] for a in recorded if a["entity"] == builder} >= {"lay_tile", "pass"}


@pytest.mark.rule("1848-S16")
@pytest.mark.parametrize(("players", "seed"), [(4, 21), (6, 43)])
def test_a_surplus_train_of_another_company_leaves_the_buyers_pass_to_the_buyer(
    players: int, seed: int
) -> None:
    """It is given up within the buyer's step, and the turn ends with the buyer's pass after it."""
    game = random_game("1848", "base", players, seed)
    assert changes_on_the_way(game) == []
    recorded = json.loads(export_game(game))["actions"]
    rows = zip(recorded, recorded[1:], recorded[2:], strict=False)
    inside = [
        (bought["entity"], passed["entity"])
        for bought, given_up, passed in rows
        if (bought["type"], given_up["type"], passed["type"]) == ("buy_train", "discard_train", "pass")
        and given_up["entity"] != bought["entity"]
    ]
    assert inside
    assert all(buyer == passing for buyer, passing in inside)


@pytest.fixture(scope="module")
def export() -> bytes:
    return export_game(random_game("1848", "base", 3, 0))


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


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_records_have_the_grammar(path: Path) -> None:
    record = json.loads(path.read_text())
    assert faults({**record, "actions": timeline(record["actions"])}) == []


@pytest.mark.parametrize("path", [record for record in RECORDS if record.id in IDENTICAL])
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

    written = plain(json.loads(export_game(followed(path).game))["actions"])
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
    ended = random_game("1824", "cisleithania-2", 2, 24)
    assert ended.state.builders == (), "they have closed"
    assert json.loads(export_game(ended))["settings"]["seed"] == 0
