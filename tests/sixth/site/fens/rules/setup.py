"""SU: set-up."""

from fens.rules.book import PLAYERS
from fens.rules.state import Fens
from stellwerk.board.board import Board
from stellwerk.engine.state import Setup
from stellwerk.engine.title import check_players
from stellwerk.mech18.course import Course, SeatDraw
from stellwerk.mech18.setup import purses, tile_stock, train_cards
from stellwerk.mech18.state import OFFER, book_of


def start(setup: Setup) -> Fens:
    """SU-1: money, papers, trains, tiles; the seats are drawn first."""
    check_players(setup, PLAYERS)
    book = book_of(setup)
    return Fens(
        setup=setup,
        stack=(Course(), SeatDraw()),
        names=setup.players,
        cash=purses(book, len(setup.players)),
        papers=dict.fromkeys(book.papers, OFFER),
        privates={},
        par={},
        prices={},
        board=Board(),
        markers=dict.fromkeys(book.companies, 0),
        supply=tile_stock(book),
        trains=train_cards(book),
        versions={},
        phases=(),
        last_run={},
    )
