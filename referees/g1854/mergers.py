"""Local railways become Lokalbahn AGs (summary, merging)."""

from referees.g1854.plain import Action, Position, passing, seat_name, top, unheard
from referees.g1854.tables import LOCALS, LOKALBAHNEN, director


def open_locals(position: Position) -> list[str]:
    """The local railways that still exist."""
    return [local for local in LOCALS if director(position, local).startswith("seat")]


def window(position: Position, seat: int) -> list[Action]:
    """The owner of the lowest number not yet asked may propose a merger with any other."""
    asked = top(position)["asked"]
    left = open_locals(position)
    waiting = [local for local in left if local not in asked]
    found: list[Action] = [passing(seat)]
    if waiting and director(position, waiting[0]) == seat_name(seat):
        found += [
            {"type": "propose_merger", "seat": seat, "railway": waiting[0], "partner": other}
            for other in left
            if other != waiting[0]
            and unheard(
                top(position), seat, int(director(position, other)[4:]), f"{waiting[0]} {other}", None
            )
        ]
    return found


def founding(position: Position, seat: int) -> list[Action]:
    """The new director picks one of the sheets left."""
    return [
        {"type": "found_lokalbahn", "seat": seat, "company": company}
        for company in LOKALBAHNEN
        if company not in position["prices"]
    ]
