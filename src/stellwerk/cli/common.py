"""What every command needs: clear failures, words in the reader's language, JSON for programs."""

import json
import sys
from typing import Any

import msgspec

from stellwerk.engine.text import Figure, one_line
from stellwerk.text import translate


class Failed(Exception):
    """The command cannot do it. `message` is a template; it becomes one line on stderr."""

    def __init__(self, message: str, **figures: Figure) -> None:
        self.message = message
        self.figures = figures
        super().__init__(message, figures)

    def text(self, lang: str) -> str:
        return translate(self.message, self.figures, lang)


def complain(text: str) -> None:
    """One line on stderr."""
    print(f"stellwerk: {one_line(text)}", file=sys.stderr)


def put_json(value: Any) -> None:
    """The answer for a program: the only thing on stdout."""
    wide = (sys.stdout.encoding or "ascii").lower().replace("-", "") == "utf8"
    print(json.dumps(msgspec.to_builtins(value), ensure_ascii=not wide, indent=2))
