"""AU: what the eleven lots of the opening auction are worth to a seat."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

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


class Eye(Struct, frozen=True):
    """What a bidder sees in the lots, in money of the first stock round."""

    local: int
    """A local railway. Its 150 would pay for a share that brings several times as much."""
    poor: int = 0
    """What it costs not to be able to start any company afterwards."""
    pinched: int = 0
    """The same for whoever could start one, but needs others to see it float."""
    haste: int = 15
    """How much more a lot is worth for each action after the first few: nothing begins until all are sold."""


EYES: Mapping[str, Eye] = {
    "gentle": Eye(local=175),
    "fair": Eye(local=140, poor=45, pinched=20),
    "sharp": Eye(local=75, poor=200, pinched=60, haste=10),
}
"""By strength. Whoever can wait leaves the local railways to the others and keeps the money for a company."""

MOUNTAINS = {"P1": 40, "P2": 75, "P3": 105, "P4": 185, "P5": 220}
"""What the mountain railways are worth; P4 and P5 come with a share."""
REMOTE = {"3": 10, "6": 20}
"""LR-7: whose neighbours cost so much that they are long without a train are worth less than the others."""
SHARES = {"P4", "P5"}
"""MR-6: with one of these VB or SD floats by the director's paper alone."""
DIRECTING = 268
"""The director's paper at the lowest price."""
FLOATING = 335
"""The same and an option."""
CALM = 12
"""Actions before anybody is in a hurry."""


def value(s: Austria, seat: int, item: str, price: int, eye: Eye) -> float:
    """Return what a seat gains by a lot at a price."""
    owner = SEATS[seat]
    free = free_cash(s, owner) + bids_on(s, item).get(owner, 0)
    shares = any(s.privates[share] == owner for share in SHARES)
    lost = hardship(eye, free - price, shares or item in SHARES) - hardship(eye, free, shares)
    worth = MOUNTAINS.get(item) or eye.local - remoteness(s, owner, item)
    return worth - price - max(0, lost)


def remoteness(s: Austria, owner: str, item: str) -> int:
    """MR: P1 makes the first tile as much cheaper as the 6 lacks."""
    return 0 if s.privates["P1"] == owner else REMOTE.get(item, 0)


def hardship(eye: Eye, cash: int, shares: bool) -> int:
    """Return what it costs to begin the first stock round with so little."""
    if cash < DIRECTING:
        return eye.poor
    return eye.pinched if cash < FLOATING and not shares else 0


def judged(s: Austria, seat: int, choices: Sequence[Action], eye: Eye) -> list[float] | None:
    """Buy what costs less than it is worth, bid for it a step at a time, else wait."""
    frame = s.frame
    if isinstance(frame, Contest):
        return [value(s, seat, a.item, a.amount, eye) if isinstance(a, Bid) else 0.0 for a in choices]
    if not isinstance(frame, Auction):
        return None
    first = unsold(s)[0]
    hurry = eye.haste * max(0, s.version - CALM)
    found = []
    for a in choices:
        if isinstance(a, BuyItem):
            found.append(value(s, seat, first, face_value(s, first), eye) + hurry)
        elif isinstance(a, Bid):
            # A bid ties its money for long, so what can be bought now comes first.
            found.append(-1.0 if leads(s, seat, a.item) else 0.5 * value(s, seat, a.item, a.amount, eye))
        else:
            found.append(0.0)
    return found


def leads(s: Austria, seat: int, item: str) -> bool:
    """Return whether a seat has the highest bid already."""
    bids = bids_on(s, item)
    return bool(bids) and max(bids, key=bids.__getitem__) == SEATS[seat]
