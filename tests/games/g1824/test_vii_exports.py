"""VII.15: trains that go abroad at the end of a set, and the phases they bring."""

from typing import Any

import pytest

from stellwerk.engine import Pass, play
from stellwerk.games.g1824.rules.mountains import MountainSwaps, SwapMountain
from stellwerk.games.g1824.rules.runs import RUNS
from stellwerk.mech18.phases import DiscardTrain, SurplusTrains
from stellwerk.mech18.state import BANK, OUT
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.trains import bank_offers

from .lines import at_step
from .table import (
    TRAINS,
    do,
    formed,
    home,
    operating_round,
    phase,
    rest_of_turn,
    round_ends,
    sells,
    start,
    stock,
    train,
)

NORMAL = ("2", "3", "4", "5", "6", "8", "10")


def set_ends(s: Any) -> Any:
    """The end of the only round of a set."""
    return round_ends(s, number=1, of=1)


def abroad(before: Any, after: Any) -> list[str]:
    """The cards that left the bank and the game."""
    return [c for c, owner in after.trains.items() if owner == OUT and before.trains.get(c, BANK) == BANK]


# -- VII.15-1: when and which ---------------------------------


@pytest.mark.rule("1824-VII.15-1")
@pytest.mark.parametrize("kind", NORMAL)
def test_a_normal_train_now_on_offer_leaves(kind):
    before = sells(stock(), kind)
    before = before.replace(phases=(*before.phases, kind))  # one of them has been sold before
    s = set_ends(before)
    assert abroad(before, s) == [f"{kind}-0"]
    assert isinstance(s.frame, StockRound)


@pytest.mark.rule("1824-VII.15-1")
def test_never_a_goods_train():
    before = sells(stock(), "10")
    s = set_ends(before)
    assert not any(s.train_type(card).endswith("g") for card in abroad(before, s))
    assert s.trains["10-1"] == BANK  # there is always another 10


@pytest.mark.rule("1824-VII.15-1", "1824-VII.14-2b")
def test_none_before_a_2_was_bought():
    before = stock(owners={"EPP": 0})
    assert abroad(before, set_ends(before)) == []
    bought = phase(before, "2")
    assert abroad(bought, set_ends(bought)) == ["2-0"]


@pytest.mark.rule("1824-VII.15-1")
def test_only_at_the_end_of_the_set():
    """A set of three rounds: after the first two nothing leaves."""
    before = train(start(sells(stock(), "6"), "BK"), "BK", "5-0")
    before = before.replace(phases=(*before.phases, "6"))
    s = operating_round(before, 1, 3)
    seen = []
    while not isinstance(s.frame, StockRound):
        seen.append(s.stack[1].number)
        assert abroad(before, s) == []
        s = rest_of_turn(s)
    assert seen == [1, 2, 3]
    assert abroad(before, s) == ["6-0"]


@pytest.mark.rule("1824-VII.15-1")
def test_one_after_every_set():
    s = phase(stock(), "2")
    for number in range(3):
        s = set_ends(s)
        assert [c for c, owner in s.trains.items() if owner == OUT] == [f"2-{n}" for n in range(number + 1)]


@pytest.mark.rule("1824-VII.15-1", "1824-R2")
def test_18xx_games_exports_after_every_set():
    """Even before the first 2; but goods trains come only with a 2 that was bought."""
    before = stock(rulings="18xx.games")
    s = set_ends(before)
    assert abroad(before, s) == ["2-0"]
    assert s.phases == ()
    assert [s.train_type(card) for card in bank_offers(s)] == ["2"]


# -- VII.15-2: what follows ---------------------------------


@pytest.mark.rule("1824-VII.15-2", "1824-VII.14-10")
@pytest.mark.parametrize("kind", NORMAL[1:])
def test_the_first_of_a_type_changes_the_phase(kind):
    s = set_ends(sells(stock(), kind))
    assert s.phases[-1] == kind
    assert s.colour == {"3": "green", "4": "green", "5": "brown", "6": "brown"}.get(kind, "gray")


@pytest.mark.rule("1824-VII.15-2", "1824-VII.7-1")
def test_no_money_moves():
    before = sells(start(stock(), "BK"), "3")
    s = set_ends(before)
    # BK has acted in this position already; only the export has happened.
    assert dict(s.cash) == dict(before.cash)
    assert s.colour == "green"
    assert [s.train_type(card) for card in bank_offers(s)] == ["3", "1g", "2g"]


@pytest.mark.rule("1824-VII.15-2", "1824-VII.14-10")
def test_an_exported_4_scraps_forms_and_closes_before_the_stock_round():
    """2s go, SD forms, the mountain railway is exchanged; then the stock round begins."""
    s = sells(stock(owners={"SD1": 1, "B1": 2}), "4")
    s = set_ends(train(home(s, "SD1"), "SD1", "2-0", "3-0"))
    assert isinstance(s.frame, MountainSwaps)
    assert s.trains["4-0"] == OUT
    assert "SD" in s.opened
    assert s.director("SD") == "seat1"
    assert s.trains_of("SD") == ["3-0"]
    s = do(s, SwapMountain(2, "B1", "BH"))
    assert isinstance(s.frame, StockRound)


@pytest.mark.rule("1824-VII.15-2", "1824-IV.2-11", "1824-VII.3-3")
def test_an_exported_5_closes_coal_railways_and_raises_the_mines():
    before = home(sells(stock(owners={"EPP": 1, "UG1": 2}), "5"), "EPP", "UG1")
    s = set_ends(before)
    assert isinstance(s.frame, StockRound)
    assert "EPP" not in s.opened
    assert s.director("BK") == "seat1"
    assert s.director("UG") == "seat2"
    assert RUNS.stop_of(s, "BK", "C6.0").revenue == 40


@pytest.mark.rule("1824-VII.15-2", "1824-VII.11-7b")
def test_an_exported_6_lowers_the_limits():
    s = train(home(start(sells(stock(), "6"), "BK", 1), "BK"), "BK", "4-0", "4-1", "5-0")
    s = set_ends(s)
    assert isinstance(s.frame, SurplusTrains)
    s = do(s, DiscardTrain(1, "4-1"))
    assert isinstance(s.frame, StockRound)
    assert s.trains_of("BK") == ["4-0", "5-0"]
    assert s.rounds_per_set == 3


@pytest.mark.rule("1824-VII.15-2")
def test_a_company_may_lose_its_last_train_that_way():
    """The exported 8 scraps the 4 of KK; its duty comes with its next turn."""
    s = train(formed(sells(stock(), "8"), "KK", shares=3), "KK", "4-0")
    s = set_ends(s)
    assert s.trains_of("KK") == []
    assert isinstance(s.frame, StockRound)


@pytest.mark.rule("1824-VII.15-2")
def test_no_export_after_the_last_set():
    before = phase(stock(), "2").trigger_end("the bank is empty")
    s = set_ends(before)
    assert s.over
    assert abroad(before, s) == []


@pytest.mark.rule("1824-VII.15-1")
def test_it_is_told():
    s = at_step(train(home(start(phase(stock(), "2"), "BK"), "BK"), "BK", "2-5"), "BK", TRAINS)
    told = [event for event in play(s, Pass(0)).events if type(event).__name__ == "TrainGoesAbroad"]
    assert [event.train for event in told] == ["2"]
