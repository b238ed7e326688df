"""Stops and what stands beside them: cities, towns, harbours, values, names."""

from collections.abc import Collection, Mapping
from html import escape
from math import atan2, degrees

from stellwerk.board.atlas import HexSpec
from stellwerk.board.tile import COLOURS, STOP, Face, Tile, stop_map
from stellwerk.draw.geometry import (
    Point,
    number,
    on_track,
    slots_of,
    stop_spots,
    through,
    toward,
    track_samples,
    xy,
)
from stellwerk.draw.letters import filling, width_of
from stellwerk.draw.spots import Spots, Wanted

Colours = Mapping[str, tuple[str, str]]
UNKNOWN = ("#6b6f66", "#ffffff")
DISCS = (9.0, 7.2)
"""Radii of the disc of a value; the second fits between the five slots of a city."""
NAMES = (10.0, 9.0, 8.0, 7.2)
"""Sizes of a place's name: the first with which it covers nothing."""
ARROWS = ("offboard", "mine")
"""Stops where every route ends; they have arrows instead of track."""


def text(cls: str, spot: Point, words: str, extra: str = "") -> str:
    return f'<text class="{cls}" x="{number(spot[0])}" y="{number(spot[1])}"{extra}>{escape(words)}</text>'


def fitted(cls: str, spot: Point, words: str, size: float, most: float = 99, more: str = "") -> str:
    """Return a text that is as wide as was reckoned with, whatever the reader's font."""
    return text(cls, spot, words, more + filling(min(most, width_of(words, size))))


def broken(words: str) -> list[list[str]]:
    """Return the ways to write a name: two lines at an ampersand; else one, or two if it has a gap."""
    first, both, second = words.partition(" & ")
    if both:
        return [[first, f"& {second}"]]
    gaps = [at for at, letter in enumerate(words) if letter in " -"]
    if not gaps:
        return [[words]]
    middle = min(gaps, key=lambda at: abs(at - len(words) / 2))
    return [[words], [words[: middle + 1].rstrip(), words[middle + 1 :]]]


def marker(spot: Point, owner: str, colours: Colours, radius: float = 12.3) -> str:
    fill, ink = colours.get(owner, UNKNOWN)
    size = (10.5 if len(owner) <= 2 else 8.6 if len(owner) == 3 else 7) * radius / 12.3
    x, y = map(number, spot)
    return (
        f'<circle class="marker" cx="{x}" cy="{y}" r="{number(radius)}" fill="{fill}"/>'
        f'<circle class="marker-ring" cx="{x}" cy="{y}" r="{number(radius - 1.6)}" stroke="{ink}"/>'
        + text(
            "marker-text",
            (spot[0], spot[1] + size * 0.36),
            owner,
            f' font-size="{number(size)}" fill="{ink}"',
        )
    )


class Places:
    """Draws the stops of one hex and finds room for the texts around them."""

    def __init__(
        self,
        spec: HexSpec,
        face: Face,
        tile: Tile | None,
        fill: str,
        colours: Colours,
        homes: Collection[str] = (),
    ) -> None:
        self.spec, self.face, self.tile, self.fill, self.colours = spec, face, tile, fill, colours
        self.homes = homes
        self.spots = Spots()
        self.out: list[str] = []
        for point in track_samples(face):
            self.spots.avoid(point, 5)

    def city(self, index: int, owners: tuple[str, ...], beside: tuple[str, ...]) -> None:
        slots = slots_of(self.face, index, len(owners))
        if len(slots) > 1:
            shape = "M" + "L".join(map(xy, slots)) + "Z"
            self.out.append(f'<path class="city-edge" d="{shape}" stroke-width="32"/>')
            self.out.append(f'<path class="city" d="{shape}" stroke-width="29.2"/>')
        waiting = [company for company in self._home(index) if company not in owners]
        for spot, owner in zip(slots, owners, strict=True):
            self.out.append(f'<circle class="slot" cx="{number(spot[0])}" cy="{number(spot[1])}" r="14"/>')
            self.spots.take(spot, 14.5)
            self.spots.avoid(spot, 16)
            if owner:
                self.out.append(marker(spot, owner, self.colours))
            elif waiting:  # a slot is kept for the company at home here
                self.out.append(text("home", (spot[0], spot[1] + 3.2), waiting.pop(0)))
        for owner in beside:
            spot = self.spots.find(20, 20, [toward(edge + 0.5, 37) for edge in (2, 3, 0, 5, 1, 4)])
            self.out.append(marker(spot, owner, self.colours, 9.5))

    def _home(self, index: int) -> tuple[str, ...]:
        """Companies for which a circle of the stop is kept; tiles do not repeat what the map prints."""
        printed = self.spec.printed
        moved = zip(printed.stops, stop_map(printed, self.face), strict=True)
        return tuple(
            company for stop, now in moved if now == index for company in stop.home if company in self.homes
        )

    def town(self, index: int) -> None:
        """A bar across the track, or a dot where there is none."""
        spot = stop_spots(self.face)[index]
        sides = through(self.face, index)
        if not self.face.arms[STOP + index] or sides is None:
            self.out.append(f'<circle class="town" cx="{number(spot[0])}" cy="{number(spot[1])}" r="6"/>')
            self.spots.take(spot, 8)
            return
        near = min(
            (0.5, 0.28, 0.72),
            key=lambda s: abs(on_track(*sides, s)[0] - spot[0]) + abs(on_track(*sides, s)[1] - spot[1]),
        )
        before, after = on_track(*sides, near - 0.05), on_track(*sides, near + 0.05)
        angle = degrees(atan2(after[1] - before[1], after[0] - before[0]))
        self.out.append(
            f'<rect class="town" x="-3.4" y="-10" width="6.8" height="20" rx="1" '
            f'transform="translate({xy(spot)}) rotate({number(angle)})"/>'
        )
        self.spots.take(spot, 11)

    def junction(self, index: int) -> None:
        """Trains turn here as in a station, but it is none."""
        spot = stop_spots(self.face)[index]
        self.out.append(f'<circle class="junction" cx="{number(spot[0])}" cy="{number(spot[1])}" r="5.5"/>')
        self.spots.take(spot, 7)

    def harbour(self, index: int) -> None:
        spot = stop_spots(self.face)[index]
        self.out.append(
            f'<g transform="translate({xy(spot)})"><circle class="harbour" r="11"/>'
            '<path class="anchor" d="M0-4.6V6M-3.2-2.6H3.2M-6 .8Q-5.2 6 0 6.4Q5.2 6 6 .8"/>'
            '<circle class="anchor" cy="-6.3" r="1.7"/></g>'
        )
        self.spots.take(spot, 13)

    def mine(self, index: int, owners: tuple[str, ...], beside: tuple[str, ...]) -> None:
        """A city in a pit."""
        x, y = stop_spots(self.face)[index]
        self.out.append(f'<circle class="pit" cx="{number(x)}" cy="{number(y)}" r="17.6"/>')
        self.city(index, owners, beside)
        self.spots.take((x, y), 18)

    def hammers(self) -> None:
        """The sign of a mine."""
        spot = self.spots.find(18, 17, [toward(turn / 2, 31) for turn in (9, 1, 7, 3, 11, 5, 0, 8)])
        self.out.append(f'<path class="hammers" transform="translate({xy(spot)})" d="{HAMMERS}"/>')

    def arrows(self, index: int) -> None:
        """Where routes end there are arrows instead of track."""
        for arm in self.face.arms[STOP + index]:
            if arm.end < STOP:
                tip, wide = toward(arm.end, 17), toward(arm.end, 43.5)
                across = toward(arm.end + 1.5, 4)
                left = wide[0] - across[0], wide[1] - across[1]
                right = wide[0] + across[0], wide[1] + across[1]
                self.out.append(f'<path class="arrow" d="M{xy(left)}L{xy(tip)}L{xy(right)}Z"/>')

    def strip(self, index: int, values: Mapping[str, int], phase: str) -> None:
        """The values of a stop by colour, the current one framed; a colour without a new one is left out."""
        colours = [colour for colour in COLOURS if colour in values]
        width, height = 15.5, 13.0
        middle = self._strip_spot(index, width * len(colours), height)
        left, top = middle[0] - width * len(colours) / 2, middle[1] - height / 2
        reached = COLOURS[: COLOURS.index(phase) + 1] if phase in COLOURS else ()
        current = max((colour for colour in colours if colour in reached), key=COLOURS.index, default="")
        framed = ""
        for place, colour in enumerate(colours):
            x = left + place * width
            box = f'x="{number(x)}" y="{number(top)}" width="{number(width)}" height="{number(height)}"'
            self.out.append(f'<rect class="phase fill-{colour}" {box}/>')
            self.out.append(
                fitted("phase-text", (x + width / 2, top + 9.8), str(values[colour]), 9, width - 2)
            )
            if colour == current:
                framed = f'<rect class="phase-frame" {box}/>'
        self.out.append(framed)

    def _strip_spot(self, index: int, width: float, height: float) -> Point:
        """Return where routes end, the side with less track.

        Else over track if need be, but never over a stop.
        """
        above, below = (0.0, -23.0), (0.0, 23.0)
        if self.face.stops[index].kind == "mine":
            return self.spots.find(width, height, ((0.0, -25.5), (0.0, 25.5)))
        if self.face.terminal[index]:
            if self.face.stops[index].slots:
                return self.spots.find(width, height, (above, (0.0, 21.5)))
            aside = [(x, y) for y in (11.0, -9.0) for x in (-11.0, 11.0)]
            return self.spots.find(width, height, (above, below, *aside))
        first = above if all(y > -5 for _, y in stop_spots(self.face)) else below
        return self.spots.find(width, height, (first, below, above))

    def _corners(self, distance: float) -> list[Point]:
        """Return the last room where cities or track fill the hex: its corners to the left and right."""
        stops = self.face.stops
        if len(stops) < 3 and sum(stop.slots for stop in stops) < 4 and len(self.face.exits) < 6:
            return []
        return [toward(corner, distance) for corner in (1.5, 3.5, 4.5, 0.5)]

    def value(self, amount: int) -> Wanted:
        wishes = [toward(turn / 2, 33) for turn in (3, 4, 8, 7, 2, 9, 10, 1, 5, 6, 11, 0)]
        wishes += [toward(turn / 2, 26) for turn in range(12)]
        wishes += self._corners(40)

        def draw(spot: Point, shape: int) -> list[str]:
            radius = DISCS[shape]
            x, y = map(number, spot)
            disc = f'<circle class="value-disc" cx="{x}" cy="{y}" r="{number(radius)}"/>'
            return [disc, fitted("value-text", (spot[0], spot[1] + 3.4), str(amount), 9.6, radius * 1.5)]

        return Wanted([(2 * radius, 2 * radius) for radius in DISCS], wishes, draw)

    def label(self, words: str) -> Wanted:
        wishes = [toward(turn / 2, 34) for turn in (9, 8, 10, 7, 4, 3, 2, 11, 1, 5, 0, 6)]
        wishes += [(27, 22), (-27, 22), (27, -22), (-27, -22), *self._corners(39)]

        def draw(spot: Point, _: int) -> list[str]:
            return [fitted(f"label on-{self.fill}", (spot[0], spot[1] + 4.7), words, 13)]

        return Wanted([(width_of(words, 13) + 1, 11)], wishes, draw)

    def tile_number(self, tile: Tile) -> Wanted:
        """With as many pips as the colour has rank, so that colour is not the only sign."""
        wishes = [(0.0, 37.0), *(toward(turn / 2, 36) for turn in (11, 1, 8, 4, 10, 2, 7, 3, 9, 5, 0, 6))]
        wishes += self._corners(40)
        rank = COLOURS.index(tile.colour) + 1 if tile.colour in COLOURS else 0

        def draw(spot: Point, _: int) -> list[str]:
            x, y = spot
            left = x - (rank * 2.8 + (rank - 1)) / 2
            pips = [
                f'<rect class="pip" x="{number(left + pip * 3.8)}" y="{number(y - 5.6)}" '
                'width="2.8" height="2.8"/>'
                for pip in range(rank)
            ]
            return [*pips, fitted("printed-number", (x, y + 5), tile.number, 7.6)]

        return Wanted([(max(width_of(tile.number, 7.6), rank * 3.8) + 1, 12)], wishes, draw)

    def name(self, words: str) -> Wanted:
        """On one line, or on two, and smaller where it would cover something."""
        shapes = [(size, lines) for size in NAMES for lines in broken(words)]
        kind = f"place-name on-{self.fill}"

        def draw(spot: Point, shape: int) -> list[str]:
            size, lines = shapes[shape]
            top = spot[1] - size * len(lines) / 2 + size * 0.82
            sized = f' font-size="{number(size)}"'
            return [
                fitted(kind, (spot[0], top + size * row), line, size, more=sized)
                for row, line in enumerate(lines)
            ]

        rows = (24, -25, 28, 19, -20) if self.tile else (24, -25, 28, 19, -20, -4, 4)
        wishes = [(0.0, float(y)) for y in (26, -27, -2, 8, 30, 22, -22, 34, -31)]
        wishes += [(x, float(y)) for y in rows for x in (-8.0, 8.0, -13.0, 13.0, -18.0, 18.0)]
        sizes = [
            (max(width_of(line, size) for line in lines) + 1, size * len(lines)) for size, lines in shapes
        ]
        return Wanted(sizes, wishes, draw)

    def names(self, words: str) -> list[list[Wanted]]:
        """The ways to have a name: as one text; that of two places also as two."""
        first, both, second = words.partition(" & ")
        apart = [[self.name(first), self.name(f"& {second}")]] if both else []
        return [[self.name(words)], *apart] if words else [[]]

    def terrain(self) -> None:
        if self.tile is not None or not self.spec.cost:
            return
        prices = list(self.spec.costs.values()) or [self.spec.cost]
        if self.face.stops:  # little room: only the price with a small peak
            wide = len(prices) > 1
            wishes = ((0, -26), (0, 27), (-18, -22), (18, -22), (18, 22), (-22, -20), (22, -20))
            x, y = self.spots.find(34, 13, wishes) if not wide else self.spots.find(62, 13, WIDE)
            sign = f"translate({xy((x - (21 if wide else 9), y + 4))}) scale({'.42' if wide else '.5'})"
            self.out.append(f'<g transform="{sign}">{SIGNS[self.sign]}</g>')
            self._prices((x + (11 if wide else 7), y), prices, 21 if wide else 22)
            return
        up = 14 if self.spec.name else 0  # the name stands below
        self.spots.take_box((0, -up), 46, 22 if up else 18)
        self.spots.take_box((0, 20 - up), 24 * len(prices), 14)
        self.out.append(f'<g transform="translate(0 {2 - up})">{SIGNS[self.sign]}</g>')
        self._prices((0, 20 - up), prices, 23)

    @property
    def sign(self) -> str:
        return sign_of(self.spec.terrain)

    def _prices(self, spot: Point, prices: list[int], apart: float) -> None:
        """One, or one for each gauge; the box of the narrow one is dashed like its rails."""
        width = min(22, apart - 1) if len(prices) > 1 else 22
        for rank, price in enumerate(prices):
            x = spot[0] + apart * (rank - (len(prices) - 1) / 2)
            at = f'x="{number(x - width / 2)}" y="{number(spot[1] - 6)}" width="{number(width)}"'
            kind = "cost-box narrow-gauge" if rank else "cost-box"
            self.out.append(f'<rect class="{kind}" {at} height="12.5" rx="2"/>')
            self.out.append(text("cost-text", (x, spot[1] + 3.6), str(price)))

    def premium(self) -> None:
        """What the bank pays for the first tile."""
        if self.tile is not None or not self.spec.premium:
            return
        wishes = ((29.7, 2), (-29.7, 2), (0, 24), (0, -25), (0, 33), (0, -20))
        x, y = self.spots.find(25, 11, wishes)
        at = f'x="{number(x - 12.5)}" y="{number(y - 5.7)}"'
        self.out.append(f'<rect class="premium" {at} width="25" height="11.4" rx="5.7"/>')
        self.out.append(text("premium-text", (x, y + 3.3), f"+{self.spec.premium}"))

    def hex_name(self) -> None:
        """At the top, where one looks for it; beside that where a city lies there."""
        words = self.spec.id
        wishes = [
            (0.0, -39.6),
            *((x, y) for y in (-35.0, -31.0, 40.0, 36.0) for x in (-14.0, 14.0, -20.0, 20.0)),
        ]
        x, y = self.spots.find(width_of(words, 7.2) + 1, 6, wishes)
        self.out.append(fitted(f"hex-name on-{self.fill}", (x, y + 2.6), words, 7.2))


WIDE = ((0, -22.5), (0, 23.5), (0, -26), (0, 28))
"""Room for two prices beside a stop."""
HAMMERS = "M-7 7L5-5M7 7L-5-5M1.500-8.500L8.500-1.500M-1.500-8.500L-8.500-1.500"
SIGNS = {
    "mountain": '<path class="peak" d="M-24 6L-10-14L-3-5L4-12L22 6Z"/>'
    '<path class="snow" d="M-10-14L-14-8L-10.500-6L-8-8.500L-5.500-7.500Z"/>',
    "high_mountain": '<path class="peak" d="M-26 6L-15-9L-10-3L0-19L9-5L14-10L26 6Z"/>'
    '<path class="snow" d="M0-19L-6-9.500L-2.500-11L0-7.500L3-11.500L6.200-9.400Z"/>',
    "hill": '<path class="peak" d="M-24 6Q-13-11-3 2Q7-13 23 6Z"/>',
    "desert": '<path class="waves" d="M-24 2Q-15-9-6 2M-6 2Q4-12 15 2M10-2.500Q17-8 25 2'
    'M-15 8Q-7 1 1 8M5 8.500Q11 3 18 8.500"/>',
    "river": '<path class="waves" d="M-22-6Q-12-13-2-6T18-6M-18 4Q-8-3 2 4T22 4"/>',
    "rivers": '<path class="waves" d="M-22-10Q-12-17-2-10T18-10M-18-2Q-8-9 2-2T22-2M-22 6Q-12-1-2 6T18 6"/>',
}
LIKE = {"water": "river"}
"""Terrains without a sign of their own."""


def sign_of(terrain: str) -> str:
    """Return which of the signs stands for a terrain; for one of several kinds, the first that has a sign."""
    words = (LIKE.get(word, word) for word in terrain.split())
    return next((word for word in words if word in SIGNS), "mountain")
