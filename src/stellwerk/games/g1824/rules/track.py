"""VII.6, VII.7: building track."""

from stellwerk.engine.rule import rule
from stellwerk.games.g1824.rules.bond import after_lay
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.track import (
    LayMove,
    LayTile,
    TrackStep,
    colour_available,
    colour_follows,
    extends_own_track,
    for_new_tile,
    for_upgrade,
    hex_and_tile_exist,
    hex_is_land,
    home_comes_first,
    label_matches,
    lays_left,
    same_places,
    terrain_cost,
    tile_in_stock,
    track_is_kept,
    track_leads_somewhere,
    treasury_pays,
)


def cost(s: AustriaHungary, a: LayTile) -> int:
    """VII.6-5: for the first tile on the hex only (VII.7-3d); X.3-2b: builders pay nothing."""
    return 0 if s.top(OperatingTurn).company in s.builders else terrain_cost(s, a.hex)


# VII.7-3c: markers move with the tile, and new circles are open to all: board/board.py. R9: there an
# upgrade must serve the company; here it need not.
LAY = LayMove[AustriaHungary](
    rule("VII.6-4", hex_and_tile_exist),
    rule("VII.6-6", hex_is_land),
    rule("VII.7-3d", tile_in_stock),
    rule("VII.7-1b", colour_follows),
    rule("VII.7-1", colour_available),
    rule("VII.6-1", lays_left),
    rule("VII.6-2", home_comes_first),
    rule("VII.6-4", for_new_tile(same_places)),  # VII.6-4b; XII.2-3: town markers count as towns
    rule("VII.7-3b", for_upgrade(same_places)),
    rule("VII.6-4c", label_matches),
    rule("VII.6-7", for_new_tile(track_is_kept)),
    rule("VII.7-3", for_upgrade(track_is_kept)),
    rule("VII.6-6b", track_leads_somewhere),  # VII.6-6c: it may end at a neighbour's closed side
    rule("VII.6-3", for_new_tile(extends_own_track)),  # VII.6-3b: from a mine as from any other home
    rule("VII.7-2", for_upgrade(extends_own_track)),
    rule("VII.6-5", treasury_pays(cost)),
    cost=cost,
    rebates=lambda s, hex_id: (),
    after=after_lay,
)

TRACK = TrackStep[AustriaHungary](LAY)
