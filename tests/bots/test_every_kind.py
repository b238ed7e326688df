"""Every strength decides at positions of every kind, also where the next action may end the game."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from stellwerk.bots import STRENGTHS, make_bot
from stellwerk.engine import Game, legal, titles, to_act
from stellwerk.engine.action import CHANCE, ENTRIES
from stellwerk.mech18.state import Railways
from tests.golden.keeping import names, read
from tests.sampling import ALL, some

ENDING = "the bank is empty"
LEAST = 60
"""In `make soak` about every so many positions, beside one of every kind of every game."""
EVERY = {"gentle": 5, "fair": 10, "sharp": 10}
"""In `make test` each decides at every so many of the positions, no two of them at the same."""

FIRST = {"gentle": 0, "fair": 1, "sharp": 3}


def decided(name: str) -> Iterator[Any]:
    """The positions of a golden game in which somebody decides."""
    golden = read(name)
    game = Game(golden.setup)
    for action in golden.actions():
        if not isinstance(action, ENTRIES) and to_act(game.state)[0] != CHANCE:
            yield game.state
        game.enter(action)


@cache
def positions(game: str) -> list[tuple[str, Any]]:
    return list(found(game))


def found(game: str) -> Iterator[tuple[str, Any]]:
    """The last position of every kind, as it was and as if the end was near; the last decision of every game.

    A turn, a merger or an answer that comes last leads to no further position: who looks ahead must see it.
    """
    kinds: dict[tuple[object, ...], tuple[str, Any]] = {}
    for name in names(game):
        states = list(decided(name))
        for state in states:
            kinds[type(state.frame), getattr(state.frame, "step", None)] = name, state
        yield name, states[-1]
        if ALL:
            yield from ((name, state) for state in some(states, name, LEAST))
    for name, state in kinds.values():
        yield name, state
        if isinstance(state, Railways) and not state.ending:
            yield name, state.replace(ending=ENDING)


@pytest.mark.parametrize(
    "game", [pytest.param(one.id, marks=pytest.mark.xdist_group(f"kinds of {one.id}")) for one in titles()]
)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_bot_decides_wherever_it_is_asked(game: str, strength: str) -> None:
    bot = make_bot(strength, 1, game)
    every, first = (1, 0) if ALL else (EVERY[strength], FIRST[strength])
    for number, (name, state) in enumerate(positions(game)):
        if number % every == first:
            seat = to_act(state)[0]
            action = bot(state, seat)
            assert action in legal(state, seat), (name, state.version, action)
