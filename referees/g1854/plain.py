"""The shapes that the referee reads and writes: positions and actions as plain JSON."""

from typing import Any

Position = dict[str, Any]  # plain JSON, as `stellwerk.engine.canonical` writes it
Action = dict[str, Any]  # plain JSON, as it stands in a save


def top(position: Position) -> dict[str, Any]:
    """The step that is being played: the top of the cursor."""
    frame: dict[str, Any] = position["stack"][-1]
    return frame


def turn(position: Position) -> dict[str, Any]:
    """The turn of a company that is being played, below whatever interrupts it."""
    frame: dict[str, Any] = next(frame for frame in reversed(position["stack"]) if "step" in frame)
    return frame


def unheard(frame: dict[str, Any], by: int, to: int, thing: str, price: int | None) -> bool:
    """Whether a player may still be asked this: not the same twice, and not who asked to be left alone."""
    if by == to:
        return True
    said = {"by": by, "to": to, "thing": thing, "price": price}
    return [to, by] not in frame["talks"]["doors"] and said not in frame["talks"]["offered"]


def ruled(position: Position, name: str, book: bool) -> bool:
    """How a yes-or-no ruling stands that `book` leaves at one value, as in `book,NAME=false`."""
    changed = f"{name}={str(not book).lower()}" in position["setup"]["rulings"].split(",")
    return book != changed


def seat_name(seat: int) -> str:
    """How a player is named among the owners of papers and cash."""
    return f"seat{seat}"


def passing(seat: int) -> Action:
    """To do nothing (more) in this step."""
    return {"type": "pass", "seat": seat}
