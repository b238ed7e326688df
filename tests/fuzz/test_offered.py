"""What is offered is accepted, what is accepted is offered: a sample; `make soak` looks at many more."""

import pytest
from benchmarks.brute import match

from stellwerk.engine import titles


@pytest.mark.parametrize("game", [title.id for title in titles()])
def test_offers_and_rules_agree(game: str) -> None:
    assert match(game, 12, first=300, every=53, most=400) == []
