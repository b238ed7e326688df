"""A price table of hexagons as figures for an SVG: every lower row lies half a cell further left."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from stellwerk.draw.style import readable
from stellwerk.mech18.shown import Card, Market, MarketCell

STEP, HALF = 46.0, 23.0
"""From cell to cell in a row, and how far a row is moved."""
DOWN = STEP * 3**0.5 / 2
TALL, FLAT = 2 * HALF / 3**0.5, HALF / 3**0.5
"""Of a cell without any gap: middle to tip, and to the upper end of a side."""
INSIDE = 0.957
MARGIN = 8.0
PLATE, NARROW, HIGH = 31.0, 18.0, 12.6
COLUMN = 2
"""So many plates stand below each other; more of them stand in two columns."""


class Plate(Struct, frozen=True, kw_only=True):
    """A company's marker on a cell."""

    company: str
    x: float
    y: float
    width: float
    colour: str
    ink: str


class HexCell(Struct, frozen=True, kw_only=True):
    id: str
    x: float
    y: float
    price: int
    kind: str
    plates: Sequence[Plate]
    tag: bool
    """Whether there is room to say what kind of cell it is."""


class HexMarket(Struct, frozen=True, kw_only=True):
    """Cells with their plates, the line beyond which papers split, and the frame around all."""

    cells: Sequence[HexCell]
    shape: str
    """The corners of a cell."""
    line: str
    box: str
    occupied: Sequence[MarketCell]


def hexagons(market: Market, companies: Mapping[str, Card]) -> HexMarket:
    """Return the price table as it is drawn."""
    cells = [
        HexCell(
            id=f"{row}-{column}",
            x=_round(column * STEP - row * HALF),
            y=_round(row * DOWN),
            price=cell.price,
            kind=cell.kind,
            plates=plates(cell.markers, companies),
            tag=cell.kind in ("par", "end") and not cell.markers,
        )
        for row, line in enumerate(market.rows)
        for column, cell in enumerate(line)
        if cell.price is not None
    ]
    left = min(cell.x for cell in cells) - HALF - MARGIN
    right = max(cell.x for cell in cells) + HALF + MARGIN
    bottom = max(cell.y for cell in cells) + TALL + MARGIN
    top = -TALL - MARGIN
    return HexMarket(
        cells=cells,
        shape=" ".join(f"{_round(x * INSIDE)},{_round(y * INSIDE)}" for x, y in CORNERS),
        line=line(market.rows),
        box=f"{_round(left)} {_round(top)} {_round(right - left)} {_round(bottom - top)}",
        occupied=[cell for line in market.rows for cell in line if cell.markers],
    )


CORNERS = ((0, -TALL), (HALF, -FLAT), (HALF, FLAT), (0, TALL), (-HALF, FLAT), (-HALF, -FLAT))


def plates(markers: Sequence[str], companies: Mapping[str, Card]) -> list[Plate]:
    """From the top, which acts first; row by row where there are two columns."""
    wide = len(markers) <= COLUMN
    width = PLATE if wide else NARROW
    found = []
    for number, company in enumerate(markers):
        row, column = (number, 0) if wide else divmod(number, COLUMN)
        colour = companies[company].colour
        found.append(
            Plate(
                company=company,
                x=_round(-width / 2 if wide else (column - 1) * (NARROW + 1) + 0.5),
                y=_round(-8.4 + row * (HIGH + 1)),
                width=width,
                colour=colour,
                ink=readable(colour),
            )
        )
    return found


def line(rows: Sequence[Sequence[MarketCell]]) -> str:
    """Along the left side of the first cell of each row that lies beyond the red line."""
    points: list[tuple[float, float]] = []
    for number, cells in enumerate(rows):
        column = next((n for n, cell in enumerate(cells) if cell.beyond), None)
        if column is None:
            break
        x, y = column * STEP - number * HALF, number * DOWN
        points += [(x - HALF, y - FLAT), (x - HALF, y + FLAT), (x, y + TALL)]
    return " ".join(f"{_round(x)},{_round(y)}" for x, y in dict.fromkeys(points))


def _round(value: float) -> float:
    return round(value, 1)
