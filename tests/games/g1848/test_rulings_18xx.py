"""The replay rulings S1–S20: what the set `18xx.games` changes, and what holds in both sets.

Entries that describe the format of 18xx.games files are held by what our engine does in that respect;
the docstring of the test says what that is.
"""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal, play
from stellwerk.games.g1848.exchange.pass_points import PassPoints1848
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.operating import Turn
from stellwerk.games.g1848.rules.privates import TAKE_PRIVATE, LayTasmania, TasmaniaDuty, desert_rebate
from stellwerk.games.g1848.rules.runs import RUNS, stop_of, trains_of
from stellwerk.games.g1848.rules.takeover import CompensationSale
from stellwerk.games.g1848.rules.train_step import can_buy, could_buy_a_ghan, goes_on, trade_in_prices, waits
from stellwerk.mech18.course import Course
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.operating import OperatingRound, at_end, step_of
from stellwerk.mech18.phases import SurplusTrains
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.state import OFFER, POOL
from stellwerk.mech18.stock import BuyShare, SellShares, StockRound
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain, TrainStep, bank_offers
from stellwerk.routing import Problem, Segment, value_of
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
    offered,
    opening,
    operating_round,
    overland,
    par,
    phase,
    price_at,
    refused,
    rest_of_turn,
    sells,
    southport,
    start,
    stock,
    tile,
    train,
    turn,
)
from tests.views import view as look

BOOK, GAMES = "book", "18xx.games"
BOTH = pytest.mark.parametrize("rulings", [BOOK, GAMES])
GREEN = ("2", "3")
LOAN = TakeLoan(0)


def qr(rulings: str, cash: int | None = None, price: int = 80) -> Any:
    """QR, directed by Ann, has acted before; green phase."""
    return phase(home(start(stock(rulings=rulings), "QR", price=price, cash=cash), "QR"), *GREEN)


# -- S1, S2: bonus and markers -------------------------------------------------------------------


@pytest.mark.rule("1848-S1")
@pytest.mark.parametrize(("rulings", "revenue"), [(BOOK, 60), (GAMES, 110), ("book,k_bonus=true", 110)])
def test_two_k_cities_in_a_route_earn_50_more(rulings: str, revenue: int) -> None:
    # Adelaide 20, Dubbo 20, Sydney 20, all yellow; Adelaide and Sydney are K cities.
    s = train(home(start(overland(stock(rulings=rulings)), "SAR"), "SAR"), "SAR", "8-0", "D")
    way = ("G6.0", "F7", "F9", "F11", "E12", "E14.0", "E16", "F17.0")
    assert do(turn(s, "SAR", step=3), RunTrains(0, (Route("8-0", way),))).frame.revenue == revenue
    short = do(turn(s, "SAR", step=3), RunTrains(0, (Route("8-0", way[:6]),)))
    assert short.frame.revenue == 40  # one K city is none


@pytest.mark.rule("1848-S1")
@pytest.mark.parametrize(("cities", "bonus"), [(1, 0), (2, 50), (3, 100), (4, 150), (5, 200)])
def test_the_bonus_grows_with_every_k_city_and_each_train_gets_its_own(cities: int, bonus: int) -> None:
    s = home(start(stock(rulings=GAMES), "SAR"), "SAR")
    s = train(train(s, "SAR", "5-0"), "SAR", "8-0", "D")
    route = ["E14.0", "G6.0", "H11.0", "F17.0", "B19.0", "D1.0"][: cities + 1]  # Dubbo is no K city
    stops = tuple(stop_of(s, "SAR", stop) for stop in route)
    ways = tuple(Segment(str(n), n, n + 1, (str(n),)) for n in range(cities))
    plain = sum(stop.revenue for stop in stops)
    for card in trains_of(s, "SAR"):
        problem = Problem(stops, ways, (card,))
        if cities < 5 or card.id == "8-0":  # a 5 does not reach six cities
            assert value_of(problem, card, range(cities + 1), range(cities)) == plain + bonus


@pytest.mark.rule("1848-S1")
def test_a_2e_gets_no_bonus_and_no_other_city_counts() -> None:
    s = train(home(start(stock(rulings=GAMES), "SAR"), "SAR"), "SAR", "2E-0")
    assert [card.tag_bonus for card in trains_of(s, "SAR")] == [None]
    cities = [stop for stop in s.book.atlas.where if stop.endswith(".0") and stop_exists(s, stop)]
    k_cities = {stop for stop in cities if "k" in stop_of(s, "SAR", stop).tags}
    assert k_cities == {"D1.0", "B19.0", "F17.0", "H11.0", "G6.0"}


def stop_exists(s: Any, stop: str) -> bool:
    return bool(s.book.atlas.hexes[s.book.atlas.where[stop][0]].printed.stops)


@pytest.mark.rule("1848-S2")
@pytest.mark.parametrize(("rulings", "prices"), [(BOOK, (0, 40, 100)), (GAMES, (0, 40, 100, 100))])
def test_car_has_a_fourth_marker_for_100(rulings: str, prices: tuple[int, ...]) -> None:
    s = home(start(stock(rulings=rulings), "CAR", price=100, cash=500), "CAR")
    assert s.book.companies["CAR"].markers == prices
    s = tile(tile(s, "E4", "5", 1), "E2", "14", 1).replace(markers={**s.markers, "CAR": 3})
    s = turn(s, "CAR", step=2)
    if rulings == BOOK:
        assert s.frame.step > 2  # nothing is left to place
    else:
        assert do(s, PlaceMarker(0, "E2.0")).cash["CAR"] == 400


# -- S3, S4: Tasmania and the private sale -------------------------------------------------------


@pytest.mark.rule("1848-S3")
def test_before_phase_5_the_company_itself_must_own_p3() -> None:
    lay = LayTasmania(0, "I10", 1)
    assert lay in legal(turn(holding(qr(BOOK), "seat0", "P3"), "QR"), 0)
    forbidden(turn(holding(qr(GAMES), "seat0", "P3"), "QR"), lay, "V-P3-1", company="QR")
    for rulings in (BOOK, GAMES):
        assert lay in legal(turn(holding(qr(rulings), "QR", "P3"), "QR"), 0)


@pytest.mark.rule("1848-S3")
@BOTH
def test_at_the_first_5_the_tile_is_laid_before_anything_else(rulings: str) -> None:
    s = sells(holding(qr(rulings), "seat2", "P3"), "5")
    s = do(turn(s, "QR", step=5), BuyTrain(0, "5-0", "5", 500))
    assert s.frame == TasmaniaDuty(2)
    assert {type(a) for a in legal(s, 2)} == {LayTasmania}
    refused(s, Pass(0), "V-P3-3")
    s = do(s, legal(s, 2)[0])
    assert s.frame.company == "QR"
    assert s.privates["P3"] == "closed"


@pytest.mark.rule("1848-S4")
def test_without_a_private_nobody_passes_even_at_minimum_prices() -> None:
    def at_minimum(rulings: str) -> Any:
        s = opening(rulings=rulings)
        s = s.replace(sale={sym: private.minimum for sym, private in s.book.privates.items()})
        return holding(s, "seat0", "P1").update_frame(seat=1)  # Ann has one, Ben none

    assert Pass(1) in legal(at_minimum(BOOK), 1)
    forbidden(at_minimum(GAMES), Pass(1), "IV-3", player="Ben")
    assert Pass(0) in legal(at_minimum(GAMES).update_frame(seat=0), 0)


# -- S5 to S7: loans in a forced purchase --------------------------------------------------------

FOUR = BuyTrain(0, "4-0", "4", 300)


def must_buy_a_4(rulings: str, short: int, column: int, loans: int = 0) -> Any:
    """QR without a train lacks so much for a 4 and has had so many loans before."""
    s = price_at(southport(sells(qr(rulings, cash=300 - short), "4")), "QR", 3, column)
    if loans:
        s = cash_of(granted_before(s, loans, "QR"), "QR", 300 - short)
    return turn(s, "QR", step=5)


@pytest.mark.rule("1848-S5")
def test_an_available_voluntary_loan_comes_before_a_forced_purchase() -> None:
    s = must_buy_a_4(GAMES, short=200, column=9)
    forbidden(s, FOUR, "S5", company="QR")
    assert legal(s, 0) == [LOAN]
    s = do(s, LOAN)
    assert s.prices["QR"].column == 7
    s = do(s, FOUR)  # the missing 100 inside the purchase, three columns
    assert (s.prices["QR"].column, s.trains["4-0"], s.loans["QR"]) == (4, "QR", 2)
    assert FOUR in legal(must_buy_a_4(BOOK, short=200, column=9), 0)


@pytest.mark.rule("1848-S5")
def test_after_five_loans_the_first_forced_one_costs_three_columns_too() -> None:
    games = do(must_buy_a_4(GAMES, short=100, column=9, loans=5), FOUR)
    assert (games.prices["QR"].column, games.trains["4-0"]) == (6, "QR")
    book = do(must_buy_a_4(BOOK, short=100, column=9, loans=5), FOUR)
    assert (book.prices["QR"].column, book.trains["4-0"]) == (7, "QR")


@pytest.mark.rule("1848-S5")
def test_no_voluntary_loan_is_asked_for_when_the_treasury_suffices() -> None:
    s = do(must_buy_a_4(GAMES, short=0, column=9), FOUR)
    assert (s.trains["4-0"], s.granted_loans) == ("QR", 0)


@pytest.mark.rule("1848-S6")
@pytest.mark.parametrize(("rulings", "column"), [(GAMES, 3), (BOOK, 2)])
def test_a_price_of_0_inside_the_purchase_closes_the_company_without_a_train(
    rulings: str, column: int
) -> None:
    s = do(must_buy_a_4(rulings, short=100, column=column, loans=5), FOUR)
    assert s.takeovers == ("QR",)
    assert s.trains["4-0"] == "bank"
    survivor = do(must_buy_a_4(rulings, short=100, column=column + 1, loans=5), FOUR)
    assert (survivor.takeovers, survivor.trains["4-0"]) == ((), "QR")


@pytest.mark.rule("1848-S7")
@BOTH
def test_a_trainless_company_in_column_1_decides_before_it_keeps_0(rulings: str) -> None:
    """Held here: our turn waits, with loan and pass on offer, before the automatic fall of the price."""
    s = operating_round(price_at(qr(rulings, cash=0), "QR", 3, 1))
    assert s.takeovers == ()
    assert {LOAN, Pass(0)} <= set(legal(s, 0))
    assert rest_of_turn(s).takeovers == ("QR",)
    assert do(s, LOAN).granted_loans == 1


@pytest.mark.rule("1848-S7")
@BOTH
def test_18xx_games_asks_for_a_loan_once_more_before_the_price_falls_out(rulings: str) -> None:
    s = do(operating_round(price_at(qr(rulings, cash=0), "QR", 3, 1)), Pass(0))
    assert s.takeovers == ()
    if rulings == BOOK:  # its marker step waits for a loan (S16), nothing else does
        assert do(s, Pass(0)).takeovers == ("QR",)
        return
    assert set(legal(s, 0)) == {LOAN, RunTrains(0)}
    assert do(s, RunTrains(0)).takeovers == ("QR",)
    lent = do(s, LOAN)
    assert (lent.takeovers, lent.granted_loans) == (("QR",), 1)


# -- S8, S9: what happens by itself, and COM -----------------------------------------------------


@pytest.mark.rule("1848-S8")
@BOTH
def test_the_bank_of_england_pays_without_an_action_of_its_own(rulings: str) -> None:
    """Held here: the payout is an event of the action before, the last pass of the stock round."""
    s = give(qr(rulings), 1, "BOE", 1, POOL).replace(stack=stock().stack)
    s = do(s, Pass(0), Pass(1), Pass(2))
    assert "BankIncomePaid" in events(s, Pass(3))
    assert do(s, Pass(3)).cash["seat1"] == 630 + 10


@pytest.mark.rule("1848-S8")
@BOTH
def test_the_connection_is_found_without_an_action_and_com_waits_silently(rulings: str) -> None:
    """Held here: joining is an event of the lay, and COM's place passes without a decision or a fall."""
    s = overland(home(start(stock(rulings=rulings), "NSW", price=70), "NSW"), "E16")
    s = give(par(s, "COM", 100), 1, "COM", 6)
    s = operating_round(s).replace(news=())
    assert (s.frame.company, s.price("COM")) == ("NSW", 100)
    assert "CitiesJoined" in events(s, LayTile(0, "E16", "8", 5))
    assert do(s, LayTile(0, "E16", "8", 5)).price("COM") == 100


@pytest.mark.rule("1848-S9")
@pytest.mark.parametrize(("rulings", "capital"), [(BOOK, 0), (GAMES, 800)])
def test_com_gets_its_capital_at_60_percent(rulings: str, capital: int) -> None:
    s = give(par(stock(rulings=rulings), "COM", 80), 1, "COM", 5)
    after = do(s, BuyShare(0, "COM", OFFER))
    assert "COM" not in after.opened
    assert after.cash["COM"] == capital
    assert after.cash["bank"] == s.cash["bank"] + 80 - capital


@pytest.mark.rule("1848-S9")
@BOTH
def test_com_s_capital_comes_once(rulings: str) -> None:
    s = overland(home(start(stock(rulings=rulings), "NSW"), "NSW"), "E16")
    s = do(give(par(s, "COM", 80), 1, "COM", 5), BuyShare(0, "COM", OFFER))
    s = do(turn(s, "NSW"), LayTile(0, "E16", "8", 5))
    assert "COM" in s.opened
    assert s.cash["COM"] == 800


@pytest.mark.rule("1848-S9")
@BOTH
def test_a_full_home_city_takes_com_s_marker_all_the_same(rulings: str) -> None:
    """The additional slot of 18xx.games is our edge marker: COM is in the city and fills no slot."""
    s = home(start(overland(stock(rulings=rulings)), "NSW", seat=1), "NSW")
    s = turn(start(s, "COM"), "COM")
    assert s.board.markers["F17.0"] == ("NSW",)
    assert s.board.holds("F17.0", "COM")


# -- S10, S11: takeovers -------------------------------------------------------------------------


def shaky(rulings: str, cash: int = 500) -> Any:
    """QR, par 80: Ann directs it with 4, Ben holds 2, Cy 1; in column 2 a loan is its end."""
    s = give(give(start(stock(rulings=rulings), "QR", shares=4, cash=cash), 1, "QR", 2), 2, "QR", 1)
    return price_at(phase(s, *GREEN), "QR", 3, 2)


@pytest.mark.rule("1848-S10")
def test_a_5_leaving_in_phase_3_closes_privates_but_does_not_start_phase_5() -> None:
    games = holding(lost_before(shaky(GAMES), "VR"), "seat1", "P1", "P5")
    s = do(turn(games, "QR"), LOAN)
    assert s.trains["5-0"] == "out"
    assert (s.privates["P1"], s.privates["P5"], s.incomes_over) == ("closed", "closed", True)
    assert (s.phases, s.train_limits["public"], s.colour, s.rounds_per_set) == (GREEN, 4, "green", 2)
    assert bank_offers(s) == ["2-0"]  # no 2E
    book = do(turn(lost_before(shaky(BOOK), "VR"), "QR"), LOAN)
    assert (book.phases, book.train_limits["public"], book.colour) == (("2", "3", "5"), 2, "brown")


@pytest.mark.rule("1848-S10")
def test_a_5_leaving_in_phase_4_starts_phase_5() -> None:
    s = sells(lost_before(shaky(GAMES), "VR"), "5")
    s = do(turn(s, "QR"), LOAN)
    assert (s.phases, s.train_limits["public"], s.colour) == (("2", "3", "4", "5"), 2, "brown")


@pytest.mark.rule("1848-S10")
def test_after_such_a_removal_the_first_5_sold_starts_phase_5() -> None:
    s = sells(qr(GAMES), "5").replace(incomes_over=True)
    s = s.replace(trains={**s.trains, "5-0": "out"})
    s = do(turn(s, "QR", step=5), BuyTrain(0, "5-1", "5", 500))
    assert (s.phases[-1], s.train_limits["public"], s.colour) == ("5", 2, "brown")


@pytest.mark.rule("1848-S10")
def test_the_order_of_a_takeover_with_the_director_paying_at_once() -> None:
    s = cash_of(shaky(GAMES, cash=0), 0, 50)  # 240 due, 100 from the loan, 50 from Ann
    s = holding(train(lost_before(s, "VR"), "QR", "2-0"), "QR", "P1", "P2")
    told = events(turn(s, "QR"), LOAN)
    order = ["TakenOver", "Compensated", "LimitFalls", "TrainRemoved", "PrivateClosed"]
    assert sorted(order, key=told.index) == order
    s = do(turn(s, "QR"), LOAN)
    assert s.cash["seat0"] == -90
    assert (s.cash["QR"], s.trains["2-0"]) == (0, "out")
    assert (s.privates["P1"], s.privates["P2"]) == ("closed", "closed")


@pytest.mark.rule("1848-S10", "1848-S11")
@pytest.mark.parametrize(
    ("rulings", "order"),
    [
        (BOOK, [CompensationSale, TasmaniaDuty, SurplusTrains]),
        (GAMES, [CompensationSale, TasmaniaDuty, SurplusTrains]),
        (f"{GAMES},takeover_before_duties=false", [TasmaniaDuty, SurplusTrains, CompensationSale]),
    ],
)
def test_18xx_games_ends_a_takeover_before_tasmania_and_surplus_trains(
    rulings: str, order: list[type]
) -> None:
    """The second takeover removes the first 5: Ann is 90 short, Ben owns P3, FT has three trains."""
    s = give(cash_of(shaky(rulings, cash=0), 0, 50), 0, "BOE", 2, POOL)
    s = holding(sells(lost_before(s, "VR"), "5"), "seat1", "P3")
    s = start(s, "FT", seat=1, price=70)
    for card in ("4-0", "4-1", "4-2"):
        s = train(s, "FT", card)
    s = do(turn(s, "QR"), LOAN)
    found: list[type] = []
    while type(s.frame) in order:
        found += [type(s.frame)] if type(s.frame) not in found else []
        s = do(s, legal(s, s.frame.seat if not isinstance(s.frame, SurplusTrains) else 1)[0])
    assert found == order


@pytest.mark.rule("1848-S10")
def test_the_sheet_is_cleared_before_tasmania_is_laid() -> None:
    s = holding(sells(lost_before(shaky(GAMES, cash=900), "VR"), "5"), "seat1", "P3")
    s = do(turn(s, "QR"), LOAN)
    assert isinstance(s.frame, TasmaniaDuty)
    assert s.cash["QR"] == 0


@pytest.mark.rule("1848-S10")
@BOTH
def test_after_a_sixth_takeover_the_limit_of_five_or_more_holds(rulings: str) -> None:
    """Where 18xx.games leaves the limit undefined we keep the book's last column in both sets."""
    s = lost_before(shaky(rulings), "VR", "NSW", "WA", "SAR", "CAR")
    s = do(turn(start(s, "FT", seat=1, price=70), "QR"), LOAN)
    assert look(s, None)["players"]["Cy"]["paper_limit"] == 9


@pytest.mark.rule("1848-S11")
def test_a_director_in_debt_sells_just_enough_and_then_stays_negative() -> None:
    s = cash_of(shaky(GAMES, cash=0), 0, 50)
    s = give(give(par(s, "VR", 70), 1, "VR", 2), 0, "VR", 1)
    s = give(give(par(s, "FT", 70), 0, "FT", 2), 1, "FT", 2)  # Ann directs FT
    s = do(turn(s, "QR"), LOAN)
    assert s.frame == CompensationSale(0)
    assert legal(s, 0) == [SellShares(0, "VR", 1)]  # FT would change its director
    s = do(s, SellShares(0, "VR", 1))
    assert s.cash["seat0"] == -90 + 70
    assert isinstance(s.frame, StockRound)


@pytest.mark.rule("1848-S11")
def test_he_may_not_sell_more_than_enough() -> None:
    s = give(cash_of(shaky(GAMES, cash=0), 0, 50), 0, "BOE", 3, POOL)
    s = do(turn(s, "QR"), LOAN)  # 90 short, BoE at 80
    forbidden(s, SellShares(0, "BOE", 3), "VI-Rec-3", short=90, shares=3, price=80)
    assert [a.shares for a in offered(s, 0)] == [1, 2]


# -- S12: the privates at the first 5 ------------------------------------------------------------


def first_5(rulings: str) -> Any:
    """The first 5 is bought. P2 is QR's, P1 and P4 Ben's, P5 Cy's, P6 Dee's; P3 is used, CAR trainless."""
    s = holding(holding(qr(rulings, cash=900), "seat1", "P1", "P3", "P4"), "seat2", "P5")
    s = s.replace(
        privates={**s.privates, "P2": "QR", "P6": "seat3"}, rights={"P2": "QR", "P3": "", "P4": "seat1"}
    )
    return do(turn(sells(s, "5"), "QR", step=5), BuyTrain(0, "5-0", "5", 500))


@pytest.mark.rule("1848-S12")
def test_unused_privates_linger_with_their_owners() -> None:
    s = first_5(GAMES)
    closed = {private for private, owner in s.privates.items() if owner == "closed"}
    assert closed == {"P1", "P3", "P5"}
    assert (s.privates["P2"], s.privates["P4"], s.privates["P6"]) == ("QR", "seat1", "seat3")
    assert set(first_5(BOOK).privates.values()) == {"closed"}
    assert first_5(BOOK).rights == s.rights == {"P2": "QR", "P3": "", "P4": "seat1"}


@pytest.mark.rule("1848-S12")
def test_lingering_privates_pay_nothing() -> None:
    s = first_5(GAMES)
    after = operating_round(s)
    for owner in ("seat1", "seat3", "QR"):  # P4, P6, P2
        assert after.cash[owner] == s.cash[owner]


@pytest.mark.rule("1848-S12")
def test_a_lingering_private_closes_when_its_right_is_used() -> None:
    s = start(first_5(GAMES), "FT", seat=1)
    s = do(turn(s, "FT", step=5, first=False), BuyTrain(1, "2E-0", "2E", 100, rebate="P4"))
    assert s.privates["P4"] == "closed"
    assert s.privates["P2"] == "QR"


@pytest.mark.rule("1848-S12")
def test_p6_closes_if_car_bought_a_train_and_otherwise_when_it_does() -> None:
    s = first_5(GAMES)
    s = home(start(cash_of(s, 0, 630), "CAR", price=100), "CAR")
    s = do(turn(s, "CAR", step=5), BuyTrain(0, "5-1", "5", 500))
    assert s.privates["P6"] == "closed"


# -- S13, S14: routes ----------------------------------------------------------------------------


def both_ways_to_alice(rulings: str) -> Any:
    """CAR in Port Augusta E4 with a D and track to both hexes of Alice Springs."""
    s = home(start(stock(rulings=rulings), "CAR", price=100), "CAR")
    west = {"E4": ("5", 3), "D5": ("8", 0), "C4": ("8", 3), "B5": ("8", 0)}
    east = {"E6": ("8", 1), "D7": ("9", 0), "C8": ("8", 0), "B7": ("9", 2)}
    for hex_id, (number, rotation) in {**west, **east}.items():
        s = tile(s, hex_id, number, rotation)
    return turn(train(s, "CAR", "8-0", "D"), "CAR", step=3)


@pytest.mark.rule("1848-S13")
def test_only_18xx_games_runs_to_both_hexes_of_alice_springs() -> None:
    way = ("A4.0", "B5", "C4", "D5", "E4.0", "E6", "D7", "C8", "B7", "A6.0")
    both = RunTrains(0, (Route("8-0", way),))
    assert do(both_ways_to_alice(GAMES), both).frame.revenue == 10 + 20 + 10
    forbidden(both_ways_to_alice(BOOK), both, "XI-6", group="Alice Springs")
    assert do(both_ways_to_alice(BOOK), RunTrains(0, (Route("8-0", way[:5]),))).frame.revenue == 30


@pytest.mark.rule("1848-S14")
@BOTH
def test_a_run_need_not_be_the_best_one(rulings: str) -> None:
    s = turn(train(southport(qr(rulings)), "QR", "2-0"), "QR", step=3)
    assert RUNS.best(s, "QR").revenue == 50  # Brisbane, Southport and the small harbour
    assert do(s, RunTrains(0, (Route("2-0", ("B19.0", "C20.0")),))).frame.revenue == 40
    assert do(s, RunTrains(0)).last_run["QR"] == 0


# -- S15 to S19: the format of the files, and order ----------------------------------------------


@pytest.mark.rule("1848-S15")
def test_one_sale_per_railway_and_turn_for_one_row() -> None:
    """One SellShares names all shares of a railway; a second one in the turn is refused."""
    rulings = "18xx.games"
    s = give(give(par(stock(rulings=rulings), "QR", 80), 0, "QR", 4), 1, "QR", 2)
    s = do(give(s, 0, "BOE", 2, POOL), SellShares(0, "QR", 2))
    assert s.prices["QR"].cell == (4, 5)
    forbidden(s, SellShares(0, "QR", 1), "S15", company="QR")
    assert SellShares(0, "BOE", 1) in legal(s, 0)  # another company may still be sold
    assert SellShares(0, "BOE", 1) in legal(do(s, SellShares(0, "BOE", 1)), 0)  # the bank's again


@pytest.mark.rule("1848-S16")
@BOTH
def test_the_pass_of_the_train_step_ends_the_turn(rulings: str) -> None:
    """Held here: our turn needs no additional pass for loans and privates; they are open until this one."""
    s = home(start(holding(qr(rulings), "seat0", "P1"), "FT", seat=1, price=70), "FT")
    s = turn(s, "QR", step=5)
    assert {"TakeLoan", "TakePrivate", "Pass"} <= {type(a).__name__ for a in legal(s, 0)}
    assert do(s, Pass(0)).frame.company == "FT"


def full(rulings: str) -> Any:
    """QR has two trains, the limit, and 300 to spend; the bank sells 5s and 2Es."""
    s = phase(qr(rulings, cash=800), "2", "3", "4", "5")
    return turn(train(sells(s, "5").replace(phases=("2", "3", "4", "5")), "QR", "4-0"), "QR", step=5)


@pytest.mark.rule("1848-S16")
def test_only_in_18xx_games_a_2e_must_be_bought_before_the_last_place_is_filled() -> None:
    five, ghan = BuyTrain(0, "5-0", "5", 500), BuyTrain(0, "2E-0", "2E", 200)
    assert do(do(full(BOOK), five), ghan).trains["2E-0"] == "QR"
    assert do(do(full(GAMES), ghan), five).trains["5-0"] == "QR"
    forbidden(do(full(GAMES), five), ghan, "S16", company="QR")


@pytest.mark.rule("1848-S16")
def test_only_in_18xx_games_a_loan_does_not_open_the_train_step_again() -> None:
    two = BuyTrain(0, "2-0", "2", 100)
    for rulings, money in ((BOOK, 50), (GAMES, 100)):  # with 100 the step is still open when the loan comes
        s = do(turn(train(qr(rulings, cash=money), "QR", "3-0"), "QR", step=5), LOAN)
        assert do(s, two).trains["2-0"] == "QR"
    s = holding(train(qr(GAMES, cash=50), "QR", "3-0"), "seat0", "P1")  # P1 keeps the turn open
    forbidden(do(turn(s, "QR", step=5), LOAN), two, "S16", company="QR")


@pytest.mark.rule("1848-S16")
def test_the_train_duty_keeps_the_train_step_open() -> None:
    s = do(turn(southport(qr(GAMES, cash=50)), "QR", step=5), LOAN)
    assert do(s, BuyTrain(0, "2-0", "2", 100)).trains["2-0"] == "QR"


def buyer(cash: int, *trains: str, sold: tuple[str, ...] = GREEN) -> Any:
    """QR under 18xx.games with so much money and these trains, without a route."""
    s = phase(qr(GAMES, cash=cash), *sold)
    for card in trains:
        s = train(s, "QR", card)
    return turn(s, "QR", step=5)


@pytest.mark.rule("1848-S16")
@pytest.mark.parametrize(
    ("cash", "trains", "sold", "open_"),
    [
        (100, (), ("2",), True),  # the cheapest train of the bank
        (99, (), ("2",), False),
        (100, ("2-0", "2-1", "2-2"), ("2",), True),
        (100, ("2-0", "2-1", "2-2", "2-3"), ("2",), False),  # no room
    ],
)
def test_the_step_needs_room_and_money_for_the_cheapest_train(
    cash: int, trains: tuple[str, ...], sold: tuple[str, ...], open_: bool
) -> None:
    assert can_buy(buyer(cash, *trains, sold=sold), "QR") is open_


@pytest.mark.rule("1848-S16")
@pytest.mark.parametrize(("cash", "sold", "open_"), [(1, GREEN, True), (0, GREEN, False), (1, ("2",), False)])
def test_1_is_enough_once_another_company_could_sell_a_train(
    cash: int, sold: tuple[str, ...], open_: bool
) -> None:
    s = buyer(cash, sold=sold)
    assert not can_buy(s, "QR")  # nobody has a train
    assert not can_buy(train(s, "QR", "2-1"), "QR")  # its own is none
    assert not can_buy(s.replace(trains={**s.trains, "2-0": "out"}), "QR")
    assert can_buy(train(s, "VR", "2-0"), "QR") is open_


@pytest.mark.rule("1848-S16")
@pytest.mark.parametrize(
    ("cash", "trains", "open_"), [(100, (), True), (99, (), False), (100, ("2E-0",), False)]
)
def test_the_step_waits_for_the_rebated_price_of_a_2e_even_before_there_are_any(
    cash: int, trains: tuple[str, ...], open_: bool
) -> None:
    """The bank sells 3s for 200, so that only a 2E for 100 could be meant."""
    s = sells(buyer(cash, *trains), "3")
    assert could_buy_a_ghan(s, "QR") is open_
    assert waits(s, "QR") is open_
    assert not goes_on(s, "QR")


@pytest.mark.rule("1848-S16")
@pytest.mark.parametrize("sold", [("2",), GREEN])
def test_at_the_limit_the_step_waits_for_a_2e_in_any_phase(sold: tuple[str, ...]) -> None:
    s = buyer(100, "2-0", "2-1", "2-2", "2-3", sold=sold)
    assert not can_buy(s, "QR")
    assert waits(s, "QR")
    assert not goes_on(s, "QR")


@pytest.mark.rule("1848-S16", "1848-IX-5")
@pytest.mark.parametrize(("cash", "open_"), [(800, True), (799, False)])
def test_at_the_limit_the_step_waits_for_whoever_can_pay_a_d_with_a_4(cash: int, open_: bool) -> None:
    full = (*GREEN, "4", "5", "6")
    s = sells(buyer(cash, "4-0", "5-0", "2E-0", sold=full), "8")
    assert len(s.limited_trains("QR")) == s.train_limit("QR")
    assert trade_in_prices(s, "QR") == [800]
    assert (can_buy(s, "QR"), waits(s, "QR"), goes_on(s, "QR")) == (open_, open_, open_)
    none = sells(buyer(cash, "6-0", "5-0", "2E-0", sold=full), "8")
    assert not waits(none, "QR"), "no 4 to give"


@pytest.mark.rule("1848-S16")
def test_duty_room_or_a_2e_each_keep_the_step_waiting() -> None:
    s = southport(qr(GAMES, cash=0))
    assert waits(turn(s, "QR", step=5), "QR")  # the train duty alone
    assert goes_on(turn(s, "QR", step=5), "QR")
    s = sells(buyer(200, "2E-0"), "3")
    assert waits(s, "QR")  # money for a 3, a 2E it has
    assert goes_on(s, "QR")
    assert not waits(buyer(0), "QR")


@pytest.mark.rule("1848-S16")
@pytest.mark.parametrize(
    ("rulings", "step", "cash", "closed"),
    [(GAMES, 5, 50, True), (GAMES, 5, 100, False), (GAMES, 1, 50, False), (BOOK, 5, 50, False)],
)
def test_a_loan_closes_a_train_step_that_could_buy_nothing(
    rulings: str, step: int, cash: int, closed: bool
) -> None:
    s = holding(train(qr(rulings, cash=cash), "QR", "3-0"), "seat0", "P1")
    assert do(turn(s, "QR", step=step), LOAN).frame.closed is closed


@pytest.mark.rule("1848-S16")
@pytest.mark.parametrize(("sold", "passes"), [(("2",), 0), (GREEN, 1)])
def test_a_written_turn_ends_with_a_pass_for_loans_and_privates_from_phase_3_on(
    sold: tuple[str, ...], passes: int
) -> None:
    s = phase(train(qr(GAMES), "QR", "2-0"), *sold)
    found = [PassPoints1848().passes_at(s, Turn("QR", step=step)) for step in range(7)]
    assert found == [0, 0, 0, 0, 0, 0, passes]


@pytest.mark.rule("1848-S7")
def test_a_written_turn_has_a_pass_where_18xx_games_asks_for_a_loan() -> None:
    """Without a train, in column 1, with a loan still to be had: else there is no such question."""

    def passes(s: Any, **fields: Any) -> int:
        s = s.replace(stack=(Course(2), OperatingRound(2, 1, 1, True, ("QR",)), Turn("QR", step=4, **fields)))
        return PassPoints1848().passes_at(s, s.frame)

    s = price_at(qr(GAMES), "QR", 3, 1)
    assert passes(s) == 1
    assert passes(price_at(s, "QR", 3, 2)) == 0
    assert passes(train(s, "QR", "2-0")) == 0
    assert passes(s, loans=1) == 0
    assert passes(phase(s, "2")) == 0


@pytest.mark.rule("1848-S16")
def test_the_written_train_step_waits_as_18xx_games_does() -> None:
    stops = PassPoints1848()
    for s in (buyer(99, sold=("2",)), buyer(100, sold=("2",)), sells(buyer(100), "3")):
        assert stops.waits_for_trains(s, Turn("QR")) is waits(s, "QR")
        assert stops.goes_on_buying(s, Turn("QR")) is goes_on(s, "QR")
    assert step_of(buyer(99), Turn("QR", step=5)) == TrainStep.name
    assert [at_end(buyer(99), Turn("QR", step=step)) for step in (5, 6)] == [False, True]


@pytest.mark.rule("1848-S16")
@pytest.mark.parametrize(("rulings", "step"), [(BOOK, 2), (GAMES, 5)])
def test_a_turn_stops_for_a_marker_that_only_a_loan_could_pay_in_book_alone(rulings: str, step: int) -> None:
    """Held here: without a decision in between, the files have no pass that we would have to invent."""
    s = turn(southport(qr(rulings, cash=0)), "QR", step=2)
    assert s.frame.step == step
    assert LOAN in legal(s, 0)  # in 18xx.games there is still time for it, at the train step


@pytest.mark.rule("1848-S17")
@BOTH
def test_260_for_the_bank_of_england_ends_the_game_with_the_running_set(rulings: str) -> None:
    """Held here: 16 loans and a price of 260 are the same moment, and the set is played out."""
    s = granted_before(qr(rulings), 15)
    s = do(turn(s, "QR", number=1, of=2), LOAN)
    assert (s.price("BOE"), bool(s.ending)) == (260, True)
    s = rest_of_turn(s)
    assert s.stack[1].number == 2
    assert rest_of_turn(s).over


@pytest.mark.rule("1848-S18")
@BOTH
def test_the_2000_are_separate_from_the_10000(rulings: str) -> None:
    """Held here: the bank starts with 10,000 less the players' cash, the Bank of England with 2,000."""
    s = opening(rulings=rulings)
    assert s.cash["bank"] == 10_000 - 4 * 630
    assert s.cash["BOE"] == 2_000
    assert sum(s.cash.values()) == 12_000


@pytest.mark.rule("1848-S18")
@BOTH
def test_privates_are_worth_0_after_their_sale(rulings: str) -> None:
    """Held here: the account that the table shows leaves privates out."""
    s = holding(stock(rulings=rulings), "seat0", "P1", "P4")
    assert look(s, None)["worth"]["Ann"] == 630


@pytest.mark.rule("1848-S19")
@BOTH
@pytest.mark.parametrize(
    ("kind", "price", "colour"),
    [
        ("2", 100, "yellow"),
        ("3", 200, "green"),
        ("4", 300, "green"),
        ("5", 500, "brown"),
        ("6", 600, "brown"),
        ("8", 800, "gray"),
    ],
)
def test_phases_are_named_by_their_trains(rulings: str, kind: str, price: int, colour: str) -> None:
    """Held here: our phases are called 2, 3, 4, 5, 6, 8 as in the files; the book's phase 7 is our 8."""
    s = do(turn(sells(qr(rulings), kind), "QR", step=5), BuyTrain(0, f"{kind}-0", kind, price))
    assert (look(s, None)["phase"], s.colour) == ("7" if kind == "8" else kind, colour)


@pytest.mark.rule("1848-S19")
@BOTH
def test_at_the_same_price_the_one_further_right_goes_first(rulings: str) -> None:
    s = home(start(start(qr(rulings), "FT", seat=1), "VR", seat=2), "FT", "VR")
    # All at 100: row 1 column 5, row 0 column 4 and row 4 column 7.
    s = price_at(price_at(price_at(s, "QR", 1, 5), "FT", 0, 4), "VR", 4, 7)
    assert s.price_order()[:3] == ["VR", "QR", "FT"]
    assert operating_round(s).frame.company == "VR"
    rows = s.book.grid.rows[:6]
    for column in range(1, 17):  # no column holds a price twice
        prices = [row[column] for row in rows if column < len(row)]
        assert len(prices) == len(set(prices))


@pytest.mark.rule("1848-S19")
@BOTH
def test_in_the_same_cell_first_come_goes_first(rulings: str) -> None:
    s = home(start(qr(rulings), "FT", seat=1), "FT")
    assert s.prices["QR"].cell == s.prices["FT"].cell
    assert operating_round(s).frame.company == "QR"
    assert operating_round(price_at(price_at(s, "QR", 3, 6), "QR", 3, 5)).frame.company == "FT"


# -- S20: P2 -------------------------------------------------------------------------------------


@pytest.mark.rule("1848-S20")
def test_the_later_edition_calls_p2_the_oodnadatta_railway() -> None:
    assert stock(rulings=GAMES).book.privates["P2"].name == "Oodnadatta Railway"
    assert stock(rulings=BOOK).book.privates["P2"].name == "Sydney Railway Company"


@pytest.mark.rule("1848-S20")
@BOTH
def test_the_power_of_p2_covers_the_eight_desert_hexes(rulings: str) -> None:
    s = turn(holding(qr(rulings), "QR", "P2"), "QR")
    deserts = {hex_id for hex_id in s.book.atlas.hexes if desert_rebate(s, hex_id)}
    assert deserts == {"B3", "B7", "B9", "C2", "C4", "C8", "E6", "E8"}


@pytest.mark.rule("1848-S20")
@BOTH
def test_the_power_of_p2_is_a_plain_yellow_tile_that_uses_the_tile_lay(rulings: str) -> None:
    s = home(start(stock(rulings=rulings), "CAR", price=100, cash=0), "CAR")
    s = holding(tile(phase(s, *GREEN), "E4", "5", 3), "CAR", "P2")
    s = turn(s, "CAR")
    rebated = offered(s, 0, lambda a: isinstance(a, LayTile) and bool(a.rebate))
    assert ({a.hex for a in rebated}, {a.tile for a in rebated}) == ({"E6"}, {"7", "8", "9"})
    after = play(s, LayTile(0, "E6", "9", 1, rebate="P2")).state
    assert after.frame.lays == ("yellow",)
    assert after.cash["CAR"] == 0


@pytest.mark.rule("1848-S16", "1848-V-4")
def test_a_turn_begins_without_loans_and_purchases_and_a_private_has_more_prices_than_are_listed() -> None:
    turn_ = Turn("QR")
    assert (turn_.loans, turn_.bought, turn_.closed) == (0, False, False)
    assert not TAKE_PRIVATE.listed
