"""3.1.11, 4.9: what the owner of the elephant may do with it."""

from collections.abc import Iterator, Sequence
from typing import Any

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, no, rule
from stellwerk.engine.state import Frame
from stellwerk.engine.step import Activity, Move, PassMove
from stellwerk.engine.text import msg
from stellwerk.games.g1853.events import ElephantOffered, ElephantRefused, ElephantSold, ExtraRoundOrdered
from stellwerk.games.g1853.state import India
from stellwerk.mech18.events import RoundBegins
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.state import SEATS
from stellwerk.mech18.trains import Answer


class ElephantSale(Frame, frozen=True):
    """After a stock round its new owner may sell the elephant."""

    asked: tuple[int, ...] = ()


class ElephantOffer(Frame, frozen=True):
    """Another player answers."""

    to: int
    price: int


class OfferElephant(Action, frozen=True):
    """Offer the elephant with all its rights to another player."""

    to: int
    price: int


def to_another_player(s: India, a: OfferElephant) -> Fault | None:
    if a.to != a.seat and 0 <= a.to < len(s.names) and a.to not in s.frame.asked:
        return None
    return no("The elephant cannot be offered to seat {to}.", to=a.to)


def buyer_has_the_money(s: India, a: OfferElephant) -> Fault | None:
    cash = s.cash[SEATS[a.to]]
    if 0 <= a.price <= cash:
        return None
    return no("{player} has {cash} and cannot pay {price}.", player=s.names[a.to], cash=cash, price=a.price)


class OfferElephantMove(Move[Any, OfferElephant]):
    """Any price that both agree on; a few are proposed."""

    action = OfferElephant
    listed = False

    def candidates(self, s: Any, seat: int) -> Iterator[OfferElephant]:
        for to in s.seats_from(seat):
            for price in (0, s.facts.elephant_step):
                if price <= s.cash[SEATS[to]]:
                    yield OfferElephant(seat, to, price)

    def apply(self, s: Any, a: OfferElephant) -> Any:
        s = s.mark(asked=(*s.frame.asked, a.to)).push(ElephantOffer(a.to, a.price))
        return s.say(ElephantOffered(s.names[a.seat], s.names[a.to], a.price))


class ElephantSaleActivity(Activity[Any]):
    """3.1.11: only at the end of a stock round, and only once."""

    order_rule = "3.1.11"
    asks = msg("{player}: sell the elephant, or keep it.")
    _moves = (
        OfferElephantMove(rule("3.1.11", to_another_player), rule("3.1.11", buyer_has_the_money)),
        PassMove(lambda s: s.pop()),
    )

    def seats(self, s: Any) -> tuple[int, ...]:
        return (s.priority,)

    def moves(self, s: Any) -> Sequence[Move[Any, Any]]:
        return self._moves

    def figures(self, s: Any) -> dict[str, object]:
        return {"player": s.names[s.priority]}

    def advance(self, s: Any) -> Any:
        # Once all have refused, or the end has come, there is nothing left to sell.
        return s.pop() if s.ending or len(s.frame.asked) == len(s.names) - 1 else None


class AnswerElephantMove(Move[Any, Answer]):
    action = Answer

    def candidates(self, s: Any, seat: int) -> Iterator[Answer]:
        yield Answer(seat, True)
        yield Answer(seat, False)

    def apply(self, s: Any, a: Answer) -> Any:
        offer = s.frame
        s = s.pop()
        if not a.accept:
            return s.say(ElephantRefused(s.names[a.seat]))
        seller = s.priority
        s = s.pay(SEATS[a.seat], SEATS[seller], offer.price).but(priority=a.seat).pop()
        return s.say(ElephantSold(s.names[seller], s.names[a.seat], offer.price))


class ElephantOfferActivity(Activity[Any]):
    order_rule = "3.1.11"
    asks = msg("{player}: buy the elephant for {price}?")
    _moves = (AnswerElephantMove(),)

    def seats(self, s: Any) -> tuple[int, ...]:
        return (s.frame.to,)

    def moves(self, s: Any) -> Sequence[Move[Any, Any]]:
        return self._moves

    def figures(self, s: Any) -> dict[str, object]:
        return {"player": s.names[s.frame.to], "price": s.frame.price}


class ExtraRound(Frame, frozen=True):
    """After a regular series of operating rounds."""

    set: int
    number: int


class OrderRound(Action, frozen=True):
    """Have one more operating round played before the stock round."""


class OrderMove(Move[Any, OrderRound]):
    action = OrderRound

    def candidates(self, s: Any, seat: int) -> Sequence[OrderRound]:
        return (OrderRound(seat),)

    def apply(self, s: Any, a: OrderRound) -> Any:
        here = s.frame
        s = s.say(ExtraRoundOrdered(s.names[a.seat]), RoundBegins(f"OR {here.set}.{here.number}"))
        return s.pop().push(OperatingRound(here.set, here.number, here.number))


class ExtraRoundActivity(Activity[Any]):
    """4.9: one only; once the end is near there is no choice any more."""

    order_rule = "4.9"
    asks = msg("{player}: order another operating round before the stock round?")
    _moves = (OrderMove(), PassMove(lambda s: s.pop()))

    def seats(self, s: Any) -> tuple[int, ...]:
        return (s.priority,)

    def moves(self, s: Any) -> Sequence[Move[Any, Any]]:
        return self._moves

    def figures(self, s: Any) -> dict[str, object]:
        return {"player": s.names[s.priority]}


def ask_for_extra_round(s: Any) -> Any:
    course = s.frame
    return s.push(ExtraRound(course.set, course.number + 1)) if s.opened else s
