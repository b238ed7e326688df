"""VI, general rules, WA's home and ordinary companies."""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal, play
from stellwerk.games.g1848.rules.opening import BuyPrivate
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.events import MarkerPlaced
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.state import OFFER, POOL
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany
from stellwerk.mech18.track import LayTile
from tests.games.g1848.table import (
    cash_of,
    do,
    forbidden,
    give,
    home,
    marker,
    offered,
    opening,
    par,
    phase,
    price_at,
    refused,
    southport,
    start,
    stock,
    tile,
    to_pool,
    train,
    turn,
)

BOTH = pytest.mark.parametrize("rulings", ["book", "18xx.games"])

# -- VI-Allg -----------------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-Allg-1")
def test_a_company_with_a_route_does_not_end_its_turn_without_a_train() -> None:
    s = southport(home(start(stock(), "QR"), "QR"))
    forbidden(turn(s, "QR", step=5), Pass(0), "IX-1", company="QR")
    assert Pass(0) in legal(turn(train(s, "QR", "2-0"), "QR", step=5), 0)


@pytest.mark.rule("1848-VI-Allg-1")
def test_without_a_route_no_train_is_needed() -> None:
    s = tile(home(start(stock(), "QR"), "QR"), "B19", "5", 5)  # track, but no second stop
    assert Pass(0) in legal(turn(s, "QR", step=5), 0)


@pytest.mark.rule("1848-VI-Allg-2")
def test_the_director_share_is_two_shares_on_one_paper_for_twice_par() -> None:
    s = do(stock(), StartCompany(0, "QR", 80))
    assert s.cash["seat0"] == 630 - 160
    assert (s.shares("seat0", "QR"), s.paper_count("seat0"), s.director("QR")) == (2, 1, "seat0")
    assert s.par["QR"] == s.price("QR") == 80


@pytest.mark.rule("1848-VI-Allg-2")
def test_every_railway_has_one_paper_of_20_and_eight_of_10_percent() -> None:
    book = stock().book
    railways = [sym for sym in book.companies if sym != "BOE"]
    assert len(railways) == 8
    for sym in railways:
        assert [(p.shares, p.director) for p in book.papers_of[sym]] == [(2, True)] + [(1, False)] * 8


@pytest.mark.rule("1848-VI-Allg-2", "1848-VI-Allg-7")
def test_the_director_share_is_sold_first_and_only_once() -> None:
    s = stock()
    forbidden(s, BuyShare(0, "QR", OFFER), "VI-Allg-7", company="QR")
    s = do(s, StartCompany(0, "QR", 80))
    forbidden(s, StartCompany(1, "QR", 90), "VI-Allg-2", company="QR")
    assert BuyShare(1, "QR", OFFER) in legal(s, 1)


@pytest.mark.rule("1848-VI-Allg-2", "1848-VI-Allg-7")
def test_the_qr_share_of_p5_comes_before_the_director_share_and_waits_for_a_price() -> None:
    s = do(opening(), BuyPrivate(0, "P5"))
    assert (s.shares("seat0", "QR"), s.director("QR")) == (1, None)
    s = give(stock(), 0, "QR", 1)
    forbidden(s, SellShares(0, "QR", 1), "VI-Allg-7", company="QR")
    assert SellShares(0, "QR", 1) in legal(give(par(s, "QR", 80), 1, "QR", 2), 0)


@pytest.mark.rule("1848-VI-Allg-3")
def test_new_shares_cost_par_and_pool_shares_the_current_price() -> None:
    s = to_pool(give(par(stock(), "QR", 80), 1, "QR", 2), "QR", 1)
    s = price_at(s, "QR", 3, 8)  # 130
    assert do(s, BuyShare(0, "QR", OFFER)).cash["seat0"] == 630 - 80
    assert do(s, BuyShare(0, "QR", POOL)).cash["seat0"] == 630 - 130


@pytest.mark.rule("1848-VI-Allg-4")
def test_no_share_is_sold_in_the_very_first_stock_round() -> None:
    s = give(par(stock(number=1), "QR", 80), 0, "QR", 4)
    forbidden(s, SellShares(0, "QR", 1), "VI-Allg-4")
    assert not offered(s, 0, lambda a: isinstance(a, SellShares))


@pytest.mark.rule("1848-VI-Allg-4")
def test_from_the_second_round_on_shares_of_an_unopened_company_are_sold() -> None:
    s = give(par(stock(number=2), "QR", 80), 0, "QR", 4)
    assert "QR" not in s.opened
    assert do(s, SellShares(0, "QR", 2)).cash["seat0"] == 630 + 160


@pytest.mark.rule("1848-VI-Allg-5")
def test_a_sale_leaves_no_more_than_half_of_a_company_in_the_pool() -> None:
    s = to_pool(give(par(stock(), "QR", 80), 0, "QR", 6), "QR", 3)
    forbidden(s, SellShares(0, "QR", 3), "VI-Allg-5", there=3, shares=3, limit=5, company="QR")
    assert [a.shares for a in offered(s, 0, lambda a: isinstance(a, SellShares))] == [1, 2]
    assert do(s, SellShares(0, "QR", 2)).shares(POOL, "QR") == 5


@pytest.mark.rule("1848-VI-Allg-6")
def test_pool_and_unsold_shares_get_no_dividend() -> None:
    s = to_pool(home(start(stock(), "QR", cash=0), "QR"), "QR", 2)  # Ann 6, pool 2, new 2
    s = turn(s, "QR", step=4, revenue=100)
    after = do(s, Dividend(0, True))
    assert after.cash["seat0"] == s.cash["seat0"] + 60
    assert after.cash["bank"] == s.cash["bank"] - 60
    assert after.cash["QR"] == 0


@pytest.mark.rule("1848-VI-Allg-7")
def test_ten_percent_shares_are_traded_once_there_is_a_price() -> None:
    s = stock()
    for source in (OFFER, POOL):
        assert refused(s, BuyShare(0, "VR", source), "VI-Allg-7").figures == {"company": "VR"}
    assert {a.company for a in offered(s, 0, lambda a: isinstance(a, BuyShare))} == {"BOE"}


# -- VI-WA -------------------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-WA-1")
@BOTH
def test_wa_starts_in_d1_and_builds_from_there_without_a_home_tile(rulings: str) -> None:
    s = turn(start(stock(rulings=rulings), "WA"), "WA")
    assert s.board.markers["D1.0"] == ("WA",)
    assert {a.hex for a in offered(s, 0, lambda a: isinstance(a, LayTile))} == {"C2", "D3", "E2"}


@pytest.mark.rule("1848-VI-WA-1")
@pytest.mark.parametrize(("rulings", "name"), [("book", "Kalgoorlie"), ("18xx.games", "Perth")])
def test_only_the_name_of_wa_s_home_differs(rulings: str, name: str) -> None:
    s = home(start(stock(rulings=rulings), "QR", price=90), "QR")
    s = turn(start(s, "WA"), "QR", step=5)
    news = play(s, Pass(0)).events  # WA is next and places its home marker
    assert [event.place for event in news if isinstance(event, MarkerPlaced)] == [name]


def car_near_d1(rulings: str = "book") -> Any:
    """CAR in Port Augusta E4, with track over Whyalla E2 to D1 and back to the towns of D3."""
    s = home(start(stock(rulings=rulings), "CAR", price=100, cash=500), "CAR")
    s = tile(tile(s, "E4", "5", 1), "E2", "14", 1)  # E2: sides 1, 2 (D1), 4 (E4), 5
    return tile(s, "D3", "1", 0)  # one town on sides 1 (D1) and 3


@pytest.mark.rule("1848-VI-WA-1")
def test_the_only_slot_of_d1_is_kept_for_wa_before_and_after_it_opens() -> None:
    s = car_near_d1()
    assert s.board.slots(s.book.atlas, "D1.0") == ("",)
    forbidden(turn(s, "CAR", step=2), PlaceMarker(0, "D1.0"), "VIII-Stat-3", free=1, kept=1)
    s = home(start(s, "WA", seat=1), "WA")
    forbidden(turn(s, "CAR", step=2), PlaceMarker(0, "D1.0"), "VIII-Stat-2", stop="D1.0")


@pytest.mark.rule("1848-VI-WA-1")
@pytest.mark.parametrize(
    ("trains", "value"), [((), 20), (("2", "3"), 40), (("2", "3", "5"), 60), (("2", "3", "5", "8"), 80)]
)
def test_d1_is_worth_20_40_60_80_by_the_colour_of_the_phase(trains: tuple[str, ...], value: int) -> None:
    s = phase(train(car_near_d1(), "CAR", "3-0"), *trains)
    s = do(turn(s, "CAR", step=3), RunTrains(0, (Route("3-0", ("E2.0", "E4.0")),)))
    assert s.last_run["CAR"] == 30 + 20  # Whyalla is green, Port Augusta yellow
    s = do(turn(s, "CAR", step=3), RunTrains(0, (Route("3-0", ("D1.0", "E2.0", "E4.0")),)))
    assert s.last_run["CAR"] == 30 + 20 + value


@pytest.mark.rule("1848-VI-WA-1")
def test_d1_uses_range() -> None:
    s = turn(train(car_near_d1(), "CAR", "2-0"), "CAR", step=3)
    route = RunTrains(0, (Route("2-0", ("D1.0", "E2.0", "E4.0")),))
    assert refused(s, route, "IX-2").figures["count"] == 3


@pytest.mark.rule("1848-VI-WA-1", "1848-S13")
@BOTH
def test_d1_can_only_end_a_route_under_both_sets(rulings: str) -> None:
    s = marker(start(car_near_d1(rulings), "WA", seat=1), "WA", "D1.0")  # not even WA runs through
    s = tile(marker(s, "WA", "E2.0"), "D3", "1", 0)
    s = turn(train(s, "WA", "4-0"), "WA", step=3, first=False)
    through = RunTrains(1, (Route("4-0", ("E2.0", "D1.0", "D3.0")),))
    assert refused(s, through, "XI-7").figures["stop"] in ("Kalgoorlie", "Perth")


# -- VI-Norm -----------------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-Norm-1")
@pytest.mark.parametrize("price", [60, 75, 110])
def test_the_start_price_is_one_of_70_80_90_100(price: int) -> None:
    s = stock()
    forbidden(s, StartCompany(0, "QR", price), "VI-Norm-1", par=price, pars="70, 80, 90, 100")
    starts = offered(s, 0, lambda a: isinstance(a, StartCompany) and a.company == "QR")
    assert [a.par for a in starts] == [70, 80, 90, 100]


@pytest.mark.rule("1848-VI-Norm-1")
@pytest.mark.parametrize(("price", "row"), [(70, 4), (80, 3), (90, 2), (100, 1)])
def test_the_marker_starts_in_the_par_column(price: int, row: int) -> None:
    s = do(stock(), StartCompany(0, "QR", price))
    assert (s.prices["QR"].cell, s.price("QR")) == ((row, 5), price)


@pytest.mark.rule("1848-VI-Norm-1")
def test_car_always_starts_at_100() -> None:
    forbidden(stock(), StartCompany(0, "CAR", 90), "VI-Norm-1", pars="100")
    s = do(opening(), BuyPrivate(0, "P6"))
    assert (s.par["CAR"], s.price("CAR")) == (100, 100)


@pytest.mark.rule("1848-VI-Norm-2")
def test_a_company_opens_with_ten_times_par_when_60_percent_are_bought() -> None:
    s = give(par(stock(), "QR", 90), 1, "QR", 4)
    s = do(s, BuyShare(0, "QR", OFFER))  # 50%
    assert "QR" not in s.opened
    assert s.cash["QR"] == 0
    after = do(s, BuyShare(1, "QR", OFFER))  # 60%
    assert after.opened == ("QR",)
    assert after.cash["QR"] == 900
    assert after.cash["bank"] == s.cash["bank"] + 90 - 900


@pytest.mark.rule("1848-VI-Norm-2")
def test_shares_in_the_pool_count_as_bought() -> None:
    s = to_pool(give(par(stock(), "QR", 80), 1, "QR", 3), "QR", 2)
    s = do(price_at(s, "QR", 4, 5), BuyShare(0, "QR", OFFER))
    assert s.opened == ("QR",)
    assert s.cash["QR"] == 800  # par counts, not the price, which sales have brought to 70


@pytest.mark.rule("1848-VI-Norm-2")
def test_it_stays_in_operation_and_gets_its_capital_once() -> None:
    s = give(par(stock(), "QR", 80), 1, "QR", 5)
    s = do(s, BuyShare(0, "QR", OFFER))
    s = do(cash_of(s, "QR", 0), SellShares(1, "QR", 2), BuyShare(1, "BOE", POOL), BuyShare(2, "QR", OFFER))
    assert s.opened == ("QR",)
    assert s.cash["QR"] == 0
