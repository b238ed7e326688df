"""MR: mountain railways: their income, what they do for their owner's companies, and when they close."""

from stellwerk.engine.state import with_item
from stellwerk.games.g1854.rules.events import PowerUsed
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.events import PrivateClosed
from stellwerk.mech18.state import OUT
from stellwerk.routing import Run


def free_ground(s: Austria, company: str, hex_id: str) -> bool:
    """MR-4: the owner's companies pay no terrain on the railway's own hex."""
    return any(
        where == hex_id and s.power_of(private, company) for private, where in s.facts.mountain_hexes.items()
    )


def rebate_open(s: Austria, private: str, company: str) -> bool:
    """MR-3, MR-9: once, while the railway is open."""
    return private not in s.powers_used and s.power_of(private, company)


def use_rebate(s: Austria, private: str) -> Austria:
    return s.replace(powers_used=(*s.powers_used, private)).say(PowerUsed(private))


def graz_bonus(s: Austria, company: str) -> int:
    """MR-5: what a train of the company earns more in Graz."""
    return s.facts.graz.amount if s.power_of(s.facts.graz.private, company) else 0


def close(s: Austria, private: str) -> Austria:
    """MR-7, MR-8: without compensation; the share that came with it stays where it is."""
    return s.replace(privates=with_item(s.privates, private, OUT)).say(PrivateClosed(private))


def close_all(s: Austria) -> Austria:
    """MR-7: at the first 5."""
    for private, owner in s.privates.items():
        if owner != OUT:
            s = close(s, private)
    return s


def close_after_run(s: Austria, company: str, runs: tuple[Run, ...]) -> Austria:
    """MR-7, MR-8: the first run of VB or SD closes the railway that gave its share."""
    if not runs:
        return s
    for private, owner in s.privates.items():
        gift = s.book.privates[private].gives
        if owner != OUT and gift is not None and s.book.papers[gift].company == company:
            s = close(s, private)
    return s
