"""What the log tells of the mechanics that 18xx titles share."""

from typing import ClassVar

from stellwerk.engine.state import Event
from stellwerk.engine.text import msg


class SeatsDrawn(Event, frozen=True):
    says: ClassVar[str] = msg("The seats are drawn: {order}.")
    order: str


class RoundBegins(Event, frozen=True):
    says: ClassVar[str] = msg("{round} begins.")
    round: str


class Passed(Event, frozen=True):
    says: ClassVar[str] = msg("{player} passes.")
    player: str


class CompanyStarted(Event, frozen=True):
    says: ClassVar[str] = msg("{player} starts {company} at {par} and pays {paid} for the director's share.")
    player: str
    company: str
    par: int
    paid: int


class ShareBought(Event, frozen=True):
    says: ClassVar[str] = msg("{player} buys a share of {company} for {price} from the {source}.")
    player: str
    company: str
    price: int
    source: str


class SharesSold(Event, frozen=True):
    says: ClassVar[str] = msg("{player} sells {shares:# share|# shares} of {company} for {amount}.")
    player: str
    company: str
    shares: int
    amount: int


class DirectorChanged(Event, frozen=True):
    says: ClassVar[str] = msg("{player} becomes director of {company}.")
    player: str
    company: str


class PriceMoved(Event, frozen=True):
    says: ClassVar[str] = msg("The price of {company} goes from {old} to {new}.")
    company: str
    old: int
    new: int


class CompanyOpened(Event, frozen=True):
    says: ClassVar[str] = msg("{company} goes into operation with {capital}.")
    company: str
    capital: int


class RailwayBought(Event, frozen=True):
    says: ClassVar[str] = msg("{player} buys {railway} for {price}.")
    player: str
    railway: str
    price: int


class IncomePaid(Event, frozen=True):
    says: ClassVar[str] = msg("{private} pays {amount} to {owner}.")
    private: str
    owner: str
    amount: int


class TileLaid(Event, frozen=True):
    says: ClassVar[str] = msg(
        "{company} lays tile {tile} on {hex}{rotation:0=| (turned #)| (turned #)}{cost:0=| for #| for #}."
    )
    company: str
    tile: str
    hex: str
    rotation: int
    cost: int


class MarkerPlaced(Event, frozen=True):
    says: ClassVar[str] = msg("{company} places a station marker in {place}{cost:0=| for #| for #}.")
    company: str
    place: str
    cost: int


class TrainsRun(Event, frozen=True):
    says: ClassVar[str] = msg("{company} earns {revenue}: {routes}.")
    company: str
    revenue: int
    routes: str


class NoRun(Event, frozen=True):
    says: ClassVar[str] = msg("{company} earns nothing.")
    company: str


class DividendPaid(Event, frozen=True):
    says: ClassVar[str] = msg("{company} pays {revenue} out: {shares}.")
    company: str
    revenue: int
    shares: str


class RevenueHalved(Event, frozen=True):
    says: ClassVar[str] = msg("{company} earns {revenue}: half of it, {half}, goes to {owner}.")
    company: str
    revenue: int
    owner: str
    half: int


class RevenueKept(Event, frozen=True):
    says: ClassVar[str] = msg("{company} {revenue:0=pays no dividend|withholds #|withholds #}.")
    company: str
    revenue: int


class TrainBought(Event, frozen=True):
    says: ClassVar[str] = msg("{company} buys a {train} from {source} for {price}.")
    company: str
    train: str
    source: str
    price: int


class TrainTradedIn(Event, frozen=True):
    says: ClassVar[str] = msg("{company} gives a {train} in payment for {amount}.")
    company: str
    train: str
    amount: int


class TrainOffered(Event, frozen=True):
    says: ClassVar[str] = msg("{company} offers {seller} {price} for a {train}.")
    company: str
    seller: str
    train: str
    price: int


class OfferRefused(Event, frozen=True):
    says: ClassVar[str] = msg("{player} refuses to sell the {train}.")
    player: str
    train: str


class PurchaseRefused(Event, frozen=True):
    says: ClassVar[str] = msg("{player} does not buy the {train} for {price}.")
    player: str
    train: str
    price: int


class CounterOffered(Event, frozen=True):
    says: ClassVar[str] = msg("{player} names another price: {price}.")
    player: str
    price: int


class OffersClosed(Event, frozen=True):
    says: ClassVar[str] = msg("{player} wants no more offers from {other} in this turn.")
    player: str
    other: str


class TrainsScrapped(Event, frozen=True):
    says: ClassVar[str] = msg("All {train} trains are scrapped ({owners}).")
    train: str
    owners: str


class TrainDiscarded(Event, frozen=True):
    says: ClassVar[str] = msg("{company} gives up a {train}: the limit is {limit}.")
    company: str
    train: str
    limit: int


class PhaseBegins(Event, frozen=True):
    says: ClassVar[str] = msg("The first {train} train starts phase {phase}.")
    train: str
    phase: str


class PrivateClosed(Event, frozen=True):
    says: ClassVar[str] = msg("{private} closes.")
    private: str


class PriorityGoes(Event, frozen=True):
    says: ClassVar[str] = msg("{player} will begin the next stock round.")
    player: str


class EndTriggered(Event, frozen=True):
    says: ClassVar[str] = msg("The game will end: {reason}.")
    reason: str


class GameOver(Event, frozen=True):
    says: ClassVar[str] = msg("The game is over: {result}. The winner is {players}.")
    result: str
    players: str
