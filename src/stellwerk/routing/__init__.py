"""Best runs of trains on a network of track, for any game of this family."""

from .check import BadRoute, shared_track, value_of
from .problem import Bonus, Limit, Problem, Run, Segment, Solution, Stop, Train
from .solve import solve

__all__ = [
    "BadRoute",
    "Bonus",
    "Limit",
    "Problem",
    "Run",
    "Segment",
    "Solution",
    "Stop",
    "Train",
    "shared_track",
    "solve",
    "value_of",
]
