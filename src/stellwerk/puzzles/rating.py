"""Glicko: how strong a person or a puzzle is, and how sure that is.

After Mark E. Glickman, "Parameter estimation in large dynamic paired comparison experiments" (1999), and his
"The Glicko system". A person who answers a puzzle plays a game against it; each game is a period of its own,
rated with the figures that both had before it.
"""

from collections.abc import Sequence
from math import log, pi, sqrt
from typing import NamedTuple

Q = log(10) / 400
START, UNSURE = 1200.0, 350.0
LEAST = 40.0
"""A deviation does not fall below this, or else nobody who learns could rise any more."""


class Rating(NamedTuple):
    """A figure and its standard deviation."""

    value: float = START
    deviation: float = UNSURE


class Result(NamedTuple):
    """A game against somebody: 1 won, 0 lost."""

    against: Rating
    score: float


def _weight(deviation: float) -> float:
    """How much a game counts against somebody of whom so little is known."""
    return 1 / sqrt(1 + 3 * (Q * deviation / pi) ** 2)


def expected(mine: Rating, other: Rating) -> float:
    """Return the score to be expected."""
    return float(1 / (1 + 10 ** (-_weight(other.deviation) * (mine.value - other.value) / 400)))


def rated(mine: Rating, results: Sequence[Result]) -> Rating:
    """Return the rating after the games of one period."""
    if not results:
        return mine
    known = surprise = 0.0
    for other, score in results:
        weight, chance = _weight(other.deviation), expected(mine, other)
        known += Q**2 * weight**2 * chance * (1 - chance)
        surprise += weight * (score - chance)
    spread = 1 / (1 / mine.deviation**2 + known)
    return Rating(mine.value + Q * spread * surprise, sqrt(spread))


def after(person: Rating, puzzle: Rating, right: bool) -> tuple[Rating, Rating]:
    """Return both ratings after an answer."""
    score = 1.0 if right else 0.0
    pair = rated(person, [Result(puzzle, score)]), rated(puzzle, [Result(person, 1 - score)])
    first, second = (found._replace(deviation=max(LEAST, found.deviation)) for found in pair)
    return first, second
