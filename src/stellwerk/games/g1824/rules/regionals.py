"""IV.4.2, IV.4.3, VI.5: how regional railways open."""

from stellwerk.board.hexes import StopId
from stellwerk.engine.state import with_item
from stellwerk.games.g1824.rules.book import REGIONAL
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18 import markers
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.shares import open_company


def sold_shares(s: AustriaHungary, company: str) -> int:
    """Shares in players' hands."""
    return sum(s.shares(owner, company) for owner in s.players)


def capital(s: AustriaHungary, company: str) -> int:
    """IV.4.2-2: 8 × par beside what its coal railway brings; IV.4.3-2: 10 × par without one.

    IV.2-16: one that was never sold has never begun.
    """
    with_coal = any(minor.into == company and minor.sym in s.begun for minor in s.facts.coal.values())
    shares = s.facts.capital_shares_with_coal if with_coal else s.book.capital_shares
    return int(s.par[company] * shares)


def open_if_sold(s: AustriaHungary, company: str, waits: bool = True) -> AustriaHungary:
    """VI.5-1: at once when half is with the players and the director's share among it; VI.5-1b: no states.

    In the middle of an operating round it `waits` for the next one (IV.2-12), or not (IV.1-12).

    Who has a director has a price; the bond railway has none (X.4-5b).

    IV.2-13: the director's share of a coal railway's regional is kept until the exchange.
    """
    if (
        s.kind(company) != REGIONAL
        or company in s.opened
        or s.director(company) is None
        or sold_shares(s, company) < s.book.float_shares
    ):
        return s
    s = open_company(s, company, capital(s, company))  # VI.5-2
    return sit_out(s, company) if waits else s


def sit_out(s: AustriaHungary, company: str) -> AustriaHungary:
    """IV.2-12: a company that opens during an operating round waits for the next one."""
    stack = tuple(
        OperatingRound(f.set, f.number, f.of, f.begun, (*f.acted, company))
        if isinstance(f, OperatingRound)
        else f
        for f in s.stack
    )
    return s.replace(stack=stack)


def place_homes(s: AustriaHungary, company: str) -> AustriaHungary:
    """VII.8-1b, IV.2-15: the home marker, free, at the start of the first turn."""
    if s.markers[company]:
        return s  # a state railway has inherited its markers; XI.3-1: UG1's lies there from the start
    return markers.place_homes(s, company)


def close_railway(s: AustriaHungary, railway: str) -> AustriaHungary:
    """A coal or pre-state railway is gone: its sheet is empty, its markers are the caller's matter."""
    return s.replace(
        opened=tuple(sym for sym in s.opened if sym != railway),
        markers={sym: used for sym, used in s.markers.items() if sym != railway},
    )


def take_over(s: AustriaHungary, railway: str, company: str) -> AustriaHungary:
    """IV.2-14, IV.4.4-5: cash and trains move to the sheet of the share company."""
    trains = dict(s.trains)
    for train in s.trains_of(railway):
        trains[train] = company
    cash = dict(s.cash)
    cash[company] += cash[railway]
    cash[railway] = 0
    return s.replace(trains=trains, cash=cash)


def drop_marker(s: AustriaHungary, owner: str, stop: str) -> AustriaHungary:
    """Take one marker off the map and out of the game."""
    return s.replace(
        board=s.board.take_off(StopId(stop), owner), markers=with_item(s.markers, owner, s.markers[owner] - 1)
    )
