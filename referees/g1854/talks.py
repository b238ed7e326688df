"""Offers between players. The book leaves them to the table; the position keeps what has been said.

Taken over from the engine as manners of the table: nobody hears the same offer twice in a turn, and whoever
asked to be left alone hears no more from that player.
"""

from referees.g1854.plain import Action, Position, top, turn, unheard
from referees.g1854.trains import can_pay


def answer_is_legal(position: Position, action: Action) -> bool:
    """Yes, no, no with another price that has not been named, or no and no more offers."""
    frame = top(position)
    if frame["frame"] not in ("train_offer", "merger_offer") or action["seat"] != frame["to"]:
        return False
    price, leave = action.get("price"), action.get("leave", False)
    if action["accept"]:
        return price is None and not leave
    if price is None:
        return True
    if leave or frame["frame"] == "merger_offer" or price < 1 or price in frame["named"]:
        return False
    if not unheard(turn(position), frame["to"], frame["by"], frame["thing"], price):
        return False
    return can_pay(position, turn(position)["company"], frame["version"], price)
