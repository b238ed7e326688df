"""Share-price tables: moves at every edge and corner, and the order of equal prices."""

import pytest

from stellwerk.engine import Game, Setup
from stellwerk.finance.market import Cell, Grid, HexGrid, PriceMarker
from stellwerk.finance.papers import Paper, print_papers

# Rows of different lengths, as in 1848: the lower ones end earlier.
GRID = Grid(((0, 60, 70, 80, 90), (0, 50, 60, 70), (0, 40, 50)))
TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT = (0, 0), (0, 4), (2, 0), (2, 2)


def cells() -> list[Cell]:
    return [(row, column) for row, prices in enumerate(GRID.rows) for column in range(len(prices))]


@pytest.mark.parametrize(
    ("cell", "after"),
    [
        ((1, 1), (1, 2)),
        (TOP_LEFT, (0, 1)),
        (BOTTOM_LEFT, (2, 1)),
        (BOTTOM_RIGHT, (1, 2)),  # at the end of its row: up
        ((1, 3), (0, 3)),
        ((0, 3), TOP_RIGHT),
        (TOP_RIGHT, TOP_RIGHT),
    ],
)
def test_right_or_up(cell: Cell, after: Cell) -> None:
    assert GRID.right_or_up(cell) == after


@pytest.mark.parametrize(
    ("cell", "steps", "after"),
    [
        ((0, 4), 1, (0, 3)),
        ((0, 4), 2, (0, 2)),
        ((1, 2), 2, (1, 0)),
        ((1, 1), 3, (1, 0)),  # never beyond the first column
        ((1, 0), 1, (1, 0)),
        ((2, 2), 0, (2, 2)),
    ],
)
def test_left(cell: Cell, steps: int, after: Cell) -> None:
    assert GRID.left(cell, steps) == after


@pytest.mark.parametrize(
    ("cell", "after"),
    [
        ((0, 1), (1, 1)),
        ((1, 2), (2, 2)),
        ((1, 3), (1, 3)),  # the row below is shorter
        (TOP_RIGHT, TOP_RIGHT),
        (TOP_LEFT, (1, 0)),
        (BOTTOM_LEFT, BOTTOM_LEFT),
        (BOTTOM_RIGHT, BOTTOM_RIGHT),
    ],
)
def test_down(cell: Cell, after: Cell) -> None:
    assert GRID.down(cell) == after


@pytest.mark.parametrize(
    ("cell", "after"),
    [((2, 1), (1, 1)), ((1, 3), (0, 3)), (TOP_LEFT, TOP_LEFT), (TOP_RIGHT, TOP_RIGHT), (BOTTOM_LEFT, (1, 0))],
)
def test_up(cell: Cell, after: Cell) -> None:
    assert GRID.up(cell) == after


def test_every_move_from_every_cell_stays_in_the_table() -> None:
    for cell in cells():
        moves = (GRID.right_or_up(cell), GRID.left(cell), GRID.left(cell, 3), GRID.down(cell), GRID.up(cell))
        assert all(GRID.holds(*after) for after in moves), cell


def test_a_payout_never_lowers_and_a_sale_never_raises_the_price() -> None:
    def price(cell: Cell) -> int:
        return GRID.price(PriceMarker(*cell, 0))

    for cell in cells():
        assert price(GRID.right_or_up(cell)) >= price(cell)
        assert price(GRID.up(cell)) >= price(cell)
        assert price(GRID.down(cell)) <= price(cell)
        assert price(GRID.left(cell)) <= price(cell)


def test_outside_is_outside() -> None:
    assert not any(GRID.holds(*cell) for cell in ((-1, 0), (0, -1), (3, 0), (2, 3), (0, 5)))


def test_equal_prices_go_further_right_first_then_on_top() -> None:
    s = Game.new(Setup("1848", ("A", "B", "C"))).state
    s = s.move_price("VR", (3, 5))  # 80, first there
    s = s.move_price("QR", (3, 5))  # 80, below VR
    s = s.move_price("FT", (4, 6))  # 80, one column further right
    s = s.move_price("NSW", (1, 5))  # 100
    assert s.price_order() == ["NSW", "FT", "VR", "QR", "BOE"]


def test_a_marker_that_comes_back_lies_below() -> None:
    s = Game.new(Setup("1848", ("A", "B", "C"))).state
    for company, cell in (("VR", (3, 5)), ("QR", (3, 5)), ("VR", (3, 4)), ("VR", (3, 5))):
        s = s.move_price(company, cell)
    assert s.price_order()[:2] == ["QR", "VR"]


def test_a_marker_that_stays_keeps_its_place() -> None:
    s = Game.new(Setup("1848", ("A", "B", "C"))).state
    for company, cell in (("VR", (3, 5)), ("QR", (3, 5)), ("VR", (3, 5))):
        s = s.move_price(company, cell)
    assert s.price_order()[:2] == ["VR", "QR"]
    assert s.price("VR") == 80
    assert s.price("SAR") == 0


def test_papers_are_numbered_from_the_directors_on() -> None:
    assert print_papers("QR", (2, 1, 1), director=True) == (
        Paper("QR_0", "QR", 2, True),
        Paper("QR_1", "QR", 1),
        Paper("QR_2", "QR", 1),
    )
    assert not any(paper.director for paper in print_papers("BOE", (1, 1), director=False))


# -- hexagonal tables ----------------------------------------------------------------------------

# Each lower row lies half a cell further left; the last one has no first cell.
HEXES = HexGrid(((10, 20, 30, 40), (11, 21, 31), (12, 22), (0, 23)))


@pytest.mark.parametrize(
    ("cell", "up", "down", "up_left", "down_right", "right", "left"),
    [
        ((1, 1), (0, 1), (2, 1), (0, 0), (1, 1), (1, 2), (1, 0)),
        ((0, 0), (0, 0), (1, 0), (0, 0), (1, 1), (0, 1), (1, 0)),
        ((0, 3), (0, 3), (0, 3), (0, 3), (0, 3), (0, 3), (0, 2)),
        ((1, 2), (0, 2), (1, 2), (0, 1), (1, 2), (0, 2), (1, 1)),
        ((2, 0), (1, 0), (2, 0), (2, 0), (3, 1), (2, 1), (2, 0)),
        ((3, 1), (2, 1), (3, 1), (2, 0), (3, 1), (2, 1), (3, 1)),
    ],
)
def test_hexagonal_moves(
    cell: Cell, up: Cell, down: Cell, up_left: Cell, down_right: Cell, right: Cell, left: Cell
) -> None:
    assert HEXES.up(cell) == up
    assert HEXES.down(cell) == down
    assert HEXES.up_left(cell) == up_left
    assert HEXES.down_right(cell) == down_right
    assert HEXES.right_or_up(cell) == right
    assert HEXES.left_or_down(cell) == left
    assert HEXES.price(PriceMarker(*cell, 0)) == HEXES.rows[cell[0]][cell[1]]


def test_no_cell_is_no_cell() -> None:
    assert not HEXES.holds(3, 0)
    assert HEXES.holds(3, 1)
