"""The rulebook of a title in our words: its text in the reader's language, and its paragraphs by id."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec import Struct

import stellwerk
from stellwerk.engine.registry import GoneTitle, home, kept_title, title
from stellwerk.text import LANGUAGES, SOURCE

PACKAGE = Path(stellwerk.__file__).parent
ENTRY = re.compile(r"^- \*\*([^*\s]+)\*\* (.*)$", re.MULTILINE)
"""A paragraph: its id in bold, then what it says."""


class Paragraph(Struct, frozen=True):
    """What a rule says, and in which language: a translation may lack it."""

    text: str
    lang: str


class Rulebook(Struct, frozen=True):
    """A rulebook in a language; paragraphs that the language lacks stand in it in the source language."""

    text: str
    lang: str = SOURCE
    """Of headings, tables and all paragraphs but those that are missing."""
    missing: frozenset[str] = frozenset()
    """Ids of the paragraphs that this language lacks."""

    def paragraphs(self) -> dict[str, Paragraph]:
        """Id -> paragraph, in the text's order."""
        return {
            id_: Paragraph(text, SOURCE if id_ in self.missing else self.lang)
            for id_, text in entries(self.text).items()
        }


def project() -> Path | None:
    """Return the project's root, when the package runs from its sources."""
    return next((above for above in PACKAGE.parents if (above / "docs" / "rules").is_dir()), None)


def rulebook(game: str, lang: str = SOURCE) -> Rulebook | None:
    """Return it from the project, from the installed copy, or from beside the title.

    A language that has no translation gets the source. None if there is no rulebook.
    """
    try:
        name = title(game).rulebook
    except ValueError:
        return None
    root = project()
    ours = ([root / "docs" / "rules"] if root else []) + [PACKAGE / "rulebooks"]
    source = _read([*ours, home(game)], name)
    if source is None or lang == SOURCE or lang not in LANGUAGES:
        return None if source is None else Rulebook(source)
    translation = _read([*(place / lang for place in ours), home(game) / "show" / "locale" / lang], name)
    return Rulebook(source) if translation is None else _filled(source, translation, lang)


def _read(places: list[Path | Traversable], name: str) -> str | None:
    file = next((place / name for place in places if name and (place / name).is_file()), None)
    return None if file is None else file.read_text(encoding="utf-8")


def _filled(source: str, translation: str, lang: str) -> Rulebook:
    """Return a translation with each paragraph that it lacks, untranslated, behind the one it follows."""
    there = entries(translation)
    lines = translation.splitlines()
    missing: list[str] = []
    place = next((number for number, line in enumerate(lines) if ENTRY.match(line)), len(lines))
    for id_, text in entries(source).items():
        if id_ in there:
            place = lines.index(f"- **{id_}** {there[id_]}") + 1
        else:
            missing.append(id_)
            lines.insert(place, f"- **{id_}** {text}")
            place += 1
    return Rulebook("\n".join(lines) + "\n", lang, frozenset(missing))


def entries(text: str) -> dict[str, str]:
    """Id -> what it says, in the text's order."""
    return dict(ENTRY.findall(text))


def paragraphs(game: str, lang: str = SOURCE) -> Mapping[str, Paragraph]:
    """Id -> paragraph of a title in a language; empty where there is no rulebook."""
    if isinstance(kept_title(game), GoneTitle):
        return {}
    return _paragraphs(game, lang if lang in LANGUAGES else SOURCE)


@cache
def _paragraphs(game: str, lang: str) -> Mapping[str, Paragraph]:
    found = rulebook(game, lang)
    return {} if found is None else found.paragraphs()
