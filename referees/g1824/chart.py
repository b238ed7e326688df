"""The printed maps and the tiles.

What a hex or tile shows is written as stops, one after the other, with the sides that their track leads to
("c30*2 0134": a city of 30 with two circles and four exits), and after a dash plain track from side to side
("- 03 04"). Kinds: c city, t town, r red area, m mine. Sides: 0 lower left, then clockwise; 6 to 9 are the
tracks that lie inside the red area of Sarajevo. Values of red areas and mines: yellow, green, brown, grey.
"""

from functools import cache
from typing import NamedTuple

COLOURS = ("white", "yellow", "green", "brown", "gray")


class Stop(NamedTuple):
    """A place with an income on one hex or tile."""

    kind: str
    values: tuple[int, ...]
    slots: int
    sides: tuple[int, ...]


class Face(NamedTuple):
    """What a hex or tile shows."""

    level: int
    label: str
    stops: tuple[Stop, ...]
    plain: tuple[tuple[int, int], ...]

    def sides(self) -> set[int]:
        """All sides with track."""
        found = {side for stop in self.stops for side in stop.sides}
        return found.union(*self.plain) if self.plain else found

    def turned(self, rotation: int) -> "Face":
        """The same tile turned clockwise."""
        stops = tuple(
            stop._replace(sides=tuple(sorted((side + rotation) % 6 for side in stop.sides)))
            for stop in self.stops
        )
        plain = tuple(sorted(_pair((a + rotation) % 6, (b + rotation) % 6) for a, b in self.plain))
        return self._replace(stops=stops, plain=plain)

    def outline(self) -> tuple[tuple[int, ...], ...]:
        """The track alone: rotations with one outline are the same (but stops are told from each other)."""
        return (*(stop.sides for stop in self.stops), *self.plain)


class Hex(NamedTuple):
    """One hex of the map."""

    colour: str
    cost: int
    face: Face
    area: str


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _face(level: int, label: str, text: str) -> Face:
    stops: list[Stop] = []
    plain: list[tuple[int, int]] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        head, *rest = part.split()
        if head == "-":
            plain += [_pair(int(pair[0]), int(pair[1])) for pair in rest]
            continue
        values, _, slots = head[1:].partition("*")
        worth = tuple(int(value) for value in values.split("/"))
        sides = tuple(sorted(int(side) for side in "".join(rest)))
        stops.append(Stop(head[0], worth, int(slots or (head[0] in "cm")), sides))
    return Face(level, label, tuple(stops), tuple(sorted(plain)))


_TILES = {
    "yellow": {
        "1": "t10 13; t10 04",
        "2": "t10 03; t10 12",
        "3": "t10 01",
        "4": "t10 03",
        "5": "c20 01",
        "6": "c20 02",
        "7": "- 01",
        "8": "- 02",
        "9": "- 03",
        "55": "t10 03; t10 14",
        "56": "t10 02; t10 13",
        "57": "c20 03",
        "58": "t10 02",
        "69": "t10 03; t10 24",
        "401": "c30 01",
        "447": "c30 04",
        "498": "c30 05; c30 23",
        "499": "c40 0; c40 14; c40 2",
        "630": "t10 23; t10 04",
        "631": "t10 34; t10 02",
    },
    "green": {
        "14": "c30*2 0134",
        "15": "c30*2 0123",
        "16": "- 02 13",
        "17": "- 13 04",
        "18": "- 03 12",
        "19": "- 03 24",
        "20": "- 03 14",
        "23": "- 03 04",
        "24": "- 03 02",
        "25": "- 02 04",
        "26": "- 03 05",
        "27": "- 03 01",
        "28": "- 04 05",
        "29": "- 02 01",
        "30": "- 04 01",
        "31": "- 02 05",
        "87": "t10 0123",
        "88": "t10 0134",
        "204": "t10 0234",
        "405": "c40*2 012",
        "490": "c40*2 0134",
        "491": "c50 05; c50 14; c50 23",
        "619": "c30*2 0234",
    },
    "brown": {
        "39": "- 02 01 12",
        "40": "- 02 24 04",
        "41": "- 03 01 13",
        "42": "- 03 35 05",
        "43": "- 03 02 13 12",
        "44": "- 03 14 01 34",
        "45": "- 03 24 04 23",
        "46": "- 03 24 34 02",
        "47": "- 03 14 13 04",
        "70": "- 01 02 13 23",
        "126": "c60*2 012345",
        "493": "c70 05; c70*3 1234",
        "497": "c50*2 012",
        "611": "c40*2 01234",
    },
    "gray": {
        "494": "c60*2 012",
        "495": "c70*3 012345",
        "496": "c80*4 012345",
    },
}
_LABELS = {
    "T": ("401", "447", "405", "497", "494"),
    "Bu": ("498", "490", "126", "495"),
    "W": ("499", "491", "493", "496"),
}
_LABEL_OF = {number: label for label, numbers in _LABELS.items() for number in numbers}
TILES = {
    number: _face(COLOURS.index(colour), _LABEL_OF.get(number, ""), text)
    for colour, tiles in _TILES.items()
    for number, text in tiles.items()
}
TOWN_MARKERS = {"M1": _face(0, "", "t0"), "M2": _face(0, "", "t0; t0")}
"""XII.2: a hex with a town marker counts as a hex with one town, or with two."""

_COMMON = """
A4 red 0 Dresden: r10/20/30/40 45
B3 red 0 Dresden: r10/20/30/40 4
A24 red 0 Kiew: r10/30/40/50 05
A26 red 0 Kiew: r10/30/40/50 0
H1 red 0 Mailand: r10/30/50/70 34
I2 red 0 Mailand: r10/30/50/70 3
A12 gray 0: m10/10/40 15
A22 gray 0: m20/20/60 15
C6 gray 0: m10/10/40 23
A6 A10 E24 white 40: t0
A8 A20 C10 C16 D25 G2 white 0: t0
A18 C26 E26 I8 white 0 T: c0
B5 B9 B15 B23 C12 E8 F7 G4 G10 white 0: c0
B7 B11 B19 B21 C8 C14 C20 C22 C24 D9 D11 D13 D15 E6 F9 F13 G6 H9 white 0:
D23 G8 H5 H7 white 40:
H3 white 40: c0
E10 white 20:
E12 white 20 W: c30 0; c30 1; c30 2
"""
_BASE = """
G28 red 0 Bukarest: r10/30/40/50 1
H27 red 0 Bukarest: r10/30/40/50 2
J11 red 0 Sarajevo: - 26 37
J13 red 0 Sarajevo: c10/10/50 236789
J15 red 0 Sarajevo: - 28 39
H25 gray 0: m20/20/60 13
E20 F19 G20 H11 I20 I22 white 0: t0
F23 G26 H15 H23 white 0: c0
B17 D17 E18 E22 F15 F21 F25 G12 G14 G22 G24 H13 H19 H21 I10 I12 I14 white 0:
B13 B25 F11 I16 white 0: t0; t0
C18 D21 white 40:
D19 white 40: c0
G16 white 20:
E14 G18 white 20: c0
E16 white 20: t0; t0
F17 white 20 Bu: c20 0; c20 3
H17 I18 white 20: t0
"""
_CISLEITHANIA = """
E14 red 0 Pressburg: r20/30/40 0123
F25 red 0 Kronstadt: r20/30/40 23
I10 red 0 Bosnien: r10/10/50 123
B17 gray 0: - 03 14 13 04
H11 white 0:
B13 B25 F11 white 20: t0; t0
"""
_BUDAPEST = {2: "G12 red 0 Budapest: r20/40/60/70 0123", 3: "G12 red 0 Budapest: c20/40/60/70 0123"}
"""XI.3: with three players the marker of UG1 lies on the red area."""


def _hexes(text: str) -> dict[str, Hex]:
    found: dict[str, Hex] = {}
    for line in filter(None, text.splitlines()):
        head, _, face = line.partition(":")
        words = head.split()
        names = [word for word in words if word[0].isalpha() and word[1:].isdigit()]
        colour, cost, *name = words[len(names) :]
        label = name[0] if name and colour == "white" else ""
        area = name[0] if name and colour == "red" else ""
        found |= {hex: Hex(colour, int(cost), _face(0, label, face), area) for hex in names}
    return found


@cache
def hexes(variant: str) -> dict[str, Hex]:
    """The map of a variant."""
    if variant.startswith("cisleithania"):
        players = int(variant[-1])
        return _hexes(_COMMON + _CISLEITHANIA + _BUDAPEST[players])
    return _hexes(_COMMON + _BASE)


_STEPS = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
_INSIDE = {("J11", 6): "J13", ("J11", 7): "J13", ("J15", 8): "J13", ("J15", 9): "J13"}
_INSIDE |= {("J13", side): hex for hex, side in _INSIDE}


@cache
def across(hex: str, side: int) -> tuple[str, int]:
    """The hex and side beyond a side (which may lie off the map)."""
    if side > 5:
        return _INSIDE[hex, side], side
    row, column = _STEPS[side]
    return f"{chr(ord(hex[0]) + row)}{int(hex[1:]) + column}", (side + 3) % 6
