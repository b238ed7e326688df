"""The plain JSON that a referee reads and writes, with its fields named."""

from typing import TypedDict


class Action(TypedDict, total=False):
    """One move; which fields there are depends on its type."""

    type: str
    seat: int
    amount: int
    tile: str
    link: str
    field: int
    on: str
    column: str
    kind: str
    hub: str
    city: str
    site: str
    sort: str
    area: str
    good: str
    level: int
    old: int
    contract: str
    steps: int
    price: int


class Frame(TypedDict, total=False):
    """One level of the cursor; the last one says who decides what."""

    frame: str
    seat: int
    bids: dict[str, int]
    tile: str
    done: int
    delivered: bool
    effort: int
    assigned: int
    column: str
    hired: list[str]
    produced: list[str]
    ordering: bool
    site: str
    sort: str
    withdrawn: list[str]
    left: int


class Player(TypedDict):
    """What lies before a player; lists of four count wood, stone, iron and coal."""

    cash: int
    reserve: int
    training: list[int]
    working: list[int]
    engineers: list[str]
    hands: int
    used: dict[str, int]
    trains: list[int]
    passenger: int
    reserved: int
    goods: list[int]
    dock: list[int]
    price: int
    investors: int
    shareholders: int
    contracts: list[str]
    factories: list[int]
    placed: dict[str, list[int]]
    stations: list[str]
    tracks: list[str]
    cities: list[str]
    coal_to: list[str]


class Plant(TypedDict):
    """A worker on a factory site with the cubes beside it."""

    seat: int
    sort: str
    goods: int


class Position(TypedDict):
    """The part of a state that the referee reads."""

    stack: list[Frame]
    players: list[Player]
    standing: list[tuple[int, int]]
    round: int
    supply: list[int]
    market: list[int]
    shipping: list[int]
    tiles: list[str]
    crowns: list[str]
    hubs: dict[str, int]
    markers: dict[str, list[int]]
    plants: dict[str, Plant]
    delivered: dict[str, list[int]]
    wages: dict[str, int]
    engineers: dict[str, list[str]]
    taken: list[int]
    locomotives: dict[str, int]
    contracts: list[str]


def influence(position: Position, seat: int) -> int:
    """The column of a player's marker: 7 for 70."""
    return next(column for column, whose in position["standing"] if whose == seat)
