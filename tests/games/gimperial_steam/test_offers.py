"""What is offered is what the rules allow: all of it, nothing else, and each once."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from stellwerk.engine import Action, considered, legal, title
from stellwerk.games.gimperial_steam.data.components import HUBS, SORTS
from stellwerk.games.gimperial_steam.rules.access import BuyAccess
from stellwerk.games.gimperial_steam.rules.build import BuildFactory, BuildStation, StaffFactory
from stellwerk.games.gimperial_steam.rules.contracts import PlaceFactory, TakeContract, TakeOffFactory
from stellwerk.games.gimperial_steam.rules.deliver import Deliver
from stellwerk.games.gimperial_steam.rules.goods import BuyGood, Discard, OrderGood, Produce
from stellwerk.games.gimperial_steam.rules.hire import HireEngineer, HireWorker
from stellwerk.games.gimperial_steam.rules.joining import UsePoint
from stellwerk.games.gimperial_steam.rules.locomotives import BuyLocomotive, UpgradeLocomotive
from stellwerk.games.gimperial_steam.rules.opening import Bid
from stellwerk.games.gimperial_steam.rules.shares import MovePrice, SellShare, ShowCharity
from stellwerk.games.gimperial_steam.rules.state import Points, Surplus
from stellwerk.games.gimperial_steam.rules.track import AssignWorker, LayTrack
from stellwerk.games.gimperial_steam.rules.turn import TILES, ChooseAction, EndTurn, TakeHandBack
from tests.games.gimperial_steam.table import (
    LILA,
    ROT,
    cash,
    contract,
    do,
    engineer,
    factories,
    goods,
    influence,
    opening,
    plant,
    ready,
    station,
    tracks,
    trains,
    turn,
    workers,
)


def conceivable(s: Any, seat: int) -> Iterator[Action]:
    """Every action that could be meant at all, sensible or not."""
    parts = s.book.parts
    kinds: list[tuple[type, tuple[Any, ...]]] = [
        (Bid, (range(0, 220, 5),)),
        (ChooseAction, (TILES,)),
        (TakeHandBack, ()),
        (EndTurn, ()),
        (LayTrack, (parts.links,)),
        (AssignWorker, (range(5),)),
        (UsePoint, (("influence", "price", "wagon", "gold"),)),
        (HireWorker, ([f"{hub}-{n}" for hub in HUBS for n in range(4)],)),
        (HireEngineer, (("bridge", "tunnel"), HUBS)),
        (BuildStation, (parts.cities,)),
        (BuildFactory, ([*s.layout.sites, "graz-9"], SORTS)),
        (StaffFactory, (("training", "working"), range(5))),
        (Produce, (s.layout.sites,)),
        (BuyGood, (SORTS,)),
        (OrderGood, (SORTS,)),
        (Discard, (SORTS,)),
        (BuyLocomotive, (range(2, 10),)),
        (UpgradeLocomotive, (range(2, 10), range(2, 10))),
        (TakeContract, (parts.contracts,)),
        (PlaceFactory, (parts.contracts, SORTS)),
        (TakeOffFactory, (parts.contracts, SORTS)),
        (ShowCharity, (range(25),)),
        (MovePrice, (range(0, 260, 10),)),
        (SellShare, ()),
        (Deliver, (s.layout.sites, parts.cities)),
        (BuyAccess, (parts.links,)),
    ]
    for kind, values in kinds:
        yield from (kind(seat, *chosen) for chosen in product(*values))


def allowed(s: Any, seat: int) -> set[Action]:
    """What no rule of the moves that are open now refuses."""
    moves = {move.action: move for move in title("imperial-steam").activities[type(s.frame)].moves(s)}
    return {
        action
        for action in conceivable(s, seat)
        if type(action) in moves and all(rule.check(s, action) is None for rule in moves[type(action)].rules)
    }


def busy(players: int = 4) -> Any:
    """Rot has something of everything: tracks, sites, factories, contracts, crowns, engineers, trains."""
    s = cash(ready(players).replace(round=6, contracts=("K01", "K09", "K19", "K20")), ROT, 300)
    s = influence(trains(s, ROT, 3, 5), {ROT: 60, LILA: 70})
    s = tracks(s.replace(crowns=("L04", "L09", "L10", "L51")), ROT, "L02", "L07", "L06")
    s = station(tracks(s, LILA, "L02", "L06", "L09"), ROT, "wr_neustadt")
    s = plant(plant(plant(s, ROT, "F01", "iron"), ROT, "F02", "wood", 0), LILA, "F06", "wood")
    s = contract(factories(s, ROT, "iron", "coal"), ROT, "K05", "K13")
    s = s.change(ROT, placed={"K05": (0, 0, 1, 0), "K13": (0, 0, 0, 0)}, price=2, investors=6, passenger=1)
    return workers(goods(s, ROT, "wood", "stone", "stone", "iron", "iron", "coal"), ROT, 2, 1, 1, (1, 0, 0))


def staffing() -> Any:
    return do(turn(busy(), ROT, "build"), BuildFactory(ROT, "F03", "wood"))


POSITIONS: dict[str, Callable[[], Any]] = {
    "bids": opening,
    "before the hand": lambda: turn(busy(), ROT),
    **{tile: lambda tile=tile: turn(busy(), ROT, tile) for tile in TILES},  # type: ignore[misc]
    "with both engineers": lambda: turn(engineer(busy(), ROT, "bridge", "tunnel"), ROT, "track"),
    "the second track": lambda: turn(busy(), ROT, "track", done=1),
    "workers for a track": lambda: turn(busy(), ROT, "track", done=1, effort=3),
    "a chosen column": lambda: turn(busy(), ROT, "hire", done=1, column="bronze-2"),
    "with one engineer": lambda: turn(engineer(busy(), ROT, "bridge"), ROT, "hire"),
    "more orders": lambda: turn(busy(), ROT, "goods", done=1, ordering=True),
    "a worker for a factory": staffing,
    "after a delivery": lambda: turn(busy(), ROT, "pass", delivered=True),
    "after production": lambda: turn(busy(), ROT, "produce", done=1, produced=("F01",)),
    "points": lambda: turn(busy(), ROT, "track", done=1).push(Points(ROT, 2)),
    "too many goods": lambda: turn(goods(busy(), ROT, *["wood"] * 5, *["coal"] * 8)).push(Surplus(ROT)),
    "a poor player": lambda: turn(cash(busy(), ROT, 0), ROT),
    "a poor track": lambda: turn(cash(busy(), ROT, 0), ROT, "track"),
    "two players": lambda: turn(busy(2), ROT, "build"),
    "three players": lambda: turn(busy(3), ROT, "hire"),
}


@pytest.mark.rule("IS-P7-1", "IS-F0-1")
@pytest.mark.parametrize("position", list(POSITIONS))
def test_all_that_the_rules_allow_is_offered_once(position: str) -> None:
    s = POSITIONS[position]()
    offers = legal(s, ROT)
    assert len(set(offers)) == len(offers)
    assert set(offers) == allowed(s, ROT)
    assert len(offers) > 1


def thought_of(s: Any, kind: type) -> list[tuple[Any, ...]]:
    """The values of all actions of a kind that a table shows, with a reason where they are refused."""
    found = [action for _, action, _ in considered(s, ROT) if isinstance(action, kind)]
    return [tuple(getattr(action, name) for name in kind.__struct_fields__[1:]) for action in found]


def test_what_a_table_shows_with_its_reasons() -> None:
    """Not everything conceivable, but all that a player could look for on their network and board."""
    s = turn(busy(), ROT, "track")
    links = ["L01", "L03", "L04", "L08", "L09", "L10", "L05", "L34"]
    assert [link for (link,) in thought_of(s, LayTrack)] == links
    assert thought_of(s, Deliver) == [("F01", "gloggnitz")]
    assert thought_of(s, BuyAccess) == [("L04",), ("L09",), ("L10",), ("L51",)]
    assert thought_of(s, PlaceFactory) == [(id, sort) for id in ("K05", "K13") for sort in ("iron", "coal")]
    assert thought_of(s, TakeOffFactory) == [("K05", "iron")]
    assert thought_of(s, SellShare) == [()]
    assert thought_of(turn(goods(busy(), ROT, "wood"), ROT, "track"), Deliver) == [], "no coal"
    assert thought_of(turn(busy(), ROT, "produce"), Produce) == [("F01",)]
    building = turn(busy(), ROT, "build")
    assert [city for (city,) in thought_of(building, BuildStation)] == list(s.players[ROT].cities)
    sites = {site for site, _ in thought_of(building, BuildFactory)}
    assert sites == {id for city in s.players[ROT].cities for id in s.layout.sites_at[city]} - set(s.plants)
    assert len(thought_of(building, BuildFactory)) == 4 * len(sites)
    hiring = turn(busy(), ROT, "hire")
    assert [column for (column,) in thought_of(hiring, HireWorker)] == list(s.wages)
    assert len(thought_of(hiring, HireEngineer)) == 8
    assert thought_of(turn(busy(), ROT, "hire", column="blue-1"), HireWorker) == [("blue-1",)]
    assert thought_of(turn(busy(), ROT, "price"), MovePrice) == [(40,), (60,), (130,)]
    assert thought_of(turn(busy(), ROT, "charity"), ShowCharity) == [(steps,) for steps in range(1, 15)]
    shop = turn(busy(), ROT, "locomotive")
    assert thought_of(shop, BuyLocomotive) == [(level,) for level in (4, 5, 6, 7, 8)]
    pairs = [(3, level) for level in (4, 5, 6, 7, 8)] + [(5, level) for level in (6, 7, 8)]
    assert thought_of(shop, UpgradeLocomotive) == pairs
    assert thought_of(turn(busy(), ROT, "contract"), TakeContract) == [("K01",), ("K09",), ("K19",), ("K20",)]
    assert thought_of(turn(busy(), ROT, "goods"), BuyGood) == [(sort,) for sort in SORTS]
    assert thought_of(turn(busy(), ROT, "goods"), OrderGood) == [(sort,) for sort in SORTS]
    assert thought_of(turn(busy(), ROT, "track", done=1, effort=3), AssignWorker) == [(1,), (2,), (3,)]
    assert thought_of(opening(), Bid) == [(amount,) for amount in range(0, 150, 10)]
