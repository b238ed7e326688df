"""VII.9: how trains run, and the rulebook's example of four companies in the green phase."""

from typing import Any

import pytest

from stellwerk.games.g1824.rules.runs import RUNS
from stellwerk.mech18.dividends import Dividend

from .lines import GREEN, best, bohemia, lay, prag, ready, runs, value, way
from .table import DIVIDEND, do, home, marker, no_trains, phase, refused, start, stock, tile

WIEN_LOOP = {"E10": ("7", 3), "D11": ("7", 5)}
"""From Wien's western city over E10 and D11 to its northern one."""
JUNCTION = {"B9": ("57", 1), "B11": ("23", 1), "B13": ("55", 0), "C12": ("57", 2)}
"""Prag – B11, where the track divides to a town of B13 and to Brünn."""


def bk(*cards: str) -> Any:
    """BK with markers in Prag and Pilsen on the track of the rulebook's example."""
    return ready(marker(bohemia(prag(*GREEN)), "BK", "B5.0"), "BK", *cards)


# -- VII.9-1, VII.9-2: range ---------------------------------


@pytest.mark.rule("1824-VII.9-1")
def test_a_normal_train_counts_towns_too():
    s = bk("3-0", "4-0")
    assert value(s, ("4-0", way("GCBF"))) == 80
    found = refused(s, runs(("3-0", way("GCBF"))), "VII.9-1")
    assert (found.figures["count"], found.figures["max"]) == (4, 3)


@pytest.mark.rule("1824-VII.9-1")
@pytest.mark.parametrize(("card", "places"), [("2-0", 2), ("3-0", 3), ("4-0", 4), ("5-0", 5), ("6-0", 6)])
def test_the_range_is_printed_on_the_card(card, places):
    s = bk(card)
    line = "AFBCGJH"
    assert value(s, (card, way(line[:places])))
    refused(s, runs((card, way(line[: places + 1]))), "VII.9-1")


@pytest.mark.rule("1824-VII.9-1")
@pytest.mark.parametrize("card", ["8-0", "10-0"])
def test_large_trains_have_no_need_of_their_whole_range(card):
    assert value(bk(card), (card, way("AFBCGJH"))) == 140


@pytest.mark.rule("1824-VII.9-1", "1824-VII.9-2")
def test_no_place_is_left_out():
    """Between Prag and Pilsen the train calls at both towns, wanted or not."""
    s = bk("3-0", "2g-0")
    refused(s, runs(("3-0", ("B9.0", "B5.0"))), "VII.2-1")
    refused(s, runs(("3-0", ("B9.0", "A8.0", "B5.0"))), "VII.2-1")
    refused(s, runs(("2g-0", ("C6.0", "B5.0", "A8.0", "B9.0"))), "VII.2-1")


@pytest.mark.rule("1824-VII.9-2")
def test_towns_use_no_range_of_a_goods_train():
    """A 1g calls at three towns and one city; a second city is too much."""
    s = bk("1g-0", "2g-0")
    assert value(s, ("1g-0", way("IFBCD"))) == 60
    found = refused(s, runs(("1g-0", way("IFBCG"))), "VII.9-2")
    assert (found.figures["count"], found.figures["max"]) == (2, 1)
    assert value(s, ("2g-0", way("IFBCG"))) == 80


@pytest.mark.rule("1824-VII.9-2")
def test_a_red_link_is_a_large_place():
    s = bk("1g-0", "2g-0")
    refused(s, runs(("1g-0", way("IFA"))), "VII.9-2")
    assert value(s, ("2g-0", way("IFA"))) == 50


@pytest.mark.rule("1824-VII.9-2")
def test_without_a_mine_in_reach_a_goods_train_stands_still():
    s = lay(prag(*GREEN), {"B9": ("57", 1), "B11": ("8", 5), "C12": ("57", 2)})
    s = ready(s, "BK", "1g-0")
    assert best(s, "BK") == 0
    assert do(s, runs()).last_run["BK"] == 0


# -- VII.9-3 to VII.9-5: several trains ---------------------------------


@pytest.mark.rule("1824-VII.9-3")
def test_two_goods_trains_leave_a_mine_by_its_two_exits():
    s = bk("1g-0", "1g-1")
    assert value(s, ("1g-0", way("IFBCD")), ("1g-1", way("ICG"))) == 100
    found = refused(s, runs(("1g-0", way("IF")), ("1g-1", way("IFB"))), "VII.9-5")
    assert str(found.figures["piece"]).split()[0] in ("C6", "B5")


@pytest.mark.rule("1824-VII.9-4")
def test_no_place_twice():
    """Prag is passed twice on different tracks: over A8 and over B7, which is now joined with Pilsen."""
    s = ready(tile(marker(bohemia(prag(*GREEN)), "BK", "B5.0"), "B7", "9", 1), "BK", "6-0")
    found = refused(
        s, runs(("6-0", ("C12.0", "B11", "B9.0", "B7", "B5.0", "A6.0", "A8.0", "B9.0"))), "VII.9-4"
    )
    assert found.figures["stop"] == "Prag"
    assert value(s, ("6-0", ("C12.0", "B11", "B9.0", "B7", "B5.0", "A6.0", "A8.0"))) == 110


@pytest.mark.rule("1824-VII.9-4")
def test_no_red_link_twice():
    """Dresden covers A4 and B3: Pilsen has track to both."""
    s = ready(lay(marker(prag(*GREEN), "BK", "B5.0"), {"B5": ("15", 1)}), "BK", "3-0")
    found = refused(s, runs(("3-0", ("A4.0", "B5.0", "B3.0"))), "VII.9-4")
    assert found.figures["group"] == "Dresden"
    assert value(s, ("3-0", ("B5.0", "B3.0"))) == 50


@pytest.mark.rule("1824-VII.9-4")
def test_not_from_wien_to_wien():
    s = home(phase(stock(owners={"KK1": 0}), *GREEN), "KK1")
    s = ready(lay(s, WIEN_LOOP), "KK1", "3-0")
    found = refused(s, runs(("3-0", ("E12.1", "E10", "D11", "E12.2"))), "VII.9-4")
    assert found.figures["group"] == "E12"
    assert best(s, "KK1") == 0


@pytest.mark.rule("1824-VII.9-4")
def test_not_from_budapest_to_budapest():
    """From Pest over a town and Szegedin back to Buda: 30 + 10 + 20, but not 30 more."""
    track = {"F17": ("498", 0), "E18": ("7", 5), "F19": ("58", 0), "G18": ("5", 2)}
    s = ready(lay(home(phase(stock(owners={"UG1": 0}), *GREEN), "UG1"), track), "UG1", "4-0")
    round_town = ("F17.1", "E18", "F19.0", "G18.0", "F17.0")
    found = refused(s, runs(("4-0", round_town)), "VII.9-4")
    assert found.figures["group"] == "F17"
    assert value(s, ("4-0", round_town[:-1])) == best(s, "UG1") == 60


@pytest.mark.rule("1824-VII.9-4")
def test_two_towns_of_a_hex_are_two_places():
    track = {"C12": ("57", 0), "B13": ("56", 4), "B15": ("5", 0), "C14": ("7", 2)}
    s = home(start(lay(phase(stock(), *GREEN), track), "MS"), "MS")
    assert value(ready(s, "MS", "4-0"), ("4-0", ("C12.0", "B13.0", "B15.0", "C14", "B13.1"))) == 60


@pytest.mark.rule("1824-VII.9-5")
def test_trains_run_on_separate_track_and_meet_in_cities():
    s = bk("3-0", "4-0")
    assert value(s, ("3-0", way("HJG")), ("4-0", way("GCBF"))) == 150
    found = refused(s, runs(("3-0", way("HJG")), ("4-0", way("JGCB"))), "VII.9-5")
    assert str(found.figures["piece"]).split()[0] in ("B9", "B11", "C12")


@pytest.mark.rule("1824-VII.9-5", "1824-VII.6-6")
def test_two_tracks_over_one_side_of_sarajevo_are_separate():
    """From Triest and from H11 two tracks lead through J11, side by side; no train changes between them."""
    track = {"I8": ("401", 3), "I10": ("8", 5), "H11": ("4", 2), "I12": ("8", 0)}
    s = ready(home(start(lay(phase(stock(), *GREEN), track), "BH"), "BH"), "BH", "2-0", "2-1")
    west, north = ("J13.0", "J11", "I10", "I8.0"), ("J13.0", "J11", "I12", "H11.0")
    assert value(s, ("2-0", west), ("2-1", north)) == best(s, "BH") == 40 + 20
    assert len(RUNS.network(s, "BH").problem.segments) == 2
    refused(s, runs(("2-0", ("I8.0", "I10", "J11", "I12", "H11.0"))), "VII.2-1")


@pytest.mark.rule("1824-VII.9-5")
def test_a_train_runs_once_and_only_an_own_one():
    s = bk("3-0")
    refused(s, runs(("3-0", way("GJ")), ("3-0", way("GC"))), "VII.9-5")
    refused(s, runs(("3-1", way("GJ"))), "VII.9-5")


@pytest.mark.rule("1824-VII.9-5b")
def test_a_junction_serves_one_train():
    s = ready(lay(prag(*GREEN), JUNCTION), "BK", "2-0", "2-1")
    to_town, to_city = ("B9.0", "B11", "B13.1"), ("B9.0", "B11", "C12.0")
    assert value(s, ("2-0", to_town)) == 30
    assert value(s, ("2-0", to_city)) == 40
    refused(s, runs(("2-0", to_town), ("2-1", to_city)), "VII.9-5")
    assert best(s, "BK") == 40


# -- VII.9-6: the example ---------------------------------


def example() -> Any:
    """EPP starts at I, EOD at E; BK has Prag (G) and Pilsen (F), MS Prag and Brünn (J): Prag is full."""
    s = stock(owners={"EPP": 0, "EOD": 1})
    s = home(start_beside_coal(start_beside_coal(bohemia(s), "BK", 2), "MS", 3), "EPP", "EOD", "BK", "MS")
    s = marker(marker(s, "BK", "B5.0"), "MS", "B9.0")
    for railway in ("EPP", "EOD"):
        s = no_trains(s, railway)
    return phase(s, *GREEN)


def start_beside_coal(s: Any, company: str, seat: int) -> Any:
    """An open regional railway although its coal railway still runs: the example has both."""
    s = s.hand_over(f"{company}_0", f"seat{seat}")
    return s.replace(opened=(*s.opened, company))


EXAMPLE = [
    ("EPP", 0, (("1g-4", "IFBCD", 60), ("1g-5", "ICG", 40)), 20),
    ("EOD", 1, (("2g-0", "EDCBFA", 80),), 10),
    ("BK", 2, (("3-0", "JGC", 70), ("2g-0", "EDCBFA", 80)), 10),
    ("MS", 3, (("3-0", "HJG", 70), ("4-0", "GCBF", 80)), 0),
]


@pytest.mark.rule("1824-VII.9-6")
@pytest.mark.parametrize(("company", "seat", "routes", "mines"), EXAMPLE, ids=[row[0] for row in EXAMPLE])
def test_the_rulebooks_example(company, seat, routes, mines):
    before = ready(example(), company, *(card for card, _, _ in routes))
    for card, places, worth in routes:
        assert value(before, (card, way(places))) == worth
    revenue = sum(worth for _, _, worth in routes)
    assert best(before, company) == revenue
    action = runs(*((card, way(places)) for card, places, _ in routes), seat=seat)
    s = do(before, action)
    owner = f"seat{seat}"
    if company in ("EPP", "EOD"):
        assert s.cash[owner] - before.cash[owner] == revenue // 2
        assert s.cash[company] - before.cash[company] == revenue // 2 + mines
    else:
        assert (s.frame.step, s.frame.revenue) == (DIVIDEND, revenue)
        s = do(s, Dividend(seat, True))
        assert s.cash[company] - before.cash[company] == mines


@pytest.mark.rule("1824-VII.9-6", "1824-VII.3-1")
def test_coal_railway_1_of_the_example_stops_before_the_second_mine():
    s = ready(example(), "EPP", "1g-4")
    refused(s, runs(("1g-4", way("IFBCDE"))), "VII.3-1")
    assert do(s, runs(("1g-4", way("IFBCD")))).last_run["EPP"] == 60
