"""Buying trains: from the bank in ascending order, or from other companies."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Check, Fault, Rule, refuse
from stellwerk.engine.state import Event, with_item
from stellwerk.engine.step import Move, Pass
from stellwerk.engine.text import Figures, msg
from stellwerk.mech18.book import TrainType, Version
from stellwerk.mech18.events import (
    OfferRefused,
    PurchaseRefused,
    TrainBought,
    TrainOffered,
    TrainTradedIn,
)
from stellwerk.mech18.names import train_name
from stellwerk.mech18.negotiation import (
    AnswerMove,
    Offer,
    OfferActivity,
    Prices,
    is_new,
    prices,
    propose,
    refused_prices,
    talks_of,
)
from stellwerk.mech18.operating import OperatingTurn, Step, company_of, nearest_miss
from stellwerk.mech18.phases import leave_bank
from stellwerk.mech18.runs import has_route
from stellwerk.mech18.state import BANK, OUT, STOCKS, AnyRailways, S


class BuyTrain(Action, frozen=True):
    """Buy a train card as one of its versions, from whoever owns it.

    `exchange` is a train given in payment, `rebate` a right that makes it cheaper.
    """

    train: str
    version: str
    price: int
    exchange: str = ""
    rebate: str = ""


class TrainOffer(Offer, frozen=True, kw_only=True):
    """Interruption: another director is asked to sell, or the buyer to pay so much."""

    company: str
    train: str
    version: str
    price: int

    @property
    def action(self) -> BuyTrain:
        """The purchase that an acceptance makes."""
        return self.at(self.price)

    def at(self, price: int) -> BuyTrain:
        return BuyTrain(self.first, self.train, self.version, price)


def kind_of(s: AnyRailways, train: str) -> TrainType | None:
    return s.book.trains.get(train.rpartition("-")[0])


def version_of(s: AnyRailways, train: str, name: str) -> Version | None:
    kind = kind_of(s, train)
    for version in () if kind is None else kind.versions:
        if version.name == name:
            return version
    return None


def owned_version(s: AnyRailways, train: str) -> Version:
    """Return the side of the card that its owner bought."""
    name = s.versions[train]
    version = version_of(s, train, name)
    assert version is not None
    return version


def bank_offers(s: AnyRailways) -> list[str]:
    """Return the cards that the bank sells now."""
    return list(s.offers_of_bank)


def must_buy(s: AnyRailways, company: str) -> bool:
    """The train duty: a route, and no train that fulfils it."""
    return not s.limited_trains(company) and has_route(s, company)


def treasury_short(s: AnyRailways, a: BuyTrain) -> int:
    """Return what the company lacks for this purchase."""
    return max(0, a.price - s.cash[company_of(s)])


# -- rules that titles give their paragraphs ---------------------------------------------------


def train_exists(s: AnyRailways, a: BuyTrain) -> Fault | None:
    if a.train not in s.trains or s.trains[a.train] == OUT:
        return refuse("There is no train {train} in play.", train=train_name(s, a.train))
    if version_of(s, a.train, a.version) is None:
        return refuse("Train {train} has no side {version}.", train=train_name(s, a.train), version=a.version)
    company = s.top(OperatingTurn).company
    if s.trains[a.train] == company:
        return refuse("{company} already owns {train}.", company=company, train=train_name(s, a.train))
    return None


def bank_sells_it_now(s: AnyRailways, a: BuyTrain) -> Fault | None:
    if s.trains[a.train] != BANK or a.train in bank_offers(s):
        return None
    return refuse(
        "The bank now sells {offers}, not {train}.",
        offers=", ".join(dict.fromkeys(train_name(s, train) for train in bank_offers(s))),
        train=train_name(s, a.train),
    )


def below_train_limit(s: AnyRailways, a: BuyTrain) -> Fault | None:
    """At the limit nothing is bought; a train given in payment leaves first."""
    company, kind = s.top(OperatingTurn).company, kind_of(s, a.train)
    if kind is not None and not s.counts(company, kind.name):
        return None
    owned = [train for train in s.limited_trains(company) if train != a.exchange]
    limit = s.train_limit(company)
    if len(owned) < limit:
        return None
    return refuse(
        "{company} has {owned:# train|# trains}; the limit is {limit}.",
        company=company,
        owned=len(owned),
        limit=limit,
    )


def trade_is_open(s: AnyRailways, a: BuyTrain) -> Fault | None:
    if s.trains[a.train] in STOCKS or s.granted("train_trade"):
        return None
    return refuse("Companies cannot trade trains before the first 3-train is sold.")


def card_side_fixed(s: AnyRailways, a: BuyTrain) -> Fault | None:
    """A card owned by a company stays what it was bought as."""
    if s.trains[a.train] == BANK or s.versions[a.train] == a.version:
        return None
    return refuse("It was bought as {side}, not as {version}.", side=s.versions[a.train], version=a.version)


def price_between_companies(s: AnyRailways, a: BuyTrain) -> Fault | None:
    """Same director: any price from 1; different directors: exactly the printed value."""
    seller = s.trains[a.train]
    if seller in STOCKS:
        return None
    if s.director(seller) == s.director(s.top(OperatingTurn).company):
        return None if a.price >= 1 else refuse("The price must be at least 1, not {price}.", price=a.price)
    printed = owned_version(s, a.train).price
    if a.price == printed:
        return None
    return refuse(
        "Between different directors the price is the printed {printed}, not {price}.",
        printed=printed,
        price=a.price,
    )


def price_is_agreed(s: AnyRailways, a: BuyTrain) -> Fault | None:
    """Between companies any price from 1, whoever directs them."""
    if s.trains[a.train] in STOCKS or a.price >= 1:
        return None
    return refuse("The price must be at least 1, not {price}.", price=a.price)


def seller_is_open(s: AnyRailways, a: BuyTrain) -> Fault | None:
    """A sheet may hold trains before its company operates, or without a director: nobody can sell those."""
    seller = s.trains[a.train]
    if seller in STOCKS or (seller in s.opened and s.director(seller) is not None):
        return None
    return refuse("{seller} has nobody who could sell a train.", seller=seller)


def bank_price(s: AnyRailways, a: BuyTrain) -> int:
    """Return the printed price, less what a train given in payment is worth."""
    version = version_of(s, a.train, a.version)
    assert version is not None
    return version.price - (version.takes_for if a.exchange else 0)


def pays_the_printed_price(price: Callable[[S, BuyTrain], int] = bank_price) -> Check[S, BuyTrain]:
    """The bank takes neither more nor less than `price` says."""

    def check(s: S, a: BuyTrain) -> Fault | None:
        if s.trains[a.train] not in STOCKS or a.price == price(s, a):
            return None
        return refuse("The bank asks {printed} for this, not {price}.", printed=price(s, a), price=a.price)

    return check


def trade_in_fits(s: AnyRailways, a: BuyTrain) -> Fault | None:
    """In payment for a train of the bank: an own train of the type that it takes."""
    if not a.exchange:
        return None
    version, company = version_of(s, a.train, a.version), s.top(OperatingTurn).company
    assert version is not None
    if (
        s.trains[a.train] == BANK
        and s.trains.get(a.exchange) == company
        and version.takes == s.train_type(a.exchange)
    ):
        return None
    if not version.takes:
        return refuse(
            "No train is taken in payment for a {version}, not {exchange} either.",
            version=a.version,
            exchange=train_name(s, a.exchange),
        )
    return refuse(
        "{exchange} cannot be given in payment for {version}: the bank takes a {takes} of {company}.",
        exchange=train_name(s, a.exchange),
        version=a.version,
        takes=version.takes,
        company=company,
    )


def bank_choices(s: AnyRailways, seat: int, duty: bool) -> Iterator[BuyTrain]:
    """What the bank would sell to the acting company, for money or with a train in payment.

    Under the duty also what the treasury cannot pay.
    """
    company = s.top(OperatingTurn).company
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


def complete(s: S, company: str, a: BuyTrain, sold: Callable[[S, str, str], S]) -> S:
    """Money and card change hands; `sold` is what follows a sale by the bank."""
    seller = s.trains[a.train]
    if a.exchange:
        name, worth = s.versions[a.exchange], owned_version_price(s, a) - a.price
        s = s.replace(trains=with_item(s.trains, a.exchange, OUT)).say(TrainTradedIn(company, name, worth))
    s = s.pay(company, BANK if seller in STOCKS else seller, a.price)
    s = (
        leave_bank(s, a.train, company)
        if seller == BANK
        else s.replace(trains=with_item(s.trains, a.train, company))
    )
    s = s.replace(versions=with_item(s.versions, a.train, a.version))
    s = s.say(TrainBought(company, a.version, seller, a.price))
    return sold(s, company, a.train) if seller == BANK else s


def owned_version_price(s: AnyRailways, a: BuyTrain) -> int:
    version = version_of(s, a.train, a.version)
    assert version is not None
    return version.price


class BuyTrainMove(Move[S, BuyTrain]):
    """Buy trains one after the other. `bank_choices` lists what the bank would sell to the company.

    Not all is listed: between companies of one director, or of any where `free_prices`, any price goes.
    """

    action = BuyTrain
    listed = False

    def __init__(
        self,
        *rules: Rule[S, BuyTrain],
        bank_choices: Callable[[S, int], Iterator[BuyTrain]],
        pay_and_take: Callable[[S, str, BuyTrain], S],
        purse: Callable[[S, str], int] = lambda s, company: s.cash[company],
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

    def candidates(self, s: S, seat: int) -> Iterator[BuyTrain]:
        yield from self.bank_choices(s, seat)
        if not s.granted("train_trade"):
            return
        company = s.top(OperatingTurn).company
        purse = self.purse(s, company)
        for train, owner in s.trains.items():
            if owner in STOCKS or owner in (OUT, company):
                continue
            name = owned_version(s, train).name
            for price in self.prices(s, train, purse).listed(prices_in_vain(s, seat, train)):
                yield BuyTrain(seat, train, name, price)

    def prices(self, s: S, train: str, purse: int | None = None) -> Prices:
        """Return what the acting company may pay another one for this train.

        Who asks for many knows its `purse`.
        """
        company, printed = s.top(OperatingTurn).company, owned_version(s, train).price
        purse = self.purse(s, company) if purse is None else purse
        free = self.free_prices and not s.book.asked_at_printed_price
        if free or not is_asked(s, train):
            # Where any price goes, as between companies of one director, a useful few are listed.
            return prices(self.least, purse, (self.least, printed, s.cash[company]))
        return prices(printed, min(printed, purse), (printed,))

    def usual(self, s: S, seat: int) -> list[BuyTrain]:
        """Legal purchases without those that are listed only because the usual prices were refused."""
        purse = self.purse(s, s.top(OperatingTurn).company)
        return [
            a
            for a in self.legal(s, seat)
            if s.trains[a.train] in STOCKS or a.price in self.prices(s, a.train, purse).usual
        ]

    def sample(self, s: S, seat: int, rng: Random) -> BuyTrain | None:
        found = self.usual(s, seat)
        return rng.choice(found) if found else None

    def apply(self, s: S, a: BuyTrain) -> S:
        company, seller = s.top(OperatingTurn).company, s.trains[a.train]
        if not is_asked(s, a.train):
            return self.pay_and_take(s, company, a)
        offer = TrainOffer(
            by=a.seat,
            to=s.director_seat(seller),
            first=a.seat,
            thing=thing_of(s, a.train),
            price=a.price,
            company=company,
            train=a.train,
            version=a.version,
        )
        return propose(s.say(TrainOffered(company, seller, a.version, a.price)), offer)


# -- offers ----------------------------------------------------------------------------------


def is_asked(s: AnyRailways, train: str) -> bool:
    """Return whether somebody else decides about this train."""
    seller = s.trains[train]
    return seller not in STOCKS and s.director(seller) != s.director(company_of(s))


def thing_of(s: AnyRailways, train: str) -> str:
    """Cards of one type in one hand are alike: whoever refuses one has refused the other."""
    if s.book.refused_by_card:
        return train
    return f"{s.trains[train]} {s.versions[train]}"


def prices_in_vain(s: AnyRailways, seat: int, train: str) -> tuple[int, ...]:
    """At which prices the train's director has refused in this turn."""
    if not is_asked(s, train):
        return ()
    return refused_prices(s, seat, s.director_seat(s.trains[train]), thing_of(s, train))


def offer_is_new(s: AnyRailways, a: BuyTrain) -> Fault | None:
    """The same offer is made once in a turn, and none to a director who wants no more."""
    if not is_asked(s, a.train):
        return None
    if s.book.refused_by_card and any(made.thing == a.train for made in talks_of(s).offered):
        return refuse(
            "{player} has refused this in this turn.", player=s.names[s.director_seat(s.trains[a.train])]
        )
    return is_new(s, a.seat, s.director_seat(s.trains[a.train]), thing_of(s, a.train), a.price)


class TrainAnswerMove(AnswerMove[S, TrainOffer, BuyTrain]):
    """Sell a train or not; the buyer answers in turn when another price is named."""

    offer = TrainOffer

    def __init__(self, buy: BuyTrainMove[S], order_rule: str) -> None:
        # Another price is judged like an offer, but for having been offered: that has its direction.
        super().__init__(order_rule, (term for term in buy.rules if term.check is not offer_is_new))
        self.buy = buy

    def proposal(self, offer: TrainOffer, price: int) -> BuyTrain:
        return offer.at(price)

    def prices(self, s: S, offer: TrainOffer) -> Prices | None:
        return self.buy.prices(s, offer.train) if self.buy.free_prices else None

    def deal(self, s: S, offer: TrainOffer) -> S:
        return self.buy.pay_and_take(s, offer.company, offer.action)

    def refused(self, s: S, offer: TrainOffer) -> Event:
        name = s.names[offer.to]
        if offer.counter:
            return PurchaseRefused(name, offer.version, offer.price)
        return OfferRefused(name, offer.version)


class PrintedPriceAnswerMove(TrainAnswerMove[S]):
    """Where directors trade at the printed price alone there is no other to name: all answers are listed."""

    listed = True


class TrainOfferActivity(OfferActivity[S, TrainOffer, BuyTrain]):
    """The other director answers, or the buyer."""

    asks = msg("{player}: sell {train} to {company} for {price}?")
    asks_back = msg("{player}: buy {train} of {seller} for {price}?")

    def __init__(self, buy: BuyTrainMove[S], order_rule: str) -> None:
        kind = TrainAnswerMove if buy.free_prices else PrintedPriceAnswerMove
        super().__init__(kind(buy, order_rule), order_rule)

    def figures(self, s: S) -> Figures:
        offer = s.top(TrainOffer)
        return {
            "player": s.names[offer.to],
            "train": offer.version,
            "seller": s.trains[offer.train],
            "company": offer.company,
            "price": offer.price,
        }


class TrainStep(Step[S]):
    """Buy trains until the director is content and the duty is fulfilled."""

    name = "trains"
    asks = msg("{player}: {company} may buy trains.")
    missed = msg("{company} can buy no train.")

    def __init__(
        self, move: BuyTrainMove[S], *pass_rules: Rule[S, Pass], also: Sequence[Move[S, Action]] = ()
    ) -> None:
        self.moves = (move, *also)
        self.pass_rules = pass_rules

    def lacks(self, s: S) -> Fault | None:
        company = s.top(OperatingTurn).company
        owned, limit, cash = len(s.limited_trains(company)), s.train_limit(company), s.cash[company]
        if owned >= limit:
            return refuse("It has {owned:# train|# trains}; the limit is {limit}.", owned=owned, limit=limit)
        sides = (side for train in bank_offers(s) for side in s.sides_on_sale(train))
        price = min((side.price for side in sides), default=None)
        if price is None:
            return refuse("The bank has no train left.")
        if price > cash:
            return refuse("It has {cash}; the cheapest train costs {price}.", cash=cash, price=price)
        return nearest_miss(s, self.moves)
