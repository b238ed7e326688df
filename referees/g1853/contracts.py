"""Bonds, contracts and the elephant (2.5, 3.1.11)."""

from collections.abc import Sequence

from referees.g1853.plain import Action, Position, has_single, players, seat_name, top, was_talked_over
from referees.g1853.tables import CITIES, CITIES_NAMED, COMPANIES, START_CASH


def bonds(position: Position, seat: int) -> list[Action]:
    """2.5.2: at least 20 for each city that must be named; 2.3: in steps of ten, the smallest note."""
    if str(seat) in top(position)["bids"]:
        return []
    count = players(position)
    least = 20 * CITIES_NAMED[count][0]
    return [
        {"type": "write_bond", "seat": seat, "bond": bond} for bond in range(least, START_CASH[count] + 1, 10)
    ]


def few_of_the_ganges(cities: Sequence[str], final: int) -> bool:
    """2.5.7 for a contract that will have so many cities in the end."""
    valley = sum(1 for city in cities if CITIES[city].ganges and city != "Calcutta")
    return valley <= 1 if final == 3 else valley + ("Calcutta" in cities) <= 2


def can_be_ended(position: Position, cities: Sequence[str], bond: int) -> bool:
    """Whether cities can be part of a legal contract (2.5.6, 2.5.7, 2.5.9)."""
    least, most = CITIES_NAMED[players(position)]
    rest = bond - sum(CITIES[city].value for city in cities)
    return any(
        20 * (final - len(cities)) <= rest and few_of_the_ganges(cities, final)
        for final in range(max(least, len(cities)), most + 1)
    )


def naming(position: Position, seat: int) -> list[Action]:
    """One more city with a share of a company that it names, or a pass (2.5.4)."""
    named = position["contracts"].get(str(seat), [])
    bond = position["bonds"][str(seat)]
    found = list[Action]()
    for city, told in CITIES.items():
        if city in named or not can_be_ended(position, [*named, city], bond):
            continue
        for number in told.companies:
            company = COMPANIES[number - 1]
            if has_single(position, company):
                found.append({"type": "name_city", "seat": seat, "city": city, "company": company})
    least, most = CITIES_NAMED[players(position)]
    rest = bond - sum(CITIES[city].value for city in named)
    enough = len(named) >= least and few_of_the_ganges(named, len(named))
    if enough and (len(named) == most or rest < 40 or not found):
        found.append({"type": "pass", "seat": seat})
    return found


def elephant_may_go(position: Position, action: Action) -> bool:
    """3.1.11: to another player at a price that both agree on, thus one that the buyer can pay."""
    frame, to = top(position), action["to"]
    if frame["frame"] != "elephant_sale" or action["seat"] != position["priority"]:
        return False
    if to == action["seat"] or not 0 <= to < players(position):
        return False
    if was_talked_over(position, action["seat"], to, "elephant", action["price"]):
        return False
    return 0 <= action["price"] <= position["cash"][seat_name(to)]
