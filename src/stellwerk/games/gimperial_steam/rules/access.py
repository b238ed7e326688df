"""F3: buy access to a link of the state railway."""

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse
from stellwerk.engine.step import Move
from stellwerk.games.gimperial_steam.rules.events import AccessBought, FeePaid
from stellwerk.games.gimperial_steam.rules.joining import lay
from stellwerk.games.gimperial_steam.rules.places import OnLink
from stellwerk.games.gimperial_steam.rules.state import Steam
from stellwerk.games.gimperial_steam.rules.track import link_name


class BuyAccess(Action, frozen=True):
    """Buy access to a crowned link."""

    on_map: ClassVar[OnLink] = OnLink()
    link: str


def has_a_crown(s: Steam, a: BuyAccess) -> Fault | None:
    if a.link in s.crowns:
        return None
    return refuse("{link} is no link of the state railway.", link=a.link)


def price(s: Steam, link: str) -> tuple[int, list[int]]:
    """F3-2: what one pays, and to whom; to the bank if nobody is there yet."""
    costs = [s.face(city).station_cost for city in s.book.ends[link]]
    others = s.on_link(link)
    return (min(costs), others) if others else (max(costs), others)


def total(s: Steam, link: str) -> int:
    each, others = price(s, link)
    return each * (len(others) or 1)


def pays_the_access(s: Steam, a: BuyAccess) -> Fault | None:
    cost, cash = total(s, a.link), s.players[a.seat].cash
    if cash >= cost:
        return None
    return refuse(
        "Access to {link} costs {cost}; you have {cash}.", link=link_name(s, a.link), cost=cost, cash=cash
    )


class BuyAccessMove(Move[Steam, BuyAccess]):
    """F3-6: also where both cities are joined already."""

    action = BuyAccess

    def candidates(self, s: Steam, seat: int) -> Iterator[BuyAccess]:
        return (BuyAccess(seat, link) for link in s.crowns)

    def apply(self, s: Steam, a: BuyAccess) -> Steam:
        """F3-3: no goods, no workers, no engineer, and not one of the action's two tracks."""
        each, others = price(s, a.link)
        s = s.say(AccessBought(s.names[a.seat], link_name(s, a.link), total(s, a.link)))
        for other in others:
            s = s.pay_player(a.seat, other, each).say(FeePaid(s.names[a.seat], s.names[other], each))
        if not others:
            s = s.pay(a.seat, each)
        return lay(s, a.seat, a.link)
