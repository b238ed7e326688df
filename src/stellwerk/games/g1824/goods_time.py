"""XII: Goods Time: towns on further hexes of the map."""

from collections.abc import Iterator, Sequence
from typing import Any

from stellwerk.board.hexes import HexId
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, no, rule
from stellwerk.engine.state import Frame, put
from stellwerk.engine.step import Activity, Move, PassMove
from stellwerk.engine.text import msg
from stellwerk.games.g1824.book import ONE_TOWN, TWO_TOWNS
from stellwerk.games.g1824.events import TownMarkerPlaced
from stellwerk.games.g1824.state import AustriaHungary
from stellwerk.mech18.events import Passed


class TownPlacing(Frame, frozen=True):
    """Before the first round: the seats that place a marker, in this order."""

    seats: tuple[int, ...]


class PlaceTown(Action, frozen=True):
    """Put a town marker on a hex."""

    hex: str


def placing(count: int) -> TownPlacing:
    """XII.2-2: one each, once round the table and once back; passing makes them fewer (XII.2-1)."""
    seats = tuple(range(count))
    return TownPlacing(seats + seats[::-1])


def towns_on(s: AustriaHungary, hex_id: str) -> int | None:
    """Towns on a bare hex; None if no marker can lie there."""
    spec = s.book.atlas.hexes.get(HexId(hex_id))
    if spec is None or not spec.buildable:
        return None
    face = s.board.face(s.book.atlas, HexId(hex_id))
    kinds = [stop.kind for stop in face.stops]
    return len(kinds) if not face.paths and all(kind == "town" for kind in kinds) else None


def put_town(s: Any, hex_id: str) -> Any:
    """XII.2-3: the hex is a hex with one town, or two, from now on."""
    towns = towns_on(s, hex_id)
    tile = TWO_TOWNS if towns else ONE_TOWN
    old = s.board.laid.get(HexId(hex_id))
    supply = put(s.supply, tile, s.supply[tile] - 1)
    if old is not None:
        supply[old.tile] += 1
    return s.but(board=s.board.lay(s.book.atlas, HexId(hex_id), tile, 0), supply=supply)


def lay_scenario(s: Any) -> Any:
    """XII.2-2: the suggested places."""
    for hex_id in (*s.facts.one_town, *s.facts.two_towns, *s.facts.two_towns):
        s = put_town(s, hex_id)
    return s


def takes_a_town(s: AustriaHungary, a: PlaceTown) -> Fault | None:
    """XII.2-1: no place there, or one town."""
    towns = towns_on(s, a.hex)
    if towns is not None and towns < 2:
        return None
    return no("{hex} cannot take a town marker: only hexes without a place or with one town.", hex=a.hex)


class PlaceTownMove(Move[Any, PlaceTown]):
    action = PlaceTown

    def candidates(self, s: Any, seat: int) -> Iterator[PlaceTown]:
        for hex_id in s.book.atlas.hexes:
            if (towns := towns_on(s, hex_id)) is not None and towns < 2:
                yield PlaceTown(seat, hex_id)

    def apply(self, s: Any, a: PlaceTown) -> Any:
        s = put_town(s.mark(seats=s.frame.seats[1:]), a.hex)
        return s.say(TownMarkerPlaced(s.names[a.seat], a.hex))


def decline(s: Any) -> Any:
    return s.mark(seats=s.frame.seats[1:]).say(Passed(s.names[s.frame.seats[0]]))


class TownPlacingActivity(Activity[Any]):
    order_rule = "XII.2-2"
    asks = msg("{player}: place a town marker, or pass.")
    _moves = (PlaceTownMove(rule("XII.2-1", takes_a_town)), PassMove(decline))

    def seats(self, s: Any) -> tuple[int, ...]:
        return tuple(s.frame.seats[:1])

    def moves(self, s: Any) -> Sequence[Move[Any, Any]]:
        return self._moves

    def figures(self, s: Any) -> dict[str, object]:
        return {"player": s.names[s.frame.seats[0]]}

    def advance(self, s: Any) -> Any:
        return None if s.frame.seats else s.pop()
