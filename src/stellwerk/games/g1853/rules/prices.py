"""4.7: the price after a company's run."""

from stellwerk.finance.market import Line
from stellwerk.games.g1853.rules.ending import HIGHEST_PRICE
from stellwerk.games.g1853.rules.state import India
from stellwerk.mech18.prices import move_price
from stellwerk.mech18.state import POOL

MOST_STEPS = 5


def after_payout(s: India, company: str) -> India:
    """4.7.1-b: a step for every time the dividend holds the old price, at least one, at most five.

    5.1.3, K9: at 400 the game is over at once.
    """
    steps = min(max(1, s.last_run[company] // s.price(company)), MOST_STEPS)
    grid = s.price_table(Line)
    s = move_price(s, company, grid.up(s.prices[company].cell, steps))
    if s.price(company) < grid.prices[-1]:
        return s
    return s.trigger_end(HIGHEST_PRICE).replace(stack=s.stack[:1])


def after_keeping(s: India, company: str) -> India:
    """4.7.1-a: down one step if the pool holds shares of it; 4.7.3: never below 10."""
    if not s.shares(POOL, company):
        return s
    return move_price(s, company, s.price_table(Line).down(s.prices[company].cell))
