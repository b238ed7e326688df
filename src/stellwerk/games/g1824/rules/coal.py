"""IV.2: coal railways and their exchange into the director's share of a regional railway."""

from collections.abc import Iterator

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse
from stellwerk.engine.step import Move
from stellwerk.games.g1824.rules.events import CoalSwapped
from stellwerk.games.g1824.rules.regionals import close_railway, open_if_sold, take_over
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.shares import settle_director
from stellwerk.mech18.state import OUT, SEATS
from stellwerk.mech18.stock import StockRound, end_acting


class SwapCoal(Action, frozen=True):
    """Exchange a coal railway for the director's share of its regional railway."""

    railway: str


def in_play(s: AustriaHungary) -> list[str]:
    """Coal railways that still run, in their order; builders close by their own rule (X.3-3)."""
    return [sym for sym in s.facts.coal if sym in s.opened and sym not in s.builders]


def swap(s: AustriaHungary, railway: str) -> AustriaHungary:
    """IV.2-9, IV.2-14: director's share, cash, trains; IV.2-14b: the home marker leaves the game.

    IV.2-10: somebody with strictly more takes the director's share at once.
    """
    minor = s.facts.coal[railway]
    owner, company = s.director(railway), minor.into
    assert owner is not None
    told = CoalSwapped(s.name(owner), railway, company, s.cash[railway], len(s.trains_of(railway)))
    s = take_over(s, railway, company)
    s = close_railway(s.replace(board=s.board.remove(railway)), railway)
    s = s.hand_over(f"{railway}_0", OUT).hand_over(minor.paper, owner).say(told)
    return open_if_sold(settle_director(s, company), company)


def close_all(s: AustriaHungary) -> AustriaHungary:
    """IV.2-11, VII.14-5b: with the first 5 all are exchanged at once; VI.7-3b: whatever the limits say."""
    for railway in in_play(s):
        s = swap(s, railway)
    return s


def swaps_have_begun(s: AustriaHungary, a: SwapCoal) -> Fault | None:
    if s.granted("coal_swaps"):
        return None
    return refuse("Coal railways are exchanged only after the first 3-train is sold.")


def owns_it(s: AustriaHungary, a: SwapCoal) -> Fault | None:
    if a.railway in in_play(s) and s.director(a.railway) == SEATS[a.seat]:
        return None
    return refuse("{player} has no coal railway {railway}.", player=s.names[a.seat], railway=a.railway)


def not_sold_or_allowed(s: AustriaHungary, a: SwapCoal) -> Fault | None:
    """VI.4-1b: an exchange is no purchase, but for the ruling."""
    company = s.facts.coal[a.railway].into
    if s.rulings.exchange_after_a_sale or f"{a.seat}/{company}" not in s.top(StockRound).sold:
        return None
    return refuse("{player} has sold {company} in this round.", player=s.names[a.seat], company=company)


class SwapCoalMove(Move[AustriaHungary, SwapCoal]):
    """IV.2-9: in a stock round, instead of a purchase."""

    action = SwapCoal

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[SwapCoal]:
        for railway in in_play(s):
            if s.director(railway) == SEATS[seat]:
                yield SwapCoal(seat, railway)

    def apply(self, s: AustriaHungary, a: SwapCoal) -> AustriaHungary:
        return end_acting(swap(s, a.railway), a.seat)
