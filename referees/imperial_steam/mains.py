"""The main actions (p. 13 to 25), one function each."""

from collections.abc import Callable, Iterator

from referees.imperial_steam.board import (
    factory_cost,
    owners,
    room_for_link,
    sites,
    touches,
    values,
)
from referees.imperial_steam.plain import Action, Frame, Position, influence
from referees.imperial_steam.stock import wagons
from referees.imperial_steam.tables import (
    CONTRACTS,
    ENGINEER,
    GOODS,
    LAST_COLUMN,
    LINKS,
    LOCOMOTIVES,
    MARKET,
    OLD_LOCOMOTIVE,
    RAISES,
    SHARE_PRICES,
    WAGES,
)

FEE = 10
"""To each other player with a track on the link (p. 14)."""


def _link_works(position: Position, seat: int, frame: Frame, link: str) -> bool:
    """Whether a track may be laid on a link now (p. 13 to 16)."""
    player, (first, second, kind) = position["players"][seat], LINKS[link]
    if link in player["tracks"] or link in position["crowns"] or not touches(player, link):
        return False
    if not room_for_link(player, link) or len(owners(position, link, seat)) * FEE > player["cash"]:
        return False
    if kind != "normal" and kind not in player["engineers"]:
        return False
    # p. 15: wood, stone and iron once for the action, and one more for each bridge or tunnel (p. 16)
    base = 0 if frame["done"] else 1
    needed = [base, base + (kind == "bridge"), base + (kind == "tunnel")]
    if any(had < asked for had, asked in zip(player["goods"], needed, strict=False)):
        return False
    new = [city for city in (first, second) if city not in player["cities"]]
    efforts = [values(position, city)[0] for city in (new or (first, second))]
    free = sum(count * field for field, count in enumerate(player["training"], 1))
    return frame["effort"] + min(efforts) <= frame["assigned"] + free


def tracks(position: Position, seat: int, frame: Frame) -> Iterator[Action]:
    """Up to two tracks, and the workers for them (p. 13 to 16)."""
    if frame["assigned"] < frame["effort"]:  # Only an order of steps: the sum of both efforts counts (p. 15).
        for field, count in enumerate(position["players"][seat]["training"], 1):
            if count:
                yield {"type": "assign_worker", "seat": seat, "field": field}
    elif frame["done"] < 2:
        for link in LINKS:
            if _link_works(position, seat, frame, link):
                yield {"type": "lay_track", "seat": seat, "link": link}


def staff(position: Position, seat: int, frame: Frame) -> Iterator[Action]:
    """Workers from one column, and an engineer of each kind (p. 17, 18)."""
    player, own = position["players"][seat], influence(position, seat)
    for column, wage in position["wages"].items():
        hub = column.partition("-")[0]
        if frame["column"]:
            open_to_him = frame["column"] == column
        else:
            open_to_him = position["hubs"][hub] <= own
        if open_to_him and player["reserve"] and WAGES[wage] <= player["cash"]:
            yield {"type": "hire_worker", "seat": seat, "column": column}
    for hub, there in position["engineers"].items():
        if position["hubs"][hub] <= own and player["cash"] >= ENGINEER:
            for kind in sorted(set(there)):
                if kind not in player["engineers"]:
                    yield {"type": "hire_engineer", "seat": seat, "kind": kind, "hub": hub}


def buildings(position: Position, seat: int, frame: Frame) -> Iterator[Action]:
    """A station or a factory (p. 18 to 20)."""
    player = position["players"][seat]
    if frame["site"]:  # p. 20, step 3: a worker of the own board goes to the site
        for area, fields in (("training", player["training"]), ("working", player["working"])):
            for field, count in enumerate(fields, 1):
                if count:
                    yield {"type": "staff_factory", "seat": seat, "area": area, "field": field}
        return
    if frame["done"]:
        return
    if len(player["stations"]) < 3:
        for city in player["cities"]:
            _, cost, places = values(position, city)
            built = sum(other["stations"].count(city) for other in position["players"])
            if built < places and cost <= player["cash"] and city != "wien":
                yield {"type": "build_station", "seat": seat, "city": city}
    if not any(player["training"]) and not any(player["working"]):
        return
    for site, city, own in sites(position):
        if city not in player["cities"] or site in position["plants"]:
            continue
        for sort in GOODS:
            cost_of_board = factory_cost(position, sort)
            if cost_of_board is not None and (own or cost_of_board) <= player["cash"]:
                yield {"type": "build_factory", "seat": seat, "site": site, "sort": sort}


def production(position: Position, seat: int, frame: Frame) -> Iterator[Action]:
    """One cube from each own worker on the board (p. 21)."""
    for site, plant in position["plants"].items():
        if plant["seat"] == seat and plant["goods"] and site not in frame["produced"]:
            yield {"type": "produce", "seat": seat, "site": site}


def purchases(position: Position, seat: int, frame: Frame) -> Iterator[Action]:
    """One cube at once, or orders up to the number of the shipping tile (p. 21, 22)."""
    player, number = position["players"][seat], position["round"]
    orders = number < 8 and sum(player["dock"]) < position["shipping"][number - 1]
    for good, left in zip(GOODS, position["market"], strict=True):
        if not left or MARKET[len(MARKET) - left] > player["cash"]:
            continue
        if not frame["done"]:
            yield {"type": "buy_good", "seat": seat, "good": good}
        if orders and (frame["ordering"] or not frame["done"]):
            yield {"type": "order_good", "seat": seat, "good": good}


def locomotives(position: Position, seat: int, frame: Frame) -> Iterator[Action]:
    """A new locomotive, or a better one for an old one (p. 22, 23)."""
    player = position["players"][seat]
    if frame["done"]:
        return
    for level, (price, first) in LOCOMOTIVES.items():
        if position["round"] < first or not position["locomotives"].get(str(level)):
            continue
        if len(player["trains"]) < 3 and price <= player["cash"]:
            yield {"type": "buy_locomotive", "seat": seat, "level": level}
        for old in sorted(set(player["trains"])):
            paid = LOCOMOTIVES[old][0] if old in LOCOMOTIVES else OLD_LOCOMOTIVE
            if old < level and price - paid <= player["cash"]:
                yield {"type": "upgrade_locomotive", "seat": seat, "old": old, "level": level}


def contracts(position: Position, seat: int, frame: Frame) -> Iterator[Action]:
    """A contract of the display, if there are wagons to reserve (p. 23, 24)."""
    if frame["done"]:
        return
    for contract in position["contracts"]:
        if CONTRACTS[contract][0] <= wagons(position["players"][seat]):
            yield {"type": "take_contract", "seat": seat, "contract": contract}


def charity(position: Position, seat: int, frame: Frame) -> Iterator[Action]:
    """Ten gulden a step of influence, as many as one likes (p. 24)."""
    if not frame["done"]:
        most = min(position["players"][seat]["cash"] // 10, LAST_COLUMN - influence(position, seat))
        for steps in range(1, most + 1):
            yield {"type": "show_charity", "seat": seat, "steps": steps}


def share_price(position: Position, seat: int, frame: Frame) -> Iterator[Action]:
    """One row up for influence, or any number of rows down (p. 25)."""
    if frame["done"]:
        return
    now = position["players"][seat]["price"]
    for row, price in enumerate(SHARE_PRICES[: now + 2]):
        if row < now or (row == now + 1 and RAISES[row] <= influence(position, seat)):
            yield {"type": "move_price", "seat": seat, "price": price}


def nothing(position: Position, seat: int, frame: Frame) -> Iterator[Action]:
    """Donations and passing need no decision (p. 25)."""
    yield from ()


MAINS: dict[str, Callable[[Position, int, Frame], Iterator[Action]]] = {
    "track": tracks,
    "hire": staff,
    "build": buildings,
    "produce": production,
    "goods": purchases,
    "locomotive": locomotives,
    "contract": contracts,
    "charity": charity,
    "price": share_price,
    "donations": nothing,
    "pass": nothing,
}
