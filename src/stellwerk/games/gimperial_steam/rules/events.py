"""What the log of Imperial Steam tells."""

from typing import ClassVar

from stellwerk.engine.state import Event
from stellwerk.engine.text import msg

# -- set-up and bid ----------------------------------------------------------------------------


class OrderDrawn(Event, frozen=True):
    says: ClassVar[str] = msg("Turn order by lot: {order}.")
    order: str


class TilesLaid(Event, frozen=True):
    says: ClassVar[str] = msg("City tiles and business markers are laid.")


class HubsPlaced(Event, frozen=True):
    says: ClassVar[str] = msg("Hubs: bronze {bronze}, blue {blue}, green {green}, white {white}.")
    bronze: str
    blue: str
    green: str
    white: str


class CrownsPlaced(Event, frozen=True):
    says: ClassVar[str] = msg("State railway: {links}.")
    links: str


class BidCommitted(Event, frozen=True):
    says: ClassVar[str] = msg("{player} has bid.")
    player: str


class BidRevealed(Event, frozen=True):
    says: ClassVar[str] = msg("{player} bid {amount}.")
    player: str
    amount: int


# -- rounds ------------------------------------------------------------------------------------


class NewOrder(Event, frozen=True):
    says: ClassVar[str] = msg("New turn order: {order}.")
    order: str


class RoundBegins(Event, frozen=True):
    says: ClassVar[str] = msg("Round {round} begins.")
    round: int


class MarketRefilled(Event, frozen=True):
    says: ClassVar[str] = msg(
        "The shipment market gets {wood} wood, {stone} stone, {iron} iron and {coal} coal."
    )
    wood: int
    stone: int
    iron: int
    coal: int


class GoodsArrive(Event, frozen=True):
    says: ClassVar[str] = msg("{player} receives {wood} wood, {stone} stone, {iron} iron and {coal} coal.")
    player: str
    wood: int
    stone: int
    iron: int
    coal: int


class IncomePaid(Event, frozen=True):
    says: ClassVar[str] = msg("{player} has an income of {amount}.")
    player: str
    amount: int


class ActionChosen(Event, frozen=True):
    says: ClassVar[str] = msg("{player} plays a hand: {tile}.")
    player: str
    tile: str


class ActionRepeated(Event, frozen=True):
    says: ClassVar[str] = msg("{player} loses {steps} influence for choosing it again.")
    player: str
    steps: int


class HandTakenBack(Event, frozen=True):
    says: ClassVar[str] = msg("{player} takes the hand back from: {tile}.")
    player: str
    tile: str


# -- track -------------------------------------------------------------------------------------


class TrackLaid(Event, frozen=True):
    says: ClassVar[str] = msg("{player} lays track on {link}.")
    player: str
    link: str


class AccessBought(Event, frozen=True):
    says: ClassVar[str] = msg("{player} buys access to {link} for {cost}.")
    player: str
    link: str
    cost: int


class FeePaid(Event, frozen=True):
    says: ClassVar[str] = msg("{player} pays {amount} to {owner}.")
    player: str
    owner: str
    amount: int


class WorkerAssigned(Event, frozen=True):
    says: ClassVar[str] = msg("{player} assigns a worker of field {field}.")
    player: str
    field: int


class CityJoined(Event, frozen=True):
    says: ClassVar[str] = msg("{player} joins {city}: influence +{steps}.")
    player: str
    city: str
    steps: int


class SemmeringTaken(Event, frozen=True):
    says: ClassVar[str] = msg("{player} takes the Semmering tile.")
    player: str


class TriesteJoined(Event, frozen=True):
    says: ClassVar[str] = msg("{player} reaches Trieste and gets {amount} for the tracks.")
    player: str
    amount: int


class BusinessMarkerTaken(Event, frozen=True):
    says: ClassVar[str] = msg("{player} takes a business marker {points}.")
    player: str
    points: int


class PointForInfluence(Event, frozen=True):
    says: ClassVar[str] = msg("{player} uses a point for influence.")
    player: str


class PointForPrice(Event, frozen=True):
    says: ClassVar[str] = msg("{player} uses a point for the share price: {price}.")
    player: str
    price: int


class PointForWagon(Event, frozen=True):
    says: ClassVar[str] = msg("{player} uses a point for a passenger wagon.")
    player: str


class PointsLost(Event, frozen=True):
    says: ClassVar[str] = msg("{player} loses {points:# point that is|# points that are} of no use.")
    player: str
    points: int


# -- staff and buildings -----------------------------------------------------------------------


class WorkerHired(Event, frozen=True):
    says: ClassVar[str] = msg("{player} hires a worker at the {hub} hub for {wage}.")
    player: str
    hub: str
    wage: int


class EngineerHired(Event, frozen=True):
    says: ClassVar[str] = msg("{player} hires a {kind} engineer at the {hub} hub for {price}.")
    player: str
    kind: str
    hub: str
    price: int


class StationBuilt(Event, frozen=True):
    says: ClassVar[str] = msg("{player} builds a station in {city} for {cost}.")
    player: str
    city: str
    cost: int


class FactoryBuilt(Event, frozen=True):
    says: ClassVar[str] = msg("{player} builds a factory in {city} for {cost}: {good}.")
    player: str
    good: str
    city: str
    cost: int


class FactoryStaffed(Event, frozen=True):
    says: ClassVar[str] = msg("{player} sends a worker of field {field} there; goods: {count} {good}.")
    player: str
    field: int
    count: int
    good: str


# -- goods -------------------------------------------------------------------------------------


class GoodProduced(Event, frozen=True):
    says: ClassVar[str] = msg("{player} produces {good} in {city}.")
    player: str
    good: str
    city: str


class GoodBought(Event, frozen=True):
    says: ClassVar[str] = msg("{player} buys {good} for {price}.")
    player: str
    good: str
    price: int


class GoodOrdered(Event, frozen=True):
    says: ClassVar[str] = msg("{player} orders {good} for {price}.")
    player: str
    good: str
    price: int


class GoodDiscarded(Event, frozen=True):
    says: ClassVar[str] = msg("{player} gives {good} back.")
    player: str
    good: str


class Delivered(Event, frozen=True):
    says: ClassVar[str] = msg("{player} delivers {good} to {city} and gets {amount}.")
    player: str
    good: str
    city: str
    amount: int


class KeyTaken(Event, frozen=True):
    says: ClassVar[str] = msg("{player} takes a city key: {metal}, {hub}.")
    player: str
    metal: str
    hub: str


class HubGrows(Event, frozen=True):
    says: ClassVar[str] = msg("The {hub} hub grows by {steps}.")
    hub: str
    steps: int


# -- trains, contracts, shares -----------------------------------------------------------------


class LocomotiveBought(Event, frozen=True):
    says: ClassVar[str] = msg("{player} buys an IS-{level} for {price}.")
    player: str
    level: int
    price: int


class LocomotiveUpgraded(Event, frozen=True):
    says: ClassVar[str] = msg("{player} upgrades an IS-{old} to an IS-{level} for {price}.")
    player: str
    old: int
    level: int
    price: int


class ContractTaken(Event, frozen=True):
    says: ClassVar[str] = msg(
        "{player} secures contract {contract}: {wagons:# wagon|# wagons} reserved, {investors:# "
        "investor|# investors}."
    )
    player: str
    contract: str
    wagons: int
    investors: int


class FactoryPlaced(Event, frozen=True):
    says: ClassVar[str] = msg("{player} puts a factory on contract {contract}: {good}.")
    player: str
    good: str
    contract: str


class FactoryTakenOff(Event, frozen=True):
    says: ClassVar[str] = msg("{player} takes a factory off contract {contract}: {good}.")
    player: str
    good: str
    contract: str


class CharityShown(Event, frozen=True):
    says: ClassVar[str] = msg("{player} gives {amount} to charity: influence +{steps}.")
    player: str
    amount: int
    steps: int


class PriceRaised(Event, frozen=True):
    says: ClassVar[str] = msg("{player} raises the share price to {price} for {steps} influence.")
    player: str
    price: int
    steps: int


class PriceLowered(Event, frozen=True):
    says: ClassVar[str] = msg("{player} lowers the share price to {price}.")
    player: str
    price: int


class ShareSold(Event, frozen=True):
    says: ClassVar[str] = msg("{player} sells a share for {price}.")
    player: str
    price: int


class DonationsCollected(Event, frozen=True):
    says: ClassVar[str] = msg("{player} collects donations of {amount}.")
    player: str
    amount: int


# -- end ---------------------------------------------------------------------------------------


class GameEnds(Event, frozen=True):
    says: ClassVar[str] = msg("The game ends: {reason}.")
    reason: str


class FeeTotal(Event, frozen=True):
    says: ClassVar[str] = msg("{player} pays {owner} a track fee of {amount} for {link}.")
    player: str
    owner: str
    amount: int
    link: str


class FinalTotal(Event, frozen=True):
    says: ClassVar[str] = msg(
        "{player}: {total}, less a tenth for {shareholders:0=no shareholder|# "
        "shareholder|each of # shareholders}: {sum}."
    )
    player: str
    total: int
    shareholders: int
    sum: int


class Winners(Event, frozen=True):
    says: ClassVar[str] = msg("Victory: {players}.")
    players: str
