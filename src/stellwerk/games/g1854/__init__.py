"""1854: Austria."""

from stellwerk.engine.capabilities import Judge, Manner, Thinking, open_to_all
from stellwerk.engine.cards import Card
from stellwerk.engine.history import read_history
from stellwerk.engine.rule import rule
from stellwerk.engine.step import Pass
from stellwerk.engine.text import msg, without_context
from stellwerk.games.g1854.rules import emergency, lokalbahn, mail, mergers, opening, options, trains, tunnels
from stellwerk.games.g1854.rules.book import DATA, LOCAL_MAP, PLAYERS, make_book, ruling_table
from stellwerk.games.g1854.rules.conserved import conserved
from stellwerk.games.g1854.rules.ending import result
from stellwerk.games.g1854.rules.events import PapersSplit
from stellwerk.games.g1854.rules.operating import LOCAL_TURN, OPERATING_ROUND, OPERATING_TURN
from stellwerk.games.g1854.rules.rounds import COURSE
from stellwerk.games.g1854.rules.setup import start
from stellwerk.games.g1854.rules.state import Austria, LocalTurn, Turn
from stellwerk.games.g1854.rules.stock import STOCK_ROUND
from stellwerk.games.g1854.show.view import view
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


def pages() -> RailwayPages[Austria]:
    from stellwerk.games.g1854.show.panels import panels
    from stellwerk.games.g1854.show.sentences import SENTENCES

    return RailwayPages(
        card=Card(
            place=msg("Austria"),
            says=msg(
                "Two maps side by side, tunnels through the Alps, shares that split when the price is high."
            ),
            tables=(
                "Arlberg",
                "Brenner",
                "Tauern",
                "Pustertal",
                "Karawanken",
                "Wachau",
                "Ennstal",
                "Dachstein",
                "Zillertal",
                "Ortler",
                "Gailtal",
                "Mariazell",
            ),
            rank=2,
        ),
        panels=panels,
        sentences=SENTENCES,
        notable=(PapersSplit,),
        sheets={LOCAL_MAP: msg("Local railways")},
    )


def judge(manner: Manner, seed: str) -> Judge[Austria]:
    from stellwerk.games.g1854.bot.economy import judge

    return judge(manner, seed)


TITLE = railway_title(
    id="1854",
    name=without_context(msg("1854: Austria", "game")),
    players=PLAYERS,
    rulings={
        "book": msg("the readings of our ledger"),
        "other": msg("the other reading wherever the sources leave a choice"),
    },
    # SR-17, MR-2, LR-6: no action moves money or papers between players.
    actions=(
        DrawSeats,
        opening.BuyItem,
        opening.Bid,
        Pass,
        SellShares,
        BuyShare,
        StartCompany,
        options.TakeOption,
        options.CompleteOption,
        options.SellOption,
        mergers.ProposeMerger,
        mergers.FoundLokalbahn,
        lokalbahn.ChooseHome,
        LayTile,
        tunnels.DigTunnel,
        PlaceMarker,
        RunTrains,
        Dividend,
        BuyTrain,
        Answer,
        DiscardTrain,
        emergency.DeclareBankruptcy,
        mail.BuyMail,
    ),
    activities={
        SeatDraw: SeatDrawActivity(rule("SU-1", is_an_order)),
        Course: COURSE,
        opening.Auction: opening.AuctionActivity(),
        opening.Contest: opening.ContestActivity(),
        StockRound: STOCK_ROUND,
        OperatingRound: OPERATING_ROUND,
        Turn: OPERATING_TURN,
        LocalTurn: LOCAL_TURN,
        TrainOffer: trains.OFFER,
        SurplusTrains: trains.SURPLUS,
        mergers.MergerWindow: mergers.MergerWindowActivity(),
        mergers.MergerOffer: mergers.MergerOfferActivity(),
        mergers.Founding: mergers.FoundingActivity(),
    },
    make_book=make_book,
    start=start,
    result=result,
    view=view,
    conserved=conserved,
    end_rule="GE-1",
    thinking=Thinking(judge=judge),
    secrecy=open_to_all(),  # SU-6: nothing is secret but the seed
    pages=pages,
    ruling_table=ruling_table,
    history=read_history(
        (DATA / "versions.toml").read_text("utf-8"),
        (DATA / "form1.json").read_bytes(),
        FORMER,
    ),
)
