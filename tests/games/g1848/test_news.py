"""What the table is told: every event of 1848 with its figures, at the moment it happens."""

from typing import Any

import pytest

from stellwerk.engine import Action, Pass, play
from stellwerk.engine.state import Event
from stellwerk.games.g1848.rules import events as told
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.opening import BuyPrivate, CutPrice
from stellwerk.games.g1848.rules.privates import LayTasmania, TakePrivate
from stellwerk.mech18.events import (
    CompanyOpened,
    IncomePaid,
    MarkerPlaced,
    Passed,
    PriorityGoes,
    PrivateClosed,
)
from stellwerk.mech18.state import OFFER
from stellwerk.mech18.stock import BuyShare
from stellwerk.mech18.track import LayTile

from .table import (
    do,
    give,
    holding,
    home,
    lost_before,
    offered,
    opening,
    operating_round,
    par,
    phase,
    price_at,
    start,
    stock,
    tile,
    turn,
)
from .test_v_privates import FIRST_5, REBATED, before_the_first_5, green
from .test_vi_commonwealth import JOIN, nsw_builds
from .test_vi_receivership import short_of_90


def news(s: Any, action: Action) -> list[Event]:
    return list(play(s, action).events)


@pytest.mark.rule("1848-IV-1", "1848-IV-5", "1848-IV-6")
def test_the_sale_tells_who_buys_cuts_and_passes() -> None:
    s = opening()
    assert news(s, BuyPrivate(0, "P1")) == [told.PrivateBought("Ann", "P1", 30)]
    assert news(s, CutPrice(0, "P6")) == [told.PriceCut("Ann", "P6", 225)]
    s = do(s, BuyPrivate(0, "P1"), BuyPrivate(1, "P2"), BuyPrivate(2, "P3"), BuyPrivate(3, "P4"))
    assert news(s, Pass(0)) == [Passed("Ann")]
    paid = news(do(s, Pass(0), Pass(1), Pass(2)), Pass(3))
    assert paid == [
        Passed("Dee"),
        IncomePaid("P1", "Ann", 5),
        IncomePaid("P2", "Ben", 10),
        IncomePaid("P3", "Cy", 15),
        IncomePaid("P4", "Dee", 20),
    ]
    last = news(do(s, BuyPrivate(0, "P5")), BuyPrivate(1, "P6"))
    assert last[0] == told.PrivateBought("Ben", "P6", 230)
    assert PriorityGoes("Cy") in last


@pytest.mark.rule("1848-V-4", "1848-V-P2-1", "1848-V-P3-1")
def test_a_turn_tells_what_becomes_of_privates() -> None:
    s = turn(holding(green(), "seat0", "P2", "P3"), "CAR")
    assert news(s, TakePrivate(0, "P2", 33)) == [told.PrivateTaken("CAR", "P2", 33)]
    assert told.RightUsed("CAR", "P2") in news(s, REBATED)
    assert news(s, LayTasmania(0, "I10", 1)) == [told.TasmaniaLaid("I10"), told.RightUsed("CAR", "P3")]


@pytest.mark.rule("1848-V-7", "1848-V-P3-3")
def test_the_first_5_tells_which_privates_close() -> None:
    s = before_the_first_5(holding(green(), "seat2", "P1", "P3"))
    closed = [event for event in news(s, FIRST_5) if isinstance(event, PrivateClosed)]
    assert closed == [PrivateClosed("P1"), PrivateClosed("P3")]
    assert news(do(s, FIRST_5), LayTasmania(2, "I8", 1))[0] == told.TasmaniaLaid("I8")


@pytest.mark.rule("1848-VI-Norm-2", "1848-VI-COM-7")
def test_the_capital_is_told_when_a_company_opens() -> None:
    s = give(par(stock(), "QR", 80), 1, "QR", 5)
    assert CompanyOpened("QR", 800) in news(s, BuyShare(0, "QR", OFFER))
    assert news(turn(nsw_builds(), "NSW"), JOIN)[1:] == [told.CitiesJoined(), CompanyOpened("COM", 800)]


@pytest.mark.rule("1848-VIII-Stat-1", "1848-VI-COM-5", "1848-VI-COM-9")
def test_home_markers_are_told_as_free() -> None:
    s = operating_round(start(stock(), "QR"))
    assert [event for event in s.news if isinstance(event, MarkerPlaced)] == [
        MarkerPlaced("QR", "Brisbane", 0)
    ]
    s = start(home(start(stock(), "NSW", price=70), "NSW"), "COM", seat=1, price=100)
    s = operating_round(phase(s, "2", "3", "4", "5", "6"))
    assert s.frame.company == "COM"
    assert told.MarkerBeside("COM", "Sydney") in s.news
    assert s.board.beside["F17.0"] == ("COM",)


@pytest.mark.rule("1848-VI-COM-9")
def test_a_marker_that_moves_in_is_told() -> None:
    s = start(home(start(stock(), "NSW", price=70), "NSW"), "COM", seat=1, price=100)
    s = operating_round(tile(phase(s, "2", "3", "4", "5", "6"), "F17", "5", 2))
    upgrade = offered(s, 1, lambda a: isinstance(a, LayTile) and a.hex == "F17")[0]
    assert told.MarkerMovesIn("COM", "Sydney") in news(s, upgrade)


@pytest.mark.rule("1848-VI-Loan-1", "1848-VI-BoE-4")
def test_a_loan_is_told_with_its_number_and_the_new_price() -> None:
    s = turn(price_at(green(), "CAR", 1, 5), "CAR")
    assert told.LoanTaken("CAR", 1, 80) in news(s, TakeLoan(0))


@pytest.mark.rule("1848-VI-BoE-2")
def test_the_income_of_the_bank_of_england_is_told() -> None:
    assert told.BankIncomePaid(100) in operating_round(give(green(), 0, "BOE", 1, "pool")).news
    silent = operating_round(home(start(stock(), "QR"), "QR"))
    assert not [event for event in silent.news if isinstance(event, told.BankIncomePaid)]


@pytest.mark.rule("1848-VI-Rec-2", "1848-VI-Rec-3", "1848-VI-Rec-5")
def test_a_takeover_tells_who_is_paid_and_who_is_liable_for_how_much() -> None:
    """100 in the treasury: Ben is due 160 and Cy 80, so Ann owes 60 and 80."""
    s = turn(short_of_90(), "QR")
    found = news(s, TakeLoan(0))
    assert found[found.index(told.TakenOver("QR")) :] == [
        told.TakenOver("QR"),
        told.Compensated("Ben", 160, 2, "QR"),
        told.DirectorLiable("Ann", 60),
        told.Compensated("Cy", 80, 1, "QR"),
        told.DirectorLiable("Ann", 80),
    ]


@pytest.mark.rule("1848-VI-Rec-2", "1848-VI-Rec-5")
def test_a_treasury_that_pays_all_leaves_nobody_liable() -> None:
    s = turn(lost_before(short_of_90(cash=140), "WA"), "QR")  # with the loan 240, just enough
    found = news(s, TakeLoan(0))
    assert not [event for event in found if isinstance(event, told.DirectorLiable)]
    assert told.LimitFalls(13, "Ann", 2) in found
