"""The opening: how much to lay aside, and which cities to name for which shares.

Money is short at first and grows tenfold, so that a bond should soon come back: the cities of a contract lie
near each other, and near the homes of companies that its owner will lead.
"""

from collections.abc import Sequence
from itertools import combinations, product
from random import Random

from stellwerk.engine.action import Action
from stellwerk.games.g1853.bot.contracts import FAR, OTHERS_PACE, OWN_PACE, between, comes_back
from stellwerk.games.g1853.rules.book import SINGLES
from stellwerk.games.g1853.rules.cities import NameCity, Naming, named, size_needed, worth
from stellwerk.games.g1853.rules.opening import Bidding, WriteBond
from stellwerk.games.g1853.rules.state import India, pair
from stellwerk.mech18.bot.earnings import places

STAKE = 1000.0
"""What these sums are measured by."""
ROUNDS = 14.0
"""Operating rounds that are counted on."""
QUALITY = 40.0
"""What a share is worth more in a company whose home is twice as good."""
JOINED = 18.0
"""What a share is worth more for every other one that is taken of its company: so it starts soon."""
CROWDED = 120.0
"""What it costs for every share that may be gone before it is one's turn again."""
FORCED = 80.0
"""What another city costs, or to leave so much of the bond that one must be named (2.5.4-c)."""


class Opening:
    """Bids and names cities.

    `beyond` are sums to bid beyond the cheapest contract, `doubt` is how well it knows the best one.
    """

    def __init__(self, beyond: Sequence[int], doubt: float, luck: Random) -> None:
        self.beyond, self.doubt, self.luck = beyond, doubt, luck

    def values(self, s: India, seat: int, choices: Sequence[Action]) -> Sequence[float] | None:
        if isinstance(s.frame, Bidding):
            aim = s.facts.least_bond + self.luck.choice(self.beyond)
            return [-abs(a.bond - aim) / STAKE if isinstance(a, WriteBond) else 0.0 for a in choices]
        if isinstance(s.frame, Naming):
            return self.names(s, seat, choices)
        return None

    def names(self, s: India, seat: int, choices: Sequence[Action]) -> Sequence[float]:
        """Return for every city the best contract with it, for a pass the contract as it is."""
        before = named(s, seat)
        taken = {sym: s.claimed.get(pair(seat, sym), 0) for sym in s.book.companies}
        doubts = {city: self.luck.uniform(0.0, self.doubt) for city in s.facts.cities}
        best: dict[tuple[str, str], float] = {}
        first = [a for a in choices if isinstance(a, NameCity)]
        offered = {a.city: sorted({b.company for b in first if b.city == a.city}) for a in first}
        count = max(1, s.facts.contract_cities[0] - len(before))
        for more in contracts(s, seat, before, sorted(offered), count):
            effort = between(s, (*before, *more))
            for companies in product(*(offered[city] for city in more)):
                held = {**taken}
                for company in companies:
                    held[company] += 1
                value = self.value(s, seat, (*before, *more), effort, held) + sum(
                    doubts[city] for city in more
                )
                for city, company in zip(more, companies, strict=True):
                    # First what others want as well.
                    now = value + 0.1 * s.issued(company)
                    best[city, company] = max(best.get((city, company), now), now)
        as_it_is = self.value(s, seat, before, between(s, before), taken)
        return [
            (best.get((a.city, a.company), -999.0) if isinstance(a, NameCity) else as_it_is) / STAKE
            for a in choices
        ]

    def value(
        self, s: India, seat: int, cities: tuple[str, ...], effort: float, held: dict[str, int]
    ) -> float:
        bond = s.bonds[str(seat)]
        others = {sym: s.issued(sym) - s.claimed.get(pair(seat, sym), 0) for sym in held}
        led = sum(1 for sym, shares in held.items() if shares >= 2 and shares >= others[sym])
        pace = OWN_PACE * led + OTHERS_PACE * 3
        found = bond * comes_back(effort, pace, ROUNDS)
        # The share of a further city can be bought as well; the city must be joined.
        found -= FORCED * max(0, len(cities) - s.facts.contract_cities[0])
        if bond - worth(s.facts, cities) >= s.facts.last_bond:
            found -= FORCED
        quality = places(s)
        for sym, shares in held.items():
            wanted = shares - s.claimed.get(pair(seat, sym), 0)
            if wanted:
                # Who has begun with a company goes on with it.
                rivals = sum(1 for one in s.order if one != seat and s.claimed.get(pair(one, sym)))
                wanted += rivals * (wanted - 1)
                found -= CROWDED * max(0, wanted - SINGLES + s.issued(sym))
            found += shares * (QUALITY * (quality[sym] - 1.0) + JOINED * min(4, others[sym] + shares - 1))
        return found


def contracts(
    s: India, seat: int, before: tuple[str, ...], offered: Sequence[str], count: int
) -> list[tuple[str, ...]]:
    """Return the cities that would make a legal contract of those named so far; the cheapest to join."""
    bond, facts = s.bonds[str(seat)], s.facts
    found = []
    for size in (count, count + 1):
        for more in combinations(offered, size):
            cities = (*before, *more)
            legal = size_needed(facts, cities) == len(cities) and worth(facts, cities) <= bond
            if legal and between(s, cities) <= FAR:
                found.append(more)
        if found:
            break
    return found
