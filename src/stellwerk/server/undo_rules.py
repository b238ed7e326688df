"""How far back somebody may go, and whether others must agree."""

from collections.abc import Sequence

from stellwerk.engine import EndGame, Redo, Undo
from stellwerk.server.core import alone, people, seats_of
from stellwerk.server.games import Record
from stellwerk.server.model import UndoChoices, UndoInfo, User
from stellwerk.server.secrecy import is_open
from stellwerk.store.schema import SeatRow

NOTHING = UndoChoices(None, False, 0, False, None)
"""For those who only look on."""


def usual_step(live: Record, mine: Sequence[int]) -> int | None:
    """Back to before one's own last action; None when there is none that can be undone."""
    actions = live.game.actions
    return next(
        (i for i in range(len(actions) - 1, live.game.floor - 1, -1) if actions[i].seat in mine), None
    )


def at_will(live: Record, seats: Sequence[SeatRow], user: User, to: int) -> bool:
    """Nobody else has acted since and nothing was uncovered, or there is nobody else but bots.

    A game that ends shows what was hidden, and all have agreed to an end by agreement: whoever makes the last
    move or proposed the end must not look and then play on.
    """
    if alone(seats, user):
        return True
    mine, gone = seats_of(seats, user), live.game.actions[to:]
    if any(isinstance(action, EndGame) or action.seat not in mine for action in gone):
        return False
    return not uncovered_since(live, to)


def uncovered_since(live: Record, to: int) -> bool:
    """Whether something that was hidden after `to` actions is open now. Lots stay drawn, whoever asks."""
    return is_open(live.state) and not is_open(live.game.history[to].state)


def stood_in(seats: Sequence[SeatRow]) -> set[int]:
    """Return the users for whom bots play all their seats."""
    return people(seats) - {
        seat.user_id for seat in seats if seat.user_id is not None and seat.stand_in is None
    }


def can_redo(live: Record, mine: Sequence[int]) -> bool:
    """Return whether the user can redo: they undid, and nothing has happened since."""
    last = live.entries[-1].action if live.redoable and live.entries else None
    return isinstance(last, Undo | Redo) and last.seat in mine


def undo_choices(
    live: Record, seats: Sequence[SeatRow], user: User | None, request: UndoInfo | None
) -> UndoChoices:
    """Return what the buttons can do now."""
    if user is None:
        return NOTHING
    mine = seats_of(seats, user)
    to = usual_step(live, mine)
    free = to is not None and at_will(live, seats, user, to)
    return UndoChoices(to, free, live.game.floor, can_redo(live, mine), request)
