"""SU: set-up."""

from fens.rules.book import PLAYERS
from fens.rules.state import Fens
from stellwerk.board.board import Board
from stellwerk.engine.state import Setup
from stellwerk.mech18.course import Course, SeatDraw
from stellwerk.mech18.state import BANK, OFFER, SEATS, book_of


def start(setup: Setup) -> Fens:
    """SU-1: money, papers, trains, tiles; the seats are drawn first."""
    count = len(setup.players)
    if setup.variant != "base":
        raise ValueError(f"18Fen has no variant {setup.variant!r}, only base")
    if not PLAYERS[0] <= count <= PLAYERS[1]:
        raise ValueError(f"18Fen is for {PLAYERS[0]} to {PLAYERS[1]} players, not {count}")
    if len(set(setup.players)) != count or not all(name.strip() for name in setup.players):
        raise ValueError("every player needs a different name")
    book = book_of(setup)
    purses = dict.fromkeys(SEATS[:count], book.cash) | dict.fromkeys(book.companies, 0)
    return Fens(
        setup=setup,
        stack=(Course(), SeatDraw()),
        names=setup.players,
        cash={**purses, BANK: book.bank - count * book.cash},
        papers=dict.fromkeys(book.papers, OFFER),
        privates={},
        par={},
        prices={},
        board=Board(),
        markers=dict.fromkeys(book.companies, 0),
        supply={number: tile.count for number, tile in book.atlas.tiles.items()},
        trains={f"{t.name}-{n}": BANK for t in book.trains.values() for n in range(t.count or 1)},
        versions={},
        phases=(),
        last_run={},
    )
