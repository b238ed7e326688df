"""What stands in texts: names that people know, no ids; words only where they are translated."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from benchmarks.wrong import Fuzzer

from stellwerk.engine import Action, Game, Refusal, play
from stellwerk.engine.play import activity_of
from stellwerk.engine.text import Figures
from stellwerk.text import catalogue
from stellwerk.text.words import WORD_FIGURES
from tests.strategies import of_each_title, played

WRONG = 400
"""So many wrong actions of each title."""


def refused(game: Game) -> Iterator[tuple[Any, str, Figures]]:
    """Refusals of wrong actions over positions of all kinds."""
    fuzzer = Fuzzer(game, seed=7)
    for _ in range(WRONG // 10):
        state = fuzzer.rng.choice(fuzzer.rng.choice(fuzzer.positions))
        for _ in range(10):
            action = fuzzer.wrong(state)
            if isinstance(action, Action):
                try:
                    play(state, action)
                except Refusal as refusal:
                    yield state, refusal.message, refusal.figures


def said(game: Game) -> Iterator[tuple[Any, str, Figures]]:
    """Everything that the log and the prompts of a game say."""
    for step in game.history:
        for event in step.events:
            yield step.state, event.says, event.figures
        if not step.state.over:
            prompt = activity_of(step.state).prompt(step.state)
            yield step.state, prompt.message, prompt.figures


TRAINS = frozenset({"train", "exchange", "first", "second", "offers", "old"})
STOPS = frozenset({"stop", "place", "path", "piece", "city", "home"})


def ids(state: Any, key: str) -> frozenset[str]:
    """Of train cards and stops, where a figure can be one; a wrong action may give the company "2-0"."""
    book = state.book
    stops = frozenset(book.atlas.where) if hasattr(book, "atlas") and key in STOPS else frozenset()
    return stops | frozenset(getattr(state, "trains", ()) if key in TRAINS else ())


@of_each_title
def test_nobody_reads_an_id(name):
    found = [
        (template, figure)
        for state, template, figures in chain(said(played(name, 0)), refused(played(name, 0)))
        for key, figure in figures.items()
        if isinstance(figure, str) and not ids(state, key).isdisjoint(figure.replace(",", " ").split())
    ]
    assert not found, found[:5]


@of_each_title
def test_words_stand_where_they_are_translated(name):
    """A figure that is a word of the catalogue is one of those that are looked up."""
    found = {
        (key, figure)
        for _, _, figures in said(played(name, 0))
        for key, figure in figures.items()
        if isinstance(figure, str) and figure in catalogue("de") and key not in WORD_FIGURES
    }
    assert not found
