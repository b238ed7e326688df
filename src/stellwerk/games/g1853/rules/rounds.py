"""The course of 1853: contracts, then stock rounds and operating rounds in turn."""

from stellwerk.games.g1853.rules.elephant import ElephantSale, ask_for_extra_round
from stellwerk.games.g1853.rules.ending import IDLE_SETS, result, winners
from stellwerk.games.g1853.rules.state import India, SharesRound, pair
from stellwerk.mech18.course import CourseActivity
from stellwerk.mech18.shares import enough_issued


def open_stock_round(s: India, number: int) -> India:
    """2.8.1, 3.1.1-b: the elephant's owner begins; 3.1.11: afterwards its new owner may sell it.

    2.8.3-c: what went into operation by contracts alone may be sold in everybody's first turn.
    """
    running = [company for company in s.book.companies if number == 1 and enough_issued(s, company)]
    windows = tuple(pair(seat, company) for company in running for seat in s.order)
    return s.push(ElephantSale(), SharesRound(number, s.priority, windows=windows))


COURSE = CourseActivity[India](
    order_rule="3.1.12",
    result=result,
    winners=winners,
    idle_sets=IDLE_SETS,
    open_stock_round=open_stock_round,
    after_set=ask_for_extra_round,  # 4.9
    over=lambda s: bool(s.ending),  # 5.1.2
)
