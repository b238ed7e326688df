"""Saved games of Imperial Steam to begin a test with: players who push towards Trieste."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec

from stellwerk.engine import Game, Setup, legal, title, to_act
from stellwerk.engine.save import dump
from tests.games.gimperial_steam.test_random import eased, links_to_trieste, weight

GAME = "imperial-steam"
NAMES = ("Anna", "Bartek", "Clara", "Dávid")
MOST = 3000


def facts(state: Any) -> dict[str, Any]:
    found: dict[str, Any] = title(GAME).view(state, (to_act(state) or (0,))[0])
    return found


def kinds_of(state: Any) -> dict[str, list[Any]]:
    """What the acting seat may do, by type of action."""
    found: dict[str, list[Any]] = {}
    for action in legal(state, to_act(state)[0]):
        found.setdefault(msgspec.to_builtins(action)["type"], []).append(action)
    return found


def reached(goal: Callable[[Any], bool], seed: int = 1, players: int = 4, easy: bool = False) -> Game:
    setup = Setup(GAME, NAMES[:players], "fixed", seed=seed)
    if easy:
        setup = msgspec.structs.replace(setup, components=eased())
    game, rng = Game.new(setup), Random(seed)
    away = links_to_trieste(game.state)
    for _ in range(MOST):
        if goal(game.state):
            return game
        seat = to_act(game.state)[0]
        offers = legal(game.state, seat)
        [action] = rng.choices(offers, [weight(game.state, seat, offer, away) for offer in offers])
        game.submit(action)
    raise AssertionError("the position was not reached")


def may(*kinds: str) -> Callable[[Any], bool]:
    return lambda s: not s.over and set(kinds) <= kinds_of(s).keys()
