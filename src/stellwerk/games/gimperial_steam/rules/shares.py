"""A8 to A9: charity and the share price; F1: shares sold to investors."""

from collections.abc import Iterator

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.step import Move
from stellwerk.games.gimperial_steam.rules.events import CharityShown, PriceLowered, PriceRaised, ShareSold
from stellwerk.games.gimperial_steam.rules.influence import column, move_influence
from stellwerk.games.gimperial_steam.rules.state import Steam


class ShowCharity(Action, frozen=True):
    """Pay for so many steps of influence."""

    steps: int


class MovePrice(Action, frozen=True):
    """Raise the share price one row, or lower it to any row."""

    price: int


class SellShare(Action, frozen=True):
    """Sell a share to the top investor at the present price."""


# -- charity (A8) ------------------------------------------------------------------------------


def most_steps(s: Steam, seat: int) -> int:
    """INF-4: nobody buys steps past the last column."""
    return min(s.players[seat].cash // s.numbers.step, s.book.last_column - column(s, seat))


def once(s: Steam, a: ShowCharity | MovePrice) -> Fault | None:
    return refuse("This action has been carried out.") if s.turn and s.turn.done else None


def can_pay_the_steps(s: Steam, a: ShowCharity) -> Fault | None:
    most = most_steps(s, a.seat)
    if 1 <= a.steps <= most:
        return None
    return refuse("You can buy at most {most:# step|# steps}.", most=most)


class ShowCharityMove(Move[Steam, ShowCharity]):
    action = ShowCharity

    def candidates(self, s: Steam, seat: int) -> Iterator[ShowCharity]:
        return (ShowCharity(seat, steps) for steps in range(1, most_steps(s, seat) + 1))

    def apply(self, s: Steam, a: ShowCharity) -> Steam:
        cost = a.steps * s.numbers.step
        s = move_influence(s.pay(a.seat, cost).update_turn(done=1), a.seat, a.steps)
        return s.say(CharityShown(s.names[a.seat], cost, a.steps))


SHOW_CHARITY = ShowCharityMove(rule("A8-1", once), rule("A8-1", can_pay_the_steps))


# -- share price (A9) --------------------------------------------------------------------------


def is_a_row(s: Steam, a: MovePrice) -> Fault | None:
    """A9-2: one row up or any number down, within the table."""
    rows, now = s.book.prices, s.players[a.seat].price
    if a.price in rows and rows.index(a.price) != now and rows.index(a.price) <= now + 1:
        return None
    return refuse("The price goes one row up or any number of rows down.")


def has_the_influence(s: Steam, a: MovePrice) -> Fault | None:
    """A9-1: the steps printed on the new row."""
    row = s.book.prices.index(a.price)
    if row < s.players[a.seat].price:
        return None
    needed, owned = s.book.parts.shares.rows[row].cost, column(s, a.seat)
    if owned >= needed:
        return None
    step = s.numbers.step
    return refuse("{price} costs {needed} influence; you have {owned}.",
              price=a.price, needed=needed * step, owned=owned * step)  # fmt: skip


class MovePriceMove(Move[Steam, MovePrice]):
    action = MovePrice

    def candidates(self, s: Steam, seat: int) -> Iterator[MovePrice]:
        now = s.players[seat].price
        return (MovePrice(seat, p) for row, p in enumerate(s.book.prices) if row <= now + 1 and row != now)

    def apply(self, s: Steam, a: MovePrice) -> Steam:
        row, old = s.book.prices.index(a.price), s.players[a.seat].price
        s = s.change(a.seat, price=row).update_turn(done=1)
        if row < old:
            return s.say(PriceLowered(s.names[a.seat], a.price))
        cost = s.book.parts.shares.rows[row].cost
        return move_influence(s, a.seat, -cost).say(PriceRaised(s.names[a.seat], a.price, cost))


MOVE_PRICE = MovePriceMove(rule("A9-2", once), rule("A9-2", is_a_row), rule("A9-1", has_the_influence))


# -- shares (F1) -------------------------------------------------------------------------------


def investor_is_willing(s: Steam, a: SellShare) -> Fault | None:
    """F1-1: the top investor's row must not be below the price. F1-3: they fill the lowest places."""
    player = s.players[a.seat]
    if not player.investors:
        return refuse("You have no investor.")
    row = s.book.places_of_investors[player.investors - 1]
    if row >= player.price:
        return None
    return refuse("Your top investor pays at most {most}; the price is {price}.",
              most=s.book.prices[row], price=s.book.prices[player.price])  # fmt: skip


class SellShareMove(Move[Steam, SellShare]):
    action = SellShare

    def candidates(self, s: Steam, seat: int) -> Iterator[SellShare]:
        yield SellShare(seat)

    def apply(self, s: Steam, a: SellShare) -> Steam:
        """F1-2: the investor becomes a shareholder for good, for the present price."""
        player = s.players[a.seat]
        price = s.book.prices[player.price]
        s = s.pay(a.seat, -price)
        s = s.change(a.seat, investors=player.investors - 1, shareholders=player.shareholders + 1)
        return s.say(ShareSold(s.names[a.seat], price))


SELL_SHARE = SellShareMove(rule("F1-1", investor_is_willing))
