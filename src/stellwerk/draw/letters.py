"""How wide texts are drawn. Readers have other fonts than ours: a text gets its width with it, and whatever
the font, the letters are set so that they fill just that. So what has room here has room everywhere."""

from stellwerk.draw.geometry import number

_NARROW, _WIDE = frozenset("ijlftrIJ.,:'-() /1"), frozenset("mwMW&%@")


def width_of(words: str, size: float) -> float:
    """Return the width in a narrow bold font."""
    ems = sum(0.33 if letter in _NARROW else 0.8 if letter in _WIDE else 0.54 for letter in words)
    return round(ems * size, 1)


def filling(width: float) -> str:
    """Return the attributes with which a text is just so wide."""
    return f' textLength="{number(width)}" lengthAdjust="spacingAndGlyphs"'
