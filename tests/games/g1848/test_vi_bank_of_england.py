"""VI, the Bank of England: its shares, its dividend, its ladder of loans, and the trains it removes."""

from typing import Any

import pytest

from stellwerk.board.hexes import StopId
from stellwerk.engine import Pass, legal, play
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.state import POOL
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany
from stellwerk.mech18.trains import BuyTrain, bank_offers
from tests.games.g1848.table import (
    do,
    forbidden,
    give,
    granted_before,
    holding,
    home,
    lost_before,
    operating_round,
    overland,
    phase,
    price_at,
    refused,
    rest_of_turn,
    sells,
    start,
    stock,
    tile,
    train,
    turn,
)

YELLOW, GREEN, BROWN, GREY = (), ("2", "3"), ("2", "3", "5"), ("2", "3", "5", "8")
LADDER = [70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170]
LADDER += [180, 195, 210, 225, 240, 260, 280, 300, 320, 340]


def boe_marker(s: Any, *stops: str) -> Any:
    for stop in stops:
        s = s.replace(board=s.board.place(s.book.atlas, StopId(stop), "BOE"))
    return s


def falls_with_a_loan(s: Any) -> Any:
    """QR, director Ann, in column 2: its loan is a takeover."""
    return turn(price_at(start(s, "QR"), "QR", 3, 2), "QR")


# -- shares --------------------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-BoE-1")
def test_ten_shares_are_on_sale_from_the_first_stock_round() -> None:
    s = stock(number=1)
    assert [(p.shares, s.papers[p.id]) for p in s.book.papers_of["BOE"]] == [(1, POOL)] * 10
    assert BuyShare(0, "BOE", POOL) in legal(s, 0)


@pytest.mark.rule("1848-VI-BoE-1")
def test_they_are_traded_at_the_current_price_with_the_ordinary_bank() -> None:
    s = granted_before(stock(), 3)  # 100
    bought = do(s, BuyShare(0, "BOE", POOL))
    assert bought.cash["seat0"] == 630 - 100
    assert bought.cash["bank"] == s.cash["bank"] + 100
    assert bought.cash["BOE"] == s.cash["BOE"] == 2000 - 300
    s = give(granted_before(stock(), 12), 0, "BOE", 2, POOL)  # 195
    sold = do(s, SellShares(0, "BOE", 2))
    assert sold.cash["seat0"] == 630 + 390
    assert sold.cash["bank"] == s.cash["bank"] - 390
    assert sold.cash["BOE"] == s.cash["BOE"]


# -- dividend ------------------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-BoE-2")
@pytest.mark.parametrize(("trains", "per_share"), [(YELLOW, 0), (GREEN, 10), (BROWN, 20), (GREY, 30)])
def test_it_pays_by_the_colour_of_the_phase(trains: tuple[str, ...], per_share: int) -> None:
    s = phase(give(give(stock(), 0, "BOE", 3, POOL), 1, "BOE", 1, POOL), *trains)
    s = start(s, "QR", seat=2)
    after = operating_round(s)
    assert after.cash["seat0"] == s.cash["seat0"] + 3 * per_share
    assert after.cash["seat1"] == s.cash["seat1"] + per_share
    assert after.cash["bank"] == s.cash["bank"] - 4 * per_share  # the other six shares get nothing
    assert after.cash["BOE"] == 2000


@pytest.mark.rule("1848-VI-BoE-2", "1848-S8")
def test_it_pays_in_every_operating_round_after_the_privates_and_before_the_companies() -> None:
    s = holding(start(phase(stock(), *GREEN), "QR"), "seat1", "P1")
    s = operating_round(give(s, 0, "BOE", 1, POOL), of=2)
    told = [type(event).__name__ for event in s.news]
    assert [name for name in told if name in ("IncomePaid", "BankIncomePaid", "MarkerPlaced")] == [
        "IncomePaid",
        "BankIncomePaid",
        "MarkerPlaced",
    ]
    paid = s.cash["seat0"]
    s = rest_of_turn(s)
    assert s.stack[1].number == 2
    assert s.cash["seat0"] == paid + 10  # again in OR 2.2


@pytest.mark.rule("1848-VI-BoE-3")
def test_each_marker_adds_the_value_of_its_city() -> None:
    # Brown phase: 200, a marker in brown Dubbo (40) and one in brown Sydney (60): 300, 30 per share.
    s = tile(tile(phase(start(stock(), "QR", seat=1), *BROWN), "E14", "611", 0), "F17", "239", 0)
    s = boe_marker(give(s, 0, "BOE", 2, POOL), "E14.0", "F17.0")
    assert operating_round(s).cash["seat0"] == 630 + 2 * 30


@pytest.mark.rule("1848-VI-BoE-3")
def test_two_markers_in_one_city_count_twice() -> None:
    # Brown Sydney: 200 + 60 + 60 = 320.
    s = tile(phase(start(stock(), "QR", seat=1), *BROWN), "F17", "239", 0)
    s = boe_marker(give(s, 0, "BOE", 1, POOL), "F17.0", "F17.0")
    assert operating_round(s).cash["seat0"] == 630 + 32


@pytest.mark.rule("1848-VI-BoE-3")
def test_a_marker_pays_in_the_yellow_phase_and_from_the_edge_too() -> None:
    # D1 is worth 20 in yellow; at the edge of yellow Sydney lies a marker that COM left behind: 20.
    s = overland(start(stock(), "QR", seat=1))
    s = boe_marker(give(s, 0, "BOE", 1, POOL), "D1.0")
    s = s.replace(board=s.board.place_beside(StopId("F17.0"), "BOE"))
    assert operating_round(s).cash["seat0"] == 630 + 4


# -- price ---------------------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-BoE-4")
def test_trading_and_a_sell_out_leave_its_price_alone() -> None:
    s = granted_before(give(stock(), 0, "BOE", 4, POOL), 3)
    sold = do(s, SellShares(0, "BOE", 3))
    assert sold.price("BOE") == 100
    assert do(s, BuyShare(0, "BOE", POOL)).price("BOE") == 100
    s = give(s, 1, "BOE", 6, POOL)  # all ten are with players
    assert do(s, Pass(0), Pass(1), Pass(2), Pass(3)).price("BOE") == 100


@pytest.mark.rule("1848-VI-BoE-4")
def test_its_dividend_leaves_its_price_alone_and_a_loan_lifts_it_one_step() -> None:
    s = operating_round(give(phase(start(stock(), "QR"), *GREEN), 0, "BOE", 1, POOL))
    assert s.price("BOE") == 70
    assert do(s, TakeLoan(0)).price("BOE") == 80


@pytest.mark.rule("1848-VI-BoE-5")
@pytest.mark.parametrize("before", range(20))
def test_every_loan_is_100_from_the_separate_money_and_shows_the_next_price(before: int) -> None:
    s = granted_before(phase(start(stock(), "QR", cash=0), *GREEN), before)
    s = turn(s, "QR")
    assert s.price("BOE") == LADDER[before]
    after = do(s, TakeLoan(0))
    assert after.price("BOE") == LADDER[before + 1]  # 16 loans: 260
    assert (after.granted_loans, after.loans["QR"]) == (before + 1, 1)
    assert after.cash["QR"] == 100
    assert after.cash["BOE"] == s.cash["BOE"] - 100
    assert after.cash["bank"] == s.cash["bank"]


@pytest.mark.rule("1848-VI-BoE-5")
def test_the_twentieth_loan_marker_is_the_last() -> None:
    s = turn(granted_before(phase(start(stock(), "QR"), *GREEN), 20), "QR")
    forbidden(s, TakeLoan(0), "VI-BoE-5", markers=20)


# -- trains leave the bank -----------------------------------------------------------------------


@pytest.mark.rule("1848-VI-BoE-6")
@pytest.mark.parametrize("before", range(7))
def test_only_the_second_and_the_fifth_takeover_remove_a_train(before: int) -> None:
    gone = ("VR", "NSW", "WA", "CAR", "SAR", "FT", "COM")[:before]
    s = do(falls_with_a_loan(phase(lost_before(stock(), *gone), *GREEN)), TakeLoan(0))
    assert len(s.takeovers) == before + 1
    assert [train for train, owner in s.trains.items() if owner == "out"] == (
        ["5-0"] if before + 1 in (2, 5) else []
    )


@pytest.mark.rule("1848-VI-BoE-6")
@pytest.mark.parametrize(("lowest", "removed"), [("4", "5-0"), ("5", "5-0"), ("6", "6-0"), ("8", "8-0")])
def test_the_cheapest_permanent_train_in_the_bank_goes(lowest: str, removed: str) -> None:
    s = sells(lost_before(stock(), "VR"), lowest)
    after = do(falls_with_a_loan(s), TakeLoan(0))
    left = {train for train, owner in after.trains.items() if owner == "out" and s.trains.get(train) != "out"}
    assert {train for train in left if train[0] in "568"} == {removed}


@pytest.mark.rule("1848-VI-BoE-6")
def test_a_5_of_a_company_is_safe() -> None:
    s = train(lost_before(phase(stock(), *BROWN), "VR"), "FT", "5-0")
    s = do(falls_with_a_loan(start(s, "FT", seat=1)), TakeLoan(0))
    assert (s.trains["5-0"], s.trains["5-1"], s.trains["5-2"]) == ("FT", "out", "bank")


@pytest.mark.rule("1848-VI-BoE-7", "1848-VI-BoE-6")
def test_a_removed_train_counts_as_sold() -> None:
    # `book`, phase 3: the second takeover removes a 5 while 2s and 3s are unsold and a 2 runs.
    s = holding(phase(lost_before(stock(), "VR"), *GREEN), "seat1", "P1", "P5")
    s = train(home(start(s, "FT", seat=1), "FT"), "FT", "2-0")
    s = falls_with_a_loan(s)
    assert (s.train_limits["public"], s.colour, s.rounds_per_set) == (4, "green", 2)
    s = do(s, TakeLoan(0))
    assert (s.train_limits["public"], s.colour, s.rounds_per_set) == (2, "brown", 3)
    assert set(s.privates.values()) == {"closed"}
    assert s.bank_income == 200
    assert s.trains["2-0"] == "FT"
    assert bank_offers(s) == ["2-1", "2E-0"]  # the smaller trains stay on sale, in ascending order
    assert (s.stack[0].number, s.stack[0].of) == (1, 1)  # the running set does not grow


@pytest.mark.rule("1848-VI-BoE-7")
def test_after_a_removed_5_the_first_4_still_scraps_the_2s_and_the_limit_stays_at_2() -> None:
    s = phase(sells(train(start(stock(), "QR", price=100), "QR", "2-0"), "4"), "2", "3", "5")
    s = do(turn(home(s, "QR"), "QR", step=5), BuyTrain(0, "4-0", "4", 300))
    assert s.trains["2-0"] == "out"
    assert (s.train_limits["public"], s.colour) == (2, "brown")


@pytest.mark.rule("1848-VI-BoE-7")
def test_after_a_removed_5_the_first_3_brings_loans_and_takes_nothing_back() -> None:
    s = phase(sells(start(stock(), "QR", price=100), "3"), "2", "5")
    s = do(turn(home(s, "QR"), "QR", step=5), BuyTrain(0, "3-0", "3", 200))
    assert s.granted("loans")
    assert (s.train_limits["public"], s.colour, s.rounds_per_set, s.bank_income) == (2, "brown", 3, 200)


# -- nobody's company ----------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-BoE-8")
def test_nobody_is_its_director() -> None:
    s = give(stock(), 0, "BOE", 6, POOL)
    assert s.director("BOE") is None
    assert not any(paper.director for paper in s.book.papers_of["BOE"])
    forbidden(s, StartCompany(0, "BOE", 100), "VI-Allg-2", company="BOE")
    # Nobody need take anything over: all shares can go at once.
    assert do(s, SellShares(0, "BOE", 6)).shares("seat0", "BOE") == 0


@pytest.mark.rule("1848-VI-BoE-9", "1848-VI-BoE-8")
def test_it_takes_no_turn_in_the_operating_round() -> None:
    s = give(give(stock(), 0, "BOE", 5, POOL), 1, "BOE", 4, POOL)
    s = boe_marker(granted_before(phase(s, *GREEN), 10), "D1.0")  # at 170 it would be first
    s = operating_round(start(do(s.update_frame(seat=2), BuyShare(2, "BOE", POOL)), "QR"))
    turns = [frame.company for frame in s.stack if isinstance(frame, OperatingTurn)]
    assert turns == ["QR"]
    assert s.frame.company == "QR"
    s = rest_of_turn(s)
    assert "BOE" not in s.opened
    assert not any(isinstance(frame, OperatingTurn) for frame in s.stack)


@pytest.mark.rule("1848-VI-BoE-9")
def test_its_markers_block_and_keep_their_slots() -> None:
    # Newcastle E18 – Sydney F17 – Dubbo E14, the Bank of England in the only slot of Sydney.
    s = tile(boe_marker(overland(stock()), "F17.0"), "E18", "57", 0)
    s = s.replace(board=s.board.place(s.book.atlas, StopId("E18.0"), "FT"), markers={**s.markers, "FT": 1})
    s = train(start(s, "FT").replace(begun=("FT",)), "FT", "3-0")
    through = RunTrains(0, (Route("3-0", ("E18.0", "F17.0", "E16", "E14.0")),))
    assert refused(turn(s, "FT", step=3), through, "XI-3").figures["stop"] == "Sydney"
    s = turn(phase(s, *GREEN), "FT", step=2)
    forbidden(s, PlaceMarker(0, "F17.0"), "VIII-Stat-2", stop="F17.0")


@pytest.mark.rule("1848-VI-BoE-9")
def test_markers_left_by_a_company_are_foreign_even_to_its_old_director() -> None:
    # Ann's QR is taken over; her NSW does not run through the city that was QR's.
    s = home(start(overland(phase(stock(), *GREEN)), "NSW"), "NSW")
    s = s.replace(board=s.board.place(s.book.atlas, StopId("E14.0"), "QR"), markers={**s.markers, "QR": 1})
    s = falls_with_a_loan(train(s, "NSW", "3-0", "3+").replace(begun=("NSW", "QR")))
    s = play(s, TakeLoan(0)).state
    assert s.board.markers["E14.0"] == ("BOE",)
    s = turn(s, "NSW", step=3)
    past = RunTrains(0, (Route("3-0", ("F17.0", "E16", "E14.0", "E12", "F11", "F9", "F7", "G6.0")),))
    assert refused(s, past, "XI-3").figures["stop"] == "Dubbo"
    assert do(s, RunTrains(0, (Route("3-0", ("F17.0", "E16", "E14.0")),))).frame.revenue == 40
