"""Laying and upgrading tiles."""

from collections.abc import Callable, Iterator
from typing import ClassVar, Protocol, TypeVar

from stellwerk.board.gestures import LaysTile
from stellwerk.board.hexes import HexId, StopId, TileId
from stellwerk.board.reach import reaches
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Check, Fault, Rule, refuse
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.engine.text import msg
from stellwerk.mech18.events import TileLaid
from stellwerk.mech18.operating import OperatingTurn, Step
from stellwerk.mech18.state import BANK, COLOURS, AnyRailways, S

NEXT_COLOUR = {"white": "yellow", "yellow": "green", "green": "brown", "brown": "gray"}


class LayTile(Action, frozen=True):
    """Lay or upgrade a tile. `rebate` names a right that makes it cheaper."""

    on_map: ClassVar[LaysTile] = LaysTile(rebate="rebate")
    hex: str
    tile: str
    rotation: int
    rebate: str = ""


class OnHex(Protocol):
    """An action that builds on a hex."""

    @property
    def hex(self) -> str: ...


H = TypeVar("H", bound=OnHex)


def colour_there(s: AnyRailways, hex_id: str) -> str:
    return s.board.colour(s.book.atlas, HexId(hex_id))


def is_upgrade(s: AnyRailways, hex_id: str) -> bool:
    """Return whether a tile lies there, or the map prints one.

    A white one only changes what the map prints.
    """
    if HexId(hex_id) in s.board.laid:
        return colour_there(s, hex_id) != "white"
    printed = s.book.atlas.hexes[HexId(hex_id)]
    return printed.colour != "white" and printed.buildable


# -- rules that titles give their paragraphs ---------------------------------------------------


def for_new_tile(check: Check[S, H]) -> Check[S, H]:
    """Return the check, for the first tile on a hex only: books have paragraphs of their own for upgrades."""
    return lambda s, a: None if is_upgrade(s, a.hex) else check(s, a)


def for_upgrade(check: Check[S, H]) -> Check[S, H]:
    """Return the check, for upgrades only."""
    return lambda s, a: check(s, a) if is_upgrade(s, a.hex) else None


def hex_and_tile_exist(s: AnyRailways, a: LayTile) -> Fault | None:
    if a.hex not in s.book.atlas.hexes:
        return refuse("There is no hex {hex}.", hex=a.hex)
    if a.tile not in s.book.atlas.tiles:
        return refuse("There is no tile {tile}.", tile=a.tile)
    if not 0 <= a.rotation < 6:
        return refuse("A tile is turned by 0 to 5 sides, not by {rotation}.", rotation=a.rotation)
    return None


def hex_is_land(s: AnyRailways, a: LayTile) -> Fault | None:
    if s.book.atlas.hexes[HexId(a.hex)].buildable:
        return None
    return refuse("{hex} is printed for good and never built on.", hex=a.hex)


def tile_in_stock(s: AnyRailways, a: LayTile) -> Fault | None:
    return None if s.supply[a.tile] > 0 else refuse("No tile {tile} is left in stock.", tile=a.tile)


def colour_follows(s: AnyRailways, a: LayTile) -> Fault | None:
    """Yellow on bare land, then one colour after the other."""
    here = colour_there(s, a.hex)
    colour = s.book.atlas.tiles[TileId(a.tile)].colour
    if NEXT_COLOUR.get(here) == colour:
        return None
    return refuse("A {colour} tile cannot follow {here} on {hex}.", colour=colour, here=here, hex=a.hex)


def colour_available(s: AnyRailways, a: LayTile) -> Fault | None:
    colour = s.book.atlas.tiles[TileId(a.tile)].colour
    if colour in COLOURS and COLOURS.index(colour) <= COLOURS.index(s.colour):
        return None
    return refuse(
        "{colour} tiles are not available yet, only up to {latest}.", colour=colour, latest=s.colour
    )


def lays_within(count: Callable[[S], int]) -> Check[S, LayTile]:
    """So many yellow tiles, or one upgrade."""

    def check(s: S, a: LayTile) -> Fault | None:
        lays, yellow = s.top(OperatingTurn).lays, count(s)
        if is_upgrade(s, a.hex):
            if not lays:
                return None
            return refuse(
                "{laid:# tile|# tiles} laid in this turn: an upgrade must be the only one.", laid=len(lays)
            )
        if "upgrade" not in lays and len(lays) < yellow:
            return None
        return refuse(
            "{laid:# tile|# tiles} laid in this turn; {yellow:# yellow one|# yellow ones} or one "
            "upgrade are allowed.",
            laid=len(lays),
            yellow=yellow,
        )

    return check


def by_phase(s: AnyRailways) -> int:
    """As many yellow tiles as the phase says."""
    return s.yellow_lays


lays_left = lays_within(by_phase)


def same_places(s: AnyRailways, a: LayTile) -> Fault | None:
    """Plain on plain, towns on towns, cities on cities."""
    atlas, hex_id = s.book.atlas, HexId(a.hex)
    face, tile = s.board.surface(atlas, hex_id), atlas.tiles[TileId(a.tile)]
    if atlas.same_places(hex_id, face, tile):
        return None
    return refuse(
        "{hex} has {old}, tile {tile} has {new}.",
        hex=a.hex,
        old=", ".join(sorted(stop.kind for stop in face.stops)) or "no place",
        tile=a.tile,
        new=", ".join(sorted(stop.kind for stop in tile.stops)) or "no place",
    )


def label_matches(s: AnyRailways, a: LayTile) -> Fault | None:
    tile = s.book.atlas.tiles[TileId(a.tile)]
    wanted = s.book.atlas.hexes[HexId(a.hex)].label_on(tile.colour)
    if tile.label == wanted:
        return None
    return refuse(
        "{hex} takes {colour} tiles with the letter {wanted}, tile {tile} has {label}.",
        hex=a.hex,
        colour=tile.colour,
        wanted=wanted or "–",
        tile=a.tile,
        label=tile.label or "–",
    )


def tile_follows(s: AnyRailways, a: LayTile) -> Fault | None:
    """Where the game has a table of upgrades, only what it lists."""
    atlas = s.book.atlas
    followers = s.board.surface(atlas, HexId(a.hex)).becomes
    if followers is None or a.tile in followers:
        return None
    return refuse(
        "The table of upgrades does not allow tile {tile} on {hex}, only {tiles}.",
        tile=a.tile,
        hex=a.hex,
        tiles=", ".join(followers) or "–",
    )


def track_is_kept(s: AnyRailways, a: LayTile) -> Fault | None:
    """Track stays, and so do the separate networks of two places in one hex."""
    atlas = s.book.atlas
    face, tile = s.board.surface(atlas, HexId(a.hex)), atlas.tiles[TileId(a.tile)]
    if a.rotation in atlas.rotations(face, tile):
        return None
    if not atlas.keeps_apart(face, tile.turned(a.rotation)):
        return refuse(
            "Tile {tile} turned {rotation} would lead the tracks of two places on {hex} into one.",
            tile=a.tile,
            rotation=a.rotation,
            hex=a.hex,
        )
    return refuse(
        "Tile {tile} turned {rotation} would cut track on {hex}.", tile=a.tile, rotation=a.rotation, hex=a.hex
    )


def track_leads_somewhere(s: AnyRailways, a: LayTile) -> Fault | None:
    """No track into the map's edge or into printed hexes where no track meets it."""
    atlas, hex_id = s.book.atlas, HexId(a.hex)
    for edge in atlas.face(TileId(a.tile), a.rotation).exits:
        beyond = atlas.neighbours[hex_id][edge]
        if beyond is None or not (
            atlas.hexes[beyond].open_ground or (edge + 3) % 6 in s.board.face(atlas, beyond).exits
        ):
            return refuse(
                "Track on side {edge} of {hex} would run into the map's edge.", edge=edge, hex=a.hex
            )
    return None


def extends_own_track(s: AnyRailways, a: LayTile) -> Fault | None:
    """The tile joins track that the company can reach from one of its markers, or lies under a marker."""
    atlas, hex_id, company = s.book.atlas, HexId(a.hex), s.top(OperatingTurn).company
    face, neighbours = atlas.face(TileId(a.tile), a.rotation), atlas.neighbours[hex_id]
    for found in reaches(atlas, s.board, company):
        for edge in face.exits_in(found.network.gauge):
            beyond = neighbours[edge]
            if beyond is not None and (beyond, (edge + 3) % 6) in found.exits:
                return None
    if any(atlas.where[stop][0] == hex_id for stop in s.board.markers_of(company)):
        return None
    return refuse("No track of {company} leads to this tile on {hex}.", company=company, hex=a.hex)


def markers_keep_a_circle(s: AnyRailways, a: LayTile) -> Fault | None:
    """Every marker, and every home still to be placed, finds a circle in the city that takes its place."""
    atlas, hex_id = s.book.atlas, HexId(a.hex)
    new = atlas.face(TileId(a.tile), a.rotation)
    taken = [0] * len(new.stops)
    ids = atlas.stop_ids[hex_id]
    for index, target in enumerate(atlas.stop_map(s.board.surface(atlas, hex_id), new)):
        taken[target] += sum(1 for owner in s.board.markers.get(ids[index], ()) if owner)
    printed = atlas.hexes[hex_id].printed
    for company in s.book.companies.values():
        if company.sym in s.markers and company.sym not in s.begun:
            for home in company.homes:
                where, index = atlas.where[StopId(home)]
                if where == hex_id:
                    taken[atlas.stop_map(printed, new)[index]] += 1
    if all(count <= stop.slots for count, stop in zip(taken, new.stops, strict=True)):
        return None
    return refuse(
        "Tile {tile} turned {rotation} has no circle for a marker on {hex}.",
        tile=a.tile,
        rotation=a.rotation,
        hex=a.hex,
    )


def home_comes_first(s: AnyRailways, a: LayTile) -> Fault | None:
    """In its first turn a company's first tile goes on its home, unless track lies there."""
    turn = s.top(OperatingTurn)
    if not turn.first or turn.lays:
        return None
    atlas = s.book.atlas
    homes = [atlas.where[StopId(stop)][0] for stop in s.book.companies[turn.company].homes]
    if not homes or a.hex in homes or any(s.board.face(atlas, home).paths for home in homes):
        return None
    return refuse(
        "The first tile of {company} goes on its home {home}.", company=turn.company, home=", ".join(homes)
    )


def treasury_pays(cost: Callable[[S, LayTile], int]) -> Check[S, LayTile]:
    """The company itself pays what `cost` says."""

    def check(s: S, a: LayTile) -> Fault | None:
        company, price = s.top(OperatingTurn).company, cost(s, a)
        cash = s.cash[company]
        if cash >= price:
            return None
        return refuse(
            "{company} has {cash}; building on {hex} costs {price}.",
            company=company,
            cash=cash,
            hex=a.hex,
            price=price,
        )

    return check


def terrain_cost(s: AnyRailways, hex_id: str) -> int:
    """Due only for the very first tile on the hex."""
    return 0 if is_upgrade(s, hex_id) else s.book.atlas.hexes[HexId(hex_id)].cost


# -- move and step ---------------------------------------------------------------------------


class LayMove(Move[S, LayTile]):
    """Lay a tile: `cost` says what the terrain takes, `rebates` which rights could be used."""

    action = LayTile

    def __init__(
        self,
        *rules: Rule[S, LayTile],
        cost: Callable[[S, LayTile], int],
        rebates: Callable[[S, str], tuple[str, ...]],
        after: Callable[[S, LayTile], S],
    ) -> None:
        super().__init__(*rules)
        self.cost = cost
        self.rebates = rebates
        self.after = after

    def candidates(self, s: S, seat: int) -> Iterator[LayTile]:
        atlas = s.book.atlas
        board, supply = s.board, s.supply
        for hex_id in self._hexes(s):
            colour = NEXT_COLOUR.get(board.colour(atlas, hex_id))
            if colour is None or COLOURS.index(colour) > COLOURS.index(s.colour):
                continue
            rebates = ("", *self.rebates(s, hex_id))
            for tile, rotations in atlas.fitting(hex_id, board.surface(atlas, hex_id), colour):
                if supply[tile]:
                    for rotation in rotations:
                        for rebate in rebates:
                            yield LayTile(seat, hex_id, tile, rotation, rebate)

    def _hexes(self, s: S) -> list[HexId]:
        """Return where the company's track is or leads to, in map order."""
        atlas = s.book.atlas
        hexes: set[HexId] = set()
        for found in reaches(atlas, s.board, s.top(OperatingTurn).company):
            hexes |= found.hexes
            for hex_id, edge in found.exits:
                beyond = atlas.neighbours[hex_id][edge]
                if beyond is not None:
                    hexes.add(beyond)
        return [hex_id for hex_id in atlas.hexes if hex_id in hexes and atlas.hexes[hex_id].buildable]

    def apply(self, s: S, a: LayTile) -> S:
        hex_id, company, cost = HexId(a.hex), s.top(OperatingTurn).company, self.cost(s, a)
        old, upgrade = s.board.laid.get(hex_id), is_upgrade(s, a.hex)
        supply = with_item(s.supply, a.tile, s.supply[a.tile] - 1)
        if old is not None:
            supply[old.tile] += 1
        s = s.pay(company, BANK, cost)
        # Rotations that show the same picture are one position.
        rotation = s.book.atlas.tiles[TileId(a.tile)].canonical(a.rotation)
        s = s.replace(board=s.board.lay(s.book.atlas, hex_id, TileId(a.tile), rotation), supply=supply)
        s = s.update_frame(lays=(*s.top(OperatingTurn).lays, "upgrade" if upgrade else "yellow"))
        return self.after(s.say(TileLaid(company, a.tile, a.hex, a.rotation, cost)), a)


class TrackStep(Step[S]):
    """Lay tiles as long as the turn allows some."""

    name = "track"
    asks = msg("{player}: {company} may lay or upgrade track.")
    skippable = False  # listing every lay only to see whether there is one would cost too much

    def __init__(
        self,
        move: LayMove[S],
        *others: Move[S, Action],
        also: Callable[[S], bool] = lambda s: False,
        yellow: Callable[[S], int] = by_phase,
    ) -> None:
        self.moves = (move, *others)
        self.also = also
        """Whether something beside the normal lays can still be built."""
        self.yellow = yellow
        """How many yellow tiles the company may lay."""

    def wanted(self, s: S) -> bool:
        lays = s.top(OperatingTurn).lays
        return ("upgrade" not in lays and len(lays) < self.yellow(s)) or self.also(s)
