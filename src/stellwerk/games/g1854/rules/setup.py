"""SU: set-up."""

from stellwerk.board.board import Board
from stellwerk.engine.state import Setup
from stellwerk.games.g1854.rules.book import LOKALBAHN, PLAYERS
from stellwerk.games.g1854.rules.opening import Auction
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.course import Course, SeatDraw
from stellwerk.mech18.state import BANK, OFFER, RESERVED, SEATS, book_of


def start(setup: Setup) -> Austria:
    """Money, papers, trains, tiles; the seats are drawn first (SU-1)."""
    count = len(setup.players)
    if setup.variant not in PLAYERS:
        raise ValueError(f"1854 has no variant {setup.variant!r}, only {', '.join(PLAYERS)}")
    low, high = PLAYERS[setup.variant]
    if not low <= count <= high:
        raise ValueError(f"1854 is for {low} to {high} players, not {count}")
    if len(set(setup.players)) != count or not all(name.strip() for name in setup.players):
        raise ValueError("every player needs a name of his own")
    book = book_of(setup)
    purses = dict.fromkeys(SEATS[:count], book.cash)  # SU-2
    purses |= dict.fromkeys(book.companies, 0)
    purses[BANK] = book.bank - count * book.cash
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
        cash=purses,
        papers={paper: RESERVED if paper in aside else OFFER for paper in book.papers},
        privates=dict.fromkeys(book.privates, OFFER),
        par={},
        prices={},
        board=Board(),
        markers={sym: 0 for sym, company in book.companies.items() if company.kind != LOKALBAHN},
        supply={number: tile.count for number, tile in book.atlas.tiles.items()},
        trains={f"{t.name}-{n}": BANK for t in book.trains.values() for n in range(t.count or 1)},  # SU-4
        versions={},
        phases=(),
        last_run={},
    )
