"""SR: the stock round."""

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Check, Fault, refuse, rule
from stellwerk.games.g1854.rules import options
from stellwerk.games.g1854.rules.companies import counts_as_paper, holding_limit, paper_limit, papers_held
from stellwerk.games.g1854.rules.prices import after_sale, sold_out_rise
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.shares import open_if_issued
from stellwerk.mech18.state import ISSUE, OFFER, POOL, SEATS
from stellwerk.mech18.stock import (
    BuyMove,
    BuyShare,
    OfCompany,
    SellMove,
    SellShares,
    StartCompany,
    StartMove,
    StockActivity,
    buyer_can_pay,
    company_exists,
    director_paper_has_a_taker,
    first_paper,
    has_a_price,
    held_within,
    not_sold_this_round,
    not_started,
    not_yet_sold_this_turn,
    par_is_printed,
    player_pays,
    room_under,
    sales_have_begun,
    share_is_there,
    sold_down,
    some_shares,
)


def paper_size(s: Austria, company: str) -> int:
    """Return the size of an ordinary paper: 2 before the split, 1 after it and for a Lokalbahn AG."""
    paper = s.book.papers_of[company][1]
    return paper.shares if company not in s.split else s.facts.split_sizes[paper.id]


def over_limit(s: Austria, owner: str) -> bool:
    return papers_held(s, owner) > paper_limit(s, owner)


# -- selling -------------------------------------------------------------------------------------


def director_paper_is_sold(s: Austria, a: SellShares) -> Fault | None:
    """SR-4, MR-6: nothing of a company that nobody has started; LR-6: local railways are never sold."""
    if s.is_local(a.company):
        return refuse("{company} is a local railway: it is never sold.", company=a.company)
    return has_a_price(s, a)


def whole_papers(s: Austria, a: SellShares) -> Fault | None:
    """SR-6: papers are sold whole; one with an open option, a tenth, is sold as that."""
    size = paper_size(s, a.company)
    if a.shares % size == 0:
        return None
    return refuse(
        "Papers of {company} are sold whole, {size:# share|# shares} each.", company=a.company, size=size
    )


def no_sale_beside_option(s: Austria, a: SellShares) -> Fault | None:
    """OP-4, Q12; SR-16: who is over the limit must be able to sell."""
    if s.rulings.sales_beside_option or over_limit(s, SEATS[a.seat]):
        return None
    return options.no_open_option(s, a)


def lokalbahn_papers_trade(s: Austria, a: OfCompany) -> Fault | None:
    """LA-7, Q10."""
    if not s.is_lokalbahn(a.company) or s.rulings.lokalbahn_papers_trade:
        return None
    return refuse("Papers of {company} are not traded.", company=a.company)


def lokalbahn_director_stays(s: Austria, a: SellShares) -> Fault | None:
    """LA-7: the director's paper of a Lokalbahn AG is neither sold nor exchanged."""
    if not s.is_lokalbahn(a.company) or s.director_seat(a.company) != a.seat:
        return None
    if a.shares < s.shares(SEATS[a.seat], a.company):
        return None
    return refuse("The director's paper of {company} is never sold.", company=a.company)


def papers_in(s: Austria, a: SellShares) -> int:
    """ST-4: one row for each paper, whatever its size."""
    return a.shares // paper_size(s, a.company)


SALE_RULES = (
    rule("SR-4", company_exists),
    rule("SR-4", director_paper_is_sold),
    rule("SR-6", some_shares),
    rule("SR-6", whole_papers),
    rule("LA-7", lokalbahn_papers_trade),
    rule("LA-7", lokalbahn_director_stays),
)

# SR-5: no limit for the pool, so no rule.
SELL = SellMove[Austria](
    *SALE_RULES[:1],
    rule("SR-4", sales_have_begun),
    *SALE_RULES[1:],
    rule("OP-4", no_sale_beside_option),
    rule("SR-18", not_yet_sold_this_turn),
    rule("SR-15", director_paper_has_a_taker),  # SR-7: mech18/shares.py swaps before it sells
    fall=after_sale,
    steps=papers_in,
)

SELL_OPTION = options.SellOptionMove(
    rule("OP-4", options.has_open_option),
    rule("OP-4", options.nothing_else_this_turn),
    rule("SR-18", options.not_yet_sold_this_turn),
    rule("OP-6", options.not_taken_this_round),
)


# -- buying --------------------------------------------------------------------------------------


def room_for_a_paper(s: Austria, a: BuyShare | StartCompany | options.TakeOption) -> Fault | None:
    """SR-17: papers that do not count are always free."""
    return ROOM(s, a) if counts_as_paper(s, a.company) else None


ROOM: Check[Austria, Action] = room_under(paper_limit, papers_held)
SOLD_DOWN: Check[Austria, Action] = sold_down(paper_limit, SELL, SELL_OPTION, count=papers_held)


def below_holding_limit(s: Austria, a: BuyShare) -> Fault | None:
    paper = first_paper(s, a.company, a.source)
    assert paper is not None
    return held_within(s, a, holding_limit(s, a.company), s.size(paper))


def has_been_started(s: Austria, a: OfCompany) -> Fault | None:
    """SR-9: the first paper of a company is the director's."""
    return has_a_price(s, a)


def not_bought_back(s: Austria, a: BuyShare | options.TakeOption) -> Fault | None:
    """SR-13: by ruling nobody buys what they sold in the same round."""
    return None if s.rulings.buying_back else not_sold_this_round(s, a)


BUY = BuyMove[Austria](
    rule("SR-8", company_exists),
    rule("SR-9", has_been_started),
    rule("SR-8", share_is_there),
    rule("LA-7", lokalbahn_papers_trade),
    rule("OP-3", options.no_open_option),
    rule("SR-16", SOLD_DOWN),
    rule("SR-17", buyer_can_pay),
    rule("SR-13", not_bought_back),
    rule("SR-11", below_holding_limit),
    rule("SR-17", room_for_a_paper),
    then=open_if_issued,  # SR-10: at once when half is out, options with 10% and the shares of MR-6 included
    sources=(OFFER, POOL, ISSUE),  # SR-8, SP-3: the company gets what its new shares cost
)

START = StartMove[Austria](
    rule("SR-9", company_exists),
    rule("SR-9", not_started),
    rule("ST-8", par_is_printed),
    rule("OP-3", options.no_open_option),
    rule("SR-16", SOLD_DOWN),
    rule("SR-17", buyer_can_pay),
    rule("SR-17", room_for_a_paper),
    then=open_if_issued,
)

TAKE_OPTION = options.TakeOptionMove(
    rule("OP-1", company_exists),
    rule("SR-9", has_been_started),
    rule("OP-1", options.is_a_20_percent_paper),
    rule("OP-1", share_is_there),
    rule("OP-3", options.no_open_option),
    rule("SR-16", SOLD_DOWN),
    rule("OP-1", player_pays(options.half_price)),
    rule("SR-13", not_bought_back),
    rule("SR-17", room_for_a_paper),
)

COMPLETE_OPTION = options.CompleteOptionMove(
    rule("OP-4", options.has_open_option),
    rule("OP-4", options.nothing_else_this_turn),
    rule("SR-16", SOLD_DOWN),
    rule("OP-5", options.can_pay_rest),
)

STOCK_ROUND = StockActivity[Austria](
    SELL,
    BUY,
    START,
    TAKE_OPTION,
    COMPLETE_OPTION,
    SELL_OPTION,
    order_rule="SR-2",  # SR-1, SR-3: in mech18/stock.py
    pass_rules=(rule("SR-16", SOLD_DOWN),),
    close=sold_out_rise,
)
