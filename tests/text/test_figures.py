"""What stands in texts: names that people know, no ids; words only where they are translated."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from benchmarks.wrong import Fuzzer

from stellwerk.engine import Action, Game, Refusal, play
from stellwerk.engine.play import activity_of
from stellwerk.engine.text import Figures
from stellwerk.text import LANGUAGES, catalogue, translate
from stellwerk.text.words import WORD_FIGURES
from tests.strategies import of_each_title, played

WRONG = 400
"""So many wrong actions of each title."""


def refusals(game: Game) -> Iterator[tuple[Any, Action, Refusal]]:
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
                    yield state, action, refusal


def refused(game: Game) -> Iterator[tuple[Any, str, Figures]]:
    """What these say."""
    for state, _, refusal in refusals(game):
        yield state, refusal.message, refusal.figures


def added(game: Game) -> Iterator[tuple[Any, str, Figures]]:
    """What these say besides what the wrong action itself held, which may be any word."""
    for state, action, refusal in refusals(game):
        given = repr(action)
        yield state, refusal.message, {k: v for k, v in refusal.figures.items() if repr(v) not in given}


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


ID = re.compile(r"(?<![\w–-])\d+[A-Za-z+]{0,2}-\d+(?![\w–-])|\b[A-Z]{1,2}\d{1,2}\.\d\b")
"""A card ("2-0") or a stop ("F15.1") in a sentence."""


def test_what_looks_like_an_id():
    assert [bool(ID.search(text)) for text in ("buys 2g-3", "in F15.1.", "RO 2.1, IS-2, 10–20, 18xx")] == [
        True,
        True,
        False,
    ]


@of_each_title
def test_no_sentence_holds_an_id(name):
    """In any language, among all that the log and the prompts of a game say."""
    found = [
        text
        for _, says, figures in said(played(name, 0))
        for lang in LANGUAGES
        if ID.search(text := translate(says, figures, lang))
    ]
    assert not found, found[:5]


@of_each_title
def test_words_stand_where_they_are_translated(name):
    """A figure that is a word of the catalogue is one of those that are looked up."""
    found = {
        (key, figure)
        for _, _, figures in chain(said(played(name, 0)), added(played(name, 0)))
        for key, figure in figures.items()
        if isinstance(figure, str) and figure in catalogue("de") and key not in WORD_FIGURES | {"action"}
    }
    assert not found
