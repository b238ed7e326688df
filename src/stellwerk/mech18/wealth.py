"""What players are worth, and who is the richest."""

from collections.abc import Callable

from stellwerk.mech18.state import SEAT_OF, AnyRailways, S


def wealth(s: AnyRailways) -> dict[str, int]:
    """Cash and shares at their current price; what companies own counts nothing."""
    worth = {name: s.cash[owner] for name, owner in zip(s.names, s.players, strict=True)}
    for paper, owner in s.papers.items():
        seat = SEAT_OF.get(owner)
        if seat is not None:
            printed = s.book.papers[paper]
            worth[s.names[seat]] += s.size(printed) * s.price(printed.company)
    return worth


def richest(result: Callable[[S], dict[str, int]]) -> Callable[[S], tuple[str, ...]]:
    """Equal wealth shares the victory."""

    def winners(s: S) -> tuple[str, ...]:
        worth = result(s)
        return tuple(name for name in s.names if worth[name] == max(worth.values()))

    return winners
