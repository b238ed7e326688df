"""How texts are written: as each language writes quotes, ranges, thousands and units."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.engine.text import without_context
from stellwerk.notation.rulebook import rulebook
from stellwerk.text import LANGUAGES, SOURCE, catalogue, translate
from stellwerk.text.spacing import NO_BREAK, together

LEARN = Path(stellwerk.__file__).parent / "learn" / "data"
TRANSLATED = [lang for lang in LANGUAGES if lang != SOURCE]

AS_IN_ENGLISH = {
    "de": {
        "Code: {places}", "Tests: {places}", "Name", "Pool ¤{price}", "Option", "Ganges", "Option ¤{price}",
        "Lokalbahn AG {company}", "Lokalbahn AG", "Semmering", "OR", "{minutes} min", "Tunnel", "Lobby",
        "Link", "Chat", "Phase", "BoE", "Pool", "Bank", "Bot", "Browser", "Plan", "IS-{level}",
        "IS-{old} → IS-{level}",
    },
    "pl": {
        "bank {amount}", "Australia", "1848: Australia", "Tasmania", "Ganges", "Austria", "1854: Austria",
        "Lokalbahn AG {company}", "Lokalbahn AG", "wagon", "Semmering", "bank", "bank {bank}",
        "{minutes} min", "bot", "Bot", "Link", "Bank", "Split", "split", "Plan", "Wagon", "IS-{level}",
        "IS-{old} → IS-{level}",
    },
}  # fmt: skip
"""Names, and words that the languages share."""

WRONG = {
    "de": {
        "a quote that is not „…“": r"[\"”«»]|(?<![\w„])'|(?<=[\s(])“",
        "a thousand that is not 1.000": r"\d,\d{3}(?!\d)",
        "a space before a unit that breaks": r"[\d}] (?:%|min\b|h\b|s\b|G\b)",
        "Ausschütten, which is auszahlen here": r"(?i)\b(?:aus)?schütt",
        "a polite form": r"\bIhnen\b|\bSie (?:können|dürfen|müssen|haben)\b",
    },
    "pl": {
        "a quote that is not „…”": r"[\"“«»]|(?<![\w„])'",
        "a thousand that is not 1000 or 10 000": r"\d[.,]\d{3}(?!\d)",
        "a space before a percent sign": rf"[ {NO_BREAK}]%",
        "a word of one letter at the end of a line": r"(?<![\w'’.])[aiouwzAIOUWZ] (?=\w)",
        "a paper, which is a certificate": r"(?i)\bpapier",
        "a capital for you": r"(?<=[\w,;] )\b(?:Ty|Twój|Twoja|Twoje|Ci|Cię|Ciebie)\b",
        "a form for men only": r"\b\w+(?:łeś|liście)\b",
        "a name of a place after its preposition": rf"\b(?:w|do|z|na)[ {NO_BREAK}]\{{(?:place|city|stop)\}}",
    },
}
EVERYWHERE = {
    "a double space": r"(?<=\S)  +(?=\S)",
    "a hyphen in a range": r"(?<![\w-])\d{1,3}-\d{1,3}(?![\w-])",
    "dots for an ellipsis": r"\.\.\.",
    "a hyphen for a dash": r" - ",
    "a space before a sign": r"(?<=[\w}]) [,;:!?](?= |$)",
}
TERMINAL = re.compile(r"^\S.{0,12}\S? {2,}|^\.? {2,}")
"""Help of the terminal stands in columns."""


@cache
def learned(lang: str) -> tuple[str, ...]:
    """Lessons, glossary and the pages of games."""
    return (*_words(lang), *(path.read_text(encoding="utf-8") for path in (LEARN / "games" / lang).iterdir()))


def _words(lang: str) -> Iterator[str]:
    for file in (*sorted((LEARN / "lessons").iterdir()), LEARN / "glossary.toml"):
        yield from _in(tomllib.loads(file.read_text(encoding="utf-8")), lang)


def _in(found: Any, lang: str) -> Iterator[str]:
    if isinstance(found, dict):
        if isinstance(found.get(lang), str):
            yield found[lang]
        for inner in found.values():
            yield from _in(inner, lang)
    elif isinstance(found, list):
        for inner in found:
            yield from _in(inner, lang)


def faults(texts: tuple[str, ...], lang: str) -> list[tuple[str, str]]:
    rules = {**EVERYWHERE, **WRONG[lang]}
    return [(why, text) for text in texts for why, wrong in rules.items() if re.search(wrong, text)]


@pytest.mark.parametrize("lang", TRANSLATED)
def test_the_catalogue_is_written_as_the_language_is(lang):
    texts = tuple(text for text in catalogue(lang).values() if not TERMINAL.match(text))
    assert len(texts) > 2500
    assert not faults(texts, lang)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_what_teaches_is_written_so_too(lang):
    texts = tuple(together(text, lang) for text in learned(lang))
    assert len(texts) > 150
    assert not faults(texts, lang)
    torn = [text for text in _words(lang) if together(text, lang) != text]
    assert not torn, "no-break spaces are missing in the lessons or the glossary"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("de", 'sagt "ja"'), ("de", "1,000 Mark"), ("de", "10 % davon"), ("de", "sie schüttet aus"),
        ("de", "2-4 Personen"), ("de", "a  b"), ("de", "Warte..."), ("de", "Gut !"),
        ("pl", "w rundzie"), ("pl", "20 %"), ("pl", "„tak“"), ("pl", "papiery spółki"),
        ("pl", "to Twoja tura"), ("pl", "sprzedałeś akcję"), ("pl", f"w{NO_BREAK}{{place}}"), ("pl", "1.000"),
    ],
)  # fmt: skip
def test_faults_are_found(lang, text):
    assert faults((text,), lang)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_only_names_and_shared_words_are_as_in_english(lang):
    same = {
        english
        for text, told in catalogue(lang).items()
        if (english := without_context(text)) == told.replace(NO_BREAK, " ")
        and re.search(r"[^\W\d_]{2}", re.sub(r"\{[^}]*\}", "", english))
    }
    assert same == AS_IN_ENGLISH[lang]


@pytest.mark.parametrize(
    ("lang", "text", "kept"),
    [
        ("pl", "Zaczyna się faza 3 i w tej rundzie", "Zaczyna się faza~3 i~w~tej rundzie"),
        ("pl", "pociąg {train} za {price}", "pociąg~{train} za {price}"),
        ("pl", "Z miastem {city}", "Z~miastem {city}"),
        ("pl", "Ania, a potem Ola", "Ania, a~potem Ola"),
        ("pl", "Anna i", "Anna i"),
        ("de", "ab Phase {phase} in {minutes} min", "ab Phase~{phase} in {minutes}~min"),
        ("de", "20 % und 206 G", "20~% und 206~G"),
        ("en", "phase 3", "phase 3"),
    ],
)
def test_what_stays_together(lang, text, kept):
    assert together(text, lang) == kept.replace("~", NO_BREAK)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_have_names_in_every_language(lang):
    named = {"en": "1824: Austria-Hungary", "de": "1824: Österreich-Ungarn", "pl": "1824: Austro-Węgry"}
    assert named[lang] in translate(
        "{game} has no variant {variant}.", {"game": named["en"], "variant": "x"}, lang
    )


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("game", ["1824", "1848", "1853", "1854", "imperial-steam"])
def test_ledgers_quote_as_the_language_does(game, lang):
    book = rulebook(game.replace("-", "_"), lang) or rulebook(game, lang)
    assert book is not None
    prose = re.sub(r"`[^`]*`|```.*?```", "", book.text, flags=re.S)
    assert not re.findall(r".{0,30}[\"«»].{0,30}", prose)
