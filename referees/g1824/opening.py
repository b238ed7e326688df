"""Beside the rounds: town markers, the draft for two, homes, markers of the bond railway (IV, X, XII)."""

from referees.g1824.board import Board
from referees.g1824.chart import hexes
from referees.g1824.lays import kept_homes
from referees.g1824.papers import mountain_targets, prices_of
from referees.g1824.plain import Action, Position, seat_name, top
from referees.g1824.tables import COAL_PRICES, MOUNTAIN_PRICE, variant

TOWN_NUMBERS = (7, 8, 9, 10)  # XII.2: recommended


def town_numbers(position: Position, seat: int) -> list[Action]:
    """How many town markers there shall be: those recommended, and what another player has named."""
    named = {top(position)["number"]} - {-1}
    return [{"type": "name_towns", "seat": seat, "number": number} for number in named.union(TOWN_NUMBERS)]


def number_is_legal(position: Position, number: int) -> bool:
    """The players agree on a number; 7 to 10 is only a recommendation (XII.2)."""
    return top(position)["frame"] == "town_count" and number >= 0


def towns(position: Position, seat: int) -> list[Action]:
    """Hexes for a town marker: without any stop, or with one town (XII.2)."""
    board, found = Board(position), list[Action]()
    for hex, printed in hexes(variant(position)).items():
        kinds = [stop.kind for stop in board.faces[hex].stops]
        if printed.colour == "white" and kinds in ([], ["t"]):
            found.append({"type": "place_town", "seat": seat, "hex": hex})
    return [*found, {"type": "pass", "seat": seat}]


def draft(position: Position, seat: int) -> list[Action]:
    """A paper from one of the stacks (X.5)."""
    cash, found = position["cash"][seat_name(seat)], list[Action]()
    for railway in (name for stack in top(position)["stacks"] for name in stack):
        for price in prices_of(position, railway):
            if cash >= price:
                found.append({"type": "buy_railway", "seat": seat, "railway": railway, "price": price})
    return found


def draft_price(position: Position, seat: int) -> list[Action]:
    """The price of a coal railway that was left over (X.5)."""
    cash, railway = position["cash"][seat_name(seat)], top(position)["railway"]
    return [
        {"type": "buy_railway", "seat": seat, "railway": railway, "price": price}
        for price in COAL_PRICES
        if cash >= price
    ]


def mountain_lap(position: Position, seat: int) -> list[Action]:
    """One mountain railway for each, who wants (X.5)."""
    found: list[Action] = [{"type": "pass", "seat": seat}]
    if position["cash"][seat_name(seat)] >= MOUNTAIN_PRICE:
        found += [
            {"type": "buy_railway", "seat": seat, "railway": name, "price": MOUNTAIN_PRICE}
            for name, owner in position["privates"].items()
            if owner == "offer"
        ]
    return found


def forced_swaps(position: Position, seat: int) -> list[Action]:
    """The next mountain railway must be exchanged (IV.1)."""
    private = top(position)["left"][0]
    return [
        {"type": "swap_mountain", "seat": seat, "private": private, "company": company}
        for company in mountain_targets(position)
    ]


def homes(position: Position, seat: int) -> list[Action]:
    """Which of the two stations in Wien the k&k keeps (IV.4.4)."""
    stations = Board(position).stations("KK")
    return [{"type": "choose_home", "seat": seat, "stop": stop} for stop in stations]


def bond_markers(position: Position, seat: int, wien: bool) -> list[Action]:
    """Where the bond railway's next marker may go: anywhere, or in Wien (X.4)."""
    board, bond = Board(position), position["bond"]
    own = {station.partition(".")[0] for station in board.stations(bond)}
    kept = kept_homes(position, board)
    found: list[Action] = (
        [] if wien else [{"type": "pass", "seat": seat}]
    )  # "darf", but "wird nach Wien gelegt"
    for name, stop in board.stops.items():
        hex = name.partition(".")[0]
        if (
            stop.kind != "c"
            or board.hexes[hex].colour != "white"
            or hex in own
            or board.free(name) <= (name in kept)
        ):
            continue
        if wien == (hex == "E12") or not wien:
            found.append({"type": "place_bond_marker", "seat": seat, "stop": name})
    return found
