"""Extraction of marked texts from the sources, and of those of rulings, for Babel (`make messages`).

Babel's own reader takes any string between the brackets of a call, `refuse(TEXTS["key"])` included; this
one takes an argument only if it is itself a literal.
"""

import ast
import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

Mark = tuple[int, str, tuple[str | None, ...], list[str]]


def extract(
    file: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Mark]:
    """Line, function, arguments (None for what is no literal) and no comments, for every marking call."""
    calls = [
        (node, node.func.id)
        for node in ast.walk(ast.parse(file.read()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in keywords
    ]
    for node, name in sorted(calls, key=lambda call: (call[0].lineno, call[0].col_offset)):
        yield node.lineno, name, tuple(map(_literal, node.args)), []


def rulings(
    file: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Mark]:
    """What every ruling in a title's table says, why, and its values where they are words."""
    source = file.read().decode()
    for ruling in tomllib.loads(source).values():
        said = [ruling[key] for key in ruling if key not in ("rules", "range", "past", "before")]
        for text in said:
            if isinstance(text, str) and not text.isdecimal():
                yield source[: source.index(text)].count("\n") + 1, "msg", (text,), []


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
