"""The layout of templates: `python tools/templates.py [--check] FOLDER…` indents them.

White space inside a page may show, so no line is broken or joined and nothing within a line is touched: only
the white space at its beginning changes. It follows a line break,
so to a browser it is the same at any length.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

STEP = 2
WIDEST = 120
VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
"""Tags without an end."""
KEPT = ("pre", "textarea", "script", "style")
"""What is inside stands as it is."""
BLOCKS = frozenset(("autoescape", "block", "call", "filter", "for", "if", "macro", "raw", "trans", "with"))
BETWEEN = frozenset(("else", "elif", "pluralize"))

JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
WORD = re.compile(r"\{%[-+]?\s*(\w+)")
NAME = re.compile(r"</?([a-zA-Z][\w-]*)")


class Token(NamedTuple):
    begin: int
    end: int
    change: int
    """1 for what opens a level, -1 for what closes one, 0 for the rest."""
    between: bool = False
    """Whether it stands between two parts of one level, as `else` does."""


def tag_end(text: str, begin: int) -> int:
    """Behind the tag that begins here; quoted values and what Jinja writes into it may hold any sign."""
    at, quote = begin + 1, ""
    while at < len(text):
        found = JINJA.match(text, at)
        if found:
            at = found.end()
            continue
        sign = text[at]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign == ">":
            return at + 1
        at += 1
    raise ValueError(f"a tag has no end: {text[begin : begin + 40]!r}")


def tokens(text: str) -> Iterator[Token]:
    """The tags and the statements of Jinja outside of them, in order."""
    at = 0
    while at < len(text):
        jinja = JINJA.match(text, at)
        if jinja:
            yield statement(jinja)
            at = jinja.end()
        elif text.startswith("<!", at):
            at = text.index(">", at)
        elif name := NAME.match(text, at):
            end, kind = tag_end(text, at), name[1].lower()
            closing, alone = text.startswith("</", at), text[end - 2] == "/" or kind in VOID
            if kind in KEPT and not closing:
                end = text.index(">", text.index(f"</{kind}", end)) + 1
                yield Token(at, end, 0)
            else:
                yield Token(at, end, -1 if closing else 0 if alone else 1)
            at = end
        else:
            at += 1


def statement(found: re.Match[str]) -> Token:
    word = WORD.match(found[0])
    name = word[1] if word else ""
    opens = name in BLOCKS or (name == "set" and "=" not in found[0])
    change = 1 if opens else -1 if name.startswith("end") else 0
    return Token(found.start(), found.end(), change, name in BETWEEN)


class Level(NamedTuple):
    """What the lines of a template are measured by: how many levels are open."""

    depth: int
    entered: tuple[int, ...]
    """The depth before each condition or loop that is open: each of its branches begins there."""


def stepped(level: Level, text: str, token: Token) -> Level:
    depth, entered = level
    if text.startswith("{%", token.begin):
        if token.change > 0:
            return Level(depth + 1, (*entered, depth))
        if token.between:
            return Level(entered[-1] + 1, entered)
        if token.change < 0:
            return Level(depth - 1, entered[:-1])  # tags that its last branch left open stay open
    return Level(depth + token.change, entered)


def inside(text: str, token: Token, at: int) -> int | None:
    """How many steps a line that begins inside a token is moved; None where it must stay as it is."""
    name = NAME.match(text, token.begin)
    if text.startswith("{#", token.begin) or (
        name and name[1].lower() in KEPT and tag_end(text, token.begin) <= at
    ):
        return None
    value = string = ""  # the sign that ends a value of the tag, or a text inside Jinja
    jinja, brackets, here = False, 0, token.begin
    while here < at:
        sign, two = text[here], text[here : here + 2]
        if string:
            here += sign == "\\"
            string = "" if sign == string else string
        elif jinja and not brackets and two in ("}}", "%}"):
            jinja = False
            here += 1
        elif jinja:
            string = sign if sign in "\"'" else ""
            brackets += (sign in "([{") - (sign in ")]}")
        elif two in ("{{", "{%"):
            jinja = True
            here += 1
        elif value:
            value = "" if sign == value else value
        elif sign in "\"'":
            value = sign
        here += 1
    if string or (value and not jinja):
        return None
    if not jinja:
        return 1
    ends = text.startswith((")", "]", "}", "%}", "-}}", "-%}"), at)
    return (max(0, brackets - 1) if ends else max(1, brackets)) + bool(name)


def laid_out(text: str) -> str:
    """The template with every line where it belongs."""
    text = "\n".join(line.rstrip() for line in text.strip("\n").split("\n")) + "\n"
    found = list(tokens(text))
    level, done, at = Level(0, ()), 0, 0
    out: list[str] = []
    indents: list[int] = []
    for line in text[:-1].split("\n"):
        first = at + indent_of(line)
        while done < len(found) and found[done].end <= first:
            level = stepped(level, text, found[done])
            done += 1
        token = found[done] if done < len(found) else None
        indent: int | None = STEP * level.depth
        if token is not None and token.begin < first:
            steps = inside(text, token, first)
            begun = indents[text.count("\n", 0, token.begin)]
            indent = None if steps is None else begun + STEP * steps
        elif token is not None and token.begin == first and (token.change < 0 or token.between):
            indent = STEP * (stepped(level, text, token).depth - token.between)
        if indent is not None:
            line = " " * indent + line.lstrip() if line else ""
        indents.append(indent_of(line))
        if line or indent is None or out[-1]:  # one empty line is enough
            out.append(line)
        at = text.index("\n", at) + 1
    return "\n".join(out) + "\n"


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip())


def too_wide(text: str) -> list[int]:
    return [number for number, line in enumerate(text.split("\n"), 1) if len(line) > WIDEST]


def main(args: list[str]) -> int:
    check = "--check" in args
    paths = [path for folder in args if folder != "--check" for path in sorted(Path(folder).rglob("*.html"))]
    faults = [] if paths else ["there are no templates"]
    for path in paths:
        text = path.read_text(encoding="utf-8")
        new = laid_out(text)
        if new != text and check:
            pairs = zip(text.split("\n"), new.split("\n"), strict=False)
            line = next((number for number, (old, now) in enumerate(pairs, 1) if old != now), 0)
            faults.append(f"{path}:{line}: not laid out (`make format` does it)")
        elif new != text:
            path.write_text(new, encoding="utf-8")
        faults += [f"{path}:{line}: more than {WIDEST} characters" for line in too_wide(new)]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
