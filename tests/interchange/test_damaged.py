"""What is wrong with a record is said in a sentence that names the action; nothing else comes out."""

import json
import re
from typing import Any

import pytest

from stellwerk.interchange import ImportProblem, import_game
from stellwerk.text import fault_text
from tests.interchange.damage import damaged
from tests.interchange.own import own_record

GAMES = [("1848", "base", 3), ("1824", "base", 3), ("1824", "cisleithania-2", 2)]
PYTHON = re.compile(r"Error|Fault|Traceback|<class|object at|[{}]|None|\['|b'")
"""What only a programmer would write."""


def problem_with(record: Any) -> ValueError | None:
    try:
        import_game(json.dumps(record).encode())
    except ValueError as problem:
        return problem
    return None


@pytest.mark.parametrize("seeds", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_damaged_records_are_answered_in_sentences(game: tuple[str, str, int], seeds: int) -> None:
    record = own_record(*game, actions=70)
    numbers = {999, *(action["id"] for action in record["actions"])}
    found = {seed: problem_with(damaged(record, seed)) for seed in range(32 * seeds, 32 * seeds + 32)}
    problems = {seed: problem for seed, problem in found.items() if problem is not None}
    assert len(problems) > 10
    for seed, problem in problems.items():
        text = str(problem)
        assert not PYTHON.search(text), (seed, text)
        assert len(text) < 300, (seed, text)
        assert "\n" not in text
        if not isinstance(problem, ImportProblem):  # of the set-up
            assert re.search(r"is for \d|needs a name|ruling", text), (seed, text)
        elif problem.action:
            assert text.startswith(f"action {problem.action}: "), (seed, text)
            assert problem.action in numbers, (seed, text)
        else:
            assert re.search(r"entry \d+|export|records of|players", text), (seed, text)


def minimal(*actions: Any, **fields: Any) -> bytes:
    players = [{"id": n, "name": f"Player {n}"} for n in range(3)]
    return json.dumps({"title": "1848", "players": players, "actions": list(actions), **fields}).encode()


def bid(number: int | None, **fields: Any) -> dict[str, Any]:
    action = {"type": "bid", "entity": 0, "entity_type": "player", "company": "P1", "price": 40, **fields}
    return action if number is None else {**action, "id": number}


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([bid(1), {"type": "undo", "id": 2, "action_id": 77}], "action 2: undo goes back to action 77"),
        ([bid(1), {"type": "undo", "id": 2, "action_id": "x"}], "action 2: undo goes back to action x"),
        ([bid("one")], "entry 1 of the actions has no number"),
        ([7], "entry 1 of the actions is no action"),
        ([bid(1, price=None)], "action 1: bid lacks price"),
        ([bid(1, price=[1])], "action 1: price of bid cannot be read"),
        ([bid(1, entity=9)], "action 1: there is no player 9"),
        ([bid(1, company="P77")], "action 1: there is no company P77"),
        ([bid(1, entity_type="ghost")], "action 1: it does not say who acts"),
        ([bid(1, auto_actions=["x"])], "action 1: its added actions cannot be read"),
        ([{"id": 1, "type": ["bid"]}], "action 1: it does not say what kind"),
        ([bid(5, entity=1)], "action 5: our game waits here: Player 0"),
    ],
)
def test_what_is_said(actions: list[Any], message: str) -> None:
    with pytest.raises(ImportProblem) as caught:
        import_game(minimal(*actions))
    assert str(caught.value).startswith(message)


def test_a_stray_choice() -> None:
    record = own_record("1824", "base", 3, actions=20)
    last = record["actions"][-1]["id"]
    stray = {
        "type": "choose",
        "choice": "Return one token",
        "entity": 1,
        "entity_type": "player",
        "id": last + 1,
    }
    record["actions"].append(stray)
    with pytest.raises(ImportProblem, match=f"^action {last + 1}: there is nothing to choose here"):
        import_game(json.dumps(record).encode())


def test_actions_without_numbers_and_with_numbers_as_text() -> None:
    record = own_record("1848", "base", 3, actions=40)
    plain = import_game(json.dumps(record).encode())
    for action in record["actions"]:
        del action["id"]
    assert import_game(json.dumps(record).encode()).origin == plain.origin
    for number, action in enumerate(record["actions"], start=1):
        action["id"] = str(number)
        for field in ("price", "rotation", "percent", "entity"):
            if isinstance(action.get(field), int):
                action[field] = str(action[field])
    for player in record["players"]:
        player["id"] = str(player["id"])
    text = import_game(json.dumps({**record, "settings": {"seed": "", "optional_rules": None}}).encode())
    assert (text.origin, text.differences) == (plain.origin, [])
    assert text.game.actions == plain.game.actions


def test_a_log_entry_can_be_undone_and_messages_cannot() -> None:
    record = own_record("1848", "base", 3, actions=12)
    plain = import_game(json.dumps(record).encode())
    kinds = ["log", "message", "undo", "message"]
    entries = [
        {"type": kind, "id": 100 + n, "entity": 1, "entity_type": "player"} for n, kind in enumerate(kinds)
    ]
    again = import_game(json.dumps({**record, "actions": record["actions"] + entries}).encode())
    assert again.game.actions == plain.game.actions


def test_problems_are_said_in_other_languages() -> None:
    with pytest.raises(ImportProblem) as caught:
        import_game(minimal(bid(3, company="P77")))
    assert fault_text(caught.value.fault, "de") == "Aktion 3: es gibt keine Gesellschaft P77"
    assert fault_text(caught.value.fault) == str(caught.value)
