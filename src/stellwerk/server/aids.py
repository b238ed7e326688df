"""Aids: how much of what the engine knows a table tells its players. This is the one place that decides.

None: nothing beyond the rules. Figures: best runs, and what a choice would add to them. All: also hints, and
whatever else advises. The host chooses before the start; from then on it stands in the log. Whoever does not
choose gets all when alone with bots, and figures among people. Where strangers can sit down nobody gets more
than figures.
"""

from collections.abc import Sequence
from typing import get_args

from stellwerk.server.model import Aids, NewTable, TableInfo, User
from stellwerk.server.problems import Forbidden
from stellwerk.store.schema import SeatRow, TableRow

CHOICES: tuple[Aids, ...] = get_args(Aids)


def shared(seats: Sequence[SeatRow]) -> bool:
    """Whether more than one person plays; who will sit down on an open seat is somebody else."""
    people = {seat.user_id for seat in seats if seat.user_id is not None}
    return len(people) > 1 or any(seat.kind == "open" for seat in seats)


def aids_of(row: TableRow, seats: Sequence[SeatRow]) -> Aids:
    """Return the aids that a table gives."""
    chosen = next((aids for aids in CHOICES if aids == row.aids), None)
    return _given(chosen, row.public, shared(seats))


def planned_aids(wish: NewTable) -> Aids:
    """Return the aids that a table would give."""
    return _given(wish.aids, wish.public, any(seat.kind == "open" for seat in wish.seats))


def _given(chosen: Aids | None, public: bool, among_people: bool) -> Aids:
    if chosen is None:
        return "figures" if among_people else "all"
    return "figures" if chosen == "all" and public and among_people else chosen


def tells_figures(info: TableInfo) -> bool:
    """Whether a table tells best runs and what they gain. Of a finished game everything may be known."""
    return info.aids != "none" or info.status == "finished"


def must_tell_figures(info: TableInfo) -> None:
    """Forbidden where a table tells no figures."""
    if not tells_figures(info):
        raise Forbidden("This table is played without aids: it tells no best runs and no figures on them.")


def may_ask_for_hints(info: TableInfo, user: User | None) -> bool:
    """Whether somebody who sits at a table may ask for hints there."""
    return user is not None and info.aids == "all"
