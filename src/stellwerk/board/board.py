"""The board in play: the tiles laid and the station markers on them."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import msgspec

from stellwerk.board.atlas import Atlas, Tunnels
from stellwerk.board.hexes import OPPOSITE, HexId, StopId, TileId
from stellwerk.board.tile import Face, Stop
from stellwerk.board.track import NETWORKS
from stellwerk.engine.memo import Memo

if TYPE_CHECKING:
    from stellwerk.board.reach import Reach

Owners = tuple[str, ...]
FREE = ""  # a slot without a marker

REACHES: "Memo[str, Reach]" = Memo("reach", 256)
"""The reach of owners on a board; see `reach`."""


class Laid(msgspec.Struct, frozen=True, array_like=True):
    """A tile on the map and how it is turned."""

    tile: TileId
    rotation: int


class Board(msgspec.Struct, frozen=True, dict=True, omit_defaults=True):
    """Tiles and markers as one value; every change makes a new board.

    What is worked out from it (network, reach) is kept with it and handed on where it stays true.
    """

    laid: Mapping[HexId, Laid] = {}
    markers: Mapping[StopId, Owners] = {}  # the owner by slot; stops without any marker are left out
    beside: Mapping[StopId, Owners] = {}  # markers at the edge of the tile, in no slot
    tunnels: Mapping[HexId, Tunnels] = {}

    # Queries

    def face(self, atlas: Atlas, hex_id: HexId) -> Face:
        """Return all track of a hex, its tunnels included."""
        surface = self.surface(atlas, hex_id)
        if self.tunnels and (tunnels := self.tunnels.get(hex_id)):
            return atlas.with_tunnels(surface, tunnels)
        return surface

    def surface(self, atlas: Atlas, hex_id: HexId) -> Face:
        """Return the tile, or what the map prints."""
        laid = self.laid.get(hex_id)
        if laid is None:
            return atlas.hexes[hex_id].printed
        return atlas.tiles[laid.tile].turned(laid.rotation)

    def colour(self, atlas: Atlas, hex_id: HexId) -> str:
        """Return the colour of the tile there, or of the printed hex."""
        laid = self.laid.get(hex_id)
        return atlas.hexes[hex_id].colour if laid is None else atlas.tiles[laid.tile].colour

    def stop(self, atlas: Atlas, stop: StopId) -> Stop:
        hex_id, index = atlas.where[stop]
        return self.face(atlas, hex_id).stops[index]

    def stop_now(self, atlas: Atlas, printed: StopId) -> StopId:
        """Return where a stop of the printed map is now: tiles may number stops anew or join cities.

        Told by the track that the map prints at the stop; without any it keeps its index.
        """
        hex_id, index = atlas.where[printed]
        if hex_id not in self.laid:
            return printed
        moved = atlas.stop_map(atlas.hexes[hex_id].printed, self.surface(atlas, hex_id))
        return atlas.stop_ids[hex_id][moved[index]]

    def slots(self, atlas: Atlas, stop: StopId) -> Owners:
        """Return the owner in each slot, "" where it is free."""
        return self.markers.get(stop) or (FREE,) * self.stop(atlas, stop).slots

    def free_slots(self, atlas: Atlas, stop: StopId) -> int:
        return self.slots(atlas, stop).count(FREE)

    def holds(self, stop: StopId, owner: str) -> bool:
        """Return whether the owner has a marker at the stop, in a slot or beside it."""
        return owner in self.markers.get(stop, ()) or owner in self.beside.get(stop, ())

    def leads_on(self, atlas: Atlas, hex_id: HexId, edge: int) -> bool:
        """Return whether track over that side can go on: land to build on, or track that meets it."""
        beyond = atlas.neighbours[hex_id][edge]
        if beyond is None:
            return False
        return atlas.hexes[beyond].open_ground or OPPOSITE[edge] in self.face(atlas, beyond).exits

    def markers_of(self, owner: str) -> tuple[StopId, ...]:
        """Return the stops where the owner has a marker, in a slot or beside, in stable order."""
        found = {stop for stop, owners in self.markers.items() if owner in owners}
        found.update(stop for stop, owners in self.beside.items() if owner in owners)
        return tuple(sorted(found))

    # Changes

    def lay(self, atlas: Atlas, hex_id: HexId, tile: TileId, rotation: int) -> "Board":
        """Lay a tile; markers move to the stops that take the place of theirs."""
        old, new = self.surface(atlas, hex_id), atlas.face(tile, rotation)
        laid = {**self.laid, hex_id: Laid(tile, rotation % 6)}
        ids = atlas.stop_ids[hex_id][: len(old.stops)]
        markers, beside = self.markers, self.beside
        if any(stop in markers or stop in beside for stop in ids):
            markers, beside = self._moved(atlas, hex_id, old, new)
        board = Board(laid, markers, beside, self.tunnels)
        self._hand_on(atlas, board, hex_id)
        return board

    def dig(self, atlas: Atlas, hex_id: HexId, sides: tuple[int, int]) -> "Board":
        """Dig a tunnel between two sides of a hex."""
        a, b = sorted(sides)
        there = (*self.tunnels.get(hex_id, ()), (a, b))
        board = Board(self.laid, self.markers, self.beside, {**self.tunnels, hex_id: tuple(sorted(there))})
        self._hand_on(atlas, board, hex_id)
        return board

    def clear(self, hexes: Collection[HexId]) -> "Board":
        """Take the tiles off these hexes; no marker may lie on them."""
        laid = {hex_id: tile for hex_id, tile in self.laid.items() if hex_id not in hexes}
        return Board(laid, self.markers, self.beside, self.tunnels)

    def _hand_on(self, atlas: Atlas, board: "Board", changed: HexId) -> None:
        """What is known of this board and holds for the next one, where one hex has changed."""
        known = {gauge: tracks for gauge, tracks in NETWORKS.of(self).items() if tracks.atlas is atlas}
        if known:
            face = board.face(atlas, changed)
            NETWORKS.of(board).update({gauge: tracks.after(changed, face) for gauge, tracks in known.items()})
            # A reach that never looked into this hex cannot have changed.
            REACHES.carry_over(self, board, lambda reach: changed not in reach.seen)

    def _moved(
        self, atlas: Atlas, hex_id: HexId, old: Face, new: Face
    ) -> tuple[Mapping[StopId, Owners], Mapping[StopId, Owners]]:
        markers, beside = dict(self.markers), dict(self.beside)
        ids = atlas.stop_ids[hex_id]
        in_slots: dict[int, list[Owners]] = {}
        at_edge: dict[int, Owners] = {}
        for index, target in enumerate(atlas.stop_map(old, new)):
            if owners := markers.pop(ids[index], None):
                in_slots.setdefault(target, []).append(owners)
            if owners := beside.pop(ids[index], None):
                at_edge[target] = at_edge.get(target, ()) + owners
        for target, parts in in_slots.items():
            # A marker keeps its slot, unless several stops became one.
            owners = parts[0] if len(parts) == 1 else tuple(o for part in parts for o in part if o)
            slots = new.stops[target].slots
            if len(owners) > slots:
                owners = tuple(owner for owner in owners if owner)
                at_edge[target] = owners[slots:] + at_edge.get(target, ())
                owners = owners[:slots]
            markers[ids[target]] = owners + (FREE,) * (slots - len(owners))
        beside.update({ids[target]: owners for target, owners in at_edge.items()})
        return markers, beside

    def place(self, atlas: Atlas, stop: StopId, owner: str, slot: int | None = None) -> "Board":
        """Put a marker into a slot, the first free one unless it is named."""
        owners = self.slots(atlas, stop)
        if slot is None:
            slot = owners.index(FREE) if FREE in owners else len(owners)
        if slot >= len(owners) or owners[slot]:
            raise ValueError(f"no free slot at {stop} for {owner}")
        markers = {**self.markers, stop: (*owners[:slot], owner, *owners[slot + 1 :])}
        return self._marked(markers, self.beside, stop, owner)

    def place_beside(self, stop: StopId, owner: str) -> "Board":
        """Put a marker at the edge of the tile, where it takes no slot."""
        beside = {**self.beside, stop: (*self.beside.get(stop, ()), owner)}
        return self._marked(self.markers, beside, stop, owner)

    def move_in(self, atlas: Atlas, stop: StopId, owner: str, slot: int | None = None) -> "Board":
        """Move a marker from the edge of the tile into a free slot."""
        waiting = list(self.beside.get(stop, ()))
        if owner not in waiting:
            raise ValueError(f"{owner} has no marker beside {stop}")
        waiting.remove(owner)
        beside = _without_empty({**self.beside, stop: tuple(waiting)})
        board = self.place(atlas, stop, owner, slot)
        return board._marked(board.markers, beside, stop, owner)

    def rename(self, old_owner: str, new_owner: str) -> "Board":
        """Give all markers of one owner to another."""
        return self._replaced(old_owner, new_owner)

    def remove(self, owner: str) -> "Board":
        """Take all markers of an owner off the board."""
        return self._replaced(owner, FREE)

    def take_off(self, stop: StopId, owner: str) -> "Board":
        """Take the owner's marker off one stop."""
        owners = tuple(FREE if there == owner else there for there in self.markers[stop])
        return self._marked(_without_empty({**self.markers, stop: owners}), self.beside, stop, owner)

    def thin_out(self, stop: StopId, owner: str) -> "Board":
        """Take the second of two markers of an owner off a stop."""
        owners = list(self.markers[stop])
        last = len(owners) - 1 - owners[::-1].index(owner)
        owners[last] = FREE
        return self._marked({**self.markers, stop: tuple(owners)}, self.beside, stop, owner)

    def _replaced(self, old: str, new: str) -> "Board":
        def swap(owners: Owners) -> Owners:
            return tuple(new if owner == old else owner for owner in owners)

        markers = _without_empty({stop: swap(owners) for stop, owners in self.markers.items()})
        beside = {stop: tuple(filter(None, swap(owners))) for stop, owners in self.beside.items()}
        board = Board(self.laid, markers, _without_empty(beside), self.tunnels)
        NETWORKS.carry_over(self, board)
        return board

    def _marked(
        self, markers: Mapping[StopId, Owners], beside: Mapping[StopId, Owners], stop: StopId, owner: str
    ) -> "Board":
        board = Board(self.laid, markers, beside, self.tunnels)
        NETWORKS.carry_over(self, board)
        REACHES.carry_over(self, board, lambda reach: reach.owner != owner and stop not in reach.stops)
        return board


def _without_empty(owners_by_stop: dict[StopId, Owners]) -> dict[StopId, Owners]:
    return {stop: owners for stop, owners in owners_by_stop.items() if any(owners)}
