"""A company's turn in the kit: its steps, track, markers, runs and dividends."""

import pytest

from stellwerk.board.hexes import StopId
from stellwerk.engine import Action, legal, play, to_act
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Pass
from stellwerk.mech18.dividends import Dividend, pay_half, pay_shareholders
from stellwerk.mech18.events import (
    DividendPaid,
    IncomePaid,
    MarkerPlaced,
    NoRun,
    PriceMoved,
    RevenueHalved,
    RevenueKept,
    TileLaid,
    TrainsRun,
)
from stellwerk.mech18.markers import PlaceMarker, kept_slots, marker_cost, markers_left, waiting
from stellwerk.mech18.operating import (
    OperatedStep,
    OperatingRound,
    OperatingTurn,
    Step,
    TurnActivity,
    at_end,
    company_of,
    following_in,
    step_of,
)
from stellwerk.mech18.privates import pay_incomes
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.shares import transfer
from stellwerk.mech18.state import BANK, COLOURS, OUT, POOL, SEATS
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.track import LayTile, TrackStep, terrain_cost
from stellwerk.mech18.trains import TrainStep
from tests.games.judging import forbidden, refused
from tests.mech18.kit import RUNS, STEPS, TURN, AidTurn, Table
from tests.mech18.setting import card, done, home, lay, started, stock, told, turn

# Ash - A4 - the Coast, and Ash - B3 - Elm.
COAST = ("A2 5 4", "A4 9 1")
ELM = ("B3 9 2", "C4 5 2")


def north(step: str, *tiles: str, cash: int = 500, **more: object) -> Table:
    """The turn of NR, which has begun in Ash."""
    return lay(turn(home(started(stock(), "NR", 5, 2, cash=cash), "NR"), "NR", step, **more), *tiles)


def phase(s: Table, *kinds: str) -> Table:
    return s.replace(phases=kinds)


# -- steps -----------------------------------------------------------------------------------


def test_a_first_turn_goes_through_all_steps() -> None:
    s = done(started(stock(2), "NR", 5, 2, cash=500), Pass(0), Pass(1))
    turn = s.top(AidTurn)
    assert (turn.company, turn.first, step_of(s, turn)) == ("NR", True, TrackStep.name)
    assert (s.board.markers_of("NR"), s.begun, s.operated) == (("A2.0",), ("NR",), ())
    s = done(s, LayTile(0, "A2", "5", 4))
    # Nothing to place, to run and to pay: the director is asked for trains next.
    assert step_of(s, s.top(AidTurn)) == TrainStep.name
    s = done(s, Pass(0))
    assert s.operated == ("NR",)
    assert s.top(StockRound).number == 3


def test_names_of_steps() -> None:
    s = north("track")
    assert step_of(s, s.top(AidTurn)) == TrackStep.name
    assert step_of(s, AidTurn("NR", len(TURN.steps))) == ""
    assert at_end(s, AidTurn("NR", len(TURN.steps)))
    assert not at_end(s, s.top(AidTurn))
    with pytest.raises(AssertionError, match="two steps of one name"):
        TurnActivity[Table](TURN.steps[1], TURN.steps[1], order_rule="turn")


def test_the_round_pays_incomes_and_asks_companies_in_their_order() -> None:
    s = started(started(stock(), "ER", 4, 3, par=80, cash=200), "NR", 4, 3, cash=200)
    s = started(s, "MR", par=0, cash=100).replace(privates={"P1": SEATS[1], "P2": "NR"})
    s = done(s, Pass(0), Pass(1), Pass(2))
    assert (s.cash[SEATS[1]], s.cash["NR"]) == (410, 215)
    companies = []
    while s.nearest(OperatingTurn) is not None:
        companies.append(company_of(s))
        s = done(s, Pass(to_act(s)[0]))
    assert list(dict.fromkeys(companies)) == ["MR", "ER", "NR"]
    assert s.operated == ("MR", "ER", "NR")


def test_incomes_go_to_players_and_companies_alone() -> None:
    s = pay_incomes(stock().replace(privates={"P1": SEATS[2], "P2": OUT}))
    assert s.news == (IncomePaid("P1", "Cy", 10),)
    assert s.cash[SEATS[2]] == 410
    assert pay_incomes(stock().replace(privates={"P1": "NR", "P2": "offer"})).cash["NR"] == 10


def test_who_follows() -> None:
    s = started(started(stock(), "NR", 5, par=60), "ER", 5, par=80)
    s = s.replace(stack=(OperatingRound(1, 1, 1),))
    following = following_in(lambda s: s.price_order())
    assert following(s) == (s, "ER")
    assert following(s.update_frame(acted=("ER",)))[1] == "NR"
    assert following(s.update_frame(acted=("ER", "NR")))[1] is None
    assert following(s.replace(opened=("NR",)))[1] == "NR"
    assert following(s.move_price("NR", (0, 6)))[1] == "NR", "prices as they stand now"


def test_a_company_has_operated_once_its_turn_counts() -> None:
    s = turn(started(stock(), "NR", 5), "NR", "track")
    assert OperatedStep[Table]().happen(s).operated == ("NR",)
    assert OperatedStep[Table](lambda s: False).happen(s) == s
    assert OperatedStep[Table]().happen(s.replace(operated=("NR",))).operated == ("NR",)


def test_nobody_acts_outside_of_a_turn() -> None:
    with pytest.raises(LookupError, match="no company"):
        company_of(stock())
    assert Step[Table]().happen(stock()) == stock()


# -- track -----------------------------------------------------------------------------------


def test_the_first_tile_goes_on_the_home() -> None:
    s = north("track", first=True)
    forbidden(s, LayTile(0, "B3", "9", 2), "home", home="A2")
    lays = [a for a in legal(s, 0) if isinstance(a, LayTile)]
    assert {(a.hex, a.tile) for a in lays} == {("A2", "5")}
    assert {a.rotation for a in lays} == {4, 5}
    assert TileLaid("NR", "5", "A2", 4, 0) in told(s, lays[0])
    after = done(s, lays[0])
    assert (after.supply["5"], after.top(AidTurn).lays) == (1, ("yellow",))
    assert done(phase(s, "3"), lays[0]).frame.step == STEPS["track"], "from phase 3 on there are two"


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (LayTile(0, "Z9", "9", 0), "exists"),
        (LayTile(0, "A4", "999", 0), "exists"),
        (LayTile(0, "A4", "9", 6), "exists"),
        (LayTile(0, "D3", "5", 2), "land"),
        (LayTile(0, "A4", "23", 1), "colour"),
        (LayTile(0, "A4", "57", 1), "places"),
        (LayTile(0, "C6", "5", 1), "label"),
        (LayTile(0, "A4", "9", 0), "edge"),
        (LayTile(0, "B1", "8", 2), "edge"),
        (LayTile(0, "C4", "57", 1), "reach"),
        (LayTile(0, "B5", "4", 1), "reach"),
    ],
)
def test_a_tile_must_fit(action: LayTile, rule: str) -> None:
    forbidden(north("track", "A2 5 4"), action, rule)


def test_terrain_is_paid_for_the_first_tile() -> None:
    s = north("track", "A2 5 4")
    assert (terrain_cost(s, "B3"), terrain_cost(s, "A4")) == (30, 0)
    assert done(s, LayTile(0, "B3", "9", 2)).cash["NR"] == 470
    forbidden(north("track", "A2 5 4", cash=29), LayTile(0, "B3", "9", 2), "terrain", cash=29, price=30)
    green = phase(north("track", "A2 5 4", "B3 8 0", cash=0), "3")
    assert done(green, LayTile(0, "B3", "24", 0)).supply["8"] == 3, "the old tile is in stock again"


def test_a_tile_that_is_out_of_stock() -> None:
    s = north("track", "A2 5 4")
    forbidden(s.replace(supply={**s.supply, "9": 0}), LayTile(0, "A4", "9", 1), "stock")


def test_colours_come_with_the_phase_and_follow_each_other() -> None:
    s = north("track", "A2 5 4", "B3 9 2")
    forbidden(s, LayTile(0, "B3", "23", 2), "phase", colour="green", latest="yellow")
    green = phase(s, "3")
    assert green.colour == "green"
    assert done(green, LayTile(0, "B3", "23", 2)).board.colour(s.book.atlas, "B3") == "green"
    forbidden(green, LayTile(0, "B3", "24", 2), "follows", tiles="23")
    forbidden(green, LayTile(0, "B3", "23", 3), "kept")
    assert all(colour in COLOURS for colour in (s.colour, green.colour))


def test_yellow_tiles_or_one_upgrade() -> None:
    s = phase(north("track", "A2 5 4", "B3 9 2"), "3")
    upgraded = done(s, LayTile(0, "B3", "23", 2))
    assert upgraded.frame.step != STEPS["track"]  # type: ignore[attr-defined]
    first = done(s, LayTile(0, "A4", "9", 1))
    forbidden(first, LayTile(0, "B3", "23", 2), "lays", laid=1)
    refused(s.update_frame(lays=("yellow", "yellow")), LayTile(0, "A4", "9", 1), "lays")


def test_markers_and_homes_keep_their_circles() -> None:
    s = phase(north("track", "A2 5 4", "B3 9 2", "C4 5 1"), "3", "4")
    s = s.replace(board=s.board.place(s.book.atlas, StopId("C4.0"), "ER"))
    s = done(s, LayTile(0, "C4", "15", 0))
    assert s.board.markers["C4.0"] == ("ER", ""), "the marker moves with its city, and a circle is free"
    s = s.replace(board=s.board.place(s.book.atlas, StopId("C4.0"), "NR", 1)).replace(
        markers=with_item(s.markers, "NR", 2)
    )
    narrow = turn(s, "NR", "track")
    forbidden(narrow, LayTile(0, "C4", "63", 0), "circle", hex="C4")


# -- markers ---------------------------------------------------------------------------------


def test_a_marker_costs_what_the_sheet_says() -> None:
    s = north("marker", *COAST[:1], *ELM)
    assert (marker_cost(s, "NR"), markers_left(s, "NR"), markers_left(s, "XX")) == (40, 2, 0)
    assert MarkerPlaced("NR", "Elm", 40) in told(s, PlaceMarker(0, "C4.0"))
    after = done(s, PlaceMarker(0, "C4.0"))
    assert (after.cash["NR"], after.markers["NR"], marker_cost(after, "NR")) == (460, 2, 60)
    assert marker_cost(after.replace(spent={"NR": 1}), "NR") is None


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (PlaceMarker(0, "Z9.0"), "city"),
        (PlaceMarker(0, "B5.0"), "city"),
        (PlaceMarker(0, "C4.1"), "city"),
        (PlaceMarker(0, "C6.0"), "reach"),
        (PlaceMarker(0, "A2.0"), "hex"),
    ],
)
def test_a_marker_must_fit(action: PlaceMarker, rule: str) -> None:
    forbidden(north("marker", *COAST[:1], *ELM), action, rule)


def test_a_marker_needs_money_a_circle_and_a_piece() -> None:
    s = north("marker", *COAST[:1], *ELM)
    poor = s.pay("NR", BANK, 461)
    refused(poor.update_frame(step=STEPS["marker"]), PlaceMarker(0, "C4.0"), "pays")
    taken = s.replace(board=s.board.place(s.book.atlas, StopId("C4.0"), "ER"))
    refused(taken, PlaceMarker(0, "C4.0"), "circle")
    refused(s.replace(spent={"NR": 2}), PlaceMarker(0, "C4.0"), "left")


def test_homes_stay_free_until_their_company_begins() -> None:
    s = north("marker", "A2 5 4", "B3 8 0", "C2 57 0")
    assert waiting(s) == {"ER", "MR"}
    assert kept_slots(s, "C2.0", "NR") == 1
    refused(s, PlaceMarker(0, "C2.0"), "home")
    free = s.replace(begun=("NR", "MR"))
    assert kept_slots(free, "C2.0", "NR") == 0
    assert done(free, PlaceMarker(0, "C2.0")).markers["NR"] == 2


# -- runs ------------------------------------------------------------------------------------


def to_the_coast(train: str) -> Route:
    return Route(train, ("A2.0", "A4", "A6.0"))


def test_the_best_run_is_offered_and_any_legal_one_taken() -> None:
    s = card(north("run", *COAST), "NR", "2-0")
    best = RunTrains(0, (Route("2-0", ("A2.0", "A4", "A6.0")),))
    assert RUNS.best(s, "NR").revenue == 40
    assert [a for a in legal(s, 0) if isinstance(a, RunTrains) and a.routes]
    assert any(isinstance(event, TrainsRun) and event.revenue == 40 for event in told(s, best))
    after = done(s, best)
    assert (after.last_run["NR"], after.top(AidTurn).revenue) == (40, 40)
    assert done(s, RunTrains(0)).last_run["NR"] == 0
    assert RUNS.best(phase(s, "3"), "NR").revenue == 50, "the Coast grows with the phase"


@pytest.mark.parametrize(
    ("routes", "rule"),
    [
        ((to_the_coast("3-0"),), "train"),
        ((to_the_coast("2-0"), to_the_coast("2-0")), "train"),
        ((to_the_coast("2-0"), to_the_coast("2-1")), "shared"),
        ((Route("2-0", ("A2.0",)),), "route"),
        ((Route("2-0", ("A2.0", "A4")),), "route"),
        ((Route("2-0", ("A2.0", "A6.0")),), "route"),
        ((Route("2-0", ("A2.0", "B5", "A6.0")),), "route"),
        ((Route("2-0", ("B7.0", "A6.0")),), "route"),
        ((Route("2-0", ("A6.0", "A4", "A2.0", "B3", "C4.0")),), "range"),
        ((Route("2-0", ("A2.0", "A4", "A6.0", "A4", "A2.0")),), "route"),
    ],
)
def test_a_route_must_be_one(routes: tuple[Route, ...], rule: str) -> None:
    s = card(card(north("run", *COAST, *ELM), "NR", "2-0"), "NR", "2-1")
    refused(s, RunTrains(0, routes), rule)


def test_without_a_train_or_a_route_nothing_runs() -> None:
    for s in (north("track", *COAST), card(north("track"), "NR", "2-0")):
        events = told(s, Pass(0))
        assert NoRun("NR") in events
        assert RevenueKept("NR", 0) in events
        assert PriceMoved("NR", 60, 50) in events


# -- dividends -------------------------------------------------------------------------------


def test_a_dividend_goes_to_the_players() -> None:
    s = north("dividend", *COAST, revenue=50)
    events = told(s, Dividend(0, True))
    assert DividendPaid("NR", 50, "Ann 25, Ben 10") in events
    assert PriceMoved("NR", 60, 70) in events
    after = done(s, Dividend(0, True))
    assert [after.cash[seat] - s.cash[seat] for seat in SEATS[:3]] == [25, 10, 0]
    assert after.cash["NR"] == s.cash["NR"]
    assert s.cash[BANK] - after.cash[BANK] == 35, "what nobody holds stays in the bank"


def test_what_is_kept_goes_to_the_treasury() -> None:
    s = north("dividend", *COAST, revenue=50)
    assert RevenueKept("NR", 50) in told(s, Dividend(0, False))
    after = done(s, Dividend(0, False))
    assert (after.cash["NR"] - s.cash["NR"], after.price("NR")) == (50, 50)


def test_a_dividend_divides_evenly() -> None:
    with pytest.raises(AssertionError, match="cannot be divided"):
        pay_shareholders(north("dividend"), "NR", 55)
    s = pay_shareholders(north("dividend"), "NR", 50, lambda s, owner, company: 1)
    assert [s.cash[seat] for seat in SEATS[:3]] == [405, 405, 405]
    nobody = pay_shareholders(stock(), "NR", 50)
    assert nobody.news == (DividendPaid("NR", 50, "–"),)


def test_a_minor_company_halves() -> None:
    s = home(started(stock(), "MR", par=0), "MR")
    s = card(lay(turn(s, "MR", "run"), "C2 57 2"), "MR", "2-0")
    best = next(a for a in legal(s, 0) if isinstance(a, RunTrains) and a.routes)
    assert RevenueHalved("MR", 30, "Ann", 15) in told(s, best)
    after = done(s, best)
    assert (after.cash[SEATS[0]], after.cash["MR"]) == (415, 15)
    assert pay_half(s, "MR", 25).cash["MR"] == 13, "the treasury gets the larger half"


# -- prices ----------------------------------------------------------------------------------


def test_companies_by_price_then_column_then_arrival() -> None:
    s = started(started(stock(), "NR", 5, par=60), "ER", 5, par=60)
    assert s.price_order() == ["NR", "ER"], "who came first lies on top"
    assert s.move_price("NR", (2, 2)) == s, "staying changes nothing"
    again = s.move_price("NR", (2, 3)).move_price("NR", (2, 2))
    assert again.price_order() == ["ER", "NR"]
    assert s.move_price("ER", (3, 2)).move_price("NR", (2, 1)).price_order() == ["ER", "NR"], "further right"
    assert s.price("MR") == 0


def test_shares_in_the_pool_earn_nothing() -> None:
    s = transfer(north("dividend", revenue=100), "NR", "offer", POOL, 3)
    after = done(s, Dividend(0, True))
    assert sum(after.cash[seat] - s.cash[seat] for seat in SEATS[:3]) == 70


def test_every_offered_action_of_a_turn_is_accepted() -> None:
    s = phase(card(north("track", *COAST[:1]), "NR", "2-0"), "3")
    seen: set[type[Action]] = set()
    for action in legal(s, 0):
        seen.add(type(action))
        play(s, action)
    assert seen == {LayTile, Pass}
