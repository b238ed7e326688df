"""The state of 1824: what it adds to the 18xx table."""

from collections.abc import Mapping

from stellwerk.games.g1824.book import Facts, Rulings
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.state import Railways


class AustriaHungary(Railways, frozen=True, kw_only=True, dict=True):
    """1824: debts, state railways forming, and what variant A draws by lot."""

    debt: Mapping[str, int]
    """Player -> what he owes (VII.12)."""
    operated: tuple[str, ...] = ()
    """Companies that have had a turn (VI.8-1)."""
    forming: tuple[str, ...] = ()
    """State railways that form at the end of this round."""
    formed: tuple[str, ...] = ()
    builders: tuple[str, ...] = ()
    """X.3-2: railways that only build track."""
    bond: str = ""
    """X.4-3: the company that only pays."""
    bond_waits_for: str = ""
    """X.4-6b: the train type whose last card brings the bond railway's second marker."""

    @property
    def facts(self) -> Facts:
        facts: Facts = self.book.facts
        return facts

    @property
    def rulings(self) -> Rulings:
        rulings: Rulings = self.book.rulings
        return rulings

    def director(self, company: str) -> str | None:
        """X.4-5b: the bond railway has none, whoever holds its 20% paper."""
        return None if company == self.bond else super().director(company)


class Turn(OperatingTurn, frozen=True):
    """A turn also remembers the trade-in, one for each OR (VII.13-1c), and the aid of its director."""

    mines: int = 0
    """What the mines of this turn's runs pay."""
    traded: bool = False
    aided: bool = False
    """VII.12-5b: whether its director has paid for a train."""


class BuilderTurn(OperatingTurn, frozen=True):
    """X.3-2: a railway that only builds."""
