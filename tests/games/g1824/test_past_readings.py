"""Readings of version 1, which games that began with it keep (data/versions.toml)."""

from typing import Any

import pytest

from stellwerk.engine import Game, Pass, Setup
from stellwerk.games.g1824.rules.goods_time import PlaceTown, TownCount, TownPlacing
from stellwerk.mech18.course import DrawSeats
from stellwerk.mech18.stock import StockRound
from tests.games.g1824.small import C, whose
from tests.games.g1824.table import NAMES, do, offered


def towns(players: int, rules: int) -> Any:
    """The first decision of Goods Time after the seats are drawn."""
    game = Game(Setup("1824", NAMES[:players], C, rules=rules))
    game.enter(DrawSeats(-1, tuple(range(players))))
    return game.state


@pytest.mark.rule("1824-XII.2-1")
@pytest.mark.parametrize("players", [3, 4, 6])
def test_everybody_placed_two_towns(players: int) -> None:
    assert isinstance(towns(players, 2).frame, TownCount)
    s = towns(players, 1)
    assert s.frame == TownPlacing(2 * players)
    order = []
    while isinstance(s.frame, TownPlacing):
        order.append(whose(s))
        s = do(s, offered(s, whose(s), lambda a: isinstance(a, PlaceTown))[0])
    assert sorted(order) == sorted([*range(players)] * 2)
    assert isinstance(s.frame, StockRound)


@pytest.mark.rule("1824-XII.2-1")
def test_a_pass_used_to_take_one_of_the_towns() -> None:
    s = towns(3, 1)
    for left in (5, 4, 3, 2, 1):
        s = do(s, Pass(whose(s)))
        assert (s.frame.left, s.frame.passed) == (left, ())
    assert isinstance(do(s, Pass(whose(s))).frame, StockRound)


@pytest.mark.rule("1824-XII.2-1")
def test_there_were_twelve_markers_of_each_sort() -> None:
    before, today = (
        {
            number: tile.count
            for number, tile in towns(3, rules).book.atlas.tiles.items()
            if tile.colour == "white"
        }
        for rules in (1, 2)
    )
    assert before.keys() == today.keys()
    assert set(before.values()) == {12}
    assert set(today.values()) == {len(towns(3, 2).book.atlas.hexes)}
