"""What only the log of 1848 tells."""

from typing import ClassVar

from stellwerk.engine.state import Event
from stellwerk.engine.text import msg


class PriceCut(Event, frozen=True):
    says: ClassVar[str] = msg("{player} lowers {private} to {price}.")
    player: str
    private: str
    price: int


class PrivateBought(Event, frozen=True):
    says: ClassVar[str] = msg("{player} buys {private} for {price}.")
    player: str
    private: str
    price: int


class PrivateTaken(Event, frozen=True):
    says: ClassVar[str] = msg("{company} buys {private} from its director for {price}.")
    company: str
    private: str
    price: int


class RightUsed(Event, frozen=True):
    says: ClassVar[str] = msg("{company} uses the right of {private}.")
    company: str
    private: str


class TasmaniaLaid(Event, frozen=True):
    says: ClassVar[str] = msg("The Tasmania tile is laid on {hex}.")
    hex: str


class CitiesJoined(Event, frozen=True):
    says: ClassVar[str] = msg("Sydney and Adelaide are connected.")


class MarkerBeside(Event, frozen=True):
    says: ClassVar[str] = msg("A marker of {company} lies beside {place}: no circle is free.")
    company: str
    place: str


class MarkerMovesIn(Event, frozen=True):
    says: ClassVar[str] = msg("The marker of {company} beside {place} moves in.")
    company: str
    place: str


class LoanTaken(Event, frozen=True):
    says: ClassVar[str] = msg(
        "{company} takes loan number {number} of the Bank of England; its price now stands at {price}."
    )
    company: str
    number: int
    price: int


class TakenOver(Event, frozen=True):
    says: ClassVar[str] = msg("The Bank of England takes {company} over.")
    company: str


class Compensated(Event, frozen=True):
    says: ClassVar[str] = msg("{player} gets {amount} for {shares:# share|# shares} of {company}.")
    player: str
    amount: int
    shares: int
    company: str


class LimitFalls(Event, frozen=True):
    says: ClassVar[str] = msg("The share limit falls to {limit}; {player} has {less} less.")
    limit: int
    player: str
    less: int


class DirectorLiable(Event, frozen=True):
    says: ClassVar[str] = msg("{player} is liable for {amount}.")
    player: str
    amount: int


class BankIncomePaid(Event, frozen=True):
    says: ClassVar[str] = msg("The Bank of England earns {amount}.")
    amount: int


class TrainRemoved(Event, frozen=True):
    says: ClassVar[str] = msg("A {train} leaves the bank and the game.")
    train: str
