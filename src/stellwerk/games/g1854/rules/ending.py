"""GE: the end and the final account."""

from collections.abc import Iterator

from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.state import SEAT_OF
from stellwerk.mech18.wealth import richest, wealth

IDLE_SETS = 3  # our ruling: after three sets without any company and any payment nothing can change


def railways(s: Austria) -> Iterator[tuple[str, int]]:
    """The mountain and local railways of players: owner and face value."""
    for private, owner in s.privates.items():
        if owner in SEAT_OF:
            yield owner, s.book.privates[private].price
    for company in s.facts.locals:
        director = s.director(company)
        if director is not None:
            yield director, s.facts.local_price


def result(s: Austria) -> dict[str, int]:
    """GE-2: cash and papers at the current price; treasuries count nothing, railways by ruling only.

    A bankrupt player is last, whatever papers are left.
    """
    worth = wealth(s)
    if s.rulings.railways_count_at_end:
        for owner, value in railways(s):
            worth[s.name(owner)] += value
    if s.bankrupt:
        name = s.name(s.bankrupt)
        others = [value for other, value in worth.items() if other != name]
        worth[name] = min(0, min(others) - 1)
    return worth


winners = richest(result)  # GE-3: equal wealth shares the rank
