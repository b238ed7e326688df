"""XIV: what ends the game, and the final account."""

from typing import Any

from stellwerk.mech18.events import EndTriggered
from stellwerk.mech18.state import SEAT_OF


def trigger(s: Any, reason: str) -> Any:
    """XIV-1, XIV-2: the first trigger counts; the running set, or after an SR the next one, is played out."""
    if s.ending:
        return s
    return s.but(ending=reason).say(EndTriggered(reason))


def result(s: Any) -> dict[str, int]:
    """XIV-3: cash and shares at their current price; privates and what companies own count nothing."""
    worth = {name: s.cash[owner] for name, owner in zip(s.names, s.players, strict=True)}
    for paper, owner in s.papers.items():
        seat = SEAT_OF.get(owner)
        if seat is not None:
            printed = s.book.papers[paper]
            worth[s.names[seat]] += printed.shares * s.price(printed.company)
    return worth
