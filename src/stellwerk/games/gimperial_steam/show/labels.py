"""Where names stand on a map of cities: beside their city, off the lines and off each other."""

from collections.abc import Sequence
from functools import lru_cache

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Line = tuple[float, float, float, float]

BODY = 30.0
"""Half the room that a city itself takes."""
HOUSES = 7.0
"""What its stations take below that."""
CLEAR = 52.0
"""How far a label keeps from the middle of another city, so that nobody takes it for that one's name."""
ROUNDS = 4


def overlap(one: Box, other: Box) -> float:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0.0


def inside(line: Line, box: Box) -> float:
    """Return how much of a line runs through a box."""
    x1, y1, x2, y2 = line
    begin, end = 0.0, 1.0
    for step, gap in (
        (x1 - x2, x1 - box[0]), (x2 - x1, box[2] - x1), (y1 - y2, y1 - box[1]), (y2 - y1, box[3] - y1),
    ):  # fmt: skip
        if step == 0:
            if gap < 0:
                return 0.0
        elif step < 0:
            begin = max(begin, gap / step)
        else:
            end = min(end, gap / step)
    return float(max(0.0, end - begin) * ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)


def away(box: Box, body: Box) -> float:
    """From a box to the middle of a city."""
    x, y = (body[0] + body[2]) / 2, (body[1] + body[3] - HOUSES) / 2
    across = max(box[0] - x, 0.0, x - box[2])
    down = max(box[1] - y, 0.0, y - box[3])
    return float((across * across + down * down) ** 0.5)


def choices(x: float, y: float, width: float, height: float) -> list[Box]:
    """Boxes around a city, the ones that are read most easily first."""
    across, down = width / 2, height / 2
    found = []
    for dx, dy in (
        (BODY + across, 0), (-BODY - across, 0), (0, -BODY - down), (0, BODY + HOUSES + down),
        (BODY + across, -BODY * 0.8), (BODY + across, BODY * 0.8), (-BODY - across, -BODY * 0.8),
        (-BODY - across, BODY * 0.8), (across * 0.7, -BODY - down), (-across * 0.7, -BODY - down),
        (across * 0.7, BODY + HOUSES + down), (-across * 0.7, BODY + HOUSES + down),
        (BODY * 0.8 + across, -BODY - down * 0.6), (-BODY * 0.8 - across, -BODY - down * 0.6),
        (BODY * 0.8 + across, BODY + down * 0.6), (-BODY * 0.8 - across, BODY + down * 0.6),
    ):  # fmt: skip
        found.append((x + dx - across, y + dy - down, x + dx + across, y + dy + down))
    return found


@lru_cache(maxsize=64)
def places(
    cities: tuple[tuple[float, float, float, float], ...],
    lines: tuple[Line, ...],
    signs: tuple[Box, ...],
    frame: Box,
) -> tuple[tuple[float, float], ...]:
    """For every city (x, y, width and height of its label) the middle of its label.

    Kept: a board's labels do not move while it is played on.
    """
    bodies = [*((x - BODY, y - BODY, x + BODY, y + BODY + HOUSES) for x, y, _, _ in cities), *signs]
    taken: list[Box | None] = [None] * len(cities)
    for _ in range(ROUNDS):
        for at, (x, y, width, height) in enumerate(cities):
            others = [box for other, box in enumerate(taken) if box is not None and other != at]
            best = min(
                enumerate(choices(x, y, width, height)),
                key=lambda found: found[0] * 8 + cost(found[1], at, bodies, others, lines, frame),
            )
            taken[at] = best[1]
    return tuple(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for box in taken if box is not None)


def cost(
    box: Box, at: int, bodies: Sequence[Box], others: Sequence[Box], lines: Sequence[Line], frame: Box
) -> float:
    """Return what a label would hide."""
    area = (box[2] - box[0]) * (box[3] - box[1])
    total = (area - overlap(box, frame)) * 5
    total += sum(overlap(box, body) for other, body in enumerate(bodies) if other != at) * 3
    total += sum(overlap(box, other) for other in others) * 4
    total += sum(max(0.0, CLEAR - away(box, body)) for other, body in enumerate(bodies) if other != at) * 9
    return total + sum(inside(line, box) for line in lines) * 9
