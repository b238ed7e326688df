"""Map, tiles and companies of 1853 as plain tables (tables 1 to 6, 2.5, and the list of tiles at the end)."""

from typing import NamedTuple

_MAP = """
B8cm B10cm B12-H
C5-m C7-m C9- C11c C13-h C15-H
D2t D4-h D6th D8t D10- D12- D14tm D16-
E3-h E5-r E7c E9- E11- E13t E15d E17-
F2- F4-R F6tr F8- F10- F12- F14p F16d F18t F20-
G3tr G5- G7- G9t G11-h G13c G15t G17cr G19cr G21d G23t G29tH
H2tr H4- H6- H8t H10cm H12- H14- H16d H18tr H20cR H22cR H24cR H26-r H28tr
I3cR I5- I7- I9tm I11-h I13-h I15- I17-h I19- I21- I23tr I25- I27t I29dR
J4- J6- J8c J10- J12-h J14t J16tm J18tm J20th J22-h J24-m J26t J28p J30-R
K5t K7- K9tr K11-r K13-h K15-h K17c K19th K21- K23- K25th K27- K29-R
L6t L10thr L12- L14-h L16- L18t L20- L22-h L24th L26tR
M9p M11-m M13- M15- M17- M19- M21- M23-m
N10tm N12- N14th N16tm N18-m N20-r N22p
O9- O11-m O13dh O15c O17-m O19-r O21t
P12th P14tm P16- P18t
Q11- Q13-m Q15- Q17-
R12th R14ch R16cm R18p
S13th S15-m S17t
T14th T16c T18tr
U13- U15th U17-
V14t V16-
"""
"""Hexes from north to south. After the name: `-` plain, `t` small town, `d` two of them, `c` city,
`p` printed track; then the ground: `r` river, `R` several rivers, `h` hill, `m` mountain,
`H` Himalaya (4.1.12)."""

_TILES = """
1 yellow s t0 13/04 -
2 yellow s t0 03/12 -
3 yellow s t0 01 12,14,15,716,717,718,719
4 yellow s t0 03 14,15,87,88,716,717,718,719
5 yellow s c1 01 12,14,15,716,717,718,719
6 yellow s c1 02 12,13,14,15,716,717,718,719
7 yellow s -0 01 80,82,83,234
8 yellow s -0 02 80,81,82,83,250
9 yellow s -0 03 82,83,233
55 yellow s t0 03/14 -
56 yellow s t0 02/13 -
58 yellow s t0 02 87,88,716,717,718,719
115 yellow s c1 0 12,13,14,15,716,717,718,719
71 yellow m t0 0/2 -
72 yellow m t0 01 89,716,717,718,719,100,116,117
73 yellow m t0 02 89,716,717,718,719,100,101,116,117
74 yellow m t0 03 89,716,717,718,719,116
75 yellow m c1 01 716,717,718,719,100
76 yellow m c1 02 716,717,718,719,100,101
77 yellow m -0 01 84,85,86,234
78 yellow m -0 02 84,85,86,250
79 yellow m -0 03 85,86,233
113 yellow m c1 0 716,717,718,719,100,101
12 green s c1 012 102,103
13 green s c1 024 102,103
14 green s c2 0134 102
15 green s c2 0123 102
80 green s -0 01/02/12 106,108
81 green s -0 02/04/24 106
82 green s -0 01/03/13 106,107,108
83 green s -0 03/05/35 106,107,108
84 green m -0 01/02/12 106,108
85 green m -0 03/05/35 106,107,108
86 green m -0 01/03/13 106,107,108
87 green s t0 0123 102
88 green s t0 0134 102
89 green m t0 0134 102
100 green m c1 012 102,103
101 green m c1 024 102,103
233 green d -0 03 106,107,108
234 green d -0 01 106,107,108
250 green d -0 02 106,107,108
716 green d c2 012345 102
717 green d c2 0134 102
718 green d c2 0123 102
116 green m t0 0123 102
719 green d c2 0234 102,103
117 green m t0 012 102,103
102 brown d c2 012345 -
103 brown d c2 0234 109
105 brown d c3 012 111
106 brown d j0 0234 112
107 brown d j0 0134 112
108 brown d j0 0345 112
500 brown d c1 0/1/2/3/4/5 900
720 brown d c2 0234 -
109 gray d c2 01234 -
900 gray d c1 0/1/2/3/4/5 -
111 gray d c3 012 -
112 gray d j0 01234 -
"""
"""Number, colour, gauge (standard, metre, dual), kind and places, track (sides that meet), upgrades."""

LEVELS = {"": 0, "yellow": 1, "green": 2, "brown": 3, "gray": 4}


class City(NamedTuple):
    """What a city is worth in a contract, and whose shares it gives (2.5.5, 2.5.7, 2.5.9)."""

    hex: str
    value: int
    companies: tuple[int, ...]
    ganges: bool


CITIES = {
    name: City(*told)
    for name, told in {
        "Peshawar": ("B8", 20, (3,), False),
        "Rawalpindi": ("B10", 20, (3,), False),
        "Lahore": ("C11", 20, (3,), False),
        "Multan": ("E7", 20, (3,), False),
        "Delhi": ("F14", 40, (1, 2, 3, 5), False),
        "Jaipur": ("G13", 20, (5,), False),
        "Cawnpore": ("G17", 20, (2,), True),
        "Lucknow": ("G19", 20, (1,), True),
        "Ajmer": ("H10", 20, (5,), False),
        "Allahabad": ("H20", 20, (2,), True),
        "Benares": ("H22", 20, (1,), True),
        "Patna": ("H24", 20, (1,), True),
        "Karachi": ("I3", 20, (3,), False),
        "Ahmadabad": ("J8", 20, (5,), False),
        "Calcutta": ("J28", 50, (1, 4, 8), True),
        "Nagpur": ("K17", 20, (4,), False),
        "Bombay": ("M9", 40, (2, 5), False),
        "Waltair": ("N22", 30, (4, 8), False),
        "Hyderabad": ("O15", 20, (6,), False),
        "Mysore": ("R14", 20, (7,), False),
        "Bangalore": ("R16", 20, (6,), False),
        "Madras": ("R18", 30, (6, 7), False),
        "Trichinopoly": ("T16", 20, (7,), False),
    }.items()
}


class Face(NamedTuple):
    """A tile as it lies, or what is printed on a hex."""

    number: str
    level: int
    gauge: str
    kind: str
    places: int
    stops: tuple[frozenset[int], ...]
    """The sides of each stop, or of a junction."""
    tracks: tuple[frozenset[int], ...]
    """Track without a stop."""
    upgrades: tuple[str, ...]

    def turned(self, by: int) -> "Face":
        def turn(sides: frozenset[int]) -> frozenset[int]:
            return frozenset((side + by) % 6 for side in sides)

        return self._replace(stops=tuple(map(turn, self.stops)), tracks=tuple(map(turn, self.tracks)))

    def sides(self) -> frozenset[int]:
        return frozenset().union(*self.stops, *self.tracks)

    def outline(self) -> tuple[tuple[frozenset[int], ...], frozenset[frozenset[int]]]:
        """What distinguishes one turn of a tile from another; stops keep their numbers."""
        return self.stops, frozenset(self.tracks)

    @property
    def linked(self) -> bool:
        """Tile 71: its two towns lie one behind the other on one line."""
        return self.number == "71"


KINDS = {"-": "plain", "t": "town", "d": "double", "c": "city", "p": "city", "j": "junction"}


def _tile(line: str) -> Face:
    number, colour, gauge, kind, track, after = line.split()
    groups = tuple(frozenset(map(int, group)) for group in track.split("/"))
    plain = kind[0] == "-"
    two = kind[0] == "t" and len(groups) == 2
    return Face(
        number,
        LEVELS[colour],
        gauge,
        "double" if two else KINDS[kind[0]],
        int(kind[1:]),
        () if plain else groups,
        groups if plain else (),
        () if after == "-" else tuple(after.split(",")),
    )


TILES = {face.number: face for face in map(_tile, _TILES.split("\n")[1:-1])}


def _city(upgrade: str, *stops: tuple[int, ...]) -> Face:
    """The five big cities are printed as green tiles with track of both gauges (4.2.12)."""
    return Face("", 2, "d", "city", 1, tuple(map(frozenset, stops)), (), (upgrade,))


_BIG = {
    "J28": _city("500", (2,), (4,), (0,)),
    "F14": _city("500", (2,), (4,), (0,)),
    "M9": _city("105", (3,), (5,)),
    "R18": _city("105", (2,), (0,)),
    "N22": _city("720", (0, 2, 3)),
}


def _split(token: str) -> tuple[str, str, str]:
    """`L10thr` is the hex L10, a town, with hill and river."""
    at = next(i for i, sign in enumerate(token) if i and not sign.isdigit())
    return token[:at], token[at], token[at + 1 :]


_BLANK = {
    "-": Face("", 0, "", "plain", 0, (), (), ("7", "8", "9", "77", "78", "79")),
    "t": Face("", 0, "", "town", 0, (frozenset(),), (), ("3", "4", "58", "72", "73", "74")),
    "d": Face("", 0, "", "double", 0, (frozenset(), frozenset()), (), ("1", "2", "55", "56", "71")),
    "c": Face("", 0, "", "city", 1, (frozenset(),), (), ("5", "6", "115", "75", "76", "113")),
}
"""Hexes without track, and the tiles of their kind (4.1.9)."""

PRINTED = {hex: _BLANK[kind] if kind != "p" else _BIG[hex] for hex, kind, _ in map(_split, _MAP.split())}
GROUND = {hex: ground for hex, _, ground in map(_split, _MAP.split())}

COSTS = {"r": (40, 30), "R": (60, 40), "h": (80, 50), "m": (140, 70), "H": (240, 100)}
"""Table 4: standard gauge, metre gauge."""

STEPS = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
"""Rows and columns to the neighbour beyond each side: 0 lower left, then clockwise."""


def place(hex: str) -> tuple[int, int]:
    return ord(hex[0]), int(hex[1:])


def _beyond(hex: str, side: int) -> str:
    row, column = place(hex)
    return f"{chr(row + STEPS[side][0])}{column + STEPS[side][1]}"


NEIGHBOURS = {
    hex: {side: _beyond(hex, side) for side in range(6) if _beyond(hex, side) in PRINTED} for hex in PRINTED
}

COMPANIES = ("EIR", "GIP", "NWR", "BNR", "BBCI", "MSM", "SIR", "ECR")
PAR = dict(zip(COMPANIES, (100, 96, 92, 88, 84, 80, 75, 70), strict=True))
MARKERS = dict(zip(COMPANIES, (5, 5, 5, 5, 4, 4, 4, 3), strict=True))
HOMES = {
    "EIR": (("J28", 2), ("H24", -1)),
    "GIP": (("H20", -1), ("M9", 5)),
    "NWR": (("F14", 2), ("C11", -1)),
    "BNR": (("J28", 0), ("K17", -1)),
    "BBCI": (("H10", -1),),
    "MSM": (("R18", 2),),
    "SIR": (("T16", -1),),
    "ECR": (("N22", -1),),
}
"""Table 1. Where a city has several stations, the side that leads to the right one."""
NORTH_BOMBAY = ("M9", 3)
"""The second home of a large BBCI (2.6.2)."""

_LIMITS = {
    "EIR": {"N": "Calcutta", "W": "Calcutta", "E": "Delhi"},
    "GIP": {"E": "Bombay", "S": "Delhi", "W": "Allahabad", "N": "Hyderabad"},
    "NWR": {"W": "Delhi", "N": "Karachi"},
    "BNR": {"W": "Calcutta", "E": "Hyderabad", "S": "Allahabad", "N": "Madras"},
    "BBCI": {"N": "Bombay", "S": "Delhi", "W": "Nagpur"},
    "MSM": {"S": "Bombay", "N": "Madras"},
    "SIR": {"S": "Madras"},
    "ECR": {"S": "Calcutta", "N": "Madras", "E": "Nagpur"},
}
"""Table 2."""


def in_area(company: str, hex: str) -> bool:
    """Whether a hex lies in a company's area; the cities at its border are inside."""
    row, column = place(hex)
    for side, city in _LIMITS[company].items():
        at_row, at_column = place(CITIES[city].hex)
        if (side == "N" and row > at_row) or (side == "S" and row < at_row):
            return False
        if (side == "W" and column > at_column) or (side == "E" and column < at_column):
            return False
    return True


PRICES = (
    *(10, 20, 30, 40, 49, 57, 64, 70, 75, 80, 84, 88, 92, 96, 100, 104, 109, 115, 122, 130),
    *(140, 152, 166, 182, 200, 220, 240, 260, 280, 300, 320, 340, 360, 380, 400),
)
"""The share market."""

TRAIN_PRICES = {
    "2": 300,
    "3": 440,
    "4": 620,
    "5": 830,
    "6": 1050,
    "1M": 180,
    "2M": 250,
    "3M": 430,
    "4M": 590,
}
"""Table 5."""
STANDARD = ("2", "3", "4", "5", "6")
TRAIN_LIMITS = {2: 4, 3: 4, 4: 3, 5: 2}
"""Table 6."""
SHARES_LIMIT = {3: 6, 4: 6, 5: 5, 6: 4}
PAPERS_LIMIT = {3: 21, 4: 16, 5: 13, 6: 11}
SHARES_TO_START = {3: 6, 4: 5, 5: 5, 6: 4}
START_CASH = {3: 730, 4: 570, 5: 570, 6: 510}
CITIES_NAMED = {3: (4, 6), 4: (3, 6), 5: (3, 5), 6: (3, 4)}
"""Table 3, 2.3 and 2.5.6."""
