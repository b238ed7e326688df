"""Positions of 1854 for tests, made by hand from a fresh game."""

from collections.abc import Callable
from typing import Any

from stellwerk.board.hexes import HexId, StopId, TileId
from stellwerk.engine import Action, Game, Pass, Setup, legal, play, title
from stellwerk.engine.forms import fill
from stellwerk.engine.play import settle
from stellwerk.games.g1854.rules.opening import Auction
from stellwerk.games.g1854.rules.state import LocalTurn, Turn
from stellwerk.mech18.course import Course, DrawSeats
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.state import BANK, OFFER, OUT, POOL, RESERVED, SCRAP, SEATS
from stellwerk.mech18.stock import StockRound, set_par
from tests.games.judging import forbidden as forbidden
from tests.games.judging import refused as refused

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")
MAJORS = ("KE", "FJ", "SD", "KR", "KT", "SB", "NT", "VB")
PHASES = {"2": (), "3": ("2", "3"), "4": ("2", "3", "4"), "5": ("2", "3", "4", "5")}
PHASES["6"] = (*PHASES["5"], "6")
PHASES["8"] = (*PHASES["6"], "8")

# Steps of a turn: of a share company, of a local railway.
TRACK, MARKER, RUN, PAY, TRAINS, MAIL = 3, 4, 5, 6, 7, 8
LOCAL_TRACK, LOCAL_MARKER, LOCAL_RUN, LOCAL_TRAINS = 1, 2, 3, 5


def opening(players: int = 4, rulings: str = "book") -> Any:
    """The first state of the auction; seats as named: Ann 0, Ben 1, Cy 2, Dee 3."""
    game = Game(Setup("1854", NAMES[:players], rulings=rulings))
    game.enter(DrawSeats(-1, tuple(range(players))))
    assert isinstance(game.state.frame, Auction)
    return game.state


def stock(players: int = 4, number: int = 2, seat: int = 0, rulings: str = "book") -> Any:
    """A stock round, by default the second: mountain railways closed, the local railways nobody's yet."""
    s = opening(players, rulings)
    s = s.replace(privates=dict.fromkeys(s.privates, OUT))
    return s.replace(stack=(Course(number), StockRound(number, seat)))


def mountain(s: Any, private: str, seat: int) -> Any:
    return s.replace(privates={**s.privates, private: SEATS[seat]})


def local(s: Any, railway: str, seat: int, cash: int = 150) -> Any:
    """A local railway with an owner and money."""
    s = s.hand_over(f"{railway}_0", SEATS[seat]).pay(BANK, railway, cash)
    return s.replace(opened=(*s.opened, railway))


def locals_of(s: Any, *seats: int) -> Any:
    """The six local railways, with these owners by number."""
    for railway, seat in zip("123456", seats, strict=True):
        s = local(s, railway, seat)
    return s


def give(s: Any, seat: int, company: str, *papers: int) -> Any:
    """Hand papers over by number: 0 is the director's, 1 to 3 are the ordinary ones, 4 to 8 the new ones."""
    for number in papers:
        s = s.hand_over(f"{company}_{number}", SEATS[seat])
    return s


def to(s: Any, owner: str, company: str, *papers: int) -> Any:
    for number in papers:
        s = s.hand_over(f"{company}_{number}", owner)
    return s


def major(
    s: Any,
    company: str,
    seat: int = 0,
    par: int = 82,
    papers: tuple[int, ...] = (0, 1),
    cash: int | None = None,
) -> Any:
    """A floated Major: price set, papers with one seat, capital paid; home not placed yet."""
    s = give(set_par(s, company, par), seat, company, *papers)
    s = s.pay(BANK, company, 10 * par if cash is None else cash)
    return s.replace(opened=(*s.opened, company))


def lokalbahn(s: Any, company: str, seat: int = 0, other: int = 1, cash: int = 300, hex_id: str = "") -> Any:
    """An AG; with a hex it has its home there, on whatever tile 14 needs."""
    s = give(give(s, seat, company, 0), other, company, 1).pay(BANK, company, cash)
    s = s.replace(opened=(*s.opened, company), markers={**s.markers, company: 0})
    s = s.move_price(company, s.facts.lokalbahn_cell)
    if not hex_id:
        return s
    return marker(
        s if HexId(hex_id) in s.board.laid else tile(s, hex_id, "14", 0), company, f"{hex_id}.0"
    ).replace(begun=(*s.begun, company))


def phase(s: Any, number: str) -> Any:
    """A phase without its other effects: all trains before it have left the bank."""
    kinds = [kind for kind in ("2", "3", "4", "5", "6", "8") if kind in PHASES[number]]
    gone = {card: OUT for card in s.trains if s.train_type(card) in kinds[:-1]}
    return s.replace(phases=PHASES[number], trains={**s.trains, **gone})


def at(s: Any, company: str, row: int, column: int) -> Any:
    return s.move_price(company, (row, column))


def cash_of(s: Any, owner: str | int, amount: int) -> Any:
    """Exactly so much cash; the difference goes to or comes from the bank."""
    purse = SEATS[owner] if isinstance(owner, int) else owner
    return s.pay(purse, BANK, s.cash[purse] - amount)


def tile(s: Any, hex_id: str, number: str, rotation: int) -> Any:
    """Lay a tile without asking any rule."""
    supply = {**s.supply, number: s.supply[number] - 1}
    old = s.board.laid.get(HexId(hex_id))
    if old is not None:
        supply[old.tile] += 1
    return s.replace(board=s.board.lay(s.book.atlas, HexId(hex_id), TileId(number), rotation), supply=supply)


def marker(s: Any, company: str, stop: str) -> Any:
    return s.replace(
        board=s.board.place(s.book.atlas, StopId(stop), company),
        markers={**s.markers, company: s.markers[company] + 1},
    )


def home(s: Any, *companies: str) -> Any:
    """Home markers as if the companies had acted before."""
    for company in companies:
        for stop in s.book.companies[company].homes:
            s = marker(s, company, s.board.stop_now(s.book.atlas, StopId(stop)))
        s = s.replace(begun=(*s.begun, company))
    return s


def train(s: Any, owner: str, card: str, version: str = "") -> Any:
    return s.replace(
        trains={**s.trains, card: owner},
        versions={**s.versions, card: version or card.rpartition("-")[0]},
    )


def turn(s: Any, company: str, step: int = 0, **fields: Any) -> Any:
    """The company's turn in OR 2.1 of 1, settled to its first decision."""
    acted = fields.pop("acted", ())
    number, of = fields.pop("number", 1), fields.pop("of", 1)
    frame = (LocalTurn if s.is_local(company) else Turn)(
        company, step=step, first=company not in s.begun, **fields
    )
    stack = (Course(2, number, of), OperatingRound(2, number, of, True, (*acted, company)), frame)
    return settle(s.replace(stack=stack)).replace(news=())


def stuck(s: Any, company: str, step: int, **fields: Any) -> Any:
    """A step of the company's turn as it stands, even if nothing can be done in it."""
    frame = (LocalTurn if s.is_local(company) else Turn)(company, step=step, **fields)
    return s.replace(stack=(Course(2, 1, 1), OperatingRound(2, 1, 1, True, (company,)), frame))


def rounds(s: Any, number: int = 1, of: int = 1) -> Any:
    """An operating round of set 2 from its very beginning, settled to the first decision."""
    return settle(s.replace(stack=(Course(2, number - 1, of),))).replace(news=())


def do(s: Any, *actions: Action) -> Any:
    for action in actions:
        s = play(s, action).state
        assert title("1854").conserved(s) == []
    return s


def told(s: Any, action: Action) -> list[str]:
    """The names of what an action brings about."""
    return [type(event).__name__ for event in play(s, action).events]


def said(s: Any, action: Action) -> list[str]:
    """What the log says after an action, in English."""
    return [fill(event.says, event.figures) for event in play(s, action).events]


def offered(s: Any, seat: int, kind: type, test: Callable[[Any], bool] = lambda a: True) -> list[Any]:
    """The legal actions of a kind that pass the test."""
    return [action for action in legal(s, seat) if isinstance(action, kind) and test(action)]


def passes(s: Any, count: int) -> Any:
    """So many passes in a row, by whoever is to act."""
    for _ in range(count):
        s = do(s, Pass(s.frame.seat))
    return s


def run(*path: str, card: str = "2-0", seat: int = 0) -> RunTrains:
    return RunTrains(seat, (Route(card, path),))


def owns(s: Any, card: str) -> str:
    return str(s.trains[card])


__all__ = ["BANK", "OFFER", "OUT", "POOL", "RESERVED", "SCRAP", "SEATS"]
