"""END-5b: the way to Trieste over everybody's tracks, and who is paid for it."""

from typing import NamedTuple

from stellwerk.games.gimperial_steam.data.components import TRIESTE
from stellwerk.games.gimperial_steam.rules.influence import turn_order
from stellwerk.games.gimperial_steam.rules.state import Steam

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


class Step(NamedTuple):
    """One link of a way: from a city of the ways so far to the next one."""

    link: str
    city: str
    end: str
    owners: frozenset[int]


def fee_path(s: Steam, seat: int) -> Path:
    """The path a player pays for: the shortest (END-5b-ii), link by link that of the more influential owner.

    END-5b-ii-a: all shortest paths from all nearest cities are followed together, and after each link only
    those of the best owner go on. END-5b-ii-b: of equal ones those go on where an owner who was equal before
    has a track on the next link too. END-5b-ii-c: what is left at the end is all the same; then the higher
    place in a column counts. The book's examples are END-5b-iv and END-5b-v.
    """
    away, order = distances(s), turn_order(s)
    near = min(away[city] for city in s.players[seat].cities if city in away)
    ways: dict[str, Path] = {city: ((), ()) for city in s.players[seat].cities if away.get(city) == near}
    equal: frozenset[int] = frozenset()
    for left in range(near - 1, -1, -1):
        steps = [
            Step(link, city, end, frozenset(s.on_link(link)))
            for city in ways
            for link in s.book.links_at[city]
            for end in s.book.ends[link]
            if end != city and away.get(end) == left and s.on_link(link)
        ]
        steps, equal = chosen(s, steps, equal)
        following: dict[str, Path] = {}
        for step in steps:
            links, payees = ways[step.city]
            payee = min(step.owners, key=order.index)  # END-5b-iii
            way = (*links, step.link), (*payees, payee)
            known = following.get(step.end)
            if known is None or [*map(order.index, way[1])] < [*map(order.index, known[1])]:
                following[step.end] = way
        ways = following
    return ways[TRIESTE]


def chosen(s: Steam, steps: list[Step], equal: frozenset[int]) -> tuple[list[Step], frozenset[int]]:
    """Return the links that are followed, and the owners who are equal there, if there is a choice left.

    After a tie the players of the tie decide: whoever of them has a track here. If several ways are left,
    the next links are looked at; where none of them has one, influence decides anew, as in END-5b-v.
    """
    if s.book.rulings.ways_by_place:
        first = min((owner for step in steps for owner in step.owners), key=turn_order(s).index)
        return [step for step in steps if first in step.owners], frozenset()
    theirs = [step for step in steps if step.owners & equal]
    if not theirs:
        columns = {who: at for at, who in s.standing}
        best = max(columns[owner] for step in steps for owner in step.owners)
        equal = frozenset(owner for owner, at in columns.items() if at == best)
        theirs = [step for step in steps if step.owners & equal]
    if len({step.end for step in theirs}) == 1:
        return theirs, frozenset()  # one way on: the tie is over
    return theirs, frozenset(owner for step in theirs for owner in step.owners & equal)
