"""The paragraphs that tell why an answer is right."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from stellwerk.puzzles.puzzle import Kind

FILE = Path(__file__).parent / "data" / "paragraphs.toml"


@cache
def paragraphs() -> Mapping[str, Mapping[Kind, Sequence[str]]]:
    """Return their ids in the rulebook, by game and kind."""
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), dict[str, dict[Kind, list[str]]])


def why(game: str, kind: Kind) -> Sequence[str]:
    """Return what to read; nothing for a game that is not known here."""
    return paragraphs().get(game, {}).get(kind, ())
