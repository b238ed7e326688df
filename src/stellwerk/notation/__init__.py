"""Actions as short sentences, for menus and logs, in the reader's language."""

from stellwerk.notation.sentences import Teller, Told, sentence

__all__ = ["Teller", "Told", "sentence"]
