"""A6: buy or upgrade a locomotive."""

from collections.abc import Iterator

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.games.gimperial_steam.rules.events import LocomotiveBought, LocomotiveUpgraded
from stellwerk.games.gimperial_steam.rules.influence import move_influence
from stellwerk.games.gimperial_steam.rules.state import Steam, some


class BuyLocomotive(Action, frozen=True):
    """Buy a locomotive of a level with all its wagons."""

    level: int


class UpgradeLocomotive(Action, frozen=True):
    """Exchange a locomotive of one level for a higher one."""

    old: int
    level: int


def one_locomotive(s: Steam, a: Action) -> Fault | None:
    return refuse("One action buys or upgrades one locomotive.") if s.turn and s.turn.done else None


def on_sale(s: Steam) -> list[int]:
    """A6-1: what lies left of the round marker; A6-10: first come, first served."""
    tiles = s.book.parts.locomotives
    return [int(level) for level, left in s.locomotives.items() if left and tiles[level].round <= s.round]


def is_on_sale(s: Steam, a: BuyLocomotive | UpgradeLocomotive) -> Fault | None:
    if a.level in on_sale(s):
        return None
    return refuse("No IS-{level} is on sale now.", level=a.level)


def has_a_free_row(s: Steam, a: BuyLocomotive) -> Fault | None:
    most = s.book.parts.box.trains
    if len(s.players[a.seat].trains) < most:
        return None
    return refuse("You have {most:# train|# trains} already, the most there may be.", most=most)


def price(s: Steam, level: int) -> int:
    return s.book.parts.locomotives[str(level)].price


def pays_the_locomotive(s: Steam, a: BuyLocomotive) -> Fault | None:
    cost, cash = price(s, a.level), s.players[a.seat].cash
    if cash >= cost:
        return None
    return refuse("An IS-{level} costs {cost}; you have {cash}.", level=a.level, cost=cost, cash=cash)


def take_tile(s: Steam, seat: int, level: int) -> Steam:
    """A6-4, A6-8: its influence counts in full, whether bought or upgraded to."""
    s = s.replace(locomotives=with_item(s.locomotives, str(level), s.locomotives[str(level)] - 1))
    return move_influence(s.update_turn(done=1), seat, s.book.parts.locomotives[str(level)].influence)


class BuyLocomotiveMove(Move[Steam, BuyLocomotive]):
    action = BuyLocomotive

    def candidates(self, s: Steam, seat: int) -> Iterator[BuyLocomotive]:
        return (BuyLocomotive(seat, level) for level in on_sale(s))

    def apply(self, s: Steam, a: BuyLocomotive) -> Steam:
        """A6-3: as many wagons as its level, freight side up; A6-5: one coal from the supply."""
        s = s.pay(a.seat, price(s, a.level))
        s = s.change(a.seat, trains=(*s.players[a.seat].trains, a.level))
        s = take_tile(s.take(a.seat, some("coal")), a.seat, a.level)
        return s.say(LocomotiveBought(s.names[a.seat], a.level, price(s, a.level)))


BUY_LOCOMOTIVE = BuyLocomotiveMove(
    rule("A6-1", one_locomotive),
    rule("A6-1", is_on_sale),
    rule("A6-2", has_a_free_row),
    rule("A6-2", pays_the_locomotive),
)


def is_an_upgrade(s: Steam, a: UpgradeLocomotive) -> Fault | None:
    """A6-6: only upwards; levels may be skipped."""
    if a.old not in s.players[a.seat].trains:
        return refuse("You have no IS-{level}.", level=a.old)
    if a.level <= a.old:
        return refuse("An IS-{old} can only be upgraded to a higher level.", old=a.old)
    return None


def pays_the_difference(s: Steam, a: UpgradeLocomotive) -> Fault | None:
    cost, cash = price(s, a.level) - price(s, a.old), s.players[a.seat].cash
    if cash >= cost:
        return None
    return refuse("An IS-{level} costs {cost}; you have {cash}.", level=a.level, cost=cost, cash=cash)


class UpgradeLocomotiveMove(Move[Steam, UpgradeLocomotive]):
    action = UpgradeLocomotive

    def candidates(self, s: Steam, seat: int) -> Iterator[UpgradeLocomotive]:
        levels = on_sale(s)
        for old in sorted(set(s.players[seat].trains)):
            for level in levels:
                if level > old:
                    yield UpgradeLocomotive(seat, old, level)

    def apply(self, s: Steam, a: UpgradeLocomotive) -> Steam:
        """A6-7: wagons and coal stay, the old tile leaves the game; A6-9: no free row is needed."""
        cost = price(s, a.level) - price(s, a.old)
        trains = list(s.players[a.seat].trains)
        trains[trains.index(a.old)] = a.level
        s = s.pay(a.seat, cost).change(a.seat, trains=tuple(trains)).replace(scrapped=s.scrapped + 1)
        return take_tile(s, a.seat, a.level).say(LocomotiveUpgraded(s.names[a.seat], a.old, a.level, cost))


UPGRADE_LOCOMOTIVE = UpgradeLocomotiveMove(
    rule("A6-1", one_locomotive),
    rule("A6-1", is_on_sale),
    rule("A6-6", is_an_upgrade),
    rule("A6-6", pays_the_difference),
)
