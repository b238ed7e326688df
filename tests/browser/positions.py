"""Saved games to begin a test with: an eager player builds, buys and runs until a position is reached."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec

from stellwerk.engine import Game, Setup, legal, sample, to_act
from stellwerk.engine.save import dump
from tests.views import view

NAMES = ("Anna", "Bartek", "Clara", "Dorota")
EAGER = ("run_trains", "dividend", "buy_private", "lay_tile", "buy_train")
"""What an eager player would rather do than pass, the first first."""
MOST = 600


def facts(state: Any) -> dict[str, Any]:
    return view(state, to_act(state)[0])


def kinds_of(state: Any) -> dict[str, list[Any]]:
    """What the acting seat may do, by type of action."""
    found: dict[str, list[Any]] = {}
    for action in legal(state, to_act(state)[0]):
        found.setdefault(msgspec.to_builtins(action)["type"], []).append(action)
    return found


def choose(state: Any, rng: Random) -> Any:
    kinds = kinds_of(state)
    shown = facts(state)
    acting = shown["companies"].get(shown["acting"])
    for kind in EAGER:
        if kind == "buy_train" and acting and len(acting["trains"]) >= 2:
            continue
        if kind in kinds:
            return kinds[kind][0] if kind in ("run_trains", "dividend") else rng.choice(kinds[kind])
    # Shares: what is begun shall float before the next company is started.
    companies = shown["companies"]
    begun = [a for a in kinds.get("buy_share", ()) if not companies[a.company]["open"]]
    if begun:
        return min(begun, key=lambda a: companies[a.company]["new_shares"])
    if kinds.get("start_company"):
        return kinds["start_company"][0]
    return kinds["pass"][0] if "pass" in kinds else rng.choice(next(iter(kinds.values())))


def reached(goal: Callable[[Any], bool], seed: int = 1848, players: int = 4) -> Game:
    game, rng = Game.new(Setup("1848", NAMES[:players], seed=seed)), Random(seed)
    for _ in range(MOST):
        if goal(game.state):
            return game
        game.enter(choose(game.state, rng))
    raise AssertionError("the position was not reached")


def finished(seed: int = 2) -> Game:
    """A game that careless players bring to its end soon."""
    game, rng = Game.new(Setup("1848", NAMES, seed=seed)), Random(seed)
    while not game.state.over:
        action = sample(game.state, to_act(game.state)[0], rng)
        assert action is not None
        game.enter(action)
    return game


def may(*kinds: str) -> Callable[[Any], bool]:
    """A position in which all of these can be done."""
    return lambda s: set(kinds) <= kinds_of(s).keys()


GOALS: dict[str, Callable[[Any], bool]] = {
    "sale": may("buy_private"),
    "stock": may("buy_share", "start_company"),
    "selling": may("sell_shares", "buy_share"),
    "track": may("lay_tile"),
    "station": may("place_marker"),
    "run": may("run_trains"),
    "pay": may("dividend"),
    "trains": may("buy_train"),
    "later": lambda s: facts(s)["round"] >= "OR 3" and may("run_trains")(s),
}


@cache
def save(name: str, players: int = 4) -> bytes:
    """A position by its name, as a file to upload."""
    return dump(finished() if name == "finished" else reached(GOALS[name], players=players))
