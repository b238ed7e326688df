"""The games of bots from which lessons take their positions (`python -m benchmarks.lessons` plays them)."""

import gzip
from functools import cache
from pathlib import Path

from stellwerk.engine import Game
from stellwerk.engine.save import load
from stellwerk.mech18.state import AnyRailways, railways

POSITIONS = Path(__file__).parent / "data" / "positions"


@cache
def whole_game(name: str) -> Game:
    """Return a shipped game, replayed by the rules."""
    game, _ = load(gzip.decompress((POSITIONS / f"{name}.json.gz").read_bytes()))
    return game


def position(name: str, at: int) -> AnyRailways:
    """Return the position of a shipped game after so many of its actions."""
    return railways(whole_game(name).history[at].state)
