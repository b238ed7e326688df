"""The book: everything about a title that does not change during play, for one set-up."""

from collections.abc import Mapping
from typing import Generic, TypeVar

from msgspec import Struct

from stellwerk.board.atlas import Atlas
from stellwerk.engine.memo import kept_property
from stellwerk.finance.market import Cell, Grid, HexGrid, Line
from stellwerk.finance.papers import Paper

F = TypeVar("F", covariant=True)
R = TypeVar("R", covariant=True)


class Company(Struct, frozen=True):
    """A share company as printed."""

    sym: str
    name: str
    kind: str = "public"
    """The title's word for what sort of company it is; train limits go by it."""
    homes: tuple[str, ...] = ()
    """Stop ids of its home stations."""
    markers: tuple[int, ...] = ()
    """What each station marker costs, in the order of placing."""
    pars: tuple[int, ...] = ()
    """Prices its starter may choose."""
    shares: tuple[int, ...] = ()
    """Sizes of its papers, the director's first."""
    director: bool = True
    """Whether it has a director's paper."""
    pool_limit: bool = True
    """Whether the pool's limit holds for it."""
    falls: bool = True
    """Whether sales move its price."""
    homes_kept: bool = True
    """Whether circles stay free for its home markers."""
    colour: str = "#888888"
    text_colour: str = "#000000"


class Private(Struct, frozen=True):
    """A private railway as printed."""

    sym: str
    name: str
    price: int
    income: int
    minimum: int = 0
    range: tuple[int, int] | None = None
    """What a company may pay for it; None: companies cannot buy it."""
    gives: str | None = None
    """The share paper that comes with it."""


class Version(Struct, frozen=True):
    """One side of a train card."""

    name: str
    price: int
    reach: int | None
    """How many counted places; None is unlimited."""
    free_gauge_changes: int = 0
    express: bool = False
    """Runs from one own marker to one far place only."""
    goods: bool = False
    """Starts at a mine; only large places use up its range."""
    gauge: str | None = None
    """The rails it runs on; None is at home everywhere."""
    plus: bool = False
    """Only large places use up its range; towns are free."""
    picks: bool = False
    """Runs any distance and picks the places that count."""
    takes: str = ""
    """The train type that is taken in payment for it, and for how much."""
    takes_for: int = 0


class TrainType(Struct, frozen=True):
    """A kind of train card."""

    name: str
    count: int | None
    """How many cards; None: as many as are wanted."""
    versions: tuple[Version, ...]
    scrapped_by: tuple[str, ...] = ()
    """Train types whose first card scraps these."""
    extra: bool = False
    """Outside limit and duty, never traded."""
    beside: tuple[str, ...] = ()
    """Kinds of company for which it is outside limit and duty."""
    stack: str = ""
    """Sold from a stack of its own, in ascending order."""
    sold_from: str | None = None
    """Sold from the first sale of this train type on; without a stack, beside the ascending order."""


class Phase(Struct, frozen=True):
    """What holds from the first train of a type on. A phase names only what it changes."""

    train: str
    colour: str | None = None
    limits: Mapping[str, int] = {}
    """How many trains a company may have, by its kind; these only fall."""
    raises: Mapping[str, int] = {}
    """Limits that rise again."""
    rounds: int | None = None
    lays: int | None = None
    """How many yellow tiles a turn allows."""
    grants: tuple[str, ...] = ()
    """Things that become possible, by name."""
    number: str = ""
    """The phase in the book, where that is not the number of the train."""

    @property
    def name(self) -> str:
        return self.number or self.train


class Book(Struct, Generic[F, R], frozen=True, dict=True):
    """Static data and rulings of one title, variant, ruling set and player count.

    F is the type of the title's own data, R that of its rulings.
    """

    atlas: Atlas
    companies: Mapping[str, Company]
    privates: Mapping[str, Private]
    papers_of: Mapping[str, tuple[Paper, ...]]
    """Company -> its papers, the director's first."""
    grid: Grid | HexGrid | Line
    par_cells: Mapping[int, Cell]
    trains: Mapping[str, TrainType]
    phases: Mapping[str, Phase]
    bank: int
    cash: int
    paper_limits: tuple[int, ...]
    holding_limit: int
    """In shares."""
    pool_limit: int
    """In shares."""
    pool_limit_counts: tuple[str, ...]
    """Owners whose shares of a company the limit counts together."""
    pool: bool
    """Whether sold shares go to a pool; otherwise they are on offer again like new ones."""
    new_at_par: bool
    """Whether a new share costs par; otherwise the current price."""
    float_shares: int
    capital_shares: int
    """Starting capital in multiples of par."""
    rulings: R
    """The title's own record of named rulings."""
    facts: F
    """The title's own further data."""
    refused_by_card: bool = False
    """Whether a refusal to sell a train holds for this card at any price, and for no other card."""
    asked_at_printed_price: bool = False
    """Whether a train step waits for offers at the printed price alone, where any price goes."""

    @kept_property
    def papers(self) -> Mapping[str, Paper]:
        """All share papers by their id."""
        return {paper.id: paper for papers in self.papers_of.values() for paper in papers}
