"""What only the log of 1854 tells."""

from typing import ClassVar

from stellwerk.engine.state import Event
from stellwerk.engine.text import msg


class BidMade(Event, frozen=True):
    says: ClassVar[str] = msg("{player} bids {amount} for {railway}.")
    player: str
    railway: str
    amount: int


class BidDropped(Event, frozen=True):
    says: ClassVar[str] = msg("{player} drops out and takes {amount} back.")
    player: str
    amount: int


class ContestBegins(Event, frozen=True):
    says: ClassVar[str] = msg("{railway} is auctioned among {players}.")
    railway: str
    players: str


class FirstItemFalls(Event, frozen=True):
    says: ClassVar[str] = msg("All have passed: {railway} now costs {price}.")
    railway: str
    price: int


class AllPassed(Event, frozen=True):
    says: ClassVar[str] = msg("All have passed: the railways sold so far pay their income.")


class OptionTaken(Event, frozen=True):
    says: ClassVar[str] = msg(
        "{player} takes an option on 20% of {company} for {price} from the {source}; {rest} are still due."
    )
    player: str
    company: str
    price: int
    source: str
    rest: int


class OptionCompleted(Event, frozen=True):
    says: ClassVar[str] = msg("{player} pays the remaining {price} for 20% of {company}.")
    player: str
    company: str
    price: int


class OptionSold(Event, frozen=True):
    says: ClassVar[str] = msg("{player} sells the option on {company} for {amount}.")
    player: str
    company: str
    amount: int


class PapersSplit(Event, frozen=True):
    says: ClassVar[str] = msg(
        "The papers of {company} are split at {price}: {paid}. Five new shares are on sale."
    )
    company: str
    price: int
    paid: str


class NewSharesEarn(Event, frozen=True):
    says: ClassVar[str] = msg("{company} receives {amount} for its unsold new shares.")
    company: str
    amount: int


class MailIncome(Event, frozen=True):
    says: ClassVar[str] = msg("{company} receives {amount} for its mail.")
    company: str
    amount: int


class MailBought(Event, frozen=True):
    says: ClassVar[str] = msg("{company} buys a {contract} mail contract for {price}.")
    company: str
    contract: str
    price: int


class TunnelDug(Event, frozen=True):
    says: ClassVar[str] = msg(
        "{company} digs a tunnel through {hex}, side {first} to side {second}{cost:0=|, for #|, for #}."
    )
    company: str
    hex: str
    first: int
    second: int
    cost: int


class PowerUsed(Event, frozen=True):
    says: ClassVar[str] = msg("The rebate of {private} is used up.")
    private: str


class MergerProposed(Event, frozen=True):
    says: ClassVar[str] = msg("{player} proposes that {railway} and {partner} merge.")
    player: str
    railway: str
    partner: str


class MergerRefused(Event, frozen=True):
    says: ClassVar[str] = msg("{player} refuses the merger of {railway} and {partner}.")
    player: str
    railway: str
    partner: str


class LokalbahnFormed(Event, frozen=True):
    says: ClassVar[str] = msg(
        "{railway} and {partner} become the Lokalbahn AG {company} with {cash}; {player} is its director."
    )
    railway: str
    partner: str
    company: str
    cash: int
    player: str


class LocalTilesReturn(Event, frozen=True):
    says: ClassVar[str] = msg("All local railways have merged: the tiles of their map return to the supply.")


class HomeBuilt(Event, frozen=True):
    says: ClassVar[str] = msg(
        "{company} lays tile {tile} on {hex}{rotation:0=| (turned #)| (turned #)} for its home."
    )
    company: str
    tile: str
    hex: str
    rotation: int


class LastFourGone(Event, frozen=True):
    says: ClassVar[str] = msg("The last {train} train on sale leaves the game.")
    train: str


class TwosGone(Event, frozen=True):
    says: ClassVar[str] = msg("A Lokalbahn AG has bought a {bought}: all {gone} trains leave the game.")
    bought: str
    gone: str


class DirectorAids(Event, frozen=True):
    says: ClassVar[str] = msg("{player} adds {amount} for the train of {company}.")
    player: str
    company: str
    amount: int


class Bankruptcy(Event, frozen=True):
    says: ClassVar[str] = msg("{player} cannot pay a train for {company} and is bankrupt.")
    player: str
    company: str
