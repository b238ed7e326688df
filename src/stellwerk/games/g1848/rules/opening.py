"""IV: the opening sale of the six privates."""

from collections.abc import Iterator, Sequence

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import Frame, with_item
from stellwerk.engine.step import Activity, Move, Pass, PassMove
from stellwerk.engine.text import Figures, msg
from stellwerk.games.g1848.rules.book import CAR
from stellwerk.games.g1848.rules.companies import open_if_sold
from stellwerk.games.g1848.rules.events import PriceCut, PrivateBought
from stellwerk.games.g1848.rules.privates import pay_incomes
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.mech18.events import Passed, PriorityGoes
from stellwerk.mech18.state import BANK, OFFER, SEATS
from stellwerk.mech18.stock import set_par


class PrivateSale(Frame, frozen=True):
    """Whose turn it is, and how many have passed in a row."""

    seat: int = 0
    idle: int = 0


class BuyPrivate(Action, frozen=True):
    """Buy a private at its present price."""

    private: str


class CutPrice(Action, frozen=True):
    """Make a private 5 cheaper."""

    private: str


def _unsold(s: Australia) -> list[str]:
    return [private for private, owner in s.privates.items() if owner == OFFER]


def _above_minimum(s: Australia) -> list[str]:
    return [private for private in _unsold(s) if s.sale[private] > s.book.privates[private].minimum]


def is_for_sale(s: Australia, a: BuyPrivate | CutPrice) -> Fault | None:
    if s.privates.get(a.private) == OFFER:
        return None
    return refuse("{private} is not for sale.", private=a.private)


def has_the_cash(s: Australia, a: BuyPrivate) -> Fault | None:
    cash, price = s.cash[SEATS[a.seat]], s.sale[a.private]
    if cash >= price:
        return None
    return refuse(
        "{player} has {cash}; {private} costs {price}.",
        player=s.names[a.seat],
        cash=cash,
        private=a.private,
        price=price,
    )


def can_still_fall(s: Australia, a: CutPrice) -> Fault | None:
    minimum = s.book.privates[a.private].minimum
    if s.sale[a.private] > minimum:
        return None
    return refuse("{private} stands at its minimum of {minimum}.", private=a.private, minimum=minimum)


def _owns_none(s: Australia, seat: int) -> bool:
    return SEATS[seat] not in s.privates.values()


def must_buy_or_cut(s: Australia, a: Pass) -> Fault | None:
    """IV-8, IV-4: without a private nobody passes while a price can still be cut."""
    above = _above_minimum(s)
    if above and _owns_none(s, a.seat):
        return refuse(
            "{player} owns no private and can still lower {privates}.",
            player=s.names[a.seat],
            privates=", ".join(above),
        )
    return None


def must_buy(s: Australia, a: Pass) -> Fault | None:
    """IV-2: all at their minimum and none sold."""
    if not _above_minimum(s) and len(_unsold(s)) == len(s.privates):
        return refuse(
            "All privates stand at their minimum and none is sold: {player} must buy one.",
            player=s.names[a.seat],
        )
    return None


def may_pass_at_minimum(s: Australia, a: Pass) -> Fault | None:
    """IV-3: all at minimum and one sold: buy or pass. 18xx.games wants a private first."""
    if s.rulings.pass_without_private or _above_minimum(s) or not _owns_none(s, a.seat):
        return None
    return refuse("{player} owns no private and cannot pass.", player=s.names[a.seat])


def _acted(s: Australia, seat: int) -> Australia:
    """The turn goes left; the last actor's left neighbour will begin the stock round (IV-6)."""
    return s.replace(priority=s.after(seat)).update_frame(seat=s.after(seat), idle=0)


class BuyMove(Move[Australia, BuyPrivate]):
    action = BuyPrivate

    def candidates(self, s: Australia, seat: int) -> Iterator[BuyPrivate]:
        return (BuyPrivate(seat, private) for private in _unsold(s))

    def apply(self, s: Australia, a: BuyPrivate) -> Australia:
        owner, price = SEATS[a.seat], s.sale[a.private]
        s = s.pay(owner, BANK, price).replace(privates=with_item(s.privates, a.private, owner))
        if a.private in s.rights:
            s = s.replace(rights=with_item(s.rights, a.private, owner))  # V-P3-1: the tile comes with it
        s = s.say(PrivateBought(s.names[a.seat], a.private, price))
        gift = s.book.privates[a.private].gives
        if gift is not None:
            s = s.hand_over(gift, owner)  # V-P5-1, V-P6-1
            company = s.book.papers[gift].company
            if company == CAR:
                s = set_par(s, CAR, s.book.companies[CAR].pars[0])  # V-P6-1: at 100 from this moment
            s = open_if_sold(s, company)
        return _acted(s, a.seat)


class CutMove(Move[Australia, CutPrice]):
    action = CutPrice

    def candidates(self, s: Australia, seat: int) -> Iterator[CutPrice]:
        return (CutPrice(seat, private) for private in _unsold(s))

    def apply(self, s: Australia, a: CutPrice) -> Australia:
        price = s.sale[a.private] - s.facts.auction_step
        s = s.replace(sale=with_item(s.sale, a.private, price))
        return _acted(s.say(PriceCut(s.names[a.seat], a.private, price)), a.seat)


def pass_turn(s: Australia) -> Australia:
    sale = s.top(PrivateSale)
    s = s.update_frame(seat=s.after(sale.seat), idle=sale.idle + 1)
    return s.say(Passed(s.names[sale.seat]))


class PrivateSaleActivity(Activity[Australia]):
    """Buy or cut in turn until all six are sold (IV-7)."""

    order_rule = "IV-1"
    asks = msg("{player}: buy a private, lower a price, or pass.")
    _moves = (
        BuyMove(rule("IV-1", is_for_sale), rule("IV-1", has_the_cash)),
        CutMove(rule("IV-1", is_for_sale), rule("IV-8", can_still_fall)),
        PassMove[Australia](
            pass_turn,
            rule("IV-2", must_buy),
            rule("IV-8", must_buy_or_cut),
            rule("IV-3", may_pass_at_minimum),
        ),
    )

    def seats(self, s: Australia) -> tuple[int, ...]:
        return (s.top(PrivateSale).seat,)

    def moves(self, s: Australia) -> Sequence[Move[Australia, Action]]:
        return self._moves

    def figures(self, s: Australia) -> Figures:
        return {"player": s.names[s.top(PrivateSale).seat]}

    def advance(self, s: Australia) -> Australia | None:
        if not _unsold(s):
            return s.pop().say(PriorityGoes(s.names[s.priority]))
        if s.top(PrivateSale).idle == len(s.names):
            # IV-5: the sold ones pay once, then the sale goes on with the next seat.
            return pay_incomes(s.update_frame(idle=0))
        return None
