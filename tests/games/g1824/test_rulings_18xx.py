"""The replay rulings R1–R24: what the set `18xx.games` changes, and what holds in both sets.

Entries that describe how 18xx.games writes its files are held by what our engine does in that respect;
the docstring of the test says what that is.
"""

import json
from typing import Any

import pytest

from stellwerk.engine import Pass, legal, to_act
from stellwerk.games.g1824.rules.bond import SellBond, bond_pays
from stellwerk.games.g1824.rules.book import ruling_table
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.draft import MountainLap
from stellwerk.games.g1824.rules.emergency import RepayDebt
from stellwerk.games.g1824.rules.ending import result
from stellwerk.games.g1824.rules.mountains import MountainSwaps, SwapMountain
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.games.g1824.rules.runs import RUNS, stop_of
from stellwerk.games.g1824.rules.state_railways import ChooseHome, HomeChoice
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.markers import PlaceMarker, marker_cost
from stellwerk.mech18.phases import DiscardTrain
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.state import BANK, OFFER, OUT, POOL, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares, StockRound, set_par
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain, bank_offers
from tests.games.g1824.small import (
    BOOK,
    GAMES,
    LEMBERG,
    A,
    B,
    bare,
    drafted,
    left_in_bank,
    line,
    mountain,
    two,
    whose,
)
from tests.games.g1824.table import (
    DIVIDEND,
    MARKER,
    RUN,
    TRACK,
    TRAINS,
    cash_of,
    director,
    do,
    events,
    forbidden,
    give,
    home,
    marker,
    offered,
    opening,
    operated,
    phase,
    price_at,
    refused,
    round_ends,
    sells,
    singles,
    start,
    stock,
    tile,
    to_pool,
    train,
    turn,
)

BOTH = pytest.mark.parametrize("rulings", [BOOK, GAMES])
GREEN = ("2", "3")
KK = {"KK1": 0, "KK2": 1}


@pytest.mark.parametrize("name", [name for name, ruling in ruling_table().items() if not ruling.past])
def test_every_ruling_can_be_chosen_alone(name: str) -> None:
    row = ruling_table()[name].values
    # Where both sets agree there must be another answer to choose: no choice, no ruling.
    assert row[BOOK] != row[GAMES] or isinstance(row[BOOK], bool)
    same = row[BOOK] == row[GAMES]
    for base, value in ((BOOK, not row[BOOK] if same else row[GAMES]), (GAMES, row[BOOK])):
        chosen = bare(4, rulings=f"{base},{name}={json.dumps(value)}").rulings
        assert getattr(chosen, name) == value
        others = [other for other in ruling_table() if other != name]
        assert all(getattr(chosen, other) == ruling_table()[other].values[base] for other in others)


# -- R1, R2: rounds and exports ----------------------------------------------------------------------


@pytest.mark.rule("1824-R1")
@pytest.mark.parametrize(
    ("rulings", "rounds"),
    [(BOOK, {"2": 1, "3": 2, "4": 2, "5": 2, "6": 3}), (GAMES, {"2": 1, "3": 2, "4": 2, "5": 3, "6": 3})],
)
def test_the_third_round_comes_with_the_5_or_the_6(rulings: str, rounds: dict[str, int]) -> None:
    s = stock(rulings=rulings)
    found = {
        kind: sells(s, kind).replace(phases=(*sells(s, kind).phases, kind)).rounds_per_set for kind in rounds
    }
    assert found == rounds


@pytest.mark.rule("1824-R1")
@pytest.mark.parametrize(("rulings", "of"), [(BOOK, 2), (GAMES, 3)])
def test_three_rounds_follow_the_stock_round_after_the_first_5(rulings: str, of: int) -> None:
    s = home(sells(stock(owners={"SD1": 0}, rulings=rulings), "5"), "SD1")
    s = turn(cash_of(s, "SD1", 1500), "SD1", step=TRAINS, number=2, of=2)
    s = do(s, BuyTrain(0, "5-0", "5", 400))
    assert s.stack[0].of == 2  # the running set is not lengthened
    while not isinstance(s.frame, StockRound):
        s = do(s, legal(s, whose(s))[-1])
    while isinstance(s.frame, StockRound):
        s = do(s, Pass(whose(s)))
    assert s.stack[0].of == of


def set_ends(s: Any) -> Any:
    """The set of operating rounds is over; the next stock round waits."""
    s = round_ends(s, number=1, of=1)
    assert isinstance(s.frame, StockRound)
    return s


@pytest.mark.rule("1824-R2")
def test_before_a_2_was_bought_only_18xx_games_sends_trains_abroad() -> None:
    book, games = (set_ends(stock(owners={"SD1": 0}, rulings=rulings)) for rulings in (BOOK, GAMES))
    assert (book.trains["2-0"], games.trains["2-0"]) == (BANK, OUT)
    for rulings in (BOOK, GAMES):
        bought = set_ends(phase(stock(owners={"SD1": 0}, rulings=rulings), "2"))
        assert bought.trains["2-0"] == OUT


@pytest.mark.rule("1824-R2")
def test_goods_trains_need_a_2_that_was_bought() -> None:
    s = stock(owners={"SD1": 0}, rulings=GAMES)
    s = set_ends(left_in_bank(s, "2", 1))  # the last 2 goes abroad
    assert (s.phases, bank_offers(s)) == ((), ["3-0"])
    s = set_ends(s)  # a 3, which begins its phase
    assert s.phases == ("3",)
    assert "1g-0" not in bank_offers(s)
    assert "1g-0" in bank_offers(s.replace(phases=("2", "3")))


# -- R3, R4: papers and the first round ----------------------------------------------------------------


@pytest.mark.rule("1824-R3")
def test_mountain_railways_are_papers_only_in_18xx_games() -> None:
    def almost_full(rulings: str, mountains: int) -> Any:
        s = stock(owners={"EPP": 1, "EOD": 1}, rulings=rulings)  # limit 16
        s = singles(singles(s, 0, "BK", 7), 0, "MS", 7)
        return mountain(s, 0, *("B1", "B2", "B3")[:mountains])

    buy = BuyShare(0, "SD", OFFER)
    for mountains in (0, 1, 2, 3):
        assert buy in legal(almost_full(BOOK, mountains), 0)
    assert buy in legal(almost_full(GAMES, 1), 0)
    forbidden(almost_full(GAMES, 2), buy, "VI.7-1", held=14, limit=14)


@pytest.mark.rule("1824-R3")
def test_in_18xx_games_a_mountain_railway_needs_a_place_itself() -> None:
    def full(rulings: str) -> Any:
        s = stock(owners={"EPP": 1, "EOD": 1}, rulings=rulings, number=1)
        return singles(singles(s, 0, "BK", 8), 0, "MS", 8)

    assert BuyRailway(0, "B1", 120) in legal(full(BOOK), 0)
    forbidden(full(GAMES), BuyRailway(0, "B1", 120), "VI.7-1b", held=16)


@pytest.mark.rule("1824-R3")
@BOTH
def test_coal_and_pre_state_railways_count_one_each(rulings: str) -> None:
    s = stock(owners={"EPP": 0, "SD1": 0, "SD2": 0, "KK1": 0}, rulings=rulings)
    assert s.paper_count("seat0") == 4


@pytest.mark.rule("1824-R4")
@BOTH
def test_the_last_of_the_first_lap_acts_twice(rulings: str) -> None:
    s = opening(4, rulings=rulings)
    order = []
    for railway in ("SD1", "UG1", "KK1", "SD2", "SD3", "UG2", "KK2", "B1", "B2"):
        order.append(whose(s))
        price = 240 if railway[2:] == "1" and railway[0] != "B" else 120
        s = do(cash_of(s, whose(s), 900), BuyRailway(whose(s), railway, price))
    assert order == [3, 2, 1, 0, 0, 1, 2, 3, 0]


@pytest.mark.rule("1824-R4", "1824-R23")
@BOTH
def test_passing_after_the_purchase_that_ended_the_first_lap_is_a_pass(rulings: str) -> None:
    s = do(opening(4, rulings=rulings), Pass(3), Pass(2), Pass(1), BuyRailway(0, "SD1", 240), Pass(0))
    assert (s.frame.number, s.frame.seat, s.frame.passed) == (1, 1, (0,))


@pytest.mark.rule("1824-R4")
@BOTH
def test_priority_goes_to_the_seat_after_the_last_who_passed(rulings: str) -> None:
    """Held here: the last to act is the last of those who pass round the table, so both words agree."""
    s = stock(owners={"EPP": 0}, rulings=rulings)
    s = do(s, Pass(0), Pass(1), BuyShare(2, "BK", OFFER), Pass(3), Pass(0), Pass(1), Pass(2))
    assert not isinstance(s.frame, StockRound)
    assert s.priority == 3


# -- R5 to R9: running and building --------------------------------------------------------------------


def coal_line(rulings: str, *cards: str) -> Any:
    """EPP of Ann: from its mine C6 over B7 to Prag B9, with a 1g beside these trains; at its run."""
    s = home(line(stock(owners={"EPP": 0}, rulings=rulings), "C6", "B7", "B9"), "EPP")
    return turn(cash_of(train(s, "EPP", *cards), "EPP", 0), "EPP", step=RUN)


@pytest.mark.rule("1824-R5")
@BOTH
def test_coal_and_pre_state_railways_share_out_without_being_asked(rulings: str) -> None:
    """Held here: no dividend action is offered; half goes to the owner, half stays."""
    s = coal_line(rulings)
    after = do(s, RunTrains(0, (Route("1g-0", ("C6.0", "B7", "B9.0")),)))
    assert after.cash["seat0"] == s.cash["seat0"] + 10
    assert after.cash["EPP"] == 10 + 10  # its half and the mine
    assert not any(isinstance(frame, type(s.frame)) and frame.step == DIVIDEND for frame in after.stack)


@pytest.mark.rule("1824-R5")
@BOTH
def test_who_earns_nothing_keeps_without_being_asked(rulings: str) -> None:
    s = home(start(stock(rulings=rulings), "BK", price=80), "BK")
    s = turn(train(s, "BK", "2-0"), "BK")
    assert s.frame.step == TRACK
    after = do(s, Pass(0))
    assert after.frame.step == TRAINS  # no run, no dividend
    assert after.price("BK") == 70


@pytest.mark.rule("1824-R6")
@BOTH
def test_the_revenue_of_a_run_leaves_mines_out(rulings: str) -> None:
    """Held here: the run earns 20 in Prag; the mine's 10 go to the treasury beside it."""
    s = coal_line(rulings)
    run = RunTrains(0, (Route("1g-0", ("C6.0", "B7", "B9.0")),))
    assert RUNS.checked(s, "EPP", run.routes).runs[0].revenue == 20
    assert events(s, run).count("MineIncome") == 1
    assert do(s, run).last_run["EPP"] == 20


@pytest.mark.rule("1824-R6")
@BOTH
def test_a_1g_goes_from_the_mine_to_one_city(rulings: str) -> None:
    """Held here: its two stops of that program are our mine and one large place."""
    s = home(line(stock(owners={"EPP": 0}, rulings=rulings), "C6", "B7", "B9", "B11", "C12"), "EPP")
    s = turn(s, "EPP", step=RUN)
    way = ("C6.0", "B7", "B9.0", "B11", "C12.0")
    refused(s, RunTrains(0, (Route("1g-0", way),)), "VII.9-2")
    assert do(s, RunTrains(0, (Route("1g-0", way[:3]),))).last_run["EPP"] == 20


@pytest.mark.rule("1824-R7")
@BOTH
def test_two_cities_of_a_hex_are_one_place_two_towns_are_two(rulings: str) -> None:
    s = stock(rulings=rulings)
    cities = [stop_of(s, "SD1", f"E12.{n}").groups for n in range(3)]
    assert cities == [("E12",)] * 3
    assert [stop_of(s, "SD1", f"B13.{n}").groups for n in range(2)] == [(), ()]


@pytest.mark.rule("1824-R8")
def test_only_the_book_demands_the_best_run() -> None:
    short, best = RunTrains(0), RunTrains(0, (Route("1g-0", ("C6.0", "B7", "B9.0")),))
    forbidden(coal_line(BOOK), short, "VII.10-2", best=20, total=0)
    assert do(coal_line(GAMES), short).last_run["EPP"] == 0
    for rulings in (BOOK, GAMES):
        assert do(coal_line(rulings), best).last_run["EPP"] == 20


@pytest.mark.rule("1824-R9")
@BOTH
def test_an_upgrade_need_not_be_of_use(rulings: str) -> None:
    """Held here: our rule is the book's; plain green track that leads nowhere new is laid in both sets."""
    s = home(line(phase(stock(owners={"EPP": 0}, rulings=rulings), *GREEN), "C6", "B7", "B9"), "EPP")
    s = turn(s, "EPP", step=TRACK)
    there = s.board.laid["B7"]
    useless = [
        a
        for a in offered(s, 0, lambda a: isinstance(a, LayTile) and a.hex == "B7")
        if not s.book.atlas.face(a.tile, a.rotation).stops
    ]
    assert there.tile in ("7", "8", "9")
    assert useless
    after = do(s, useless[0])
    assert RUNS.best(after, "EPP").revenue == RUNS.best(s, "EPP").revenue


# -- R10, R11: state railways and what closes by itself --------------------------------------------------


@pytest.mark.rule("1824-R10")
@BOTH
def test_the_director_of_kk_says_which_home_stays(rulings: str) -> None:
    s = round_ends(home(stock(owners=KK, rulings=rulings), "KK1", "KK2"), "KK")
    assert (s.frame, to_act(s)) == (HomeChoice("KK", ("E12.1", "E12.2")), (0,))
    first, second = do(s, ChooseHome(0, "E12.2")), do(s, ChooseHome(0, "E12.1"))
    assert first.board.markers_of("KK") == ("E12.2",)  # KK1's goes
    assert second.board.markers_of("KK") == ("E12.1",)
    for after, last in ((first, 100 if rulings == BOOK else 0), (second, 100)):
        costs = [marker_cost(after.replace(markers={**after.markers, "KK": n}), "KK") for n in range(1, 6)]
        assert costs == [40, 100, 100, last, None]


@pytest.mark.rule("1824-R10")
@BOTH
def test_in_one_city_the_second_marker_goes_by_itself(rulings: str) -> None:
    s = home(sells(stock(owners=KK, rulings=rulings), "6"), "KK1", "KK2")
    for number in ("499", "491", "493"):
        s = tile(s, "E12", number, 0)
    assert s.board.markers_of("KK1") == s.board.markers_of("KK2") == ("E12.1",)
    s = round_ends(s, "KK")
    assert not isinstance(s.frame, HomeChoice)
    assert (s.board.markers["E12.1"].count("KK"), s.markers["KK"]) == (1, 1)


@pytest.mark.rule("1824-R11")
@BOTH
def test_state_railways_form_in_their_order(rulings: str) -> None:
    s = stock(owners={"SD1": 0, "UG1": 1, "KK1": 2}, rulings=rulings)
    s = round_ends(s, "KK", "UG", "SD")
    assert s.formed == ("SD", "UG", "KK")


@pytest.mark.rule("1824-R11")
@BOTH
def test_what_an_export_brings_about_comes_before_the_stock_round(rulings: str) -> None:
    owners = {"SD1": 0, "UG1": 1, "EPP": 2}
    s = mountain(sells(stock(owners=owners, rulings=rulings), "4"), 1, "B1")
    s = round_ends(s, number=1, of=1)  # the first 4 goes abroad
    assert s.trains["4-0"] == OUT
    assert (s.formed, isinstance(s.frame, MountainSwaps), to_act(s)) == (("SD",), True, (1,))
    s = do(s, SwapMountain(1, "B1", "BK"))
    assert isinstance(s.frame, StockRound)
    assert s.frame.number == 3


@pytest.mark.rule("1824-R11")
@BOTH
def test_forced_coal_exchanges_ask_nobody_and_pay_the_capital_at_once(rulings: str) -> None:
    s = stock(owners={"EPP": 0, "EOD": 1, "MLB": 2, "SPB": 3, "SD1": 0}, rulings=rulings)
    s = home(sells(singles(singles(s, 0, "BK", 3), 1, "SB", 3), "5"), "SD1", "EPP", "EOD", "MLB", "SPB")
    s = turn(cash_of(s, "SD1", 400), "SD1", step=TRAINS)
    s = do(s, BuyTrain(0, "5-0", "5", 400))
    assert [s.director_seat(company) for company in ("BK", "MS", "CL", "SB")] == [0, 1, 2, 1]
    assert (s.cash["BK"], s.cash["SB"]) == (8 * 60, 8 * 60)
    assert ("MS" in s.opened, s.cash["MS"]) == (False, 0)


# -- R12 to R14: the stock round -------------------------------------------------------------------------


def two_sales(rulings: str) -> Any:
    """Ann has six shares of BK, which operates at 100, and has sold two."""
    s = stock(owners={"EPP": 1}, rulings=rulings)
    s = price_at(operated(singles(s, 0, "BK", 6), "BK"), "BK", 2, 2)
    return do(s, SellShares(0, "BK", 2))


@pytest.mark.rule("1824-R12")
def test_only_18xx_games_sells_a_company_twice_in_a_turn() -> None:
    again = SellShares(0, "BK", 1)
    forbidden(two_sales(BOOK), again, "VIII.3-1", company="BK")
    s = two_sales(GAMES)
    assert (s.price("BK"), again in legal(s, 0)) == (90, True)
    after = do(s, again)
    assert (after.price("BK"), after.cash["seat0"]) == (80, 680 + 200 + 90)  # it falls each time


@pytest.mark.rule("1824-R12")
def test_so_with_the_bond_railway() -> None:
    def sold(rulings: str) -> Any:
        s = price_at(singles(two(rulings=rulings), 0, "BK", 8, POOL), "BK", 4, 4)
        return do(s, SellBond(0, 2, False))

    forbidden(sold(BOOK), SellBond(0, 1, False), "VIII.3-1", company="BK")
    assert do(sold(GAMES), SellBond(0, 1, False)).prices["BK"].cell == (6, 4)


@pytest.mark.rule("1824-R12")
@BOTH
def test_a_block_of_shares_lets_the_price_fall_once(rulings: str) -> None:
    assert two_sales(rulings).prices["BK"].cell == (3, 2)


@pytest.mark.rule("1824-R13")
@BOTH
def test_the_director_pays_and_then_owes_with_interest(rulings: str) -> None:
    s = home(sells(stock(owners={"SD1": 0}, rulings=rulings), "3"), "SD1")
    s = turn(cash_of(cash_of(s, "SD1", 50), 0, 45), "SD1", step=TRAINS)
    s = do(s, BuyTrain(0, "3-0", "3", 180))  # 85 are missing
    assert (s.cash["SD1"], s.cash["seat0"], s.debt["seat0"]) == (0, 0, 128)


@pytest.mark.rule("1824-R13")
@BOTH
def test_any_train_of_the_bank_may_be_the_one(rulings: str) -> None:
    s = home(sells(stock(owners={"SD1": 0}, rulings=rulings), "4"), "SD1")
    s = turn(cash_of(s, "SD1", 0), "SD1", step=TRAINS)
    assert {a.version for a in offered(s, 0, lambda a: isinstance(a, BuyTrain))} == {"4", "1g", "2g"}


@pytest.mark.rule("1824-R13")
@BOTH
def test_interest_hits_all_debtors_at_the_end_of_a_stock_round(rulings: str) -> None:
    s = stock(owners={"SD1": 0}, rulings=rulings)
    s = s.replace(debt={**s.debt, "seat1": 128, "seat3": 1})
    s = do(s, Pass(0), Pass(1), Pass(2), Pass(3))
    assert [s.debt[seat] for seat in SEATS[:4]] == [0, 192, 0, 2]


@pytest.mark.rule("1824-R14")
@pytest.mark.parametrize(("rulings", "price"), [(BOOK, 70), (GAMES, 60)])
def test_only_the_book_lets_a_closed_company_rise_when_it_is_sold_out(rulings: str, price: int) -> None:
    s = stock(owners={"EPP": 1}, rulings=rulings)
    s = singles(singles(s, 0, "BK", 4), 2, "BK", 4)  # the director's share is kept for EPP
    s = do(s, Pass(0), Pass(1), Pass(2), Pass(3))
    assert s.price("BK") == price


@pytest.mark.rule("1824-R14")
@BOTH
def test_a_company_in_operation_rises_in_both(rulings: str) -> None:
    s = start(stock(rulings=rulings), "BK", price=80, shares=5)
    s = singles(s, 1, "BK", 5)
    assert do(s, Pass(0), Pass(1), Pass(2), Pass(3)).price("BK") == 90
    less = singles(start(stock(rulings=rulings), "BK", price=80, shares=5), 1, "BK", 4)
    assert do(less, Pass(0), Pass(1), Pass(2), Pass(3)).price("BK") == 80


# -- R15: variant B --------------------------------------------------------------------------------------


@pytest.mark.rule("1824-R15")
@pytest.mark.parametrize(("rulings", "cash"), [(BOOK, 680), (GAMES, 700)])
def test_cash_of_three_players(rulings: str, cash: int) -> None:
    s = bare(3, B, rulings)
    assert (s.cash["seat0"], sum(s.cash.values())) == (cash, 9000)
    assert bare(3, "base", rulings).cash["seat0"] == 820


@pytest.mark.rule("1824-R15")
@pytest.mark.parametrize(("rulings", "revenue"), [(BOOK, 100), (GAMES, 150)])
def test_the_bukowina_with_three_players(rulings: str, revenue: int) -> None:
    s = line(stock(3, {"EOD": 0}, variant=B, rulings=rulings), *LEMBERG, "C24", "D25")
    s = director(s, 0, "MS").replace(opened=("MS",))
    s = turn(train(home(phase(s, *GREEN), "MS"), "MS", "5-0"), "MS", step=RUN)
    assert RUNS.best(s, "MS").revenue == revenue
    assert bare(2, A, rulings).facts.bukowina is not None  # with two always
    assert bare(4, "base", rulings).facts.bukowina is None  # on the large map never


@pytest.mark.rule("1824-R15")
@pytest.mark.parametrize(("rulings", "prices"), [(BOOK, [40, 100, 100, 100]), (GAMES, [100, 100, 100])])
def test_markers_of_ug_with_three_players(rulings: str, prices: list[int]) -> None:
    s = round_ends(home(stock(3, {"UG1": 0}, variant=B, rulings=rulings), "UG1"), "UG")
    found = []
    while (cost := marker_cost(s, "UG")) is not None:
        found.append(cost)
        s = s.replace(markers={**s.markers, "UG": s.markers["UG"] + 1})
    assert found == prices
    base = bare(4, "base", rulings).book.companies["UG"].markers
    assert base == (0, 40, 100, 100, 100)


@pytest.mark.rule("1824-R15")
@BOTH
def test_budapest_is_a_place_for_ug_alone(rulings: str) -> None:
    """Held here: ours is a city in both sets; UG1's marker fills it and routes end there as at a red link.

    On 18xx.games it comes with UG1's first turn (R24).
    """
    s = bare(3, B, rulings)
    s = s if rulings == BOOK else home(s, "UG1")
    [stop] = s.board.face(s.book.atlas, "G12").stops
    assert (stop.kind, s.board.free_slots(s.book.atlas, "G12.0")) == ("city", 0)
    assert s.book.atlas.hexes["G12"].printed.terminal == (True,)


# -- R16: variant A --------------------------------------------------------------------------------------


@pytest.mark.rule("1824-R16")
@pytest.mark.parametrize(("rulings", "opener"), [(BOOK, 0), (GAMES, 1)])
def test_who_opens_the_draft(rulings: str, opener: int) -> None:
    s = opening(2, A, rulings)
    assert s.frame.choosers == (opener, 1 - opener, 1 - opener, opener)
    s = drafted(rulings=rulings)
    assert s.frame == MountainLap((1 - opener, opener))
    s = do(s, Pass(1 - opener), Pass(opener))
    assert whose(s) == 1 - opener


@pytest.mark.rule("1824-R16")
@BOTH
def test_builders_cost_120_and_the_money_goes_to_the_bank(rulings: str) -> None:
    s = opening(2, A, rulings)
    after = do(s, BuyRailway(whose(s), "EPP", 120))
    assert after.cash[BANK] == s.cash[BANK] + 240
    assert (after.cash["EPP"], after.cash["SD2"]) == (0, 0)


@pytest.mark.rule("1824-R16")
@pytest.mark.parametrize(("rulings", "one", "three"), [(BOOK, 11, 32), (GAMES, 10, 31)])
def test_the_bond_railway_rounds_up_or_down(rulings: str, one: int, three: int) -> None:
    s = two(rulings=rulings)
    s = price_at(singles(singles(s, 0, "BK", 1, POOL), 1, "BK", 3, POOL), "BK", 5, 5)  # 105
    after = bond_pays(s)
    assert [after.cash[seat] - s.cash[seat] for seat in ("seat0", "seat1")] == [one, three]
    assert after.prices["BK"].cell == (5, 6)  # right in both


@pytest.mark.rule("1824-R16")
@pytest.mark.parametrize(("rulings", "markers"), [(BOOK, ("B9.0",)), (GAMES, ())])
def test_the_bond_railways_home_comes_at_the_start_or_with_its_first_payment(
    rulings: str, markers: tuple[str, ...]
) -> None:
    s = two(rulings=rulings)
    assert s.board.markers_of("BK") == markers
    after = bond_pays(s)
    assert after.board.markers_of("BK") == ("B9.0",)
    assert bond_pays(after).markers["BK"] == 1


@pytest.mark.rule("1824-R16")
def test_the_limit_of_the_pool_binds_the_bond_railway_only_in_18xx_games() -> None:
    def held(rulings: str, shares: int) -> Any:
        return singles(two(rulings=rulings), 0, "BK", shares, POOL)

    assert SellBond(0, 1, False) in legal(held(BOOK, 1), 0)
    forbidden(held(GAMES, 5), SellBond(0, 1, False), "X.4-8", there=5, limit=5)
    assert SellBond(0, 1, False) in legal(held(GAMES, 6), 0)
    forbidden(held(GAMES, 6), SellBond(0, 2, False), "X.4-8", there=4)


@pytest.mark.rule("1824-R16")
@BOTH
def test_the_limit_of_other_companies_counts_bank_and_pool(rulings: str) -> None:
    s = operated(singles(two(rulings=rulings), 0, "MS", 3), "MS")
    refused(s, SellShares(0, "MS", 1), "VI.8-3")


@pytest.mark.rule("1824-R16")
@pytest.mark.parametrize(("rulings", "prices"), [(BOOK, [100, 100, 100]), (GAMES, [100, 100])])
def test_a_builder_costs_its_state_railway_a_marker(rulings: str, prices: list[int]) -> None:
    s = home(sells(two(rulings=rulings), "4"), "SD1", "SD2", "SD3", "EPP")
    seat = s.director_seat("SD1")
    s = do(turn(cash_of(s, "SD1", 280), "SD1", step=TRAINS), BuyTrain(seat, "4-0", "4", 280))
    s = round_ends(s.replace(cash={**s.cash, BANK: s.cash[BANK] + 5000}), "SD")
    assert s.markers["SD"] == 2  # SD1's and SD3's
    found = []
    while (cost := marker_cost(s, "SD")) is not None:
        found.append(cost)
        s = s.replace(markers={**s.markers, "SD": s.markers["SD"] + 1})
    assert found == prices


@pytest.mark.rule("1824-R16")
@BOTH
def test_passing_a_mountain_railway_leaves_the_other_player_one(rulings: str) -> None:
    """Held here: with either program the second player has at least B1 to buy; the rest leaves the game."""
    s = drafted(rulings=rulings)
    s = do(s, Pass(whose(s)))
    s = do(s, BuyRailway(whose(s), "B1", 120))
    assert s.privates["B2"] == OUT


# -- R17 to R19 --------------------------------------------------------------------------------------------


@pytest.mark.rule("1824-R17")
@pytest.mark.parametrize(("rulings", "more"), [(BOOK, 0), (GAMES, 160 + 240 + 120 + 120)])
def test_railways_still_open_count_at_the_end_in_18xx_games(rulings: str, more: int) -> None:
    s = stock(owners={"EPP": 0, "KK1": 0, "SD2": 0}, rulings=rulings, coal_prices={"EPP": 160})
    s = mountain(s, 0, "B4")
    assert result(s) == {"Ann": 680 + more, "Ben": 680, "Cy": 680, "Dee": 680}


@pytest.mark.rule("1824-R17")
def test_a_builder_counts_at_its_printed_price() -> None:
    s = two(rulings=GAMES)  # Ben opened: he has SD2, SD1, KK2, EOD; Ann EPP, KK1, SD3, MLB
    assert result(s) == {"Ann": 230 + 120 + 240 + 120 + 120, "Ben": 230 + 120 + 240 + 120 + 120}


@pytest.mark.rule("1824-R18")
@pytest.mark.parametrize(("rulings", "count"), [(BOOK, 1), (GAMES, 20)])
def test_how_many_10s_there_are(rulings: str, count: int) -> None:
    s = stock(owners={"SD1": 0}, rulings=rulings)
    cards = [card for card in s.trains if s.train_type(card) == "10"]
    assert len(cards) == count
    s = turn(cash_of(home(sells(s, "10"), "SD1"), "SD1", 1000), "SD1", step=TRAINS, of=2)
    s = do(s, BuyTrain(0, "10-0", "10", 1000))
    assert s.trains["10-1"] == BANK  # in the book there is always another
    last = left_in_bank(sells(stock(owners={"SD1": 0}, rulings=GAMES), "10"), "10", 1)
    last = turn(cash_of(home(last, "SD1"), "SD1", 1000), "SD1", step=TRAINS)
    last = do(last, BuyTrain(0, "10-19", "10", 1000))
    assert not any(owner == BANK for card, owner in last.trains.items() if card.startswith("10-"))


@pytest.mark.rule("1824-R18")
@pytest.mark.parametrize(
    ("rulings", "kk2", "b2"),
    [
        (BOOK, "Kaiser-Ferdinands-Nordbahn", "Karstbahn"),
        (GAMES, "Kaiser Franz Joseph-Bahn", "Kastbahn"),
    ],
)
def test_names(rulings: str, kk2: str, b2: str) -> None:
    book = bare(4, rulings=rulings).book
    assert (book.companies["KK2"].name, book.privates["B2"].name) == (kk2, b2)


@pytest.mark.rule("1824-R19")
def test_only_in_18xx_games_a_forced_exchange_may_be_declined() -> None:
    def forced(rulings: str) -> Any:
        s = mountain(sells(stock(owners={"SD1": 0, "EPP": 1}, rulings=rulings), "4"), 2, "B1", "B2")
        s = turn(cash_of(home(s, "SD1"), "SD1", 280), "SD1", step=TRAINS)
        return do(s, BuyTrain(0, "4-0", "4", 280))

    forbidden(forced(BOOK), Pass(2), "IV.1-9b", private="B1")
    s = do(forced(GAMES), Pass(2))
    assert (s.privates["B1"], s.shares("seat2", "BK")) == (OUT, 0)
    s = do(s, SwapMountain(2, "B2", "BK"))
    assert s.shares("seat2", "BK") == 1


@pytest.mark.rule("1824-R19")
def test_in_18xx_games_a_voluntary_exchange_needs_a_place_beside_the_mountain_railway() -> None:
    def held(rulings: str, papers: int) -> Any:
        s = phase(stock(owners={"EPP": 1, "EOD": 1}, rulings=rulings), *GREEN)  # limit 16
        s = singles(singles(s, 0, "BK", 7), 0, "MS", papers - 7)
        return mountain(s, 0, "B1")

    swap = SwapMountain(0, "B1", "BK")
    assert swap in legal(held(BOOK, 15), 0)
    assert swap in legal(held(GAMES, 14), 0)
    forbidden(held(GAMES, 15), swap, "IV.1-9c", held=15, limit=15)


@pytest.mark.rule("1824-IV.4.4-12")
@pytest.mark.parametrize(("rulings", "before"), [(BOOK, True), (GAMES, False)])
def test_a_freed_directors_share_before_the_state_railway_forms(rulings: str, before: bool) -> None:
    s = stock(owners={"UG2": 1}, rulings=rulings)  # UG1 was not sold
    assert s.papers["UG_0"] == OFFER
    s = do(cash_of(singles(s, 0, "UG", 1), 0, 200), BuyShare(0, "UG", OFFER))
    assert (s.director("UG") == "seat0") == before
    assert s.shares("seat0", "UG") == 2
    s = round_ends(s, "UG")
    assert s.director("UG") == "seat0"


# -- R20 to R23; where the book is silent ------------------------------------------------------------------


def without_director(rulings: str) -> Any:
    """SD has formed out of SD2 and SD3 of two players: nobody holds 20%. BK of Ann is open too."""
    s = home(start(stock(owners={"SD2": 0, "SD3": 1}, rulings=rulings), "BK", cash=600), "SD2", "SD3", "BK")
    s = sells(s, "4")
    return round_ends(train(s, "SD2", "3-0").replace(phases=(*s.phases, "4")), "SD")


@pytest.mark.rule("1824-R21", "1824-IV.4.4-11")
def test_a_state_railway_without_a_director_acts_on_18xx_games() -> None:
    s = without_director(BOOK)
    assert (s.director("SD"), s.price("SD"), s.frame.company) == (None, 110, "BK")  # it has just fallen
    s = without_director(GAMES)
    assert (s.director("SD"), s.frame.company, to_act(s)) == (None, "SD", (s.priority,))
    seat = s.priority
    assert any(isinstance(a, LayTile) for a in legal(s, seat))
    s = do(line(s, "G8", "G10"), Pass(seat))
    while s.frame.step < TRAINS:
        s = do(s, legal(s, seat)[0])
    assert s.operated[-1] == "SD"
    assert BuyTrain(seat, "4-0", "4", 280) in legal(s, seat)
    assert Pass(seat) in legal(s, seat)


@pytest.mark.rule("1824-R21")
def test_nobody_helps_it_with_a_train() -> None:
    s = without_director(GAMES)
    seat = s.priority
    poor = turn(
        cash_of(s.replace(trains={**s.trains, "3-0": OUT}), "SD", 100), "SD", step=TRAINS, settled=False
    )
    assert legal(poor, seat) == [Pass(seat)]
    refused(poor, BuyTrain(seat, "4-0", "4", 280), "VII.12-1")
    refused(singles(operated(poor, "SD"), seat, "SD", 1), SellShares(seat, "SD", 1), "VII.12-2")
    rich = turn(
        cash_of(s.replace(trains={**s.trains, "3-0": OUT}), "SD", 500), "SD", step=TRAINS, settled=False
    )
    refused(rich, Pass(seat), "VII.11-1")


@pytest.mark.rule("1824-R21", "1824-R13")
def test_nobody_helps_it_with_a_dearer_train_either() -> None:
    """SD has 300 and no train: a 4 for 280 it pays, a 3g for 360 it does not."""
    s = without_director(GAMES)
    s = cash_of(s.replace(trains={**s.trains, "3-0": OUT}), "SD", 300)
    s = turn(s, "SD", step=TRAINS, settled=False)
    seat = s.priority
    assert [a.train for a in offered(s, seat, lambda a: isinstance(a, BuyTrain))] == ["4-0", "1g-0", "2g-0"]
    forbidden(s, BuyTrain(seat, "3g-0", "3g", 360), "VII.12-1", cash=300, price=360)


@pytest.mark.rule("1824-IV.4.4-14")
@pytest.mark.parametrize("rulings", [BOOK, "book,priority_discards_for_nobody=false"])
def test_surplus_trains_of_a_state_railway_without_a_director(rulings: str) -> None:
    """SD has a 4, a 5 and two 3g; the first 6 leaves it three trains."""
    s = train(without_director(rulings), "SD", "4-0", "5-0", "3g-0", "3g-1").replace(priority=2)
    s = s.replace(trains={**s.trains, "3-0": OUT})
    s = turn(sells(s, "6"), "BK", step=TRAINS)
    s = do(s, BuyTrain(0, "6-0", "6", 600))
    if rulings == BOOK:
        assert (type(s.frame).__name__, to_act(s)) == ("SurplusTrains", (2,))
        s = do(s, DiscardTrain(2, "5-0"))
        assert s.trains_of("SD") == ["4-0", "3g-0", "3g-1"]
    else:
        assert s.trains_of("SD") == ["5-0", "3g-0", "3g-1"]


@pytest.mark.rule("1824-R22", "1824-VII.10-3b")
@pytest.mark.parametrize(("rulings", "treasury"), [(BOOK, 0), (GAMES, 12)])
def test_shares_in_the_pool_earn_for_the_company_on_18xx_games(rulings: str, treasury: int) -> None:
    """MS with two papers of it in the pool and four on offer earns 60: 12 of them are the pool's."""
    s = two(rulings=rulings)
    s = to_pool(director(s.replace(opened=(*s.opened, "MS")), 0, "MS"), "MS", 2)
    s = turn(cash_of(s, "MS", 0), "MS", step=DIVIDEND, revenue=60, settled=False)
    before = s.cash[BANK]
    after = do(s, Dividend(0, True))
    assert after.cash["MS"] == treasury
    assert after.cash["seat0"] - s.cash["seat0"] == 12
    assert before - after.cash[BANK] == 12 + treasury


@pytest.mark.rule("1824-R23", "1824-VII.12-4b")
@BOTH
def test_repaying_counts_as_acting_on_18xx_games_only(rulings: str) -> None:
    s = stock(rulings=rulings)
    s = s.replace(debt={**s.debt, "seat1": 50})
    s = do(s, Pass(0), RepayDebt(1, 20), Pass(1), Pass(2), Pass(3))
    if rulings == BOOK:
        assert not isinstance(s.frame, StockRound) or s.frame.number == 3
        return
    assert (s.frame.passed, s.frame.last, s.frame.seat) == ((2, 3), 1, 0)
    s = do(s, Pass(0))
    assert s.frame.seat == 1  # who repaid has one more turn
    after = do(s, Pass(1))
    assert after.priority == 2


@pytest.mark.rule("1824-R23", "1824-VII.12-4c")
@BOTH
def test_debts_are_repaid_in_others_turns_on_18xx_games_only(rulings: str) -> None:
    s = stock(rulings=rulings)
    s = s.replace(debt={**s.debt, "seat1": 50, "seat3": 50}, cash={**s.cash, "seat3": 0})
    if rulings == BOOK:
        assert to_act(s) == (0,)
        forbidden(s, RepayDebt(1, 20), "VI.2-1")
        return
    assert to_act(s) == (0, 1)  # Dee has no money
    assert legal(s, 1) == [RepayDebt(1, 50)]
    forbidden(s, Pass(1), "VI.2-1", player="Ann")
    forbidden(s, BuyShare(1, "SD", OFFER), "VI.2-1", player="Ann")
    s = do(s, RepayDebt(1, 20))
    assert (s.debt["seat1"], s.frame.seat, s.frame.last) == (30, 0, 0)  # it was Ann who has acted
    s = do(s, Pass(0), Pass(1), Pass(2), Pass(3))
    assert (s.frame.seat, s.frame.passed) == (0, (1, 2, 3))  # so she has one more turn
    assert do(s, Pass(0)).priority == 1


@pytest.mark.rule("1824-R24", "1824-IV.4.4-9b")
@pytest.mark.parametrize(("rulings", "at_once"), [(BOOK, True), (GAMES, False)])
def test_a_state_railway_without_forerunners_places_its_home(rulings: str, at_once: bool) -> None:
    """By the book when it forms, on 18xx.games with its first turn."""
    formed = []
    s = round_ends(singles(stock(rulings=rulings), 0, "SD", 2), "SD", of=1)
    assert isinstance(s.frame, StockRound)
    formed.append(s.board.markers_of("SD"))
    s = do(s, *(Pass(seat) for seat in (*range(s.frame.seat, 4), *range(s.frame.seat))))
    assert (s.frame.company, s.board.markers_of("SD")) == ("SD", ("E12.0",))
    assert formed == [("E12.0",) if at_once else ()]
    assert marker_cost(s, "SD") == 40


@pytest.mark.rule("1824-R24", "1824-XI.3-1")
@pytest.mark.parametrize(("rulings", "at_once"), [(BOOK, True), (GAMES, False)])
def test_budapest_before_the_first_turn_of_ug1(rulings: str, at_once: bool) -> None:
    s = bare(3, B, rulings=rulings)
    assert bool(s.board.markers_of("UG1")) == at_once


@pytest.mark.rule("1824-IV.1-12")
@pytest.mark.parametrize(("rulings", "acts"), [(BOOK, True), (GAMES, False)])
def test_a_regional_railway_that_a_forced_exchange_opens(rulings: str, acts: bool) -> None:
    """SD1 buys the first 4; Cy's B1 brings BK to 50%: by the book BK acts in this round."""
    s = mountain(sells(stock(owners={"SD1": 0}, rulings=rulings), "4"), 2, "B1")
    s = give(set_par(s, "BK", 80), 1, "BK", 4)
    s = turn(cash_of(home(s, "SD1"), "SD1", 280), "SD1", step=TRAINS, of=2)
    s = do(s, BuyTrain(0, "4-0", "4", 280), SwapMountain(2, "B1", "BK"))
    assert "BK" in s.opened
    assert (s.frame.company, s.stack[1].number) == (("BK", 1) if acts else ("SD", 2))


@pytest.mark.rule("1824-VI.4-1b")
@pytest.mark.parametrize(
    ("rulings", "open_"), [(BOOK, True), (GAMES, True), ("book,exchange_after_a_sale=false", False)]
)
def test_an_exchange_into_a_company_sold_in_the_same_turn(rulings: str, open_: bool) -> None:
    s = phase(stock(owners={"EPP": 0, "B1": 0}, rulings=rulings), *GREEN)
    s = operated(singles(singles(s, 0, "BK", 3), 1, "BK", 3), "BK")
    assert {SwapMountain(0, "B1", "BK"), SwapCoal(0, "EPP")} <= set(legal(s, 0))
    s = do(s, SellShares(0, "BK", 1))
    for swap in (SwapMountain(0, "B1", "BK"), SwapCoal(0, "EPP")):
        if open_:
            assert swap in legal(s, 0)
        else:
            forbidden(s, swap, "VI.4-1b", company="BK")


@pytest.mark.rule("1824-VI.8-1b")
@pytest.mark.parametrize(
    ("rulings", "open_"), [(BOOK, True), (GAMES, True), ("book,own_shares_in_first_turn=false", False)]
)
def test_own_shares_in_the_very_first_turn(rulings: str, open_: bool) -> None:
    s = start(sells(stock(rulings=rulings), "4"), "BK", shares=7, cash=0)
    s = rest = turn(cash_of(s, 0, 0), "BK")
    while s.frame.step < TRAINS:
        s = do(s, next(a for a in legal(s, 0) if isinstance(a, Pass) or a == RunTrains(0)))
    sale = SellShares(0, "BK", 2)
    if open_:
        assert sale in legal(s, 0)
    else:
        forbidden(s, sale, "VI.8-1", company="BK")
    assert "BK" in do(s, BuyTrain(0, "4-0", "4", 280)).operated
    assert rest.frame.first


@pytest.mark.rule("1824-VII.8-1d")
@pytest.mark.parametrize(("rulings", "open_"), [(BOOK, False), (GAMES, True)])
def test_a_marker_on_printed_budapest(rulings: str, open_: bool) -> None:
    """The city of Buda is printed on the map; by the book markers are placed on tiles."""
    s = home(start(stock(rulings=rulings), "MS", cash=500), "MS")
    s = marker(line(s, "G18", "G16", "F17"), "MS", "G18.0")
    s = turn(s, "MS").update_frame(step=MARKER)
    place = PlaceMarker(0, "F17.0")
    if open_:
        assert place in legal(s, 0)
    else:
        forbidden(s, place, "VII.8-1d", hex="F17")
    assert place in legal(tile(s, "F17", "498", 0), 0)
