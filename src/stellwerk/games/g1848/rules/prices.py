"""XII and XIII: how the prices of railway companies move."""

from stellwerk.finance.market import Cell, Grid
from stellwerk.games.g1848.rules.book import BOE
from stellwerk.games.g1848.rules.ending import HIGHEST_PRICE
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.mech18.prices import move_price, rise_if_sold_out


def highest_price(s: Australia) -> int:
    return max(max(row) for n, row in enumerate(s.book.grid.rows) if n != s.facts.bank_row)


def moved(s: Australia, company: str, cell: Cell) -> Australia:
    """XII-2: under those already there. The highest price of the table triggers the end (XIV-1)."""
    s = move_price(s, company, cell)
    return s.trigger_end(HIGHEST_PRICE) if s.price(company) >= highest_price(s) else s


def after_payout(s: Australia, company: str) -> Australia:
    """XII-1: one right, at the end of the row one up."""
    return moved(s, company, s.price_table(Grid).right_or_up(s.prices[company].cell))


def after_sale(s: Australia, company: str) -> Cell:
    """XIII-Price-1: one row down; at the bottom of its column it stays."""
    row, column = s.price_table(Grid).down(s.prices[company].cell)
    # The row below the last one is the Bank of England's ladder and no place for a railway.
    return s.prices[company].cell if row == s.facts.bank_row else (row, column)


def after_selling_out(s: Australia, company: str) -> Australia:
    """XIII-Price-2: all shares with players: one up; the top stays."""
    return moved(s, company, s.price_table(Grid).up(s.prices[company].cell))


def may_rise(s: Australia, company: str) -> bool:
    """XIII-Price-2: the Bank of England never moves."""
    return company != BOE


sold_out_rise = rise_if_sold_out(after_selling_out, may_rise)
