"""Rulebooks in other languages: the same paragraphs and figures, and English where one is missing."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from stellwerk.notation import rulebook
from stellwerk.notation.rulebook import ENTRY, Paragraph, entries
from stellwerk.text import LANGUAGES, SOURCE
from stellwerk.web.rulebook import html

RULES = Path(__file__).parents[2] / "docs" / "rules"
TITLES = sorted(path.name for path in RULES.glob("*.md") if path.name != "README.md")
TRANSLATIONS = sorted(path.relative_to(RULES).as_posix() for path in RULES.glob("*/*.md"))

RULING = {"en": "*Ruling:*", "de": "*Auslegung:*", "pl": "*Interpretacja:*"}
"""What stands before our own reading."""

NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f]\d{3})*(?!\d)")
"""With the thousands separators of all languages."""
CODE = re.compile(r"`[^`]+`")
QUOTED = re.compile(r"„[^“”]*[“”]")
ENGLISH = re.compile(r"\b(?:the|and|which|with|from|are|not)\b", re.IGNORECASE)

OTHER_FIGURES: dict[tuple[str, str], str] = {}
"""(File, id) of paragraphs whose figures may differ, and why; none does."""


def figures(text: str) -> Counter[str]:
    return Counter(re.sub(r"\D", "", number) for number in NUMBER.findall(text))


def kind(line: str) -> str:
    """What a line is, so that two texts can be compared line by line."""
    entry = ENTRY.match(line)
    if entry:
        return entry[1]
    if line.startswith("|"):
        return "|" * line.count("|")
    if line.startswith(("#", "```")):
        return line[: len(line) - len(line.lstrip("#`"))]
    return "text" if line.strip() else ""


def faults(source: str, translation: str, lang: str, name: str = "") -> Iterator[str]:
    """Tell what a translation lacks, has too much, or says with other figures."""
    theirs = entries(translation)
    if list(entries(source)) != list(theirs):
        yield "other ids, or in another order"
    for id_, text in entries(source).items():
        said = theirs.get(id_, "")
        if (name, id_) not in OTHER_FIGURES and figures(text) != figures(said):
            yield f"{id_}: figures {(figures(text) - figures(said)) + (figures(said) - figures(text))}"
        if sorted(CODE.findall(text)) != sorted(CODE.findall(said)):
            yield f"{id_}: names in code"
        if text.count(RULING[SOURCE]) != said.count(RULING[lang]):
            yield f"{id_}: rulings"
        if text.count("◆") != said.count("◆"):
            yield f"{id_}: ◆"
        if said == text or ENGLISH.search(QUOTED.sub("", CODE.sub("", said))):
            yield f"{id_}: English"
    ours, others = source.splitlines(), translation.splitlines()
    if [kind(line) for line in ours] != [kind(line) for line in others]:
        yield "other headings, tables or lines"
    for number, (line, other) in enumerate(zip(ours, others, strict=False), 1):
        if not ENTRY.match(line) and figures(line) != figures(other):
            yield f"line {number}: figures"


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_a_translation_has_the_same_paragraphs_and_figures(name: str) -> None:
    lang, _, file = name.partition("/")
    source = (RULES / file).read_text(encoding="utf-8")
    assert list(faults(source, (RULES / name).read_text(encoding="utf-8"), lang, name)) == []


def test_a_language_has_all_rulebooks_or_none() -> None:
    """German is there; a folder that is no language would never be read."""
    folders = {path.name for path in RULES.iterdir() if path.is_dir()}
    assert {"de"} <= folders <= set(LANGUAGES) - {SOURCE}
    for lang in folders:
        assert sorted(path.name for path in (RULES / lang).iterdir()) == TITLES


OURS = """# A game

- **X-1** Each has 1,200 and pays `half`. *Ruling:* At once. (Nobody says.)
- **X-2** ◆ Two trains run.

| Train | 4 |
"""
THEIRS = """# Ein Spiel

- **X-1** Jeder hat 1.200 und zahlt `half`. *Auslegung:* Sofort. (Niemand sagt es.)
- **X-2** ◆ Zwei Loks fahren.

| Lok | 4 |
"""


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("- **X-2** ◆ Zwei Loks fahren.\n", ""),
        ("**X-2**", "**X-3**"),
        ("1.200", "1.300"),
        ("Zwei", "2"),
        ("`half`", "`all`"),
        ("*Auslegung:*", "*Ruling:*"),
        (" *Auslegung:* Sofort.", " Sofort."),
        ("◆ ", ""),
        ("Zwei Loks fahren.", "Two trains run."),
        ("Jeder hat 1.200 und", "Jeder hat 1.200 and"),
        ("# Ein", "## Ein"),
        ("| Lok | 4 |", "| Lok | 5 |"),
        ("| Lok | 4 |\n", ""),
    ],
)
def test_what_is_missing_or_altered_is_found(right: str, wrong: str) -> None:
    assert list(faults(OURS, THEIRS, "de")) == []
    assert right in THEIRS
    assert list(faults(OURS, THEIRS.replace(right, wrong), "de"))


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy that is installed, with a small ledger of 1848 in English."""
    monkeypatch.setattr(rulebook, "project", lambda: None)
    monkeypatch.setattr(rulebook, "PACKAGE", tmp_path)
    (tmp_path / "rulebooks" / "de").mkdir(parents=True)
    (tmp_path / "rulebooks" / "1848.md").write_text(OURS)
    kept = (rulebook._paragraphs, html)
    for known in kept:
        known.cache_clear()
    yield tmp_path / "rulebooks"
    for known in kept:
        known.cache_clear()


def test_a_language_without_a_rulebook_gets_the_english_one(installed: Path) -> None:
    for lang in ("de", "pl", "xx"):
        found = rulebook.rulebook("1848", lang)
        assert found is not None
        assert (found.text, found.lang) == (OURS, "en")
        assert rulebook.paragraphs("1848", lang)["X-2"] == Paragraph("◆ Two trains run.", "en")


@pytest.mark.parametrize("missing", ["X-1", "X-2"])
def test_a_paragraph_that_is_not_translated_is_english(installed: Path, missing: str) -> None:
    left = [line for line in THEIRS.splitlines() if f"**{missing}**" not in line]
    (installed / "de" / "1848.md").write_text("\n".join(left) + "\n")
    found = rulebook.paragraphs("1848", "de")
    assert list(found) == ["X-1", "X-2"]
    assert {id_: said.lang for id_, said in found.items()} == {"X-1": "de", "X-2": "de", missing: "en"}
    assert found[missing].text == entries(OURS)[missing]
    page = html("1848", "de")
    assert "<h1>Ein Spiel</h1>" in page
    assert f'<li id="{missing}" lang="en">' in page
    assert page.count("lang=") == 1
    assert page.index('id="X-1"') < page.index('id="X-2"') < page.index("<table>")
