"""III, X.2, XI.3: set-up."""

from stellwerk.board.board import Board
from stellwerk.engine.state import Setup
from stellwerk.engine.title import check_players
from stellwerk.finance.market import PriceMarker
from stellwerk.games.g1824.rules.book import STATE, Facts, Rulings, players
from stellwerk.games.g1824.rules.draft import BuilderDraw
from stellwerk.games.g1824.rules.goods_time import TownCount, TownPlacing, lay_scenario
from stellwerk.games.g1824.rules.regionals import place_homes
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.course import Course, SeatDraw
from stellwerk.mech18.setup import purses, tile_stock, train_cards
from stellwerk.mech18.state import OFFER, RESERVED, SEATS, book_of


def start(setup: Setup) -> AustriaHungary:
    """Money, papers, trains, tiles; the seats are drawn first (III.1-1)."""
    check_players(setup, players())  # III.1-2
    count = len(setup.players)
    book = book_of(setup)
    facts, rulings = book.facts, book.rulings
    assert isinstance(facts, Facts)
    assert isinstance(rulings, Rulings)
    kept = {minor.paper for minor in facts.minors.values()}  # III.4-2
    states = [sym for sym, company in book.companies.items() if company.kind == STATE]
    towns = TownPlacing(2 * count) if rulings.two_towns_each else TownCount()
    openings = {"placed": (towns,)} if not facts.stacks else {"": (BuilderDraw(),)}
    s = AustriaHungary(
        setup=setup,
        stack=(Course(), *openings.get(facts.towns, ()), SeatDraw()),
        names=setup.players,
        cash=purses(book, count),  # III.3-1, III.4-1; III.4-4: every company has its own
        papers={paper: RESERVED if paper in kept else OFFER for paper in book.papers},
        privates=dict.fromkeys(book.privates, OFFER),
        par={},
        # IV.4.4-1, VIII.1-2: from the start, SD on UG on KK.
        prices={state: PriceMarker(*facts.state_cell, n) for n, state in enumerate(states)},
        arrivals=len(states),
        board=Board(),
        markers={sym: 0 for sym, company in book.companies.items() if company.kind != STATE},
        supply=tile_stock(book),
        trains=train_cards(book),
        versions={},
        phases=(),
        last_run={},
        debt=dict.fromkeys(SEATS[:count], 0),
    )
    if s.rulings.homes_before_first_turn:  # R24
        for railway in facts.markers_from_start:
            s = place_homes(s, railway)
    return (lay_scenario(s) if facts.towns == "scenario" else s).replace(news=())
