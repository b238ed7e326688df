"""The parts of a map's drawing. What stays the same is drawn once: per atlas, and per look of a hex."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

import msgspec

from stellwerk.board.atlas import Atlas, HexSpec, Tunnels
from stellwerk.board.board import Board, Owners
from stellwerk.board.hexes import OPPOSITE, HexId, StopId, TileId, position, split
from stellwerk.board.signs import PlaceSign
from stellwerk.board.tile import STOP, Face
from stellwerk.board.track import Segment
from stellwerk.draw.geometry import (
    HALF,
    RADIUS,
    Point,
    corners,
    number,
    points,
    side_to_side,
    slots_of,
    toward,
    track,
    xy,
)
from stellwerk.draw.places import ARROWS, Colours, Places
from stellwerk.draw.sheets import Layout, frame_svg, layout
from stellwerk.draw.spots import Wanted
from stellwerk.draw.style import DASHES, DOUBLE, ROUTES
from stellwerk.engine.memo import Memo

HARBOURS = ("small_port", "large_port", "port")
HEX = points(corners(RADIUS - 0.4))
FLAG = "M-37 29V9M-37 9L-22 14L-37 19Z"
BANNER = "M0 4V-40M0 -40L32 -31L0 -22Z"
"""A flag on a place, high enough for a number."""
RIM = -40.0
"""Above this line of a hex stands what it is worth where there is track in it."""
BARE_RING = '<circle class="choice-ring" r="18.5"/>'
FRAME = points(corners(RADIUS - 2.6))
VAULT = "M-8 0V-4.500A8 8 0 0 1 8-4.500V0Z"
KEPT = 5_000
"""So many looks of hexes are remembered for one atlas."""


class RouteLine(msgspec.Struct, frozen=True):
    """A train's route to draw over the track."""

    segments: tuple[Segment, ...]
    colour: str = ""


class Cell(NamedTuple):
    """The drawing of one hex around its own centre, in layers."""

    ground: str
    track: str
    places: str


class Drawing:
    """Everything about an atlas that can be drawn before the game begins, and the looks of its hexes."""

    def __init__(self, atlas: Atlas, colours: Colours, names: Mapping[HexId, str]) -> None:
        self.atlas, self.colours, self.names = atlas, colours, names
        self.centres, self.sheets = layout(atlas)
        self.at = {key: f'transform="translate({xy(spot)})"' for key, spot in self.centres.items()}
        whole = Layout(self.centres, self.sheets).whole
        self.left, self.top = whole.left - 20, whole.top - 16
        self.width, self.height = whole.right + 20 - self.left, whole.bottom + 16 - self.top
        self.box = " ".join(map(number, (self.left, self.top, self.width, self.height)))
        self.tints = _tints(atlas)
        self.background = self._background()
        self.borders = tuple(self._borders())
        self.border_lines = self._border_lines()
        self.stops = {key: atlas.stop_ids[key] for key in atlas.hexes}
        self._cells: dict[object, Cell] = {}

    def name(self, key: HexId) -> str:
        return self.names.get(key, self.atlas.hexes[key].name)

    def free(self, left: bool, top: bool, width: float, height: float) -> bool:
        """Return whether a corner of the map has no hexes."""
        return not any(
            (x - self.left if left else self.left + self.width - x) < width + HALF
            and (y - self.top if top else self.top + self.height - y) < height + RADIUS
            for x, y in self.centres.values()
        )

    # -- behind the hexes

    def frames(self, words: Mapping[str, str]) -> str:
        """Return the maps that are printed apart, with what they are called."""
        return "".join(frame_svg(box, escape(words.get(name, name))) for name, box in self.sheets.items())

    @property
    def around(self) -> str:
        """What lies around the map: sea, or nothing."""
        return "sea" if any(spec.colour == "blue" for spec in self.atlas.hexes.values()) else "bare"

    def _background(self) -> str:
        x, y, width, height = self.box.split()
        sea = self.around == "sea"
        out = [f'<rect class="{self.around}" x="{x}" y="{y}" width="{width}" height="{height}"/>']
        if sea:
            shape = points(corners())
            beyond = [
                f'<polygon transform="translate({xy(spot)})" points="{shape}"/>' for spot in self._beyond()
            ]
            land = [
                f'<polygon {self.at[key]} points="{shape}"/>'
                for key, spec in self.atlas.hexes.items()
                if spec.colour != "blue"
            ]
            # Ripples along the coast, the widest first.
            out += [f'<g class="ripple ripple-{rank}">{"".join((*land, *beyond))}</g>' for rank in range(3)]
            out.append(f'<g class="beyond">{"".join(beyond)}</g>')
        return "".join(out)

    def _beyond(self) -> list[Point]:
        """Land off the map: the gaps within a row, and what lies above the topmost row if it has some."""
        rows: dict[int, list[int]] = {}
        for key in self.atlas.hexes:
            column, row = position(key)
            rows.setdefault(row, []).append(column)
        found: set[tuple[int, int]] = set()
        for row, columns in rows.items():
            gaps = set(range(min(columns), max(columns), 2)) - set(columns)
            found |= {(column, row) for column in gaps}
            if gaps and row == min(rows):
                found |= {(column, row - 1) for column in range(min(columns) - 1, max(columns) + 2, 2)}
        return [((column - 1) * HALF, row * RADIUS * 1.5) for column, row in sorted(found)]

    def _borders(self) -> Iterable[tuple[HexId, int, HexId, Point]]:
        """The sides where the gauge changes, each from one of its hexes, and their middles."""
        for key, (x, y) in self.centres.items():
            for edge in (3, 4, 5):
                beyond = self.atlas.neighbours[key][edge]
                if beyond is not None and self.atlas.crossings(key, edge):
                    mx, my = toward(edge)
                    yield key, edge, beyond, (x + mx, y + my)

    def _border_lines(self) -> str:
        shape, lines = corners(), []
        for key, edge, _, _ in self.borders:
            x, y = self.centres[key]
            (ax, ay), (bx, by) = shape[edge], shape[(edge + 1) % 6]
            lines.append(f"M{xy((x + ax, y + ay))}L{xy((x + bx, y + by))}")
        d = "".join(lines)
        return f'<path class="gauge-casing" d="{d}"/><path class="gauge-line" d="{d}"/>' if lines else ""

    def gauges(self, board: Board) -> str:
        """Dashed lines where the gauge changes, and a diamond where track crosses one."""
        faces = {
            key: board.face(self.atlas, key) for border in self.borders for key in (border[0], border[2])
        }
        joints = [
            f"M{number(x)} {number(y - 7.5)}l7.5 7.5l-7.5 7.5l-7.5-7.5Z"
            for key, edge, beyond, (x, y) in self.borders
            if edge in faces[key].exits and OPPOSITE[edge] in faces[beyond].exits
        ]
        return self.border_lines + (f'<path class="gauge-joint" d="{"".join(joints)}"/>' if joints else "")

    # -- hexes

    def fill(self, key: HexId, colour: str, face: Face) -> str:
        spec = self.atlas.hexes[key]
        if colour == "white":
            return f"land-{self.tints.get(spec.gauge, 0)}"
        if colour == "blue":
            return "deep" if not face.stops else "blue" if face is spec.printed else "isle"
        return colour

    def cell(self, board: Board, key: HexId, phase: str, waiting: Collection[str] | None = None) -> Cell:
        """Return the look of a hex; drawn when it is seen for the first time.

        `waiting`: the companies whose homes are still kept for them; None for all of them.
        """
        laid = board.laid.get(key)
        face = (
            self.atlas.hexes[key].printed
            if laid is None
            else self.atlas.tiles[laid.tile].turned(laid.rotation)
        )
        count = len(face.stops)
        tunnels = board.tunnels.get(key, ())
        if not count:
            look: object = (key, face.key, tunnels)
            owners: tuple[Owners, ...] = ()
            beside: tuple[Owners, ...] = ()
            homes: tuple[str, ...] = ()
        else:
            ids = self.stops[key][:count]
            owners = tuple(board.slots(self.atlas, stop) for stop in ids)
            beside = tuple(board.beside.get(stop, ()) for stop in ids)
            printed = (company for stop in self.atlas.hexes[key].printed.stops for company in stop.home)
            homes = tuple(company for company in printed if waiting is None or company in waiting)
            look = (key, face.key, tunnels, owners, beside, phase, homes)
        found = self._cells.get(look)
        if found is None:
            if len(self._cells) >= KEPT:
                self._cells.clear()
            found = self._cells[look] = self._draw(key, face, tunnels, owners, beside, phase, homes)
        return found

    def _draw(
        self,
        key: HexId,
        face: Face,
        tunnels: Tunnels,
        owners: Sequence[Owners],
        beside: Sequence[Owners],
        phase: str,
        homes: Collection[str],
    ) -> Cell:
        spec = self.atlas.hexes[key]
        tile = None if face is spec.printed else self.atlas.tiles[tile_of(face)]
        colour = spec.colour if tile is None else tile.colour
        fill = self.fill(key, colour, face)
        if tile is None and spec.tunnel_only:
            # No tile lies there, so it looks like none.
            fill = colour = RIDGE
        ground = ground_of(fill, colour, self._merged(spec))
        places = Places(spec, face, tile, fill, self.colours, homes=homes)
        draw_stops(places, owners, beside)
        draw_texts(places, phase, self.name(key))
        return Cell(ground, tunnels_of(tunnels) + track_of(face), "".join(places.out))

    def _merged(self, spec: HexSpec) -> str:
        """No line inside one red area."""
        out, shape = [], corners(RADIUS - 1.5)
        for edge, border in spec.borders.items():
            if border == "merged_area":
                out.append(f'<path class="merged" d="M{xy(shape[edge])}L{xy(shape[(edge + 1) % 6])}"/>')
        return "".join(out)

    def placed(self, key: HexId, parts: str) -> str:
        return f"<g {self.at[key]}>{parts}</g>" if parts else ""

    # -- above the hexes

    def route(self, board: Board, rank: int, route: RouteLine) -> str:
        colour = route.colour or ROUTES[rank % len(ROUTES)]
        dash = DASHES[rank % len(DASHES)]
        paint = f'class="route" stroke="{colour}"' + (f' stroke-dasharray="{dash}"' if dash else "")
        double = rank % len(DASHES) == DOUBLE
        lines: list[str] = []
        for segment in route.segments:
            for key, ends in segment_ends(segment):
                d = track(board.face(self.atlas, key), *ends)
                middle = f'<path class="route-middle" d="{d}"/>' if double else ""
                lines.append(self.placed(key, f'<path {paint} d="{d}"/>{middle}'))
        return "".join(lines)

    def area(self, hexes: Collection[HexId], colour: str) -> str:
        """Some hexes as one area: tinted, with a dashed line around it."""
        d = self._around(hexes)
        return (
            f'<path class="area-tint" d="{d}" fill="{colour}"/><path class="area-casing" d="{d}"/>'
            f'<path class="area-edge" d="{d}" stroke="{colour}"/><path class="area-line" d="{d}"/>'
        )

    def _around(self, hexes: Collection[HexId]) -> str:
        """Return the sides where an area ends, joined into rings: at each corner just one side goes on."""
        shape, following = corners(), {}
        for key in sorted(hexes):  # the same area is the same text, whatever order it came in
            x, y = self.centres[key]
            for edge, beyond in enumerate(self.atlas.neighbours[key]):
                if beyond is None or beyond not in hexes:
                    (ax, ay), (bx, by) = shape[edge], shape[(edge + 1) % 6]
                    following[xy((x + ax, y + ay))] = xy((x + bx, y + by))
        rings = []
        while following:
            ring = [next(iter(following))]
            while ring[-1] in following:
                ring.append(following.pop(ring[-1]))
            rings.append(f"M{'L'.join(ring[:-1])}Z")
        return "".join(rings)

    def flag(self, key: HexId, reached: bool) -> str:
        """Return a small flag beside a hex's name: raised where something is done, empty where it is not."""
        kind = "flag reached" if reached else "flag"
        return self.placed(key, f'<path class="{kind}" d="{FLAG}"/>')

    def sign(self, board: Board, sign: PlaceSign, words: str) -> str:
        """Return what is said of a place: a numbered flag, or its value, ringed where it can be chosen."""
        if sign.number:
            return self.placed(sign.hex, _numbered(sign.number))
        laid = bool(board.face(self.atlas, sign.hex).paths)
        offers = [" ".join(sign.offers[at : at + 2]) for at in range(0, len(sign.offers), 2)]
        width = max(24.0, 5.6 * len(words) + 5, 4.9 * max(map(len, offers), default=0) + 4)
        height = 14.0 + 8 * len(offers)
        # Beside a bare circle, or else above all that there is.
        left, top = (-width / 2, RIM - height) if laid else (-20 - width, -height / 2)
        middle = number(left + width / 2)
        out = []
        if sign.can:
            out.append(f'<polygon class="choice-ring" points="{FRAME}"/>' if laid else BARE_RING)
        out.append(
            f'<rect class="sign-box{" shut" if sign.shut else ""}" x="{number(left)}" y="{number(top)}" '
            f'width="{number(width)}" height="{number(height)}" rx="2.5"/>'
            f'<text class="sign-text" x="{middle}" y="{number(top + 11)}">{escape(words)}</text>'
        )
        if sign.shut:
            out.append(
                f'<path class="strike" d="M{number(left + 2)} {number(top + 7.5)}h{number(width - 4)}"/>'
            )
        for at, line in enumerate(offers):
            low = number(top + 19.5 + 8 * at)
            out.append(f'<text class="sign-offer" x="{middle}" y="{low}">{escape(line)}</text>')
        return self.placed(sign.hex, "".join(out))

    def way(self, hexes: Sequence[HexId]) -> str:
        """Return a line of dots from place to place."""
        if len(hexes) < 2:
            return ""
        line = "L".join(xy(self.centres[key]) for key in hexes)
        return f'<path class="dotted-line" d="M{line}"/>'

    def frame(self, key: HexId) -> str:
        """Return a hex where something can be done."""
        return self.placed(
            key,
            f'<polygon class="open-casing" points="{FRAME}"/><polygon class="open-frame" points="{FRAME}"/>',
        )

    def considered(self, key: HexId) -> str:
        """Return a hex where somebody else can do something."""
        return self.placed(
            key,
            f'<polygon class="considered-casing" points="{FRAME}"/>'
            f'<polygon class="considered" points="{FRAME}"/>',
        )

    def slot_rings(self, board: Board, stop: StopId) -> str:
        """Rings around the free slots of a stop; around the stop itself where it has none."""
        key, index = self.atlas.where[stop]
        face = board.face(self.atlas, key)
        owners = board.slots(self.atlas, stop) or ("",)
        rings = [
            f'<circle class="open-ring" cx="{number(x)}" cy="{number(y)}" r="15.4"/>'
            f'<circle class="open-slot" cx="{number(x)}" cy="{number(y)}" r="15.4"/>'
            for owner, (x, y) in zip(owners, slots_of(face, index, len(owners)), strict=True)
            if not owner
        ]
        return self.placed(key, "".join(rings))


def _numbered(count: int) -> str:
    pole = f'<path class="flag numbered" d="{BANNER}"/>'
    return f'{pole}<text class="flag-number" x="10" y="-27.200">{count}</text>'


def tile_of(face: Face) -> TileId:
    """Return the tile of a face that lies on the map ("14:2")."""
    return TileId(face.key.rpartition(":")[0])


def ground_of(fill: str, colour: str, merged: str = "") -> str:
    kind = "hex-ground" if fill.startswith(("land", "blue", "deep")) else "hex-ground tiled"
    pattern = (
        f'<polygon points="{HEX}" fill="url(#pat-{colour})" class="over"/>' if colour in _PATTERNED else ""
    )
    return f'<polygon class="{kind} fill-{fill}" points="{HEX}"/>{pattern}{merged}'


RIDGE = "ridge"
_PATTERNED = ("green", "brown", "gray", RIDGE)


RAILS = {"metre": ("metre", "ties"), "dual": ("dual", "dual-gap", "dual-middle")}
"""Rails that are not drawn as one solid line: by pattern and colour, the lowest line first."""


def track_of(face: Face) -> str:
    by_gauge: dict[str, str] = {}
    for path in face.paths:
        if not any(end >= STOP and face.stops[end - STOP].kind in ARROWS for end in path.link):
            drawn = track(face, path.a, path.b, path.lane_a, path.lane_b)
            by_gauge[path.gauge] = by_gauge.get(path.gauge, "") + drawn
    lines = [("casing", "".join(by_gauge.values()))] if by_gauge else []
    lines += [(kind, d) for gauge, d in by_gauge.items() for kind in RAILS.get(gauge, ("track",))]
    return "".join(f'<path class="{kind}" d="{d}"/>' for kind, d in lines)


def tunnels_of(tunnels: Tunnels) -> str:
    """Under the ground: a dashed line, and a portal where it comes out."""
    lines = "".join(side_to_side(a, b) for a, b in tunnels)
    portals = "".join(portal(side) for tunnel in tunnels for side in tunnel)
    return (
        f'<path class="tunnel-casing" d="{lines}"/><path class="tunnel-line" d="{lines}"/>{portals}'
        if tunnels
        else ""
    )


def portal(side: int) -> str:
    """Return a vaulted mouth that stands on a side of the hex."""
    x, y = toward(side, HALF - 1)
    turn = number(30 + side * 60)
    return f'<path class="portal" transform="translate({xy((x, y))}) rotate({turn})" d="{VAULT}"/>'


def draw_stops(places: Places, owners: Sequence[Owners], beside: Sequence[Owners]) -> None:
    for index, stop in enumerate(places.face.stops):
        if stop.kind in ARROWS:
            places.arrows(index)
        if stop.role in HARBOURS:
            places.harbour(index)
        elif stop.kind == "mine":
            places.mine(index, owners[index], beside[index])
        elif stop.kind == "city" or stop.slots:
            places.city(index, owners[index], beside[index])
        elif stop.kind == "town":
            places.town(index)
        elif stop.kind == "junction":
            places.junction(index)


def draw_texts(places: Places, phase: str, name: str) -> None:
    spec, tile, face = places.spec, places.tile, places.face
    places.hex_name()
    places.terrain()
    places.premium()
    told: list[object] = []
    for index, stop in enumerate(face.stops):
        if not isinstance(stop.revenue, int) and stop.revenue not in told:  # equal ones are shown once
            told.append(stop.revenue)
            places.strip(index, stop.revenue, phase)
        if stop.kind == "mine":
            places.hammers()
    label = tile.label if tile else spec.label
    others = values_of(places, face)
    if label:
        others.append(places.label(label))
    if tile:
        others.append(places.tile_number(tile))
    # The largest text first, it has the fewest spots to go to.
    places.out += places.spots.settle(*([*first, *others] for first in places.names(name)))


def values_of(places: Places, face: Face) -> list[Wanted]:
    """Equal values of one hex are shown once."""
    values = sorted({stop.revenue for stop in face.stops if isinstance(stop.revenue, int)} - {0})
    return [places.value(value) for value in values]


def segment_ends(segment: Segment) -> list[tuple[HexId, tuple[int, int, int, int]]]:
    """Return the paths of a segment by hex: their two ends and the lanes there."""
    first, last = split(segment.a), split(segment.b)
    if first[0] == last[0] and len(segment.pieces) == 1:
        return [(first[0], (STOP + first[1], STOP + last[1], 0, 0))]
    sides = [_side_and_lane(piece) for piece in segment.pieces]
    hexes = [first[0], *map(HexId, segment.path[1:-1]), last[0]]
    ends = [(STOP + first[1], 0), *sides, (STOP + last[1], 0)]
    return [
        (key, (a, b, lane_a, lane_b))
        for key, (a, lane_a), (b, lane_b) in zip(hexes, ends[::2], ends[1::2], strict=True)
    ]


def _side_and_lane(piece: str) -> tuple[int, int]:
    """ "J13.e1.1" is lane 1 over side 1."""
    side, _, lane = piece.split(".e")[1].partition(".")
    return int(side), int(lane or 0)


def _tints(atlas: Atlas) -> dict[int, int]:
    """Return one of three land tints for each gauge region, different for regions that touch."""
    touching: dict[int, set[int]] = {}
    for key, spec in atlas.hexes.items():
        for edge, beyond in enumerate(atlas.neighbours[key]):
            touching.setdefault(spec.gauge, set())
            if beyond and atlas.crossings(key, edge):
                touching[spec.gauge].add(atlas.hexes[beyond].gauge)
    tints: dict[int, int] = {}
    for region in sorted(touching):
        used = {tints[other] for other in touching[region] if other in tints}
        tints[region] = min({0, 1, 2} - used, default=0)
    return tints


_DRAWINGS: Memo[object, Drawing] = Memo("drawings", 32)


def drawing(
    atlas: Atlas, colours: Colours | None = None, names: Mapping[HexId, str] | None = None
) -> Drawing:
    """Return the drawing of an atlas with these companies and names; made once, and gone with the atlas."""
    kept = _DRAWINGS.of(atlas)
    key = tuple((colours or {}).items()), tuple((names or {}).items())
    found = kept.get(key)
    if found is None:
        found = kept[key] = Drawing(atlas, dict(colours or {}), dict(names or {}))
    return found


def describe(atlas: Atlas, board: Board, key: HexId, name: str) -> str:
    """Return a hex in plain words."""
    spec, face, laid = atlas.hexes[key], board.face(atlas, key), board.laid.get(key)
    parts = [f"{key} {name}".rstrip()]
    if laid is not None:
        parts.append(f"{board.colour(atlas, key)} tile {laid.tile}")
    elif spec.cost:
        price = "/".join(map(str, spec.costs.values())) or spec.cost
        parts.append(f"{spec.terrain.replace('_', ' ')}, first tile costs {price}")
    for here, stop in zip(atlas.stop_ids[key], face.stops, strict=False):
        value = stop.revenue
        worth = f" worth {value}" if isinstance(value, int) and value else ""
        if not isinstance(value, int):
            worth = " worth " + "/".join(map(str, value.values()))
        owners = [*filter(None, board.markers.get(here, ())), *board.beside.get(here, ())]
        parts.append(stop.kind + worth + (f", stations {' '.join(owners)}" if owners else ""))
    return ", ".join(parts)
