"""A bot that moves at random, but with a temperament: its games differ in kind, not only in detail."""

from collections.abc import Mapping
from math import exp
from random import Random
from typing import Any

from stellwerk.engine.action import Action
from stellwerk.engine.play import activity_of

# How eager a bot is for a kind of move: the logarithm lies between these two, by its temperament. Kinds that
# are not named are all alike; those named would otherwise drive every game to the same end.
ANY_KIND = (-2.5, 1.5)
KINDS: Mapping[str, tuple[float, float]] = {
    "pass": (-4.0, 0.0),
    "sell_shares": (-7.0, -0.5),
    "start_company": (-5.0, 0.5),
    "lay_tile": (0.0, 3.0),
    "buy_train": (0.0, 3.0),
    "take_private": (-6.0, 0.0),
    "place_factory": (-6.0, -2.0),  # these two undo each other, and nothing else changes
    "take_off_factory": (-6.0, -2.0),
    "take_loan": (-12.0, -2.0),  # offered in every step of a turn, so a small wish is soon fulfilled
}
# Where an action says yes or no: its field, and the least and greatest share of yes.
YES_OR_NO: Mapping[str, tuple[str, float, float]] = {
    "dividend": ("pay", 0.3, 1.0),
    "answer": ("accept", 0.0, 0.6),
}
TRIES = 8
PATIENCE = 3000
"""After so many actions every kind of move is equal: a game of odd temperaments must end too."""


class RandomBot:
    """Called with a state and a seat, it returns a legal action.

    Its choice depends on its seed, the state's version and the seat alone, so that a game can be
    interrupted, undone and continued, and still goes the same way.
    """

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed
        self._weights: dict[str, float] = {}
        self._shares: dict[str, float] = {}

    def __call__(self, state: Any, seat: int) -> Action:
        rng = Random(f"{self.seed}/{state.version}/{seat}")
        moves = list(activity_of(state).moves(state))
        mood = max(0.0, 1.0 - state.version / PATIENCE)
        weights = [self.eagerness(str(move.action.__struct_config__.tag)) ** mood for move in moves]
        while moves:
            [at] = rng.choices(range(len(moves)), weights)
            action = self._one(moves[at], state, seat, rng)
            if action is not None:
                return action
            del moves[at], weights[at]
        raise LookupError(f"seat {seat} has no legal action")

    def _one(self, move: Any, state: Any, seat: int, rng: Random) -> Action | None:
        action: Action | None = move.sample(state, seat, rng)
        kind = move.action.__struct_config__.tag
        if action is None or kind not in YES_OR_NO:
            return action
        field = YES_OR_NO[kind][0]
        wanted = rng.random() < self.willingness(kind)
        for _ in range(TRIES):
            if getattr(action, field) == wanted:
                break
            action = move.sample(state, seat, rng)
        return action

    def eagerness(self, kind: str) -> float:
        """Return the weight of a kind of move: this bot's own, whatever the order it meets them in."""
        weight = self._weights.get(kind)
        if weight is None:
            low, high = KINDS.get(kind, ANY_KIND)
            weight = self._weights[kind] = exp(Random(f"{self.seed}/likes/{kind}").uniform(low, high))
        return weight

    def willingness(self, kind: str) -> float:
        """Return how often it says yes."""
        share = self._shares.get(kind)
        if share is None:
            _, low, high = YES_OR_NO[kind]
            share = self._shares[kind] = Random(f"{self.seed}/says/{kind}").uniform(low, high)
        return share
