"""VIII: building track in 1848."""

from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.games.g1848.rules.companies import look_for_connection, move_in
from stellwerk.games.g1848.rules.privates import can_lay_tasmania, desert_rebate, rebate_is_due, use_right
from stellwerk.games.g1848.rules.state import Australia
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
    is_upgrade,
    label_matches,
    lays_left,
    same_places,
    terrain_cost,
    tile_in_stock,
    track_is_kept,
    track_leads_somewhere,
    treasury_pays,
)


def cost(s: Australia, a: LayTile) -> int:
    """VIII-Lay-6, VIII-Up-4; the rebate of P2 covers a desert (V-P2-1)."""
    return 0 if a.rebate else terrain_cost(s, a.hex)


def upgrades_have_begun(s: Australia, a: LayTile) -> Fault | None:
    """VIII-Lay-1: before the first 3 a turn is one yellow tile."""
    if not is_upgrade(s, a.hex) or s.granted("upgrades"):
        return None
    return refuse("Tiles are upgraded only after the first 3-train is sold.")


def after_lay(s: Australia, a: LayTile) -> Australia:
    """What a lay brings about: rights used, edge markers moving in, the two cities joined."""
    if a.rebate:
        s = use_right(s, a.rebate, s.top(OperatingTurn).company)
    return look_for_connection(move_in(s))


LAY = LayMove[Australia](
    rule("VIII-Lay-4", hex_and_tile_exist),
    rule("VIII-Lay-7", hex_is_land),
    rule("VIII-Up-4", tile_in_stock),
    rule("VIII-Lay-1", upgrades_have_begun),
    rule("VIII-Up-1", colour_follows),
    rule("VIII-Up-1", colour_available),
    rule("VIII-Lay-1", lays_left),
    rule("VIII-Lay-3", home_comes_first),
    rule("VIII-Lay-4", for_new_tile(same_places)),
    rule("VIII-Up-3", for_upgrade(same_places)),
    rule("VIII-Lay-8", label_matches),
    rule("VIII-Up-3", track_is_kept),
    rule("VIII-Lay-5", track_leads_somewhere),
    rule("VIII-Lay-2", for_new_tile(extends_own_track)),
    rule("VIII-Up-2", for_upgrade(extends_own_track)),  # VIII-Up-5: a free slot lets everybody through
    rule("V-P2-1", rebate_is_due),
    rule("VIII-Lay-6", treasury_pays(cost)),
    cost=cost,
    rebates=desert_rebate,
    after=after_lay,
)

TRACK = TrackStep[Australia](LAY, also=can_lay_tasmania)
