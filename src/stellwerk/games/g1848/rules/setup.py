"""III: set-up."""

from stellwerk.board.board import Board
from stellwerk.engine.state import Setup
from stellwerk.finance.market import PriceMarker
from stellwerk.games.g1848.rules.book import BOE, PLAYERS, Facts
from stellwerk.games.g1848.rules.opening import PrivateSale
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.mech18.course import Course, SeatDraw
from stellwerk.mech18.state import BANK, OFFER, POOL, SEATS, book_of


def start(setup: Setup) -> Australia:
    """Set-up (III): money, papers, trains, tiles; the seats are drawn first."""
    count = len(setup.players)
    if setup.variant != "base":
        raise ValueError(f"1848 has no variant {setup.variant!r}, only base")
    if not PLAYERS[0] <= count <= PLAYERS[1]:  # III-2
        raise ValueError(f"1848 is for {PLAYERS[0]} to {PLAYERS[1]} players, not {count}")
    if len(set(setup.players)) != count or not all(name.strip() for name in setup.players):
        raise ValueError("every player needs a name of his own")
    book = book_of(setup)
    facts = book.facts
    assert isinstance(facts, Facts)
    purses = dict.fromkeys(SEATS[:count], book.cash)  # III-2
    purses |= dict.fromkeys(book.companies, 0)  # III-3: every company has its own purse
    purses[BOE] = facts.bank_of_england
    purses[BANK] = book.bank - count * book.cash
    railways = [sym for sym, company in book.companies.items() if company.director]
    return Australia(
        setup=setup,
        stack=(Course(), PrivateSale(), SeatDraw()),
        names=setup.players,
        cash=purses,
        papers={
            paper.id: OFFER if book.companies[paper.company].director else POOL
            for paper in book.papers.values()
        },
        privates=dict.fromkeys(book.privates, OFFER),
        par={},
        prices={BOE: PriceMarker(facts.bank_row, 0, 0)},
        board=Board(),
        markers=dict.fromkeys(railways, 0),
        supply={number: tile.count for number, tile in book.atlas.tiles.items()},
        trains={f"{t.name}-{n}": BANK for t in book.trains.values() for n in range(t.count or 1)},
        versions={},
        phases=(),
        last_run={},
        sale={sym: private.price for sym, private in book.privates.items()},
        rights=dict.fromkeys(("P2", "P3", "P4"), ""),
        loans=dict.fromkeys(railways, 0),
        lost=dict.fromkeys(SEATS[:count], 0),
    )
