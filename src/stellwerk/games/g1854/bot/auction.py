"""AU: what the eleven lots of the opening auction are worth to a seat."""

from collections.abc import Sequence

from stellwerk.engine.action import Action
from stellwerk.games.g1854.rules.opening import (
    Auction,
    Bid,
    BuyItem,
    Contest,
    bids_on,
    face_value,
    free_cash,
    unsold,
)
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.state import SEATS

FAIR = {"P1": 40, "P2": 80, "P3": 105, "P4": 200, "P5": 230}
"""What the mountain railways are worth; P4 and P5 come with a share."""
FAIR_LOCAL = {"3": 160, "6": 160}
"""LR-7: whose neighbours cost so much that they are long without a train are worth less than the others."""
OTHER_LOCAL = 185
FLOATS = 340
"""What it takes to start a company and see it float: 40% and an option at the lowest price."""
TOO_POOR = 45
"""What a lot is worth less to whoever could start none any more."""
PATIENCE = 15
"""How much more a lot is worth for every seat that has passed: nothing begins until all are sold."""
GONE_ROUND = 30
"""The same once the local railways have had their round."""


def value(s: Austria, seat: int, item: str, price: int) -> float:
    """Return what a seat gains by a lot at a price."""
    worth = FAIR.get(item) or FAIR_LOCAL.get(item, OTHER_LOCAL)
    bids = bids_on(s, item).get(SEATS[seat], 0)
    left = free_cash(s, SEATS[seat]) + bids - price
    return worth - price - (TOO_POOR if left < FLOATS else 0)


def judged(s: Austria, seat: int, choices: Sequence[Action]) -> list[float] | None:
    """Buy what costs less than it is worth, bid for it a step at a time, else wait."""
    frame = s.frame
    if isinstance(frame, Contest):
        return [value(s, seat, a.item, a.amount) if isinstance(a, Bid) else 0.0 for a in choices]
    if not isinstance(frame, Auction):
        return None
    first = unsold(s)[0]
    hurry = PATIENCE * frame.idle + GONE_ROUND * frame.operated
    found = []
    for a in choices:
        if isinstance(a, BuyItem):
            found.append(value(s, seat, first, face_value(s, first)) + hurry)
        elif isinstance(a, Bid):
            # A bid ties its money for long, so what can be bought now comes first.
            found.append(-1.0 if leads(s, seat, a.item) else 0.5 * value(s, seat, a.item, a.amount))
        else:
            found.append(0.0)
    return found


def leads(s: Austria, seat: int, item: str) -> bool:
    """Return whether a seat has the highest bid already."""
    bids = bids_on(s, item)
    return bool(bids) and max(bids, key=bids.__getitem__) == SEATS[seat]
