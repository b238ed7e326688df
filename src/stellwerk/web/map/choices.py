"""What can be done on the map, hex by hex, and what stands in the way elsewhere.

What an action does there its class declares (`Action.on_map`, `board.gestures`). The rules that judge it are
its move's own.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from stellwerk.board import COLOURS, EDGES, Atlas, HexId, StopId, TileId
from stellwerk.board.gestures import (
    IN_A_HEX,
    ON_HEXES,
    ChoosesHex,
    ChoosesStop,
    DigsTunnel,
    Lay,
    LaysTile,
)
from stellwerk.engine import Action, Move, Refusal, title, to_act
from stellwerk.engine.memo import Memo
from stellwerk.engine.play import activity_of, judge, title_of
from stellwerk.engine.reasons import NOBODY
from stellwerk.engine.text import msg
from stellwerk.mech18.advice import acting_company
from stellwerk.mech18.state import AnyRailways
from stellwerk.mech18.track import NEXT_COLOUR
from stellwerk.server.judging import Verdict

AnyMove = Move[Any, Any]


class Choices(NamedTuple):
    """The legal actions of a seat on the map, by hex."""

    lays: dict[HexId, list[Action]]
    markers: dict[HexId, list[Action]]
    """What chooses a stop."""
    spots: dict[HexId, list[Action]]
    """What chooses a whole hex."""
    tunnels: dict[HexId, list[Action]]

    @property
    def hexes(self) -> frozenset[HexId]:
        return frozenset().union(self.lays, self.markers, self.spots, self.tunnels)

    @property
    def stops(self) -> tuple[StopId, ...]:
        return tuple(
            action.on_map.of(action)
            for actions in self.markers.values()
            for action in actions
            if isinstance(action.on_map, ChoosesStop)
        )


NOTHING = Choices({}, {}, {}, {})
_CONSIDERED: Memo[int, frozenset[HexId]] = Memo("considered", 1)


def builds(action: type[Action]) -> bool:
    """Return whether a place on the map is chosen."""
    return isinstance(action.on_map, IN_A_HEX)


def kinds(game: str) -> frozenset[str]:
    """Return the tags of a title's actions that are chosen on the map; other panels leave them out."""
    return frozenset(
        str(action.__struct_config__.tag)
        for action in title(game).actions
        if isinstance(action.on_map, ON_HEXES)
    )


def choices(state: AnyRailways, seat: int | None, verdict: Verdict | None = None) -> Choices:
    """Return what a seat may do on the map. `verdict`: what has been judged already."""
    if seat is None:
        return NOTHING
    found = Choices({}, {}, {}, {})
    for _, actions in (verdict or Verdict(state, seat)).legal_by_move(builds):
        for action in actions:
            _put(found, state.book.atlas, action)
    return found


def considered(state: AnyRailways, seat: int) -> frozenset[HexId]:
    """Return the hexes where the company whose turn it is may build, as everybody may know them.

    A spectator's view of the position is asked: no plan, no contract, nothing that a seat knows for itself.
    """
    kept = _CONSIDERED.of(state)
    if seat not in kept:
        known = title_of(state).secrecy.seen(state, NOBODY)
        found = Choices({}, {}, {}, {})
        if acting_company(known):
            secret = title_of(state).pages().unexplained
            public = Verdict(known, seat).legal_by_move(lambda kind: builds(kind) and kind not in secret)
            for _, actions in public:
                for action in actions:
                    _put(found, known.book.atlas, action)
        kept[seat] = found.hexes
    return kept[seat]


def _put(found: Choices, atlas: Atlas, action: Action) -> None:
    match action.on_map:
        case LaysTile() as lays:
            # A hex may be chosen without a tile of its own.
            chosen = found.spots if lays.only_marks(action) else found.lays
            chosen.setdefault(lays.of(action).hex, []).append(action)
        case DigsTunnel() as digs:
            found.tunnels.setdefault(digs.of(action).hex, []).append(action)
        case ChoosesStop() as stops:
            found.markers.setdefault(atlas.where[stops.of(action)][0], []).append(action)
        case ChoosesHex() as hexes:
            found.spots.setdefault(hexes.of(action), []).append(action)


def lay_of(atlas: Atlas, action: Action) -> Lay:
    """What an action lays; one that names no tile lays the one its hex is kept for."""
    assert isinstance(action.on_map, LaysTile)
    lay = action.on_map.of(action)
    return lay if lay.tile else lay._replace(tile=atlas.hexes[lay.hex].special[0])


# -- why not -----------------------------------------------------------------------------------


class Why(NamedTuple):
    """A reason that concerns a hex, or one stop of it."""

    refusal: Refusal
    stop: str = ""


def reasons(state: AnyRailways, seat: int | None, hex_id: HexId) -> list[Why]:
    """Return why nothing (or nothing else) can be done in a hex; empty for those who only look on."""
    if seat is None:
        return []
    if state.over or seat not in to_act(state):
        return [Why(_not_now(state, seat))]
    activity = activity_of(state)
    building = [move for move in activity.moves(state) if builds(move.action)]
    moves = _concerning(state, building, hex_id)
    found: list[Why] = []
    for move in moves:
        match move.action.on_map:
            case LaysTile() as lays:
                found += _nearest(state, move, _lays(state, lays, move.action, seat, hex_id))
            case DigsTunnel() as digs if state.book.atlas.hexes[hex_id].open_ground:
                sides = combinations(EDGES, 2)
                found += _nearest(state, move, (digs.make(move.action, seat, hex_id, two) for two in sides))
            case ChoosesHex() as hexes:
                found += _judged(state, hexes.make(move.action, seat, hex_id))
            case ChoosesStop() as stops:
                found += _stops(state, seat, stops, move.action, hex_id)
    if moves:
        return found
    rule = title(state.setup.game).cite(activity.order_rule)
    return [Why(Refusal(rule, msg("Track and stations have steps of their own in a company's turn.")))]


def _concerning(state: AnyRailways, moves: list[AnyMove], hex_id: HexId) -> list[AnyMove]:
    """Hexes that are kept for a tile of their own are not asked about the common ones, nor the other way."""
    lays = [(move, move.action.on_map) for move in moves if isinstance(move.action.on_map, LaysTile)]
    own = [move for move, how in lays if not how.tile]
    other = (
        {move for move, _ in lays} - set(own) if own and state.book.atlas.hexes[hex_id].special else set(own)
    )
    return [move for move in moves if move not in other]


def _not_now(state: AnyRailways, seat: int) -> Refusal:
    try:
        judge(state, Action(seat))
    except Refusal as refusal:
        if state.over:
            return refusal
        players = ", ".join(state.names[other] for other in to_act(state) if other >= 0)
        return Refusal(refusal.rule, msg("It is the turn of {players}."), {"players": players})
    raise AssertionError("a bare action is never legal")


def _lays(
    state: AnyRailways, lays: LaysTile, kind: type[Action], seat: int, hex_id: HexId
) -> Iterator[Action]:
    """Every lay that a hex could see next, whether or not it fits."""
    atlas = state.book.atlas
    colour = NEXT_COLOUR.get(state.board.colour(atlas, hex_id), "")
    tiles: Sequence[TileId] = atlas.hexes[hex_id].special[:1]
    if lays.tile:
        tiles = [number for number, tile in atlas.tiles.items() if tile.colour == colour]
        last = [number for number, tile in atlas.tiles.items() if tile.colour == COLOURS[-1]]
        tiles = tiles or last[:1]
    for number in tiles:
        for rotation in EDGES:
            yield lays.make(kind, seat, hex_id, number, rotation)


def _nearest(state: AnyRailways, move: AnyMove, actions: Iterable[Action]) -> list[Why]:
    """The refusal of the action that gets furthest through the rules; none when one is legal."""
    deepest, found = -1, []
    for action in actions:
        for depth, rule in enumerate(move.rules):
            fault = rule.check(state, action)
            if fault is None:
                continue
            if depth > deepest:
                deepest = depth
                cited = title(state.setup.game).cite(rule.id)
                found = [Why(Refusal(cited, fault.message, fault.figures))]
            break
        else:
            return []
    return found


def _stops(state: AnyRailways, seat: int, stops: ChoosesStop, kind: type[Action], hex_id: HexId) -> list[Why]:
    atlas = state.book.atlas
    count = len(state.board.face(atlas, hex_id).stops)
    found: list[Why] = []
    for stop in atlas.stop_ids[hex_id][: max(1, count)]:
        found += _judged(state, stops.make(kind, seat, stop), stop if count > 1 else "")
    return found


def _judged(state: AnyRailways, action: Action, stop: str = "") -> list[Why]:
    try:
        judge(state, action)
    except Refusal as refusal:
        return [Why(refusal, stop)]
    return []
