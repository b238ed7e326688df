"""Who may see what of the log. The engine's `view` judges states; this judges actions.

A title's `secrecy` says whether a state hides something. While it does, nobody sees what others did: the
type of action stays and the events, which are public by their nature. Kinds of actions that are never secret,
such as runs, are its `open_actions`.
"""

from collections.abc import Collection
from typing import Any

import msgspec

from stellwerk.engine import ENTRIES, Action, Event, title
from stellwerk.server.games import Logged
from stellwerk.server.model import Entry, Happening
from stellwerk.text import event_text


def is_open(state: Any) -> bool:
    """Return whether the game hides nothing now."""
    return state.over or not title(state.setup.game).secrecy.hidden(state)


def all_may_know(state: Any, kind: type[Action]) -> bool:
    """Return whether actions of a kind are no secret: of an open game, or by their nature."""
    return is_open(state) or kind in title(state.setup.game).secrecy.open_actions


def happening(event: Event) -> Happening:
    figures = msgspec.to_builtins(event.figures)
    return Happening(str(event.__struct_config__.tag), event.says, figures, event_text(event))


def entry_for(logged: Logged, names: tuple[str, ...], seats: Collection[int], opened: bool = False) -> Entry:
    """Return the entry as the holder of these seats may see it."""
    action = logged.action
    shown = action.seat in seats or opened or isinstance(action, ENTRIES)
    return Entry(
        number=logged.number,
        at=logged.at,
        seat=action.seat,
        name=names[action.seat] if 0 <= action.seat < len(names) else "",
        kind=str(action.__struct_config__.tag),
        action=msgspec.to_builtins(action) if shown else None,
        events=[happening(event) for event in logged.events],
        created=logged.created,
        bot=logged.bot,
    )
