"""IV.4, VI, VIII.3: shares bought and sold in a stock round."""

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.games.g1824.rules import mountains
from stellwerk.games.g1824.rules.book import REGIONAL
from stellwerk.games.g1824.rules.mountains import paper_limit
from stellwerk.games.g1824.rules.opening import BUY_RAILWAY, remove_unsold
from stellwerk.games.g1824.rules.prices import after_sale, sold_out_rise
from stellwerk.games.g1824.rules.regionals import open_if_sold
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.games.g1824.rules.state_railways import take_freed_paper
from stellwerk.mech18.state import POOL, SEATS
from stellwerk.mech18.stock import (
    BuyMove,
    BuyShare,
    OfCompany,
    SellMove,
    SellShares,
    StartCompany,
    StartMove,
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
    some_shares,
)


def has_operated(s: AustriaHungary, a: SellShares) -> Fault | None:
    """VI.8-1: state railways too."""
    if a.company in s.operated:
        return None
    return refuse("{company} has not operated yet: its shares cannot be sold.", company=a.company)


def several_sales(s: AustriaHungary, a: SellShares) -> bool:
    """VIII.3-1: a company's shares sold in a turn are one sale; but R12."""
    return s.rulings.sales_of_one_company == "several"


def not_the_bond(s: AustriaHungary, a: OfCompany) -> Fault | None:
    """X.4-5b: its 20% paper is a plain double share: other actions trade it."""
    if a.company != s.bond:
        return None
    return refuse("{company} is the bond railway: its papers are traded one by one.", company=a.company)


def director_paper_is_bought(s: AustriaHungary, a: StartCompany) -> Fault | None:
    """Only that of a regional railway; one freed by an unsold nr 1 goes to the first with two shares."""
    if s.kind(a.company) == REGIONAL:
        return None
    return refuse("The director's share of {company} is not on sale.", company=a.company)


def owes_nothing(s: AustriaHungary, a: Action) -> Fault | None:
    debt = s.debt[SEATS[a.seat]]
    if not debt:
        return None
    return refuse(
        "{player} owes {debt} and buys nothing before it is repaid.", player=s.names[a.seat], debt=debt
    )


def below_limit_or_from_pool(s: AustriaHungary, a: BuyShare) -> Fault | None:
    """VI.7-3; X.4-2b: shares of the pool may exceed it."""
    if a.source == POOL:
        return None
    return below_holding_limit(s, a)


# VI.1-1b: without a pool the shares are on offer again. VI.8-4: paid at the price before the drop, company by
# company in the seller's order (VI.8-4b). VI.6-1, VI.6-2, VI.6-2b, VI.6-3b, VI.6-3c, VI.6-4, VI.8-2: who is
# director afterwards and how papers are swapped is in mech18/shares.py.
SELL = SellMove[AustriaHungary](
    rule("VI.8-1", company_exists),
    rule("VI.3-4", sales_have_begun),
    rule("X.4-5b", not_the_bond),
    rule("VI.1-1", has_a_price),
    rule("VI.1-1", some_shares),
    rule("VI.8-1", has_operated),
    rule("VIII.3-1", one_sale_a_turn(several_sales, paper_limit)),
    rule("VI.8-3", pool_has_room),  # X.4-8: bank and pool together
    rule("VI.6-3", director_paper_has_a_taker),
    fall=after_sale,
    falls_again=lambda s: s.rulings.sales_of_one_company == "several",
)


def after_purchase(s: AustriaHungary, company: str) -> AustriaHungary:
    """VI.5-1, IV.4.4-12: the company may open, or a freed director's share find its owner."""
    return open_if_sold(take_freed_paper(s, company), company)


BUY = BuyMove[AustriaHungary](
    rule("VI.1-1", company_exists),
    rule("X.4-5b", not_the_bond),
    rule("IV.4.1-3", has_a_price),
    rule("VI.1-1", share_is_there),
    rule("VII.12-4", owes_nothing),
    rule("VI.4-2", buyer_can_pay),
    rule("VI.4-1", not_sold_this_round),
    rule("VI.7-3", below_limit_or_from_pool),
    rule("VI.7-1", room_under(paper_limit)),
    then=after_purchase,
)

START = StartMove[AustriaHungary](
    rule("VI.1-1", company_exists),
    rule("IV.4.4-12", director_paper_is_bought),
    rule("IV.4.1-4", not_started),
    rule("IV.4.3-1", par_is_printed),
    rule("VII.12-4", owes_nothing),
    rule("VI.4-2", buyer_can_pay),
    rule("VI.7-3", below_holding_limit),
    rule("VI.7-1", room_under(paper_limit)),
    then=after_purchase,  # IV.1-10c, IV.1-11: with settle_director in mech18/stock.py
)

MOVES = (SELL, BUY, START, BUY_RAILWAY, mountains.SWAP)


def close_round(s: AustriaHungary) -> AustriaHungary:
    """VIII.3-2; VI.3-5 after the first round: a freed director's share finds its owner (IV.4.4-12)."""
    s = remove_unsold(sold_out_rise(s))
    for state in s.facts.forms.values():
        s = take_freed_paper(s, state)
    return s


__all__ = ["MOVES", "SELL", "StartCompany", "close_round"]
