"""GE: the end and the final account."""

from typing import Any

from stellwerk.mech18.wealth import richest, wealth

IDLE_SETS = 3  # our ruling: after three sets without any company and any payment nothing can change


def result(s: Any) -> dict[str, int]:
    """GE-2: cash and papers at the current price; mountains, local railways and treasuries count nothing.

    A bankrupt player is last, whatever papers he still holds.
    """
    worth = wealth(s)
    if s.bankrupt:
        name = s.name(s.bankrupt)
        others = [value for other, value in worth.items() if other != name]
        worth[name] = min(0, min(others) - 1)
    return worth


winners = richest(result)  # GE-3: equal wealth shares the rank
