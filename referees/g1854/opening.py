"""The opening sale (summary, preparation 3 to 6)."""

from referees.g1854.plain import Action, Position, passing, seat_name, top
from referees.g1854.tables import FACE, PACKET

STEP = 5


def unsold(position: Position) -> list[str]:
    """What is still for sale, cheapest first."""
    return [item for item in PACKET if _owner(position, item) == "offer"]


def _owner(position: Position, item: str) -> str:
    owner: str = position["privates"][item] if item[0] == "P" else position["papers"][f"{item}_0"]
    return owner


def free_cash(position: Position, seat: int, besides: str = "") -> int:
    """Cash that stands in no bid on another item: bids are locked."""
    who = seat_name(seat)
    locked: int = sum(bids.get(who, 0) for item, bids in position["bids"].items() if item != besides)
    cash: int = position["cash"][who]
    return cash - locked


def least_bid(position: Position, item: str) -> int:
    """The lowest bid: five above the face value, or above the highest bid."""
    highest: int = max(position["bids"].get(item, {}).values(), default=FACE[item])
    return max(highest, FACE[item]) + STEP


def biddable(position: Position) -> list[str]:
    """The items that may be bid on in this position: all but the first, or the one in contest."""
    frame = top(position)
    if frame["frame"] == "contest":
        return [frame["item"]]
    return unsold(position)[1:] if frame["frame"] == "auction" else []


def bid_is_legal(position: Position, action: Action) -> bool:
    """Whether an amount may be bid: in steps of five, and paid from cash that is not locked."""
    item: str = action["item"]
    amount: int = action["amount"]
    seat: int = action["seat"]
    if item not in biddable(position) or seat not in bidders(position):
        return False
    return (
        amount >= least_bid(position, item)
        and amount % STEP == 0
        and amount <= free_cash(position, seat, item)
    )


def bidders(position: Position) -> list[int]:
    """Whose turn it is: the contest of an item goes on with the lowest bid (preparation 4)."""
    frame = top(position)
    if frame["frame"] == "contest":
        bids: dict[str, int] = position["bids"][frame["item"]]
        return [int(min(bids, key=lambda who: bids[who])[4:])]
    return [frame["seat"]] if frame["frame"] == "auction" else []


def auction(position: Position, seat: int) -> list[Action]:
    """Buy the first item at its face value, bid on a later one, or pass."""
    found = [passing(seat)]
    frame = top(position)
    if frame["frame"] == "auction":
        first = unsold(position)[0]
        cost = FACE[first] - (frame["cut"] if first == "P1" else 0)
        if cost <= free_cash(position, seat):
            found.append({"type": "buy_item", "seat": seat, "item": first})
        if cost == 0:
            found = found[1:]  # facts: at nothing it is taken by the player whose turn it is
    for item in biddable(position):
        bid = {"type": "bid", "seat": seat, "item": item, "amount": least_bid(position, item)}
        if bid_is_legal(position, bid):
            found.append(bid)
    return found
