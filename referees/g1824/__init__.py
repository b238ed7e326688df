"""The referee of 1824: what the rulebook of 2019 allows, written without a look at the game's code."""

from referees.g1824 import lays, opening, papers, routes, trains
from referees.g1824.income import Search
from referees.g1824.plain import Action, Position, top
from referees.g1824.tables import train_type, trains_of

LISTED = frozenset(
    {
        "name_towns",
        "place_town",
        "buy_railway",
        "pass",
        "sell_shares",
        "buy_share",
        "start_company",
        "swap_mountain",
        "swap_coal",
        "buy_bond",
        "sell_bond",
        "lay_tile",
        "place_marker",
        "dividend",
        "buy_train",
        "answer",
        "discard_train",
        "choose_home",
        "place_bond_marker",
    }
)
"""Kinds of action of which `offers` finds all, for every position."""

JUDGED = LISTED | {"run_trains", "repay_debt"}
"""Kinds of action that `allows` judges: those too many to list; of the others, that no more are let in."""


def offers(position: Position, seat: int) -> list[Action]:
    """Every legal action of a seat whose kind is in LISTED."""
    frame = top(position)
    match frame["frame"]:
        case "stock_round":
            return papers.stock_turn(position, seat)
        case "turn":
            return _turn(position, seat)
        case "builder_turn":
            found = lays.lays(position, frame["company"], seat, pays=False)
            return [*found, {"type": "pass", "seat": seat}]
        case "train_offer":
            return trains.answers(seat)
        case "surplus_trains":
            return trains.discards(position, seat)
        case "mountain_swaps":
            return opening.forced_swaps(position, seat)
        case "draft":
            return opening.draft(position, seat)
        case "draft_price":
            return opening.draft_price(position, seat)
        case "mountain_lap":
            return opening.mountain_lap(position, seat)
        case "town_count":
            return opening.town_numbers(position, seat)
        case "town_placing":
            return opening.towns(position, seat)
        case "bond_in_wien":
            return opening.bond_markers(position, seat, wien=True)
        case "bond_marker":
            return opening.bond_markers(position, seat, wien=False)
        case "home_choice":
            return opening.homes(position, seat)
    return []


def _turn(position: Position, seat: int) -> list[Action]:
    """A company's turn in the order of VII.5."""
    frame = top(position)
    match frame["step"]:
        case 2:
            return [*lays.lays(position, frame["company"], seat), {"type": "pass", "seat": seat}]
        case 3:
            return [*lays.markers(position, frame["company"], seat), {"type": "pass", "seat": seat}]
        case 5:
            return [{"type": "dividend", "seat": seat, "pay": pay} for pay in (True, False)]
        case 6:
            return trains.train_turn(position, seat)
    return []


def allows(position: Position, action: Action) -> bool:
    """Whether an action of a kind in JUDGED is legal."""
    match action["type"]:
        case "run_trains":
            return _run_is_legal(position, action)
        case "buy_train":
            return trains.purchase_is_legal(position, action)
        case "repay_debt":
            return papers.repayment_is_legal(position, action["seat"], action["amount"])
        case "name_towns":
            return opening.number_is_legal(position, action["number"])
        case "lay_tile":
            return lays.is_legal(position, action)
    shortest = {name: given for name, given in action.items() if name != "leave" or given}
    return shortest in offers(position, action["seat"])


def _run_is_legal(position: Position, action: Action) -> bool:
    """Legal routes, and none that would earn more (VII.10)."""
    frame = top(position)
    if frame["frame"] != "turn" or frame["step"] != 4:
        return False
    found = routes.judged(position, action)
    if found is None:
        return False
    ways, board = found
    total = sum(routes.income(board, position, way.stops) for way in ways)
    company = frame["company"]
    kinds = [train_type(train) for train in trains_of(position, company)]
    return not Search(position, company).more_than(kinds, total)
