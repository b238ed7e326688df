"""Which form of a word a number takes, by language."""

from collections.abc import Mapping
from types import MappingProxyType

from stellwerk.engine.forms import Choose, one_or_more


def polish(number: int) -> int:
    """1 akcja; 2, 3, 4, 22 akcje; 0, 5, 12, 21, 25 akcji."""
    if number == 1:
        return 0
    return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2


FORMS: Mapping[str, Choose] = MappingProxyType({"en": one_or_more, "de": one_or_more, "pl": polish})
COUNTS: Mapping[str, int] = MappingProxyType({"en": 2, "de": 2, "pl": 3})
"""How many forms a text has, besides one for none."""
