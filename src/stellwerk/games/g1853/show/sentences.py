"""Sentences for the actions that only 1853 has, and for those that cost something else here."""

from collections.abc import Mapping

from stellwerk.engine.action import Action
from stellwerk.engine.step import Pass
from stellwerk.engine.text import Figures, Teller, Told, msg
from stellwerk.games.g1853.rules.cities import NameCity, Naming
from stellwerk.games.g1853.rules.directors import CreditDue
from stellwerk.games.g1853.rules.elephant import (
    ElephantOffer,
    ElephantSale,
    ExtraRound,
    OfferElephant,
    OrderRound,
)
from stellwerk.games.g1853.rules.fulfilment import Pardon, Vote
from stellwerk.games.g1853.rules.opening import DrawOrder, WriteBond
from stellwerk.games.g1853.rules.runs import LeaveMail
from stellwerk.games.g1853.rules.state import India, SharesRound, Turn
from stellwerk.games.g1853.rules.stock import PayShare, purchase_price, sale_price
from stellwerk.games.g1853.rules.track import ChooseOption
from stellwerk.games.g1853.rules.trains import PayTrain, SettleTrain, TakeOnCredit, owed
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.sentences import RAILWAYS, tell_answer, tell_no_more_offers, tell_pass
from stellwerk.mech18.state import OFFER
from stellwerk.mech18.stock import BuyShare, SellShares
from stellwerk.mech18.trains import version_of


def tell_bond(s: India, a: WriteBond) -> Told:
    return msg("Write down a bond of {bond}"), {"bond": a.bond}


def tell_order(s: India, a: DrawOrder) -> Told:
    return msg("Seats: {order}"), {"order": ", ".join(s.names[seat] for seat in a.order)}


def tell_city(s: India, a: NameCity) -> Told:
    city = s.facts.cities[a.city]
    return (
        msg("Name {city} ({value}) and take a share of {company}"),
        {"city": city.name, "value": city.value, "company": a.company},
    )


def tell_sale(s: India, a: SellShares) -> Told:
    amount = a.shares * sale_price(s, a.company)
    figures: Figures = {"shares": a.shares, "company": a.company, "amount": amount}
    if a.shares == 1:
        return msg("Sell a share of {company} for {amount}"), figures
    return msg("Sell {shares:# share|# shares} of {company} for {amount}"), figures


def tell_purchase(s: India, a: BuyShare) -> Told:
    figures: Figures = {"company": a.company, "price": purchase_price(s, a)}
    if a.source == OFFER:
        return msg("Buy a new share of {company} for {price}"), figures
    return msg("Buy a share of {company} from the pool for {price}"), figures


def tell_payment(s: India, a: PayShare) -> Told:
    return (
        msg("Pay {price} for a contract share of {company}"),
        {"price": s.par[a.company], "company": a.company},
    )


def tell_elephant(s: India, a: OfferElephant) -> Told:
    return msg("Offer the elephant to {player} for {price}"), {"player": s.names[a.to], "price": a.price}


def tell_extra(s: India, a: OrderRound) -> Told:
    return msg("Order another operating round"), {}


def tell_option(s: India, a: ChooseOption) -> Told:
    company = company_of(s)
    figures: Figures = {"company": company, "fee": s.facts.sheets[company].fee}
    if a.now:
        return msg("{company} may lay two tiles at once, for {fee} each time"), figures
    return msg("{company} may lay two tiles from phase 3 on, without a fee"), figures


def tell_vote(s: India, a: Vote) -> Told:
    figures = {"player": s.names[s.top(Pardon).seat]}
    return (msg("Pardon {player}") if a.pardon else msg("Do not pardon {player}")), figures


def tell_no_mail(s: India, a: LeaveMail) -> Told:
    return msg("{company} carries no mail: {amount} less"), {
        "company": company_of(s),
        "amount": s.top(Turn).mail,
    }


def tell_credit(s: India, a: TakeOnCredit) -> Told:
    version = version_of(s, a.train, a.version)
    assert version is not None
    return msg("Take a {train} on credit, {price} owed"), {"train": a.version, "price": version.price}


def tell_paid(s: India, a: PayTrain) -> Told:
    company = company_of(s)
    figures: Figures = {"train": s.versions[s.credit[company]], "price": owed(s, company)}
    return msg("Pay {price} for the {train}"), figures


def tell_settled(s: India, a: SettleTrain) -> Told:
    company = s.top(CreditDue).company
    figures: Figures = {"company": company, "train": s.versions[s.credit[company]], "price": owed(s, company)}
    if a.pay:
        return msg("Pay {price} for the {train} of {company}"), figures
    return msg("Give the {train} of {company} back to the bank"), figures


def tell_said_yes(s: India, a: Answer) -> Told:
    """An answer about a train, or about the elephant."""
    if not isinstance(s.frame, ElephantOffer):
        return tell_answer(s, a)
    if a.leave:
        return tell_no_more_offers(s, a)
    figures = {"price": s.frame.price if a.price is None else a.price}
    if s.frame.counter:  # its owner answers
        if a.price is not None:
            return msg("Ask {price} for the elephant instead"), figures
        if a.accept:
            return msg("Sell the elephant for {price}"), figures
        return msg("Do not sell the elephant for {price}"), figures
    if a.price is not None:
        return msg("Offer {price} for the elephant instead"), figures
    return (msg("Buy the elephant for {price}") if a.accept else msg("Do not buy the elephant")), figures


def tell_no_more(s: India, a: Pass) -> Told:
    """What passing means here."""
    match s.frame:
        case Naming():
            return msg("Close the contract"), {}
        case SharesRound() as turn if turn.bought or turn.turn_sold:
            return msg("End the turn"), {}
        case ElephantSale():
            return msg("Keep the elephant"), {}
        case ExtraRound():
            return msg("Go on to the stock round"), {}
        case _:
            return tell_pass(s, a)


SENTENCES: Mapping[type[Action], Teller] = {
    **RAILWAYS,
    WriteBond: tell_bond,
    DrawOrder: tell_order,
    NameCity: tell_city,
    SellShares: tell_sale,
    BuyShare: tell_purchase,
    PayShare: tell_payment,
    OfferElephant: tell_elephant,
    OrderRound: tell_extra,
    ChooseOption: tell_option,
    Vote: tell_vote,
    LeaveMail: tell_no_mail,
    TakeOnCredit: tell_credit,
    PayTrain: tell_paid,
    SettleTrain: tell_settled,
    Answer: tell_said_yes,
    Pass: tell_no_more,
}
