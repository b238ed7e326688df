"""END-5b: the way to Trieste over everybody's tracks, and who is paid for it."""

from stellwerk.games.gimperial_steam.components import TRIESTE
from stellwerk.games.gimperial_steam.influence import turn_order
from stellwerk.games.gimperial_steam.state import Steam

Path = tuple[tuple[str, ...], tuple[int, ...]]
"""Links from the own network to Trieste, and the payee of each."""


def distances(s: Steam) -> dict[str, int]:
    """Links to Trieste over all players' tracks (END-5b-i: crowned links only where a track lies)."""
    laid = {link for player in s.players for link in player.tracks}
    found, frontier = {TRIESTE: 0}, [TRIESTE]
    while frontier:
        following = []
        for city in frontier:
            for link in s.book.links_at[city]:
                if link in laid:
                    for end in s.book.ends[link]:
                        if end not in found:
                            found[end] = found[city] + 1
                            following.append(end)
        frontier = following
    return found


def most_influential(s: Steam, link: str) -> int:
    """The rank of a link's best owner on the final track (TO-1): no two players are equal."""
    order = turn_order(s)
    return min(order.index(seat) for seat in s.on_link(link))


def fee_path(s: Steam, seat: int) -> Path:
    """The path a player pays for: the shortest (END-5b-ii), link by link that of the more influential owner.

    END-5b-ii-a, END-5b-ii-b: all shortest paths from all nearest cities are followed together; after each
    link only those with the best owner go on. END-5b-ii-c: what is left at the end pays the same. The book's
    examples are END-5b-iv and END-5b-v.
    """
    away = distances(s)
    near = min(away[city] for city in s.players[seat].cities if city in away)
    ways: dict[str, tuple[str, ...]] = {city: () for city in s.players[seat].cities if away.get(city) == near}
    payees: list[int] = []
    order = turn_order(s)
    for left in range(near - 1, -1, -1):
        steps = [
            (most_influential(s, link), link, city, end)
            for city in ways
            for link in s.book.links_at[city]
            for end in s.book.ends[link]
            if end != city and away.get(end) == left and s.on_link(link)
        ]
        best = min(rank for rank, *_ in steps)
        ways = {end: (*ways[city], link) for rank, link, city, end in reversed(steps) if rank == best}
        payees.append(order[best])
    return ways[TRIESTE], tuple(payees)
