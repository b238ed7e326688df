"""A sample of the match between engine and referee; `make soak` plays 5,000 positions a title."""

import pytest
from referees.match import match

from tests.referees.test_independence import TITLES

SAMPLE = 120
GAMES = [
    path.name.removeprefix("g") if path.name[1:].isdigit() else path.name.replace("_", "-") for path in TITLES
]


@pytest.mark.parametrize("game", GAMES)
def test_engine_and_referee_agree(game: str) -> None:
    found = match(game, SAMPLE, first=4711, every=23)
    assert found.positions == SAMPLE
    assert [str(difference) for difference in found.differences] == []
