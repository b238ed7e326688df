"""Buying trains: from the bank in ascending order, or from other companies."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Check, Fault, Rule, no
from stellwerk.engine.state import Frame, put
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import msg
from stellwerk.mech18.book import TrainType, Version
from stellwerk.mech18.events import OfferRefused, TrainBought, TrainOffered, TrainTradedIn
from stellwerk.mech18.operating import Step
from stellwerk.mech18.phases import leave_bank
from stellwerk.mech18.runs import has_route
from stellwerk.mech18.state import BANK, OUT, SEAT_OF, STOCKS, Railways


class BuyTrain(Action, frozen=True):
    """Buy a train card as one of its versions, from whoever owns it.

    `exchange` is a train given in payment, `rebate` a right that makes it cheaper.
    """

    train: str
    version: str
    price: int
    exchange: str = ""
    rebate: str = ""


class TrainOffer(Frame, frozen=True):
    """Interruption: another director is asked whether he sells."""

    company: str
    action: BuyTrain


class Answer(Action, frozen=True):
    """Accept or refuse an offer."""

    accept: bool


def kind_of(s: Railways, train: str) -> TrainType | None:
    return s.book.trains.get(train.rpartition("-")[0])


def version_of(s: Railways, train: str, name: str) -> Version | None:
    kind = kind_of(s, train)
    return None if kind is None else next((v for v in kind.versions if v.name == name), None)


def owned_version(s: Railways, train: str) -> Version:
    """The side of the card that its owner bought."""
    name = s.versions[train]
    version = version_of(s, train, name)
    assert version is not None
    return version


def bank_offers(s: Railways) -> list[str]:
    """The cards that the bank sells now."""
    return list(s.offers_of_bank)


def must_buy(s: Railways, company: str) -> bool:
    """The train duty: a route, and no train that fulfils it."""
    return not s.limited_trains(company) and has_route(s, company)


def treasury_short(s: Railways, a: BuyTrain) -> int:
    """What the company lacks for this purchase."""
    return max(0, a.price - s.cash[s.frame.company])


# -- rules that titles give their paragraphs ---------------------------------------------------


def train_exists(s: Railways, a: BuyTrain) -> Fault | None:
    if a.train not in s.trains or s.trains[a.train] == OUT:
        return no("There is no train {train} in play.", train=a.train)
    if version_of(s, a.train, a.version) is None:
        return no("Train {train} has no side {version}.", train=a.train, version=a.version)
    if s.trains[a.train] == s.frame.company:
        return no("{company} already owns {train}.", company=s.frame.company, train=a.train)
    return None


def bank_sells_it_now(s: Railways, a: BuyTrain) -> Fault | None:
    if s.trains[a.train] != BANK or a.train in bank_offers(s):
        return None
    return no("The bank now sells {offers}, not {train}.", offers=", ".join(bank_offers(s)), train=a.train)


def below_train_limit(s: Railways, a: BuyTrain) -> Fault | None:
    """At the limit nothing is bought; a train given in payment leaves first."""
    kind = kind_of(s, a.train)
    owned = [train for train in s.limited_trains(s.frame.company) if train != a.exchange]
    if kind is not None and not s.counts(s.frame.company, kind.name):
        return None
    if len(owned) < s.train_limit(s.frame.company):
        return None
    return no(
        "{company} has {owned} train(s); the limit is {limit}.",
        company=s.frame.company,
        owned=len(owned),
        limit=s.train_limit(s.frame.company),
    )


def one_extra_train(s: Railways, a: BuyTrain) -> Fault | None:
    kind = kind_of(s, a.train)
    assert kind is not None
    company = s.frame.company
    if not kind.extra or all(s.train_type(train) != kind.name for train in s.trains_of(company)):
        return None
    return no("{company} already has a {train}.", company=company, train=kind.name)


def extra_train_stays(s: Railways, a: BuyTrain) -> Fault | None:
    kind = kind_of(s, a.train)
    if kind is None or not kind.extra or s.trains[a.train] == BANK:
        return None
    return no("A {train} is never traded between companies.", train=kind.name)


def trade_is_open(s: Railways, a: BuyTrain) -> Fault | None:
    if s.trains[a.train] in STOCKS or s.granted("train_trade"):
        return None
    return no("Companies cannot trade trains before the first 3-train is sold.")


def card_side_fixed(s: Railways, a: BuyTrain) -> Fault | None:
    """A card owned by a company stays what it was bought as."""
    if s.trains[a.train] == BANK or s.versions[a.train] == a.version:
        return None
    return no("{train} was bought as {side}.", train=a.train, side=s.versions[a.train])


def price_between_companies(s: Railways, a: BuyTrain) -> Fault | None:
    """Same director: any price from 1; different directors: exactly the printed value."""
    seller = s.trains[a.train]
    if seller in STOCKS:
        return None
    if s.director(seller) == s.director(s.frame.company):
        return None if a.price >= 1 else no("The price must be at least 1, not {price}.", price=a.price)
    printed = owned_version(s, a.train).price
    if a.price == printed:
        return None
    return no(
        "Between different directors the price is the printed {printed}, not {price}.",
        printed=printed,
        price=a.price,
    )


def price_is_agreed(s: Railways, a: BuyTrain) -> Fault | None:
    """Between companies any price from 1, whoever directs them."""
    if s.trains[a.train] in STOCKS or a.price >= 1:
        return None
    return no("The price must be at least 1, not {price}.", price=a.price)


def seller_is_open(s: Railways, a: BuyTrain) -> Fault | None:
    """A sheet may hold trains before its company operates, or without a director: nobody can sell those."""
    seller = s.trains[a.train]
    if seller in STOCKS or (seller in s.opened and s.director(seller) is not None):
        return None
    return no("{seller} has nobody who could sell a train.", seller=seller)


def bank_price(s: Railways, a: BuyTrain) -> int:
    """The printed price, less what a train given in payment is worth."""
    version = version_of(s, a.train, a.version)
    assert version is not None
    return version.price - (version.takes_for if a.exchange else 0)


def pays_the_printed_price(price: Callable[[Any, BuyTrain], int] = bank_price) -> Check:
    """The bank takes neither more nor less than `price` says."""

    def check(s: Railways, a: BuyTrain) -> Fault | None:
        if s.trains[a.train] not in STOCKS or a.price == price(s, a):
            return None
        return no("The bank asks {printed} for this, not {price}.", printed=price(s, a), price=a.price)

    return check


def trade_in_fits(s: Railways, a: BuyTrain) -> Fault | None:
    """In payment for a train of the bank: an own train of the type that it takes."""
    if not a.exchange:
        return None
    version, company = version_of(s, a.train, a.version), s.frame.company
    assert version is not None
    if (
        s.trains[a.train] == BANK
        and s.trains.get(a.exchange) == company
        and version.takes == s.train_type(a.exchange)
    ):
        return None
    if not version.takes:
        return no(
            "No train is taken in payment for a {version}, not {exchange} either.",
            version=a.version,
            exchange=a.exchange,
        )
    return no(
        "{exchange} cannot be given in payment for {version}: the bank takes a {takes} of {company}.",
        exchange=a.exchange,
        version=a.version,
        takes=version.takes,
        company=company,
    )


def bank_choices(s: Railways, seat: int, duty: bool) -> Iterator[BuyTrain]:
    """What the bank would sell to the acting company, for money or with a train in payment.

    Under the duty also what the treasury cannot pay.
    """
    company = s.frame.company
    for train in bank_offers(s):
        kind = s.book.trains[s.train_type(train)]
        for version in kind.versions:
            if version.price <= s.cash[company] or (duty and not kind.extra):
                yield BuyTrain(seat, train, version.name, version.price)
            if version.takes:
                # Cards of one type are alike: one of them stands for all.
                old = next((t for t in s.trains_of(company) if s.train_type(t) == version.takes), None)
                if old is not None and (duty or version.price - version.takes_for <= s.cash[company]):
                    yield BuyTrain(seat, train, version.name, version.price - version.takes_for, exchange=old)


# -- purchase --------------------------------------------------------------------------------


def complete(s: Any, company: str, a: BuyTrain, sold: Callable[[Any, str, str], Any]) -> Any:
    """Money and card change hands; `sold` is what follows a sale by the bank."""
    seller = s.trains[a.train]
    if a.exchange:
        name, worth = s.versions[a.exchange], owned_version_price(s, a) - a.price
        s = s.but(trains=put(s.trains, a.exchange, OUT)).say(TrainTradedIn(company, name, worth))
    s = s.pay(company, BANK if seller in STOCKS else seller, a.price)
    s = leave_bank(s, a.train, company) if seller == BANK else s.but(trains=put(s.trains, a.train, company))
    s = s.but(versions=put(s.versions, a.train, a.version))
    s = s.say(TrainBought(company, a.version, seller, a.price))
    return sold(s, company, a.train) if seller == BANK else s


def owned_version_price(s: Railways, a: BuyTrain) -> int:
    version = version_of(s, a.train, a.version)
    assert version is not None
    return version.price


class BuyTrainMove(Move[Any, BuyTrain]):
    """Buy trains one after the other. `bank_choices` lists what the bank would sell to the company.

    Not all is listed: between companies of one director any price goes.
    """

    action = BuyTrain
    listed = False

    def __init__(
        self,
        *rules: Rule,
        bank_choices: Callable[[Any, int], Iterator[BuyTrain]],
        pay_and_take: Callable[[Any, str, BuyTrain], Any],
        purse: Callable[[Any, str], int] = lambda s, company: int(s.cash[company]),
        least: int = 1,
        free_prices: bool = False,
    ) -> None:
        super().__init__(*rules)
        self.bank_choices = bank_choices
        self.pay_and_take = pay_and_take
        self.purse = purse
        """How much the company could pay another one."""
        self.least = least
        """The lowest price between companies."""
        self.free_prices = free_prices
        """Whether any price goes also between different directors."""

    def candidates(self, s: Any, seat: int) -> Iterator[BuyTrain]:
        yield from self.bank_choices(s, seat)
        if not s.granted("train_trade"):
            return
        company = s.frame.company
        cash, purse = s.cash[company], self.purse(s, company)
        for train, owner in s.trains.items():
            if owner in STOCKS or owner in (OUT, company):
                continue
            printed = owned_version(s, train)
            # Where any price goes, as between companies of one director, a useful few are listed.
            free = self.free_prices or s.director(owner) == s.director(company)
            for price in sorted({self.least, printed.price, cash} if free else {printed.price}):
                if self.least <= price <= purse:
                    yield BuyTrain(seat, train, printed.name, price)

    def apply(self, s: Any, a: BuyTrain) -> Any:
        company, seller = s.frame.company, s.trains[a.train]
        if seller not in STOCKS and s.director(seller) != s.director(company):
            s = s.say(TrainOffered(company, seller, a.version, a.price))
            return s.push(TrainOffer(company, a))
        return self.pay_and_take(s, company, a)


class AnswerMove(Move[Any, Answer]):
    action = Answer

    def __init__(self, *rules: Rule, pay_and_take: Callable[[Any, str, BuyTrain], Any]) -> None:
        super().__init__(*rules)
        self.pay_and_take = pay_and_take

    def candidates(self, s: Any, seat: int) -> Iterator[Answer]:
        yield Answer(seat, True)
        yield Answer(seat, False)

    def apply(self, s: Any, a: Answer) -> Any:
        offer = s.frame
        s = s.pop()
        if a.accept:
            return self.pay_and_take(s, offer.company, offer.action)
        turn = s.frame
        s = s.mark(refused=(*turn.refused, offer.action.train))
        return s.say(OfferRefused(s.names[a.seat], offer.action.version))


def not_refused(s: Railways, a: BuyTrain) -> Fault | None:
    """An offer that was refused cannot be repeated in the same turn."""
    if a.train in s.frame.refused:
        return no(
            "The director of {seller} has refused to sell {train}.", seller=s.trains[a.train], train=a.train
        )
    return None


class OfferActivity(Activity[Any]):
    """The other director answers."""

    asks = msg("{player}: sell {train} to {company} for {price}?")

    def __init__(self, move: AnswerMove, order_rule: str) -> None:
        self.order_rule = order_rule
        self._moves = (move,)

    def seats(self, s: Any) -> tuple[int, ...]:
        owner = s.director(s.trains[s.frame.action.train])
        return (SEAT_OF[owner],)

    def moves(self, s: Any) -> Sequence[Move[Any, Any]]:
        return self._moves

    def figures(self, s: Any) -> dict[str, object]:
        offer = s.frame
        seat = self.seats(s)[0]
        return {
            "player": s.names[seat],
            "train": offer.action.version,
            "company": offer.company,
            "price": offer.action.price,
        }


class TrainStep(Step):
    """Buy trains until the director is content and the duty is fulfilled."""

    asks = msg("{player}: {company} may buy trains.")

    def __init__(self, move: BuyTrainMove, *pass_rules: Rule, also: Sequence[Move[Any, Any]] = ()) -> None:
        self.moves = (move, *also)
        self.pass_rules = pass_rules
