"""Texts that explain: a page for each game, in Markdown, and the glossary, in all languages."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from stellwerk.learn.lesson import Words
from stellwerk.learn.positions import position
from stellwerk.mech18.state import AnyRailways

DATA = Path(__file__).parent / "data"


class Word(Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the games, with one sentence."""

    id: str
    word: Words
    says: Words


class Glossary(Struct, frozen=True, forbid_unknown_fields=True):
    words: tuple[Word, ...]


class Moment(NamedTuple):
    """A position of a shipped game."""

    game: str
    at: int


PICTURES = {
    "1824": Moment("empire", 700),
    "1848": Moment("southern-cross", 470),
    "1853": Moment("elephant", 499),
    "1854": Moment("alps", 499),
}
"""What the map of each game is shown by."""
SIGNS = "1848"
"""Whose tiles explain the signs."""


@cache
def glossary() -> Sequence[Word]:
    """Return all words, abbreviations last."""
    return msgspec.toml.decode((DATA / "glossary.toml").read_bytes(), type=Glossary).words


@cache
def game_text(game: str, lang: str) -> str:
    """Return what a game is, in Markdown; nothing for games that have no such text."""
    places = (DATA / "games" / lang / f"{game}.md", DATA / "games" / "en" / f"{game}.md")
    return next((place.read_text(encoding="utf-8") for place in places if place.is_file()), "")


def pictured(game: str) -> AnyRailways | None:
    """Return a position that shows the map of a game, if there is one."""
    moment = PICTURES.get(game)
    return None if moment is None else position(*moment)
