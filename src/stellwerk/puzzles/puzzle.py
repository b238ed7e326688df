"""A puzzle: a position, a question of one of five kinds, and its answer."""

from typing import Literal, get_args

from msgspec import Struct

from stellwerk.engine.state import State
from stellwerk.engine.text import msg
from stellwerk.mech18.state import AnyRailways, railways

Position = AnyRailways
"""What a puzzle is about."""
Kind = Literal["run", "tile", "rust", "director", "heir"]
KINDS: tuple[Kind, ...] = get_args(Kind)
NAMES: dict[Kind, str] = {
    "run": msg("Find the best run"),
    "tile": msg("Which tile adds most"),
    "rust": msg("What rusts"),
    "director": msg("How much must the director add"),
    "heir": msg("Who becomes director"),
}
"""What people call them."""
MARGIN = 20
"""So much lower, at least, is the second best where a question is about money."""
LETTERS = "ABCDEFGH"
"""By which choices are called."""


def position_in(state: State) -> Position:
    """Return a state as what it is; raise a TypeError for one of a game without railways."""
    return railways(state)


class Puzzle(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question about the position after `at` actions of a game, and what the engine proved of it."""

    kind: Kind
    at: int
    company: str
    action: str = ""
    """The purchase or sale that is asked about, as JSON."""
    options: tuple[str, ...] = ()
    """What can be chosen: lays as JSON, trains as `type/side`, seats. Nothing where one taps or types."""
    answer: tuple[str, ...]
    """The stops of the best run in order; the number of the lay; the trains; the amount; the seat."""
    sums: tuple[int, ...] = ()
    """The best run of each choice; of a puzzle about a run, the best one and the second best."""
    before: int = 0
    """The best run before anything is laid."""
    second: tuple[str, ...] = ()
    """The stops of the second best run."""


def margin(puzzle: Puzzle) -> int | None:
    """Return how much lower the second best is; None where the question is not about the most money."""
    if puzzle.kind not in ("run", "tile"):
        return None
    first, second, *_ = sorted(puzzle.sums, reverse=True)
    return first - second
