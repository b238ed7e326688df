"""What a bot that looks ahead must know of Imperial Steam."""

from collections.abc import Hashable, Sequence
from random import Random

from msgspec import structs

from stellwerk.engine.action import Action
from stellwerk.engine.play import settle, to_act
from stellwerk.games.gimperial_steam.bot.eagerness import MOST_BID, eagerness
from stellwerk.games.gimperial_steam.bot.valuing import LEANINGS, Leaning, expected, worth
from stellwerk.games.gimperial_steam.bot.ways import nearest
from stellwerk.games.gimperial_steam.data.components import NOTHING
from stellwerk.games.gimperial_steam.rules.contracts import PlaceFactory, TakeOffFactory
from stellwerk.games.gimperial_steam.rules.state import Bidding, Steam

BEYOND = (0, 0, 0, 1, 1, 2)
"""How many columns others may have bid beyond the first hub, where nobody knows."""


class Outlook:
    """See `bots/lookahead.py` for what each of these is asked for."""

    never = frozenset((PlaceFactory, TakeOffFactory))  # END-5a-ii: the account places them for the best

    def __init__(self, leaning: Leaning = LEANINGS[""]) -> None:
        self.leaning = leaning

    def value(self, s: Steam, seat: int) -> float:
        return worth(s, seat, self.leaning)

    def weights(self, s: Steam, seat: int, actions: Sequence[Action]) -> list[float]:
        return eagerness(s, seat, actions)

    def alone(self, s: Steam, seat: int, rng: Random) -> Steam:
        """Return the position as if the others had no hands: what they will do is not foreseen."""
        while not s.over:
            if isinstance(s.frame, Bidding):
                return _bids(s, seat, rng)
            s = _idle(s, seat)
            if seat in to_act(s):
                break
            s = settle(s.pop())
        return s

    def turn(self, s: Steam, seat: int) -> Hashable:
        """Names the own turn that is being taken; another name, another turn."""
        return isinstance(s.stack[-1], Bidding), s.round, s.players[seat].hands + self.begun(s, seat)

    def begun(self, s: Steam, seat: int) -> bool:
        """Return whether a hand has been put down in this turn."""
        turn = s.turn
        return turn is not None and turn.seat == seat and turn.tile != ""

    def key(self, s: Steam, seat: int) -> Hashable:
        """Positions that are alike for this seat."""
        p = s.players[seat]
        return (
            p.cash, p.training, p.working, tuple(sorted(p.engineers)), p.trains, p.passenger,
            p.reserved, p.goods, p.dock, p.price, p.investors, p.shareholders, tuple(sorted(p.contracts)),
            p.stations, tuple(sorted(p.tracks)), p.keys, tuple(sorted(p.used.items())), s.standing,
            tuple((site, x.goods) for site, x in sorted(s.plants.items()) if x.seat == seat),
            s.stack[1:],
        )  # fmt: skip

    def family(self, s: Steam, seat: int) -> Hashable:
        """Positions that lead to the same kind of game: the same network, as many factories and contracts,
        as near to the next track."""
        p = s.players[seat]
        asked = nearest(s, p)[1].goods()
        lack = sum(max(asked[at] - p.goods[at] - p.dock[at], 0) for at in range(3))
        return frozenset(p.tracks), sum(p.factories), len(p.contracts), lack

    def money(self, now: Steam, then: Steam, seat: int) -> tuple[int, ...]:
        """The others as they stand now: while this seat goes its way, they stand still.

        HID-2: where money is hidden, nothing is told.
        """
        if now.book.rulings.hidden_money:
            return ()
        return tuple(
            round(expected(then if other == seat else now, other)) for other in range(len(now.names))
        )

    def horizon(self, s: Steam, seat: int) -> int:
        """Turns to look ahead: this round and the next one."""
        rounds = s.numbers.hands
        ahead = rounds[s.round] if s.round < len(rounds) else 0
        return s.players[seat].hands + self.begun(s, seat) + ahead + isinstance(s.stack[-1], Bidding)


def _bids(s: Steam, seat: int, rng: Random) -> Steam:
    """HID-1: what the others bid is unknown, even when it is in."""
    step = s.numbers.step
    first = min(s.hubs.values())
    base = first if first * step <= MOST_BID else 0
    others = [str(other) for other in range(len(s.names)) if other != seat]
    guesses = {other: (base + rng.choice(BEYOND)) * step for other in others}
    return s.update_frame(bids={**s.top(Bidding).bids, **guesses})


def _idle(s: Steam, seat: int) -> Steam:
    """The others without hands, and with nothing on their docks that could ask them to discard."""
    for other, player in enumerate(s.players):
        if other != seat and (player.hands or any(player.dock)):
            s = s.change(other, hands=0, dock=NOTHING)
    return s


OUTLOOK = Outlook()
OUTLOOKS = {
    (strength, temperament): Outlook(leaning if strength == "sharp" else structs.replace(leaning, early=0.0))
    for strength in ("gentle", "fair", "sharp")
    for temperament, leaning in LEANINGS.items()
}
"""By strength and temperament: only the sharp ones care who comes first."""
