"""Names as they are compared: two that a reader takes for the same may not be two accounts."""

import re
import unicodedata

_CYRILLIC = str.maketrans("авеёһніїјкмопрсѕтухгԁԛԝѵӏ", "abeëhhiïjkmonpcstyxrdqwvl")
_GREEK = str.maketrans("αβεηικμνορτυχζϲϳω", "abenikmvoptyxzcjw")
_SIGNS = str.maketrans("01|ıɡɑ", "olliga")
_UNSEEN = frozenset("-_.,'’`´")
_BLANK = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that are not drawn: fillers, joiners and selectors of a letter's form."""


def drawn(name: str) -> str:
    """Return the name without what nobody sees."""
    return _BLANK.sub("", name)


def fold(name: str) -> str:
    """Return a key that is the same for names that differ only in upper and lower case."""
    return unicodedata.normalize("NFKC", name).casefold()


def skeleton(name: str) -> str:
    """Return a key that is the same for names that look alike, as with 0 and O or in other alphabets."""
    text = unicodedata.normalize("NFKC", drawn(name)).replace("I", "l").casefold()
    text = unicodedata.normalize("NFC", text)
    text = text.translate(_CYRILLIC).translate(_GREEK).translate(_SIGNS)
    return "".join(c for c in text if not c.isspace() and c not in _UNSEEN) or text
