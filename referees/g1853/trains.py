"""Trains from the bank and from other companies (4.8, 3.4.3 to 3.4.6)."""

from referees.g1853.plain import (
    Action,
    Position,
    controller,
    has_ruling,
    is_large,
    phase,
    purse,
    seat_name,
    top,
    trains_of,
    was_talked_over,
)
from referees.g1853.tables import STANDARD, TRAIN_LIMITS, TRAIN_PRICES


def kind(train: str) -> str:
    """`2M-1` is a 2M."""
    return train.partition("-")[0]


def _bank(position: Position) -> dict[str, list[str]]:
    """New cards by kind."""
    found: dict[str, list[str]] = {}
    for train in trains_of(position, "bank"):
        if train not in position["beside"]:
            found.setdefault(kind(train), []).append(train)
    return found


def in_first_round(position: Position) -> bool:
    """Whether this is the very first operating round of the game."""
    at = next((frame for frame in position["stack"] if frame["frame"] == "operating_round"), None)
    return at is not None and at["set"] == 1 and at["number"] == 1


def for_sale(position: Position, company: str) -> list[tuple[str, str]]:
    """Cards and versions that the bank sells to a company (4.8.3, 4.8.6, 4.8.11 to 4.8.19)."""
    now, bank = phase(position), _bank(position)
    small = not is_large(position, company)
    found = list[tuple[str, str]]()
    standard = [name for name in STANDARD if name in bank]
    for name in standard[:1] + (["6"] if now == 5 and "6" in standard[1:] else []):
        if name == "6" and now < 5:
            continue
        found.append((bank[name][0], name))
        if name == "2" and small and position["back_sides"]:
            found.append((bank[name][0], "1M"))
    for name in ("2M", "3M", "4M"):
        if name in bank and int(name[0]) < now:
            found.append((bank[name][0], name))
    alike = set[tuple[str, ...]]()
    for train in position["beside"]:
        sides = _sides_beside(position, train)
        if (kind(train), *sides) not in alike:  # cards of one kind are alike: the first stands for all
            alike.add((kind(train), *sides))
            found += [(train, side) for side in sides if small or side != "1M"]  # 4.8.18a, d
    return found


def _sides_beside(position: Position, train: str) -> list[str]:
    """The sides with which the bank sells a card beside the ascending order, to whoever may have them."""
    before = position["versions"].get(train)
    if kind(train) != "2":
        return [kind(train)]  # 4.8.6: a returned train with one side
    if before is None:  # 4.8.17: one more 2/1M beside the first 3
        return ["2", "1M"] if phase(position) == 2 and in_first_round(position) else []
    if has_ruling(position, "returned_keeps_side"):  # 4.8.6: "these returned trains" are sold "again"
        return [before]
    # 4.8.16: as long as it lies in the bank it is one of the 2/1M: for all a 2, for small companies also a 1M
    return ["2", "1M"] if position["back_sides"] else ["2"]


def with_marker(position: Position, company: str) -> list[tuple[str, str]]:
    """The metre gauge train of the next phase that a small company may buy once (4.8.19)."""
    if is_large(position, company) or company in position["marked"] or in_first_round(position):
        return []
    if any(version.endswith("M") for _, version in for_sale(position, company)):
        return []
    ahead = f"{phase(position)}M"
    return [(train, ahead) for train in _bank(position).get(ahead, [])[:1]]


def has_room(position: Position, company: str) -> bool:
    """4.8.5"""
    return len(trains_of(position, company)) < TRAIN_LIMITS[phase(position)]


def means(position: Position, company: str) -> int:
    """What a company and its director can pay for a train (4.8.8); a manager gives nothing."""
    director = position["directors"].get(company)
    if company in position["credit"]:
        return 0
    helped = position["cash"][seat_name(director)] if director is not None else 0
    return position["cash"][company] + helped


def purchase(seat: int, train: str, version: str, price: int) -> Action:
    return {
        "type": "buy_train",
        "seat": seat,
        "train": train,
        "version": version,
        "price": price,
        "exchange": "",
        "rebate": "",
    }


def train_turn(position: Position, seat: int) -> list[Action]:
    """What may be done about trains at the end of a company's turn, but for trains of other companies."""
    company = top(position)["company"]
    found: list[Action] = [{"type": "pass", "seat": seat}]
    credit = position["credit"].get(company)
    if credit is not None:
        if position["cash"][company] >= TRAIN_PRICES[position["versions"].get(credit, kind(credit))]:
            found.append({"type": "pay_train", "seat": seat})
        return found
    if company in position["directors"] or trains_of(position, company):
        return found
    new = [offer for offer in for_sale(position, company) if offer[0] not in position["beside"]]
    # ambiguous: "a new train" (3.4.3) is read as one that nobody has had
    if all(TRAIN_PRICES[version] > purse(position, company) for _, version in new):
        for train, version in new:
            found.append({"type": "take_on_credit", "seat": seat, "train": train, "version": version})
    return found


def purchase_is_legal(position: Position, action: Action) -> bool:
    """Whether a train may be bought, from the bank or from another company (4.8)."""
    frame = top(position)
    if frame["frame"] != "turn" or frame["step"] != 8 or action["exchange"]:
        return False
    company, train, version = frame["company"], action["train"], action["version"]
    if action["seat"] != controller(position, company) or not has_room(position, company):
        return False
    if action["price"] > means(position, company):
        return False
    if action["rebate"] not in ("", "train marker"):
        return False
    owner = position["trains"].get(train, "")
    if owner == "bank":
        offered = with_marker(position, company) if action["rebate"] else for_sale(position, company)
        return (train, version) in offered and action["price"] == TRAIN_PRICES[version]
    if owner in ("", "out", company) or action["rebate"] or position["credit"].get(owner) == train:  # 3.4.5
        return False
    if version != position["versions"].get(train, kind(train)):
        return False
    if version == "1M" and is_large(position, company):  # 4.8.18d
        return False
    other = controller(position, owner)
    if other != action["seat"] and was_talked_over(
        position, action["seat"], other, f"{owner} {version}", action["price"]
    ):
        return False
    return action["price"] >= 10  # 4.8.9


def discards(position: Position, seat: int) -> list[Action]:
    """4.8.6"""
    return [
        {"type": "discard_train", "seat": seat, "train": train}
        for company in top(position)["companies"]
        if controller(position, company) == seat
        for train in trains_of(position, company)
    ]


def settlements(position: Position, seat: int) -> list[Action]:
    """4.8.10: a new director pays for the train, with their own money if need be, or gives it back."""
    company = top(position)["company"]
    train = position["credit"][company]
    cost = TRAIN_PRICES[position["versions"].get(train, kind(train))]
    found: list[Action] = [{"type": "settle_train", "seat": seat, "pay": False}]
    if position["cash"][company] + position["cash"][seat_name(seat)] >= cost:
        found.append({"type": "settle_train", "seat": seat, "pay": True})
    return found
