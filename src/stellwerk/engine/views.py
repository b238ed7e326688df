"""What a seat may see of a game, as frozen structs: pages read them, the JSON interface writes them.

A title's view is its own struct, made of `View` or of what its family has; its fields are the schema that the
interface tells (`play.view_schema`).
"""

from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct

V = TypeVar("V", bound=Struct)


class Player(Struct, frozen=True, kw_only=True):
    """What a player has."""

    cash: int | None
    """None: hidden."""


class View(Struct, frozen=True, kw_only=True):
    """What any game shows."""

    game: str
    version: int
    """How many actions led here."""
    over: bool
    round: str | None = None
    ending: str = ""
    """Why the game ends or has ended; empty while nothing has brought it about."""
    players: Mapping[str, Player] = {}

    @property
    def unit(self) -> str:
        """The sign of the game's money."""
        return ""


def extended(kind: type[V], known: Struct, **own: object) -> V:
    """A struct of a kind that has the fields of another, with them and those of its own."""
    return kind(**{name: getattr(known, name) for name in known.__struct_fields__} | own)
