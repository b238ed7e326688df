"""Extraction of texts from templates and from the server's problems, for Babel (`make messages`)."""

from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any, BinaryIO, cast

from jinja2.ext import babel_extract

from stellwerk.text.extraction import Mark
from stellwerk.text.extraction import extract as extract_python

PROBLEMS = (
    "Problem", "Invalid", "NotSignedIn", "Forbidden", "NotFound", "Conflict", "TooLarge", "TooMany", "Full",
    "Failing",
)  # fmt: skip


def templates(
    file: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Mark]:
    """Every `_("…")` of a template, as if it were a `msg`, with what it is of, if that is said."""
    settings = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
    for line, _, text, _ in babel_extract(cast(BinaryIO, file), ("_",), (), settings):
        said = (text,) if isinstance(text, str) or text is None else (text[0], *filter(None, text[1:2]))
        yield line, "msg", said, []


def problems(
    file: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Mark]:
    """The marked texts of a server's file, and the first argument of every problem it raises."""
    for line, name, texts, remarks in extract_python(file, (*keywords, *PROBLEMS), comment_tags, options):
        yield (line, "msg", texts[:1], remarks) if name in PROBLEMS else (line, name, texts, remarks)
