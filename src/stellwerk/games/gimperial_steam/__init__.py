"""Imperial Steam: no 18xx, so it stands on the engine alone."""

from stellwerk.engine.capabilities import Manner, Outlook, Pages, Secrecy, Thinking
from stellwerk.engine.cards import Card
from stellwerk.engine.history import read_history
from stellwerk.engine.text import msg
from stellwerk.engine.title import Title
from stellwerk.games.gimperial_steam.data.components import DATA, FILE, PLAYERS, faults
from stellwerk.games.gimperial_steam.rules.access import BuyAccess
from stellwerk.games.gimperial_steam.rules.book import VARIANTS, make_book, ruling_table
from stellwerk.games.gimperial_steam.rules.build import BuildFactory, BuildStation, StaffFactory
from stellwerk.games.gimperial_steam.rules.conserved import conserved
from stellwerk.games.gimperial_steam.rules.contracts import PlaceFactory, TakeContract, TakeOffFactory
from stellwerk.games.gimperial_steam.rules.deliver import Deliver
from stellwerk.games.gimperial_steam.rules.goods import BuyGood, Discard, OrderGood, Produce
from stellwerk.games.gimperial_steam.rules.hire import HireEngineer, HireWorker
from stellwerk.games.gimperial_steam.rules.joining import UsePoint
from stellwerk.games.gimperial_steam.rules.locomotives import BuyLocomotive, UpgradeLocomotive
from stellwerk.games.gimperial_steam.rules.lots import Draw, LotsActivity
from stellwerk.games.gimperial_steam.rules.opening import Bid, BiddingActivity
from stellwerk.games.gimperial_steam.rules.rounds import CourseActivity
from stellwerk.games.gimperial_steam.rules.scoring import close, figures, result
from stellwerk.games.gimperial_steam.rules.setup import start
from stellwerk.games.gimperial_steam.rules.shares import MovePrice, SellShare, ShowCharity
from stellwerk.games.gimperial_steam.rules.state import Bidding, Course, Lots, Points, Steam, Surplus, Turn
from stellwerk.games.gimperial_steam.rules.track import AssignWorker, LayTrack
from stellwerk.games.gimperial_steam.rules.turn import (
    ChooseAction,
    EndTurn,
    PointsActivity,
    SurplusActivity,
    TakeHandBack,
    TurnActivity,
)
from stellwerk.games.gimperial_steam.show.view import view


def hides(s: Steam) -> bool:
    """HID-4: nothing is hidden but bids that are not all in, and money where the table wants it so."""
    return s.book.rulings.hidden_money or any(isinstance(f, Bidding | Lots) for f in s.stack)


def seen(s: Steam, seat: int) -> Steam:
    """HID-1: what a bot gets to see while bids are made: who has bid, but not how much."""
    if s.over or not isinstance(s.frame, Bidding):
        return s
    return s.update_frame(
        bids={other: bid if other == str(seat) else 0 for other, bid in s.frame.bids.items()}
    )


def pages() -> Pages[Steam]:
    from stellwerk.games.gimperial_steam.plan.plan import plan
    from stellwerk.games.gimperial_steam.show.coach import FIRST_GAME
    from stellwerk.games.gimperial_steam.show.page import PAGE
    from stellwerk.games.gimperial_steam.show.panels import panels
    from stellwerk.games.gimperial_steam.show.picture import picture
    from stellwerk.games.gimperial_steam.show.reasons import reasons
    from stellwerk.games.gimperial_steam.show.sentences import SENTENCES
    from stellwerk.games.gimperial_steam.show.tables import tables

    return Pages(
        card=Card(
            place=msg("Vienna–Trieste"),
            says=msg(
                "No market: workers, stone and iron, one line over the Alps. "
                "Who reaches Trieste ends the game."
            ),
            tables=(
                "Gloggnitz",
                "Mürzzuschlag",
                "Karst",
                "Adria",
                "Laibach",
                "Payerbach",
                "Graz",
                "Sonnwendstein",
                "Steiermark",
                "Krain",
                "Miramar",
                "Südbahn",
            ),
            variants={
                "fixed": msg("Hubs, growth and shipping as the book lists them: good for a first game."),
                "normal": msg("A set-up card is drawn; growth and shipping by lot."),
                "random": msg("Hubs, city tiles and state railways are spread by lot."),
            },
            seats=3,
            rank=4,
        ),
        picture=picture,
        page=PAGE,
        panels=panels,
        plan=plan,
        sentences=SENTENCES,
        tables=tables,
        reasons=reasons,
        first_game=FIRST_GAME,
        unexplained=frozenset((Bid,)),  # HID-1: a bid is sealed
    )


def outlook(manner: Manner) -> Outlook[Steam]:
    from stellwerk.games.gimperial_steam.bot.outlook import OUTLOOKS

    return OUTLOOKS[manner.strength, manner.temperament]


TITLE = Title(
    id="imperial-steam",
    name="Imperial Steam",
    players=dict.fromkeys(VARIANTS, PLAYERS),
    rulings={"book": msg("the German rulebook of 2022")},
    # GEN-2: no action moves anything between players but what a rule makes them pay.
    actions=(
        Draw,
        Bid,
        ChooseAction,
        TakeHandBack,
        EndTurn,
        LayTrack,
        AssignWorker,
        UsePoint,
        HireWorker,
        HireEngineer,
        BuildStation,
        BuildFactory,
        StaffFactory,
        Produce,
        BuyGood,
        OrderGood,
        Discard,
        BuyLocomotive,
        UpgradeLocomotive,
        TakeContract,
        PlaceFactory,
        TakeOffFactory,
        ShowCharity,
        MovePrice,
        SellShare,
        Deliver,
        BuyAccess,
    ),
    activities={
        Lots: LotsActivity(),
        Bidding: BiddingActivity(),
        Course: CourseActivity(),
        Turn: TurnActivity(),
        Points: PointsActivity(),
        Surplus: SurplusActivity(),
    },
    make_book=make_book,
    start=start,
    result=result,
    close=close,
    view=view,
    conserved=conserved,
    end_rule="P8-1",
    rulebook="imperial-steam.md",
    secrecy=Secrecy(secrets=True, hides=hides, seen=seen),
    pages=pages,
    variants={
        "fixed": msg("Fixed set-up"),
        "normal": msg("Normal set-up"),
        "random": msg("Random set-up"),
    },
    # Its page is made from the view alone, so a server can show any set that passes the check.
    components=FILE.capability(faults, hosted=True),
    thinking=Thinking(outlook, figures=figures),
    prefix="IS",
    ruling_table=ruling_table,
    history=read_history(
        (DATA / "versions.toml").read_text("utf-8"),
        (DATA / "form1.json").read_bytes(),
    ),
)
