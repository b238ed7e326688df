"""How share prices move, and what is told of it."""

from collections.abc import Callable

from stellwerk.finance.market import Cell
from stellwerk.mech18.events import PriceMoved
from stellwerk.mech18.state import ISSUE, OFFER, POOL, AnyRailways, S

ON_SALE = frozenset({OFFER, POOL, ISSUE})
"""Owners whose shares players can buy."""


def move_price(s: S, company: str, cell: Cell) -> S:
    """Move a price and tell of it."""
    return tell_price(s.move_price(company, cell), company, s.price(company))


def tell_price(s: S, company: str, old: int) -> S:
    new = s.price(company)
    return s if new == old else s.say(PriceMoved(company, old, new))


def sold_out(s: AnyRailways, company: str) -> bool:
    """Whether no share is left to buy; one that is kept for somebody counts as sold."""
    return not any(s.papers[paper.id] in ON_SALE for paper in s.book.papers_of[company])


def rise_if_sold_out(
    rise: Callable[[S, str], S], rises: Callable[[S, str], bool] = lambda s, company: True
) -> Callable[[S], S]:
    """The end of a stock round: sold-out companies `rise`, one after the other by price, if it `rises`."""

    def sold_out_rise(s: S) -> S:
        for company in s.price_order():
            if sold_out(s, company) and rises(s, company):
                s = rise(s, company)
        return s

    return sold_out_rise
