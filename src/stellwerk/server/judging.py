"""What a seat may do in a position, and why not the rest: judged once, whoever asks and however often."""

from collections import OrderedDict
from collections.abc import Callable, Collection
from threading import Lock, RLock
from typing import Any

from stellwerk.engine import Action, Move, shown
from stellwerk.engine.offload import ON_THE_SPOT, Offload
from stellwerk.engine.play import activity_of, refusal, to_act

Choice = shown.Choice[Any, Action]
MOST = 8
"""Verdicts that are kept of one table: a few seats, the last positions."""


class Verdict:
    """The choices of one seat. Every move is judged when it is first asked for."""

    def __init__(self, state: Any, seat: int, offload: Offload = ON_THE_SPOT) -> None:
        self.state, self.seat, self.offload = state, seat, offload
        self.moves: tuple[Move[Any, Any], ...] = ()
        if seat in to_act(state):
            self.moves = tuple(activity_of(state).moves(state))
        self._lock = RLock()  # who asks for the same at the same time waits for the answer
        self._considered: dict[int, list[Choice]] = {}
        self._legal: dict[int, list[Action]] = {}

    def considered(self, without: Collection[str] = ()) -> list[Choice]:
        """Every candidate and what is said of it. Kinds of action in `without` (by their JSON type) are
        left out before they cost anything.
        """
        return [
            choice
            for number, move in enumerate(self.moves)
            if move.action.__struct_config__.tag not in without
            for choice in self._consider(number)
        ]

    def legal(self) -> list[Action]:
        """Return all legal actions in stable order (for unlisted moves: a useful few of them)."""
        return [action for number in range(len(self.moves)) for action in self._allow(number)]

    def legal_by_move(
        self, wanted: Callable[[type[Action]], bool]
    ) -> list[tuple[Move[Any, Any], list[Action]]]:
        """Return the legal actions of the wanted kinds, move by move."""
        return [(move, self._allow(number)) for number, move in enumerate(self.moves) if wanted(move.action)]

    def _consider(self, number: int) -> list[Choice]:
        with self._lock:
            if number not in self._considered:
                move = self._prepared(number)
                self._considered[number] = [
                    (move, action, refusal(self.state, move, action))
                    for action in move.candidates(self.state, self.seat)
                ]
            return self._considered[number]

    def _allow(self, number: int) -> list[Action]:
        with self._lock:
            if number not in self._legal:
                self._legal[number] = (
                    [action for _, action, why in self._considered[number] if why is None]
                    if number in self._considered
                    else self._prepared(number).legal(self.state, self.seat)
                )
            return self._legal[number]

    def _prepared(self, number: int) -> Move[Any, Any]:
        move = self.moves[number]
        move.prepare(self.state, self.offload)
        return move


class Verdicts:
    """The verdicts that were asked for last."""

    def __init__(self, offload: Offload = ON_THE_SPOT) -> None:
        self.offload = offload
        self._lock = Lock()
        self._kept: OrderedDict[tuple[int, int], Verdict] = OrderedDict()

    def of(self, state: Any, seat: int) -> Verdict:
        key = (id(state), seat)  # a verdict holds its state, so nothing else has this id meanwhile
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = Verdict(state, seat, self.offload)
                while len(self._kept) > MOST:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return found
