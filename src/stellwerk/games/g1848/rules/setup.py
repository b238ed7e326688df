"""III: set-up."""

from stellwerk.board.board import Board
from stellwerk.engine.state import Setup
from stellwerk.engine.title import check_players
from stellwerk.finance.market import PriceMarker
from stellwerk.games.g1848.rules.book import BOE, PLAYERS, Facts
from stellwerk.games.g1848.rules.opening import PrivateSale
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.mech18.course import Course, SeatDraw
from stellwerk.mech18.setup import purses, tile_stock, train_cards
from stellwerk.mech18.state import OFFER, POOL, SEATS, book_of


def start(setup: Setup) -> Australia:
    """Set-up (III): money, papers, trains, tiles; the seats are drawn first."""
    check_players(setup, PLAYERS)  # III-2
    count = len(setup.players)
    book = book_of(setup)
    facts = book.facts
    assert isinstance(facts, Facts)
    railways = [sym for sym, company in book.companies.items() if company.director]
    return Australia(
        setup=setup,
        stack=(Course(), PrivateSale(), SeatDraw()),
        names=setup.players,
        cash=purses(book, count) | {BOE: facts.bank_of_england},  # III-2; III-3: every company has its own
        papers={
            paper.id: OFFER if book.companies[paper.company].director else POOL
            for paper in book.papers.values()
        },
        privates=dict.fromkeys(book.privates, OFFER),
        par={},
        prices={BOE: PriceMarker(facts.bank_row, 0, 0)},
        board=Board(),
        markers=dict.fromkeys(railways, 0),
        supply=tile_stock(book),
        trains=train_cards(book),
        versions={},
        phases=(),
        last_run={},
        sale={sym: private.price for sym, private in book.privates.items()},
        rights=dict.fromkeys(("P2", "P3", "P4"), ""),
        loans=dict.fromkeys(railways, 0),
        lost=dict.fromkeys(SEATS[:count], 0),
    )
