"""Wrong actions by the thousand, on positions of random games. The soak sends many more of the same."""

import pytest
from benchmarks.players import kinds_of
from benchmarks.wrong import Answers, Fuzzer, ledger_ids

from stellwerk.engine import Pass, title, titles
from tests.strategies import played, together

EACH = 200
GAMES = [
    pytest.param(found.id, seed, marks=together(found.id))
    for found in titles()
    for seed in range(max(6, len(kinds_of(found))))
]


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_wrong_actions_are_refused_politely(name: str, seed: int) -> None:
    answers = Fuzzer(played(name, seed), seed).run(EACH)
    assert answers.wrong >= EACH
    assert answers["format"]
    assert len(answers) > 10, "many different rules refuse"


def test_the_ledger_is_read() -> None:
    rules = ledger_ids(title("1848"))
    assert {"1848-III-1", "1848-VIII-Lay-6", "1848-S20", "1848-undo"} <= rules
    assert len(rules) > 150
    assert {"1824-III.4-3b", "1824-VII.14-4d", "1824-XII.2-3", "1824-R19"} <= ledger_ids(title("1824"))


@together("1848")
def test_the_fuzzer_would_notice() -> None:
    """A refusal of something offered, and a paragraph that does not exist, fail the check."""
    game = played("1848", 0)
    fuzzer = Fuzzer(game, 0)
    fuzzer.rules = frozenset()
    with pytest.raises(AssertionError, match="is no paragraph"):
        fuzzer.send(game.history[1].state, Pass(5))
    assert fuzzer.answers == Answers()


@together("1848")
def test_the_same_seed_sends_the_same() -> None:
    game = played("1848", 1)
    assert Fuzzer(game, 3).run(100) == Fuzzer(game, 3).run(100)
