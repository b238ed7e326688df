"""The state of 1824: what it adds to the 18xx table."""

from collections.abc import Mapping

from msgspec import structs

from stellwerk.games.g1824.rules.book import STATE, Facts, Rulings
from stellwerk.mech18.book import Company
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.state import Railways


class AustriaHungary(Railways[Facts, Rulings], frozen=True, kw_only=True, dict=True):
    """1824: debts, state railways forming, and what variant A draws by lot."""

    debt: Mapping[str, int]
    """Player -> what is owed (VII.12)."""
    forming: tuple[str, ...] = ()
    """State railways that form at the end of this round."""
    formed: tuple[str, ...] = ()
    builders: tuple[str, ...] = ()
    """X.3-2: railways that only build track."""
    bond: str = ""
    """X.4-3: the company that only pays."""
    last_marker_free: tuple[str, ...] = ()
    """R10: companies whose last marker costs nothing."""
    bond_waits_for: str = ""
    """X.4-6b: the train type whose last card brings the bond railway's second marker."""

    def director(self, company: str) -> str | None:
        """X.4-5b: the bond railway has none, whoever holds its 20% paper."""
        return None if company == self.bond else super().director(company)

    def decider(self, company: str) -> int:
        """IV.4.4-14: for a state railway without a director it is the holder of the priority card."""
        seat = self.director_seat(company)
        return self.priority if seat < 0 and self.kind(company) == STATE else seat

    def sheet(self, company: str) -> Company:
        """R10: one marker of KK, the last, may be free."""
        printed = super().sheet(company)
        if company not in self.last_marker_free:
            return printed
        return structs.replace(printed, markers=(*printed.markers[:-1], 0))


class Turn(OperatingTurn, frozen=True):
    """A turn also remembers the trade-in, one for each OR (VII.13-1c), and the aid of its director."""

    mines: int = 0
    """What the mines of this turn's runs pay."""
    traded: bool = False
    aided: bool = False
    """VII.12-5b: whether its director has paid for a train."""
    before_sales: int = -1
    """VII.12-2: what company and director had before shares were sold for a train; -1 if none were."""


class BuilderTurn(OperatingTurn, frozen=True):
    """X.3-2: a railway that only builds."""
