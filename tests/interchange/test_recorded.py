"""Recorded games of 18xx.games: followed by our rules, compared, and written again."""

import json
from pathlib import Path
from typing import Any

import pytest

from stellwerk.engine import state_hash
from stellwerk.engine.save import dump, load
from stellwerk.interchange import ImportProblem, export_game, import_game
from stellwerk.interchange.envelope import flat, read_envelope, timeline
from stellwerk.interchange.importer import time_of
from stellwerk.mech18.advice import audit
from tests.interchange.own import FIXTURES, RECORDS, followed

RECORD = FIXTURES / "1848-game-end-bank.json"
TRACE = FIXTURES / "1848-game-end-bank.trace.json"
needs_record = pytest.mark.skipif(not RECORD.exists(), reason="../shared/fixtures is not at hand")
pytestmark = pytest.mark.xdist_group(f"record {RECORD.stem}")


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RECORD.read_text())
    return found


@needs_record
@pytest.mark.rule("1848-S8", "1848-S17", "1848-S18")
def test_the_recorded_game_agrees_after_every_action(record: dict[str, Any]) -> None:
    imported = followed(RECORD)
    assert imported.differences == []
    assert imported.game.state.over
    result = {str(p["id"]): record["result"][str(p["id"])] for p in record["players"]}
    ours = imported.game.setup.players, list(result.values())
    assert dict(zip(*ours, strict=True)) == {
        "Player 1": 6749,
        "Player 2": 3835,
        "Player 3": 6425,
        "Player 4": 5862,
        "Player 5": 4428,
    }


@needs_record
def test_an_imported_game_is_saved_with_its_origin() -> None:
    imported = followed(RECORD)
    game, origin = load(dump(imported.game, imported.origin))
    assert origin == imported.origin
    assert state_hash(game.state) == state_hash(imported.game.state)
    assert game.setup.rulings == "18xx.games"


@needs_record
def test_times_are_those_of_the_record(record: dict[str, Any]) -> None:
    """Each of our actions has the time of the recorded one that it comes from; without any, none."""
    imported = followed(RECORD)
    assert len(imported.times) == len(imported.game.actions)
    told = {action["id"]: action.get("created_at", 0) for action in record["actions"]}
    before = 0
    for count, number in imported.origin:
        assert set(imported.times[before:count]) <= {told[number] * 1000}
        before = count
    assert time_of({"created_at": 1_700_000_000}) == 1_700_000_000_000
    for wrong in ({}, {"created_at": "yesterday"}, {"created_at": -1}, {"created_at": 10**20}):
        assert time_of(wrong) == 0


@needs_record
def test_a_trace_that_differs_is_reported_with_action_and_figures() -> None:
    trace = json.loads(TRACE.read_text())
    entry = next(e for e in trace if "QR" in e.get("changed", {}).get("companies", {}))
    entry["changed"]["companies"]["QR"]["cash"] = 12345
    first = import_game(RECORD.read_bytes(), json.dumps(trace).encode()).differences[0]
    assert (first.action, first.what, first.expected) == (entry["after"], "companies QR cash", 12345)
    assert first.found == 0


@needs_record
def test_a_result_that_differs_is_reported(record: dict[str, Any]) -> None:
    changed = {**record, "result": {**record["result"], "2183": 1}}
    differences = import_game(json.dumps(changed).encode()).differences
    assert [(d.what, d.expected, d.found) for d in differences] == [("result of Player 4", 1, 5862)]


@needs_record
def test_an_illegal_record_stops_at_its_action(record: dict[str, Any]) -> None:
    actions = [dict(action) for action in record["actions"]]
    lay = next(action for action in actions if action["type"] == "lay_tile")
    lay["rotation"] = 5  # tile 5 on Port Augusta would run into the sea
    with pytest.raises(ImportProblem, match=r"VIII-Lay-5") as caught:
        import_game(json.dumps({**record, "actions": actions}).encode())
    assert caught.value.action == lay["id"]


@needs_record
@pytest.mark.rule("1848-S16")
def test_exporting_writes_the_record_again(record: dict[str, Any]) -> None:
    """As many actions of every kind for every company and player, passes and automatic ones included."""
    imported = followed(RECORD)
    names = {player["id"]: seat for seat, player in enumerate(record["players"], start=1)}

    def count(actions: list[dict[str, Any]]) -> list[tuple[str, str]]:
        parts = [part for action in timeline(actions) for part in flat(action)]
        kept = [part for part in parts if not part["type"].startswith("program")]
        return sorted((part["type"], str(names.get(part["entity"], part["entity"]))) for part in kept)

    written = json.loads(export_game(imported.game))
    assert count(written["actions"]) == count(record["actions"])
    assert list(written["result"].values()) == [6749, 3835, 6425, 5862, 4428]


def test_what_was_undone_is_left_out() -> None:
    def entry(number: int, kind: str = "pass", **fields: Any) -> dict[str, Any]:
        return {"id": number, "type": kind, **fields}

    actions = [
        entry(1),
        entry(2),
        entry(3, "undo"),  # takes 2 back
        entry(4, "message"),
        entry(5),
        entry(6, "undo", action_id=0),  # back to the start
        entry(7, "redo"),  # 1 and 5 again
        entry(8),
        entry(9, "undo", action_id=5),  # takes 8 back
        entry(10),
        entry(11, "redo"),  # nothing to redo: 10 came in between
    ]
    assert [action["id"] for action in timeline(actions)] == [1, 5, 10]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not an export"),
        (b"[]", "not an export"),
        (b"\xff\xfe", "not an export"),
        (b'{"title": "1848"}', "not an export"),
        (b'{"title": "1830", "players": [], "actions": []}', "1830"),
        (b'{"title": "1848", "players": [{"id": 1, "name": "A"}], "actions": []}', "3 to 6 players"),
    ],
)
def test_what_is_no_export_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        import_game(data)


def test_players_of_one_name_are_told_apart() -> None:
    envelope = read_envelope(
        b'{"title": "1848", "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "A"}], "actions": []}'
    )
    assert envelope.names() == ("A", "A (2)")


def test_an_unknown_action_is_named() -> None:
    record = {
        "title": "1848",
        "players": [{"id": n, "name": f"P{n}"} for n in range(3)],
        "actions": [{"id": 1, "type": "dance", "entity": 0, "entity_type": "player"}],
    }
    with pytest.raises(ImportProblem, match="dance"):
        import_game(json.dumps(record).encode())


@pytest.mark.parametrize("path", [record for record in RECORDS if str(record.id).endswith("bank")])
def test_no_recorded_run_is_above_the_best(path: Path) -> None:
    """What people missed in recorded games; a run above the best would be a mistake of ours."""
    runs = list(audit(followed(path).game))
    assert len(runs) >= 50
    assert all(run.proved and run.shortfall >= 0 for run in runs)
    assert any(run.shortfall > 0 for run in runs)
