"""18Fen: three railways and a fen between them."""

from fens.rules.book import PLAYERS, make_book, ruling_table
from fens.rules.conserved import conserved
from fens.rules.drainage import DrainFen
from fens.rules.ending import result
from fens.rules.opening import SEAT_DRAW
from fens.rules.operating import OPERATING_ROUND, OPERATING_TURN
from fens.rules.rounds import COURSE
from fens.rules.setup import start
from fens.rules.state import Fens, Turn
from fens.rules.stock import STOCK_ROUND
from fens.rules.trains import OFFER, SURPLUS
from fens.show.page import PAGE
from fens.show.sentences import SENTENCES
from fens.show.view import view
from stellwerk.engine.capabilities import open_to_all
from stellwerk.engine.step import Pass
from stellwerk.engine.text import msg
from stellwerk.mech18.course import Course, DrawSeats, SeatDraw
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.phases import DiscardTrain, SurplusTrains
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound
from stellwerk.mech18.title import RailwayPages, railway_title
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain, TrainOffer


def pages() -> RailwayPages[Fens]:
    return RailwayPages(page=PAGE, sentences=SENTENCES)


TITLE = railway_title(
    id="18Fen",
    name="18Fen: Through the Fen",
    players=PLAYERS,
    rulings={"book": msg("as the rulebook has it"), "other": msg("who drains, builds alone")},
    actions=(
        DrawSeats,
        Pass,
        SellShares,
        BuyShare,
        StartCompany,
        LayTile,
        DrainFen,
        PlaceMarker,
        RunTrains,
        Dividend,
        BuyTrain,
        Answer,
        DiscardTrain,
    ),
    activities={
        SeatDraw: SEAT_DRAW,
        Course: COURSE,
        StockRound: STOCK_ROUND,
        OperatingRound: OPERATING_ROUND,
        Turn: OPERATING_TURN,
        TrainOffer: OFFER,
        SurplusTrains: SURPLUS,
    },
    make_book=make_book,
    ruling_table=ruling_table,
    start=start,
    result=result,
    view=view,
    conserved=conserved,
    end_rule="EN-1",
    secrecy=open_to_all(),
    pages=pages,
)
