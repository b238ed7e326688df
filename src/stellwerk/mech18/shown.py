"""The table of an 18xx game as a seat sees it, as frozen structs; `mech18.view` makes them.

What only some titles show is unset in the others, and not in their JSON; what only one title has is in a
struct of its own that extends these.
"""

from collections.abc import Mapping, Sequence

from msgspec import UNSET, Struct, UnsetType

from stellwerk.board.board import Board, Laid
from stellwerk.board.hexes import HexId, StopId
from stellwerk.engine.text import Figures, Message
from stellwerk.engine.views import Player, View


class RailwayPlayer(Player, frozen=True, kw_only=True):
    cash: int
    papers: int
    """How many count towards the limit."""
    paper_limit: int
    shares: Mapping[str, int]
    privates: Sequence[str]


class CompanyShown(Struct, frozen=True, kw_only=True):
    """The figures of a company."""

    name: str
    cash: int
    par: int | None
    price: int | None
    cell: Sequence[int] | None
    """Row and column in the price table."""
    director: str | None
    open: bool
    trains: Sequence[str]
    markers: Sequence[StopId]
    markers_left: int
    new_shares: int
    pool_shares: int
    reserved_shares: int
    last_run: int | None
    privates: Sequence[str]


class Depot(Struct, frozen=True, kw_only=True):
    """Kinds of trains and how many there are."""

    on_sale: Sequence[str]
    bank: Mapping[str, int]
    gone: Mapping[str, int]


class BoardShown(Struct, frozen=True):
    """Tiles, and markers by stop."""

    laid: Mapping[HexId, Laid]
    markers: Mapping[StopId, Sequence[str]]
    beside: Mapping[StopId, Sequence[str]]
    tunnels: Mapping[HexId, Sequence[Sequence[int]]]


def board_shown(board: Board) -> BoardShown:
    return BoardShown(board.laid, board.markers, board.beside, board.tunnels)


# -- the part for pages ------------------------------------------------------------------------


class StepShown(Struct, frozen=True):
    """A step of the turn."""

    name: Message
    now: bool


class MarketCell(Struct, frozen=True, kw_only=True):
    price: int | None
    kind: str
    markers: Sequence[str]
    """From the top, which acts first."""
    beyond: bool | UnsetType = UNSET
    """Whether it lies beyond the line where papers split."""


class Ladder(Struct, frozen=True, kw_only=True):
    """A price table of one company, beside the others'."""

    company: str
    cells: Sequence[MarketCell]
    now: int
    note: Message


class Market(Struct, frozen=True, kw_only=True):
    rows: Sequence[Sequence[MarketCell]]
    ladders: Sequence[Ladder] = ()
    legend: Message
    line: bool | UnsetType = UNSET
    """Whether it is a single line of prices."""
    hexagonal: bool | UnsetType = UNSET


class PhaseNow(Struct, frozen=True, kw_only=True):
    name: str
    colour: str
    rules: Sequence[Message]


class VersionShown(Struct, frozen=True):
    name: str
    price: int


class TrainShown(Struct, frozen=True, kw_only=True):
    """A kind of train: how many are left, what it costs, and what its first card will do."""

    name: str
    versions: Sequence[VersionShown]
    left: int | None
    count: int | None
    extra: bool
    on_sale: bool
    gone: bool
    scrapped: bool
    scrapped_by: str | None
    reached: bool
    scraps: Sequence[str]
    brings: Sequence[Message]
    trade: Message | None = None
    note: Message | None = None


class Card(Struct, frozen=True, kw_only=True):
    """What a company's card says beyond its figures."""

    colour: str
    text_colour: str
    kind: Message | None = None
    owned: bool = False
    """Whether it has one owner and no shares."""
    loans: int = 0
    notes: Sequence[Message] = ()
    state: Message | None
    shares: int
    railway: bool
    has_director: bool
    stations: int
    train_limit: int | None
    next_station: int | None
    managed: bool | UnsetType = UNSET
    """Whether it has a manager and no director."""


class Gift(Struct, frozen=True):
    """A share that comes with a paper."""

    company: str
    director: bool


class PrivateShown(Struct, frozen=True, kw_only=True):
    sym: str
    name: str
    income: int
    price: int
    minimum: int
    range: Sequence[int] | None
    gives: Gift | None
    owner: str
    for_sale: bool
    closed: bool
    power: Message | None = None
    right: bool | UnsetType = UNSET
    """Whether its right has outlived it."""


class Minor(Struct, frozen=True, kw_only=True):
    """A railway with one owner, among the papers."""

    sym: str
    name: str
    kind: Message
    price: Message
    home: Message
    becomes: Message
    owner: str | None
    closed: bool


class PhaseRow(Struct, frozen=True, kw_only=True):
    """A line of the table of phases."""

    train: str
    now: bool
    colour: str
    rounds: int
    limits: Mapping[str, int | None]
    brings: Sequence[Message]


class Limits(Struct, frozen=True, kw_only=True):
    """How many shares of a company in one hand and in the pool, how many papers of all in one hand."""

    holding: int | None
    pool: int | None
    papers: int


class TableColumn(Struct, frozen=True):
    name: Message
    left: bool
    wide: bool
    """For texts, which may run over several lines."""


class Cell(Struct, frozen=True, kw_only=True):
    """A text (`says` with its `figures`), a company or some, a heading, a name, or several texts."""

    says: str | UnsetType = UNSET
    figures: Figures | UnsetType = UNSET
    plate: str | UnsetType = UNSET
    plates: Sequence[str] | UnsetType = UNSET
    head: Message | str | UnsetType = UNSET
    code: str | UnsetType = UNSET
    list: Sequence[Message] | UnsetType = UNSET

    @property
    def texts(self) -> Sequence[Message]:
        """What is to be told in the reader's language."""
        if self.says is not UNSET and self.figures is not UNSET:
            return (Message(self.says, self.figures),)
        return self.list or ()


def cell(content: Cell | Message) -> Cell:
    """A text as a cell."""
    return Cell(says=content.says, figures=content.figures) if isinstance(content, Message) else content


class TableRow(Struct, frozen=True):
    cells: Sequence[Cell]
    now: bool = False
    """Whether it is marked."""
    off: bool = False
    """Whether it is of no more concern."""


class OwnTable(Struct, frozen=True, kw_only=True):
    """A list that only one title has, on the views that it names."""

    id: str
    views: Sequence[str]
    title: Message
    note: Message
    columns: Sequence[TableColumn]
    rows: Sequence[TableRow]


class Table(Struct, frozen=True, kw_only=True):
    """What a page needs beyond the figures: where things lie, in which order, what comes next."""

    money: str
    focus: str
    steps: Sequence[StepShown]
    market: Market
    phase: PhaseNow
    trains: Sequence[TrainShown]
    order: Sequence[str]
    acted: Sequence[str]
    companies: Mapping[str, Card]
    privates: Sequence[PrivateShown]
    limits: Limits
    pool: bool
    minors: Sequence[Minor] = ()
    phases: Sequence[PhaseRow] = ()
    facts: Sequence[Message] = ()
    privates_title: Message | UnsetType = UNSET
    priority: Message | UnsetType = UNSET
    """What the mark of who begins means, where it is more than that."""
    tables: Sequence[OwnTable] | UnsetType = UNSET
    papers_told: bool | UnsetType = UNSET
    """Whether a table of the title's own tells of the papers."""


class RailwayView(View, frozen=True, kw_only=True):
    """The public table of an 18xx game."""

    round: str
    acting: str | None
    phase: str
    colour: str
    train_limits: Mapping[str, int]
    rounds_per_set: int
    priority: str
    bank: int
    players: Mapping[str, RailwayPlayer]
    companies: Mapping[str, CompanyShown]
    depot: Depot
    board: BoardShown
    supply: Mapping[str, int]
    rulings: object
    worth: Mapping[str, int]
    table: Table

    @property
    def unit(self) -> str:
        return self.table.money
