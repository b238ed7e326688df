"""Best runs of trains on a network of track, for any game of this family."""

from .check import BadRoute, end_bonus_of, shared_track, side_of, value_of
from .problem import Bonus, EndBonus, Limit, Problem, Proof, Run, Segment, Solution, Stop, Train
from .solve import solve

__all__ = [
    "BadRoute",
    "Bonus",
    "EndBonus",
    "Limit",
    "Problem",
    "Proof",
    "Run",
    "Segment",
    "Solution",
    "Stop",
    "Train",
    "end_bonus_of",
    "shared_track",
    "side_of",
    "solve",
    "value_of",
]
