"""VII.12: the director helps out: private money, sales under duress, debts."""

from random import Random
from typing import Any

import pytest

from stellwerk.engine import Pass, legal
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.emergency import REPAY, RepayDebt, debtors, with_interest
from stellwerk.games.g1824.rules.mountains import SwapMountain
from stellwerk.games.g1824.rules.trains import aid_is_open, pay_and_take, purse
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.state import OFFER, OUT
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound
from stellwerk.mech18.trains import BuyTrain

from .lines import GREEN, at_step
from .table import (
    TRAINS,
    cash_of,
    do,
    events,
    forbidden,
    give,
    home,
    no_trains,
    offered,
    par,
    phase,
    refused,
    sells,
    singles,
    start,
    stock,
    train,
)

TWO, THREE = BuyTrain(0, "2-0", "2", 80), BuyTrain(0, "3-0", "3", 180)


def needy(treasury: int, private: int, sells_now: str = "3", shares: int = 5, rulings: str = "book") -> Any:
    """BK of Ann has no train, so much money, and its director so much; MS of Ben is open too."""
    s = sells(stock(rulings=rulings), sells_now)
    s = home(start(start(s, "BK", shares=shares), "MS", 1), "BK", "MS")
    s = cash_of(cash_of(s, "BK", treasury), 0, private)
    return at_step(s, "BK", TRAINS)


def in_debt(debt: int, cash: int, **fields: Any) -> Any:
    """Ann's turn in a stock round: she owes so much; BH and BK have prices, she directs BK."""
    s = start(par(phase(stock(**fields), *GREEN), "BH", 60), "BK", shares=7)
    s = cash_of(home(s, "BK"), 0, cash)
    return s.replace(debt={**s.debt, "seat0": debt})


def all_pass(s: Any) -> Any:
    for seat in range(len(s.names)):
        s = do(s, Pass(seat))
    return s


# -- VII.12-1: private money ---------------------------------


@pytest.mark.rule("1824-VII.12-1")
def test_the_director_pays_the_rest():
    s = do(needy(100, 500), THREE)
    assert (s.cash["BK"], s.cash["seat0"], s.debt["seat0"]) == (0, 420, 0)
    assert s.trains["3-0"] == "BK"
    assert "DirectorAids" in events(needy(100, 500), THREE)
    assert "DebtNoted" not in events(needy(100, 500), THREE)


@pytest.mark.rule("1824-VII.12-1")
def test_he_may_overdraw_and_nobody_goes_bankrupt():
    """The director's own cash goes first: 180 − 100 − 30 = 50 are missing, with interest 75 are owed."""
    before = needy(100, 30)
    s = do(before, THREE)
    assert (s.cash["BK"], s.cash["seat0"], s.debt["seat0"]) == (0, 0, 75)
    assert s.cash["bank"] == before.cash["bank"] + 130  # what it lent came back as the price
    assert do(needy(0, 0), THREE).debt["seat0"] == 270
    assert s.frame.company == "MS"  # the round goes on as ever


@pytest.mark.rule("1824-VII.12-1")
def test_only_for_a_mandatory_train():
    s = at_step(train(needy(100, 500), "BK", "2-0"), "BK", TRAINS)
    forbidden(s, THREE, "VII.12-1", company="BK", cash=100, price=180)
    assert Pass(0) in legal(s, 0)


@pytest.mark.rule("1824-VII.12-1", "1824-VII.11-1")
@pytest.mark.parametrize(("railway", "card", "price"), [("EPP", "1g-1", 120), ("SD1", "2-0", 80)])
def test_owners_help_coal_and_pre_state_railways_too(railway, card, price):
    s = stock(owners={railway: 0})
    s = s.replace(trains={**s.trains, "1g-0": OUT}) if railway == "EPP" else s
    s = cash_of(cash_of(home(phase(s, "2"), railway), railway, 20), 0, 500)
    s = at_step(s, railway, TRAINS)
    refused(s, Pass(0), "VII.11-1")
    s = do(s, BuyTrain(0, card, card.partition("-")[0], price))
    assert (s.cash[railway], s.cash["seat0"]) == (0, 500 - (price - 20))


@pytest.mark.rule("1824-VII.12-1")
def test_any_train_of_the_bank_may_be_the_one():
    """The bank sells the 3 and the 1g; the director may help with either."""
    s = needy(100, 500)
    cards = {a.train for a in offered(s, 0, lambda a: isinstance(a, BuyTrain) and not a.exchange)}
    assert cards == {"3-0", "1g-0"}


# -- VII.12-2: sales ---------------------------------


def seller(private: int = 0, **fields: Any) -> Any:
    """BK needs 180; Ann also has three shares of MS, which Ben directs; MS stands at 80."""
    return at_step(singles(needy(0, private, **fields), 0, "MS", 3), "BK", TRAINS)


@pytest.mark.rule("1824-VII.12-2")
def test_selling_is_a_choice():
    s = seller()
    assert {SellShares(0, "MS", n) for n in (1, 2, 3)} <= set(legal(s, 0))
    assert THREE in legal(s, 0)
    assert do(s, THREE).debt["seat0"] == 270


@pytest.mark.rule("1824-VII.12-2", "1824-VI.8-4", "1824-VIII.3-1")
def test_a_sale_spares_him_the_debt():
    """Two shares at 80 bring 160, the price falls once; 20 are missing: 30 are owed."""
    s = do(seller(), SellShares(0, "MS", 2))
    assert (s.cash["seat0"], s.price("MS")) == (160, 70)
    assert do(s, THREE).debt["seat0"] == 30
    s = do(s, SellShares(0, "MS", 1), THREE)
    assert (s.cash["seat0"], s.debt["seat0"]) == (160 + 70 - 180, 0)


@pytest.mark.rule("1824-VII.12-2")
def test_nothing_is_sold_without_need():
    s = seller(180)
    found = refused(s, SellShares(0, "MS", 1), "VII.12-2")
    assert found.figures == {"player": "Ann", "company": "BK", "means": 180, "price": 180}
    with_train = at_step(train(seller(), "BK", "2-0"), "BK", TRAINS)
    refused(with_train, SellShares(0, "MS", 1), "VII.12-2")
    after = at_step(do(seller(), THREE), "BK", TRAINS)
    refused(after, SellShares(0, "MS", 1), "VII.12-2")


@pytest.mark.rule("1824-VII.12-1b")
def test_no_help_while_the_treasury_can_pay_a_train():
    """The bank sells the 3 for 180 and the 1g for 120: with 120 BK buys the 1g from its treasury."""
    s = needy(120, 500)
    forbidden(s, THREE, "VII.12-1", company="BK", cash=120, price=180, train="1g")
    assert [a.train for a in offered(s, 0, lambda a: isinstance(a, BuyTrain))] == ["1g-0"]
    assert THREE in legal(needy(119, 500), 0)
    for rulings in ("18xx.games", "book,help_with_a_dearer_train=true"):
        s = do(needy(120, 500, rulings=rulings), THREE)
        assert (s.cash["BK"], s.cash["seat0"]) == (0, 440)


@pytest.mark.rule("1824-VII.12-1b", "1824-VII.12-2")
def test_nothing_is_sold_for_a_company_that_pays_alone():
    """BK has 200, a 3 costs 180, a 2g 240: its director sells nothing, and it buys the 3."""
    s = at_step(phase(cash_of(seller(), "BK", 200), "2", "3"), "BK", TRAINS)
    assert {a.train[:2] for a in offered(s, 0, lambda a: isinstance(a, BuyTrain))} == {"3-", "1g"}
    forbidden(s, SellShares(0, "MS", 3), "VII.12-2", company="BK", cash=200, player="Ann")
    assert not offered(s, 0, lambda a: isinstance(a, SellShares))


@pytest.mark.rule("1824-VII.12-2b")
def test_18xx_games_does_not_ask_what_the_sale_was_for():
    s = at_step(cash_of(seller(60, rulings="18xx.games"), "BK", 100), "BK", TRAINS)
    assert BuyTrain(0, "1g-0", "1g", 120) in legal(do(s, SellShares(0, "MS", 1)), 0)


@pytest.mark.rule("1824-VII.12-2b")
def test_what_was_sold_for_is_a_train_that_was_out_of_reach():
    """BK has 100, Ann 60: they could pay a 1g. She sells for the 3; now it must be the 3."""
    s = at_step(cash_of(seller(60), "BK", 100), "BK", TRAINS)
    goods = BuyTrain(0, "1g-0", "1g", 120)
    assert {THREE, goods} <= set(legal(s, 0))
    s = do(s, SellShares(0, "MS", 1))
    forbidden(s, goods, "VII.12-2b", means=160, price=120)
    refused(s, Pass(0), "VII.11-1")
    s = do(s, THREE)
    assert (s.cash["BK"], s.cash["seat0"], s.debt["seat0"]) == (0, 60 + 80 - 80, 0)


@pytest.mark.rule("1824-VII.12-2b")
@pytest.mark.parametrize(("private", "open_"), [(19, True), (20, False), (21, False)])
def test_a_train_that_the_means_just_paid_was_in_reach(private, open_):
    """BK has 100, a 1g costs 120."""
    s = at_step(cash_of(seller(private), "BK", 100), "BK", TRAINS)
    s = do(s, SellShares(0, "MS", 1))
    assert s.frame.before_sales == 100 + private
    assert (BuyTrain(0, "1g-0", "1g", 120) in legal(s, 0)) == open_


@pytest.mark.rule("1824-VII.12-2b")
def test_what_there_was_before_the_first_sale_counts_were_it_nothing():
    s = seller()
    assert s.frame.before_sales == -1
    s = do(s, SellShares(0, "MS", 1))
    assert s.frame.before_sales == 0
    assert do(s, SellShares(0, "MS", 1)).frame.before_sales == 0
    s = do(at_step(cash_of(s, "BK", 1), "BK", TRAINS), SellShares(0, "MS", 1))
    assert s.frame.before_sales == 81
    assert do(cash_of(s, 0, 0), SellShares(0, "MS", 1)).frame.before_sales == 81


@pytest.mark.rule("1824-VII.12-1", "1824-VII.12-1b")
def test_a_cheaper_train_is_named_only_where_one_must_be_bought():
    """BK has a train and 130: it may buy a 1g for 120 and need not; nobody helps it with a 3."""
    s = at_step(cash_of(train(needy(0, 500), "BK", "2-0"), "BK", 130), "BK", TRAINS)
    assert refused(s, THREE, "VII.12-1").figures == {"company": "BK", "cash": 130, "price": 180}
    s = at_step(singles(s, 0, "MS", 1), "BK", TRAINS)
    assert refused(s, SellShares(0, "MS", 1), "VII.12-2").figures == {"company": "BK", "player": "Ann"}
    alone = at_step(cash_of(seller(), "BK", 130), "BK", TRAINS)
    assert refused(alone, SellShares(0, "MS", 1), "VII.12-2").figures["train"] == "1g"


@pytest.mark.rule("1824-VII.12-5b", "1824-VII.12-1")
def test_he_helps_once():
    """The turn remembers it, and what was sold before is done with."""
    s = do(seller(), SellShares(0, "MS", 1))
    assert (s.frame.aided, s.frame.before_sales) == (False, 0)
    after = pay_and_take(s, "BK", THREE)
    assert (after.frame.aided, after.frame.before_sales) == (True, -1)
    assert not aid_is_open(no_trains(after, "BK"))
    paid = pay_and_take(needy(180, 50), "BK", THREE)
    assert (paid.frame.aided, paid.frame.before_sales) == (False, -1)


@pytest.mark.rule("1824-VII.12-5")
def test_what_could_be_paid_to_another_company():
    """With the director's help a train of any price, else what the treasury has."""
    assert purse(needy(100, 0), "BK") == 1000
    assert purse(train(needy(100, 0), "BK", "2-0"), "BK") == 100
    assert purse(needy(130, 0), "BK") == 130


@pytest.mark.rule("1824-VII.12-2", "1824-VI.8-5")
def test_no_sale_changes_a_director():
    """Ann has seven of BK, Ben three: with two left she would no longer be ahead."""
    s = at_step(singles(needy(0, 0, shares=7), 1, "BK", 3), "BK", TRAINS)
    assert SellShares(0, "BK", 4) in legal(s, 0)
    forbidden(s, SellShares(0, "BK", 5), "VI.8-5", company="BK", shares=5)


@pytest.mark.rule("1824-VII.12-2", "1824-VI.8-5")
def test_nor_that_of_a_company_without_a_part_in_it():
    s = start(needy(0, 0), "CL", 0, shares=5)
    s = at_step(home(singles(s, 2, "CL", 4), "CL"), "BK", TRAINS)
    assert SellShares(0, "CL", 1) in legal(s, 0)  # 4 against 4: the director stays
    forbidden(s, SellShares(0, "CL", 2), "VI.8-5", company="CL")


@pytest.mark.rule("1824-VII.12-2", "1824-VI.8-5")
def test_the_directors_share_itself_stays():
    s = needy(0, 0, shares=2)
    forbidden(s, SellShares(0, "BK", 1), "VI.8-3")  # eight are in the bank
    alone = at_step(singles(singles(s, 1, "BK", 3), 2, "BK", 1), "BK", TRAINS)
    forbidden(alone, SellShares(0, "BK", 1), "VI.8-5")


@pytest.mark.rule("1824-VII.12-2", "1824-VI.8-1", "1824-VI.8-3")
def test_the_rules_of_selling_hold():
    s = seller()
    found = refused(at_step(give(s, 0, "SD", 2), "BK", TRAINS), SellShares(0, "SD", 1), "VI.8-1")
    assert found.figures["company"] == "SD"  # it has not operated
    refused(s, SellShares(0, "MS", 4), "VI.1-1")
    refused(s, SellShares(0, "BH", 1), "VI.1-1")
    refused(s, SellShares(0, "XX", 1), "VI.8-1")
    unpriced = at_step(singles(s, 0, "BH", 1), "BK", TRAINS)
    refused(unpriced, SellShares(0, "BH", 1), "VI.1-1")  # it has no price, and has not operated either
    full = at_step(singles(needy(0, 0), 0, "MS", 1), "BK", TRAINS)  # four of MS are in the bank
    assert SellShares(0, "MS", 1) in legal(full, 0)
    after = do(full, SellShares(0, "MS", 1))
    refused(at_step(singles(after, 0, "BK", 1), "BK", TRAINS), SellShares(0, "BK", 2), "VI.8-3")


@pytest.mark.rule("1824-VII.12-4")
@pytest.mark.parametrize(
    ("debt", "cash", "amount", "open_"),
    [
        (50, 80, 1, True),
        (50, 80, 50, True),
        (50, 80, 51, False),
        (50, 80, 0, False),
        (50, 80, -1, False),
        (50, 30, 30, True),
        (50, 30, 31, False),
        (0, 80, 1, False),
    ],
)
def test_any_part_of_the_debt_that_the_cash_pays(debt, cash, amount, open_):
    s = in_debt(debt, cash)
    if not open_:
        refused(s, RepayDebt(0, amount), "VII.12-4")
        return
    s = do(s, RepayDebt(0, amount))
    assert (s.debt["seat0"], s.cash["seat0"]) == (debt - amount, cash - amount)


@pytest.mark.rule("1824-VII.12-4")
@pytest.mark.parametrize(
    ("debt", "cash", "most"), [(50, 80, 50), (50, 30, 30), (50, 0, 0), (0, 80, 0), (1, 5, 1)]
)
def test_the_whole_of_it_is_offered_and_random_players_pay_a_part_at_times(debt, cash, most):
    s = in_debt(debt, cash)
    assert offered(s, 0, lambda a: isinstance(a, RepayDebt)) == ([RepayDebt(0, most)] if most else [])
    assert REPAY.most(s, 0) == most
    assert not REPAY.listed  # there are more amounts than the one that is offered
    drawn = [REPAY.sample(s, 0, Random(seed)) for seed in range(200)]
    if not most:
        assert set(drawn) == {None}
        return
    amounts = [action.amount for action in drawn]
    assert (min(amounts), max(amounts)) == (1, most)
    if most > 1:
        assert 140 < amounts.count(most) < 185


@pytest.mark.rule("1824-VII.12-4")
@pytest.mark.parametrize(("roll", "amount"), [(0.79, 50), (0.8, 7)])
def test_four_times_in_five_random_players_pay_all(roll, amount, monkeypatch):
    dice = Random(0)
    monkeypatch.setattr(dice, "random", lambda: roll)
    monkeypatch.setattr(dice, "randint", lambda low, high: 7)
    assert REPAY.sample(in_debt(50, 80), 0, dice) == RepayDebt(0, amount)


@pytest.mark.rule("1824-VII.12-4c", "1824-R23")
def test_a_debtor_with_the_last_coin_may_repay_in_others_turns():
    s = in_debt(50, 100, rulings="18xx.games")
    s = s.replace(debt=dict.fromkeys(s.debt, 9), cash={**s.cash, "seat1": 1, "seat2": 0})
    assert debtors(s) == (0, 1, 3)


# -- VII.12-3: interest ---------------------------------


@pytest.mark.rule("1824-VII.12-3")
def test_short_of_85_he_owes_128_and_192_after_the_stock_round():
    s = do(needy(0, 95), THREE)
    assert s.debt == {"seat0": 128, "seat1": 0, "seat2": 0, "seat3": 0}
    while not isinstance(s.frame, StockRound):  # MS still acts
        s = do(s, legal(s, 1)[0])
    assert s.debt["seat0"] == 128
    assert all_pass(s).debt["seat0"] == 192


@pytest.mark.rule("1824-VII.12-3")
@pytest.mark.parametrize(
    ("debt", "after"), [(1, 2), (2, 3), (3, 5), (85, 128), (128, 192), (100, 150), (0, 0)]
)
def test_half_as_much_again_rounded_up(debt, after):
    assert with_interest(debt) == after
    assert all_pass(in_debt(debt, 0)).debt["seat0"] == after


@pytest.mark.rule("1824-VII.12-3")
def test_interest_on_what_is_left():
    s = do(in_debt(128, 60), RepayDebt(0, 60))
    assert s.debt["seat0"] == 68
    assert all_pass(s).debt["seat0"] == 102


@pytest.mark.rule("1824-VII.12-3")
def test_a_new_debt_is_added_to_the_old():
    """50 owed from before stay as they are; the 80 that are missing now get their interest."""
    s = needy(0, 100)
    s = do(s.replace(debt={**s.debt, "seat0": 50}), THREE)
    assert s.debt["seat0"] == 50 + 120


# -- VII.12-4: no purchase in debt ---------------------------------


@pytest.mark.rule("1824-VII.12-4")
def test_no_share_is_bought_in_debt():
    s = in_debt(10, 700)
    forbidden(s, BuyShare(0, "BH", OFFER), "VII.12-4", player="Ann", debt=10)
    forbidden(s, StartCompany(0, "MS", 60), "VII.12-4", debt=10)
    later = s.replace(stack=(s.stack[0], StockRound(5, 0)))
    refused(later, BuyShare(0, "BH", OFFER), "VII.12-4")
    assert BuyShare(1, "BH", OFFER) in legal(s.replace(stack=(s.stack[0], StockRound(2, 1))), 1)


@pytest.mark.rule("1824-VII.12-4")
def test_sell_repay_and_buy_in_one_turn():
    s = in_debt(128, 20)
    s = do(s, SellShares(0, "BK", 2))  # two at 80
    refused(s, BuyShare(0, "BH", OFFER), "VII.12-4")
    s = do(s, RepayDebt(0, 128))
    assert (s.debt["seat0"], s.cash["seat0"]) == (0, 52)
    s = do(cash_of(s, 0, 60), BuyShare(0, "BH", OFFER))
    assert s.shares("seat0", "BH") == 1
    assert s.frame.seat == 1


@pytest.mark.rule("1824-VII.12-4")
def test_a_part_may_be_repaid():
    before = in_debt(128, 50)
    s = do(before, RepayDebt(0, 50))
    assert (s.debt["seat0"], s.cash["seat0"]) == (78, 0)
    assert s.cash["bank"] == before.cash["bank"] + 50
    assert s.frame.seat == 0  # the turn is not over
    refused(cash_of(s, 0, 500), BuyShare(0, "BH", OFFER), "VII.12-4")


@pytest.mark.rule("1824-VII.12-4")
def test_not_more_than_the_debt_or_the_cash():
    found = refused(in_debt(128, 500), RepayDebt(0, 129), "VII.12-4")
    assert found.figures == {"player": "Ann", "debt": 128}
    found = refused(in_debt(128, 50), RepayDebt(0, 51), "VII.12-4")
    assert found.figures == {"player": "Ann", "cash": 50, "amount": 51}
    refused(in_debt(128, 50), RepayDebt(0, 0), "VII.12-4")
    refused(in_debt(0, 50), RepayDebt(0, 1), "VII.12-4")
    assert RepayDebt(0, 50) in legal(in_debt(128, 50), 0)


@pytest.mark.rule("1824-VII.12-4")
def test_swaps_are_no_purchase():
    s = in_debt(128, 0, owners={"EOD": 0, "B1": 0})
    assert SwapCoal(0, "EOD") in legal(s, 0)
    assert SwapMountain(0, "B1", "BH") in legal(s, 0)
    assert do(s, SwapMountain(0, "B1", "BH")).shares("seat0", "BH") == 1


@pytest.mark.rule("1824-VII.12-4")
def test_repaying_is_no_action_that_keeps_the_round_going():
    """Only sales and purchases do: after a repayment a pass is still a pass."""
    s = do(in_debt(128, 50), RepayDebt(0, 50))
    s = do(s, Pass(0))
    assert s.frame.passed == (0,)


# -- VII.12-5: limits of the help ---------------------------------


def neighbour(treasury: int, private: int) -> Any:
    """As before; CL of Ann and MS of Ben have a 3 each to sell."""
    s = home(start(needy(treasury, private, sells_now="4"), "CL"), "CL")
    return at_step(train(train(s, "CL", "3-0"), "MS", "3-1"), "BK", TRAINS)


@pytest.mark.rule("1824-VII.12-5")
def test_at_most_the_face_value_with_private_money():
    s = neighbour(100, 500)
    found = refused(s, BuyTrain(0, "3-0", "3", 181), "VII.12-5")
    assert found.figures["printed"] == 180
    after = do(s, BuyTrain(0, "3-0", "3", 180))
    assert (after.cash["BK"], after.cash["CL"], after.cash["seat0"]) == (0, 800 + 180, 420)
    # With its own money a company pays its director's other company what it likes.
    assert do(neighbour(300, 0), BuyTrain(0, "3-0", "3", 300)).cash["BK"] == 0


@pytest.mark.rule("1824-VII.12-5", "1824-VII.11-6")
def test_help_for_a_train_of_another_director():
    s = do(neighbour(100, 30), BuyTrain(0, "3-1", "3", 180), Answer(1, True))
    assert (s.trains["3-1"], s.cash["MS"]) == ("BK", 800 + 180)
    assert (s.cash["BK"], s.cash["seat0"], s.debt["seat0"]) == (0, 0, 75)


@pytest.mark.rule("1824-VII.12-5b")
def test_one_train_only():
    """Ann could pay for ten, but BK has its train."""
    s = do(needy(100, 2000), THREE)
    assert s.frame.company == "MS"  # there is nothing left to decide for BK
    s = at_step(s, "BK", TRAINS)
    assert s.cash["BK"] == 0
    refused(s, BuyTrain(0, "3-1", "3", 180), "VII.12-1")
    assert [a for a in legal(s, 0) if isinstance(a, BuyTrain)] == []


@pytest.mark.rule("1824-VII.12-5b")
@pytest.mark.parametrize("treasury", [0, 1, 100, 119])
def test_the_treasury_ends_empty(treasury):
    s = do(needy(treasury, 500), THREE)
    assert (s.cash["BK"], s.cash["seat0"]) == (0, 500 - (180 - treasury))


@pytest.mark.rule("1824-VII.12-5b")
def test_the_treasury_pays_alone_as_long_as_it_can():
    s = do(needy(200, 500), THREE)
    assert (s.cash["BK"], s.cash["seat0"]) == (20, 500)


@pytest.mark.rule("1824-VII.12-5b")
def test_a_train_bought_with_help_is_no_base_for_another():
    """With the 2 that its director paid, BK cannot be helped on to a 3 by giving it in payment."""
    s = needy(0, 500, sells_now="2")
    s = do(s.replace(trains={**s.trains, **{f"2-{n}": OUT for n in range(1, 9)}}), TWO)
    s = at_step(s, "BK", TRAINS)
    refused(s, BuyTrain(0, "3-0", "3", 140, exchange="2-0"), "VII.12-1")
