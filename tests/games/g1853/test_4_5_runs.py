"""4.5 to 4.7: runs in two gauges, the mail, income and prices."""

import pytest

from stellwerk.board import network
from stellwerk.engine import legal, play
from stellwerk.games.g1853.rules.events import MailCarried
from stellwerk.games.g1853.rules.prices import after_keeping, after_payout
from stellwerk.games.g1853.rules.runs import RUNS, LeaveMail
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.state import BANK, SEATS
from tests.games.g1853.table import (
    DIVIDEND,
    RUN,
    acting,
    base,
    do,
    give,
    marker,
    offers,
    opened,
    refused,
    tile,
    to_pool,
    train,
    turn,
)  # fmt: skip


def line(s):
    """Nagpur – K19 (town) – K21 – K23 – K25 (town) for BNR, standard."""
    s = tile(tile(s, "K17", "6", 4), "K19", "4", 1)
    return tile(tile(tile(s, "K21", "9", 1), "K23", "9", 1), "K25", "4", 1)


def running(*trains, company="BNR"):
    return line(train(acting(company, RUN), company, *trains))


def ganges(*trains):
    """Patna – Benares – Allahabad – the town H18, for EIR."""
    s = train(acting("EIR", RUN), "EIR", *trains)
    s = tile(tile(s, "H24", "6", 1), "H22", "14", 0)
    return tile(tile(s, "H20", "14", 0), "H18", "4", 1)


def run(s, *paths):
    cards = s.trains_of(s.frame.company)
    return RunTrains(0, tuple(Route(card, path) for card, path in zip(cards, paths, strict=False)))


@pytest.mark.rule("1853-4.5.1")
def test_running_is_voluntary_and_not_for_the_best():
    s = running("2")
    assert RunTrains(0) in legal(s, 0)
    assert do(s, run(s, ("K17.0", "K19.0"))).last_run["BNR"] == 30
    twice = RunTrains(0, (Route("2-0", ("K17.0", "K19.0")), Route("2-0", ("K17.0", "K19.0"))))
    refused(s, twice, "4.5.1")


@pytest.mark.rule("1853-4.5.2")
def test_an_own_marker_on_every_route():
    s = running("2")
    refused(s, run(s, ("K19.0", "K21", "K23", "K25.0")), "4.5.2")


@pytest.mark.rule("1853-4.5.3")
def test_rails_of_the_trains_gauge():
    s = running("2M")
    refused(s, run(s, ("K17.0", "K19.0")), "4.5.3")
    dual = tile(running("2M"), "K17", "716", 0)
    dual = tile(dual, "K15", "79", 1)
    dual = tile(tile(dual, "K15", "78", 2), "J14", "74", 2)
    assert do(dual, run(dual, ("J14.0", "K15", "K17.0"))).last_run["BNR"] == 30
    refused(dual, run(dual, ("K17.0", "K19.0")), "4.5.3")


@pytest.mark.rule("1853-4.5.4-a")
def test_large_stations_are_limited_small_ones_not():
    """As the book's 3 from Delhi to Allahabad, not on to Benares: three cities, any number of towns."""
    s = ganges("3")
    assert do(s, run(s, ("H24.0", "H22.0", "H20.0", "H18.0"))).last_run["EIR"] == 20 + 30 + 30 + 10
    short = ganges("2")
    refused(short, run(short, ("H24.0", "H22.0", "H20.0")), "4.5.4-a")
    refused(s, run(s, ("H24.0",)), "4.5.4-a")
    assert (
        do(running("2"), run(running("2"), ("K17.0", "K19.0", "K21", "K23", "K25.0"))).last_run["BNR"] == 40
    )


@pytest.mark.rule("1853-4.5.4-b", "1853-4.8.18-b")
def test_a_1m_runs_to_one_city_and_towns():
    s = train(acting("SIR", RUN), "SIR", "1M").replace(back_sides=True)
    s = tile(tile(tile(s, "T16", "76", 4), "T18", "74", 1), "U15", "73", 3)
    assert s.board.face(s.book.atlas, "T16").exits == {0, 4}
    town_city_town = ("T18.0", "T16.0", "U15.0")
    assert do(s, run(s, town_city_town)).last_run["SIR"] == 40
    refused(s, run(s, ("T16.0",)), "4.5.4-a")
    cities = tile(train(acting("EIR", RUN), "EIR", "1M"), "H24", "113", 1)
    cities = tile(cities, "H22", "113", 4)
    refused(cities, run(cities, ("H24.0", "H22.0")), "4.5.4-a")


@pytest.mark.rule("1853-4.5.5")
def test_no_city_twice_even_by_another_station():
    s = train(acting("EIR", RUN), "EIR", "4")
    s = tile(tile(s, "I27", "3", 5), "K27", "9", 0)
    assert {stop.groups for stop in RUNS.network(s, "EIR").problem.stops if stop.id.startswith("J28")} == {
        ("J28",)
    }
    refused(s, run(s, ("J28.0", "F14.0")), "4.5.5")


@pytest.mark.rule("1853-4.5.6", "1853-4.5.7", "1853-4.5.9")
def test_foreign_markers_stop_only_where_they_fill_the_station():
    s = ganges("4")
    through = run(s, ("H24.0", "H22.0", "H20.0"))
    assert do(marker(s, "H22.0", "NWR"), through).last_run["EIR"] == 80
    full = marker(marker(s, "H22.0", "NWR"), "H22.0", "SIR")
    refused(full, through, "4.5.6")
    assert do(full, run(full, ("H24.0", "H22.0"))).last_run["EIR"] == 50


@pytest.mark.rule("1853-4.5.8")
def test_no_track_twice():
    s = running("3")
    refused(s, run(s, ("K17.0", "K19.0", "K17.0")), "4.5.8")


@pytest.mark.rule("1853-4.5.10")
def test_own_trains_share_no_track_but_meet_in_stations():
    s = ganges("2", "2")
    refused(s, run(s, ("H24.0", "H22.0"), ("H24.0", "H22.0")), "4.5.10")
    s = marker(s, "H22.0", "EIR")
    assert do(s, run(s, ("H24.0", "H22.0"), ("H22.0", "H20.0"))).last_run["EIR"] == 110


@pytest.mark.rule("1853-4.5.10", "1853-4.5.8")
def test_a_green_branch_serves_one_train_a_crossing_two():
    """All ways over 80 share a side with each other; through 107 two trains cross."""
    atlas = base().book.atlas
    s = tile(tile(tile(tile(base(), "K19", "4", 1), "K21", "83", 1), "K23", "9", 1), "K25", "4", 1)
    ways = [w.segment for b in network(atlas, s.board, "standard").walk("K19.0").branches for w in b.ways]
    assert all("K21.e1" in way.pieces for way in ways if "K21" in way.path)


@pytest.mark.rule("1853-4.6.2", "1853-4.6.3")
def test_every_station_counts_and_none_is_left_out():
    s = running("2")
    assert do(s, run(s, ("K17.0", "K19.0", "K21", "K23", "K25.0"))).last_run["BNR"] == 20 + 10 + 10
    refused(s, run(s, ("K17.0", "K25.0")), "4.5.5")


@pytest.mark.rule("1853-4.6.6")
def test_the_mail_brings_the_two_ends_to_the_treasury():
    """The book's 40 + 20 + 20 with mail 60: here 20 + 30 + 30 from Patna to Allahabad and mail 50."""
    s = ganges("3")
    s = do(s, run(s, ("H24.0", "H22.0", "H20.0")))
    assert (s.last_run["EIR"], s.frame.mail) == (80, 50)
    for pay in (True, False):
        made = play(s, Dividend(0, pay))
        assert made.state.cash["EIR"] == 1000 + 50 + (0 if pay else 80)
        assert any(isinstance(event, MailCarried) for event in made.events)


@pytest.mark.rule("1853-4.6.6", "1853-4.8.14")
def test_one_train_alone_carries_the_mail_whatever_its_gauge():
    s = tile(running("2", "2M"), "K17", "716", 0)
    s = tile(tile(s, "K15", "78", 2), "J14", "74", 2)
    s = do(s, run(s, ("K17.0", "K19.0"), ("J14.0", "K15", "K17.0")))
    assert s.frame.mail == 30


# -- income and prices ---------------------------------------------------------------------------


def paying(revenue, cell=9, company="MSM", shares=6):
    """MSM at 80 unless another cell is given."""
    s = turn(opened(base(), company, 0, shares), company, DIVIDEND, revenue=revenue)
    return s.move_price(company, (0, cell)).replace(last_run={company: revenue})


@pytest.mark.rule("1853-4.6.1", "1853-4.6.4", "1853-4.6.5")
def test_ten_percent_for_each_share_in_a_hand():
    s = paying(80)
    paid = do(s, Dividend(0, True))
    assert s.cash[BANK] - paid.cash[BANK] == 48
    assert paid.cash[SEATS[0]] - s.cash[SEATS[0]] == 48
    assert paid.cash["MSM"] == s.cash["MSM"]
    kept = do(s, Dividend(0, False))
    assert kept.cash["MSM"] == s.cash["MSM"] + 80
    assert [a.pay for a in offers(s, 0, Dividend)] == [True, False]


@pytest.mark.rule("1853-4.7.1-a")
def test_without_a_dividend_the_pool_decides():
    s = paying(0)
    assert after_keeping(s, "MSM").price("MSM") == 80
    assert after_keeping(to_pool(s, "MSM", 1), "MSM").price("MSM") == 75
    assert do(to_pool(paying(60), "MSM", 1), Dividend(0, False)).price("MSM") == 75


@pytest.mark.rule("1853-4.7.1-b", "1853-K7")
@pytest.mark.parametrize(
    ("dividend", "price"),
    [(60, 84), (159, 84), (160, 88), (239, 88), (240, 92), (320, 96), (399, 96), (400, 100), (1000, 100)],
)
def test_the_books_steps_at_eighty(dividend, price):
    assert after_payout(paying(dividend), "MSM").price("MSM") == price


@pytest.mark.rule("1853-4.6.6")
def test_the_mail_may_be_left():
    s = opened(base(), "MSM", 0, 5)
    s = turn(s, "MSM", DIVIDEND, revenue=60, mail=40).replace(last_run={"MSM": 60})
    left = do(s, LeaveMail(0))
    assert LeaveMail(0) not in legal(left, 0)
    refused(left, LeaveMail(0), "4.6.6")
    assert do(left, Dividend(0, False)).cash["MSM"] == 800 + 60
    assert do(s, Dividend(0, False)).cash["MSM"] == 800 + 60 + 40


@pytest.mark.rule("1853-4.7.1-b", "1853-4.6.6")
def test_the_mail_does_not_count_for_the_price():
    s = paying(60)
    s = s.update_frame(mail=500)
    assert do(s, Dividend(0, True)).price("MSM") == 84


@pytest.mark.rule("1853-4.7.2")
def test_no_price_before_the_start():
    s = give(base(), 0, "SIR", 2)
    assert s.price("SIR") == 0
    assert "SIR" not in s.prices
    assert s.value("SIR") == 75


@pytest.mark.rule("1853-4.7.3")
def test_ten_is_the_bottom():
    s = to_pool(paying(0, cell=0), "MSM", 1)
    assert after_keeping(s, "MSM").price("MSM") == 10
    assert after_payout(paying(10, cell=0), "MSM").price("MSM") == 20
