"""Moves and activities: what a frame of the cursor lets its seats do."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import ClassVar, Generic, TypeVar

from stellwerk.engine.action import Action
from stellwerk.engine.offload import Offload
from stellwerk.engine.rule import Fault, Rule, refuse
from stellwerk.engine.state import State
from stellwerk.engine.text import Figures

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action, covariant=True)


class Move(Generic[S, A]):
    """One kind of decision: what may be proposed, which rules judge it, what it does.

    Candidates need not be legal, but every legal action must be among them unless `listed` is False:
    then they are a useful few of too many, the rules judge any, and `sample` finds others.

    Moves of several kinds stand in one list, as `Move[S, Action]`: the core asks each only about
    actions of its own kind (`action`).
    """

    action: type[A]
    listed: ClassVar[bool] = True

    def __init__(self, *rules: Rule[S, A]) -> None:
        self.rules = rules

    def prepare(self, s: S, offload: Offload) -> None:
        """Work out what the candidates will ask for, if it takes long; it is kept with the state."""

    def prepare_to_judge(self, s: S, offload: Offload) -> None:
        """The same for what the rules alone will ask for, when an action arrives."""

    def candidates(self, s: S, seat: int) -> Iterable[A]:
        raise NotImplementedError

    def apply(self, s: S, a: A) -> S:  # type: ignore[misc]  # see above: `a` is of the move's own kind
        raise NotImplementedError

    def legal(self, s: S, seat: int) -> list[A]:
        """Return the candidates that no rule refuses, in stable order."""
        checks = [rule.check for rule in self.rules]
        found = []
        for candidate in self.candidates(s, seat):
            for check in checks:
                if check(s, candidate) is not None:
                    break
            else:
                found.append(candidate)
        return found

    def possible(self, s: S, seat: int) -> bool:
        """Return whether there is a legal candidate at all: the first one found suffices."""
        checks = [rule.check for rule in self.rules]
        for candidate in self.candidates(s, seat):
            for check in checks:
                if check(s, candidate) is not None:
                    break
            else:
                return True
        return False

    def sample(self, s: S, seat: int, rng: Random) -> A | None:
        """Return one legal action at random, or None."""
        choices = self.legal(s, seat)
        return rng.choice(choices) if choices else None


class Pass(Action, frozen=True):
    """Do nothing (more) in this step."""


class PassMove(Move[S, Pass]):
    """Offers to pass; what passing means is the given function."""

    action = Pass

    def __init__(self, then: Callable[[S], S], *rules: Rule[S, Pass]) -> None:
        super().__init__(*rules)
        self.then = then

    def candidates(self, s: S, seat: int) -> Iterable[Pass]:
        return (Pass(seat),)

    def apply(self, s: S, a: Pass) -> S:
        return self.then(s)


class Activity(Generic[S]):
    """What a frame on top of the cursor means: who decides, what is open, what happens by itself."""

    order_rule: str
    """The paragraph that says whose turn it is and what belongs to it."""
    asks: str = ""
    """What is expected, as a message template ({player}, {company})."""

    def advance(self, s: S) -> S | None:
        """What happens by itself now; None when a decision is awaited."""
        return None

    def seats(self, s: S) -> tuple[int, ...]:
        raise NotImplementedError

    def moves(self, s: S) -> Sequence[Move[S, Action]]:
        """Return the moves open now, in the order in which they are offered."""
        raise NotImplementedError

    def figures(self, s: S) -> Figures:
        """Figures for `asks`."""
        return {}

    def prompt(self, s: S) -> Fault:
        """What is expected now: a message and its figures."""
        return refuse(self.asks, **self.figures(s))
