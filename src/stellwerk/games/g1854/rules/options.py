"""OP: options: a 20% paper for half its price."""

from collections.abc import Iterator

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.games.g1854.rules.book import MAJOR
from stellwerk.games.g1854.rules.events import OptionCompleted, OptionSold, OptionTaken
from stellwerk.games.g1854.rules.prices import after_sale
from stellwerk.games.g1854.rules.state import Austria, Option
from stellwerk.mech18.prices import move_price
from stellwerk.mech18.shares import open_if_issued, settle_director
from stellwerk.mech18.state import BANK, OFFER, POOL, SEATS
from stellwerk.mech18.stock import StockRound, end_acting, first_paper, note_sale, purchase_price


class TakeOption(Action, frozen=True):
    """Take an option on a 20% paper, of the offering ("offer") or the pool ("pool")."""

    company: str
    source: str


class CompleteOption(Action, frozen=True):
    """Pay the rest for the paper on which an option is open."""


class SellOption(Action, frozen=True):
    """Sell the open option: the paper goes to the pool."""


def half_price(s: Austria, a: TakeOption) -> int:
    """OP-1: half of what the paper costs."""
    return purchase_price(s, a) // 2


def rest_of(s: Austria, paper: str) -> int:
    """OP-5: the open half of the price of the day it was taken; Q9: or of today."""
    option = s.options[paper]
    if s.rulings.option_rest_at_current_price and option.source == POOL:
        return s.price(s.book.papers[paper].company)
    return option.rest


# -- rules ---------------------------------------------------------------------------------------


def no_open_option(s: Austria, a: Action) -> Fault | None:
    """OP-3: with an open option no other purchase."""
    paper = s.open_option(SEATS[a.seat])
    if paper is None:
        return None
    company = s.book.papers[paper].company
    return refuse("{player} has an open option on {company}.", player=s.names[a.seat], company=company)


def has_open_option(s: Austria, a: Action) -> Fault | None:
    if s.open_option(SEATS[a.seat]) is not None:
        return None
    return refuse("{player} has no open option.", player=s.names[a.seat])


def is_a_20_percent_paper(s: Austria, a: TakeOption) -> Fault | None:
    """OP-1: not on papers of a split company or of a Lokalbahn AG."""
    if s.kind(a.company) == MAJOR and a.company not in s.split:
        return None
    return refuse("{company} has no 20% papers to take an option on.", company=a.company)


def can_pay_rest(s: Austria, a: CompleteOption) -> Fault | None:
    paper = s.open_option(SEATS[a.seat])
    assert paper is not None
    cash, price = s.cash[SEATS[a.seat]], rest_of(s, paper)
    if cash >= price:
        return None
    return refuse(
        "{player} has {cash}; the rest costs {price}.", player=s.names[a.seat], cash=cash, price=price
    )


def nothing_else_this_turn(s: Austria, a: Action) -> Fault | None:
    """OP-4: completing or selling the option is all that happens in the turn.

    Unless Q12 is ruled otherwise, sales beside an option are forced (SR-16) and come before the action.
    """
    if not s.top(StockRound).turn_sold or not s.rulings.sales_beside_option:
        return None
    return refuse("{player} has already sold shares in this turn.", player=s.names[a.seat])


def not_yet_sold_this_turn(s: Austria, a: SellOption) -> Fault | None:
    """SR-18: after a forced sale of the same company its option has to wait."""
    paper = s.open_option(SEATS[a.seat])
    assert paper is not None
    company = s.book.papers[paper].company
    if company not in s.top(StockRound).turn_sold:
        return None
    return refuse("{company} was already sold in this turn: one sale each.", company=company)


def not_taken_this_round(s: Austria, a: SellOption) -> Fault | None:
    paper = s.open_option(SEATS[a.seat])
    assert paper is not None
    if s.options[paper].taken != s.top(StockRound).number:
        return None
    return refuse("The option was taken in this round.")


# -- moves ---------------------------------------------------------------------------------------


class TakeOptionMove(Move[Austria, TakeOption]):
    """OP-1, OP-2: it counts 10% at once, and may float the company or change its director."""

    action = TakeOption

    def candidates(self, s: Austria, seat: int) -> Iterator[TakeOption]:
        for company in s.prices:
            yield TakeOption(seat, company, OFFER)
            yield TakeOption(seat, company, POOL)

    def apply(self, s: Austria, a: TakeOption) -> Austria:
        owner, price = SEATS[a.seat], half_price(s, a)
        paper = first_paper(s, a.company, a.source)
        assert paper is not None
        s = s.pay(owner, BANK, price).hand_over(paper.id, owner)
        s = s.replace(
            options=with_item(s.options, paper.id, Option(price, a.source, s.top(StockRound).number)),
            sizes=with_item(s.sizes, paper.id, 1),
        )
        s = s.say(OptionTaken(s.names[a.seat], a.company, price, a.source, price))
        return end_acting(open_if_issued(settle_director(s, a.company), a.company), a.seat)


def close_option(s: Austria, paper: str) -> Austria:
    """The marker goes back: the paper is a 20% one again."""
    return s.replace(
        options={other: option for other, option in s.options.items() if other != paper},
        sizes={other: size for other, size in s.sizes.items() if other != paper},
    )


class CompleteOptionMove(Move[Austria, CompleteOption]):
    """OP-4, OP-5, OP-8."""

    action = CompleteOption

    def candidates(self, s: Austria, seat: int) -> Iterator[CompleteOption]:
        yield CompleteOption(seat)

    def apply(self, s: Austria, a: CompleteOption) -> Austria:
        owner = SEATS[a.seat]
        paper = s.open_option(owner)
        assert paper is not None
        company, price = s.book.papers[paper].company, rest_of(s, paper)
        s = close_option(s.pay(owner, BANK, price), paper)
        s = s.say(OptionCompleted(s.names[a.seat], company, price))
        return end_acting(open_if_issued(settle_director(s, company), company), a.seat)


def sell_option(s: Austria, seat: int) -> Austria:
    """OP-6, OP-10: 1 × price; the 20% paper goes to the pool, the price falls one row."""
    owner = SEATS[seat]
    paper = s.open_option(owner)
    assert paper is not None
    company = s.book.papers[paper].company
    amount = s.price(company)
    s = close_option(s.pay(BANK, owner, amount).hand_over(paper, POOL), paper)
    s = s.say(OptionSold(s.names[seat], company, amount))
    return move_price(s, company, after_sale(s, company))


class SellOptionMove(Move[Austria, SellOption]):
    action = SellOption

    def candidates(self, s: Austria, seat: int) -> Iterator[SellOption]:
        yield SellOption(seat)

    def apply(self, s: Austria, a: SellOption) -> Austria:
        paper = s.open_option(SEATS[a.seat])
        assert paper is not None
        company = s.book.papers[paper].company
        s = note_sale(sell_option(s, a.seat), a.seat, company)
        return end_acting(s, a.seat)
