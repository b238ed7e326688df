"""A4 to A9: goods, locomotives, contracts, charity, share price."""

from typing import Any

import pytest

from stellwerk.engine import legal
from stellwerk.games.gimperial_steam.rules.build import BuildStation
from stellwerk.games.gimperial_steam.rules.contracts import PlaceFactory, TakeContract, TakeOffFactory
from stellwerk.games.gimperial_steam.rules.goods import BuyGood, Discard, OrderGood, Produce, free_wagons
from stellwerk.games.gimperial_steam.rules.locomotives import BuyLocomotive, UpgradeLocomotive
from stellwerk.games.gimperial_steam.rules.shares import MovePrice, ShowCharity
from stellwerk.games.gimperial_steam.rules.state import Surplus
from stellwerk.games.gimperial_steam.rules.track import LayTrack
from stellwerk.games.gimperial_steam.rules.turn import ChooseAction, EndTurn
from tests.games.gimperial_steam.table import (
    LILA,
    ROT,
    cash,
    column,
    contract,
    counted,
    do,
    factories,
    goods,
    influence,
    money,
    offered,
    plant,
    ready,
    refused,
    trains,
    turn,
)

# -- goods -------------------------------------------------------------------------------------


@pytest.mark.rule("IS-A4-1")
def test_each_site_may_give_one_cube() -> None:
    s = plant(plant(goods(ready(), ROT), ROT, "F01", "wood"), ROT, "F02", "iron", 1)
    s = turn(plant(s, LILA, "F03", "coal"), ROT, "produce")
    assert {a.site for a in offered(s, ROT, Produce)} == {"F01", "F02"}
    s = do(s, Produce(ROT, "F01"))
    assert counted(s.players[ROT].goods) == {"wood": 1}
    refused(s, Produce(ROT, "F01"), "A4-1")
    refused(s, Produce(ROT, "F03"), "A4-1")
    assert EndTurn(ROT) in legal(s, ROT), "any choice of workers"
    s = do(s, Produce(ROT, "F02"))
    refused(turn(s, ROT, "produce"), Produce(ROT, "F02"), "A4-1")  # empty now


@pytest.mark.rule("IS-A4-2")
def test_what_a_full_board_takes() -> None:
    s = plant(goods(ready(), ROT, "wood", "wood", "wood", "wood"), ROT, "F01", "coal")
    s = do(turn(s, ROT, "produce"), Produce(ROT, "F01"))
    assert counted(s.players[ROT].goods) == {"wood": 4, "coal": 1}, "on the locomotive"
    s = plant(goods(ready(), ROT, "wood", "stone", "wood", "wood", "coal"), ROT, "F01", "iron")
    s = do(turn(s, ROT, "produce"), Produce(ROT, "F01"))
    assert isinstance(s.frame, Surplus)
    s = do(s, Discard(ROT, "stone"))
    assert counted(s.players[ROT].goods) == {"wood": 3, "iron": 1, "coal": 1}
    assert not any(s.players[ROT].dock)


@pytest.mark.rule("IS-A5-1")
def test_buying_one_cube() -> None:
    s = turn(ready().replace(market=(7, 10, 10, 10)), ROT, "goods")
    s = do(s, BuyGood(ROT, "wood"))
    assert money(s)[ROT] == 120
    assert s.market[0] == 6
    assert counted(s.players[ROT].goods)["wood"] == 2
    refused(s, BuyGood(ROT, "wood"), "A5-1")
    refused(s, OrderGood(ROT, "wood"), "A5-2")


@pytest.mark.rule("IS-A5-2")
def test_ordering_any_mix() -> None:
    s = turn(ready().replace(round=3), ROT, "goods")
    s = do(s, OrderGood(ROT, "wood"), OrderGood(ROT, "wood"), OrderGood(ROT, "wood"), OrderGood(ROT, "coal"))
    assert money(s)[ROT] == 140 - 10 - 10 - 20 - 10
    assert counted(s.players[ROT].dock) == {"wood": 3, "coal": 1}
    refused(s, BuyGood(ROT, "iron"), "A5-1")
    refused(turn(ready().replace(round=8), ROT, "goods"), OrderGood(ROT, "wood"), "A5-2")


@pytest.mark.rule("IS-A5-3", "IS-P7-3")
def test_the_shipping_tile_counts_for_the_round() -> None:
    """Tile 3, ordered 2: a second action allows 1 more and costs a step."""
    s = ready().replace(round=2)
    assert s.shipping[1] == 3
    s = do(turn(s.change(ROT, hands=3)), ChooseAction(ROT, "goods"), OrderGood(ROT, "wood"))
    s = turn(do(s, OrderGood(ROT, "stone")), ROT)
    before = column(s, ROT)
    s = do(s, ChooseAction(ROT, "goods"), OrderGood(ROT, "iron"))
    assert column(s, ROT) == before - 10
    assert refused(s, OrderGood(ROT, "iron"), "A5-3").figures == {"ordered": 3, "limit": 3}


@pytest.mark.rule("IS-A5-4", "IS-GEN-4")
def test_ordered_goods_wait_and_empty_columns_sell_nothing() -> None:
    s = goods(ready(), ROT, "wood", "stone").change(ROT, dock=(0, 0, 2, 0))
    refused(turn(s, ROT, "track"), LayTrack(ROT, "L03"), "A1-6")
    empty = turn(ready().replace(market=(0, 10, 10, 10)), ROT, "goods")
    refused(empty, BuyGood(ROT, "wood"), "A5-4")
    refused(empty, OrderGood(ROT, "wood"), "A5-4")
    refused(empty, BuyGood(ROT, "gold"), "A5-4")
    full = goods(ready(), ROT, "wood", "wood", "stone", "stone", "coal")
    assert isinstance(do(turn(full, ROT, "goods"), BuyGood(ROT, "iron")).frame, Surplus)


# -- locomotives -------------------------------------------------------------------------------


def workshop(round: int = 6, money: int = 500) -> Any:
    return turn(influence(cash(ready().replace(round=round), ROT, money), {ROT: 50}), ROT, "locomotive")


@pytest.mark.rule("IS-A6-1")
def test_only_what_lies_left_of_the_round_marker() -> None:
    for round, levels in ((1, set()), (2, {4}), (4, {4, 5, 6}), (6, {4, 5, 6, 7, 8})):
        s = workshop(round)
        assert {a.level for a in offered(s, ROT, BuyLocomotive)} == levels
    refused(workshop(3), BuyLocomotive(ROT, 6), "A6-1")
    refused(workshop(), BuyLocomotive(ROT, 3), "A6-1")  # an IS-3 is never sold
    refused(do(workshop(), BuyLocomotive(ROT, 4)), BuyLocomotive(ROT, 4), "A6-1")


@pytest.mark.rule("IS-A6-2", "IS-A6-3", "IS-A6-4", "IS-A6-5")
def test_buying_an_is_6() -> None:
    s = workshop()
    wagons, coal = free_wagons(s.players[ROT]), s.players[ROT].goods[3]
    s = do(s, BuyLocomotive(ROT, 6))
    assert money(s)[ROT] == 440
    assert free_wagons(s.players[ROT]) == wagons + 6
    assert column(s, ROT) == 60
    assert s.players[ROT].goods[3] == coal + 1
    assert s.locomotives["6"] == 3
    refused(workshop(money=59), BuyLocomotive(ROT, 6), "A6-2")
    refused(turn(trains(workshop(), ROT, 3, 4, 5), ROT, "locomotive"), BuyLocomotive(ROT, 4), "A6-2")


@pytest.mark.rule("IS-A6-6", "IS-A6-7")
def test_upgrading_an_is_3_to_an_is_7() -> None:
    """40 paid, 4 new wagons; passenger and reserved wagons and the coal stay."""
    s = workshop(5).change(ROT, passenger=1, reserved=1)
    before = s.players[ROT]
    s = do(s, UpgradeLocomotive(ROT, 3, 7))
    after = s.players[ROT]
    assert after.cash == before.cash - 40
    assert free_wagons(after) == free_wagons(before) + 4
    assert (after.passenger, after.reserved, after.goods) == (1, 1, before.goods)
    assert after.trains == (7,)
    assert s.scrapped == 1
    assert "3" not in s.locomotives


@pytest.mark.rule("IS-A6-6")
def test_only_upwards() -> None:
    s = turn(trains(workshop(), ROT, 6), ROT, "locomotive")
    refused(s, UpgradeLocomotive(ROT, 6, 5), "A6-6")
    refused(s, UpgradeLocomotive(ROT, 6, 6), "A6-6")
    refused(s, UpgradeLocomotive(ROT, 3, 8), "A6-6")
    refused(turn(trains(workshop(3), ROT, 3), ROT, "locomotive"), UpgradeLocomotive(ROT, 3, 6), "A6-1")
    refused(do(s, UpgradeLocomotive(ROT, 6, 7)), UpgradeLocomotive(ROT, 7, 8), "A6-1")
    refused(turn(cash(s, ROT, 10), ROT, "locomotive"), UpgradeLocomotive(ROT, 6, 8), "A6-6")


@pytest.mark.rule("IS-A6-8", "IS-A6-4")
def test_influence_counts_in_full() -> None:
    s = do(turn(trains(workshop(), ROT, 6), ROT, "locomotive"), UpgradeLocomotive(ROT, 6, 8))
    assert column(s, ROT) == 80


@pytest.mark.rule("IS-A6-9")
def test_three_trains_can_still_be_upgraded() -> None:
    s = turn(trains(workshop(), ROT, 3, 4, 5), ROT, "locomotive")
    assert do(s, UpgradeLocomotive(ROT, 4, 6)).players[ROT].trains == (3, 6, 5)


@pytest.mark.rule("IS-A6-10", "IS-A6-1")
def test_first_come_first_served() -> None:
    s = workshop().replace(locomotives={**workshop().locomotives, "4": 1})
    s = do(s, BuyLocomotive(ROT, 4))
    refused(turn(cash(s, LILA, 100), LILA, "locomotive"), BuyLocomotive(LILA, 4), "A6-1")
    s = do(turn(workshop(), ROT, "locomotive"), BuyLocomotive(ROT, 5))
    assert BuyLocomotive(ROT, 5) in legal(turn(s, ROT, "locomotive"), ROT), "several of a level"


# -- contracts ---------------------------------------------------------------------------------


def office(*open: str) -> Any:
    return turn(trains(ready().replace(contracts=open or ("K05", "K09", "K19")), ROT, 5), ROT, "contract")


@pytest.mark.rule("IS-A7-1")
def test_taking_an_open_contract() -> None:
    s = do(office(), TakeContract(ROT, "K05"))
    assert s.players[ROT].contracts == ("K05",)
    assert s.contracts == ("K09", "K19")
    refused(s, TakeContract(ROT, "K09"), "A7-1")
    refused(office(), TakeContract(ROT, "K28"), "A7-1")


@pytest.mark.rule("IS-A7-2")
def test_it_needs_free_freight_wagons() -> None:
    s = office().change(ROT, passenger=2, reserved=1)
    assert refused(s, TakeContract(ROT, "K19"), "A7-2").figures == {"needed": 3, "free": 2}
    two_trains = trains(office(), ROT, 3, 4).change(ROT, passenger=4)
    assert TakeContract(ROT, "K19") in legal(two_trains, ROT), "of any trains"


@pytest.mark.rule("IS-A7-3", "IS-GEN-4")
def test_reserved_wagons_hold_nothing() -> None:
    s = goods(office(), ROT, "wood", "wood", "wood", "stone", "stone", "stone", "coal")
    s = do(s, TakeContract(ROT, "K09"))
    assert isinstance(s.frame, Surplus)
    s = do(s, Discard(ROT, "stone"), Discard(ROT, "stone"))
    assert counted(s.players[ROT].goods) == {"wood": 3, "stone": 1, "coal": 1}
    assert free_wagons(s.players[ROT]) == 3


@pytest.mark.rule("IS-A7-4")
def test_investors_come_as_far_as_there_is_room() -> None:
    s = do(office(), TakeContract(ROT, "K19"))
    assert s.players[ROT].investors == 4
    assert s.investors == office().investors - 3
    full = do(office().change(ROT, investors=8), TakeContract(ROT, "K19"))
    assert full.players[ROT].investors == 9
    scarce = do(office().replace(investors=1), TakeContract(ROT, "K19"))
    assert (scarce.players[ROT].investors, scarce.investors) == (2, 0)


@pytest.mark.rule("IS-A7-5")
def test_factories_at_once_also_from_other_contracts() -> None:
    s = contract(factories(office(), ROT, "iron"), ROT, "K06")
    s = do(s, PlaceFactory(ROT, "K06", "iron"), TakeContract(ROT, "K05"))
    s = do(s, TakeOffFactory(ROT, "K06", "iron"), PlaceFactory(ROT, "K05", "iron"))
    assert s.players[ROT].placed["K05"] == (0, 0, 1, 0)
    many = office("K01", "K02", "K03", "K04", "K05")
    for id in ("K01", "K02", "K03", "K04", "K05"):
        many = do(turn(many, ROT, "contract"), TakeContract(ROT, id))
    assert len(many.players[ROT].contracts) == 5, "no limit but wagons"


# -- charity and price -------------------------------------------------------------------------


@pytest.mark.rule("IS-A8-1")
def test_charity() -> None:
    s = influence(ready(), {ROT: 40})
    after = do(turn(s, ROT, "charity"), ShowCharity(ROT, 2))
    assert (column(after, ROT), money(after)[ROT]) == (60, 120)
    assert {a.steps for a in offered(turn(s, ROT, "charity"), ROT, ShowCharity)} == set(range(1, 15))
    refused(turn(s, ROT, "charity"), ShowCharity(ROT, 15), "A8-1")
    refused(turn(s, ROT, "charity"), ShowCharity(ROT, 0), "A8-1")
    refused(after, ShowCharity(ROT, 1), "A8-1")
    near = turn(influence(s, {ROT: 190}), ROT, "charity")
    refused(near, ShowCharity(ROT, 2), "A8-1")


@pytest.mark.rule("IS-A9-1")
def test_raising_the_price_costs_influence() -> None:
    s = influence(ready(), {ROT: 50})
    after = do(turn(s, ROT, "price"), MovePrice(ROT, 60))
    assert (column(after, ROT), after.book.prices[after.players[ROT].price]) == (40, 60)
    after = do(turn(s.change(ROT, price=4), ROT, "price"), MovePrice(ROT, 240))
    assert column(after, ROT) == 0
    poor = turn(influence(s, {ROT: 40}).change(ROT, price=4), ROT, "price")
    assert refused(poor, MovePrice(ROT, 240), "A9-1").figures["needed"] == 50


@pytest.mark.rule("IS-A9-1", "IS-P7-3")
def test_repeating_comes_on_top() -> None:
    s = influence(ready(), {ROT: 50}).change(ROT, used={"price": 1})
    s = do(turn(s), ChooseAction(ROT, "price"), MovePrice(ROT, 60))
    assert column(s, ROT) == 30


@pytest.mark.rule("IS-A9-2")
def test_lowering_is_free_and_goes_any_way_down() -> None:
    s = turn(influence(ready(), {ROT: 0}).change(ROT, price=4), ROT, "price")
    assert {a.price for a in offered(s, ROT, MovePrice)} == {40, 60, 90, 130}
    after = do(s, MovePrice(ROT, 40))
    assert (after.players[ROT].price, column(after, ROT)) == (0, 0)
    refused(after, MovePrice(ROT, 60), "A9-2")  # never both
    rich = turn(ready(), ROT, "price")
    refused(rich, MovePrice(ROT, 90), "A9-2")
    refused(rich, MovePrice(ROT, 30), "A9-2")
    refused(rich, MovePrice(ROT, 40), "A9-2")


def test_building_is_no_other_action() -> None:
    refused(office(), BuildStation(ROT, "wien"), "P7-1")


@pytest.mark.rule("IS-A5-2")
def test_orders_until_round_seven() -> None:
    for round in range(1, 8):
        assert OrderGood(ROT, "wood") in legal(turn(ready().replace(round=round), ROT, "goods"), ROT)
    refused(turn(ready().replace(round=8), ROT, "goods"), OrderGood(ROT, "wood"), "A5-2")
