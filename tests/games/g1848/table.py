"""Positions of 1848 for tests, made by hand from a fresh game."""

from collections.abc import Callable
from typing import Any

from stellwerk.board.hexes import HexId, StopId, TileId
from stellwerk.engine import Action, Game, Setup, legal, play
from stellwerk.engine.play import settle
from stellwerk.games.g1848.rules.opening import PrivateSale
from stellwerk.games.g1848.rules.operating import Turn
from stellwerk.mech18.course import Course, DrawSeats
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import BANK, OFFER, OUT, POOL, SEATS
from stellwerk.mech18.stock import StockRound, set_par
from tests.games.judging import forbidden as forbidden
from tests.games.judging import refused as refused

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")
HOMES = {"QR": "B19", "VR": "H11", "NSW": "F17", "WA": "D1", "CAR": "E4", "SAR": "G6", "FT": "G14"}


def opening(players: int = 4, rulings: str = "book") -> Any:
    """The first state of the private sale; seats as named: Ann 0, Ben 1, Cy 2, Dee 3."""
    game = Game(Setup("1848", NAMES[:players], rulings=rulings))
    game.enter(DrawSeats(-1, tuple(range(players))))
    assert isinstance(game.state.frame, PrivateSale)
    return game.state


def stock(players: int = 4, number: int = 2, seat: int = 0, rulings: str = "book") -> Any:
    """A stock round with every private closed and nothing else on the table; by default the second one."""
    s = opening(players, rulings)
    s = s.replace(privates=dict.fromkeys(s.privates, "closed"))
    return s.replace(stack=(Course(number), StockRound(number, seat)))


def give(s: Any, seat: int, company: str, shares: int, source: str = OFFER) -> Any:
    """Hand shares over without money; the first two without a director are the director's paper."""
    owner = SEATS[seat]
    papers = s.book.papers_of[company]
    if papers[0].director and s.papers[papers[0].id] == OFFER and source == OFFER and shares >= 2:
        s, shares = s.hand_over(papers[0].id, owner), shares - 2
    for paper in papers:
        if shares and not paper.director and s.papers[paper.id] == source:
            s, shares = s.hand_over(paper.id, owner), shares - 1
    assert not shares, f"not enough shares of {company} in {source}"
    return s


def to_pool(s: Any, company: str, shares: int) -> Any:
    """Put new shares into the pool."""
    papers = [p for p in s.book.papers_of[company] if not p.director and s.papers[p.id] == OFFER]
    for paper in papers[:shares]:
        s = s.hand_over(paper.id, POOL)
    return s


def par(s: Any, company: str, price: int) -> Any:
    """Give a company its start price."""
    return set_par(s, company, price)


def start(
    s: Any, company: str, seat: int = 0, price: int = 80, shares: int = 6, cash: int | None = None
) -> Any:
    """A company in operation: price set, shares with one seat, capital paid; home not placed yet."""
    s = give(par(s, company, price), seat, company, shares)
    capital = 10 * price if cash is None else cash
    return s.pay(BANK, company, capital).replace(opened=(*s.opened, company), funded=(*s.funded, company))


def phase(s: Any, *trains: str) -> Any:
    """The phases that the first trains of these types begin, without their other effects."""
    return s.replace(phases=trains)


def home(s: Any, *companies: str) -> Any:
    """Place home markers as if the companies had acted before."""
    for company in companies:
        for stop in s.book.companies[company].homes:
            s = s.replace(
                board=s.board.place(s.book.atlas, StopId(stop), company),
                markers={**s.markers, company: s.markers[company] + 1},
            )
        s = s.replace(begun=(*s.begun, company))
    return s


def tile(s: Any, hex_id: str, number: str, rotation: int) -> Any:
    """Lay a tile without asking any rule."""
    supply = {**s.supply, number: s.supply[number] - 1}
    return s.replace(board=s.board.lay(s.book.atlas, HexId(hex_id), TileId(number), rotation), supply=supply)


def marker(s: Any, company: str, stop: str) -> Any:
    return s.replace(
        board=s.board.place(s.book.atlas, StopId(stop), company),
        markers={**s.markers, company: s.markers[company] + 1},
    )


def train(s: Any, company: str, card: str, version: str | None = None) -> Any:
    """Give a company a train card without money, e.g. train(s, "QR", "3-0", "3+")."""
    return s.replace(
        trains={**s.trains, card: company},
        versions={**s.versions, card: version or card.rpartition("-")[0]},
    )


def turn(s: Any, company: str, **fields: Any) -> Any:
    """The company's turn in OR 2.1, settled to its first decision (the track step unless told otherwise).

    `first` follows from whether the company has its home marker; steps: 1 track, 2 marker, 3 run,
    4 dividend, 5 trains.
    """
    acted = fields.pop("acted", ())
    number, of = fields.pop("number", 1), fields.pop("of", 1)
    fields.setdefault("first", company not in s.begun)
    s = s.replace(
        stack=(
            Course(2, number, of),
            OperatingRound(2, number, of, True, (*acted, company)),
            Turn(company, **fields),
        )
    )
    return settle(s).replace(news=())


def do(s: Any, *actions: Action) -> Any:
    for action in actions:
        s = play(s, action).state
    return s


def events(s: Any, action: Action) -> list[str]:
    """The names of what an action brings about."""
    return [type(event).__name__ for event in play(s, action).events]


def offered(s: Any, seat: int, test: Callable[[Any], bool] = lambda a: True) -> list[Any]:
    """The legal actions of a seat that pass the test."""
    return [action for action in legal(s, seat) if test(action)]


def holding(s: Any, owner: str, *privates: str) -> Any:
    """Privates with somebody, player ("seat0") or company, and their rights; nothing else happens."""
    rights = {right: owner if right in privates else holder for right, holder in s.rights.items()}
    return s.replace(privates={**s.privates, **dict.fromkeys(privates, owner)}, rights=rights)


def sells(s: Any, kind: str) -> Any:
    """The bank sells this type next: the smaller trains have left the game, their phases have begun."""
    order = [name for name, card in s.book.trains.items() if not card.extra]
    before = order[: order.index(kind)]
    gone = {card: OUT for card, owner in s.trains.items() if owner == BANK and s.train_type(card) in before}
    return s.replace(trains={**s.trains, **gone}, phases=tuple(before))


def operating_round(s: Any, number: int = 1, of: int = 1) -> Any:
    """An operating round of set 2 from its very beginning, settled to the first decision."""
    return settle(s.replace(stack=(Course(2, number - 1, of),)))


# -- loans, takeovers and whole rounds ---------------------------------------------------------


def price_at(s: Any, company: str, row: int, column: int) -> Any:
    """Put a price marker into a cell of the table."""
    return s.move_price(company, (row, column))


def cash_of(s: Any, owner: str | int, amount: int) -> Any:
    """Give a seat or company exactly so much cash; the difference goes to or comes from the bank."""
    purse = SEATS[owner] if isinstance(owner, int) else owner
    return s.pay(purse, BANK, s.cash[purse] - amount)


def granted_before(s: Any, number: int, company: str = "VR") -> Any:
    """So many loans granted before, all of them to one company, with the price that follows from it."""
    s = s.pay("BOE", company, 100 * number).move_price("BOE", (s.facts.bank_row, number))
    return s.replace(granted_loans=number, loans={**s.loans, company: number})


def lost_before(s: Any, *companies: str, seat: int = 3) -> Any:
    """Companies taken over earlier, all of them directed by one seat; they left nothing on the map."""
    gone = {p.id: OUT for company in companies for p in s.book.papers_of[company]}
    return s.replace(
        takeovers=companies,
        papers={**s.papers, **gone},
        markers={company: used for company, used in s.markers.items() if company not in companies},
        lost={**s.lost, SEATS[seat]: len(companies)},
    )


def rest_of_turn(s: Any) -> Any:
    """The acting company does nothing more: no track, no marker, no run (so it keeps 0), no train."""
    company, seat, number = s.frame.company, s.director_seat(s.frame.company), s.stack[1].number
    while s.stack and isinstance(s.frame, Turn) and (s.frame.company, s.stack[1].number) == (company, number):
        idle = [a for a in legal(s, seat) if type(a).__name__ == "Pass" or a == RunTrains(seat)]
        s = play(s, idle[0]).state
    return s


def southport(s: Any) -> Any:
    """Track from Brisbane (20) to Southport (20) and the small harbour behind it (10): a route for QR."""
    return tile(tile(s, "B19", "5", 5), "C20", "5", 2)


OVERLAND = {
    "G6": ("5", 3),
    "F7": ("8", 4),
    "F9": ("9", 1),
    "F11": ("8", 1),
    "E12": ("8", 4),
    "E14": ("57", 1),
    "E16": ("8", 5),
    "F17": ("5", 2),
}
"""Yellow track Adelaide G6 – F7 – F9 – F11 – E12 – Dubbo E14 – E16 – Sydney F17."""


def overland(s: Any, *without: str) -> Any:
    """The line from Adelaide to Sydney, some of its hexes left unbuilt."""
    for hex_id, (number, rotation) in OVERLAND.items():
        if hex_id not in without:
            s = tile(s, hex_id, number, rotation)
    return s


def at_home(company: str, *sold: str, cash: int = 800) -> Any:
    """A company of seat 0 with its home marker, money and no track; these trains have been sold first."""
    return home(start(phase(stock(), *sold), company, cash=cash), company)
