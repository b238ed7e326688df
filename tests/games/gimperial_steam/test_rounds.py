"""P: the phases of a round and the turns in it."""

from random import Random
from typing import Any

import pytest

from stellwerk.engine import legal, title, to_act
from stellwerk.engine.play import settle
from stellwerk.games.gimperial_steam.rules.contracts import TakeContract
from stellwerk.games.gimperial_steam.rules.goods import BuyGood, Discard, OrderGood, Produce, market_price
from stellwerk.games.gimperial_steam.rules.hire import HireEngineer, HireWorker
from stellwerk.games.gimperial_steam.rules.locomotives import BuyLocomotive, UpgradeLocomotive
from stellwerk.games.gimperial_steam.rules.rounds import PHASES, next_turn, trained
from stellwerk.games.gimperial_steam.rules.shares import MovePrice, ShowCharity
from stellwerk.games.gimperial_steam.rules.state import Course, Surplus, of_sorts
from stellwerk.games.gimperial_steam.rules.track import LayTrack
from stellwerk.games.gimperial_steam.rules.turn import CHOOSE, TILES, ChooseAction, EndTurn
from tests.games.gimperial_steam.table import (
    GELB,
    LILA,
    ROT,
    TUERKIS,
    cash,
    column,
    counted,
    do,
    goods,
    influence,
    money,
    offered,
    plant,
    ready,
    refused,
    tracks,
    turn,
    workers,
)


def phase(s: Any, number: int) -> Any:
    """Only this phase, on an empty cursor above the next one."""
    return PHASES[number](s.replace(stack=(Course(number + 1),)))


def pass_round(s: Any) -> Any:
    """Everybody passes or collects donations until the round is over."""
    round = s.round
    while not s.over and s.round == round:
        seat = to_act(s)[0]
        choices = [a for tile in ("pass", "donations", "hire", "produce", "charity", "price")
                   for a in legal(s, seat) if a == ChooseAction(seat, tile)]  # fmt: skip
        free = [a for a in choices if a.tile not in s.players[seat].used]
        s = do(s, (free or choices)[0], EndTurn(seat))
    return s


@pytest.mark.rule("IS-P0", "IS-P1-1", "IS-P1-2")
def test_hands_by_round() -> None:
    s = settle(ready(2))
    hands = []
    while not s.over:
        hands.append([player.hands for player in s.players])
        assert not any(player.used for player in s.players)
        s = pass_round(s)
    assert hands == [[n, n] for n in (2, 3, 4, 5, 5, 5, 5, 5)]
    assert s.ending == "the last round is over"


@pytest.mark.rule("IS-P0", "IS-P4-2")
def test_round_one_begins_with_actions() -> None:
    s = settle(ready(2))
    assert money(s) == [120, 120], "no income yet"
    assert to_act(s) == (0,)
    assert money(pass_round(s)) == [140, 140], "one donation and one income each"


@pytest.mark.rule("IS-P2-1")
def test_arriving_goods_undo_the_latest_purchases() -> None:
    s = ready().replace(round=4, market=(8, 10, 10, 10), arrivals=(("wood", "wood", "wood"), (), (), (), ()))
    assert market_price(s, "wood") == 20
    before = s.supply
    s = phase(s, 2)
    assert s.market == (10, 10, 10, 10)
    assert s.supply[0] == before[0] + 1, "what does not fit goes to the supply"
    assert market_price(s, "wood") == 10
    assert s.arrivals[0] == ()
    early = ready().replace(round=3)
    assert phase(early, 2).market == early.market


@pytest.mark.rule("IS-P3-1", "IS-A5-4")
def test_docks_are_emptied_and_only_the_full_are_asked() -> None:
    s = goods(ready(), ROT, "wood", "wood", "stone", "iron")
    s = s.change(ROT, dock=of_sorts(["iron", "iron"])).change(LILA, dock=of_sorts(["coal"]))
    s = settle(phase(s, 3))
    assert counted(s.players[LILA].goods)["coal"] == 2
    assert not any(s.players[ROT].dock)
    assert isinstance(s.frame, Surplus)
    assert to_act(s) == (ROT,)
    assert {a.good for a in legal(s, ROT)} == {"wood", "stone", "iron"}
    s = do(s, Discard(ROT, "iron"), Discard(ROT, "wood"))
    assert counted(s.players[ROT].goods) == {"wood": 1, "stone": 1, "iron": 2}


@pytest.mark.rule("IS-P4-1", "IS-P4-2")
def test_income() -> None:
    s = ready().change(ROT, passenger=2, stations=("wien", "graz"))
    assert [new - old for new, old in zip(money(phase(s, 4)), money(s), strict=True)] == [40, 10, 10, 10]


@pytest.mark.rule("IS-P5-1")
def test_training() -> None:
    s = workers(ready(), ROT, 2, 1, 0, working=(1, 0, 1))
    assert trained(s.players[ROT]) == (1, 2, 2)
    player = phase(s, 5).players[ROT]
    assert (player.training, player.working) == ((1, 2, 2), (0, 0, 0))
    assert trained(workers(s, ROT, 0, 0, 4).players[ROT]) == (0, 0, 4)


@pytest.mark.rule("IS-P6-1")
def test_the_new_order() -> None:
    s = influence(ready(), {GELB: 90, LILA: 70, ROT: 70, TUERKIS: 40})
    assert phase(s, 6).order == (GELB, LILA, ROT, TUERKIS)


@pytest.mark.rule("IS-P6-2", "IS-P7-1")
def test_the_order_holds_for_the_whole_round() -> None:
    s = settle(ready())
    assert to_act(s) == (ROT,)
    s = do(s, ChooseAction(ROT, "price"), MovePrice(ROT, 60), EndTurn(ROT))
    assert column(s, ROT) == 90
    acting = []
    for _ in range(7):
        seat = to_act(s)[0]
        acting.append(seat)
        tile = "pass" if "pass" not in s.players[seat].used else "donations"
        s = do(s, ChooseAction(seat, tile), EndTurn(seat))
    assert acting == [LILA, TUERKIS, GELB, ROT, LILA, TUERKIS, GELB]
    assert s.round == 2
    assert s.order[-1] == ROT


@pytest.mark.rule("IS-P7-1")
def test_a_turn_is_one_main_action() -> None:
    s = turn(ready())
    refused(s, EndTurn(ROT), "P7-1")
    s = do(s, ChooseAction(ROT, "pass"))
    refused(s, ChooseAction(ROT, "donations"), "P7-1")
    assert s.players[ROT].hands == 1


@pytest.mark.rule("IS-P7-2", "IS-P7-3")
def test_choosing_again_costs_influence() -> None:
    """Rot's second locomotive action: −1; a third −2 more."""
    s = ready().replace(round=2).change(LILA, used={"locomotive": 3})
    s = cash(influence(s, {ROT: 50}), ROT, 500).change(ROT, hands=5)
    seen = []
    for level in (4, 4, 4):
        s = do(turn(s, ROT), ChooseAction(ROT, "locomotive"))
        item = BuyLocomotive(ROT, level) if len(s.players[ROT].trains) < 3 else UpgradeLocomotive(ROT, 3, 4)
        s = do(s, item)
        seen.append(column(s, ROT))
    assert seen == [50, 40, 20]


@pytest.mark.rule("IS-INF-4", "IS-P7-3")
def test_without_influence_no_repeating() -> None:
    s = influence(ready(), {ROT: 0}).change(ROT, used={"pass": 1})
    refused(turn(s), ChooseAction(ROT, "pass"), "INF-4")


@pytest.mark.rule("IS-P7-4")
def test_the_cost_comes_before_access() -> None:
    s = influence(ready(), {ROT: 50}).change(ROT, used={"hire": 1})
    assert HireWorker(ROT, "white-1") in legal(turn(s.change(ROT, used={}), ROT, "hire"), ROT)
    s = do(turn(s), ChooseAction(ROT, "hire"))
    assert column(s, ROT) == 40
    refused(s, HireWorker(ROT, "white-1"), "A2-1")
    assert HireWorker(ROT, "bronze-1") in legal(s, ROT)


@pytest.mark.rule("IS-P7-5")
def test_what_may_be_chosen_for_nothing() -> None:
    s = workers(cash(goods(ready(), ROT), ROT, 0), ROT, 0)
    s = s.change(ROT, trains=(), passenger=0, investors=0)
    chosen = {a.tile for a in offered(turn(s), ROT, ChooseAction)}
    assert chosen == {"hire", "produce", "charity", "price", "donations", "pass"}
    for tile in ("track", "build", "goods", "locomotive", "contract"):
        refused(turn(s), ChooseAction(ROT, tile), "P7-5")
    after = do(turn(s), ChooseAction(ROT, "hire"), EndTurn(ROT))
    assert after.players[ROT].hands == 1


@pytest.mark.rule("IS-P7-5")
def test_what_needs_a_real_item_is_not_left_undone() -> None:
    s = do(turn(ready()), ChooseAction(ROT, "goods"))
    refused(s, EndTurn(ROT), "P7-5")
    assert EndTurn(ROT) in legal(do(s, BuyGood(ROT, "coal")), ROT)


@pytest.mark.rule("IS-P8-1", "IS-P8-2")
def test_trieste_ends_the_game_after_the_round() -> None:
    s = tracks(ready().replace(round=5), ROT, "L52")
    s = s.change(ROT, cities=(*s.players[ROT].cities, "trieste"))
    for seat in range(4):
        s = s.change(seat, hands=2)
    s = settle(s)
    turns = 0
    while not s.over:
        seat = to_act(s)[0]
        tile = "pass" if "pass" not in s.players[seat].used else "donations"
        s = do(s, ChooseAction(seat, tile), EndTurn(seat))
        turns += 1
    assert turns == 8, "all hands are still played, also by later players"
    assert s.ending == "Trieste is connected"
    assert s.round == 5


@pytest.mark.rule("IS-P8-1")
def test_after_the_end_nothing_is_possible() -> None:
    s = tracks(ready().replace(round=8), ROT)
    for seat in range(4):
        s = s.change(seat, hands=0)
    s = settle(s)
    assert s.over
    refused(s, EndTurn(ROT), "P8-1")


@pytest.mark.rule("IS-A10-1", "IS-A11-1")
def test_donations_and_passing() -> None:
    s = do(turn(ready()), ChooseAction(ROT, "donations"))
    assert money(s)[ROT] == 150
    s = turn(ready().change(ROT, used={"pass": 1}, hands=3))
    before = column(s, ROT)
    s = do(s, ChooseAction(ROT, "pass"))
    assert column(s, ROT) == before - 10
    assert s.players[ROT].hands == 2, "no dropping out"
    assert [a for a in legal(s, ROT) if a != EndTurn(ROT)] != [], "free actions are open"


@pytest.mark.rule("IS-P5-1")
@pytest.mark.parametrize(
    ("training", "working", "after"),
    [
        ((5, 0, 0), (0, 0, 0), (0, 5, 0)),
        ((0, 5, 0), (0, 0, 0), (0, 0, 5)),
        ((0, 0, 5), (0, 0, 0), (0, 0, 5)),
        ((0, 0, 0), (1, 2, 3), (1, 2, 3)),
        ((1, 2, 3), (3, 1, 2), (3, 2, 7)),
    ],
)
def test_everybody_goes_where_he_belongs(training: Any, working: Any, after: Any) -> None:
    assert trained(workers(ready(), ROT, *training, working=working).players[ROT]) == after


@pytest.mark.rule("IS-P7-1")
def test_who_has_no_hand_is_passed_over() -> None:
    def hands(*numbers: int) -> Any:
        s = ready()
        for seat, number in enumerate(numbers):
            s = s.change(seat, hands=number)
        return s.replace(order=(GELB, ROT, TUERKIS, LILA))

    for at, numbers, seat, following in (
        (0, (1, 1, 1, 1), GELB, 1),
        (1, (1, 1, 1, 1), ROT, 2),
        (3, (1, 1, 1, 1), LILA, 0),
        (1, (0, 1, 1, 1), TUERKIS, 3),
        (1, (0, 1, 0, 1), LILA, 0),
        (2, (1, 0, 0, 0), ROT, 2),
        (3, (0, 0, 1, 0), TUERKIS, 3),
    ):
        s = next_turn(hands(*numbers).replace(stack=(Course(7, at),)))
        assert (s.frame.seat, s.stack[0]) == (seat, Course(7, following))
    assert next_turn(hands(0, 0, 0, 0).replace(stack=(Course(7, 2),))).stack == (Course(8, 0),)


@pytest.mark.rule("IS-P7-3", "IS-INF-4")
def test_just_enough_influence_to_repeat() -> None:
    s = influence(ready(), {ROT: 20}).change(ROT, used={"pass": 2})
    assert column(do(turn(s), ChooseAction(ROT, "pass")), ROT) == 0
    refused(turn(influence(s, {ROT: 10})), ChooseAction(ROT, "pass"), "INF-4")


def test_a_random_choice_is_a_legal_one() -> None:
    s = workers(cash(goods(ready(), ROT), ROT, 0), ROT, 0).change(ROT, trains=(), investors=0)
    s = turn(s)
    found = {CHOOSE.sample(s, ROT, Random(seed)) for seed in range(60)}
    assert found == set(offered(s, ROT, ChooseAction))
    hopeless = influence(s, {ROT: 0}).change(ROT, used=dict.fromkeys(TILES, 1))
    assert CHOOSE.sample(hopeless, ROT, Random(1)) is None


def two_plants() -> Any:
    return plant(plant(goods(ready(), ROT), ROT, "F01", "wood"), ROT, "F02", "iron")


ITEMS_DONE: dict[str, tuple[Any, list[Any], dict[str, Any]]] = {
    "workers": (
        lambda: turn(ready(), ROT, "hire"),
        [HireWorker(ROT, "blue-2")] * 2,
        {"done": 2, "column": "blue-2"},
    ),
    "engineers": (
        lambda: turn(ready().replace(engineers={"blue": ("tunnel", "bridge")}), ROT, "hire"),
        [HireEngineer(ROT, "tunnel", "blue"), HireEngineer(ROT, "bridge", "blue")],
        {"done": 2, "hired": ("tunnel", "bridge"), "column": ""},
    ),
    "products": (
        lambda: turn(
            plant(plant(goods(ready(), ROT), ROT, "F01", "wood"), ROT, "F02", "iron"), ROT, "produce"
        ),
        [Produce(ROT, "F02"), Produce(ROT, "F01")],
        {"done": 2, "produced": ("F02", "F01")},
    ),
    "a good": (lambda: turn(ready(), ROT, "goods"), [BuyGood(ROT, "coal")], {"done": 1, "ordering": False}),
    "orders": (
        lambda: turn(ready(), ROT, "goods"),
        [OrderGood(ROT, "coal"), OrderGood(ROT, "wood")],
        {"done": 2, "ordering": True},
    ),
    "a locomotive": (
        lambda: turn(ready().replace(round=2), ROT, "locomotive"),
        [BuyLocomotive(ROT, 4)],
        {"done": 1},
    ),
    "a better locomotive": (
        lambda: turn(ready().replace(round=2), ROT, "locomotive"),
        [UpgradeLocomotive(ROT, 3, 4)],
        {"done": 1},
    ),
    "a contract": (
        lambda: turn(ready().replace(contracts=("K05",)), ROT, "contract"),
        [TakeContract(ROT, "K05")],
        {"done": 1},
    ),
    "charity": (lambda: turn(ready(), ROT, "charity"), [ShowCharity(ROT, 3)], {"done": 1}),
    "a price": (lambda: turn(ready(), ROT, "price"), [MovePrice(ROT, 60)], {"done": 1}),
    "tracks": (
        lambda: turn(workers(ready(), ROT, three=3), ROT, "track"),
        [LayTrack(ROT, "L03"), LayTrack(ROT, "L02")],
        {"done": 2, "effort": 5, "assigned": 6},
    ),
}


@pytest.mark.rule("IS-P7-1")
@pytest.mark.parametrize("what", list(ITEMS_DONE))
def test_a_turn_counts_what_was_done(what: str) -> None:
    make, actions, fields = ITEMS_DONE[what]
    s = do(make(), *actions)
    assert {name: getattr(s.frame, name) for name in fields} == fields


PROMPTS: dict[str, tuple[Any, str, dict[str, Any]]] = {
    "no hand yet": (
        lambda: turn(ready()),
        "{player} chooses a main action; hands left: {hands}.",
        {"player": "Rot", "hands": 2},
    ),
    "workers": (
        lambda: turn(workers(ready(), ROT, 2, 2), ROT, "track", done=1, effort=5, assigned=2),
        "{player} assigns workers: effort still {missing}.",
        {"player": "Rot", "missing": 3},
    ),
    "a new factory": (
        lambda: turn(workers(ready(), ROT, 1, 1), ROT, "build", done=1, site="F01", sort="wood"),
        "{player} sends a worker to the new factory.",
        {"player": "Rot"},
    ),
    "something to do": (
        lambda: turn(ready(), ROT, "goods"),
        "{player} carries out: {tile}.",
        {"player": "Rot", "tile": "Buy or order goods"},
    ),
    "nothing that can be done": (
        lambda: turn(cash(ready(), ROT, 0), ROT, "goods"),
        "{player} makes the main action possible by free actions, or takes the hand back: {tile}.",
        {"player": "Rot", "tile": "Buy or order goods"},
    ),
    "all done": (
        lambda: turn(ready(), ROT, "goods", done=1),
        "{player} goes on or ends the turn: {tile}.",
        {"player": "Rot", "tile": "Buy or order goods"},
    ),
    "track without missing workers": (
        lambda: turn(ready(), ROT, "track", done=1, effort=3, assigned=3),
        "{player} goes on or ends the turn: {tile}.",
        {"player": "Rot", "tile": "Build track"},
    ),
}


@pytest.mark.parametrize("what", list(PROMPTS))
def test_the_table_is_told_what_is_expected(what: str) -> None:
    make, message, given = PROMPTS[what]
    s = make()
    asked = title("imperial-steam").activities[type(s.frame)].prompt(s)
    assert (asked.message, dict(asked.figures)) == (message, given)
