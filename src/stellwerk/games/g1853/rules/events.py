"""What the log tells of the things that only 1853 has. H5: nothing here names a hidden city.

H8: what shows a secret is final for undo.
"""

from typing import ClassVar

from stellwerk.engine.state import Event
from stellwerk.engine.text import msg


class BondWritten(Event, frozen=True):
    says: ClassVar[str] = msg("{player} has written down a bond.")
    player: str


class BondsShown(Event, frozen=True):
    final: ClassVar[bool] = True
    says: ClassVar[str] = msg("The bonds are shown: {bonds}.")
    bonds: str


class SeatsByBond(Event, frozen=True):
    says: ClassVar[str] = msg("They sit in the order {order}; {player} takes the elephant.")
    order: str
    player: str


class ShareClaimed(Event, frozen=True):
    says: ClassVar[str] = msg("{player} names a city and takes a share of {company}.")
    player: str
    company: str


class ContractClosed(Event, frozen=True):
    says: ClassVar[str] = msg("{player} has a contract of {cities:# city|# cities}.")
    player: str
    cities: int


class ContractSharesPaid(Event, frozen=True):
    says: ClassVar[str] = msg(
        "{player} pays {amount} for {paid:0=no contract share|# contract "
        "share|# contract shares}; {unpaid:0=none stays|# stays|# stay} unpaid."
    )
    player: str
    amount: int
    paid: int
    unpaid: int


class SharePaid(Event, frozen=True):
    says: ClassVar[str] = msg("{player} pays {price} for a contract share of {company}.")
    player: str
    company: str
    price: int


class ThresholdReached(Event, frozen=True):
    says: ClassVar[str] = msg("Enough shares of {company} are out: it will go into operation.")
    company: str


class ManagerLeads(Event, frozen=True):
    says: ClassVar[str] = msg("{company} has no director: {player} manages it.")
    player: str
    company: str


class BbciLarge(Event, frozen=True):
    final: ClassVar[bool] = True
    says: ClassVar[str] = msg("{player} shows {cities} in the contract: {company} is a large company.")
    player: str
    cities: str
    company: str


class BbciSmall(Event, frozen=True):
    says: ClassVar[str] = msg("{company} is a small company.")
    company: str


class BackSides(Event, frozen=True):
    says: ClassVar[str] = msg("A small company is in operation: the extra trains and the 1M are in the game.")


class ElephantSold(Event, frozen=True):
    says: ClassVar[str] = msg("{seller} sells the elephant to {player} for {price}.")
    seller: str
    player: str
    price: int


class ElephantOffered(Event, frozen=True):
    says: ClassVar[str] = msg("{seller} offers the elephant to {player} for {price}.")
    seller: str
    player: str
    price: int


class ElephantRefused(Event, frozen=True):
    says: ClassVar[str] = msg("{player} does not buy the elephant.")
    player: str


class ElephantKept(Event, frozen=True):
    says: ClassVar[str] = msg("{player} does not sell the elephant for {price}.")
    player: str
    price: int


class ExtraRoundOrdered(Event, frozen=True):
    says: ClassVar[str] = msg("{player} orders another operating round.")
    player: str


class OptionChosen(Event, frozen=True):
    says: ClassVar[str] = msg("{company} may lay a second tile {when}.")
    company: str
    when: str


class PremiumPaid(Event, frozen=True):
    says: ClassVar[str] = msg("{company} receives {amount} for opening up the land.")
    company: str
    amount: int


class ContractFulfilled(Event, frozen=True):
    final: ClassVar[bool] = True
    says: ClassVar[str] = msg("{player} has fulfilled the contract ({cities}) and takes {bond} back.")
    player: str
    cities: str
    bond: int


class ContractIllegal(Event, frozen=True):
    says: ClassVar[str] = msg("The contract of {player} was illegal: the others vote on a pardon.")
    player: str


class Pardoned(Event, frozen=True):
    says: ClassVar[str] = msg("{player} is pardoned ({votes} of {voters:# vote|# votes}).")
    player: str
    votes: int
    voters: int


class NotPardoned(Event, frozen=True):
    says: ClassVar[str] = msg(
        "{player} is not pardoned ({votes} of {voters:# vote|# votes}) and loses all directorships "
        "in the next stock round."
    )
    player: str
    votes: int
    voters: int


class MailCarried(Event, frozen=True):
    says: ClassVar[str] = msg("{company} receives {amount} for the mail.")
    company: str
    amount: int


class MailLeft(Event, frozen=True):
    says: ClassVar[str] = msg("{company} carries no mail.")
    company: str


class DirectorGives(Event, frozen=True):
    says: ClassVar[str] = msg("{player} gives {company} the missing {amount}.")
    player: str
    company: str
    amount: int


class TrainOnCredit(Event, frozen=True):
    says: ClassVar[str] = msg("{company} takes a {train} on credit and owes {price}.")
    company: str
    train: str
    price: int


class TrainPaid(Event, frozen=True):
    says: ClassVar[str] = msg("{company} pays {price} for its {train}.")
    company: str
    train: str
    price: int


class TrainReturned(Event, frozen=True):
    says: ClassVar[str] = msg("The {train} of {company} goes back to the bank.")
    company: str
    train: str


class MarkerUsed(Event, frozen=True):
    says: ClassVar[str] = msg("{company} uses its train marker.")
    company: str
