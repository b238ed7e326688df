"""What a game expects now, in words that can be kept beside its log."""

from typing import Any

import msgspec

from stellwerk.engine.play import activity_of
from stellwerk.server.model import Prompt
from stellwerk.text import translate


def prompt_of(state: Any) -> Prompt | None:
    """Return what is expected now; None when the game is over."""
    if state.over:
        return None
    message, figures = activity_of(state).prompt(state)
    shown = msgspec.to_builtins(dict(figures))
    return Prompt(message, shown, translate(message, figures))
