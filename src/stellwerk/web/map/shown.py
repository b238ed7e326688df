"""What the templates of the map are given."""

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from stellwerk.board import HexId, TileId

# -- the picker of a hex -------------------------------------------------------------------------


class Reason(Struct, frozen=True):
    """A refusal in the reader's language, with its paragraph's address."""

    text: str
    place: str
    rule: str
    short: str
    href: str


class TilePosition(Struct, frozen=True, kw_only=True):
    """A tile as it would lie, or a tunnel."""

    action: str
    cost: int
    price: str
    rebate: str
    picture: str
    tile_picture: str
    changes: Sequence[str]
    effect: str
    """Where to ask what the trains would earn; empty when no run could tell."""


class TileOption(Struct, frozen=True, kw_only=True):
    """A tile with its legal positions, or all tunnels of a hex."""

    tile: str
    """Its number; empty for tunnels."""
    positions: Sequence[TilePosition]
    left: int | None = None
    gauge: str = ""

    @property
    def picture(self) -> str:
        return self.positions[0].tile_picture


class Circle(Struct, frozen=True):
    """Where a station would stand, what it costs and how many are left."""

    slot: int
    slots: int
    price: str
    left: int
    effect: str


class StopOption(Struct, frozen=True):
    """What can be done at a stop: a station is placed in a circle, other actions say what they do."""

    action: str
    place: str
    picture: str
    does: str = ""
    circle: Circle | None = None


class SpotOption(Struct, frozen=True):
    """Something that marks the hex itself."""

    action: str
    does: str
    picture: str


class Picker(Struct, frozen=True, kw_only=True):
    """A hex: what it is, what can be done there, or why nothing can."""

    hex: HexId
    name: str
    ground: str
    stops: Sequence[str]
    picture: str
    lays: Sequence[TileOption]
    markers: Sequence[StopOption]
    spots: Sequence[SpotOption]
    why: Sequence[Reason]
    note: str
    about: Sequence[str]


class Effect(Struct, frozen=True):
    """The best run before and after an action."""

    trains: bool
    """Whether the company has any."""
    old: int
    new: int
    change: int
    proved: bool


class Gain(Struct, frozen=True):
    """The most that a tile of a hex would add to the best run."""

    change: int
    proved: bool


# -- runs ----------------------------------------------------------------------------------------


class Call(Struct, frozen=True):
    """A stop on a route."""

    stop: str
    name: str
    value: int
    apart: bool
    """Whether its value is no part of the revenue."""
    other: str = ""
    """The address of another way to it, where there is one."""


class RunLine(Struct, frozen=True, kw_only=True):
    """A train's route. The addresses are those of a run that is made by hand."""

    train: str
    name: str
    rank: int
    stops: Sequence[Call]
    revenue: int | None
    altering: bool = False
    alter: str = ""
    shorter: str = ""
    front: str = ""
    emptied: str = ""

    @property
    def extra(self) -> int:
        """Return what the train earns beyond its stops, or less than nothing if not all of them count."""
        if self.revenue is None:
            return 0
        return self.revenue - sum(stop.value for stop in self.stops if not stop.apart)


class NextStop(Struct, frozen=True):
    """Where a route can go on."""

    stop: str
    hex: HexId
    name: str
    value: int
    href: str


class RunSlip(Struct, frozen=True, kw_only=True):
    """A run, line by line: a company's last one, or one that can be altered and accepted (`mine`)."""

    title: str
    lines: Sequence[RunLine]
    total: int | None
    mail: int
    routes_svg: str
    marks_svg: str = ""
    mine: bool = False
    best: int = 0
    how: str = ""
    badge: str = ""
    why: Reason | None = None
    action: str = ""
    take: str = ""
    """The best run, where this one is legal but for being too low."""
    altering: str = ""
    next: Sequence[NextStop] = ()
    anew: str = ""

    @property
    def below(self) -> int:
        """Return how much less than the best it is."""
        return self.best - (self.total or 0)


# -- the map -------------------------------------------------------------------------------------


class KeyLine(Struct, frozen=True):
    sign: Markup
    words: str


class OpenHex(Struct, frozen=True):
    """A hex where the reader can act."""

    hex: HexId
    words: str
    href: str


class LastRun(Struct, frozen=True):
    company: str
    revenue: int
    href: str


class ShownMap(Struct, frozen=True, kw_only=True):
    """The map with all that stands around it."""

    base: str
    """What the addresses of its hexes begin with."""
    svg: Markup
    open: Sequence[OpenHex]
    slip: RunSlip | None
    last: Sequence[LastRun]
    key: Sequence[KeyLine]
    full: bool
    """Without sea or empty corners there is no room for anything on the map itself."""
    slip_top: bool
    areas: Sequence[str]
    gains: bool
    """Whether it can be told where it is worth building."""
    tiles_href: str
    signed: bool
    """Whether places are chosen among by what they are worth: their ground steps back."""


class SheetTile(Struct, frozen=True, kw_only=True):
    tile: TileId
    left: int
    all: int
    gauge: str
    picture: Markup
    where: Sequence[HexId]


class SheetColour(Struct, frozen=True):
    """The tiles of a colour."""

    colour: str
    rank: int
    tiles: Sequence[SheetTile]
