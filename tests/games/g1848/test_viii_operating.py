"""VIII: how many operating rounds there are, who acts when, and the order of a turn."""

from typing import Any

import pytest

from stellwerk.engine import Action, Pass, legal, play
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.privates import TakePrivate
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

from .table import (
    do,
    forbidden,
    give,
    holding,
    home,
    offered,
    operating_round,
    par,
    phase,
    refused,
    sells,
    start,
    stock,
    tile,
    train,
    turn,
)

# Canberra G14 – Wagga Wagga F13, both worth 20: FT runs it with a 2.
CANBERRA_WAGGA = ("G14.0", "F13.0")
# The steps of a turn.
TRACK, MARKER, RUN, DIVIDEND, TRAINS = 1, 2, 3, 4, 5


def ft() -> Any:
    """FT of seat 0 at par 80 (800 in hand), home placed, two cities joined, one 2; the first 2 is sold."""
    s = train(home(start(phase(stock(), "2"), "FT"), "FT"), "FT", "2-0")
    s = tile(s, "G14", "5", 2)  # sides 2 (Wagga Wagga) and 3
    return tile(s, "F13", "57", 2)  # sides 2 and 5 (Canberra)


def everyone_passes(s: Any) -> Any:
    for _ in s.names:
        s = do(s, Pass(s.frame.seat))
    return s


def whose_turn(s: Any) -> str:
    company: str = s.frame.company
    return company


def pass_turn(s: Any) -> Any:
    """The acting company, which has no train and no route, does nothing at all."""
    here, seat = s.stack[:-1], s.director_seat(whose_turn(s))
    while s.stack[:-1] == here:
        s = do(s, Pass(seat))
    return s


def round_name(s: Any) -> str:
    """ "SR 3" or "OR 2.1 of 2"."""
    for frame in s.stack:
        if isinstance(frame, OperatingRound):
            return f"OR {frame.set}.{frame.number} of {frame.of}"
        if isinstance(frame, StockRound):
            return f"SR {frame.number}"
    return "?"


# -- VIII-1: how many operating rounds ----------------------------------------------------------


@pytest.mark.rule("1848-VIII-1")
@pytest.mark.parametrize(
    ("sold", "rounds"),
    [
        ((), 1),
        (("2",), 1),
        (("2", "3"), 2),
        (("2", "3", "4"), 2),
        (("2", "3", "4", "5"), 3),
        (("2", "3", "4", "5", "6"), 3),
        (("2", "3", "4", "5", "6", "8"), 3),
    ],
)
def test_operating_rounds_after_a_stock_round(sold, rounds):
    s = everyone_passes(start(phase(stock(number=2), *sold), "FT"))
    for number in range(1, rounds + 1):
        assert round_name(s) == f"OR 2.{number} of {rounds}"
        s = pass_turn(s)
    assert round_name(s) == "SR 3"


@pytest.mark.rule("1848-VIII-1")
@pytest.mark.parametrize(("kind", "price", "of", "rounds"), [("3", 200, 1, 2), ("5", 500, 2, 3)])
def test_a_running_set_never_grows(kind, price, of, rounds):
    """The first 3 (or 5) is sold in the last round of a set: the stock round comes all the same."""
    s = turn(sells(ft(), kind), "FT", step=TRAINS, number=of, of=of)
    s = do(s, BuyTrain(0, f"{kind}-0", kind, price), Pass(0))
    assert round_name(s) == "SR 3"
    s = everyone_passes(s)
    assert round_name(s) == f"OR 3.1 of {rounds}"


# -- VIII-2: who acts when ------------------------------------------------------------------------


@pytest.mark.rule("1848-VIII-2")
def test_privates_then_bank_of_england_then_companies():
    s = holding(give(start(phase(stock(), "2", "3"), "FT"), 1, "BOE", 1, "pool"), "seat1", "P1")
    s = operating_round(s)
    told = [type(event).__name__ for event in s.news]
    order = [name for name in told if name in ("IncomePaid", "DividendPaid", "MarkerPlaced")]
    assert order == ["IncomePaid", "DividendPaid", "MarkerPlaced"]
    assert s.cash["seat1"] == 630 + 5 + 10  # P1 and one share of the Bank of England
    assert whose_turn(s) == "FT"


@pytest.mark.rule("1848-VIII-2")
def test_the_highest_price_acts_first():
    s = start(start(start(stock(), "QR", 0, 70), "VR", 1, 100), "FT", 2, 90)
    s = operating_round(s)
    order = []
    for _ in range(3):
        order.append(whose_turn(s))
        s = pass_turn(s)
    assert order == ["VR", "FT", "QR"]


@pytest.mark.rule("1848-VIII-2")
@pytest.mark.parametrize(("first", "second"), [("QR", "VR"), ("VR", "QR")])
def test_on_one_field_the_upper_marker_acts_first(first, second):
    """The marker that came second lies below."""
    s = operating_round(start(start(stock(), first, 0, 80), second, 1, 80))
    assert whose_turn(s) == first


@pytest.mark.rule("1848-VIII-2")
@pytest.mark.parametrize("further_right", ["QR", "VR"])
def test_at_the_same_price_the_one_further_right_acts_first(further_right):
    """80 stands in row 3 column 5 and in row 4 column 6."""
    s = start(start(stock(), "QR", 0, 80), "VR", 1, 80).move_price(further_right, (4, 6))
    assert s.price("QR") == s.price("VR") == 80
    assert whose_turn(operating_round(s)) == further_right


@pytest.mark.rule("1848-VIII-3")
def test_only_the_director_of_the_acting_company_acts():
    s = operating_round(start(start(stock(), "QR", 0, 80), "VR", 1, 70))
    found = refused(s, Pass(1), "VIII-3")
    assert found.figures == {"seat": 1, "whose": "0"}
    assert legal(s, 1) == []


# -- VIII-3: the order of a turn -----------------------------------------------------------------

LAY = LayTile(0, "F15", "235", 0)  # Orange & Bathurst, towards Canberra
PLACE = PlaceMarker(0, "F13.0")
RUN_IT = RunTrains(0, (Route("2-0", CANBERRA_WAGGA),))
PAY = Dividend(0, True)
BUY = BuyTrain(0, "2-1", "2", 100)
PLAN: list[Action] = [LAY, PLACE, RUN_IT, PAY, BUY]


@pytest.mark.rule("1848-VIII-3")
def test_the_whole_turn_in_order():
    s = turn(ft(), "FT")
    told = []
    for action in PLAN:
        s, happened = play(s, action)
        told += [type(event).__name__ for event in happened]
    assert told == ["TileLaid", "MarkerPlaced", "TrainsRun", "DividendPaid", "PriceMoved", "TrainBought"]
    # 800 − 50 (mountain) − 40 (second marker) − 100 (a 2)
    assert s.cash["FT"] == 610


@pytest.mark.rule("1848-VIII-3")
@pytest.mark.parametrize("step", [TRACK, MARKER, RUN, DIVIDEND, TRAINS])
def test_nothing_happens_out_of_its_order(step):
    """In each step only the action that belongs there is possible."""
    s = turn(ft(), "FT")
    for action in PLAN[: step - 1]:
        s = do(s, action)
    for action in PLAN:
        if action is not PLAN[step - 1]:
            forbidden(s, action, "VIII-3", action=type(action).__struct_config__.tag)
    do(s, PLAN[step - 1])


@pytest.mark.rule("1848-VIII-3")
def test_building_placing_and_buying_are_voluntary():
    s = do(turn(ft(), "FT"), Pass(0))
    assert s.frame.step == MARKER
    s = do(s, Pass(0))
    assert s.frame.step == RUN
    s = do(s, RUN_IT, PAY)
    assert s.frame.step == TRAINS
    assert round_name(do(s, Pass(0))) == "SR 3"


@pytest.mark.rule("1848-VIII-3")
def test_running_and_deciding_on_the_income_are_not():
    s = turn(ft(), "FT", step=RUN)
    forbidden(s, Pass(0), "VIII-3")
    forbidden(do(s, RUN_IT), Pass(0), "VIII-3")


@pytest.mark.rule("1848-VIII-3")
def test_the_price_moves_before_trains_are_bought():
    s = do(turn(ft(), "FT", step=RUN), RUN_IT, PAY)
    assert (s.price("FT"), s.frame.step) == (90, TRAINS)
    # Without a train the company earns nothing: one left, from 80 to 70.
    s = turn(ft().replace(trains={**ft().trains, "2-0": "bank"}), "FT", step=RUN)
    assert (s.price("FT"), s.frame.step) == (70, TRAINS)


@pytest.mark.rule("1848-VIII-3")
@pytest.mark.parametrize("step", [TRACK, MARKER, RUN, DIVIDEND, TRAINS])
def test_loans_and_privates_at_any_moment_from_phase_3(step):
    early = turn(holding(ft(), "seat0", "P1"), "FT")
    late = turn(holding(phase(ft(), "2", "3"), "seat0", "P1"), "FT")
    for n, action in enumerate(PLAN[: step - 1]):
        early = do(early, action)
        # From phase 3 on a second tile could be laid.
        late = do(late, action) if n else do(late, action, Pass(0))
    assert not offered(early, 0, lambda a: isinstance(a, TakeLoan | TakePrivate))
    assert late.frame.step == step
    assert TakeLoan(0) in legal(late, 0)
    assert TakePrivate(0, "P1", 1) in legal(late, 0)
    after = do(late, TakeLoan(0), TakePrivate(0, "P1", 1))
    assert after.frame.step == step


# -- VIII-4: the end of the round ------------------------------------------------------------------


@pytest.mark.rule("1848-VIII-4")
def test_every_company_in_operation_acts_once():
    s = start(start(phase(stock(), "2", "3"), "QR", 0, 100), "VR", 1, 70)
    s = give(par(s, "FT", 80), 2, "FT", 5)  # 50% sold: not in operation
    s = operating_round(s, 1, 2)
    order = []
    while not round_name(s).startswith("SR"):
        order.append((round_name(s), whose_turn(s)))
        s = pass_turn(s)
    # Without trains both fall evenly, so the order stays.
    assert order == [
        ("OR 2.1 of 2", "QR"),
        ("OR 2.1 of 2", "VR"),
        ("OR 2.2 of 2", "QR"),
        ("OR 2.2 of 2", "VR"),
    ]
    assert round_name(s) == "SR 3"


@pytest.mark.rule("1848-VIII-4")
def test_a_company_that_falls_behind_does_not_act_again():
    """QR acts first and keeps nothing: 90 is now below the 100 of VR; both have acted when the round ends."""
    s = operating_round(start(start(stock(), "QR", 0, 100), "VR", 1, 100), 1, 1)
    assert whose_turn(s) == "QR"
    s = pass_turn(s)
    assert (s.price("QR"), whose_turn(s)) == (90, "VR")
    assert round_name(pass_turn(s)) == "SR 3"
