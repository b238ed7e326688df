"""A2: hire; A3: build."""

from typing import Any

import pytest

from stellwerk.engine import legal
from stellwerk.games.gimperial_steam.rules.build import BuildFactory, BuildStation, StaffFactory, factory_cost
from stellwerk.games.gimperial_steam.rules.contracts import PlaceFactory
from stellwerk.games.gimperial_steam.rules.deliver import Deliver
from stellwerk.games.gimperial_steam.rules.goods import places
from stellwerk.games.gimperial_steam.rules.hire import HireEngineer, HireWorker
from stellwerk.games.gimperial_steam.rules.scoring import income
from stellwerk.games.gimperial_steam.rules.state import Plant
from tests.games.gimperial_steam.table import (
    GELB,
    LILA,
    ROT,
    cash,
    contract,
    counted,
    do,
    goods,
    influence,
    money,
    offered,
    opening,
    plant,
    ready,
    refused,
    station,
    tracks,
    turn,
    workers,
)
from tests.views import view

# -- hire --------------------------------------------------------------------------------------


def labour() -> Any:
    """The book's example: 230 gulden; only bronze and white accessible; white's left column at 20."""
    s = influence(cash(ready(), GELB, 230), {GELB: 60})
    s = s.replace(wages={**s.wages, "white-1": 1, "bronze-1": 3, "bronze-2": 3, "white-2": 2})
    engineers = {"bronze": ("tunnel", "bridge"), "white": ("bridge", "bridge"), "blue": ("tunnel",)}
    return turn(s.replace(engineers={**engineers, "green": ("tunnel",)}), GELB, "hire")


@pytest.mark.rule("IS-A2-1", "IS-A2-2")
def test_five_workers_for_190() -> None:
    s = labour()
    for column in ("blue-1", "green-1"):
        refused(s, HireWorker(GELB, column), "A2-1")
    refused(s, HireWorker(GELB, "pink-1"), "A2-1")
    s = do(s, *[HireWorker(GELB, "white-1")] * 5)
    assert money(s)[GELB] == 40
    assert s.numbers.wages[s.wages["white-1"]] == 50
    assert s.players[GELB].training == (7, 0, 0)
    assert refused(s, HireWorker(GELB, "white-1"), "A2-2").figures == {"wage": 50, "cash": 40}
    refused(s, HireWorker(GELB, "bronze-1"), "A2-1")  # one column


@pytest.mark.rule("IS-A2-4", "IS-A2-5", "IS-A2-7")
def test_then_a_tunnel_engineer_from_bronze() -> None:
    s = do(labour(), *[HireWorker(GELB, "white-1")] * 5)
    refused(s, HireEngineer(GELB, "tunnel", "white"), "A2-4")
    for hub in ("green", "blue"):
        refused(s, HireEngineer(GELB, "tunnel", hub), "A2-7")
    s = do(s, HireEngineer(GELB, "tunnel", "bronze"))
    assert money(s)[GELB] == 10
    assert s.players[GELB].engineers == ("tunnel",)
    assert s.engineers["bronze"] == ("bridge",)
    refused(s, HireEngineer(GELB, "bridge", "bronze"), "A2-4")  # 10 are not 30


@pytest.mark.rule("IS-A2-5")
def test_one_of_each_kind() -> None:
    s = do(labour(), HireEngineer(GELB, "bridge", "bronze"))
    refused(s, HireEngineer(GELB, "bridge", "white"), "A2-5")


@pytest.mark.rule("IS-A2-7")
def test_both_engineers_from_two_hubs_without_workers() -> None:
    s = do(labour(), HireEngineer(GELB, "tunnel", "bronze"), HireEngineer(GELB, "bridge", "white"))
    assert s.players[GELB].engineers == ("tunnel", "bridge")
    assert s.players[GELB].training == (2, 0, 0)


@pytest.mark.rule("IS-A2-6", "IS-F2-6")
def test_a_delivery_does_not_stop_the_chosen_column() -> None:
    s = influence(ready(), {ROT: 50})
    city = s.layout.hub_city["white"]
    s = tracks(plant(s, ROT, "F01", "wood"), ROT, "L02", "L07", "L31")
    s = s.change(ROT, cities=("wien", city))
    s = do(turn(s, ROT, "hire"), HireWorker(ROT, "white-1"), Deliver(ROT, "F01", city))
    assert s.hubs["white"] == 6
    assert HireWorker(ROT, "white-1") in legal(s, ROT)
    hub = next(iter(s.engineers["white"]))
    refused(s, HireEngineer(ROT, hub, "white"), "A2-7")


@pytest.mark.rule("IS-A2-3")
def test_thirteen_can_be_hired() -> None:
    s = turn(cash(ready(), ROT, 1000), ROT, "hire")
    s = do(s, *[HireWorker(ROT, "bronze-1")] * 13)
    assert s.players[ROT].training == (15, 0, 0)
    refused(s, HireWorker(ROT, "bronze-1"), "A2-3")
    placed = workers(plant(ready(), ROT, "F01", "wood"), ROT, one=14).change(ROT, reserve=0)
    refused(turn(placed, ROT, "hire"), HireWorker(ROT, "bronze-1"), "A2-3")


# -- stations ----------------------------------------------------------------------------------


@pytest.mark.rule("IS-A3-1", "IS-A3-2", "IS-A3-2a")
def test_a_station_for_fifty() -> None:
    s = tracks(ready(), LILA, "L02", "L07")
    assert s.face("gloggnitz").station_cost == 50
    before = s.players[LILA]
    s = do(turn(s, LILA, "build"), BuildStation(LILA, "gloggnitz"))
    after = s.players[LILA]
    assert after.cash == before.cash - 50
    assert places(after) == places(before) + 1
    assert income(s, after) == income(s, before) + 10
    assert s.frame.done == 1
    refused(s, BuildStation(LILA, "wr_neustadt"), "A3-1")
    refused(s, BuildFactory(LILA, "F01", "wood"), "A3-1")


@pytest.mark.rule("IS-A3-2")
def test_where_stations_go() -> None:
    s = tracks(cash(ready(), ROT, 300), ROT, "L03", "L02")
    refused(turn(s, ROT, "build"), BuildStation(ROT, "graz"), "A3-2")
    refused(turn(s, ROT, "build"), BuildStation(ROT, "wien"), "A3-2")  # bound to the colours
    wien = view(ready(2), ROT)["cities"]["wien"]
    assert wien["station_sites"] == len(wien["stations"]) == 2, "and none is shown as free"
    full = station(station(s, LILA, "bratislava"), GELB, "bratislava")
    assert s.face("bratislava").station_sites == 2
    refused(turn(full, ROT, "build"), BuildStation(ROT, "bratislava"), "A3-2")
    twice = station(s, ROT, "bratislava")
    assert BuildStation(ROT, "bratislava") in legal(turn(twice, ROT, "build"), ROT)
    refused(turn(cash(s, ROT, 30), ROT, "build"), BuildStation(ROT, "bratislava"), "A3-2")


@pytest.mark.rule("IS-GEN-7", "IS-A3-2")
def test_three_stations_are_all() -> None:
    s = station(station(tracks(ready(), ROT, "L02", "L03"), ROT, "bratislava"), ROT, "wr_neustadt")
    refused(turn(s, ROT, "build"), BuildStation(ROT, "bratislava"), "GEN-7")


# -- factories ---------------------------------------------------------------------------------


@pytest.mark.rule("IS-A3-3")
def test_sites_by_number_of_players() -> None:
    """Wien's sites are there before any track: two, three or four of them."""
    for players, sites in (
        (2, {"F01", "F02"}),
        (3, {"F01", "F02", "F03"}),
        (4, {"F01", "F02", "F03", "F04"}),
    ):
        s = turn(ready(players), ROT, "build")
        assert {a.site for a in offered(s, ROT, BuildFactory)} == sites
    refused(turn(ready(2), ROT, "build"), BuildFactory(ROT, "F03", "wood"), "A3-3")
    refused(turn(ready(), ROT, "build"), BuildFactory(ROT, "F05", "wood"), "A3-3")
    taken = plant(ready(), LILA, "F01", "wood")
    refused(turn(taken, ROT, "build"), BuildFactory(ROT, "F01", "wood"), "A3-3")


@pytest.mark.rule("IS-A3-4", "IS-A3-4a", "IS-A3-4b")
def test_what_a_factory_costs() -> None:
    s = ready().replace(taken=(0, 0, 2, 0))
    assert factory_cost(s, "F01", "iron") == 40
    assert factory_cost(s, "F02", "iron") == factory_cost(s, "F02", "wood") == 40
    assert s.layout.sites["F06"].cost == "station"
    assert s.face("wr_neustadt").station_cost == 30
    assert factory_cost(s, "F06", "iron") == 30
    poor = turn(cash(s, ROT, 39), ROT, "build")
    assert refused(poor, BuildFactory(ROT, "F01", "iron"), "A3-4").figures == {"cost": 40, "cash": 39}
    paid = do(turn(tracks(s, ROT, "L02"), ROT, "build"), BuildFactory(ROT, "F06", "iron"))
    assert money(paid)[ROT] == 110


@pytest.mark.rule("IS-A3-5", "IS-GEN-7")
def test_the_leftmost_factory_goes_to_the_own_board() -> None:
    s = do(turn(ready(), ROT, "build"), BuildFactory(ROT, "F01", "stone"))
    assert s.taken == (0, 1, 0, 0)
    assert s.players[ROT].factories == (0, 1, 0, 0)
    assert factory_cost(s.replace(taken=(0, 2, 0, 0)), "F03", "stone") == 30
    none = turn(ready().replace(taken=(0, 12, 0, 0)), ROT, "build")
    refused(none, BuildFactory(ROT, "F01", "stone"), "GEN-7")
    refused(none, BuildFactory(ROT, "F01", "gold"), "GEN-7")


@pytest.mark.rule("IS-A3-6")
@pytest.mark.parametrize(("area", "field"), [("training", 1), ("training", 3), ("working", 2)])
def test_the_worker_decides_the_goods(area: str, field: int) -> None:
    s = workers(ready(), ROT, 1, 1, 1, working=(1, 1, 1))
    s = do(turn(s, ROT, "build"), BuildFactory(ROT, "F01", "wood"))
    assert len(offered(s, ROT, StaffFactory)) == 6
    supply = s.supply[0]
    s = do(s, StaffFactory(ROT, area, field))
    assert s.plants["F01"] == Plant(ROT, "wood", field + 1)
    assert s.supply[0] == supply - field - 1
    assert sum(s.players[ROT].training) + sum(s.players[ROT].working) == 5


@pytest.mark.rule("IS-A3-6")
def test_no_worker_no_factory() -> None:
    s = turn(workers(ready(), ROT), ROT, "build")
    refused(s, BuildFactory(ROT, "F01", "wood"), "A3-6")
    s = do(turn(workers(ready(), ROT, 1, 1), ROT, "build"), BuildFactory(ROT, "F01", "wood"))
    refused(s, StaffFactory(ROT, "training", 3), "A3-6")
    refused(s, StaffFactory(ROT, "bench", 1), "A3-6")
    short = s.replace(supply=(1, 0, 0, 0))
    assert do(short, StaffFactory(ROT, "training", 2)).plants["F01"].goods == 1  # GEN-7


@pytest.mark.rule("IS-A3-6")
@pytest.mark.parametrize("area", ["training", "working"])
@pytest.mark.parametrize("field", [1, 2, 3])
def test_the_worker_leaves_his_own_field(area: str, field: int) -> None:
    """A different number of workers on each field of both areas."""
    before = {"training": (1, 2, 3), "working": (3, 1, 2)}
    s = workers(ready(), ROT, *before["training"], working=before["working"])
    s = do(turn(s, ROT, "build"), BuildFactory(ROT, "F01", "wood"), StaffFactory(ROT, area, field))
    left = tuple(count - (number == field) for number, count in enumerate(before[area], start=1))
    after = {"training": s.players[ROT].training, "working": s.players[ROT].working}
    assert after == before | {area: left}
    assert s.plants["F01"] == Plant(ROT, "wood", field + 1)
    assert (s.frame.site, s.frame.sort, s.frame.done) == ("", "", 1)


@pytest.mark.rule("IS-A3-6")
def test_one_worker_anywhere_is_enough_and_goes_by_himself() -> None:
    for area in ("training", "working"):
        for field in (1, 2, 3):
            fields = tuple(int(number == field) for number in (1, 2, 3))
            s = workers(ready(), ROT, *fields if area == "training" else (0, 0, 0),
                        working=fields if area == "working" else (0, 0, 0))  # fmt: skip
            s = do(turn(s, ROT, "build"), BuildFactory(ROT, "F01", "wood"))
            assert s.plants["F01"].goods == field + 1
            assert (s.players[ROT].training, s.players[ROT].working) == ((0, 0, 0), (0, 0, 0))


@pytest.mark.rule("IS-A3-6")
def test_only_workers_who_stand_there_are_offered() -> None:
    s = workers(ready(), ROT, 0, 2, 0, working=(1, 0, 1))
    s = do(turn(s, ROT, "build"), BuildFactory(ROT, "F01", "wood"))
    assert {(a.area, a.field) for a in offered(s, ROT, StaffFactory)} == {
        ("training", 2),
        ("working", 1),
        ("working", 3),
    }
    for area, field in (("training", 1), ("training", 3), ("working", 2), ("bench", 1), ("bench", 3)):
        refused(s, StaffFactory(ROT, area, field), "A3-6")
    for field in (-1, 0, 4):
        refused(s, StaffFactory(ROT, "training", field), "A3-6")
        refused(s, StaffFactory(ROT, "working", field), "A3-6")


@pytest.mark.rule("IS-A3-7")
def test_the_iron_factory_of_bratislava() -> None:
    """−40, worker from field 2, 3 iron on the site, contract filled; the worker on 3 stays usable."""
    s = contract(tracks(ready().replace(taken=(0, 0, 2, 0)), GELB, "L03"), GELB, "K05")
    s = workers(s, GELB, two=1, three=1)
    s = do(turn(s, GELB, "build"), BuildFactory(GELB, "bratislava-1", "iron"))
    assert money(s)[GELB] == 100
    s = do(s, StaffFactory(GELB, "training", 2), PlaceFactory(GELB, "K05", "iron"))
    assert s.plants["bratislava-1"] == Plant(GELB, "iron", 3)
    assert s.players[GELB].placed["K05"] == s.book.parts.contracts["K05"].needs()
    assert s.players[GELB].training == (0, 0, 1)


def test_goods_helper_is_honest() -> None:
    s = goods(opening(), ROT, "wood")
    assert counted(s.players[ROT].goods) == {"wood": 1}
