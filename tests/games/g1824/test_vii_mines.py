"""VII.3: mines and the goods trains that start there."""

from typing import Any

import pytest

from stellwerk.games.g1824.rules.runs import RUNS
from stellwerk.mech18.dividends import Dividend

from .lines import GREEN, PHASES, best, bohemia, prag, ready, runs, value, way
from .table import do, events, home, marker, phase, refused, start, stock, train, turn

MINES = {"C6": (10, 10, 40, 40), "A12": (10, 10, 40, 40), "A22": (20, 20, 60, 60), "H25": (20, 20, 60, 60)}


def bk(*cards: str, coal: bool = False) -> Any:
    """BK with markers in Prag and Pilsen on the track of the rulebook's example."""
    s = marker(bohemia(prag(*GREEN)), "BK", "B5.0")
    if coal:  # a foreign marker fills the mine
        s = s.replace(board=s.board.place(s.book.atlas, "C6.0", "EPP"))
    return ready(s, "BK", *cards)


def coal_railways() -> Any:
    """EPP of Ann and EOD of Ben on the same track; each owns the 1g it began with."""
    return home(phase(bohemia(stock(owners={"EPP": 0, "EOD": 1})), *GREEN), "EPP", "EOD")


@pytest.mark.rule("1824-VII.3-1")
def test_only_goods_trains_use_mines():
    s = bk("4-0", "2g-0")
    found = refused(s, runs(("4-0", way("ICG"))), "VII.3-1")
    assert found.figures["stop"] == "EPP"
    assert value(s, ("2g-0", way("ICG"))) == 40


@pytest.mark.rule("1824-VII.3-1", "1824-VII.9-2")
def test_a_goods_train_needs_a_mine():
    s = bk("4-0", "2g-0")
    refused(s, runs(("2g-0", way("GJ"))), "VII.3-1")
    assert value(s, ("4-0", way("GJ"))) == 60


@pytest.mark.rule("1824-VII.3-1")
def test_exactly_one_mine():
    """From one mine to the other: never; the book's coal railway 1 stops at D, before mine E."""
    s = marker(bohemia(prag(*GREEN)), "BK", "B5.0")
    refused(ready(s, "BK", "2g-0"), runs(("2g-0", way("IFBCDE"))), "VII.3-1")
    assert value(ready(s, "BK", "2g-0"), ("2g-0", way("IFBCD"))) == 60


@pytest.mark.rule("1824-VII.3-2")
def test_a_mine_uses_no_range():
    """The one large place of a 1g is a city: the mine does not count."""
    s = bk("1g-0")
    assert value(s, ("1g-0", way("ICG"))) == 40
    found = refused(s, runs(("1g-0", way("ICGJ"))), "VII.9-2")
    assert (found.figures["count"], found.figures["max"]) == (2, 1)


@pytest.mark.rule("1824-VII.3-2b")
@pytest.mark.parametrize(("pays", "treasury", "ann"), [(True, 10, 45), (False, 100, 0)])
def test_the_mine_pays_into_the_treasury_whatever_happens_to_the_rest(pays, treasury, ann):
    """90 of revenue: Ann has 5 of the 10 shares; the 10 of the mine are BK's in any case."""
    before = bk("2g-0")
    s = do(before, runs(("2g-0", way("EDCGJH"))))
    assert s.frame.revenue == 90
    s = do(s, Dividend(0, pays))
    gains = (s.cash["BK"] - before.cash["BK"], s.cash["seat0"] - before.cash["seat0"])
    assert gains == (treasury, ann)


@pytest.mark.rule("1824-VII.3-2b", "1824-IV.2-7")
def test_each_train_brings_the_value_of_its_mine():
    before = ready(coal_railways(), "EPP", "1g-3")
    s = do(before, runs(("1g-0", way("IFBCD")), ("1g-3", way("ICG"))))
    # 100 of revenue are halved, 20 of the mine are not.
    assert s.cash["EPP"] - before.cash["EPP"] == 50 + 20
    assert s.cash["seat0"] - before.cash["seat0"] == 50
    assert "MineIncome" in events(before, runs(("1g-0", way("IFBCD")), ("1g-3", way("ICG"))))


@pytest.mark.rule("1824-VII.3-3")
@pytest.mark.parametrize("mine", MINES)
def test_the_larger_value_from_the_first_5_on(mine):
    s = stock()
    values = [RUNS.stop_of(phase(s, *sold), "BK", f"{mine}.0").revenue for sold in PHASES.values()]
    assert tuple(values) == MINES[mine]
    assert RUNS.stop_of(phase(s, "2", "3", "4"), "BK", f"{mine}.0").revenue == MINES[mine][0]


@pytest.mark.rule("1824-VII.3-3")
def test_a_run_in_phase_5_brings_the_larger_value():
    before = ready(phase(marker(bohemia(prag()), "BK", "B5.0"), *PHASES["brown"]), "BK", "3g-0")
    s = do(before, runs(("3g-0", way("IFBCGJH"))))
    assert s.frame.revenue == 120
    assert do(s, Dividend(0, True)).cash["BK"] - before.cash["BK"] == 40


@pytest.mark.rule("1824-VII.3-4")
def test_the_home_of_a_coal_railway_is_its_mine():
    s = stock(owners={"EPP": 0, "EOD": 0, "MLB": 0, "SPB": 0})
    for railway, mine in zip(("EPP", "EOD", "MLB", "SPB"), MINES, strict=True):
        assert turn(s, railway).board.markers_of(railway) == (f"{mine}.0",)


@pytest.mark.rule("1824-VII.3-4")
def test_a_coal_railway_starts_only_at_its_own_mine():
    s = ready(coal_railways(), "EPP")
    refused(s, runs(("1g-0", way("EDC"))), "VII.2-1")  # none of its markers is there
    refused(s, runs(("1g-0", way("EDCI"))), "VII.3-1")
    found = RUNS.network(s, "EPP").problem.stops
    assert {stop.id for stop in found if "mine" in stop.tags} == {"C6.0"}
    assert value(s, ("1g-0", way("IFBCD"))) == 60


@pytest.mark.rule("1824-VII.3-4b")
def test_share_companies_start_at_any_mine():
    s = bk("2g-0", coal=True)
    assert value(s, ("2g-0", way("EDCBFA"))) == 80
    assert value(s, ("2g-0", way("ICGJ"))) == 70  # the marker of EPP on the mine is no hindrance


@pytest.mark.rule("1824-VII.3-4b")
def test_share_companies_need_a_marker_on_the_way():
    s = ready(bohemia(prag(*GREEN)), "BK", "2g-0")
    refused(s, runs(("2g-0", way("EDCBFA"))), "VII.2-1")
    assert value(s, ("2g-0", way("EDCG"))) == 50


@pytest.mark.rule("1824-VII.3-4b", "1824-IV.2-5", "1824-IV.3-5")
@pytest.mark.parametrize("railway", ["SD1", "KK2"])
def test_pre_state_railways_may_run_goods_trains(railway):
    """SD1 in Wien has no mine in reach: the train is legal and earns nothing."""
    s = train(home(stock(owners={railway: 0}), railway), railway, "1g-0")
    assert best(turn(s, railway, step=4), railway) == 0


@pytest.mark.rule("1824-VII.3-2b")
def test_a_mine_decides_between_runs_of_the_same_revenue():
    """Only a mine has a value beside the revenue."""
    s = home(start(phase(stock(), "2"), "BK"), "BK")
    sides = {stop: RUNS.stop_of(s, "BK", stop).side for stop in ("C6.0", "A22.0", "B9.0", "A8.0", "A4.0")}
    assert sides == {"C6.0": 10, "A22.0": 20, "B9.0": 0, "A8.0": 0, "A4.0": 0}
    s = phase(s, "2", "3", "4", "5")
    assert (RUNS.stop_of(s, "BK", "C6.0").side, RUNS.stop_of(s, "BK", "A4.0").side) == (40, 0)
