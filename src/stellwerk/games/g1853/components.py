"""The data that had to be reconstructed: data/components.toml, or a file that somebody has corrected."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.board.atlas import hexes_of, tiles_of

DATA = Path(__file__).parent / "data"


class Money(Struct, frozen=True, forbid_unknown_fields=True):
    short_bank: int


class CompanyPart(Struct, frozen=True, forbid_unknown_fields=True):
    """What is guessed of a company."""

    par: int
    markers: tuple[int, ...]
    colour: str
    text_colour: str


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file; a misspelt key is an error."""

    money: Money
    companies: Mapping[str, CompanyPart]
    cities: Mapping[str, tuple[int, ...]]
    """Contract city -> numbers of the companies whose shares it offers."""
    premiums: Mapping[str, int]
    hexes: Mapping[str, Mapping[str, Any]]
    tiles: Mapping[str, Mapping[str, Any]]


def own_text() -> str:
    """The file that comes with the program."""
    return (DATA / "components.toml").read_text(encoding="utf-8")


def read(text: str) -> dict[str, Any]:
    """A components file as plain data; ValueError when it is none."""
    contents = tomllib.loads(text)
    components(contents)
    return contents


def check(contents: str) -> list[str]:
    """What is wrong with a set of components, given as JSON."""
    try:
        components(msgspec.json.decode(contents))
    except ValueError as error:
        return [str(error)]
    return []


def components(contents: Mapping[str, Any]) -> Components:
    """Plain data as components; ValueError that says what is wrong with them."""
    found = msgspec.convert(contents, Components)
    hexes_of(found.hexes)
    tiles_of(found.tiles)
    if found.money.short_bank <= 0:
        raise ValueError(f"a bank of {found.money.short_bank} cannot be played with")
    for city, numbers in found.cities.items():
        if not numbers or not set(numbers) <= set(range(1, 9)):
            raise ValueError(f"{city} offers {list(numbers)}: companies are numbered 1 to 8")
    return found
