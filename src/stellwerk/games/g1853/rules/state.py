"""The state of 1853: what it adds to the 18xx table."""

from collections.abc import Iterator, Mapping, Sequence

from stellwerk.engine.memo import kept_property
from stellwerk.games.g1853.rules.book import BBCI, LARGE, SMALL, Facts, Rulings
from stellwerk.mech18.book import Company, Version
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.shares import holdings
from stellwerk.mech18.state import BANK, SEATS, Railways
from stellwerk.mech18.stock import StockRound

ENVELOPES = "envelopes"
"""Owner of the bonds while they lie aside."""


def pair(seat: int, company: str) -> str:
    """Key of what a seat has in a company."""
    return f"{seat}/{company}"


class India(Railways[Facts, Rulings], frozen=True, kw_only=True, dict=True):
    """1853: contracts, papers not paid for, directors and managers, the elephant (`priority`)."""

    order: tuple[int, ...]
    """Seats clockwise; the seats' numbers themselves are those of the set-up."""
    bonds: Mapping[str, int] = {}
    """Seat -> its bond, once all are known."""
    contracts: Mapping[str, tuple[str, ...]] = {}
    """Seat -> the cities it has named. Secret (2.5.11)."""
    claimed: Mapping[str, int] = {}
    """`seat/company` -> shares taken for contract cities."""
    fulfilled: tuple[int, ...] = ()
    """Seats whose contract has been shown and paid back."""
    unpaid: Mapping[str, int] = {}
    """`seat/company` -> contract shares not paid for yet; they are held like others (2.7.3-c)."""
    since: Mapping[str, int] = {}
    """`seat/company` -> when the holding began; smaller is longer ago."""
    holders: int = 0
    """How many holdings have begun."""
    directors: Mapping[str, int] = {}
    """Company -> the seat that directs it."""
    former: Mapping[str, int] = {}
    """Company -> the seat that directed it before."""
    bbci: str = ""
    """Large or small, once it is decided."""
    bbci_shown: int = -1
    """The seat that has shown two cities of its contract for it."""
    back_sides: bool = False
    """2.8.4: the backs of the 2s, the 1M, are in the game."""
    options: Mapping[str, str] = {}
    """Large company -> when its second tile begins."""
    credit: Mapping[str, str] = {}
    """Company -> its train that is not paid for."""
    beside: tuple[str, ...] = ()
    """Cards in the bank that are sold beside the ascending order."""
    marked: tuple[str, ...] = ()
    """Small companies that have used their train marker."""
    penalised: tuple[int, ...] = ()
    """Seats that must give up all directorships in their next turn."""

    # -- people: 2.5.3-a, the bonds decide who sits where --------------------------------------

    def after(self, seat: int) -> int:
        return self.order[(self.order.index(seat) + 1) % len(self.order)]

    def seats_from(self, seat: int) -> Iterator[int]:
        at = self.order.index(seat)
        return iter((*self.order[at:], *self.order[:at]))

    # -- companies ---------------------------------------------------------------------------

    def sheet(self, company: str) -> Company:
        """2.6.3: a small BBCI has one home."""
        if company == BBCI and self.bbci == SMALL:
            return self.facts.small_bbci
        return self.book.companies[company]

    def size_of(self, company: str) -> str:
        """1-g, 2.6: large or small."""
        return self.bbci if company == BBCI else self.facts.sheets[company].size

    def is_large(self, company: str) -> bool:
        return self.size_of(company) == LARGE

    def director(self, company: str) -> str | None:
        """Return who leads a company: its director, or else its manager (1-h)."""
        if company not in self.opened:
            return None
        seat = self.directors.get(company)
        return SEATS[self._manager(company) if seat is None else seat]

    def has_director(self, company: str) -> bool:
        return company in self.directors

    def _manager(self, company: str) -> int:
        """3.4.1-a: the last director, with a share, else the longest holder; 3.4.1-b: the elephant's."""
        owned = [seat for seat, shares in holdings(self, company).items() if shares]
        former = self.former.get(company)
        if former in owned:
            return former
        return min(owned, key=lambda seat: self.since[pair(seat, company)], default=self.priority)

    def directs(self, seat: int) -> list[str]:
        return [company for company, director in self.directors.items() if director == seat]

    # -- papers: 3.2.3-d, shares are units and the director's paper two of them ----------------

    def paper_count(self, owner: str) -> int:
        count = super().paper_count(owner)
        return count - len(self.directs(SEATS.index(owner))) if owner in self.players else count

    def paid_shares(self, seat: int, company: str) -> int:
        return self.shares(SEATS[seat], company) - self.unpaid.get(pair(seat, company), 0)

    def value(self, company: str) -> int:
        """3.1.7: the market price, par where there is none yet (4.7.2)."""
        return self.price(company) or self.par[company]

    # -- trains ------------------------------------------------------------------------------

    def sides_on_sale(self, train: str) -> Sequence[Version]:
        """2.8.4: the 1M on the backs of the 2s only where it is in the game."""
        sides = super().sides_on_sale(train)
        return sides if self.back_sides else [side for side in sides if side.name != "1M"]

    def kept_side(self, card: str) -> str:
        """4.8.6: by ruling, the one side with which the bank sells a card that came back."""
        return self.versions.get(card, "") if self.rulings.returned_keeps_side else ""

    @kept_property
    def offers_of_bank(self) -> tuple[str, ...]:
        """4.8.3, 4.8.6: the ascending order, and one card of each kind beside it."""
        cards = self.trains_of(BANK)
        extra = {(self.train_type(card), self.kept_side(card)): card for card in reversed(self.beside)}
        return (*self.offers_among(card for card in cards if card not in self.beside), *extra.values())


class SharesRound(StockRound, frozen=True):
    """A stock round of 1853. `last` is the last buyer, `passed` who has not bought since."""

    bought: str = ""
    """The company of which a share was bought in this turn."""
    started: tuple[str, ...] = ()
    """Companies that went into operation in this round."""
    windows: tuple[str, ...] = ()
    """2.8.3-c, `seat/company`: who may sell contract shares of a company in operation in the next turn."""
    later: tuple[str, ...] = ()
    """The same for the seat whose own turn brought the company into operation."""


class Turn(OperatingTurn, frozen=True):
    """A company's turn in 1853."""

    first_tile: str = ""
    """4.1.7: where the first yellow tile of the turn lies."""
    premiums: int = 0
    duties: tuple[str, ...] = ()
    """4.2.3, 4.4.2: hexes outside the area that a train must run to in this turn."""
    mail: int = 0
