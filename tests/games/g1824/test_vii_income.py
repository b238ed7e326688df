"""VII.10: what a run earns, that it must be the best one, and who gets the money."""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal
from stellwerk.games.g1824.rules.runs import stop_of
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.runs import RunTrains

from .lines import GREEN, PHASES, bohemia, lay, prag, ready, runs, value, way
from .table import DIVIDEND, do, events, home, marker, phase, refused, singles, start, stock, to_pool

LINKS = {
    "A4": (10, 20, 30, 40),  # Dresden
    "B3": (10, 20, 30, 40),
    "A24": (10, 30, 40, 50),  # Kiew
    "G28": (10, 30, 40, 50),  # Bukarest
    "H1": (10, 30, 50, 70),  # Mailand
    "J13": (10, 10, 50, 50),  # Sarajevo
}


def bk(*cards: str, rulings: str = "book") -> Any:
    """BK with markers in Prag and Pilsen on the track of the rulebook's example; Ann 5 shares, Ben 2."""
    s = home(start(bohemia(phase(stock(rulings=rulings), *GREEN)), "BK"), "BK")
    return ready(singles(marker(s, "BK", "B5.0"), 1, "BK", 2), "BK", *cards)


# -- VII.10-1: values ---------------------------------


@pytest.mark.rule("1824-VII.10-1")
@pytest.mark.parametrize("hex_id", LINKS)
def test_red_links_by_phase(hex_id):
    s = stock()
    values = [stop_of(phase(s, *sold), "BK", f"{hex_id}.0").revenue for sold in PHASES.values()]
    assert tuple(values) == LINKS[hex_id]


@pytest.mark.rule("1824-VII.10-1")
@pytest.mark.parametrize(("colour", "dresden"), [("yellow", 10), ("green", 20), ("brown", 30), ("gray", 40)])
def test_a_run_to_a_red_link_by_phase(colour, dresden):
    """Yellow Pilsen is worth 20 in every phase, Dresden what the phase says."""
    s = lay(marker(prag(*PHASES[colour]), "BK", "B5.0"), {"B5": ("57", 2)})
    assert value(ready(s, "BK", "3-0"), ("3-0", ("A4.0", "B5.0"))) == 20 + dresden


@pytest.mark.rule("1824-VII.10-1", "1824-VII.3-2b")
def test_a_train_earns_its_places_and_a_company_its_trains():
    """70 for J-G-C, 80 for E-D-C-B-F-A; the mine is no part of it."""
    s = bk("3-0", "2g-0")
    assert do(s, runs(("3-0", way("JGC")), ("2g-0", way("EDCBFA")))).frame.revenue == 150


# -- VII.10-2: the best run ---------------------------------


@pytest.mark.rule("1824-VII.10-2")
def test_the_best_run_is_a_duty():
    s = bk("3-0", "4-0")
    found = refused(s, runs(("3-0", way("HJG")), ("4-0", way("GCB"))), "VII.10-2")
    assert (found.figures["company"], found.figures["best"], found.figures["total"]) == ("BK", 150, 120)
    assert {route.split(":")[0] for route in str(found.figures["routes"]).split("; ")} == {"3", "4"}
    assert do(s, runs(("3-0", way("HJG")), ("4-0", way("GCBF")))).frame.revenue == 150


@pytest.mark.rule("1824-VII.10-2")
def test_standing_still_is_no_choice_while_a_train_could_earn():
    s = bk("3-0")
    found = refused(s, RunTrains(0), "VII.10-2")
    assert (found.figures["best"], found.figures["total"]) == (70, 0)
    assert RunTrains(0) not in legal(s, 0)
    refused(s, Pass(0), "VII.5-1")


@pytest.mark.rule("1824-VII.10-2")
def test_the_sum_of_all_trains_counts():
    """H-J-G-C is a best run of the 4 alone, but leaves the 3 only 60."""
    s = bk("3-0", "4-0")
    assert value(s, ("4-0", way("HJGC"))) == 80
    found = refused(s, runs(("3-0", way("AFB")), ("4-0", way("HJGC"))), "VII.10-2")
    assert (found.figures["best"], found.figures["total"]) == (150, 140)


@pytest.mark.rule("1824-VII.10-2", "1824-R8")
def test_18xx_games_trusts_the_director():
    s = bk("3-0", "4-0", rulings="18xx.games")
    assert do(s, runs(("3-0", way("GJ")))).frame.revenue == 60


# -- VII.10-3: paying out or keeping ---------------------------------


def income_of_150() -> Any:
    """BK has run for 150; Ann holds 50%, Ben 20%, 30% are in the bank."""
    return do(bk("3-0", "4-0"), runs(("3-0", way("HJG")), ("4-0", way("GCBF"))))


def gains(before: Any, after: Any) -> dict[str, int]:
    changes = {owner: after.cash[owner] - before.cash[owner] for owner in after.cash}
    return {owner: change for owner, change in changes.items() if change}


@pytest.mark.rule("1824-VII.10-3", "1824-VII.5-1")
def test_all_or_nothing():
    s = income_of_150()
    assert s.frame.step == DIVIDEND
    assert legal(s, 0) == [Dividend(0, True), Dividend(0, False)]
    refused(s, Pass(0), "VII.5-1")


@pytest.mark.rule("1824-VII.10-3")
def test_the_director_decides():
    s = income_of_150()
    assert s.director("BK") == "seat0"
    refused(s, Dividend(1, True), "VII.5-1")


@pytest.mark.rule("1824-VII.10-3", "1824-VII.10-3b")
def test_a_payout_goes_to_the_players_by_their_shares():
    """15 per share; the part of the three shares in the bank goes to nobody, not to the treasury either."""
    s = income_of_150()
    assert gains(s, do(s, Dividend(0, True))) == {"seat0": 75, "seat1": 30, "bank": -105}


@pytest.mark.rule("1824-VII.10-3b", "1824-X.4-2")
def test_shares_in_the_pool_earn_nothing():
    s = stock(2, {"SD1": 0, "KK1": 1}, variant="cisleithania-2")
    s = home(start(bohemia(phase(s, *GREEN)), "MS"), "MS")
    s = ready(to_pool(s, "MS", 2), "MS", "2-0")
    s = do(s, *(a for a in legal(s, 0)[:1]))
    assert s.frame.revenue == 60
    assert gains(s, do(s, Dividend(0, True))) == {"seat0": 30, "bank": -30}


@pytest.mark.rule("1824-VII.10-3")
def test_kept_income_goes_to_the_treasury():
    s = income_of_150()
    assert gains(s, do(s, Dividend(0, False))) == {"BK": 150, "bank": -150}


@pytest.mark.rule("1824-VII.10-3", "1824-IV.2-8", "1824-IV.3-4d")
@pytest.mark.parametrize("railway", ["EPP", "SD1"])
def test_coal_and_pre_state_railways_halve_without_a_choice(railway):
    track = {"EPP": {"B5": ("57", 5)}, "SD1": {"F11": ("2", 3), "G10": ("57", 0)}}[railway]
    card = {"EPP": "1g-0", "SD1": "2-0"}[railway]
    s = home(phase(lay(stock(owners={railway: 0}), track), *GREEN), railway)
    before = ready(s, railway, card)
    assert "RevenueHalved" in events(before, legal(before, 0)[0])
    s = do(before, legal(before, 0)[0])
    revenue = s.last_run[railway]
    assert revenue
    mine = 10 if railway == "EPP" else 0
    assert gains(before, s) == {"seat0": revenue // 2, railway: revenue // 2 + mine, "bank": -revenue - mine}
