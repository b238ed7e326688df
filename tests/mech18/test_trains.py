"""Trains in the kit: what the bank sells, phases, scrapping, limits, trade between companies, the duty."""

from random import Random

import pytest

from stellwerk.engine import legal, to_act
from stellwerk.engine.step import Pass
from stellwerk.mech18.emergency import has_its_train, means
from stellwerk.mech18.events import (
    OfferRefused,
    PhaseBegins,
    PurchaseRefused,
    TrainBought,
    TrainDiscarded,
    TrainOffered,
    TrainsScrapped,
    TrainTradedIn,
)
from stellwerk.mech18.negotiation import Answer, Offered, Talks
from stellwerk.mech18.phases import DiscardTrain, SurplusTrains, crowded, meet_limit, scrap
from stellwerk.mech18.state import BANK, OUT, POOL, SCRAP, SEATS
from stellwerk.mech18.stock import SellShares
from stellwerk.mech18.trains import (
    BuyTrain,
    BuyTrainMove,
    TrainOffer,
    TrainOfferActivity,
    bank_offers,
    offer_is_new,
    price_is_agreed,
    thing_of,
    version_of,
)
from tests.games.judging import forbidden, refused
from tests.mech18.kit import BUY, AidTurn, Table, choices, pay_and_take
from tests.mech18.setting import card, done, home, lay, started, stock, told, turn


def both(cash: int = 1000, phases: tuple[str, ...] = ("2", "3"), variant: str = "base") -> Table:
    """NR of Ann and ER of Ben in operation, NR buying trains."""
    s = home(started(stock(2, variant=variant), "NR", 5, 2, cash=cash), "NR")
    s = home(started(s, "ER", 2, 3, par=80, cash=cash), "ER").hand_over("ER_0", SEATS[1])
    s = s.hand_over("ER_2", SEATS[0]).hand_over("ER_1", SEATS[0])
    return turn(s.replace(phases=phases), "NR", "trains")


# -- the bank --------------------------------------------------------------------------------


def test_the_bank_sells_in_ascending_order_and_beside_it() -> None:
    s = both(phases=())
    assert bank_offers(s) == ["2-0"]
    forbidden(s, BuyTrain(0, "3-0", "3", 160), "order", offers="2-0")
    s = both()
    assert bank_offers(s) == ["2-0", "G-0"], "a stack of its own, from the first 3 on"
    for number in range(4):
        s = card(s, OUT, f"2-{number}")
    assert bank_offers(s) == ["3-0", "G-0"]
    bought = [(a.version, a.price) for a in legal(s, 0) if isinstance(a, BuyTrain)]
    assert bought == [("3", 160), ("3+", 180), ("G", 50)]


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (BuyTrain(0, "9-0", "9", 80), "exists"),
        (BuyTrain(0, "2-0", "3", 80), "exists"),
        (BuyTrain(0, "2-0", "2", 79), "printed"),
        (BuyTrain(0, "2-0", "2", 80, exchange="3-0"), "trade-in"),
    ],
)
def test_a_purchase_must_fit(action: BuyTrain, rule: str) -> None:
    forbidden(both(), action, rule)


def test_nobody_buys_what_it_owns_or_what_is_gone() -> None:
    s = card(both(), "NR", "2-0")
    refused(s, BuyTrain(0, "2-0", "2", 80), "exists")
    refused(card(s, OUT, "2-1"), BuyTrain(0, "2-1", "2", 80), "exists")


def test_a_train_is_paid_and_taken() -> None:
    s = both(phases=())
    events = told(s, BuyTrain(0, "2-0", "2", 80))
    assert TrainBought("NR", "2", BANK, 80) in events
    assert not any(isinstance(event, PhaseBegins) for event in events), "a 2 begins no phase here"
    after = done(s, BuyTrain(0, "2-0", "2", 80))
    assert (after.trains["2-0"], after.versions["2-0"], after.cash["NR"]) == ("NR", "2", 920)
    forbidden(both(cash=79), BuyTrain(0, "2-0", "2", 80), "treasury", cash=79, price=80)


def test_an_unlimited_type_never_ends() -> None:
    s = both(phases=("2", "3", "4"))
    for train in s.trains:
        s = card(s, OUT, train) if train[0] in "234" else s
    s = done(s, BuyTrain(0, "5-0", "5", 450))
    assert bank_offers(s) == ["5-1", "G-0"]


def test_a_train_in_payment() -> None:
    s = both()
    for train in ("2-0", "2-1", "2-2", "2-3", "3-1"):
        s = card(s, OUT, train)
    s = card(s, "NR", "3-0", "3+")
    deal = BuyTrain(0, "4-0", "4", 200, exchange="3-0")
    assert deal in legal(s, 0)
    assert TrainTradedIn("NR", "3+", 100) in told(s, deal)
    after = done(s, deal)
    assert (after.trains["3-0"], after.trains["4-0"], after.cash["NR"]) == (OUT, "NR", 800)
    refused(s, BuyTrain(0, "4-0", "4", 200, exchange="2-0"), "trade-in")
    assert deal in legal(s.pay("NR", BANK, 800), 0), "200 are enough with the old train"
    assert deal not in legal(s.pay("NR", BANK, 801), 0)


# -- phases ----------------------------------------------------------------------------------


def test_phases_change_limits_rounds_lays_and_grants() -> None:
    s = stock()
    figures = [
        (
            s.replace(phases=kinds).colour,
            s.replace(phases=kinds).rounds_per_set,
            s.replace(phases=kinds).yellow_lays,
        )
        for kinds in ((), ("2",), ("2", "3"), ("2", "3", "4"))
    ]
    assert figures == [("yellow", 1, 1), ("yellow", 1, 1), ("green", 2, 2), ("brown", 2, 2)]
    assert not s.granted("train_trade")
    assert s.replace(phases=("2", "3")).granted("train_trade")
    assert s.train_limits == {"public": 3, "minor": 1}
    assert s.replace(phases=("4",)).train_limits == {"public": 2, "minor": 1}
    assert s.replace(phases=("4", "5")).train_limits == {"public": 2, "minor": 2}, "and one rises again"
    assert s.train_limit("MR") == 1


def test_old_trains_are_scrapped_everywhere() -> None:
    s = card(card(card(both(), "NR", "2-0"), "ER", "2-1"), "ER", "3-0")
    after = scrap(s, "4")
    assert TrainsScrapped("2", "ER, NR") in after.news
    assert [after.trains[f"2-{n}"] for n in range(4)] == [OUT] * 4
    assert after.trains["3-0"] == "ER"
    assert scrap(after, "4").news == after.news, "what is gone is not told again"
    kept = scrap(s, "4", lambda s, kind, owner: SCRAP)
    assert kept.trains["2-0"] == SCRAP
    assert scrap(s, "5") == s


def test_trains_beside_the_limit() -> None:
    s = card(card(home(started(both(), "MR", par=0), "MR"), "MR", "2-0"), "MR", "3-0")
    assert s.limited_trains("MR") == ["3-0"], "a 2 does not count for a minor company"
    assert crowded(s, ["MR", "NR"]) == []
    assert crowded(card(s, "MR", "3-1"), ["MR", "NR"]) == ["MR"]


def test_at_the_limit_nothing_is_bought() -> None:
    s = both()
    for number in range(3):
        s = card(s, "NR", f"2-{number}")
    forbidden(s, BuyTrain(0, "2-3", "2", 80), "limit", owned=3, limit=3)


def test_a_lower_limit_takes_trains_from_their_directors() -> None:
    s = both()
    for train in ("2-0", "2-1", "2-2", "2-3", "3-1"):
        s = card(s, OUT, train)
    s = card(card(card(s, "ER", "3-0"), "ER", "3-1"), "ER", "G-0", "G")
    s = done(s.replace(trains={**s.trains, "3-0": "ER"}), BuyTrain(0, "4-0", "4", 300))
    assert s.top(SurplusTrains).companies == ("ER",)
    assert to_act(s) == (1,)
    forbidden(s, DiscardTrain(1, "4-0"), "surplus")
    assert {a.train for a in legal(s, 1)} == {"3-0", "3-1", "G-0"}  # type: ignore[attr-defined]
    assert TrainDiscarded("ER", "G", 2) in told(s, DiscardTrain(1, "G-0"))
    after = done(s, DiscardTrain(1, "G-0"))
    assert after.trains["G-0"] == OUT
    assert isinstance(after.frame, AidTurn), "and the buyer goes on"
    assert meet_limit(after) == after


# -- between companies -----------------------------------------------------------------------


def test_trade_waits_for_its_phase() -> None:
    s = card(both(phases=("2",)), "ER", "2-0")
    forbidden(s, BuyTrain(0, "2-0", "2", 80), "trade")


def test_another_director_is_asked_at_the_printed_price() -> None:
    s = card(both(), "ER", "2-0")
    forbidden(s, BuyTrain(0, "2-0", "2", 70), "between", printed=80, price=70)
    assert TrainOffered("NR", "ER", "2", 80) in told(s, BuyTrain(0, "2-0", "2", 80))
    asked = done(s, BuyTrain(0, "2-0", "2", 80))
    assert to_act(asked) == (1,)
    yes = done(asked, Answer(1, True))
    assert (yes.trains["2-0"], yes.cash["NR"], yes.cash["ER"]) == ("NR", 920, 1080)
    assert OfferRefused("Ben", "2") in told(asked, Answer(1, False))
    no = done(asked, Answer(1, False))
    forbidden(no, BuyTrain(0, "2-0", "2", 80), "offer", player="Ben")
    closed = done(asked, Answer(1, False, leave=True))
    assert closed.top(AidTurn).talks == Talks(no.top(AidTurn).talks.offered, ((1, 0),))
    refused(card(closed, "ER", "3-0"), BuyTrain(0, "3-0", "3", 160), "offer")
    refused(asked, Answer(1, True, 90), "offer")


def test_companies_of_one_director_name_any_price() -> None:
    s = card(both(), "ER", "2-0").hand_over("ER_0", SEATS[0])
    refused(s, BuyTrain(0, "2-0", "2", 0), "between")
    after = done(s, BuyTrain(0, "2-0", "2", 1))
    assert (after.trains["2-0"], after.cash["ER"]) == ("NR", 1001)
    listed = [a.price for a in legal(s, 0) if isinstance(a, BuyTrain) and a.train == "2-0"]
    assert listed == [1, 80, 1000]


def test_a_card_stays_what_it_was_bought_as_and_needs_a_seller() -> None:
    s = card(both(), "ER", "3-0", "3+")
    refused(s, BuyTrain(0, "3-0", "3", 160), "side")
    refused(s.replace(opened=("NR",)), BuyTrain(0, "3-0", "3+", 180), "seller")


FREE = BuyTrainMove[Table](bank_choices=choices, pay_and_take=pay_and_take, free_prices=True, least=5)


def test_where_any_price_goes_there_is_haggling() -> None:
    s = card(both(), "ER", "2-0")
    assert FREE.prices(s, "2-0").usual == (5, 80, 1000)
    asked = FREE.apply(s, BuyTrain(0, "2-0", "2", 40))
    (answer,) = TrainOfferActivity[Table](FREE, order_rule="offer").moves(asked)
    assert {a.price for a in answer.legal(asked, 1)} == {None, 5, 80, 1000}
    back = answer.apply(asked, Answer(1, False, 90))
    offer = back.top(TrainOffer)
    assert (offer.by, offer.to, offer.price, offer.counter, offer.named) == (1, 0, 90, True, (40, 90))
    checks = [rule.check(back, Answer(0, False, 40)) for rule in answer.rules]
    assert any(fault is not None and "named already" in fault.message for fault in checks)
    bought = answer.apply(back, Answer(0, True))
    assert (bought.trains["2-0"], bought.cash["ER"]) == ("NR", 1090)
    assert PurchaseRefused("Ann", "2", 90) in answer.apply(back, Answer(0, False)).news
    assert isinstance(answer.sample(asked, 1, Random(1)), Answer)


def test_an_agreed_price_is_at_least_one() -> None:
    s = card(both(), "ER", "2-0")
    assert price_is_agreed(s, BuyTrain(0, "2-0", "2", 1)) is None
    assert price_is_agreed(s, BuyTrain(0, "2-0", "2", 0)) is not None
    assert price_is_agreed(card(s, POOL, "2-0"), BuyTrain(0, "2-0", "2", 0)) is None


@pytest.mark.parametrize(("variant", "by_card"), [("base", False), ("duel", True)])
def test_a_refusal_may_hold_for_the_card(variant: str, by_card: bool) -> None:
    """Where the book says so, another price does not help, and another card of the type is asked for anew."""
    s = card(card(both(variant=variant), "ER", "2-0"), "ER", "2-1")
    s = s.update_frame(talks=Talks((Offered(0, 1, thing_of(s, "2-0"), 80),)))
    assert offer_is_new(s, BuyTrain(0, "2-0", "2", 80)) is not None
    assert (offer_is_new(s, BuyTrain(0, "2-0", "2", 70)) is None) is not by_card
    assert (offer_is_new(s, BuyTrain(0, "2-1", "2", 80)) is None) is by_card


def test_what_random_players_buy_is_legal() -> None:
    s = card(both(), "ER", "2-0")
    for seed in range(5):
        action = BUY.sample(s, 0, Random(seed))
        assert action is not None
        assert action in legal(s, 0)


# -- the duty --------------------------------------------------------------------------------


def poor(cash: int = 30, track: bool = True) -> Table:
    """NR owns no train, with a route or without."""
    tiles = ("A2 5 4", "A4 9 1") if track else ()
    return lay(both(cash=cash), *tiles)


def test_with_a_route_a_company_must_own_a_train() -> None:
    forbidden(poor(), Pass(0), "duty", company="NR")
    assert Pass(0) in legal(poor(track=False), 0)
    assert Pass(0) in legal(card(poor(), "NR", "2-0"), 0)
    fault = has_its_train(lambda s, company: True, "{company} waits.")(poor(), Pass(0))
    assert fault is not None
    assert fault.message == "{company} waits."


def test_the_director_pays_what_the_treasury_lacks() -> None:
    s = poor()
    assert means(s, "NR") == 430
    after = done(s, BuyTrain(0, "2-0", "2", 80))
    assert (after.cash["NR"], after.cash[SEATS[0]]) == (0, 350)
    refused(poor(track=False), BuyTrain(0, "2-0", "2", 80), "treasury")
    broke = s.pay(SEATS[0], BANK, 390)
    refused(broke, BuyTrain(0, "2-0", "2", 80), "treasury")


def test_private_money_buys_no_train_above_its_face() -> None:
    s = card(poor(), "ER", "2-0").hand_over("ER_0", SEATS[0])
    refused(s, BuyTrain(0, "2-0", "2", 81), "face")
    assert done(s, BuyTrain(0, "2-0", "2", 80)).trains["2-0"] == "NR"
    assert done(s, BuyTrain(0, "2-0", "2", 30)).cash["NR"] == 0


def test_shares_are_sold_for_a_train() -> None:
    s = poor().pay(SEATS[0], BANK, 390)
    assert SellShares(0, "NR", 2) in legal(s, 0)
    forbidden(s, SellShares(0, "NR", 4), "director", company="NR")
    after = done(s, SellShares(0, "NR", 2))
    assert (after.cash[SEATS[0]], after.price("NR"), after.top(AidTurn).before) == (130, 50, 40)
    assert done(after, BuyTrain(0, "2-0", "2", 80)).cash[SEATS[0]] == 80


def test_sides_of_cards() -> None:
    s = both()
    assert version_of(s, "3-0", "3+") is not None
    assert version_of(s, "3-0", "4") is None
    assert version_of(s, "9-0", "9") is None
