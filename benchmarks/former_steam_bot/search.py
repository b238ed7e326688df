"""A bot that tries out its own turns, several ahead, and goes the way that ends best.

It knows no game: a title tells it what a position is worth, what is worth trying, and what a turn is.
What others do meanwhile is not foreseen; it plans again when they have crossed its plan.
"""

from collections.abc import Hashable
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from stellwerk.engine.action import CHANCE, Action
from stellwerk.engine.capabilities import Outlook
from stellwerk.engine.play import activity_of, play, sample, settle, to_act
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.state import State

MOST_STEPS = 60
"""Actions of one turn; a turn that takes longer is cut off there."""


class Budget(Struct, frozen=True):
    """How much is tried out: no clock, so that the same position is thought through alike everywhere."""

    width: int
    """Ways that are followed from turn to turn."""
    tries: int
    """Turns tried out from each."""
    first: int = 0
    """As many more for the turn that is to be taken now."""
    depth: int = 99
    """Turns ahead, where the title would look further."""


Turns = tuple[tuple[Action, ...], ...]


class Way(NamedTuple):
    """Turns that can be taken, and what they lead to."""

    value: float
    state: Any
    turns: Turns


class Search:
    """One search for one seat."""

    def __init__(self, outlook: Outlook[State], seat: int, rng: Random, budget: Budget) -> None:
        self.outlook, self.seat, self.rng, self.budget = outlook, seat, rng, budget

    def best(self, state: Any, old: Turns = ()) -> Way:
        """Return the best way found; turns planned before are tried as well."""
        outlook, seat = self.outlook, self.seat
        depth = min(outlook.horizon(state, seat), self.budget.depth)
        state = outlook.alone(state, seat, self.rng)
        ways = [Way(0.0, state, ())]
        planned = self.replay(state, old)
        for number in range(depth):
            found: dict[Hashable, Way] = {}
            for way in ways:
                if way.state.over:
                    found[way.turns] = way
                    continue
                for after, turn in self.turns(way.state, not number):
                    key = turn if after.over else outlook.key(after, seat)
                    if key not in found:
                        found[key] = Way(outlook.value(after, seat), after, (*way.turns, turn))
            if number < len(planned):
                found.setdefault("plan", planned[number])
            ways = sorted(found.values(), key=lambda way: -way.value)[: self.budget.width]
            if number < len(planned) and planned[number] not in ways:
                ways.append(planned[number])
        return max(ways, key=lambda way: way.value)

    def replay(self, state: Any, turns: Turns) -> list[Way]:
        """Return what the turns of a plan would still lead to, as far as they are possible."""
        found: list[Way] = []
        for number, turn in enumerate(turns, start=1):
            for action in turn:
                if state.over or to_act(state) != (self.seat,):
                    return found
                try:
                    state = play(state, action).state
                except Refusal:
                    return found
            state = self.outlook.alone(state, self.seat, self.rng)
            found.append(Way(self.outlook.value(state, self.seat), state, turns[:number]))
        return found

    def turns(self, state: Any, first: bool) -> list[tuple[Any, tuple[Action, ...]]]:
        """Turns by weight; for the turn to be taken now, every beginning at least once."""
        outlook, seat, rng = self.outlook, self.seat, self.rng
        offers = [
            (move, action)
            for move in activity_of(state).moves(state)
            if move.action not in outlook.never
            for action in move.legal(state, seat)
        ]
        weights = outlook.weights(state, seat, [action for _, action in offers])
        tries = self.budget.tries + (self.budget.first if first else 0)
        share = tries / (sum(weights) or 1.0)
        turn = outlook.turn(state, seat)
        found = []
        for (move, action), weight in zip(offers, weights, strict=True):
            times = int(share * weight + rng.random()) if weight else 0
            times = max(times, 1) if first and weight else times
            if times:
                after = step(state, move, action)
                found += [self.rest(after, (action,), turn) for _ in range(times)]
        if not found:
            move, action = self.pick(state)
            found.append(self.rest(step(state, move, action), (action,), turn))
        return found

    def rest(self, s: Any, actions: tuple[Action, ...], turn: Hashable) -> tuple[Any, tuple[Action, ...]]:
        """Return the turn played on to its end."""
        outlook, seat = self.outlook, self.seat
        for _ in range(MOST_STEPS):
            if s.over:
                return s, actions
            if to_act(s) == (CHANCE,):
                # A lot is drawn by the bot's own luck: the game's seed is none of its business.
                lot = sample(s, CHANCE, self.rng)
                assert lot is not None
                s = play(s, lot).state
                continue
            if to_act(s) != (seat,) or outlook.turn(s, seat) != turn:
                break
            move, action = self.pick(s)
            s = step(s, move, action)
            actions = (*actions, action)
        return outlook.alone(s, seat, self.rng), actions

    def pick(self, s: Any) -> tuple[Any, Action]:
        """Pick an action by weight. Weights come before rules: most candidates need not be judged at all."""
        outlook, seat = self.outlook, self.seat
        offers = [
            (move, action)
            for move in activity_of(s).moves(s)
            if move.action not in outlook.never
            for action in move.candidates(s, seat)
        ]
        weights = outlook.weights(s, seat, [action for _, action in offers])
        left = sum(weights)
        while left > 1e-9:
            point = self.rng.random() * left
            at = -1
            while point >= 0 and at + 1 < len(weights):
                at += 1
                point -= weights[at]
            move, action = offers[at]
            for rule in move.rules:
                if rule.check(s, action) is not None:
                    break
            else:
                return move, action
            left -= weights[at]
            weights[at] = 0.0
        for move, action in offers:
            if all(rule.check(s, action) is None for rule in move.rules):
                return move, action
        raise LookupError(f"seat {seat} has no legal action")


def step(state: Any, move: Any, action: Action) -> Any:
    """Play an action that has been judged already."""
    return settle(move.apply(state, action)).replace(news=())


class Plan(NamedTuple):
    """What a seat means to do: the rest of the turn it was made for, and the turns after that."""

    turn: Hashable
    turns: Turns
    version: int
    """Of the state in which the next action is due."""


class LookaheadBot:
    """Called with a state and a seat, it returns a legal action.

    A new bot's choice depends on its seed, the state and the seat alone. A bot that is kept carries out the
    turn it has planned, and measures later plans against the turns it meant to take.
    """

    def __init__(
        self, outlook: Outlook[State], seed: int | str, budget: Budget, brief: Budget | None = None
    ) -> None:
        """The brief budget is for turns that are already planned."""
        self.outlook, self.seed, self.budget, self.brief = outlook, seed, budget, brief or budget
        self._plans: dict[int, Plan] = {}

    def __call__(self, state: Any, seat: int) -> Action:
        turn = self.outlook.turn(state, seat)
        plan = self._plans.get(seat)
        if plan is None or (plan.turn, plan.version) != (turn, state.version) or not plan.turns[0]:
            plan = self._think(state, seat, turn, plan)
        action, *rest = plan.turns[0]
        self._plans[seat] = Plan(turn, (tuple(rest), *plan.turns[1:]), state.version + 1)
        return action

    def _think(self, state: Any, seat: int, turn: Hashable, plan: Plan | None) -> Plan:
        rng = Random(f"{self.seed}/{state.version}/{seat}")
        old: Turns = ()
        if plan is not None and plan.version <= state.version:
            old = plan.turns if plan.turn == turn and plan.turns[0] else plan.turns[1:]
        horizon = min(self.outlook.horizon(state, seat), self.budget.depth)
        budget = self.brief if len(old) >= horizon else self.budget
        way = Search(self.outlook, seat, rng, budget).best(state, old[:horizon])
        return Plan(turn, way.turns, state.version)
