"""A small 18xx title that has nothing but parts of the kit: what they do, without any real title.

Two share companies and a minor one, eleven hexes, five train types. Its paragraphs are words.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from stellwerk.board.atlas import Atlas, hexes_of, tiles_of
from stellwerk.board.board import Board
from stellwerk.board.hexes import StopId
from stellwerk.board.reach import passable
from stellwerk.board.tile import revenue
from stellwerk.engine import Setup, rule
from stellwerk.engine.capabilities import open_to_all
from stellwerk.engine.rule import Rule
from stellwerk.engine.step import Pass
from stellwerk.engine.title import check_players
from stellwerk.finance.market import Cell, Grid
from stellwerk.finance.papers import print_papers
from stellwerk.mech18.book import Book, Company, Phase, Private, TrainType
from stellwerk.mech18.conserved import money, papers, station_markers, tiles, trains
from stellwerk.mech18.course import Course, CourseActivity, DrawSeats, SeatDraw, SeatDrawActivity, is_an_order
from stellwerk.mech18.dividends import Dividend, DividendMove, DividendStep
from stellwerk.mech18.emergency import (
    EmergencySaleMove,
    aid_up_to_face_value,
    has_its_train,
    means,
    treasury_pays_train,
)
from stellwerk.mech18.markers import HomeStep, MarkerStep, PlaceMarker, marker_rules
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import (
    OperatedStep,
    OperatingRound,
    OperatingTurn,
    RoundActivity,
    TurnActivity,
    company_of,
    following_in,
)
from stellwerk.mech18.phases import (
    DiscardTrain,
    SurplusActivity,
    SurplusTrains,
    begin_phase,
    is_surplus,
    meet_limit,
    scrap,
)
from stellwerk.mech18.prices import move_price, rise_if_sold_out
from stellwerk.mech18.privates import pay_incomes
from stellwerk.mech18.runs import RunMove, Runs, RunStep, RunTrains, route_rule
from stellwerk.mech18.setup import purses, tile_stock, train_cards
from stellwerk.mech18.shares import open_if_issued
from stellwerk.mech18.state import OFFER, POOL, Railways, book_of
from stellwerk.mech18.stock import (
    BuyMove,
    BuyShare,
    SellMove,
    SellShares,
    StartCompany,
    StartMove,
    StockActivity,
    StockRound,
    below_holding_limit,
    buyer_can_pay,
    company_exists,
    director_paper_has_a_taker,
    has_a_price,
    no_director_changes,
    not_sold_this_round,
    not_started,
    one_sale_a_turn,
    par_is_printed,
    pool_has_room,
    room_under,
    sales_have_begun,
    share_is_there,
    sold_down,
    some_shares,
)
from stellwerk.mech18.title import RailwayPages, railway_title
from stellwerk.mech18.track import (
    LayMove,
    LayTile,
    TrackStep,
    colour_available,
    colour_follows,
    extends_own_track,
    for_new_tile,
    for_upgrade,
    hex_and_tile_exist,
    hex_is_land,
    home_comes_first,
    label_matches,
    lays_left,
    markers_keep_a_circle,
    same_places,
    terrain_cost,
    tile_follows,
    tile_in_stock,
    track_is_kept,
    track_leads_somewhere,
    treasury_pays,
)
from stellwerk.mech18.trains import (
    BuyTrain,
    BuyTrainMove,
    TrainOffer,
    TrainOfferActivity,
    TrainStep,
    bank_choices,
    bank_sells_it_now,
    below_train_limit,
    card_side_fixed,
    complete,
    must_buy,
    offer_is_new,
    owned_version,
    pays_the_printed_price,
    price_between_companies,
    seller_is_open,
    trade_in_fits,
    trade_is_open,
    train_exists,
    treasury_short,
)
from stellwerk.mech18.view import railway_view
from stellwerk.mech18.wealth import richest, wealth
from stellwerk.routing import Limit, Stop, Train

GAME = "kit"
PLAYERS = {"base": (2, 4), "duel": (2, 2)}
"""In a duel a refusal to sell a train holds for the card."""

# Sides of a hex: 0 SW, 1 W, 2 NW, 3 NE, 4 E, 5 SE.
HEXES: dict[str, dict[str, Any]] = {
    "A2": {"name": "Ash", "stops": ["city slots=1 home=NR"]},
    "A4": {},
    "A6": {"name": "Coast", "colour": "red", "stops": ["offboard 20/30/40/40"], "paths": "0-s0! 1-s0!"},
    "B1": {},
    "B3": {"cost": 30, "terrain": "hill"},
    "B5": {"name": "Birch", "stops": ["town"]},
    "B7": {"name": "Cedar", "stops": ["city slots=1 home=ER"]},
    "C2": {"name": "Dale", "stops": ["city slots=1 home=MR"]},
    "C4": {"name": "Elm", "stops": ["city slots=1"]},
    "C6": {"name": "Fir", "label": "X", "stops": ["city slots=1"]},
    "D3": {"name": "Gorse", "colour": "gray", "stops": ["city 10 slots=1"], "paths": "2-s0 3-s0"},
}

TILES: dict[str, dict[str, Any]] = {
    "57": {"colour": "yellow", "count": 3, "stops": ["city 20 slots=1"], "paths": "0-s0 s0-3"},
    "5": {"colour": "yellow", "count": 2, "stops": ["city 20 slots=1"], "paths": "0-s0 1-s0"},
    "58": {"colour": "yellow", "count": 1, "stops": ["town 10"], "paths": "0-s0 2-s0"},
    "4": {"colour": "yellow", "count": 1, "stops": ["town 10"], "paths": "0-s0 3-s0"},
    "X1": {"colour": "yellow", "count": 1, "label": "X", "stops": ["city 30 slots=1"], "paths": "0-s0 2-s0"},
    "8": {"colour": "yellow", "count": 3, "paths": "0-2"},
    "9": {"colour": "yellow", "count": 3, "paths": "0-3", "becomes": ["23"]},
    "14": {
        "colour": "green",
        "count": 2,
        "stops": ["city 30 slots=2"],
        "paths": "0-s0 1-s0 3-s0 4-s0",
    },
    "15": {
        "colour": "green",
        "count": 1,
        "stops": ["city 30 slots=2"],
        "paths": "0-s0 1-s0 2-s0 4-s0",
    },
    "63": {
        "colour": "brown",
        "count": 1,
        "stops": ["city 40 slots=1"],
        "paths": "0-s0 1-s0 2-s0 3-s0 4-s0",
    },
    "23": {"colour": "green", "count": 2, "paths": "0-3 0-4"},
    "24": {"colour": "green", "count": 2, "paths": "0-3 0-2"},
    "611": {
        "colour": "brown",
        "count": 1,
        "stops": ["city 40 slots=2"],
        "paths": "0-s0 1-s0 2-s0 3-s0 4-s0",
    },
}

SHARES = (2, 1, 1, 1, 1, 1, 1, 1, 1)
COMPANIES = {
    "NR": Company("NR", "North", "public", ("A2.0",), (0, 40, 60), (60, 80), SHARES),
    "ER": Company("ER", "East", "public", ("B7.0",), (0, 40), (60, 80), SHARES),
    "MR": Company("MR", "Minor", "minor", ("C2.0",), (0,), (), (1,)),
}
PRIVATES = {"P1": Private("P1", "Mill", 30, 10), "P2": Private("P2", "Mine", 50, 15)}

TRAINS: list[dict[str, Any]] = [
    {"name": "2", "count": 4, "versions": [("2", 80, 2)], "scrapped_by": ["4"], "beside": ["minor"]},
    {"name": "3", "count": 2, "versions": [("3", 160, 3), ("3+", 180, 4)]},
    {"name": "4", "count": 2, "versions": [("4", 300, 4, "3", 100)]},
    {"name": "5", "count": None, "versions": [("5", 450, 5)]},
    {"name": "G", "count": 2, "versions": [("G", 50, 2)], "stack": "goods", "sold_from": "3"},
]
PHASES = (
    Phase("start", "yellow", {"public": 3, "minor": 1}, rounds=1, lays=1),
    Phase("3", "green", rounds=2, lays=2, grants=("train_trade",)),
    Phase("4", "brown", {"public": 2}),
    Phase("5", raises={"minor": 2}),
)
GRID = Grid(
    (
        (60, 70, 80, 90, 100, 120, 140),
        (50, 60, 70, 80, 90, 100),
        (40, 50, 60, 70, 80),
        (30, 40, 50),
    )
)


class Table(Railways[None, None], frozen=True, kw_only=True, dict=True):
    """Nothing beyond what the kit has."""


class AidTurn(OperatingTurn, frozen=True):
    """A turn that remembers what there was before shares were sold for a train."""

    before: int = -1


def train_type(row: dict[str, Any]) -> TrainType:
    fields = ("name", "price", "reach", "takes", "takes_for")
    versions = [dict(zip(fields, version, strict=False)) for version in row["versions"]]
    return msgspec.convert({**row, "versions": versions}, TrainType)


def make_book(setup: Setup) -> Book[None, None]:
    papers_of = {sym: print_papers(sym, company.shares, True) for sym, company in COMPANIES.items()}
    types = [train_type(row) for row in TRAINS]
    return Book(
        atlas=Atlas(hexes_of(HEXES), tiles_of(TILES)),
        companies=COMPANIES,
        privates=PRIVATES,
        papers_of=papers_of,
        grid=GRID,
        par_cells={60: (2, 2), 80: (1, 3)},
        trains={kind.name: kind for kind in types},
        phases={phase.train: phase for phase in PHASES},
        bank=3000,
        cash=400,
        paper_limits=(8,),
        holding_limit=6,
        pool_limit=5,
        pool_limit_counts=(POOL,),
        pool=True,
        new_at_par=True,
        float_shares=5,
        capital_shares=10,
        rulings=None,
        facts=None,
        refused_by_card=setup.variant == "duel",
    )


def start(setup: Setup) -> Table:
    check_players(setup, PLAYERS)
    book = book_of(setup)
    return Table(
        setup=setup,
        stack=(Course(), SeatDraw()),
        names=setup.players,
        cash=purses(book, len(setup.players)),
        papers=dict.fromkeys(book.papers, OFFER),
        privates=dict.fromkeys(book.privates, OFFER),
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


# -- prices ----------------------------------------------------------------------------------


def after_payout(s: Table, company: str) -> Table:
    return move_price(s, company, GRID.right_or_up(s.prices[company].cell)) if company in s.prices else s


def after_keeping(s: Table, company: str) -> Table:
    return move_price(s, company, GRID.left_or_down(s.prices[company].cell)) if company in s.prices else s


def after_sale(s: Table, company: str) -> Cell:
    return GRID.down(s.prices[company].cell)


def one_up(s: Table, company: str) -> Table:
    return move_price(s, company, GRID.up(s.prices[company].cell))


sold_out_rise = rise_if_sold_out(one_up, lambda s, company: company in s.opened)


# -- stock round -----------------------------------------------------------------------------


def paper_limit(s: Table, owner: str) -> int:
    return s.book.paper_limits[0]


SELL = SellMove[Table](
    rule("company", company_exists),
    rule("first-round", sales_have_begun),
    rule("price", has_a_price),
    rule("shares", some_shares),
    rule("one-sale", one_sale_a_turn(lambda s, a: False, paper_limit)),
    rule("pool", pool_has_room),
    rule("director", director_paper_has_a_taker),
    fall=after_sale,
)
BUY_SHARE = BuyMove[Table](
    rule("company", company_exists),
    rule("price", has_a_price),
    rule("share", share_is_there),
    rule("pays", buyer_can_pay),
    rule("sold", not_sold_this_round),
    rule("holding", below_holding_limit),
    rule("papers", room_under(paper_limit)),
    then=open_if_issued,
)
START = StartMove[Table](
    rule("company", company_exists),
    rule("started", not_started),
    rule("par", par_is_printed),
    rule("pays", buyer_can_pay),
    rule("papers", room_under(paper_limit)),
    then=open_if_issued,
)
STOCK_ROUND = StockActivity[Table](
    SELL,
    BUY_SHARE,
    START,
    order_rule="stock",
    pass_rules=(rule("sell-down", sold_down(paper_limit, SELL)),),
    close=sold_out_rise,
)

# -- a turn ----------------------------------------------------------------------------------


def cost(s: Table, a: LayTile) -> int:
    return terrain_cost(s, a.hex)


LAY = LayMove[Table](
    rule("exists", hex_and_tile_exist),
    rule("land", hex_is_land),
    rule("stock", tile_in_stock),
    rule("colour", colour_follows),
    rule("phase", colour_available),
    rule("lays", lays_left),
    rule("home", home_comes_first),
    rule("follows", tile_follows),
    rule("places", for_new_tile(same_places)),
    rule("places-again", for_upgrade(same_places)),
    rule("label", label_matches),
    rule("kept", track_is_kept),
    rule("circle", markers_keep_a_circle),
    rule("edge", track_leads_somewhere),
    rule("reach", extends_own_track),
    rule("terrain", treasury_pays(cost)),
    cost=cost,
    rebates=lambda s, hex_id: (),
    after=lambda s, a: s,
)
TRACK = TrackStep[Table](LAY)
MARKER_RULES: tuple[Rule[Table, PlaceMarker], ...] = marker_rules(
    city="city", left="left", reach="reach", hex="hex", circle="circle", home="home", pays="pays"
)
MARKER = MarkerStep[Table](*MARKER_RULES, waits=lambda s: False)


def stop_of(s: Table, company: str, stop: str) -> Stop:
    here = s.board.stop(s.book.atlas, StopId(stop))
    through = passable(s.book.atlas, s.board, StopId(stop), company)
    return Stop(stop, here.kind, revenue(here, s.colour), s.board.holds(StopId(stop), company), through)


def trains_of(s: Table, company: str) -> tuple[Train, ...]:
    reach = {card: owned_version(s, card).reach or 0 for card in s.trains_of(company)}
    return tuple(Train(card, (Limit(("city", "town", "offboard"), most),)) for card, most in reach.items())


RUNS = Runs[Table](stop_of, trains_of)
RUN = RunStep[Table](
    RunMove[Table](
        RUNS,
        rule("train", route_rule(RUNS, "train")),
        rule("range", route_rule(RUNS, "range")),
        rule("route", route_rule(RUNS, "two_stops", "own_token", "not_connected", "track_twice")),
        rule("route", route_rule(RUNS, "stop_twice", "passes_end_stop")),
        rule("end", route_rule(RUNS, "passes_terminal")),
        rule("shared", route_rule(RUNS, "shared_track")),
    )
)
DIVIDEND = DividendStep[Table](
    DividendMove[Table](paid=after_payout, kept=after_keeping),
    halves=lambda s, company: s.kind(company) == "minor",
)

# -- trains ----------------------------------------------------------------------------------


def owes_a_train(s: Table, company: str) -> bool:
    return s.kind(company) == "public" and must_buy(s, company)


def helped(s: Table, a: BuyTrain) -> bool:
    """The director pays the rest where the duty forces the purchase."""
    company = company_of(s)
    return owes_a_train(s, company) and means(s, company) >= a.price


def sold_by_bank(s: Table, company: str, train: str) -> Table:
    kind = s.train_type(train)
    return s if kind in s.phases else meet_limit(scrap(begin_phase(s, kind), kind))


def pay_and_take(s: Table, company: str, a: BuyTrain) -> Table:
    owner = s.director(company)
    assert owner is not None
    return complete(s.pay(owner, company, treasury_short(s, a)), company, a, sold_by_bank)


def choices(s: Table, seat: int) -> Iterator[BuyTrain]:
    return bank_choices(s, seat, owes_a_train(s, company_of(s)))


BUY = BuyTrainMove[Table](
    rule("exists", train_exists),
    rule("order", bank_sells_it_now),
    rule("trade", trade_is_open),
    rule("seller", seller_is_open),
    rule("side", card_side_fixed),
    rule("trade-in", trade_in_fits),
    rule("limit", below_train_limit),
    rule("printed", pays_the_printed_price()),
    rule("between", price_between_companies),
    rule("offer", offer_is_new),
    rule("face", aid_up_to_face_value),
    rule("treasury", treasury_pays_train(helped)),
    bank_choices=choices,
    pay_and_take=pay_and_take,
)
EMERGENCY_SALE = EmergencySaleMove[Table](
    rule("company", company_exists),
    rule("price", has_a_price),
    rule("shares", some_shares),
    rule("pool", pool_has_room),
    rule("director", no_director_changes),
    fall=after_sale,
    before=lambda s: s.update_frame(before=means(s, company_of(s))),
)
TRAIN_STEP = TrainStep[Table](BUY, rule("duty", has_its_train(owes_a_train)), also=(EMERGENCY_SALE,))
OFFERS = TrainOfferActivity[Table](BUY, order_rule="offer")
SURPLUS = SurplusActivity[Table](rule("surplus", is_surplus))

TURN = TurnActivity[Table](
    HomeStep[Table](),
    TRACK,
    MARKER,
    RUN,
    DIVIDEND,
    TRAIN_STEP,
    OperatedStep[Table](),
    order_rule="turn",
)
STEPS = {step.name: number for number, step in enumerate(TURN.steps)}


def order(s: Table) -> tuple[str, ...]:
    """The minor company first, then by price."""
    return ("MR", *s.price_order())


ROUND = RoundActivity[Table](
    order_rule="round",
    opening=pay_incomes,
    following=following_in(order),
    turn=lambda s, company, first: AidTurn(company, first=first),
)
COURSE = CourseActivity[Table](order_rule="course", result=wealth, winners=richest(wealth), idle_sets=2)


def conserved(s: Table) -> list[str]:
    return [*money(s, s.book.bank), *papers(s), *tiles(s), *trains(s), *station_markers(s)]


TITLE = railway_title(
    id=GAME,
    name="The kit",
    players=PLAYERS,
    rulings={"book": "the only one"},
    actions=(
        DrawSeats,
        Pass,
        SellShares,
        BuyShare,
        StartCompany,
        LayTile,
        PlaceMarker,
        RunTrains,
        Dividend,
        BuyTrain,
        Answer,
        DiscardTrain,
    ),
    activities={
        SeatDraw: SeatDrawActivity[Table](rule("seats", is_an_order)),
        Course: COURSE,
        StockRound: STOCK_ROUND,
        OperatingRound: ROUND,
        AidTurn: TURN,
        TrainOffer: OFFERS,
        SurplusTrains: SURPLUS,
    },
    make_book=make_book,
    start=start,
    result=wealth,
    view=lambda s, seat: railway_view(
        s, money="", worth=wealth(s), papers=s.book.paper_limits[0], paper_limit=paper_limit
    ),
    conserved=conserved,
    end_rule="end",
    secrecy=open_to_all(),
    pages=RailwayPages,
)
