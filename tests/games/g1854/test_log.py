"""What the log says, event by event, and what the table asks: who, what and how much."""

import pytest

from stellwerk.engine import Pass, title
from stellwerk.engine.rule import english
from stellwerk.games.g1854.rules.emergency import DeclareBankruptcy
from stellwerk.games.g1854.rules.lokalbahn import ChooseHome
from stellwerk.games.g1854.rules.mail import BuyMail
from stellwerk.games.g1854.rules.mergers import FoundLokalbahn, MergerWindow, ProposeMerger
from stellwerk.games.g1854.rules.opening import Bid, BuyItem
from stellwerk.games.g1854.rules.options import CompleteOption, SellOption, TakeOption
from stellwerk.games.g1854.rules.tunnels import DigTunnel
from stellwerk.mech18.course import Course
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.state import OFFER, OUT, POOL, SCRAP
from stellwerk.mech18.stock import BuyShare
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

from .lines import buying, innsbruck, klagenfurt, optioned, vb
from .table import (
    MAIL,
    PAY,
    RUN,
    TRACK,
    TRAINS,
    at,
    cash_of,
    do,
    give,
    home,
    locals_of,
    lokalbahn,
    major,
    mountain,
    opening,
    passes,
    phase,
    run,
    said,
    stock,
    stuck,
    to,
    train,
    turn,
)


def contest():
    """P2 with bids of Ann and Cy; Ben is about to buy P1."""
    return do(opening(), Bid(0, "P2", 55), Pass(1), Bid(2, "P2", 60)).update_frame(seat=1)


def in_pool():
    return to(at(major(stock(), "KE", 0), "KE", 1, 2), POOL, "KE", 2).update_frame(seat=1)


def open_option():
    return optioned(at(major(stock(), "KE", 0), "KE", 1, 2), 1, "KE", 2, 82).update_frame(seat=1)


def before_the_line(rulings="book"):
    s = give(major(stock(rulings=rulings), "KT", 0, papers=(0,)), 1, "KT", 1)
    return turn(home(at(s, "KT", 2, 4), "KT"), "KT", PAY, revenue=100)


def split_before():
    return turn(do(before_the_line("book,new_shares_earn=true"), Dividend(0, True)), "KT", PAY, revenue=100)


def window(owners=(0, 1, 2, 3, 0, 1), gone=()):
    s = locals_of(phase(stock(), "5"), *owners)
    for company in gone:
        s = lokalbahn(s, company)
    return s.replace(stack=(Course(2, 1, 1), MergerWindow()))


def last_sheet():
    """Two of the three sheets are taken."""
    return window(gone=("A", "C"))


def ag(*cards, cash=1000):
    """A in Steyr with scrapped trains on sale."""
    s = lokalbahn(phase(stock(), "8"), "A", cash=cash, hex_id="D18")
    for card in cards:
        s = train(s, SCRAP, card)
    return stuck(s, "A", TRAINS)


def last_four():
    s = home(major(phase(stock(), "4"), "KT"), "KT")
    return turn(s.replace(trains={**s.trains, "4-0": OUT, "4-1": OUT, "4-2": OUT}), "KT", MAIL)


def penniless():
    """KT and Ann have nothing; its ordinary paper is Ben's."""
    return give(buying(cash_of(klagenfurt("5", cash=0), 0, 0)), 1, "KT", 1)


TOLD = {
    "a railway bought": (opening, BuyItem(0, "P1"), "Ann buys P1 for 20."),
    "a railway won": (contest, BuyItem(1, "P1"), "P2 is auctioned among Ann, Cy."),
    "a bid": (opening, Bid(0, "P3", 80), "Ann bids 80 for P3."),
    "a higher bid": (lambda: do(contest(), BuyItem(1, "P1")), Bid(0, "P2", 70), "Ann bids 70 for P2."),
    "a bid dropped": (
        lambda: do(contest(), BuyItem(1, "P1")),
        Pass(0),
        "Ann drops out and takes 55 back.",
    ),
    "who is left": (lambda: do(contest(), BuyItem(1, "P1")), Pass(0), "Cy buys P2 for 60."),
    "a pass": (opening, Pass(0), "Ann passes."),
    "P1 falls": (lambda: passes(opening(), 3), Pass(3), "All have passed: P1 now costs 15."),
    "all pass": (
        lambda: passes(do(opening(), BuyItem(0, "P1")), 3),
        Pass(0),
        "All have passed: the railways sold so far pay their income.",
    ),
    "an income": (lambda: passes(do(opening(), BuyItem(0, "P1")), 3), Pass(0), "P1 pays 5 to Ann."),
    "an option of the pool": (
        in_pool,
        TakeOption(1, "KE", POOL),
        "Ben takes an option on 20% of KE for 87 from the pool; 87 are still due.",
    ),
    "an option of the offering": (
        lambda: at(major(stock(), "KE", 0), "KE", 1, 2).update_frame(seat=1),
        TakeOption(1, "KE", OFFER),
        "Ben takes an option on 20% of KE for 82 from the offer; 82 are still due.",
    ),
    "an option completed": (open_option, CompleteOption(1), "Ben pays the remaining 82 for 20% of KE."),
    "an option sold": (open_option, SellOption(1), "Ben sells the option on KE for 87."),
    "a company floats": (
        lambda: major(stock(), "KE", 0, papers=(0,), cash=0).replace(opened=()).update_frame(seat=1),
        BuyShare(1, "KE", OFFER),
        "KE goes into operation with 820.",
    ),
    "a split": (
        before_the_line,
        Dividend(0, True),
        "The papers of KT are split at 93: Ann 186, Ben 93. Five new shares are on sale.",
    ),
    "new shares earn": (split_before, Dividend(0, True), "KT receives 50 for its unsold new shares."),
    "a contract": (
        lambda: turn(klagenfurt(), "KT", MAIL),
        BuyMail(0, "large"),
        "KT buys a large mail contract for 200.",
    ),
    "mail": (
        lambda: turn(
            home(major(klagenfurt().replace(mail={"SB": "small"}), "SB", 1, par=67), "SB"), "KT", MAIL
        ),
        Pass(0),
        "SB receives 10 for its mail.",
    ),
    "a home marker": (
        lambda: turn(major(klagenfurt(), "SB", 1, par=67), "KT", MAIL),
        Pass(0),
        "SB places a station marker in Salzburg.",
    ),
    "a tunnel": (
        lambda: turn(innsbruck(), "NT", TRACK),
        DigTunnel(0, "G11", 1, 5),
        "NT digs a tunnel through G11, side 1 to side 5, for 100.",
    ),
    "a tunnel made cheaper": (
        lambda: turn(mountain(innsbruck(), "P2", 0), "NT", TRACK),
        DigTunnel(0, "G11", 1, 5, "P2"),
        "NT digs a tunnel through G11, side 1 to side 5, for 60.",
    ),
    "a rebate for a tunnel": (
        lambda: turn(mountain(innsbruck(), "P2", 0), "NT", TRACK),
        DigTunnel(0, "G11", 1, 5, "P2"),
        "The rebate of P2 is used up.",
    ),
    "a rebate for a tile": (
        lambda: turn(mountain(klagenfurt(), "P1", 0), "KT", TRACK),
        LayTile(0, "H16", "55", 0, "P1"),
        "The rebate of P1 is used up.",
    ),
    "a railway closed": (
        lambda: turn(mountain(vb(), "P4", 1), "VB", RUN),
        run("E3.0", "E1.0"),
        "P4 closes.",
    ),
    "a proposal": (window, ProposeMerger(0, "1", "3"), "Ann proposes that 1 and 3 merge."),
    "a refusal": (
        lambda: do(window(), ProposeMerger(0, "1", "3")),
        Answer(2, False),
        "Cy refuses the merger of 1 and 3.",
    ),
    "a merger": (
        lambda: do(window(), ProposeMerger(0, "1", "3"), Answer(2, True)),
        FoundLokalbahn(0, "B"),
        "1 and 3 become the Lokalbahn AG B with 300; Ann is its director.",
    ),
    "a merger that the higher number proposes": (
        lambda: do(window(), Pass(0), Pass(1), Pass(2), ProposeMerger(3, "4", "2"), Answer(1, True)),
        FoundLokalbahn(1, "B"),
        "2 and 4 become the Lokalbahn AG B with 300; Ben is its director.",
    ),
    "the last sheet": (
        lambda: do(last_sheet(), ProposeMerger(0, "1", "3")),
        Answer(2, True),
        "1 and 3 become the Lokalbahn AG B with 300; Ann is its director.",
    ),
    "local tiles": (
        lambda: do(last_sheet(), ProposeMerger(0, "1", "3")),
        Answer(2, True),
        "All local railways have merged: the tiles of their map return to the supply.",
    ),
    "a home built": (
        lambda: turn(lokalbahn(phase(stock(), "5"), "A"), "A"),
        ChooseHome(0, "D18", "15", 2),
        "A lays tile 15 on D18 (turned 2) for its home.",
    ),
    "a home": (
        lambda: turn(lokalbahn(phase(stock(), "5"), "A"), "A"),
        ChooseHome(0, "D18", "15", 2),
        "A places a station marker in Steyr & Bad Ischl.",
    ),
    "the last 4": (last_four, Pass(0), "The last 4 train on sale leaves the game."),
    "the 2s": (
        lambda: ag("4-0", "2-0"),
        BuyTrain(0, "4-0", "4", 350),
        "A Lokalbahn AG has bought a 4: all 2 trains leave the game.",
    ),
    "help": (
        lambda: buying(cash_of(klagenfurt("4", cash=100), 0, 500)),
        BuyTrain(0, "4-0", "4", 320),
        "Ann adds 220 for the train of KT.",
    ),
    "a bankruptcy": (
        penniless,
        DeclareBankruptcy(0),
        "Ann cannot pay a train for KT and is bankrupt.",
    ),
}


@pytest.mark.parametrize("event", list(TOLD))
def test_the_log_says_who_what_and_how_much(event):
    start, action, sentence = TOLD[event]
    assert sentence in said(start(), action)


ASKED = {
    "the auction": (
        lambda: do(opening(), BuyItem(0, "P1"), Pass(1)),
        "Cy: buy P2 for 50, bid for a later railway, or pass.",
    ),
    "P1 made cheaper": (
        lambda: passes(opening(), 5),
        "Ben: buy P1 for 15, bid for a later railway, or pass.",
    ),
    "the fight for a railway": (
        lambda: do(contest(), BuyItem(1, "P1")),
        "Ann: bid at least 65 for P2, or drop out.",
    ),
    "its answer": (
        lambda: do(contest(), BuyItem(1, "P1"), Bid(0, "P2", 80)),
        "Cy: bid at least 85 for P2, or drop out.",
    ),
    "a merger": (lambda: do(window(), Pass(0)), "Ben: does 2 propose a merger?"),
    "its partner": (
        lambda: do(window(), Pass(0), ProposeMerger(1, "2", "4")),
        "Dee: shall 4 merge with 2?",
    ),
    "the sheet": (
        lambda: do(window(), Pass(0), Pass(1), ProposeMerger(2, "3", "1"), Answer(0, True)),
        "Ann: which Lokalbahn AG do 1 and 3 become?",
    ),
    "a home": (
        lambda: turn(lokalbahn(phase(stock(), "5"), "B", 2, 1), "B"),
        "Cy: where is the home of B?",
    ),
    "mail": (
        lambda: turn(home(major(stock(), "SB", 1), "SB"), "SB", MAIL),
        "Ben: SB may buy a mail contract.",
    ),
    "a train": (
        lambda: do(
            buying(train(home(major(klagenfurt("3"), "SB", 1), "SB"), "SB", "3-0")),
            BuyTrain(0, "3-0", "3", 137),
        ),
        "Ben: sell 3 to KT for 137?",
    ),
}


@pytest.mark.parametrize("question", list(ASKED))
def test_what_the_table_asks_and_whom(question):
    start, sentence = ASKED[question]
    s = start()
    assert english(title("1854").activities[type(s.frame)].prompt(s)) == sentence
