"""Hypothesis strategies: states reached by random play, of any title."""

from functools import cache
from typing import Any

from benchmarks.players import MANNERS, random_game, setup_of
from hypothesis import strategies as st

from stellwerk.engine import Game, title, titles

GAMES = 16
"""So many different games of each title and manner; drawing a state replays nothing."""


@cache
def _game(name: str, seed: int, manner: str) -> Game:
    return random_game(setup_of(title(name), seed), manner)


def games(name: str | None = None) -> st.SearchStrategy[Game]:
    """Whole random games; of every title unless one is named."""
    names = [name] if name else [found.id for found in titles()]
    return st.builds(
        _game, st.sampled_from(names), st.integers(0, GAMES - 1), st.sampled_from(sorted(MANNERS))
    )


@st.composite
def states(draw: st.DrawFn, name: str | None = None) -> Any:
    """A state of a random game after any number of actions."""
    game = draw(games(name))
    return game.history[draw(st.integers(0, len(game.history) - 1))].state
