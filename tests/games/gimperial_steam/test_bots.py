"""Bots that look ahead: what they see, how they judge, and that they play well."""

from random import Random
from typing import Any

import pytest
from msgspec import structs

from stellwerk.bots import LookaheadBot, bots_of, make_bot
from stellwerk.bots.lookahead import Budget, Search
from stellwerk.bots.playout import Task, play_out
from stellwerk.engine import Game, legal, play, to_act
from stellwerk.games.gimperial_steam.bot.eagerness import WEIGHTS, eagerness
from stellwerk.games.gimperial_steam.bot.outlook import OUTLOOK
from stellwerk.games.gimperial_steam.bot.valuing import worth
from stellwerk.games.gimperial_steam.bot.ways import distances, nearest, prospect, spare_hands, ways
from stellwerk.games.gimperial_steam.data.components import TRIESTE, WIEN
from stellwerk.games.gimperial_steam.rules.opening import Bid
from stellwerk.games.gimperial_steam.rules.shares import SellShare
from stellwerk.games.gimperial_steam.rules.state import Surplus
from tests.games.gimperial_steam.table import GELB, LILA, LINKS, ROT, goods, opening, ready, setup, turn

GAME = "imperial-steam"
SMALL = Budget(width=2, tries=4)


def small(seed: int = 1) -> LookaheadBot:
    return LookaheadBot(OUTLOOK, seed, SMALL)


def position(actions: int) -> Any:
    """Some way into a game of random bots."""
    game = Game.new(setup(3, "normal", seed=5))
    bot = make_bot("random", 3)
    for _ in range(actions):
        game.submit(bot(game.state, to_act(game.state)[0]))
    return game.state


def test_who_plays_what() -> None:
    assert sorted(bots_of(GAME)) == ["greedy", "lookahead", "random"]
    assert list(bots_of("1848")) == ["random"]
    with pytest.raises(ValueError, match="no bot 'lookahead'; there are: random"):
        make_bot("lookahead", 1, "1848")
    s = turn(ready(), ROT)
    for name in bots_of(GAME):
        assert make_bot(name, 1, GAME)(s, ROT) in legal(s, ROT)


@pytest.mark.parametrize("actions", [0, 40, 90, 200])
def test_same_state_and_seed_same_choice(actions: int) -> None:
    s = position(actions)
    seat = to_act(s)[0]
    chosen = small()(s, seat)
    assert chosen in legal(s, seat)
    assert small()(s, seat) == chosen


def test_neither_others_bids_nor_the_seed_are_looked_at() -> None:
    """HID-1: whatever the others have bid, and whatever the game's seed: the same bid."""
    start = opening()
    chosen = set()
    for amounts in ((0, 0), (70, 30), (140, 110)):
        s = play(play(start, Bid(ROT, amounts[0])).state, Bid(LILA, amounts[1])).state
        for seed in (1, 2):
            other = s.replace(setup=structs.replace(s.setup, seed=seed))
            chosen.add(make_bot("greedy", 1, GAME)(other, GELB))
    assert len(chosen) == 1


def test_alone_the_others_do_nothing() -> None:
    s = position(60)
    seat = to_act(s)[0]
    other = (seat + 1) % 3
    apart = OUTLOOK.alone(s, other, Random(1))
    assert to_act(apart) == (other,)
    assert [p.hands for n, p in enumerate(apart.players) if n != other] == [0, 0]
    assert apart.players[other] == s.players[other]
    crowded = goods(ready(), LILA, *["wood"] * 9).push(Surplus(LILA), Surplus(ROT))
    assert to_act(OUTLOOK.alone(crowded, GELB, Random(1))) == (GELB,), "others' surplus waits for nobody"


def test_every_action_has_a_weight() -> None:
    game = Game.new(setup(4, seed=3))
    bot = make_bot("random", 8)
    seen = set()
    while not game.state.over:
        seat = to_act(game.state)[0]
        offers = [action for action in legal(game.state, seat) if type(action) not in OUTLOOK.never]
        seen |= {type(action) for action in offers}
        assert min(eagerness(game.state, seat, offers)) >= 0
        game.submit(bot(game.state, seat))
    assert len(seen) > 18
    assert seen <= set(WEIGHTS)


# -- judging -----------------------------------------------------------------------------------


def test_ways_to_trieste() -> None:
    s = turn(ready(), ROT)
    table = ways(s.book, s.tiles, s.crowns)
    assert len(table[WIEN].links) == 9, "the shortest has nine links, and no shorter one is cheaper"
    assert table[TRIESTE].links == ()
    for city, way in table.items():
        for link in way.links:
            [city] = [end for end in s.book.ends[link] if end != city]
        assert city == TRIESTE
        assert way.tracks == sum(link not in s.crowns for link in way.links)
    assert distances(s.book)[WIEN]["gloggnitz"] == 2


def test_a_city_with_two_own_links_leads_nowhere() -> None:
    """A1-4: without a station the way must begin elsewhere."""
    s = turn(ready(), ROT)
    end, way = nearest(s, s.players[ROT])
    assert end == WIEN
    tracks = (LINKS["wien-bratislava"], LINKS["bratislava-sopron"])
    far = s.change(ROT, tracks=tracks, cities=(WIEN, "bratislava", "sopron"))
    assert nearest(far, far.players[ROT])[0] != "bratislava"
    assert nearest(far, far.players[ROT])[1].cost <= way.cost


def test_time_runs_out() -> None:
    s = turn(ready(), ROT)
    _, way = nearest(s, s.players[ROT])
    spare = [prospect(spare_hands(s.replace(round=number), ROT, way)) for number in range(1, 9)]
    assert spare == sorted(spare, reverse=True)
    assert spare[0] > 0.9
    assert spare[-1] < 0.1


def test_what_is_good_is_worth_more() -> None:
    s = turn(ready(), ROT)
    p = s.players[ROT]
    base = worth(s, ROT)
    for better in (
        {"cash": p.cash + 10},
        {"training": (3, 0, 0)},
        {"goods": (2, 2, 2, 1)},
        {"passenger": 1, "trains": (4,)},
        {"tracks": ("L01",), "cities": (WIEN, "lilienfeld")},
        {"keys": ("blue-gold",)},
    ):
        assert worth(s.change(ROT, **better), ROT) > base, better
    assert worth(s.change(ROT, shareholders=1), ROT) < base


def test_a_share_is_not_sold_for_a_song() -> None:
    s = turn(ready(), ROT)
    assert worth(play(s, SellShare(ROT)).state, ROT) < worth(s, ROT)
    dear = s.change(ROT, price=5, investors=9)
    assert worth(play(dear, SellShare(ROT)).state, ROT) > worth(dear, ROT)


# -- playing -----------------------------------------------------------------------------------


def test_greedy_takes_the_best_turn_and_looks_no_further() -> None:
    s = turn(ready(), ROT)
    way = Search(OUTLOOK, ROT, Random("1/0/0"), Budget(1, 24, depth=1)).best(s)
    assert len(way.turns) == 1
    bot = make_bot("greedy", 1, GAME)
    first = bot(s, ROT)
    state = play(s, first).state
    while to_act(state) == (ROT,) and OUTLOOK.turn(state, ROT) == OUTLOOK.turn(s, ROT):
        state = play(state, bot(state, ROT)).state
    others = [worth(after, ROT) for after, _ in Search(OUTLOOK, ROT, Random(9), Budget(1, 10)).turns(s, True)]
    assert worth(OUTLOOK.alone(state, ROT, Random(1)), ROT) >= sorted(others)[len(others) // 2]


def test_a_kept_bot_carries_out_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts = []
    best = Search.best
    monkeypatch.setattr(Search, "best", lambda *args: thoughts.append(1) or best(*args))
    s, bot = turn(ready(2), ROT), small()
    begun = OUTLOOK.turn(s, ROT)
    steps = 0
    while to_act(s) == (ROT,) and OUTLOOK.turn(s, ROT) == begun:
        s = play(s, bot(s, ROT)).state
        steps += 1
    assert steps >= 2
    assert len(thoughts) == 1


def test_it_beats_random_play_and_reaches_trieste() -> None:
    outcome = play_out(Task(GAME, 1, 2, "fixed", "book", 1, "lookahead,random"))
    assert not outcome.failure
    [own] = [seat for seat, name in enumerate(outcome.table) if name == "lookahead"]
    assert outcome.worth[own] > outcome.worth[1 - own] + 300
    assert outcome.end == "Trieste is connected"
    assert outcome.figures[own]["at Trieste"] == 1
