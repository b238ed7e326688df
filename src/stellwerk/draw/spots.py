"""Free spots in a hex for revenues, labels, numbers and names."""

from collections.abc import Callable, Sequence
from math import hypot
from typing import NamedTuple

from stellwerk.draw.geometry import HALF, RADIUS, Point

OVER = 2.0
"""So far a text may stick out of its hex."""
NEAR = 0.03
"""What a unit of distance from the first wish counts, where nothing else tells spots apart."""


class Wanted(NamedTuple):
    """A text that looks for a place."""

    shapes: Sequence[tuple[float, float]]
    """Widths and heights it may have, the best first."""
    wishes: Sequence[Point]
    draw: Callable[[Point, int], Sequence[str]]
    """Draws it around a spot in one of its shapes."""


class Fit(NamedTuple):
    """How well a box fits: the lower, the better."""

    covers: float
    """How deep it reaches into stops and other texts, or out of the hex."""
    touches: float
    """How much track lies below it, and how far it is from where one looks for it."""
    spot: Point


def _outside(spot: Point, width: float, height: float) -> float:
    """Return how far a box sticks out of the hex."""
    right, low = abs(spot[0]) + width / 2, abs(spot[1]) + height / 2
    return max(0.0, right - HALF + 1, (right / 2 + low * HALF / RADIUS) - HALF + 1)


def _lattice(step: float) -> tuple[Point, ...]:
    """Return spots all over the hex."""
    count = int(45 / step)
    every = ((x * step, y * step) for y in range(-count, count + 1) for x in range(-count, count + 1))
    return tuple(spot for spot in every if not _outside(spot, 4, 4))


COARSE, FINE = _lattice(3.5), _lattice(1.5)


class Spots:
    """What is taken in one hex: nothing may lie on stops and texts, and better nothing on track."""

    def __init__(self) -> None:
        self._track: list[tuple[float, float, float]] = []
        self.stops: list[tuple[float, float, float]] = []
        self.boxes: list[tuple[float, float, float, float]] = []
        """The texts: their middles, widths and heights."""

    def avoid(self, spot: Point, radius: float) -> None:
        """Texts had better stay away from here."""
        self._track.append((*spot, radius))

    def take(self, spot: Point, radius: float) -> None:
        self.stops.append((*spot, radius))

    def take_box(self, spot: Point, width: float, height: float) -> None:
        self.boxes.append((*spot, width, height))

    def settle(self, *ways: Sequence[Wanted]) -> list[str]:
        """Place texts so that none covers anything, if there is a way; return them drawn.

        The first come has the most room: where that leaves too little for the others, another order may do,
        and then the next way to have the texts.
        """
        kept, best, least = list(self.boxes), list[str](), float("inf")
        boxes = kept
        for wanted in ways:
            count = len(wanted)
            for turn in range(count):
                self.boxes, total, drawn = list(kept), 0.0, list[str]()
                for text in (*wanted[turn:], *wanted[:turn]):
                    covers, parts = self._placed(text)
                    total += covers
                    drawn += parts
                if total < least - 0.01:
                    best, least, boxes = drawn, total, self.boxes
                if total == 0:
                    return drawn
        self.boxes = boxes
        return best

    def _placed(self, text: Wanted) -> tuple[float, Sequence[str]]:
        """Take the best spot for a text, in the first shape that covers nothing; how much it covers."""
        best, shape = self.fit(*text.shapes[0], text.wishes), 0
        for number, (width, height) in enumerate(text.shapes[1:], 1):
            if not best.covers:
                break
            fit = self.fit(width, height, text.wishes)
            if fit.covers < best.covers - 0.5 or not fit.covers:
                best, shape = fit, number
        self.take_box(best.spot, *text.shapes[shape])
        return best.covers, text.draw(best.spot, shape)

    def find(self, width: float, height: float, wishes: Sequence[Point]) -> Point:
        """Return the first wish without a clash, or the spot that clashes least; taken from then on."""
        spot = self.fit(width, height, wishes).spot
        self.take_box(spot, width, height)
        return spot

    def fit(self, width: float, height: float, wishes: Sequence[Point]) -> Fit:
        best = Fit(float("inf"), float("inf"), wishes[0])
        for spot in wishes:
            covers = self.covers(spot, width, height, best.covers)
            if covers <= best.covers:
                touches = self._touches(spot, width, height, float("inf"))
                if not covers and not touches:
                    return Fit(0.0, 0.0, spot)
                best = min(best, Fit(covers, touches + self._away(spot, wishes[0]), spot))
        for lattice in (COARSE, FINE):
            for spot in lattice:
                covers = self.covers(spot, width, height, best.covers)
                if covers > best.covers:
                    continue
                most = best.touches if covers == best.covers else float("inf")
                touches = self._away(spot, wishes[0]) + self._touches(spot, width, height, most)
                best = min(best, Fit(covers, touches, spot))
            if not best.covers:
                break
        return best

    @staticmethod
    def _away(spot: Point, first: Point) -> float:
        return NEAR * hypot(spot[0] - first[0], spot[1] - first[1])

    def covers(self, spot: Point, width: float, height: float, most: float) -> float:
        """Return how deep a box would reach into what must be seen, up to `most`."""
        at_x, at_y = spot
        total = 0.0
        for x, y, wide, high in self.boxes:
            across = (wide + width) / 2 - abs(x - at_x)
            down = (high + height) / 2 - abs(y - at_y)
            if across > 0 and down > 0:
                total += min(across, down)
                if total > most:
                    return total
        for circle in self.stops:
            total += _into(circle, at_x, at_y, width, height)
            if total > most:
                return total
        return total + max(0.0, _outside(spot, width, height) - OVER)

    def _touches(self, spot: Point, width: float, height: float, most: float) -> float:
        total = _outside(spot, width, height) / 2
        for circle in self._track:
            if total > most:
                break
            total += _into(circle, *spot, width, height)
        return total


def _into(circle: tuple[float, float, float], at_x: float, at_y: float, width: float, height: float) -> float:
    """Return how deep a box reaches into a circle."""
    x, y, radius = circle
    across = abs(x - at_x) - width / 2
    down = abs(y - at_y) - height / 2
    if across >= radius or down >= radius:
        return 0.0
    return max(0.0, radius - hypot(max(0.0, across), max(0.0, down)))
