"""The state that 18xx titles share: money, papers, prices, map, trains, phase."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, Self, TypeVar, cast

from stellwerk.board.board import Board
from stellwerk.engine import books
from stellwerk.engine.memo import kept_property
from stellwerk.engine.state import Setup, State, with_item
from stellwerk.engine.text import msg
from stellwerk.finance.market import Cell, Grid, HexGrid, Line, PriceMarker
from stellwerk.finance.papers import Paper
from stellwerk.mech18.book import Book, Company, Phase, Version
from stellwerk.mech18.events import EndTriggered

BANK = msg("bank")
OFFER = msg("offer")
"""Owner of new shares that nobody has bought yet."""
POOL = msg("pool")
"""Owner of shares that players sold to the bank."""
ISSUE = msg("issue")
"""Owner of further shares that a company issues: who buys one pays the company."""
RESERVED = msg("reserved")
"""Owner of shares that are kept for somebody and not on sale."""
SCRAP = msg("scrap")
"""Owner of scrapped trains that some companies may still buy."""
OUT = "out"
"""Owner of what has left the game."""
STOCKS = frozenset({BANK, POOL, SCRAP})
"""Owners whose trains the bank sells."""

F = TypeVar("F", covariant=True)
R = TypeVar("R", covariant=True)
T = TypeVar("T", bound=Grid | HexGrid | Line)

SEATS = tuple(f"seat{n}" for n in range(8))
"""Owner ids of the players."""
SEAT_OF = {owner: seat for seat, owner in enumerate(SEATS)}

BANK_EMPTY = msg("the bank is empty")

AnyBook = Book[object, object]


def book_of(setup: Setup) -> AnyBook:
    """Return the book of an 18xx title's set-up."""
    book = books.book_of(setup)
    assert isinstance(book, Book)
    return book


class Railways(State, Generic[F, R], frozen=True, kw_only=True, dict=True):
    """Base of the 18xx titles' states: F is the type of a title's own data, R that of its rulings."""

    names: tuple[str, ...]
    """Players in seat order."""
    cash: Mapping[str, int]
    papers: Mapping[str, str]
    """Share paper -> owner."""
    sizes: Mapping[str, int] = {}
    """Share paper -> how many shares it stands for now, where that is not the printed number."""
    privates: Mapping[str, str]
    """Private -> owner."""
    par: Mapping[str, int]
    prices: Mapping[str, PriceMarker]
    arrivals: int = 0
    """How often a price marker has moved; gives the order within a cell."""
    opened: tuple[str, ...] = ()
    """Companies in operation, in the order of opening."""
    begun: tuple[str, ...] = ()
    """Companies that have placed their home markers."""
    operated: tuple[str, ...] = ()
    """Companies that have had a turn, where the title asks for it (`OperatedStep`)."""
    board: Board
    markers: Mapping[str, int]
    """Company -> station markers already used."""
    spent: Mapping[str, int] = {}
    """Company -> station markers that left the game without being placed."""
    supply: Mapping[str, int]
    """Tile number -> pieces in stock."""
    trains: Mapping[str, str]
    """Train card -> owner."""
    versions: Mapping[str, str]
    """Train card -> the side that was bought."""
    phases: tuple[str, ...]
    """Train types whose first card has been sold or removed, in that order."""
    priority: int = 0
    ending: str = ""
    """Why the game will end; empty while nothing has triggered it."""
    last_run: Mapping[str, int]
    """Company -> revenue of its latest run, for the table."""

    @kept_property
    def book(self) -> Book[F, R]:
        # Books are found by the title's id; `make_book` of that title made this one.
        return cast("Book[F, R]", books.book_of(self.setup))

    @property
    def facts(self) -> F:
        return self.book.facts

    @property
    def rulings(self) -> R:
        return self.book.rulings

    def sheet(self, company: str) -> Company:
        """Return a company as it is now; titles where one can change say how."""
        return self.book.companies[company]

    def kind(self, company: str) -> str:
        return self.book.companies[company].kind

    # -- people ------------------------------------------------------------------------------

    def name(self, owner: str) -> str:
        seat = SEAT_OF.get(owner)
        return owner if seat is None else self.names[seat]

    def keeps_home(self, company: str) -> bool:
        """Return whether a circle stays free for the company's home marker."""
        return company not in self.begun and company in self.markers

    def after(self, seat: int) -> int:
        """Return the next seat clockwise."""
        return (seat + 1) % len(self.names)

    def seats_from(self, seat: int) -> Iterator[int]:
        """Return all seats clockwise, this one first."""
        count = len(self.names)
        return ((seat + n) % count for n in range(count))

    @property
    def players(self) -> tuple[str, ...]:
        """The players' owner ids in seat order."""
        return SEATS[: len(self.names)]

    # -- money -------------------------------------------------------------------------------

    def pay(self, payer: str, payee: str, amount: int) -> Self:
        if not amount:
            return self
        cash = dict(self.cash)
        cash[payer] -= amount
        cash[payee] += amount
        paid = self.replace(cash=cash)
        # An empty bank ends every game of the family; what it pays from then on is noted as cash.
        return paid.trigger_end(BANK_EMPTY) if payer == BANK and paid.in_bank <= 0 else paid

    @property
    def in_bank(self) -> int:
        """The money that lies in the bank."""
        return self.cash[BANK]

    def trigger_end(self, reason: str) -> Self:
        """The first reason counts; when the game is over because of it is the course's matter."""
        if self.ending:
            return self
        return self.replace(ending=reason).say(EndTriggered(reason))

    # -- papers ------------------------------------------------------------------------------

    def size(self, paper: Paper) -> int:
        """Return how many shares a paper stands for."""
        return self.sizes.get(paper.id, paper.shares)

    def shares(self, owner: str, company: str) -> int:
        """Return how many shares of a company somebody holds (a director's paper counts for all of its)."""
        papers, sizes = self.papers, self.sizes
        return sum(
            sizes.get(paper.id, paper.shares)
            for paper in self.book.papers_of[company]
            if papers[paper.id] == owner
        )

    def director(self, company: str) -> str | None:
        """Return the player who holds the director's paper."""
        papers = self.book.papers_of[company]
        owner = self.papers[papers[0].id] if papers and papers[0].director else None
        return owner if owner in SEAT_OF else None

    def director_seat(self, company: str) -> int:
        owner = self.director(company)
        return -1 if owner is None else SEAT_OF[owner]

    def decider(self, company: str) -> int:
        """Return the seat that decides for a company: its director, unless a title says otherwise."""
        return self.director_seat(company)

    def paper_count(self, owner: str) -> int:
        """Share papers in somebody's hand; a director's paper is one."""
        return sum(1 for holder in self.papers.values() if holder == owner)

    def issued(self, company: str) -> int:
        """Shares that have left the new-share sheet, the pool's included."""
        papers = self.papers
        return sum(self.size(paper) for paper in self.book.papers_of[company] if papers[paper.id] != OFFER)

    def hand_over(self, paper: str, owner: str) -> Self:
        return self.replace(papers=with_item(self.papers, paper, owner))

    # -- prices ------------------------------------------------------------------------------

    def price_table(self, kind: type[T]) -> T:
        """Return the price table, which is of this kind; raise a TypeError if it is not."""
        grid = self.book.grid
        if isinstance(grid, kind):
            return grid
        raise TypeError(f"the price table is a {type(grid).__name__}, not a {kind.__name__}")

    def price(self, company: str) -> int:
        """Return the current share price; 0 for a company without a price."""
        marker = self.prices.get(company)
        return 0 if marker is None else self.book.grid.price(marker)

    def move_price(self, company: str, cell: Cell) -> Self:
        """The marker goes under those already in the cell. Staying in place changes nothing."""
        marker = self.prices.get(company)
        if marker is not None and marker.cell == cell:
            return self
        moved = PriceMarker(cell[0], cell[1], self.arrivals)
        return self.replace(prices=with_item(self.prices, company, moved), arrivals=self.arrivals + 1)

    def price_order(self) -> list[str]:
        """Companies by price: highest first, then further right, then on top of the cell."""
        prices, grid = self.prices, self.book.grid
        return sorted(prices, key=lambda c: (-grid.price(prices[c]), -prices[c].column, prices[c].arrival))

    # -- trains and phase --------------------------------------------------------------------

    @kept_property
    def _trains_by_owner(self) -> dict[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for train, owner in self.trains.items():
            found[owner].append(train)
        return found

    def trains_of(self, owner: str) -> list[str]:
        return list(self._trains_by_owner.get(owner, ()))

    def train_type(self, train: str) -> str:
        return train.rpartition("-")[0]

    @kept_property
    def offers_of_bank(self) -> tuple[str, ...]:
        """The next card of the lowest type of each stack, and of every type sold beside that order."""
        return self.offers_among(self._trains_by_owner.get(BANK, ()))

    def sides_on_sale(self, train: str) -> Sequence[Version]:
        """The sides with which a card may be bought, as far as they are in the game."""
        return self.book.trains[self.train_type(train)].versions

    def offers_among(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Of these cards, which are on sale."""
        first: dict[str, str] = {}
        for train in cards:
            first.setdefault(self.train_type(train), train)
        offers: list[str] = []
        begun: set[str] = set()
        for kind in self.book.trains.values():
            card = first.get(kind.name)
            if card is None:
                continue
            if kind.stack or kind.sold_from is None:
                if kind.stack in begun:
                    continue
                begun.add(kind.stack)
            if kind.sold_from is None or kind.sold_from in self.phases:
                offers.append(card)
        return tuple(offers)

    def limited_trains(self, company: str) -> list[str]:
        """Return the trains that count against the limit and fulfil the duty."""
        return [train for train in self.trains_of(company) if self.counts(company, self.train_type(train))]

    def counts(self, company: str, kind: str) -> bool:
        """Return whether a train of this type uses up the company's limit and fulfils its duty."""
        printed = self.book.trains[kind]
        return not printed.extra and self.kind(company) not in printed.beside

    @kept_property
    def reached(self) -> tuple[Phase, ...]:
        return tuple(
            self.book.phases[train] for train in ("start", *self.phases) if train in self.book.phases
        )

    @kept_property
    def colour(self) -> str:
        """The most advanced tile colour."""
        return max((p.colour for p in self.reached if p.colour), key=COLOURS.index)

    @kept_property
    def train_limits(self) -> Mapping[str, int]:
        """By kind of company: limits fall, unless a phase raises them."""
        limits: dict[str, int] = {}
        for phase in self.reached:
            for kind, limit in phase.limits.items():
                limits[kind] = min(limit, limits.get(kind, limit))
            limits |= phase.raises
        return limits

    def train_limit(self, company: str) -> int:
        return self.train_limits[self.kind(company)]

    @property
    def rounds_per_set(self) -> int:
        return max(p.rounds for p in self.reached if p.rounds is not None)

    @property
    def yellow_lays(self) -> int:
        return max(p.lays for p in self.reached if p.lays is not None)

    def granted(self, what: str) -> bool:
        """Return whether something has become possible ("loans", "train_trade", …)."""
        return any(what in phase.grants for phase in self.reached)

    # -- private railways --------------------------------------------------------------------

    def privates_of(self, owner: str) -> list[str]:
        return [private for private, holder in self.privates.items() if holder == owner]


AnyRailways = Railways[object, object]
"""The state of any 18xx title: for what needs neither facts nor rulings of one."""
S = TypeVar("S", bound=AnyRailways)
"""The state of one title: for what gives back the state that it got, or asks the title."""


def railways(state: State) -> AnyRailways:
    """Return the state of an 18xx game as what it is; raise a TypeError for that of any other game."""
    if isinstance(state, Railways):
        return state
    raise TypeError(f"{state.setup.game} is not an 18xx game")


COLOURS = ("yellow", "green", "brown", "gray")
