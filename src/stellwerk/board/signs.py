"""What a title has to say of single places on its map, to one seat."""

from collections.abc import Sequence

from msgspec import Struct

from stellwerk.board.hexes import HexId


class PlaceSign(Struct, frozen=True, kw_only=True):
    """A place that can be chosen, cannot be, or has been."""

    hex: HexId
    value: int
    """In money."""
    offers: Sequence[str] = ()
    """Companies whose shares come with it."""
    can: bool = False
    """Whether the seat may choose it now."""
    shut: bool = False
    """Whether a rule forbids that."""
    number: int = 0
    """Chosen as the so-maniest; 0: not chosen."""
