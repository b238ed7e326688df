"""1853: India."""

from stellwerk.engine.capabilities import Judge, Manner, Secrecy, Thinking
from stellwerk.engine.cards import Card
from stellwerk.engine.history import read_history
from stellwerk.engine.step import Pass
from stellwerk.engine.text import msg, without_context
from stellwerk.games.g1853.data.components import DATA, FILE, faults
from stellwerk.games.g1853.rules import (
    cities,
    directors,
    elephant,
    fulfilment,
    opening,
    runs,
    stock,
    track,
    trains,
)
from stellwerk.games.g1853.rules.book import PLAYERS, SHORT, make_book, ruling_table
from stellwerk.games.g1853.rules.conserved import conserved
from stellwerk.games.g1853.rules.ending import result
from stellwerk.games.g1853.rules.operating import OPERATING_ROUND, OPERATING_TURN
from stellwerk.games.g1853.rules.rounds import COURSE
from stellwerk.games.g1853.rules.setup import start
from stellwerk.games.g1853.rules.state import India, SharesRound, Turn
from stellwerk.games.g1853.show.view import areas, flags, seen, view
from stellwerk.mech18.course import Course
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.former_fields import FORMER
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.phases import DiscardTrain, SurplusTrains
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.stock import BuyShare, SellShares
from stellwerk.mech18.title import RailwayPages, railway_title
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain, TrainOffer


def pages() -> RailwayPages[India]:
    from stellwerk.games.g1853.show.naming import signs
    from stellwerk.games.g1853.show.page import PAGE
    from stellwerk.games.g1853.show.panels import panels
    from stellwerk.games.g1853.show.sentences import SENTENCES

    return RailwayPages(
        card=Card(
            place=msg("India"),
            says=msg("Write a secret contract before the first train runs. Two gauges meet all over India."),
            tables=(
                "Khyber",
                "Hooghly",
                "Deccan",
                "Ganges",
                "Malabar",
                "Coromandel",
                "Punjab",
                "Bengal",
                "Nilgiri",
                "Indus",
                "Sindh",
                "Assam",
            ),
            variants={
                "base": msg("With the whole bank."),
                "short": msg("With a smaller bank: the game ends earlier."),
            },
            rank=3,
        ),
        page=PAGE,
        panels=panels,
        sentences=SENTENCES,
        areas=areas,
        flags=flags,
        signs=signs,
        unexplained=frozenset((opening.WriteBond, cities.NameCity)),  # H2, H7: bonds and cities are secret
    )


def judge(manner: Manner, seed: str) -> Judge[India]:
    from stellwerk.games.g1853.bot.economy import judge

    return judge(manner, seed)


TITLE = railway_title(
    id="1853",
    name=without_context(msg("1853: India", "game")),
    players=PLAYERS,
    rulings={
        "book": msg("the German rulebook of 2009"),
        "slips": msg("contracts on slips of paper: nobody checks them before they are shown"),
    },
    # 3.1.1: no action moves shares between players.
    actions=(
        opening.WriteBond,
        opening.DrawOrder,
        cities.NameCity,
        Pass,
        SellShares,
        BuyShare,
        stock.PayShare,
        elephant.OfferElephant,
        elephant.OrderRound,
        track.ChooseOption,
        LayTile,
        fulfilment.Vote,
        PlaceMarker,
        RunTrains,
        runs.LeaveMail,
        Dividend,
        BuyTrain,
        Answer,
        trains.TakeOnCredit,
        trains.PayTrain,
        trains.SettleTrain,
        DiscardTrain,
    ),
    activities={
        opening.Bidding: opening.BiddingActivity(),
        cities.Naming: cities.NamingActivity(),
        Course: COURSE,
        SharesRound: stock.STOCK_ROUND,
        directors.CreditDue: trains.CreditDueActivity(),
        elephant.ElephantSale: elephant.ElephantSaleActivity(),
        elephant.ElephantOffer: elephant.ElephantOfferActivity(),
        elephant.ExtraRound: elephant.ExtraRoundActivity(),
        OperatingRound: OPERATING_ROUND,
        Turn: OPERATING_TURN,
        fulfilment.Pardon: fulfilment.PardonActivity(),
        TrainOffer: trains.OFFER,
        SurplusTrains: trains.SURPLUS,
    },
    make_book=make_book,
    start=start,
    result=result,
    view=view,
    conserved=conserved,
    end_rule="5.1.1",
    thinking=Thinking(judge=judge),
    secrecy=Secrecy(secrets=True, seen=seen, open_actions=(RunTrains,)),
    pages=pages,
    variants={"base": msg("normal game"), SHORT: msg("short game")},
    components=FILE.capability(faults, hosted=True),
    ruling_table=ruling_table,
    history=read_history(
        (DATA / "versions.toml").read_text("utf-8"),
        (DATA / "form1.json").read_bytes(),
        {**FORMER, "ElephantSale.asked": elephant.asked},
    ),
)
