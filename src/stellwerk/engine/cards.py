"""A title in a few words, for somebody who does not know it."""

from collections.abc import Mapping

from msgspec import Struct


class Card(Struct, frozen=True, kw_only=True):
    """What the lobby tells of a title. Texts are to be translated."""

    says: str
    """What it is like, in a sentence or two."""
    place: str = ""
    """Where it is set."""
    seats: int = 4
    """How many sit down when somebody plays at once, among bots."""
    rank: int = 0
    """Lower ones are shown first."""
    tables: tuple[str, ...] = ()
    """Names for tables, proposed one after the other."""
    variants: Mapping[str, str] = {}
    """What each variant is, in a sentence."""
