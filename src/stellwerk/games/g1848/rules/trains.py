"""IX: buying trains in 1848."""

from collections.abc import Iterator

from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.games.g1848.rules.bank_of_england import TAKE_LOAN, grant_loan
from stellwerk.games.g1848.rules.phases import first_train
from stellwerk.games.g1848.rules.privates import car_bought_a_train, holds_right, use_right
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.games.g1848.rules.takeover import begin_takeover
from stellwerk.games.g1848.rules.train_step import GHAN_REBATE, train_step_is_open
from stellwerk.mech18.emergency import has_its_train, treasury_pays_train
from stellwerk.mech18.names import train_name
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.phases import SurplusActivity, is_surplus
from stellwerk.mech18.state import BANK
from stellwerk.mech18.trains import (
    BuyTrain,
    BuyTrainMove,
    TrainOfferActivity,
    TrainStep,
    bank_choices,
    bank_offers,
    bank_price,
    bank_sells_it_now,
    below_train_limit,
    card_side_fixed,
    complete,
    kind_of,
    must_buy,
    offer_is_new,
    pays_the_printed_price,
    price_between_companies,
    trade_in_fits,
    trade_is_open,
    train_exists,
    treasury_short,
)


def price(s: Australia, a: BuyTrain) -> int:
    """IX-Buy-4: the printed price, less a trade-in (IX-5) or the Ghan's rebate (V-P4-1)."""
    return bank_price(s, a) - (GHAN_REBATE if a.rebate else 0)


def only_for_the_first(s: Australia, a: BuyTrain) -> Fault | None:
    """IX-5: a train is given in payment only for the very first 8/D to leave the bank."""
    if not a.exchange or a.train == f"{s.train_type(a.train)}-0":
        return None
    return refuse(
        "Only for the very first {version} a train is taken in payment, not {exchange} now.",
        version=a.version,
        exchange=train_name(s, a.exchange),
    )


def ghan_rebate_due(s: Australia, a: BuyTrain) -> Fault | None:
    """V-P4-1: once, on a 2E from the bank, by the company or its director."""
    if not a.rebate:
        return None
    kind = kind_of(s, a.train)
    ghan = kind is not None and kind.extra and s.trains[a.train] == BANK
    if a.rebate == "P4" and ghan and holds_right(s, s.top(OperatingTurn).company, "P4"):
        return None
    return refuse(
        "{company} has no right {rebate} for this train.",
        company=s.top(OperatingTurn).company,
        rebate=a.rebate,
    )


def one_extra_train(s: Australia, a: BuyTrain) -> Fault | None:
    kind = kind_of(s, a.train)
    assert kind is not None
    company = s.top(OperatingTurn).company
    if not kind.extra or all(s.train_type(train) != kind.name for train in s.trains_of(company)):
        return None
    return refuse("{company} already has a {train}.", company=company, train=kind.name)


def extra_train_stays(s: Australia, a: BuyTrain) -> Fault | None:
    kind = kind_of(s, a.train)
    if kind is None or not kind.extra or s.trains[a.train] == BANK:
        return None
    return refuse("A {train} is never traded between companies.", train=kind.name)


def affordable(s: Australia) -> bool:
    """Return whether the treasury pays some new train that fulfils the duty: then no purchase is forced."""
    kinds = [s.book.trains[s.train_type(train)] for train in bank_offers(s)]
    prices = [version.price for kind in kinds if not kind.extra for version in kind.versions]
    return s.cash[s.top(OperatingTurn).company] >= min(prices)


def forced(s: Australia, a: BuyTrain) -> bool:
    """IX-Force-1: a company with the duty and too little money for a new train of the bank."""
    kind = kind_of(s, a.train)
    return (
        treasury_short(s, a) > 0
        and (s.rulings.forced_loans_all_three or not affordable(s))
        and s.trains[a.train] == BANK
        and kind is not None
        and not kind.extra
        and must_buy(s, s.top(OperatingTurn).company)
    )


def voluntary_loan_first(s: Australia, a: BuyTrain) -> Fault | None:
    """S5: under 18xx.games an available voluntary loan comes before a forced purchase."""
    if not s.rulings.forced_loans_all_three or not forced(s, a) or not TAKE_LOAN.legal(s, a.seat):
        return None
    return refuse("{company} must take its voluntary loan first.", company=s.top(OperatingTurn).company)


def choices(s: Australia, seat: int) -> Iterator[BuyTrain]:
    """What the bank would sell: both sides of the card, a trade-in, the Ghan with its rebate."""
    yield from bank_choices(s, seat, must_buy(s, s.top(OperatingTurn).company))
    for train in bank_offers(s):
        kind = s.book.trains[s.train_type(train)]
        for version in kind.versions if kind.extra else ():
            yield BuyTrain(seat, train, version.name, version.price - GHAN_REBATE, rebate="P4")


def sold_by_bank(s: Australia, company: str, train: str) -> Australia:
    """X: the first of its type changes the phase."""
    return first_train(s, s.train_type(train))


def pay_and_take(s: Australia, company: str, a: BuyTrain) -> Australia:
    """The purchase, with a forced one's loans; in receivership nothing is bought (IX-Force-2, S6)."""
    s = s.update_frame(bought=True)
    while treasury_short(s, a):
        if s.granted_loans >= s.facts.loan_markers:
            return begin_takeover(s, company)  # IX-Force-4
        s = grant_loan(s, forced=True)
        if company in s.takeovers:
            return s
    if a.rebate:
        s = use_right(s, a.rebate, company)
    return car_bought_a_train(complete(s, company, a, sold_by_bank), company)


BUY = BuyTrainMove[Australia](
    rule("IX-Buy-4", train_exists),
    rule("IX-Buy-4", bank_sells_it_now),  # IX-8: 8/D follow the second 6; IX-6: the 2E beside the order
    rule("IX-Buy-2", trade_is_open),
    rule("IX-7", extra_train_stays),
    rule("IX-7", one_extra_train),
    rule("IX-Buy-2", card_side_fixed),
    rule("IX-5", trade_in_fits),
    rule("IX-5", only_for_the_first),
    rule("V-P4-1", ghan_rebate_due),
    rule("IX-Buy-3", below_train_limit),  # IX-9: a train given in payment leaves first
    rule("IX-Buy-4", pays_the_printed_price(price)),
    rule("IX-Buy-2", price_between_companies),
    rule("IX-Buy-2", offer_is_new),
    rule("IX-Force-3", treasury_pays_train(forced)),  # loans come in only where the duty forces the purchase
    rule("S5", voluntary_loan_first),
    rule("S16", train_step_is_open),
    bank_choices=choices,
    pay_and_take=pay_and_take,
)

# IX-1, VI-Allg-1: with a route and without a train the turn cannot end (a 2E does not help).
TRAINS = TrainStep[Australia](BUY, rule("IX-1", has_its_train(must_buy)))
OFFER = TrainOfferActivity[Australia](BUY, order_rule="IX-Buy-2")
SURPLUS = SurplusActivity[Australia](rule("IX-Buy-5", is_surplus))
