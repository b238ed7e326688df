"""2.1 to 2.4: set-up."""

from stellwerk.board.board import Board
from stellwerk.engine.state import Setup
from stellwerk.games.g1853.data.checks import check
from stellwerk.games.g1853.data.components import FILE
from stellwerk.games.g1853.rules.book import PLAYERS, SHORT
from stellwerk.games.g1853.rules.cities import Naming
from stellwerk.games.g1853.rules.opening import Bidding
from stellwerk.games.g1853.rules.state import ENVELOPES, India
from stellwerk.mech18.course import Course
from stellwerk.mech18.state import BANK, OFFER, SEATS, book_of


def start(setup: Setup) -> India:
    """Money, papers, trains, tiles; the contracts come first (2.5)."""
    count = len(setup.players)
    if setup.variant not in ("base", SHORT):
        raise ValueError(f"1853 has no variant {setup.variant!r}, only base, {SHORT}")
    if not PLAYERS[0] <= count <= PLAYERS[1]:
        raise ValueError(f"1853 is for {PLAYERS[0]} to {PLAYERS[1]} players, not {count}")
    if len(set(setup.players)) != count or not all(name.strip() for name in setup.players):
        raise ValueError("every player needs a name of his own")
    FILE.refuse(setup, check)
    book = book_of(setup)
    purses = dict.fromkeys(SEATS[:count], book.cash)  # 2.3
    purses |= dict.fromkeys(book.companies, 0)
    purses[ENVELOPES] = 0
    purses[BANK] = book.bank - count * book.cash  # 1-a: starting cash comes out of the bank
    return India(
        setup=setup,
        stack=(Course(), Naming(), Bidding()),
        names=setup.players,
        order=tuple(range(count)),
        cash=purses,
        papers=dict.fromkeys(book.papers, OFFER),
        privates={},
        par={sym: company.pars[0] for sym, company in book.companies.items()},
        prices={},
        board=Board(),
        markers=dict.fromkeys(book.companies, 0),
        supply={number: tile.count for number, tile in book.atlas.tiles.items()},
        trains={f"{t.name}-{n}": BANK for t in book.trains.values() for n in range(t.count or 0)},
        versions={},
        phases=(),
        last_run={},
    )
