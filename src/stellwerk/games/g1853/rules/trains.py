"""4.8: buying trains, with 3.4.3 to 3.4.6: trains on credit."""

from collections.abc import Iterator, Sequence

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Check, Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import Figures, msg
from stellwerk.games.g1853.rules.directors import CreditDue
from stellwerk.games.g1853.rules.events import (
    DirectorGives,
    MarkerUsed,
    TrainOnCredit,
    TrainPaid,
)
from stellwerk.games.g1853.rules.phases import end_of_endless, first_train, return_train
from stellwerk.games.g1853.rules.state import India, Turn
from stellwerk.mech18.emergency import treasury_pays_train
from stellwerk.mech18.names import train_name
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.phases import SurplusActivity, is_surplus
from stellwerk.mech18.state import BANK, SEATS
from stellwerk.mech18.trains import (
    BuyTrain,
    BuyTrainMove,
    TrainOfferActivity,
    TrainStep,
    bank_offers,
    bank_sells_it_now,
    below_train_limit,
    card_side_fixed,
    complete,
    offer_is_new,
    owned_version,
    pays_the_printed_price,
    trade_in_fits,
    train_exists,
    treasury_short,
    version_of,
)

MARKER = msg("train marker")
METRE = "metre"
NEXT_METRE = {"2": "2M", "3": "3M", "4": "4M"}
"""4.8.19-b: phase -> the metre train of the next one."""


class TakeOnCredit(Action, frozen=True):
    """A manager takes a train that the company cannot pay."""

    train: str
    version: str


class PayTrain(Action, frozen=True):
    """Pay for the train that was taken on credit."""


class SettleTrain(Action, frozen=True):
    """A new director pays for the train that a manager took, or gives it back."""

    pay: bool


# -- what is on sale to whom -------------------------------------------------------------------


def in_first_round(s: India) -> bool:
    """The very first operating round of the game."""
    return any(isinstance(frame, OperatingRound) and frame.set == frame.number == 1 for frame in s.stack)


def phase(s: India) -> str:
    return next((kind for kind in ("5", "4", "3") if kind in s.phases), "2")


def gauge_of(s: India, a: BuyTrain | TakeOnCredit) -> str | None:
    version = version_of(s, a.train, a.version)
    assert version is not None
    return version.gauge


def metre_on_sale(s: India) -> bool:
    """4.8.19-b: whether the bank has a metre train for a small company."""
    for train in bank_offers(s):
        for version in s.book.trains[s.train_type(train)].versions:
            if version.gauge != METRE or s.kept_side(train) not in ("", version.name):
                continue
            if version.name != "1M" or s.back_sides:
                return True
    return False


def train_by_marker(s: India, company: str) -> str | None:
    """4.8.19: the metre train that a small company's marker would bring now."""
    if s.is_large(company) or company in s.marked or in_first_round(s) or metre_on_sale(s):
        return None
    kind = NEXT_METRE.get(phase(s))
    return next((train for train in s.trains_of(BANK) if s.train_type(train) == kind), None)


# -- rules -------------------------------------------------------------------------------------


def marker_fits(s: India, a: BuyTrain) -> Fault | None:
    """4.8.19-a, 4.8.19-b, 4.8.19-c."""
    if not a.rebate:
        return None
    company = s.top(Turn).company
    if a.rebate == MARKER and train_by_marker(s, company) == a.train:
        return None
    return refuse(
        "{company} cannot get {train} by a train marker.", company=company, train=train_name(s, a.train)
    )


def on_sale_or_marker(s: India, a: BuyTrain) -> Fault | None:
    return None if a.rebate else bank_sells_it_now(s, a)


def returned_side(s: India, a: BuyTrain) -> Fault | None:
    """4.8.6: whether a card that came back is still a 2/1M (4.8.16) or what it was bought as is a ruling."""
    side = s.kept_side(a.train) if s.trains[a.train] == BANK else ""
    if side in ("", a.version):
        return None
    return refuse("It came back as {side} and is sold as that.", side=side)


def back_side_in_play(s: India, a: BuyTrain | TakeOnCredit) -> Fault | None:
    """2.8.4: without a small company in the first round there is no 1M."""
    if a.version != "1M" or s.back_sides:
        return None
    return refuse("There is no 1M in this game.")


def small_for_1m(s: India, a: BuyTrain | TakeOnCredit) -> Fault | None:
    if a.version != "1M" or not s.is_large(s.top(Turn).company):
        return None
    return refuse("{company} is a large company and gets no 1M.", company=s.top(Turn).company)


def metre_for_large(s: India, a: BuyTrain | TakeOnCredit) -> Fault | None:
    """4.8.15: large companies from phase 3 on, from whomever."""
    if gauge_of(s, a) != METRE or not s.is_large(s.top(Turn).company):
        return None
    if s.facts.metre_for_large_from in s.phases:
        return None
    return refuse(
        "{company} is a large company: metre-gauge trains only from phase 3.", company=s.top(Turn).company
    )


def price_is_agreed(s: India, a: BuyTrain) -> Fault | None:
    """4.8.9: any price from 10 on."""
    least = s.facts.least_train_price
    if s.trains[a.train] == BANK or a.price >= least:
        return None
    return refuse("The price must be at least {least}, not {price}.", least=least, price=a.price)


def is_paid_for(s: India, a: BuyTrain) -> Fault | None:
    if a.train not in s.credit.values():
        return None
    return refuse("{train} is not paid for and cannot be sold.", train=train_name(s, a.train))


def buyer_owes_nothing(s: India, a: BuyTrain) -> Fault | None:
    if s.top(Turn).company not in s.credit:
        return None
    return refuse("{company} still owes for a train and buys no other.", company=s.top(Turn).company)


def gift(s: India, company: str) -> int:
    """4.8.8: what the director could add from their own cash; managers add nothing."""
    seat = s.directors.get(company)
    return 0 if seat is None else max(0, s.cash[SEATS[seat]])


def director_gives_enough(s: India, a: BuyTrain) -> bool:
    return treasury_short(s, a) <= gift(s, s.top(Turn).company)


def give_the_rest(s: India, company: str, price: int) -> India:
    """4.8.8: the director gives exactly what is missing."""
    short = max(0, price - s.cash[company])
    if not short:
        return s
    seat = s.directors[company]
    return s.pay(SEATS[seat], company, short).say(DirectorGives(s.names[seat], company, short))


# -- buying ------------------------------------------------------------------------------------


def choices(s: India, seat: int) -> Iterator[BuyTrain]:
    """What the bank would sell; the train marker's as well."""
    company = s.top(Turn).company
    means = s.cash[company] + gift(s, company)
    for train in bank_offers(s):
        for version in s.book.trains[s.train_type(train)].versions:
            if version.price <= means:
                yield BuyTrain(seat, train, version.name, version.price)
    marked = train_by_marker(s, company)
    if marked is not None:
        version = s.book.trains[s.train_type(marked)].versions[0]
        yield BuyTrain(seat, marked, version.name, version.price, rebate=MARKER)


def purse(s: India, company: str) -> int:
    return int(s.cash[company] + gift(s, company))


def sold_by_bank(s: India, company: str, train: str) -> India:
    """4.8.3, 4.8.17: what a sale by the bank changes."""
    kind = s.train_type(train)
    s = s.replace(beside=tuple(card for card in s.beside if card != train))
    if kind == "3":
        s = end_of_endless(s)
    elif kind == "2":
        s = another_two(s)
    return first_train(s, kind)


def another_two(s: India) -> India:
    """4.8.17: in the very first round there is always another 2/1M beside the 3, until one is bought."""
    cards = [card for card in s.trains if s.train_type(card) == "2"]
    if not s.back_sides or not in_first_round(s) or "3" in s.phases:
        return s
    if any(s.trains[card] == BANK for card in cards):
        return s
    card = f"2-{len(cards)}"
    return s.replace(trains=with_item(s.trains, card, BANK), beside=(*s.beside, card))


def pay_and_take(s: India, company: str, a: BuyTrain) -> India:
    s = give_the_rest(s, company, a.price)
    if a.rebate:
        s = s.replace(marked=(*s.marked, company)).say(MarkerUsed(company))
    return complete(s, company, a, sold_by_bank)


def for_bank(check: Check[India, BuyTrain]) -> Check[India, BuyTrain]:
    return lambda s, a: check(s, a) if s.trains[a.train] == BANK else None


# 4.8.7: no action sells a train to the bank.
BUY = BuyTrainMove[India](
    rule("4.8.2", train_exists),
    rule("4.8.2", trade_in_fits),
    rule("4.8.19-b", marker_fits),
    rule("4.8.3", on_sale_or_marker),  # 4.8.12, 4.8.13, 4.8.16; 4.8.6: returned ones beside it
    rule("4.8.16", card_side_fixed),
    rule("4.8.6", returned_side),
    rule("2.8.4", back_side_in_play),
    rule("4.8.18-a", for_bank(small_for_1m)),
    rule("4.8.18-d", small_for_1m),
    rule("4.8.15", metre_for_large),
    rule("3.4.5", is_paid_for),
    rule("3.4.6", buyer_owes_nothing),
    rule("4.8.5", below_train_limit),  # 4.8.14: metre trains count
    rule("4.8.2", pays_the_printed_price()),
    rule("4.8.9", price_is_agreed),
    rule("4.8.9", offer_is_new),
    rule("4.8.8", treasury_pays_train(director_gives_enough)),
    bank_choices=choices,
    pay_and_take=pay_and_take,
    purse=purse,
    least=10,
    free_prices=True,
)


# -- credit ------------------------------------------------------------------------------------


def a_manager_leads(s: India, a: TakeOnCredit) -> Fault | None:
    """4.8.10: never a director."""
    if not s.has_director(s.top(Turn).company):
        return None
    return refuse("{company} has a director and buys nothing on credit.", company=s.top(Turn).company)


def bank_offers_it(s: India, a: TakeOnCredit) -> Fault | None:
    new = [train for train in bank_offers(s) if train not in s.versions]
    if a.train in new and version_of(s, a.train, a.version) is not None:
        return None
    return refuse("The bank has no new train {train} on sale.", train=train_name(s, a.train))


def without_train(s: India, a: TakeOnCredit) -> Fault | None:
    """3.4.3: only without a train; one unpaid train at a time."""
    company = s.top(Turn).company
    if not s.trains_of(company):
        return None
    return refuse("{company} has a train and takes none on credit.", company=company)


def cannot_pay(s: India, a: TakeOnCredit) -> Fault | None:
    """3.4.3: only if it cannot pay any new train that it may have; by ruling, not the one it takes."""
    company = s.top(Turn).company
    choices = (a,) if s.rulings.credit_by_train else new_trains(s, a.seat)
    for choice in choices:
        version = version_of(s, choice.train, choice.version)
        if version is not None and version.price <= s.cash[company]:
            return refuse(
                "{company} has {cash} and can pay {price} for a {train}.",
                company=company,
                cash=s.cash[company],
                price=version.price,
                train=version.name,
            )
    return None


def new_trains(s: India, seat: int) -> list[TakeOnCredit]:
    """New trains of the bank that the company may have, on whichever side."""
    found = [
        TakeOnCredit(seat, train, version.name)
        for train in bank_offers(s)
        if train not in s.versions
        for version in s.book.trains[s.train_type(train)].versions
    ]
    return [a for a in found if all(rule.check(s, a) is None for rule in FOR_WHOM)]


FOR_WHOM = (
    rule("2.8.4", back_side_in_play),
    rule("4.8.18-a", small_for_1m),
    rule("4.8.15", metre_for_large),
)


class CreditMove(Move[India, TakeOnCredit]):
    """3.4.4: either gauge that the company may buy."""

    action = TakeOnCredit

    def candidates(self, s: India, seat: int) -> Iterator[TakeOnCredit]:
        yield from new_trains(s, seat)

    def apply(self, s: India, a: TakeOnCredit) -> India:
        company = s.top(Turn).company
        version = version_of(s, a.train, a.version)
        assert version is not None
        s = s.replace(
            trains=with_item(s.trains, a.train, company),
            versions=with_item(s.versions, a.train, a.version),
            credit=with_item(s.credit, company, a.train),
        )
        s = s.say(TrainOnCredit(company, a.version, version.price))
        return sold_by_bank(s, company, a.train)


CREDIT = CreditMove(
    rule("4.8.10", a_manager_leads),
    rule("3.4.3", bank_offers_it),
    rule("3.4.3", without_train),
    *FOR_WHOM,
    rule("3.4.3", cannot_pay),
)


def owed(s: India, company: str) -> int:
    return owned_version(s, s.credit[company]).price


def owes_and_has_it(s: India, a: PayTrain) -> Fault | None:
    """3.4.6: in one sum, in the train step."""
    company = s.top(Turn).company
    if company in s.credit and s.cash[company] >= owed(s, company):
        return None
    return refuse("{company} has no unpaid train, or not the money for it.", company=company)


def pay_for_train(s: India, company: str) -> India:
    price, train = owed(s, company), s.versions[s.credit[company]]
    s = s.pay(company, BANK, price)
    s = s.replace(credit={sym: card for sym, card in s.credit.items() if sym != company})
    return s.say(TrainPaid(company, train, price))


class PayTrainMove(Move[India, PayTrain]):
    action = PayTrain

    def candidates(self, s: India, seat: int) -> Sequence[PayTrain]:
        return (PayTrain(seat),) if s.top(Turn).company in s.credit else ()

    def apply(self, s: India, a: PayTrain) -> India:
        return pay_for_train(s, s.top(Turn).company)


PAY = PayTrainMove(rule("3.4.6", owes_and_has_it))


def can_settle(s: India, a: SettleTrain) -> Fault | None:
    company = s.top(CreditDue).company
    if not a.pay or s.cash[company] + gift(s, company) >= owed(s, company):
        return None
    return refuse("{company} and its director have too little money.", company=company)


class SettleMove(Move[India, SettleTrain]):
    action = SettleTrain

    def candidates(self, s: India, seat: int) -> Sequence[SettleTrain]:
        return (SettleTrain(seat, True), SettleTrain(seat, False))

    def apply(self, s: India, a: SettleTrain) -> India:
        company = s.top(CreditDue).company
        s = s.pop()
        if not a.pay:
            return return_train(s, s.credit[company])
        return pay_for_train(give_the_rest(s, company, owed(s, company)), company)


class CreditDueActivity(Activity[India]):
    """4.8.10: who becomes director pays at that moment, or the train goes back."""

    order_rule = "4.8.10"
    asks = msg("{player}: pay for the train that {company} took on credit, or give it back.")
    _moves = (SettleMove(rule("4.8.10", can_settle)),)

    def seats(self, s: India) -> tuple[int, ...]:
        return (s.director_seat(s.top(CreditDue).company),)

    def moves(self, s: India) -> Sequence[Move[India, Action]]:
        return self._moves

    def figures(self, s: India) -> Figures:
        company = s.top(CreditDue).company
        return {"player": s.names[s.director_seat(company)], "company": company}


TRAINS = TrainStep[India](BUY, also=(CREDIT, PAY))  # 4.8.1: voluntary, no duty
OFFER = TrainOfferActivity[India](BUY, order_rule="4.8.9")
# 4.8.6: they come back on sale.
SURPLUS = SurplusActivity[India](rule("4.8.6", is_surplus), give_up=return_train)
