"""Sentences for the actions that only 1848 has, and for trains bought under the duty."""

from collections.abc import Mapping

from stellwerk.engine.action import Action
from stellwerk.engine.text import Figure, Figures, Teller, Told, msg
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan, grant_loan
from stellwerk.games.g1848.rules.opening import BuyPrivate, CutPrice
from stellwerk.games.g1848.rules.privates import LayTasmania, TakePrivate
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.games.g1848.rules.trains import forced, pay_and_take
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.sentences import RAILWAYS, hex_name, tell_train
from stellwerk.mech18.trains import BuyTrain


def private_name(s: Australia, private: str) -> str:
    """ "P4 The Ghan"."""
    return f"{private} {s.book.privates[private].name}"


def tell_private(s: Australia, a: BuyPrivate) -> Told:
    figures: dict[str, Figure] = {"private": private_name(s, a.private), "price": s.sale[a.private]}
    gift = s.book.privates[a.private].gives
    if gift is None:
        return msg("Buy {private} for {price}"), figures
    paper = s.book.papers[gift]
    figures["company"] = paper.company
    if paper.director:
        return msg("Buy {private} with the director's share of {company} for {price}"), figures
    return msg("Buy {private} with a share of {company} for {price}"), figures


def tell_cut(s: Australia, a: CutPrice) -> Told:
    price = s.sale[a.private]
    return (
        msg("Lower {private} from {old} to {new}"),
        {"private": private_name(s, a.private), "old": price, "new": price - s.facts.auction_step},
    )


def tell_take(s: Australia, a: TakePrivate) -> Told:
    return (
        msg("{company} buys {private} from {player} for {price}"),
        {
            "company": company_of(s),
            "private": private_name(s, a.private),
            "player": s.names[a.seat],
            "price": a.price,
        },
    )


def tell_tasmania(s: Australia, a: LayTasmania) -> Told:
    return (
        msg("Lay the Tasmania tile on {hex}{rotation:0=| (turned #)| (turned #)}"),
        {"hex": hex_name(s, a.hex), "rotation": a.rotation},
    )


def tell_loan(s: Australia, a: TakeLoan) -> Told:
    """With what it does to the price; the hatched column is the company's end (VI-Rec-1)."""
    company = company_of(s)
    after = grant_loan(s)
    figures: Figures = {
        "company": company,
        "amount": s.facts.loan,
        "old": s.price(company),
        "new": after.price(company),
    }
    if company in after.takeovers:
        return msg("Take a loan of {amount}: the Bank of England takes {company} over"), figures
    return msg("Take a loan of {amount}: the price of {company} goes from {old} to {new}"), figures


def tell_forced_train(s: Australia, a: BuyTrain) -> Told:
    """IX-Force: how many loans it takes, and whether the company outlives them."""
    if not forced(s, a):
        return tell_train(s, a)
    company = company_of(s)
    after = pay_and_take(s, company, a)
    figures: Figures = {
        "train": a.version,
        "price": a.price,
        "loans": after.granted_loans - s.granted_loans,
        "company": company,
        "old": s.price(company),
        "new": after.price(company),
    }
    if company in after.takeovers:
        return (
            msg("Try to buy a {train} for {price} by loans: the Bank of England takes {company} over"),
            figures,
        )
    return (
        msg(
            "Buy a {train} for {price} by {loans:# loan|# loans}: the price of {company} goes from "
            "{old} to {new}"
        ),
        figures,
    )


SENTENCES: Mapping[type[Action], Teller] = {
    **RAILWAYS,
    BuyPrivate: tell_private,
    CutPrice: tell_cut,
    TakePrivate: tell_take,
    LayTasmania: tell_tasmania,
    TakeLoan: tell_loan,
    BuyTrain: tell_forced_train,
}
