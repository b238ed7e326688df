"""XIV: what ends the game, and the final account."""

from typing import Any

from stellwerk.engine.text import msg
from stellwerk.mech18.state import SEAT_OF

# XIV-1: any one of these, or an empty bank (mech18/state.py). XIV-2, XIV-4, S17: the running
# set, or after a stock round the next one, is played out (mech18/course.py).
IDLE_SETS = 3  # XIV-1, our ruling: after three sets without any company and any payment nothing can change
HIGHEST_PRICE = msg("a company stands at the highest price")
MANY_LOANS = msg("16 loans are granted")
MANY_TAKEOVERS = msg("five companies are taken over")


def result(s: Any) -> dict[str, int]:
    """XIV-3: cash and shares at their current price; privates and what companies own count nothing."""
    worth = {name: s.cash[owner] for name, owner in zip(s.names, s.players, strict=True)}
    for paper, owner in s.papers.items():
        seat = SEAT_OF.get(owner)
        if seat is not None:
            printed = s.book.papers[paper]
            worth[s.names[seat]] += printed.shares * s.price(printed.company)
    return worth


def winners(s: Any) -> tuple[str, ...]:
    """XIV-3: the richest; equal wealth shares the victory."""
    worth = result(s)
    return tuple(name for name in s.names if worth[name] == max(worth.values()))
