"""LA-4, LA-10, TK-5: the home of a Lokalbahn AG."""

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.board.gestures import LaysTile
from stellwerk.board.hexes import HexId, StopId, TileId
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.step import Move
from stellwerk.engine.text import msg
from stellwerk.games.g1854.rules.book import LOKALBAHN
from stellwerk.games.g1854.rules.events import HomeBuilt
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.events import MarkerPlaced
from stellwerk.mech18.markers import PlaceMarker, put_marker
from stellwerk.mech18.names import place_name, stop_name
from stellwerk.mech18.operating import OperatingTurn, Step, next_step


class ChooseHome(Action, frozen=True):
    """Choose the home hex; on a bare or yellow one a green tile is laid, else `tile` is empty."""

    on_map: ClassVar[LaysTile] = LaysTile()
    hex: str
    tile: str = ""
    rotation: int = 0


def needs_tile(s: Austria, hex_id: str) -> bool:
    return s.board.colour(s.book.atlas, HexId(hex_id)) in ("white", "yellow")


def tiles_for(s: Austria, hex_id: str) -> list[tuple[str, int]]:
    """LA-10: on a bare hex any of the three, on a yellow tile the one with its exits (TR-6).

    Every side of the two hexes leads on (TR-3).
    """
    atlas = s.book.atlas
    here = s.board.surface(atlas, HexId(hex_id))
    fits = [
        (number, rotation)
        for number in s.facts.home_tiles
        for rotation in atlas.rotations(here, atlas.tiles[TileId(number)])
        if atlas.tiles[TileId(number)].canonical(rotation) == rotation
    ]
    in_stock = [(number, rotation) for number, rotation in fits if s.supply[number]]
    return in_stock or fits  # LA-10: an extra piece, so that no company is stuck


def home_stop(hex_id: str) -> StopId:
    return StopId(f"{hex_id}.0")


def is_a_home(s: Austria, a: ChooseHome) -> Fault | None:
    if a.hex in s.facts.home_hexes:
        return None
    return refuse("A Lokalbahn AG begins on {hexes}.", hexes=", ".join(s.facts.home_hexes))


def tile_fits(s: Austria, a: ChooseHome) -> Fault | None:
    if not needs_tile(s, a.hex):
        if not a.tile and not a.rotation:
            return None
        return refuse("The tile on {hex} stays as it is.", hex=a.hex)
    if (a.tile, a.rotation) in tiles_for(s, a.hex):
        return None
    return refuse(
        "Tile {tile} turned {rotation} does not fit {hex}.", tile=a.tile, rotation=a.rotation, hex=a.hex
    )


def circle_is_free(s: Austria, a: ChooseHome) -> Fault | None:
    if needs_tile(s, a.hex) or s.board.free_slots(s.book.atlas, home_stop(a.hex)):
        return None
    return refuse("Every circle of {stop} is taken.", stop=stop_name(s, home_stop(a.hex)))


class ChooseHomeMove(Move[Austria, ChooseHome]):
    action = ChooseHome

    def candidates(self, s: Austria, seat: int) -> Iterator[ChooseHome]:
        for hex_id in s.facts.home_hexes:
            if not needs_tile(s, hex_id):
                yield ChooseHome(seat, hex_id)
                continue
            for number, rotation in tiles_for(s, hex_id):
                yield ChooseHome(seat, hex_id, number, rotation)

    def apply(self, s: Austria, a: ChooseHome) -> Austria:
        company = s.top(OperatingTurn).company
        if a.tile:
            s = lay_home(s, a).say(HomeBuilt(company, a.tile, a.hex, a.rotation))
        stop = home_stop(a.hex)
        s = put_marker(s, company, stop).say(MarkerPlaced(company, place_name(s, stop), 0))
        return next_step(s)


def lay_home(s: Austria, a: ChooseHome) -> Austria:
    """LA-4: free, and additional to the normal lay."""
    hex_id, supply, extra = HexId(a.hex), dict(s.supply), dict(s.extra_tiles)
    old = s.board.laid.get(hex_id)
    if old is not None:
        supply[old.tile] += 1
    if supply[a.tile]:
        supply[a.tile] -= 1
    else:
        extra[a.tile] = extra.get(a.tile, 0) + 1
    board = s.board.lay(s.book.atlas, hex_id, TileId(a.tile), a.rotation)
    return s.replace(board=board, supply=supply, extra_tiles=extra)


class LokalbahnHomeStep(Step[Austria]):
    """LA-4: the first turn of a Lokalbahn AG begins with the choice of its home."""

    asks = msg("{player}: where is the home of {company}?")
    moves = (
        ChooseHomeMove(rule("LA-4", is_a_home), rule("LA-10", tile_fits), rule("LA-10", circle_is_free)),
    )
    optional = False

    def wanted(self, s: Austria) -> bool:
        company = s.top(OperatingTurn).company
        return s.is_lokalbahn(company) and company not in s.begun


# -- the ban on stations ---------------------------------------------------------------------------


def all_have_operated(s: Austria) -> bool:
    """TK-7: every one of the three has completed a turn."""
    return all(sym in s.operated for sym, company in s.book.companies.items() if company.kind == LOKALBAHN)


def homes_stay_free(s: Austria, a: PlaceMarker) -> Fault | None:
    """TK-5: for second markers of Lokalbahn AGs too."""
    hex_id, _ = s.book.atlas.where[StopId(a.stop)]
    if hex_id not in s.facts.home_hexes or all_have_operated(s):
        return None
    return refuse("No marker on {hex} before all Lokalbahn AGs have operated.", hex=hex_id)
