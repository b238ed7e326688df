"""What lacks for a way to Trieste, and where it costs least today: staff, goods, room for them."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from stellwerk.games.gimperial_steam.data.components import SORTS
from stellwerk.games.gimperial_steam.plan.walk import Hand, Walk
from stellwerk.games.gimperial_steam.rules.hire import hub_of
from stellwerk.games.gimperial_steam.rules.influence import column
from stellwerk.games.gimperial_steam.rules.locomotives import on_sale, price
from stellwerk.games.gimperial_steam.rules.state import Player, Steam


class Supply(Struct, frozen=True, kw_only=True):
    """Cubes of one sort."""

    sort: str
    needed: int
    have: int
    coming: int
    """Of those: on the dock, here next round."""
    sites: int
    """To be produced on own sites."""
    prices: tuple[int, ...]
    """Of those from the market, one after the other."""
    gone: int
    """What neither has."""
    arrives: int
    """The round in which the market gets those; 0: never."""

    @property
    def missing(self) -> int:
        return self.sites + len(self.prices) + self.gone


class Engineer(Struct, frozen=True):
    """One that is still to be hired."""

    kind: str
    hub: str
    cost: int
    steps: int
    """Of influence that lack for the hub."""


class Hiring(Struct, frozen=True):
    """Workers that are still to be hired."""

    number: int
    hub: str
    cost: int
    steps: int


# -- staff ---------------------------------------------------------------------------------------


def lacking_steps(s: Steam, seat: int, hub: str) -> int:
    """INF-6: steps of influence until a hub is within reach."""
    return max(s.hubs[hub] - column(s, seat), 0)


def engineer(s: Steam, seat: int, kind: str) -> Engineer | None:
    """A2-4: the one that takes the least influence; None where there is one, or none is left."""
    if kind in s.players[seat].engineers:
        return None
    found = [
        Engineer(kind, hub, s.numbers.engineer, lacking_steps(s, seat, hub))
        for hub, there in s.engineers.items()
        if kind in there
    ]
    return min(found, key=lambda one: one.steps, default=None)


def hiring(s: Steam, seat: int, number: int) -> Hiring:
    """A2-1, A2-2: so many workers from the column where they cost least, with steps to its hub."""
    top, found = len(s.numbers.wages) - 1, []
    for name, step in s.wages.items():
        cost = sum(s.numbers.wages[min(step + more, top)] for more in range(number))
        found.append(Hiring(number, hub_of(name), cost, lacking_steps(s, seat, hub_of(name))))
    return min(found, key=lambda one: (one.cost + one.steps * s.numbers.step, one.steps))


# -- goods ---------------------------------------------------------------------------------------


def lacks(p: Player, hands: Iterable[Hand]) -> list[str]:
    """Sorts of the cubes that lack, in the order in which hands take them."""
    stock = [have + coming for have, coming in zip(p.goods, p.dock, strict=True)]
    found = []
    for hand in hands:
        for at in range(3):
            stock[at] -= hand.goods[at]
            while stock[at] < 0:
                stock[at] += 1
                found.append(SORTS[at])
    return found


def own_cubes(s: Steam, seat: int, sort: str) -> list[int]:
    """What lies on own sites of a sort, by site."""
    return [
        plant.goods
        for plant in s.plants.values()
        if plant.seat == seat and plant.sort == sort and plant.goods
    ]


def supply(s: Steam, seat: int, way: Walk, at: int, lacking: Sequence[str]) -> Supply:
    """A4-1: own sites first, they cost nothing; A5: then the market, from its top cube down."""
    p, sort, left = s.players[seat], SORTS[at], s.market[at]
    lack = lacking.count(sort)
    sites = min(lack, sum(own_cubes(s, seat, sort)))
    bought = min(lack - sites, left)
    gone = lack - sites - bought
    prices = s.book.parts.market.prices
    return Supply(
        sort=sort,
        needed=way.goods[at],
        have=p.goods[at] + p.dock[at],
        coming=p.dock[at],
        sites=sites,
        prices=tuple(prices[more - left] for more in range(bought)),
        gone=gone,
        arrives=arrival_of(s, sort, gone) if gone else 0,
    )


def arrival_of(s: Steam, sort: str, number: int) -> int:
    """P2-1: the round by which the market has got so many; 0: not in this game."""
    there = 0
    for later, cubes in enumerate(s.arrivals, s.numbers.arrivals_from):
        there += cubes.count(sort) if later > s.round else 0
        if there >= number:
            return later
    return 0


class Locomotive(Struct, frozen=True):
    """One that gives more room."""

    level: int
    cost: int


def roomier(s: Steam, p: Player, more: int) -> Locomotive | None:
    """A6-3, A6-6: the cheapest one on sale that pulls so many wagons more, bought or exchanged."""
    free = len(p.trains) < s.book.parts.box.trains
    found = [Locomotive(level, price(s, level)) for level in on_sale(s) if free and level >= more]
    found += [
        Locomotive(level, price(s, level) - price(s, old))
        for old in set(p.trains)
        for level in on_sale(s)
        if level - old >= more
    ]
    return min(found, key=lambda one: (one.cost, one.level), default=None)
