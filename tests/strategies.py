"""Hypothesis strategies: states reached by random play, of any title. A process plays every game once."""

from typing import Any

import pytest
from benchmarks.players import MANNERS, random_game, setup_of
from hypothesis import strategies as st

from stellwerk.engine import Game, title, titles

LEAST = 8
"""So many different games of each title; drawing a state replays nothing."""


PLAYED: dict[tuple[str, int], Game] = {}
"""The games of this process by title and seed. Tests look at them, and none plays on."""


def manner_of(seed: int) -> str:
    return sorted(MANNERS)[seed // 2 % len(MANNERS)]


def played(name: str, seed: int) -> Game:
    """A numbered random game of a title, played once."""
    if (name, seed) not in PLAYED:
        PLAYED[name, seed] = random_game(setup_of(title(name), seed), manner_of(seed))
    return PLAYED[name, seed]


def together(name: str) -> pytest.MarkDecorator:
    """All that looks at the games of a title is for one worker, which plays them once."""
    return pytest.mark.xdist_group(f"games of {name}")


of_each_title = pytest.mark.parametrize(
    "name", [pytest.param(found.id, marks=together(found.id)) for found in titles()]
)


def games(name: str) -> st.SearchStrategy[Game]:
    """Whole random games of a title."""
    return st.builds(played, st.just(name), st.integers(0, LEAST - 1))


@st.composite
def states(draw: st.DrawFn, name: str) -> Any:
    """A state of a random game after any number of actions."""
    game = draw(games(name))
    return game.history[draw(st.integers(0, len(game.history) - 1))].state
