"""BID: the sealed bid for influence before round 1."""

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import Figures, msg
from stellwerk.games.gimperial_steam.rules.events import BidCommitted, BidRevealed, NewOrder
from stellwerk.games.gimperial_steam.rules.influence import arrive, turn_order
from stellwerk.games.gimperial_steam.rules.state import Bidding, Steam


class Bid(Action, frozen=True):
    """Commit an amount in secret."""

    final: ClassVar[bool] = True  # HID-5, BID-1: final once sent
    amount: int


def highest(s: Steam, seat: int) -> int:
    """BID-1: no more than the own cash, and no more than the last column."""
    return min(s.players[seat].cash, s.book.parts.influence.last)


def is_a_bid(s: Steam, a: Bid) -> Fault | None:
    most, step = highest(s, a.seat), s.numbers.step
    if 0 <= a.amount <= most and a.amount % step == 0:
        return None
    return refuse("A bid is a multiple of {step} from 0 to {most}.", step=step, most=most)


class BidMove(Move[Steam, Bid]):
    action = Bid

    def candidates(self, s: Steam, seat: int) -> Iterator[Bid]:
        return (Bid(seat, amount) for amount in range(0, highest(s, seat) + 1, s.numbers.step))

    def apply(self, s: Steam, a: Bid) -> Steam:
        """HID-1: nothing but the fact is told, and the cash stays as it is."""
        return s.update_frame(bids=with_item(s.top(Bidding).bids, str(a.seat), a.amount)).say(
            BidCommitted(s.names[a.seat])
        )


def reveal(s: Steam) -> Steam:
    """BID-2: in turn order everybody pays and moves; BID-3: the new order holds at once."""
    bids = s.top(Bidding).bids
    for seat in s.order:
        amount = bids[str(seat)]
        s = s.pay(seat, amount).say(BidRevealed(s.names[seat], amount))
        s = s.replace(standing=arrive(s.standing, seat, amount // s.numbers.step))
    s = s.replace(order=turn_order(s))
    return s.pop().say(NewOrder(", ".join(s.names[seat] for seat in s.order)))


class BiddingActivity(Activity[Steam]):
    order_rule = "BID-1"
    asks = msg("Still to bid for influence: {players}.")
    moves_open = (BidMove(rule("BID-1", is_a_bid)),)

    def seats(self, s: Steam) -> tuple[int, ...]:
        return tuple(seat for seat in s.order if str(seat) not in s.top(Bidding).bids)

    def moves(self, s: Steam) -> tuple[Move[Steam, Action], ...]:
        return self.moves_open

    def figures(self, s: Steam) -> Figures:
        return {"players": ", ".join(s.names[seat] for seat in self.seats(s))}

    def advance(self, s: Steam) -> Steam | None:
        return reveal(s) if len(s.top(Bidding).bids) == len(s.names) else None
