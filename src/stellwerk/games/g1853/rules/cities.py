"""2.5.4 to 2.5.12, 2.7: naming cities in secret and taking shares openly."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.engine.action import Action, Beside
from stellwerk.engine.rule import Check, Fault, refuse, rule
from stellwerk.engine.state import Frame, with_item
from stellwerk.engine.step import Activity, Move, Pass, PassMove
from stellwerk.engine.text import Figures, msg
from stellwerk.games.g1853.rules.book import SINGLES, Facts
from stellwerk.games.g1853.rules.directors import take_shares
from stellwerk.games.g1853.rules.events import ContractClosed, ContractSharesPaid, ShareClaimed
from stellwerk.games.g1853.rules.state import India, pair
from stellwerk.mech18.state import BANK, OFFER, SEATS

CHEAPEST = 20  # 2.5.9: what every further city costs at least


class Naming(Frame, frozen=True):
    """Stage two: one city after the other."""

    seat: int = -1
    passed: tuple[int, ...] = ()


class NameCity(Action, frozen=True):
    """Write a city down in secret and take a share that it offers. H8: a claim is final."""

    final: ClassVar[bool] = True
    on_map: ClassVar[Beside] = Beside("city")
    city: str
    company: str


# -- what makes a contract legal ---------------------------------------------------------------


def named(s: India, seat: int) -> tuple[str, ...]:
    return s.contracts.get(str(seat), ())


def worth(facts: Facts, cities: tuple[str, ...]) -> int:
    """2.5.9."""
    return sum(facts.cities[city].value for city in cities)


def size_needed(facts: Facts, cities: tuple[str, ...]) -> int | None:
    """Return how many cities a contract with these has at least; None if no legal one has them all.

    2.5.7-b: two of the Ganges at most; 2.5.7-a, 2.5.7-c: two of the valley oblige to a fourth city.
    """
    valley = sum(city in facts.valley for city in cities)
    ganges = valley + (facts.mouth in cities)
    least, most = facts.contract_cities
    wanted = max(least, len(cities))
    if wanted == 3 and valley > 1:
        wanted = 4
    return wanted if ganges <= 2 and wanted <= most else None


def is_legal(s: India, seat: int) -> bool:
    """2.5.1 and 2.5.6 to 2.5.10: what is judged when the contract is shown."""
    cities = named(s, seat)
    return (
        len(set(cities)) == len(cities)
        and size_needed(s.facts, cities) == len(cities)
        and worth(s.facts, cities) <= s.bonds[str(seat)]
    )


# -- rules -------------------------------------------------------------------------------------


def has_a_name(s: India, a: NameCity) -> Fault | None:
    """2.5.8: the small towns have none."""
    if a.city in s.facts.cities:
        return None
    return refuse("{city} is no place that a contract can name.", city=a.city)


def city_offers_it(s: India, a: NameCity) -> Fault | None:
    companies = s.facts.cities[a.city].companies
    if a.company in companies:
        return None
    return refuse(
        "{city} offers shares of {companies}, not of {company}.",
        city=a.city,
        companies=", ".join(companies),
        company=a.company,
    )


def share_is_left(s: India, a: NameCity) -> Fault | None:
    if s.issued(a.company) < SINGLES:
        return None
    return refuse("All single shares of {company} are taken.", company=a.company)


def not_yet_named(s: India, a: NameCity) -> Fault | None:
    return refuse("{city} is in the contract already.", city=a.city) if a.city in named(s, a.seat) else None


def ganges_allows(s: India, a: NameCity) -> Fault | None:
    if size_needed(s.facts, (*named(s, a.seat), a.city)) is not None:
        return None
    return refuse("With {city} the contract would hold too many cities of the Ganges.", city=a.city)


def bond_suffices(s: India, a: NameCity) -> Fault | None:
    """2.5.9, 2.5.7-c: the city and what is still needed after it."""
    cities = (*named(s, a.seat), a.city)
    needed = size_needed(s.facts, cities) or len(cities)
    missing = CHEAPEST * (needed - len(cities))
    left = s.bonds[str(a.seat)] - worth(s.facts, cities)
    if left >= missing:
        return None
    if left < 0:
        value = s.facts.cities[a.city].value
        return refuse(
            "{city} costs {value}, and {free} of the bond are left.",
            city=a.city,
            value=value,
            free=left + value,
        )
    return refuse(
        "With {city} {left} of the bond would be left; {missing} are still needed.",
        city=a.city,
        left=left,
        missing=missing,
    )


def unless_honoured(check: Check[India, NameCity]) -> Check[India, NameCity]:
    """2.5.12: on slips nobody looks; the contract is judged when it is shown."""
    return lambda s, a: None if s.rulings.honour_bids else check(s, a)


class NameMove(Move[India, NameCity]):
    action = NameCity

    def candidates(self, s: India, seat: int) -> Iterator[NameCity]:
        for city in s.facts.cities.values():
            for company in city.companies:
                yield NameCity(seat, city.name, company)

    def apply(self, s: India, a: NameCity) -> India:
        """2.7.1: one share for the city, not paid yet."""
        s = take_shares(s, a.seat, a.company, OFFER)
        key = pair(a.seat, a.company)
        s = s.replace(
            contracts=with_item(s.contracts, str(a.seat), (*named(s, a.seat), a.city)),
            claimed=with_item(s.claimed, key, s.claimed.get(key, 0) + 1),
            unpaid=with_item(s.unpaid, key, s.unpaid.get(key, 0) + 1),
        )
        return next_namer(s.say(ShareClaimed(s.names[a.seat], a.company)))


NAME = NameMove(
    rule("2.5.8", has_a_name),
    rule("2.5.5", city_offers_it),
    rule("2.5.10-b", share_is_left),
    rule("2.5.10-a", unless_honoured(not_yet_named)),
    rule("2.5.7-b", unless_honoured(ganges_allows)),  # 2.5.7-a for three cities
    rule("2.5.9", unless_honoured(bond_suffices)),  # 2.5.7-c
)


def enough_cities(s: India, a: Pass) -> Fault | None:
    count, least = len(named(s, a.seat)), s.facts.contract_cities[0]
    wanted = size_needed(s.facts, named(s, a.seat))
    if not s.rulings.honour_bids and wanted is not None:
        least = wanted  # 2.5.7-c
    if count >= least or not NAME.legal(s, a.seat):
        return None
    return refuse("A contract has at least {least:# city|# cities}, not {count}.", least=least, count=count)


def bond_is_used(s: India, a: Pass) -> Fault | None:
    left = s.bonds[str(a.seat)] - worth(s.facts, named(s, a.seat))
    if left < s.facts.last_bond or not NAME.legal(s, a.seat):
        return None
    return refuse("{left} of the bond are left: name another city.", left=left)


# -- the stage ---------------------------------------------------------------------------------


def next_namer(s: India) -> India:
    """2.5.4-a: clockwise, those who have passed left out; 2.5.6: at the maximum a contract is complete."""
    frame, most = s.top(Naming), s.facts.contract_cities[1]
    seat = frame.seat
    if seat not in frame.passed and len(named(s, seat)) == most:
        s = close_contract(s, seat)
    waiting = (other for other in s.seats_from(s.after(seat)) if other not in s.top(Naming).passed)
    return s.update_frame(seat=next(waiting, seat))


def close_contract(s: India, seat: int) -> India:
    """2.5.4-d: for good."""
    s = s.update_frame(passed=(*s.top(Naming).passed, seat))
    return s.say(ContractClosed(s.names[seat], len(named(s, seat))))


def pass_naming(s: India) -> India:
    return next_namer(close_contract(s, s.top(Naming).seat))


def pay_contract_shares(s: India) -> India:
    """2.7.2: par, in the companies' order; 2.7.3-a: what cannot be paid stays unpaid, and all that follow."""
    for seat in s.order:
        amount = paid = 0
        unpaid = dict(s.unpaid)
        purse = s.cash[SEATS[seat]]
        short = False
        for company in s.book.companies:
            key = pair(seat, company)
            while unpaid.get(key) and not short:
                short = purse - amount < s.par[company]
                if not short:
                    amount, paid, unpaid[key] = amount + s.par[company], paid + 1, unpaid[key] - 1
        left = sum(count for key, count in unpaid.items() if key.startswith(f"{seat}/"))
        s = s.pay(SEATS[seat], BANK, amount).replace(unpaid={k: n for k, n in unpaid.items() if n})
        s = s.say(ContractSharesPaid(s.names[seat], amount, paid, left))
    return s


class NamingActivity(Activity[India]):
    order_rule = "2.5.4-a"
    asks = msg("{player}: name a city in secret and take a share, or close the contract.")
    _moves = (
        NAME,
        PassMove[India](pass_naming, rule("2.5.4-b", enough_cities), rule("2.5.4-c", bond_is_used)),
    )

    def seats(self, s: India) -> tuple[int, ...]:
        return (s.top(Naming).seat,)

    def moves(self, s: India) -> Sequence[Move[India, Action]]:
        return self._moves

    def figures(self, s: India) -> Figures:
        return {"player": s.names[s.top(Naming).seat]}

    def advance(self, s: India) -> India | None:
        if s.top(Naming).seat < 0:
            return s.update_frame(seat=s.priority)
        if len(s.top(Naming).passed) < len(s.names):
            return None
        return pay_contract_shares(s.pop())
