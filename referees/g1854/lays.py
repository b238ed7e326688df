"""Track, tunnels, markers and homes (summary, operating round 2 and 3; merging 5)."""

from collections.abc import Iterator

from referees.g1854.board import Arrival, Board
from referees.g1854.chart import (
    CITY_FROM_TOWNS,
    HEXES,
    LOKALBAHN_HOMES,
    MUST_LEAD,
    NO_TUNNEL,
    TILES,
    VIENNA,
    Face,
    across,
    is_local,
    rotations,
    turned,
)
from referees.g1854.plain import Action, Position, top
from referees.g1854.tables import (
    LOCALS,
    LOKALBAHNEN,
    MARKER_PRICES,
    MOUNTAIN_HEX,
    owned_by_director,
    tile_colours,
)

NEXT_COLOUR = {"white": "yellow", "yellow": "green", "green": "brown", "brown": "gray"}
TUNNEL_COST, TUNNEL_REBATE, MOUNTAIN_REBATE = 100, 40, 20


def lays(position: Position, company: str, seat: int) -> list[Action]:
    """Every tile that the company may lay now, with and without the Außerfernbahn's rebate."""
    if top(position)["lays"]:
        return []  # one tile a turn
    board = Board(position)
    arrivals, _ = board.reached(company)
    own = {station.partition(".")[0] for station in board.stations(company)}
    found: list[Action] = []
    hexes = {hex for hex, _ in arrivals} | own
    for hex in sorted(hexes):
        if is_local(hex) != (company in LOCALS):
            continue
        for tile, rotation in candidates(position, board, hex):
            face = turned(tile, rotation)
            if not touches(board, hex, face, arrivals, own):
                continue
            for rebate, cost in costs(position, company, hex, hex in board.laid):
                if cost <= position["cash"][company]:
                    found.append(
                        {
                            "type": "lay_tile",
                            "seat": seat,
                            "hex": hex,
                            "tile": tile,
                            "rotation": rotation,
                            "rebate": rebate,
                        }
                    )
    return found


def touches(board: Board, hex: str, face: Face, arrivals: set[Arrival], own: set[str]) -> bool:
    """Whether a company may build here.

    New track goes on from what the company reaches; a tile is improved only if the company could run a train
    on its track as it lies (ruling upgrades_join_by_new_track: no). The new track need not be of use to it
    (ruling upgrades_add_usable_track: no).
    """
    if hex in own:
        return True
    printed = hex in board.laid or HEXES[hex].colour == "yellow"
    sides = board.faces[hex].sides if printed else face.sides
    return any((hex, side) in arrivals for side in sides)


def candidates(position: Position, board: Board, hex: str) -> Iterator[tuple[str, int]]:
    """Tiles and rotations that fit on a hex, whoever lays them."""
    printed = HEXES[hex]
    if printed.colour not in ("white", "yellow"):
        return
    lying = board.laid.get(hex)
    colour = TILES[lying[0]].colour if lying else printed.colour
    following = NEXT_COLOUR.get(colour)
    if following is None or following not in tile_colours(position):
        return
    for tile, (its, face) in TILES.items():
        if its != following or position["supply"].get(tile, 0) <= 0 or (tile in VIENNA) != (hex == "C23"):
            continue
        if not follows(hex, lying[0] if lying else "", tile, board.faces[hex], face):
            continue
        for rotation in rotations(tile):
            if fits(board, hex, turned(tile, rotation)):
                yield tile, rotation


def follows(hex: str, lying: str, tile: str, old: Face, new: Face) -> bool:
    """Whether the stops of a tile go with those of the hex or of the tile that lies there."""
    if hex == "J38":
        return tile == "15" and not lying  # summary, track: Sankt Pölten may become tile 15
    if old.kinds == "tt" and lying:
        return tile in CITY_FROM_TOWNS
    if hex == "C23":
        return True
    return old.kinds == new.kinds


def fits(board: Board, hex: str, new: Face) -> bool:
    """Whether a turned tile keeps all track, stays on the map, and leaves room for markers and tunnels."""
    old = board.faces[hex]
    if hex in MUST_LEAD and hex not in board.laid and MUST_LEAD[hex] not in new.sides:
        return False
    if not set(old.plain) <= set(new.plain):
        return False
    if new.sides & board.tunnel_sides(hex):
        return False  # ruling tunnel_sides: alone
    if any(not leads_somewhere(hex, side) for side in new.sides):
        return False
    room = [stop.slots for stop in new.stops]
    for at, stop in enumerate(old.stops):
        name = f"{hex}.{at}"
        if not stop.sides:
            continue
        into = [now for now, other in enumerate(new.stops) if set(stop.sides) <= set(other.sides)]
        if not into:
            return False
        room[into[0]] -= len(board.markers.get(name, ())) + board.reserved(name)
    return all(left >= 0 for stop, left in zip(new.stops, room, strict=True) if stop.kind == "c")


def leads_somewhere(hex: str, side: int) -> bool:
    """Track stays on the map and meets no bare side of a red or grey hex (summary, track: borders)."""
    beyond, met = across(hex, side)
    if beyond not in HEXES or is_local(beyond) != is_local(hex):
        return False
    return HEXES[beyond].colour not in ("red", "gray") or met in HEXES[beyond].face.sides


def costs(position: Position, company: str, hex: str, laid: bool) -> Iterator[tuple[str, int]]:
    """What a tile costs, without a rebate and with one. The cost is paid the first time only.

    Free for a company whose director owns the mountain railway of the hex.
    """
    cost = 0 if laid else HEXES[hex].cost
    for private, its in MOUNTAIN_HEX.items():
        if its == hex and owned_by_director(position, company, private):
            cost = 0
    yield "", cost
    usable = owned_by_director(position, company, "P1") and "P1" not in position["powers_used"]
    if cost > 0 and HEXES[hex].mountain and usable:
        yield "P1", max(0, cost - MOUNTAIN_REBATE)


def tunnels(position: Position, company: str, seat: int) -> list[Action]:
    """Every tunnel that the company may dig now (summary, track)."""
    if top(position)["dug"] or company in LOCALS:
        return []  # one a turn; ruling locals_dig: no
    board = Board(position)
    arrivals, _ = board.reached(company)
    prices = [("", TUNNEL_COST)]
    if owned_by_director(position, company, "P2") and "P2" not in position["powers_used"]:
        prices.append(("P2", TUNNEL_COST - TUNNEL_REBATE))
    found: list[Action] = []
    for hex in sorted({hex for hex, _ in arrivals}):
        for first, second in digs(board, hex):
            if (hex, first) not in arrivals and (hex, second) not in arrivals:
                continue
            for rebate, cost in prices:
                if cost <= position["cash"][company]:
                    found.append(
                        {
                            "type": "dig_tunnel",
                            "seat": seat,
                            "hex": hex,
                            "first": first,
                            "second": second,
                            "rebate": rebate,
                        }
                    )
    return found


def digs(board: Board, hex: str) -> Iterator[tuple[int, int]]:
    """Pairs of sides between which a tunnel may go: no cities, no crossing, no side with track."""
    if HEXES[hex].colour not in ("white", "brown") or hex in NO_TUNNEL or is_local(hex):
        return
    there = board.tunnels.get(hex, [])
    if "c" in board.faces[hex].kinds or len(there) >= 2:
        return
    used = board.used_sides(hex)
    free = [side for side in range(6) if side not in used and leads_somewhere(hex, side)]
    for first in free:
        for second in free:
            bend = second - first
            if bend in (2, 3, 4) and not any(_crosses((first, second), other) for other in there):
                yield first, second  # ruling sharp_tunnels: no


def _crosses(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two lines between sides cross."""
    return sum(one[0] < side < one[1] for side in other) == 1


def markers(position: Position, company: str, seat: int) -> list[Action]:
    """Every city for the company's next marker (summary, stations)."""
    board = Board(position)
    _, reached = board.reached(company)
    placed = position["markers"].get(company, 0)
    prices = MARKER_PRICES[company]
    if placed >= len(prices) or prices[placed] > position["cash"][company]:
        return []
    own = {station.partition(".")[0] for station in board.stations(company)}
    found: list[Action] = []
    for stop in sorted(reached):
        hex = stop.partition(".")[0]
        if board.stops[stop].kind != "c" or hex in own or board.free(stop) - board.reserved(stop) <= 0:
            continue
        if hex in LOKALBAHN_HOMES and not set(LOKALBAHNEN) <= set(position["operated"]):
            continue
        found.append({"type": "place_marker", "seat": seat, "stop": stop})
    return found


def homes(position: Position, seat: int) -> list[Action]:
    """Where a Lokalbahn AG may begin: a bare or yellow hex gets a green city at once (merging 5)."""
    board = Board(position)
    found: list[Action] = []
    for hex in LOKALBAHN_HOMES:
        lying = board.laid.get(hex)
        if lying and TILES[lying[0]].colour != "yellow":
            if board.free(f"{hex}.0") > 0:
                found.append({"type": "choose_home", "seat": seat, "hex": hex, "tile": "", "rotation": 0})
            continue
        fitting = [
            (tile, rotation)
            for tile in CITY_FROM_TOWNS
            for rotation in rotations(tile)
            if fits(board, hex, turned(tile, rotation))
        ]
        left = [(tile, rotation) for tile, rotation in fitting if position["supply"].get(tile, 0) > 0]
        # ambiguous: the home is chosen freely and its tile comes at once; with none left an extra one is laid
        for tile, rotation in left or fitting:
            found.append(
                {"type": "choose_home", "seat": seat, "hex": hex, "tile": tile, "rotation": rotation}
            )
    return found
