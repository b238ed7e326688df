"""What a seat sees: in 1854 everything but the seed (SU-6)."""

from typing import Any

from stellwerk.mech18.view import railway_view


def view(s: Any, seat: int | None) -> dict[str, Any]:
    return railway_view(s)
