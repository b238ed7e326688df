"""Maps that are printed apart: where each of them lies beside the main one."""

from collections.abc import Collection, Mapping
from itertools import product
from typing import NamedTuple

from stellwerk.board.atlas import Atlas
from stellwerk.board.hexes import HexId, position
from stellwerk.draw.geometry import HALF, RADIUS, Point, centre, number

ROW = RADIUS * 1.5
MARGIN, HEAD = 14.0, 30.0
"""Around a sheet, and above it for its name."""
APART = 12.0
"""Between the frame of a sheet and what lies outside."""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def moved(self, x: float, y: float) -> "Box":
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def meets(self, spot: Point) -> bool:
        """Return whether a hex there would come too near."""
        x, y = spot
        across, down = HALF + APART, RADIUS + APART
        return self.left - across < x < self.right + across and self.top - down < y < self.bottom + down

    def joined(self, other: "Box") -> "Box":
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)


def around(spots: Collection[Point]) -> Box:
    """Return the hexes at these centres."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return Box(min(xs) - HALF, min(ys) - RADIUS, max(xs) + HALF, max(ys) + RADIUS)


def framed(box: Box) -> Box:
    return Box(box.left - MARGIN, box.top - HEAD, box.right + MARGIN, box.bottom + MARGIN)


class Layout(NamedTuple):
    """Where every hex is drawn, and the frames of the maps printed apart."""

    centres: Mapping[HexId, Point]
    frames: Mapping[str, Box]

    @property
    def whole(self) -> Box:
        box = around(list(self.centres.values()))
        for frame in self.frames.values():
            box = box.joined(frame)
        return box


def layout(atlas: Atlas) -> Layout:
    """Return the main map as its names say, every other one where the picture grows least."""
    sheets: dict[str, list[HexId]] = {}
    for key, spec in atlas.hexes.items():
        sheets.setdefault(spec.sheet, []).append(key)
    centres = {key: centre(key) for key in sheets.pop("", [])}
    frames: dict[str, Box] = {}
    for name, keys in sheets.items():
        spots = {key: centre(key) for key in keys}
        if centres:
            x, y = _place(spots, centres, around(list(centres.values())))
            spots = {key: (spot[0] + x, spot[1] + y) for key, spot in spots.items()}
        centres |= spots
        frames[name] = framed(around(list(spots.values())))
    return Layout({key: centres[key] for key in atlas.hexes}, frames)


def _place(spots: Mapping[HexId, Point], others: Mapping[HexId, Point], whole: Box) -> Point:
    """Return the move, in whole columns and rows, to the place where the frame fits best."""
    frame = framed(around(list(spots.values())))
    columns, rows = zip(*map(position, (*spots, *others)), strict=True)
    across, down = max(columns) - min(columns) + 4, max(rows) - min(rows) + 4
    best: tuple[float, float, float] | None = None
    for columns_on, rows_on in product(range(-across, across + 1), range(-down, down + 1)):
        x, y = columns_on * HALF, rows_on * ROW
        here = frame.moved(x, y)
        grown = here.joined(whole).area
        if (best is None or (grown, y, x) < best) and not any(map(here.meets, others.values())):
            best = grown, y, x
    assert best is not None  # far enough away there is always room
    return best[2], best[1]


def frame_svg(box: Box, words: str) -> str:
    """Return the frame of a map printed apart, with its name."""
    left, top, right, bottom = box
    return (
        f'<rect class="sheet" x="{number(left)}" y="{number(top)}" width="{number(right - left)}" '
        f'height="{number(bottom - top)}" rx="6"/>'
        f'<text class="sheet-name" x="{number(left + MARGIN)}" y="{number(top + 21)}">{words}</text>'
    )
