"""Map, tiles, companies, trains and prices, as printed on plan, sheets and in chapter XV."""

from typing import NamedTuple


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# --- The plan. Edge 0 points to the lower left, then clockwise; odd and even columns alternate by row.

PLAIN = words("B5 B11 B13 B15 C6 C10 C12 C14 C16 D5 D7 D11 D13 D15 D19 E10 E12 F7 F9 F11 G8")
DESERT = words("B3 B7 B9 C2 C4 C8 E6 E8")
MOUNTAIN = words("C18 D17 E16 F15 G16 H13 H15")
TOWNS = words("C18 D3 G12")
CITIES = words("B19 C20 D9 E2 E4 E14 E18 F5 F13 F17 G6 G14 G16 H7 H9 H11")
CAPITALS = words("B19 F17 G6 H11")
"""Marked K: from green on only K tiles (VIII Laying)."""
DOUBLES = words("B17 F15 G10")
RED = {"A4": (0, 5), "A6": (0, 5), "A18": (0, 5), "D1": (3, 4, 5)}
"""Red links with the edges of their arrows; D1 (Kalgoorlie) has a place for a marker."""
ALICE_SPRINGS = ("A4", "A6")
PORTS = {"B21": (0,), "F3": (2,)}
DARK_BLUE = ("I8", "I10")

KIND = {
    **dict.fromkeys((*PLAIN, *DESERT, "D17", "E16", "H13", "H15"), "plain"),
    **dict.fromkeys(TOWNS, "towns"),
    **dict.fromkeys(CITIES, "city"),
    **dict.fromkeys(CAPITALS, "capital"),
    **dict.fromkeys(DOUBLES, "double"),
    **dict.fromkeys(RED, "red"),
    **dict.fromkeys(PORTS, "port"),
    **dict.fromkeys(DARK_BLUE, "dark blue"),
}
BUILDABLE = {name for name, kind in KIND.items() if kind in ("plain", "towns", "city", "capital", "double")}

COST = {**dict.fromkeys(DESERT, 40), **dict.fromkeys(MOUNTAIN, 50)}

GAUGE = {
    name: colour
    for colour, names in {
        "west": "B3 B5 B7 C2 C4 C6 D3 D5 D7 E2 E4 E6 F5 F7 G6 H7",
        "north": "B9 B11 B13 B15 B17 B19 C8 C10 C12 C14 C16 C18 C20",
        "east": "D9 D11 D13 D15 D17 D19 E8 E10 E12 E14 E16 E18 F11 F13 F15 F17 G14 G16",
        "south": "F9 G8 G10 G12 H9 H11 H13 H15",
    }.items()
    for name in names.split()
}
"""Areas of one gauge; a gauge change lies on every side between two of them (VIII Gauge)."""

_STEP = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))


def _next_to(name: str, edge: int) -> str:
    row, column = _STEP[edge]
    return f"{chr(ord(name[0]) + row)}{int(name[1:]) + column}"


NEIGHBOURS = {
    name: {edge: _next_to(name, edge) for edge in range(6) if _next_to(name, edge) in KIND} for name in KIND
}


def gauge_change(name: str, other: str) -> bool:
    """Whether the side between two hexes is a change of gauge (VIII Gauge)."""
    return name in GAUGE and other in GAUGE and GAUGE[name] != GAUGE[other]


# --- Tiles. Plain track: pairs of edges. Stations: the edges of each stop, stops divided by a stroke.

_TILES = """
7   yellow plain   01
8   yellow plain   02
9   yellow plain   03
1   yellow towns   13/04
2   yellow towns   03/12
55  yellow towns   03/14
56  yellow towns   02/13
69  yellow towns   03/24
5   yellow city 1  01
6   yellow city 1  02
57  yellow city 1  03
235 yellow double 1 0/
16  green plain    02 13
18  green plain    03 12
19  green plain    03 24
20  green plain    03 14
23  green plain    03 04
24  green plain    03 02
25  green plain    02 04
26  green plain    03 05
27  green plain    03 01
28  green plain    04 05
29  green plain    02 01
30  green plain    04 01
31  green plain    02 05
14  green city 2   0134
15  green city 2   0123
59  green double 1 0/2
236 green capital 2 013
237 green capital 2 053
238 green capital 2 012
39  brown plain    02 01 12
40  brown plain    02 24 04
41  brown plain    03 01 13
42  brown plain    03 35 05
43  brown plain    03 02 13 12
44  brown plain    03 14 01 34
45  brown plain    03 24 04 23
46  brown plain    03 24 34 02
47  brown plain    03 14 13 04
70  brown plain    01 02 13 23
611 brown city 2   01234
64  brown double 1 02/34
65  brown double 1 04/23
66  brown double 1 03/12
67  brown double 1 03/24
68  brown double 1 03/14
239 brown capital 3 0123
915 gray city 3    01234
240 gray capital 3 0123
241 blue tasmania  21
"""

COLOURS = ("yellow", "green", "brown", "gray")


class Tile(NamedTuple):
    """A tile as printed: `tracks` join two edges, `stops` have edges of their own."""

    number: str
    colour: str
    kind: str
    slots: int
    tracks: tuple[frozenset[int], ...]
    stops: tuple[frozenset[int], ...]

    def turned(self, rotation: int) -> "Tile":
        def turn(edges: frozenset[int]) -> frozenset[int]:
            return frozenset((edge + rotation) % 6 for edge in edges)

        return self._replace(tracks=tuple(map(turn, self.tracks)), stops=tuple(map(turn, self.stops)))

    def edges(self) -> frozenset[int]:
        return frozenset().union(*self.tracks, *self.stops)


def _tile(line: str) -> Tile:
    number, colour, kind, *rest = line.split()
    slots = int(rest.pop(0)) if kind in ("city", "capital", "double") else 0
    edges = [frozenset(map(int, part)) for word in rest for part in word.split("/")]
    if kind == "plain":
        return Tile(number, colour, kind, 0, tuple(edges), ())
    return Tile(number, colour, kind, slots, (), tuple(edges))


TILES = {tile.number: tile for tile in map(_tile, _TILES.strip().splitlines())}

# --- Companies (VI table), privates (V table), limits (XIII table).

HOMES = {
    "QR": ("B19",),
    "VR": ("H11",),
    "NSW": ("F17",),
    "WA": ("D1",),
    "CAR": ("E4",),
    "SAR": ("G6",),
    "FT": ("G14",),
    "COM": ("G6", "F17"),
}
MARKERS = {"QR": 5, "VR": 3, "NSW": 4, "WA": 5, "CAR": 3, "SAR": 4, "FT": 4, "COM": 5}
STARTS = (70, 80, 90, 100)
PRIVATES = ("P1", "P2", "P3", "P4", "P5", "P6")
LEAST = {"P1": 0, "P2": 40, "P3": 80, "P4": 140, "P5": 140, "P6": 200}
"""Lowest price in the sale, from the sheet."""
DEAREST = {"P1": 40, "P2": 80, "P3": 140, "P4": 220}
"""The most that a company pays its director for a private; P5 and P6 are not for sale."""
PAPER_LIMIT = {
    3: (20, 18, 16, 14, 12, 10),
    4: (17, 15, 13, 11, 10, 9),
    5: (14, 13, 12, 10, 9, 8),
    6: (12, 11, 10, 9, 8, 7),
}

# --- Prices.

MARKET: tuple[tuple[int, ...], ...] = (
    (0, 70, 80, 90, 100, 110, 120, 140, 160, 190, 220, 250, 280, 320, 360, 400, 450),
    (0, 60, 70, 80, 90, 100, 110, 130, 150, 180, 210, 240, 270, 310, 350, 390, 440),
    (0, 50, 60, 70, 80, 90, 100, 120, 140, 170, 200, 230, 260, 300),
    (0, 40, 50, 60, 70, 80, 90, 110, 130, 160, 190),
    (0, 30, 40, 50, 60, 70, 80, 100, 120),
    (0, 20, 30, 40, 50, 60, 70),
)
BANK_OF_ENGLAND: tuple[int, ...] = (*range(70, 181, 10), *range(195, 241, 15), *range(260, 341, 20))
"""Price of a share of the Bank of England by the number of loans given."""

# --- Trains (IX table): versions of a card with their prices, in the order of sale.

CARDS = {
    "2": {"2": 100, "2+": 120},
    "3": {"3": 200, "3+": 230},
    "4": {"4": 300, "4+": 340},
    "5": {"5": 500, "5+": 550},
    "6": {"6": 600, "6+": 660},
    "8": {"8": 800, "D": 1100},
}
FACE = {version: price for card in CARDS.values() for version, price in card.items()}
GHAN = "2E"
GHAN_PRICE = 200


def card_of(train: str) -> str:
    """The card of a train named by card and number."""
    return train.partition("-")[0]
