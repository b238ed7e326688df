"""P: the eight phases of a round, and both ends of the game."""

from stellwerk.engine.action import Action
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import msg
from stellwerk.games.gimperial_steam.data.components import NOTHING, Goods
from stellwerk.games.gimperial_steam.rules.events import (
    GoodsArrive,
    IncomePaid,
    MarketRefilled,
    NewOrder,
    RoundBegins,
)
from stellwerk.games.gimperial_steam.rules.goods import make_room
from stellwerk.games.gimperial_steam.rules.influence import turn_order
from stellwerk.games.gimperial_steam.rules.scoring import finish, income, trieste_joined
from stellwerk.games.gimperial_steam.rules.state import (
    Course,
    Player,
    Steam,
    Three,
    Turn,
    least,
    minus,
    of_sorts,
    plus,
)

LAST_ROUND = msg("the last round is over")
TRIESTE_JOINED = msg("Trieste is connected")


def collect_hands(s: Steam) -> Steam:
    """P1-1, P1-2: all hands back, and one more in rounds 2, 3 and 4."""
    s = s.say(RoundBegins(s.round))
    for seat in range(len(s.names)):
        s = s.change(seat, hands=s.numbers.hands[s.round - 1], used={})
    return s


def refill_market(s: Steam) -> Steam:
    """P2-1: the round's cubes go into their columns; what does not fit goes to the supply."""
    at = s.round - s.numbers.arrivals_from
    if at < 0:
        return s
    cubes = of_sorts(s.arrivals[at])
    full = s.numbers.column
    room: Goods = minus((full,) * 4, s.market)
    fits = least(cubes, room)
    s = s.replace(
        market=plus(s.market, fits),
        supply=plus(s.supply, minus(cubes, fits)),
        arrivals=tuple(() if n == at else cubes for n, cubes in enumerate(s.arrivals)),
    )
    return s.say(MarketRefilled(*cubes))


def receive_orders(s: Steam) -> Steam:
    """P3-1: docks are emptied; only who has too much is asked."""
    for seat, player in enumerate(s.players):
        if any(player.dock):
            s = s.change(seat, goods=plus(player.goods, player.dock), dock=NOTHING)
            s = s.say(GoodsArrive(s.names[seat], *player.dock))
    for seat in reversed(s.order):
        s = make_room(s, seat)
    return s


def pay_income(s: Steam) -> Steam:
    for seat, player in enumerate(s.players):
        amount = income(s, player)
        s = s.pay(seat, -amount).say(IncomePaid(s.names[seat], amount))
    return s


def trained(p: Player) -> Three:
    """P5-1: 2 to 3, then 1 to 2, then whoever works comes back to the field of the same number."""
    one, two, three = p.training
    back = p.working
    return back[0], one + back[1], two + three + back[2]


def train_workers(s: Steam) -> Steam:
    for seat, player in enumerate(s.players):
        s = s.change(seat, training=trained(player), working=(0, 0, 0))
    return s


def new_order(s: Steam) -> Steam:
    """P6-1; P6-2: it is kept for the whole round."""
    s = s.replace(order=turn_order(s))
    return s.say(NewOrder(", ".join(s.names[seat] for seat in s.order)))


PHASES = {
    1: collect_hands,
    2: refill_market,
    3: receive_orders,
    4: pay_income,
    5: train_workers,
    6: new_order,
}
"""P0: what happens by itself, by phase."""


def next_turn(s: Steam) -> Steam:
    """P7-1: one hand each in turn order, again and again until nobody has one."""
    frame = s.top(Course)
    seats = len(s.order)
    for step in range(seats):
        seat = s.order[(frame.at + step) % seats]
        if s.players[seat].hands:
            return s.update_frame(at=(frame.at + step + 1) % seats).push(Turn(seat))
    return s.update_frame(phase=8, at=0)


def end_reason(s: Steam) -> str:
    """P8-1; P8-2: it is asked only here, so the round is always played out."""
    if trieste_joined(s):
        return TRIESTE_JOINED
    return LAST_ROUND if s.round == s.numbers.rounds else ""


class CourseActivity(Activity[Steam]):
    """The whole game; nobody decides anything here."""

    order_rule = "P0"

    def seats(self, s: Steam) -> tuple[int, ...]:
        return ()

    def moves(self, s: Steam) -> tuple[Move[Steam, Action], ...]:
        return ()

    def advance(self, s: Steam) -> Steam:
        frame = s.top(Course)
        if frame.phase == 7:
            return next_turn(s)
        if frame.phase == 8:
            reason = end_reason(s)
            if reason:
                return finish(s.replace(ending=reason))
            return s.replace(round=s.round + 1).update_frame(phase=1)
        # The mark comes first: a phase may interrupt, and then this frame is no longer on top.
        return PHASES[frame.phase](s.update_frame(phase=frame.phase + 1))
