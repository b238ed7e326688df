"""SH-6: how prices move."""

from typing import Any

from stellwerk.finance.market import Cell
from stellwerk.mech18.prices import move_price


def after_payout(s: Any, company: str) -> Any:
    return move_price(s, company, s.book.grid.right_or_up(s.prices[company].cell))


def after_keeping(s: Any, company: str) -> Any:
    return move_price(s, company, s.book.grid.left(s.prices[company].cell))


def after_sale(s: Any, company: str) -> Cell:
    cell: Cell = s.book.grid.down(s.prices[company].cell)
    return cell
