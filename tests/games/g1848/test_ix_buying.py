"""IX: buying trains from the bank and from each other, the limit, and forced purchases."""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal, to_act
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.phases import DiscardTrain, SurplusTrains
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.trains import BuyTrain

from .table import (
    at_home,
    do,
    events,
    forbidden,
    home,
    offered,
    refused,
    sells,
    start,
    tile,
    train,
    turn,
)

GREEN = ("2", "3")
RUN, TRAINS = 3, 5


def purchases(s: Any, seat: int = 0) -> list[BuyTrain]:
    return offered(s, seat, lambda a: isinstance(a, BuyTrain))


def with_route(s: Any) -> Any:
    """Canberra G14 and Wagga Wagga F13 joined: FT has a route."""
    return tile(tile(s, "G14", "5", 2), "F13", "57", 2)


# -- IX-Buy-1: after running ---------------------------------


@pytest.mark.rule("1848-IX-Buy-1")
def test_a_train_does_not_run_in_the_turn_it_is_bought():
    s = train(with_route(at_home("FT", "2")), "FT", "2-0")
    s = turn(s, "FT", step=RUN)
    forbidden(s, BuyTrain(0, "2-1", "2", 100), "VIII-3", action="buy_train")
    bought = turn(s, "FT", step=TRAINS)
    bought = do(bought, BuyTrain(0, "2-1", "2", 100))
    forbidden(bought, RunTrains(0, (Route("2-1", ("G14.0", "F13.0")),)), "VIII-3", action="run_trains")


@pytest.mark.rule("1848-IX-Buy-1")
def test_only_own_trains_run_and_each_once():
    s = train(with_route(at_home("FT", "2")), "FT", "2-0")
    s = turn(s, "FT", step=RUN)
    way = ("G14.0", "F13.0")
    found = refused(s, RunTrains(0, (Route("2-1", way),)), "IX-Buy-1")
    assert found.figures == {"company": "FT", "train": "2"}
    refused(s, RunTrains(0, (Route("2-0", way), Route("2-0", way))), "IX-Buy-1")


@pytest.mark.rule("1848-IX-Buy-1")
def test_a_run_is_judged_by_the_trains_of_the_moment():
    """A route refused for want of the train is fine once the train is there, on the same board."""
    s = train(with_route(at_home("FT", "2")), "FT", "2-0")
    way = RunTrains(0, (Route("2-1", ("G14.0", "F13.0")),))
    refused(turn(s, "FT", step=RUN), way, "IX-Buy-1")
    assert do(turn(train(s, "FT", "2-1"), "FT", step=RUN), way).frame.revenue == 40
    # And the other way round: a train that has been sold no longer runs.
    refused(turn(s, "FT", step=RUN), way, "IX-Buy-1")


@pytest.mark.rule("1848-IX-Buy-1")
def test_several_one_after_the_other():
    s = turn(at_home("FT", cash=420), "FT", step=TRAINS)
    s = do(s, BuyTrain(0, "2-0", "2", 100), BuyTrain(0, "2-1", "2+", 120), BuyTrain(0, "2-2", "2", 100))
    assert (s.trains_of("FT"), s.cash["FT"]) == (["2-0", "2-1", "2-2"], 100)


# -- IX-Buy-4: the bank ---------------------------------


PRICES = {"2": 100, "2+": 120, "3": 200, "3+": 230, "4": 300, "4+": 340}
PRICES |= {"5": 500, "5+": 550, "6": 600, "6+": 660, "8": 800, "D": 1100}


@pytest.mark.rule("1848-IX-Buy-4")
@pytest.mark.parametrize(("version", "price"), PRICES.items())
def test_each_card_as_standard_or_plus_at_its_printed_price(version, price):
    kind = "8" if version == "D" else version.rstrip("+")
    s = turn(sells(at_home("FT", cash=1100), kind), "FT", step=TRAINS)
    buy = BuyTrain(0, f"{kind}-0", version, price)
    assert buy in purchases(s)
    forbidden(s, BuyTrain(0, f"{kind}-0", version, price - 1), "IX-Buy-4", printed=price, price=price - 1)
    bank = s.cash["bank"]
    s = do(s, buy)
    assert (s.cash["FT"], s.cash["bank"]) == (1100 - price, bank + price)
    assert (s.trains[f"{kind}-0"], s.versions[f"{kind}-0"]) == ("FT", version)


@pytest.mark.rule("1848-IX-Buy-4")
def test_in_ascending_order_only():
    """Five 2s are sold: the sixth comes before the first 3."""
    s = at_home("FT")
    for number in range(5):
        s = train(s, "VR", f"2-{number}")
    s = turn(s.replace(phases=("2",)), "FT", step=TRAINS)
    assert {a.train for a in purchases(s)} == {"2-5"}
    forbidden(s, BuyTrain(0, "3-0", "3", 200), "IX-Buy-4", offers="2-5", train="3-0")
    s = do(s, BuyTrain(0, "2-5", "2", 100))
    assert {a.train for a in purchases(s)} == {"3-0"}


@pytest.mark.rule("1848-IX-Buy-4")
def test_only_trains_that_exist():
    s = turn(train(at_home("FT"), "FT", "2-0"), "FT", step=TRAINS)
    forbidden(s, BuyTrain(0, "7-0", "7", 100), "IX-Buy-4", train="7")
    forbidden(s, BuyTrain(0, "2-1", "3", 100), "IX-Buy-4", train="2-1", version="3")
    forbidden(s, BuyTrain(0, "2-0", "2", 100), "IX-Buy-4", company="FT", train="2-0")
    scrapped = s.replace(trains={**s.trains, "2-1": "out"})
    forbidden(scrapped, BuyTrain(0, "2-1", "2", 100), "IX-Buy-4", train="2-1")


@pytest.mark.rule("1848-IX-Buy-4")
def test_8s_and_ds_without_end():
    s = turn(sells(at_home("FT", cash=2000), "8"), "FT", step=TRAINS)
    s = do(s, BuyTrain(0, "8-0", "8", 800), BuyTrain(0, "8-1", "D", 1100))
    assert s.trains["8-2"] == "bank"


# -- IX-Buy-2: between companies ---------------------------------


def trade(*sold: str, director: int, version: str = "2") -> Any:
    """FT (seat 0) buys; VR has a 2 or 2+ and this director."""
    s = home(start(at_home("FT", *sold), "VR", director, cash=0), "VR")
    return turn(train(s, "VR", "2-0", version), "FT", step=TRAINS)


def buy(price: int, version: str = "2") -> BuyTrain:
    return BuyTrain(0, "2-0", version, price)


@pytest.mark.rule("1848-IX-Buy-2", "1848-X-3")
def test_no_trade_before_the_first_3():
    s = trade("2", director=0)
    forbidden(s, buy(100), "IX-Buy-2")
    assert all(a.train != "2-0" for a in purchases(s))


@pytest.mark.rule("1848-IX-Buy-2")
@pytest.mark.parametrize("price", [1, 57, 800])
def test_one_director_any_price_from_1(price):
    s = do(trade(*GREEN, director=0), buy(price))
    assert (s.cash["FT"], s.cash["VR"], s.trains["2-0"]) == (800 - price, price, "FT")


@pytest.mark.rule("1848-IX-Buy-2")
@pytest.mark.parametrize("price", [0, -5])
def test_one_director_never_for_nothing(price):
    forbidden(trade(*GREEN, director=0), buy(price), "IX-Buy-2", price=price)


@pytest.mark.rule("1848-IX-Buy-2")
@pytest.mark.parametrize(("version", "printed"), [("2", 100), ("2+", 120)])
def test_two_directors_exactly_the_printed_price(version, printed):
    s = trade(*GREEN, director=1, version=version)
    for price in (1, printed - 1, printed + 1):
        forbidden(s, buy(price, version), "IX-Buy-2", printed=printed, price=price)
    assert [a.price for a in purchases(s) if a.train == "2-0"] == [printed]
    s = do(s, buy(printed, version), Answer(1, True))
    assert (s.cash["FT"], s.cash["VR"], s.trains["2-0"]) == (800 - printed, printed, "FT")


@pytest.mark.rule("1848-IX-Buy-2")
def test_the_other_director_must_agree():
    s = do(trade(*GREEN, director=1), buy(100))
    assert legal(s, 0) == []
    assert set(legal(s, 1)) == {Answer(1, True), Answer(1, False), Answer(1, False, leave=True)}
    assert refused(s, Answer(0, True), "IX-Buy-2").figures == {"seat": 0, "whose": "1"}
    s = do(s, Answer(1, False))
    assert (s.trains["2-0"], s.cash["FT"], s.cash["VR"]) == ("VR", 800, 0)
    # There is no second question in this turn: there is one price, and it was named.
    forbidden(s, buy(100), "IX-Buy-2", player="Ben", price=100)


@pytest.mark.rule("1848-IX-Buy-2")
def test_between_directors_there_is_no_other_price_to_name():
    s = do(trade(*GREEN, director=1), buy(100))
    refused(s, Answer(1, False, 99), "IX-Buy-2")
    refused(s, Answer(1, False, 100), "IX-Buy-2")
    assert Answer(1, False, 101) not in legal(s, 1)
    # Cards of one type are alike: whoever refused one has refused the other. No more offers means any train.
    two = trade(*GREEN, director=1)
    two = two.replace(
        trains={**two.trains, "2-1": "VR", "3-0": "VR"}, versions={**two.versions, "2-1": "2", "3-0": "3"}
    )
    no = do(two, buy(100), Answer(1, False))
    refused(no, BuyTrain(0, "2-1", "2", 100), "IX-Buy-2")
    assert BuyTrain(0, "3-0", "3", 200) in purchases(no)
    left_alone = do(two, buy(100), Answer(1, False, leave=True))
    forbidden(left_alone, BuyTrain(0, "3-0", "3", 200), "IX-Buy-2", player="Ben", other="Ann")


@pytest.mark.rule("1848-IX-Buy-2")
def test_a_card_stays_what_it_was_bought_as():
    forbidden(trade(*GREEN, director=0, version="2+"), buy(100), "IX-Buy-2", version="2", side="2+")


@pytest.mark.rule("1848-IX-Buy-2")
def test_only_in_the_turn_of_the_buyer():
    """In FT's turn the director of VR can neither sell nor buy anything."""
    s = trade(*GREEN, director=1)
    assert legal(s, 1) == []
    refused(s, BuyTrain(1, "2-1", "2", 100), "VIII-3")


@pytest.mark.rule("1848-IX-Buy-2")
def test_a_trade_changes_no_phase():
    """Only a sale by the bank does."""
    assert "PhaseBegins" not in events(trade(*GREEN, director=0), buy(1))


# -- IX-Buy-3, IX-Buy-5: the limit ---------------------------------


@pytest.mark.rule("1848-IX-Buy-3", "1848-X-1", "1848-X-3", "1848-X-4", "1848-X-5")
@pytest.mark.parametrize(
    ("sold", "limit"),
    [((), 4), (("2",), 4), (GREEN, 4), (("2", "3", "4"), 3), (("2", "3", "4", "5"), 2)],
)
def test_no_purchase_at_the_limit(sold, limit):
    s = at_home("FT", *sold, cash=2000)
    for number in range(limit):
        s = train(s, "FT", f"3-{number}")
    first = next(card for card, owner in s.trains.items() if owner == "bank")
    s = turn(s, "FT").update_frame(step=TRAINS)
    buy_2 = BuyTrain(0, first, "2", 100)
    forbidden(s, buy_2, "IX-Buy-3", company="FT", owned=limit, limit=limit)
    s = s.replace(trains={**s.trains, "3-0": "out"})
    do(s, buy_2)


@pytest.mark.rule("1848-IX-Buy-3")
def test_not_even_if_it_would_scrap_own_trains():
    """Four 2s, the limit of 4: the first 4 would scrap them all."""
    s = at_home("FT")
    for number in range(4):
        s = train(s, "FT", f"2-{number}")
    s = turn(sells(s, "4"), "FT").update_frame(step=TRAINS)
    forbidden(s, BuyTrain(0, "4-0", "4", 300), "IX-Buy-3", owned=4, limit=4)


def surplus() -> Any:
    """FT buys the first 5 (limit 2): VR has three trains and a 2E, QR (dearer) has three."""
    s = start(start(at_home("FT"), "VR", 1, 70), "QR", 2, 100)
    for card in ("3-0", "3-1", "4-0"):
        s = train(s, "VR", card)
    for card in ("3-2", "3-3", "4-1"):
        s = train(s, "QR", card)
    s = turn(sells(train(s, "VR", "2E-0"), "5"), "FT", step=TRAINS)
    return do(s, BuyTrain(0, "5-0", "5", 500))


@pytest.mark.rule("1848-IX-Buy-5")
def test_surplus_trains_leave_without_compensation():
    s = surplus()
    assert isinstance(s.frame, SurplusTrains)
    assert set(to_act(s)) == {1, 2}
    cash = dict(s.cash)
    s = do(s, DiscardTrain(2, "4-1"))
    assert to_act(s) == (1,)
    s = do(s, DiscardTrain(1, "3-0"))
    assert (s.trains["4-1"], s.trains["3-0"]) == ("out", "out")
    assert s.cash == cash
    assert s.frame.company == "FT"  # whose turn goes on


@pytest.mark.rule("1848-IX-Buy-5")
def test_the_director_chooses_and_a_2e_is_not_counted():
    s = do(surplus(), DiscardTrain(2, "4-1"))
    assert set(legal(s, 1)) == {DiscardTrain(1, card) for card in ("3-0", "3-1", "4-0")}
    assert legal(s, 0) == []
    forbidden(s, DiscardTrain(1, "2E-0"), "IX-Buy-5", company="VR", train="2E-0")
    forbidden(s, DiscardTrain(1, "5-0"), "IX-Buy-5", company="VR", train="5-0")
    assert refused(s, DiscardTrain(0, "3-0"), "IX-Buy-5").figures["whose"] == "1"
    s = do(s, DiscardTrain(1, "4-0"))
    assert s.trains_of("VR") == ["3-0", "3-1", "2E-0"]


@pytest.mark.rule("1848-IX-Buy-5")
def test_scrapping_comes_before_the_new_limit():
    """VR has 2, 2, 3, 3: the first 4 scraps the 2s, and two trains are below the limit of 3."""
    s = start(at_home("FT"), "VR", 1, 70)
    for card in ("2-0", "2-1", "3-0", "3-1"):
        s = train(s, "VR", card)
    s = do(turn(sells(s, "4"), "FT", step=TRAINS), BuyTrain(0, "4-0", "4", 300))
    assert s.frame.company == "FT"
    assert s.trains_of("VR") == ["3-0", "3-1"]


# -- IX-Force: forced purchases ---------------------------------


def forced(cash: int, kind: str = "4", column: int = 9) -> Any:
    """FT with a route, without a train, its price in row 0 at this column; the bank sells this type."""
    s = with_route(at_home("FT", cash=cash)).move_price("FT", (0, column))
    return turn(sells(s, kind), "FT", step=TRAINS)


FOUR = BuyTrain(0, "4-0", "4", 300)


@pytest.mark.rule("1848-IX-Force-1")
@pytest.mark.parametrize(
    ("cash", "loans", "column"), [(200, 1, 7), (199, 2, 4), (100, 2, 4), (99, 3, 1), (0, 3, 1)]
)
def test_loans_until_the_train_can_be_paid_and_no_more(cash, loans, column):
    """A 4 costs 300. The first loan costs two columns, every further one three: 9 → 7 → 4 → 1."""
    s = do(forced(cash), FOUR)
    assert (s.trains["4-0"], s.loans["FT"], s.granted_loans) == ("FT", loans, loans)
    assert s.cash["FT"] == cash + 100 * loans - 300
    assert s.prices["FT"].cell == (0, column)


@pytest.mark.rule("1848-IX-Force-1")
def test_no_loan_when_the_treasury_suffices():
    s = do(forced(300), FOUR)
    assert (s.cash["FT"], s.granted_loans, s.prices["FT"].column) == (0, 0, 9)


@pytest.mark.rule("1848-IX-Force-1")
def test_it_must_buy_and_may_choose_the_version():
    s = forced(0)
    assert {(a.train, a.version, a.price) for a in purchases(s)} == {("4-0", "4", 300), ("4-0", "4+", 340)}
    forbidden(s, Pass(0), "IX-1", company="FT")
    s = do(forced(50), BuyTrain(0, "4-0", "4+", 340))
    assert (s.versions["4-0"], s.loans["FT"], s.cash["FT"]) == ("4+", 3, 10)


@pytest.mark.rule("1848-IX-Force-1")
def test_only_a_new_train_from_the_bank_is_forced():
    """Nobody takes loans for the train of another company, nor for a 2E."""
    s = train(home(start(forced(50), "VR", 0, 70), "VR"), "VR", "3-0")
    s = turn(s, "FT", step=TRAINS)
    forbidden(s, BuyTrain(0, "3-0", "3", 200), "IX-Force-3", cash=50, price=200)
    forbidden(forced(50, "6"), BuyTrain(0, "2E-0", "2E", 200), "IX-Force-3", cash=50, price=200)


@pytest.mark.rule("1848-IX-Force-1")
def test_who_can_pay_for_the_standard_train_is_not_forced():
    """310 suffice for a 4: loans for the 4+ would be by choice, and the one allowed is already taken."""
    s = do(forced(210), TakeLoan(0))
    assert s.cash["FT"] == 310
    forbidden(s, BuyTrain(0, "4-0", "4+", 340), "IX-Force-3", cash=310, price=340)


@pytest.mark.rule("1848-IX-Force-2")
def test_in_receivership_nothing_is_bought():
    """From column 8 the three loans lead to 6, 3 and 0: the 300 are there, but the 4 stays in the bank."""
    s = do(forced(0, column=8), FOUR)
    assert s.takeovers == ("FT",)
    assert (s.trains["4-0"], s.granted_loans) == ("bank", 3)
    assert "4" not in s.phases
    assert s.cash["FT"] == 0  # what was left went to the bank
    assert s.board.holds("G14.0", "BOE")


@pytest.mark.rule("1848-IX-Force-2")
def test_receivership_stops_the_loans():
    """From column 5 the second loan leads to 0: no third one is taken."""
    s = do(forced(0, column=5), FOUR)
    assert (s.takeovers, s.granted_loans) == (("FT",), 2)


@pytest.mark.rule("1848-IX-Force-3")
def test_without_duty_the_treasury_alone_decides():
    s = turn(sells(at_home("FT", cash=299), "4"), "FT", step=TRAINS)  # no route
    forbidden(s, FOUR, "IX-Force-3", company="FT", cash=299, price=300)
    has_one = turn(train(forced(299), "FT", "3-0"), "FT", step=TRAINS)
    forbidden(has_one, FOUR, "IX-Force-3", cash=299, price=300)


@pytest.mark.rule("1848-IX-Force-3")
def test_the_director_adds_no_private_money():
    s = forced(250)
    assert s.cash["seat0"] == 630
    s = do(s, FOUR)
    assert (s.cash["seat0"], s.granted_loans) == (630, 1)


@pytest.mark.rule("1848-IX-Force-4")
@pytest.mark.parametrize("granted", [18, 19, 20])
def test_when_the_20_loans_are_out_it_counts_as_receivership(granted):
    """FT lacks 300 at column 16, far from receivership; only 20 − granted loans are left."""
    s = forced(0, column=16)
    s = s.replace(granted_loans=granted, loans={**s.loans, "QR": granted})
    s = s.move_price("BOE", (6, granted)).pay("BOE", "bank", granted * 100)
    s = do(s, FOUR)
    assert (s.takeovers, s.granted_loans, s.trains["4-0"]) == (("FT",), 20, "bank")
    assert s.loans["FT"] == 20 - granted


@pytest.mark.rule("1848-IX-Force-4")
def test_the_last_three_loans_may_suffice():
    s = forced(0, column=16)
    s = s.replace(granted_loans=17, loans={**s.loans, "QR": 17})
    s = do(s.move_price("BOE", (6, 17)).pay("BOE", "bank", 1700), FOUR)
    assert (s.takeovers, s.granted_loans, s.trains["4-0"]) == ((), 20, "FT")


@pytest.mark.rule("1848-IX-Force-1", "1848-IX-Force-3")
@pytest.mark.parametrize(("cash", "forced"), [(99, True), (100, False), (101, False)])
def test_who_can_just_pay_the_cheapest_train_takes_no_loans_for_a_dearer_one(cash, forced):
    s = turn(with_route(at_home("FT", *GREEN, cash=cash)), "FT", step=TRAINS)
    plus, plain = BuyTrain(0, "2-0", "2+", 120), BuyTrain(0, "2-0", "2", 100)
    assert do(s, plain).trains["2-0"] == "FT"
    assert do(s, plain).loans["FT"] == (1 if forced else 0)
    if forced:
        assert do(s, plus).loans["FT"] == 1
    else:
        forbidden(s, plus, "IX-Force-3", cash=cash, price=120)
