"""1824: Austria-Hungary, with Cisleithania for two and three and Goods Time."""

from stellwerk.engine.capabilities import Exchange, Judge, Manner, Thinking, open_to_all
from stellwerk.engine.cards import Card
from stellwerk.engine.history import read_history
from stellwerk.engine.rule import rule
from stellwerk.engine.step import Pass
from stellwerk.engine.text import msg, without_context
from stellwerk.games.g1824.exchange.reader import RECORDED_AS, Reader1824
from stellwerk.games.g1824.exchange.writer import Writer1824
from stellwerk.games.g1824.rules import bond, draft, goods_time, mountains, state_railways, trains
from stellwerk.games.g1824.rules.book import DATA, make_book, players, ruling_table
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.conserved import conserved
from stellwerk.games.g1824.rules.emergency import RepayDebt
from stellwerk.games.g1824.rules.ending import result
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.games.g1824.rules.operating import BUILDER_TURN, OPERATING_ROUND, OPERATING_TURN
from stellwerk.games.g1824.rules.rounds import COURSE
from stellwerk.games.g1824.rules.setup import start
from stellwerk.games.g1824.rules.state import AustriaHungary, BuilderTurn, Turn
from stellwerk.games.g1824.rules.stock import STOCK_ROUND
from stellwerk.games.g1824.show.view import view
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

VARIANTS = {
    "base": msg("Austria-Hungary"),
    "cisleithania-2": msg("Cisleithania for two"),
    "cisleithania-3": msg("Cisleithania for three"),
    "goods-time": msg("Goods Time, town markers placed in turn"),
    "goods-time-scenario": msg("Goods Time, town markers as suggested"),
}


def pages() -> RailwayPages[AustriaHungary]:
    from stellwerk.games.g1824.show.panels import panels
    from stellwerk.games.g1824.show.sentences import SENTENCES

    return RailwayPages(
        card=Card(
            place=msg("Austria-Hungary"),
            says=msg(
                "Small railways grow into state railways, mines pay every round, "
                "and the best run is compulsory."
            ),
            tables=(
                "Semmering",
                "Donau",
                "Galizien",
                "Bukowina",
                "Tatra",
                "Balaton",
                "Moldau",
                "Karpaten",
                "Hofburg",
                "Banat",
                "Puszta",
                "Siebenbürgen",
            ),
            variants={
                "base": msg("The whole of Austria-Hungary."),
                "cisleithania-2": msg(
                    "The small map for two: papers come from stacks, two railways only build."
                ),
                "cisleithania-3": msg("The small map for three, with fewer railways."),
                "goods-time": msg("More towns and tiles; you agree how many towns and place them in turn."),
                "goods-time-scenario": msg("More towns and tiles; the towns lie as the book suggests."),
            },
            rank=1,
        ),
        panels=panels,
        sentences=SENTENCES,
    )


def judge(manner: Manner, seed: str) -> Judge[AustriaHungary]:
    from stellwerk.games.g1824.bot.economy import judge

    return judge(manner, seed)


TITLE = railway_title(
    id="1824",
    name=without_context(msg("1824: Austria-Hungary", "game")),
    players=players(),
    rulings={
        "book": msg("the German rulebook of 2019"),
        "18xx.games": msg("as 18xx.games plays it; for imported games"),
    },
    # III.2-2: no action moves money or papers between players; deals are the table's own affair.
    actions=(
        DrawSeats,
        draft.DrawBuilders,
        goods_time.NameTowns,
        goods_time.PlaceTown,
        BuyRailway,
        Pass,
        SellShares,
        BuyShare,
        StartCompany,
        mountains.SwapMountain,
        SwapCoal,
        bond.BuyBond,
        bond.SellBond,
        RepayDebt,
        LayTile,
        PlaceMarker,
        RunTrains,
        Dividend,
        BuyTrain,
        Answer,
        DiscardTrain,
        state_railways.ChooseHome,
        bond.PlaceBondMarker,
    ),
    activities={
        SeatDraw: SeatDrawActivity(rule("III.1-1", is_an_order)),
        draft.BuilderDraw: draft.BuilderDrawActivity(),
        goods_time.TownCount: goods_time.TownCountActivity(),
        goods_time.TownPlacing: goods_time.TownPlacingActivity(),
        Course: COURSE,
        draft.Draft: draft.DraftActivity(),
        draft.DraftPrice: draft.DraftPriceActivity(),
        draft.MountainLap: draft.MountainLapActivity(),
        StockRound: STOCK_ROUND,
        OperatingRound: OPERATING_ROUND,
        Turn: OPERATING_TURN,
        BuilderTurn: BUILDER_TURN,
        TrainOffer: trains.OFFER,
        SurplusTrains: trains.SURPLUS,
        mountains.MountainSwaps: mountains.MountainSwapsActivity(),
        state_railways.Forming: state_railways.FormingActivity(),
        state_railways.HomeChoice: state_railways.HomeChoiceActivity(),
        bond.BondMarker: bond.BondMarkerActivity("X.4-6b", optional=True),
        bond.BondInWien: bond.BondMarkerActivity("X.4-6c", optional=False),
    },
    make_book=make_book,
    start=start,
    result=result,
    view=view,
    conserved=conserved,
    end_rule="IX.1-1",
    thinking=Thinking(judge=judge),
    secrecy=open_to_all(),  # III.2-1: nothing is secret but the seed
    pages=pages,
    variants=VARIANTS,
    exchange=Exchange(recorded_as=RECORDED_AS, reader=Reader1824, writer=Writer1824),
    ruling_table=ruling_table,
    history=read_history(
        (DATA / "versions.toml").read_text("utf-8"),
        (DATA / "form1.json").read_bytes(),
        {**FORMER, "TownPlacing.seats": goods_time.seats_left},
    ),
)
