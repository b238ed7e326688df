"""What can be done on the map, hex by hex, and what stands in the way elsewhere.

Actions are known by their fields: a hex and a rotation lay a tile, a hex and two sides dig a tunnel, a hex
alone chooses it, a stop places a marker. The rules that judge them are the moves' own.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from stellwerk.board import COLOURS, HexId, StopId, TileId
from stellwerk.board.hexes import EDGES
from stellwerk.engine import Action, Move, Refusal, title, to_act
from stellwerk.engine.play import activity_of, judge
from stellwerk.engine.text import msg
from stellwerk.mech18.track import NEXT_COLOUR
from stellwerk.server.judging import Verdict


class Choices(NamedTuple):
    """The legal actions of a seat on the map, by hex."""

    lays: dict[HexId, list[Any]]
    markers: dict[HexId, list[Any]]
    spots: dict[HexId, list[Any]]
    """What marks a whole hex."""
    tunnels: dict[HexId, list[Any]]

    @property
    def hexes(self) -> frozenset[HexId]:
        return frozenset().union(self.lays, self.markers, self.spots, self.tunnels)

    @property
    def stops(self) -> tuple[StopId, ...]:
        return tuple(action.stop for actions in self.markers.values() for action in actions)


NOTHING = Choices({}, {}, {}, {})


def fields(action: type[Action]) -> frozenset[str]:
    return frozenset(action.__struct_fields__)


def lays(action: type[Action]) -> bool:
    return {"hex", "rotation"} <= fields(action)


def digs(action: type[Action]) -> bool:
    return {"hex", "first", "second"} <= fields(action)


def marks(action: type[Action]) -> bool:
    return "hex" in fields(action) and not lays(action) and not digs(action)


def places(action: type[Action]) -> bool:
    return "stop" in fields(action)


def runs(action: type[Action]) -> bool:
    return "routes" in fields(action)


def builds(action: type[Action]) -> bool:
    """Whether a place on the map is chosen."""
    return lays(action) or digs(action) or marks(action) or places(action)


def on_the_map(action: type[Action]) -> bool:
    """Whether the map is where this kind of action is chosen."""
    return builds(action) or runs(action)


def kinds(game: str) -> frozenset[str]:
    """The tags of a title's actions that are chosen on the map; other panels leave them out."""
    return frozenset(str(a.__struct_config__.tag) for a in title(game).actions if on_the_map(a))


def choices(state: Any, seat: int | None, verdict: Verdict | None = None) -> Choices:
    """What a seat may do on the map. `verdict`: what has been judged already."""
    if seat is None:
        return NOTHING
    found = Choices({}, {}, {}, {})
    where = state.book.atlas.where
    for move, actions in (verdict or Verdict(state, seat)).legal_by_move(builds):
        for action in actions:
            _put(found, where, move.action, action)
    return found


def _put(found: Choices, where: Any, kind: type[Action], action: Any) -> None:
    if lays(kind):
        # A hex may be chosen without a tile of its own.
        chosen = found.lays if lays_a_tile(action) else found.spots
        chosen.setdefault(HexId(action.hex), []).append(action)
    elif digs(kind):
        found.tunnels.setdefault(HexId(action.hex), []).append(action)
    elif places(kind):
        found.markers.setdefault(where[StopId(action.stop)][0], []).append(action)
    else:
        found.spots.setdefault(HexId(action.hex), []).append(action)


def lays_a_tile(action: Any) -> bool:
    return bool(getattr(action, "tile", "none named"))


def tile_of(state: Any, action: Any) -> TileId:
    """The tile that an action lays; an action that names none lays the one its hex is kept for."""
    named = getattr(action, "tile", None)
    return TileId(named) if named else state.book.atlas.hexes[HexId(action.hex)].special[0]


# -- why not -----------------------------------------------------------------------------------


class Why(NamedTuple):
    """A reason that concerns a hex, or one stop of it."""

    refusal: Refusal
    stop: str = ""


def reasons(state: Any, seat: int | None, hex_id: HexId) -> list[Why]:
    """Why nothing (or nothing else) can be done in a hex; empty for those who only look on."""
    if seat is None:
        return []
    if state.over or seat not in to_act(state):
        return [Why(_not_now(state, seat))]
    activity = activity_of(state)
    building = [move for move in activity.moves(state) if builds(move.action)]
    moves = _concerning(state, building, hex_id)
    found: list[Why] = []
    for move in moves:
        if lays(move.action):
            refusal = _nearest(state, seat, move, hex_id)
            if refusal is not None:
                found.append(Why(refusal))
        elif digs(move.action):
            refusal = (
                _nearest(state, seat, move, hex_id) if state.book.atlas.hexes[hex_id].open_ground else None
            )
            if refusal is not None:
                found.append(Why(refusal))
        elif marks(move.action):
            found += _judged(state, move.action(seat=seat, hex=hex_id))
        else:
            found += _markers(state, seat, move, hex_id)
    if moves:
        return found
    rule = title(state.setup.game).cite(activity.order_rule)
    return [Why(Refusal(rule, msg("Track and stations have steps of their own in a company's turn.")))]


def _concerning(state: Any, moves: list[Move[Any, Any]], hex_id: HexId) -> list[Move[Any, Any]]:
    """Hexes that are kept for a tile of their own are not asked about the common ones, nor the other way."""
    special = bool(state.book.atlas.hexes[hex_id].special)
    own = [move for move in moves if lays(move.action) and "tile" not in fields(move.action)]
    return [move for move in moves if not lays(move.action) or (move in own) == (special and bool(own))]


def _not_now(state: Any, seat: int) -> Refusal:
    try:
        judge(state, Action(seat))
    except Refusal as refusal:
        if state.over:
            return refusal
        names = getattr(state, "names", state.setup.players)
        players = ", ".join(names[other] for other in to_act(state) if other >= 0)
        return Refusal(refusal.rule, msg("It is the turn of {players}."), {"players": players})
    raise AssertionError("a bare action is never legal")


def _probes(state: Any, kind: type[Any], seat: int, hex_id: HexId) -> Iterator[Any]:
    """Every lay or tunnel that a hex could see next, whether or not it fits."""
    if digs(kind):
        for first, second in combinations(EDGES, 2):
            yield kind(seat=seat, hex=hex_id, first=first, second=second)
        return
    if "tile" not in fields(kind):
        for rotation in range(6):
            yield kind(seat=seat, hex=hex_id, rotation=rotation)
        return
    atlas, board = state.book.atlas, state.board
    colour = NEXT_COLOUR.get(board.colour(atlas, hex_id), "")
    tiles = [number for number, tile in atlas.tiles.items() if tile.colour == colour]
    if not tiles:
        last = COLOURS[-1]
        tiles = [number for number, tile in atlas.tiles.items() if tile.colour == last][:1]
    for number in tiles:
        for rotation in range(6):
            yield kind(seat=seat, hex=hex_id, tile=number, rotation=rotation)


def _nearest(state: Any, seat: int, move: Move[Any, Any], hex_id: HexId) -> Refusal | None:
    """The refusal of the choice that gets furthest through the rules; None when one is legal."""
    deepest, found = -1, None
    for action in _probes(state, move.action, seat, hex_id):
        for depth, rule in enumerate(move.rules):
            fault = rule.check(state, action)
            if fault is None:
                continue
            if depth > deepest:
                deepest = depth
                found = Refusal(title(state.setup.game).cite(rule.id), fault.message, fault.figures)
            break
        else:
            return None
    return found


def _markers(state: Any, seat: int, move: Move[Any, Any], hex_id: HexId) -> list[Why]:
    atlas = state.book.atlas
    count = len(state.board.face(atlas, hex_id).stops)
    found: list[Why] = []
    for stop in atlas.stop_ids[hex_id][: max(1, count)]:
        found += _judged(state, move.action(seat=seat, stop=stop), stop if count > 1 else "")
    return found


def _judged(state: Any, action: Action, stop: str = "") -> list[Why]:
    try:
        judge(state, action)
    except Refusal as refusal:
        return [Why(refusal, stop)]
    return []
