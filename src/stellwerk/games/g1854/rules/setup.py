"""SU: set-up."""

from stellwerk.board.board import Board
from stellwerk.engine.state import Setup
from stellwerk.engine.title import check_players
from stellwerk.games.g1854.rules.book import LOKALBAHN, PLAYERS
from stellwerk.games.g1854.rules.opening import Auction
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.course import Course, SeatDraw
from stellwerk.mech18.setup import purses, tile_stock, train_cards
from stellwerk.mech18.state import OFFER, RESERVED, book_of


def start(setup: Setup) -> Austria:
    """Money, papers, trains, tiles; the seats are drawn first (SU-1)."""
    check_players(setup, PLAYERS)
    book = book_of(setup)
    # SU-3: what stands for nothing yet lies aside until the split; LA-3: Lokalbahn AGs come by mergers.
    aside = {
        paper.id
        for paper in book.papers.values()
        if not paper.shares or book.companies[paper.company].kind == LOKALBAHN
    }
    return Austria(
        setup=setup,
        stack=(Course(), Auction(), SeatDraw()),
        names=setup.players,
        cash=purses(book, len(setup.players)),  # SU-2
        papers={paper: RESERVED if paper in aside else OFFER for paper in book.papers},
        privates=dict.fromkeys(book.privates, OFFER),
        par={},
        prices={},
        board=Board(),
        markers={sym: 0 for sym, company in book.companies.items() if company.kind != LOKALBAHN},
        supply=tile_stock(book),
        trains=train_cards(book),  # SU-4
        versions={},
        phases=(),
        last_run={},
    )
