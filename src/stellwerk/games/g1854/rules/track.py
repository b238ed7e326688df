"""TR: building track."""

from stellwerk.board.hexes import HexId, TileId
from stellwerk.board.reach import reach
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.games.g1854.rules.book import LOCAL_MAP
from stellwerk.games.g1854.rules.mountains import free_ground, rebate_open, use_rebate
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.games.g1854.rules.tunnels import DIG, can_dig, on_the_own_map
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


def full_cost(s: Austria, hex_id: str) -> int:
    """TR-4: for the first tile on a hex only; MR-4: nothing on the own hex of a mountain railway."""
    return 0 if free_ground(s, s.top(OperatingTurn).company, hex_id) else terrain_cost(s, hex_id)


def cost(s: Austria, a: LayTile) -> int:
    """MR-3, MR-9: less the rebate, never below 0."""
    return max(0, full_cost(s, a.hex) - (s.facts.mountain_rebate.amount if a.rebate else 0))


def rebates(s: Austria, hex_id: str) -> tuple[str, ...]:
    """MR-3: the Außerfernbahn makes one mountain tile cheaper, on any map."""
    power = s.facts.mountain_rebate
    mountain = s.book.atlas.hexes[HexId(hex_id)].terrain == power.terrain
    if mountain and full_cost(s, hex_id) and rebate_open(s, power.private, s.top(OperatingTurn).company):
        return (power.private,)
    return ()


# -- rules ---------------------------------------------------------------------------------------


def rebate_is_due(s: Austria, a: LayTile) -> Fault | None:
    if not a.rebate or a.rebate in rebates(s, a.hex):
        return None
    return refuse(
        "{company} has no right {rebate} on {hex}.",
        company=s.top(OperatingTurn).company,
        rebate=a.rebate,
        hex=a.hex,
    )


def yellow_leads_to_wien(s: Austria, a: LayTile) -> Fault | None:
    """TR-8: on the three hexes west of Wien; what follows a yellow tile keeps its track."""
    side = s.book.atlas.hexes[HexId(a.hex)].yellow_exit
    if side is None or side in s.book.atlas.face(TileId(a.tile), a.rotation).exits:
        return None
    return refuse("A yellow tile on {hex} must lead to Wien over side {side}.", hex=a.hex, side=side)


def only_what_follows(s: Austria, a: LayTile) -> bool:
    """Return whether the data name the tiles that follow, and this one is not among them."""
    following = s.board.surface(s.book.atlas, HexId(a.hex)).becomes
    return following is not None and a.tile not in following


def wien_has_its_tiles(s: Austria, a: LayTile) -> Fault | None:
    if not s.book.atlas.hexes[HexId(a.hex)].label or not only_what_follows(s, a):
        return None
    return refuse("Tile {tile} cannot follow in Wien.", tile=a.tile)


def sankt_poelten_has_its_tile(s: Austria, a: LayTile) -> Fault | None:
    """TR-9: what the local map prints becomes tile 15."""
    if HexId(a.hex) in s.board.laid or not only_what_follows(s, a):
        return None
    return refuse("Tile {tile} cannot follow on {hex}.", tile=a.tile, hex=a.hex)


def towns_grow_here(s: Austria, a: LayTile) -> Fault | None:
    """TR-6: under that ruling two towns of the local map stay towns."""
    hex_id = HexId(a.hex)
    grown = hex_id in s.board.laid and bool(s.board.surface(s.book.atlas, hex_id).becomes)
    if s.rulings.towns_grow_on == "both" or not grown or s.book.atlas.hexes[hex_id].sheet != LOCAL_MAP:
        return None
    return refuse("The towns on {hex} do not become a city.", hex=a.hex)


def tunnels_keep_their_sides(s: Austria, a: LayTile) -> Fault | None:
    """TR-12: no track where a tunnel comes out, unless sides are shared."""
    if s.rulings.tunnel_sides == "shared":
        return None
    taken = {side for tunnel in s.board.tunnels.get(HexId(a.hex), ()) for side in tunnel}
    used = sorted(taken & s.book.atlas.face(TileId(a.tile), a.rotation).exits)
    if not used:
        return None
    return refuse("A tunnel comes out at side {side} of {hex}.", side=used[0], hex=a.hex)


def runs_on_tile(s: Austria, company: str, hex_id: HexId) -> bool:
    """Return whether its trains come to the track of the tile itself; a tunnel below leads past it."""
    atlas = s.book.atlas
    if any(atlas.where[stop][0] == hex_id for stop in s.board.markers_of(company)):
        return True
    exits = s.board.surface(atlas, hex_id).exits
    return any(side in exits for side in reach(atlas, s.board, company).into(hex_id))


def upgrades_usable_track(s: Austria, a: LayTile) -> Fault | None:
    """TR-2: a train of the company could run on the old track; by ruling the new one may be what joins it."""
    company = s.top(OperatingTurn).company
    if s.rulings.upgrades_join_by_new_track or runs_on_tile(s, company, HexId(a.hex)):
        return None
    return refuse("No train of {company} could run on the track of {hex}.", company=company, hex=a.hex)


def adds_usable_track(s: Austria, a: LayTile) -> Fault | None:
    """Q18: under that ruling an upgrade must add track that the company can use."""
    if not s.rulings.upgrades_add_usable_track:
        return None
    atlas, hex_id, company = s.book.atlas, HexId(a.hex), s.top(OperatingTurn).company
    added = atlas.face(TileId(a.tile), a.rotation).exits - s.board.surface(atlas, hex_id).exits
    found = reach(atlas, s.board.lay(atlas, hex_id, TileId(a.tile), a.rotation), company)
    if not added or any((hex_id, side) in found.exits for side in added):
        return None
    return refuse("The new track on {hex} is of no use to {company}.", hex=a.hex, company=company)


def after_lay(s: Austria, a: LayTile) -> Austria:
    return use_rebate(s, a.rebate) if a.rebate else s


# TR-10: no rule keeps anybody off D18 and D20.
# TR-17: markers and homes move with their track (board/board.py).
LAY = LayMove[Austria](
    rule("TR-14", hex_and_tile_exist),
    rule("LR-7", on_the_own_map),
    rule("TR-3", hex_is_land),
    rule("TR-14", tile_in_stock),
    rule("TR-5", colour_follows),
    rule("TR-5", colour_available),
    rule("TR-1", lays_left),
    rule("TR-7", wien_has_its_tiles),
    rule("TR-9", sankt_poelten_has_its_tile),
    rule("TR-3", for_new_tile(same_places)),
    rule("TR-6", for_upgrade(same_places)),
    rule("TR-6", for_upgrade(towns_grow_here)),
    rule("TR-7", label_matches),
    rule("TR-3", track_is_kept),
    rule("TR-8", yellow_leads_to_wien),
    rule("TR-12", tunnels_keep_their_sides),
    rule("TR-3", track_leads_somewhere),  # TR-15: it may end at a neighbour's closed side
    rule("TR-17", markers_keep_a_circle),
    rule("TR-2", extends_own_track),  # TR-16: or lies on the home
    rule("TR-2", for_upgrade(upgrades_usable_track)),
    rule("TR-2", for_upgrade(adds_usable_track)),
    rule("MR-3", rebate_is_due),
    rule("TR-16", treasury_pays(cost)),
    cost=cost,
    rebates=rebates,
    after=after_lay,
)


LOCAL_TRACK = TrackStep[Austria](LAY, DIG, also=can_dig)  # LR-2: tunnels by ruling only
TRACK = TrackStep[Austria](LAY, DIG, also=can_dig)
