"""A game that its people end by agreement, before its rules end it."""

import pytest
from benchmarks.players import NAMES, playing

from stellwerk.engine import EndGame, Game, Refusal, Setup, Undo, legal, title, titles, to_act
from stellwerk.engine.play import EndedByAgreement
from stellwerk.engine.save import dump, load

GAMES = [found.id for found in titles()]


def under_way(game: str, moves: int = 60) -> Game:
    found = title(game)
    variant = sorted(found.players)[0]
    setup = Setup(game, NAMES[: found.players[variant][0]], variant, seed=5)
    for position in playing(setup, "bot"):
        if len(position.log) >= moves:
            break
    return position


@pytest.mark.parametrize("game", GAMES)
def test_the_game_is_over_with_the_worth_of_the_moment(game: str) -> None:
    position = under_way(game)
    worth = title(game).result(position.state)
    events = position.submit(EndGame(0))
    assert isinstance(events[0], EndedByAgreement)
    assert position.state.over
    assert to_act(position.state) == ()
    assert title(game).result(position.state) == worth
    assert title(game).conserved(position.state) == []
    assert position.state.version == len(position.actions)


@pytest.mark.parametrize("game", GAMES)
def test_it_can_end_before_the_first_decision(game: str) -> None:
    position = under_way(game, 0)
    position.submit(EndGame(0))
    assert position.state.over
    assert title(game).conserved(position.state) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_in_the_save(game: str) -> None:
    position = under_way(game)
    position.submit(EndGame(1))
    again, _ = load(dump(position))
    assert again.state == position.state
    assert again.log[-1] == EndGame(1)


def test_what_is_over_cannot_be_ended_nor_played_on() -> None:
    position = under_way("1848")
    seat = to_act(position.state)[0]
    action = legal(position.state, seat)[0]
    position.submit(EndGame(0))
    with pytest.raises(Refusal, match="over"):
        position.submit(EndGame(0))
    with pytest.raises(Refusal, match="over"):
        position.submit(action)


def test_an_end_can_be_taken_back_like_a_move() -> None:
    position = under_way("1848")
    before = position.state
    position.submit(EndGame(0))
    position.submit(Undo(0, len(position.actions) - 1))
    assert position.state == before


def test_somebody_at_the_table_must_propose_it() -> None:
    position = under_way("1848")
    with pytest.raises(Refusal, match="no seat 7"):
        position.submit(EndGame(7))
