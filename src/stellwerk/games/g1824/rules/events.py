"""What only the log of 1824 tells."""

from typing import ClassVar

from stellwerk.engine.state import Event
from stellwerk.engine.text import msg


class PriceSet(Event, frozen=True):
    says: ClassVar[str] = msg("The share price of {company} starts at {par}.")
    company: str
    par: int


class FirstTrain(Event, frozen=True):
    says: ClassVar[str] = msg("{company} pays {price} for its first train, a {train}.")
    company: str
    train: str
    price: int


class NeverSold(Event, frozen=True):
    says: ClassVar[str] = msg("Nobody bought {railways}: out of the game.")
    railways: str


class MountainSwapped(Event, frozen=True):
    says: ClassVar[str] = msg("{player} exchanges {private} for a share of {company}.")
    player: str
    private: str
    company: str


class MountainLost(Event, frozen=True):
    says: ClassVar[str] = msg("{private} of {player} leaves the game without a share.")
    player: str
    private: str


class CoalSwapped(Event, frozen=True):
    says: ClassVar[str] = msg(
        "{player} exchanges {railway} for the director's share of {company}, which takes over {cash} "
        "and {trains:0=no train|# train|# trains}."
    )
    player: str
    railway: str
    company: str
    cash: int
    trains: int


class MineIncome(Event, frozen=True):
    says: ClassVar[str] = msg("{company} receives {amount} from mines.")
    company: str
    amount: int


class StateWillForm(Event, frozen=True):
    says: ClassVar[str] = msg("{company} will form at the end of this round.")
    company: str


class StateFormed(Event, frozen=True):
    says: ClassVar[str] = msg(
        "{company} forms from {railways}: {capital} for free shares; it takes over {cash} and "
        "{trains:0=no train|# train|# trains}."
    )
    company: str
    railways: str
    capital: int
    cash: int
    trains: int


class MarkerReturned(Event, frozen=True):
    says: ClassVar[str] = msg("A marker of {company} in {place} leaves the game.")
    company: str
    place: str


class NoDirector(Event, frozen=True):
    says: ClassVar[str] = msg("Nobody holds 20% of {company}: it does not operate.")
    company: str


class DirectorAids(Event, frozen=True):
    says: ClassVar[str] = msg("{player} pays {amount} towards the train of {company}.")
    player: str
    company: str
    amount: int


class DebtNoted(Event, frozen=True):
    says: ClassVar[str] = msg("{player} lacks {short} and owes {debt} with interest.")
    player: str
    short: int
    debt: int


class DebtRepaid(Event, frozen=True):
    says: ClassVar[str] = msg("{player} pays {amount} of the debt back and owes {debt}.")
    player: str
    amount: int
    debt: int


class InterestAdded(Event, frozen=True):
    says: ClassVar[str] = msg("Interest: the debt of {player} grows from {old} to {new}.")
    player: str
    old: int
    new: int


class TrainGoesAbroad(Event, frozen=True):
    says: ClassVar[str] = msg("A {train} goes abroad.")
    train: str


class BuildersDrawn(Event, frozen=True):
    says: ClassVar[str] = msg("{railways} will only build; {company} is the bond railway.")
    railways: str
    company: str


class BuildersClose(Event, frozen=True):
    says: ClassVar[str] = msg("The building railways {railways} close.")
    railways: str


class BondPays(Event, frozen=True):
    says: ClassVar[str] = msg("The bond railway {company} pays its price of {price}: {shares}.")
    company: str
    price: int
    shares: str


class BondMarkerPlaced(Event, frozen=True):
    says: ClassVar[str] = msg("A marker of the bond railway {company} is placed in {place}.")
    company: str
    place: str


class PoolEarns(Event, frozen=True):
    says: ClassVar[str] = msg("{company} receives {amount} for its shares in the pool.")
    company: str
    amount: int


class TownsNamed(Event, frozen=True):
    says: ClassVar[str] = msg("{player} says how many town markers: {number}.")
    player: str
    number: int


class TownsAgreed(Event, frozen=True):
    says: ClassVar[str] = msg("All agree; town markers: {number}.")
    number: int


class TownMarkerPlaced(Event, frozen=True):
    says: ClassVar[str] = msg("{player} places a town marker on {hex}.")
    player: str
    hex: str
