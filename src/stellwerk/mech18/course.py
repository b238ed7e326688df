"""The course of the game: the opening, then stock rounds and sets of operating rounds in turn."""

import hashlib
from collections.abc import Callable, Sequence
from random import Random

from stellwerk.engine.action import CHANCE, Action
from stellwerk.engine.hashing import encoded
from stellwerk.engine.rule import Fault, Rule, refuse
from stellwerk.engine.state import Frame
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import msg
from stellwerk.mech18.events import GameOver, RoundBegins, SeatsDrawn
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.state import BANK, OUT, AnyRailways, S
from stellwerk.mech18.stock import StockRound

STANDSTILL = msg("nothing can move any more")
"""It stands in states of finished games and so in their hashes: other words would be another state."""


class Course(Frame, frozen=True):
    """The bottom of the cursor. `set` counts stock rounds, `number` the operating rounds of a set."""

    set: int = 0
    number: int = 0
    of: int = 0
    seen: str = ""
    """What the table looked like at the end of the last set, as a digest."""
    idle: int = 0
    """Sets in a row in which nothing moved."""
    settled: bool = False
    """Whether what follows a set has happened."""


class CourseActivity(Activity[S]):
    """After the opening: SR 1, ORs 1.1 …, SR 2, … until the game is over."""

    def __init__(
        self,
        *,
        order_rule: str,
        result: Callable[[S], dict[str, int]],
        winners: Callable[[S], tuple[str, ...]],
        idle_sets: int,
        open_stock_round: Callable[[S, int], S] = lambda s, number: s.push(StockRound(number, s.priority)),
        after_set: Callable[[S], S] = lambda s: s,
        over: Callable[[S], bool] = lambda s: False,
        ends_after_set: Callable[[S], bool] = lambda s: True,
    ) -> None:
        self.order_rule = order_rule
        self.result = result
        self.winners = winners
        self.idle_sets = idle_sets
        """After so many sets in which nothing at all has changed, nothing will."""
        self.open_stock_round = open_stock_round
        """Puts the frames of stock round `number` on the cursor."""
        self.after_set = after_set
        """What happens between a set of operating rounds and the stock round, unless the game is over."""
        self.over = over
        """Whether the game ends between two rounds, without waiting for the end of the set."""
        self.ends_after_set = ends_after_set
        """Whether what `after_set` brings about can end the game before the stock round."""

    def seats(self, s: S) -> tuple[int, ...]:
        return ()

    def moves(self, s: S) -> Sequence[Move[S, Action]]:
        return ()

    def advance(self, s: S) -> S | None:
        course = s.top(Course)
        if self.over(s):
            return self.finish(s)
        if course.number < course.of:
            number = course.number + 1
            s = s.update_frame(number=number).say(RoundBegins(f"OR {course.set}.{number}"))
            return s.push(OperatingRound(course.set, number, course.of))
        if course.of and not course.settled:
            s = self.count_idle(s)
            return self.finish(s) if s.ending else self.after_set(s.update_frame(settled=True))
        if course.of and s.ending and self.ends_after_set(s):
            return self.finish(s)
        return self.stock_round(s)

    def count_idle(self, s: S) -> S:
        """At the end of a set: has anything moved since the last one?"""
        course, now = s.top(Course), digest(s)
        s = s.update_frame(idle=course.idle + 1 if now == course.seen else 0, seen=now)
        return s.trigger_end(STANDSTILL) if s.top(Course).idle >= self.idle_sets else s

    def stock_round(self, s: S) -> S:
        course = s.top(Course)
        if course.of or not course.set:
            number = course.set + 1
            s = s.update_frame(set=number, number=0, of=0, settled=False).say(RoundBegins(f"SR {number}"))
            return self.open_stock_round(s, number)
        # The stock round is over: its set begins. A running set never grows.
        return s.update_frame(of=s.rounds_per_set)

    def finish(self, s: S) -> S:
        told = ", ".join(f"{name} {value}" for name, value in self.result(s).items())
        return s.say(GameOver(told, ", ".join(self.winners(s)))).replace(stack=())


def digest(s: AnyRailways) -> str:
    """Return everything that a player could have changed, in a few characters.

    Cards in the bank do not count.
    """
    trains = {train: owner for train, owner in s.trains.items() if owner not in (BANK, OUT)}
    there = (s.cash, s.papers, s.privates, s.prices, s.board, trains)
    return hashlib.sha256(encoded(s, there)).hexdigest()[:16]


class SeatDraw(Frame, frozen=True):
    """Before everything: the seats are drawn."""


class DrawSeats(Action, frozen=True):
    """Chance: who sits where. `order` names players by their place in the set-up."""

    order: tuple[int, ...]


def is_an_order(s: AnyRailways, a: DrawSeats) -> Fault | None:
    if sorted(a.order) == list(range(len(s.setup.players))):
        return None
    return refuse("{order} does not seat every player once.", order=", ".join(map(str, a.order)))


class DrawMove(Move[S, DrawSeats]):
    action = DrawSeats
    listed = False

    def candidates(self, s: S, seat: int) -> Sequence[DrawSeats]:
        return (DrawSeats(seat, tuple(range(len(s.setup.players)))),)

    def sample(self, s: S, seat: int, rng: Random) -> DrawSeats:
        order = list(range(len(s.setup.players)))
        rng.shuffle(order)
        return DrawSeats(seat, tuple(order))

    def apply(self, s: S, a: DrawSeats) -> S:
        names = tuple(s.setup.players[n] for n in a.order)
        return s.replace(names=names).pop().say(SeatsDrawn(", ".join(names)))


class SeatDrawActivity(Activity[S]):
    asks = msg("The seats are drawn.")

    def __init__(self, rule: Rule[S, DrawSeats]) -> None:
        self.order_rule = rule.id
        self._moves = (DrawMove(rule),)

    def seats(self, s: S) -> tuple[int, ...]:
        return (CHANCE,)

    def moves(self, s: S) -> Sequence[Move[S, Action]]:
        return self._moves
