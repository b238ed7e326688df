"""Operating rounds: companies take their turns, each turn a list of steps in the rulebook's order."""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic

from stellwerk.engine.action import Action
from stellwerk.engine.play import title_of
from stellwerk.engine.rule import Fault, Rule, refuse
from stellwerk.engine.state import Frame
from stellwerk.engine.step import Activity, Move, Pass, PassMove
from stellwerk.mech18.negotiation import Talking
from stellwerk.mech18.state import AnyRailways, S


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


def company_of(s: AnyRailways) -> str:
    """Return the company whose turn it is, also while an interruption lies on top."""
    turn = s.nearest(OperatingTurn)
    if turn is None:
        raise LookupError("no company is acting")
    return turn.company


class Step(Generic[S]):
    """A step of the turn. Without moves it only happens; with moves it waits while `wanted`."""

    name = ""
    """By which others ask for it; a turn has a name once at most."""
    asks = ""
    moves: tuple[Move[S, Action], ...] = ()
    pass_rules: tuple[Rule[S, Pass], ...] = ()
    optional = True
    skippable = True
    """Whether it passes by itself when nothing at all can be done in it."""
    missed = ""
    """What is told of a company ({company}) for which it has passed by itself; empty: nothing."""

    def waits(self, s: S) -> bool:
        """Return whether it also stops when only a move that is open at any time could be made."""
        return True

    def happen(self, s: S) -> S:
        """What happens by itself when the step is reached; only for steps without moves."""
        return s

    def wanted(self, s: S) -> bool:
        """Return whether there is still something to decide."""
        return True

    def skipped(self, s: S) -> S:
        """What follows when there is nothing to decide."""
        return s

    def lacks(self, s: S) -> Fault | None:
        """Return why nothing can be done in it, where something might have been; None where it is done."""
        return nearest_miss(s, self.moves) if self.wanted(s) else None


class OperatedStep(Step[S]):
    """From here on the company has operated, if its turn `counts`."""

    def __init__(self, counts: Callable[[S], bool] = lambda s: True) -> None:
        self.counts = counts

    def happen(self, s: S) -> S:
        company = s.top(OperatingTurn).company
        if company in s.operated or not self.counts(s):
            return s
        return s.replace(operated=(*s.operated, company))


def nearest_miss(s: S, moves: Sequence[Move[S, Action]]) -> Fault | None:
    """Return why the choice is refused that came closest to being allowed; None where there is no choice."""
    seat, found, passed = s.decider(s.top(OperatingTurn).company), None, -1
    for move in moves:
        for candidate in move.candidates(s, seat):
            faults = ((number, rule.check(s, candidate)) for number, rule in enumerate(move.rules))
            number, fault = next(((at, fault) for at, fault in faults if fault is not None), (-1, None))
            if number > passed:
                found, passed = fault, number
    return found


def step_of(s: AnyRailways, turn: OperatingTurn) -> str:
    """Return the name of the step in which a turn stands.

    Empty when it has none, or the turn is at its end.
    """
    activity = title_of(s).activities[type(turn)]
    if not isinstance(activity, TurnActivity) or turn.step == len(activity.steps):
        return ""
    return activity.steps[turn.step].name


def at_end(s: AnyRailways, turn: OperatingTurn) -> bool:
    """Return whether a turn has all its steps behind it."""
    activity = title_of(s).activities[type(turn)]
    return isinstance(activity, TurnActivity) and turn.step == len(activity.steps)


def next_step(s: S) -> S:
    return s.update_frame(step=s.top(OperatingTurn).step + 1)


class TurnActivity(Activity[S]):
    """A company's turn: its steps in order, and the moves that are open at any time of it."""

    def __init__(self, *steps: Step[S], any_time: Sequence[Move[S, Action]] = (), order_rule: str) -> None:
        names = [step.name for step in steps if step.name]
        assert len(names) == len(set(names)), f"two steps of one name: {names}"
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

    def prompt(self, s: S) -> Fault:
        turn = s.top(OperatingTurn)
        return refuse(
            self.steps[turn.step].asks,
            company=turn.company,
            player=s.names[s.decider(turn.company)],
        )

    def seats(self, s: S) -> tuple[int, ...]:
        return (s.decider(s.top(OperatingTurn).company),)

    def moves(self, s: S) -> Sequence[Move[S, Action]]:
        return self._moves[s.top(OperatingTurn).step]

    def advance(self, s: S) -> S | None:
        at = s.top(OperatingTurn).step
        if at == len(self.steps):
            return s.pop()
        step = self.steps[at]
        if not step.moves:
            return step.happen(next_step(s))
        if step.wanted(s) and not (step.skippable and self._idle(s, step)):
            return None
        return step.skipped(next_step(s))

    def missed(self, s: S) -> tuple[Fault, Fault] | None:
        """Return what the company misses in the step that passes now by itself, and why; None for nothing."""
        turn = s.top(OperatingTurn)
        step = self.steps[turn.step] if turn.step < len(self.steps) else None
        if step is None or not step.moves or not step.missed:
            return None
        why = step.lacks(s)
        return None if why is None else (refuse(step.missed, company=turn.company), why)

    def may_tell(self, first: int, end: int | None) -> bool:
        """Return whether there is a step from the first to before the end that tells what is missed in it."""
        return any(step.moves and step.missed for step in self.steps[first:end])

    def _idle(self, s: S, step: Step[S]) -> bool:
        """Nothing can be done here, not even something that is possible at any time."""
        seat = s.decider(s.top(OperatingTurn).company)
        moves = (*step.moves, *self.any_time) if step.waits(s) else step.moves
        return not any(move.possible(s, seat) for move in moves)


def following_in(order: Callable[[S], Iterable[str]]) -> Callable[[S], tuple[S, str | None]]:
    """Who comes next in a round: of the companies in operation the first in this order that has not acted.

    The order is asked for each time anew, so prices count as they stand now.
    """

    def following(s: S) -> tuple[S, str | None]:
        acted = s.top(OperatingRound).acted
        return s, next((c for c in order(s) if c in s.opened and c not in acted), None)

    return following


class RoundActivity(Activity[S]):
    """An operating round: first `opening` (incomes), then the companies, `following` says which."""

    def __init__(
        self,
        *,
        order_rule: str,
        opening: Callable[[S], S],
        following: Callable[[S], tuple[S, str | None]],
        turn: Callable[[S, str, bool], OperatingTurn] = lambda s, company, first: OperatingTurn(
            company, first=first
        ),
        close: Callable[[S], S] = lambda s: s,
    ) -> None:
        self.order_rule = order_rule
        self.opening = opening
        self.following = following
        self.turn = turn
        self.close = close

    def seats(self, s: S) -> tuple[int, ...]:
        return ()

    def moves(self, s: S) -> Sequence[Move[S, Action]]:
        return ()

    def advance(self, s: S) -> S | None:
        if not s.top(OperatingRound).begun:
            return self.opening(s.update_frame(begun=True))
        s, company = self.following(s)
        if company is None:
            return self.close(s.pop())
        s = s.update_frame(acted=(*s.top(OperatingRound).acted, company))
        return s.push(self.turn(s, company, company not in s.begun))
