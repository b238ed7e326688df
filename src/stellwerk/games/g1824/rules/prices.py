"""VIII: how prices move."""

from stellwerk.finance.market import Cell, Grid
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.prices import move_price, rise_if_sold_out


def after_payout(s: AustriaHungary, company: str) -> AustriaHungary:
    """VIII.2-1: one right, at the end of the row one up; VIII.1-1: under those already there."""
    return move_price(s, company, s.price_table(Grid).right_or_up(s.prices[company].cell))


def after_keeping(s: AustriaHungary, company: str) -> AustriaHungary:
    """VIII.2-1: kept, earned nothing or without a train: one left, at the left edge one down.

    Coal and pre-state railways have no price.
    """
    if company not in s.prices:
        return s
    return move_price(s, company, s.price_table(Grid).left_or_down(s.prices[company].cell))


def after_sale(s: AustriaHungary, company: str) -> Cell:
    """VIII.3-1: one down; at the bottom of its column it stays."""
    return s.price_table(Grid).down(s.prices[company].cell)


def after_selling_out(s: AustriaHungary, company: str) -> AustriaHungary:
    """VIII.3-2, VIII.3-2b: one up at the end of the stock round, unless in the top row."""
    return move_price(s, company, s.price_table(Grid).up(s.prices[company].cell))


def may_rise(s: AustriaHungary, company: str) -> bool:
    """R14."""
    return company in s.opened or s.rulings.sold_out_before_opening


sold_out_rise = rise_if_sold_out(after_selling_out, may_rise)  # VIII.3-2: papers kept for somebody are sold
