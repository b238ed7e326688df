"""V, VI.3: the course of the game."""

from stellwerk.games.g1824.rules.draft import open_draft
from stellwerk.games.g1824.rules.ending import IDLE_SETS, result, winners
from stellwerk.games.g1824.rules.phases import export
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.course import CourseActivity
from stellwerk.mech18.stock import StockRound


def open_stock_round(s: AustriaHungary, number: int) -> AustriaHungary:
    """VI.3-2, R4: the first lap of the game runs against the clock; X.5: variant A drafts first."""
    if number > 1:
        return s.push(StockRound(number, s.priority))
    if s.facts.stacks:
        return open_draft(s)
    last = (s.priority - 1) % len(s.names)
    return s.push(StockRound(number, last, backwards=len(s.names)))


COURSE = CourseActivity[AustriaHungary](
    order_rule="V-1",
    result=result,
    winners=winners,
    idle_sets=IDLE_SETS,
    open_stock_round=open_stock_round,
    after_set=export,  # VII.15-1
    ends_after_set=lambda s: s.rulings.end_before_stock_round,  # IX.1-1d
)
