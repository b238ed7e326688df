"""Where names stand on a map of cities: beside their city, off the lines and off each other."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Line = tuple[float, float, float, float]

CLEAR = 52.0
"""How far a label keeps from the middle of another city, so that nobody takes it for that one's name."""
GAP = 3.0
"""Between a label and what it stands beside."""
ROUNDS = 8
MUCH, TRIED = 200.0, 24
"""A label that hides more than this takes one of so many places from others."""


class Spot(Struct, frozen=True):
    """A city to be named: its middle, the size of its label, and the boxes of what is drawn there."""

    x: float
    y: float
    width: float
    height: float
    pieces: tuple[Box, ...]

    @property
    def whole(self) -> Box:
        """Around all that is drawn there."""
        return (
            min(box[0] for box in self.pieces), min(box[1] for box in self.pieces),
            max(box[2] for box in self.pieces), max(box[3] for box in self.pieces),
        )  # fmt: skip


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


def away(box: Box, spot: Spot) -> float:
    """From a box to the middle of a city."""
    across = max(box[0] - spot.x, 0.0, spot.x - box[2])
    down = max(box[1] - spot.y, 0.0, spot.y - box[3])
    return float((across * across + down * down) ** 0.5)


SIDES = (0, -6, 6, -12, 12, -18, 18, -24, 24, -30, 30)
ALONG = (0.0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6, 0.8, -0.8)


def choices(spot: Spot) -> list[Box]:
    """Boxes around a city, the ones that are read most easily first."""
    left, top, right, bottom = spot.whole
    across, down = spot.width / 2, spot.height / 2
    middles = [
        *((x, spot.y + dy) for dy in SIDES for x in (right + GAP + across, left - GAP - across)),
        *((spot.x + dx * across, y) for dx in ALONG for y in (top - GAP - down, bottom + GAP + down)),
        # Closer, past a corner where nothing is drawn.
        *((x, y) for x in (spot.x + 24 + across, spot.x - 24 - across) for y in (spot.y + 8, spot.y - 8)),
        *((x, y) for x in (spot.x + 12 + across, spot.x - 12 - across) for y in (top - down, bottom + down)),
    ]
    return [(x - across, y - down, x + across, y + down) for x, y in middles]


@lru_cache(maxsize=64)
def places(
    spots: tuple[Spot, ...], lines: tuple[Line, ...], signs: tuple[Box, ...], frame: Box
) -> tuple[tuple[float, float], ...]:
    """For every city the middle of its label.

    Kept: a board's labels do not move while it is played on.
    """
    pieces = [box for spot in spots for box in spot.pieces]
    offers = []
    for spot in spots:
        others = [other for other in spots if other is not spot]
        found = choices(spot)
        offers.append(
            [
                (number * 2 + cost(box, others, pieces, lines, signs, frame), box)
                for number, box in enumerate(found)
            ]
        )
    taken = [min(offer, key=lambda one: one[0]) for offer in offers]
    for _ in range(ROUNDS):
        before = list(taken)
        for at, offer in enumerate(offers):
            taken[at] = best(offer, at, taken)
        for at in range(len(offers)):
            taken = shoved(offers, at, taken)
        if taken == before:
            break
    return tuple(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for _, box in taken)


Offer = tuple[float, Box]
"""A place for a label, and what it would hide of the map."""


def best(offer: Sequence[Offer], at: int, taken: Sequence[Offer]) -> Offer:
    """The place where a label hides least of the map and of the others, as they stand."""
    rest = [box for other, (_, box) in enumerate(taken) if other != at]
    return min(offer, key=lambda one: one[0] + crowd(one[1], rest))


def trouble(taken: Sequence[Offer], ats: Iterable[int]) -> float:
    """What these labels hide of the map, of each other and of the rest."""
    boxes = [box for _, box in taken]
    return sum(taken[at][0] + crowd(boxes[at], [*boxes[:at], *boxes[at + 1 :]]) for at in ats)


def shoved(offers: Sequence[Sequence[Offer]], at: int, taken: list[Offer]) -> list[Offer]:
    """The labels after one that hides much has taken another's place, and the other has found a new one."""
    if trouble(taken, (at,)) < MUCH:
        return taken
    for wanted in sorted(offers[at], key=lambda one: one[0])[:TRIED]:
        moved = list(taken)
        moved[at] = wanted
        hit = [other for other, (_, box) in enumerate(taken) if other != at and overlap(box, wanted[1]) > 0]
        for other in hit:
            moved[other] = best(offers[other], other, moved)
        if trouble(moved, (at, *hit)) < trouble(taken, (at, *hit)):
            taken = moved
    return taken


def crowd(box: Box, rest: Sequence[Box]) -> float:
    """What a label and the others would hide of each other."""
    return sum(overlap(box, other) for other in rest) * 60


def cost(
    box: Box,
    others: Sequence[Spot],
    pieces: Sequence[Box],
    lines: Sequence[Line],
    signs: Sequence[Box],
    frame: Box,
) -> float:
    """Return what a label would hide of the map."""
    area = (box[2] - box[0]) * (box[3] - box[1])
    total = (area - overlap(box, frame)) * 40
    total += sum(overlap(box, piece) for piece in pieces) * 80
    total += sum(overlap(box, sign) for sign in signs) * 60
    total += sum(max(0.0, CLEAR - away(box, other)) for other in others) * 6
    return total + sum(inside(line, box) for line in lines) * 5
