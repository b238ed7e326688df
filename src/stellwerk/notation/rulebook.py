"""The rulebook of a title in our words: its text, and its paragraphs by id."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import stellwerk
from stellwerk.engine.registry import GoneTitle, home, kept_title, title

PACKAGE = Path(stellwerk.__file__).parent
ENTRY = re.compile(r"^- \*\*([^*\s]+)\*\* (.*)$", re.MULTILINE)
"""A paragraph: its id in bold, then what it says."""


def project() -> Path | None:
    """Return the project's root, when the package runs from its sources."""
    return next((above for above in PACKAGE.parents if (above / "docs" / "rules").is_dir()), None)


def rulebook(game: str) -> str | None:
    """Return the text from the project, from the installed copy, or from beside the title.

    None if there is none.
    """
    try:
        name = title(game).rulebook
    except ValueError:
        return None
    root = project()
    places = ([root / "docs" / "rules"] if root else []) + [PACKAGE / "rulebooks", home(game)]
    file = next((place / name for place in places if name and (place / name).is_file()), None)
    return None if file is None else file.read_text(encoding="utf-8")


def entries(text: str) -> dict[str, str]:
    """Id -> paragraph, in the text's order."""
    return dict(ENTRY.findall(text))


def paragraphs(game: str) -> Mapping[str, str]:
    """Id -> paragraph of a title; empty where there is no rulebook."""
    return _paragraphs(game) if not isinstance(kept_title(game), GoneTitle) else {}


@cache
def _paragraphs(game: str) -> Mapping[str, str]:
    return entries(rulebook(game) or "")
