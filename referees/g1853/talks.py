"""Offers of trains and of the elephant (3.1.11, 4.8.9).

The book only says that both agree on a price. How they come to terms is the engine's own: nobody hears the
same offer twice, another price may be named in answer, and one who wants no more offers is left alone.
"""

from referees.g1853.plain import Action, Position, seat_name, top, was_talked_over
from referees.g1853.trains import means


def answer_is_legal(position: Position, action: Action) -> bool:
    """A yes, a no, or a no with another price that could be paid and was not yet named."""
    frame = top(position)
    if frame["frame"] not in ("elephant_offer", "train_offer") or action["seat"] != frame["to"]:
        return False
    price, leave = action.get("price"), action.get("leave", False)
    if action["accept"]:
        return price is None and not leave
    if price is None:
        return True
    if leave or price in frame["named"]:
        return False
    if was_talked_over(position, frame["to"], frame["by"], frame["thing"], price):
        return False
    if frame["frame"] == "train_offer":
        return 10 <= price <= means(position, frame["company"])
    buyer = next(seat for seat in (frame["by"], frame["to"]) if seat != position["priority"])
    return 0 <= price <= position["cash"][seat_name(buyer)]
