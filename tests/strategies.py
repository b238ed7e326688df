"""Hypothesis strategies: states reached by random play, of any title."""

from functools import cache
from typing import Any

from benchmarks.players import MANNERS, kinds_of, random_game, setup_of
from hypothesis import strategies as st

from stellwerk.engine import Game, title, titles

LEAST = 16
"""At least so many different games of each title, and one of each kind; drawing a state replays nothing."""


@cache
def _game(name: str, seed: int) -> Game:
    manner = sorted(MANNERS)[seed // 2 % len(MANNERS)]
    return random_game(setup_of(title(name), seed), manner)


def games(name: str | None = None) -> st.SearchStrategy[Game]:
    """Whole random games; of every title unless one is named."""
    names = [name] if name else [found.id for found in titles()]
    return st.one_of(
        [st.builds(_game, st.just(n), st.integers(0, max(LEAST, len(kinds_of(title(n)))) - 1)) for n in names]
    )


@st.composite
def states(draw: st.DrawFn, name: str | None = None) -> Any:
    """A state of a random game after any number of actions."""
    game = draw(games(name))
    return game.history[draw(st.integers(0, len(game.history) - 1))].state
