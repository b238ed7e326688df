"""Random games of any title, by players of two manners."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from stellwerk.bots import RandomBot
from stellwerk.engine import Action, Game, Setup, Title, sample, to_act

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
LONGEST = 20_000
"""No random game takes more actions; one that does is stuck in a circle."""

Player = Callable[[Any, int], Action | None]


def even(seed: str) -> Player:
    """Chooses evenly among the kinds of moves. Such players ruin everything soon: many rare decisions."""
    rng = Random(seed)
    return lambda state, seat: sample(state, seat, rng)


MANNERS: dict[str, Callable[[str], Player]] = {"even": even, "bot": RandomBot}
"""The bot's temperament carries its games on to the late phases."""


class Stuck(AssertionError):
    """A game that is not over, but nobody can do anything, or it never ends."""


def kinds_of(title: Title, variant: str | None = None) -> list[tuple[str, int]]:
    """Every variant with every number of players, or those of one variant."""
    chosen = sorted(title.players) if variant is None else [variant]
    return [(name, n) for name in chosen for n in range(title.players[name][0], title.players[name][1] + 1)]


def setup_of(title: Title, seed: int, variant: str | None = None) -> Setup:
    """The set-up of a numbered random game: variants, player counts and ruling sets take turns.

    Twice as many games as there are kinds meet every kind with both of two ruling sets.
    """
    kinds, rulings = kinds_of(title, variant), sorted(title.rulings)
    lap, at = divmod(seed, len(kinds))
    name, count = kinds[at]
    return Setup(title.id, NAMES[:count], name, rulings[(lap + at) % len(rulings)], seed)


def playing(setup: Setup, manner: str, longest: int = LONGEST) -> Iterator[Game]:
    """A random game, again after every action: first before anybody has acted, last when it is over."""
    game = Game.new(setup)
    player, seats_drawn = MANNERS[manner](str(setup.seed)), Random(setup.seed)
    yield game
    while not game.state.over:
        seats = to_act(game.state)
        action = player(game.state, seats_drawn.choice(seats)) if seats else None
        if action is None or len(game.log) >= longest:
            raise Stuck(
                f"{setup} ({manner}) does not go on after {len(game.log)} actions: {game.state.stack}"
            )
        game.submit(action)
        yield game


def random_game(setup: Setup, manner: str = "even") -> Game:
    """A random game to its end."""
    *_, game = playing(setup, manner)
    return game
