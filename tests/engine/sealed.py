"""A title that is no railway game: sealed bids for prizes drawn by lot. The engine must need no more."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from stellwerk.engine import (
    CHANCE,
    Action,
    Activity,
    Event,
    Fault,
    Frame,
    Move,
    Setup,
    State,
    Title,
    refuse,
    rule,
)
from stellwerk.engine.capabilities import Secrecy
from stellwerk.engine.state import with_item
from stellwerk.engine.views import View

COINS, PRIZES = 20, 4


class Sealed(State, frozen=True, kw_only=True, dict=True):
    purses: tuple[int, ...]
    wins: tuple[int, ...]
    drawn: int = 0


class Auction(Frame, frozen=True):
    """One prize: 0 until it is drawn, then bids in secret until all are in."""

    prize: int = 0
    bids: Mapping[str, int] = {}


class DrawPrize(Action, frozen=True):
    prize: int


class Bid(Action, frozen=True):
    coins: int


class PrizeWon(Event, frozen=True):
    seat: int
    prize: int
    says = "Seat {seat} wins {prize}."


def is_printed(s: Sealed, a: DrawPrize) -> Fault | None:
    return None if 1 <= a.prize <= 9 else refuse("No prize is worth {prize}.", prize=a.prize)


def has_the_coins(s: Sealed, a: Bid) -> Fault | None:
    purse = s.purses[a.seat]
    return (
        None if 0 <= a.coins <= purse else refuse("{coins} is not 0 to {purse}.", coins=a.coins, purse=purse)
    )


class DrawMove(Move[Sealed, DrawPrize]):
    action = DrawPrize

    def candidates(self, s: Sealed, seat: int) -> Iterator[DrawPrize]:
        return (DrawPrize(seat, prize) for prize in range(1, 10))

    def apply(self, s: Sealed, a: DrawPrize) -> Sealed:
        return s.update_frame(prize=a.prize).replace(drawn=s.drawn + 1)


class BidMove(Move[Sealed, Bid]):
    action = Bid

    def candidates(self, s: Sealed, seat: int) -> Iterator[Bid]:
        return (Bid(seat, coins) for coins in range(s.purses[seat] + 1))

    def sample(self, s: Sealed, seat: int, rng: Random) -> Bid:
        return Bid(seat, rng.randint(0, s.purses[seat]))

    def apply(self, s: Sealed, a: Bid) -> Sealed:
        return s.update_frame(bids=with_item(s.frame.bids, str(a.seat), a.coins))


class AuctionActivity(Activity[Sealed]):
    order_rule = "1"
    draw, bid = DrawMove(rule("2", is_printed)), BidMove(rule("3", has_the_coins))

    def seats(self, s: Sealed) -> tuple[int, ...]:
        if not s.frame.prize:
            return (CHANCE,)
        return tuple(seat for seat in range(len(s.purses)) if str(seat) not in s.frame.bids)

    def moves(self, s: Sealed) -> Sequence[Move[Any, Any]]:
        return (self.bid,) if s.frame.prize else (self.draw,)

    def advance(self, s: Sealed) -> Sealed | None:
        """All bids are in: the highest pays and wins, the lowest seat among equals."""
        if len(s.frame.bids) < len(s.purses):
            return None
        bids = [s.frame.bids[str(seat)] for seat in range(len(s.purses))]
        best = bids.index(max(bids))
        s = s.replace(
            purses=tuple(purse - (bids[seat] if seat == best else 0) for seat, purse in enumerate(s.purses)),
            wins=tuple(won + (s.frame.prize if seat == best else 0) for seat, won in enumerate(s.wins)),
        ).say(PrizeWon(best, s.frame.prize))
        return s.pop() if s.drawn == PRIZES else s.pop().push(Auction())


def start(setup: Setup) -> Sealed:
    count = len(setup.players)
    if not 2 <= count <= 4:
        raise ValueError(f"for 2 to 4 players, not {count}")
    return Sealed(setup=setup, stack=(Auction(),), purses=(COINS,) * count, wins=(0,) * count)


class SealedView(View, frozen=True, kw_only=True):
    purses: tuple[int, ...]
    wins: tuple[int, ...]
    prize: int
    bids: Mapping[str, int | None]


def view(s: Sealed, seat: int | None) -> SealedView:
    bids = {} if s.over else s.frame.bids
    return SealedView(
        game=s.setup.game,
        version=s.version,
        over=s.over,
        purses=s.purses,
        wins=s.wins,
        prize=0 if s.over else s.frame.prize,
        bids={other: coins if other == str(seat) else None for other, coins in bids.items()},
    )


TITLE = Title(
    id="sealed",
    name="Sealed bids",
    players={"base": (2, 4)},
    rulings={"book": "the only one"},
    actions=(DrawPrize, Bid),
    activities={Auction: AuctionActivity()},
    make_book=lambda setup: None,
    start=start,
    result=lambda s: dict(zip(s.setup.players, s.wins, strict=True)),
    view=view,
    conserved=lambda s: [] if all(0 <= purse <= COINS for purse in s.purses) else ["coins"],
    end_rule="end",
    rulebook="",
    secrecy=Secrecy(secrets=True),
)
