"""Random games: contracts on slips, and how long one takes. Whole games are played in tests/conformance."""

import time

from benchmarks.players import random_game

from stellwerk.engine import Setup
from stellwerk.games.g1853.rules.cities import is_legal
from tests.games.g1853.table import NAMES
from tests.strategies import played, together


@together("1853")
def test_on_slips_random_players_make_illegal_contracts():
    games = [played("1853", seed) for seed in range(8)]
    verdicts = {
        rulings: {is_legal(g.state, seat) for g in games if g.setup.rulings == rulings for seat in range(3)}
        for rulings in ("slips", "book")
    }
    assert verdicts == {"slips": {True, False}, "book": {True}}


def test_a_random_game_of_four_is_quick():
    started = time.process_time()
    random_game(Setup("1853", NAMES[:4], seed=5), "bot")
    assert time.process_time() - started < 4
