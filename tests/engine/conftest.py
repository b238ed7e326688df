from collections.abc import Iterator

import pytest

from stellwerk.engine import Action, Game, Redo, Setup, Undo, registry
from tests.engine.sealed import Bid
from tests.foreign import install


@pytest.fixture(autouse=True)
def _sealed_is_a_title(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The registry finds one entry point more."""
    install(monkeypatch, sealed="tests.engine.sealed:TITLE")
    yield
    registry.title.cache_clear()


@pytest.fixture
def game() -> Game:
    """Three players, the first prize drawn."""
    return Game.new(Setup("sealed", ("Ann", "Ben", "Cy"), seed=7))


@pytest.fixture
def played(game: Game) -> Game:
    """The whole game, with an undo and a redo on the way."""

    def bids(*coins: int) -> list[Action]:
        return [Bid(seat, amount) for seat, amount in enumerate(coins)]

    for action in (
        *bids(3, 5)[:2],
        Undo(0, 2),
        Redo(0),
        Bid(2, 4),
        *bids(2, 2, 2),
        *bids(1, 0, 7),
        *bids(0, 0, 0),
    ):
        game.submit(action)
    assert game.state.over
    return game
