"""What an action does on a map of hexes: an action's class declares one of these as its `on_map`.

Each field is the name of a field of the action; an empty one says that the action has no such field.
"""

from typing import NamedTuple, TypeVar

from msgspec import convert

from stellwerk.board.hexes import HexId, StopId, TileId
from stellwerk.engine.action import Action, OnMap

A = TypeVar("A", bound=Action)


class Lay(NamedTuple):
    """A tile in a hex, as an action has it."""

    hex: HexId
    tile: TileId
    """Empty where the action names none."""
    rotation: int
    rebate: str


class LaysTile(OnMap, frozen=True):
    """Lay a tile. Without a field for the tile, it is the one that the hex is kept for."""

    hex: str = "hex"
    tile: str = "tile"
    rotation: str = "rotation"
    rebate: str = ""

    def of(self, a: Action) -> Lay:
        return Lay(
            HexId(getattr(a, self.hex)),
            TileId(getattr(a, self.tile) if self.tile else ""),
            int(getattr(a, self.rotation)),
            str(getattr(a, self.rebate)) if self.rebate else "",
        )

    def only_marks(self, a: Action) -> bool:
        """Whether it chooses a hex and leaves the tile there as it is."""
        return bool(self.tile) and not self.of(a).tile

    def make(self, kind: type[A], seat: int, hex_id: HexId, tile: TileId, rotation: int) -> A:
        named = {self.tile: tile} if self.tile else {}
        return convert({"seat": seat, self.hex: hex_id, self.rotation: rotation, **named}, kind)


class Tunnel(NamedTuple):
    """Between two sides of a hex, as an action has it."""

    hex: HexId
    sides: tuple[int, int]
    rebate: str


class DigsTunnel(OnMap, frozen=True):
    """Join two sides of a hex below the ground."""

    hex: str = "hex"
    first: str = "first"
    second: str = "second"
    rebate: str = ""

    def of(self, a: Action) -> Tunnel:
        sides = int(getattr(a, self.first)), int(getattr(a, self.second))
        return Tunnel(HexId(getattr(a, self.hex)), sides, str(getattr(a, self.rebate)) if self.rebate else "")

    def make(self, kind: type[A], seat: int, hex_id: HexId, sides: tuple[int, int]) -> A:
        return convert({"seat": seat, self.hex: hex_id, self.first: sides[0], self.second: sides[1]}, kind)


class ChoosesHex(OnMap, frozen=True):
    """Choose a whole hex."""

    hex: str = "hex"

    def of(self, a: Action) -> HexId:
        return HexId(getattr(a, self.hex))

    def make(self, kind: type[A], seat: int, hex_id: HexId) -> A:
        return convert({"seat": seat, self.hex: hex_id}, kind)


class ChoosesStop(OnMap, frozen=True):
    """Choose a city or another stop of a hex, to place a marker there or for anything else."""

    stop: str = "stop"

    def of(self, a: Action) -> StopId:
        return StopId(getattr(a, self.stop))

    def make(self, kind: type[A], seat: int, stop: StopId) -> A:
        return convert({"seat": seat, self.stop: stop}, kind)


class RunsTrains(OnMap, frozen=True):
    """Run trains along routes, drawn over the hexes."""

    routes: str = "routes"


IN_A_HEX = LaysTile | DigsTunnel | ChoosesHex | ChoosesStop
"""What is chosen in one hex."""
ON_HEXES = IN_A_HEX | RunsTrains
