"""Every action and every refusal can be read, in every language."""

import pytest
from benchmarks.players import random_game

from stellwerk.engine import considered, legal, title, to_act
from stellwerk.notation import sentence
from stellwerk.notation.sentences import tellers
from stellwerk.text import LANGUAGES, refusal_text
from tests.games.gimperial_steam.table import opening, setup


def test_every_action_has_a_sentence() -> None:
    assert set(title("imperial-steam").actions) <= set(tellers("imperial-steam"))


@pytest.mark.parametrize("seed", range(3))
def test_offers_can_be_told_apart(seed: int) -> None:
    game = random_game(setup(4, "normal", seed=seed))
    for state, _ in game.history[::7]:
        for seat in to_act(state):
            offers = legal(state, seat)
            for lang in LANGUAGES:
                told = [sentence(state, action, lang) for action in offers]
                assert len(set(told)) == len(offers), sorted(told)
                assert not any("{" in text for text in told), told


def test_refusals_are_told_in_every_language() -> None:
    game = random_game(setup(3, "random", seed=4))
    seen = set()
    for state, _ in game.history[::5]:
        for seat in to_act(state):
            for _, _, why in considered(state, seat):
                if why is not None:
                    seen.add(why.message)
                    told = [refusal_text(why, lang) for lang in LANGUAGES]
                    assert len(set(told)) == len(LANGUAGES), told
                    assert all(why.rule in text and "{" not in text for text in told)
    assert len(seen) > 10


def test_the_languages_differ() -> None:
    s = opening()
    [bid] = [a for a in legal(s, 0) if a.amount == 70]
    assert [sentence(s, bid, lang) for lang in ("en", "de", "pl")] == [
        "Bid 70 for influence",
        "70 für Einfluss bieten",
        "Zaoferuj 70 za wpływy",
    ]
