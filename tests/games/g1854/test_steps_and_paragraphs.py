"""The steps of turns in their order, and for every move its paragraphs in the order in which they judge."""

import pytest

from stellwerk.engine import title
from stellwerk.games.g1854.rules.mergers import Founding, MergerOffer, MergerWindow
from stellwerk.games.g1854.rules.opening import Auction, Contest
from stellwerk.games.g1854.rules.state import LocalTurn, Turn
from stellwerk.mech18.course import Course, SeatDraw
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.phases import SurplusTrains
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.trains import TrainOffer

from .table import opening

ACTIVITIES = title("1854").activities

TRACK = """
LayTile: TR-14 LR-7 TR-3 TR-14 TR-5 TR-5 TR-1 TR-7 TR-9 TR-3 TR-6 TR-6 TR-7 TR-3 TR-8 TR-12
 TR-3 TR-17 TR-2 TR-2 TR-2 MR-3 TR-16
DigTunnel: LR-2 TR-11 TR-11 LR-7 TR-13 TR-12 TR-12 TR-12 TR-12 TR-12 MR-3 TR-11
Pass:
"""
MARKER = """
PlaceMarker: TK-3 TK-1 TK-3 TK-3 TK-3 TK-4 TK-5 TK-2
Pass:
"""
RUN = "RunTrains and more: RT-10 RT-1 RT-6 RT-4 RT-3 RT-2 RT-1"
TERMS = "TN-10 TN-1 TN-1 TN-12 TN-6 TN-14 TN-10 TN-10 TN-10 TN-3 LA-5 TN-6"
BUY = f"BuyTrain and more: {TERMS} TN-14 EF-2 EF-1 EF-5"

STEPS = {
    Turn: [
        ("LokalbahnHomeStep", "ChooseHome: LA-4 LA-10 LA-10"),
        ("HomeStep", ""),
        ("MailIncomeStep", ""),
        ("TrackStep", TRACK),
        ("MarkerStep", MARKER),
        ("RunStep", RUN),
        ("DividendStep", "Dividend:"),
        (
            "TrainStep",
            f"""
            {BUY}
            SellShares: EF-4 SR-4 SR-4 SR-6 SR-6 LA-7 LA-7 EF-1 EF-5
            SellOption: EF-4 OP-10
            DeclareBankruptcy: EF-7
            Pass: TN-7
            """,
        ),
        ("MailStep", "BuyMail: MC-3 MC-1 MC-3\nPass:"),
        ("OperatedStep", ""),
    ],
    LocalTurn: [
        ("HomeStep", ""),
        ("TrackStep", TRACK),
        ("MarkerStep", MARKER),
        ("RunStep", RUN),
        ("DividendStep", "Dividend:"),
        ("TrainStep", f"{BUY}\nPass:"),
    ],
}

MOVES = {
    SeatDraw: "DrawSeats and more: SU-1",
    Auction: """
        BuyItem: AU-1 AU-10
        Bid and more: AU-1 AU-10 AU-6 AU-2 AU-10
        Pass: AU-6
        """,
    Contest: """
        Bid and more: AU-4 AU-2 AU-10
        Pass:
        """,
    StockRound: """
        SellShares: SR-4 SR-4 SR-4 SR-6 SR-6 LA-7 LA-7 OP-4 SR-18 SR-15
        BuyShare: SR-8 SR-9 SR-8 LA-7 OP-3 SR-16 SR-17 SR-13 SR-11 SR-17
        StartCompany: SR-9 SR-9 ST-8 OP-3 SR-16 SR-17 SR-17
        TakeOption: OP-1 SR-9 OP-1 OP-1 OP-3 SR-16 OP-1 SR-13 SR-17
        CompleteOption: OP-4 OP-4 SR-16 OP-5
        SellOption: OP-4 OP-4 SR-18 OP-6
        Pass: SR-16
        """,
    TrainOffer: f"Answer and more: TN-14 TN-14 TN-14 TN-14 {TERMS} EF-2 EF-1 EF-5",
    SurplusTrains: "DiscardTrain: TN-4",
    MergerWindow: """
        ProposeMerger: LA-1 LA-1 LA-1
        Pass:
        """,
    MergerOffer: "Answer: LA-1 LA-1 LA-1 LA-1",
    Founding: "FoundLokalbahn: LA-3",
}

ORDERS = {
    SeatDraw: "SU-1",
    Course: "SR-1",
    Auction: "AU-1",
    Contest: "AU-4",
    StockRound: "SR-2",
    OperatingRound: "OR-2",
    Turn: "OR-3",
    LocalTurn: "LR-2",
    TrainOffer: "TN-14",
    SurplusTrains: "TN-4",
    MergerWindow: "LA-1",
    MergerOffer: "LA-1",
    Founding: "LA-3",
}


def listed(moves):
    """One line for each move: "and more" where not every legal action is listed."""
    return [
        (move.action.__name__ + ("" if move.listed else " and more"), [rule.id for rule in move.rules])
        for move in moves
    ]


def written(text):
    """The same out of a table as above; a line that begins with a blank goes on with the one before."""
    lines = []
    for line in (line.strip() for line in text.splitlines() if line.strip()):
        if ":" in line:
            lines.append(line)
        else:
            lines[-1] += f" {line}"
    return [(name, ids.split()) for name, _, ids in (line.partition(":") for line in lines)]


@pytest.mark.rule("1854-OR-3", "1854-LR-2", "1854-OR-5")
@pytest.mark.parametrize("frame", list(STEPS), ids=lambda frame: frame.__name__)
def test_the_steps_of_a_turn_and_what_judges_in_them(frame):
    activity = ACTIVITIES[frame]
    assert [type(step).__name__ for step in activity.steps] == [name for name, _ in STEPS[frame]]
    for number, (name, table) in enumerate(STEPS[frame]):
        if activity.steps[number].moves:
            moves = activity.moves(opening().push(frame("KT", step=number)))
            assert listed(moves) == written(table), name
        else:
            assert table == "", name


@pytest.mark.rule("1854-OR-5", "1854-RT-10", "1854-LA-4")
def test_which_steps_can_be_passed():
    steps = [
        (type(step).__name__, step.optional, step.skippable) for step in ACTIVITIES[Turn].steps if step.moves
    ]
    assert steps == [
        ("LokalbahnHomeStep", False, True),
        ("TrackStep", True, False),
        ("MarkerStep", True, True),
        ("RunStep", False, False),
        ("DividendStep", False, False),
        ("TrainStep", True, True),
        ("MailStep", True, True),
    ]


@pytest.mark.parametrize("frame", list(MOVES), ids=lambda frame: frame.__name__)
def test_what_judges_every_other_move(frame):
    moves = ACTIVITIES[frame].moves(opening())
    assert listed(moves) == written(MOVES[frame])


def test_which_paragraph_tells_whose_turn_it_is():
    assert {frame: activity.order_rule for frame, activity in ACTIVITIES.items()} == ORDERS
