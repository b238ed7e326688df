"""The rulebook of a game as HTML, in a language.

Rulebooks use little Markdown: headings, paragraphs, lists, tables, bold, italics and code.
"""

import re
from collections.abc import Iterator
from functools import cache

from markupsafe import Markup, escape

from stellwerk.notation.rulebook import ENTRY, Rulebook, rulebook
from stellwerk.text import SOURCE
from stellwerk.text.spacing import together

INLINE = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"\*([^*]+)\*"), r"<em>\1</em>"),
)


def inline(text: str, lang: str = SOURCE) -> Markup:
    made = str(escape(together(text, lang)))
    for pattern, tags in INLINE:
        made = pattern.sub(tags, made)
    return Markup(made)


@cache
def html(game: str, lang: str) -> Markup:
    found = rulebook(game, lang)
    return Markup("") if found is None else Markup("\n").join(_blocks(found, lang))


def text_html(text: str, lang: str) -> Markup:
    """Return any text of such Markdown as HTML."""
    return Markup("\n").join(_blocks(Rulebook(text), lang))


def _blocks(book: Rulebook, lang: str) -> Iterator[Markup]:
    """Lines of one kind belong together."""
    lines = together(book.text, lang).splitlines()
    index = 0
    while index < len(lines):
        line = lines[index]
        same = index
        if line.startswith("#"):
            level = min(len(line) - len(line.lstrip("#")), 4)
            yield Markup("<h{0}>{1}</h{0}>").format(level, inline(line.lstrip("# ")))
        elif line.startswith("```"):
            same += 1
            while same < len(lines) and not lines[same].startswith("```"):
                same += 1
            yield Markup('<pre tabindex="0">{}</pre>').format("\n".join(lines[index + 1 : same]))
            same += 1
        elif line.startswith("|"):
            while same < len(lines) and lines[same].startswith("|"):
                same += 1
            yield _table(lines[index:same])
        elif line.startswith("- "):
            while same < len(lines) and lines[same].startswith("- "):
                same += 1
            yield Markup("<ul>{}</ul>").format(
                Markup("").join(_item(item, book) for item in lines[index:same])
            )
        elif line.strip():
            yield Markup("<p>{}</p>").format(inline(line))
        index = max(same, index + 1)


def _item(line: str, book: Rulebook) -> Markup:
    """Return a paragraph with an anchor, or a plain point of a list; one that is not translated says so."""
    entry = ENTRY.match(line)
    if entry is None:
        return Markup("<li>{}</li>").format(inline(line[2:]))
    lang = Markup(' lang="{}"').format(SOURCE) if entry[1] in book.missing else ""
    return Markup('<li id="{0}"{2}><strong class="rule-link">{0}</strong> {1}</li>').format(
        entry[1], inline(entry[2]), lang
    )


def _table(lines: list[str]) -> Markup:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    head, *body = [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]

    def cells(row: list[str], tag: str) -> Markup:
        return Markup("").join(Markup("<{0}>{1}</{0}>").format(tag, inline(cell)) for cell in row)

    made = Markup("").join(Markup("<tr>{}</tr>").format(cells(row, "td")) for row in body)
    return Markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>").format(
        cells(head, "th"), made
    )
