"""The shapes that the referee reads and writes: positions and actions as plain JSON."""

from typing import Any

Position = dict[str, Any]  # plain JSON, as `stellwerk.engine.canonical` writes it
Action = dict[str, Any]  # plain JSON, as it stands in a save


def seat_name(seat: int) -> str:
    """How a player is named among the owners of papers and cash."""
    return f"seat{seat}"


def top(position: Position) -> dict[str, Any]:
    """The step that is being played: the top of the cursor."""
    frame: dict[str, Any] = position["stack"][-1]
    return frame
