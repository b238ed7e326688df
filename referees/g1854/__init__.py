"""The referee of 1854: what the summary, the facts and the named rulings (set `book`) allow."""

from referees.g1854 import lays, mergers, opening, papers, routes, talks, trains
from referees.g1854.plain import Action, Position, passing, top

LISTED = frozenset(
    {
        "buy_item",
        "bid",
        "pass",
        "sell_shares",
        "buy_share",
        "start_company",
        "take_option",
        "complete_option",
        "sell_option",
        "propose_merger",
        "found_lokalbahn",
        "choose_home",
        "lay_tile",
        "dig_tunnel",
        "place_marker",
        "dividend",
        "buy_train",
        "discard_train",
        "buy_mail",
        "declare_bankruptcy",
    }
)
"""Kinds of action of which `offers` finds all, for every position."""

JUDGED = frozenset({"answer", "bid", "buy_train", "run_trains"})
"""Kinds of action that are too many to list: `allows` judges any one of them."""


def offers(position: Position, seat: int) -> list[Action]:
    """Every legal action of a seat whose kind is in LISTED."""
    match top(position)["frame"]:
        case "auction" | "contest":
            return opening.auction(position, seat)
        case "stock_round":
            return papers.stock_turn(position, seat)
        case "turn":
            return _turn(position, seat, first_step=3)
        case "local_turn":
            return _turn(position, seat, first_step=1)
        case "surplus_trains":
            return trains.discards(position, seat)
        case "merger_window":
            return mergers.window(position, seat)
        case "founding":
            return mergers.founding(position, seat)
    return []


def _turn(position: Position, seat: int, first_step: int) -> list[Action]:
    """A company's turn: track, station, routes, revenue, trains, mail (summary, operating round)."""
    frame = top(position)
    company = frame["company"]
    match frame["step"] - first_step:
        case 0:
            found = [*lays.lays(position, company, seat), *lays.tunnels(position, company, seat)]
            return [*found, passing(seat)]
        case 1:
            return [*lays.markers(position, company, seat), passing(seat)]
        case 3:
            return [{"type": "dividend", "seat": seat, "pay": pay} for pay in (True, False)]
        case 4:
            return trains.train_turn(position, seat)
        case 5:
            return trains.mail(position, seat)
        case -3:
            return lays.homes(position, seat)
    return []


def allows(position: Position, action: Action) -> bool:
    """Whether an action of a kind in JUDGED is legal."""
    if action["type"] == "bid":
        return opening.bid_is_legal(position, action)
    if action["type"] == "buy_train":
        return trains.purchase_is_legal(position, action)
    if action["type"] == "answer":
        return talks.answer_is_legal(position, action)
    if action["type"] == "run_trains":
        return routes.run_is_legal(position, action)
    return False
