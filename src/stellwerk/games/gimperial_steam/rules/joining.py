"""A1-13 to A1-19: what a city gives when it first joins a network, however it does."""

from collections.abc import Iterator

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.engine.text import msg
from stellwerk.games.gimperial_steam.data.components import TRIESTE
from stellwerk.games.gimperial_steam.rules.events import (
    BusinessMarkerTaken,
    CityJoined,
    PointForInfluence,
    PointForPrice,
    PointForWagon,
    SemmeringTaken,
    TriesteJoined,
)
from stellwerk.games.gimperial_steam.rules.goods import free_wagons, make_room
from stellwerk.games.gimperial_steam.rules.influence import column, move_influence
from stellwerk.games.gimperial_steam.rules.state import Points, Steam

INFLUENCE, PRICE, WAGON = msg("influence"), msg("price"), msg("wagon")


class UsePoint(Action, frozen=True):
    """Spend a point of a business marker: on influence, the share price or a passenger wagon."""

    on: str


def lay(s: Steam, seat: int, link: str) -> Steam:
    """A track on a link, and the cities that join by it. A1-16: one that is joined already gives nothing."""
    player = s.players[seat]
    new = [city for city in s.book.ends[link] if city not in player.cities]
    s = s.change(seat, tracks=(*player.tracks, link), cities=(*player.cities, *new))
    if s.book.parts.links[link].semmering and s.semmering < 0:
        s = s.replace(semmering=seat).say(SemmeringTaken(s.names[seat]))  # A1-18
    for city in new:
        s = join(s, seat, city)
    return s


def join(s: Steam, seat: int, city: str) -> Steam:
    """F3-4: the same for tracks of the state railway.

    A1-17: its sites and demands need nothing done, since they are found through the network.
    """
    steps = s.face(city).influence
    s = s.say(CityJoined(s.names[seat], s.city(city), steps))
    s = move_influence(s, seat, steps)  # A1-13
    if city == TRIESTE:
        # A1-19: for the tracks that lie now; a later one does not count.
        amount = s.numbers.trieste * len(s.players[seat].tracks)
        s = s.pay(seat, -amount).say(TriesteJoined(s.names[seat], amount))
    stack = s.markers.get(city, ())
    if not stack:
        return s
    # A1-14a: one marker, so the next player gets the one below.
    s = s.replace(markers=with_item(s.markers, city, stack[:-1]), spent_markers=s.spent_markers + 1)
    return s.say(BusinessMarkerTaken(s.names[seat], stack[-1])).push(Points(seat, stack[-1]))


# -- points ------------------------------------------------------------------------------------


def useful(s: Steam, seat: int) -> tuple[str, ...]:
    """A1-14: what a point can do now; points that can do nothing are lost."""
    player = s.players[seat]
    found = []
    if column(s, seat) < s.book.last_column:
        found.append(INFLUENCE)
    if player.price < len(s.book.prices) - 1:
        found.append(PRICE)
    if free_wagons(player):
        found.append(WAGON)  # A1-15: not for reserved wagons
    return tuple(found)


def can_be_bought(s: Steam, a: UsePoint) -> Fault | None:
    if a.on in useful(s, a.seat):
        return None
    if a.on == WAGON:
        return refuse("You have no freight wagon without a reserved marker.")
    return refuse("A point cannot be spent on {on} now.", on=a.on)


class UsePointMove(Move[Steam, UsePoint]):
    action = UsePoint

    def candidates(self, s: Steam, seat: int) -> Iterator[UsePoint]:
        return (UsePoint(seat, on) for on in (INFLUENCE, PRICE, WAGON))

    def apply(self, s: Steam, a: UsePoint) -> Steam:
        s = s.update_frame(left=s.top(Points).left - 1)
        player, name = s.players[a.seat], s.names[a.seat]
        if a.on == INFLUENCE:
            return move_influence(s, a.seat, 1).say(PointForInfluence(name))
        if a.on == PRICE:  # no influence is lost for it, unlike A9-1
            row = player.price + 1
            return s.change(a.seat, price=row).say(PointForPrice(name, s.book.prices[row]))
        s = s.change(a.seat, passenger=player.passenger + 1).say(PointForWagon(name))
        return make_room(s, a.seat)


USE_POINT = UsePointMove(rule("A1-14", can_be_bought))
