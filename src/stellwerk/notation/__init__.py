"""Actions as short sentences, for menus and logs, in the reader's language."""

from stellwerk.notation.reasons import because
from stellwerk.notation.sentences import sentence

__all__ = ["because", "sentence"]
