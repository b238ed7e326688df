"""INF, TO: the influence track."""

from stellwerk.engine.state import with_item
from stellwerk.games.gimperial_steam.rules.state import Steam


def column(s: Steam, seat: int) -> int:
    """Return how many columns from 0 a player's marker stands."""
    for at, who in s.standing:
        if who == seat:
            return at
    raise LookupError(seat)


def move_influence(s: Steam, seat: int, steps: int) -> Steam:
    """INF-1 to -4: gains past the last column are lost, and a change of 0 re-queues nobody."""
    old = column(s, seat)
    new = min(old + steps, s.book.last_column)
    if new == old:
        return s
    return s.replace(standing=arrive(s.standing, seat, new))


def arrive(standing: tuple[tuple[int, int], ...], seat: int, at: int) -> tuple[tuple[int, int], ...]:
    """INF-2: the topmost free place of a column is the one below all that stand there.

    INF-3: the order of those who stay is kept, so whoever was below a leaving marker moves up.
    """
    others = [marker for marker in standing if marker[1] != seat]
    place = sum(1 for column, _ in others if column >= at)
    return (*others[:place], (at, seat), *others[place:])


def grow(s: Steam, hub: str, steps: int) -> Steam:
    """INF-5: hub markers have a row of their own. INF-4: they too stop at the last column."""
    return s.replace(hubs=with_item(s.hubs, hub, min(s.hubs[hub] + steps, s.book.last_column)))


def accessible(s: Steam, seat: int, hub: str) -> bool:
    """INF-6."""
    return s.hubs[hub] <= column(s, seat)


def turn_order(s: Steam) -> tuple[int, ...]:
    """TO-1: further right first, higher place first in a column."""
    return tuple(seat for _, seat in s.standing)


def rank(s: Steam, seat: int) -> int:
    """0 is the most influential."""
    return turn_order(s).index(seat)
