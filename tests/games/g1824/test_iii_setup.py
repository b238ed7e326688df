"""III: set-up, and the data that the other chapters rest on."""

from collections import Counter

import pytest

from stellwerk.engine import Game, Pass, Setup, legal, play, title, to_act
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.games.g1824.rules.state import Turn
from stellwerk.mech18.course import DrawSeats
from stellwerk.mech18.state import BANK, OFFER, RESERVED, SEATS
from stellwerk.mech18.trains import BuyTrain
from tests.views import view

from .table import (
    COAL,
    NAMES,
    TRAINS,
    cash_of,
    do,
    forbidden,
    give,
    offered,
    opening,
    operated,
    own,
    par,
    phase,
    refused,
    start,
    stock,
    train,
    turn,
)

# -- III.1 ---------------------------------------------------------------------------------------


@pytest.mark.rule("1824-III.1-1")
def test_the_seats_are_drawn():
    drawn = {Game.new(Setup("1824", NAMES[:4], seed=seed)).state.names for seed in range(8)}
    assert len(drawn) > 3
    assert {tuple(sorted(names)) for names in drawn} == {NAMES[:4]}


@pytest.mark.rule("1824-III.1-1")
def test_the_first_seat_drawn_holds_the_priority():
    game = Game(Setup("1824", NAMES[:4]))
    assert to_act(game.state) == (-1,)
    refused(game.state, DrawSeats(-1, (0, 1, 1, 3)), "III.1-1")
    game.enter(DrawSeats(-1, (2, 0, 3, 1)))
    assert game.state.names == ("Cy", "Ann", "Dee", "Ben")
    assert game.state.priority == 0


@pytest.mark.rule("1824-III.1-1")
def test_stock_turns_run_clockwise():
    s, seats = stock(5, seat=3), []
    for _ in range(4):
        seats += to_act(s)
        s = do(s, Pass(seats[-1]))
    assert seats == [3, 4, 0, 1]


@pytest.mark.rule("1824-III.1-2")
def test_every_variant_has_its_numbers_of_players():
    assert title("1824").players == {
        "base": (3, 6),
        "cisleithania-2": (2, 2),
        "cisleithania-3": (3, 3),
        "goods-time": (3, 6),
        "goods-time-scenario": (3, 6),
    }


@pytest.mark.rule("1824-III.1-2")
@pytest.mark.parametrize(
    ("variant", "players"),
    [("base", 2), ("base", 7), ("cisleithania-2", 3), ("cisleithania-3", 2), ("goods-time", 2)],
)
def test_other_numbers_of_players_do_not_play(variant, players):
    names = tuple(f"player {n}" for n in range(players))
    with pytest.raises(ValueError, match=f"not {players}"):
        Game(Setup("1824", names, variant))


@pytest.mark.rule("1824-III.1-2")
@pytest.mark.parametrize(
    "names", [("Ann", "Ben", "Ann"), ("Ann", " ", "Cy"), ("", "Ben", "Cy"), (" ", " ", " ")]
)
def test_every_player_has_a_name_of_his_own(names):
    with pytest.raises(ValueError, match="a name of their own"):
        Game(Setup("1824", names))


@pytest.mark.rule("1824-III.1-2")
def test_there_is_no_other_variant():
    with pytest.raises(ValueError, match="no variant 'hungary', only base, cisleithania-2"):
        Game(Setup("1824", NAMES[:3], "hungary"))


# -- III.2 ---------------------------------------------------------------------------------------


@pytest.mark.rule("1824-III.2-1")
def test_everybody_sees_everything():
    s = own(opening(), 1, "EPP", 160)
    seen = view(s, None)
    assert all(view(s, seat) == seen for seat in range(4))
    text = str(seen)
    assert "EPP" in text
    assert "1g" in text


@pytest.mark.rule("1824-III.2-2")
def test_no_action_gives_anything_to_another_player():
    """Deals are the table's own affair: the program knows no presents and no payments among players."""
    s = operated(start(stock(4, {"EOD": 0, "B1": 0}), "BH", shares=6), "BH")
    s = phase(give(s, 1, "BH", 2), "2", "3")
    actions = legal(s, 0)
    assert {type(action).__name__ for action in actions} >= {"SellShares", "BuyShare", "SwapCoal", "Pass"}
    for action in actions:
        after = play(s, action).state
        for owner in SEATS[1:4]:
            assert after.cash[owner] == s.cash[owner]
            assert after.paper_count(owner) == s.paper_count(owner)


# -- III.3, III.4 --------------------------------------------------------------------------------


@pytest.mark.rule("1824-III.3-1", "1824-III.4-1")
@pytest.mark.parametrize(("players", "cash"), [(3, 820), (4, 680), (5, 560), (6, 460)])
def test_the_starting_cash_comes_out_of_the_bank(players, cash):
    s = opening(players)
    assert [s.cash[owner] for owner in s.players] == [cash] * players
    assert s.cash[BANK] == 12000 - players * cash
    assert sum(s.cash.values()) == 12000


@pytest.mark.rule("1824-III.4-2")
def test_reserved_shares():
    s = opening()
    kept = Counter()
    for paper, owner in s.papers.items():
        if owner == RESERVED:
            kept[s.book.papers[paper].company] += s.book.papers[paper].shares
    assert kept == {"BK": 2, "MS": 2, "CL": 2, "SB": 2, "SD": 4, "UG": 3, "KK": 3}
    assert {s.book.papers[paper].shares for paper, owner in s.papers.items() if owner == RESERVED} == {1, 2}
    assert [s.papers[f"{state}_0"] for state in ("SD", "UG", "KK")] == [RESERVED] * 3
    assert all(owner in (RESERVED, OFFER) for owner in s.papers.values())


@pytest.mark.rule("1824-III.4-3")
def test_at_first_only_2_trains_are_on_offer():
    s = turn(stock(4, {"SD1": 0}), "SD1", step=TRAINS)
    assert offered(s, 0, lambda a: isinstance(a, BuyTrain)) == [BuyTrain(0, "2-0", "2", 80)]
    forbidden(s, BuyTrain(0, "1g-0", "1g", 120), "VII.11-5", offers="2-0", train="1g-0")
    forbidden(s, BuyTrain(0, "3-0", "3", 180), "VII.11-5", offers="2-0", train="3-0")
    s = do(s, BuyTrain(0, "2-0", "2", 80))
    assert offered(s, 0, lambda a: isinstance(a, BuyTrain)) == [
        BuyTrain(0, "2-1", "2", 80),
        BuyTrain(0, "1g-0", "1g", 120),
    ]


@pytest.mark.rule("1824-III.4-3b")
def test_coal_railways_take_their_1g_out_of_the_stock_before_it_is_on_offer():
    s = opening()
    for seat, railway in zip((3, 2, 1, 0), COAL, strict=True):
        s = do(s, BuyRailway(seat, railway, 120))
        assert [s.train_type(card) for card in s.trains_of(railway)] == ["1g"]
    cards = [owner for card, owner in s.trains.items() if s.train_type(card) == "1g"]
    assert len(cards) == 6
    assert cards.count(BANK) == 2
    assert "2" not in s.phases


@pytest.mark.rule("1824-III.4-4")
def test_a_company_pays_from_its_own_purse_alone():
    """Its director has 680, and another company of theirs 1000; a second train must wait all the same."""
    s = start(start(stock(), "BH", cash=100), "BK", cash=1000)
    s = turn(train(s, "BH", "2-0"), "BH", step=TRAINS)
    forbidden(cash_of(s, "BH", 79), BuyTrain(0, "2-1", "2", 80), "VII.12-1", cash=79, price=80)
    after = do(s, BuyTrain(0, "2-1", "2", 80))
    assert (after.cash["BH"], after.cash["BK"], after.cash[SEATS[0]]) == (20, 1000, 680)


@pytest.mark.rule("1824-III.4-4")
def test_every_company_has_a_purse():
    s = opening()
    assert set(s.cash) == {BANK, *s.players, *s.book.companies}
    assert not any(s.cash[company] for company in s.book.companies)


# -- names and data ------------------------------------------------------------------------------


@pytest.mark.rule("1824-IV.2-1", "1824-IV.2-15", "1824-IV.3-3")
def test_what_becomes_what():
    facts = opening().facts
    assert {sym: minor.into for sym, minor in facts.coal.items()} == COAL
    assert {sym: minor.home for sym, minor in facts.minors.items()} == {
        "EPP": "C6.0",
        "EOD": "A12.0",
        "MLB": "A22.0",
        "SPB": "H25.0",
        "SD1": "E12.0",
        "SD2": "G10.0",
        "SD3": "G4.0",
        "UG1": "F17.1",
        "UG2": "H15.0",
        "KK1": "E12.1",
        "KK2": "E12.2",
    }


@pytest.mark.rule("1824-IV.2-15")
def test_the_towns_of_the_regional_railways():
    s = opening()
    homes = {sym: c.homes[0].partition(".")[0] for sym, c in s.book.companies.items() if c.kind == "regional"}
    names = {sym: s.book.atlas.hexes[hex_id].name for sym, hex_id in homes.items()}
    assert names == {"BK": "Prag", "MS": "Brünn", "CL": "Lemberg", "SB": "Kronstadt", "BH": "Sarajevo"}
    assert s.book.atlas.hexes[homes["BH"]].colour == "red"


@pytest.mark.rule("1824-IV.4.1-2", "1824-VII.8-2b")
def test_share_companies_have_a_20_and_eight_10_percent_papers():
    companies = [c for c in opening().book.companies.values() if c.kind in ("regional", "state")]
    assert [c.sym for c in companies] == ["BK", "MS", "CL", "SB", "BH", "SD", "UG", "KK"]
    assert {c.shares for c in companies} == {(2, *[1] * 8)}
    assert {c.kind: c.markers for c in companies} == {
        "regional": (0, 40, 100),
        "state": (0, 40, 100, 100, 100),
    }


@pytest.mark.rule("1824-VI.1-1")
def test_the_price_table():
    grid = opening().book.grid
    assert [len(row) for row in grid.rows] == [14, 14, 14, 11, 9, 7, 5]
    assert [row[-1] for row in grid.rows] == [350, 340, 330, 220, 170, 120, 80]
    assert [row[0] for row in grid.rows] == [100, 90, 80, 70, 60, 50, 40]
    assert grid.rows[0] == (100, 110, 120, 130, 140, 155, 170, 190, 210, 235, 260, 290, 320, 350)
    assert [row[5] for row in grid.rows[:6]] == [155, 145, 135, 125, 115, 105]
    assert [row[10] for row in grid.rows[:4]] == [260, 250, 240, 220]


@pytest.mark.rule("1824-IV.2-1", "1824-IV.4.3-1")
def test_the_par_cells_lie_in_the_third_column():
    s = opening()
    assert s.book.par_cells == {100: (2, 2), 90: (3, 2), 80: (4, 2), 70: (5, 2), 60: (6, 2)}
    assert {price: par(s, "BH", price).price("BH") for price in (60, 70, 80, 90, 100)} == {
        price: price for price in (60, 70, 80, 90, 100)
    }


@pytest.mark.rule("1824-IV.2-1", "1824-IV.3-1", "1824-VII.8-1c", "1824-VII.8-2b")
@pytest.mark.parametrize(
    ("players", "variant"), [(4, "base"), (2, "cisleithania-2"), (3, "cisleithania-3"), (5, "goods-time")]
)
def test_what_is_printed_on_the_sheets(players, variant):
    """Coal and pre-state railways have one paper and a free marker for their home."""
    sheets = opening(players, variant).book.companies.values()
    found = {sheet.kind: (sheet.markers, sheet.shares) for sheet in sheets}
    assert found == {
        "coal railway": ((0,), (1,)),
        "pre-state": ((0,), (1,)),
        "regional": ((0, 40, 100), (2, *[1] * 8)),
        "state": ((0, 40, 100, 100, 100), (2, *[1] * 8)),
    }
    ug = opening(3, "cisleithania-3", "18xx.games").book.companies["UG"]
    assert ug.markers == (0, 100, 100, 100)  # R15


@pytest.mark.rule("1824-VII.5-1", "1824-VII.12-2b", "1824-VII.13-1c")
def test_what_a_turn_remembers_at_its_beginning():
    assert Turn("BK") == Turn("BK", mines=0, traded=False, aided=False, before_sales=-1)
