"""4.8 to 4.10: trains, train markers, phases, the extra round."""

import pytest

from stellwerk.engine import legal, play, to_act
from stellwerk.engine.play import activity_of
from stellwerk.engine.step import Pass
from stellwerk.games.g1853.rules.elephant import ExtraRound, OrderRound, ask_for_extra_round
from stellwerk.games.g1853.rules.phases import end_of_endless
from stellwerk.games.g1853.rules.state import SharesRound, Turn
from stellwerk.games.g1853.rules.trains import MARKER, TakeOnCredit, train_by_marker
from stellwerk.games.g1853.show.view import facts
from stellwerk.mech18.bot.reasons import cheapest_train
from stellwerk.mech18.course import Course
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.phases import DiscardTrain, SurplusTrains
from stellwerk.mech18.state import BANK, OUT, SEATS
from stellwerk.mech18.trains import BuyTrain
from stellwerk.text import event_text
from tests.games.g1853.table import (
    TRAINS,
    acting,
    base,
    cash,
    do,
    offers,
    opened,
    phase,
    refused,
    sold_out,
    stock,
    train,
    turn,
)  # fmt: skip


def buying(company="EIR", money=3000, **fields):
    return cash(acting(company, TRAINS, **fields), company, money)


def on_sale(s):
    return [s.train_type(card) for card in s.offers_of_bank]


@pytest.mark.rule("1853-4.8.1")
def test_nobody_must_buy():
    assert Pass(0) in legal(buying(), 0)


@pytest.mark.rule("1853-4.8.2")
def test_printed_prices_and_several_in_a_turn():
    s = do(buying(), BuyTrain(0, "2-0", "2", 300), BuyTrain(0, "2-1", "2", 300))
    assert s.cash["EIR"] == 2400
    refused(s, BuyTrain(0, "2-2", "2", 299), "4.8.2")
    refused(s, BuyTrain(0, "7-0", "7", 100), "4.8.2")
    refused(s, BuyTrain(0, "2-2", "2", 300, exchange="2-0"), "4.8.2")


@pytest.mark.rule("1853-4.8.3", "1853-4.10.5")
def test_ascending_order_with_the_6_beside_the_5():
    s = buying()
    assert on_sale(s) == ["2"]
    refused(s, BuyTrain(0, "3-0", "3", 440), "4.8.3")
    s = phase(s, "3", "4")
    s = do(sold_out(s, "4"), BuyTrain(0, "5-0", "5", 830))
    assert on_sale(s) == ["5", "6", "3M", "4M"]


@pytest.mark.rule("1853-4.8.4", "1853-4.10.4", "1853-4.8.18-c")
def test_the_first_4_scraps_2_and_1m_everywhere():
    s = train(train(phase(buying(), "3"), "EIR", "3"), "MSM", "2M")
    s = s.replace(trains={**s.trains, "2-0": "MSM", "2-1": "EIR", "2-2": BANK}, beside=("2-2",))
    s = s.replace(versions={**s.versions, "2-0": "1M", "2-1": "2"})
    s = do(sold_out(s, "3"), BuyTrain(0, "4-0", "4", 620))
    assert {s.trains[f"2-{n}"] for n in range(3)} == {OUT}
    assert s.trains["3-0"] == "EIR"
    assert s.phases == ("3", "4")
    assert (s.rounds_per_set, s.train_limit("EIR"), s.colour) == (3, 3, "brown")


@pytest.mark.rule("1853-4.8.5")
def test_at_the_limit_nothing_is_bought():
    s = sold_out(phase(train(buying(), "EIR", "2", "2", "2", "2"), "3"), "3")
    s = s.replace(trains={**s.trains, **{f"2-{n}": "EIR" for n in range(4)}})
    refused(s, BuyTrain(0, "4-0", "4", 620), "4.8.5")


@pytest.mark.rule("1853-4.8.6", "1853-4.8.12")
def test_surplus_trains_come_back_on_sale():
    """3, 3, 3 and 2M when phase 4 starts: one goes back and is sold beside the current type."""
    s = train(opened(phase(buying(), "3"), "MSM", 1), "MSM", "3", "3", "3", "2M")
    s = do(sold_out(s, "3"), BuyTrain(0, "4-0", "4", 620))
    assert isinstance(s.frame, SurplusTrains)
    assert to_act(s) == (1,)
    refused(s, DiscardTrain(1, "4-0"), "4.8.6")
    s = do(s, DiscardTrain(1, "3-0"))
    assert s.trains["3-0"] == BANK
    assert on_sale(s) == ["4", "2M", "3M", "3"]
    again = do(s, BuyTrain(0, "3-0", "3", 440))
    assert again.phases == s.phases
    assert again.beside == ()


@pytest.mark.rule("1853-4.8.7")
def test_no_action_sells_to_the_bank():
    s = train(buying(), "EIR", "2")
    kinds = {type(a).__name__ for a in legal(s, 0)}
    assert kinds == {"BuyTrain", "Pass"}


@pytest.mark.rule("1853-4.8.8")
def test_the_director_gives_exactly_what_is_missing():
    """A treasury of 300 and a 3: 140 from the director."""
    s = phase(buying(money=300), "3")
    s = do(s, BuyTrain(0, "3-0", "3", 440))
    assert s.cash["EIR"] == 0
    assert s.cash[SEATS[0]] == 470 - 140
    refused(cash(phase(buying(money=300), "3"), 0, 139), BuyTrain(0, "3-0", "3", 440), "4.8.8")
    managed = cash(turn(opened(base(), "EIR", None), "EIR", TRAINS), "EIR", 200)
    refused(managed, BuyTrain(0, "2-0", "2", 300), "4.8.8")


@pytest.mark.rule("1853-4.8.9")
def test_trains_between_companies_at_an_agreed_price():
    s = train(opened(buying(), "GIP", 1), "GIP", "2")
    refused(s, BuyTrain(0, "2-0", "2", 9), "4.8.9")
    asked = play(s, BuyTrain(0, "2-0", "2", 17))
    assert to_act(asked.state) == (1,)
    assert asked.events[0].price == 17
    assert do(asked.state, Answer(1, True)).cash["GIP"] == 960 + 17
    assert (
        do(asked.state, Answer(1, False), BuyTrain(0, "2-0", "2", 500), Answer(1, True)).cash["GIP"] == 1460
    )
    scrapped = s.replace(trains={**s.trains, "2-0": OUT})
    refused(scrapped, BuyTrain(0, "2-0", "2", 100), "4.8.2")
    own = train(opened(buying(), "GIP", 0), "GIP", "2")
    assert do(own, BuyTrain(0, "2-0", "2", 10)).trains["2-0"] == "EIR"


@pytest.mark.rule("1853-4.8.11", "1853-4.8.13", "1853-4.10.3")
def test_metre_trains_change_no_phase_and_come_with_one():
    s = phase(buying(), "3")
    assert on_sale(s) == ["3", "2M"]
    after = do(s, *(BuyTrain(0, f"2M-{n}", "2M", 250) for n in range(3)))
    assert after.phases == ("3",)
    assert on_sale(after) == ["3"], "the 3M waits for phase 4"
    assert (s.rounds_per_set, s.train_limit("EIR"), s.colour) == (2, 4, "green")


@pytest.mark.rule("1853-4.8.14")
def test_metre_trains_count_for_the_limit():
    s = phase(train(buying(), "EIR", "2M", "2M", "2M", "3"), "3")
    refused(s, BuyTrain(0, "3-1", "3", 440), "4.8.5")


@pytest.mark.rule("1853-4.8.15")
def test_large_companies_get_metre_trains_from_phase_3():
    early = train(opened(buying(), "MSM", 0), "MSM", "2M")
    refused(early, BuyTrain(0, "2M-0", "2M", 100), "4.8.15")
    assert BuyTrain(0, "2M-0", "2M", 250) in legal(phase(early, "3"), 0)


# -- 2/1M ----------------------------------------------------------------------------------------


def small(company="MSM", or_set=2, **fields):
    s = turn(opened(base(), company), company, TRAINS, or_set, **fields).replace(back_sides=True)
    return cash(s, company, 5000)


@pytest.mark.rule("1853-4.8.16", "1853-2.8.4")
def test_both_sides_of_the_2_before_the_3():
    s = small()
    assert {a.version for a in offers(s, 0, BuyTrain)} == {"2", "1M"}
    refused(s.replace(back_sides=False), BuyTrain(0, "2-0", "1M", 180), "2.8.4")
    bought = do(s, BuyTrain(0, "2-0", "1M", 180))
    assert bought.versions["2-0"] == "1M"
    refused(bought, BuyTrain(0, "3-0", "3", 440), "4.8.3")
    other = turn(opened(bought, "SIR"), "SIR", TRAINS)
    refused(other, BuyTrain(0, "2-0", "2", 300), "4.8.16")


def first_round(s, company="MSM"):
    frames = (Course(1, 1, 1), OperatingRound(1, 1, 1, True, (company,)), Turn(company, TRAINS))
    return s.replace(stack=frames)


@pytest.mark.rule("1853-4.8.17")
def test_endless_2s_in_the_very_first_round():
    s = sold_out(first_round(small()), "3M")
    s = s.replace(trains={**s.trains, **{f"2-{n}": OUT for n in range(6)}})
    s = do(s, BuyTrain(0, "2-6", "1M", 180))
    assert on_sale(s) == ["3", "2"]
    s = do(s, BuyTrain(0, "2-7", "2", 300))
    assert s.trains["2-8"] == BANK
    assert "2-8" not in end_of_endless(s).trains
    after = do(s, BuyTrain(0, "3-0", "3", 440))
    assert "2-8" not in after.trains
    later = small()
    later = later.replace(trains={**later.trains, **{f"2-{n}": OUT for n in range(6)}})
    assert on_sale(do(later, BuyTrain(0, "2-6", "1M", 180))) == ["3"]


@pytest.mark.rule("1853-4.8.17")
def test_with_the_first_round_the_endless_2s_go():
    s = first_round(small())
    s = s.replace(trains={**s.trains, **{f"2-{n}": OUT for n in range(6)}}, operated=("MSM",))
    s = do(s, BuyTrain(0, "2-6", "1M", 180))
    assert "2-7" in s.trains
    s = s.replace(stack=(s.stack[0], OperatingRound(1, 1, 1, True, tuple(s.book.companies)), s.frame))
    assert "2-7" not in do(s, Pass(0)).trains


@pytest.mark.rule("1853-4.8.17", "1853-4.8.10")
def test_an_endless_2_that_comes_back_stays_on_sale():
    s = sold_out(small(), "2")
    s = s.replace(
        trains={**s.trains, "2-7": BANK, "2-8": BANK},
        beside=("2-7", "2-8"),
        versions={**s.versions, "2-7": "2"},
    )
    after = end_of_endless(s)
    assert after.trains["2-7"] == BANK
    assert "2-8" not in after.trains


@pytest.mark.rule("1853-4.8.18-a", "1853-4.8.18-d")
def test_the_1m_is_for_small_companies():
    s = small()
    assert do(s, BuyTrain(0, "2-0", "1M", 180)).cash["MSM"] == 4820
    large = turn(opened(s, "EIR"), "EIR", TRAINS)
    refused(large, BuyTrain(0, "2-0", "1M", 180), "4.8.18-a")
    refused(train(large, "MSM", "1M"), BuyTrain(0, "2-0", "1M", 100), "4.8.18-d")


@pytest.mark.rule("1853-4.8.19-a", "1853-4.8.19-b", "1853-4.8.19-c")
@pytest.mark.parametrize(
    ("phases", "card", "price"), [((), "2M", 250), (("3",), "3M", 430), (("3", "4"), "4M", 590)]
)
def test_the_train_marker_brings_the_next_metre_train(phases, card, price):
    s = sold_out(phase(small(), *phases), "2", "2M" if phases else "", "3M" if len(phases) > 1 else "")
    buy = BuyTrain(0, f"{card}-0", card, price, rebate=MARKER)
    assert buy in legal(s, 0)
    assert Pass(0) in legal(s, 0)
    after = do(s, buy)
    assert after.phases == phases
    assert after.cash["MSM"] == 5000 - price
    refused(after, BuyTrain(0, f"{card}-1", card, price, rebate=MARKER), "4.8.19-b")
    refused(first_round(s), buy, "4.8.19-b")
    large = turn(opened(s, "EIR"), "EIR", TRAINS)
    refused(large, buy, "4.8.19-b")


@pytest.mark.rule("1853-4.8.19-b")
def test_no_marker_while_a_metre_train_is_on_sale():
    refused(small(), BuyTrain(0, "2M-0", "2M", 250, rebate=MARKER), "4.8.19-b")
    without = small().replace(back_sides=False)
    assert BuyTrain(0, "2M-0", "2M", 250, rebate=MARKER) in legal(without, 0)
    last = sold_out(phase(small(), "3", "4", "5"), "3M", "4M")
    assert not any(a.rebate for a in offers(last, 0, BuyTrain))


# -- rounds and phases ---------------------------------------------------------------------------


@pytest.mark.rule("1853-4.9")
def test_the_elephant_orders_one_more_round():
    s = opened(base(), "MSM").replace(priority=2)
    s = s.replace(
        stack=(
            Course(2, 1, 1, 0),
            OperatingRound(2, 1, 1, True, tuple(s.book.companies)),
            Turn("MSM", TRAINS),
        )
    )
    s = do(s.replace(operated=("MSM",)), Pass(0))
    assert isinstance(s.frame, ExtraRound)
    assert to_act(s) == (2,)
    ordered = do(s, OrderRound(2))
    assert isinstance(ordered.frame, Turn)
    while isinstance(ordered.frame, Turn):
        ordered = do(ordered, Pass(0))
    assert isinstance(ordered.frame, SharesRound), "one only"
    assert isinstance(do(s, Pass(2)).frame, SharesRound)


@pytest.mark.rule("1853-4.10.1", "1853-K10")
def test_the_number_of_rounds_changes_after_the_next_stock_round():
    s = phase(buying(), "3").replace(phases=())
    s = do(s, BuyTrain(0, "3-0", "3", 440))
    assert s.stack[0].of == 1
    s = opened(stock(3, 0, 3), "EIR", 0, 6).replace(phases=("3",))
    s = do(s, Pass(0), Pass(1), Pass(2))
    assert s.stack[0].of == 2


@pytest.mark.rule("1853-4.10.2-b")
def test_phase_2():
    s = base()
    assert (s.rounds_per_set, s.train_limit("EIR"), s.colour) == (1, 4, "yellow")


@pytest.mark.rule("1853-4.10.5", "1853-4.10.5-b", "1853-K8")
def test_phase_5_and_the_first_6():
    s = phase(buying(money=5000), "3", "4")
    s = train(s, "EIR", "2M")
    s = s.replace(trains={**s.trains, "3-0": "EIR"}, versions={**s.versions, "3-0": "3"})
    s = do(sold_out(s, "4"), BuyTrain(0, "5-0", "5", 830))
    assert s.trains["3-0"] == s.trains["2M-0"] == OUT
    assert (s.train_limit("EIR"), s.colour, s.rounds_per_set) == (2, "gray", 3)
    after = do(s, BuyTrain(0, "6-0", "6", 1050))
    assert after.phases == s.phases == ("3", "4", "5")


# -- to the last pound ---------------------------------------------------------------------------


def told(s, action):
    return [event_text(event) for event in play(s, action).events]


@pytest.mark.rule("1853-4.8.2", "1853-4.8.8")
@pytest.mark.parametrize(
    ("treasury", "own", "offered"),
    [(300, 0, True), (299, 0, False), (299, 1, True), (0, 300, True), (0, 299, False), (250, 49, False)],
)
def test_what_company_and_director_can_pay_together_is_offered(treasury, own, offered):
    s = cash(buying(money=treasury), 0, own)
    buy = BuyTrain(0, "2-0", "2", 300)
    assert (buy in legal(s, 0)) == offered
    if not offered:
        refused(s, buy, "4.8.8")
        return
    made = play(s, buy)
    short = max(0, 300 - treasury)
    assert made.state.cash["EIR"] == treasury + short - 300
    assert made.state.cash[SEATS[0]] == own - short
    lines = [event_text(event) for event in made.events]
    assert (f"Ann gives EIR the missing {short}." in lines) == bool(short)


@pytest.mark.rule("1853-4.8.8")
def test_no_manager_adds_anything():
    """Ann manages EIR as the owner of the elephant and is rich."""
    s = turn(opened(base(), "EIR", None), "EIR", TRAINS)
    assert not offers(cash(s, "EIR", 299), 0, BuyTrain)
    assert BuyTrain(0, "2-0", "2", 300) in legal(cash(s, "EIR", 300), 0)


@pytest.mark.rule("1853-4.8.8", "1853-4.8.9")
def test_prices_between_companies_reach_as_far_as_both_purses():
    s = train(opened(cash(buying(money=100), 0, 250), "GIP", 1), "GIP", "2")
    listed = [a.price for a in offers(s, 0, BuyTrain) if a.train == "2-0"]
    assert listed == [10, 100, 300]
    refused(s, BuyTrain(0, "2-0", "2", 351), "4.8.8")
    sold = do(s, BuyTrain(0, "2-0", "2", 350), Answer(1, True))
    assert (sold.cash["EIR"], sold.cash[SEATS[0]], sold.cash["GIP"]) == (0, 0, 960 + 350)
    refused(s, BuyTrain(0, "2-0", "2", 9), "4.8.9")
    assert do(s, BuyTrain(0, "2-0", "2", 10), Answer(1, True)).cash["GIP"] == 970
    # The least price is for companies: the bank asks what is printed.
    refused(buying(), BuyTrain(0, "2-0", "2", 10), "4.8.2")


# -- the first round, the marker, cards that came back ---------------------------------------------


def in_round(or_set, number, company="MSM"):
    s = small(company)
    return s.replace(stack=(Course(or_set, number, 1), OperatingRound(or_set, number, 1, True), s.frame))


@pytest.mark.rule("1853-4.8.17", "1853-4.8.19-a")
def test_an_extra_round_of_the_first_set_is_not_the_very_first_one():
    for place, first in (((1, 1), True), ((1, 2), False), ((2, 1), False), ((2, 2), False)):
        s = in_round(*place)
        last = s.replace(trains={**s.trains, **{f"2-{n}": OUT for n in range(6)}})
        assert on_sale(do(last, BuyTrain(0, "2-6", "2", 300))) == (["3", "2"] if first else ["3"])
        without = s.replace(back_sides=False)
        marked = BuyTrain(0, "2M-0", "2M", 250, rebate=MARKER)
        assert (marked in legal(without, 0)) != first


@pytest.mark.rule("1853-4.8.17", "1853-2.8.4")
def test_no_endless_2s_without_backs_with_others_left_or_after_a_3():
    s = first_round(small())
    last = s.replace(trains={**s.trains, **{f"2-{n}": OUT for n in range(6)}})
    buy = BuyTrain(0, "2-6", "2", 300)
    assert on_sale(do(last, buy)) == ["3", "2"]
    assert on_sale(do(last.replace(back_sides=False), buy)) == ["3"]
    assert "2-7" not in do(last.replace(phases=("3",)), buy).trains
    assert "2-7" not in do(s, BuyTrain(0, "2-0", "2", 300)).trains, "six others are left"
    assert "2-7" not in do(s.replace(trains={**s.trains, "2-3": OUT}), BuyTrain(0, "2-0", "2", 300)).trains
    # A 3 does not come back with a 2: only a sale of a 2 brings another one.
    again = do(do(last, buy), BuyTrain(0, "2-7", "1M", 180))
    assert [card for card in again.trains if card.startswith("2-")] == [f"2-{n}" for n in range(9)]
    assert again.beside == ("2-8",)


@pytest.mark.rule("1853-4.8.17")
def test_a_2_of_the_first_round_on_credit_is_replaced_too():
    s = first_round(cash(turn(opened(base(), "MSM", None), "MSM", TRAINS), "MSM", 0)).replace(back_sides=True)
    s = opened(s.replace(trains={**s.trains, **{f"2-{n}": OUT for n in range(6)}}), "SIR", 1)
    assert "2-7" in do(s, TakeOnCredit(0, "2-6", "1M")).trains


@pytest.mark.rule("1853-4.8.17")
def test_without_spare_2s_nothing_goes():
    s = small().replace(beside=("2-3",), versions={"2-3": "2"})
    assert end_of_endless(s) is s
    assert end_of_endless(small()).beside == ()


@pytest.mark.rule("1853-4.8.6")
def test_of_each_type_that_came_back_one_card_is_sold_beside():
    s = phase(buying(), "3", "4")
    s = s.replace(
        trains={**s.trains, "3-1": BANK, "3-2": BANK, "2M-0": BANK},
        versions={"3-1": "3", "3-2": "3", "2M-0": "2M"},
        beside=("3-1", "3-2"),
    )
    assert s.offers_of_bank == ("4-0", "2M-0", "3M-0", "3-1")
    refused(s, BuyTrain(0, "3-2", "3", 440), "4.8.3")
    after = do(s, BuyTrain(0, "3-1", "3", 440))
    assert after.beside == ("3-2",)
    assert "3-2" in after.offers_of_bank
    assert after.phases == ("3", "4")


@pytest.mark.rule("1853-4.8.6", "1853-3.4.3-b")
def test_what_is_scrapped_is_no_longer_beside_and_other_debts_stay():
    s = train(opened(phase(buying(), "3"), "MSM", 1), "MSM", "2M")
    s = s.replace(
        trains={**s.trains, "2-4": BANK, "3M-0": BANK, "2-0": "GIP"},
        versions={**s.versions, "2-4": "2", "2-0": "2"},
        beside=("2-4", "3M-0"),
        credit={"MSM": "2M-0", "GIP": "2-0"},
    )
    s = do(sold_out(s, "3"), BuyTrain(0, "4-0", "4", 620))
    assert s.beside == ("3M-0",)
    assert dict(s.credit) == {"MSM": "2M-0"}


@pytest.mark.rule("1853-4.8.6")
def test_who_leads_the_company_chooses_what_goes_back():
    s = train(opened(phase(buying(), "3"), "MSM", 1), "MSM", "3", "3", "3", "2M")
    s = do(sold_out(s, "3"), BuyTrain(0, "4-0", "4", 620))
    assert [a.train for a in offers(s, 1, DiscardTrain)] == ["3-0", "3-1", "3-2", "2M-0"]
    assert told(s, DiscardTrain(1, "2M-0"))[0] == "The 2M of MSM goes back to the bank."
    back = do(s, DiscardTrain(1, "2M-0"))
    assert back.beside == ("2M-0",)
    assert back.versions["2M-0"] == "2M"


@pytest.mark.rule("1853-4.8.19-b", "1853-4.8.19-c")
def test_the_marker_is_for_its_own_train_alone():
    s = small().replace(back_sides=False)
    card = train_by_marker(s, "MSM")
    assert card == "2M-0"
    for buy in (
        BuyTrain(0, "2M-1", "2M", 250, rebate=MARKER),
        BuyTrain(0, "3M-0", "3M", 430, rebate=MARKER),
        BuyTrain(0, "2-0", "2", 300, rebate=MARKER),
        BuyTrain(0, "2M-0", "2M", 250, rebate="another right"),
    ):
        refused(s, buy, "4.8.19-b")
    refused(s, BuyTrain(0, "2M-0", "2M", 250), "4.8.3")
    marked = play(s, BuyTrain(0, "2M-0", "2M", 250, rebate=MARKER))
    assert marked.state.marked == ("MSM",)
    assert "MSM uses its train marker." in [event_text(event) for event in marked.events]
    assert do(s, BuyTrain(0, "2-0", "2", 300)).marked == ()
    assert train_by_marker(s.replace(marked=("SIR",)), "MSM") == "2M-0", "each company has its own"
    refused(cash(cash(s, "MSM", 249), 0, 0), BuyTrain(0, "2M-0", "2M", 250, rebate=MARKER), "4.8.8")
    full = train(s, "MSM", "2", "2", "2", "2")
    refused(full, BuyTrain(0, "2M-0", "2M", 250, rebate=MARKER), "4.8.5")


@pytest.mark.rule("1853-4.8.19-b")
def test_returned_metre_trains_and_1ms_count_as_on_sale():
    s = sold_out(phase(small(), "3"), "2M")
    assert train_by_marker(s, "MSM") == "3M-0"
    back = s.replace(trains={**s.trains, "2M-0": BANK}, versions={"2M-0": "2M"}, beside=("2M-0",))
    assert train_by_marker(back, "MSM") is None
    two = s.replace(trains={**s.trains, "2-0": BANK}, versions={"2-0": "2"}, beside=("2-0",))
    assert train_by_marker(two, "MSM") is None, "its back is a 1M"
    assert train_by_marker(two.replace(back_sides=False), "MSM") == "3M-0"


def returned(rulings="book", company="MSM", **sides):
    """All 2s are sold; those named came back as what they were bought as, by 4.8.10."""
    s = sold_out(cash(turn(opened(base(4, rulings), company), company, TRAINS, 2), company, 5000), "2")
    cards = {f"2-{number}": side for number, side in enumerate(sides.values())}
    trains = {**s.trains, **dict.fromkeys(cards, BANK)}
    return s.replace(back_sides=True, trains=trains, versions={**s.versions, **cards}, beside=tuple(cards))


def sides_on_sale(s):
    found = {(a.train, a.version) for a in offers(s, 0, BuyTrain) if s.trains[a.train] == BANK}
    return {(card, side) for card, side in found if card.startswith("2-")}


@pytest.mark.rule("1853-4.8.6", "1853-4.8.10", "1853-4.8.16", "1853-4.8.18-d")
def test_a_card_that_came_back_is_a_2_1m_again():
    for side in ("2", "1M"):
        assert sides_on_sale(returned(a=side)) == {("2-0", "2"), ("2-0", "1M")}
        assert sides_on_sale(returned(company="EIR", a=side)) == {("2-0", "2")}
        refused(returned(company="EIR", a=side), BuyTrain(0, "2-0", "1M", 180), "4.8.18-a")
    assert do(returned(a="2"), BuyTrain(0, "2-0", "1M", 180)).versions["2-0"] == "1M"
    assert do(returned(company="EIR", a="1M"), BuyTrain(0, "2-0", "2", 300)).versions["2-0"] == "2"
    both = returned(a="2", b="1M")
    assert sides_on_sale(both) == {("2-0", "2"), ("2-0", "1M")}, "one card of a kind"


KEPT = "book,returned_keeps_side=true"


@pytest.mark.rule("1853-4.8.6", "1853-4.8.10", "1853-4.8.16", "1853-4.8.18-d")
def test_by_ruling_a_card_that_came_back_stays_what_it_was():
    two, metre = returned(KEPT, a="2"), returned(KEPT, a="1M")
    assert sides_on_sale(two) == {("2-0", "2")}
    assert sides_on_sale(metre) == {("2-0", "1M")}
    assert "came back as 2" in str(refused(two, BuyTrain(0, "2-0", "1M", 180), "4.8.6"))
    refused(metre, BuyTrain(0, "2-0", "2", 300), "4.8.6")
    assert sides_on_sale(returned(KEPT, "EIR", a="1M")) == set(), "a large company gets no 1M"
    assert sides_on_sale(returned(KEPT, a="2", b="1M", c="2")) == {("2-0", "2"), ("2-1", "1M")}
    new = returned(KEPT)
    new = new.replace(trains={**new.trains, "2-5": BANK}, versions={})
    assert sides_on_sale(new) == {("2-5", "2"), ("2-5", "1M")}, "new cards have both sides"


@pytest.mark.rule("1853-4.8.19-b", "1853-4.8.6")
def test_by_ruling_only_a_returned_1m_counts_as_a_metre_train_on_sale():
    assert train_by_marker(returned(KEPT, a="2"), "MSM") == "2M-0"
    assert train_by_marker(returned(KEPT, a="1M"), "MSM") is None
    assert train_by_marker(returned(KEPT, a="2", b="1M"), "MSM") is None
    assert train_by_marker(returned(a="2"), "MSM") is None


@pytest.mark.rule("1853-4.8.6")
@pytest.mark.parametrize(("rulings", "says"), [("book", "with either side"), (KEPT, "as what it was before")])
def test_the_table_says_how_returned_cards_are_sold(rulings, says):
    told = [each for each in facts(returned(rulings, a="2")) if each.rule == "4.8.6"]
    assert [says in each.says for each in told] == [True]


@pytest.mark.rule("1853-4.8.15", "1853-4.8.18-a")
def test_standard_trains_for_everybody_and_metre_trains_for_small_ones_at_any_time():
    s = small()
    assert {a.version for a in offers(s, 0, BuyTrain)} == {"2", "1M"}
    large = cash(turn(opened(s, "EIR"), "EIR", TRAINS), "EIR", 3000)
    assert {a.version for a in offers(large, 0, BuyTrain)} == {"2"}
    other = train(opened(s, "SIR", 0), "SIR", "2M")
    assert any(a.version == "2M" for a in offers(other, 0, BuyTrain)), "in phase 2 from another one"
    late = phase(large, "3")
    assert {a.version for a in offers(late, 0, BuyTrain)} == {"3", "2M"}


@pytest.mark.rule("1853-4.9")
def test_the_ordered_round_has_its_number_and_needs_a_company():
    s = opened(base(), "MSM").replace(priority=2, phases=("3",))
    s = s.replace(stack=(Course(4, 2, 2),))
    asked = s.replace(stack=(Course(4, 2, 2), ExtraRound(4, 3)))
    assert ask_for_extra_round(s).frame == ExtraRound(4, 3)
    none = base().replace(stack=(Course(4, 2, 2),))
    assert ask_for_extra_round(none) is none
    made = play(asked, OrderRound(2))
    assert [event_text(event) for event in made.events][:2] == [
        "Cy orders another operating round.", "OR 4.3 begins.",
    ]  # fmt: skip
    assert made.state.stack[1].set == 4
    assert (made.state.stack[1].number, made.state.stack[1].of) == (3, 3)
    assert activity_of(asked).figures(asked) == {"player": "Cy"}
    refused(asked, OrderRound(1), "4.9")


@pytest.mark.rule("1853-4.9", "1853-5.1.1")
def test_once_the_end_has_come_no_round_is_ordered():
    s = opened(base(), "MSM")
    frames = (Course(2, 1, 1), OperatingRound(2, 1, 1, True, tuple(s.book.companies)), Turn("MSM", TRAINS))
    s = s.replace(stack=frames, operated=("MSM",))
    assert do(s.replace(ending="the end"), Pass(0)).over


@pytest.mark.rule("1853-2.8.4")
def test_the_backs_of_the_2s_are_told_only_where_they_are_in_the_game():
    """What is said of the next train, in reasons and where a step was passed over, asks for these sides."""
    s = stock()
    card = next(card for card in s.offers_of_bank if s.train_type(card) == "2")
    told = {
        back: {side.name for side in s.replace(back_sides=back).sides_on_sale(card)} for back in (False, True)
    }
    assert told[True] - told[False] == {"1M"}
    prices = {back: cheapest_train(s.replace(back_sides=back)) for back in (False, True)}
    assert prices[True] < prices[False]
