"""Names and coordinates of hexes, and the sides they share.

Pointy tops; a letter for the row (A at the top) and a number for the column, neighbours in a row
two apart. Sides are counted clockwise from the lower left: 0 SW, 1 W, 2 NW, 3 NE, 4 E, 5 SE.
"""

from typing import NewType

HexId = NewType("HexId", str)
StopId = NewType("StopId", str)  # "E4.0": stop 0 of hex E4
TileId = NewType("TileId", str)

EDGES = (0, 1, 2, 3, 4, 5)
OPPOSITE = (3, 4, 5, 0, 1, 2)

# (columns, rows) to the neighbour over each side.
OFFSETS = ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1))


def hex_of(stop: str) -> HexId:
    """The hex in which a stop lies."""
    return HexId(stop.partition(".")[0])


def position(hex_id: HexId) -> tuple[int, int]:
    """Column and row, counted from 1 and 0 as the name does; the column steps by two in a row."""
    letters = hex_id.rstrip("0123456789")
    row = 0
    for letter in letters:  # rows past Z go on with AA
        row = row * 26 + ord(letter) - ord("A") + 1
    return int(hex_id[len(letters) :]), row - 1


def hex_at(column: int, row: int) -> HexId:
    """Return the name of the hex in that place, whether or not a map has it."""
    letters = ""
    row += 1
    while row:
        row, rest = divmod(row - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return HexId(f"{letters}{column}")


def neighbour(hex_id: HexId, edge: int) -> HexId:
    column, row = position(hex_id)
    across, down = OFFSETS[edge]
    return hex_at(column + across, row + down)


def stop_id(hex_id: HexId, index: int) -> StopId:
    return StopId(f"{hex_id}.{index}")


def split(stop: StopId) -> tuple[HexId, int]:
    """Return the hex of a stop and its index there."""
    hex_id, _, index = stop.partition(".")
    return HexId(hex_id), int(index)


def map_order(hex_id: HexId) -> tuple[int, int]:
    """Return a sort key: row by row from the top, then from the left."""
    column, row = position(hex_id)
    return row, column
