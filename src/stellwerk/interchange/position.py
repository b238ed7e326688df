"""What a record carries of a state, so that a game can be compared with itself after export and import."""

from typing import Any

from stellwerk.engine import Setup, state_hash


def position_hash(state: Any) -> str:
    """The hash of a state without the order in which names were given, the seed and the number of actions.

    A record has its players in seat order, draws lots from a seed of its own and leaves out what that
    program never asks: silent passes and offers of trains that were refused.
    """
    setup: Setup = state.setup
    neutral = Setup(setup.game, state.names, setup.variant, setup.rulings, 0)
    return state_hash(state.replace(setup=neutral, version=0))
