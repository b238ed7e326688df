"""AU: the opening auction of mountain and local railways."""

from collections.abc import Iterator, Sequence
from random import Random

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import Frame
from stellwerk.engine.step import Activity, Move, Pass, PassMove
from stellwerk.engine.text import Figures, msg
from stellwerk.games.g1854.rules.events import AllPassed, BidDropped, BidMade, ContestBegins, FirstItemFalls
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.events import Passed, PriorityGoes, RailwayBought
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.privates import pay_incomes
from stellwerk.mech18.state import BANK, OFFER, SEATS

AUCTION_SET = 0
"""AU-11: the operating round of the auction belongs to no set."""


class Auction(Frame, frozen=True):
    """Whose turn it is, how many have passed in a row, and what has happened."""

    seat: int = 0
    idle: int = 0
    last: int = -1
    """The seat that bought last."""
    cut: int = 0
    """AU-6: how much cheaper the first item has become."""
    operated: bool = False
    """AU-7: whether the local railways have had their turn."""


class Contest(Frame, frozen=True):
    """AU-3, AU-4: several bids stand on the item that has become first."""

    item: str


class BuyItem(Action, frozen=True):
    """Buy the first item in line at its face value."""

    item: str


class Bid(Action, frozen=True):
    """Bid for a later item, or go higher in the auction of one."""

    item: str
    amount: int


def owner_of(s: Austria, item: str) -> str:
    return s.privates[item] if item in s.privates else s.papers[f"{item}_0"]


def unsold(s: Austria) -> list[str]:
    """In the order of the packet (SU-5)."""
    return [item for item in s.facts.packet if owner_of(s, item) == OFFER]


def face_value(s: Austria, item: str) -> int:
    """SU-5; AU-6: the first item falls while nobody buys it."""
    cut = next((f.cut for f in s.stack if isinstance(f, Auction)), 0)
    if item not in s.privates:
        return s.facts.local_price
    return s.book.privates[item].price - (cut if item == s.facts.packet[0] else 0)


def bids_on(s: Austria, item: str) -> dict[str, int]:
    return dict(s.bids.get(item, {}))


def free_cash(s: Austria, owner: str) -> int:
    """AU-10: cash that is not tied up in bids."""
    return s.cash[owner] - sum(bids.get(owner, 0) for bids in s.bids.values())


def least_bid(s: Austria, item: str) -> int:
    """AU-2: above face value and above the highest bid."""
    return max([face_value(s, item), *bids_on(s, item).values()]) + s.facts.bid_step


def is_unsold(s: Austria, a: Bid) -> Fault | None:
    if a.item in unsold(s):
        return None
    return refuse("{item} is not for sale.", item=a.item)


def is_first(s: Austria, a: BuyItem) -> Fault | None:
    first = unsold(s)[0]
    return (
        None if a.item == first else refuse("Only {item}, which is next for sale, can be bought.", item=first)
    )


def is_later(s: Austria, a: Bid) -> Fault | None:
    if a.item != unsold(s)[0]:
        return None
    return refuse("{item} is next for sale: it is bought, not bid for.", item=a.item)


def has_the_cash(s: Austria, a: BuyItem) -> Fault | None:
    free, price = free_cash(s, SEATS[a.seat]), face_value(s, a.item)
    if free >= price:
        return None
    return refuse(
        "{player} has {cash} free; {item} costs {price}.",
        player=s.names[a.seat],
        cash=free,
        item=a.item,
        price=price,
    )


def bid_is_high_enough(s: Austria, a: Bid) -> Fault | None:
    least, step = least_bid(s, a.item), s.facts.bid_step
    if a.amount >= least and a.amount % step == 0:
        return None
    return refuse(
        "A bid for {item} is a multiple of {step} from {least} on.", item=a.item, step=step, least=least
    )


def bid_is_covered(s: Austria, a: Bid) -> Fault | None:
    """AU-10; AU-2: a raised bid frees the money of the one before."""
    owner = SEATS[a.seat]
    free = free_cash(s, owner) + bids_on(s, a.item).get(owner, 0)
    if free >= a.amount:
        return None
    return refuse(
        "{player} has {cash} free, not {amount}.", player=s.names[a.seat], cash=free, amount=a.amount
    )


def first_item_is_free(s: Austria) -> bool:
    """AU-6: the first item has fallen to 0."""
    return face_value(s, unsold(s)[0]) == 0


def nothing_is_free(s: Austria, a: Pass | Bid) -> Fault | None:
    """AU-6: at 0 the player whose turn it is takes it."""
    if not first_item_is_free(s):
        return None
    return refuse("{item} has fallen to 0: {player} must take it.", item=unsold(s)[0], player=s.names[a.seat])


def set_bid(s: Austria, item: str, owner: str, amount: int) -> Austria:
    return s.replace(bids={**s.bids, item: {**s.bids.get(item, {}), owner: amount}})


def hand_item_over(s: Austria, item: str, seat: int, price: int) -> Austria:
    """AU-8, MR-6: the money goes to the bank; a local railway gets its own, a share comes with P4 and P5."""
    owner = SEATS[seat]
    # AU-10: the others get their bids back at once.
    s = s.replace(bids={other: bids for other, bids in s.bids.items() if other != item})
    s = s.pay(owner, BANK, price).say(RailwayBought(s.names[seat], item, price))
    if item in s.privates:
        s = s.replace(privates={**s.privates, item: owner})
        gift = s.book.privates[item].gives
        return s.hand_over(gift, owner) if gift is not None else s
    s = s.hand_over(f"{item}_0", owner).pay(BANK, item, s.facts.local_cash)
    return s.replace(opened=(*s.opened, item))


def bought(s: Austria, seat: int) -> Austria:
    """AU-5: the turn goes to the left neighbour of whoever bought last."""
    return s.update_frame(seat=s.after(seat), last=seat, idle=0)


class BuyItemMove(Move[Austria, BuyItem]):
    action = BuyItem

    def candidates(self, s: Austria, seat: int) -> Iterator[BuyItem]:
        yield BuyItem(seat, unsold(s)[0])

    def apply(self, s: Austria, a: BuyItem) -> Austria:
        price = face_value(s, a.item)
        return bought(hand_item_over(s, a.item, a.seat, price), a.seat)


class BidMove(Move[Austria, Bid]):
    """Bids go up in steps: the least ones are listed, any is judged."""

    action = Bid
    listed = False

    def candidates(self, s: Austria, seat: int) -> Iterator[Bid]:
        for item in self.items(s):
            yield Bid(seat, item, least_bid(s, item))

    def items(self, s: Austria) -> list[str]:
        return unsold(s)[1:]

    def sample(self, s: Austria, seat: int, rng: Random) -> Bid | None:
        choices = self.legal(s, seat)
        if not choices:
            return None
        least = rng.choice(choices)
        higher = Bid(seat, least.item, least.amount + s.facts.bid_step * rng.choice((0, 0, 1, 2, 6)))
        return higher if all(r.check(s, higher) is None for r in self.rules) else least

    def apply(self, s: Austria, a: Bid) -> Austria:
        s = set_bid(s, a.item, SEATS[a.seat], a.amount)
        s = s.update_frame(seat=s.after(a.seat), idle=0)
        return s.say(BidMade(s.names[a.seat], a.item, a.amount))


def pass_turn(s: Austria) -> Austria:
    auction = s.top(Auction)
    return s.update_frame(seat=s.after(auction.seat), idle=auction.idle + 1).say(
        Passed(s.names[auction.seat])
    )


BID_RULES = (rule("AU-2", bid_is_high_enough), rule("AU-10", bid_is_covered))


class AuctionActivity(Activity[Austria]):
    """In turn: buy the first item, bid for a later one, or pass."""

    order_rule = "AU-1"
    asks = msg("{player}: buy {item} for {price}, bid for a later railway, or pass.")
    _moves = (
        BuyItemMove(rule("AU-1", is_first), rule("AU-10", has_the_cash)),
        BidMove(
            rule("AU-1", is_unsold),
            rule("AU-10", is_later),
            rule("AU-6", nothing_is_free),
            *BID_RULES,
        ),
        PassMove[Austria](pass_turn, rule("AU-6", nothing_is_free)),  # AU-11: who passes may act again
    )

    def seats(self, s: Austria) -> tuple[int, ...]:
        return (s.top(Auction).seat,)

    def moves(self, s: Austria) -> Sequence[Move[Austria, Action]]:
        return self._moves

    def figures(self, s: Austria) -> Figures:
        first = unsold(s)[0]
        return {"player": s.names[s.top(Auction).seat], "item": first, "price": face_value(s, first)}

    def advance(self, s: Austria) -> Austria | None:
        left = unsold(s)
        if not left:
            # AU-9: all eleven are sold.
            s = s.replace(priority=s.after(s.top(Auction).last)).pop()
            return s.say(PriorityGoes(s.names[s.priority]))
        bids = bids_on(s, left[0])
        if len(bids) == 1:
            [(owner, amount)] = bids.items()
            seat = SEATS.index(owner)
            return bought(hand_item_over(s, left[0], seat, amount), seat)  # AU-3
        if bids:
            told = ", ".join(s.name(owner) for owner in bids)
            return s.say(ContestBegins(left[0], told)).push(Contest(left[0]))
        return self.all_passed(s) if s.top(Auction).idle == len(s.names) else None

    def all_passed(self, s: Austria) -> Austria:
        """AU-6 while the first item is unsold, AU-7 afterwards."""
        auction, first = s.top(Auction), s.facts.packet[0]
        if first in unsold(s):
            s = s.update_frame(idle=0, cut=auction.cut + s.facts.bid_step)
            return s.say(FirstItemFalls(first, face_value(s, first)))
        if s.ending:
            return s.replace(stack=s.stack[:1])  # GE-1: the bank is broken and nobody wants to go on
        s = s.update_frame(idle=0, seat=s.after(auction.last)).say(AllPassed())
        if auction.operated:
            return pay_incomes(s)
        return s.update_frame(operated=True).push(OperatingRound(AUCTION_SET, 1, 1))  # AU-11


# -- the auction of one item -----------------------------------------------------------------------


def lowest(s: Austria) -> int:
    """AU-4: the seat whose bid is the lowest."""
    bids = bids_on(s, s.top(Contest).item)
    return SEATS.index(min(bids, key=bids.__getitem__))


def is_contested(s: Austria, a: Bid) -> Fault | None:
    if a.item == s.top(Contest).item:
        return None
    return refuse("{item} is being auctioned.", item=s.top(Contest).item)


class RaiseMove(BidMove):
    def items(self, s: Austria) -> list[str]:
        return [s.top(Contest).item]

    def apply(self, s: Austria, a: Bid) -> Austria:
        s = set_bid(s, a.item, SEATS[a.seat], a.amount)
        return s.say(BidMade(s.names[a.seat], a.item, a.amount))


def drop_out(s: Austria) -> Austria:
    """AU-4: the money is free again."""
    item, seat = s.top(Contest).item, lowest(s)
    bids = bids_on(s, item)
    amount = bids.pop(SEATS[seat])
    return s.replace(bids={**s.bids, item: bids}).say(BidDropped(s.names[seat], amount))


class ContestActivity(Activity[Austria]):
    """The lowest bidder goes above the highest or drops out, until one is left."""

    order_rule = "AU-4"
    asks = msg("{player}: bid at least {least} for {item}, or drop out.")
    _moves = (RaiseMove(rule("AU-4", is_contested), *BID_RULES), PassMove[Austria](drop_out))

    def seats(self, s: Austria) -> tuple[int, ...]:
        return (lowest(s),)

    def moves(self, s: Austria) -> Sequence[Move[Austria, Action]]:
        return self._moves

    def figures(self, s: Austria) -> Figures:
        item = s.top(Contest).item
        return {"player": s.names[lowest(s)], "item": item, "least": least_bid(s, item)}

    def advance(self, s: Austria) -> Austria | None:
        # With one bid left the auction around it sells the item.
        return s.pop() if len(bids_on(s, s.top(Contest).item)) == 1 else None
