"""How a record is followed: agreed ends, passes, lots, traces, and the records of whole games."""

import json
from pathlib import Path
from typing import Any

import pytest

from stellwerk.engine import EndGame, Game, Setup
from stellwerk.interchange import Imported, ImportProblem, export_game, import_game
from stellwerk.mech18.state import BANK
from tests.interchange.own import FIXTURES, RECORDS, followed, own_record

needs_records = pytest.mark.skipif(not FIXTURES.exists(), reason="../shared/fixtures is not at hand")


def encoded(record: dict[str, Any], **fields: Any) -> bytes:
    return json.dumps({**record, **fields}).encode()


# -- the end by agreement ------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "variant", "players"), [("1848", "base", 4), ("1824", "base", 3)])
def test_a_game_ended_by_agreement_ends_there(game: str, variant: str, players: int) -> None:
    record = own_record(game, variant, players, actions=120)
    going_on = import_game(encoded(record))
    assert not going_on.game.state.over
    worth = going_on.game.state.names, list(record["result"].values())
    last = record["actions"][-1]["id"] + 1
    ending = {"type": "end_game", "entity": 2, "entity_type": "player", "id": last}
    ended = import_game(encoded(record, actions=[*record["actions"], ending], status="finished"))
    assert ended.differences == []
    assert ended.game.state.over
    assert ended.game.actions == (*going_on.game.actions, EndGame(1))
    assert dict(zip(*worth, strict=True)) == {
        name: record["result"][str(number)] for number, name in enumerate(ended.game.state.names, start=1)
    }
    again = import_game(export_game(ended.game))
    assert again.game.actions == ended.game.actions
    undone = [*record["actions"], ending, {"type": "undo", "id": last + 1}]
    assert import_game(encoded(record, actions=undone)).game.actions == going_on.game.actions


def test_nothing_comes_after_the_end() -> None:
    record = own_record("1848", "base", 4, actions=120)
    middle = {"type": "end_game", "entity": 2, "entity_type": "player", "id": 999}
    actions = [*record["actions"][:40], middle, *record["actions"][40:]]
    with pytest.raises(ValueError, match=r"action 41: .* comes after the end of the game"):
        import_game(encoded(record, actions=actions))


def test_a_finished_record_that_leaves_the_game_going_on() -> None:
    record = own_record("1848", "base", 4, actions=120)
    differences = import_game(encoded(record, status="finished")).differences
    assert [d.what for d in differences] == ["end of the game"]


def without(record: dict[str, Any], place: int) -> Imported | ImportProblem:
    """What comes of a record that lacks one action."""
    actions = record["actions"]
    try:
        return import_game(encoded(record, actions=actions[:place] + actions[place + 1 :]))
    except ImportProblem as problem:
        return problem


# -- passes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "variant", "players"), [("1848", "base", 3), ("1824", "base", 3)])
def test_a_pass_that_the_record_should_have_is_a_difference_at_its_action(
    game: str, variant: str, players: int
) -> None:
    """Every recorded pass that is left out shows where the next action is, or stops the import there."""
    record = own_record(game, variant, players, actions=150)
    whole = import_game(encoded(record))
    assert whole.differences == []
    actions, noticed, left_out = record["actions"], 0, 0
    for place, action in enumerate(actions[:-1]):
        if action["type"] != "pass" or action.get("auto_actions"):
            continue
        left_out += 1
        lacking = without(record, place)
        if isinstance(lacking, ImportProblem):
            noticed += 1
            assert lacking.action > action["id"]
        elif lacking.differences:
            first = lacking.differences[0]
            noticed += 1
            assert first.action > action["id"]
            assert (first.what.split()[0], first.expected, first.found) == ("passes", 0, 1)
        else:
            assert lacking.game.actions == whole.game.actions  # ours had nothing to decide there
    assert left_out > 10
    # That program has steps that we have not: a pass of those leaves nothing that could be noticed.
    assert noticed >= 0.5 * left_out


def test_supplied_passes_are_counted() -> None:
    record = own_record("1848", "base", 3)
    found = import_game(encoded(record))
    ours = sum(type(action).__name__ == "Pass" for action in found.game.actions)
    theirs = sum(action["type"] == "pass" for action in record["actions"])
    assert 0 < found.supplied <= ours
    assert ours - found.supplied <= theirs


# -- lots ----------------------------------------------------------------------------------------


@pytest.mark.rule("1824-X.3-1")
@pytest.mark.parametrize("seed", range(4))
def test_the_builders_come_from_the_record_whatever_its_seed(seed: int) -> None:
    record = own_record("1824", "cisleithania-2", 2, seed, actions=60)
    builders = import_game(encoded(record)).game.state.builders
    drawn = set()
    for other in range(5):
        drawn.add(Game.new(Setup("1824", ("A", "B"), "cisleithania-2", "18xx.games", other)).state.builders)
        again = import_game(encoded(record, settings={"seed": other, "optional_rules": []}))
        assert (again.differences, again.game.state.builders) == ([], builders)
    assert len(drawn) > 1


# -- traces --------------------------------------------------------------------------------------


def trace_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    """What our own game shows at the end of a record, as a trace."""
    state = import_game(encoded(record)).game.state
    return [{"after": record["actions"][-1]["id"], "state": {"round": "?", "bank": state.cash[BANK]}}]


def test_everything_in_a_trace_and_in_our_game_is_compared() -> None:
    record = own_record("1848", "base", 3, actions=40)
    [entry] = trace = trace_of(record)
    names = {d.what for d in import_game(encoded(record), json.dumps(trace).encode()).differences}
    assert names == {"players", "companies"}  # the trace lacks them
    entry["state"] |= {"weather": "fine", "players": {}, "companies": {}}
    found = import_game(encoded(record), json.dumps(trace).encode()).differences
    assert ("weather", "fine", None) in [d[1:] for d in found]
    assert {"players Ann", "players Ben", "players Cy"} <= {d.what for d in found}


# -- whole games ---------------------------------------------------------------------------------


@needs_records
@pytest.mark.rule("1824-R21", "1824-R22", "1824-R23", "1824-R24", "1848-S7", "1848-S10")
@pytest.mark.parametrize("path", RECORDS)
def test_recorded_games_agree_after_every_action(path: Path) -> None:
    imported = followed(path)
    assert imported.differences == []
    assert imported.game.state.over
    played = json.loads(path.read_text())
    results = {str(player["id"]): player["name"] for player in played["players"]}
    ours = imported.game.setup.players
    assert sorted(results.values()) == sorted(ours)
