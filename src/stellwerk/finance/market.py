"""Share-price tables."""

from msgspec import Struct

Cell = tuple[int, int]
"""Row and column; row 0 is on top, column 0 on the left."""


class PriceMarker(Struct, frozen=True, omit_defaults=True):
    """Where a company's price stands. In one cell, the earlier arrival lies on top."""

    row: int
    column: int
    arrival: int

    @property
    def cell(self) -> Cell:
        return (self.row, self.column)


class Grid(Struct, frozen=True):
    """A rectangular table; rows may have different lengths. A move that has no cell stays."""

    rows: tuple[tuple[int, ...], ...]

    def price(self, marker: PriceMarker) -> int:
        return self.rows[marker.row][marker.column]

    def holds(self, row: int, column: int) -> bool:
        return 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row])

    def right_or_up(self, cell: Cell) -> Cell:
        """Return the cell to the right; at the end of the row the one above; at the top right the same."""
        row, column = cell
        if self.holds(row, column + 1):
            return (row, column + 1)
        return (row - 1, column) if self.holds(row - 1, column) else cell

    def left(self, cell: Cell, steps: int = 1) -> Cell:
        return (cell[0], max(0, cell[1] - steps))

    def left_or_down(self, cell: Cell) -> Cell:
        """Return the cell to the left; at the left edge the one below; at the bottom left the same."""
        row, column = cell
        return (row, column - 1) if column else self.down(cell)

    def down(self, cell: Cell) -> Cell:
        row, column = cell
        return (row + 1, column) if self.holds(row + 1, column) else cell

    def up(self, cell: Cell) -> Cell:
        row, column = cell
        return (row - 1, column) if row > 0 else cell


class Line(Struct, frozen=True):
    """A single row of prices, the cheapest first. A move that has no cell stays at the end."""

    prices: tuple[int, ...]

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        return (self.prices,)

    def price(self, marker: PriceMarker) -> int:
        return self.prices[marker.column]

    def up(self, cell: Cell, steps: int = 1) -> Cell:
        return (0, min(cell[1] + steps, len(self.prices) - 1))

    def down(self, cell: Cell, steps: int = 1) -> Cell:
        return (0, max(cell[1] - steps, 0))


class HexGrid(Struct, frozen=True):
    """A table of hexagons: every lower row lies half a cell further left. 0 is no cell.

    Up and down follow one axis (up to the right, down to the left), `up_left` and `down_right` the other.
    """

    rows: tuple[tuple[int, ...], ...]

    def price(self, marker: PriceMarker) -> int:
        return self.rows[marker.row][marker.column]

    def holds(self, row: int, column: int) -> bool:
        return 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row]) and self.rows[row][column] > 0

    def _step(self, cell: Cell, rows: int, columns: int) -> Cell:
        target = (cell[0] + rows, cell[1] + columns)
        return target if self.holds(*target) else cell

    def up(self, cell: Cell) -> Cell:
        return self._step(cell, -1, 0)

    def down(self, cell: Cell) -> Cell:
        return self._step(cell, 1, 0)

    def up_left(self, cell: Cell) -> Cell:
        return self._step(cell, -1, -1)

    def down_right(self, cell: Cell) -> Cell:
        return self._step(cell, 1, 1)

    def right_or_up(self, cell: Cell) -> Cell:
        """Return the cell to the right; at the end of the row the one up to the right; else the same."""
        moved = self._step(cell, 0, 1)
        return self.up(cell) if moved == cell else moved

    def left_or_down(self, cell: Cell) -> Cell:
        """Return the cell to the left; at the left end the one down to the left; without one the same."""
        moved = self._step(cell, 0, -1)
        return self.down(cell) if moved == cell else moved
