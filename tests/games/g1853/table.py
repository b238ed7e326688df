"""Positions of 1853 for tests, made by hand from a fresh game."""

from typing import Any

from stellwerk.board.hexes import HexId, StopId, TileId
from stellwerk.engine import Action, Game, Setup, legal, play
from stellwerk.engine.step import Pass
from stellwerk.games.g1853.rules.book import SMALL
from stellwerk.games.g1853.rules.cities import NameCity
from stellwerk.games.g1853.rules.companies import equip
from stellwerk.games.g1853.rules.directors import rightful_director, take_shares
from stellwerk.games.g1853.rules.opening import WriteBond
from stellwerk.games.g1853.rules.state import SharesRound, Turn, pair
from stellwerk.mech18.course import Course
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.state import BANK, OFFER, OUT, POOL, SEATS
from tests.games.judging import refused as refused

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")
FAR_APART = ("Peshawar", "Karachi", "Trichinopoly")
TRACK, MARKER, RUN, DIVIDEND, TRAINS = 2, 5, 6, 7, 8
"""Steps of a turn."""


def fresh(players: int = 4, rulings: str = "book", variant: str = "base", seed: int = 1) -> Game:
    return Game.new(Setup("1853", NAMES[:players], variant, rulings, seed))


def named(*bonds: int, rulings: str = "book", seed: int = 1) -> Game:
    """Bonds are written in the order of the names; they are all different, so that no lot is drawn."""
    game = fresh(len(bonds), rulings, seed=seed)
    for seat, bond in enumerate(bonds):
        game.submit(WriteBond(seat, bond))
    return game


def name(game: Game, city: str, company: str) -> Any:
    """The next player names a city."""
    return game.submit(NameCity(game.state.frame.seat, city, company))


def close(game: Game) -> Any:
    return game.submit(Pass(game.state.frame.seat))


def base(players: int = 4, rulings: str = "book") -> Any:
    """Contracts done: bonds 100, 90, 80 … for cities far apart; every company is open for sale."""
    s = fresh(players, rulings).state
    bonds = {str(n): 100 - 10 * n for n in range(players)}
    s = s.replace(bonds=bonds, contracts={str(n): FAR_APART for n in range(players)}, bbci=SMALL)
    s = s.replace(claimed={pair(0, company): 0 for company in s.book.companies})
    for seat in range(players):
        s = s.pay(SEATS[seat], "envelopes", bonds[str(seat)])
    return s.replace(news=())


def stock(number: int = 2, seat: int = 0, players: int = 4, rulings: str = "book") -> Any:
    """A stock round in which everything is still to be bought."""
    return base(players, rulings).replace(stack=(Course(number), SharesRound(number, seat)))


def give(s: Any, seat: int, company: str, shares: int = 1, source: str = OFFER) -> Any:
    """Hand shares over without money."""
    for _ in range(shares):
        s = take_shares(s, seat, company, source)
    return s


def to_pool(s: Any, company: str, shares: int) -> Any:
    for paper in [p for p in s.book.papers_of[company] if s.papers[p.id] == OFFER][:shares]:
        s = s.hand_over(paper.id, POOL)
    return s


def cash(s: Any, owner: str | int, amount: int) -> Any:
    """Set somebody's money; the bank takes or gives the difference."""
    who = SEATS[owner] if isinstance(owner, int) else owner
    return s.pay(who, BANK, s.cash[who] - amount)


def opened(s: Any, company: str, director: int | None = 0, shares: int = 5) -> Any:
    """A company in operation; `director` None: all its shares lie in the pool."""
    s = to_pool(s, company, shares) if director is None else give(s, director, company, shares)
    s = s.replace(opened=(*s.opened, company))
    seat = rightful_director(s, company)
    if seat is not None:
        s = s.replace(directors={**s.directors, company: seat})
    return equip(s, company).replace(news=())


def turn(s: Any, company: str, step: int = TRACK, or_set: int = 2, first: bool = False, **fields: Any) -> Any:
    """The company's turn at a step; its option is chosen unless it is its first."""
    if not first:
        s = s.replace(operated=(*s.operated, company))
        if s.is_large(company) and company not in s.options:
            s = s.replace(options={**s.options, company: "from phase 3 on"})
    acted = tuple(s.book.companies)[: list(s.book.companies).index(company) + 1]
    frames = (
        Course(or_set, 1, 1, s.cash[BANK]),
        OperatingRound(or_set, 1, 1, True, acted),
        Turn(company, step, first, **fields),
    )
    return s.replace(stack=frames)


def acting(company: str, step: int = TRACK, players: int = 4, **fields: Any) -> Any:
    """A turn of a company that Ann directs."""
    return turn(opened(base(players), company), company, step, **fields)


def tile(s: Any, hex_id: str, number: str, rotation: int = 0) -> Any:
    """A tile on the map, without any rule."""
    assert s.supply[number] > 0
    board = s.board.lay(s.book.atlas, HexId(hex_id), TileId(number), rotation)
    old = s.board.laid.get(HexId(hex_id))
    supply = {**s.supply, number: s.supply[number] - 1}
    if old is not None:
        supply[old.tile] += 1
    return s.replace(board=board, supply=supply)


def marker(s: Any, stop: str, company: str) -> Any:
    return s.replace(
        board=s.board.place(s.book.atlas, StopId(stop), company),
        markers={**s.markers, company: s.markers[company] + 1},
    )


def train(s: Any, company: str, *kinds: str) -> Any:
    """New trains for a company, without money and without any change of phase."""
    for kind in kinds:
        card_kind = "2" if kind == "1M" else kind
        card = next(c for c, owner in s.trains.items() if owner == BANK and s.train_type(c) == card_kind)
        s = s.replace(trains={**s.trains, card: company}, versions={**s.versions, card: kind})
    return s


def sold_out(s: Any, *kinds: str) -> Any:
    """The bank has none of these trains left."""
    gone = {c: OUT for c, owner in s.trains.items() if owner == BANK and s.train_type(c) in kinds}
    return s.replace(trains={**s.trains, **gone})


def phase(s: Any, *kinds: str) -> Any:
    """Phases that have begun; what they scrap and sell out is gone."""
    s = s.replace(phases=kinds)
    for kind in kinds:
        doomed = {c: OUT for c in s.trains if kind in s.book.trains[s.train_type(c)].scrapped_by}
        s = s.replace(trains={**s.trains, **doomed})
    below = ("2", "3", "4")
    return sold_out(s, *(kind for kind in below if kinds and kind < kinds[-1]))


def do(s: Any, *actions: Action) -> Any:
    for action in actions:
        s = play(s, action).state
    return s


def offers(s: Any, seat: int, kind: type[Action]) -> list[Any]:
    return [action for action in legal(s, seat) if isinstance(action, kind)]
