"""A sample of the match between engine and referee; `make soak` plays 5,000 positions a title."""

import pytest
from referees.sample import chosen, match_sample

from tests.referees.test_independence import TITLES

GAMES = [
    path.name.removeprefix("g") if path.name[1:].isdigit() else path.name.replace("_", "-") for path in TITLES
]


@pytest.mark.parametrize("game", GAMES)
def test_engine_and_referee_agree(game: str) -> None:
    """Where changed rules make the random games show less, `python -m referees.sample` chooses anew."""
    wanted = chosen(game)
    found, kinds = match_sample(game)
    assert [str(difference) for difference in found.differences] == []
    assert {kind.frame for kind in kinds} >= wanted.frames
    assert len(kinds) >= 0.9 * wanted.decisions
