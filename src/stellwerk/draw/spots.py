"""Free spots in a hex for revenues, labels, numbers and names."""

from collections.abc import Iterable
from math import hypot

from stellwerk.draw.geometry import HALF, RADIUS, Point


class Spots:
    """What is taken in one hex: circles and boxes that texts keep away from."""

    def __init__(self) -> None:
        self._circles: list[tuple[float, float, float]] = []

    def take(self, spot: Point, radius: float) -> None:
        self._circles.append((*spot, radius))

    def take_box(self, spot: Point, width: float, height: float) -> None:
        """A box as a row of circles."""
        radius = height / 2
        count = max(1, round(width / height) + 1)
        for index in range(count):
            share = index / (count - 1) - 0.5 if count > 1 else 0.0
            self.take((spot[0] + share * max(0.0, width - height), spot[1]), radius)

    def find(self, width: float, height: float, wishes: Iterable[Point]) -> Point:
        """Return the first wish without a clash, or the one that clashes least; taken from then on."""
        best, least = (0.0, 0.0), float("inf")
        for wish in wishes:
            clash = self._clash(wish, width, height)
            if clash < least - 0.01:
                best, least = wish, clash
            if clash == 0:
                break
        self.take_box(best, width, height)
        return best

    def _clash(self, spot: Point, width: float, height: float) -> float:
        total = 0.0
        for x, y, radius in self._circles:
            across = max(0.0, abs(x - spot[0]) - width / 2)
            down = max(0.0, abs(y - spot[1]) - height / 2)
            total += max(0.0, radius - hypot(across, down))
        # Sticking out of the hex counts too, but less than covering something.
        right, low = abs(spot[0]) + width / 2, abs(spot[1]) + height / 2
        out = max(0.0, right - HALF + 1, (right / 2 + low * HALF / RADIUS) - HALF + 1)
        return total + out / 2
