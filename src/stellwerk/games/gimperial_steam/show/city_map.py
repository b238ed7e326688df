"""A map of cities and links as a page shows it: what lies where, and what can be done there.

`map` fills it in from a view: what a city or link is called, where it leads and how it is marked. `drawing`
draws it. Owners and sorts are names of style classes.
"""

from collections.abc import Sequence

from msgspec import Struct


class Cube(Struct, frozen=True):
    """A demand."""

    sort: str
    letter: str
    open: bool


class Site(Struct, frozen=True):
    """A place for a factory: its owner and goods, or nobody's."""

    owner: str = ""
    sort: str = ""
    letter: str = ""
    goods: int = 0


class House(Struct, frozen=True):
    """A place for a station, and whose stands there."""

    owner: str = ""
    letter: str = ""


class Mark(Struct, frozen=True, kw_only=True):
    """What a page says of a part of the map."""

    words: str
    href: str
    open: bool = False
    """Something can be done here."""
    chosen: bool = False


class City(Mark, frozen=True, kw_only=True):
    id: str
    name: str
    x: float
    y: float
    shape: str
    """`fixed`, `plain`, or `hub-` and its colour."""
    number: int
    """What stands in it."""
    bonus: int = 0
    counters: tuple[int, ...] = ()
    houses: tuple[House, ...] = ()
    cubes: tuple[Cube, ...] = ()
    sites: tuple[Site, ...] = ()


class Link(Mark, frozen=True, kw_only=True):
    id: str
    ends: tuple[str, str]
    kind: str
    """`plain`, `bridge` or `tunnel`."""
    crown: bool = False
    label: str = ""
    """A sign beside it."""
    tracks: tuple[tuple[str, int], ...] = ()
    """Whose tracks lie there, and the pattern of each."""


class Way(Struct, frozen=True):
    """A way over links, to be followed with the finger."""

    links: tuple[str, ...]
    owner: str


class Network(Struct, frozen=True, kw_only=True):
    """The whole map."""

    title: str
    cities: Sequence[City]
    links: Sequence[Link]
    ways: Sequence[Way] = ()
    ground: str = ""
    """What lies below it, as SVG: ornament."""
