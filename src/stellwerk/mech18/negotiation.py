"""Offers from one player to another: an answer may be another price, and the same offer is never made twice.

An `Offer` lies on top of the frame that began it (a company's turn, the sale of the elephant, a round of
mergers). That frame is `Talking`: it remembers what was offered and who wants to be left alone, and
forgets both when it ends.

Haggling ends: every offer of one player to another names a price not yet named for this thing in
this turn, and a counter-offer one that nobody has named since the first offer. People may type any
price; random players keep to the usual few (`Prices`), each of them once.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from random import Random
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct, field, structs

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Check, Fault, Rule, refuse
from stellwerk.engine.state import Event, Frame
from stellwerk.engine.step import Activity, Move
from stellwerk.mech18.events import CounterOffered, OffersClosed
from stellwerk.mech18.state import AnyRailways, S

Price = int | None
"""None where an offer has no price, as a merger."""


class Answer(Action, frozen=True, omit_defaults=True):
    """Accept or refuse an offer; a refusal may name another price, or ask to be left alone.

    What is left at its default is not written, so answers without it look as they always did.
    """

    accept: bool
    price: Price = None
    """A counter-offer."""
    leave: bool = False
    """No more offers from you this turn."""


# -- what is remembered ------------------------------------------------------------------------


class Offered(Struct, frozen=True, omit_defaults=True):
    """One offer that was made: the price belongs to its direction."""

    by: int
    to: int
    thing: str
    price: Price


class Talks(Struct, frozen=True, omit_defaults=True):
    """What was said in a turn: offers that were not accepted, and doors as (whose, closed to whom)."""

    offered: tuple[Offered, ...] = ()
    doors: tuple[tuple[int, int], ...] = ()


class Talking(Frame, frozen=True, kw_only=True):
    """A frame in which players make offers; what it remembers ends with it."""

    talks: Talks = field(default_factory=Talks)


class Offer(Frame, frozen=True, kw_only=True):
    """Interruption: `to` answers what `by` has offered."""

    by: int
    to: int
    first: int
    """Who began: an offer of the other one is a counter-offer."""
    thing: str
    price: Price = None
    named: tuple[int, ...] = ()
    """All prices since the first offer."""

    @property
    def counter(self) -> bool:
        return self.by != self.first

    @property
    def second(self) -> int:
        """Who was asked first."""
        return self.by if self.counter else self.to


def talks_of(s: AnyRailways) -> Talks:
    """Return what was said in the present turn."""
    talking = s.nearest(Talking)
    return Talks() if talking is None else talking.talks


def refused_prices(s: AnyRailways, by: int, to: int, thing: str) -> tuple[int, ...]:
    """Return the prices at which one has offered this to the other in vain."""
    return tuple(
        past.price
        for past in talks_of(s).offered
        if (past.by, past.to, past.thing) == (by, to, thing) and past.price is not None
    )


def propose(s: S, offer: Offer) -> S:
    """Put an offer to the other one. The frame on top is the one that remembers it."""
    talks = talks_of(s)
    made = Offered(offer.by, offer.to, offer.thing, offer.price)
    named = offer.named if offer.price is None else (*offer.named, offer.price)
    s = s.update_frame(talks=structs.replace(talks, offered=(*talks.offered, made)))
    return s.push(structs.replace(offer, named=named))


def forget(s: S, offer: Offer) -> S:
    """An accepted offer may be made again: a second train like the first at the same price."""
    talks = talks_of(s)
    made = Offered(offer.by, offer.to, offer.thing, offer.price)
    return s.update_frame(talks=structs.replace(talks, offered=tuple(o for o in talks.offered if o != made)))


def close_door(s: S, offer: Offer) -> S:
    talks = talks_of(s)
    s = s.update_frame(talks=structs.replace(talks, doors=(*talks.doors, (offer.to, offer.by))))
    return s.say(OffersClosed(s.names[offer.to], s.names[offer.by]))


# -- rules -------------------------------------------------------------------------------------


def is_new(s: AnyRailways, by: int, to: int, thing: str, price: Price) -> Fault | None:
    """Nobody hears the same offer twice, and nobody any who has asked to be left alone."""
    talks = talks_of(s)
    if (to, by) in talks.doors:
        return refuse(
            "{player} wants no more offers from {other} in this turn.", player=s.names[to], other=s.names[by]
        )
    if Offered(by, to, thing, price) not in talks.offered:
        return None
    if price is None:
        return refuse("{player} has refused this in this turn.", player=s.names[to])
    return refuse("{player} has refused this for {price} in this turn.", player=s.names[to], price=price)


def says_one_thing(s: AnyRailways, a: Answer) -> Fault | None:
    """Yes, no, another price, or no more offers."""
    if a.accept + (a.price is not None) + a.leave <= 1:
        return None
    return refuse("An offer is accepted, refused, or answered with another price: one of these.")


def has_a_price(s: AnyRailways, a: Answer) -> Fault | None:
    if a.price is None or s.top(Offer).price is not None:
        return None
    return refuse("This offer has no price, so none can be named ({price}).", price=a.price)


def is_another_price(s: AnyRailways, a: Answer) -> Fault | None:
    """A counter-offer names what neither has named since the first offer."""
    named = s.top(Offer).named
    if a.price is None or a.price not in named:
        return None
    return refuse("{price} has been named already: {named}.", price=a.price, named=", ".join(map(str, named)))


def counter_is_new(s: AnyRailways, a: Answer) -> Fault | None:
    offer = s.top(Offer)
    return None if a.price is None else is_new(s, offer.to, offer.by, offer.thing, a.price)


ANSWER_CHECKS: tuple[Check[AnyRailways, Answer], ...] = (
    says_one_thing,
    has_a_price,
    is_another_price,
    counter_is_new,
)


# -- prices ------------------------------------------------------------------------------------


class Prices(NamedTuple):
    """What may be asked or paid: any price from `low` to `high`; a usual few of them are listed."""

    low: int
    high: int
    usual: tuple[int, ...]

    def nearest(self, wanted: int, taken: Collection[int] = ()) -> int | None:
        """Return the price next to the wanted one that is not taken, rather below it than above."""
        wanted = min(wanted, self.high)
        if wanted >= self.low and wanted not in taken:
            return wanted
        below, above = range(wanted - 1, self.low - 1, -1), range(max(wanted + 1, self.low), self.high + 1)
        return next((price for price in chain(below, above) if price not in taken), None)

    def listed(self, taken: Collection[int] = ()) -> list[int]:
        """The usual prices, for one that is taken its neighbour: something is listed while any is left."""
        found = {self.nearest(price, taken) for price in self.usual}
        return sorted(price for price in found if price is not None) or sorted(self.usual)


def prices(low: int, high: int, usual: Iterable[int]) -> Prices:
    return Prices(low, high, tuple(sorted({price for price in usual if low <= price <= high})))


Made = TypeVar("Made", bound=Offer)
"""The kind of offer that was made."""
By = TypeVar("By", bound=Action)
"""The kind of action that makes such an offer."""

# -- moves -------------------------------------------------------------------------------------


class AnswerMove(Move[S, Answer], Generic[S, Made, By]):
    """Answer an offer. `terms` are the rules that judge what was offered; they judge another price too."""

    action = Answer
    listed = False
    offer: type[Made]
    """The kind of offer that is answered."""

    def __init__(self, order_rule: str, terms: Iterable[Rule[S, By]] = ()) -> None:
        super().__init__(
            *(Rule(order_rule, check) for check in ANSWER_CHECKS),
            *(Rule(term.id, self._of_counter(term.check)) for term in terms),
        )

    def _of_counter(self, check: Check[S, By]) -> Check[S, Answer]:
        def judged(s: S, a: Answer) -> Fault | None:
            return None if a.price is None else check(s.pop(), self.proposal(s.top(self.offer), a.price))

        return judged

    def proposal(self, offer: Made, price: int) -> By:
        """Return the action that would have offered this price in the first place."""
        raise NotImplementedError

    def prices(self, s: S, offer: Made) -> Prices | None:
        """Return what may be named instead, asked of the state below the offer.

        None where there is no price.
        """
        return None

    def deal(self, s: S, offer: Made) -> S:
        """What an acceptance brings about."""
        raise NotImplementedError

    def refused(self, s: S, offer: Made) -> Event:
        raise NotImplementedError

    def candidates(self, s: S, seat: int) -> Iterator[Answer]:
        yield Answer(seat, True)
        yield Answer(seat, False)
        yield Answer(seat, False, leave=True)
        offer, below = s.top(self.offer), s.pop()
        found = self.prices(below, offer)
        if found is not None:
            taken = {*offer.named, *refused_prices(below, offer.to, offer.by, offer.thing)}
            for price in found.listed(taken):
                yield Answer(seat, False, price)

    def sample(self, s: S, seat: int, rng: Random) -> Answer | None:
        """Yes as often as no, and of the noes few with another price: random players hardly haggle."""
        found = self.legal(s, seat)
        if rng.random() < 0.5:
            return found[0]
        usual = self.prices(s.pop(), s.top(self.offer))
        counters = [a for a in found if a.price is not None and usual is not None and a.price in usual.usual]
        if counters and rng.random() < 0.25:
            return rng.choice(counters)
        return Answer(seat, False, leave=rng.random() < 0.25)

    def apply(self, s: S, a: Answer) -> S:
        offer = s.top(self.offer)
        s = s.pop()
        if a.accept:
            return self.deal(forget(s, offer), offer)
        if a.price is not None:
            s = s.say(CounterOffered(s.names[a.seat], a.price))
            return propose(s, structs.replace(offer, by=offer.to, to=offer.by, price=a.price))
        s = s.say(self.refused(s, offer))
        return close_door(s, offer) if a.leave else s


class OfferActivity(Activity[S], Generic[S, Made, By]):
    """The other player answers."""

    asks_back = ""
    """What is asked of the player who began, once the other has named a price."""

    def __init__(self, move: AnswerMove[S, Made, By], order_rule: str) -> None:
        self.order_rule = order_rule
        self._moves = (move,)

    def seats(self, s: S) -> tuple[int, ...]:
        return (s.top(Offer).to,)

    def moves(self, s: S) -> tuple[AnswerMove[S, Made, By]]:
        return self._moves

    def prompt(self, s: S) -> Fault:
        return refuse(self.asks_back if s.top(Offer).counter else self.asks, **self.figures(s))
