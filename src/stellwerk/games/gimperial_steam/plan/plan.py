"""The plan of one seat: ways to Trieste, one of them worked out. A function of the position, kept nowhere.

It is for the eyes of that seat alone. A choice is a text, as addresses carry it: cities that the way leads
over, after `WAY` where it is one that was found here and after `OVER` where cities were picked.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise, permutations

from msgspec import Struct

from stellwerk.games.gimperial_steam.data.components import NOTHING, TRIESTE
from stellwerk.games.gimperial_steam.plan.needs import Needs, needs_of
from stellwerk.games.gimperial_steam.plan.search import Path, paths_to, rough_price
from stellwerk.games.gimperial_steam.plan.walk import ROOMY, Walk, walk, with_station
from stellwerk.games.gimperial_steam.rules.rounds import pay_income
from stellwerk.games.gimperial_steam.rules.scoring import scores
from stellwerk.games.gimperial_steam.rules.state import Score, Steam, least, plus

WAY, OVER = "way", "over"
MOST_WAYS, MOST_CITIES, LOOKED_AT = 3, 4, 6
STATION_AT_START = 120.0
"""What a station costs by its hand and price, roughly, where a way must begin with one (A1-4)."""
NEVER = 1e9


class Way(Struct, frozen=True):
    """A way and all that it takes."""

    walk: Walk
    needs: Needs
    name: str
    """The city by which it differs from the others."""
    choice: str


class Plan(Struct, frozen=True):
    ways: tuple[Way, ...]
    """Those that were found, the one with the fewest hands first."""
    way: Way | None
    """The one that is looked at; None: Trieste is joined."""
    own: bool
    """Whether cities were picked for it."""
    picked: tuple[str, ...]
    now: Mapping[int, Score]
    """By seat: the account as if the game ended now; where money is hidden, the own one alone (HID-2)."""
    then: Mapping[int, Score]
    """And when the way has been walked, and nobody else has come to Trieste."""


def plan(s: Steam, seat: int, choice: str) -> Plan | None:
    """The plan of a seat; None where there is nothing to plan: before the board is laid, after the end."""
    if s.over or not s.tiles or "" in s.tiles or not s.growth:
        return None
    now = accounts(s, seat)
    if TRIESTE in s.players[seat].cities:
        return Plan((), None, False, (), now, {})
    found = found_ways(s, seat)
    kind, cities = read(s, choice)
    way = found[0] if found else None
    if kind:
        links = over(s, seat, cities) if kind == OVER else along(s, seat, cities)
        same = next((one for one in found if kind == WAY and one.walk.links == links), None)
        way = same or (made(s, seat, links, choice, cities) if links else way)
    if way is None:
        return Plan(found, None, False, (), now, {})
    picked = cities if kind == OVER else ()
    return Plan(found, way, way not in found, picked, now, accounts(arrived(s, seat, way), seat))


def read(s: Steam, choice: str) -> tuple[str, tuple[str, ...]]:
    """What was chosen, as far as it makes sense here."""
    kind, *cities = choice.split(".")
    if kind not in (WAY, OVER):
        return "", ()
    known = tuple(dict.fromkeys(city for city in cities if city in s.book.parts.cities))
    if kind == OVER:
        known = tuple(city for city in known if city != TRIESTE)[:MOST_CITIES]
    return (kind, known) if known else ("", ())


def toggled(picked: Sequence[str], city: str) -> str:
    """The choice with one city more, or without it."""
    rest = [other for other in picked if other != city]
    cities = rest if city in picked else [*rest, city][-MOST_CITIES:]
    return ".".join((OVER, *cities)) if cities else ""


# -- searching -----------------------------------------------------------------------------------


def to_goal(s: Steam, seat: int, goal: str, without: str = "") -> dict[str, Path]:
    """Paths to a city that leave the own network once."""
    faces, own = s.layout.faces, s.players[seat].cities

    def price(link: str, near: str) -> float:
        fees = s.numbers.fee * len(s.on_link(link))
        return NEVER if link == without else rough_price(s.book, faces, s.crowns, link, near) + fees

    return paths_to(s.book, goal, price, own)


def from_network(s: Steam, seat: int, paths: dict[str, Path]) -> Path | None:
    """The cheapest of them that begins in an own city (A1-4: with room for a link, or for a station)."""
    found = [Path(path.cost + entry(s, seat, city), path.links) for city, path in paths.items()
             if city in s.players[seat].cities]  # fmt: skip
    best = min(found, key=lambda path: (path.cost, path.links), default=None)
    return None if best is None or best.cost >= NEVER else best


def entry(s: Steam, seat: int, city: str) -> float:
    """What leaving the network from a city costs first."""
    p = s.players[seat]
    used = sum(1 for link in s.book.links_at[city] if link in p.tracks)
    if city in p.stations or used < s.numbers.links_without_station:
        return 0.0
    _, station, broken = with_station(s, seat, city)
    return NEVER if broken else STATION_AT_START + station.cost


def found_ways(s: Steam, seat: int) -> tuple[Way, ...]:
    """Up to three: the cheapest, and such as avoid a link of it; fewest hands, then least money missing."""
    first = from_network(s, seat, to_goal(s, seat, TRIESTE))
    if first is None:
        return ()
    paths = {first.links: first}
    for link in first.links:
        other = from_network(s, seat, to_goal(s, seat, TRIESTE, link))
        if other is not None:
            paths.setdefault(other.links, other)
    cheap = sorted(paths.values(), key=lambda path: (path.cost, path.links))[:LOOKED_AT]
    known = [made(s, seat, path.links, "", ()) for path in cheap]
    known.sort(key=lambda one: (bool(one.needs.breaks), one.needs.hands, one.needs.money.missing))
    best = known[:MOST_WAYS]
    names: list[str] = []
    for one in best:
        names.append(name_of(one, [other for other in best if other is not one], names))
    return tuple(named(one, name) for one, name in zip(best, names, strict=True))


def name_of(way: Way, others: Sequence[Way], taken: Sequence[str]) -> str:
    """A city that tells it from the others: one that the fewest of them join."""
    elsewhere = Counter(leg.end for other in others for leg in other.walk.legs)
    joined = [leg.end for leg in way.walk.legs if leg.end != TRIESTE] or [TRIESTE]
    return min(joined, key=lambda city: (city in taken, elsewhere[city]))


def named(way: Way, name: str) -> Way:
    """With its name and its address."""
    cities = (way.walk.legs[0].start, *(leg.end for leg in way.walk.legs))
    return Way(way.walk, way.needs, name, ".".join((WAY, *cities)))


def made(s: Steam, seat: int, links: Sequence[str], choice: str, cities: Sequence[str]) -> Way:
    """Walked as early as it can be: with the room that there is or another locomotive's, and with or without
    the hand that is down."""
    walks = [walk(s, seat, links, roomy, begun) for roomy in (False, True) for begun in (True, False)]
    found = [
        Way(one, needs_of(s, seat, one), cities[0] if cities else TRIESTE, choice)
        for at, one in enumerate(walks)
        if one.hands not in [other.hands for other in walks[:at]]
    ]
    return min(found, key=effort_of)


def effort_of(way: Way) -> tuple[int, int, int, int]:
    needs = way.needs
    return len(needs.breaks), needs.arrival or ROOMY, needs.hands, needs.money.missing


def along(s: Steam, seat: int, cities: Sequence[str]) -> tuple[str, ...]:
    """The links of a way that was found before, without what has been built of it since."""
    p = s.players[seat]
    links = []
    for one, other in pairwise(cities):
        link = next((link for link in s.book.links_at[one] if other in s.book.ends[link]), "")
        if not link:
            return ()
        links.append(link)
    left = tuple(link for link in links if link not in p.tracks)
    joined = p.cities
    for link in left:
        ends = s.book.ends[link]
        if not any(city in joined for city in ends):
            return over(s, seat, [city for city in cities if city != TRIESTE][-MOST_CITIES:])
        joined = (*joined, *ends)
    return left if TRIESTE in joined else ()


def over(s: Steam, seat: int, cities: Sequence[str]) -> tuple[str, ...]:
    """The cheapest links over all these cities, in the best order."""
    p = s.players[seat]
    wanted = [city for city in cities if city not in p.cities]
    goals = {goal: to_goal(s, seat, goal) for goal in (*wanted, TRIESTE)}
    best: Path | None = None
    for order in permutations(wanted):
        legs = [from_network(s, seat, goals[(*order, TRIESTE)[0]])]
        legs += [goals[goal].get(start) for start, goal in zip(order, (*order[1:], TRIESTE), strict=True)]
        there = [leg for leg in legs if leg is not None]
        if len(there) < len(legs):
            continue
        whole = Path(
            sum(leg.cost for leg in there), tuple(dict.fromkeys(k for leg in there for k in leg.links))
        )
        if best is None or (whole.cost, whole.links) < (best.cost, best.links):
            best = whole
    return () if best is None or best.cost >= NEVER else best.links


# -- the account ---------------------------------------------------------------------------------


def accounts(s: Steam, seat: int) -> dict[int, Score]:
    hidden = s.book.rulings.hidden_money
    return {other: score for other, score in enumerate(scores(s)) if other == seat or not hidden}


def arrived(s: Steam, seat: int, way: Way) -> Steam:
    """The position when the way has been walked: all paid, incomes of the rounds between received (P4).

    Goods come and go with it, but those on the board that it does not take. Points of markers are not spent.
    """
    after, needs = way.walk.after, way.needs
    p = after.players[seat]
    after = after.change(seat, goods=plus(p.goods, p.dock), dock=NOTHING)
    after = after.give_back(seat, least(way.walk.goods, after.players[seat].goods))
    bank = needs.money.needed
    for leg in way.walk.legs:
        for name in leg.paid:
            bank -= leg.price // len(leg.paid)
            after = after.pay_player(seat, s.names.index(name), leg.price // len(leg.paid))
    after = after.pay(seat, bank)
    richer = s
    for _ in range(max(needs.arrival - s.round, 0)):
        richer = pay_income(richer)
    for other, was in enumerate(s.players):
        after = after.pay(other, was.cash - richer.players[other].cash)
    return after
