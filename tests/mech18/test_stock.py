"""Stock rounds of the kit: whose turn it is, what may be bought and sold, and who directs because of it."""

import pytest

from stellwerk.engine import legal, to_act
from stellwerk.engine.step import Pass
from stellwerk.mech18.events import DirectorChanged, PriceMoved, PriorityGoes, SharesSold
from stellwerk.mech18.prices import sold_out
from stellwerk.mech18.shares import director_after_sale, rightful_director, transfer
from stellwerk.mech18.state import BANK, ISSUE, OFFER, POOL, RESERVED, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound, sales
from tests.games.judging import forbidden, refused
from tests.mech18.kit import Table, sold_out_rise
from tests.mech18.setting import done, started, stock, told


def test_a_company_is_started_at_a_printed_par() -> None:
    s = stock()
    forbidden(s, StartCompany(0, "NR", 70), "par", pars="60, 80")
    forbidden(s, StartCompany(0, "XX", 60), "company")
    forbidden(s, BuyShare(0, "NR", OFFER), "price", company="NR")
    s = done(s, StartCompany(0, "NR", 80))
    assert (s.cash[SEATS[0]], s.price("NR"), s.par["NR"], s.director("NR")) == (240, 80, 80, SEATS[0])
    assert to_act(s) == (1,)
    forbidden(s, StartCompany(1, "NR", 80), "started")
    poor = stock().pay(SEATS[0], BANK, 300)
    forbidden(poor, StartCompany(0, "NR", 60), "pays", cash=100, price=120)


def test_a_company_opens_with_enough_shares_issued() -> None:
    s = done(stock(2), StartCompany(0, "NR", 60), BuyShare(1, "NR", OFFER), BuyShare(0, "NR", OFFER))
    assert (s.opened, s.cash["NR"]) == ((), 0)
    risen = done(s.move_price("NR", (0, 5)), BuyShare(1, "NR", OFFER))
    assert risen.cash["NR"] == 600, "ten times par, whatever the price is now"
    s = done(s, BuyShare(1, "NR", OFFER))
    assert (s.opened, s.cash["NR"]) == (("NR",), 600)
    again = done(s, BuyShare(0, "NR", OFFER))
    assert (again.opened, again.cash["NR"]) == (("NR",), 600)


def test_new_shares_cost_par_and_those_of_the_pool_the_price() -> None:
    s = started(stock(), "NR", 3, 1)
    s = transfer(s, "NR", OFFER, POOL, 1).move_price("NR", (0, 5))
    for source, price in ((OFFER, 60), (POOL, 120)):
        after = done(s, BuyShare(0, "NR", source))
        assert s.cash[SEATS[0]] - after.cash[SEATS[0]] == price
        assert after.cash[BANK] - s.cash[BANK] == price
    forbidden(s, BuyShare(0, "NR", "elsewhere"), "share", source="elsewhere")
    forbidden(s, BuyShare(0, "NR", ISSUE), "share", company="NR", source=ISSUE)


def test_what_a_company_issues_is_paid_to_it() -> None:
    s = transfer(started(stock(), "NR", 3), "NR", OFFER, ISSUE, 1)
    after = done(s, BuyShare(0, "NR", ISSUE))
    assert (after.cash["NR"], after.cash[SEATS[0]]) == (60, 340)


def test_a_sale_pays_the_price_before_it_falls() -> None:
    s = started(stock(), "NR", 4, 2)
    events = told(s, SellShares(0, "NR", 2))
    assert SharesSold("Ann", "NR", 2, 120) in events
    assert PriceMoved("NR", 60, 50) in events
    s = done(s, SellShares(0, "NR", 2))
    assert (s.cash[SEATS[0]], s.price("NR"), s.shares(POOL, "NR")) == (520, 50, 2)
    assert to_act(s) == (0,), "the turn goes on"
    forbidden(s, SellShares(0, "NR", 1), "one-sale", company="NR")
    forbidden(s, BuyShare(0, "NR", OFFER), "sold", player="Ann", company="NR")
    forbidden(s, SellShares(0, "NR", 9), "shares", owned=2, shares=9)
    forbidden(s, SellShares(0, "NR", 0), "shares")


def test_the_first_round_knows_no_sales() -> None:
    forbidden(started(stock(number=1), "NR", 4, 2), SellShares(0, "NR", 1), "first-round")


def test_a_company_without_a_price_is_not_sold() -> None:
    forbidden(started(stock(), "MR", par=0), SellShares(0, "MR", 1), "price")


def test_the_pool_takes_half_of_a_company() -> None:
    s = transfer(started(stock(), "NR", 4, 2), "NR", OFFER, POOL, 4)
    forbidden(s, SellShares(0, "NR", 2), "pool", there=4, shares=2, limit=5)
    assert done(s, SellShares(0, "NR", 1)).shares(POOL, "NR") == 5


def test_a_director_sells_out_only_if_another_can_follow() -> None:
    s = started(stock(), "NR", 4, 1)
    forbidden(s, SellShares(0, "NR", 3), "director", shares=3)
    s = started(stock(), "NR", 4, 2, 2)
    assert DirectorChanged("Ben", "NR") in told(s, SellShares(0, "NR", 3)), "the next on the left of equals"
    after = done(s, SellShares(0, "NR", 3))
    assert after.director("NR") == SEATS[1]
    assert [after.shares(seat, "NR") for seat in SEATS[:3]] == [1, 2, 2]
    assert after.papers["NR_0"] == SEATS[1]
    assert done(s, SellShares(0, "NR", 2)).director("NR") == SEATS[0], "as many are not more"


def test_who_buys_more_than_the_director_follows_him() -> None:
    s = started(stock(), "NR", 2, 2).update_frame(seat=1)
    assert DirectorChanged("Ben", "NR") in told(s, BuyShare(1, "NR", OFFER))
    after = done(s, BuyShare(1, "NR", OFFER))
    assert (after.director("NR"), after.shares(SEATS[0], "NR"), after.paper_count(SEATS[1])) == (
        SEATS[1],
        2,
        2,
    )


def test_who_must_direct() -> None:
    s = started(stock(4), "NR", 2)
    assert rightful_director(s, "NR", {0: 1, 1: 1, 2: 0, 3: 0}) is None, "nobody has the paper's worth"
    assert rightful_director(s, "NR", {0: 3, 1: 3, 2: 0, 3: 0}) == 0
    assert rightful_director(s, "NR", {0: 2, 1: 0, 2: 3, 3: 3}) == 2
    assert director_after_sale(s, "NR", 0, 1) is None


def test_limits_of_holding_and_papers() -> None:
    s = started(stock(), "NR", 6)
    forbidden(s, BuyShare(0, "NR", OFFER), "holding", owned=6, limit=6)
    s = started(started(stock(), "NR", 5), "ER", 5)
    assert s.paper_count(SEATS[0]) == 8
    forbidden(s, BuyShare(0, "NR", OFFER), "papers", held=8, limit=8)


def test_who_is_over_the_limit_sells_before_the_turn_ends() -> None:
    s = started(started(stock(), "NR", 6, 1), "ER", 5, 1)
    forbidden(s, Pass(0), "sell-down", held=9, limit=8)
    sold = done(s, SellShares(0, "NR", 1))
    assert to_act(done(sold, Pass(0))) == (1,)
    over = started(started(stock(), "NR", 6, 1), "ER", 6, 1).move_price("NR", (0, 2))
    twice = done(over, SellShares(0, "NR", 1), SellShares(0, "NR", 1))
    assert twice.shares(SEATS[0], "NR") == 4, "and once more, as the first sale was not enough"
    assert twice.price("NR") == 70, "both are one sale, so the price of 80 has fallen once"
    full = transfer(transfer(s, "NR", OFFER, POOL, 3), "ER", OFFER, POOL, 4)
    full = transfer(full, "ER", SEATS[1], POOL, 1)
    full = transfer(transfer(full, "NR", SEATS[1], POOL, 1), "NR", SEATS[0], POOL, 1)
    assert [a for a in legal(full, 0) if isinstance(a, SellShares)] == []
    assert Pass(0) in legal(full.hand_over("MR_0", SEATS[0]), 0), "who can sell nothing may pass"


def test_the_round_ends_when_all_pass_and_the_priority_goes_on() -> None:
    s = done(started(stock(), "NR", 3), Pass(0), BuyShare(1, "NR", OFFER), Pass(2), Pass(0))
    assert s.top(StockRound).passed == (0, 2)
    events = told(s, Pass(1))
    assert PriorityGoes("Cy") in events
    assert done(s, Pass(1)).priority == 2
    first = done(started(stock(), "NR", 3), BuyShare(0, "NR", OFFER), Pass(1), Pass(2), Pass(0))
    assert first.priority == 1
    nobody = done(stock().replace(priority=1).update_frame(seat=1), Pass(1), Pass(2))
    assert PriorityGoes("Ben") in told(nobody, Pass(0)), "without a deal it stays"


def test_passing_after_a_sale_only_ends_the_turn() -> None:
    s = done(started(stock(), "NR", 4, 2), SellShares(0, "NR", 1), Pass(0))
    assert (s.top(StockRound).passed, s.top(StockRound).turn_sold) == ((), ())
    forbidden(done(s, Pass(1), Pass(2)), BuyShare(0, "NR", OFFER), "sold")


def test_a_lap_against_the_clock() -> None:
    s = started(stock(), "NR", 2).update_frame(seat=2, backwards=3)
    seats = []
    for _ in range(5):
        seats.append(to_act(s)[0])
        s = done(s, BuyShare(seats[-1], "NR", OFFER))
    assert seats == [2, 1, 0, 0, 1], "its last player begins the lap with the clock"


def test_sold_out_companies_rise_by_price() -> None:
    s = started(started(stock(4), "NR", 3, 3, 3, 1), "ER", 4, 4, 2, par=80)
    s = sold_out_rise(s)
    assert (s.price("NR"), s.price("ER")) == (70, 90)
    assert [event.company for event in s.news] == ["ER", "NR"]  # type: ignore[attr-defined]
    left = started(stock(4), "NR", 3, 3, 3)
    assert sold_out_rise(left) == left


@pytest.mark.parametrize(("owner", "out"), [(OFFER, False), (POOL, False), (ISSUE, False), (RESERVED, True)])
def test_what_is_sold_out(owner: str, out: bool) -> None:
    s = started(stock(), "NR", 3, 3, 3)
    assert sold_out(transfer(s, "NR", OFFER, owner, 1), "NR") is out


def test_a_sold_out_company_that_is_not_open_stays() -> None:
    s = started(stock(), "NR", 4, 3, 3).replace(opened=())
    assert sold_out_rise(s) == s


def test_sales_go_by_whole_papers() -> None:
    s = started(stock(), "NR", 5)

    def size(s: Table, company: str) -> int:
        return 2

    assert [sale.shares for sale in sales(s, 0)] == [1, 2, 3, 4, 5]
    assert [sale.shares for sale in sales(s, 0, size)] == [2, 4]


def test_only_the_one_in_turn_acts() -> None:
    refused(started(stock(), "NR", 3), BuyShare(1, "NR", OFFER), "stock")
