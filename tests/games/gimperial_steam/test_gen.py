"""GEN: general rules."""

from collections.abc import Callable
from typing import Any

import pytest

from stellwerk.engine import Action, Game, Setup, legal, title, to_act
from stellwerk.games.gimperial_steam.data.components import SORTS
from stellwerk.games.gimperial_steam.rules.access import BuyAccess
from stellwerk.games.gimperial_steam.rules.build import BuildFactory, BuildStation
from stellwerk.games.gimperial_steam.rules.contracts import PlaceFactory, TakeOffFactory
from stellwerk.games.gimperial_steam.rules.goods import BuyGood, Discard, OrderGood, may_go, surplus
from stellwerk.games.gimperial_steam.rules.hire import HireEngineer, HireWorker
from stellwerk.games.gimperial_steam.rules.locomotives import BuyLocomotive, UpgradeLocomotive
from stellwerk.games.gimperial_steam.rules.setup import start
from stellwerk.games.gimperial_steam.rules.shares import ShowCharity
from stellwerk.games.gimperial_steam.rules.state import Surplus, covers, least, minus, plus, shifted, some
from stellwerk.games.gimperial_steam.rules.track import LayTrack
from stellwerk.games.gimperial_steam.rules.turn import ChooseAction, EndTurn
from tests.games.gimperial_steam.table import (
    GELB,
    LILA,
    ROT,
    cash,
    contract,
    counted,
    do,
    factories,
    goods,
    money,
    offered,
    ready,
    refused,
    tracks,
    trains,
    turn,
    workers,
)


@pytest.mark.rule("IS-GEN-1")
@pytest.mark.parametrize("count", [1, 5])
def test_for_two_to_four(count: int) -> None:
    names = ("A", "B", "C", "D", "E")[:count]
    with pytest.raises(ValueError, match="2 to 4 players"):
        Game.new(Setup("imperial-steam", names, "fixed"))


@pytest.mark.rule("IS-GEN-1")
def test_the_set_up_must_make_sense() -> None:
    with pytest.raises(ValueError, match="fixed, normal, random"):
        Game.new(Setup("imperial-steam", ("A", "B")))
    with pytest.raises(ValueError, match="name of their own"):
        Game.new(Setup("imperial-steam", ("A", "A"), "fixed"))


@pytest.mark.rule("IS-GEN-2")
def test_payments_need_cash_and_go_to_the_bank() -> None:
    s = turn(cash(ready(), ROT, 10), ROT, "goods")
    before = s.bank
    after = do(s, BuyGood(ROT, "wood"))
    assert (after.players[ROT].cash, after.bank) == (0, before + 10)
    refused(turn(cash(ready(), ROT, 0), ROT, "goods"), BuyGood(ROT, "wood"), "A5-1")
    # No action offers anything to another player.
    kinds = {kind.__name__ for kind in title("imperial-steam").actions}
    assert not kinds & {"Trade", "Give", "Gift", "Lend"}


ENOUGH: dict[str, tuple[Callable[[], Any], Action, int, str]] = {
    "a track beside two others": (
        lambda: turn(tracks(tracks(ready(), LILA, "L03"), GELB, "L03"), ROT, "track"),
        LayTrack(ROT, "L03"),
        20,
        "A1-5",
    ),
    "a worker": (lambda: turn(ready(), ROT, "hire"), HireWorker(ROT, "blue-1"), 10, "A2-2"),
    "a dear worker": (
        lambda: turn(ready().replace(wages={**ready().wages, "blue-1": 4}), ROT, "hire"),
        HireWorker(ROT, "blue-1"),
        50,
        "A2-2",
    ),
    "an engineer": (
        lambda: turn(ready().replace(engineers={"blue": ("tunnel",)}), ROT, "hire"),
        HireEngineer(ROT, "tunnel", "blue"),
        30,
        "A2-4",
    ),
    "a station": (
        lambda: turn(tracks(ready(), ROT, "L02", "L07"), ROT, "build"),
        BuildStation(ROT, "gloggnitz"),
        50,
        "A3-2",
    ),
    "a factory": (lambda: turn(ready(), ROT, "build"), BuildFactory(ROT, "F02", "iron"), 40, "A3-4"),
    "a good": (
        lambda: turn(ready().replace(market=(7, 10, 10, 10)), ROT, "goods"),
        BuyGood(ROT, "wood"),
        20,
        "A5-1",
    ),
    "an order": (
        lambda: turn(ready().replace(market=(7, 10, 10, 10)), ROT, "goods"),
        OrderGood(ROT, "wood"),
        20,
        "A5-2",
    ),
    "a locomotive": (
        lambda: turn(ready().replace(round=6), ROT, "locomotive"),
        BuyLocomotive(ROT, 8),
        80,
        "A6-2",
    ),
    "a better locomotive": (
        lambda: turn(ready().replace(round=6), ROT, "locomotive"),
        UpgradeLocomotive(ROT, 3, 8),
        50,
        "A6-6",
    ),
    "charity": (lambda: turn(ready(), ROT, "charity"), ShowCharity(ROT, 3), 30, "A8-1"),
    "access from the bank": (
        lambda: turn(tracks(ready().replace(crowns=("L07",)), ROT, "L02")),
        BuyAccess(ROT, "L07"),
        50,
        "F3-2",
    ),
    "access from two players": (
        lambda: turn(
            tracks(tracks(tracks(ready().replace(crowns=("L07",)), ROT, "L02"), LILA, "L07"), GELB, "L07")
        ),
        BuyAccess(ROT, "L07"),
        60,
        "F3-2",
    ),
}


@pytest.mark.rule("IS-GEN-2", "IS-A1-5", "IS-A2-2", "IS-A2-4", "IS-A3-2", "IS-A3-4", "IS-A5-1", "IS-A5-2",
                  "IS-A6-2", "IS-A6-6", "IS-A8-1", "IS-F3-2")  # fmt: skip
@pytest.mark.parametrize("what", list(ENOUGH))
def test_the_price_itself_is_enough_and_less_is_not(what: str) -> None:
    make, action, price, rule = ENOUGH[what]
    s = make()
    refused(cash(s, ROT, price - 1), action, rule)
    assert action in legal(cash(s, ROT, price), ROT)
    assert money(do(cash(s, ROT, price), action))[ROT] == 0


@pytest.mark.rule("IS-GEN-2a", "IS-A1-6")
def test_spent_goods_go_to_the_supply_not_to_the_market() -> None:
    s = turn(ready(), ROT, "track")
    market, supply = s.market, s.supply
    after = do(s, LayTrack(ROT, "L03"))
    assert after.market == market
    assert [new - old for new, old in zip(after.supply, supply, strict=True)] == [1, 1, 1, 0]


@pytest.mark.rule("IS-GEN-3")
def test_what_fits_at_the_start() -> None:
    """Four places and one locomotive: five coal fit, five wood do not."""
    s = ready()
    assert surplus(goods(s, ROT, *["coal"] * 5).players[ROT]) == 0
    assert surplus(goods(s, ROT, *["coal"] * 6).players[ROT]) == 1
    assert surplus(goods(s, ROT, *["wood"] * 5).players[ROT]) == 1
    assert surplus(goods(s, ROT, *["wood"] * 4, "coal").players[ROT]) == 0


@pytest.mark.rule("IS-GEN-4")
def test_the_owner_picks_what_goes() -> None:
    s = turn(goods(ready(), ROT, "wood", "wood", "stone", "iron", "coal"), ROT, "goods")
    s = do(s, BuyGood(ROT, "stone"))
    assert isinstance(s.frame, Surplus)
    assert {a.good for a in offered(s, ROT, Discard)} == {"wood", "stone", "iron"}
    refused(s, Discard(ROT, "coal"), "GEN-4")  # it lies on the locomotive and helps nothing
    s = do(s, Discard(ROT, "wood"))
    assert counted(s.players[ROT].goods) == {"wood": 1, "stone": 2, "iron": 1, "coal": 1}
    assert not isinstance(s.frame, Surplus)


@pytest.mark.rule("IS-GEN-4")
def test_coal_beyond_the_locomotives_may_go_too() -> None:
    player = goods(ready(), ROT, "wood", "wood", "wood", "coal", "coal", "coal").players[ROT]
    assert may_go(player) == ("wood", "coal")


@pytest.mark.rule("IS-GEN-5")
def test_factories_move_at_any_time_of_the_turn() -> None:
    s = contract(factories(ready(), GELB, "iron"), GELB, "K05", "K06")
    s = do(turn(s, GELB), PlaceFactory(GELB, "K05", "iron"))
    assert s.players[GELB].placed["K05"] == (0, 0, 1, 0)
    refused(s, PlaceFactory(GELB, "K06", "iron"), "GEN-5")
    s = do(s, TakeOffFactory(GELB, "K05", "iron"), PlaceFactory(GELB, "K06", "iron"))  # off a full one
    assert s.players[GELB].placed["K06"] == (0, 0, 1, 0)
    assert s.players[GELB].factories == (0, 0, 0, 0)
    refused(s, TakeOffFactory(GELB, "K05", "iron"), "GEN-5")
    refused(s, PlaceFactory(GELB, "K01", "wood"), "GEN-5")


@pytest.mark.rule("IS-GEN-5")
def test_a_contract_takes_only_what_it_asks_for() -> None:
    s = turn(contract(factories(ready(), GELB, "iron", "wood"), GELB, "K05"), GELB)
    refused(s, PlaceFactory(GELB, "K05", "wood"), "GEN-5")
    refused(s, PlaceFactory(GELB, "K06", "iron"), "GEN-5")  # not his contract
    refused(s, PlaceFactory(GELB, "K99", "iron"), "GEN-5")
    s = do(s, PlaceFactory(GELB, "K05", "iron"))
    assert offered(s, GELB, PlaceFactory) == []


@pytest.mark.rule("IS-GEN-6")
def test_the_network_is_one_piece_with_wien() -> None:
    s = turn(ready(), ROT, "track")
    assert s.players[ROT].cities == ("wien",)
    refused(s, LayTrack(ROT, "L05"), "A1-2")
    assert "F01" in {a.site for a in legal(turn(ready(), ROT, "build"), ROT) if hasattr(a, "site")}


@pytest.mark.rule("IS-GEN-7", "IS-A6-5")
def test_a_short_supply_gives_what_is_left() -> None:
    s = turn(cash(ready().replace(round=2, supply=(5, 5, 5, 0)), ROT, 100), ROT, "locomotive")
    s = do(s, BuyLocomotive(ROT, 4))
    assert counted(s.players[ROT].goods)["coal"] == 1
    assert s.supply[3] == 0


@pytest.mark.rule("IS-GEN-7", "IS-A2-3")
def test_fifteen_figures_are_all() -> None:
    s = workers(cash(ready(), ROT, 900), ROT, one=15)
    refused(turn(s, ROT, "hire"), HireWorker(ROT, "bronze-1"), "A2-3")


@pytest.mark.rule("IS-GEN-7")
def test_each_good_sums_to_forty() -> None:
    s = ready()
    total = [a + b for a, b in zip(s.supply, s.market, strict=True)]
    on_rounds = [sum(cubes.count(sort) for cubes in s.arrivals) for sort in ("wood", "stone", "iron", "coal")]
    assert [n + 4 + r for n, r in zip(total, on_rounds, strict=True)] == [40] * 4
    lost = s.replace(supply=(0, *s.supply[1:]))
    assert title("imperial-steam").conserved(lost) != []
    assert title("imperial-steam").conserved(s) == []


@pytest.mark.rule("IS-GEN-7")
def test_money_is_no_limit() -> None:
    s = ready()
    s = cash(s, GELB, s.bank + 140)  # everything that the bank had
    assert s.bank == 0
    s = do(turn(s, ROT), ChooseAction(ROT, "donations"))
    assert (s.bank, money(s)[ROT]) == (-10, 150)


@pytest.mark.rule("IS-GEN-8")
def test_nothing_is_drawn_after_the_set_up() -> None:
    game = Game.new(Setup("imperial-steam", ("A", "B"), "random", seed=3))
    lots = len(game.log)
    for _ in range(60):
        seat = to_act(game.state)[0]
        assert seat >= 0
        game.submit(legal(game.state, seat)[-1])
    assert all(action.seat >= 0 for action in game.log[lots:])
    shown = len(ready().contracts)
    s = turn(ready(), ROT, "contract")
    after = do(s, next(a for a in legal(s, ROT) if hasattr(a, "contract")))
    assert len(after.contracts) == shown - 1


def test_ordering_waits_for_the_dock() -> None:
    s = do(turn(trains(ready(), ROT, 3), ROT, "goods"), OrderGood(ROT, "wood"))
    assert counted(s.players[ROT].dock) == {"wood": 1}


def test_only_the_acting_seat_decides() -> None:
    refused(turn(ready(), ROT), EndTurn(GELB), "P7-1")
    refused(turn(ready(), ROT), BuyAccess(GELB, "L15"), "P7-1")


def test_goods_are_counted_sort_by_sort() -> None:
    one, other = (1, 20, 3, 40), (10, 2, 30, 4)
    assert least(one, other) == least(other, one) == (1, 2, 3, 4)
    assert plus(one, other) == (11, 22, 33, 44)
    assert minus(one, other) == (-9, 18, -27, 36)
    for at in range(4):
        more = tuple(number + (index == at) for index, number in enumerate(one))
        assert covers(more, one)
        assert not covers(one, more)
    assert covers(one, one)
    assert [some(sort, 3) for sort in SORTS] == [(3, 0, 0, 0), (0, 3, 0, 0), (0, 0, 3, 0), (0, 0, 0, 3)]
    assert [shifted((5, 6, 7), field, -2) for field in range(3)] == [(3, 6, 7), (5, 4, 7), (5, 6, 5)]


@pytest.mark.rule("IS-GEN-1")
@pytest.mark.parametrize("names", [("A", " "), ("", "B"), ("A", "B", "A")])
def test_every_player_needs_a_name(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="name of their own"):
        Game.new(Setup("imperial-steam", names, "fixed"))


@pytest.mark.rule("IS-SETUP-I1")
def test_nobody_has_influence_before_the_first_lot() -> None:
    s = start(Setup("imperial-steam", ("A", "B", "C"), "fixed"))
    assert s.standing == ((0, 0), (0, 1), (0, 2))
    assert s.order == (0, 1, 2)
    assert s.players[0].hands == 2
