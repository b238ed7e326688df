"""What a way to Trieste takes in all: staff, goods, hands and money, and the cheapest way to get what lacks.

Prices are those of today, rising as one buys. What others will do, and what their hands leave, nobody knows.
"""

from msgspec import Struct

from stellwerk.engine.rule import refuse
from stellwerk.games.gimperial_steam.data.components import BRIDGE, TUNNEL
from stellwerk.games.gimperial_steam.plan.schedule import (
    ORDER,
    Round,
    Staffed,
    at_trieste,
    errands,
    last_round,
    repeats,
    schedule,
)
from stellwerk.games.gimperial_steam.plan.search import hands_until
from stellwerk.games.gimperial_steam.plan.supply import (
    Engineer,
    Hiring,
    Locomotive,
    Supply,
    engineer,
    lacks,
    roomier,
    supply,
)
from stellwerk.games.gimperial_steam.plan.walk import Break, Walk
from stellwerk.games.gimperial_steam.rules.deliver import DELIVER
from stellwerk.games.gimperial_steam.rules.goods import places
from stellwerk.games.gimperial_steam.rules.influence import column
from stellwerk.games.gimperial_steam.rules.scoring import income
from stellwerk.games.gimperial_steam.rules.shares import SELL_SHARE
from stellwerk.games.gimperial_steam.rules.state import Steam
from stellwerk.games.gimperial_steam.rules.track import experience
from stellwerk.games.gimperial_steam.rules.turn import GOODS, TRACK

GONE = {
    BRIDGE: refuse("No bridge engineer is left to be hired."),
    TUNNEL: refuse("No tunnel engineer is left to be hired."),
}


class Money(Struct, frozen=True, kw_only=True):
    needed: int
    have: int
    income: int
    share: int
    """What a share brings now; 0: nobody takes one."""
    delivery: int
    """What the best delivery pays now."""

    @property
    def missing(self) -> int:
        return max(self.needed - self.have, 0)


class Needs(Struct, frozen=True, kw_only=True):
    """All that a way takes."""

    effort: int
    able: int
    """Experience of the workers in training now."""
    hiring: Hiring | None
    engineers: tuple[tuple[str, Engineer | None], ...]
    """Kind that the way needs -> one to be hired; None: there is one, or none can be had."""
    supplies: tuple[Supply, ...]
    places: int
    """For goods of the fullest hand."""
    room: int
    locomotive: Locomotive | None
    """One to be bought for its room."""
    hands: int
    left: int
    """Own hands until the end."""
    influence: int
    """Steps for second hands on a main action in a round, and for hubs out of reach."""
    column: int
    """Steps that one has."""
    money: Money
    rounds: tuple[Round, ...]
    """Until Trieste; empty where it comes too late."""
    arrival: int
    """0: too late."""
    breaks: tuple[Break, ...]

    @property
    def tiles(self) -> frozenset[str]:
        """Main actions that the way needs."""
        return frozenset(GOODS if do.tile == ORDER else do.tile for one in self.rounds for do in one.doing)


def needs_of(s: Steam, seat: int, way: Walk) -> Needs:
    p = s.players[seat]
    breaks = [*way.breaks]
    engineers = tuple((kind, engineer(s, seat, kind)) for kind in (BRIDGE, TUNNEL) if uses(way, kind))
    for kind, wanted in engineers:
        if wanted is None and kind not in p.engineers:
            holders = tuple(n for n, other in zip(s.names, s.players, strict=True) if kind in other.engineers)
            breaks.append(Break("IS-A2-4", GONE[kind], holders))
    lacking = lacks(p, way.hands)
    supplies = tuple(supply(s, seat, way, at, lacking) for at in range(3))
    full = max((sum(hand.goods) for hand in way.hands), default=0)
    room = places(p)
    level: Locomotive | None = None
    if full > room:
        level = roomier(s, p, full - room)
        if level is None:
            why = refuse(
                "A hand of this way takes {goods} goods; your board holds {room}.", goods=full, room=room
            )
            breaks.append(Break("IS-GEN-3", why))
    hired = [one for _, one in engineers if one is not None]
    doing = errands(s, seat, way, supplies, level)
    staffed = schedule(s, seat, way, supplies, doing, lacking, hired)
    return _whole(s, seat, way, staffed, supplies, engineers, room, full, level, breaks)


def _whole(
    s: Steam,
    seat: int,
    way: Walk,
    staffed: Staffed,
    supplies: tuple[Supply, ...],
    engineers: tuple[tuple[str, Engineer | None], ...],
    room: int,
    full: int,
    level: Locomotive | None,
    breaks: list[Break],
) -> Needs:
    p = s.players[seat]
    left = hands_until(s, p, last_round(s))
    arrival = staffed.rounds[-1].number if staffed.rounds else 0
    if way.hands and not arrival:
        if staffed.tired:
            breaks.append(Break("IS-A2-3", refuse("All workers that you have are too few for this way.")))
        else:
            why = refuse(
                "This way takes {needed:# hand|# hands}; you have {left} until the end of round {round}.",
                needed=staffed.hands,
                left=left,
                round=last_round(s),
            )
            breaks.append(Break("IS-P8-1", why, at_trieste(s)))
    hired = [one for _, one in engineers if one is not None]
    steps = max((one.steps for one in (*hired, *((staffed.hiring,) if staffed.hiring else ()))), default=0)
    influence = repeats(p, staffed.rounds, s.round) - way.running * p.used.get(TRACK, 0)
    if steps:
        influence += column(s, seat) + steps
    cost = sum(leg.price for leg in way.legs) + sum(station.cost for station in way.stations)
    cost += sum(sum(one.prices) for one in supplies) + sum(one.cost for one in hired)
    cost += (staffed.hiring.cost if staffed.hiring else 0) + s.numbers.step * steps
    cost += level.cost if level else 0
    paper = s.replace(stack=())
    paid = [DELIVER.apply(s, a).players[seat].cash - p.cash for a in DELIVER.legal(s, seat)] if s.turn else []
    return Needs(
        effort=sum(hand.effort for hand in way.hands),
        able=experience(p),
        hiring=staffed.hiring,
        engineers=engineers,
        supplies=supplies,
        places=full,
        room=room,
        locomotive=level,
        hands=staffed.hands,
        left=left,
        influence=influence,
        column=column(s, seat),
        money=Money(
            needed=cost,
            have=p.cash,
            income=income(s, p) if s.round < s.numbers.rounds else 0,
            share=s.book.prices[p.price] if SELL_SHARE.legal(paper, seat) else 0,
            delivery=max(paid, default=0),
        ),
        rounds=staffed.rounds,
        arrival=arrival,
        breaks=tuple(breaks),
    )


def uses(way: Walk, kind: str) -> bool:
    return any(leg.kind == kind and not leg.crown for leg in way.legs)
