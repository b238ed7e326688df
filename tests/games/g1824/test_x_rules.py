"""X.4: what else variant A changes: the pool, limits, and the bonus for the Bukowina."""

from typing import Any

import pytest
from msgspec.structs import replace

from stellwerk.engine import legal
from stellwerk.games.g1824.rules.bond import SellBond
from stellwerk.games.g1824.rules.runs import RUNS, bonuses, stop_of
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.state import OFFER, POOL
from stellwerk.mech18.stock import BuyShare, SellShares
from stellwerk.routing import Problem, Segment, value_of
from tests.games.g1824.small import LEMBERG, line, two
from tests.games.g1824.table import (
    RUN,
    cash_of,
    director,
    do,
    forbidden,
    home,
    operated,
    phase,
    price_at,
    singles,
    stock,
    to_pool,
    train,
    turn,
)


def sold_before(company: str = "MS") -> Any:
    """Stock round 2; the company has operated and Ann has 300."""
    return cash_of(operated(two(), company), 0, 300)


# -- the pool ----------------------------------------------------------------------------------------


@pytest.mark.rule("1824-X.4-2")
def test_sold_shares_go_to_the_pool() -> None:
    s = singles(sold_before(), 0, "MS", 5)
    after = do(s, SellShares(0, "MS", 2))
    assert (after.shares(POOL, "MS"), after.shares(OFFER, "MS")) == (2, 3)
    assert {BuyShare(1, "MS", OFFER), BuyShare(1, "MS", POOL)} <= set(legal(after.update_frame(seat=1), 1))
    bought = do(after.update_frame(seat=1, turn_sold=()), BuyShare(1, "MS", POOL))
    assert (bought.shares(POOL, "MS"), bought.shares("seat1", "MS")) == (1, 1)
    assert bought.cash["seat1"] == after.cash["seat1"] - 60  # the bottom row: the price has not fallen


@pytest.mark.rule("1824-X.4-2")
def test_the_base_game_has_no_pool() -> None:
    s = operated(singles(stock(owners={"EOD": 0}), 1, "MS", 5), "MS").update_frame(seat=1)
    after = do(s, SellShares(1, "MS", 2))
    assert (after.shares(POOL, "MS"), after.shares(OFFER, "MS")) == (0, 5)


@pytest.mark.rule("1824-X.4-2b")
def test_only_shares_of_the_pool_may_exceed_60_percent() -> None:
    s = to_pool(singles(sold_before(), 0, "MS", 6), "MS", 1)
    forbidden(s, BuyShare(0, "MS", OFFER), "VI.7-3", owned=6, limit=6)
    assert BuyShare(0, "MS", POOL) in legal(s, 0)
    after = do(s, BuyShare(0, "MS", POOL))
    assert after.shares("seat0", "MS") == 7
    assert BuyShare(0, "MS", OFFER) in legal(to_pool(singles(sold_before(), 0, "MS", 5), "MS", 1), 0)


@pytest.mark.rule("1824-X.4-8")
def test_the_limit_of_a_sale_counts_bank_and_pool_together() -> None:
    s = to_pool(singles(sold_before(), 0, "MS", 4), "MS", 1)  # 3 in the bank, 1 in the pool
    assert SellShares(0, "MS", 1) in legal(s, 0)
    forbidden(s, SellShares(0, "MS", 2), "VI.8-3", there=4, limit=5)
    s = to_pool(singles(sold_before(), 0, "MS", 3), "MS", 5)
    forbidden(s, SellShares(0, "MS", 1), "VI.8-3", there=5)
    s = singles(sold_before(), 0, "MS", 3)  # nothing in the pool, 5 in the bank
    forbidden(s, SellShares(0, "MS", 1), "VI.8-3", there=5)


@pytest.mark.rule("1824-X.4-8")
@pytest.mark.parametrize("held", [1, 2, 8])
def test_it_does_not_bind_the_bond_railway(held: int) -> None:
    s = singles(two(), 0, "BK", held, POOL)  # with one share the pool holds 90%
    after = do(s, SellBond(0, held, False))
    assert after.shares(POOL, "BK") == 10


# -- the Bukowina --------------------------------------------------------------------------------------

TO_LEMBERG = ("D11", "C12.0", "C14", "B15.0", "B17", "B19", "B21", "B23.0")


def from_bruenn(*beyond: str, west: tuple[str, ...] = LEMBERG[:2], card: str = "6-0") -> Any:
    """MS of Ann in Brünn with a train, at its run; track from the west over Lemberg and beyond."""
    s = line(two(), *west, *LEMBERG[2:], *beyond)
    s = director(s, 0, "MS").replace(opened=("MS",))
    return turn(train(home(phase(s, "2", "3"), "MS"), "MS", card), "MS", step=RUN)


def earns(s: Any, *path: str) -> int:
    """What the one train of MS earns on this route."""
    [card] = s.trains_of("MS")
    [run] = RUNS.checked(s, "MS", (Route(card, path),)).runs
    return run.revenue


@pytest.mark.rule("1824-X.4-7")
def test_wien_to_the_bukowina_earns_50_more() -> None:
    s = from_bruenn("C24", "D25")
    # Wien 30, Brünn, Mährisch-Ostrau and Lemberg 20 each, the town 10.
    assert earns(s, "E12.2", *TO_LEMBERG, "C24", "D25.0") == 100 + 50
    assert earns(s, "E12.2", *TO_LEMBERG) == 90  # Lemberg is not in the Bukowina
    assert earns(s, *TO_LEMBERG[1:], "C24", "D25.0") == 70  # neither Wien nor Prag
    assert RUNS.best(s, "MS").revenue == 150
    after = do(s, RunTrains(0, (Route("6-0", ("E12.2", *TO_LEMBERG, "C24", "D25.0")),)))
    assert after.frame.revenue == 150


@pytest.mark.rule("1824-X.4-7")
def test_from_prag_too_and_only_once_for_two_places() -> None:
    s = from_bruenn("C24", "D25", "E26", west=("B9", "B11"))
    way = ("B9.0", "B11", *TO_LEMBERG[1:], "C24", "D25.0", "E26.0")
    # Prag, Brünn, Mährisch-Ostrau, Lemberg 20 each, the town 10, Czernowitz 30; D25 and E26 both count.
    assert earns(s, *way) == 120 + 50
    assert earns(s, *way[:-1]) == 90 + 50
    assert earns(s, *way[2:]) == 100


@pytest.mark.rule("1824-X.4-7")
@pytest.mark.parametrize(("start", "end", "bonus"), [
    ("E12.0", "D25.0", 50), ("E12.1", "E24.0", 50), ("E12.2", "E26.0", 50), ("B9.0", "D25.0", 50),
    ("B9.0", "E24.0", 50), ("B9.0", "E26.0", 50), ("E8.0", "E26.0", 0), ("E12.0", "C26.0", 0),
    ("B9.0", "E12.0", 0), ("D25.0", "E26.0", 0), ("E12.0", "F25.0", 0),
])  # fmt: skip
def test_each_train_gets_its_own(start: str, end: str, bonus: int) -> None:
    s = train(home(two(), "SD1"), "SD1", "2-0", "2-1")
    stops = tuple(replace(stop_of(s, "SD1", stop), own=True) for stop in (start, end))
    ways = tuple(Segment(way, 0, 1, (way,)) for way in ("north", "south"))
    trains = RUNS.trains_of(s, "SD1")
    problem = Problem(stops, ways, trains, bonuses(s, {start: 0, end: 1}))
    earned = [value_of(problem, card, (0, 1), (way,)) for way, card in enumerate(trains)]
    assert earned == [stops[0].revenue + stops[1].revenue + bonus] * 2


@pytest.mark.rule("1824-X.4-7")
def test_the_base_game_has_no_such_bonus() -> None:
    assert stock().facts.bukowina is None
    assert bonuses(stock(), {"E12.0": 0, "E26.0": 1}) == ()


@pytest.mark.rule("1824-X.4-2")
def test_the_price_of_a_sold_share_falls_in_the_pool_too() -> None:
    s = price_at(singles(sold_before(), 0, "MS", 4), "MS", 4, 4)
    assert do(s, SellShares(0, "MS", 1)).prices["MS"].cell == (5, 4)
