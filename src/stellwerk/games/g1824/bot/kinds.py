"""Kinds of train of 1824: which are near, whom they suit, which will soon be scrapped (VII.11, VII.14)."""

from collections.abc import Sequence

from stellwerk.board.hexes import HexId, StopId
from stellwerk.engine.memo import Once
from stellwerk.games.g1824.rules.book import COAL, PRE_STATE, Facts, Rulings
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.book import Book, TrainType
from stellwerk.mech18.bot.earnings import FAR
from stellwerk.mech18.bot.earnings import near as near_hexes
from stellwerk.mech18.state import BANK, OUT

SHORT = {"1g": 0.5}
LONG = {"8": 0.8, "10": 0.6}
"""Trains that earn less than their reach says: a mine and one city; more places than lie in a row."""
NEXT, SOON = 2, 5
"""Trains that are sold or sent abroad before a company acts again, and before it can pay for another one."""


@Once
def trains_in_order(book: Book[Facts, Rulings]) -> Sequence[TrainType]:
    return sorted(book.trains.values(), key=lambda kind: kind.versions[0].goods)


def all_trains(s: AustriaHungary) -> Sequence[TrainType]:
    """The normal trains in the order of sale, then the goods trains."""
    return trains_in_order(s.book)


def goods_kinds(s: AustriaHungary) -> frozenset[str]:
    return frozenset(name for name, kind in s.book.trains.items() if kind.versions[0].goods)


def known_trains(s: AustriaHungary, company: str) -> list[TrainType]:
    """Return the kinds that a company may own, of those that are near."""
    there, fit = near(s), suits(s, company)
    return [kind for kind in s.book.trains.values() if kind.name in there and fit.get(kind.name, 1.0)]


def near(s: AustriaHungary) -> frozenset[str]:
    """What companies own, the next two normal trains, and the goods trains that are on sale."""
    owned = {s.train_type(card) for card, owner in s.trains.items() if owner not in (BANK, OUT)}
    left = {s.train_type(card) for card, owner in s.trains.items() if owner == BANK}
    following = [kind.name for kind in s.book.trains.values() if kind.name in left and kind.sold_from is None]
    goods = {kind.name for kind in s.book.trains.values() if kind.name in left and kind.sold_from in s.phases}
    return frozenset({*owned, *following[:2], *goods})


def foremost(s: AustriaHungary, company: str) -> list[TrainType]:
    """Return the longest of these trains, and the longest goods train: none of the others earns more."""
    longest = {kind.versions[0].goods: kind for kind in known_trains(s, company)}
    return list(longest.values())


@Once
def fitness(book: object) -> dict[str, dict[str, float]]:
    """How well kinds of train suit the companies: filled as asked for."""
    return {}


def suits(s: AustriaHungary, company: str) -> dict[str, float]:
    """IV.2-5: a coal railway owns goods trains only; others need a mine that is not far from home."""
    kept = fitness(s.book)
    found = kept.get(company)
    if found is None:
        goods = goods_kinds(s)
        if s.kind(company) == COAL:
            found = dict.fromkeys(frozenset(s.book.trains) - goods, 0.0) | SHORT
        else:
            homes = [minor.home for minor in s.facts.pre_states_of(company)] or s.book.companies[
                company
            ].homes
            steps = min(
                (
                    near_hexes(s, s.book.atlas.where[StopId(home)][0]).get(hex_id, FAR)
                    for home in homes
                    for hex_id in mines(s)
                ),
                default=FAR,
            )
            fit = max(0.05, min(1.0, 1.4 - 0.2 * steps))
            # A pre-state railway does not live long enough to build its way to a mine.
            found = dict.fromkeys(goods, 0.25 * fit if s.kind(company) == PRE_STATE else fit) | LONG
            found |= {name: found[name] * part for name, part in SHORT.items()}
        kept[company] = found
    return found


def mines(s: AustriaHungary) -> list[HexId]:
    return [s.book.atlas.where[StopId(s.book.companies[coal].homes[0])][0] for coal in s.facts.coal]


# -- how long they last --------------------------------------------------------------------------


def coming(s: AustriaHungary, trains: int = SOON) -> frozenset[str]:
    """Return the kinds that may begin with one of the next trains; goods trains follow at once (VII.14)."""
    left = [s.train_type(card) for card in s.trains_of(BANK)]
    normal = [kind for kind in s.book.trains.values() if kind.sold_from is None and kind.name in left]
    found, before = set[str](), 0
    for kind in normal:
        if before > trains:
            break
        found.add(kind.name)
        before += left.count(kind.name)
    opened = {*s.phases, *found}
    goods = (kind for kind in s.book.trains.values() if kind.sold_from in opened and kind.name in left)
    return frozenset({*found, *(kind.name for kind in goods)} - set(s.phases))


def lasting(s: AustriaHungary, company: str, trains: int = SOON) -> list[str]:
    """Return the trains of a company that will still run after so many others were sold."""
    soon, kinds = coming(s, trains), s.book.trains
    return [
        card for card in s.trains_of(company) if not soon.intersection(kinds[s.train_type(card)].scrapped_by)
    ]


def lacking(s: AustriaHungary, company: str) -> int:
    """Return what a railway lacks for a train that outlasts its best one, an old one in payment (VII.13)."""
    goods = s.kind(company) == COAL
    order = [kind for kind in s.book.trains.values() if kind.versions[0].goods == goods]
    owned = {s.train_type(card) for card in s.trains_of(company)}
    best = max((place for place, kind in enumerate(order) if kind.name in owned), default=-1)
    following = order[best + 1 : best + 2]
    prices = [
        side.price - (side.takes_for if side.takes in owned else 0)
        for kind in following
        for side in kind.versions
    ]
    return max(0, min(prices, default=0) - s.cash.get(company, 0))
