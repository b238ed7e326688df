"""The two maps and the tiles, written down from the facts in a few letters a hex.

A hex: name, colour, what the first tile costs (m mountain, w water), stops, plain track. A stop: its kind
and, behind the colon, the sides its track leads to. Kinds: c city with so many circles, t town, o red area
that ends a route, r red area with track through it for the Orient Express. Plain track: its two sides.
Sides: 0 lower left, then clockwise (left, upper left, upper right, right, lower right).
"""

from functools import cache
from typing import NamedTuple

HEXES_AS_PRINTED = """
A19 red 0 o:5
A21 gray 0 0-5
A25 red 0 o:5
B16 white 60m
B18 white 50m t:
B20 white 50m
B22 white 50m t: t:
B24 white 0
B26 white 0
C13 gray 0 t:45
C15 white 0 t:
C17 white 0 c1:
C19 white 50w t:
C21 white 50w t: t:
C23 yellow 0 c1:0 c1:1 c1:2
C25 white 0
C27 red 0 o:1
D0 gray 0 o:5
D4 red 0 o:0
D12 red 0 o:5 0-4
D14 white 70m
D16 white 0 t:
D18 white 0 t: t:
D20 white 0 t: t:
D22 white 50m t: t:
D24 white 0 t:
D26 white 0 t:
D28 red 0 r:10
E1 red 0 r:42 r:25
E3 white 0 c1:
E5 white 100m
E7 white 70m
E9 white 70m
E11 white 50w t: t:
E13 white 0 c1:
E15 white 90m
E17 white 100m
E19 white 90m
E21 white 120m t: t:
E23 white 70m
E25 white 0
E27 red 0 r:25 5-3
F2 white 0 t: t:
F4 white 120m
F6 white 50w t:
F8 white 0 c1:
F10 white 50w
F12 brown 0
F14 brown 0 t:4
F16 white 100m
F18 brown 0
F20 white 90m
F22 white 0 c1:
F24 white 0 t:
F28 gray 0 o:2
G1 red 0 o:3
G3 white 80m t:
G5 brown 0
G7 brown 0
G9 white 0
G11 brown 0
G13 brown 0
G15 white 80m
G17 brown 0
G19 white 0
G21 white 0
G23 white 0
H10 red 0 o:23
H12 gray 0 t:24
H14 white 80m
H16 white 70m t: t:
H18 white 0 c1:
H20 white 0
I15 red 0 o:3
I19 red 0 o:2
I29 red 0 o:5
I31 gray 0 0-5
I37 gray 0 0-5
J28 gray 0 c1:45
J30 white 0 t: t:
J32 white 0 c1:
J34 white 0 c1:
J36 white 50m t: t:
J38 yellow 0 c1:1 c1:5
K29 white 60m
K31 white 60m
K33 white 50m t:
K35 white 0
K37 white 50m t: t:
K39 white 60m t:
L28 gray 0 c1:34
L30 white 60m t:
L32 white 80m t: t:
L34 white 0
L36 white 60m t:
L38 white 70m
M31 gray 0 t:23
M35 gray 0 c1:23
M37 gray 0 t:23
M39 red 0 o:2
"""

TILES_AS_PRINTED = """
1 yellow t:13 t:04
2 yellow t:03 t:12
3 yellow t:01
4 yellow t:03
5 yellow c1:01
6 yellow c1:02
7 yellow 0-1
8 yellow 0-2
9 yellow 0-3
55 yellow t:03 t:14
56 yellow t:02 t:13
57 yellow c1:03
58 yellow t:02
69 yellow t:03 t:24
14 green c2:0134
15 green c2:0123
16 green 0-2 1-3
19 green 0-3 2-4
20 green 0-3 1-4
23 green 0-3 0-4
24 green 0-3 0-2
25 green 0-2 0-4
26 green 0-3 0-5
27 green 0-3 0-1
28 green 0-4 0-5
29 green 0-2 0-1
433 green c1:0 c1:1 c1:2 c1:3 c1:4
619 green c2:0234
39 brown 0-2 0-1 1-2
40 brown 0-2 2-4 0-4
41 brown 0-3 0-1 1-3
42 brown 0-3 3-5 0-5
43 brown 0-3 0-2 1-3 1-2
44 brown 0-3 1-4 0-1 3-4
45 brown 0-3 2-4 0-4 2-3
46 brown 0-3 2-4 3-4 0-2
47 brown 0-3 1-4 1-3 0-4
70 brown 0-1 0-2 1-3 2-3
451 brown c1:03 c2:12 c2:45
611 brown c2:01234
456 gray c5:012345
915 gray c3:01234
"""


class Stop(NamedTuple):
    """A city, town or red area, with the sides its track leads to."""

    kind: str
    slots: int
    sides: tuple[int, ...]


class Face(NamedTuple):
    """What stands on a hex or a tile."""

    stops: tuple[Stop, ...]
    plain: tuple[tuple[int, int], ...]

    def turned(self, by: int) -> "Face":
        """The same, turned clockwise by so many sixths."""
        return Face(
            tuple(Stop(s.kind, s.slots, tuple(sorted((e + by) % 6 for e in s.sides))) for s in self.stops),
            tuple(sorted((min(a, b), max(a, b)) for a, b in self._moved(by))),
        )

    def _moved(self, by: int) -> list[tuple[int, int]]:
        return [((a + by) % 6, (b + by) % 6) for a, b in self.plain]

    @property
    def sides(self) -> set[int]:
        """All sides with track."""
        found = {side for stop in self.stops for side in stop.sides}
        return found | {side for pair in self.plain for side in pair}

    @property
    def kinds(self) -> str:
        """The stops' kinds: "tt" for a double town."""
        return "".join(stop.kind for stop in self.stops)


class Hex(NamedTuple):
    """A hex as printed."""

    colour: str
    cost: int
    mountain: bool
    face: Face


class Tile(NamedTuple):
    """A kind of tile."""

    colour: str
    face: Face


def _face(words: list[str]) -> Face:
    stops, plain = list[Stop](), list[tuple[int, int]]()
    for word in words:
        if ":" in word:
            kind, _, sides = word.partition(":")
            slots = int(kind[1:]) if kind[1:] else 0
            stops.append(Stop(kind[0], slots, tuple(int(side) for side in sides)))
        else:
            a, b = sorted(int(side) for side in word.split("-"))
            plain.append((a, b))
    return Face(tuple(stops), tuple(sorted(plain))).turned(0)


def _hex(colour: str, cost: str, words: list[str]) -> Hex:
    return Hex(colour, int(cost.rstrip("mw")), cost.endswith("m"), _face(words))


HEXES = {
    name: _hex(colour, cost, words)
    for name, colour, cost, *words in (line.split() for line in HEXES_AS_PRINTED.split("\n") if line)
}
TILES = {
    number: Tile(colour, _face(words))
    for number, colour, *words in (line.split() for line in TILES_AS_PRINTED.split("\n") if line)
}
VIENNA = frozenset({"433", "451", "456"})
"""The tiles with a W."""

CITY_FROM_TOWNS = ("14", "15", "619")
"""What a yellow tile with two towns may become (summary, track)."""

MUST_LEAD = {"B22": 5, "C21": 4, "D22": 3}
"""Yellow track on the three hexes west of Wien leads to Wien (summary, track)."""

NO_TUNNEL = frozenset({"D18", "D20"})
LOKALBAHN_HOMES = ("D18", "D20")

HOMES = {
    "KE": ("C23", 1),
    "FJ": ("C23", 2),
    "SD": ("C23", 0),
    "KR": ("C17", 0),
    "KT": ("H18", 0),
    "SB": ("E13", 0),
    "NT": ("F8", 0),
    "VB": ("E3", 0),
    "1": ("J38", 0),
    "2": ("J38", 1),
    "3": ("M35", 0),
    "4": ("J32", 0),
    "5": ("J28", 0),
    "6": ("L28", 0),
}
"""Printed homes: hex and stop."""

PLACES = {"D28": "Budapest", "E27": "Budapest", "E1": "Zürich", "C23": "Wien", "J38": "Sankt Pölten"}
"""Hexes whose stops are one place together."""

_STEPS = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))


@cache
def across(hex: str, side: int) -> tuple[str, int]:
    """The hex beyond a side, and the side of it that is met; the hex may be off the map."""
    row, column = _STEPS[side]
    return f"{chr(ord(hex[0]) + row)}{int(hex[1:]) + column}", (side + 3) % 6


@cache
def turned(tile: str, rotation: int) -> Face:
    """The face of a laid tile."""
    return TILES[tile].face.turned(rotation)


@cache
def rotations(tile: str) -> tuple[int, ...]:
    """The rotations that look different, the stops being numbered."""
    seen: dict[Face, int] = {}
    for rotation in range(6):
        seen.setdefault(turned(tile, rotation), rotation)
    return tuple(seen.values())


def is_local(hex: str) -> bool:
    """Whether a hex is on the small map of the local railways."""
    return hex[0] >= "J" or (hex[0] == "I" and int(hex[1:]) >= 29)
