"""4.2.3, 4.4.2: beyond the own area, from phase 5 on, where a train goes."""

from typing import Any

from stellwerk.board.hexes import HexId, StopId, TileId
from stellwerk.engine.rule import Fault, no
from stellwerk.games.g1853.runs import covering
from stellwerk.games.g1853.state import India
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.track import LayTile


def is_far(s: India, company: str) -> bool:
    """Whether the area no longer binds the company: phase 5 and a 5 or 6 of its own."""
    if s.facts.areas_until not in s.phases:
        return False
    return any(s.train_type(train) in s.facts.far_trains for train in s.trains_of(company))


def outside(s: India, hex_id: str) -> Fault:
    return no("{hex} lies outside the area of {company}.", hex=hex_id, company=s.frame.company)


def far_upgrade(s: India, a: LayTile) -> Fault | None:
    """A train must be able to run from a home over the new tile, and will have to."""
    company = s.frame.company
    if not is_far(s, company):
        return outside(s, a.hex)
    board = s.board.lay(s.book.atlas, HexId(a.hex), TileId(a.tile), a.rotation)
    return _can_run(s.but(board=board), (*s.frame.duties, a.hex))


def far_marker(s: India, a: PlaceMarker) -> Fault | None:
    """4.4.1: further markers in the own area; 4.4.2: or where a train from a home calls."""
    company, (hex_id, _) = s.frame.company, s.book.atlas.where[StopId(a.stop)]
    if s.facts.sheets[company].area.holds(hex_id):
        return None
    if not is_far(s, company):
        return outside(s, hex_id)
    return _can_run(s, (*s.frame.duties, hex_id))


def _can_run(s: Any, duties: tuple[str, ...]) -> Fault | None:
    if covering(s, s.frame.company, duties) is not None:
        return None
    return no(
        "No train of {company} could run from a home to {hex}.", company=s.frame.company, hex=duties[-1]
    )
