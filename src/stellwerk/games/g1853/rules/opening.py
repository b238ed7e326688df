"""2.5.1 to 2.5.3: the sealed bonds, and who sits where because of them."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar

from stellwerk.engine.action import CHANCE, Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import Frame, with_item
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import msg
from stellwerk.games.g1853.rules.events import BondsShown, BondWritten, SeatsByBond
from stellwerk.games.g1853.rules.state import ENVELOPES, India
from stellwerk.mech18.state import SEATS


class Bidding(Frame, frozen=True):
    """Everybody writes down a bond, and no cities yet (K1). Secret until all have."""

    bids: Mapping[str, int] = {}
    """Seat -> bond."""


class WriteBond(Action, frozen=True):
    """Fix the amount of one's bond in secret."""

    final: ClassVar[bool] = True
    bond: int


class DrawOrder(Action, frozen=True):
    """Chance: who sits where among equal bonds; all seats by falling bond."""

    order: tuple[int, ...]


def bond_is_allowed(s: India, a: WriteBond) -> Fault | None:
    """At least the cheapest contract, at most all one's money."""
    least, most = s.facts.least_bond, s.book.cash
    if least <= a.bond <= most:
        return None
    return refuse("A bond is {least} to {most}, not {bond}.", least=least, most=most, bond=a.bond)


def bond_is_in_notes(s: India, a: WriteBond) -> Fault | None:
    """2.3: the lowest note is a ten."""
    step = s.rulings.bond_step
    if a.bond % step == 0:
        return None
    return refuse("A bond is a multiple of {step}, not {bond}.", step=step, bond=a.bond)


class BondMove(Move[India, WriteBond]):
    action = WriteBond

    def candidates(self, s: India, seat: int) -> Iterator[WriteBond]:
        for bond in range(s.facts.least_bond, s.book.cash + 1, s.rulings.bond_step):
            yield WriteBond(seat, bond)

    def sample(self, s: India, seat: int, rng: Random) -> WriteBond:
        """Mostly a low one: who puts all money aside can buy nothing."""
        step, least = s.rulings.bond_step, s.facts.least_bond
        most = rng.choice((*(least + 40,) * 4, *(least + 120,) * 3, s.book.cash))
        return WriteBond(seat, rng.randrange(least, most + 1, step))

    def apply(self, s: India, a: WriteBond) -> India:
        s = s.update_frame(bids=with_item(s.top(Bidding).bids, str(a.seat), a.bond))
        return s.say(BondWritten(s.names[a.seat]))


def falls_by_bond(s: India, a: DrawOrder) -> Fault | None:
    bids = s.top(Bidding).bids
    falling = sorted(bids.values(), reverse=True)
    if sorted(a.order) == list(range(len(s.names))) and [bids[str(n)] for n in a.order] == falling:
        return None
    return refuse("{order} does not seat everybody by falling bonds.", order=", ".join(map(str, a.order)))


class DrawOrderMove(Move[India, DrawOrder]):
    action = DrawOrder
    listed = False

    def candidates(self, s: India, seat: int) -> Sequence[DrawOrder]:
        return (DrawOrder(seat, by_bond(s)),)

    def sample(self, s: India, seat: int, rng: Random) -> DrawOrder:
        lots = [rng.random() for _ in s.names]
        bids = s.top(Bidding).bids
        return DrawOrder(seat, tuple(sorted(range(len(lots)), key=lambda n: (-bids[str(n)], lots[n]))))

    def apply(self, s: India, a: DrawOrder) -> India:
        return seat_by_bond(s, a.order)


def by_bond(s: India) -> tuple[int, ...]:
    return tuple(sorted(range(len(s.names)), key=lambda seat: -s.top(Bidding).bids[str(seat)]))


def seat_by_bond(s: India, order: tuple[int, ...]) -> India:
    """2.5.3-b: the bonds leave the hand; the highest takes the elephant."""
    bids = s.top(Bidding).bids
    s = s.pop().replace(order=order, bonds=bids, priority=order[0])
    for seat in order:
        s = s.pay(SEATS[seat], ENVELOPES, bids[str(seat)])
    told = ", ".join(f"{s.names[seat]} {bids[str(seat)]}" for seat in order)
    names = ", ".join(s.names[seat] for seat in order)
    return s.say(BondsShown(told), SeatsByBond(names, s.names[order[0]]))


class BiddingActivity(Activity[India]):
    """2.5.2-a: all at once and in secret; 2.5.3-a: shown together, ties by lot."""

    order_rule = "2.5.2-a"
    asks = msg("All players write down their bonds.")
    write = BondMove(rule("2.5.2-b", bond_is_allowed), rule("2.5.2-b", bond_is_in_notes))
    draw = DrawOrderMove(rule("2.5.3-a", falls_by_bond))

    def seats(self, s: India) -> tuple[int, ...]:
        waiting = tuple(seat for seat in range(len(s.names)) if str(seat) not in s.top(Bidding).bids)
        return waiting or (CHANCE,)

    def moves(self, s: India) -> Sequence[Move[India, Action]]:
        return (self.write,) if len(s.top(Bidding).bids) < len(s.names) else (self.draw,)

    def advance(self, s: India) -> India | None:
        bids = s.top(Bidding).bids
        if len(bids) < len(s.names) or len(set(bids.values())) < len(bids):
            return None
        return seat_by_bond(s, by_bond(s))
