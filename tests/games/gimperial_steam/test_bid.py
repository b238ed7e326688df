"""BID, INF, TO: the opening bid and the influence track."""

import pytest

from stellwerk.engine import Game, Refusal, Undo, legal, to_act
from stellwerk.games.gimperial_steam.rules.influence import accessible, grow, move_influence, turn_order
from stellwerk.games.gimperial_steam.rules.opening import Bid
from tests.games.gimperial_steam.table import (
    GELB,
    LILA,
    ROT,
    TUERKIS,
    bids,
    column,
    do,
    influence,
    money,
    opening,
    ready,
    refused,
    setup,
)


def example() -> object:
    """The order of the book's example; it has not been bid yet."""
    order = (LILA, TUERKIS, GELB, ROT)
    return opening().replace(order=order, standing=tuple((0, seat) for seat in order))


@pytest.mark.rule("IS-BID-1")
def test_bids_are_tens_up_to_the_own_cash() -> None:
    s = opening()
    assert {a.amount for a in legal(s, ROT)} == set(range(0, 141, 10))
    for amount in (-10, 5, 150, 1000):
        refused(s, Bid(ROT, amount), "BID-1")
    s = do(s, Bid(ROT, 50))
    refused(s, Bid(ROT, 60), "BID-1")  # final once sent


@pytest.mark.rule("IS-BID-1")
def test_a_bid_ends_at_the_last_column() -> None:
    s = opening()
    s = s.pay(ROT, -500)
    assert max(a.amount for a in legal(s, ROT)) == 200


@pytest.mark.rule("IS-BID-2", "IS-BID-3", "IS-INF-2", "IS-TO-1")
def test_the_book_example() -> None:
    s = bids(example(), 70, 70, 70, 50)
    assert s.standing == ((7, LILA), (7, TUERKIS), (7, ROT), (5, GELB))
    assert s.order == (LILA, TUERKIS, ROT, GELB)
    assert money(s) == [70, 70, 70, 90]
    assert to_act(s) == (LILA,)


@pytest.mark.rule("IS-BID-2")
def test_bids_of_nothing_keep_their_order() -> None:
    s = bids(example(), 0, 0, 20, 0)
    assert s.order == (TUERKIS, LILA, GELB, ROT)


@pytest.mark.rule("IS-BID-2")
def test_nothing_happens_before_the_last_bid() -> None:
    s = do(opening(), Bid(ROT, 100), Bid(GELB, 20), Bid(LILA, 0))
    assert money(s) == [140] * 4
    assert to_act(s) == (TUERKIS,)
    assert column(s, ROT) == 0


@pytest.mark.rule("IS-HID-5")
def test_no_undo_across_a_bid() -> None:
    game = Game.new(setup(2))
    for seat in to_act(game.state):
        game.submit(Bid(seat, 30))
        with pytest.raises(Refusal) as caught:
            game.submit(Undo(seat, len(game.actions) - 1))
        assert caught.value.rule == "IS-undo"
    seat = to_act(game.state)[0]
    game.submit(legal(game.state, seat)[0])
    game.submit(Undo(seat, len(game.actions) - 1))  # within the turn it is free
    assert isinstance(game.actions[-1], Bid)


@pytest.mark.rule("IS-INF-1", "IS-INF-3")
def test_lila_falls_by_two() -> None:
    """Column 50 Gelb, Lila; column 70 Türkis, Rot."""
    s = move_influence(bids(example(), 70, 70, 70, 50), LILA, -2)
    assert s.standing == ((7, TUERKIS), (7, ROT), (5, GELB), (5, LILA))


@pytest.mark.rule("IS-INF-4")
def test_gains_past_the_last_column_are_lost() -> None:
    s = influence(ready(), {ROT: 190})
    assert column(move_influence(s, ROT, 3), ROT) == 200
    assert grow(s.replace(hubs={**s.hubs, "blue": 19}), "blue", 5).hubs["blue"] == 20
    assert move_influence(s, ROT, 0).standing == s.standing


@pytest.mark.rule("IS-INF-4")
def test_a_change_of_nothing_does_not_requeue() -> None:
    s = influence(ready(), {ROT: 70, LILA: 70})
    assert move_influence(s, ROT, 0).standing == s.standing


@pytest.mark.rule("IS-INF-5", "IS-INF-6")
def test_hubs_take_no_places() -> None:
    s = influence(ready(), {ROT: 90, LILA: 80})
    assert accessible(s, ROT, "blue")
    assert not accessible(s, LILA, "blue")
    grown = grow(grow(s, "blue", 1), "green", 3)
    assert grown.hubs["blue"] == grown.hubs["green"] == 10
    assert grown.standing == s.standing
    assert not accessible(grown, ROT, "blue")


@pytest.mark.rule("IS-P6-1", "IS-TO-1")
def test_order_of_the_book() -> None:
    s = influence(ready(), {GELB: 90, LILA: 70, ROT: 70, TUERKIS: 40})
    assert turn_order(s) == (GELB, LILA, ROT, TUERKIS)
