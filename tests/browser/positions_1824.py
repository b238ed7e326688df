"""Saved games of 1824 to begin a test with, as in positions.py: an eager player comes that far."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from stellwerk.engine import Game, Setup, legal, play, to_act
from stellwerk.engine.save import dump
from stellwerk.games.g1824.rules.book import COAL
from stellwerk.mech18.runs import RunTrains
from tests.browser.positions import NAMES, kinds_of

EAGER = ("buy_railway", "run_trains", "swap_coal", "lay_tile", "choose_home", "place_bond_marker")
"""What an eager player would rather do than anything else, the first first."""
MOST = 2500


def choose(state: Any, rng: Random) -> Any:
    kinds = kinds_of(state)
    for kind in EAGER:
        if kind in kinds:
            return kinds[kind][0] if kind == "run_trains" else rng.choice(kinds[kind])
    if "dividend" in kinds:
        return max(kinds["dividend"], key=lambda a: a.pay == (rng.random() < 0.6))
    if "buy_train" in kinds:
        bought = [a for a in kinds["buy_train"] if state.trains[a.train] == "bank"]
        company = state.frame.company
        if bought and len(state.trains_of(company)) < 3:
            return min(bought, key=lambda a: a.price)
    if "buy_share" in kinds:
        shares = kinds["buy_share"]
        return max(shares, key=lambda a: (a.company not in state.opened, state.issued(a.company)))
    if "start_company" in kinds:
        return kinds["start_company"][0]
    return kinds["pass"][0] if "pass" in kinds else rng.choice(next(iter(kinds.values())))


def reached(goal: Callable[[Any], bool], variant: str = "base", players: int = 4, seed: int = 13) -> Game:
    game, rng = Game.new(Setup("1824", NAMES[:players], variant, seed=seed)), Random(seed)
    for _ in range(MOST):
        if goal(game.state):
            return game
        game.enter(choose(game.state, rng))
        if game.state.over:
            break
    raise AssertionError("the position was not reached")


def frame(name: str) -> Callable[[Any], bool]:
    return lambda s: bool(s.stack) and type(s.frame).__name__ == name


def may(kind: str) -> Callable[[Any], bool]:
    return lambda s: kind in kinds_of(s)


def coal_runs(s: Any) -> bool:
    """A coal railway is asked for a run that earns something."""
    if "run_trains" not in kinds_of(s) or s.kind(s.frame.company) != COAL:
        return False
    return any(a.routes for a in legal(s, to_act(s)[0]) if isinstance(a, RunTrains))


def forms_next(s: Any) -> bool:
    """The end of this turn ends the round, and SD forms."""
    passing = kinds_of(s).get("pass") if "SD" in s.forming else None
    return bool(passing) and "SD" in play(s, passing[0]).state.formed


def in_turn(goal: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """In a company's turn, and not between the rounds."""
    return lambda s: goal(s) and any(type(frame).__name__ == "Turn" for frame in s.stack)


GOALS: dict[str, tuple[Callable[[Any], bool], str, int]] = {
    "first round": (may("buy_railway"), "base", 4),
    "coal run": (coal_runs, "base", 4),
    "mountains": (in_turn(frame("MountainSwaps")), "base", 4),
    "forming": (forms_next, "base", 4),
    "draft": (frame("Draft"), "cisleithania-2", 2),
    "towns": (frame("TownPlacing"), "goods-time", 3),
}


@cache
def save(name: str) -> bytes:
    """A position by its name, as a file to upload."""
    goal, variant, players = GOALS[name]
    return dump(reached(goal, variant, players))
