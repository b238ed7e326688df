"""Buying and giving up trains (IX, X), and the duty to own one."""

from collections.abc import Iterator

from referees.g1848.board import Board
from referees.g1848.lays import may_use
from referees.g1848.plain import Action, Position, director
from referees.g1848.tables import CARDS, FACE, GHAN, GHAN_PRICE, card_of


def train_limit(position: Position) -> int:
    """Four trains, three from the first 4, two from the first 5 (X)."""
    if "5" in position["phases"]:
        return 2
    return 3 if "4" in position["phases"] else 4


def owned(position: Position, company: str) -> list[str]:
    """The trains that count; a 2E does not (IX The Ghan)."""
    return [
        train for train, owner in position["trains"].items() if owner == company and card_of(train) != GHAN
    ]


def must_buy(position: Position, company: str) -> bool:
    """A company with a route must own a train at the end of its turn; a 2E will not do (VI; IX)."""
    return not owned(position, company) and Board(position).has_route(company)


def on_sale(position: Position) -> str:
    """The next card of the bank, in ascending order (IX Purchase)."""
    for card in CARDS:
        found = sorted(
            train for train, owner in position["trains"].items() if owner == "bank" and card_of(train) == card
        )
        if found:
            return found[0]
    return ""


def bought_right(position: Position, company: str, action: Action) -> bool:
    """Whether one purchase is legal."""
    train, version, price = action["train"], action["version"], action["price"]
    exchange, rebate = action.get("exchange", ""), action.get("rebate", "")
    owner, cash = position["trains"].get(train), position["cash"][company]
    if owner is None or owner == company:
        return False
    if card_of(train) == GHAN:
        return (
            _ghan(position, company, train)
            and version == GHAN
            and exchange == ""
            and rebate in ("", "P4")
            and (rebate == "" or may_use(position, "P4", company))
            and price == GHAN_PRICE - (100 if rebate else 0)
            and price <= cash
        )
    # ambiguous: a company with all the trains it may have buys none, not even if some are scrapped by it
    # (IX Purchase); read: a train given in payment has left before, and makes room.
    if rebate or len(owned(position, company)) - bool(exchange) >= train_limit(position):
        return False
    if owner == "bank":
        if train != on_sale(position) or version not in CARDS[card_of(train)]:
            return False
        if exchange:
            return (
                version == "D"
                and "8" not in position["phases"]
                and exchange in owned(position, company)
                and card_of(exchange) == "4"
                and price == FACE["D"] - 300
                and price <= cash
            )
        # ambiguous: a company that can pay one version of the card has "enough" (IX Purchase) and may take
        # no loans for the dearer one; one that can pay neither may choose.
        short = cash < min(CARDS[card_of(train)].values())
        return price == FACE[version] and (price <= cash or (short and must_buy(position, company)))
    return _traded(position, company, action)


def _ghan(position: Position, company: str, train: str) -> bool:
    """From the first 5 on the bank sells one 2E to each company; never between companies (IX The Ghan)."""
    return (
        "5" in position["phases"]
        and position["trains"][train] == "bank"
        and not any(
            owner == company and card_of(other) == GHAN for other, owner in position["trains"].items()
        )
    )


def _traded(position: Position, company: str, action: Action) -> bool:
    """Between companies from the first 3: at face value, or from 1 up with one director (IX Purchase)."""
    train, price = action["train"], action["price"]
    seller = position["trains"][train]
    if "3" not in position["phases"] or seller not in position["opened"]:
        return False
    if action.get("exchange", "") or action["version"] != position["versions"][train]:
        return False
    if not 1 <= price <= position["cash"][company]:
        return False
    if director(position, seller) == director(position, company):
        return True
    return price == FACE[position["versions"][train]] and may_ask(position, company, seller, train, price)


def may_ask(position: Position, company: str, seller: str, train: str, price: int) -> bool:
    """The table's own limit, no rule of the book: the same offer once a turn, none through a closed door."""
    by, to = (int((director(position, sym) or "").removeprefix("seat")) for sym in (company, seller))
    talks = position["stack"][-1]["talks"]
    made = {"by": by, "to": to, "thing": f"{seller} {position['versions'][train]}", "price": price}
    return made not in talks["offered"] and [to, by] not in talks["doors"]


def purchases(position: Position, company: str, seat: int) -> Iterator[Action]:
    """All purchases; of prices free to choose only 1, the face value and all the money are listed."""
    cash = position["cash"][company]
    for train, owner in position["trains"].items():
        card = card_of(train)
        prices: set[int]
        if card == GHAN:
            wanted = {(GHAN, GHAN_PRICE, "", ""), (GHAN, GHAN_PRICE - 100, "", "P4")}
        elif owner == "bank":
            wanted = {(version, FACE[version], "", "") for version in CARDS[card]}
            wanted |= {("D", FACE["D"] - 300, old, "") for old in owned(position, company)}
        elif train in position["versions"]:
            version = position["versions"][train]
            prices = {1, FACE[version], cash}
            wanted = {(version, price, "", "") for price in prices}
        else:
            continue
        for version, price, exchange, rebate in sorted(wanted):
            action: Action = {
                "type": "buy_train",
                "seat": seat,
                "train": train,
                "version": version,
                "price": price,
                "exchange": exchange,
                "rebate": rebate,
            }
            if bought_right(position, company, action):
                yield action


def surplus(position: Position, companies: list[str], seat: int, owner: str) -> Iterator[Action]:
    """Trains above the limit go out of the game; which ones, the director says (IX; VII)."""
    for company in companies:
        if director(position, company) != owner:
            continue
        trains = owned(position, company)
        if len(trains) > train_limit(position):
            for train in trains:
                yield {"type": "discard_train", "seat": seat, "train": train}
