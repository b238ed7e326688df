"""The plain JSON that a referee reads and writes, with its fields named."""

from typing import TypedDict

from referees.g1853.tables import COMPANIES


class Route(TypedDict):
    train: str
    path: list[str]


class Action(TypedDict, total=False):
    """One move; which fields there are depends on its type."""

    type: str
    seat: int
    bond: int
    city: str
    company: str
    shares: int
    source: str
    to: int
    price: int
    now: bool
    hex: str
    tile: str
    rotation: int
    rebate: str
    stop: str
    routes: list[Route]
    pay: bool
    train: str
    version: str
    exchange: str
    accept: bool
    leave: bool


class Offer(TypedDict):
    by: int
    to: int
    thing: str
    price: int


class Talks(TypedDict):
    """What was offered without success, and who wants to hear no more from whom."""

    offered: list[Offer]
    doors: list[list[int]]


class Frame(TypedDict, total=False):
    """One level of the cursor; the last one says who decides what."""

    frame: str
    seat: int
    set: int
    number: int
    bids: dict[str, int]
    passed: list[int]
    by: int
    to: int
    thing: str
    named: list[int]
    talks: Talks
    price: int
    company: str
    companies: list[str]
    step: int
    lays: list[str]
    first_tile: str
    duties: list[str]
    revenue: int
    mail: int
    sold: list[str]
    turn_sold: list[str]
    bought: str
    started: list[str]
    windows: list[str]
    later: list[str]
    action: Action


class Price(TypedDict):
    row: int
    column: int


class Map(TypedDict):
    laid: dict[str, tuple[str, int]]
    markers: dict[str, list[str]]


class Setup(TypedDict):
    players: list[str]
    rulings: str


class Position(TypedDict):
    """What of a position the referee looks at."""

    setup: Setup
    stack: list[Frame]
    cash: dict[str, int]
    papers: dict[str, str]
    prices: dict[str, Price]
    opened: list[str]
    board: Map
    markers: dict[str, int]
    supply: dict[str, int]
    trains: dict[str, str]
    versions: dict[str, str]
    phases: list[str]
    priority: int
    bonds: dict[str, int]
    contracts: dict[str, list[str]]
    claimed: dict[str, int]
    unpaid: dict[str, int]
    since: dict[str, int]
    directors: dict[str, int]
    former: dict[str, int]
    bbci: str
    back_sides: bool
    options: dict[str, str]
    operated: list[str]
    credit: dict[str, str]
    beside: list[str]
    marked: list[str]


def seat_name(seat: int) -> str:
    """The owner's name of a seat in a position."""
    return f"seat{seat}"


def top(position: Position) -> Frame:
    return position["stack"][-1]


def players(position: Position) -> int:
    return len(position["setup"]["players"])


def has_ruling(position: Position, name: str) -> bool:
    """Whether a ruling that `book` leaves out was chosen at set-up, as in `book,NAME=true`."""
    return f"{name}=true" in position["setup"]["rulings"].split(",")


def phase(position: Position) -> int:
    """The game begins in phase 2 (4.10.2)."""
    return 2 + len(position["phases"])


def is_large(position: Position, company: str) -> bool:
    """Companies 1 to 4, and the BBCI under 2.6.2."""
    return company in COMPANIES[:4] or (company == "BBCI" and position["bbci"] == "large")


def held(position: Position, owner: str, company: str) -> int:
    """How many shares an owner has of a company."""
    return sum(1 for number in range(10) if position["papers"][f"{company}_{number}"] == owner)


def controller(position: Position, company: str) -> int:
    """The director, or without one the manager (3.4.1)."""
    director = position["directors"].get(company)
    if director is not None:
        return director
    owners = [seat for seat in range(players(position)) if held(position, seat_name(seat), company)]
    if not owners:
        return position["priority"]
    if position["former"].get(company) in owners:
        return position["former"][company]
    return min(owners, key=lambda seat: position["since"][f"{seat}/{company}"])


def purse(position: Position, company: str) -> int:
    """What a company may spend: nothing while a train is unpaid (3.4.6)."""
    return 0 if company in position["credit"] else position["cash"][company]


def trains_of(position: Position, owner: str) -> list[str]:
    return sorted(train for train, whose in position["trains"].items() if whose == owner)


def has_single(position: Position, company: str) -> bool:
    """Whether the bank has a new single paper: there are eight, the ninth is the director's (chapter 1).

    Until a company has had a director, that paper lies with the bank.
    ambiguous: one who would become director by the purchase might pay for one half of it.
    """
    if company in position["directors"] or company in position["former"]:
        return held(position, "offer", company) > 0
    return held(position, "offer", company) > 2


def was_talked_over(position: Position, seat: int, to: int, thing: str, price: int) -> bool:
    """Whether somebody has said no to this offer, or to all offers of a player."""
    talks = next(frame["talks"] for frame in reversed(position["stack"]) if "talks" in frame)
    offer: Offer = {"by": seat, "to": to, "thing": thing, "price": price}
    return offer in talks["offered"] or [to, seat] in talks["doors"]
