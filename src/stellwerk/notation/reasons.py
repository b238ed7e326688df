"""What an action brings, as a sentence of at most ninety characters."""

from collections.abc import Sequence

from stellwerk.engine.text import Message
from stellwerk.notation.sentences import Say
from stellwerk.text import translate

LONGEST = 90
"""Of a sentence, in any language."""


def because(reasons: Sequence[Message], lang: str = "en", say: Say = translate) -> str:
    """Return the reasons behind one another, the weightiest first; those that find no room are left out."""
    said = ""
    for reason in reasons:
        words = say(reason.says, reason.figures, lang)
        longer = f"{said}, {words}" if said else words
        if len(longer) <= LONGEST:
            said = longer
    return said
