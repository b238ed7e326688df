"""Checks that nothing is lost or made from nothing; empty lists mean that all is well."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from stellwerk.mech18.state import BANK, ISSUE, OFFER, OUT, POOL, RESERVED, STOCKS, AnyRailways


def money(s: AnyRailways, total: int) -> list[str]:
    """All purses together hold what was in the box; only players and the bank may be overdrawn."""
    found = [] if sum(s.cash.values()) == total else [f"{sum(s.cash.values())} in all purses, not {total}"]
    for owner, cash in s.cash.items():
        if cash < 0 and owner != BANK and owner not in s.players:
            found.append(f"{owner} has {cash}")
    return found


def papers(s: AnyRailways, without_director: str = "") -> list[str]:
    """Every paper exists once, with an owner who can own it, and a director's paper is never in the pool.

    In a company without a director that paper is one like the others.
    """
    found = [] if set(s.papers) == set(s.book.papers) else ["papers were lost or added"]
    owners = {OFFER, POOL, ISSUE, RESERVED, OUT, *s.players}
    for paper, owner in s.papers.items():
        if owner not in owners or (
            owner == POOL
            and s.book.papers[paper].director
            and s.book.papers[paper].company != without_director
        ):
            found.append(f"paper {paper} belongs to {owner}")
    return found


def tiles(s: AnyRailways, added: Mapping[str, int] = MappingProxyType({})) -> list[str]:
    """What is laid and what is in stock add up for every number, with pieces `added` to those printed."""
    laid = Counter(there.tile for there in s.board.laid.values())
    return [
        f"tile {number}: {s.supply[number]} in stock and {laid[number]} laid of {tile.count}"
        for number, tile in s.book.atlas.tiles.items()
        if s.supply[number] + laid[number] != tile.count + added.get(number, 0) or s.supply[number] < 0
    ]


def trains(s: AnyRailways, closing: tuple[str, ...] = (), endless: tuple[str, ...] = ()) -> list[str]:
    """Every card exists, owned by the bank, a company in play (or just closing) or nobody any more.

    Of `endless` types there may be more cards than were printed.
    """
    found = []
    cards = Counter(s.train_type(train) for train in s.trains)
    for kind in s.book.trains.values():
        more = kind.name in endless and cards[kind.name] > (kind.count or 0)
        if kind.count is not None and cards[kind.name] != kind.count and not more:
            found.append(f"{cards[kind.name]} cards of train {kind.name}, not {kind.count}")
    owners = {OUT, *STOCKS, *s.markers, *closing}
    found += [f"train {train} belongs to {owner}" for train, owner in s.trains.items() if owner not in owners]
    return found


def station_markers(s: AnyRailways, heir: str = "") -> list[str]:
    """A company's markers on the map are as many as it has used; nobody else's lie there."""
    on_map = Counter(
        owner
        for places in (s.board.markers, s.board.beside)
        for owners in places.values()
        for owner in owners
        if owner
    )
    found = [
        f"{company} has {on_map[company]} markers on the map and has used {used}"
        for company, used in s.markers.items()
        if on_map[company] != used or used + s.spent.get(company, 0) > len(s.book.companies[company].markers)
    ]
    found += [
        f"markers of {owner} lie on the map" for owner in on_map if owner not in s.markers and owner != heir
    ]
    return found
