"""IX: what the kinds of trains can do, which ones there are, and the duty to own one."""

from typing import Any

import pytest

from stellwerk.engine import Pass, Refusal, legal
from stellwerk.games.g1848.rules.phases import remove_train
from stellwerk.mech18.phases import SurplusTrains
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.trains import BuyTrain

from .table import (
    at_home,
    do,
    forbidden,
    marker,
    offered,
    phase,
    refused,
    sells,
    start,
    stock,
    tile,
    train,
    turn,
)

GREEN = ("2", "3")
BROWN = ("2", "3", "4", "5")
GREY = ("2", "3", "4", "5", "6", "8")
RUN, TRAINS = 3, 5


def run(s: Any, company: str, card: str, *path: str) -> Any:
    """The state after one train has run."""
    return do(turn(s, company, step=RUN), RunTrains(0, (Route(card, path),)))


def canberra_line(s: Any) -> Any:
    """Canberra G14 – Wagga Wagga F13 – Dubbo E14, 20 each: FT's home and two cities."""
    s = tile(tile(s, "G14", "5", 2), "F13", "6", 3)
    return tile(s, "E14", "5", 5)


def ghan_line(s: Any) -> Any:
    """Adelaide G6 (60) – Port Pirie F5 – Port Augusta E4 – D5 – C4 – B5 – Alice Springs A4."""
    s = tile(tile(s, "G6", "239", 0), "F5", "57", 2)
    s = tile(tile(s, "E4", "6", 3), "D5", "8", 0)
    return tile(tile(s, "C4", "8", 3), "B5", "8", 0)


TO_ALICE = ("G6.0", "F5.0", "E4.0", "D5", "C4", "B5", "A4.0")


# -- IX-1: the train duty ---------------------------------


@pytest.mark.rule("1848-IX-1", "1848-VI-Allg-1")
def test_with_a_route_a_train_is_due():
    s = turn(canberra_line(at_home("FT")), "FT", step=TRAINS)
    forbidden(s, Pass(0), "IX-1", company="FT")
    s = do(s, BuyTrain(0, "2-0", "2", 100))
    assert Pass(0) in legal(s, 0)
    do(s, Pass(0))


@pytest.mark.rule("1848-IX-1")
def test_without_a_route_there_is_no_duty():
    """Canberra's own tile leads to no other station."""
    s = turn(tile(at_home("FT"), "G14", "5", 2), "FT", step=TRAINS)
    assert Pass(0) in legal(s, 0)
    do(s, Pass(0))


@pytest.mark.rule("1848-IX-1")
def test_a_2e_does_not_fulfil_it():
    s = train(canberra_line(at_home("FT", *BROWN)), "FT", "2E-0")
    forbidden(turn(sells(s, "6"), "FT", step=TRAINS), Pass(0), "IX-1")


@pytest.mark.rule("1848-IX-1")
def test_a_route_to_a_town_or_harbour_is_a_route():
    """Southport C20 – the small harbour B21."""
    s = tile(marker(at_home("QR"), "QR", "C20.0"), "C20", "5", 2)
    forbidden(turn(s, "QR", step=TRAINS), Pass(0), "IX-1")


# -- IX-2: standard trains ---------------------------------


@pytest.mark.rule("1848-IX-2")
def test_a_train_visits_as_many_cities_as_its_number():
    s = train(canberra_line(at_home("FT", "2")), "FT", "2-0")
    assert run(s, "FT", "2-0", "G14.0", "F13.0").frame.revenue == 40
    s = turn(s, "FT", step=RUN)
    found = refused(s, RunTrains(0, (Route("2-0", ("G14.0", "F13.0", "E14.0")),)), "IX-2")
    assert (found.figures["count"], found.figures["max"]) == (3, 2)


@pytest.mark.rule("1848-IX-2")
@pytest.mark.parametrize("number", ["2", "3", "4", "5", "6", "8"])
def test_the_range_of_every_standard_train(number):
    version = stock().book.trains[number].versions[0]
    assert (version.name, version.reach) == (number, int(number))


@pytest.mark.rule("1848-IX-2")
def test_towns_are_free():
    """D1 – a town of D3 – Port Augusta E4 with a 2: 20 + 10 + 20."""
    s = tile(tile(at_home("WA", "2"), "D3", "56", 5), "E4", "57", 2)
    assert run(train(s, "WA", "2-0"), "WA", "2-0", "D1.0", "D3.0", "E4.0").frame.revenue == 50


@pytest.mark.rule("1848-IX-2", "1848-XI-Haf-1")
def test_small_harbours_are_free():
    """Brisbane – Southport – the harbour: 20 + 20 + 10 with a 2."""
    s = tile(tile(at_home("QR", "2"), "B19", "57", 2), "C20", "5", 2)
    s = train(s, "QR", "2-0")
    assert run(s, "QR", "2-0", "B19.0", "C20.0", "B21.0").frame.revenue == 50


@pytest.mark.rule("1848-IX-2", "1848-XI-Haf-2")
def test_red_links_and_the_large_harbour_count():
    s = tile(tile(at_home("QR", "2"), "B19", "57", 2), "C20", "5", 2)
    s = turn(train(s, "QR", "2-0"), "QR", step=RUN)
    refused(s, RunTrains(0, (Route("2-0", ("A18.0", "B19.0", "C20.0")),)), "IX-2")
    # Tasmania – Melbourne – Geelong
    s = tile(tile(at_home("VR", *GREEN), "I10", "241", 1), "H11", "5", 0)
    s = turn(train(tile(s, "H9", "57", 1), "VR", "2-0"), "VR", step=RUN)
    found = refused(s, RunTrains(0, (Route("2-0", ("I10.0", "H11.0", "H9.0")),)), "IX-2")
    assert (found.figures["count"], found.figures["max"]) == (3, 2)


@pytest.mark.rule("1848-IX-2")
def test_nothing_on_the_way_is_skipped():
    """From Canberra to Dubbo past Wagga Wagga: there is no such track."""
    s = turn(train(canberra_line(at_home("FT", "2")), "FT", "2-0"), "FT", step=RUN)
    refused(s, RunTrains(0, (Route("2-0", ("G14.0", "F13", "E14.0")),)), "XI-1")


# -- IX-3: plus trains (see also VIII-Gauge-2) ---------------------------------


@pytest.mark.rule("1848-IX-3")
def test_a_plus_train_has_no_more_cities():
    s = train(canberra_line(at_home("FT", "2")), "FT", "2-0", "2+")
    s = turn(s, "FT", step=RUN)
    found = refused(s, RunTrains(0, (Route("2-0", ("G14.0", "F13.0", "E14.0")),)), "IX-2")
    assert (found.figures["count"], found.figures["max"]) == (3, 2)


# -- IX-4: the D ---------------------------------


def long_line(s: Any) -> Any:
    """VR: Tasmania I10 – H11 – H9 | H7 – G6 – F5 – E4 – E2 – D1: 7 cities, harbour, red D1, a border."""
    s = tile(tile(tile(s, "I10", "241", 1), "H11", "5", 0), "H9", "57", 1)
    s = tile(tile(tile(s, "H7", "6", 2), "G6", "57", 2), "F5", "57", 2)
    return tile(tile(s, "E4", "6", 5), "E2", "6", 2)


LONG = ("I10.0", "H11.0", "H9.0", "H7.0", "G6.0", "F5.0", "E4.0", "E2.0", "D1.0")


@pytest.mark.rule("1848-IX-4")
def test_a_d_has_no_limit():
    """Nine places and a border, ten for an 8: 50 + 7 × 20 + 80 in the grey phase."""
    s = train(long_line(at_home("VR", *GREY)), "VR", "8-0", "D")
    assert run(s, "VR", "8-0", *LONG).frame.revenue == 270
    s = turn(train(long_line(at_home("VR", *GREY)), "VR", "8-0", "8"), "VR", step=RUN)
    found = refused(s, RunTrains(0, (Route("8-0", LONG),)), "IX-2")
    assert (found.figures["count"], found.figures["max"]) == (10, 8)


@pytest.mark.rule("1848-IX-2")
def test_an_8_counts_the_border():
    """Melbourne to Whyalla are 7 cities and the border: exactly 8; D1 is one too many."""
    s = train(long_line(at_home("VR", *GREY)), "VR", "8-0", "8")
    assert run(s, "VR", "8-0", *LONG[1:-1]).frame.revenue == 140
    found = refused(turn(s, "VR", step=RUN), RunTrains(0, (Route("8-0", LONG[1:]),)), "IX-2")
    assert (found.figures["count"], found.figures["max"]) == (9, 8)


@pytest.mark.rule("1848-IX-4")
def test_a_d_needs_an_own_marker_too():
    s = turn(train(long_line(at_home("VR", *GREY)), "VR", "8-0", "D"), "VR", step=RUN)
    refused(s, RunTrains(0, (Route("8-0", LONG[2:]),)), "XI-1")


# -- IX-6, IX-10: the Ghan ---------------------------------


def ghan(*sold: str) -> Any:
    return train(ghan_line(at_home("SAR", *(sold or BROWN))), "SAR", "2E-0")


@pytest.mark.rule("1848-IX-10")
@pytest.mark.parametrize(("sold", "alice"), [(BROWN, 40), (GREY, 60)])
def test_a_2e_earns_its_two_ends(sold, alice):
    """Own marker in Adelaide, worth 60; Port Pirie and Port Augusta between (20 each) add nothing."""
    assert run(ghan(*sold), "SAR", "2E-0", *TO_ALICE).frame.revenue == 60 + alice


@pytest.mark.rule("1848-IX-10")
def test_a_2e_is_paid_for_the_marker_it_starts_from():
    """SAR starts in Port Augusta (20) although it has a better marker in Adelaide."""
    s = marker(ghan(), "SAR", "E4.0")
    assert run(s, "SAR", "2E-0", *TO_ALICE[2:]).frame.revenue == 20 + 40


@pytest.mark.rule("1848-IX-10", "1848-IX-6")
def test_nothing_between_counts_not_even_an_own_city():
    """From Port Pirie (20) through Port Augusta, now green and worth 30, with an own marker in both."""
    s = marker(marker(ghan(), "SAR", "F5.0"), "SAR", "E4.0")
    s = tile(s, "E4", "15", 2)  # sides 2, 3, 4, 5
    assert run(s, "SAR", "2E-0", *TO_ALICE[1:]).frame.revenue == 20 + 40


@pytest.mark.rule("1848-IX-10")
def test_gauge_changes_are_free_for_a_2e():
    """VR from Melbourne (20) over the border at Geelong to Alice Springs: 20 + 40."""
    s = long_line(at_home("VR", *BROWN))
    s = ghan_line(s)  # Adelaide's brown tile has side 2 but not 5: Mount Gambier is cut off …
    s = tile(s, "G6", "239", 2)  # … turned by 2 it has sides 2, 3, 4, 5
    s = train(s, "VR", "2E-0")
    path = ("H11.0", "H9.0", "H7.0", *TO_ALICE)
    assert run(s, "VR", "2E-0", *path).frame.revenue == 60


@pytest.mark.rule("1848-IX-10")
def test_a_2e_gets_no_k_bonus():
    """Under 18xx.games, where the bonus exists, Melbourne – Adelaide – Alice Springs earns no more."""
    s = stock(rulings="18xx.games")
    s = start(phase(s, *BROWN), "VR").replace(begun=("VR",))
    s = tile(ghan_line(long_line(marker(s, "VR", "H11.0"))), "G6", "239", 2)
    path = ("H11.0", "H9.0", "H7.0", *TO_ALICE)
    assert run(train(s, "VR", "2E-0"), "VR", "2E-0", *path).frame.revenue == 60


@pytest.mark.rule("1848-IX-10", "1848-XI-5")
def test_a_2e_needs_track_of_its_own():
    s = train(ghan(), "SAR", "5-0")
    routes = (Route("2E-0", TO_ALICE), Route("5-0", ("G6.0", "F5.0")))
    found = refused(turn(s, "SAR", step=RUN), RunTrains(0, routes), "XI-5")
    assert (found.figures["first"], found.figures["second"]) == ("2E", "5")


@pytest.mark.rule("1848-IX-6")
def test_a_2e_ends_in_alice_springs():
    s = turn(ghan(), "SAR", step=RUN)
    refused(s, RunTrains(0, (Route("2E-0", ("G6.0", "F5.0", "E4.0")),)), "IX-6")


@pytest.mark.rule("1848-IX-6")
def test_a_2e_starts_at_an_own_marker():
    """From Mount Gambier H7, where SAR has none, through Adelaide: the route does not start at a marker."""
    s = tile(tile(ghan(), "G6", "239", 2), "H7", "57", 2)
    refused(turn(s, "SAR", step=RUN), RunTrains(0, (Route("2E-0", ("H7.0", *TO_ALICE)),)), "IX-6")


@pytest.mark.rule("1848-IX-6")
def test_a_2e_cannot_pass_a_full_foreign_city():
    s = marker(ghan(), "CAR", "E4.0")
    with pytest.raises(Refusal):
        run(s, "SAR", "2E-0", *TO_ALICE)
    # The green tile has a second slot: the way is free.
    s = tile(s, "E4", "15", 2)
    assert run(s, "SAR", "2E-0", *TO_ALICE).frame.revenue == 100


@pytest.mark.rule("1848-IX-6", "1848-X-5")
def test_the_2e_is_on_sale_from_the_first_5_on():
    """Beside the ascending order: the bank still sells 5s or 6s at the same time."""
    express = BuyTrain(0, "2E-0", "2E", 200)
    early = turn(sells(at_home("SAR"), "5"), "SAR", step=TRAINS)
    forbidden(early, express, "IX-Buy-4", train="2E-0", offers="5-0")
    late = do(early, BuyTrain(0, "5-0", "5", 500))
    assert express in legal(late, 0)
    s = do(late, express)
    assert (s.trains["2E-0"], s.cash["SAR"]) == ("SAR", 100)
    assert s.trains["2E-1"] == "bank"  # there is always another one


# -- IX-7: what is special about owning one ---------------------------------


@pytest.mark.rule("1848-IX-7")
def test_a_2e_does_not_count_towards_the_limit():
    """The limit is 2: the 2E is bought beside two trains, and a second train beside the 2E."""
    s = sells(train(at_home("SAR", cash=1000), "SAR", "5-0"), "6")
    s = s.replace(trains={**s.trains, "6-0": "SAR", "6-1": "bank"}, versions={**s.versions, "6-0": "6"})
    s = turn(s.replace(phases=(*BROWN, "6")), "SAR", step=TRAINS)
    assert (s.train_limits["public"], len(s.limited_trains("SAR"))) == (2, 2)
    s = do(s, BuyTrain(0, "2E-0", "2E", 200))
    assert not isinstance(s.frame, SurplusTrains)
    one = turn(train(sells(train(at_home("SAR"), "SAR", "5-0"), "6"), "SAR", "2E-0"), "SAR", step=TRAINS)
    do(one, BuyTrain(0, "6-0", "6", 600))


@pytest.mark.rule("1848-IX-7")
def test_one_2e_per_company():
    s = do(turn(sells(at_home("SAR"), "6"), "SAR", step=TRAINS), BuyTrain(0, "2E-0", "2E", 200))
    forbidden(s, BuyTrain(0, "2E-1", "2E", 200), "IX-7", company="SAR", train="2E")


@pytest.mark.rule("1848-IX-7")
def test_a_2e_is_not_traded():
    s = train(start(at_home("SAR"), "VR"), "VR", "2E-0")  # same director
    s = turn(sells(s, "6"), "SAR", step=TRAINS)
    forbidden(s, BuyTrain(0, "2E-0", "2E", 200), "IX-7", train="2E")
    assert not offered(s, 0, lambda a: isinstance(a, BuyTrain) and a.train == "2E-0")


# -- IX-5, IX-9: a 4 in payment for a D ---------------------------------

FOR_A_4 = BuyTrain(0, "8-0", "D", 800, exchange="4-0")


def before_the_8(*cards: tuple[str, str], cash: int = 800) -> Any:
    """FT with these trains; both 6s are out, no 8 yet."""
    s = at_home("FT", cash=cash)
    for card, version in cards:
        s = train(s, "FT", card, version)
    return turn(sells(s, "8"), "FT", step=TRAINS)


@pytest.mark.rule("1848-IX-5")
@pytest.mark.parametrize("version", ["4", "4+"])
def test_the_first_d_takes_a_4_for_300(version):
    s = before_the_8(("4-0", version))
    assert FOR_A_4 in legal(s, 0)
    s = do(s, FOR_A_4)
    assert (s.cash["FT"], s.trains["4-0"], s.versions["8-0"]) == (0, "out", "D")
    assert s.trains_of("FT") == ["8-0"]


@pytest.mark.rule("1848-IX-5")
def test_never_against_an_8():
    s = before_the_8(("4-0", "4"))
    forbidden(s, BuyTrain(0, "8-0", "8", 500, exchange="4-0"), "IX-5", version="8", exchange="4-0")


@pytest.mark.rule("1848-IX-5")
def test_only_an_own_4():
    s = before_the_8(("4-0", "4"), ("5-0", "5"))
    forbidden(s, BuyTrain(0, "8-0", "D", 800, exchange="5-0"), "IX-5", exchange="5-0")
    foreign = s.replace(trains={**s.trains, "4-0": "VR"})
    forbidden(foreign, FOR_A_4, "IX-5", exchange="4-0")


@pytest.mark.rule("1848-IX-5")
def test_not_after_the_first_8_or_d():
    """Even if a 4 were still there: the next D costs its 1100. Also when the first 8/D was removed."""
    s = before_the_8(("4-0", "4"), cash=3000)
    removed = remove_train(s, "8-0")
    sold = do(s, BuyTrain(0, "8-0", "8", 800))
    for after in (removed, sold):
        assert after.trains["4-0"] == "out"  # scrapped
        after = after.replace(trains={**after.trains, "4-0": "FT"})
        again = BuyTrain(0, "8-1", "D", 800, exchange="4-0")
        forbidden(turn(after, "FT", step=TRAINS), again, "IX-5", exchange="4-0")


@pytest.mark.rule("1848-IX-9", "1848-IX-5")
def test_the_trade_in_is_possible_at_the_limit():
    s = before_the_8(("4-0", "4"), ("5-0", "5"), cash=1100)
    assert len(s.limited_trains("FT")) == s.train_limits["public"] == 2
    forbidden(s, BuyTrain(0, "8-0", "D", 1100), "IX-Buy-3", owned=2, limit=2)
    assert FOR_A_4 in legal(s, 0)
    assert do(s, FOR_A_4).trains_of("FT") == ["5-0", "8-0"]
