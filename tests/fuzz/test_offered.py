"""What is offered is accepted, what is accepted is offered: a sample; `make soak` looks at many more."""

from benchmarks.brute import GAMES, match, values_of

from tests.strategies import of_each_title, played


@of_each_title
def test_offers_and_rules_agree(name: str) -> None:
    values = values_of((played(name, seed) for seed in range(GAMES)), every=13)
    assert match(name, values, 8, first=300, every=53, most=400) == []
