"""The state of 1848: what it adds to the 18xx table."""

from collections.abc import Mapping
from typing import Self

from stellwerk.board.hexes import StopId
from stellwerk.engine.state import Frame
from stellwerk.games.g1848.rules.book import Facts, Rulings
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.state import BANK, BANK_EMPTY, SEAT_OF, Railways

CLOSED = "closed"


class Australia(Railways[Facts, Rulings], frozen=True, kw_only=True, dict=True):
    """1848: cut prices of the privates, loans, takeovers, the rights that outlive P2 and P4."""

    sale: Mapping[str, int]
    """Private -> its present price in the opening sale."""
    rights: Mapping[str, str]
    """P2, P3, P4 -> who may use its power; "" once it is used or gone.

    The right of a closed P3 is only the duty to lay Tasmania at the first 5 (V-P3-3).
    """
    loans: Mapping[str, int]
    """Company -> loans it has taken."""
    granted_loans: int = 0
    """All loans ever; companies that are gone still count (VI-Rec-6)."""
    takeovers: tuple[str, ...] = ()
    """Companies in receivership, in that order."""
    lost: Mapping[str, int]
    """Player -> companies lost as their director."""
    funded: tuple[str, ...] = ()
    """Companies that have received their capital."""
    joined: bool = False
    """Whether Sydney and Adelaide have been connected (VI-COM-1)."""
    incomes_over: bool = False
    """Whether the privates have stopped paying (V-7)."""

    def pay(self, payer: str, payee: str, amount: int) -> Self:
        """VI-Rec-4, XIV-1: an overdraft comes out of the bank too, and can empty it."""
        paid = super().pay(payer, payee, amount)
        return paid.trigger_end(BANK_EMPTY) if payer in SEAT_OF and paid.in_bank <= 0 else paid

    @property
    def in_bank(self) -> int:
        """VI-Rec-4: without what it has lent to players who overdrew their accounts."""
        money = self.cash[BANK]
        if not self.rulings.overdraft_from_bank:
            return money
        return money + sum(min(0, self.cash[player]) for player in self.players)

    @property
    def bank_income(self) -> int:
        """VI-BoE-2: what the Bank of England earns at least, by phase."""
        incomes = self.facts.bank_incomes
        return max(incomes[phase.train] for phase in self.reached if phase.train in incomes)

    def keeps_home(self, company: str) -> bool:
        """VIII-Stat-3: until the company is in operation; VI-WA-1: printed homes are for nobody else."""
        if not super().keeps_home(company):
            return False
        if self.rulings.home_kept_until == "first turn" or company not in self.opened:
            return True
        hexes = self.book.atlas.hexes
        homes = self.book.companies[company].homes
        return not any(hexes[self.book.atlas.where[StopId(home)][0]].buildable for home in homes)


class Turn(OperatingTurn, frozen=True):
    """A turn also remembers its loans: one per OR, unless a purchase is forced (VI-Loan-1)."""

    loans: int = 0
    bought: bool = False
    """Whether it has bought a train."""
    closed: bool = False
    """S16: whether it buys no more trains, though it has got money since."""


class Takeover(Frame, frozen=True):
    """Interruption: a company goes into receivership."""

    company: str
    seat: int
    """Its director until now."""
    left: tuple[str, ...]
