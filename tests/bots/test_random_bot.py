"""Random bots: legal, repeatable, and different enough to see all of a game."""

from collections import Counter

import pytest

from stellwerk.bots import BOTS, RandomBot, make_bot
from stellwerk.bots.playout import Task, play_out
from stellwerk.engine import Action, Game, Setup, Undo, to_act


def started() -> Game:
    return Game.new(Setup("1848", ("Ann", "Ben", "Cy"), seed=1))


def play_on(game: Game, bot: RandomBot, actions: int) -> list[Action]:
    for _ in range(actions):
        game.submit(bot(game.state, to_act(game.state)[0]))
    return list(game.actions)


def test_the_same_seed_plays_the_same_game() -> None:
    assert play_on(started(), RandomBot(5), 200) == play_on(started(), RandomBot(5), 200)
    assert play_on(started(), RandomBot(5), 200) != play_on(started(), RandomBot(6), 200)


def test_a_bot_that_is_asked_again_says_the_same() -> None:
    game, bot = started(), RandomBot(5)
    played = play_on(game, bot, 50)
    game.submit(Undo(0, 30))
    assert play_on(game, RandomBot(5), 21) == played


def test_temperaments_differ() -> None:
    assert len({RandomBot(seed).eagerness("buy_share") for seed in range(9)}) == 9
    assert len({RandomBot(seed).willingness("dividend") for seed in range(9)}) == 9
    assert RandomBot(1).eagerness("pass") == RandomBot(1).eagerness("pass")


def test_a_bot_without_a_choice_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Idle:
        def moves(self, state: object) -> tuple[()]:
            return ()

    monkeypatch.setattr("stellwerk.bots.random_bot.activity_of", lambda state: Idle())
    with pytest.raises(LookupError, match="seat 1 has no legal action"):
        RandomBot(1)(started().state, 1)


def test_bots_are_found_by_name() -> None:
    assert "random" in BOTS
    state = started().state
    assert make_bot("random", 3)(state, 0) == RandomBot("3")(state, 0)
    with pytest.raises(ValueError, match="deep"):
        make_bot("deep", 3)


def test_games_end_in_different_ways() -> None:
    tasks = [Task("1848", index, 3 + index % 4, "base", "book", 2, "random") for index in range(16)]
    outcomes = [play_out(task) for task in tasks]
    assert not [outcome.failure for outcome in outcomes if outcome.failure]
    assert all(outcome.finished for outcome in outcomes)
    ends = Counter(outcome.end for outcome in outcomes)
    assert len(ends) >= 3
    assert max(ends.values()) < 14
