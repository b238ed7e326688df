"""F2: deliver one good to a city that asks for it."""

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.engine.text import msg
from stellwerk.games.gimperial_steam.data.components import COAL, NOTHING, SORTS, Goods
from stellwerk.games.gimperial_steam.rules.events import Delivered, HubGrows, KeyTaken
from stellwerk.games.gimperial_steam.rules.influence import grow
from stellwerk.games.gimperial_steam.rules.places import InCity
from stellwerk.games.gimperial_steam.rules.state import Plant, Steam, minus, plus, some

GOLD, SILVER = msg("gold"), msg("silver")


class Deliver(Action, frozen=True):
    """A cube from an own factory site to a demand of a city."""

    on_map: ClassVar[InCity] = InCity(origin="site")
    site: str
    city: str


def demands_left(s: Steam, city: str) -> Goods:
    """F2-2: once per game, for all players together."""
    return minus(s.face(city).demand(), s.delivered.get(city, NOTHING))


def payment(s: Steam, sort: str) -> int:
    """F2-5: what the next delivery of this sort pays, by the factories taken."""
    return s.book.factories[sort].payments[s.taken[SORTS.index(sort)]]


def once_a_turn(s: Steam, a: Deliver) -> Fault | None:
    """F0-1: a turn is one hand."""
    return refuse("You have delivered in this turn.") if s.turn and s.turn.delivered else None


def has_coal(s: Steam, a: Deliver) -> Fault | None:
    return None if s.players[a.seat].goods[COAL] else refuse("A delivery needs one coal from your board.")


def has_the_cube(s: Steam, a: Deliver) -> Fault | None:
    plant = s.plants.get(a.site)
    if plant is not None and plant.seat == a.seat and plant.goods:
        return None
    return refuse("You have no goods on site {site}.", site=a.site)


def city_is_joined(s: Steam, a: Deliver) -> Fault | None:
    if a.city in s.players[a.seat].cities:
        return None
    return refuse("That city is not in your network.")


def is_asked_for(s: Steam, a: Deliver) -> Fault | None:
    sort = s.plants[a.site].sort
    if demands_left(s, a.city)[SORTS.index(sort)]:
        return None
    return refuse("{city} does not ask for {good}.", city=s.city(a.city), good=sort)


def is_the_first_coal(s: Steam, a: Deliver) -> Fault | None:
    if s.plants[a.site].sort == "coal" and a.city in s.players[a.seat].coal_to:
        return refuse("You have delivered coal to {city} before.", city=s.city(a.city))
    return None


class DeliverMove(Move[Steam, Deliver]):
    action = Deliver

    def candidates(self, s: Steam, seat: int) -> Iterator[Deliver]:
        player = s.players[seat]
        sites = [(site, plant.sort) for site, plant in s.plants.items() if plant.seat == seat and plant.goods]
        if not sites or not player.goods[COAL]:
            return
        for city in player.cities:
            if s.face(city).demands:
                left = demands_left(s, city)
                for site, sort in sites:
                    if left[SORTS.index(sort)]:
                        yield Deliver(seat, site, city)

    def apply(self, s: Steam, a: Deliver) -> Steam:
        """F2-7: coal spent, cube moved, payment or key, growth, in this order."""
        plant, name = s.plants[a.site], s.names[a.seat]
        sort, hub = plant.sort, s.layout.hub_at.get(a.city)
        s = s.give_back(a.seat, some("coal")).update_turn(delivered=True)  # F2-1
        s = s.replace(
            plants=with_item(s.plants, a.site, Plant(plant.seat, sort, plant.goods - 1)),
            delivered=with_item(s.delivered, a.city, plus(s.delivered.get(a.city, NOTHING), some(sort))),
        )
        if sort == "coal":
            s = s.change(a.seat, coal_to=(*s.players[a.seat].coal_to, a.city))
        if sort == "coal" and hub is not None:
            # F2-4: the better key first.
            key = GOLD if s.keys[hub] == 2 else SILVER
            s = s.replace(keys=with_item(s.keys, hub, s.keys[hub] - 1))
            s = s.change(a.seat, keys=(*s.players[a.seat].keys, f"{hub}-{key}"))
            s = s.say(Delivered(name, sort, s.city(a.city), 0), KeyTaken(name, key, hub))
        else:
            amount = payment(s, sort)
            s = s.pay(a.seat, -amount).say(Delivered(name, sort, s.city(a.city), amount))
        return s if hub is None else _grow(s, hub)  # F2-6a


def _grow(s: Steam, hub: str) -> Steam:
    """F2-6: by the number for the hub's first, second … cube."""
    number = s.grown[hub]
    steps = s.book.parts.growth[s.growth[hub]][number]
    s = grow(s.replace(grown=with_item(s.grown, hub, number + 1)), hub, steps)
    return s.say(HubGrows(hub, steps))


DELIVER = DeliverMove(
    rule("F0-1", once_a_turn),
    rule("F2-1", has_coal),
    rule("F2-1", has_the_cube),
    rule("F2-1", city_is_joined),
    rule("F2-2", is_asked_for),
    rule("F2-3", is_the_first_coal),
)
