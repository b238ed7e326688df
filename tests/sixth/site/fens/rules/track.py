"""TR: building track."""

from fens.rules.drainage import DRAIN, ground_is_dry, ground_is_open
from fens.rules.state import Fens, Turn
from stellwerk.engine.rule import rule
from stellwerk.mech18.track import (
    LayMove,
    LayTile,
    TrackStep,
    colour_available,
    colour_follows,
    extends_own_track,
    hex_and_tile_exist,
    hex_is_land,
    home_comes_first,
    label_matches,
    lays_left,
    markers_keep_a_circle,
    same_places,
    terrain_cost,
    tile_in_stock,
    track_is_kept,
    track_leads_somewhere,
    treasury_pays,
)


def cost(s: Fens, a: LayTile) -> int:
    """TR-5; the fen costs nothing but its drainage."""
    return terrain_cost(s, a.hex)


LAY = LayMove[Fens](
    rule("TR-2", hex_and_tile_exist),
    rule("TR-3", hex_is_land),
    rule("TR-2", tile_in_stock),
    rule("FN-1", ground_is_dry),
    rule("FN-3", ground_is_open),
    rule("TR-1", colour_follows),
    rule("TR-1", colour_available),
    rule("TR-1", lays_left),
    rule("TR-4", home_comes_first),
    rule("TR-2", same_places),
    rule("TR-2", label_matches),
    rule("TR-2", track_is_kept),
    rule("TR-2", markers_keep_a_circle),
    rule("TR-3", track_leads_somewhere),
    rule("TR-4", extends_own_track),
    rule("TR-5", treasury_pays(cost)),
    cost=cost,
    rebates=lambda s, hex_id: (),
    after=lambda s, a: s,
)

TRACK = TrackStep[Fens](LAY, DRAIN, also=lambda s: DRAIN.possible(s, s.decider(s.top(Turn).company)))
