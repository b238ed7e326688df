"""1848: Australia."""

from stellwerk.engine.capabilities import Exchange, Judge, Manner, Thinking, open_to_all
from stellwerk.engine.cards import Card
from stellwerk.engine.history import read_history
from stellwerk.engine.rule import rule
from stellwerk.engine.step import Pass
from stellwerk.engine.text import msg, without_context
from stellwerk.games.g1848.exchange.reader import RECORDED_AS, Reader1848
from stellwerk.games.g1848.exchange.writer import Writer1848
from stellwerk.games.g1848.rules import trains
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.book import DATA, PLAYERS, make_book, ruling_table
from stellwerk.games.g1848.rules.conserved import conserved
from stellwerk.games.g1848.rules.ending import result
from stellwerk.games.g1848.rules.opening import BuyPrivate, CutPrice, PrivateSale, PrivateSaleActivity
from stellwerk.games.g1848.rules.operating import OPERATING_ROUND, OPERATING_TURN
from stellwerk.games.g1848.rules.privates import LayTasmania, TakePrivate, TasmaniaActivity, TasmaniaDuty
from stellwerk.games.g1848.rules.rounds import COURSE
from stellwerk.games.g1848.rules.setup import start
from stellwerk.games.g1848.rules.state import Australia, Takeover, Turn
from stellwerk.games.g1848.rules.stock import STOCK_ROUND
from stellwerk.games.g1848.rules.takeover import CompensationActivity, CompensationSale, TakeoverActivity
from stellwerk.games.g1848.show.view import view
from stellwerk.mech18.course import Course, DrawSeats, SeatDraw, SeatDrawActivity, is_an_order
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.former_fields import FORMER
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.phases import DiscardTrain, SurplusTrains
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound
from stellwerk.mech18.title import RailwayPages, railway_title
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain, TrainOffer


def pages() -> RailwayPages[Australia]:
    from stellwerk.games.g1848.show.coach import FIRST_GAME
    from stellwerk.games.g1848.show.panels import panels
    from stellwerk.games.g1848.show.sentences import SENTENCES

    return RailwayPages(
        card=Card(
            place=msg("Australia"),
            says=msg(
                "Your first railway game. One map, plain shares, "
                "and a Bank of England that takes over the careless."
            ),
            tables=(
                "Southern Cross",
                "Nullarbor",
                "Billabong",
                "Coolgardie",
                "Wallaby",
                "Eureka",
                "Murray",
                "Dingo Fence",
                "Wattle",
                "Red Centre",
                "Bass Strait",
                "Kookaburra",
            ),
        ),
        panels=panels,
        sentences=SENTENCES,
        first_game=FIRST_GAME,
    )


def judge(manner: Manner, seed: str) -> Judge[Australia]:
    from stellwerk.games.g1848.bot.economy import judge

    return judge(manner, seed)


TITLE = railway_title(
    id="1848",
    name=without_context(msg("1848: Australia", "game")),
    players=PLAYERS,
    rulings={
        "book": msg("the German rulebook of 2007"),
        "18xx.games": msg("as 18xx.games plays it; for imported games"),
    },
    # III-4: no action moves money or papers between players; deals are the table's own affair.
    actions=(
        DrawSeats,
        BuyPrivate,
        CutPrice,
        Pass,
        SellShares,
        BuyShare,
        StartCompany,
        LayTile,
        LayTasmania,
        PlaceMarker,
        RunTrains,
        Dividend,
        BuyTrain,
        Answer,
        DiscardTrain,
        TakeLoan,
        TakePrivate,
    ),
    activities={
        SeatDraw: SeatDrawActivity(rule("III-1", is_an_order)),
        PrivateSale: PrivateSaleActivity(),
        Course: COURSE,
        StockRound: STOCK_ROUND,
        OperatingRound: OPERATING_ROUND,
        Turn: OPERATING_TURN,
        TrainOffer: trains.OFFER,
        SurplusTrains: trains.SURPLUS,
        TasmaniaDuty: TasmaniaActivity(),
        Takeover: TakeoverActivity(),
        CompensationSale: CompensationActivity(),
    },
    make_book=make_book,
    start=start,
    result=result,
    view=view,
    conserved=conserved,
    end_rule="XIV-2",
    thinking=Thinking(judge=judge),
    secrecy=open_to_all(),  # III-3: nothing is secret but the seed
    pages=pages,
    exchange=Exchange(recorded_as=RECORDED_AS, reader=Reader1848, writer=Writer1848),
    ruling_table=ruling_table,
    history=read_history(
        (DATA / "versions.toml").read_text("utf-8"),
        (DATA / "form1.json").read_bytes(),
        FORMER,
    ),
    for_newcomers=True,
)
