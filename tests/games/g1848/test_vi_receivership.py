"""VI, receivership: the Bank of England takes a company over.

The company is always QR, par 80, directed by Ann. Ben holds 2 and Cy 1 of its shares, 1 lies in the
pool and 2 are unsold, so 3 × 80 = 240 is due. In column 2 a loan (+100) is the end of it.
"""

from typing import Any

import pytest

from stellwerk.board.hexes import StopId
from stellwerk.engine import Pass, legal, play
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.conserved import conserved
from stellwerk.games.g1848.rules.operating import Turn
from stellwerk.games.g1848.rules.privates import TasmaniaDuty
from stellwerk.games.g1848.rules.takeover import CompensationSale
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.state import OFFER, POOL
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound
from tests.games.g1848.table import (
    cash_of,
    do,
    events,
    forbidden,
    give,
    granted_before,
    holding,
    home,
    lost_before,
    marker,
    offered,
    operating_round,
    par,
    phase,
    price_at,
    refused,
    rest_of_turn,
    start,
    stock,
    to_pool,
    train,
    turn,
)
from tests.views import view as look

GREEN = ("2", "3")
LOAN = TakeLoan(0)


def shaky(cash: int = 0, column: int = 2, **table: Any) -> Any:
    """QR with so much in its treasury, close to receivership, in the green phase."""
    s = give(give(start(stock(**table), "QR", shares=4, cash=cash), 1, "QR", 2), 2, "QR", 1)
    return price_at(to_pool(phase(s, *GREEN), "QR", 1), "QR", 3, column)


def taken(s: Any) -> Any:
    return do(turn(s, "QR"), LOAN)


# -- VI-Rec-1 ------------------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-Rec-1")
def test_a_loan_in_column_2_means_receivership_and_in_column_3_it_does_not() -> None:
    assert taken(shaky(column=2)).takeovers == ("QR",)
    assert "TakenOver" in events(turn(shaky(column=2), "QR"), LOAN)
    spared = taken(shaky(column=3))
    assert spared.takeovers == ()
    assert spared.prices["QR"].column == 1


@pytest.mark.rule("1848-VI-Rec-1", "1848-XII-1")
def test_keeping_in_column_1_means_receivership() -> None:
    s = turn(shaky(column=1), "QR", step=4, revenue=50)
    assert do(s, Dividend(0, False)).takeovers == ("QR",)
    assert do(s, Dividend(0, True)).takeovers == ()


@pytest.mark.rule("1848-VI-Rec-1")
def test_the_turn_is_over_at_once() -> None:
    s = start(shaky(), "FT", seat=1, price=70)
    s = do(operating_round(home(price_at(s, "FT", 5, 1), "QR", "FT")), LOAN)  # QR at 50, FT at 20
    assert s.frame == Turn("FT", step=1)


@pytest.mark.rule("1848-VI-Rec-1", "1848-VI-Rec-2", "1848-VI-Rec-3")
def test_money_of_the_same_step_is_in_the_treasury_for_the_compensation() -> None:
    s = taken(shaky(cash=140))  # 140 + the loan's 100 = 240
    assert s.cash["seat0"] == 630
    s = do(turn(shaky(cash=190, column=1), "QR", step=4, revenue=50), Dividend(0, False))  # 190 + 50
    assert s.cash["seat0"] == 630
    assert s.cash["seat1"] == 630 + 160


# -- VI-Rec-2 to VI-Rec-4 ------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-Rec-2")
def test_par_is_paid_for_the_shares_of_the_other_players_and_for_no_others() -> None:
    s = shaky(cash=500)
    after = taken(s)
    assert after.cash["seat1"] == 630 + 160
    assert after.cash["seat2"] == 630 + 80
    assert after.cash["seat0"] == after.cash["seat3"] == 630  # not the director, not the others
    assert after.cash["bank"] == s.cash["bank"] + (500 + 100 - 240)  # nor pool and new shares


@pytest.mark.rule("1848-VI-Rec-3")
def test_the_treasury_pays_first_then_the_director_s_cash() -> None:
    s = taken(give(shaky(cash=20), 0, "BOE", 3, POOL))
    assert s.cash["seat0"] == 630 - 120  # 240 − (20 + 100)
    assert (s.cash["seat1"], s.cash["seat2"]) == (790, 710)
    assert isinstance(s.frame, StockRound)  # he has BoE shares, but need not sell


def short_of_90(**extra: Any) -> Any:
    """Ann has 50 of the 140 that the treasury leaves unpaid; Ben directs VR at 70, Ann holds 3 of it."""
    s = cash_of(shaky(**extra), 0, 50)
    return give(give(par(s, "VR", 70), 1, "VR", 4), 0, "VR", 3)


@pytest.mark.rule("1848-VI-Rec-3")
def test_if_that_is_too_little_the_director_sells_shares_at_falling_prices() -> None:
    s = taken(short_of_90())
    assert s.frame == CompensationSale(0)
    assert s.cash["seat0"] == -90
    assert (s.cash["seat1"], s.cash["seat2"]) == (790, 710)  # the others have their money already
    s = do(s, SellShares(0, "VR", 1))  # 70, then VR falls from row 4 to row 5
    assert s.cash["seat0"] == -20
    assert (s.prices["VR"].cell, s.price("VR"), s.shares(POOL, "VR")) == ((5, 5), 60, 1)
    assert isinstance(s.frame, CompensationSale)
    s = do(s, SellShares(0, "VR", 1))
    assert s.cash["seat0"] == 40
    assert isinstance(s.frame, StockRound)


@pytest.mark.rule("1848-VI-Rec-3")
def test_he_sells_no_share_more_than_needed() -> None:
    s = taken(short_of_90())
    forbidden(s, SellShares(0, "VR", 3), "VI-Rec-3", short=90, shares=3, price=70)
    assert [a.shares for a in offered(s, 0)] == [1, 2]  # 70 do not suffice, 140 do
    assert Pass(0) not in legal(s, 0)


@pytest.mark.rule("1848-VI-Rec-3")
def test_only_the_director_sells_and_only_what_he_has() -> None:
    s = taken(short_of_90())
    refused(s, SellShares(1, "VR", 1), "VI-Rec-3")
    refused(s, SellShares(0, "XX", 1), "VI-Rec-3")
    for shares in (-1, 0, 4):
        assert refused(s, SellShares(0, "VR", shares), "VI-Rec-3").figures["owned"] == 3


@pytest.mark.rule("1848-VI-Rec-3")
def test_the_company_takes_no_loan_for_the_compensation() -> None:
    s = taken(short_of_90())
    refused(s, LOAN, "VI-Rec-3")
    assert s.granted_loans == 1


@pytest.mark.rule("1848-VI-Rec-3", "1848-VI-Allg-5")
def test_the_pool_limit_holds_for_these_sales() -> None:
    s = taken(price_at(to_pool(short_of_90(), "VR", 3), "VR", 4, 2))  # at 40 three would be needed
    forbidden(s, SellShares(0, "VR", 3), "VI-Allg-5", there=3, shares=3, limit=5)
    assert [a.shares for a in offered(s, 0)] == [1, 2]


@pytest.mark.rule("1848-VI-Rec-3")
def test_shares_of_the_bank_of_england_are_sold_too() -> None:
    s = taken(give(cash_of(shaky(), 0, 50), 0, "BOE", 3, POOL))
    assert [(a.company, a.shares) for a in offered(s, 0)] == [("BOE", 1), ("BOE", 2)]
    s = do(s, SellShares(0, "BOE", 2))  # the loan has lifted the price to 80
    assert s.cash["seat0"] == -90 + 160
    assert s.price("BOE") == 80


@pytest.mark.rule("1848-VI-Rec-3")
def test_no_directorship_may_change_by_these_sales() -> None:
    # Ann directs FT with 3 shares, Ben has 2: one may go, the second would make Ben director.
    s = taken(give(give(par(cash_of(shaky(), 0, 50), "FT", 70), 0, "FT", 3), 1, "FT", 2))
    forbidden(s, SellShares(0, "FT", 2), "XIII-Sell-4", shares=2, company="FT")
    s = do(s, SellShares(0, "FT", 1))
    assert s.director("FT") == "seat0"
    # The director share itself cannot go: nothing is left to sell and the debt stays.
    assert s.cash["seat0"] == -20
    assert isinstance(s.frame, StockRound)


@pytest.mark.rule("1848-VI-Rec-3", "1848-VI-Allg-7")
def test_a_share_without_a_price_cannot_be_sold_for_it() -> None:
    s = taken(give(short_of_90(), 0, "NSW", 1))
    forbidden(s, SellShares(0, "NSW", 1), "VI-Allg-7", company="NSW")


@pytest.mark.rule("1848-VI-Rec-4")
def test_the_others_are_paid_in_full_and_the_director_goes_into_debt() -> None:
    s = taken(cash_of(shaky(), 0, 50))
    assert s.cash["seat0"] == -90
    assert (s.cash["seat1"], s.cash["seat2"]) == (790, 710)
    assert isinstance(s.frame, StockRound)  # nothing to sell: the game goes on
    assert conserved(s) == []
    refused(s, BuyShare(0, "BOE", POOL), "XIII-Buy-1")
    assert look(s, None)["players"]["Ann"]["cash"] == -90


@pytest.mark.rule("1848-VI-Rec-4")
def test_the_debt_costs_no_interest_and_is_cleared_by_the_next_income() -> None:
    s = home(start(cash_of(stock(), 0, -90), "FT", cash=0), "FT")  # Ann has 6 of FT
    s = operating_round(s)
    assert s.cash["seat0"] == -90
    s = do(turn(s, "FT", step=4, revenue=200), Dividend(0, True))
    assert s.cash["seat0"] == -90 + 120
    s = give(cash_of(stock(), 0, -90), 0, "BOE", 1, POOL)
    assert do(s, SellShares(0, "BOE", 1)).cash["seat0"] == -20


@pytest.mark.rule("1848-VI-Rec-4", "1848-XIV-1")
@pytest.mark.parametrize(("rulings", "lent"), [("book", 90), ("18xx.games", 0)])
def test_the_overdraft_is_the_banks_money(rulings: str, lent: int) -> None:
    """90 are missing. In the book the bank lends them; repaid money is back in it at once."""
    s = cash_of(shaky(rulings=rulings), 0, 50)
    after = taken(s)
    assert after.cash["seat0"] == -90
    assert look(s, None)["bank"] - look(after, None)["bank"] == lent
    assert conserved(after) == []
    # A dividend of 120: 90 of them only settle the debt.
    paid = start(after, "FT", cash=0)
    paid = do(turn(home(paid, "FT"), "FT", step=4, revenue=200), Dividend(0, True))
    assert paid.cash["seat0"] == 30
    assert look(after, None)["bank"] - look(paid, None)["bank"] == 120 - lent


@pytest.mark.rule("1848-VI-Rec-4", "1848-XIV-1")
@pytest.mark.parametrize(("rulings", "ends"), [("book", True), ("18xx.games", False)])
@pytest.mark.parametrize("left", [90, 91])
def test_an_overdraft_can_empty_the_bank(rulings: str, ends: bool, left: int) -> None:
    """With 90 in it the bank has lent its last pound, with 91 it has one left."""
    s = cash_of(shaky(rulings=rulings), 0, 50)
    s = s.pay("bank", "seat3", s.cash["bank"] - left)
    assert not s.ending
    assert bool(taken(s).ending) == (ends and left == 90)


# -- VI-Rec-5 ------------------------------------------------------------------------------------


def limits(s: Any) -> list[int]:
    return [player["paper_limit"] for player in look(s, None)["players"].values()]


@pytest.mark.rule("1848-VI-Rec-5")
def test_four_players_two_takeovers_11_for_the_director_of_one() -> None:
    s = taken(lost_before(shaky(cash=500), "VR", seat=3))
    assert limits(s) == [11, 13, 13, 11]  # Ann lost QR, Dee lost VR


@pytest.mark.rule("1848-VI-Rec-5")
def test_three_players_two_takeovers_12_for_the_director_of_both() -> None:
    s = taken(lost_before(shaky(cash=500, players=3), "VR", seat=0))
    assert limits(s) == [12, 16, 16]


@pytest.mark.rule("1848-VI-Rec-5")
@pytest.mark.parametrize(
    ("players", "limit", "director"), [(3, 18, 16), (4, 15, 13), (5, 13, 12), (6, 11, 10)]
)
def test_one_takeover_costs_its_director_2_or_1_more(players: int, limit: int, director: int) -> None:
    assert limits(shaky(players=players))[0] == (20, 17, 14, 12)[players - 3]
    assert limits(taken(shaky(cash=500, players=players))) == [director] + [limit] * (players - 1)


@pytest.mark.rule("1848-VI-Rec-5")
def test_the_personal_limit_stops_purchases() -> None:
    s = taken(lost_before(shaky(cash=500), "VR", seat=3))
    s = give(give(give(par(s, "FT", 70), 1, "FT", 2), 0, "FT", 6), 0, "BOE", 5, POOL).update_frame(seat=0)
    forbidden(s, BuyShare(0, "BOE", POOL), "XIII-Lim-1", held=11, limit=11)


# -- VI-Rec-6 ------------------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-Rec-6")
def test_money_goes_to_the_bank_and_trains_leave_the_game() -> None:
    s = train(train(shaky(cash=500), "QR", "2-0"), "QR", "3-0", "3+")
    after = taken(s)
    assert after.cash["QR"] == 0
    assert after.cash["bank"] == s.cash["bank"] + 360
    assert (after.trains["2-0"], after.trains["3-0"]) == ("out", "out")
    assert conserved(after) == []


@pytest.mark.rule("1848-VI-Rec-6")
def test_its_markers_on_the_map_become_the_bank_s_and_the_others_leave() -> None:
    s = taken(marker(home(shaky(cash=500), "QR"), "QR", "C20.0"))
    assert (s.board.markers["B19.0"], s.board.markers["C20.0"]) == (("BOE",), ("BOE",))
    assert "QR" not in s.markers


@pytest.mark.rule("1848-VI-Rec-6")
def test_an_edge_marker_stays_at_the_edge_as_the_bank_s() -> None:
    s = home(shaky(cash=500), "QR")
    s = s.replace(board=s.board.place_beside(StopId("F17.0"), "QR"))
    assert taken(s).board.beside["F17.0"] == ("BOE",)


@pytest.mark.rule("1848-VI-Rec-6")
def test_all_its_shares_leave_the_game_and_count_for_no_limit() -> None:
    s = shaky(cash=500)
    assert [s.paper_count(owner) for owner in s.players] == [3, 2, 1, 0]
    s = taken(s)
    assert {s.papers[paper.id] for paper in s.book.papers_of["QR"]} == {"out"}
    assert [s.paper_count(owner) for owner in s.players] == [0, 0, 0, 0]
    assert look(s, None)["companies"]["QR"]["open"] is False
    seat = s.frame.seat
    refused(s, StartCompany(seat, "QR", 80), "VI-Allg-2")
    refused(s, BuyShare(seat, "QR", OFFER), "VI-Allg-7")
    assert not offered(s, seat, lambda a: getattr(a, "company", "") == "QR")


@pytest.mark.rule("1848-VI-Rec-6")
def test_its_loans_stay_counted() -> None:
    s = taken(granted_before(shaky(cash=500), 4, "QR"))
    assert s.granted_loans == 5
    assert s.price("BOE") == 120


@pytest.mark.rule("1848-VI-Rec-6")
def test_its_privates_and_rights_are_gone() -> None:
    s = taken(holding(shaky(cash=500), "QR", "P1", "P2", "P4"))
    assert {s.privates[p] for p in ("P1", "P2", "P4")} == {"closed"}
    assert set(s.rights.values()) == {""}


@pytest.mark.rule("1848-VI-Rec-6", "1848-VI-Rec-8")
def test_an_unlaid_tasmania_is_laid_by_the_former_director_before_the_sheet_leaves() -> None:
    # The second takeover removes a 5, which forces the lay while P3 is still on QR's sheet.
    s = taken(holding(lost_before(shaky(cash=500), "VR"), "QR", "P3"))
    assert s.trains["5-0"] == "out"
    assert s.frame == TasmaniaDuty(0)
    s = do(s, legal(s, 0)[0])
    assert (s.privates["P3"], s.rights["P3"], s.cash["QR"]) == ("closed", "", 0)
    assert isinstance(s.frame, StockRound)


# -- VI-Rec-7, VI-Rec-8 --------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-Rec-7", "1848-XIV-1")
def test_the_fifth_takeover_ends_the_game_with_the_running_set() -> None:
    s = lost_before(shaky(cash=500), "VR", "NSW", "WA", "SAR")
    s = home(start(s, "FT", seat=1), "FT")
    s = do(turn(s, "QR", number=1, of=2, acted=("FT",)), LOAN)
    assert s.ending == "five companies are taken over"
    assert (s.frame.company, s.stack[1].number) == ("FT", 2)  # OR 2.2 is still played
    assert rest_of_turn(s).over


@pytest.mark.rule("1848-VI-Rec-7")
def test_the_fourth_does_not() -> None:
    s = taken(lost_before(shaky(cash=500), "VR", "NSW", "WA"))
    assert s.ending == ""
    assert not s.over


@pytest.mark.rule("1848-VI-Rec-7", "1848-VI-Rec-5")
def test_a_sixth_takeover_is_carried_out_as_usual() -> None:
    s = lost_before(shaky(cash=500), "VR", "NSW", "WA", "SAR", "CAR")
    s = start(s, "FT", seat=1)
    s = do(turn(s, "QR", number=1, of=2), LOAN)
    assert s.takeovers[-1] == "QR"
    assert s.cash["seat1"] == 630 + 160
    assert limits(s)[:3] == [9 - 2, 9, 9]  # the column "5 or more" stays in force


@pytest.mark.rule("1848-VI-Rec-8")
def test_the_steps_of_a_takeover_come_in_order() -> None:
    s = turn(train(lost_before(shaky(cash=500), "VR"), "QR", "2-0"), "QR")
    told = events(s, LOAN)
    order = ["TakenOver", "Compensated", "LimitFalls", "TrainRemoved", "PhaseBegins"]
    assert sorted(order, key=told.index) == order


@pytest.mark.rule("1848-VI-Rec-8")
def test_in_book_the_director_sells_before_limit_train_and_sheet() -> None:
    s = taken(marker(train(lost_before(short_of_90(), "WA"), "QR", "2-0"), "QR", "B19.0"))
    assert s.frame == CompensationSale(0)
    assert s.board.markers["B19.0"] == ("BOE",)  # the markers are turned first
    assert s.lost["seat0"] == 0
    assert (s.trains["5-0"], s.trains["2-0"]) == ("bank", "QR")
    s = do(s, SellShares(0, "VR", 2))
    assert s.lost["seat0"] == 1
    assert (s.trains["5-0"], s.trains["2-0"]) == ("out", "out")


@pytest.mark.rule("1848-VI-Rec-8", "1848-S10", "1848-S11")
def test_in_18xx_games_he_sells_after_everything_else() -> None:
    s = short_of_90(rulings="18xx.games")
    s = taken(train(lost_before(s, "WA"), "QR", "2-0"))
    assert s.frame == CompensationSale(0)
    assert s.cash["seat0"] == -90  # the missing part was taken straight from the director
    assert s.lost["seat0"] == 1
    assert (s.trains["5-0"], s.trains["2-0"]) == ("out", "out")
    assert isinstance(play(s, SellShares(0, "VR", 2)).state.frame, StockRound)


@pytest.mark.rule("1848-VI-Rec-4", "1848-XIV-1")
def test_the_end_is_near_from_the_moment_of_the_overdraft() -> None:
    s = stock()
    s = s.pay("bank", "seat3", s.cash["bank"] - 70)
    assert not s.pay("seat0", "seat1", 630 + 69).ending
    assert s.pay("seat0", "seat1", 630 + 70).ending
    assert not s.pay("QR", "seat1", 0).ending


@pytest.mark.rule("1848-VI-Rec-5")
def test_no_limit_falls_below_0() -> None:
    s = lost_before(stock(), "VR", "NSW", "WA", "SAR", "CAR", seat=3)
    assert limits(s) == [9, 9, 9, 0]  # 9 less 5 × 2


@pytest.mark.rule("1848-VI-Rec-3")
def test_shares_that_bring_just_the_missing_sum_are_enough() -> None:
    s = taken(cash_of(short_of_90(), 0, 70))  # 70 are missing and a share of VR brings 70
    assert offered(s, 0) == [SellShares(0, "VR", 1)]
    forbidden(s, SellShares(0, "VR", 2), "VI-Rec-3", short=70, shares=2, price=70)
    s = do(s, SellShares(0, "VR", 1))
    assert s.cash["seat0"] == 0
    assert not isinstance(s.frame, CompensationSale)


@pytest.mark.rule("1848-VI-Rec-3")
def test_who_has_paid_with_his_last_pound_sells_nothing() -> None:
    s = taken(cash_of(short_of_90(), 0, 140))
    assert s.cash["seat0"] == 0
    assert not isinstance(s.frame, CompensationSale)
    assert s.shares("seat0", "VR") == 3
