"""How an 18xx game went, whoever played it: its rounds, its turns, and in how many of them trains ran."""

from collections.abc import Iterable

from msgspec import Struct

from stellwerk.engine import State, title
from stellwerk.mech18.operating import OperatingRound, OperatingTurn
from stellwerk.mech18.state import Railways
from stellwerk.mech18.stock import StockRound


class Course(Struct, frozen=True):
    """What is counted of a game."""

    end: str
    stock_rounds: int
    operating_rounds: int
    turns: int
    """Turns of companies."""
    ran: int
    """Turns in which its trains earned something."""
    first: int
    """Turns in which they did not, and which were a company's first: where trains are bought after the run,
    these come whoever plays."""
    worth: tuple[int, ...]
    """What the seats had at the end."""

    @property
    def share(self) -> float:
        """The part of the turns in which trains ran."""
        return self.ran / self.turns if self.turns else 0.0

    @property
    def later_share(self) -> float:
        """The same without first turns that had no run."""
        return self.ran / (self.turns - self.first) if self.turns > self.first else 0.0


def course_of(states: Iterable[State]) -> Course:
    """Count a game by its states, from the first to the last."""
    stock = rounds = turns = ran = first = 0
    begun: set[str] = set()
    before: State | None = None
    for after in states:
        if isinstance(before, Railways) and isinstance(after, Railways):
            stock += before.nearest(StockRound) is None and after.nearest(StockRound) is not None
            earlier, now = before.nearest(OperatingRound), after.nearest(OperatingRound)
            rounds += now is not None and (earlier is None or earlier.number != now.number)
            turn, then = before.nearest(OperatingTurn), after.nearest(OperatingTurn)
            if turn is not None and (then is None or then.company != turn.company):
                turns += 1
                # The run may have been the last thing to decide, so that no state with its revenue is left.
                earned = after.last_run.get(turn.company, 0) > 0
                ran += earned
                first += not earned and turn.company not in begun
                begun.add(turn.company)
        before = after
    assert before is not None
    result = title(before.setup.game).result(before)
    names = getattr(before, "names", before.setup.players)
    worth = tuple(result[one] for one in names)
    return Course(str(getattr(before, "ending", "")), stock, rounds, turns, ran, first, worth)
