"""III: set-up – seats, money, open table."""

from random import Random

import pytest

from stellwerk.engine import CHANCE, Game, Pass, Setup, legal, sample, to_act
from stellwerk.finance.market import PriceMarker
from stellwerk.games.g1848 import TITLE
from stellwerk.games.g1848.rules.opening import BuyPrivate
from stellwerk.mech18.course import DrawSeats, SeatDraw
from stellwerk.mech18.state import BANK, SEATS
from stellwerk.mech18.trains import BuyTrain
from tests.views import view

from .table import NAMES, do, give, home, opening, par, refused, start, stock, train, turn


def new(players: int = 4, seed: int = 0) -> Game:
    return Game.new(Setup("1848", NAMES[:players], seed=seed))


# -- III-1 -----------------------------------------------------------------------------------


@pytest.mark.rule("1848-III-1")
def test_the_seats_are_drawn_by_lot():
    """Every one of the 6 orders of three players comes up, and the seed alone decides which."""
    orders = {new(3, seed).state.names for seed in range(60)}
    assert len(orders) == 6
    assert new(3, 7).state.names == new(3, 7).state.names


@pytest.mark.rule("1848-III-1")
def test_the_lot_gives_the_clockwise_order():
    game = Game(Setup("1848", ("Ann", "Ben", "Cy")))
    game.enter(DrawSeats(CHANCE, (2, 0, 1)))
    s = game.state
    assert s.names == ("Cy", "Ann", "Ben")
    assert [s.after(seat) for seat in range(3)] == [1, 2, 0]
    assert to_act(s) == (0,)  # Cy, who drew the first seat, begins


@pytest.mark.rule("1848-III-1")
def test_nothing_happens_before_the_seats_are_drawn():
    s = Game(Setup("1848", NAMES[:3])).state
    assert isinstance(s.frame, SeatDraw)
    assert to_act(s) == (CHANCE,)
    assert not any(legal(s, seat) for seat in range(3))
    refused(s, BuyPrivate(0, "P1"), "III-1")
    refused(s, DrawSeats(0, (0, 1, 2)), "III-1")  # no player draws


@pytest.mark.rule("1848-III-1")
@pytest.mark.parametrize("order", [(0, 1), (0, 0, 1), (1, 2, 3), (0, 1, 2, 2)])
def test_the_lot_seats_every_player_once(order):
    no = refused(Game(Setup("1848", NAMES[:3])).state, DrawSeats(CHANCE, order), "III-1")
    assert no.figures == {"order": ", ".join(map(str, order))}


# -- III-2 -----------------------------------------------------------------------------------


@pytest.mark.rule("1848-III-2")
@pytest.mark.parametrize(
    ("players", "each", "bank"),
    # What is dealt out comes from the 10,000: 3 × 840 = 2520, 4 × 630 = 2520, 5 × 510 = 2550, 6 × 430 = 2580.
    [(3, 840, 7480), (4, 630, 7480), (5, 510, 7450), (6, 430, 7420)],
)
def test_starting_money(players, each, bank):
    s = opening(players)
    assert [s.cash[owner] for owner in s.players] == [each] * players
    assert s.cash[BANK] == bank
    assert s.cash["BOE"] == 2000
    assert sum(s.cash.values()) == 12000


@pytest.mark.rule("1848-III-2")
def test_the_bank_of_england_has_twenty_loan_markers():
    s = opening()
    assert s.facts.loan_markers == 20
    assert s.granted_loans == 0
    assert s.facts.loan_markers * s.facts.loan == s.cash["BOE"]


@pytest.mark.rule("1848-III-2")
@pytest.mark.parametrize("players", [1, 2, 7])
def test_three_to_six_players(players):
    names = tuple(f"p{n}" for n in range(players))
    with pytest.raises(ValueError, match=f"3 to 6 players, not {players}"):
        Game(Setup("1848", names))
    assert TITLE.players["base"] == (3, 6)


# -- III-3 -----------------------------------------------------------------------------------


@pytest.mark.rule("1848-III-3")
def test_everybody_sees_everything():
    s = train(home(start(stock(), "VR", 1, 80), "VR"), "VR", "3-0", "3+")
    s = s.replace(privates={**s.privates, "P1": SEATS[2], "P2": "VR"})
    shown = view(s, 0)
    assert all(view(s, seat) == shown for seat in (None, 1, 2, 3))  # nothing is kept from anybody
    assert {name: player["cash"] for name, player in shown["players"].items()} == dict.fromkeys(
        NAMES[:4], 630
    )
    assert shown["players"]["Ben"]["shares"] == {"VR": 6}
    assert shown["players"]["Cy"]["privates"] == ["P1"]
    vr = shown["companies"]["VR"]
    assert (vr["cash"], vr["trains"], vr["privates"]) == (800, ["3+"], ["P2"])
    assert (vr["director"], vr["markers"]) == ("Ben", ["H11.0"])


@pytest.mark.rule("1848-III-3")
def test_the_lot_is_the_only_thing_unseen():
    game = new(4, seed=123456)
    assert "123456" not in str(view(game.state, 0))


@pytest.mark.rule("1848-III-3")
def test_every_company_has_a_purse_of_its_own():
    """Ann directs two companies: what one pays for a train touches neither the other nor her."""
    s = start(start(stock(), "VR", 0, 80), "FT", 0, 100)
    s = home(s, "VR", "FT")
    s = turn(s, "VR", step=5)
    after = do(s, BuyTrain(0, "2-0", "2", 100))
    assert after.cash["VR"] == 700
    assert after.cash["FT"] == 1000
    assert after.cash[SEATS[0]] == 630
    assert set(s.book.companies) < set(s.cash)  # eight railways and the Bank of England


# -- III-4 -----------------------------------------------------------------------------------


@pytest.mark.rule("1848-III-4")
def test_no_action_knows_a_promise_between_players():
    """Promises stay at the table: no action names a player, an amount to give or a deal to make."""
    tags = {kind.__struct_config__.tag for kind in TITLE.actions}
    assert tags == {
        *("draw_seats", "buy_private", "cut_price", "pass"),
        *("sell_shares", "buy_share", "start_company"),
        *("lay_tile", "lay_tasmania", "place_marker", "run_trains", "dividend"),
        *("buy_train", "answer", "discard_train", "take_loan", "take_private"),
    }
    fields = {name for kind in TITLE.actions for name in kind.__struct_fields__}
    assert not fields & {"player", "to", "receiver", "target", "owner", "amount", "promise"}


@pytest.mark.rule("1848-III-4", "1848-XIII-2")
@pytest.mark.parametrize("seed", range(4))
def test_nothing_passes_between_players(seed):
    """Over a game at random: an action takes no money, share or private from anybody but its player.

    A takeover is the one exception, for money (VI-Rec-2 to 4); taking away needs no promise there.
    """
    rng, game = Random(seed), new(4, seed)
    for _ in range(300):
        if game.state.over:
            break
        seat, s = to_act(game.state)[0], game.state
        game.submit(sample(s, seat, rng))
        after = game.state
        if after.takeovers != s.takeovers:
            continue
        for other in (owner for owner in s.players if owner != SEATS[seat]):
            assert after.cash[other] >= s.cash[other]
            assert all(after.shares(other, c) == s.shares(other, c) for c in s.book.companies)
            assert {*after.privates_of(other)} <= {*s.privates_of(other)}


@pytest.mark.rule("1848-III-4")
def test_a_pass_changes_nothing_but_the_turn():
    """Nobody is paid for passing: purses and papers stay as they are."""
    s = give(par(stock(), "VR", 80), 1, "VR", 3)
    after = do(s, Pass(0))
    assert (after.cash, after.papers, after.privates) == (s.cash, s.papers, s.privates)
    assert to_act(after) == (1,)


@pytest.mark.rule("1848-III-2")
@pytest.mark.parametrize(
    "names",
    [("Ann", "Ann", "Cy"), ("Ann", "", "Cy"), ("Ann", " ", "Cy"), ("", " ", "  "), ("Ann", "Ann", " ")],
)
def test_every_player_needs_a_name_of_his_own(names):
    with pytest.raises(ValueError, match="a name of their own"):
        Game(Setup("1848", names))


@pytest.mark.rule("1848-III-2", "1848-VI-BoE-5")
def test_at_the_start_only_the_bank_of_england_has_a_price():
    assert opening().prices == {"BOE": PriceMarker(6, 0, 0)}
    assert opening().price("BOE") == 70
