"""The registry of sentences: every kind of action has a function that tells it.

A title's own sentences (`pages.sentences`, those of its kit included) come before the core's.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from stellwerk.engine.action import Action, EndGame, Redo, Undo
from stellwerk.engine.registry import title
from stellwerk.engine.state import State
from stellwerk.engine.step import Pass
from stellwerk.engine.text import Figures, Teller, Told, msg
from stellwerk.text import translate

Say = Callable[[str, Figures, str], str]
"""Puts a template and its figures into the words of a language."""


def tell_pass(s: Any, a: Pass) -> Told:
    return msg("Pass"), {}


def tell_undo(s: Any, a: Undo) -> Told:
    return msg("Take back everything after action {to}"), {"to": a.to}


def tell_redo(s: Any, a: Redo) -> Told:
    return msg("Do again what was taken back"), {}


def tell_end(s: Any, a: EndGame) -> Told:
    return msg("End the game here by agreement"), {}


CORE: Mapping[type[Action], Teller] = {
    Pass: tell_pass,
    Undo: tell_undo,
    Redo: tell_redo,
    EndGame: tell_end,
}


@cache
def tellers(game: str) -> Mapping[type[Action], Teller]:
    """Return all sentences that a game knows."""
    return {**CORE, **title(game).pages().sentences}


def sentence(state: State, action: Action, lang: str = "en", say: Say = translate) -> str:
    """Return what the action does, told from the state before it.

    `say` puts it into words: a page knows the money of the game. An action without a sentence, or one that
    makes no sense in this state, is shown as its JSON.
    """
    teller = tellers(state.setup.game).get(type(action))
    if teller is not None:
        try:
            template, figures = teller(state, action)
        except (LookupError, AttributeError, TypeError, ValueError, AssertionError):
            pass  # it speaks of things that are not there; the rules will say so
        else:
            return say(template, figures, lang)
    return msgspec.json.encode(action).decode()
