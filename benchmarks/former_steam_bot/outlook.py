"""What a bot that looks ahead must know of Imperial Steam."""

from collections.abc import Hashable, Sequence
from random import Random

from benchmarks.former_steam_bot.eagerness import eagerness
from benchmarks.former_steam_bot.valuing import worth
from stellwerk.engine.action import Action
from stellwerk.engine.play import settle, to_act
from stellwerk.games.gimperial_steam.data.components import NOTHING
from stellwerk.games.gimperial_steam.rules.contracts import PlaceFactory, TakeOffFactory
from stellwerk.games.gimperial_steam.rules.state import Bidding, Steam

USUAL_BIDS = (2, 3, 3, 4, 5)
"""Columns that others may have bid for, where nobody knows."""


class Outlook:
    """See `search.py` for what each of these is asked for."""

    never = frozenset((PlaceFactory, TakeOffFactory))  # END-5a-ii: the account places them for the best

    def value(self, s: Steam, seat: int) -> float:
        return worth(s, seat)

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
        turn = s.turn
        begun = turn is not None and turn.seat == seat and turn.tile != ""
        return isinstance(s.stack[-1], Bidding), s.round, s.players[seat].hands + begun

    def key(self, s: Steam, seat: int) -> Hashable:
        """Positions that are alike for this seat."""
        p = s.players[seat]
        return (
            p.cash, p.training, p.working, frozenset(p.engineers), p.trains, p.passenger,
            p.reserved, p.goods, p.dock, p.price, p.investors, p.shareholders, frozenset(p.contracts),
            p.stations, frozenset(p.tracks), p.keys, frozenset(p.used.items()), s.standing,
            tuple((site, x.goods) for site, x in sorted(s.plants.items()) if x.seat == seat),
        )  # fmt: skip

    def horizon(self, s: Steam, seat: int) -> int:
        """Turns to look ahead: this round and the next one."""
        rounds = s.numbers.hands
        ahead = rounds[s.round] if s.round < len(rounds) else 0
        begun = s.turn is not None and s.turn.seat == seat and s.turn.tile != ""
        return s.players[seat].hands + begun + ahead + isinstance(s.stack[-1], Bidding)


def _bids(s: Steam, seat: int, rng: Random) -> Steam:
    """HID-1: what the others bid is unknown, even when it is in."""
    most = s.players[seat].cash // s.numbers.step
    others = [str(other) for other in range(len(s.names)) if other != seat]
    guesses = {other: min(rng.choice(USUAL_BIDS), most) * s.numbers.step for other in others}
    return s.update_frame(bids={**s.top(Bidding).bids, **guesses})


def _idle(s: Steam, seat: int) -> Steam:
    """The others without hands, and with nothing on their docks that could ask them to discard."""
    for other, player in enumerate(s.players):
        if other != seat and (player.hands or any(player.dock)):
            s = s.change(other, hands=0, dock=NOTHING)
    return s


OUTLOOK = Outlook()
