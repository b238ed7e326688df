"""Share-price tables."""

from msgspec import Struct

Cell = tuple[int, int]
"""Row and column; row 0 is on top, column 0 on the left."""


class PriceMarker(Struct, frozen=True):
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
        """One right; at the end of the row one up; in the top right corner it stays."""
        row, column = cell
        if self.holds(row, column + 1):
            return (row, column + 1)
        return (row - 1, column) if self.holds(row - 1, column) else cell

    def left(self, cell: Cell, steps: int = 1) -> Cell:
        return (cell[0], max(0, cell[1] - steps))

    def left_or_down(self, cell: Cell) -> Cell:
        """One left; at the left edge one down; in the bottom left corner it stays."""
        row, column = cell
        return (row, column - 1) if column else self.down(cell)

    def down(self, cell: Cell) -> Cell:
        row, column = cell
        return (row + 1, column) if self.holds(row + 1, column) else cell

    def up(self, cell: Cell) -> Cell:
        row, column = cell
        return (row - 1, column) if row > 0 else cell
