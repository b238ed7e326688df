"""Names as they are compared: two that a reader takes for the same may not be two accounts."""

import unicodedata

_CYRILLIC = str.maketrans("авеёһніїјкмопрсѕтухгԁԛԝѵӏ", "abeëhhiïjkmonpcstyxrdqwvl")
_GREEK = str.maketrans("αβεηικμνορτυχζϲϳω", "abenikmvoptyxzcjw")
_SIGNS = str.maketrans("01|ıɡɑ", "olliga")
_UNSEEN = frozenset("-_.,'’`´")


def fold(name: str) -> str:
    """Return a key that is the same for names that differ only in upper and lower case."""
    return unicodedata.normalize("NFKC", name).casefold()


def skeleton(name: str) -> str:
    """Return a key that is the same for names that look alike, as with 0 and O or in other alphabets."""
    text = unicodedata.normalize("NFKC", name).replace("I", "l").casefold()
    text = unicodedata.normalize("NFC", text)
    text = text.translate(_CYRILLIC).translate(_GREEK).translate(_SIGNS)
    return "".join(c for c in text if not c.isspace() and c not in _UNSEEN) or text
