"""Price tables on paper: every move is looked up, none is reckoned again."""

from collections.abc import Callable, Sequence

from stellwerk.finance.market import Cell

Move = Callable[[Cell], Cell]


def stays(cell: Cell) -> Cell:
    return cell


class Prices:
    """How prices move on paper.

    `paid`, `kept` and `sold_out` lead from a cell to the next one; so does `fallen`, for a sale or, where
    `each` is true, for each share of it.
    """

    __slots__ = ("each", "fallen", "kept", "paid", "price", "sold_out")

    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        *,
        paid: Move,
        kept: Move,
        fallen: Move = stays,
        sold_out: Move = stays,
        each: bool = False,
    ) -> None:
        cells = [(row, column) for row, prices in enumerate(rows) for column in range(len(prices))]
        figures = {(row, column): rows[row][column] for row, column in cells}
        self.price: Callable[[Cell], int] = figures.__getitem__
        self.paid: Move = {cell: paid(cell) for cell in cells}.__getitem__
        self.kept: Move = {cell: kept(cell) for cell in cells}.__getitem__
        self.fallen: Move = {cell: fallen(cell) for cell in cells}.__getitem__
        self.sold_out: Move = {cell: sold_out(cell) for cell in cells}.__getitem__
        self.each = each

    def sold(self, cell: Cell, shares: int) -> Cell:
        for _ in range(shares if self.each else 1):
            cell = self.fallen(cell)
        return cell
