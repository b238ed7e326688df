"""XIII: the stock round of 1848, and VI/VII where they speak of shares."""

from stellwerk.engine.rule import Fault, rule
from stellwerk.games.g1848.rules.book import BOE
from stellwerk.games.g1848.rules.companies import open_if_sold
from stellwerk.games.g1848.rules.prices import after_sale, sold_out_rise
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.games.g1848.rules.takeover import paper_limit
from stellwerk.mech18.stock import (
    BuyMove,
    BuyShare,
    SellMove,
    SellShares,
    StartMove,
    StockActivity,
    below_holding_limit,
    buyer_can_pay,
    company_exists,
    director_paper_has_a_taker,
    has_a_price,
    not_sold_this_round,
    not_started,
    one_sale_a_turn,
    par_is_printed,
    pool_has_room,
    room_under,
    sales_have_begun,
    share_is_there,
    sold_down,
    some_shares,
)


def railways_are_sold_now(s: Australia, a: SellShares) -> Fault | None:
    """VI-Allg-4: none in the very first SR; the Bank of England's always (XIII-Sell-2)."""
    return None if a.company == BOE else sales_have_begun(s, a)


def railway_may_be_bought_again(s: Australia, a: BuyShare) -> Fault | None:
    """XIII-Buy-1: not a company that the player has sold in this round."""
    return None if a.company == BOE else not_sold_this_round(s, a)


def bank_may_be_bought_again(s: Australia, a: BuyShare) -> Fault | None:
    """XIII-Buy-3: the book's ban stands in the railways' list only."""
    return None if a.company != BOE or s.rulings.boe_rebuy else not_sold_this_round(s, a)


def several_sales(s: Australia, a: SellShares) -> bool:
    """S15: 18xx.games takes one sale of a railway in a turn; the book does not limit them."""
    return s.rulings.sales_of_one_company == "several" or a.company == BOE


# XIII-Lim-1: a director's paper is one, privates are none (V-3).
ROOM = room_under(paper_limit)


SELL = SellMove[Australia](
    rule("XIII-1", company_exists),
    rule("VI-Allg-4", railways_are_sold_now),
    rule("VI-Allg-7", has_a_price),
    rule("XIII-1", some_shares),
    # XIII-1, XIII-Sell-2: any number of sales, of the Bank of England always
    rule("S15", one_sale_a_turn(several_sales, paper_limit)),
    rule("VI-Allg-5", pool_has_room),
    rule("VII-2", director_paper_has_a_taker),  # with VII-1, VII-3, VII-4 and XIII-Sell-3 in mech18/shares.py
    fall=after_sale,  # XIII-Price-1; paid at the price before: XIII-Sell-1
    falls_again=lambda s: True,  # XIII-Price-1: with every sale, whoever makes it and why
)

BUY = BuyMove[Australia](
    rule("XIII-2", company_exists),
    rule("VI-Allg-7", has_a_price),
    rule("XIII-2", share_is_there),
    rule("XIII-Buy-1", buyer_can_pay),  # VI-Allg-3: par for new shares, else the current price
    rule("XIII-Buy-1", railway_may_be_bought_again),
    rule("XIII-Buy-3", bank_may_be_bought_again),
    rule("XIII-Lim-3", below_holding_limit),
    rule("XIII-Lim-1", ROOM),
    then=open_if_sold,
)

START = StartMove[Australia](
    rule("XIII-2", company_exists),
    rule("VI-Allg-2", not_started),
    rule("VI-Norm-1", par_is_printed),  # COM: VI-COM-8
    rule("XIII-Buy-1", buyer_can_pay),
    rule("XIII-Lim-3", below_holding_limit),
    rule("XIII-Lim-1", ROOM),
    then=open_if_sold,
)


STOCK_ROUND = StockActivity[Australia](
    SELL,
    BUY,
    START,
    order_rule="XIII-1",  # XIII-3, XIII-4: acting or passing shuts nobody out; all passing in a row ends it
    pass_rules=(rule("XIII-Lim-2", sold_down(paper_limit, SELL)),),
    close=sold_out_rise,  # the priority that follows: XIII-Order-1
)
