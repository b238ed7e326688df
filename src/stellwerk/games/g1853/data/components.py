"""The data that had to be reconstructed: data/components.toml, or a set that somebody has corrected."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.engine.components import ComponentFile

DATA = Path(__file__).parent


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every table of the file: a misspelt key is an error."""


class Money(Part, frozen=True):
    short_bank: int


class CompanyPart(Part, frozen=True):
    """What is guessed of a company."""

    par: int
    homes: tuple[str, ...]
    markers: tuple[int, ...]
    colour: str
    text_colour: str


class HexPart(Part, frozen=True, omit_defaults=True):
    """A hex as data/map.toml writes it."""

    name: str = ""
    terrain: str = ""
    colour: str = "white"
    label: str = ""
    stops: tuple[str, ...] = ()
    paths: str = ""
    becomes: tuple[str, ...] | None = None


class TilePart(Part, frozen=True):
    """A tile as data/tiles.toml writes it."""

    colour: str
    count: int
    becomes: tuple[str, ...]
    label: str = ""
    stops: tuple[str, ...] = ()
    paths: str = ""


class Components(Part, frozen=True):
    """The whole file."""

    reconstruction: bool
    """Whether the table says that these values are guesses."""
    money: Money
    companies: Mapping[str, CompanyPart]
    cities: Mapping[str, tuple[int, ...]]
    """Contract city -> numbers of the companies whose shares it offers."""
    premiums: Mapping[str, int]
    hexes: Mapping[str, HexPart]
    tiles: Mapping[str, TilePart]
    doubtful: Mapping[str, str] = {}
    """Hex -> what sources say otherwise; the table names these hexes."""


def plain(parts: Mapping[str, HexPart] | Mapping[str, TilePart]) -> dict[str, dict[str, Any]]:
    """Hexes or tiles as the atlas reads them."""
    return {key: msgspec.to_builtins(part) for key, part in parts.items()}


FILE = ComponentFile(lambda: (DATA / "components.toml").read_text(encoding="utf-8"), Components)


def faults(components: Components) -> list[str]:
    """Return what is wrong with a set. Its check is imported here: hardly a game brings a set of its own."""
    from stellwerk.games.g1853.data.checks import check

    return check(components)
