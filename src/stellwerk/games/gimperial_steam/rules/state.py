"""The state of Imperial Steam: players, board, and the frames of its cursor."""

from collections.abc import Iterable, Mapping
from typing import Self

from msgspec import Struct, field, structs

from stellwerk.engine.books import book_of
from stellwerk.engine.memo import kept_property
from stellwerk.engine.state import Frame, State
from stellwerk.games.gimperial_steam.data.components import COAL, NOTHING, SORTS, Face, Goods
from stellwerk.games.gimperial_steam.rules.book import Book, Layout, Numbers

Three = tuple[int, int, int]


class Player(Struct, frozen=True, omit_defaults=True):
    """A player board with everything on it, and what the player has on the map."""

    cash: int
    reserve: int
    """Workers that are still to be hired."""
    training: Three
    working: Three = field(default_factory=lambda: (0, 0, 0))
    engineers: tuple[str, ...] = ()
    hands: int = 0
    used: Mapping[str, int] = {}
    """Main action -> own hands on it in this phase."""
    trains: tuple[int, ...] = ()
    """Levels of the locomotives; each pulls as many wagons as its level."""
    passenger: int = 0
    """Wagons turned over to passengers; which train they belong to makes no difference."""
    reserved: int = 0
    """Freight wagons with a reserved marker."""
    goods: Goods = field(default_factory=lambda: NOTHING)
    dock: Goods = field(default_factory=lambda: NOTHING)
    price: int = 0
    """Row of the share price."""
    investors: int = 0
    shareholders: int = 0
    contracts: tuple[str, ...] = ()
    factories: Goods = field(default_factory=lambda: NOTHING)
    """Factories on the own board."""
    placed: Mapping[str, Goods] = {}
    """Contract -> factories on it."""
    stations: tuple[str, ...] = ()
    """Their cities, Wien first."""
    tracks: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    """GEN-6: the network, Wien first."""
    coal_to: tuple[str, ...] = ()
    """Cities to which the player has delivered coal (F2-3)."""
    keys: tuple[str, ...] = ()
    """City keys: "blue-gold"."""


class Plant(Struct, frozen=True, omit_defaults=True):
    """A worker on a factory site, and the goods there."""

    seat: int
    sort: str
    goods: int


class Score(Struct, frozen=True, omit_defaults=True):
    """A player's final account, step by step (END)."""

    cash: int
    income: int
    semmering: int
    goods: int
    keys: int
    hubs: int
    filled: int
    unfilled: int
    fees: int
    received: int
    path: tuple[str, ...]
    """Links of the fee path, from the own network to Trieste."""
    payees: tuple[int, ...]
    """Who is paid for each of them."""
    fulfilled: tuple[str, ...]
    """Contracts that count as filled."""
    total: int
    shareholders: int
    final: int


class Steam(State, frozen=True, kw_only=True, dict=True):
    names: tuple[str, ...]
    players: tuple[Player, ...]
    order: tuple[int, ...]
    """Turn order of this round."""
    standing: tuple[tuple[int, int], ...]
    """Influence markers as (column, seat), the most influential first (TO-1)."""
    round: int = 1
    bank: int
    supply: Goods
    market: Goods
    arrivals: tuple[tuple[str, ...], ...] = ()
    """Cubes on the rounds from 4 on."""
    shipping: tuple[int, ...] = ()
    tiles: tuple[str, ...] = ()
    """By city number: number of the tile, or colour of the hub."""
    crowns: tuple[str, ...] = ()
    hubs: Mapping[str, int]
    """Hub -> column of its marker."""
    growth: Mapping[str, str] = {}
    grown: Mapping[str, int]
    """Hub -> cubes it has got."""
    keys: Mapping[str, int]
    """Hub -> keys it still has."""
    markers: Mapping[str, tuple[int, ...]] = {}
    """City -> business markers, the top one last."""
    plants: Mapping[str, Plant] = {}
    """Site -> what works there."""
    delivered: Mapping[str, Goods] = {}
    wages: Mapping[str, int]
    """Wage column -> step of its marker."""
    engineers: Mapping[str, tuple[str, ...]] = {}
    """Hub -> engineers for hire."""
    taken: Goods = field(default_factory=lambda: NOTHING)
    """Factories taken from the board, by sort."""
    locomotives: Mapping[str, int]
    """Level -> tiles on the round track."""
    scrapped: int = 0
    """Locomotives replaced by better ones."""
    contracts: tuple[str, ...] = ()
    """On display."""
    investors: int
    semmering: int = -1
    """Seat of the Semmering tile's owner."""
    spent_markers: int = 0
    """Business markers that have left the game, by their number."""
    scores: tuple[Score, ...] = ()
    ending: str = ""

    @kept_property
    def book(self) -> Book:
        book = book_of(self.setup)
        assert isinstance(book, Book)
        return book

    @kept_property
    def layout(self) -> Layout:
        return self.book.layout(self.tiles)

    @property
    def numbers(self) -> Numbers:
        return self.book.numbers

    def face(self, city: str) -> Face:
        return self.layout.faces[city]

    def city(self, id: str) -> str:
        """Its name."""
        return self.book.parts.cities[id].name

    def change(self, seat: int, **changes: object) -> Self:
        """One player changed."""
        players = list(self.players)
        players[seat] = structs.replace(players[seat], **changes)
        return self.replace(players=tuple(players))

    def pay(self, seat: int, amount: int) -> Self:
        """To the bank (GEN-2); a negative amount comes from it."""
        return self.change(seat, cash=self.players[seat].cash - amount).replace(bank=self.bank + amount)

    def pay_player(self, seat: int, other: int, amount: int) -> Self:
        s = self.change(seat, cash=self.players[seat].cash - amount)
        return s.change(other, cash=s.players[other].cash + amount)

    def take(self, seat: int, goods: Goods) -> Self:
        """GEN-7: goods from the supply to a board; what is missing there is not given."""
        given = least(goods, self.supply)
        return self.change(seat, goods=plus(self.players[seat].goods, given)).replace(
            supply=minus(self.supply, given)
        )

    def give_back(self, seat: int, goods: Goods) -> Self:
        """GEN-2a: goods from a board to the general supply, never to the shipment market."""
        return self.change(seat, goods=minus(self.players[seat].goods, goods)).replace(
            supply=plus(self.supply, goods)
        )

    def on_link(self, link: str) -> list[int]:
        """Return who has a track there."""
        return [seat for seat, player in enumerate(self.players) if link in player.tracks]

    @property
    def turn(self) -> "Turn | None":
        """The turn that is being taken, below any interruption."""
        for frame in reversed(self.stack):
            if isinstance(frame, Turn):
                return frame
        return None

    @property
    def now(self) -> "Turn":
        """The turn, where there must be one: main and free actions belong to it."""
        turn = self.turn
        assert turn is not None
        return turn

    def update_turn(self, **changes: object) -> Self:
        stack = tuple(
            structs.replace(frame, **changes) if isinstance(frame, Turn) else frame for frame in self.stack
        )
        return self.replace(stack=stack)


# -- goods -------------------------------------------------------------------------------------


def plus(one: Goods, other: Goods) -> Goods:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def minus(one: Goods, other: Goods) -> Goods:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3]


def least(one: Goods, other: Goods) -> Goods:
    return min(one[0], other[0]), min(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def covers(one: Goods, other: Goods) -> bool:
    """Return whether one holds all of the other."""
    return one[0] >= other[0] and one[1] >= other[1] and one[2] >= other[2] and one[3] >= other[3]


def some(sort: str, number: int = 1) -> Goods:
    at = SORTS.index(sort)
    return (
        number if at == 0 else 0,
        number if at == 1 else 0,
        number if at == 2 else 0,
        number if at == COAL else 0,
    )


def of_sorts(sorts: Iterable[str]) -> Goods:
    total = NOTHING
    for sort in sorts:
        total = plus(total, some(sort))
    return total


def shifted(fields: Three, at: int, by: int) -> Three:
    """Workers by field, with one field changed."""
    one, two, three = (count + (by if field == at else 0) for field, count in enumerate(fields))
    return one, two, three


# -- frames ------------------------------------------------------------------------------------


class Course(Frame, frozen=True):
    """The whole game: which phase of the round comes next, and whose turn in phase 7."""

    phase: int = 7  # P0: round 1 starts at phase 7
    at: int = 0


class Lots(Frame, frozen=True):
    """Set-up: what is still to be drawn."""

    left: tuple[str, ...]
    stack: tuple[str, ...] = ()
    """SETUP-I2: hub markers from the bottom."""
    card: str = ""
    """SETUP-A4a."""
    drawn: tuple[str, ...] = ()
    """State-railway cards that are out."""


class Bidding(Frame, frozen=True):
    """The sealed bids that are in, by seat."""

    bids: Mapping[str, int] = {}


class Turn(Frame, frozen=True):
    """One hand of one player: which main action, and how far it has gone."""

    seat: int
    tile: str = ""
    """The main action; empty while none is chosen."""
    done: int = 0
    """How much of it has been done: tracks, workers, goods …"""
    delivered: bool = False
    effort: int = 0
    assigned: int = 0
    column: str = ""
    hired: tuple[str, ...] = ()
    """Engineers hired in this action."""
    produced: tuple[str, ...] = ()
    """Sites that have produced in this action."""
    ordering: bool = False
    site: str = ""
    """A new factory that waits for its worker."""
    sort: str = ""
    stood: tuple[tuple[int, int], ...] = ()
    """Everybody's influence before the hand was put down, where that has cost some (P7-3)."""
    withdrawn: tuple[str, ...] = ()
    """P7-6: main actions that a hand has been taken back from in this turn."""


class Points(Frame, frozen=True):
    """Interruption: points of a business marker to spend (A1-14)."""

    seat: int
    left: int


class Surplus(Frame, frozen=True):
    """Interruption: more goods than the board holds (GEN-4)."""

    seat: int
