"""Sentences for the actions that only 1824 has, and for trains that a director helps to pay."""

from collections.abc import Mapping

from stellwerk.engine.action import Action
from stellwerk.engine.step import Pass
from stellwerk.engine.text import Figure, Figures, Teller, Told, msg
from stellwerk.games.g1824.rules.bond import (
    BondInWien,
    BondMarker,
    BuyBond,
    PlaceBondMarker,
    SellBond,
    price_of,
)
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.draft import DrawBuilders, MountainLap
from stellwerk.games.g1824.rules.emergency import RepayDebt, with_interest
from stellwerk.games.g1824.rules.goods_time import NameTowns, PlaceTown, TownCount, TownPlacing
from stellwerk.games.g1824.rules.mountains import MountainSwaps, SwapMountain
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.games.g1824.rules.state_railways import ChooseHome, HomeChoice
from stellwerk.mech18.names import stop_name
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.sentences import RAILWAYS, hex_name, tell_pass, tell_train
from stellwerk.mech18.trains import BuyTrain, treasury_short


def railway_name(s: AustriaHungary, railway: str) -> str:
    """ "EPP Eisenbahn Pilsen–Priesen"."""
    printed = s.book.privates.get(railway) or s.book.companies[railway]
    return f"{railway} {printed.name}"


# -- papers ------------------------------------------------------------------------------------


def tell_builders(s: AustriaHungary, a: DrawBuilders) -> Told:
    return msg("{pre_state} and {coal} will only build"), {"pre_state": a.pre_state, "coal": a.coal}


def tell_railway(s: AustriaHungary, a: BuyRailway) -> Told:
    figures: dict[str, Figure] = {"railway": railway_name(s, a.railway), "price": a.price}
    if a.railway in s.facts.coal and a.railway not in s.builders:
        figures |= {"company": s.facts.coal[a.railway].into, "par": a.price // 2}
        return msg("Buy {railway} for {price}: shares of {company} start at {par}"), figures
    return msg("Buy {railway} for {price}"), figures


def tell_mountain(s: AustriaHungary, a: SwapMountain) -> Told:
    figures = {"private": railway_name(s, a.private), "company": a.company}
    return msg("Exchange {private} for a share of {company}"), figures


def tell_coal(s: AustriaHungary, a: SwapCoal) -> Told:
    figures = {"railway": a.railway, "company": s.facts.coal[a.railway].into}
    return msg("Exchange {railway} for the director's share of {company}"), figures


def tell_bond(s: AustriaHungary, a: BuyBond) -> Told:
    figures: Figures = {"company": s.bond, "price": price_of(s, 0 if a.double else 1, a.double)}
    if a.double:
        return msg("Buy the 20% paper of the bond railway {company} for {price}"), figures
    return msg("Buy a share of the bond railway {company} for {price}"), figures


def tell_bond_sale(s: AustriaHungary, a: SellBond) -> Told:
    figures: Figures = {"company": s.bond, "singles": a.singles, "amount": price_of(s, a.singles, a.double)}
    if not a.double:
        return msg("Sell {singles:# single share|# single shares} of {company} for {amount}"), figures
    if not a.singles:
        return msg("Sell the 20% paper of {company} for {amount}"), figures
    return msg(
        "Sell {singles:# single share|# single shares} and the 20% paper of {company} for {amount}"
    ), figures


def tell_repayment(s: AustriaHungary, a: RepayDebt) -> Told:
    debt = s.debt[s.players[a.seat]]
    figures = {"amount": a.amount, "left": debt - a.amount}
    if a.amount == debt:
        return msg("Pay the whole debt of {amount} back"), figures
    return msg("Pay {amount} of the debt back; {left} stay"), figures


# -- the map -----------------------------------------------------------------------------------


def tell_town_count(s: AustriaHungary, a: NameTowns) -> Told:
    agrees = isinstance(s.frame, TownCount) and a.number == s.frame.number
    told = (
        msg("Agree on the number of town markers: {number}")
        if agrees
        else msg("Ask for this number of town markers: {number}")
    )
    return told, {"number": a.number}


def tell_town(s: AustriaHungary, a: PlaceTown) -> Told:
    return msg("Place a town marker on {hex}"), {"hex": hex_name(s, a.hex)}


def tell_home(s: AustriaHungary, a: ChooseHome) -> Told:
    figures = {"company": s.top(HomeChoice).company, "place": stop_name(s, a.stop)}
    return msg("{company} keeps its marker at {place}"), figures


def tell_bond_marker(s: AustriaHungary, a: PlaceBondMarker) -> Told:
    figures = {"company": s.bond, "place": stop_name(s, a.stop)}
    return msg("Place a marker of the bond railway {company} in {place}"), figures


# -- trains ------------------------------------------------------------------------------------


def tell_aided_train(s: AustriaHungary, a: BuyTrain) -> Told:
    """VII.12: what the director adds, and the debt it makes."""
    short = treasury_short(s, a)
    if not short:
        return tell_train(s, a)
    company = company_of(s)
    owner = s.director(company)
    assert owner is not None
    own = min(short, s.cash[owner])
    figures: Figures = {
        "train": a.version,
        "price": a.price,
        "source": s.trains[a.train],
        "player": s.name(owner),
        "own": own,
        "debt": with_interest(short - own),
    }
    if short > own:
        return (
            msg("Buy a {train} of {source} for {price}: {player} pays {own} and owes {debt} with interest"),
            figures,
        )
    return msg("Buy a {train} of {source} for {price}: {player} pays {own} of it"), figures


# -- passing -----------------------------------------------------------------------------------


def tell_no(s: AustriaHungary, a: Pass) -> Told:
    match s.frame:
        case MountainSwaps():
            return msg("Give {private} up without a share"), {"private": s.frame.left[0]}
        case MountainLap():
            return msg("Buy no mountain railway"), {}
        case TownPlacing():
            return msg("Place no town marker"), {}
        case BondMarker() | BondInWien():
            return msg("Place no marker of the bond railway {company}"), {"company": s.bond}
    return tell_pass(s, a)


SENTENCES: Mapping[type[Action], Teller] = {
    **RAILWAYS,
    DrawBuilders: tell_builders,
    BuyRailway: tell_railway,
    SwapMountain: tell_mountain,
    SwapCoal: tell_coal,
    BuyBond: tell_bond,
    SellBond: tell_bond_sale,
    RepayDebt: tell_repayment,
    NameTowns: tell_town_count,
    PlaceTown: tell_town,
    ChooseHome: tell_home,
    PlaceBondMarker: tell_bond_marker,
    BuyTrain: tell_aided_train,
    Pass: tell_no,
}
