"""Money inside sentences: which figures are sums, so that pages say them in the money of the game."""

import re

from stellwerk.engine.text import Figure, Figures

CURRENCY = "¤"
"""Stands in texts for the money of the game."""
SUMS = frozenset(
    {
        "amount", "best", "bond", "capital", "cash", "cost", "debt", "each", "fee", "half", "income", "later",
        "means", "minimum", "own", "paid", "price", "printed", "rest", "revenue", "short", "total", "wage",
    }
)  # fmt: skip
"""Figures that are money wherever they stand; prices of the market ("from 90 to 80") are told without it."""
_MOVED = re.compile(r"(?:purse|treasury|income|best run)\b.*\{old\} → \{new\}")
"""Sums that become others, unlike prices of the market."""
_FORMED = re.compile(r"\{(\w+):([^{}]*\|[^{}]*)\}")


class Sum(int):
    """A sum of money, which says so where it is put into a text."""

    def __str__(self) -> str:
        return f"{CURRENCY}{int(self)}"


def counted(template: str) -> frozenset[str]:
    """Return the figures whose number chooses a word: these are counts, whatever their name."""
    return frozenset(
        name
        for name, forms in _FORMED.findall(template)
        if len({form for form in forms.split("|") if not form.startswith("0=")}) > 1
    )


def with_sums(template: str, figures: Figures) -> dict[str, Figure]:
    """Return the figures of a text with its sums of money marked."""
    counts = counted(template) if "|" in template else frozenset[str]()
    sums = SUMS | {"old", "new"} if _MOVED.fullmatch(template) else SUMS
    return {
        name: Sum(figure) if name in sums and type(figure) is int and name not in counts else figure
        for name, figure in figures.items()
    }
