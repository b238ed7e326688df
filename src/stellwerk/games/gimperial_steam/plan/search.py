"""Which way to Trieste is cheap, by a rough price of every link; for plans and for bots."""

from collections.abc import Callable, Collection, Mapping
from heapq import heappop, heappush

from msgspec import Struct

from stellwerk.games.gimperial_steam.data.components import BRIDGE, TUNNEL, Face
from stellwerk.games.gimperial_steam.rules.book import Book
from stellwerk.games.gimperial_steam.rules.state import Player, Steam

# What a track costs in gulden, roughly: half an action with its goods, then by what is in its way.
HALF_AN_ACTION = 45.0
EFFORT = 8.0
ENGINEERED = 25.0
INFLUENCE = 7.0
POINT = 9.0
LEAST = 12.0


class Path(Struct, frozen=True):
    """The cheapest links from a city to the goal, from the city on."""

    cost: float
    links: tuple[str, ...]


def access_price(faces: Mapping[str, Face], ends: tuple[str, str]) -> int:
    """F3-2: of a crowned link on which nobody is yet."""
    return max(faces[end].station_cost for end in ends)


def rough_price(
    book: Book, faces: Mapping[str, Face], crowns: Collection[str], link: str, near: str
) -> float:
    """Return what a link costs less what it gives; `near` is its end that joins by it."""
    face = faces[near]
    if link in crowns:
        price: float = access_price(faces, book.ends[link])
    else:
        engineered = book.parts.links[link].type in (BRIDGE, TUNNEL)
        price = HALF_AN_ACTION + EFFORT * face.effort + ENGINEERED * engineered
    return max(price - INFLUENCE * face.influence - POINT * face.business, LEAST)


def other_end(book: Book, link: str, city: str) -> str:
    one, other = book.ends[link]
    return other if city == one else one


def paths_to(
    book: Book, goal: str, price: Callable[[str, str], float], ends: Collection[str] = ()
) -> dict[str, Path]:
    """Return the cheapest path to the goal from every city; none goes on through those in `ends`.

    `price` is asked for a link and that end of it which lies nearer to the goal. Nothing is returned for
    cities from which there is no path.
    """
    found: dict[str, Path] = {}
    open_: list[tuple[float, str, tuple[str, ...]]] = [(0.0, goal, ())]
    while open_:
        cost, city, links = heappop(open_)
        if city in found:
            continue
        found[city] = Path(cost, links)
        if city in ends and city != goal:
            continue
        for link in book.links_at[city]:
            other = other_end(book, link, city)
            if other not in found:
                heappush(open_, (cost + price(link, city), other, (link, *links)))
    return found


def hands_until(s: Steam, p: Player, until: int) -> int:
    """Own hands until the end of a round."""
    return p.hands + sum(s.numbers.hands[s.round : until])


def hands_left(s: Steam, p: Player) -> int:
    """Own hands until the end of the last round."""
    return hands_until(s, p, s.numbers.rounds)
