"""Where the program of 18xx.games stops in a company's turn and wants a pass.

Its steps are not quite ours: it may stop where we have nothing to decide, and the other way round. So
every state on the way from one decision of ours to the next is looked at.
"""

from typing import Any

from stellwerk.engine.action import Action
from stellwerk.engine.play import course
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import OperatingRound, OperatingTurn
from stellwerk.mech18.trains import BuyTrain, TrainOffer


class Stops:
    """Follows the turns of a game. A title says when that program waits."""

    train_step: int
    """The place of the train step in a company's turn."""
    last_step: int
    """The number of steps of a company's turn."""

    def __init__(self) -> None:
        self.turn: tuple[Any, ...] = ()
        self.buying: bool | None = None
        """Whether that program's train step is open in the present turn; None before it is reached."""

    # -- what a title says -------------------------------------------------------------------

    def waits_for_trains(self, s: Any, turn: OperatingTurn) -> bool:
        """Whether it stops in its train step."""
        raise NotImplementedError

    def goes_on_buying(self, s: Any, turn: OperatingTurn) -> bool:
        """Whether its train step stays open after a purchase."""
        return self.waits_for_trains(s, turn)

    def passes_at(self, s: Any, turn: OperatingTurn) -> int:
        """How many passes it wants where a turn stands, beside that of the train step."""
        return 0

    # -- following ---------------------------------------------------------------------------

    def follow(self, before: Any, action: Action) -> list[str]:
        """The companies that must pass there after an action of ours, beside a pass that we made."""
        passing = []
        bought = isinstance(action, BuyTrain) or (isinstance(action, Answer) and action.accept)
        for state in course(before, action):
            turn = turn_of(state)
            if turn_id(state) != self.turn:
                self.turn, self.buying = turn_id(state), None
            if turn is not None:
                passing += [turn.company] * self._passes(state, turn, bought)
            bought = False
        return passing

    def _passes(self, s: Any, turn: OperatingTurn, bought: bool) -> int:
        on_top = s.frame is turn
        if turn.step == self.train_step and self.buying is not False:
            # Once the step is closed it stays closed, whatever money comes in later. It is judged at the
            # purchase itself: trains given up after it, by the buyer or others, do not open it again. Records
            # of 1824 show both, those of 1848 neither; the step is the same.
            if bought and not isinstance(s.frame, TrainOffer):
                self.buying = self.goes_on_buying(s, turn)
            elif on_top:
                self.buying = self.waits_for_trains(s, turn)
        if not on_top:
            return 0
        return self.passes_at(s, turn) + (turn.step == self.last_step and self.buying is True)


def turn_of(s: Any) -> OperatingTurn | None:
    return next((frame for frame in reversed(s.stack) if isinstance(frame, OperatingTurn)), None)


def turn_id(s: Any) -> tuple[Any, ...]:
    """Tells one company's turn from its next."""
    turns = [f.company for f in s.stack if isinstance(f, OperatingTurn)]
    rounds = [(f.set, f.number) for f in s.stack if isinstance(f, OperatingRound)]
    return (turns, rounds)
