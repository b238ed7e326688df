"""The way to Trieste that is still to be built, and whether there is time for it: for bots."""

from math import exp

from msgspec import Struct

from stellwerk.engine.memo import Memo, Once
from stellwerk.games.gimperial_steam.data.components import BRIDGE, NOTHING, SORTS, TRIESTE, TUNNEL, Goods
from stellwerk.games.gimperial_steam.plan.search import (
    Path,
    access_price,
    other_end,
    paths_to,
    rough_price,
)
from stellwerk.games.gimperial_steam.rules.book import Book
from stellwerk.games.gimperial_steam.rules.goods import places
from stellwerk.games.gimperial_steam.rules.influence import column
from stellwerk.games.gimperial_steam.rules.state import Player, Steam


class Way(Struct, frozen=True):
    """What lies between a city and Trieste on the cheapest way."""

    cost: float = 0.0
    links: tuple[str, ...] = ()
    """From the city on."""
    tracks: int = 0
    """Links that are built; the others belong to the state railway."""
    effort: int = 0
    bridges: int = 0
    tunnels: int = 0
    access: int = 0
    """What the state railway gets."""
    kinds: tuple[str, ...] = ()
    """Of the next tracks: as many as one action lays."""

    def goods(self, tracks: int = 2) -> Goods:
        """A1-6 to A1-8: what the next tracks take, laid in one action."""
        kinds = self.kinds[:tracks]
        if not kinds:
            return NOTHING
        return 1, 1 + kinds.count(BRIDGE), 1 + kinds.count(TUNNEL), 0


_WAYS: Memo[tuple[tuple[str, ...], tuple[str, ...]], dict[str, Way]] = Memo("ways", 32)
_DEMANDS: Memo[tuple[str, ...], tuple[tuple[str, str, Goods], ...]] = Memo("demands", 32)
_AWAY: Memo[tuple[tuple[str, ...], tuple[str, ...]], tuple[int, ...]] = Memo("away", 4096)
_NEAREST: Memo[tuple[tuple[str, ...], ...], tuple[str, Way]] = Memo("nearest", 4096)
"""What bots ask a book again and again."""


def ways(book: Book, tiles: tuple[str, ...], crowns: tuple[str, ...]) -> dict[str, Way]:
    """Return the cheapest way to Trieste from every city."""
    kept = _WAYS.of(book)
    found = kept.get((tiles, crowns))
    if found is None:
        found = kept[tiles, crowns] = _ways(book, tiles, crowns)
    return found


def _ways(book: Book, tiles: tuple[str, ...], crowns: tuple[str, ...]) -> dict[str, Way]:
    faces = book.layout(tiles).faces
    paths = paths_to(book, TRIESTE, lambda link, near: rough_price(book, faces, crowns, link, near))
    return {city: _way(book, tiles, crowns, path) for city, path in paths.items()}


def _way(book: Book, tiles: tuple[str, ...], crowns: tuple[str, ...], path: Path) -> Way:
    faces = book.layout(tiles).faces
    kinds: list[str] = []
    effort = access = 0
    city = TRIESTE
    for link in reversed(path.links):
        if link in crowns:
            access += access_price(faces, book.ends[link])
        else:
            kinds.insert(0, book.parts.links[link].type)
            effort += faces[city].effort
        city = other_end(book, link, city)
    return Way(
        cost=path.cost,
        links=path.links,
        tracks=len(kinds),
        effort=effort,
        bridges=kinds.count(BRIDGE),
        tunnels=kinds.count(TUNNEL),
        access=access,
        kinds=tuple(kinds[: book.numbers.tracks]),
    )


@Once
def distances(book: Book) -> dict[str, dict[str, int]]:
    """Links between any two cities."""
    found = {}
    for start in book.links_at:
        away, frontier = {start: 0}, [start]
        for city in frontier:
            for link in book.links_at[city]:
                for end in book.ends[link]:
                    if end not in away:
                        away[end] = away[city] + 1
                        frontier.append(end)
        found[start] = away
    return found


@Once
def needs(book: Book) -> dict[str, Goods]:
    """What each contract asks for."""
    return {id: card.needs() for id, card in book.parts.contracts.items()}


def demands(book: Book, tiles: tuple[str, ...]) -> tuple[tuple[str, str, Goods], ...]:
    """Cities that ask for goods, with their hub if they have one."""
    kept = _DEMANDS.of(book)
    found = kept.get(tiles)
    if found is None:
        layout = book.layout(tiles)
        found = kept[tiles] = tuple(
            (city, layout.hub_at.get(city, ""), face.demand())
            for city, face in layout.faces.items()
            if face.demands
        )
    return found


def away(s: Steam, p: Player) -> tuple[int, ...]:
    """Links between the own network and each of the cities that ask for goods."""
    kept = _AWAY.of(s.book)
    key = (s.tiles, p.cities)
    found = kept.get(key)
    if found is None:
        steps = distances(s.book)
        found = kept[key] = tuple(
            min(steps[city][own] for own in p.cities) for city, _, _ in demands(s.book, s.tiles)
        )
    return found


def nearest(s: Steam, p: Player) -> tuple[str, Way]:
    """Return the own city from which the rest is cheapest, and that rest. A1-4: it must have a link left."""
    kept = _NEAREST.of(s.book)
    key = (s.tiles, s.crowns, p.cities, p.tracks, p.stations)
    found = kept.get(key)
    if found is None:
        found = kept[key] = _nearest(s, p)
    return found


def _nearest(s: Steam, p: Player) -> tuple[str, Way]:
    table = ways(s.book, s.tiles, s.crowns)
    for city in sorted(p.cities, key=lambda id: table[id].cost):
        used = sum(1 for link in s.book.links_at[city] if link in p.tracks)
        if city == TRIESTE or city in p.stations or used < s.book.numbers.links_without_station:
            return city, table[city]
    return p.cities[0], table[p.cities[0]]


def hands_needed(s: Steam, seat: int, way: Way) -> float:
    """Return how many hands the way to Trieste takes, with all that has to be got for it."""
    p = s.players[seat]
    actions = (way.tracks + 1) // 2
    need = (actions, actions + way.bridges, actions + way.tunnels)
    cubes = [0, 0, 0, 0]
    sites = 0
    for plant in s.plants.values():
        if plant.seat == seat and plant.goods:
            cubes[SORTS.index(plant.sort)] += plant.goods
            sites += plant.sort != "coal"
    produced = bought = gone = 0
    price = 0.0
    for at in range(3):
        lack = max(need[at] - p.goods[at] - p.dock[at], 0)
        own = min(lack, cubes[at])
        produced += own
        if lack > own:
            bought += lack - own
            gone += max(lack - own - s.market[at], 0)
            # The middle one of those that are bought; what comes until then is not known.
            row = s.numbers.column - s.market[at] + (lack - own + 1) // 2
            price += (lack - own) * s.book.parts.market.prices[min(row, s.numbers.column) - 1]
    # A5-3: what can be ordered is little; the rest is bought one by one.
    ordered = max(min(bought, sum(s.shipping[s.round - 1 :]) - sum(p.dock)), 0)
    hands = actions + produced / max(sites, 1) + ordered / 2.2 + bought - ordered
    hands += 2.0 * gone  # the market has no more: a factory must be built for it
    missing = price + way.access - p.cash
    wanted = [
        kind
        for kind, there in ((BRIDGE, way.bridges), (TUNNEL, way.tunnels))
        if there and kind not in p.engineers
    ]
    if wanted:
        hands += 1.0
        # A2-4: who comes late finds them at hubs out of reach, and has to give to charity first.
        nearest_hub = max(
            min((at for hub, at in s.hubs.items() if kind in s.engineers[hub]), default=s.book.last_column)
            for kind in wanted
        )
        steps = max(nearest_hub - column(s, seat), 0)
        hands += min(steps, 2) / 2
        missing += s.numbers.engineer * len(wanted) + s.numbers.step * steps
    if places(p) < sum(way.goods(1)):
        hands += 1.5  # a board that does not hold the goods of a track needs another train first
        missing += 50.0
    short = way.effort - strength(s, p)
    if short > 0:
        hands += 1.0 + short / 4
    return hands + max(missing, 0.0) / 30.0


def strength(s: Steam, p: Player) -> int:
    """Effort that the own workers can give until the end: each works once a round, and learns."""
    total = sum((field + 1) * number for field, number in enumerate(p.training)) if p.hands else 0
    for later in range(1, s.numbers.rounds - s.round + 1):
        total += sum(min(field + 1 + later, 3) * number for field, number in enumerate(p.training))
        total += sum(min(field + later, 3) * number for field, number in enumerate(p.working))
    return total


RISK = 0.02
"""With every hand that is still needed others have one more to take goods, engineers and demands away."""


def prospect(spare: float, needed: float) -> float:
    """Return how likely Trieste is reached with so many hands to spare beyond those that it takes.

    The longer the way, the more comes between; at its end every hand can be counted.
    """
    late = exp(min((0.27 * needed - 0.5 - spare) / (0.3 + 0.14 * needed), 50.0))
    return exp(-RISK * needed) / (1.0 + late)
