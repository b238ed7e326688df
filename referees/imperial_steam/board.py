"""The map of one game: cities with their tiles, sites, demands and links."""

from collections.abc import Iterator

from referees.imperial_steam.plain import Player, Position
from referees.imperial_steam.tables import (
    COLOURS,
    FACTORY_COSTS,
    GOODS,
    HUB,
    HUB_WANTS,
    LINKS,
    NUMBERED,
    PRINTED,
    SITES,
    TILE_WANTS,
    TILES,
)


def tile_of(position: Position, city: str) -> str:
    """The tile on a city: its number or the colour of a hub; nothing on the four printed cities."""
    return "" if city in PRINTED else position["tiles"][NUMBERED.index(city)]


def values(position: Position, city: str) -> tuple[int, int, int]:
    """Effort, cost of a station and places for stations of a city."""
    tile = tile_of(position, city)
    if not tile:
        return PRINTED[city]
    return HUB if tile in COLOURS else TILES[len(position["players"])][tile][:3]


def wants(position: Position, city: str) -> dict[str, int]:
    """What a city asks for once (p. 26): hubs the same five cubes, some tiles others."""
    tile = tile_of(position, city)
    if tile in COLOURS:
        return HUB_WANTS
    return dict.fromkeys(TILE_WANTS[len(position["players"])].get(tile, ()), 1)


def sites(position: Position) -> Iterator[tuple[str, str, int]]:
    """Every factory site in play (p. 19): name, city, cost (0 of the factory board)."""
    players = len(position["players"])
    for name, (city, least, cost) in SITES.items():
        if players >= least:
            yield name, city, values(position, city)[1] if cost < 0 else cost
    for city in NUMBERED:
        tile = tile_of(position, city)
        if tile not in COLOURS:
            for place in range(TILES[players][tile][3]):
                yield f"{city}-{place + 1}", city, 0


def factory_cost(position: Position, sort: str) -> int | None:
    """What the leftmost factory of a sort costs, if there is one left (p. 19)."""
    costs = FACTORY_COSTS[len(position["players"])][sort]
    taken = position["taken"][GOODS.index(sort)]
    return costs[taken] if taken < len(costs) else None


def room_for_link(player: Player, link: str) -> bool:
    """Without a station no more than two own tracks at a city (p. 14)."""
    for city in LINKS[link][:2]:
        if city not in player["stations"]:
            here = sum(city in LINKS[track][:2] for track in player["tracks"])
            if here >= 2:
                return False
    return True


def owners(position: Position, link: str, but: int) -> list[int]:
    """The other players with a track on a link."""
    return [
        seat for seat, player in enumerate(position["players"]) if seat != but and link in player["tracks"]
    ]


def touches(player: Player, link: str) -> bool:
    """Whether a link leads away from the player's network."""
    return any(city in player["cities"] for city in LINKS[link][:2])


def access_price(position: Position, seat: int, link: str) -> int:
    """The first pays the dearer station to the bank, later ones the cheaper to everyone there (p. 28)."""
    costs = sorted(values(position, city)[1] for city in LINKS[link][:2])
    others = owners(position, link, seat)
    return costs[0] * len(others) if others else costs[1]
