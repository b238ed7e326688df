"""Operating rounds: companies take their turns, each turn a list of steps in the rulebook's order."""

from collections.abc import Callable, Sequence
from typing import Any

from stellwerk.engine.rule import Fault, Rule, no
from stellwerk.engine.state import Frame
from stellwerk.engine.step import Activity, Move, PassMove
from stellwerk.mech18.negotiation import Talking


class OperatingRound(Frame, frozen=True):
    """One round of a set."""

    set: int
    number: int
    of: int
    begun: bool = False
    acted: tuple[str, ...] = ()
    """Companies whose turn has come, in that order."""


class OperatingTurn(Talking, frozen=True):
    """A company's turn and what it has done in it."""

    company: str
    step: int = 0
    first: bool = False
    """Whether this is the company's first turn ever."""
    lays: tuple[str, ...] = ()
    """"yellow" or "upgrade" for every tile laid."""
    revenue: int = 0


def company_of(s: Any) -> str:
    """The company whose turn it is, also while an interruption lies on top."""
    for frame in reversed(s.stack):
        if isinstance(frame, OperatingTurn):
            return frame.company
    raise LookupError("no company is acting")


class Step:
    """A step of the turn. Without moves it only happens; with moves it waits while `wanted`."""

    asks = ""
    moves: tuple[Move[Any, Any], ...] = ()
    pass_rules: tuple[Rule, ...] = ()
    optional = True
    skippable = True
    """Whether it passes by itself when nothing at all can be done in it."""

    def waits(self, s: Any) -> bool:
        """Whether it also stops when only a move that is open at any time could be made."""
        return True

    def happen(self, s: Any) -> Any:
        """What happens by itself when the step is reached; only for steps without moves."""
        return s

    def wanted(self, s: Any) -> bool:
        """Whether there is still something to decide."""
        return True

    def skipped(self, s: Any) -> Any:
        """What follows when there is nothing to decide."""
        return s


def next_step(s: Any) -> Any:
    return s.mark(step=s.frame.step + 1)


class TurnActivity(Activity[Any]):
    """A company's turn: its steps in order, and the moves that are open at any time of it."""

    def __init__(self, *steps: Step, any_time: Sequence[Move[Any, Any]] = (), order_rule: str) -> None:
        self.steps = steps
        self.any_time = tuple(any_time)
        self.order_rule = order_rule
        self._moves = tuple(
            (
                *step.moves,
                *self.any_time,
                *((PassMove(next_step, *step.pass_rules),) if step.optional else ()),
            )
            for step in steps
        )

    def prompt(self, s: Any) -> Fault:
        return no(
            self.steps[s.frame.step].asks,
            company=s.frame.company,
            player=s.names[s.decider(s.frame.company)],
        )

    def seats(self, s: Any) -> tuple[int, ...]:
        return (s.decider(s.frame.company),)

    def moves(self, s: Any) -> Sequence[Move[Any, Any]]:
        return self._moves[s.frame.step]

    def advance(self, s: Any) -> Any:
        at = s.frame.step
        if at == len(self.steps):
            return s.pop()
        step = self.steps[at]
        if not step.moves:
            return step.happen(next_step(s))
        if step.wanted(s) and not (step.skippable and self._idle(s, step)):
            return None
        return step.skipped(next_step(s))

    def _idle(self, s: Any, step: Step) -> bool:
        """Nothing can be done here, not even something that is possible at any time."""
        seat = s.decider(s.frame.company)
        moves = (*step.moves, *self.any_time) if step.waits(s) else step.moves
        return not any(move.possible(s, seat) for move in moves)


class RoundActivity(Activity[Any]):
    """An operating round: first `opening` (incomes), then the companies, `following` says which."""

    def __init__(
        self,
        *,
        order_rule: str,
        opening: Callable[[Any], Any],
        following: Callable[[Any], tuple[Any, str | None]],
        turn: Callable[[Any, str, bool], OperatingTurn] = lambda s, company, first: OperatingTurn(
            company, first=first
        ),
        close: Callable[[Any], Any] = lambda s: s,
    ) -> None:
        self.order_rule = order_rule
        self.opening = opening
        self.following = following
        self.turn = turn
        self.close = close

    def seats(self, s: Any) -> tuple[int, ...]:
        return ()

    def moves(self, s: Any) -> Sequence[Move[Any, Any]]:
        return ()

    def advance(self, s: Any) -> Any:
        if not s.frame.begun:
            return self.opening(s.mark(begun=True))
        s, company = self.following(s)
        if company is None:
            return self.close(s.pop())
        s = s.mark(acted=(*s.frame.acted, company))
        return s.push(self.turn(s, company, company not in s.begun))
