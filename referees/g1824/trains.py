"""Buying trains (VII.11 to VII.13) and giving up what is too many (VII.14)."""

from referees.g1824.papers import bond_sales, companies, director, may_sell, most_to_sell
from referees.g1824.plain import Action, Position, seat_name, top
from referees.g1824.tables import (
    COALS,
    GOODS_SINCE,
    LOWER,
    NORMAL,
    TRAIN_PRICES,
    is_goods,
    price_of,
    train_limit,
    train_type,
    trains_of,
)


def for_sale(position: Position, company: str) -> list[str]:
    """Types of train that a company may buy from the bank now (VII.11, IV.2)."""
    there = {train_type(train) for train in trains_of(position, "bank")}
    found = [kind for kind, first in GOODS_SINCE.items() if first in position["phases"] and kind in there]
    if company not in COALS:
        found += [kind for kind in NORMAL if kind in there][:1]
    return found


def must_buy(position: Position, company: str) -> bool:
    """Whether a company may not end its turn without buying (VII.11 and its footnote)."""
    if trains_of(position, company):
        return False
    return company not in COALS or bool(for_sale(position, company))


def is_short(position: Position, company: str) -> bool:
    """Whether it must buy and its treasury pays for no train of the bank (VII.11, VII.12).

    ambiguous: whether the director may help with a dear train although a cheap one could be paid for; the
    ruling `help_with_a_dearer_train` says no.
    """
    if not must_buy(position, company):
        return False
    cash: int = position["cash"][company]
    return cash < min(TRAIN_PRICES[kind] for kind in for_sale(position, company))


def bank_purchases(position: Position, seat: int) -> list[Action]:
    """Trains from the bank, with or without a train given in payment."""
    frame = top(position)
    company = frame["company"]
    cash, mine = position["cash"][company], trains_of(position, company)
    room = len(mine) < train_limit(position, company)
    found = list[Action]()
    for kind in for_sale(position, company):
        card = min(
            (train for train in trains_of(position, "bank") if train_type(train) == kind),
            key=lambda train: int(train.partition("-")[2]),
        )
        price = TRAIN_PRICES[kind]
        if room and helps_enough(position, price) and (cash >= price or is_short(position, company)):
            found.append(_purchase(seat, card, price))
        if frame["traded"] or kind not in LOWER:
            continue
        less = price - TRAIN_PRICES[LOWER[kind]] // 2  # VII.13
        if cash >= less:
            found += [
                _purchase(seat, card, less, given) for given in mine if train_type(given) == LOWER[kind]
            ][:1]
    return found


def _purchase(seat: int, train: str, price: int, given: str = "") -> Action:
    return {
        "type": "buy_train",
        "seat": seat,
        "train": train,
        "version": train_type(train),
        "price": price,
        "exchange": given,
        "rebate": "",
    }


def trades(position: Position, seat: int) -> list[Action]:
    """Trains of other companies, with the prices that are shown: 1, the treasury, the printed price."""
    frame = top(position)
    company = frame["company"]
    found = list[Action]()
    for train, owner in position["trains"].items():
        if owner in ("bank", "out", company):
            continue
        face = TRAIN_PRICES[train_type(train)]
        for price in {1, position["cash"][company], face}:
            action = _purchase(seat, train, price)
            if trade_is_legal(position, action):
                found.append(action)
    return found


def trade_is_legal(position: Position, action: Action) -> bool:
    """Whether a train may be bought from another company at this price (VII.11, VII.12)."""
    frame = top(position)
    company, train = frame["company"], action["train"]
    owner, kind = position["trains"].get(train, "out"), train_type(train)
    if "3" not in position["phases"] or owner in ("bank", "out", company):
        return False
    if owner not in position["opened"]:
        return False
    if company in COALS and not is_goods(kind):
        return False
    if len(trains_of(position, company)) >= train_limit(position, company) or action["exchange"]:
        return False
    other = director(position, owner)
    if not other.startswith("seat") or is_settled(position, action, owner, other):
        return False
    face, price, cash = TRAIN_PRICES[kind], action["price"], position["cash"][company]
    if other != seat_name(action["seat"]):
        if price != face:
            return False
    elif price < 1:
        return False
    if not helps_enough(position, price):
        return False
    return price <= cash or (is_short(position, company) and price <= face)


def is_settled(position: Position, action: Action, owner: str, other: str) -> bool:
    """Whether the other director has already said no to this, or to all, in this turn.

    The directors must agree (VII.11); how they come to terms is not in the book.
    """
    talks, seat = top(position)["talks"], action["seat"]
    offer = {
        "by": seat,
        "to": int(other.removeprefix("seat")),
        "thing": f"{owner} {train_type(action['train'])}",
        "price": action["price"],
    }
    return offer in talks["offered"] or [offer["to"], seat] in talks["doors"]


def helps_enough(position: Position, price: int) -> bool:
    """Shares are sold so as not to overdraw (VII.12): after sales the train costs more than was there before.

    ambiguous: the book does not say what a director may buy who has sold; the ruling
    `sold_for_a_dearer_train` does.
    """
    before: int = top(position)["before_sales"]
    return price > before


def purchase_is_legal(position: Position, action: Action) -> bool:
    """Whether a train may be bought as the action says."""
    frame = top(position)
    if frame["frame"] != "turn" or frame["step"] != 6 or action["rebate"]:
        return False
    if action["version"] != train_type(action["train"]):
        return False
    if director(position, frame["company"]) != seat_name(action["seat"]):
        return False
    if position["trains"].get(action["train"]) != "bank":
        return trade_is_legal(position, action)
    given = action["exchange"]
    if given and position["trains"].get(given) != frame["company"]:
        return False
    return any(  # all cards of a type are alike
        (train_type(found["train"]), found["price"], train_type(found["exchange"]))
        == (action["version"], action["price"], train_type(given))
        for found in bank_purchases(position, action["seat"])
    )


def emergency_sales(position: Position, seat: int) -> list[Action]:
    """Shares that a director may sell to help with a train (VII.12): never so that a director changes."""
    company, owner, found = top(position)["company"], seat_name(seat), list[Action]()
    if not is_short(position, company):
        return []
    need = max(TRAIN_PRICES[kind] for kind in for_sale(position, company))
    if position["cash"][company] + position["cash"][owner] >= need:
        return []
    for other in companies(position):
        if may_sell(position, other) and price_of(position, other):
            for shares in range(1, most_to_sell(position, other, owner, may_change=False) + 1):
                found.append({"type": "sell_shares", "seat": seat, "company": other, "shares": shares})
    return found + bond_sales(position, seat) if position["bond"] else found


def train_turn(position: Position, seat: int) -> list[Action]:
    """All that may be done in the step of buying trains."""
    company = top(position)["company"]
    found = bank_purchases(position, seat) + trades(position, seat) + emergency_sales(position, seat)
    if not must_buy(position, company):
        found.append({"type": "pass", "seat": seat})
    return found


def discards(position: Position, seat: int) -> list[Action]:
    """Trains above the limit: the owner chooses which go (VII.11, VII.14)."""
    found = list[Action]()
    for company in top(position)["companies"]:
        if len(trains_of(position, company)) <= train_limit(position, company):
            continue  # it has given up what it had to
        owner = director(position, company)
        if not owner.startswith("seat"):  # ruling: for a state railway without a director
            owner = seat_name(position["priority"])
        if owner == seat_name(seat):
            found += [
                {"type": "discard_train", "seat": seat, "train": train}
                for train in trains_of(position, company)
            ]
    return found


def answers(seat: int) -> list[Action]:
    """Another company's director says yes or no (VII.11), or no to whatever comes in this turn."""
    yes, no = ({"type": "answer", "seat": seat, "accept": accept} for accept in (True, False))
    return [yes, no, {**no, "leave": True}]
