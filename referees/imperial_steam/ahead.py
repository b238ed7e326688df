"""Whether a main action can be carried out, if need be with the help of free actions (p. 13)."""

from collections.abc import Iterator

from referees.imperial_steam.board import access_price
from referees.imperial_steam.free import access, deliveries, shares
from referees.imperial_steam.mains import MAINS
from referees.imperial_steam.plain import Action, Frame, Player, Position
from referees.imperial_steam.tables import DELIVERY_PRICES, GOODS, LINKS, SHARE_PRICES

MUST = frozenset({"track", "build", "goods", "locomotive", "contract"})
"""Main actions of which something must be done.

ambiguous: the book names an amount from nothing up for hiring ("a number of your choice"), producing
("always optional"), charity and lowering the price ("as many steps as you like"); for these five it asks for
one thing at least.
"""


def possible(position: Position, seat: int, frame: Frame, tile: str) -> bool:
    """Whether anything of a main action can be done at once."""
    return next(MAINS[tile](position, seat, {**frame, "tile": tile}), None) is not None


def feasible(position: Position, seat: int, frame: Frame, tile: str) -> bool:
    """Whether it can be done now, or after shares are sold, a cube delivered, an access bought."""
    todo, seen = [(position, frame)], set[str]()
    while todo:
        now, cursor = todo.pop()
        if possible(now, seat, cursor, tile):
            return True
        player = now["players"][seat]
        money = f"{player['cash']} {player['investors']} {player['price']}"
        key = f"{money} {player['cities']} {cursor['delivered']}"
        if key not in seen:
            seen.add(key)
            todo += _after(now, seat, cursor)
    return False


def _after(position: Position, seat: int, frame: Frame) -> Iterator[tuple[Position, Frame]]:
    player = position["players"][seat]
    for _ in shares(position, seat):
        changed: Player = {
            **player,
            "cash": player["cash"] + SHARE_PRICES[player["price"]],
            "investors": player["investors"] - 1,
        }
        yield _with(position, seat, changed), frame
    if not frame["delivered"]:
        for action in deliveries(position, seat):
            yield _delivered(position, seat, action), {**frame, "delivered": True}
    for action in access(position, seat):
        for after in _entered(position, seat, action["link"]):
            yield after, frame


def _with(position: Position, seat: int, player: Player) -> Position:
    players = list(position["players"])
    players[seat] = player
    return {**position, "players": players}


def _delivered(position: Position, seat: int, action: Action) -> Position:
    player, sort = position["players"][seat], position["plants"][action["site"]]["sort"]
    prices = DELIVERY_PRICES[len(position["players"])].get(sort)
    paid = prices[position["taken"][GOODS.index(sort)]] if prices else 0
    goods = [*player["goods"][:3], player["goods"][3] - 1]
    return _with(position, seat, {**player, "cash": player["cash"] + paid, "goods": goods})


def _entered(position: Position, seat: int, link: str) -> Iterator[Position]:
    """After an access: a new city may give points, and those a higher share price (p. 16)."""
    player = position["players"][seat]
    new = [city for city in LINKS[link][:2] if city not in player["cities"]]
    cash = player["cash"] - access_price(position, seat, link)
    tracks = [*player["tracks"], link]
    if "trieste" in new:
        cash += 10 * len(tracks)
    points = max((position["markers"].get(city, [0])[-1:] or [0])[0] for city in (new or [""]))
    for up in range(points + 1):
        row = min(player["price"] + up, len(SHARE_PRICES) - 1)
        changed: Player = {
            **player,
            "cash": cash,
            "tracks": tracks,
            "cities": [*player["cities"], *new],
            "price": row,
        }
        yield _with(position, seat, changed)
