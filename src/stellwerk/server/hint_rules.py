"""Who may ask for hints."""

from collections.abc import Sequence

from stellwerk.server.core import alone
from stellwerk.server.model import User
from stellwerk.store.schema import SeatRow, TableRow


def hints_allowed(row: TableRow, seats: Sequence[SeatRow], user: User | None) -> bool:
    """Whether somebody who sits at a table may ask for hints there."""
    if user is None or row.hints is False:
        return False
    return alone(seats, user) or (row.hints is True and not row.public)
