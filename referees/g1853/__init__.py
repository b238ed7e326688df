"""The referee of 1853: what the rulebook of 2009 allows, written without a look at the game's code."""

from referees.g1853 import contracts, lays, papers, routes, talks, trains
from referees.g1853.plain import Action, Position, controller, top

LISTED = frozenset(
    {
        "write_bond",
        "name_city",
        "pass",
        "sell_shares",
        "buy_share",
        "pay_share",
        "order_round",
        "choose_option",
        "lay_tile",
        "place_marker",
        "leave_mail",
        "dividend",
        "take_on_credit",
        "pay_train",
        "settle_train",
        "discard_train",
    }
)
"""Kinds of action of which `offers` finds all, for every position."""

JUDGED = frozenset({"run_trains", "buy_train", "offer_elephant", "answer"})
"""Kinds of action that are too many to list: `allows` judges any one of them."""


def offers(position: Position, seat: int) -> list[Action]:
    """Every legal action of a seat whose kind is in LISTED."""
    frame = top(position)
    match frame["frame"]:
        case "bidding":
            return contracts.bonds(position, seat)
        case "naming":
            return contracts.naming(position, seat) if seat == frame["seat"] else []
        case "shares_round":
            return papers.stock_turn(position, seat) if seat == frame["seat"] else []
        case "elephant_sale":
            return [{"type": "pass", "seat": seat}] if seat == position["priority"] else []
        case "extra_round":  # 4.9
            if seat != position["priority"]:
                return []
            return [{"type": "order_round", "seat": seat}, {"type": "pass", "seat": seat}]
        case "surplus_trains":
            return trains.discards(position, seat)
        case "credit_due":
            return trains.settlements(position, seat)
        case "turn":
            return _turn(position, seat) if seat == controller(position, frame["company"]) else []
    return []


def _turn(position: Position, seat: int) -> list[Action]:
    """A company's turn in the order of 4.1 to 4.8."""
    frame = top(position)
    passing: Action = {"type": "pass", "seat": seat}
    match frame["step"]:
        case 1:
            return [{"type": "choose_option", "seat": seat, "now": now} for now in (True, False)]
        case 2:
            return [*lays.lays(position, seat), passing]
        case 5:
            return [*lays.markers(position, seat), passing]
        case 7:
            return _dividends(position, seat)
        case 8:
            return trains.train_turn(position, seat)
    return []


def _dividends(position: Position, seat: int) -> list[Action]:
    """All is paid or all is kept (4.6.4); a manager pays none (3.4.2). The mail is a choice (4.6.6)."""
    frame = top(position)
    found: list[Action] = [{"type": "dividend", "seat": seat, "pay": False}]
    if frame["company"] in position["directors"]:
        found.append({"type": "dividend", "seat": seat, "pay": True})
    if frame["mail"]:
        found.append({"type": "leave_mail", "seat": seat})
    return found


def allows(position: Position, action: Action) -> bool:
    """Whether an action of a kind in JUDGED is legal."""
    match action["type"]:
        case "run_trains":
            return routes.run_is_legal(position, action)
        case "buy_train":
            return trains.purchase_is_legal(position, action)
        case "offer_elephant":
            return contracts.elephant_may_go(position, action)
        case "answer":
            return talks.answer_is_legal(position, action)
    return False
