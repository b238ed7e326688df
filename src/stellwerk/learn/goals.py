"""Goals of lessons: tests on the state, each with the figure that it asks for.

A goal says nothing of how it is reached. Whatever the rules allow and whatever reaches it solves the step.
"""

from msgspec import Struct

from stellwerk.board import HexId
from stellwerk.mech18.advice import best_run
from stellwerk.mech18.state import SEATS, AnyRailways


class Goal(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """What all goals have in common: a figure that is looked at before and after a move."""

    def figure(self, s: AnyRailways) -> int | None:
        """Return the figure that the goal is about; None where it has none."""
        raise NotImplementedError

    def met(self, s: AnyRailways) -> bool:
        """Return whether the position reaches the goal."""
        raise NotImplementedError

    @property
    def is_money(self) -> bool:
        """Whether the figure is an amount of money."""
        return True


class Par(Goal, frozen=True, tag="par"):
    """A company starts at exactly this price."""

    company: str
    price: int

    def figure(self, s: AnyRailways) -> int | None:
        return s.par.get(self.company)

    def met(self, s: AnyRailways) -> bool:
        return self.figure(s) == self.price


class Floated(Goal, frozen=True, tag="floated"):
    """A company goes into operation; the figure is its treasury."""

    company: str

    def figure(self, s: AnyRailways) -> int | None:
        return s.cash[self.company]

    def met(self, s: AnyRailways) -> bool:
        return self.company in s.opened


class Directs(Goal, frozen=True, tag="directs"):
    """Somebody directs a company; the figure is how many shares they hold."""

    company: str
    seat: int

    def figure(self, s: AnyRailways) -> int | None:
        return s.shares(SEATS[self.seat], self.company)

    def met(self, s: AnyRailways) -> bool:
        return s.director(self.company) == SEATS[self.seat]

    @property
    def is_money(self) -> bool:
        return False


class Runs(Goal, frozen=True, tag="best_run"):
    """The best run of a company brings at least so much."""

    company: str
    amount: int

    def figure(self, s: AnyRailways) -> int | None:
        best = best_run(s, self.company)
        return None if best is None else best.revenue

    def met(self, s: AnyRailways) -> bool:
        return (self.figure(s) or 0) >= self.amount


class Ran(Goal, frozen=True, tag="ran"):
    """A company has run for at least so much."""

    company: str
    amount: int

    def figure(self, s: AnyRailways) -> int | None:
        return s.last_run.get(self.company, 0)

    def met(self, s: AnyRailways) -> bool:
        return (self.figure(s) or 0) >= self.amount


class Treasury(Goal, frozen=True, tag="treasury"):
    """A company has at least so much money."""

    company: str
    amount: int

    def figure(self, s: AnyRailways) -> int | None:
        return s.cash[self.company]

    def met(self, s: AnyRailways) -> bool:
        return s.cash[self.company] >= self.amount


class Purse(Goal, frozen=True, tag="purse"):
    """A player has at least so much money."""

    seat: int
    amount: int

    def figure(self, s: AnyRailways) -> int | None:
        return s.cash[SEATS[self.seat]]

    def met(self, s: AnyRailways) -> bool:
        return s.cash[SEATS[self.seat]] >= self.amount


class Price(Goal, frozen=True, tag="price"):
    """The price of a company's shares is at least so high."""

    company: str
    amount: int

    def figure(self, s: AnyRailways) -> int | None:
        return s.price(self.company)

    def met(self, s: AnyRailways) -> bool:
        return s.price(self.company) >= self.amount


class Station(Goal, frozen=True, tag="station"):
    """A company has a station in a hex; the figure is how many it has on the map."""

    company: str
    hex: HexId

    def figure(self, s: AnyRailways) -> int | None:
        return s.markers[self.company]

    def met(self, s: AnyRailways) -> bool:
        return any(self.company in s.board.markers.get(stop, ()) for stop in s.book.atlas.stop_ids[self.hex])

    @property
    def is_money(self) -> bool:
        return False


class Owns(Goal, frozen=True, tag="owns"):
    """A company has a train, of a type if one is named; the figure is how many trains it has."""

    company: str
    train: str = ""

    def figure(self, s: AnyRailways) -> int | None:
        return len(s.trains_of(self.company))

    def met(self, s: AnyRailways) -> bool:
        return any(self.train in ("", s.train_type(train)) for train in s.trains_of(self.company))

    @property
    def is_money(self) -> bool:
        return False


class Rusted(Goal, frozen=True, tag="rusted"):
    """No company runs trains of a type any more; the figure is how many there are."""

    train: str

    def figure(self, s: AnyRailways) -> int | None:
        return sum(
            1
            for train, owner in s.trains.items()
            if s.train_type(train) == self.train and owner in s.book.companies
        )

    def met(self, s: AnyRailways) -> bool:
        return self.figure(s) == 0

    @property
    def is_money(self) -> bool:
        return False


class PhaseBegins(Goal, frozen=True, tag="phase"):
    """A phase has begun; the figure is how many have."""

    phase: str

    def figure(self, s: AnyRailways) -> int | None:
        return len(s.phases)

    def met(self, s: AnyRailways) -> bool:
        return self.phase in s.phases

    @property
    def is_money(self) -> bool:
        return False


class Ending(Goal, frozen=True, tag="ending"):
    """The end of the game is certain; the figure is what the bank still has."""

    def figure(self, s: AnyRailways) -> int | None:
        return s.in_bank

    def met(self, s: AnyRailways) -> bool:
        return bool(s.ending)


class Over(Goal, frozen=True, tag="over"):
    """The game is over."""

    def figure(self, s: AnyRailways) -> int | None:
        return None

    def met(self, s: AnyRailways) -> bool:
        return s.over


class Keeping(Goal, frozen=True, tag="owns_keeping"):
    """A company has a train and its director still has at least so much money, which is the figure."""

    company: str
    seat: int
    amount: int

    def figure(self, s: AnyRailways) -> int | None:
        return s.cash[SEATS[self.seat]]

    def met(self, s: AnyRailways) -> bool:
        return bool(s.trains_of(self.company)) and s.cash[SEATS[self.seat]] >= self.amount


AnyGoal = (
    Par
    | Floated
    | Directs
    | Runs
    | Ran
    | Treasury
    | Purse
    | Price
    | Station
    | Owns
    | Keeping
    | Rusted
    | PhaseBegins
    | Ending
    | Over
)
