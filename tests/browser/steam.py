"""Positions of Imperial Steam to begin a test with, out of one recorded game.

`trieste.json` is a whole game of four with the fixed set-up: Anna pushes towards Trieste and gets there in
round 6, the others do little but hold contracts and a track or two, so that all of them pay for the way.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from stellwerk.engine import Game, legal, to_act
from stellwerk.engine.save import dump, load
from tests.views import view

GAME = "imperial-steam"
NAMES = ("Anna", "Bartek", "Clara", "Dávid")
RECORD = Path(__file__).with_name("trieste.json")


@cache
def whole() -> Game:
    game, _ = load(RECORD.read_bytes())
    return game


def facts(state: Any) -> dict[str, Any]:
    return view(state, (to_act(state) or (0,))[0])


def kinds_of(state: Any) -> set[str]:
    """The types of what the acting seat may do."""
    return {msgspec.to_builtins(action)["type"] for action in legal(state, to_act(state)[0])}


def may(*kinds: str, round: int = 0) -> Callable[[Any], bool]:
    """A position in which all of these can be done."""
    return lambda s: s.round >= round and not s.over and set(kinds) <= kinds_of(s)


GOALS: dict[str, Callable[[Any], bool]] = {
    "bid": may("bid"),
    "choose": may("choose_action"),
    "deliver": may("deliver", "choose_action"),
    "track": may("lay_track", "end_turn", round=5),
    "workers": may("assign_worker"),
    "finished": lambda s: s.over,
}


@cache
def reached(name: str) -> Game:
    """The record up to the first position of this kind."""
    record = whole()
    goal = GOALS[name]
    for state, _ in record.history:
        if to_act(state) and min(to_act(state)) < 0:
            continue  # lots are being drawn
        if goal(state):
            return Game.replay(record.setup, record.log[: state.version])
    raise AssertionError(f"the record has no position {name}")


def save(name: str) -> bytes:
    return dump(reached(name))
