"""Playing a title that is no railway game: the engine knows nothing of any."""

from random import Random

import pytest

from stellwerk.engine import (
    CHANCE,
    Game,
    Refusal,
    Setup,
    chance,
    considered,
    legal,
    play,
    sample,
    state_hash,
    to_act,
    view,
)
from stellwerk.engine.registry import title, titles
from tests.engine.sealed import Bid, DrawPrize, PrizeWon


def test_the_registry_names_what_there_is() -> None:
    names = [found.id for found in titles()]
    assert names == sorted(names)
    assert {"1824", "1848", "1853", "1854", "imperial-steam", "sealed"} <= set(names)
    with pytest.raises(ValueError, match="no game '1999'; there are: 1824, 1848, "):
        title("1999")


def test_several_seats_act_at_once_in_any_order(game: Game) -> None:
    assert to_act(game.state) == (0, 1, 2)
    game.submit(Bid(1, 4))
    assert to_act(game.state) == (0, 2)
    with pytest.raises(Refusal, match=r"It is not the turn of seat 1, but of seat 0, 2. \(§sealed-1\)"):
        game.submit(Bid(1, 5))
    game.submit(Bid(2, 3))
    assert game.submit(Bid(0, 1)) == (PrizeWon(1, game.history[1].state.frame.prize),)


def test_a_secret_shows_to_its_owner_only_until_all_are_in(game: Game) -> None:
    game.submit(Bid(1, 4))
    assert view(game.state, 1).bids == {"1": 4}
    for other in (0, 2, None):
        assert view(game.state, other).bids == {"1": None}
    game.submit(Bid(0, 1))
    game.submit(Bid(2, 3))
    assert view(game.state, None).purses == (20, 16, 20)


def test_legal_actions_have_a_stable_order(game: Game) -> None:
    assert legal(game.state, 2) == [Bid(2, coins) for coins in range(21)]
    assert legal(game.state, CHANCE) == legal(game.state, 3) == legal(game.state, 99) == []


def test_samples_are_legal(game: Game) -> None:
    rng = Random(1)
    for _ in range(50):
        assert sample(game.state, 1, rng) in legal(game.state, 1)
    assert sample(game.state, 5, rng) is None


def test_play_changes_nothing_but_what_it_returns(game: Game) -> None:
    s, before = game.state, state_hash(game.state)
    first = play(s, Bid(0, 2))
    assert state_hash(s) == before
    assert s == game.state
    assert play(s, Bid(0, 2)) == first
    assert first.state.version == s.version + 1
    assert first.state.news == ()


def test_a_refused_action_changes_nothing(game: Game) -> None:
    before, log = state_hash(game.state), list(game.log)
    for wrong in (
        Bid(0, -1),
        Bid(0, 10**30),
        Bid(3, 1),
        Bid(CHANCE, 1),
        DrawPrize(0, 3),
        DrawPrize(CHANCE, 3),
    ):
        with pytest.raises(Refusal):
            game.submit(wrong)
    assert (state_hash(game.state), game.log, len(game.history)) == (before, log, len(log) + 1)


def test_an_action_of_another_step_is_named(game: Game) -> None:
    with pytest.raises(Refusal, match=r"draw_prize is not possible in this step. \(§sealed-1\)"):
        play(game.state, DrawPrize(0, 3))


def test_chance_is_drawn_from_the_seed_and_logged() -> None:
    def prizes(seed: int) -> list[int]:
        game = Game.new(Setup("sealed", ("A", "B"), seed=seed))
        while not game.state.over:
            game.submit(Bid(to_act(game.state)[0], 0))
        return [action.prize for action in game.log if isinstance(action, DrawPrize)]

    assert all(len(prizes(seed)) == 4 for seed in range(3))
    assert prizes(5) == prizes(5)
    assert len({tuple(prizes(seed)) for seed in range(10)}) == 10


def test_no_lot_is_drawn_while_players_decide(game: Game) -> None:
    assert chance(game.state) is None
    assert chance(Game(game.setup).state) == game.log[0]


def test_seats_of_1848_come_from_the_seed() -> None:
    def seats(seed: int) -> tuple[str, ...]:
        game = Game.new(Setup("1848", ("A", "B", "C", "D"), seed=seed))
        assert [(action.seat, type(action).__name__) for action in game.log] == [(CHANCE, "DrawSeats")]
        names: tuple[str, ...] = game.state.names
        return names

    assert seats(3) == seats(3)
    assert len({seats(seed) for seed in range(30)}) > 10


def test_after_the_end_nothing_goes(played: Game) -> None:
    assert to_act(played.state) == ()
    assert legal(played.state, 0) == []
    assert sample(played.state, 0, Random(1)) is None
    assert chance(played.state) is None
    with pytest.raises(Refusal, match=r"The game is over. \(§sealed-end\)"):
        played.submit(Bid(0, 0))
    assert sum(title("sealed").result(played.state).values()) > 0


def test_a_bad_set_up_is_refused() -> None:
    with pytest.raises(ValueError, match="for 2 to 4 players, not 1"):
        Game.new(Setup("sealed", ("A",)))
    for players in ((), ("A",), ("A", "B"), tuple("ABCDEFG")):
        with pytest.raises(ValueError, match="3 to 6 players"):
            Game.new(Setup("1848", players))
    for players in (("A", "B", "A"), ("A", "B", " ")):
        with pytest.raises(ValueError, match="name"):
            Game.new(Setup("1848", players))
    for bad in (Setup("1848", ("A", "B", "C"), "north"), Setup("1848", ("A", "B", "C"), rulings="house")):
        with pytest.raises(ValueError, match=r"no (variant|ruling set)"):
            Game.new(bad)


def test_considered_says_why_not_and_agrees_with_legal() -> None:
    """The same rules filter what is offered: a candidate is legal exactly when nothing rules it out."""
    state = Game.new(Setup("1848", ("Ann", "Ben", "Cy"), seed=1)).state
    seat = to_act(state)[0]
    found = considered(state, seat)
    assert [action for _, action, why in found if why is None] == legal(state, seat)
    assert {why.rule for _, _, why in found if why is not None} == {"1848-IV-8"}  # passing without a private
    assert all(action.__struct_config__.tag != "pass" for _, action, _ in considered(state, seat, {"pass"}))
    assert considered(state, 99) == []
