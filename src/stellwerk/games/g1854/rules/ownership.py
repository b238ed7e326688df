"""TN, LA-5, LR-4: which trains a company may own, where the bank has them, and for how much."""

from collections.abc import Iterator

from stellwerk.engine.rule import Fault, refuse
from stellwerk.games.g1854.rules.runs import RUNS
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.names import train_name
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.state import BANK, POOL, SCRAP
from stellwerk.mech18.trains import BuyTrain, bank_offers, bank_price

Offer = tuple[str, str, int]
"""A train card, the side it is sold as, and its price."""


def is_plus(s: Austria, train: str) -> bool:
    return s.book.trains[s.train_type(train)].versions[0].plus


def may_own(s: Austria, company: str, train: str) -> bool:
    """LR-4, LR-8: plus trains; LA-5, TN-12: scrapped number trains; TN-2: all that is not scrapped."""
    if s.is_local(company):
        return is_plus(s, train)
    scrapped = s.scrapped(s.train_type(train))
    if not s.is_lokalbahn(company):
        return not scrapped
    surplus = s.rulings.lokalbahn_buys_surplus and s.trains[train] == POOL  # Q17
    return not is_plus(s, train) and (scrapped or surplus)


def owns_such_trains(s: Austria, a: BuyTrain) -> Fault | None:
    company = s.top(OperatingTurn).company
    if may_own(s, company, a.train):
        return None
    return refuse("{company} cannot own {train}.", company=company, train=train_name(s, a.train))


def surcharge(s: Austria, company: str) -> int:
    """LA-5: to a Lokalbahn AG the bank sells for 30 more."""
    return s.facts.scrap_surcharge if s.is_lokalbahn(company) else 0


def price_of(s: Austria, a: BuyTrain) -> int:
    """Printed, or 30 more (LA-5); TN-4: the pool sells at face value."""
    return bank_price(s, a) + surcharge(s, s.top(OperatingTurn).company)


def cards(s: Austria) -> Iterator[str]:
    """What the bank sells: its stacks, and of pool and scrap one card for each type and side."""
    yield from bank_offers(s)
    for owner in (POOL, SCRAP):
        seen: set[str] = set()
        for train in s.trains_of(owner):
            if s.versions[train] not in seen:
                seen.add(s.versions[train])
                yield train


def is_left(s: Austria, version: str) -> bool:
    """TN-1: whether the bank still has a card of a side, where they are counted."""
    printed = s.facts.cards.get(version)
    return printed is None or list(s.versions.values()).count(version) < printed


def side_is_left(s: Austria, a: BuyTrain) -> Fault | None:
    if s.trains[a.train] != BANK or is_left(s, a.version):
        return None
    return refuse("No {version} is left.", version=a.version)


def offers_for(s: Austria, company: str) -> list[Offer]:
    """Return what the bank sells that counts for the company and that it may own."""
    return [offer for offer in all_offers(s, company) if s.counts(company, s.train_type(offer[0]))]


def all_offers(s: Austria, company: str) -> Iterator[Offer]:
    for train in cards(s):
        if not may_own(s, company, train):
            continue
        more = surcharge(s, company)
        for version in s.book.trains[s.train_type(train)].versions:
            if is_left(s, version.name) if s.trains[train] == BANK else s.versions[train] == version.name:
                yield train, version.name, version.price + more


def must_buy(s: Austria, company: str) -> bool:
    """TN-7, TN-9: a route and no train that counts; LR-4: no local railway; LA-5: nothing to buy, no duty.

    RT-3: two cities of Wien, or of Sankt Pölten, are no route.
    """
    return (
        not s.is_local(company)
        and not s.limited_trains(company)
        and RUNS.has_route(s, company)
        and bool(offers_for(s, company))
    )
