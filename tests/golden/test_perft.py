"""The number of ways from pinned positions: whatever opens or closes a way anywhere changes a count."""

import pytest

from stellwerk.engine import titles
from tests.golden.perft import Place, counts, pinned, state_at


@pytest.mark.parametrize("place", pinned(), ids=lambda place: f"{place.game}@{place.at}")
def test_there_are_as_many_ways_as_before(place: Place) -> None:
    assert counts(state_at(place.game, place.at)) == place.counts


@pytest.mark.parametrize("game", [found.id for found in titles()])
def test_every_title_has_positions(game: str) -> None:
    assert sum(place.game.startswith(game) for place in pinned()) >= 3
