"""TN: trains, what they bring about, and their trade."""

from random import Random

import pytest

from stellwerk.engine import Pass, to_act
from stellwerk.games.g1854.rules.ownership import all_offers, must_buy
from stellwerk.games.g1854.rules.phases import last_four
from stellwerk.games.g1854.rules.trains import BUY
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.phases import DiscardTrain, SurplusTrains
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import BANK, OUT, POOL, SCRAP
from stellwerk.mech18.trains import BuyTrain, TrainOffer

from .lines import buy, buying, klagenfurt, sell_all
from .table import (
    LOCAL_TRAINS,
    RUN,
    cash_of,
    do,
    forbidden,
    home,
    local,
    lokalbahn,
    major,
    marker,
    mountain,
    offered,
    phase,
    refused,
    stock,
    stuck,
    tile,
    train,
    turn,
)


@pytest.mark.rule("1854-TN-1")
def test_number_trains_in_order():
    s = buying(klagenfurt(cash=5000))
    forbidden(s, buy("3-0", 200), "TN-1")
    refused(s, buy("2-1", 100), "TN-1")
    s = do(s, buy("2-0", 100))
    assert s.offers_of_bank == ("2-1", "1+-0")
    late = sell_all(sell_all(phase(klagenfurt(cash=5000), "6"), "6"), "5")
    late = buying(sell_all(late, "1+"))
    assert {(a.version, a.price) for a in offered(late, 0, BuyTrain)} >= {("8", 900), ("8Ox", 1200)}
    after = do(late, buy("8-0", 1200, version="8Ox"))
    assert after.versions["8-0"] == "8Ox"
    assert after.trains["8-1"] == BANK  # as many as are wanted
    assert "8" in after.phases


@pytest.mark.rule("1854-TN-1")
def test_eights_by_ruling_as_many_as_are_printed():
    # Six 8s and five 8Ox: with five 8Ox gone the next card is an 8; with all eleven gone nothing is on sale.
    s = phase(stock(rulings='book,eights="printed"'), "8")
    assert sum(s.train_type(card) == "8" for card in s.trains) == 11
    for n in range(5):
        s = train(s, OUT, f"8-{n}", "8Ox")
    s = home(major(s, "KT", cash=5000), "KT")
    assert {a.version for a in offered(buying(s), 0, BuyTrain)} == {"8"}
    forbidden(buying(s), buy("8-5", 1200, version="8Ox"), "TN-1", version="8Ox")
    do(buying(s), buy("8-5", 900))
    # Between companies the fifth 8Ox still changes hands.
    theirs = train(home(major(s, "SB", 0), "SB"), "SB", "8-4", "8Ox")
    do(buying(theirs), buy("8-4", 100, version="8Ox"))
    for n in range(5, 11):
        s = train(s, OUT, f"8-{n}", "8")
    assert not offered(buying(s), 0, BuyTrain)


@pytest.mark.rule("1854-TN-1")
def test_plus_trains_are_a_second_stack():
    s = klagenfurt("3")
    # The first 3 opens the 2+, whether 1+ are left or not; 3+ wait for the last 2+.
    assert set(s.offers_of_bank) == {"3-0", "1+-0", "2+-0"}
    assert set(klagenfurt("2").offers_of_bank) == {"2-0", "1+-0"}
    assert sell_all(s, "1+").offers_of_bank == ("3-0", "2+-0")
    assert sell_all(klagenfurt("2"), "1+").offers_of_bank == ("2-0",)  # 2+ need the first 3
    assert sell_all(sell_all(s, "1+"), "2+").offers_of_bank == ("3-0", "3+-0")
    assert set(sell_all(s, "2+").offers_of_bank) == {"3-0", "1+-0", "3+-0"}
    other = phase(stock(rulings="book,two_plus_waits=true"), "3")
    assert other.offers_of_bank == ("3-0", "1+-0")
    assert sell_all(other, "1+").offers_of_bank == ("3-0", "2+-0")
    # Buying one changes no phase.
    bought = do(buying(s), buy("1+-0", 100))
    assert bought.phases == s.phases


@pytest.mark.rule("1854-TN-1", "1854-TN-5", "1854-TN-11")
def test_the_first_4_scraps_2_and_1_plus():
    s = home(local(phase(stock(), "3"), "5", 1), "5")
    s = sell_all(home(major(s, "KT", cash=5000), "KT"), "3")
    s = train(train(train(train(s, "KT", "2-0"), "5", "1+-0"), "KT", "1+-1"), POOL, "2-1")
    s = mountain(s, "P1", 1)
    s = do(buying(s), buy("4-0", 320))
    assert s.privates["P1"] == "seat1"  # only the first 5 closes it
    # Number trains to the scrap stock, the pool's too; plus trains leave the game, those on sale as well.
    assert {s.trains["2-0"], s.trains["2-1"]} == {SCRAP}
    assert {s.trains[f"1+-{n}"] for n in range(6)} == {OUT}
    assert s.offers_of_bank == ("4-1", "2+-0")
    assert s.phases[-1] == "4"


@pytest.mark.rule("1854-TN-2", "1854-TN-7")
def test_plus_trains_of_a_major_fill_no_limit_and_no_duty():
    s = klagenfurt(cash=5000)
    for n in range(4):
        s = train(s, "KT", f"2-{n}")
    s = buying(s)
    forbidden(s, buy("2-4", 100), "TN-3", owned=4, limit=4)
    s = do(s, buy("1+-0", 100))
    assert s.limited_trains("KT") == ["2-0", "2-1", "2-2", "2-3"]
    only = buying(train(klagenfurt(), "KT", "1+-0"))
    assert must_buy(only, "KT")
    forbidden(only, Pass(0), "TN-7")
    run_step = turn(train(klagenfurt(), "KT", "1+-0"), "KT", 5)
    assert run_step.last_run["KT"] == 0  # it does not run


@pytest.mark.rule("1854-TN-3", "1854-TN-10")
def test_at_the_limit_nothing_is_bought():
    s = sell_all(klagenfurt("3", cash=5000), "3")
    for n in range(4):
        s = train(s, "KT", f"2-{n}")
    # Not even the 4 that would scrap all four.
    forbidden(buying(s), buy("4-0", 320), "TN-3", limit=4)
    refused(buying(s), DiscardTrain(0, "2-0"), "OR-3")  # nor is one given up at will


@pytest.mark.rule("1854-TN-4", "1854-LR-8", "1854-TN-11")
def test_surplus_trains_go_to_the_pool():
    # The first 4 lowers the limits to 3 and 1: KT (buyer) has three 3s, railway 5 two 2+, SB four trains.
    s = home(local(phase(stock(), "3"), "5", 1), "5")
    s = home(major(major(s, "KT", cash=320), "SB", 2), "KT", "SB")
    s = s.replace(trains={c: OUT if s.train_type(c) == "3" else o for c, o in s.trains.items()})
    for n in range(3):
        s = train(s, "KT", f"3-{n}")
    for card in ("5-0", "5-1", "5-2", "6-0"):
        s = train(s, "SB", card)
    s = train(train(train(s, "5", "2+-0"), "5", "2+-1"), "SB", "1+-0")
    s = do(buying(s), buy("4-0", 320))
    assert [f.companies for f in s.stack if isinstance(f, SurplusTrains)] == [("SB",), ("5",), ("KT",)]
    refused(s, DiscardTrain(0, "2+-0"), "TN-4")
    s = do(s, DiscardTrain(0, "3-1"))
    assert s.trains["3-1"] == POOL
    s = do(s, DiscardTrain(1, "2+-1"), DiscardTrain(2, "6-0"))
    assert (s.trains["2+-1"], s.trains["6-0"], s.trains["4-0"]) == (POOL, POOL, "KT")
    # On sale at face value for who may own them; AGs do not buy there.
    s = buying(cash_of(s, "5", 500), "5", LOCAL_TRAINS)
    assert do(s.replace(trains={**s.trains, "2+-0": OUT}), buy("2+-1", 120, seat=1)).cash["5"] == 380
    kt = buying(cash_of(s.replace(trains={**s.trains, "3-0": OUT}), "KT", 1000), "KT")
    forbidden(kt, buy("3-1", 199), "LA-5", printed=200)
    assert do(kt, buy("3-1", 200)).trains["3-1"] == "KT"
    # Cards alike are offered once; a card keeps the side it was bought as.
    twice = train(train(kt, POOL, "3-3"), POOL, "8-0", "8Ox")
    assert len(offered(twice, 0, BuyTrain, lambda a: a.version == "3")) == 1
    assert [offer for offer in all_offers(twice, "KT") if offer[0] == "8-0"] == [("8-0", "8Ox", 1200)]


@pytest.mark.rule("1854-TN-5")
def test_3s_and_4s_follow():
    s = sell_all(train(train(klagenfurt("5", cash=5000), "SB", "3-0"), "SB", "3+-0"), "5")
    s = major(s.replace(trains={**s.trains, "4-0": "SB"}, versions={**s.versions, "4-0": "4"}), "SB", 1)
    six = do(buying(s), buy("6-0", 670))
    assert (six.trains["3-0"], six.trains["3+-0"], six.trains["4-0"]) == (SCRAP, OUT, "SB")
    eight = do(buying(sell_all(six, "6")), buy("8-0", 900))
    assert eight.trains["4-0"] == SCRAP


def traders(number="3"):
    """KT of Ann and SB of Ben, both at 82; SB has a 3 and a 2."""
    s = home(major(klagenfurt(number), "SB", 1), "SB")
    return buying(train(train(s, "SB", "3-0"), "SB", "2-0"))


@pytest.mark.rule("1854-TN-6", "1854-TN-14", "1854-ST-6")
def test_trade_at_any_agreed_price():
    s = traders()
    forbidden(s.replace(phases=("2",)), buy("3-0", 150), "TN-6")
    refused(s, buy("3-0", 0), "TN-6")
    asked = do(s, buy("3-0", 137))
    assert isinstance(asked.frame, TrainOffer)
    refused(asked, Answer(0, True), "TN-14")
    sold = do(asked, Answer(1, True))
    assert (sold.trains["3-0"], sold.cash["SB"], sold.cash["KT"]) == ("KT", 957, 683)
    # Buyer up-left from (2, 2) to 84 (1, 1), seller down-right to 80 (3, 3).
    assert (sold.price("KT"), sold.price("SB")) == (84, 80)
    again = do(sold, buy("2-0", 1), Answer(1, True))
    assert (again.price("KT"), again.price("SB")) == (86, 78)  # each train moves both once
    assert again.trains_of("SB") == []  # its last train
    no_deal = do(s, buy("3-0", 137), Answer(1, False))
    refused(no_deal, buy("3-0", 137), "TN-14")
    assert do(no_deal, buy("3-0", 200), Answer(1, True)).cash["SB"] == 1020
    assert no_deal.price("KT") == 82


@pytest.mark.rule("1854-TN-14", "1854-TN-6")
def test_directors_haggle():
    """Asked for 100, Ben wants 900; KT has 820. Ann names 300, Ben takes it."""
    asked = do(traders(), buy("3-0", 100))
    refused(asked, Answer(1, False, 900), "EF-1")
    refused(asked, Answer(1, False, 0), "TN-6")
    refused(asked, Answer(1, False, 100), "TN-14")
    countered = do(asked, Answer(1, False, 800))
    assert to_act(countered) == (0,)
    refused(countered, Answer(0, False, 100), "TN-14")
    sold = do(countered, Answer(0, False, 300), Answer(1, True))
    assert (sold.trains["3-0"], sold.cash["SB"]) == ("KT", traders().cash["SB"] + 300)
    assert (sold.price("KT"), sold.price("SB")) == (84, 80)  # as any trade
    assert do(countered, Answer(0, False)).price("KT") == 82
    # The 2 is another thing, unless Ben wants no more offers at all.
    assert isinstance(do(asked, Answer(1, False), buy("2-0", 100)).frame, TrainOffer)
    forbidden(do(asked, Answer(1, False, leave=True)), buy("2-0", 100), "TN-14", player="Ben", other="Ann")


@pytest.mark.rule("1854-TN-14")
def test_one_director_sets_the_price_within_the_treasury():
    s = home(major(klagenfurt("3"), "SB", 0), "SB")
    s = buying(train(s, "SB", "3-0"))
    assert do(s, buy("3-0", 820)).cash["KT"] == 0
    forbidden(s, buy("3-0", 821), "EF-1", cash=820)
    unfloated = train(s.replace(opened=("KT",)), "SB", "3-0")
    refused(unfloated, buy("3-0", 10), "TN-14")


@pytest.mark.rule("1854-TN-12", "1854-LA-5")
def test_scrapped_trains_are_for_lokalbahnen_alone():
    s = train(train(lokalbahn(klagenfurt("6"), "A", 0, 1, hex_id="D18"), SCRAP, "2-0"), POOL, "5-1")
    s = train(lokalbahn(s, "B", 1, 0), "B", "3-0")
    forbidden(buying(s), buy("2-0", 100), "TN-12")
    forbidden(buying(s), buy("3-0", 10), "TN-12")  # an AG sells to AGs only
    ag = buying(s, "A")
    forbidden(ag, buy("6-0", 670), "TN-12")
    forbidden(ag, buy("5-1", 560), "TN-12")
    assert do(ag, buy("2-0", 130)).cash["A"] == 170
    traded = do(ag, buy("3-0", 7), Answer(1, True))
    assert traded.trains["3-0"] == "A"
    assert traded.price("A") == 69  # 67 (5, 2) -> up-left 69 (4, 1)
    assert traded.price("B") == 65  # down-right (6, 3)
    other = phase(stock(rulings="book,lokalbahn_buys_surplus=true"), "6")
    other = buying(train(lokalbahn(other, "A", cash=600, hex_id="D18"), POOL, "5-1"), "A")
    assert do(other, buy("5-1", 560)).trains["5-1"] == "A"
    forbidden(cash_of(other, "A", 900), buy("6-0", 700), "TN-12")  # not from the stock
    # What it has from the pool it keeps when the type is scrapped: it may own it all the same.
    pooled = train(sell_all(klagenfurt("5", cash=5000), "5"), "A", "3-0")
    pooled = lokalbahn(train(pooled, POOL, "3-1"), "A", hex_id="D18")
    six = do(buying(pooled), buy("6-0", 670))
    assert (six.trains["3-0"], six.trains["3-1"]) == ("A", SCRAP)


@pytest.mark.rule("1854-TN-7", "1854-TN-9")
def test_with_a_route_a_train_is_compulsory():
    forbidden(buying(klagenfurt()), Pass(0), "TN-7")
    assert not must_buy(home(major(stock(), "KT"), "KT"), "KT")  # no track, no route
    bare = buying(home(major(stock(), "KT"), "KT"))
    do(bare, Pass(0))
    assert do(bare, buy("2-0", 100)).trains["2-0"] == "KT"  # it may buy all the same
    assert not must_buy(train(klagenfurt(), "KT", "2-0"), "KT")
    ag = train(lokalbahn(klagenfurt("6"), "A", hex_id="D18"), SCRAP, "2-0")
    assert not must_buy(ag, "A")  # D18 leads nowhere yet


@pytest.mark.rule("1854-TN-9", "1854-TN-7", "1854-RT-3")
def test_two_cities_of_wien_are_no_route():
    # Green Wien has five cities; a loop over B24 and C25 joins the fourth with the fifth.
    s = tile(tile(tile(phase(stock(), "3"), "C23", "433", 0), "B24", "7", 5), "C25", "7", 1)
    s = marker(home(major(s, "KT"), "KT"), "KT", "C23.3")
    assert not must_buy(s, "KT")
    do(buying(s), Pass(0))
    assert [a.routes for a in offered(stuck(train(s, "KT", "3-0"), "KT", RUN), 0, RunTrains)] == [()]
    assert must_buy(tile(s, "H18", "6", 5), "KT")  # Klagenfurt – Villach


@pytest.mark.rule("1854-TN-8", "1854-TN-13", "1854-OR-6")
def test_the_last_4_leaves():
    s = phase(stock(), "4")
    one = s.replace(trains={**s.trains, "4-0": "KT", "4-1": "KT", "4-2": POOL})
    after = last_four(one)
    assert after.trains["4-3"] == OUT
    assert after.trains["4-2"] == POOL
    assert after.phases == one.phases  # no phase begins
    assert after.offers_of_bank[0] == "5-0"
    two = s.replace(trains={**s.trains, "4-0": "KT", "4-1": "KT"})
    assert last_four(two) == two
    # At the end of a set only, not of every round.
    table = major(train(train(train(home(s, "KT"), "KT", "4-0"), "KT", "4-1"), "KT", "4-2"), "KT")
    first = turn(table, "KT", 8, number=1, of=2)
    first = do(first, Pass(0))
    assert first.trains["4-3"] == BANK
    second = do(turn(table, "KT", 8, number=2, of=2), Pass(0))
    assert second.trains["4-3"] == OUT


@pytest.mark.rule("1854-TN-10")
def test_any_number_in_any_order():
    s = traders()
    s = do(s, buy("3-1", 200), buy("2-0", 1), Answer(1, True), buy("1+-0", 100))
    assert set(s.trains_of("KT")) == {"3-1", "2-0", "1+-0"}
    refused(s, BuyTrain(0, "9-9", "9", 1), "TN-10")
    refused(s, BuyTrain(0, "3-2", "3", 200, exchange="2-0"), "TN-10")
    refused(s, BuyTrain(0, "3-2", "3", 200, rebate="P1"), "TN-10")
    # What was bought as an 8 stays one.
    late = buying(train(home(major(klagenfurt("8"), "SB", 0), "SB"), "SB", "8-0", "8"))
    refused(late, buy("8-0", 10, version="8Ox"), "TN-10")
    do(late, buy("8-0", 10, version="8"))


@pytest.mark.rule("1854-TN-11")
def test_the_buyer_goes_on_under_the_new_limit():
    s = sell_all(klagenfurt("4", cash=5000), "4")
    s = do(buying(s), buy("5-0", 530), buy("5-1", 530))
    assert s.phases == ("2", "3", "4", "5")
    forbidden(buying(s), buy("5-2", 530), "TN-3", limit=2)


@pytest.mark.rule("1854-TN-6", "1854-TN-14")
def test_any_price_is_open_between_two_directors():
    prices = [a.price for a in offered(traders(), 0, BuyTrain, lambda a: a.train == "3-0")]
    assert prices == [1, 200, 820]


class Steady(Random):
    """Draws one number, and always the last of a list."""

    def __init__(self, drawn):
        super().__init__()
        self.drawn = drawn

    def random(self):
        return self.drawn

    def choice(self, options):
        return options[-1]


@pytest.mark.rule("1854-TN-10")
def test_purchases_at_random_are_from_the_bank_as_often_as_not():
    s = traders()
    bank = [a for a in BUY.legal(s, 0) if s.trains[a.train] == BANK]
    assert BUY.sample(s, 0, Steady(0.49)) == bank[-1]
    assert BUY.sample(s, 0, Steady(0.5)) == BUY.legal(s, 0)[-1]
    assert s.trains[BUY.legal(s, 0)[-1].train] == "SB"
    poor = cash_of(s, "KT", 20)  # too little for anything of the bank
    poor = train(poor, "KT", "4-0")
    assert s.trains[BUY.sample(poor, 0, Steady(0.4)).train] == "SB"
    assert BUY.sample(cash_of(poor, "KT", 0), 0, Steady(0.4)) is None
