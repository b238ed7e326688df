"""The state of 1848: what it adds to the 18xx table."""

from collections.abc import Mapping

from stellwerk.engine.state import Frame
from stellwerk.games.g1848.book import Facts, Rulings
from stellwerk.mech18.state import Railways

CLOSED = "closed"

TRACK_STEP, MARKER_STEP, TRAIN_STEP = 1, 2, 5
"""Places of these steps in a company's turn (operating.py)."""


class Australia(Railways, frozen=True, kw_only=True, dict=True):
    """1848: cut prices of the privates, loans, takeovers, the rights that outlive P2 and P4."""

    sale: Mapping[str, int]
    """Private -> its present price in the opening sale."""
    rights: Mapping[str, str]
    """P2, P3, P4 -> who may use its power; "" once it is used or gone."""
    loans: Mapping[str, int]
    """Company -> loans it has taken."""
    granted_loans: int = 0
    """All loans ever; companies that are gone still count (VI-Rec-6)."""
    takeovers: tuple[str, ...] = ()
    """Companies in receivership, in that order."""
    lost: Mapping[str, int]
    """Player -> companies he lost as their director."""
    funded: tuple[str, ...] = ()
    """Companies that have received their capital."""
    joined: bool = False
    """Whether Sydney and Adelaide have been connected (VI-COM-1)."""
    incomes_over: bool = False
    """Whether the privates have stopped paying (V-7)."""

    @property
    def facts(self) -> Facts:
        facts: Facts = self.book.facts
        return facts

    @property
    def rulings(self) -> Rulings:
        rulings: Rulings = self.book.rulings
        return rulings


class Takeover(Frame, frozen=True):
    """Interruption: a company goes into receivership."""

    company: str
    seat: int
    """Its director until now."""
    left: tuple[str, ...]
