"""A way to Trieste walked on paper: every link with what it takes and gives, by the rules' own functions."""

from collections.abc import Sequence

from msgspec import Struct

from stellwerk.engine.rule import Fault
from stellwerk.games.gimperial_steam.data.components import NOTHING, PLAIN, TRIESTE, Goods
from stellwerk.games.gimperial_steam.rules import access
from stellwerk.games.gimperial_steam.rules.build import (
    BuildStation,
    has_a_free_place,
    has_a_station_left,
)
from stellwerk.games.gimperial_steam.rules.goods import places
from stellwerk.games.gimperial_steam.rules.joining import lay
from stellwerk.games.gimperial_steam.rules.state import Steam, Turn, covers, minus, of_sorts, plus
from stellwerk.games.gimperial_steam.rules.track import crowded, effort, experience, fee, goods_for
from stellwerk.games.gimperial_steam.rules.turn import TRACK

ROOMY = 99


class Leg(Struct, frozen=True, kw_only=True):
    """One link of a way."""

    link: str
    start: str
    end: str
    """The city that joins by it."""
    kind: str
    crown: bool
    """A free action with a price, and no part of a hand (F3-3)."""
    effort: int
    extra: Goods
    """A1-7, A1-8: for a bridge or a tunnel."""
    price: int
    """What others or the state railway get."""
    paid: tuple[str, ...]
    """Who gets it; nobody: the bank."""
    influence: int
    marker: int
    """The number of the business marker there; 0: none."""
    trieste: int
    semmering: bool


class Station(Struct, frozen=True):
    """A1-4: a station without which the way uses more links in a city than it may."""

    city: str
    cost: int


class Hand(Struct, frozen=True):
    """What one hand on "Build track" lays, and the accesses bought along with it."""

    legs: tuple[Leg, ...]
    goods: Goods

    @property
    def tracks(self) -> tuple[Leg, ...]:
        return tuple(leg for leg in self.legs if not leg.crown)

    @property
    def effort(self) -> int:
        return sum(leg.effort for leg in self.tracks)


class Break(Struct, frozen=True):
    """Why a way cannot be walked, and who has brought it about."""

    rule: str
    fault: Fault
    players: tuple[str, ...] = ()


class Walk(Struct, frozen=True):
    """A way, and the position at its end: all is joined, and nothing has been paid for it."""

    links: tuple[str, ...]
    hands: tuple[Hand, ...]
    stations: tuple[Station, ...]
    breaks: tuple[Break, ...]
    after: Steam
    running: bool = False
    """Whether the first hand is down already, and can do its part at once."""

    @property
    def legs(self) -> list[Leg]:
        return [leg for hand in self.hands for leg in hand.legs]

    @property
    def goods(self) -> Goods:
        total = NOTHING
        for hand in self.hands:
            total = plus(total, hand.goods)
        return total


def walk(s: Steam, seat: int, links: Sequence[str], roomy: bool = False, begun: bool = True) -> Walk:
    """Walk over links that follow each other from the own network.

    `roomy`: as if the board held whatever a hand takes. `begun`: a hand that is down does its part.
    """
    turn = s.turn if begun else None
    s = s.replace(stack=(), news=())  # on paper it is nobody's turn
    before = s
    legs: list[Leg] = []
    stations: list[Station] = []
    breaks: list[Break] = []
    for link in links:
        if link in s.players[seat].tracks:
            continue
        for city in crowded_ends(s, seat, link):
            s, station, broken = with_station(s, seat, city)
            stations.append(station)
            breaks += broken
        legs.append(leg_of(s, seat, link))
        s = lay(s, seat, link).replace(stack=(), news=())
    room = ROOMY if roomy else places(before.players[seat])
    hands = begun_hands(before, turn, seat, legs, room) if not stations else ()
    running = bool(hands)
    return Walk(
        tuple(leg.link for leg in legs),
        hands or hands_of(s, legs, room),
        tuple(stations),
        tuple(breaks),
        s,
        running,
    )


def begun_hands(s: Steam, turn: Turn | None, seat: int, legs: Sequence[Leg], room: int) -> tuple[Hand, ...]:
    """The hands, when one is on "Build track" and can lay the next of them at once; else none."""
    if turn is None or turn.seat != seat or turn.tile != TRACK or turn.done >= s.numbers.tracks:
        return ()
    p, spare = s.players[seat], turn.assigned - turn.effort
    base = NOTHING if turn.done else of_sorts(s.numbers.track_goods)
    for number in range(s.numbers.tracks - turn.done, 0, -1):
        first = tuple(legs[:number])
        hand = Hand(first, goods_of(base, first))
        able = experience(p) + spare >= hand.effort and p.cash >= sum(leg.price for leg in first)
        engineers = all(leg.kind == PLAIN or leg.kind in p.engineers for leg in first)
        if len(hand.tracks) == number and able and engineers and covers(p.goods, hand.goods):
            return (hand, *hands_of(s, legs[number:], room))
    return ()


def crowded_ends(s: Steam, seat: int, link: str) -> list[str]:
    """Every city that needs a station before the link can be used."""
    found: list[str] = []
    while city := crowded(s, s.players[seat], link):
        found.append(city)
        s = s.change(seat, stations=(*s.players[seat].stations, city))
    return found


def with_station(s: Steam, seat: int, city: str) -> tuple[Steam, Station, list[Break]]:
    """The position with a station there, what it costs, and why there is no place for it."""
    wanted = BuildStation(seat, city)
    there = tuple(name for name, p in zip(s.names, s.players, strict=True) if city in p.stations)
    broken = []
    full, none_left = has_a_free_place(s, wanted), has_a_station_left(s, wanted)
    if full is not None:
        broken.append(Break("IS-A3-2", full, there))
    if none_left is not None:
        broken.append(Break("IS-GEN-7", none_left))
    s = s.change(seat, stations=(*s.players[seat].stations, city))
    return s, Station(city, s.face(city).station_cost), broken


def leg_of(s: Steam, seat: int, link: str) -> Leg:
    player = s.players[seat]
    one, other = s.book.ends[link]
    start, end = (other, one) if other in player.cities and one not in player.cities else (one, other)
    crown, part = link in s.crowns, s.book.parts.links[link]
    new = end not in player.cities
    stack = s.markers.get(end, ()) if new else ()
    return Leg(
        link=link,
        start=start,
        end=end,
        kind=part.type,
        crown=crown,
        effort=0 if crown else effort(s, seat, link),
        extra=NOTHING if crown else minus(goods_for(s, link), of_sorts(s.numbers.track_goods)),
        price=access.total(s, link) if crown else fee(s, seat, link),
        paid=tuple(s.names[other] for other in s.on_link(link)),
        influence=s.face(end).influence if new else 0,
        marker=stack[-1] if stack else 0,
        trieste=s.numbers.trieste * (len(player.tracks) + 1) if new and end == TRIESTE else 0,
        semmering=part.semmering and s.semmering < 0,
    )


def hands_of(s: Steam, legs: Sequence[Leg], room: int) -> tuple[Hand, ...]:
    """A1-1: as many tracks to a hand as it may lay, and as the board holds goods for at once (GEN-3)."""
    base = of_sorts(s.numbers.track_goods)
    groups: list[list[Leg]] = []
    waiting: list[Leg] = []
    """Accesses before the first track of a hand."""
    for leg in legs:
        if leg.crown:
            if groups and not waiting:
                groups[-1].append(leg)
            else:
                waiting.append(leg)
            continue
        tracks = [one for one in groups[-1] if not one.crown] if groups else []
        fits = sum(base) + sum(sum(one.extra) for one in (*tracks, leg)) <= room
        if tracks and len(tracks) < s.numbers.tracks and fits and not waiting:
            groups[-1].append(leg)
        else:
            groups.append([*waiting, leg])
            waiting = []
    if waiting:
        groups.append(waiting)
    return tuple(Hand(tuple(group), goods_of(base, group)) for group in groups)


def goods_of(base: Goods, legs: Sequence[Leg]) -> Goods:
    """A1-6: the three goods once, if a track is laid at all."""
    tracks = [leg for leg in legs if not leg.crown]
    total = base if tracks else NOTHING
    for leg in tracks:
        total = plus(total, leg.extra)
    return total
