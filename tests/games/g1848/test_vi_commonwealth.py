"""VI, Commonwealth Railways: two conditions, two homes, markers at the edge.

The line Adelaide G6 – Sydney F17 of `overland` lacks its last tile on E16 where a test says so: tile 8
turned 5 then joins the cities. Sydney is NSW's home and Adelaide SAR's.
"""

from typing import Any

import pytest

from stellwerk.board.hexes import StopId
from stellwerk.board.reach import connected
from stellwerk.engine import legal, play
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.companies import look_for_connection
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.state import OFFER
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain
from tests.games.g1848.table import (
    cash_of,
    do,
    events,
    forbidden,
    give,
    home,
    lost_before,
    marker,
    offered,
    operating_round,
    overland,
    par,
    phase,
    price_at,
    refused,
    rest_of_turn,
    sells,
    southport,
    start,
    stock,
    tile,
    train,
    turn,
)

JOIN = LayTile(0, "E16", "8", 5)  # by NSW, director Ann


def nsw_builds(com_shares: int = 6, nsw_price: int = 90, rulings: str = "book") -> Any:
    """NSW in operation with a train, the line unjoined; COM has a price of 80 and shares with Ben."""
    s = overland(home(start(stock(rulings=rulings), "NSW", price=nsw_price), "NSW"), "E16")
    return give(par(train(s, "NSW", "2-0"), "COM", 80), 1, "COM", com_shares)


# -- going into operation ------------------------------------------------------------------------


@pytest.mark.rule("1848-VI-COM-1", "1848-VI-COM-7")
def test_com_opens_with_its_capital_when_60_percent_are_sold_and_the_cities_are_joined() -> None:
    s = turn(nsw_builds(), "NSW")
    assert "COM" not in s.opened
    assert s.cash["COM"] == 0
    assert events(s, JOIN)[1:] == ["CitiesJoined", "CompanyOpened"]
    after = do(s, JOIN)
    assert "COM" in after.opened
    assert after.cash["COM"] == 800
    assert after.cash["bank"] == s.cash["bank"] + 50 - 800  # the mountain of E16 costs 50


@pytest.mark.rule("1848-VI-COM-1", "1848-VI-COM-7")
def test_the_connection_alone_is_not_enough() -> None:
    s = do(turn(nsw_builds(com_shares=5), "NSW"), JOIN)
    assert s.joined
    assert "COM" not in s.opened
    s = stock().replace(papers=s.papers, par=s.par, prices=s.prices, joined=True)
    s = do(s, BuyShare(0, "COM", OFFER))  # the sixth share completes the conditions
    assert "COM" in s.opened
    assert s.cash["COM"] == 800


@pytest.mark.rule("1848-VI-COM-1", "1848-VI-COM-7")
def test_60_percent_alone_are_not_enough() -> None:
    s = give(par(stock(), "COM", 80), 1, "COM", 5)
    s = do(s, BuyShare(0, "COM", OFFER))
    assert "COM" not in s.opened
    assert s.cash["COM"] == 0


@pytest.mark.rule("1848-VI-COM-1")
def test_station_markers_do_not_break_the_connection() -> None:
    s = marker(nsw_builds(), "VR", "E14.0")  # Dubbo is full with a foreign marker
    assert "COM" in do(turn(s, "NSW"), JOIN).opened


@pytest.mark.rule("1848-VI-COM-1")
def test_the_connection_may_not_reverse_on_a_junction() -> None:
    # Tile 25 on E16 joins side 3 with side 1 (Dubbo) and with side 5 (Sydney), but not 1 with 5.
    # Over side 3 both lines lead to a town of C18, where no train turns back either.
    s = tile(tile(nsw_builds(), "E16", "25", 3), "C18", "1", 0)
    assert not do(turn(s, "NSW"), LayTile(0, "D17", "9", 0)).joined


@pytest.mark.rule("1848-VI-COM-1")
def test_the_connection_may_not_pass_through_a_red_link() -> None:
    # Whyalla E2 and a town of D3 are joined only by D1.
    s = tile(tile(stock(), "E2", "5", 2), "D3", "1", 0)
    atlas = s.book.atlas
    assert connected(atlas, s.board, StopId("E2.0"), StopId("D1.0"))
    assert connected(atlas, s.board, StopId("D1.0"), StopId("D3.0"))
    assert not connected(atlas, s.board, StopId("E2.0"), StopId("D3.0"))


@pytest.mark.rule("1848-VI-COM-8")
def test_com_s_starter_chooses_the_price_and_its_shares_are_traded_before_it_opens() -> None:
    s = stock()
    forbidden(s, StartCompany(0, "COM", 65), "VI-Norm-1", pars="70, 80, 90, 100")
    starts = offered(s, 0, lambda a: isinstance(a, StartCompany) and a.company == "COM")
    assert [a.par for a in starts] == [70, 80, 90, 100]
    s = do(s, StartCompany(0, "COM", 90), BuyShare(1, "COM", OFFER))
    assert (s.shares("seat0", "COM"), s.shares("seat1", "COM"), "COM" in s.opened) == (2, 1, False)
    assert s.cash["seat1"] == 630 - 90
    s = give(s.update_frame(seat=1), 1, "COM", 1)
    assert do(s, SellShares(1, "COM", 1)).cash["seat1"] == 630


@pytest.mark.rule("1848-VI-COM-2")
def test_the_first_6_sold_opens_com_without_a_connection() -> None:
    s = sells(southport(home(start(stock(), "QR", price=100), "QR")), "6")
    s = give(par(s, "COM", 80), 1, "COM", 6)
    s = do(turn(s, "QR", step=5), BuyTrain(0, "6-0", "6", 600))
    assert "COM" in s.opened
    assert s.cash["COM"] == 800
    assert not s.joined


@pytest.mark.rule("1848-VI-COM-2")
def test_a_5_does_not_open_com() -> None:
    s = sells(southport(home(start(stock(), "QR", price=100), "QR")), "5")
    s = give(par(s, "COM", 80), 1, "COM", 6)
    assert "COM" not in do(turn(s, "QR", step=5), BuyTrain(0, "5-0", "5", 500)).opened


@pytest.mark.rule("1848-VI-COM-2", "1848-VI-BoE-7")
def test_the_first_6_removed_opens_com_as_well() -> None:
    s = give(par(sells(lost_before(stock(), "VR"), "6"), "COM", 80), 1, "COM", 6)
    s = turn(price_at(start(s, "QR"), "QR", 3, 2), "QR")
    s = do(s, TakeLoan(0))  # the second takeover removes the cheapest permanent train, a 6
    assert s.trains["6-0"] == "out"
    assert "COM" in s.opened


@pytest.mark.rule("1848-VI-COM-2")
def test_after_the_first_6_com_opens_at_60_percent_like_any_other() -> None:
    s = give(par(phase(stock(), "6"), "COM", 70), 1, "COM", 5)
    s = do(s, BuyShare(0, "COM", OFFER))
    assert "COM" in s.opened
    assert s.cash["COM"] == 700


# -- COM's place in the round --------------------------------------------------------------------


@pytest.mark.rule("1848-VI-COM-3")
def test_joined_before_its_place_com_acts_in_the_same_round() -> None:
    s = operating_round(nsw_builds(nsw_price=90), of=2)
    assert s.frame.company == "NSW"
    s = rest_of_turn(do(s, JOIN))
    assert (s.frame.company, s.stack[1].number) == ("COM", 1)


@pytest.mark.rule("1848-VI-COM-3", "1848-S8")
def test_joined_after_its_place_com_waits_for_the_next_round() -> None:
    s = operating_round(nsw_builds(nsw_price=70), of=2)  # COM's place at 80 has passed silently
    assert s.frame.company == "NSW"
    s = do(s, JOIN)
    assert "COM" in s.opened
    s = rest_of_turn(s)
    assert (s.frame.company, s.stack[1].number) == ("COM", 2)
    assert s.price("COM") == 80  # waiting did not cost it anything


@pytest.mark.rule("1848-VI-COM-3")
def test_a_weaker_company_s_6_also_lets_com_act_only_in_the_next_round() -> None:
    s = sells(southport(home(start(stock(), "QR", price=70, cash=900), "QR")), "6")
    s = operating_round(give(par(s, "COM", 80), 1, "COM", 6), of=2)
    while not any(isinstance(a, BuyTrain) for a in legal(s, 0)):
        s = play(s, legal(s, 0)[-1]).state
    s = rest_of_turn(do(s, BuyTrain(0, "6-0", "6", 600)))
    assert (s.frame.company, s.stack[1].number) == ("COM", 2)


# -- homes and edge markers ----------------------------------------------------------------------


def com_acts(s: Any, **fields: Any) -> Any:
    """COM, director Ann, begins its first turn."""
    return turn(start(s, "COM"), "COM", **fields)


@pytest.mark.rule("1848-VI-COM-4")
def test_com_s_two_home_markers_are_free() -> None:
    s = tile(tile(stock(), "G6", "238", 2), "F17", "238", 1)  # two slots each
    s = com_acts(s)
    assert s.board.markers_of("COM") == ("F17.0", "G6.0")
    assert sorted(s.board.markers["F17.0"]) == sorted(s.board.markers["G6.0"]) == ["", "COM"]
    assert s.cash["COM"] == 800
    assert s.markers["COM"] == 2


@pytest.mark.rule("1848-VI-COM-5")
def test_without_a_slot_the_markers_lie_at_the_edge() -> None:
    s = home(start(start(overland(stock()), "NSW", seat=1), "SAR", seat=2), "NSW", "SAR")
    s = com_acts(s)
    assert s.board.beside == {"G6.0": ("COM",), "F17.0": ("COM",)}
    assert s.board.markers["F17.0"] == ("NSW",)
    assert s.board.markers["G6.0"] == ("SAR",)


@pytest.mark.rule("1848-VI-COM-5")
def test_an_edge_marker_lies_at_an_unbuilt_hex_too_and_builds_from_it() -> None:
    s = home(start(start(stock(), "NSW", seat=1), "SAR", seat=2), "NSW", "SAR")
    s = com_acts(s)
    assert s.board.beside == {"G6.0": ("COM",), "F17.0": ("COM",)}
    s = do(s, LayTile(0, "F17", "5", 2))
    assert s.board.beside["F17.0"] == ("COM",)


def at_the_edge_of_sydney() -> Any:
    """COM beside NSW's marker in Sydney; track Dubbo E14 – Sydney F17 – Newcastle E18."""
    s = tile(overland(home(start(stock(), "NSW", seat=1), "NSW")), "E18", "57", 0)
    return com_acts(s)


@pytest.mark.rule("1848-VI-COM-5")
def test_com_runs_from_and_through_a_city_where_its_marker_lies_at_the_edge() -> None:
    s = at_the_edge_of_sydney()
    s = turn(train(s, "COM", "3-0"), "COM", step=3)
    s = do(s, RunTrains(0, (Route("3-0", ("E14.0", "E16", "F17.0", "E18.0")),)))
    assert s.frame.revenue == 60  # three yellow cities; Sydney is full, but COM's marker lies there
    other = marker(marker(s, "FT", "E18.0"), "FT", "E14.0")
    other = turn(train(start(other, "FT", seat=2), "FT", "3-1"), "FT", step=3, first=False)
    blocked = RunTrains(2, (Route("3-1", ("E14.0", "E16", "F17.0", "E18.0")),))
    assert refused(other, blocked, "XI-3").figures["stop"] == "Sydney"


@pytest.mark.rule("1848-VI-COM-9")
def test_the_edge_marker_moves_in_when_an_upgrade_brings_a_slot() -> None:
    s = turn(phase(at_the_edge_of_sydney(), "2", "3"), "COM")
    upgrade = LayTile(0, "F17", "238", 1)  # green, two slots
    assert "MarkerMovesIn" in events(s, upgrade)
    s = do(s, upgrade)
    assert s.board.markers["F17.0"] == ("NSW", "COM")
    assert "F17.0" not in s.board.beside
    assert s.markers["COM"] == 2  # the same marker, none is used up


@pytest.mark.rule("1848-VI-COM-10")
def test_the_slot_of_an_unopened_nsw_or_sar_is_not_for_com() -> None:
    s = com_acts(overland(stock()))
    assert s.board.beside == {"G6.0": ("COM",), "F17.0": ("COM",)}
    assert s.board.free_slots(s.book.atlas, StopId("F17.0")) == 1
    s = do(s, LayTile(0, "E18", "57", 0))  # nothing moves in with other lays either
    assert s.board.beside["F17.0"] == ("COM",)


@pytest.mark.rule("1848-VI-COM-10")
def test_an_edge_marker_blocks_nobody_nsw_gets_its_home() -> None:
    s = com_acts(overland(stock()))
    s = turn(start(s, "NSW", seat=1), "NSW")
    assert s.board.markers["F17.0"] == ("NSW",)
    assert s.board.beside["F17.0"] == ("COM",)


@pytest.mark.rule("1848-VI-COM-10", "1848-VI-COM-9")
def test_an_upgrade_must_leave_the_kept_slot_free_before_com_moves_in() -> None:
    # Green Sydney has two slots: one taken by QR, one kept for NSW. The brown tile has a third.
    s = marker(tile(phase(overland(stock(), "F17"), "2", "3", "5"), "F17", "238", 1), "QR", "F17.0")
    s = com_acts(s)
    assert s.board.beside["F17.0"] == ("COM",)
    s = do(s, LayTile(0, "F17", "239", 0))
    assert s.board.markers["F17.0"] == ("QR", "COM", "")
    assert "F17.0" not in s.board.beside


@pytest.mark.rule("1848-VI-COM-6")
def test_com_s_further_markers_cost_100_each() -> None:
    s = at_the_edge_of_sydney()
    s = do(turn(s, "COM", step=2), PlaceMarker(0, "E14.0"))
    assert s.cash["COM"] == 800 - 100
    s = do(turn(s, "COM", step=2), PlaceMarker(0, "E18.0"))
    assert s.cash["COM"] == 800 - 200


@pytest.mark.rule("1848-VI-COM-6")
def test_com_never_gets_the_price_of_40_and_has_five_markers() -> None:
    s = turn(phase(cash_of(at_the_edge_of_sydney(), "COM", 99), "2", "3"), "COM", step=2)
    forbidden(s, PlaceMarker(0, "E14.0"), "VIII-Stat-4", cash=99, cost=100)
    used_up = turn(s.replace(markers={**s.markers, "COM": 5}), "COM", step=2)
    assert used_up.frame.step == 5  # no marker left: the step passes by itself


@pytest.mark.rule("1848-VI-COM-6")
def test_normal_placing_rules_hold_for_com() -> None:
    s = turn(at_the_edge_of_sydney(), "COM", step=2)
    refused(s, PlaceMarker(0, "F17.0"), "VIII-Stat-5")  # one marker in a hex
    refused(s, PlaceMarker(0, "C20.0"), "VIII-Stat-2")  # no connection


@pytest.mark.rule("1848-VI-COM-7")
@pytest.mark.parametrize(("price", "capital"), [(70, 700), (100, 1000)])
def test_com_s_capital_is_ten_times_its_par(price: int, capital: int) -> None:
    s = give(par(overland(stock()), "COM", price), 1, "COM", 6)
    s = s.replace(stack=(s.stack[0], OperatingRound(2, 1, 1, True)))
    after = look_for_connection(s)
    assert after.cash["COM"] == capital
    assert after.cash["bank"] == s.cash["bank"] - capital


@pytest.mark.rule("1848-VI-COM-3", "1848-VIII-2")
def test_com_keeps_its_place_when_an_unopened_company_stands_above_it() -> None:
    """QR at 100 is not in operation; NSW at 90 joins the cities, so that COM at 80 acts after it."""
    s = operating_round(give(par(nsw_builds(), "QR", 100), 2, "QR", 2))
    assert s.frame.company == "NSW"
    assert rest_of_turn(do(s, JOIN)).frame.company == "COM"
