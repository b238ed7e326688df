"""Reasons: what an action brings, in figures that everybody at the table may know."""

from itertools import islice
from typing import TypeVar

from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Deed
from stellwerk.engine.memo import Memo
from stellwerk.engine.play import play, states_between, title_of
from stellwerk.engine.state import State
from stellwerk.engine.text import Message

S = TypeVar("S", bound=State)

MOST = 3
"""So many are given at most, the weightiest first."""
_KEPT: Memo[Action, tuple[Message, ...]] = Memo("reasons", 1)
NOBODY = -1
"""The seat of somebody who only watches."""


def reasons(before: State, action: Action, after: State | None = None) -> tuple[Message, ...]:
    """Return what an action brings: up to three texts with their figures; none where a title has none.

    `after` is the state that it leads to, where that is known already. A title is asked about positions as
    a spectator knows them, and never about an action that is a secret itself.
    """
    if after is None:
        return _reasons(before, action, play(before, action).state)
    kept = _KEPT.of(after)
    if action not in kept:
        kept[action] = _reasons(before, action, after)
    return kept[action]


def _reasons(before: S, action: Action, after: S) -> tuple[Message, ...]:
    title = title_of(before)
    pages = title.pages()
    if pages.reasons is None or type(action) in pages.unexplained:
        return ()
    done = next(states_between(before, action))
    known = title.secrecy.seen
    deed = Deed(action, known(before, NOBODY), known(done, NOBODY), known(after, NOBODY))
    return tuple(islice(pages.reasons(deed), MOST))
