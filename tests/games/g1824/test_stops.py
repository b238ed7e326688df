"""Where 18xx.games stops in a company's turn: at its trains, if it must or could buy one."""

from typing import Any

import pytest

from stellwerk.games.g1824.exchange.pass_points import PassPoints1824, can_buy
from stellwerk.games.g1824.rules.operating import OPERATING_TURN
from stellwerk.games.g1824.rules.state import BuilderTurn, Turn
from stellwerk.mech18.operating import at_end, step_of
from stellwerk.mech18.state import OUT
from stellwerk.mech18.trains import TrainStep

from .table import TRAINS, cash_of, home, phase, sells, start, stock, train

BEFORE, TRADE = ("2",), ("2", "3")
"""The bank sells 3s for 180 and 1gs for 120; with the first 3 sold also 2gs for 240, and companies trade."""


def table(cash: int, *cards: str, sold: tuple[str, ...] = BEFORE, others: tuple[str, ...] = ()) -> Any:
    """BK of Ann has so much and these trains, MS of Ben the others."""
    s = phase(sells(stock(), "3"), *sold)
    s = home(start(start(s, "BK"), "MS", 1), "BK", "MS")
    return train(train(cash_of(s, "BK", cash), "BK", *cards), "MS", *others)


@pytest.mark.rule("1824-VII.11-5")
@pytest.mark.parametrize(("cash", "could"), [(0, False), (119, False), (120, True), (500, True)])
def test_the_cheapest_train_of_the_bank(cash: int, could: bool) -> None:
    assert can_buy(table(cash), "BK", False) == could
    assert can_buy(table(cash), "BK", True) == could


@pytest.mark.rule("1824-VII.13-1", "1824-VII.11-4")
@pytest.mark.parametrize(
    ("cash", "cards", "could"),
    [
        (139, ("2-0", "2-1", "2-2", "2-3"), False),
        (140, ("2-0", "2-1", "2-2", "2-3"), True),
        (140, ("2-0", "1g-0", "3-1", "3-2"), True),
        (900, ("3-1", "3-2", "3-3", "3-4"), False),
        (120, ("2-0", "2-1", "2-2"), True),
    ],
)
def test_at_the_limit_only_with_a_train_in_payment(cash: int, cards: tuple[str, ...], could: bool) -> None:
    """A 3 costs 140 for a 2, a 2g 180 for a 1g; once in a turn."""
    s = table(cash, *cards, sold=TRADE)
    assert can_buy(s, "BK", False) == could
    assert can_buy(s, "BK", True) == (could and len(cards) < 4)


@pytest.mark.rule("1824-VII.11-6", "1824-VII.14-3f")
def test_a_train_of_another_company_for_1() -> None:
    assert can_buy(table(1, sold=TRADE, others=("2-0",)), "BK", False)
    assert not can_buy(table(0, sold=TRADE, others=("2-0",)), "BK", False)
    assert not can_buy(table(1, sold=BEFORE, others=("2-0",)), "BK", False)
    assert not can_buy(table(1, "2-0", sold=TRADE), "BK", False)  # its own is none of another's
    assert not can_buy(table(1, sold=TRADE), "BK", False)


@pytest.mark.rule("1824-IV.2-5")
@pytest.mark.parametrize(
    ("sold", "others", "left", "could"),
    [
        (TRADE, (), True, True),
        (TRADE, (), False, False),
        (TRADE, ("2-0",), False, False),
        (TRADE, ("2-0", "1g-1"), False, True),
        (BEFORE, ("1g-1",), False, False),
    ],
)
def test_a_coal_railway_stops_for_goods_trains_only(
    sold: tuple[str, ...], others: tuple[str, ...], left: bool, could: bool
) -> None:
    """`left`: the bank still has goods trains."""
    s = phase(sells(stock(owners={"EPP": 0}), "3"), *sold)
    s = cash_of(home(start(s, "BH", 1), "BH", "EPP"), "EPP", 500)
    if not left:
        goods = [card for card in s.trains if card.partition("-")[0].endswith("g") and card != "1g-0"]
        s = s.replace(trains={**s.trains, **dict.fromkeys(goods, OUT)})
    assert can_buy(train(s, "BH", *others), "EPP", False) == could


@pytest.mark.rule("1824-VII.11-1", "1824-X.3-2")
def test_it_stops_where_a_train_must_or_could_be_bought() -> None:
    stops = PassPoints1824()
    assert stops.waits_for_trains(table(0), Turn("BK"))  # it must
    assert stops.waits_for_trains(table(120, "2-0"), Turn("BK"))  # it could
    assert not stops.waits_for_trains(table(119, "2-0"), Turn("BK"))
    assert not stops.waits_for_trains(table(500), BuilderTurn("BK"))
    full = table(140, "2-0", "2-1", "2-2", "2-3")
    assert stops.waits_for_trains(full, Turn("BK"))
    assert not stops.waits_for_trains(full, Turn("BK", traded=True))
    assert step_of(full, Turn("BK", step=TRAINS)) == TrainStep.name
    assert at_end(full, Turn("BK", step=len(OPERATING_TURN.steps)))
    assert not at_end(full, Turn("BK", step=TRAINS))
