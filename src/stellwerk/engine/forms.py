"""Putting figures into texts: numbers choose the form of the words beside them.

A gap of a text may hold forms: `{shares} {shares:share|shares}`, or with `#` for the number itself
`{shares:# share|# shares}`. A form that begins with `0=` stands first and is for none:
`{shares:0=no share|# share|# shares}`. How many forms there are, and which number takes which, is a matter
of the language; a list counts by its length. An ending (`{train:er}`) is put behind a figure of digits
alone: German "2er", but "2E".
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from stellwerk.engine.text import Figure, without_context

Choose = Callable[[int], int]
"""Which form a number takes in a language, counted from 0."""
NONE = "0="
"""Before a form for none."""


def one_or_more(number: int) -> int:
    """Two forms, as in English and German: 1 share, 0 or 2 shares."""
    return 0 if number == 1 else 1


def form(forms: str, figure: Figure, choose: Choose = one_or_more) -> str:
    """Return the form that a figure takes, the last one if it cannot be counted."""
    given = forms.split("|")
    number = counted(figure)
    if given[0].startswith(NONE):
        if number == 0:
            return given[0].removeprefix(NONE)
        given = given[1:]
    chosen = given[-1] if number is None else given[min(choose(abs(number)), len(given) - 1)]
    return chosen.replace("#", str(figure if number is None else number))


def counted(figure: Figure) -> int | None:
    """Return the number that a figure is, or how many it names."""
    if isinstance(figure, int):
        return figure
    if isinstance(figure, Sequence | Mapping) and not isinstance(figure, str):
        return len(figure)
    return None


class _Given(Protocol):
    """What figures are looked up in."""

    def __getitem__(self, name: str, /) -> Figure: ...


class _Formed:
    """A figure that can be asked for its form by the specification of a gap."""

    def __init__(self, figure: Figure, choose: Choose) -> None:
        self.figure = figure
        self.choose = choose

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            return form(spec, self.figure, self.choose)
        if len(spec) > 1 and spec.isalpha():
            shown = str(self.figure)
            return shown + spec if shown.isdigit() else shown
        return format(self.figure, spec)


class _AllFormed:
    def __init__(self, figures: _Given, choose: Choose) -> None:
        self.figures = figures
        self.choose = choose

    def __getitem__(self, name: str) -> _Formed:
        return _Formed(self.figures[name], self.choose)


def fill(template: str, figures: _Given, choose: Choose = one_or_more) -> str:
    """Return a text with its figures.

    A figure that is missing is a LookupError, braces that are no gaps are a ValueError.
    """
    text = without_context(template)
    return text.format_map(_AllFormed(figures, choose) if ":" in text else figures)
