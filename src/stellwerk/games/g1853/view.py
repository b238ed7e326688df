"""The table of 1853 as a seat may see it: H1 to H4."""

from typing import Any

from stellwerk.mech18.view import railway_view


def view(s: Any, seat: int | None) -> dict[str, Any]:
    return railway_view(s)
