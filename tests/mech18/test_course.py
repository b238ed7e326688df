"""The course of a game made of the kit's parts: seats, rounds, the end, wealth, and that nothing is lost."""

import pytest
from msgspec import structs

from stellwerk.bots import RandomBot
from stellwerk.engine import CHANCE, Game, Setup, legal, play, state_hash, title, to_act
from stellwerk.engine.play import activity_of
from stellwerk.engine.rule import english
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Pass
from stellwerk.mech18.advice import best_run, worth
from stellwerk.mech18.conserved import money, papers, station_markers, tiles, trains
from stellwerk.mech18.course import STANDSTILL, Course, DrawSeats
from stellwerk.mech18.events import EndTriggered, GameOver, SeatsDrawn
from stellwerk.mech18.phases import SurplusTrains
from stellwerk.mech18.setup import purses, tile_stock, train_cards
from stellwerk.mech18.shown import RailwayView
from stellwerk.mech18.state import BANK, BANK_EMPTY, OUT, POOL, SEATS, railways
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import TrainOffer
from stellwerk.mech18.wealth import richest, wealth
from tests.engine.sealed import start as no_railway
from tests.games.judging import refused
from tests.mech18.kit import GAME, conserved, start
from tests.mech18.setting import card, done, home, lay, started, stock, told, turn

THREE = ("Ann", "Ben", "Cy")


# -- before the first round ------------------------------------------------------------------


def test_seats_are_drawn_by_lot() -> None:
    s = start(Setup(GAME, THREE))
    assert to_act(s) == (CHANCE,)
    refused(s, DrawSeats(CHANCE, (0, 0, 1)), "seats")
    assert SeatsDrawn("Cy, Ann, Ben") in told(s, DrawSeats(CHANCE, (2, 0, 1)))
    after = done(s, DrawSeats(CHANCE, (2, 0, 1)))
    assert after.names == ("Cy", "Ann", "Ben")
    assert after.top(StockRound).number == 1
    assert {Game.new(Setup(GAME, THREE, seed=seed)).state.names for seed in range(8)} != {THREE}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        (Setup(GAME, THREE, variant="solo"), "kit has no variant 'solo', only base, duel"),
        (Setup(GAME, ("Ann",)), r"kit \(base\) is for 2 to 4 players, not 1"),
        (Setup(GAME, THREE, variant="duel"), r"kit \(duel\) is for 2 to 2 players, not 3"),
        (Setup(GAME, ("Ann", "Ann")), "a name of their own"),
        (Setup(GAME, ("Ann", " ")), "a name of their own"),
    ],
)
def test_a_bad_set_up_is_refused(setup: Setup, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        start(setup)


def test_what_lies_on_the_table() -> None:
    book = stock().book
    assert purses(book, 2) == {SEATS[0]: 400, SEATS[1]: 400, "NR": 0, "ER": 0, "MR": 0, BANK: 2200}
    assert tile_stock(book)["57"] == 3
    cards = train_cards(book)
    assert [name for name in cards if name[0] in "45"] == ["4-0", "4-1", "5-0"]
    assert set(cards.values()) == {BANK}
    assert conserved(stock()) == []


def test_only_states_of_railways_are_some() -> None:
    assert railways(stock()) == stock()
    with pytest.raises(TypeError, match="sealed is not an 18xx game"):
        railways(no_railway(Setup("sealed", THREE)))


# -- rounds ----------------------------------------------------------------------------------


def test_stock_rounds_and_sets_of_operating_rounds_take_turns() -> None:
    s = started(stock(2), "NR", 5, 2, cash=100).replace(phases=("2", "3"))
    rounds = []
    for _ in range(40):
        course = s.stack[0]
        assert isinstance(course, Course)
        rounds.append((course.set, course.number))
        s = done(s, Pass(to_act(s)[0]))
        if s.over or course.set == 4:
            break
    assert list(dict.fromkeys(rounds)) == [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (4, 0)]


def test_a_table_at_which_nothing_moves_ends() -> None:
    s = stock(2)
    events = []
    while not s.over:
        played = play(s, Pass(to_act(s)[0]))
        events += played.events
        s = played.state
    assert EndTriggered(STANDSTILL) in events
    (over,) = [event for event in events if isinstance(event, GameOver)]
    assert structs.astuple(over) == ("Ann 400, Ben 400", "Ann, Ben")
    assert s.stack == ()


def test_an_empty_bank_ends_the_game_after_the_set() -> None:
    s = turn(home(started(stock(), "NR", 5, 2), "NR"), "NR", "trains")
    s = s.pay(BANK, SEATS[2], s.cash[BANK] - 10)
    assert s.ending == ""
    s = s.pay(BANK, SEATS[2], 10)
    assert s.ending == BANK_EMPTY
    assert s.trigger_end("other").ending == BANK_EMPTY, "the first reason counts"
    assert s.pay(SEATS[0], "NR", 0) == s
    after = play(s.replace(news=()), Pass(0))
    assert after.state.over
    assert any(isinstance(event, GameOver) for event in after.events)


# -- accounts --------------------------------------------------------------------------------


def test_wealth_is_cash_and_shares() -> None:
    s = started(stock(), "NR", 5, 2, cash=100)
    assert wealth(s) == {"Ann": 400 + 5 * 60, "Ben": 400 + 2 * 60, "Cy": 400}
    assert richest(wealth)(s) == ("Ann",)
    assert richest(wealth)(stock()) == THREE
    halved = s.replace(sizes={"NR_0": 1})
    assert wealth(halved)["Ann"] == 400 + 4 * 60


def test_what_is_lost_or_made_from_nothing_is_found() -> None:
    s = home(started(stock(), "NR", 5, 2, cash=100), "NR")
    assert conserved(s) == []
    assert money(s.replace(cash=with_item(s.cash, "NR", 90)), s.book.bank) == ["2990 in all purses, not 3000"]
    short = s.pay("NR", BANK, 120)
    assert money(short, s.book.bank) == ["NR has -20"]
    assert money(s.pay(SEATS[0], BANK, 500), s.book.bank) == [], "a player may owe"
    assert papers(s.hand_over("NR_0", POOL)) == ["paper NR_0 belongs to pool"]
    assert papers(s.hand_over("NR_0", POOL), without_director="NR") == []
    assert papers(s.hand_over("NR_1", "NR")) == ["paper NR_1 belongs to NR"]
    fewer = s.replace(papers={paper: owner for paper, owner in s.papers.items() if paper != "MR_0"})
    assert papers(fewer) == ["papers were lost or added"]
    assert tiles(s.replace(supply=with_item(s.supply, "5", 1))) == ["tile 5: 1 in stock and 0 laid of 2"]
    assert tiles(lay(s, "A2 5 4")) == []
    assert tiles(s.replace(supply=with_item(s.supply, "5", 3)), {"5": 1}) == []
    assert trains(card(s, "XX", "2-0")) == ["train 2-0 belongs to XX"]
    assert trains(card(s, "XX", "2-0"), closing=("XX",)) == []
    more = s.replace(trains=with_item(s.trains, "2-4", BANK))
    assert trains(more) == ["5 cards of train 2, not 4"]
    assert trains(more, endless=("2",)) == []
    assert trains(card(s, OUT, "5-7")) == [], "of an unlimited type there are as many as are wanted"
    assert station_markers(s.replace(markers=with_item(s.markers, "NR", 2))) == [
        "NR has 1 markers on the map and has used 2"
    ]
    foreign = s.replace(markers={sym: used for sym, used in s.markers.items() if sym != "NR"})
    assert station_markers(foreign) == ["markers of NR lie on the map"]
    assert station_markers(foreign, heir="NR") == []


# -- advice and view -------------------------------------------------------------------------


def test_the_best_run_and_what_a_tile_adds_to_it() -> None:
    s = lay(turn(home(started(stock(), "NR", 5, 2, cash=100), "NR"), "NR", "track"), "A2 5 4")
    s = card(s, "NR", "2-0")
    tile = LayTile(0, "A4", "9", 1)
    told = worth(s, tile)
    assert told is not None
    assert (told.before, told.after, told.proved) == (0, 40, True)
    best = best_run(play(s, tile).state, "NR")
    assert best is not None
    assert best.revenue == 40


def test_the_table_is_shown_in_every_step() -> None:
    s = card(home(started(stock(), "NR", 5, 2, cash=100), "NR"), "NR", "2-0")
    for step in ("track", "marker", "run", "dividend", "trains"):
        shown = title(GAME).view(turn(s, "NR", step), 0)
        assert isinstance(shown, RailwayView)
        assert shown.acting == "NR"
        assert shown.players["Ann"].shares == {"NR": 5}
        assert shown.bank == s.in_bank


# -- whole games -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_random_games_lose_nothing_and_replay(seed: int) -> None:
    """Random players start the companies, build and run; all that is offered is accepted."""
    game, bot = Game.new(Setup(GAME, THREE[: 2 + seed % 2], seed=seed)), RandomBot(seed)
    for _ in range(250):
        if game.state.over:
            break
        seat = to_act(game.state)[0]
        assert legal(game.state, seat)
        game.submit(bot(game.state, seat))
        assert conserved(game.state) == []  # type: ignore[arg-type]
    again = Game.replay(game.setup, game.log)
    assert state_hash(again.state) == state_hash(game.state)


def test_what_is_expected_is_said() -> None:
    s = started(stock(), "NR", 5, 2)
    crowded = s.replace(phases=("4",)).push(SurplusTrains(("NR",)))
    for train in ("3-0", "3-1", "G-0"):
        crowded = card(crowded, "NR", train)
    offered = card(started(turn(s, "NR", "trains"), "ER", 2), "ER", "2-0")
    offer = TrainOffer(by=0, to=1, first=0, thing="", price=80, company="NR", train="2-0", version="2")
    expected = {
        "Ann: sell, buy one share, or pass.": s,
        "The seats are drawn.": start(Setup(GAME, THREE)),
        "Ann: NR may lay or upgrade track.": turn(s, "NR", "track"),
        "Ann: NR may place a station marker.": turn(s, "NR", "marker"),
        "Ann: run the trains of NR.": turn(s, "NR", "run"),
        "Ann: does NR pay its revenue out or withhold it?": turn(s, "NR", "dividend"),
        "Ann: NR may buy trains.": turn(s, "NR", "trains"),
        "Ann: NR has too many trains; which one goes?": crowded,
        "Ben: sell 2 to NR for 80?": offered.push(offer),
        "Ann: buy 2 of ER for 90?": offered.push(structs.replace(offer, by=1, to=0, price=90)),
    }
    assert {english(activity_of(s).prompt(s)): s for s in expected.values()} == expected
