"""The plain JSON that a referee reads and writes, with its fields named."""

from typing import TypedDict


class Route(TypedDict):
    train: str
    path: list[str]


class Action(TypedDict, total=False):
    """One move; which fields there are depends on its type."""

    type: str
    seat: int
    private: str
    company: str
    shares: int
    source: str
    par: int
    hex: str
    tile: str
    rotation: int
    rebate: str
    stop: str
    routes: list[Route]
    pay: bool
    train: str
    version: str
    price: int
    exchange: str
    accept: bool


class Talks(TypedDict):
    """What was offered in vain in this turn, and who wants no more offers (whose door, closed to whom)."""

    offered: list[dict[str, str | int]]
    doors: list[list[int]]


class Frame(TypedDict, total=False):
    """One level of the cursor; the last one says who decides what."""

    frame: str
    seat: int
    number: int
    company: str
    companies: list[str]
    step: int
    lays: list[str]
    talks: Talks
    loans: int
    sold: list[str]
    turn_sold: list[str]
    action: Action


class Price(TypedDict):
    row: int
    column: int
    arrival: int


class Map(TypedDict):
    laid: dict[str, tuple[str, int]]
    markers: dict[str, list[str]]
    beside: dict[str, list[str]]


class Setup(TypedDict):
    players: list[str]


class Position(TypedDict):
    """What of a position the referee looks at."""

    setup: Setup
    stack: list[Frame]
    cash: dict[str, int]
    papers: dict[str, str]
    privates: dict[str, str]
    par: dict[str, int]
    prices: dict[str, Price]
    opened: list[str]
    begun: list[str]
    board: Map
    markers: dict[str, int]
    supply: dict[str, int]
    trains: dict[str, str]
    versions: dict[str, str]
    phases: list[str]
    sale: dict[str, int]
    rights: dict[str, str]
    loans: dict[str, int]
    granted_loans: int
    takeovers: list[str]
    lost: dict[str, int]


def seat_name(seat: int) -> str:
    """The owner's name of a seat in a position."""
    return f"seat{seat}"


def director(position: Position, company: str) -> str:
    """Who holds the director's paper, which is always number 0 (VII General)."""
    return position["papers"][f"{company}_0"]
