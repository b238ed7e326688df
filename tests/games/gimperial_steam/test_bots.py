"""Bots that look ahead: what they see, how they judge, and that they play well."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from stellwerk.bots import TEMPERAMENTS, LookaheadBot, bots_of, make_bot, make_thinker
from stellwerk.bots.lookahead import Budget, Search, Tree
from stellwerk.bots.playout import Task, play_out
from stellwerk.engine import Game, legal, play, to_act
from stellwerk.engine.save import dump, load
from stellwerk.games.gimperial_steam.bot.eagerness import WEIGHTS, eagerness
from stellwerk.games.gimperial_steam.bot.outlook import OUTLOOK, OUTLOOKS
from stellwerk.games.gimperial_steam.bot.valuing import expected, worth
from stellwerk.games.gimperial_steam.bot.ways import (
    Way,
    distances,
    hands_needed,
    nearest,
    prospect,
    ways,
)
from stellwerk.games.gimperial_steam.data.components import BRIDGE, PLAIN, TRIESTE, TUNNEL, WIEN
from stellwerk.games.gimperial_steam.plan.search import hands_left
from stellwerk.games.gimperial_steam.rules.contracts import TakeContract
from stellwerk.games.gimperial_steam.rules.goods import BuyGood
from stellwerk.games.gimperial_steam.rules.opening import Bid
from stellwerk.games.gimperial_steam.rules.shares import SellShare
from stellwerk.games.gimperial_steam.rules.state import Plant, Surplus
from stellwerk.games.gimperial_steam.rules.turn import ChooseAction
from tests.games.gimperial_steam.table import GELB, LILA, LINKS, ROT, goods, opening, ready, setup, turn

GAME = "imperial-steam"
SMALL = Budget(width=2, tries=4)


def small(seed: int = 1) -> LookaheadBot:
    return LookaheadBot(OUTLOOK, seed, SMALL, Budget(width=1, tries=4, first=4))


def position(actions: int) -> Any:
    """Some way into a game of random bots."""
    game = Game.new(setup(3, "normal", seed=5))
    bot = make_bot("random", 3)
    for _ in range(actions):
        game.submit(bot(game.state, to_act(game.state)[0]))
    return game.state


def test_who_plays_what() -> None:
    assert sorted(bots_of(GAME)) == ["fair", "gentle", "random", "sharp"]
    s = turn(ready(), ROT)
    assert make_bot("greedy", 1, GAME)(s, ROT) == make_bot("fair", 1, GAME)(s, ROT), "the former name"
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
            chosen.add(make_bot("fair", 1, GAME)(other, GELB))
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
    likely = []
    for now in (s.replace(round=number) for number in range(1, 9)):
        needed = hands_needed(now, ROT, way)
        likely.append(prospect(hands_left(now, now.players[ROT]) - needed, needed))
    assert likely == sorted(likely, reverse=True)
    assert likely[0] > 0.6
    assert likely[-1] < 0.1


def test_what_the_way_to_trieste_takes() -> None:
    s = turn(ready(), ROT)
    _, way = nearest(s, s.players[ROT])
    base = hands_needed(s, ROT, way)
    hired = s.change(ROT, engineers=("bridge", "tunnel"))
    assert hands_needed(hired, ROT, way) < base
    far = s.replace(hubs=dict.fromkeys(s.hubs, 15))
    assert hands_needed(far, ROT, way) > base, "A2-4: engineers at hubs that are out of reach"
    assert hands_needed(far.change(ROT, engineers=("bridge", "tunnel")), ROT, way) < base
    full = s.change(ROT, reserved=3)
    assert hands_needed(full, ROT, way) > base, "A7-3: no room for the goods of a track"


def test_goods_of_the_next_tracks() -> None:
    """A1-6 to A1-8: one of each in an action, and one more for every bridge and tunnel."""
    assert Way().goods() == (0, 0, 0, 0)
    assert Way(kinds=(PLAIN, BRIDGE)).goods() == (1, 2, 1, 0)
    assert Way(kinds=(PLAIN, BRIDGE)).goods(1) == (1, 1, 1, 0)
    assert Way(kinds=(TUNNEL, BRIDGE)).goods() == (1, 2, 2, 0)
    s = turn(ready(), ROT)
    way = ways(s.book, s.tiles, s.crowns)[WIEN]
    built = [s.book.parts.links[link].type for link in way.links if link not in s.crowns]
    assert way.kinds == tuple(built[:2])


def test_at_the_end_every_hand_can_be_counted() -> None:
    assert prospect(1.0, 2.0) > 0.8 > 0.2 > prospect(-1.0, 2.0)
    assert prospect(1.0, 15.0) < 0.5, "much can come between"


def test_a_contract_that_is_full_at_once_is_tried_first() -> None:
    s = turn(ready(), ROT).replace(contracts=("K02", "K19", "K25"))
    s = s.change(ROT, factories=(1, 1, 1, 0))
    offers = [TakeContract(ROT, id) for id in s.contracts]
    wood, mixed, stones = eagerness(s, ROT, offers)
    assert mixed > wood > stones > 0
    assert eagerness(s.change(ROT, reserved=2), ROT, offers)[1] == 0, "A7-2: too few wagons"
    tile = [ChooseAction(ROT, "contract")]
    assert eagerness(s, ROT, tile) > eagerness(s.change(ROT, factories=(0, 0, 0, 0)), ROT, tile)


def test_the_good_that_a_track_waits_for_is_bought() -> None:
    s = turn(ready(), ROT)
    offers = [BuyGood(ROT, "stone"), BuyGood(ROT, "wood")]
    stone, wood = eagerness(goods(s, ROT, "wood", "wood", "iron", "iron"), ROT, offers)
    assert stone > wood


def test_a_contract_counts_by_what_it_lacks() -> None:
    s = turn(ready(), ROT).change(ROT, contracts=("K19",), reserved=3, trains=(7,))
    values = [worth(s.change(ROT, factories=(n > 0, n > 1, n > 2, 0)), ROT) for n in range(4)]
    assert values == sorted(values)
    assert values[0] < values[1] < values[3]


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


def test_where_nothing_worth_trying_is_allowed_something_is_done() -> None:
    """A seat taken over in the middle of a turn: only links between own cities are left."""
    links = [LINKS[name] for name in ("wien-bratislava", "bratislava-sopron", "wr_neustadt-sopron")]
    s = turn(ready(), ROT).change(
        ROT,
        cash=0,
        investors=0,
        stations=(WIEN, "bratislava"),
        cities=(WIEN, "bratislava", "sopron", "wr_neustadt"),
        tracks=tuple(links),
        training=(0, 0, 2),
    )
    s = s.replace(crowns=(LINKS["wien-lilienfeld"], LINKS["wr_neustadt-gloggnitz"]))
    s = play(s, ChooseAction(ROT, "track")).state
    left = legal(s, ROT)
    assert len(left) > 1
    assert not any(eagerness(s, ROT, left)), "or the test would show nothing"
    for name in ("gentle", "fair", "sharp"):
        assert make_bot(name, 1, GAME)(s, ROT) in left


# -- temperaments ------------------------------------------------------------------------------


def test_every_temperament_leans_otherwise() -> None:
    """It changes what positions are worth, and nothing else."""
    assert {temperament for _, temperament in OUTLOOKS} == {"", *TEMPERAMENTS}
    leaning = [outlook for (strength, _), outlook in OUTLOOKS.items() if strength == "sharp"]
    s = turn(ready(), ROT)
    s = s.change(ROT, contracts=("K01",), price=5, investors=9, cities=(WIEN, "gloggnitz"))
    s = s.replace(plants={"F01": Plant(ROT, "iron", 2)})
    assert len({outlook.value(s, ROT) for outlook in leaning}) == len(leaning)
    for outlook in leaning:
        offers = legal(s, ROT)
        assert outlook.weights(s, ROT, offers) == OUTLOOK.weights(s, ROT, offers)
        assert outlook.key(s, ROT) == OUTLOOK.key(s, ROT)


def test_a_builder_cares_more_for_the_way_to_trieste() -> None:
    s = turn(ready(), ROT)
    _, way = nearest(s, s.players[ROT])
    [city] = [end for end in s.book.ends[way.links[0]] if end != WIEN]
    nearer = s.change(ROT, tracks=way.links[:1], cities=(WIEN, city))
    gain = {name: outlook.value(nearer, ROT) - outlook.value(s, ROT) for name, outlook in OUTLOOKS.items()}
    assert gain["fair", "builder"] > gain["fair", ""] > gain["fair", "trader"]


@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_whatever_the_temperament_it_beats_random_play(temperament: str) -> None:
    outcome = play_out(Task(GAME, 2, 2, "normal", "book", 3, f"gentle-{temperament},random"))
    assert not outcome.failure
    [own] = [seat for seat, name in enumerate(outcome.table) if name != "random"]
    assert outcome.worth[own] > outcome.worth[1 - own]


# -- what it has looked at ---------------------------------------------------------------------


def test_it_tells_what_else_it_saw() -> None:
    s = turn(ready(), ROT)
    thought = make_thinker("fair", 1, GAME)(s, ROT)
    assert thought.action == thought.judged[0].action
    worth_trying = [
        a for a in legal(s, ROT) if type(a) not in OUTLOOK.never and OUTLOOK.weights(s, ROT, [a])[0]
    ]
    assert thought.looked_at == len(worth_trying)
    assert [one.value for one in thought.judged] == sorted((x.value for x in thought.judged), reverse=True)
    for one in thought.judged:
        assert one.action in legal(s, ROT)
        assert len(one.money) == len(s.names)


def test_the_value_of_a_turn_is_what_its_end_is_worth() -> None:
    s = turn(ready(), ROT)
    bot = LookaheadBot(OUTLOOK, 1, Budget(1, 4, 12, depth=1))
    for one in bot.judged(s, ROT):
        way = Search(OUTLOOK, ROT, 1, bot.budget).best(s)[1][one.action].way
        after = s
        for action in way.turns[0]:
            after = play(after, action).state
        after = OUTLOOK.alone(after, ROT, Random(1))
        assert worth(after, ROT) == pytest.approx(one.value)
        assert one.money[ROT] == round(expected(after, ROT))
        assert one.money[LILA] == round(expected(s, LILA))


def test_hidden_money_is_not_told() -> None:
    """HID-2: what others are expected to have would tell what they have."""
    hidden = turn(ready(rulings="book,hidden_money=true"), ROT)
    thought = make_thinker("gentle", 1, GAME)(hidden, ROT)
    assert [one.money for one in thought.judged] == [()] * len(thought.judged)
    richer = hidden.change(LILA, cash=hidden.players[LILA].cash + 50)
    assert make_thinker("gentle", 1, GAME)(richer, ROT) == thought


def test_at_the_end_the_expected_money_is_what_there_is() -> None:
    game = Game.new(setup(2, "fixed", seed=5))
    bot = make_bot("random", 3)
    while not game.state.over:
        game.submit(bot(game.state, to_act(game.state)[0]))
    assert OUTLOOK.money(game.state, game.state, 0) == tuple(score.final for score in game.state.scores)


# -- playing -----------------------------------------------------------------------------------


def test_fair_takes_the_best_turn_and_looks_no_further() -> None:
    s = turn(ready(), ROT)
    way, _ = Search(OUTLOOK, ROT, 1, Budget(1, 24, depth=1)).best(s)
    assert len(way.turns) == 1
    bot = make_bot("fair", 1, GAME)
    first = bot(s, ROT)
    state = play(s, first).state
    while to_act(state) == (ROT,) and OUTLOOK.turn(state, ROT) == OUTLOOK.turn(s, ROT):
        state = play(state, bot(state, ROT)).state
    search = Search(OUTLOOK, ROT, 9, Budget(1, 10))
    others = [worth(after, ROT) for after, _ in search.turns(s, True, Random(9))]
    assert worth(OUTLOOK.alone(state, ROT, Random(1)), ROT) >= sorted(others)[len(others) // 2]


def test_in_the_middle_of_a_turn_its_end_is_found_again() -> None:
    """Luck belongs to positions: what was tried after the first action is what is tried when it is made."""
    s = OUTLOOK.alone(turn(ready(), ROT), ROT, Random(1))
    search = Search(OUTLOOK, ROT, 1, Budget(1, 9))
    rng = Random(1)
    began = [turn for _, turn in Tree(search, s, rng).beginnings(60)]
    for tile in ("track", "hire", "goods"):
        chosen = ChooseAction(ROT, tile)
        before = [turn[1:] for turn in began if turn[0] == chosen]
        after = [turn for _, turn in Tree(search, play(s, chosen).state, rng).turns(len(before))]
        assert len(before) > 1
        assert after == before


def test_a_bot_asked_anew_plays_the_same_game_as_one_that_is_kept() -> None:
    """What a restart of the server leaves of a bot is its name and its seed."""
    game, kept = Game.new(setup(2, "random", seed=8)), small()
    while game.state.round < 4:
        seat = to_act(game.state)[0]
        action = kept(game.state, seat)
        assert small()(game.state, seat) == action
        game.submit(action)
    saved, _ = load(dump(game))
    seat = to_act(game.state)[0]
    assert small()(saved.state, seat) == kept(game.state, seat)


def test_the_choice_is_the_same_in_another_process() -> None:
    """No order of a set may decide: strings are hashed otherwise in every process."""
    script = (
        "from tests.games.gimperial_steam.test_bots import position, small\n"
        "from stellwerk.engine import to_act\n"
        "for actions in (60, 120, 200):\n"
        "    s = position(actions)\n"
        "    print(small().judged(s, to_act(s)[0]))\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


def test_it_beats_random_play_and_builds_far() -> None:
    game = Game.new(setup(2, "fixed", seed=1))
    bots = (LookaheadBot(OUTLOOK, 1, Budget(4, 8, 16), Budget(1, 6, 8)), make_bot("random", 1))
    while not game.state.over:
        seat = to_act(game.state)[0]
        game.submit(bots[seat](game.state, seat))
    own, other = (score.final for score in game.state.scores)
    assert own > other + 300
    built, other = (len(player.tracks) for player in game.state.players)
    assert built > other + 4


def test_only_the_sharp_one_pays_for_coming_first() -> None:
    """Who comes first in round 1 has the choice of staff, markers and demands."""
    s = opening()
    bids = [make_bot(name, 1, GAME)(s, ROT).amount for name in ("fair", "sharp")]
    assert bids[0] == min(s.hubs.values()) * s.numbers.step
    assert bids[1] > bids[0]
