"""4.2.3, 4.4.2: beyond the own area, from phase 5 on, where a train goes."""

from stellwerk.board.hexes import HexId, StopId, TileId
from stellwerk.engine.rule import Fault, refuse
from stellwerk.games.g1853.rules.runs import covering, reached_from_home
from stellwerk.games.g1853.rules.state import India, Turn
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.track import LayTile


def is_inside(s: India, hex_id: str) -> bool:
    return s.facts.sheets[s.top(Turn).company].area.holds(hex_id)


def areas_bind(s: India, hex_id: str) -> Fault | None:
    """4.2.2-a, 4.4.1: before phase 5 nothing goes beyond the own area."""
    if is_inside(s, hex_id) or s.facts.areas_until in s.phases:
        return None
    return refuse("{hex} lies outside the area of {company}.", hex=hex_id, company=s.top(Turn).company)


def upgrade_inside(s: India, a: LayTile) -> Fault | None:
    return areas_bind(s, a.hex)


def marker_inside(s: India, a: PlaceMarker) -> Fault | None:
    return areas_bind(s, s.book.atlas.where[StopId(a.stop)][0])


def far_upgrade(s: India, a: LayTile) -> Fault | None:
    """4.2.3: with a 5 or 6, where a train can run from a home over the new tile; and will have to."""
    if is_inside(s, a.hex):
        return None
    board = s.board.lay(s.book.atlas, HexId(a.hex), TileId(a.tile), a.rotation)
    return _has_far_train(s, a.hex) or _can_run(s.replace(board=board), a.hex)


def far_marker(s: India, a: PlaceMarker) -> Fault | None:
    """4.4.2: with a 5 or 6, where a train from a home calls; and will have to."""
    hex_id, _ = s.book.atlas.where[StopId(a.stop)]
    if is_inside(s, hex_id):
        return None
    return _has_far_train(s, hex_id) or _can_run(s, hex_id, marker=StopId(a.stop))


def _has_far_train(s: India, hex_id: str) -> Fault | None:
    company, far = s.top(Turn).company, s.facts.far_trains
    if any(s.train_type(train) in far for train in s.trains_of(company)):
        return None
    return refuse(
        "{hex} lies outside the area of {company}, which has none of the trains {trains}.",
        hex=hex_id,
        company=company,
        trains=", ".join(far),
    )


def _can_run(s: India, hex_id: str, marker: StopId | None = None) -> Fault | None:
    """Reached from a home as the board is; run to with the new marker, beside all that is owed already."""
    company, owed = s.top(Turn).company, tuple(dict.fromkeys((*s.top(Turn).duties, hex_id)))
    if not reached_from_home(s, company, hex_id):
        return refuse("No train of {company} could run from a home to {hex}.", company=company, hex=hex_id)
    if len(owed) == 1:
        return None  # that run will do
    if marker is not None:
        s = s.replace(board=s.board.place(s.book.atlas, marker, company))
    if covering(s, company, owed) is not None:
        return None
    return refuse(
        "The trains of {company} could not run to all of {hexes} in this turn.",
        company=company,
        hexes=", ".join(owed),
    )
