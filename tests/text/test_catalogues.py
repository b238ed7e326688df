"""Whoever adds a message adds its translations: the catalogues hold every marked text, and no other."""

from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.pofile import read_po

import stellwerk
from stellwerk.engine.forms import NONE
from stellwerk.engine.text import msg
from stellwerk.text import LANGUAGES, LOCALE, SOURCE
from stellwerk.text.extraction import extract
from stellwerk.text.plurals import COUNTS
from stellwerk.web.extraction import templates

ROOT = Path(__file__).parents[2]
KEYWORDS = {"msg": {1: (1,), 2: (1, (2, "c"))}, "refuse": (1,), "Refusal": (2,)}  # as in the Makefile
TRANSLATED = [lang for lang in LANGUAGES if lang != SOURCE]


@cache
def marked() -> frozenset[str]:
    """The texts that the code marks."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as lines:
        method_map, options = parse_mapping_cfg(lines)
    source = Path(stellwerk.__file__).parent
    return frozenset(
        msg(message if isinstance(message, str) else message[0], context or "")
        for _, _, message, _, context in extract_from_dir(source, method_map, options, keywords=KEYWORDS)
    )


@cache
def entries(lang: str):
    with (LOCALE / f"{lang}.po").open("rb") as lines:
        return {
            msg(entry.id, entry.context or ""): entry for entry in read_po(lines, locale=lang) if entry.id
        }


def figures(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_the_makefile_knows_the_same_keywords():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (said,) = [line for line in makefile.splitlines() if "pybabel -q extract" in line]
    found = [word for before, word in pairwise(said.split()) if before == "-k"]
    assert parse_keywords(found) == KEYWORDS


def test_all_kinds_of_marks_are_found():
    """A `msg`, a `refuse` and a Refusal's second argument."""
    assert {"bank", "{stop} is not a city.", "The game is over."} <= marked()


def test_only_literal_arguments_count():
    source = b'refuse(TEXTS["key"], a=msg("b"))\nRefusal(f"{x}-1", "c " "d")\nsome.msg("e")'
    found = [(line, name, args) for line, name, args, _ in extract(BytesIO(source), set(KEYWORDS), (), {})]
    assert found == [(1, "refuse", (None,)), (1, "msg", ("b",)), (2, "Refusal", (None, "c d"))]


def test_what_a_text_is_of_is_found_in_code_and_templates():
    source = b'{{ _("Bid", "heading", n=1) }}{{ _("Bid", n=1) }}{{ _("Bid", kind) }}'
    assert [said for _, _, said, _ in templates(BytesIO(source), (), (), {})] == [
        ("Bid", "heading"),
        ("Bid",),
        ("Bid",),
    ]
    assert {msg("Pay", "step"), "Pay", msg("Bid", "heading"), "Bid"} <= marked()


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_message_is_translated(lang):
    missing = [text for text in marked() if text not in entries(lang) or not entries(lang)[text].string]
    assert not missing, f"run `make messages` and translate in {lang}.po: {missing}"


@pytest.mark.parametrize("lang", TRANSLATED)
def test_no_entry_is_doubtful_or_forgotten(lang):
    assert not [text for text, entry in entries(lang).items() if entry.fuzzy]
    assert not set(entries(lang)) - marked()


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_hold_the_same_figures(lang):
    wrong = {
        text: entry.string for text, entry in entries(lang).items() if figures(text) != figures(entry.string)
    }
    assert not wrong


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_end_like_the_original(lang):
    """A sentence stays a sentence, a question a question, a word a word."""
    wrong = {
        text: entry.string
        for text, entry in entries(lang).items()
        if (text[-1] in ".?!:" or entry.string[-1] in ".?!:") and text[-1] != entry.string[-1]
    }
    assert not wrong


def wrong_forms(template: str, lang: str) -> list[str]:
    """The gaps of a text whose forms are not as many as the language has."""
    found = []
    for _, _, spec, _ in Formatter().parse(template):
        forms = (spec or "").split("|")
        counted = forms[1:] if forms[0].startswith(NONE) else forms
        if len(forms) > 1 and len(counted) != COUNTS[lang]:
            found.append(spec)
    return found


def test_every_text_has_all_forms():
    """Two in English and German, three in Polish, besides one for none."""
    texts = {lang: [entry.string for entry in entries(lang).values()] for lang in TRANSLATED}
    texts[SOURCE] = [*marked()]
    assert sum("|" in text for text in texts[SOURCE]) > 60
    assert not [
        (text, wrong) for lang in LANGUAGES for text in texts[lang] if (wrong := wrong_forms(text, lang))
    ]
    assert wrong_forms("{n:a|b}", "pl") == ["a|b"]
    assert wrong_forms("{n:0=none|a|b} {n}", "en") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_plural_in_brackets(lang):
    texts = marked() if lang == SOURCE else {entry.string for entry in entries(lang).values()}
    assert not [text for text in texts if any(sign in text for sign in ("(s)", "(n)", "(e)", "(en)"))]
