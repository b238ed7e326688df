"""The log is the game: undo, redo, replay, and submissions that come too late."""

import time

import pytest

from stellwerk.bots import RandomBot
from stellwerk.engine import Game, Redo, Refusal, Setup, Undo, state_hash, to_act
from stellwerk.engine.save import dump, load
from stellwerk.games.g1848.rules.opening import CutPrice
from tests.engine.sealed import Bid, DrawPrize


def hashes(game: Game) -> list[str]:
    return [state_hash(state) for state, _ in game.history]


def test_every_action_is_logged_chance_included(game: Game) -> None:
    game.submit(Bid(0, 1))
    assert [type(action) for action in game.log] == [DrawPrize, Bid]
    assert game.actions == tuple(game.log)
    assert game.state.version == 2


def test_submit_returns_the_events_of_the_lots_too(game: Game) -> None:
    game.submit(Bid(0, 1))
    game.submit(Bid(1, 1))
    events = game.submit(Bid(2, 2))
    assert [type(event).__name__ for event in events] == ["PrizeWon"]
    assert isinstance(game.log[-1], DrawPrize)


def test_a_fork_goes_its_own_way(played: Game) -> None:
    before = (list(played.log), played.actions, played.floor, state_hash(played.state))
    other = played.fork()
    other.submit(Undo(0, played.floor))
    assert (played.log, played.actions, played.floor, state_hash(played.state)) == before
    again = other.fork()
    again.submit(Redo(0))
    assert state_hash(again.state) == state_hash(played.state)
    assert len(other.actions) == played.floor


def test_undo_goes_back_and_is_logged(game: Game) -> None:
    game.submit(Bid(0, 1))
    before = state_hash(game.state)
    game.submit(Bid(1, 5))
    game.submit(Undo(1, to=2))
    assert state_hash(game.state) == before
    assert game.actions == (game.log[0], Bid(0, 1))
    assert game.log[-2:] == [Bid(1, 5), Undo(1, 2)]
    assert to_act(game.state) == (1, 2)


def test_redo_takes_undos_back_one_by_one(game: Game) -> None:
    game.submit(Bid(0, 1))
    game.submit(Bid(1, 5))
    all_along = hashes(game)
    game.submit(Undo(0, 2))
    game.submit(Undo(0, 1))
    game.submit(Redo(0))
    assert hashes(game) == all_along[:3]
    game.submit(Redo(0))
    assert hashes(game) == all_along
    assert len(game.log) == 7


def test_another_action_ends_the_redo(game: Game) -> None:
    game.submit(Bid(0, 1))
    game.submit(Undo(0, 1))
    game.submit(Bid(1, 3))
    with pytest.raises(Refusal, match=r"There is nothing to redo. \(§sealed-undo\)"):
        game.submit(Redo(0))


def test_a_refused_action_does_not_end_the_redo(game: Game) -> None:
    game.submit(Bid(0, 1))
    game.submit(Undo(0, 1))
    with pytest.raises(Refusal):
        game.submit(Bid(0, 99))
    game.submit(Redo(0))
    assert game.actions[-1] == Bid(0, 1)


@pytest.mark.parametrize("to", [-1, 0, 3, 4, 10**30])
def test_undo_reaches_only_what_there_is(game: Game, to: int) -> None:
    game.submit(Bid(0, 1))
    game.submit(Bid(1, 1))
    log = list(game.log)
    with pytest.raises(Refusal) as caught:
        game.submit(Undo(0, to))
    assert str(caught.value) == "Nothing to undo there: choose a number from 1 to 2. (§sealed-undo)"
    assert game.log == log


def test_lots_stay_drawn(game: Game) -> None:
    for seat in range(3):
        game.submit(Bid(seat, 1))
    assert isinstance(game.log[-1], DrawPrize)
    assert game.floor == 5
    with pytest.raises(Refusal, match="sealed-undo"):
        game.submit(Undo(0, 4))


def test_with_nothing_to_undo_the_refusal_says_so(game: Game) -> None:
    with pytest.raises(Refusal) as caught:
        game.submit(Undo(0, 0))
    assert "from 1 to 0" not in str(caught.value)


def test_a_log_with_undos_replays_to_the_same_states(played: Game) -> None:
    again = Game.replay(played.setup, played.log)
    assert hashes(again) == hashes(played)
    assert again.actions == played.actions
    assert again.log == played.log
    assert state_hash(Game.replay(played.setup, played.actions).state) == state_hash(played.state)


def test_undo_works_after_loading_too(game: Game) -> None:
    for action in (Bid(0, 1), Bid(1, 2), Undo(0, 1)):
        game.submit(action)
    loaded, _ = load(dump(game))
    loaded.submit(Redo(0))
    assert loaded.actions[1:] == (Bid(0, 1), Bid(1, 2))


def test_replay_refuses_what_play_refuses(game: Game) -> None:
    with pytest.raises(Refusal, match="sealed-1"):
        Game.replay(game.setup, [*game.log, Bid(0, 1), Bid(0, 1)])
    with pytest.raises(Refusal, match="sealed-undo"):
        Game.replay(game.setup, [*game.log, Redo(0)])


def test_a_submission_for_an_old_version_is_refused(game: Game) -> None:
    game.submit(Bid(0, 1), seen=1)
    with pytest.raises(Refusal) as caught:
        game.submit(Bid(1, 1), seen=1)
    assert str(caught.value) == "The game has moved on: you saw version 1, it is at 2. (§sealed-stale)"
    with pytest.raises(Refusal, match="sealed-stale"):
        game.submit(Bid(1, 1), seen=3)
    game.submit(Bid(1, 1), seen=2)
    game.submit(Bid(2, 1))


def test_a_submission_from_before_an_undo_is_refused(game: Game) -> None:
    game.submit(Bid(0, 1))
    seen = game.state.version  # Cy looks: Ann has bid
    game.submit(Undo(0, 1))
    game.submit(Bid(1, 9))  # now it is another table with the same number
    with pytest.raises(Refusal, match="sealed-stale"):
        game.submit(Bid(2, 1), seen=seen)


@pytest.mark.parametrize("seat", [-1, 3, 99, 10**30])
def test_only_players_undo(game: Game, seat: int) -> None:
    game.submit(Bid(0, 1))
    with pytest.raises(Refusal):
        game.submit(Undo(seat, 1))


def test_an_undo_tells_nothing_twice() -> None:
    game = Game.new(Setup("1848", ("Ann", "Ben", "Cy")))
    assert game.submit(CutPrice(0, "P1"))
    assert game.submit(CutPrice(1, "P2"))
    assert game.submit(Undo(1, 2)) == ()


def floor_by_definition(game: Game) -> int:
    found = 0
    for number, action in enumerate(game.actions, start=1):
        if action.seat < 0 or action.final or any(event.final for event in game.history[number].events):
            found = number
    return found


def test_the_floor_follows_undo_and_redo(game: Game) -> None:
    for action in (Bid(0, 1), Undo(0, 1), Redo(0), Bid(1, 1), Undo(1, 1), Redo(1), Bid(2, 2), Bid(0, 3)):
        game.submit(action)
        assert game.floor == floor_by_definition(game)
    assert game.floor == 5


def test_undo_costs_the_same_in_a_long_game() -> None:
    """Twenty thousand undos of an uploaded log may not take minutes."""
    game = Game.new(Setup("1848", ("Ann", "Ben", "Cy"), seed=7))
    bot = RandomBot(seed=7)
    while not game.state.over:
        game.submit(bot(game.state, to_act(game.state)[0]))
    last = len(game.actions) - 1
    assert last > 300
    began = time.process_time()
    for _ in range(10_000):
        game.enter(Undo(0, last))
        game.enter(Redo(0))
    assert time.process_time() - began < 1.0
