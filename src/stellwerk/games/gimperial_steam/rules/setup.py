"""SETUP: what needs no lot. The lots are drawn first (lots.py), then the bids are made (bid.py)."""

from stellwerk.engine.books import book_of
from stellwerk.engine.state import Setup
from stellwerk.engine.title import check_players
from stellwerk.games.gimperial_steam.data.components import (
    FILE,
    HUBS,
    NOTHING,
    PLAYERS,
    SORTS,
    WIEN,
    Goods,
    faults,
)
from stellwerk.games.gimperial_steam.rules.book import VARIANTS, Book
from stellwerk.games.gimperial_steam.rules.lots import lots_of
from stellwerk.games.gimperial_steam.rules.state import Bidding, Course, Lots, Player, Steam, minus, of_sorts


def start(setup: Setup) -> Steam:
    """Set-up for this number of players: everything that is the same in every game of its kind."""
    check_players(setup, dict.fromkeys(VARIANTS, PLAYERS))  # GEN-1
    count = len(setup.players)
    FILE.refuse(setup, faults)
    book = book_of(setup)
    assert isinstance(book, Book)
    parts, numbers = book.parts, book.numbers
    first = Player(
        cash=numbers.cash[book.at],  # SETUP-E4
        reserve=parts.box.workers - numbers.start_workers,
        training=(numbers.start_workers, 0, 0),  # SETUP-E1
        hands=numbers.hands[0],  # SETUP-R3: two in hand, the others lie on rounds 2, 3 and 4
        trains=(numbers.start_level,),  # SETUP-E3
        goods=of_sorts(SORTS),
        investors=numbers.start_investors,  # SETUP-F1
        stations=(WIEN,),  # SETUP-A7; SETUP-E2: the two others cover storage places
        cities=(WIEN,),
    )
    column = (numbers.column,) * 4  # SETUP-M
    cubes: Goods = (parts.box.cubes,) * 4
    boards: Goods = (count,) * 4
    return Steam(
        setup=setup,
        stack=(Course(), Bidding(), Lots(lots_of(setup.variant, count))),
        names=setup.players,
        players=(first,) * count,
        order=tuple(range(count)),
        standing=tuple((0, seat) for seat in range(count)),
        round=1,  # SETUP-R2
        taken=NOTHING,  # SETUP-B: every factory lies on the board
        bank=parts.box.money - count * first.cash,
        supply=minus(minus(cubes, column), boards),
        market=column,
        hubs=dict.fromkeys(HUBS, 0),
        grown=dict.fromkeys(HUBS, 0),
        keys=dict.fromkeys(HUBS, 2),
        wages=dict.fromkeys(book.columns, 0),  # SETUP-C1: all at 10
        # SETUP-R4: one tile per player of every level that is sold
        locomotives={level: count for level, tile in parts.locomotives.items() if tile.round},
        investors=parts.box.investors - count * numbers.start_investors,
    )
