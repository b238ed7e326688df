"""Going back in words: which moves would go, and whose they are."""

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from stellwerk.server.secrecy import all_may_know
from stellwerk.server.snapshot import Snapshot
from stellwerk.web.bot_moves import happened, told
from stellwerk.web.render import Speech

MOST = 8
"""So many moves are named, the last first; of the others only the number."""


class Gone(Struct, frozen=True):
    """A move that would be taken back."""

    name: str
    words: Markup


class GoingBack(Struct, frozen=True):
    """What going back would take back."""

    count: int
    moves: Sequence[Gone]
    """The last one first."""

    @property
    def more(self) -> int:
        return self.count - len(self.moves)


def going_back(seen: Snapshot, to: int | None, speech: Speech) -> GoingBack | None:
    """Return the moves after `to` actions; None where there is nowhere to go back to. Lots are no moves."""
    actions = seen.live.game.actions
    if to is None or seen.stop is not None:
        return None
    found = [at for at in range(len(actions) - 1, max(0, to) - 1, -1) if actions[at].seat >= 0]
    return GoingBack(len(found), [moved(seen, at, speech) for at in found[:MOST]]) if found else None


def moved(seen: Snapshot, at: int, speech: Speech) -> Gone:
    """Return a move as the seat may know it: of another's secret only what everybody has seen of it."""
    history, action = seen.live.game.history, seen.live.game.actions[at]
    state = history[at].state
    known = action.seat == seen.seat or all(
        all_may_know(history[point].state, type(action)) for point in (at, at + 1)
    )
    words = told(state, action, speech) if known else happened(history[at + 1].events, speech)
    return Gone(seen.names[action.seat], words)
