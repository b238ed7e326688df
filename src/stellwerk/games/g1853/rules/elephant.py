"""3.1.11, 4.9: what the owner of the elephant may do with it."""

from collections.abc import Iterator, Sequence
from random import Random

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import Event, Frame
from stellwerk.engine.step import Activity, Move, PassMove
from stellwerk.engine.text import Figures, msg
from stellwerk.games.g1853.rules.events import (
    ElephantKept,
    ElephantOffered,
    ElephantRefused,
    ElephantSold,
    ExtraRoundOrdered,
)
from stellwerk.games.g1853.rules.state import India
from stellwerk.mech18.course import Course
from stellwerk.mech18.events import RoundBegins
from stellwerk.mech18.negotiation import (
    AnswerMove,
    Offer,
    OfferActivity,
    Prices,
    Talking,
    is_new,
    prices,
    propose,
    refused_prices,
)
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.state import SEATS

ELEPHANT = "elephant"


class ElephantSale(Talking, frozen=True):
    """After a stock round its new owner may sell the elephant."""


class ElephantOffer(Offer, frozen=True, kw_only=True):
    """Another player answers, or the owner when asked for another price."""

    price: int


def asked(s: India, sale: ElephantSale) -> tuple[int, ...]:
    """Whom the owner has offered it to, in this order."""
    return tuple(dict.fromkeys(made.to for made in sale.talks.offered if made.by == s.priority))


class OfferElephant(Action, frozen=True):
    """Offer the elephant with all its rights to another player."""

    to: int
    price: int


def to_another_player(s: India, a: OfferElephant) -> Fault | None:
    if a.to != a.seat and 0 <= a.to < len(s.names):
        return None
    return refuse("The elephant cannot be offered to seat {to}.", to=a.to)


def buyer_has_the_money(s: India, a: OfferElephant) -> Fault | None:
    cash = s.cash[SEATS[a.to]]
    if 0 <= a.price <= cash:
        return None
    return refuse(
        "{player} has {cash} and cannot pay {price}.", player=s.names[a.to], cash=cash, price=a.price
    )


def offer_is_new(s: India, a: OfferElephant) -> Fault | None:
    """The same player may be asked again for another price, unless they want no more offers."""
    return is_new(s, a.seat, a.to, ELEPHANT, a.price)


def elephant_prices(s: India, buyer: int) -> Prices:
    """Whatever the buyer can pay; nobody is shown more than that."""
    return prices(0, s.cash[SEATS[buyer]], (0, s.facts.elephant_step))


TERMS = (rule("3.1.11", to_another_player), rule("3.1.11", buyer_has_the_money))


class OfferElephantMove(Move[India, OfferElephant]):
    """Any price that both agree on; a few are proposed."""

    action = OfferElephant
    listed = False

    def candidates(self, s: India, seat: int) -> Iterator[OfferElephant]:
        for to in s.seats_from(seat):
            for price in elephant_prices(s, to).listed(refused_prices(s, seat, to, ELEPHANT)):
                yield OfferElephant(seat, to, price)

    def sample(self, s: India, seat: int, rng: Random) -> OfferElephant | None:
        found = [a for a in self.legal(s, seat) if a.price in elephant_prices(s, a.to).usual]
        return rng.choice(found) if found else None

    def apply(self, s: India, a: OfferElephant) -> India:
        s = s.say(ElephantOffered(s.names[a.seat], s.names[a.to], a.price))
        return propose(s, ElephantOffer(by=a.seat, to=a.to, first=a.seat, thing=ELEPHANT, price=a.price))


class ElephantSaleActivity(Activity[India]):
    """3.1.11: only at the end of a stock round, and only once."""

    order_rule = "3.1.11"
    asks = msg("{player}: sell the elephant, or keep it.")
    _offer = OfferElephantMove(*TERMS, rule("3.1.11", offer_is_new))
    _moves = (_offer, PassMove[India](lambda s: s.pop()))

    def seats(self, s: India) -> tuple[int, ...]:
        return (s.priority,)

    def moves(self, s: India) -> Sequence[Move[India, Action]]:
        return self._moves

    def figures(self, s: India) -> Figures:
        return {"player": s.names[s.priority]}

    def advance(self, s: India) -> India | None:
        # Once nobody wants to hear of it, or the end has come, there is nothing left to sell.
        if s.rulings.elephant_offered_once and len(asked(s, s.top(ElephantSale))) == len(s.names) - 1:
            return s.pop()
        return s.pop() if s.ending or not self._offer.possible(s, s.priority) else None


class AnswerElephantMove(AnswerMove[India, ElephantOffer, OfferElephant]):
    """Buy it or not; the owner answers in turn when another price is named."""

    offer = ElephantOffer

    def proposal(self, offer: ElephantOffer, price: int) -> OfferElephant:
        return OfferElephant(offer.first, offer.second, price)

    def prices(self, s: India, offer: ElephantOffer) -> Prices | None:
        return elephant_prices(s, offer.second)

    def deal(self, s: India, offer: ElephantOffer) -> India:
        seller, buyer = offer.first, offer.second
        s = s.pay(SEATS[buyer], SEATS[seller], offer.price).replace(priority=buyer).pop()
        return s.say(ElephantSold(s.names[seller], s.names[buyer], offer.price))

    def refused(self, s: India, offer: ElephantOffer) -> Event:
        name = s.names[offer.to]
        return ElephantKept(name, offer.price) if offer.counter else ElephantRefused(name)


class ElephantOfferActivity(OfferActivity[India, ElephantOffer, OfferElephant]):
    asks = msg("{player}: buy the elephant for {price}?")
    asks_back = msg("{player}: sell the elephant for {price}?")

    def __init__(self) -> None:
        super().__init__(AnswerElephantMove("3.1.11", TERMS), order_rule="3.1.11")

    def figures(self, s: India) -> Figures:
        offer = s.top(ElephantOffer)
        return {"player": s.names[offer.to], "price": offer.price}


class ExtraRound(Frame, frozen=True):
    """After a regular series of operating rounds."""

    set: int
    number: int


class OrderRound(Action, frozen=True):
    """Have one more operating round played before the stock round."""


class OrderMove(Move[India, OrderRound]):
    action = OrderRound

    def candidates(self, s: India, seat: int) -> Sequence[OrderRound]:
        return (OrderRound(seat),)

    def apply(self, s: India, a: OrderRound) -> India:
        here = s.top(ExtraRound)
        s = s.say(ExtraRoundOrdered(s.names[a.seat]), RoundBegins(f"OR {here.set}.{here.number}"))
        return s.pop().push(OperatingRound(here.set, here.number, here.number))


class ExtraRoundActivity(Activity[India]):
    """4.9: one only; once the end is near there is no choice any more."""

    order_rule = "4.9"
    asks = msg("{player}: order another operating round before the stock round?")
    _moves = (OrderMove(), PassMove[India](lambda s: s.pop()))

    def seats(self, s: India) -> tuple[int, ...]:
        return (s.priority,)

    def moves(self, s: India) -> Sequence[Move[India, Action]]:
        return self._moves

    def figures(self, s: India) -> Figures:
        return {"player": s.names[s.priority]}


def ask_for_extra_round(s: India) -> India:
    course = s.top(Course)
    return s.push(ExtraRound(course.set, course.number + 1)) if s.opened else s
