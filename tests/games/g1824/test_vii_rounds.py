"""VII.1, VII.4, VII.5: how many operating rounds, who acts when, and the order of a turn."""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal, to_act
from stellwerk.games.g1824.rules.state import Turn
from stellwerk.mech18.course import Course
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.stock import SellShares, StockRound
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

from .lines import GREEN, bohemia, prag, runs, way
from .table import (
    DIVIDEND,
    MARKER,
    RUN,
    TRACK,
    TRAINS,
    cash_of,
    do,
    give,
    home,
    operating_round,
    phase,
    price_at,
    refused,
    rest_of_turn,
    round_ends,
    sells,
    singles,
    start,
    stock,
    train,
    turn,
)

# -- VII.1-1: how many rounds ---------------------------------


SOLD = ("2", "3", "4", "5", "6", "8", "10")


@pytest.mark.rule("1824-VII.1-1", "1824-VII.14-1c", "1824-VII.14-3e", "1824-VII.14-6f")
@pytest.mark.parametrize(
    ("count", "rounds"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (7, 3)]
)
def test_rounds_after_a_stock_round(count, rounds):
    """One; two once a 3 was sold, three once a 6 was."""
    s = start(phase(stock(), *SOLD[:count]), "BK")
    for seat in range(4):
        s = do(s, Pass(seat))
    assert s.stack[0].of == rounds


@pytest.mark.rule("1824-VII.1-1", "1824-R1")
def test_18xx_games_has_three_rounds_with_the_first_5():
    assert [phase(stock(rulings="18xx.games"), *SOLD[:n]).rounds_per_set for n in (3, 4, 5)] == [2, 3, 3]


@pytest.mark.rule("1824-VII.1-1", "1824-VII.14-10")
def test_a_running_set_is_not_lengthened():
    """BK buys the first 3 in the only round of the set: a stock round follows, then two rounds."""
    s = turn(sells(prag(), "3"), "BK", step=TRAINS)
    s = do(s, BuyTrain(0, "3-0", "3", 180), Pass(0))
    assert s.frame == StockRound(3, 0)
    for seat in range(4):
        s = do(s, Pass(seat))
    assert s.stack[0] == Course(3, 1, 2, seen=s.stack[0].seen)


# -- VII.4: who acts when ---------------------------------


def acting(s: Any) -> list[str]:
    """Every company in the order of its turn, until the stock round."""
    order = []
    while not isinstance(s.frame, StockRound):
        order.append(s.frame.company)
        s = rest_of_turn(s)
    return order


@pytest.mark.rule("1824-VII.4-1", "1824-VII.5-2")
def test_coal_then_pre_state_then_share_companies():
    """Bought in any order, they act by their numbers: SD before UG before KK; BH has nobody before it."""
    bought = ["KK2", "SPB", "SD3", "UG2", "EPP", "SD1", "KK1", "MLB", "UG1", "EOD", "SD2"]
    s = start(stock(owners=dict.fromkeys(bought, 0)), "BH", 1)
    for railway in (*bought, "BH"):
        s = train(s, railway, f"{'1g' if railway in s.facts.coal else '2'}-{len(s.versions)}")
    coal, before = ["EPP", "EOD", "MLB", "SPB"], ["SD1", "SD2", "SD3", "UG1", "UG2", "KK1", "KK2"]
    assert acting(operating_round(s)) == [*coal, *before, "BH"]


@pytest.mark.rule("1824-VII.4-1", "1824-IV.1-3")
def test_mountain_railways_pay_first():
    before = stock(owners={"B1": 0, "B3": 0, "B2": 2, "EPP": 0})
    s = operating_round(before)
    gains = {owner: s.cash[owner] - before.cash[owner] for owner in s.players}
    assert gains == {"seat0": 50, "seat1": 0, "seat2": 25, "seat3": 0}
    assert s.frame.company == "EPP"  # who has not done anything yet


@pytest.mark.rule("1824-VII.4-1")
@pytest.mark.parametrize(
    ("prices", "order"),
    [
        ({"BK": (2, 2), "MS": (3, 2), "CL": (6, 2)}, ["BK", "MS", "CL"]),  # 100, 90, 60
        ({"BK": (6, 2), "MS": (3, 2), "CL": (2, 2)}, ["CL", "MS", "BK"]),
        ({"BK": (4, 3), "MS": (3, 3), "CL": (0, 8)}, ["CL", "MS", "BK"]),  # 90, 100, 210
    ],
)
def test_the_highest_price_acts_first(prices, order):
    assert acting(operating_round(companies(prices))) == order


def companies(cells: dict[str, tuple[int, int]]) -> Any:
    """Regional railways of Ann with a train each, at these cells of the table, placed in this order."""
    s = stock()
    for number, (company, cell) in enumerate(cells.items()):
        s = train(start(s, company), company, f"2-{number}")
        s = price_at(price_at(s, company, 0, 13), company, *cell)
    return s


@pytest.mark.rule("1824-VII.4-2")
def test_on_the_same_field_the_marker_on_top_first():
    cell = (2, 4)
    assert acting(operating_round(companies({"CL": cell, "BK": cell, "MS": cell}))) == ["CL", "BK", "MS"]
    assert acting(operating_round(companies({"MS": cell, "CL": cell, "BK": cell}))) == ["MS", "CL", "BK"]


@pytest.mark.rule("1824-VII.4-2")
def test_at_the_same_price_the_one_further_right_first():
    """100 stands in several columns: (2, 2), (3, 3), (4, 4)."""
    cells = {"BK": (2, 2), "MS": (4, 4), "CL": (3, 3)}
    assert acting(operating_round(companies(cells))) == ["MS", "CL", "BK"]


@pytest.mark.rule("1824-VII.4-1", "1824-IV.4.4-10", "1824-VI.5-1b")
def test_only_companies_in_operation_act():
    """MS has a price but not half of its shares sold; SD has a price from the start but is not formed."""
    s = give(companies({"BK": (2, 2)}), 1, "SD", 3)
    s = give(s.move_price("MS", (0, 5)), 1, "MS", 2)
    assert acting(operating_round(s)) == ["BK"]


@pytest.mark.rule("1824-VII.4-3")
def test_the_order_follows_the_prices_as_they_are_now():
    """BK acts first; Ann sells MS for its train, so CL overtakes MS."""
    s = companies({"BK": (0, 5), "MS": (2, 3), "CL": (3, 3)})  # 155, 110, 100
    assert acting(operating_round(s)) == ["BK", "MS", "CL"]
    s = home(singles(cash_of(cash_of(s, "BK", 0), 0, 0), 0, "MS", 2), "BK", "MS", "CL")
    s = s.replace(trains={**s.trains, "2-0": "bank"})
    s = do(turn(s, "BK", step=TRAINS), SellShares(0, "MS", 1))
    assert s.prices["MS"].cell == (3, 3)  # under the marker of CL
    s = do(s, BuyTrain(0, "2-0", "2", 80), Pass(0))
    assert s.frame.company == "CL"


@pytest.mark.rule("1824-VII.4-3")
def test_a_company_that_has_acted_does_not_act_again():
    """BK earns nothing and falls into the cell of MS; both have one turn."""
    s = companies({"BK": (2, 3), "MS": (2, 2)})
    s = operating_round(s)
    s = rest_of_turn(s)  # BK keeps 0: from 110 to 100, into the cell of MS
    assert s.price("BK") == 100
    assert s.frame.company == "MS"
    assert isinstance(rest_of_turn(s).frame, StockRound)


# -- VII.5: the turn ---------------------------------


def bk(*cards: str) -> Any:
    """BK on its first turn on the track of the rulebook's example, with these trains."""
    s = start(bohemia(phase(stock(), *GREEN)), "BK", cash=900)
    return turn(train(s, "BK", *cards), "BK")


@pytest.mark.rule("1824-VII.5-1")
def test_the_steps_of_a_turn():
    s = bk("3-0")
    assert s.board.markers_of("BK") == ("B9.0",)
    steps = []
    for action in (
        LayTile(0, "C8", "8", 2),
        PlaceMarker(0, "B5.0"),
        runs(("3-0", way("HJG"))),
        Dividend(0, True),
        BuyTrain(0, "3-1", "3", 180),
    ):
        steps.append(s.frame.step)
        s = do(s.replace(trains={**s.trains, **{f"2-{n}": "out" for n in range(9)}}), action)
    assert steps == [TRACK, MARKER, RUN, DIVIDEND, TRAINS]
    assert s.trains_of("BK") == ["3-0", "3-1"]


@pytest.mark.rule("1824-VII.5-1")
@pytest.mark.parametrize(
    ("step", "too_early"),
    [
        (TRACK, PlaceMarker(0, "B5.0")),
        (TRACK, BuyTrain(0, "2-0", "2", 80)),
        (MARKER, LayTile(0, "C8", "8", 2)),
        (RUN, LayTile(0, "C8", "8", 2)),
        (RUN, PlaceMarker(0, "B5.0")),
        (RUN, Dividend(0, True)),
        (TRAINS, RunTrains(0)),
        (TRAINS, PlaceMarker(0, "B5.0")),
    ],
)
def test_nothing_out_of_turn(step, too_early):
    s = turn(bk("3-0"), "BK", step=step, first=False)
    assert s.frame.step == step
    refused(s, too_early, "VII.5-1")


@pytest.mark.rule("1824-VII.5-1")
def test_what_may_be_left_out():
    """Track and marker; trains too if there is one. Not the run, not the money."""
    s = bk("3-0")
    for step, optional in ((TRACK, True), (MARKER, True), (RUN, False), (DIVIDEND, False), (TRAINS, True)):
        assert s.frame.step == step
        assert (Pass(0) in legal(s, 0)) == optional
        if not optional:
            refused(s, Pass(0), "VII.5-1")
        s = do(s, legal(s, 0)[0] if not optional else Pass(0))


@pytest.mark.rule("1824-VII.5-1", "1824-VII.11-1")
def test_without_a_train_the_purchase_is_a_duty():
    s = turn(bk(), "BK", step=TRAINS)
    refused(s, Pass(0), "VII.11-1")


@pytest.mark.rule("1824-VII.5-1", "1824-IV.4.1-1")
def test_only_the_director_acts():
    s = bk("3-0")
    assert to_act(s) == (0,)
    found = refused(s, Pass(1), "VII.5-1")
    assert found.figures["whose"] == "0"


@pytest.mark.rule("1824-VII.5-2")
def test_the_round_ends_when_everybody_has_acted():
    """Two rounds in the set: another operating round first, then the stock round."""
    s = operating_round(companies({"BK": (2, 2), "MS": (3, 2)}), of=2)
    seen = []
    while not isinstance(s.frame, StockRound):
        seen.append((s.stack[1].number, s.frame.company))
        s = rest_of_turn(s)
    assert seen == [(1, "BK"), (1, "MS"), (2, "BK"), (2, "MS")]


@pytest.mark.rule("1824-VII.5-2", "1824-IV.2-12")
def test_a_company_that_opens_in_the_round_waits_for_the_next():
    """SD forms at the end of round 1 and acts in round 2, before BK."""
    s = train(start(stock(owners={"SD1": 1}), "BK"), "BK", "4-0")
    s = round_ends(train(home(s, "SD1"), "SD1", "4-1"), "SD")
    assert (s.stack[1].number, s.frame.company) == (2, "SD")
    assert isinstance(s.stack[1], OperatingRound)
    assert isinstance(s.frame, Turn)
