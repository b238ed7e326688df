"""Positions of the kit's title, put together by hand."""

from stellwerk.engine import Event, Setup, play
from stellwerk.engine.action import Action
from stellwerk.engine.state import with_item
from stellwerk.mech18.course import Course
from stellwerk.mech18.markers import place_homes
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.shares import transfer
from stellwerk.mech18.state import BANK, OFFER, SEATS
from stellwerk.mech18.stock import StockRound, set_par
from tests.mech18.kit import GAME, STEPS, AidTurn, Table, start

NAMES = ("Ann", "Ben", "Cy", "Dee")


def stock(players: int = 3, number: int = 2, variant: str = "base") -> Table:
    """A stock round in which the first seat begins."""
    s = start(Setup(GAME, NAMES[:players], variant))
    return s.replace(stack=(Course(set=number), StockRound(number, 0)))


def started(s: Table, company: str, *shares: int, par: int = 60, cash: int = 0) -> Table:
    """A company in operation: so many shares for each seat, the first of them its director."""
    s = set_par(s, company, par) if par else s
    s = s.hand_over(f"{company}_0", SEATS[0])
    for seat, count in enumerate(shares or (1,)):
        bought = count - s.book.papers_of[company][0].shares if seat == 0 else count
        s = transfer(s, company, OFFER, SEATS[seat], bought)
    return s.pay(BANK, company, cash).replace(opened=(*s.opened, company))


def home(s: Table, company: str) -> Table:
    """It has had its first turn."""
    s = place_homes(s, company).replace(begun=(*s.begun, company), operated=(*s.operated, company))
    return s.replace(news=())


def card(s: Table, owner: str, train: str, version: str = "") -> Table:
    """A train card in somebody's hand."""
    side = version or s.train_type(train)
    return s.replace(trains=with_item(s.trains, train, owner), versions=with_item(s.versions, train, side))


def turn(s: Table, company: str, step: str, **more: object) -> Table:
    """The company's turn, in the step of this name."""
    frames = (Course(set=1, number=1, of=1), OperatingRound(1, 1, 1, True, (company,)))
    return s.replace(stack=(*frames, AidTurn(company, STEPS[step]))).update_frame(**more)


def lay(s: Table, *tiles: str) -> Table:
    """Tiles as "A2 5 4": hex, number, rotation."""
    for text in tiles:
        hex_id, number, rotation = text.split()
        board = s.board.lay(s.book.atlas, hex_id, number, int(rotation))  # type: ignore[arg-type]
        s = s.replace(board=board, supply=with_item(s.supply, number, s.supply[number] - 1))
    return s


def done(s: Table, *actions: Action) -> Table:
    """The state after these actions."""
    for action in actions:
        s = play(s, action).state
    return s


def told(s: Table, action: Action) -> tuple[Event, ...]:
    """What an action brings about, as the log tells it."""
    return play(s, action).events
