"""Where the program of 18xx.games stops in a company's turn and wants a pass.

Its steps are not quite ours: it may stop where we have nothing to decide, and the other way round. So
every state on the way from one decision of ours to the next is looked at.
"""

from typing import Generic

from stellwerk.engine.action import Action
from stellwerk.engine.play import states_between
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import OperatingRound, OperatingTurn, at_end, step_of
from stellwerk.mech18.state import AnyRailways, S
from stellwerk.mech18.trains import BuyTrain, TrainOffer, TrainStep

TurnId = tuple[tuple[str, ...], tuple[tuple[int, int], ...]]
"""Tells one company's turn from its next: companies in turn, and the rounds they are in."""
NO_TURN: TurnId = ((), ())


class PassPoints(Generic[S]):
    """Follows the turns of a game. A title says when that program waits."""

    def __init__(self) -> None:
        self.turn = NO_TURN
        self.buying: bool | None = None
        """Whether that program's train step is open in the present turn; None before it is reached."""

    # -- what a title says -------------------------------------------------------------------

    def waits_for_trains(self, s: S, turn: OperatingTurn) -> bool:
        """Return whether it stops in its train step."""
        raise NotImplementedError

    def goes_on_buying(self, s: S, turn: OperatingTurn) -> bool:
        """Return whether its train step stays open after a purchase."""
        return self.waits_for_trains(s, turn)

    def passes_at(self, s: S, turn: OperatingTurn) -> int:
        """Return how many passes it wants where a turn stands, beside that of the train step."""
        return 0

    # -- following ---------------------------------------------------------------------------

    def follow(self, before: S, action: Action) -> list[str]:
        """Return the companies that must pass there after an action of ours, beside a pass that we made."""
        passing = []
        bought = isinstance(action, BuyTrain) or (isinstance(action, Answer) and action.accept)
        for state in states_between(before, action):
            turn = turn_of(state)
            if turn_id(state) != self.turn:
                self.turn, self.buying = turn_id(state), None
            if turn is not None:
                passing += [turn.company] * self._passes(state, turn, bought)
            bought = False
        return passing

    def _passes(self, s: S, turn: OperatingTurn, bought: bool) -> int:
        on_top = s.frame is turn
        if step_of(s, turn) == TrainStep.name and self.buying is not False:
            # Once the step is closed it stays closed, whatever money comes in later. It is judged at the
            # purchase itself: trains given up after it, by the buyer or others, do not open it again. Records
            # of 1824 show both, those of 1848 neither; the step is the same.
            if bought and not isinstance(s.frame, TrainOffer):
                self.buying = self.goes_on_buying(s, turn)
            elif on_top:
                self.buying = self.waits_for_trains(s, turn)
        if not on_top:
            return 0
        return self.passes_at(s, turn) + (at_end(s, turn) and self.buying is True)


def turn_of(s: AnyRailways) -> OperatingTurn | None:
    return s.nearest(OperatingTurn)


def turn_id(s: AnyRailways) -> TurnId:
    turns = tuple(f.company for f in s.stack if isinstance(f, OperatingTurn))
    rounds = tuple((f.set, f.number) for f in s.stack if isinstance(f, OperatingRound))
    return turns, rounds
