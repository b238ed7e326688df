"""Positions of the variants: two at the table after their draft, lines of track, and who acts."""

from itertools import pairwise
from typing import Any

from stellwerk.board.hexes import HexId
from stellwerk.engine import Setup, to_act
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.games.g1824.rules.setup import start as set_up
from stellwerk.mech18.course import Course
from stellwerk.mech18.state import BANK, OUT, SEATS
from stellwerk.mech18.stock import StockRound
from tests.games.g1824.table import NAMES, do, opening, tile

BOOK, GAMES = "book", "18xx.games"
A, B, C, C_SCENARIO = "cisleithania-2", "cisleithania-3", "goods-time", "goods-time-scenario"
BOND_A = ("SD2", "EPP")
"""The lot of most tests: SD2 and EPP only build, BK is the bond railway."""


def bare(players: int, variant: str = "base", rulings: str = BOOK) -> Any:
    """The very first state, before any lot."""
    return set_up(Setup("1824", NAMES[:players], variant, rulings))


def whose(s: Any) -> int:
    """The one seat that is to act."""
    [seat] = to_act(s)
    return seat


# -- variant A -------------------------------------------------------------------------------------


def drafted(builders: tuple[str, str] = BOND_A, rulings: str = BOOK) -> Any:
    """All stacks are taken, the mountain railways come next. Everything cost its lowest price.

    The opener has the pre-state builder, SD1, the second paper of stack 3 and the first of stack 4; the
    other player the rest. With the usual lot: Ann SD2, SD1, KK2, EOD; Ben EPP, SD3, KK1, MLB.
    """
    s = opening(2, A, rulings, builders)
    first = whose(s)
    second = 1 - first
    stacks = s.frame.stacks
    s = do(s, BuyRailway(first, stacks[0][0], 120))
    s = do(s, BuyRailway(second, stacks[1][1], 240), BuyRailway(second, stacks[2][0], 120))
    return do(s, BuyRailway(first, stacks[3][0], 120), BuyRailway(second, stacks[3][1], 120))


def two(builders: tuple[str, str] = BOND_A, rulings: str = BOOK, number: int = 2, seat: int = 0) -> Any:
    """A stock round after that draft, by default the second; nobody took a mountain railway."""
    s = drafted(builders, rulings)
    s = s.replace(privates=dict.fromkeys(s.privates, OUT))
    return s.replace(stack=(Course(number), StockRound(number, seat)), news=())


def mountain(s: Any, seat: int, *privates: str) -> Any:
    """Mountain railways in a player's hand, without money."""
    return s.replace(privates={**s.privates, **dict.fromkeys(privates, SEATS[seat])})


def left_in_bank(s: Any, kind: str, count: int) -> Any:
    """Only so many cards of this type are left in the bank."""
    cards = [card for card, owner in s.trains.items() if owner == BANK and s.train_type(card) == kind]
    return s.replace(trains={**s.trains, **dict.fromkeys(cards[: len(cards) - count], OUT)})


# -- track -----------------------------------------------------------------------------------------

LEMBERG = ("E12", "D11", "C12", "C14", "B15", "B17", "B19", "B21", "B23")
"""Hexes from Wien over Brünn and Mährisch-Ostrau to Lemberg, on the small map."""


def line(s: Any, *hexes: str) -> Any:
    """Yellow track from hex to hex. Hexes that have track already, and red or grey ones, stay as they are."""
    atlas = s.book.atlas
    edges: dict[str, set[int]] = {hex_id: set() for hex_id in hexes}
    for one, other in pairwise(hexes):
        edges[one].add(atlas.neighbours[one].index(other))
        edges[other].add(atlas.neighbours[other].index(one))
    for hex_id, wanted in edges.items():
        face = s.board.face(atlas, HexId(hex_id))
        if face.paths:
            assert wanted <= face.exits, f"the track of {hex_id} leads elsewhere"
            continue
        s = tile(s, hex_id, *_fitting(s, hex_id, wanted))
    return s


def _fitting(s: Any, hex_id: str, wanted: set[int]) -> tuple[str, int]:
    """The first tile in stock that joins these sides; two of them on one piece of track."""
    atlas = s.book.atlas
    for number, rotations in atlas.fitting(hex_id, s.board.face(atlas, HexId(hex_id)), "yellow"):
        for rotation in rotations if s.supply[number] else ():
            face = atlas.face(number, rotation)
            if wanted <= face.exits and (face.stops or len(face.exits) == 2):
                return number, rotation
    raise AssertionError(f"no tile for {hex_id} with sides {sorted(wanted)}")
