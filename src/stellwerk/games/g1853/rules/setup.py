"""2.1 to 2.4: set-up."""

from stellwerk.board.board import Board
from stellwerk.engine.state import Setup
from stellwerk.engine.title import check_players
from stellwerk.games.g1853.data.components import FILE, faults
from stellwerk.games.g1853.rules.book import PLAYERS
from stellwerk.games.g1853.rules.cities import Naming
from stellwerk.games.g1853.rules.opening import Bidding
from stellwerk.games.g1853.rules.state import ENVELOPES, India
from stellwerk.mech18.course import Course
from stellwerk.mech18.setup import purses, tile_stock, train_cards
from stellwerk.mech18.state import OFFER, book_of


def start(setup: Setup) -> India:
    """Money, papers, trains, tiles; the contracts come first (2.5)."""
    check_players(setup, PLAYERS)
    count = len(setup.players)
    FILE.refuse(setup, faults)
    book = book_of(setup)
    return India(
        setup=setup,
        stack=(Course(), Naming(), Bidding()),
        names=setup.players,
        order=tuple(range(count)),
        cash=purses(book, count) | {ENVELOPES: 0},  # 2.3; 1-a: starting cash comes out of the bank
        papers=dict.fromkeys(book.papers, OFFER),
        privates={},
        par={sym: company.pars[0] for sym, company in book.companies.items()},
        prices={},
        board=Board(),
        markers=dict.fromkeys(book.companies, 0),
        supply=tile_stock(book),
        trains=train_cards(book),
        versions={},
        phases=(),
        last_run={},
    )
