"""Actions as short sentences, for menus and logs, in the reader's language."""

from stellwerk.notation.sentences import sentence

__all__ = ["sentence"]
