"""Whole games at random: all set-ups and player counts end, nothing is lost, replay gives the same."""

import time
from statistics import median

import pytest
from benchmarks.players import MANNERS, playing, random_game
from hypothesis import given

from stellwerk.engine import Game, legal, state_hash, title, to_act
from stellwerk.games.gimperial_steam.scoring import scores
from tests.conformance.test_titles import unhurried
from tests.games.gimperial_steam.table import setup
from tests.strategies import states

TITLE = title("imperial-steam")


@pytest.mark.parametrize("manner", sorted(MANNERS))
@pytest.mark.parametrize("variant", ["fixed", "normal", "random"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_and_replay(players: int, variant: str, manner: str) -> None:
    for seed in range(3):
        game = None
        for game in playing(setup(players, variant, seed=100 * players + seed), manner):
            assert TITLE.conserved(game.state) == []
        assert game is not None
        assert game.state.over
        assert game.state.round == 8 or game.state.ending == "Trieste is connected"
        again = Game.replay(game.setup, game.log)
        assert state_hash(again.state) == state_hash(game.state)


@given(state=states("imperial-steam"))
@unhurried
def test_offers_stay_few(state: object) -> None:
    """Free actions and rearranging are small choices of their own."""
    for seat in to_act(state):  # type: ignore[arg-type]
        assert 1 <= len(legal(state, seat)) <= 90  # type: ignore[arg-type]


def test_speed() -> None:
    """A random game takes 0.2 s at most, `legal` 2 ms at the median; with room for a busy machine."""
    began = time.perf_counter()
    games = [random_game(setup(4, "normal", seed=seed), "bot") for seed in range(5)]
    assert (time.perf_counter() - began) / 5 < 0.6
    taken = []
    for state, _ in games[0].history[20:]:
        for seat in to_act(state):
            start = time.perf_counter()
            legal(state, seat)
            taken.append(time.perf_counter() - start)
    assert median(taken) < 0.004


def test_the_account_adds_up() -> None:
    for seed in range(6):
        game = random_game(setup(2 + seed % 3, "random", seed=seed))
        for player, score in zip(game.state.players, game.state.scores, strict=True):
            gains = score.cash + score.income + score.semmering + score.goods + score.keys + score.hubs
            assert score.total == gains + score.filled - score.unfilled - score.fees + score.received
            assert player.cash == score.final
        before = game.history[-2].state
        assert sum(score.fees for score in scores(before)) == sum(score.received for score in scores(before))
