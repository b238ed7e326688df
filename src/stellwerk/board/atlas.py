"""The atlas of a game: its map and its tiles, which never change during play."""

import tomllib
from collections.abc import Mapping
from pathlib import Path as File
from typing import Any

import msgspec

from stellwerk.board.hexes import EDGES, OPPOSITE, HexId, StopId, TileId, map_order, neighbour, stop_id
from stellwerk.board.parse import parse_paths, parse_stop
from stellwerk.board.tile import COLOURS, DUAL, STOP, Face, Path, Tile, keeps_apart, keeps_places, stop_map

MOST_STOPS = 6  # in one hex

Tunnels = tuple[tuple[int, int], ...]
"""The two sides of each tunnel in a hex."""


class HexSpec(msgspec.Struct, frozen=True):
    """What the map prints in one hex."""

    id: HexId
    printed: Face
    name: str = ""
    name_18xx: str = ""  # where 18xx.games calls it something else
    colour: str = "white"
    cost: int = 0  # of the first tile
    costs: Mapping[str, int] = {}  # by gauge of track, where a game has several
    premium: int = 0  # what the bank pays for the first tile
    terrain: str = ""
    label: str = ""
    label_later: str = ""  # printed on tiles from a colour on
    label_later_from: str = ""
    borders: Mapping[int, str] = {}  # side -> kind, where the map prints one
    buildable: bool = True
    place_group: str = ""  # hexes of one group are one place
    one_call: bool = False  # whatever its stops are, no way along the track leads through two of them
    gauge: int = 0  # the gauge region, 0 = none
    special: tuple[TileId, ...] = ()  # tiles that may be laid here although it is not buildable
    sheet: str = ""  # of a map that is printed apart, its name
    tunnel_only: bool = False  # no tile lies here, but tunnels lead through
    yellow_exit: int | None = None  # the side that a yellow tile must lead over
    note: str = ""

    @property
    def open_ground(self) -> bool:
        """Whether track may point at it before there is any."""
        return self.buildable or self.tunnel_only

    def label_on(self, colour: str) -> str:
        """Return the label that a tile of that colour must carry here."""
        later = self.label_later_from
        if later and colour in COLOURS and COLOURS.index(colour) >= COLOURS.index(later):
            return self.label_later
        return self.label


class Atlas:
    """Map and tiles, with everything that can be worked out from them once."""

    def __init__(self, hexes: Mapping[HexId, HexSpec], tiles: Mapping[TileId, Tile]) -> None:
        self.hexes: Mapping[HexId, HexSpec] = {key: hexes[key] for key in sorted(hexes, key=map_order)}
        self.tiles = tiles
        # All by hex, then by side; None where the map ends.
        self.neighbours: Mapping[HexId, tuple[HexId | None, ...]] = {
            key: tuple(beyond if (beyond := neighbour(key, edge)) in hexes else None for edge in EDGES)
            for key in self.hexes
        }
        self._crossings = {
            key: tuple(self._changes_gauge(key, beyond) for beyond in self.neighbours[key])
            for key in self.hexes
        }
        # Names of half-tracks and stops, made once because the walks use them all the time.
        self.sides: Mapping[HexId, tuple[str, ...]] = {
            key: tuple(f"{key}.e{edge}" for edge in EDGES) for key in self.hexes
        }
        self.stop_ids: Mapping[HexId, tuple[StopId, ...]] = {
            key: tuple(stop_id(key, index) for index in range(MOST_STOPS)) for key in self.hexes
        }
        self.where: Mapping[StopId, tuple[HexId, int]] = {
            stop: (key, index) for key, stops in self.stop_ids.items() for index, stop in enumerate(stops)
        }
        paths = [path for spec in hexes.values() for path in spec.printed.paths]
        paths += [path for tile in tiles.values() for path in tile.paths]
        rails = {path.gauge for path in paths} - {"", DUAL}
        self.gauges: tuple[str, ...] = tuple(sorted(rails, reverse=True)) or ("",)
        """The gauges that trains run on; only "" where all rails are alike."""
        self._stop_maps: dict[tuple[str, str], tuple[int, ...]] = {}
        self._rotations: dict[tuple[str, str], tuple[int, ...]] = {}
        self._dug: dict[str, Face] = {}
        self._fitting: dict[tuple[HexId, str, str], tuple[tuple[TileId, tuple[int, ...]], ...]] = {}

    @classmethod
    def load(cls, map_path: File, tiles_path: File) -> "Atlas":
        """Read the two data files of a game."""
        return cls(read_hexes(map_path), read_tiles(tiles_path))

    def _changes_gauge(self, here: HexId, beyond: HexId | None) -> bool:
        if beyond is None:
            return False
        regions = self.hexes[here].gauge, self.hexes[beyond].gauge
        return 0 not in regions and regions[0] != regions[1]

    def crossings(self, hex_id: HexId, edge: int) -> bool:
        """Return whether the gauge changes at that side."""
        return self._crossings[hex_id][edge]

    def may_lead_on(self, hex_id: HexId, edge: int) -> bool:
        """Return whether track over that side can ever go on; `Board.leads_on` says whether it can now."""
        beyond = self.neighbours[hex_id][edge]
        if beyond is None:
            return False
        spec = self.hexes[beyond]
        return spec.open_ground or bool(spec.special) or OPPOSITE[edge] in spec.printed.exits

    def face(self, tile: TileId, rotation: int) -> Face:
        return self.tiles[tile].turned(rotation)

    def stop_map(self, old: Face, new: Face) -> tuple[int, ...]:
        """For each stop of the old face, the stop of the new one that takes its place."""
        key = old.key, new.key
        found = self._stop_maps.get(key)
        if found is None:
            found = self._stop_maps[key] = stop_map(old, new)
        return found

    def with_tunnels(self, face: Face, tunnels: Tunnels) -> Face:
        """Return a face with tunnels under it."""
        key = f"{face.key}+{'+'.join(f'{a}{b}' for a, b in tunnels)}"
        found = self._dug.get(key)
        if found is None:
            paths = (*face.paths, *(Path(a, b) for a, b in tunnels))
            found = self._dug[key] = Face(key, face.stops, paths, face.becomes)
        return found

    def rotations(self, old: Face, tile: Tile) -> tuple[int, ...]:
        """Return the rotations of a tile that keep all old track, and apart what is.

        Alike ones are all listed.
        """
        key = old.key, tile.number
        found = self._rotations.get(key)
        if found is None:
            faces = ((edge, tile.turned(edge)) for edge in EDGES)
            found = tuple(
                edge for edge, new in faces if self._keeps_track(old, new) and self.keeps_apart(old, new)
            )
            self._rotations[key] = found
        return found

    def keeps_apart(self, old: Face, new: Face) -> bool:
        """Whether places with networks of their own still have them, but for those a tile has fewer of."""
        return keeps_apart(old, new, self.stop_map(old, new))

    def _keeps_track(self, old: Face, new: Face) -> bool:
        if old.stops and not new.stops:
            return False
        moved = self.stop_map(old, new)
        ends = (*EDGES, *(STOP + index for index in moved))
        return all(
            any(ends[arm.end] == other.end and arm.gauges <= other.gauges for other in new.arms[ends[end]])
            for end, arms in enumerate(old.arms)
            for arm in arms
        )

    def same_places(self, hex_id: HexId, old: Face, tile: Tile) -> bool:
        """Plain on plain, towns on towns, cities on cities.

        Only a tile with the letter of its hex may have fewer cities than there were: they grow together.
        Where the data name the tiles that follow, these and no others do.
        """
        if old.becomes is not None:
            return tile.number in old.becomes
        label = self.hexes[hex_id].label_on(tile.colour)
        return keeps_places(old.stops, tile.stops, joins=bool(label) and tile.label == label)

    def fitting(self, hex_id: HexId, old: Face, colour: str) -> tuple[tuple[TileId, tuple[int, ...]], ...]:
        """Tiles of a colour with the same places and the right label, and their rotations.

        Rotations that lead off the map or show an earlier one's picture again are left out; those
        that lead to a hex for special tiles stay in, `Board.leads_on` judges them.
        """
        key = hex_id, old.key, colour
        found = self._fitting.get(key)
        if found is None:
            found = self._fitting[key] = tuple(self._fit(hex_id, old, colour))
        return found

    def _fit(self, hex_id: HexId, old: Face, colour: str) -> list[tuple[TileId, tuple[int, ...]]]:
        label = self.hexes[hex_id].label_on(colour)
        found = []
        for number, tile in self.tiles.items():
            if tile.colour != colour:
                continue
            if not self.same_places(hex_id, old, tile):
                continue
            # A table of followers knows better than the letters.
            if old.becomes is None and tile.label != label:
                continue
            rotations = tuple(
                rotation
                for rotation in self.rotations(old, tile)
                if tile.canonical(rotation) == rotation
                and all(self.may_lead_on(hex_id, edge) for edge in tile.turned(rotation).exits)
            )
            if rotations:
                found.append((number, rotations))
        return found


def read_hexes(path: File, table: str = "hexes") -> dict[HexId, HexSpec]:
    """Return the hexes of a map file; variants keep theirs in further tables."""
    return hexes_of(tomllib.loads(path.read_text(encoding="utf-8"))[table])


def hexes_of(rows: Mapping[str, Mapping[str, Any]]) -> dict[HexId, HexSpec]:
    """Hexes from the rows of a table, wherever it was read."""
    return {HexId(key): _hex(HexId(key), fields) for key, fields in rows.items()}


def read_tiles(path: File) -> dict[TileId, Tile]:
    return tiles_of(tomllib.loads(path.read_text(encoding="utf-8"))["tiles"])


def tiles_of(rows: Mapping[str, Mapping[str, Any]]) -> dict[TileId, Tile]:
    """Tiles from the rows of a table, wherever it was read."""
    return {TileId(key): _tile(TileId(key), fields) for key, fields in rows.items()}


def _hex(hex_id: HexId, fields: Mapping[str, Any]) -> HexSpec:
    rest = dict(fields)
    stops = tuple(map(parse_stop, rest.pop("stops", ())))
    printed = Face(hex_id, stops, parse_paths(rest.pop("paths", "")), _followers(rest))
    # Red, blue and gray hexes are printed for good.
    closed = rest.get("colour", "white") in ("red", "blue", "gray") or rest.get("tunnel_only", False)
    rest.setdefault("buildable", not closed)
    rest["borders"] = {int(edge): kind for edge, kind in rest.get("borders", {}).items()}
    rest["special"] = tuple(TileId(number) for number in rest.get("special", ()))
    return HexSpec(hex_id, printed, **rest)


def _tile(number: TileId, fields: Mapping[str, Any]) -> Tile:
    rest = dict(fields)
    stops = tuple(map(parse_stop, rest.pop("stops", ())))
    return Tile(
        number, stops=stops, paths=parse_paths(rest.pop("paths", "")), becomes=_followers(rest), **rest
    )


def _followers(rest: dict[str, Any]) -> tuple[TileId, ...] | None:
    following = rest.pop("becomes", None)
    return None if following is None else tuple(TileId(number) for number in following)
