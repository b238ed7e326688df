"""The referee of Imperial Steam: what its German rulebook allows. Pages are those of the book."""

from collections.abc import Iterator

from referees.imperial_steam.ahead import MUST, feasible, possible
from referees.imperial_steam.free import free_actions
from referees.imperial_steam.mains import MAINS
from referees.imperial_steam.plain import Action, Frame, Position, influence
from referees.imperial_steam.stock import overflow, wagons
from referees.imperial_steam.tables import GOODS, LAST_COLUMN, SHARE_PRICES

LISTED = frozenset(
    {
        "bid",
        "choose_action",
        "take_hand_back",
        "end_turn",
        "lay_track",
        "assign_worker",
        "use_point",
        "hire_worker",
        "hire_engineer",
        "build_station",
        "build_factory",
        "staff_factory",
        "produce",
        "buy_good",
        "order_good",
        "discard",
        "buy_locomotive",
        "upgrade_locomotive",
        "take_contract",
        "place_factory",
        "take_off_factory",
        "show_charity",
        "move_price",
        "sell_share",
        "deliver",
        "buy_access",
    }
)
JUDGED = LISTED


def offers(position: Position, seat: int) -> list[Action]:
    """Every legal action of a seat whose kind is in LISTED."""
    return list(_offers(position, seat))


def allows(position: Position, action: Action) -> bool:
    """Whether an action of a kind in JUDGED is legal: everything can be listed."""
    return action in offers(position, action["seat"])


def _offers(position: Position, seat: int) -> Iterator[Action]:
    frame = position["stack"][-1]
    kind = frame["frame"]
    if kind == "bidding":
        for amount in range(0, position["players"][seat]["cash"] + 1, 10):  # p. 9: one column each ten
            yield {"type": "bid", "seat": seat, "amount": amount}
    elif kind == "turn":
        yield from _turn(position, seat, frame)
    elif kind == "surplus":
        yield from _surplus(position, seat)
    elif kind == "points":
        yield from _points(position, seat)


def _turn(position: Position, seat: int, frame: Frame) -> Iterator[Action]:
    """One main action, and free actions before, during and after it (p. 13)."""
    player = position["players"][seat]
    yield from free_actions(position, seat, frame["delivered"])
    tile = frame["tile"]
    if not tile:
        for other in MAINS:  # p. 13: a step of influence for each own hand that lies there
            if player["used"].get(other, 0) > influence(position, seat):
                continue
            # What was given back in this turn is open again once it can be done at once.
            test = possible if other in frame["withdrawn"] else feasible
            if other not in MUST or test(position, seat, frame, other):
                yield {"type": "choose_action", "seat": seat, "tile": other}
        return
    yield from MAINS[tile](position, seat, frame)
    if tile in MUST and not frame["done"]:
        # ambiguous: the book has no word on a hand that cannot act, nor does it force a sale of shares.
        if not possible(position, seat, frame, tile):
            yield {"type": "take_hand_back", "seat": seat}
    elif frame["assigned"] >= frame["effort"] and not frame["site"]:
        yield {"type": "end_turn", "seat": seat}


def _surplus(position: Position, seat: int) -> Iterator[Action]:
    """What has no place goes back to the supply; the player says what (p. 12)."""
    player = position["players"][seat]
    for number, good in enumerate(GOODS):
        if player["goods"][number]:
            less = [count - (number == other) for other, count in enumerate(player["goods"])]
            if overflow(player, less) < overflow(player, player["goods"]):
                yield {"type": "discard", "seat": seat, "good": good}
    yield from _meanwhile(position, seat)


def _points(position: Position, seat: int) -> Iterator[Action]:
    """What a business marker buys, each for a point (p. 16)."""
    player = position["players"][seat]
    if influence(position, seat) < LAST_COLUMN:
        yield {"type": "use_point", "seat": seat, "on": "influence"}
    if player["price"] < len(SHARE_PRICES) - 1:
        yield {"type": "use_point", "seat": seat, "on": "price"}
    if wagons(player):
        yield {"type": "use_point", "seat": seat, "on": "wagon"}
    yield from _meanwhile(position, seat)


def _meanwhile(position: Position, seat: int) -> Iterator[Action]:
    """Free actions in the midst of a main action (p. 26)."""
    for frame in position["stack"]:
        if frame["frame"] == "turn":
            yield from free_actions(position, seat, frame["delivered"])
