"""ST: the hexagonal price table, cell by cell and move by move."""

import pytest

from stellwerk.games.g1854.rules.companies import papers_held
from stellwerk.games.g1854.rules.prices import (
    after_keeping,
    after_payout,
    after_sale,
    after_trade,
    sold_out_rise,
)
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.stock import SellShares, StartCompany

from .table import (
    PAY,
    at,
    cash_of,
    do,
    forbidden,
    give,
    home,
    lokalbahn,
    major,
    phase,
    stock,
    tile,
    train,
    turn,
)

# Written out as on the table; "." is no cell. Each row lies half a cell further left than the one above.
PRINTED = """
86 89 93 97 101 106 112 119 127 136 146 158 170 185 210 230 250 275 300
81 84 87 91 95 99 104 110 117 125 134 143 153 165 180 200
76 79 82 85 89 93 97 102 108 115 123
71 74 77 80 83 87 91 95 100
66 69 72 75 78 81 85 89
61 64 67 70 73 76 79
56 59 62 65 68 71
. 54 57 60 63
"""
ROWS = [line.split() for line in PRINTED.split("\n") if line]
CELLS = [(r, c) for r, row in enumerate(ROWS) for c, price in enumerate(row) if price != "."]
GRID = stock().book.grid


def there(row, column):
    return (row, column) in CELLS


def one(cell=()):
    """KE of seat 0 with its marker in a cell."""
    s = major(stock(), "KE")
    return at(s, "KE", *cell) if cell else s


@pytest.mark.rule("1854-ST-1")
def test_eighty_cells():
    assert len(CELLS) == 80
    for row, column in CELLS:
        assert GRID.rows[row][column] == int(ROWS[row][column])
        assert GRID.holds(row, column)
    assert not GRID.holds(7, 0)
    assert not GRID.holds(0, 19)
    assert not GRID.holds(8, 1)
    assert not GRID.holds(-1, 0)
    assert not GRID.holds(3, -1)


@pytest.mark.rule("1854-ST-1")
@pytest.mark.parametrize("cell", CELLS)
def test_every_move_from_every_cell(cell):
    r, c = cell

    def to(row, column):
        return (row, column) if there(row, column) else cell

    assert GRID.up(cell) == to(r - 1, c)  # up-right
    assert GRID.down(cell) == to(r + 1, c)  # down-left
    assert GRID.up_left(cell) == to(r - 1, c - 1)
    assert GRID.down_right(cell) == to(r + 1, c + 1)
    assert GRID.right_or_up(cell) == ((r, c + 1) if there(r, c + 1) else to(r - 1, c))
    assert GRID.left_or_down(cell) == ((r, c - 1) if there(r, c - 1) else to(r + 1, c))


# (cell, right, left, up-right, down-left, up-left, down-right), as prices; the corners and edges by hand.
EDGES = [
    ((0, 0), 89, 81, 86, 81, 86, 84),  # top left: keeping leads down
    ((0, 18), 300, 275, 300, 300, 300, 300),  # 300: nothing but left
    ((0, 16), 275, 230, 250, 250, 250, 250),  # 250 cannot fall
    ((1, 15), 230, 180, 230, 200, 210, 200),  # end of row 1: a payout leads up-right to 230
    ((1, 0), 84, 76, 86, 76, 81, 79),
    ((2, 10), 134, 115, 134, 123, 125, 123),  # end of row 2
    ((3, 8), 108, 95, 108, 100, 102, 100),
    ((4, 7), 95, 85, 95, 89, 91, 89),  # end of row 4, below it row 5 ends at column 6
    ((5, 6), 85, 76, 85, 79, 81, 79),
    ((5, 0), 64, 56, 66, 56, 61, 59),
    ((6, 0), 59, 56, 61, 56, 56, 54),  # no cell below: keeping stays, down-right is 54
    ((6, 5), 76, 68, 76, 71, 73, 71),
    ((6, 1), 62, 56, 64, 54, 61, 57),
    ((7, 1), 57, 54, 59, 54, 56, 54),  # bottom left: left of it is no cell
    ((7, 4), 68, 60, 68, 63, 65, 63),  # bottom right: a payout leads up-right
    ((3, 4), 87, 80, 89, 78, 85, 81),  # somewhere inside
]


@pytest.mark.rule("1854-ST-1", "1854-ST-2", "1854-ST-3", "1854-ST-4", "1854-ST-5", "1854-ST-6")
@pytest.mark.parametrize("row", EDGES)
def test_corners_and_edges(row):
    cell, right, left, up_right, down_left, up_left, down_right = row
    s = one(cell)
    assert after_payout(s, "KE").price("KE") == right
    assert after_keeping(s, "KE").price("KE") == left
    assert s.move_price("KE", after_sale(s, "KE")).price("KE") == down_left
    sold_out = give(s, 0, "KE", 2, 3)
    assert sold_out_rise(sold_out).price("KE") == up_right
    other = major(s, "FJ", 1)
    assert after_trade(other, "KE", "FJ").price("KE") == up_left
    assert after_trade(other, "FJ", "KE").price("KE") == down_right


@pytest.mark.rule("1854-ST-2", "1854-ST-3", "1854-DV-1")
def test_paying_goes_right_and_keeping_left():
    s = home(major(tile(stock(), "H18", "6", 5), "KT"), "KT")
    s = turn(train(s, "KT", "2-0"), "KT", PAY, revenue=40)
    assert s.price("KT") == 82
    assert do(s, Dividend(0, True)).price("KT") == 85
    assert do(s, Dividend(0, False)).price("KT") == 79


@pytest.mark.rule("1854-ST-4", "1854-SR-6")
def test_a_sale_falls_one_row_for_each_paper():
    # KE at 82 (2, 2): two papers of 20% pay 2 × 2 × 82 = 328, then 82 -> 77 -> 72.
    s = give(one(), 1, "KE", 2, 3).update_frame(seat=1)
    s = do(s, SellShares(1, "KE", 4))
    assert s.price("KE") == 72
    assert s.cash["seat1"] == 650 + 328


@pytest.mark.rule("1854-ST-4")
@pytest.mark.parametrize("cell", [(0, 16), (1, 15), (2, 10)])
def test_250_200_and_123_do_not_fall(cell):
    s = give(one(cell), 1, "KE", 2).update_frame(seat=1)
    before = s.price("KE")
    assert do(s, SellShares(1, "KE", 2)).price("KE") == before in (250, 200, 123)


@pytest.mark.rule("1854-ST-4")
def test_the_red_line_stops_a_fall_only_by_ruling():
    # 95 (1, 4) is the first cell beyond the line in its row; below it lies 89 (2, 4), before the line.
    assert give(one((1, 4)), 1, "KE", 2).facts.beyond_red_line((1, 4))
    assert do(give(one((1, 4)), 1, "KE", 2).update_frame(seat=1), SellShares(1, "KE", 2)).price("KE") == 89
    s = major(stock(rulings="book,sale_stops_at_red_line=true"), "KE")
    s = give(at(s, "KE", 1, 4), 1, "KE", 2).update_frame(seat=1)
    assert do(s, SellShares(1, "KE", 2)).price("KE") == 95
    # On either side of the line a fall goes on: 82 to 77, 146 (0, 10) to 134 (1, 10).
    assert do(at(s, "KE", 2, 2), SellShares(1, "KE", 2)).price("KE") == 77
    assert do(at(s, "KE", 0, 10), SellShares(1, "KE", 2)).price("KE") == 134


@pytest.mark.rule("1854-ST-7", "1854-ST-13")
def test_who_arrives_goes_underneath_and_who_stays_keeps_its_place():
    s = major(major(major(stock(), "KE"), "FJ", 1), "SB", 2)
    assert s.price_order() == ["KE", "FJ", "SB"]  # all at 82, placed in this order
    s = after_keeping(after_payout(s, "KE"), "KE")  # away and back
    assert s.price_order() == ["FJ", "SB", "KE"]
    top = at(at(s, "KE", 0, 18), "FJ", 0, 18)
    stays = after_payout(top, "KE")
    assert stays.prices["KE"] == top.prices["KE"]
    assert stays.price_order()[:2] == ["KE", "FJ"]


@pytest.mark.rule("1854-ST-8", "1854-SR-9")
@pytest.mark.parametrize(("par", "row"), [(93, 0), (87, 1), (82, 2), (77, 3), (72, 4), (67, 5)])
def test_start_prices_are_in_column_2(par, row):
    s = do(stock(), StartCompany(0, "KE", par))
    assert s.prices["KE"].cell == (row, 2)
    assert s.cash["seat0"] == 650 - 4 * par


@pytest.mark.rule("1854-ST-8")
def test_other_start_prices_are_refused():
    forbidden(stock(), StartCompany(0, "KE", 80), "ST-8", par=80)


@pytest.mark.rule("1854-ST-9")
def test_the_red_line():
    facts = stock().facts
    beyond = [cell for cell in CELLS if facts.beyond_red_line(cell)]
    assert beyond == [(r, c) for r, c in CELLS if r <= 4 and c - r >= 3]
    firsts = [min(c for r, c in beyond if r == row) for row in range(5)]
    assert [ROWS[row][column] for row, column in enumerate(firsts)] == ["97", "95", "93", "91", "89"]
    # (5, 8) would fulfil c - r >= 3, but row 5 ends before it: the line ends with row 4.
    assert not any(r > 4 for r, _ in beyond)


@pytest.mark.rule("1854-ST-9", "1854-SP-4")
def test_going_back_over_the_line_undoes_nothing():
    s = after_payout(one((2, 4)), "KE")  # 89 -> 93
    assert s.split == ("KE",)
    back = after_keeping(s, "KE")
    assert (back.price("KE"), back.split) == (89, ("KE",))
    again = after_payout(back, "KE")
    assert again.cash == back.cash  # no second compensation


@pytest.mark.rule("1854-ST-10")
def test_yellow_cells():
    facts = stock().facts
    yellow = {r: [ROWS[r][c] for row, c in sorted(facts.yellow) if row == r] for r in (5, 6, 7)}
    assert yellow == {5: ["61", "76", "79"], 6: ["56", "59", "68", "71"], 7: ["54", "57", "60", "63"]}
    s = give(one(), 0, "KE", 2)
    assert papers_held(s, "seat0") == 3
    assert papers_held(at(s, "KE", 6, 0), "seat0") == 0


@pytest.mark.rule("1854-ST-11", "1854-GE-1")
def test_300_is_the_end_cell():
    s = after_payout(one((0, 17)), "KE")
    assert (s.price("KE"), s.peak) == (300, "KE")
    assert not after_payout(one((0, 16)), "KE").peak
    second = after_payout(at(major(s, "FJ", 1), "FJ", 0, 17), "FJ")
    assert (second.price("FJ"), second.peak) == (300, "KE")  # the first one counts


@pytest.mark.rule("1854-ST-12")
def test_only_right_and_up_right_cross_the_line():
    facts = stock().facts
    moves = {"up": 0, "right": 0}
    for cell in CELLS:
        if facts.beyond_red_line(cell):
            continue
        for other in (GRID.up_left(cell), GRID.down_right(cell), GRID.down(cell)):
            assert not facts.beyond_red_line(other)
        moves["up"] += facts.beyond_red_line(GRID.up(cell))
        moves["right"] += facts.beyond_red_line(GRID.right_or_up(cell))
    assert moves["up"] >= 4
    assert moves["right"] >= 5
    # Row 1 ends at column 15, so nothing leads up to 300 (0, 18): only a payout from 275 does.
    assert [cell for cell in CELLS if cell != (0, 18) and GRID.up(cell) == (0, 18)] == []
    assert [cell for cell in CELLS if cell != (0, 18) and GRID.right_or_up(cell) == (0, 18)] == [(0, 17)]


@pytest.mark.rule("1854-SP-4", "1854-ST-2")
def test_a_lokalbahn_never_splits():
    s = at(lokalbahn(phase(stock(), "5"), "A"), "A", 2, 4)
    after = after_payout(s, "A")
    assert (after.price("A"), after.split) == (93, ())
    assert after.cash == s.cash


@pytest.mark.rule("1854-DV-1", "1854-ST-3", "1854-DV-3")
def test_not_running_and_earning_nothing_count_as_keeping():
    s = home(major(tile(stock(), "H18", "6", 5), "KT", cash=100), "KT")
    s = turn(train(s, "KT", "2-0"), "KT", PAY - 1)
    s = do(s, RunTrains(0))  # stands still although it could run
    assert s.price("KT") == 79
    assert cash_of(s, "KT", 100).price("KT") == 79
