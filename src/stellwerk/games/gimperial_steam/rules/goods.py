"""GEN-3, GEN-4: what a board holds, and what goes back; A4 and A5: produce, buy, order."""

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.games.gimperial_steam.data.components import COAL, SORTS, Goods
from stellwerk.games.gimperial_steam.rules.events import GoodBought, GoodDiscarded, GoodOrdered, GoodProduced
from stellwerk.games.gimperial_steam.rules.places import OnSite
from stellwerk.games.gimperial_steam.rules.state import (
    Plant,
    Player,
    Steam,
    Surplus,
    minus,
    plus,
    some,
)


class Produce(Action, frozen=True):
    """One cube from a factory site to the own board."""

    on_map: ClassVar[OnSite] = OnSite()
    site: str


class BuyGood(Action, frozen=True):
    """One cube from the shipment market, at once."""

    good: str


class OrderGood(Action, frozen=True):
    """One cube from the shipment market, for the next round."""

    good: str


class Discard(Action, frozen=True):
    """Give a cube back that has no place."""

    good: str


# -- places ------------------------------------------------------------------------------------


def free_wagons(p: Player) -> int:
    """Freight wagons that can hold something: neither passenger wagons nor reserved ones (A7-3, A1-15)."""
    return sum(p.trains) - p.passenger - p.reserved


def places(p: Player) -> int:
    """GEN-3: places for any good: wagons, and a storage place for every station on the map (SETUP-E2)."""
    return free_wagons(p) + len(p.stations)


def surplus(p: Player) -> int:
    """GEN-3: how many goods have to go. Arranged at will, only their number counts: locomotives take coal."""
    return too_many(p, p.goods)


def too_many(p: Player, goods: Goods) -> int:
    """Return how many of these goods would find no place on the board."""
    total, room = sum(goods), places(p)
    return max(total - goods[COAL] - room, total - room - len(p.trains), 0)


def make_room(s: Steam, seat: int) -> Steam:
    """GEN-4: interrupt if there is too much."""
    return s.push(Surplus(seat)) if surplus(s.players[seat]) else s


def may_go(p: Player) -> tuple[str, ...]:
    """Sorts whose discard makes the surplus smaller."""
    short = surplus(p)
    return tuple(
        sort
        for sort, owned in zip(SORTS, p.goods, strict=True)
        if owned and too_many(p, minus(p.goods, some(sort))) < short
    )


def discard(s: Steam, seat: int, good: str) -> Steam:
    return s.give_back(seat, some(good)).say(GoodDiscarded(s.names[seat], good))


def helps(s: Steam, a: Discard) -> Fault | None:
    if a.good in may_go(s.players[a.seat]):
        return None
    return refuse("{good} need not go.", good=a.good)


class DiscardMove(Move[Steam, Discard]):
    action = Discard

    def candidates(self, s: Steam, seat: int) -> Iterator[Discard]:
        return (Discard(seat, sort) for sort in SORTS)

    def apply(self, s: Steam, a: Discard) -> Steam:
        return discard(s, a.seat, a.good)


DISCARD = DiscardMove(rule("GEN-4", helps))


# -- produce (A4) ------------------------------------------------------------------------------


def works_there(s: Steam, a: Produce) -> Fault | None:
    plant = s.plants.get(a.site)
    if plant is None or plant.seat != a.seat:
        return refuse("You have no factory worker on site {site}.", site=a.site)
    if not plant.goods:
        return refuse("Site {site} has no goods left.", site=a.site)
    return None


def not_yet_produced(s: Steam, a: Produce) -> Fault | None:
    if a.site in s.now.produced:
        return refuse("Site {site} has produced in this action.", site=a.site)
    return None


class ProduceMove(Move[Steam, Produce]):
    action = Produce

    def candidates(self, s: Steam, seat: int) -> Iterator[Produce]:
        return (Produce(seat, site) for site, plant in s.plants.items() if plant.seat == seat and plant.goods)

    def apply(self, s: Steam, a: Produce) -> Steam:
        """A4-2: onto the board, never to the dock; what finds no place goes back."""
        plant = s.plants[a.site]
        turn = s.now
        s = s.replace(plants=with_item(s.plants, a.site, Plant(a.seat, plant.sort, plant.goods - 1)))
        s = s.change(a.seat, goods=plus(s.players[a.seat].goods, some(plant.sort)))
        s = s.update_turn(produced=(*turn.produced, a.site), done=turn.done + 1)
        place = s.city(s.layout.sites[a.site].city)
        return make_room(s.say(GoodProduced(s.names[a.seat], plant.sort, place)), a.seat)


PRODUCE = ProduceMove(rule("A4-1", works_there), rule("A4-1", not_yet_produced))


# -- buy or order (A5) -------------------------------------------------------------------------


def market_price(s: Steam, good: str) -> int | None:
    """Return the price of a column's top cube; None when it is empty. P2-1: a column is a pile."""
    left = s.market[SORTS.index(good)]
    return s.book.parts.market.prices[-left] if left else None


def is_on_the_market(s: Steam, a: BuyGood | OrderGood) -> Fault | None:
    if a.good not in SORTS:
        return refuse("There is no good {good}.", good=a.good)
    if market_price(s, a.good) is None:
        return refuse("The shipment market has no {good}.", good=a.good)
    return None


def has_the_price(s: Steam, a: BuyGood | OrderGood) -> Fault | None:
    price, cash = market_price(s, a.good), s.players[a.seat].cash
    if price is not None and cash >= price:
        return None
    return refuse("{good} costs {price}; you have {cash}.", good=a.good, price=price, cash=cash)


def nothing_ordered_yet(s: Steam, a: BuyGood) -> Fault | None:
    """A5-1: one cube, and not together with an order."""
    return refuse("One action either buys one good or orders goods.") if s.turn and s.turn.done else None


def only_orders_yet(s: Steam, a: OrderGood) -> Fault | None:
    if s.turn and s.turn.done and not s.turn.ordering:
        return refuse("One action either buys one good or orders goods.")
    return None


def not_in_the_last_round(s: Steam, a: OrderGood) -> Fault | None:
    if s.round > s.numbers.last_order:
        return refuse("Nothing can be ordered in round {round}.", round=s.round)
    return None


def within_the_shipping_tile(s: Steam, a: OrderGood) -> Fault | None:
    """A5-3: all orders of the round lie on the dock."""
    limit, ordered = s.shipping[s.round - 1], sum(s.players[a.seat].dock)
    if ordered < limit:
        return None
    return refuse(
        "You have ordered {ordered} of {limit:# good|# goods} this round.", ordered=ordered, limit=limit
    )


def _from_market(s: Steam, seat: int, good: str) -> tuple[Steam, int]:
    price = market_price(s, good)
    assert price is not None
    return s.pay(seat, price).replace(market=minus(s.market, some(good))), price


class BuyGoodMove(Move[Steam, BuyGood]):
    action = BuyGood

    def candidates(self, s: Steam, seat: int) -> Iterator[BuyGood]:
        return (BuyGood(seat, sort) for sort in SORTS)

    def apply(self, s: Steam, a: BuyGood) -> Steam:
        s, price = _from_market(s, a.seat, a.good)
        s = s.change(a.seat, goods=plus(s.players[a.seat].goods, some(a.good))).update_turn(done=1)
        return make_room(s.say(GoodBought(s.names[a.seat], a.good, price)), a.seat)


class OrderGoodMove(Move[Steam, OrderGood]):
    action = OrderGood

    def candidates(self, s: Steam, seat: int) -> Iterator[OrderGood]:
        return (OrderGood(seat, sort) for sort in SORTS)

    def apply(self, s: Steam, a: OrderGood) -> Steam:
        s, price = _from_market(s, a.seat, a.good)
        s = s.change(a.seat, dock=plus(s.players[a.seat].dock, some(a.good)))
        turn = s.now
        s = s.update_turn(done=turn.done + 1, ordering=True)
        return s.say(GoodOrdered(s.names[a.seat], a.good, price))


BUY_GOOD = BuyGoodMove(
    rule("A5-1", nothing_ordered_yet),
    rule("A5-4", is_on_the_market),
    rule("A5-1", has_the_price),
)
ORDER_GOOD = OrderGoodMove(
    rule("A5-2", only_orders_yet),
    rule("A5-2", not_in_the_last_round),
    rule("A5-4", is_on_the_market),
    rule("A5-3", within_the_shipping_tile),
    rule("A5-2", has_the_price),
)
