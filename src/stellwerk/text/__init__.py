"""Translation: templates are looked up in the reader's language, then the figures go in."""

from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

from stellwerk.engine.forms import fill, one_or_more
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.registry import foreign, home
from stellwerk.engine.rule import Fault
from stellwerk.engine.state import Event
from stellwerk.engine.text import Figure, Figures, msg, without_context
from stellwerk.text.plurals import FORMS
from stellwerk.text.spacing import NO_BREAK, together
from stellwerk.text.words import WORD_FIGURES, WORDS

LANGUAGES = ("en", "de", "pl")
SOURCE = LANGUAGES[0]
"""The language of the code: it needs no catalogue."""
LOCALE = Path(__file__).parent / "locale"

_NOTHING: Mapping[str, str] = {}


class _Figures(dict[str, Figure]):
    """Figures by name; one that is missing shows as its own gap."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def catalogue(lang: str) -> Mapping[str, str]:
    """The translations into a language; none for the source language and for unknown ones."""
    return _translations(lang) if lang in LANGUAGES and lang != SOURCE else _NOTHING


@cache
def _translations(lang: str) -> Mapping[str, str]:
    """Titles of other packages bring theirs in `show/locale`; what Stellwerk says they cannot change."""
    found: dict[str, str] = {}
    for folder in (*(home(game) / "show" / "locale" for game in foreign()), LOCALE):
        found |= _read(folder / f"{lang}.po", lang)
    return found


def _read(file: Traversable, lang: str) -> dict[str, str]:
    if not file.is_file():
        return {}
    from babel.messages.pofile import read_po  # only those who read another language wait for it

    with file.open("rb") as lines:
        entries = read_po(lines, locale=lang)
    return {
        msg(str(entry.id), entry.context or ""): together(str(entry.string), lang)
        for entry in entries
        if entry.id and entry.string and not entry.fuzzy
    }


def _word(name: str, figure: Figure, words: Mapping[str, str]) -> Figure:
    """A figure in the other language, if it is a word ("pool"), some words ("city, town") or "SR 2".

    A name stays what it is, unless the catalogue has it with its figure as the context: names of games.
    """
    if not isinstance(figure, str):
        return figure
    if name not in WORD_FIGURES:
        return words.get(msg(figure, name), figure)
    found = _of_figure(name, figure, words)
    if found is not None:
        return found
    parts = figure.split(", ")
    if all(part in WORDS for part in parts):
        return ", ".join(_of_figure(name, part, words) or part for part in parts)
    head, _, number = figure.partition(" ")
    if head in WORDS and number.replace(".", "").isdigit():
        return f"{words.get(head, head)}{NO_BREAK}{number}"
    return figure


def _of_figure(name: str, word: str, words: Mapping[str, str]) -> str | None:
    """A word as this figure needs it; the context of such an entry is the figure."""
    return words.get(msg(word, name)) or words.get(word)


def _looked_up(template: str, words: Mapping[str, str]) -> str:
    return words.get(template) or words.get(without_context(template), template)


def translate(template: str, figures: Figures | None = None, lang: str = SOURCE) -> str:
    """Return a text in a language with its figures; what the catalogue lacks stays English."""
    words = catalogue(lang)
    given = figures or {}
    if words:
        template = _looked_up(template, words)
        given = {name: _word(name, figure, words) for name, figure in given.items()}
    try:
        return fill(template, _Figures(given), FORMS.get(lang, one_or_more))
    except (ValueError, LookupError, AttributeError):
        return without_context(template)  # not a template after all: braces of somebody's own


def event_text(event: Event, lang: str = SOURCE) -> str:
    """Return what happened, as a sentence."""
    return translate(event.says, event.figures, lang)


def refusal_text(refusal: Refusal, lang: str = SOURCE) -> str:
    """Return why an action was refused, with the paragraph."""
    return f"{translate(refusal.message, refusal.figures, lang)} (§{refusal.rule})"


def fault_text(fault: Fault, lang: str = SOURCE) -> str:
    """Return what is wrong, with the faults among its figures."""
    figures = {
        name: fault_text(figure, lang) if isinstance(figure, Fault) else figure
        for name, figure in fault.figures.items()
    }
    return translate(fault.message, figures, lang)
