"""Sentences for the actions that only 1854 has."""

from collections.abc import Mapping

from stellwerk.engine.action import Action
from stellwerk.engine.play import activity_of
from stellwerk.engine.step import Pass
from stellwerk.engine.text import Figures, Teller, Told, msg
from stellwerk.games.g1854.rules import tunnels
from stellwerk.games.g1854.rules.emergency import DeclareBankruptcy
from stellwerk.games.g1854.rules.lokalbahn import ChooseHome
from stellwerk.games.g1854.rules.mail import BuyMail, MailStep
from stellwerk.games.g1854.rules.mergers import (
    Founding,
    FoundLokalbahn,
    MergerOffer,
    MergerWindow,
    ProposeMerger,
    next_asked,
)
from stellwerk.games.g1854.rules.opening import Auction, Bid, BuyItem, Contest, bids_on, face_value, lowest
from stellwerk.games.g1854.rules.options import CompleteOption, SellOption, TakeOption, half_price, rest_of
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.games.g1854.rules.tunnels import DigTunnel
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import OperatingTurn, TurnActivity, company_of
from stellwerk.mech18.sentences import (
    RAILWAYS,
    hex_name,
    tell_answer,
    tell_no_more_offers,
    tell_pass,
    tell_train,
)
from stellwerk.mech18.state import OFFER, SEATS
from stellwerk.mech18.trains import BuyTrain, TrainStep, treasury_short


def railway_name(s: Austria, railway: str) -> str:
    """ "P1 Außerfernbahn", "3 Ybbstalbahn"."""
    printed = s.book.privates.get(railway) or s.book.companies[railway]
    return f"{railway} {printed.name}"


# -- the auction -------------------------------------------------------------------------------


def tell_item(s: Austria, a: BuyItem) -> Told:
    figures: Figures = {"railway": railway_name(s, a.item), "price": face_value(s, a.item)}
    return msg("Buy {railway} for {price}"), figures


def tell_bid(s: Austria, a: Bid) -> Told:
    return msg("Bid {amount} for {railway}"), {"railway": railway_name(s, a.item), "amount": a.amount}


# -- options -----------------------------------------------------------------------------------


def tell_option(s: Austria, a: TakeOption) -> Told:
    figures: Figures = {"company": a.company, "price": half_price(s, a)}
    if a.source == OFFER:
        return msg("Take an option on 20% of {company} for {price}; the same is due later"), figures
    return msg("Take an option on 20% of {company} from the pool for {price}; the same is due later"), figures


def tell_completion(s: Austria, a: CompleteOption) -> Told:
    paper = s.open_option(SEATS[a.seat])
    assert paper is not None
    figures: Figures = {"company": s.book.papers[paper].company, "price": rest_of(s, paper)}
    return msg("Pay the remaining {price} for 20% of {company}"), figures


def tell_option_sale(s: Austria, a: SellOption) -> Told:
    paper = s.open_option(SEATS[a.seat])
    assert paper is not None
    company = s.book.papers[paper].company
    return msg("Sell the option on {company} for {amount}"), {"company": company, "amount": s.price(company)}


# -- mergers -----------------------------------------------------------------------------------


def tell_proposal(s: Austria, a: ProposeMerger) -> Told:
    figures = {"railway": a.railway, "partner": a.partner}
    if s.director(a.railway) == s.director(a.partner):
        return msg("Merge {railway} and {partner}"), figures
    figures["player"] = s.names[s.director_seat(a.partner)]
    return msg("Ask {player} to merge {partner} with {railway}"), figures


def tell_reply(s: Austria, a: Answer) -> Told:
    offer = s.frame
    if not isinstance(offer, MergerOffer):
        return tell_answer(s, a)
    if a.leave:
        return tell_no_more_offers(s, a)
    figures = {"railway": offer.railway, "partner": offer.partner}
    if a.accept:
        return msg("Merge {partner} with {railway}"), figures
    return msg("Do not merge {partner} with {railway}"), figures


def tell_founding(s: Austria, a: FoundLokalbahn) -> Told:
    merged = s.top(Founding)
    figures = {"company": a.company, "railway": merged.railway, "partner": merged.partner}
    return msg("{railway} and {partner} become the Lokalbahn AG {company}"), figures


def tell_home(s: Austria, a: ChooseHome) -> Told:
    figures: Figures = {"hex": hex_name(s, a.hex), "tile": a.tile, "rotation": a.rotation}
    if a.tile:
        return msg("Home in {hex}, with tile {tile}{rotation:0=| (turned #)| (turned #)}"), figures
    return msg("Home in {hex}"), figures


# -- the turn of a company ---------------------------------------------------------------------


def tell_tunnel(s: Austria, a: DigTunnel) -> Told:
    figures: Figures = {
        "hex": hex_name(s, a.hex),
        "first": a.first,
        "second": a.second,
        "cost": tunnels.cost(s, a),
        "rebate": a.rebate,
    }
    if a.rebate:
        return msg(
            "Dig a tunnel through {hex} from side {first} to side {second} for {cost} by right of {rebate}"
        ), figures
    return msg("Dig a tunnel through {hex} from side {first} to side {second} for {cost}"), figures


def tell_mail(s: Austria, a: BuyMail) -> Told:
    figures: Figures = {"contract": a.contract, "price": s.facts.mail[a.contract].price}
    return msg("Buy a {contract} mail contract for {price}"), figures


def tell_aided_train(s: Austria, a: BuyTrain) -> Told:
    """EF: what the director adds."""
    short = treasury_short(s, a)
    if not short:
        return tell_train(s, a)
    player = s.names[s.director_seat(company_of(s))]
    figures: Figures = {
        "train": a.version,
        "price": a.price,
        "source": s.trains[a.train],
        "player": player,
        "own": short,
    }
    return msg("Buy a {train} of {source} for {price}: {player} pays {own} of it"), figures


def tell_bankruptcy(s: Austria, a: DeclareBankruptcy) -> Told:
    return msg("Declare bankruptcy: the game is over"), {}


# -- passing -----------------------------------------------------------------------------------


def tell_no(s: Austria, a: Pass) -> Told:
    frame, activity = s.frame, activity_of(s)
    match frame:
        case Auction():
            return msg("Pass"), {}
        case Contest():
            amount = bids_on(s, frame.item)[SEATS[lowest(s)]]
            return msg("Drop out and take {amount} back"), {"amount": amount}
        case MergerWindow():
            return msg("{railway} proposes no merger"), {"railway": next_asked(s)}
    if not isinstance(activity, TurnActivity) or not isinstance(frame, OperatingTurn):
        return tell_pass(s, a)
    match activity.steps[frame.step]:
        case MailStep():
            return msg("Buy no mail contract"), {}
        case TrainStep():
            return msg("Buy no (more) trains"), {}
    return tell_pass(s, a)


SENTENCES: Mapping[type[Action], Teller] = {
    **RAILWAYS,
    BuyItem: tell_item,
    Bid: tell_bid,
    TakeOption: tell_option,
    CompleteOption: tell_completion,
    SellOption: tell_option_sale,
    ProposeMerger: tell_proposal,
    FoundLokalbahn: tell_founding,
    ChooseHome: tell_home,
    DigTunnel: tell_tunnel,
    BuyMail: tell_mail,
    BuyTrain: tell_aided_train,
    Answer: tell_reply,
    DeclareBankruptcy: tell_bankruptcy,
    Pass: tell_no,
}
