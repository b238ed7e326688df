"""Random games: contracts on slips, and how long one takes. Whole games are played in tests/conformance."""

import time

from benchmarks.players import random_game

from stellwerk.engine import Setup
from stellwerk.games.g1853.rules.cities import is_legal
from tests.games.g1853.table import NAMES


def test_on_slips_random_players_make_illegal_contracts():
    games = [random_game(Setup("1853", NAMES[:3], "short", "slips", seed), "bot") for seed in range(3)]
    verdicts = {is_legal(g.state, seat) for g in games for seat in range(3)}
    assert verdicts == {True, False}
    book = [random_game(Setup("1853", NAMES[:3], "short", "book", seed), "bot") for seed in range(3)]
    assert all(is_legal(g.state, seat) for g in book for seat in range(3))


def test_a_random_game_of_four_is_quick():
    started = time.process_time()
    random_game(Setup("1853", NAMES[:4], seed=5), "bot")
    assert time.process_time() - started < 4
