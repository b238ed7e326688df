"""XII: Goods Time: towns on further hexes of the map."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import ClassVar

from stellwerk.board.gestures import ChoosesHex
from stellwerk.board.hexes import HexId
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import Frame, with_item
from stellwerk.engine.step import Activity, Move, PassMove
from stellwerk.engine.text import Figures, msg
from stellwerk.games.g1824.rules.book import ONE_TOWN, TWO_TOWNS
from stellwerk.games.g1824.rules.events import TownMarkerPlaced, TownsAgreed, TownsNamed
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.events import Passed

ADVISED = range(7, 11)
"""XII.2-1: how many markers the book advises."""


class TownCount(Frame, frozen=True):
    """Before the first round: the seats say in turn how many markers they want, until all want the same."""

    seat: int = 0
    number: int = -1
    """What was said last; -1 before anybody has."""
    agreed: int = 0
    """How many seats in a row have said it."""


class TownPlacing(Frame, frozen=True):
    """Then they are placed in turn: `left` more of them, by the seat whose `turn` it is."""

    left: int
    turn: int = 0
    passed: tuple[int, ...] = ()
    """Seats that have passed since a marker was placed."""


class NameTowns(Action, frozen=True):
    """Say how many town markers are to be used; the same number as before agrees to it."""

    number: int


class PlaceTown(Action, frozen=True):
    """Put a town marker on a hex."""

    on_map: ClassVar[ChoosesHex] = ChoosesHex()
    hex: str


def towns_on(s: AustriaHungary, hex_id: str) -> int | None:
    """Towns on a bare hex; None if no marker can lie there."""
    spec = s.book.atlas.hexes.get(HexId(hex_id))
    if spec is None or not spec.buildable:
        return None
    face = s.board.face(s.book.atlas, HexId(hex_id))
    kinds = [stop.kind for stop in face.stops]
    return len(kinds) if not face.paths and all(kind == "town" for kind in kinds) else None


def put_town(s: AustriaHungary, hex_id: str) -> AustriaHungary:
    """XII.2-3: the hex is a hex with one town, or two, from now on."""
    towns = towns_on(s, hex_id)
    tile = TWO_TOWNS if towns else ONE_TOWN
    old = s.board.laid.get(HexId(hex_id))
    supply = with_item(s.supply, tile, s.supply[tile] - 1)
    if old is not None:
        supply[old.tile] += 1
    return s.replace(board=s.board.lay(s.book.atlas, HexId(hex_id), tile, 0), supply=supply)


def lay_scenario(s: AustriaHungary) -> AustriaHungary:
    """XII.2-2: the suggested places."""
    for hex_id in (*s.facts.one_town, *s.facts.two_towns, *s.facts.two_towns):
        s = put_town(s, hex_id)
    return s


def takes_a_town(s: AustriaHungary, a: PlaceTown) -> Fault | None:
    """XII.2-1: no place there, or one town."""
    towns = towns_on(s, a.hex)
    if towns is not None and towns < 2:
        return None
    return refuse("{hex} cannot take a town marker: only hexes without a place or with one town.", hex=a.hex)


def room(s: AustriaHungary) -> int:
    """How many markers the map takes in all: two on a hex without a place, one beside a town."""
    free = (towns_on(s, hex_id) for hex_id in s.book.atlas.hexes)
    return sum(2 - towns for towns in free if towns is not None)


# -- how many ------------------------------------------------------------------------------------


def fits_on_the_map(s: AustriaHungary, a: NameTowns) -> Fault | None:
    """XII.2-1: 7 to 10 are advised; any number is the players' to choose, as far as the map has hexes."""
    most = room(s)
    if 0 <= a.number <= most:
        return None
    return refuse("Town markers: the map takes 0 to {most}, not {number}.", most=most, number=a.number)


class NameTownsMove(Move[AustriaHungary, NameTowns]):
    """Any number goes; those that the book advises are listed, and the one on the table first."""

    action = NameTowns
    listed = False

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[NameTowns]:
        named = s.top(TownCount).number
        if named >= 0:
            yield NameTowns(seat, named)
        for number in ADVISED:
            if number != named:
                yield NameTowns(seat, number)

    def sample(self, s: AustriaHungary, seat: int, rng: Random) -> NameTowns:
        """Mostly agreement, so that it comes about."""
        named = s.top(TownCount).number
        if named >= 0 and rng.random() < 0.8:
            return NameTowns(seat, named)
        return NameTowns(seat, rng.choice(ADVISED) if rng.random() < 0.9 else rng.randint(0, 16))

    def apply(self, s: AustriaHungary, a: NameTowns) -> AustriaHungary:
        frame = s.top(TownCount)
        agreed = frame.agreed + 1 if a.number == frame.number else 1
        s = s.update_frame(seat=s.after(a.seat), number=a.number, agreed=agreed)
        return s.say(TownsNamed(s.names[a.seat], a.number))


class TownCountActivity(Activity[AustriaHungary]):
    """XII.2-1: an agreement, so it takes all of them."""

    order_rule = "XII.2-1"
    asks = msg("{player}: how many town markers shall there be? Seven to ten are advised.")
    answers = msg("{player}: agree on this number of town markers ({number}), or say another.")
    _moves = (NameTownsMove(rule("XII.2-1", fits_on_the_map)),)

    def seats(self, s: AustriaHungary) -> tuple[int, ...]:
        return (s.top(TownCount).seat,)

    def moves(self, s: AustriaHungary) -> Sequence[Move[AustriaHungary, Action]]:
        return self._moves

    def prompt(self, s: AustriaHungary) -> Fault:
        frame = s.top(TownCount)
        asks = self.asks if frame.number < 0 else self.answers
        return refuse(asks, player=s.names[frame.seat], number=frame.number)

    def advance(self, s: AustriaHungary) -> AustriaHungary | None:
        frame = s.top(TownCount)
        if frame.agreed < len(s.names):
            return None
        return s.pop().push(TownPlacing(frame.number)).say(TownsAgreed(frame.number))


# -- where ---------------------------------------------------------------------------------------


def placer(turn: int, count: int) -> int:
    """XII.2-2: round the table and back, and so on; at both ends a seat comes twice in a row."""
    lap, at = divmod(turn, count)
    return count - 1 - at if lap % 2 else at


def seat_of(s: AustriaHungary) -> int:
    return placer(s.top(TownPlacing).turn, len(s.names))


def seats_left(s: AustriaHungary, placing: TownPlacing) -> tuple[int, ...]:
    """Return whose turns they are if nobody passes."""
    turns = range(placing.turn, placing.turn + placing.left)
    return tuple(placer(turn, len(s.names)) for turn in turns)


class PlaceTownMove(Move[AustriaHungary, PlaceTown]):
    action = PlaceTown

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[PlaceTown]:
        for hex_id in s.book.atlas.hexes:
            if (towns := towns_on(s, hex_id)) is not None and towns < 2:
                yield PlaceTown(seat, hex_id)

    def apply(self, s: AustriaHungary, a: PlaceTown) -> AustriaHungary:
        frame = s.top(TownPlacing)
        s = put_town(s.update_frame(left=frame.left - 1, turn=frame.turn + 1, passed=()), a.hex)
        return s.say(TownMarkerPlaced(s.names[a.seat], a.hex))


def decline(s: AustriaHungary) -> AustriaHungary:
    """XII.2-1: who passes gives this turn away; when all do so, they have agreed on fewer."""
    seat = seat_of(s)
    frame = s.top(TownPlacing)
    if s.rulings.two_towns_each:
        return s.update_frame(left=frame.left - 1, turn=frame.turn + 1).say(Passed(s.names[seat]))
    passed = tuple(sorted({*frame.passed, seat}))
    return s.update_frame(turn=frame.turn + 1, passed=passed).say(Passed(s.names[seat]))


class TownPlacingActivity(Activity[AustriaHungary]):
    order_rule = "XII.2-2"
    asks = msg("{player}: place a town marker, or pass; left: {left}.")
    _moves = (PlaceTownMove(rule("XII.2-1", takes_a_town)), PassMove[AustriaHungary](decline))

    def seats(self, s: AustriaHungary) -> tuple[int, ...]:
        return (seat_of(s),)

    def moves(self, s: AustriaHungary) -> Sequence[Move[AustriaHungary, Action]]:
        return self._moves

    def figures(self, s: AustriaHungary) -> Figures:
        return {"player": s.names[seat_of(s)], "left": s.top(TownPlacing).left}

    def advance(self, s: AustriaHungary) -> AustriaHungary | None:
        frame = s.top(TownPlacing)
        done = not frame.left or len(frame.passed) == len(s.names)
        return s.pop() if done else None
