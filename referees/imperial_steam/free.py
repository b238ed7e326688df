"""The free actions (p. 26 to 28), and moving factories (p. 20, 24)."""

from collections.abc import Iterator

from referees.imperial_steam.board import access_price, room_for_link, touches, wants
from referees.imperial_steam.plain import Action, Position
from referees.imperial_steam.tables import CONTRACTS, GOODS, INVESTOR_ROWS


def shares(position: Position, seat: int) -> Iterator[Action]:
    """The top investor buys from a row level with the price or higher (p. 26)."""
    player = position["players"][seat]
    if player["investors"] and INVESTOR_ROWS[player["investors"] - 1] >= player["price"]:
        yield {"type": "sell_share", "seat": seat}


def deliveries(position: Position, seat: int) -> Iterator[Action]:
    """A cube from an own factory to a city of the network, for a coal from the own board (p. 26, 27)."""
    player = position["players"][seat]
    if not player["goods"][GOODS.index("coal")]:
        return
    for site, plant in position["plants"].items():
        if plant["seat"] != seat or not plant["goods"]:
            continue
        sort = plant["sort"]
        for city in player["cities"]:
            had = position["delivered"].get(city, [0, 0, 0, 0])[GOODS.index(sort)]
            if had >= wants(position, city).get(sort, 0):
                continue
            if sort == "coal" and city in player["coal_to"]:
                continue  # p. 26: nobody brings coal to a city twice
            yield {"type": "deliver", "seat": seat, "site": site, "city": city}


def access(position: Position, seat: int) -> Iterator[Action]:
    """A crowned link that touches the network (p. 28).

    ambiguous: the limit of two tracks stands under the main action of laying track; but its example speaks of
    tracks that lie at a city (p. 14), and an access puts a track there.
    """
    player = position["players"][seat]
    for link in position["crowns"]:
        if link in player["tracks"] or not touches(player, link) or not room_for_link(player, link):
            continue
        if access_price(position, seat, link) <= player["cash"]:
            yield {"type": "buy_access", "seat": seat, "link": link}


def moves_of_factories(position: Position, seat: int) -> Iterator[Action]:
    """Factories go between the own board and own contracts at any time (p. 20, 24)."""
    player = position["players"][seat]
    for contract in player["contracts"]:
        placed = player["placed"].get(contract, [0, 0, 0, 0])
        for number, sort in enumerate(GOODS):
            asked = CONTRACTS[contract][1].count(sort)
            if player["factories"][number] and placed[number] < asked:
                yield {"type": "place_factory", "seat": seat, "contract": contract, "sort": sort}
            if placed[number]:
                yield {"type": "take_off_factory", "seat": seat, "contract": contract, "sort": sort}


def free_actions(position: Position, seat: int, delivered: bool) -> Iterator[Action]:
    """Before, during and after the main action, as often as one likes; one delivery a turn (p. 26)."""
    yield from shares(position, seat)
    yield from access(position, seat)
    yield from moves_of_factories(position, seat)
    if not delivered:
        yield from deliveries(position, seat)
