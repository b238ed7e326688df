"""Positions of 1824 for tests, made by hand from a fresh game."""

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.board.hexes import HexId, StopId, TileId
from stellwerk.engine import Action, Game, Setup, legal, play
from stellwerk.engine.play import settle
from stellwerk.games.g1824.rules.conserved import conserved
from stellwerk.games.g1824.rules.draft import BuilderDraw, DrawBuilders
from stellwerk.games.g1824.rules.opening import buy, prices, remove_unsold
from stellwerk.games.g1824.rules.regionals import place_homes
from stellwerk.games.g1824.rules.state import Turn
from stellwerk.mech18.course import Course, DrawSeats
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import BANK, OFFER, OUT, POOL, SEATS
from stellwerk.mech18.stock import StockRound, set_par
from tests.games.judging import forbidden as forbidden
from tests.games.judging import refused as refused

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")
COAL = {"EPP": "BK", "EOD": "MS", "MLB": "CL", "SPB": "SB"}
"""Coal railway -> its regional railway."""

TRACK, MARKER, RUN, DIVIDEND, TRAINS = 2, 3, 4, 5, 6
"""Steps of a turn, for turn(s, company, step=…)."""


# -- positions -----------------------------------------------------------------------------------


def opening(
    players: int = 4,
    variant: str = "base",
    rulings: str = "book",
    builders: tuple[str, str] = ("SD2", "EPP"),
) -> Any:
    """The first decision of a game; seats as named: Ann 0, Ben 1, Cy 2, Dee 3.

    In the base game it is the first stock round, whose first lap begins with the last seat.
    `builders` are the lot of variant A.
    """
    game = Game(Setup("1824", NAMES[:players], variant, rulings))
    game.enter(DrawSeats(-1, tuple(range(players))))
    if isinstance(game.state.frame, BuilderDraw):
        game.enter(DrawBuilders(-1, *builders))
    return game.state


def own(s: Any, seat: int, railway: str, price: int | None = None) -> Any:
    """Hand a coal, pre-state or mountain railway over as if sold; the bank pays, so purses stay.

    Treasury, first train and the regional's price are as after a purchase at this (or the lowest) price.
    """
    paid = prices(s, railway)[0] if price is None else price
    return buy(s.pay(BANK, SEATS[seat], paid), seat, railway, paid)


def stock(
    players: int = 4,
    owners: Mapping[str, int] | None = None,
    *,
    number: int = 2,
    seat: int = 0,
    variant: str = "base",
    rulings: str = "book",
    coal_prices: Mapping[str, int] | None = None,
    builders: tuple[str, str] = ("SD2", "EPP"),
) -> Any:
    """A stock round, by default the second; `owners` says who has which railway, the others were not sold.

    Nobody's cash has changed since the start, and no railway has placed its home marker (see home).
    """
    s = opening(players, variant, rulings, builders)
    for railway, holder in (owners or {}).items():
        s = own(s, holder, railway, (coal_prices or {}).get(railway))
    if number > 1:
        s = remove_unsold(s)
    return s.replace(stack=(Course(number), StockRound(number, seat)), news=())


def turn(s: Any, company: str, **fields: Any) -> Any:
    """The company's turn in OR 2.1, settled to its first decision (the track step unless told otherwise).

    `first` follows from whether the company has its home marker; `acted` names those before it. A step in
    which nothing can be done passes by itself, unless `settled=False` stops there.
    """
    acted = fields.pop("acted", ())
    settled = fields.pop("settled", True)
    number, of = fields.pop("number", 1), fields.pop("of", 1)
    fields.setdefault("first", company not in s.begun)
    s = s.replace(
        stack=(
            Course(2, number, of),
            OperatingRound(2, number, of, True, (*acted, company)),
            Turn(company, **fields),
        )
    )
    return settle(s).replace(news=()) if settled else s


def operating_round(s: Any, number: int = 1, of: int = 1) -> Any:
    """An operating round of set 2 from its very beginning, settled to the first decision."""
    return settle(s.replace(stack=(Course(2, number - 1, of),))).replace(news=())


def round_ends(s: Any, *forming: str, number: int = 1, of: int = 2) -> Any:
    """The end of an operating round in which everybody has acted; these state railways form.

    By default another round follows, so that no train goes abroad. Settled to the next decision.
    """
    acted = (*s.facts.minors, *s.prices)
    s = s.replace(
        stack=(Course(2, number, of), OperatingRound(2, number, of, True, acted)),
        forming=forming,
    )
    return settle(s).replace(news=())


# -- papers and prices ---------------------------------------------------------------------------


def give(s: Any, seat: int, company: str, shares: int, source: str = OFFER) -> Any:
    """Hand shares over without money; of a director's paper on offer two of them are that."""
    papers = s.book.papers_of[company]
    if s.papers[papers[0].id] == source and shares >= 2:
        s, shares = s.hand_over(papers[0].id, SEATS[seat]), shares - 2
    return singles(s, seat, company, shares, source)


def singles(s: Any, seat: int, company: str, shares: int, source: str = OFFER) -> Any:
    """Hand 10% shares over without money, never the director's paper."""
    for paper in s.book.papers_of[company][1:]:
        if shares and s.papers[paper.id] == source:
            s, shares = s.hand_over(paper.id, SEATS[seat]), shares - 1
    assert not shares, f"not enough shares of {company} in {source}"
    return s


def director(s: Any, seat: int, company: str) -> Any:
    """Hand the director's paper over, wherever it lies."""
    return s.hand_over(f"{company}_0", SEATS[seat])


def to_pool(s: Any, company: str, shares: int) -> Any:
    """Put shares into the pool (variant A)."""
    papers = [p for p in s.book.papers_of[company] if not p.director and s.papers[p.id] == OFFER]
    for paper in papers[:shares]:
        s = s.hand_over(paper.id, POOL)
    return s


def par(s: Any, company: str, price: int) -> Any:
    """Give a regional railway its start price."""
    return set_par(s, company, price)


def price_at(s: Any, company: str, row: int, column: int) -> Any:
    """Put a price marker into a cell of the table."""
    return s.move_price(company, (row, column))


def cash_of(s: Any, owner: str | int, amount: int) -> Any:
    """Give a seat or company exactly so much cash; the difference goes to or comes from the bank."""
    purse = SEATS[owner] if isinstance(owner, int) else owner
    return s.pay(purse, BANK, s.cash[purse] - amount)


def operated(s: Any, *companies: str) -> Any:
    """Companies that have had a turn: their shares may be sold."""
    return s.replace(operated=(*s.operated, *companies))


def start(
    s: Any, company: str, seat: int = 0, price: int = 80, shares: int = 5, cash: int | None = None
) -> Any:
    """A regional railway in operation: price set, shares with one seat, capital paid; no marker placed yet.

    A coal railway that would become it must not be in play.
    """
    s = give(par(s, company, price), seat, company, shares)
    capital = 10 * price if cash is None else cash
    return s.pay(BANK, company, capital).replace(opened=(*s.opened, company))


def formed(s: Any, state: str, seat: int = 0, shares: int = 2, cash: int = 0) -> Any:
    """A state railway in operation with its marker on nr 1's place; none of its pre-state railways plays."""
    s = give(s, seat, state, shares).pay(BANK, state, cash)
    s = s.replace(opened=(*s.opened, state), formed=(*s.formed, state), markers={**s.markers, state: 0})
    return home(s, state)


# -- phases and trains ---------------------------------------------------------------------------


def phase(s: Any, *trains: str) -> Any:
    """The phases that the first trains of these types begin, without their other effects."""
    return s.replace(phases=trains)


def sells(s: Any, kind: str) -> Any:
    """The bank sells this normal type next: the smaller ones have left it and their phases have begun."""
    order = [name for name, card in s.book.trains.items() if card.sold_from is None]
    before = order[: order.index(kind)]
    gone = {card: OUT for card, owner in s.trains.items() if owner == BANK and s.train_type(card) in before}
    return s.replace(trains={**s.trains, **gone}, phases=tuple(before))


def train(s: Any, company: str, *cards: str) -> Any:
    """Give a company train cards without money, e.g. train(s, "BK", "3-0", "2g-1")."""
    owners = dict.fromkeys(cards, company)
    sides = {card: s.train_type(card) for card in cards}
    return s.replace(trains={**s.trains, **owners}, versions={**s.versions, **sides})


def no_trains(s: Any, company: str) -> Any:
    """Take every train of a company out of the game."""
    return s.replace(trains={**s.trains, **dict.fromkeys(s.trains_of(company), OUT)})


# -- the map -------------------------------------------------------------------------------------


def home(s: Any, *companies: str) -> Any:
    """Place home markers as if the companies had acted before."""
    for company in companies:
        s = place_homes(s, company).replace(begun=(*s.begun, company))
    return operated(s, *companies).replace(news=())


def tile(s: Any, hex_id: str, number: str, rotation: int) -> Any:
    """Lay a tile without asking any rule."""
    supply = {**s.supply, number: s.supply[number] - 1}
    old = s.board.laid.get(HexId(hex_id))
    if old is not None:
        supply[old.tile] += 1
    return s.replace(board=s.board.lay(s.book.atlas, HexId(hex_id), TileId(number), rotation), supply=supply)


def marker(s: Any, company: str, stop: str) -> Any:
    """Place a station marker without asking any rule."""
    return s.replace(
        board=s.board.place(s.book.atlas, StopId(stop), company),
        markers={**s.markers, company: s.markers[company] + 1},
    )


# -- playing -------------------------------------------------------------------------------------


def do(s: Any, *actions: Action) -> Any:
    """Play actions; what is in the box stays the same if it was right before."""
    sound = not conserved(s)
    for action in actions:
        s = play(s, action).state
        assert not sound or not conserved(s), conserved(s)
    return s


def events(s: Any, action: Action) -> list[str]:
    """The names of what an action brings about."""
    return [type(event).__name__ for event in play(s, action).events]


def offered(s: Any, seat: int, test: Callable[[Any], bool] = lambda a: True) -> list[Any]:
    """The legal actions of a seat that pass the test."""
    return [action for action in legal(s, seat) if test(action)]


def rest_of_turn(s: Any) -> Any:
    """The acting company does nothing more: no track, no marker, no run (so it keeps 0), no train."""
    company, seat, number = s.frame.company, s.director_seat(s.frame.company), s.stack[1].number
    while s.stack and isinstance(s.frame, Turn) and (s.frame.company, s.stack[1].number) == (company, number):
        idle = [a for a in legal(s, seat) if type(a).__name__ == "Pass" or a == RunTrains(seat)]
        s = play(s, idle[0]).state
    return s
