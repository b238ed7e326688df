"""V, VI.2, VI.3: the stock round put together, and the course of the game."""

from typing import Any

from stellwerk.engine.rule import rule
from stellwerk.engine.text import msg
from stellwerk.games.g1824.bond import BUY_BOND, SELL_BOND
from stellwerk.games.g1824.debts import REPAY, add_interest
from stellwerk.games.g1824.draft import open_draft
from stellwerk.games.g1824.ending import IDLE_SETS, result, winners
from stellwerk.games.g1824.mountains import paper_limit
from stellwerk.games.g1824.phases import export
from stellwerk.games.g1824.stock import MOVES, SELL, close_round
from stellwerk.mech18.course import CourseActivity
from stellwerk.mech18.stock import StockActivity, StockRound, sold_down


def close(s: Any) -> Any:
    """VIII.3-2, VI.3-5, VII.12-3."""
    return add_interest(close_round(s))


STOCK_ROUND = StockActivity(
    *MOVES,
    SELL_BOND,
    BUY_BOND,
    REPAY,
    order_rule="VI.2-1",  # VI.1-2, VI.1-3; VI.2-2: over when all have passed in a row
    pass_rules=(rule("VI.7-2", sold_down(paper_limit, SELL, SELL_BOND)),),
    first_asks=msg("{player}: buy a railway or a share, or pass."),  # VI.3-4
    close=close,  # the priority that follows: VI.2-2b
)


def open_stock_round(s: Any, number: int) -> Any:
    """VI.3-2, R4: the first lap of the game runs against the clock; X.5: variant A drafts first."""
    if number > 1:
        return s.push(StockRound(number, s.priority))
    if s.facts.stacks:
        return open_draft(s)
    last = (s.priority - 1) % len(s.names)
    return s.push(StockRound(number, last, backwards=len(s.names)))


COURSE = CourseActivity(
    order_rule="V-1",
    result=result,
    winners=winners,
    idle_sets=IDLE_SETS,
    open_stock_round=open_stock_round,
    after_set=export,  # VII.15-1
)
