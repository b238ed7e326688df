"""SH: the stock round."""

from typing import Any

from fens.rules.prices import after_sale
from fens.rules.state import Fens
from stellwerk.engine.rule import rule
from stellwerk.mech18.shares import open_if_issued
from stellwerk.mech18.stock import (
    BuyMove,
    SellMove,
    StartMove,
    StockActivity,
    below_holding_limit,
    buyer_can_pay,
    company_exists,
    director_paper_has_a_taker,
    has_a_price,
    not_sold_this_round,
    not_started,
    par_is_printed,
    pool_has_room,
    room_under,
    sales_have_begun,
    share_is_there,
    some_shares,
)


def paper_limit(s: Any, owner: str) -> int:
    return int(s.book.paper_limits[0])


ROOM = room_under(paper_limit)

SELL = SellMove[Fens](
    rule("SH-3", company_exists),
    rule("SH-4", sales_have_begun),
    rule("SH-3", has_a_price),
    rule("SH-3", some_shares),
    rule("SH-4", pool_has_room),
    rule("SH-4", director_paper_has_a_taker),
    fall=after_sale,
    falls_again=lambda s: True,
)
BUY = BuyMove[Fens](
    rule("SH-3", company_exists),
    rule("SH-3", has_a_price),
    rule("SH-3", share_is_there),
    rule("SH-6", buyer_can_pay),
    rule("SH-5", not_sold_this_round),
    rule("SH-5", below_holding_limit),
    rule("SH-5", ROOM),
    then=open_if_issued,  # SH-2
)
START = StartMove[Fens](
    rule("SH-3", company_exists),
    rule("SH-1", not_started),
    rule("SH-1", par_is_printed),
    rule("SH-6", buyer_can_pay),
    rule("SH-5", ROOM),
    then=open_if_issued,  # SH-2
)
STOCK_ROUND = StockActivity[Fens](
    SELL,
    BUY,
    START,
    order_rule="SH-3",
    pass_rules=(),
    close=lambda s: s,
)
