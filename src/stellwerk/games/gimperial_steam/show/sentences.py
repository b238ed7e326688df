"""Sentences for the actions of Imperial Steam."""

from collections.abc import Mapping

from stellwerk.engine.action import Action
from stellwerk.engine.text import Figure, Figures, Teller, Told, msg
from stellwerk.games.gimperial_steam.data.components import BRIDGE, TUNNEL
from stellwerk.games.gimperial_steam.rules import access, locomotives
from stellwerk.games.gimperial_steam.rules.access import BuyAccess
from stellwerk.games.gimperial_steam.rules.build import (
    WORKING,
    BuildFactory,
    BuildStation,
    StaffFactory,
    factory_cost,
)
from stellwerk.games.gimperial_steam.rules.contracts import PlaceFactory, TakeContract, TakeOffFactory
from stellwerk.games.gimperial_steam.rules.deliver import Deliver, payment
from stellwerk.games.gimperial_steam.rules.goods import BuyGood, Discard, OrderGood, Produce, market_price
from stellwerk.games.gimperial_steam.rules.hire import HireEngineer, HireWorker, hub_of, wage
from stellwerk.games.gimperial_steam.rules.joining import INFLUENCE, PRICE, UsePoint
from stellwerk.games.gimperial_steam.rules.locomotives import BuyLocomotive, UpgradeLocomotive
from stellwerk.games.gimperial_steam.rules.lots import Draw
from stellwerk.games.gimperial_steam.rules.opening import Bid
from stellwerk.games.gimperial_steam.rules.shares import MovePrice, SellShare, ShowCharity
from stellwerk.games.gimperial_steam.rules.state import Steam
from stellwerk.games.gimperial_steam.rules.track import AssignWorker, LayTrack, effort, fee, link_name
from stellwerk.games.gimperial_steam.rules.turn import TILES, ChooseAction, EndTurn, TakeHandBack, repeat_cost


def tell_draw(s: Steam, a: Draw) -> Told:
    return msg("Draw lots ({lot}): {drawn}"), {"lot": a.lot, "drawn": ", ".join(a.drawn)}


def tell_bid(s: Steam, a: Bid) -> Told:
    return msg("Bid {amount} for influence"), {"amount": a.amount}


def tell_choice(s: Steam, a: ChooseAction) -> Told:
    figures: dict[str, Figure] = {"tile": TILES[a.tile]}
    cost = repeat_cost(s, a.seat, a.tile)
    if not cost:
        return "{tile}", figures
    return msg("{tile} once more, for {steps} influence"), figures | {"steps": cost}


def tell_end(s: Steam, a: EndTurn) -> Told:
    return msg("End the turn"), {}


def tell_take_back(s: Steam, a: TakeHandBack) -> Told:
    return msg("Take the hand back: the main action cannot be carried out"), {}


def tell_track(s: Steam, a: LayTrack) -> Told:
    kind = s.book.parts.links[a.link].type
    figures: Figures = {
        "link": link_name(s, a.link),
        "effort": effort(s, a.seat, a.link),
        "fee": fee(s, a.seat, a.link),
    }
    if kind == BRIDGE:
        return msg("Build a bridge on {link}: effort {effort}, fees {fee}"), figures
    if kind == TUNNEL:
        return msg("Build a tunnel on {link}: effort {effort}, fees {fee}"), figures
    return msg("Lay track on {link}: effort {effort}, fees {fee}"), figures


def tell_assign(s: Steam, a: AssignWorker) -> Told:
    return msg("Assign a worker of training field {field}"), {"field": a.field}


def tell_point(s: Steam, a: UsePoint) -> Told:
    if a.on == INFLUENCE:
        return msg("Use a point: influence +1"), {}
    if a.on == PRICE:
        price = s.book.prices[s.players[a.seat].price + 1]
        return msg("Use a point: share price up to {price}"), {"price": price}
    return msg("Use a point: turn a freight wagon into a passenger wagon"), {}


def tell_worker(s: Steam, a: HireWorker) -> Told:
    figures: Figures = {
        "hub": hub_of(a.column),
        "column": a.column.partition("-")[2],
        "wage": wage(s, a.column),
    }
    return msg("Hire a worker for {wage} ({hub} hub, column {column})"), figures


def tell_engineer(s: Steam, a: HireEngineer) -> Told:
    figures: Figures = {"hub": a.hub, "price": s.numbers.engineer}
    if a.kind == BRIDGE:
        return msg("Hire a bridge engineer for {price} ({hub} hub)"), figures
    return msg("Hire a tunnel engineer for {price} ({hub} hub)"), figures


def tell_station(s: Steam, a: BuildStation) -> Told:
    return msg("Build a station in {city} for {cost}"), {
        "city": s.city(a.city),
        "cost": s.face(a.city).station_cost,
    }


def tell_factory(s: Steam, a: BuildFactory) -> Told:
    site = s.layout.sites[a.site]
    return msg("Build a factory in {city} (site {site}) for {cost}: {good}"), {
        "city": s.city(site.city),
        "site": a.site,
        "cost": factory_cost(s, a.site, a.sort),
        "good": a.sort,
    }


def tell_staff(s: Steam, a: StaffFactory) -> Told:
    figures = {"field": a.field, "goods": a.field + 1}
    if a.area == WORKING:
        return msg("Send a worker of working field {field} to the factory: {goods:# good|# goods}"), figures
    return msg("Send a worker of training field {field} to the factory: {goods:# good|# goods}"), figures


def tell_produce(s: Steam, a: Produce) -> Told:
    plant = s.plants[a.site]
    return msg("Produce {good} in {city} (site {site})"), {
        "good": plant.sort,
        "city": s.city(s.layout.sites[a.site].city),
        "site": a.site,
    }


def tell_buy(s: Steam, a: BuyGood) -> Told:
    return msg("Buy {good} for {price}"), {"good": a.good, "price": market_price(s, a.good)}


def tell_order(s: Steam, a: OrderGood) -> Told:
    figures = {"good": a.good, "price": market_price(s, a.good)}
    return msg("Order {good} for {price}, for the next round"), figures


def tell_discard(s: Steam, a: Discard) -> Told:
    return msg("Give {good} back"), {"good": a.good}


def tell_locomotive(s: Steam, a: BuyLocomotive) -> Told:
    return msg("Buy an IS-{level} for {price}"), {"level": a.level, "price": locomotives.price(s, a.level)}


def tell_upgrade(s: Steam, a: UpgradeLocomotive) -> Told:
    cost = locomotives.price(s, a.level) - locomotives.price(s, a.old)
    return msg("Upgrade an IS-{old} to an IS-{level} for {price}"), {
        "old": a.old,
        "level": a.level,
        "price": cost,
    }


def tell_contract(s: Steam, a: TakeContract) -> Told:
    card = s.book.parts.contracts[a.contract]
    return msg("Secure contract {contract}, worth {value}: {goods}"), {
        "contract": a.contract,
        "value": card.value,
        "goods": ", ".join(card.factories),
    }


def tell_place(s: Steam, a: PlaceFactory) -> Told:
    return msg("Put a factory on contract {contract}: {good}"), {"contract": a.contract, "good": a.sort}


def tell_take_off(s: Steam, a: TakeOffFactory) -> Told:
    return msg("Take a factory off contract {contract}: {good}"), {"contract": a.contract, "good": a.sort}


def tell_charity(s: Steam, a: ShowCharity) -> Told:
    return msg("Give {amount} to charity: influence +{steps}"), {
        "amount": a.steps * s.numbers.step,
        "steps": a.steps,
    }


def tell_price(s: Steam, a: MovePrice) -> Told:
    row = s.book.prices.index(a.price)
    if row < s.players[a.seat].price:
        return msg("Lower the share price to {price}"), {"price": a.price}
    cost = s.book.parts.shares.rows[row].cost
    return msg("Raise the share price to {price} for {steps} influence"), {"price": a.price, "steps": cost}


def tell_share(s: Steam, a: SellShare) -> Told:
    return msg("Sell a share for {price}"), {"price": s.book.prices[s.players[a.seat].price]}


def tell_delivery(s: Steam, a: Deliver) -> Told:
    plant = s.plants[a.site]
    figures = {"good": plant.sort, "city": s.city(a.city), "site": a.site}
    if plant.sort == "coal" and a.city in s.layout.hub_at:
        return msg("Deliver {good} from site {site} to {city} for a city key"), figures
    return msg("Deliver {good} from site {site} to {city} for {amount}"), figures | {
        "amount": payment(s, plant.sort)
    }


def tell_access(s: Steam, a: BuyAccess) -> Told:
    return msg("Buy access to the state railway {link} for {cost}"), {
        "link": link_name(s, a.link),
        "cost": access.total(s, a.link),
    }


SENTENCES: Mapping[type[Action], Teller] = {
    Draw: tell_draw,
    Bid: tell_bid,
    ChooseAction: tell_choice,
    EndTurn: tell_end,
    TakeHandBack: tell_take_back,
    LayTrack: tell_track,
    AssignWorker: tell_assign,
    UsePoint: tell_point,
    HireWorker: tell_worker,
    HireEngineer: tell_engineer,
    BuildStation: tell_station,
    BuildFactory: tell_factory,
    StaffFactory: tell_staff,
    Produce: tell_produce,
    BuyGood: tell_buy,
    OrderGood: tell_order,
    Discard: tell_discard,
    BuyLocomotive: tell_locomotive,
    UpgradeLocomotive: tell_upgrade,
    TakeContract: tell_contract,
    PlaceFactory: tell_place,
    TakeOffFactory: tell_take_off,
    ShowCharity: tell_charity,
    MovePrice: tell_price,
    SellShare: tell_share,
    Deliver: tell_delivery,
    BuyAccess: tell_access,
}
