"""Records that something has happened to, for tests: every seed damages in another way."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 7, 10**20, 1.5, "", "x", "P9", "999", "ä\0", "A1", "3-99", "QR_77", "-", "E12-0-9",
    [], ["x"], [[]], {}, {"a": 1}, "long " * 100,
)  # fmt: skip
KINDS = (
    "pass", "choose", "undo", "redo", "end_game", "log", "message", "program_share_pass", "dance",
    "special_buy", "take_loan", "bid", "assign", "discard_train", "payoff_player_debt", "buy_company", "par",
    "dividend",
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, found in inner:
        yield (*path, key)
        yield from places(found, (*path, key))


def damaged(record: dict[str, Any], seed: int) -> dict[str, Any]:
    rng = Random(seed)
    hurt = copy.deepcopy(record)
    actions = hurt["actions"]
    at, other = rng.randrange(len(actions)), rng.randrange(len(actions))
    match seed % 8:
        case 0:
            del actions[at]
        case 1:
            actions.insert(at, copy.deepcopy(actions[other]))
        case 2:
            actions[at], actions[other] = actions[other], actions[at]
        case 3 | 4:
            *way, last = rng.choice(list(places(actions[at])))
            inside = actions[at]
            for key in way:
                inside = inside[key]
            inside[last] = rng.choice(JUNK)
        case 5:
            del actions[at][rng.choice(list(actions[at]))]
        case 6:
            hurt[rng.choice(list(hurt))] = rng.choice(JUNK)
        case _:
            kind = {"type": rng.choice(KINDS), "action_id": rng.choice(JUNK)}
            actions[at] = rng.choice(JUNK) if rng.random() < 0.3 else {**actions[at], **kind}
    return hurt
