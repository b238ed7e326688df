"""What a seat sees, as the JSON interface tells it."""

from typing import Any

import msgspec

from stellwerk.engine import State
from stellwerk.engine import view as struct_of


def view(state: State, seat: int | None) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(struct_of(state, seat)))
    return found
