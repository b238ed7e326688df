"""The chapters of the first game, and what its choices are called in a word."""

from collections.abc import Mapping, Sequence

from stellwerk.engine.action import Action
from stellwerk.engine.comparing import Part, amount
from stellwerk.engine.text import Message, message, msg
from stellwerk.games.gimperial_steam.rules.access import BuyAccess
from stellwerk.games.gimperial_steam.rules.build import (
    BuildFactory,
    BuildStation,
    StaffFactory,
)
from stellwerk.games.gimperial_steam.rules.contracts import TakeContract
from stellwerk.games.gimperial_steam.rules.deliver import Deliver
from stellwerk.games.gimperial_steam.rules.goods import (
    BuyGood,
    Discard,
    OrderGood,
    Produce,
)
from stellwerk.games.gimperial_steam.rules.hire import HireEngineer, HireWorker
from stellwerk.games.gimperial_steam.rules.joining import INFLUENCE, PRICE, UsePoint
from stellwerk.games.gimperial_steam.rules.locomotives import BuyLocomotive, UpgradeLocomotive
from stellwerk.games.gimperial_steam.rules.opening import Bid
from stellwerk.games.gimperial_steam.rules.shares import MovePrice, SellShare, ShowCharity
from stellwerk.games.gimperial_steam.rules.state import Steam
from stellwerk.games.gimperial_steam.rules.track import AssignWorker, LayTrack
from stellwerk.games.gimperial_steam.rules.turn import ChooseAction, EndTurn, TakeHandBack

PARTS: Mapping[str, Part] = {
    "bid": Part(
        msg("Bids"),
        (Bid,),
        (
            (
                msg("What is influence good for?"),
                msg("Whoever has most acts first, and it opens the hubs, where staff is hired."),
            ),
            (
                msg("Do I pay if others bid more?"),
                msg("Yes. Everybody pays their bid and gets as much influence; bids are opened together."),
            ),
            (
                msg("How is the game won?"),
                msg("By money at the end. Whoever reaches Trieste ends the game and makes contracts count."),
            ),
        ),
    ),
    "staff": Part(
        msg("Staff"),
        (HireWorker, HireEngineer),
        (
            (
                msg("What do workers do?"),
                msg("They build track, and one stays in every factory for good."),
            ),
            (
                msg("Why hire early?"),
                msg("Workers learn: from round to round each can do more, up to three."),
            ),
            (
                msg("Which hub hires for me?"),
                msg("Every hub whose marker stands no further right than yours."),
            ),
        ),
    ),
    "track": Part(
        msg("Track"),
        (LayTrack, BuyAccess),
        (
            (
                msg("What does a track take?"),
                msg("Wood, stone and iron from your board, and workers for the effort of the new city."),
            ),
            (
                msg("What does a new city bring?"),
                msg("Sites for factories, goods that it asks for, and often influence or a marker."),
            ),
            (
                msg("May others build there too?"),
                msg("Yes, on the same link; whoever comes later pays those who were there."),
            ),
        ),
    ),
    "factory": Part(
        msg("Factory"),
        (BuildFactory,),
        (
            (
                msg("Which good should it make?"),
                msg("One that a city of your network asks for, or that your contract needs."),
            ),
            (
                msg("How many goods does it make?"),
                msg("One more than its worker's field: whoever has learnt longer makes more."),
            ),
            (
                msg("Does the worker come back?"),
                msg("No. The worker stays, and the factory counts for your contracts."),
            ),
        ),
    ),
    "delivery": Part(
        msg("Delivery"),
        (Deliver,),
        (
            (
                msg("What does a delivery take?"),
                msg("One coal from your board, a good in your factory, and a city that asks for it."),
            ),
            (
                msg("How often may I deliver?"),
                msg("Once in every turn, beside the main action; it costs no hand."),
            ),
            (
                msg("Why hurry?"),
                msg("A city asks for each good once, and every factory of a sort lowers its price."),
            ),
        ),
    ),
    "shares": Part(
        msg("Contract"),
        (TakeContract, SellShare),
        (
            (
                msg("What is a contract?"),
                msg("Factories that you promise: kept, it pays its worth; broken, it costs the same."),
            ),
            (
                msg("Who buys my shares?"),
                msg("Investors, who come with contracts; each pays your share price once."),
            ),
            (
                msg("What does a share cost me?"),
                msg("A tenth of all you have at the end, for every share that you sold."),
            ),
        ),
    ),
}
"""What each chapter is called, what one has done when it is done, and what a beginner may ask."""

HEADS: Mapping[str, str] = {
    "track": msg("Track"),
    "hire": msg("Staff"),
    "build": msg("Building"),
    "produce": msg("Production"),
    "goods": msg("Goods"),
    "locomotive": msg("Locomotive"),
    "contract": msg("Contract"),
    "charity": msg("Charity"),
    "price": msg("Share price"),
    "donations": msg("Donations"),
    "pass": msg("Pass"),
}
"""Main actions in a word, for the head of a column."""


def chapter_of(actions: Sequence[Action]) -> str:
    """Return the chapter of the present decision: what its first choice is about."""
    tiles = {"hire": "staff", "charity": "staff", "track": "track", "build": "factory", "contract": "shares"}
    asked = [action for action in actions if not isinstance(action, EndTurn)]
    for action in asked[:1]:
        if isinstance(action, ChooseAction):
            return tiles.get(action.tile, "")
        if isinstance(action, ShowCharity):
            return "staff"
        if isinstance(action, StaffFactory | Produce):
            return "factory"
        if isinstance(action, AssignWorker):
            return "track"
        for key, part in PARTS.items():
            if isinstance(action, part.deeds):
                return key
    return ""


def name_of(s: Steam, a: Action) -> Message:
    """Return a choice in a word or two."""
    match a:
        case ChooseAction():
            return message(HEADS[a.tile])
        case Bid():
            return amount(a.amount)
        case HireWorker():
            return message(msg("Worker"))
        case HireEngineer():
            return message(msg("Engineer"))
        case LayTrack() | BuyAccess():
            new = [city for city in s.book.ends[a.link] if city not in s.players[a.seat].cities]
            return message("{city}", city=s.city((new or s.book.ends[a.link])[-1]))
        case BuildFactory():
            return message("{good}", good=a.sort)
        case BuildStation():
            return message(msg("Station"))
        case StaffFactory() | AssignWorker():
            return message(msg("Field {field}"), field=a.field)
        case Produce():
            return message("{good}", good=s.plants[a.site].sort)
        case BuyGood():
            return message(msg("{good} now"), good=a.good)
        case OrderGood():
            return message(msg("{good} later"), good=a.good)
        case Discard():
            return message("{good}", good=a.good)
        case BuyLocomotive():
            return message(msg("IS-{level}"), level=a.level)
        case UpgradeLocomotive():
            return message(msg("IS-{old} → IS-{level}"), old=a.old, level=a.level)
        case TakeContract():
            return message("{goods}", goods=", ".join(s.book.parts.contracts[a.contract].factories))
        case ShowCharity():
            return message(msg("+{steps}"), steps=a.steps)
        case MovePrice():
            return amount(a.price)
        case SellShare():
            return message(msg("One share"))
        case Deliver():
            return message("{city}", city=s.city(a.city))
        case UsePoint():
            names = {INFLUENCE: msg("Influence"), PRICE: msg("Share price")}
            return message(names.get(a.on, msg("Wagon")))
        case TakeHandBack():
            return message(msg("Take back"))
    return message(msg("End turn"))
