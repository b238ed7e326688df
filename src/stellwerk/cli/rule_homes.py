"""Where the paragraphs of a rulebook live: the places in code and tests that name their ids."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

# An id is taken as a whole: X-1 is neither in IX-1 nor in X-10 nor in X-1-2 nor in.
TOKEN = r"(?<![\w.-])(?:{game}-)?([A-Z0-9][A-Za-z0-9]*(?:[.-][A-Za-z0-9]+)*)(?![\w-])(?: to -(\d+))?"
QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'')


class Place(NamedTuple):
    """Where an id is named. `judges`: as the paragraph of a rule in force, not only in a remark."""

    file: str
    line: int
    judges: bool

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


# -- code ------------------------------------------------------------------------------------


def code_places(folder: Path, game: str, ids: set[str], root: Path) -> dict[str, list[Place]]:
    """Return every id with the places of the title's folder that name it, rules in force first."""
    token = re.compile(TOKEN.format(game=re.escape(game)))
    found: dict[str, dict[Place, None]] = {id_: {} for id_ in ids}
    for file in sorted((*folder.rglob("*.py"), *folder.rglob("*.toml"))):
        text = file.read_text(encoding="utf-8")
        judged = set(_judged(text)) if file.suffix == ".py" else set()
        remarks = _python_remarks(text) if file.suffix == ".py" else _toml_remarks(text)
        for line, remark in remarks:
            for named in _named(token, remark):
                if named in found:
                    place = Place(file.relative_to(root).as_posix(), line, (line, named) in judged)
                    found[named][place] = None
    return {id_: sorted(places, key=lambda place: not place.judges) for id_, places in found.items()}


def _named(token: re.Pattern[str], text: str) -> Iterator[str]:
    """The ids in a text; "VI-Rec-2 to -4" names three."""
    for match in token.finditer(text):
        first, last = match[1], match[2]
        yield first
        stem, _, number = first.rpartition("-")
        if last and number.isdigit():
            yield from (f"{stem}-{n}" for n in range(int(number) + 1, int(last) + 1))


def _judged(text: str) -> Iterator[tuple[int, str]]:
    """(line, id) of `rule("ID", …)`, of `marker_rules(city="ID", …)` and of `order_rule = "ID"`."""
    for node in ast.walk(ast.parse(text)):
        value: ast.expr | None = None
        if isinstance(node, ast.Call):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if called == "rule" and node.args:
                value = node.args[0]
            elif called == "marker_rules":
                ids = (part.value for part in node.keywords if isinstance(part.value, ast.Constant))
                yield from ((part.lineno, str(part.value)) for part in ids)
        elif isinstance(node, ast.keyword):
            value = node.value if node.arg == "order_rule" else None
        elif isinstance(node, ast.Assign):
            value = node.value if getattr(node.targets[0], "id", "") == "order_rule" else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.lineno, value.value


def _python_remarks(text: str) -> Iterator[tuple[int, str]]:
    """Comments and strings by line; names in the code itself do not count."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            for offset, line in enumerate(token.string.splitlines()):
                yield token.start[0] + offset, line


def _toml_remarks(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        _, mark, remark = QUOTED.sub("", line).partition("#")
        if mark:
            yield number, remark


# -- tests -----------------------------------------------------------------------------------


def marked_tests(folder: Path, game: str, root: Path) -> dict[str, list[str]]:
    """Short id -> tests marked with it (`pytest.mark.rule`), a module's own mark included."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("*.py")):
        name, text = file.relative_to(root).as_posix(), file.read_text(encoding="utf-8")
        if f"{game}-" not in text:
            continue
        for test, full in _marks(ast.parse(text), ""):
            if full.startswith(f"{game}-"):
                places = found.setdefault(full.removeprefix(f"{game}-"), [])
                place = f"{name}::{test}" if test else name
                if place not in places:
                    places.append(place)
    return found


def _marks(node: ast.AST, test: str) -> Iterator[tuple[str, str]]:
    """(test, id) for every id in a mark, decorators counting for what they stand on."""
    for child in ast.iter_child_nodes(node):
        inner = test
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{test}::{child.name}" if test else child.name
        if isinstance(child, ast.Call) and _is_mark(child.func):
            for value in child.args:
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield test, value.value
        yield from _marks(child, inner)


def _is_mark(function: ast.expr) -> bool:
    """`pytest.mark.rule` or `mark.rule`."""
    if not isinstance(function, ast.Attribute) or function.attr != "rule":
        return False
    return getattr(function.value, "attr", getattr(function.value, "id", "")) == "mark"
