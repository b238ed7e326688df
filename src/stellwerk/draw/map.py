"""The whole map as one standalone SVG."""

from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape

import msgspec

from stellwerk.board.atlas import Atlas
from stellwerk.board.board import Board
from stellwerk.board.hexes import OPPOSITE, HexId, split, stop_id
from stellwerk.board.tile import STOP
from stellwerk.board.track import Segment
from stellwerk.draw.geometry import HALF, RADIUS, centre, corners, number, points, toward, track, xy
from stellwerk.draw.places import Colours, Places
from stellwerk.draw.style import DASHES, LIGHT, PATTERNS, ROUTES, TILE_INK, Theme, style

HARBOURS = ("small_port", "large_port", "port")


class RouteLine(msgspec.Struct, frozen=True):
    """A train's route to draw over the track."""

    segments: tuple[Segment, ...]
    colour: str = ""


def map_svg(
    atlas: Atlas,
    board: Board,
    *,
    colours: Colours | None = None,
    phase: str = "",
    routes: Sequence[RouteLine] = (),
    reachable: Collection[HexId] = (),
    describe: Callable[[HexId], str] | None = None,
    names: Mapping[HexId, str] | None = None,
    theme: Theme = LIGHT,
    title: str = "Map",
) -> str:
    """Draw map, tiles, markers and routes.

    `colours` maps a company to its fill and text colour; `phase` is the colour whose off-board values
    count now; `reachable` hexes get a dashed frame; `describe` words the title of a hex, `names`
    replaces printed names.
    """
    return _Map(atlas, board, colours or {}, theme, names or {}).svg(
        phase, routes, reachable, describe, title
    )


class _Map:
    def __init__(
        self, atlas: Atlas, board: Board, colours: Colours, theme: Theme, names: Mapping[HexId, str]
    ) -> None:
        self.atlas, self.board, self.colours, self.theme, self.names = atlas, board, colours, theme, names
        self.centres = {key: centre(key) for key in atlas.hexes}
        self.faces = {key: board.face(atlas, key) for key in atlas.hexes}
        self.tints = _tints(atlas)

    def svg(
        self,
        phase: str,
        routes: Sequence[RouteLine],
        reachable: Collection[HexId],
        describe: Callable[[HexId], str] | None,
        title: str,
    ) -> str:
        xs = [x for x, _ in self.centres.values()]
        ys = [y for _, y in self.centres.values()]
        left, top = min(xs) - HALF - 20, min(ys) - RADIUS - 16
        width, height = max(xs) + HALF + 20 - left, max(ys) + RADIUS + 16 - top
        box = " ".join(map(number, (left, top, width, height)))
        layers = (
            self._background(box.split()),
            "".join(self._ground(key, describe) for key in self.atlas.hexes),
            '<g class="over">',
            "".join(self._track(key) for key in self.atlas.hexes),
            self._gauges(),
            "".join(self._route(rank, route) for rank, route in enumerate(routes)),
            "".join(self._places(key, phase) for key in self.atlas.hexes),
            "".join(self._frame(key) for key in self.atlas.hexes if key in reachable),
            "</g>",
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="{box}" '
            f'width="{number(width)}" height="{number(height)}" role="img">'
            f"<title>{escape(title)}</title><style>{style(self.theme)}</style>{PATTERNS}{''.join(layers)}</svg>\n"
        )

    def _at(self, key: HexId, *parts: str, attributes: str = "") -> str:
        return f'<g transform="translate({xy(self.centres[key])})"{attributes}>{"".join(parts)}</g>'

    def _background(self, box: Sequence[str]) -> str:
        x, y, width, height = box
        sea = any(spec.colour == "blue" for spec in self.atlas.hexes.values())
        fill = self.theme.sea if sea else self.theme.sheet
        out = [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>']
        if sea:  # ripples along the coast
            shape = points(corners())
            for ripple, reach in zip(self.theme.ripples, (54, 36, 18), strict=True):
                land = "".join(
                    self._at(key, f'<polygon points="{shape}"/>')
                    for key, spec in self.atlas.hexes.items()
                    if spec.colour != "blue"
                )
                paint = f'fill="{ripple}" stroke="{ripple}" stroke-width="{reach}" stroke-linejoin="round"'
                out.append(f"<g {paint}>{land}</g>")
        return "".join(out)

    def _fill(self, key: HexId) -> str:
        colour = self.board.colour(self.atlas, key)
        if colour == "white":
            return self.theme.land[self.tints.get(self.atlas.hexes[key].gauge, 0)]
        if colour == "blue" and not self.faces[key].stops:
            return self.theme.deep
        return self.theme.tile(colour)

    def _ground(self, key: HexId, describe: Callable[[HexId], str] | None) -> str:
        colour = self.board.colour(self.atlas, key)
        words = describe(key) if describe else self.describe(key)
        kind = "hx" if colour in ("white", "blue") else "hx tl"
        if self.atlas.hexes[key].special and key not in self.board.laid:
            kind = "hx deep"
        shape = points(corners(RADIUS - 0.4))
        parts = [
            f"<title>{escape(words)}</title>",
            f'<polygon class="{kind}" points="{shape}" fill="{self._fill(key)}"/>',
        ]
        if colour in ("green", "brown", "gray"):
            parts.append(f'<polygon points="{shape}" fill="url(#pat-{colour})" class="over"/>')
        for edge, border in self.atlas.hexes[key].borders.items():
            if border == "merged_area":  # no line inside one red area
                a, b = corners(RADIUS - 1.5)[edge], corners(RADIUS - 1.5)[(edge + 1) % 6]
                parts.append(f'<path d="M{xy(a)}L{xy(b)}" stroke="{self._fill(key)}" stroke-width="4"/>')
        return self._at(key, *parts, attributes=f' id="hex-{key}" class="hex"')

    def describe(self, key: HexId) -> str:
        """A hex in words."""
        spec, face, laid = self.atlas.hexes[key], self.faces[key], self.board.laid.get(key)
        parts = [" ".join(filter(None, (key, self._name(key))))]
        if laid is not None:
            parts.append(f"{self.board.colour(self.atlas, key)} tile {laid.tile}")
        elif spec.cost:
            parts.append(f"{spec.terrain}, first tile costs {spec.cost}")
        for index, stop in enumerate(face.stops):
            value = stop.revenue
            worth = f" worth {value}" if isinstance(value, int) and value else ""
            if not isinstance(value, int):
                worth = " worth " + "/".join(map(str, value.values()))
            here = stop_id(key, index)
            owners = [*filter(None, self.board.markers.get(here, ())), *self.board.beside.get(here, ())]
            parts.append(stop.kind + worth + (f", stations {' '.join(owners)}" if owners else ""))
        return ", ".join(parts)

    def _name(self, key: HexId) -> str:
        return self.names.get(key, self.atlas.hexes[key].name)

    def _track(self, key: HexId) -> str:
        face = self.faces[key]
        lines = [
            track(face, path.a, path.b)
            for path in face.paths
            if not any(end >= STOP and face.stops[end - STOP].kind == "offboard" for end in path.link)
        ]
        if not lines:
            return ""
        d = "".join(lines)
        return self._at(key, f'<path class="cas" d="{d}"/><path class="trk" d="{d}"/>')

    def _gauges(self) -> str:
        """Dashed lines where the gauge changes, and a diamond where track crosses one."""
        lines, diamonds = [], []
        for key, (x, y) in self.centres.items():
            for edge in (3, 4, 5):  # each border from one of its two hexes
                if not self.atlas.crossings(key, edge):
                    continue
                (ax, ay), (bx, by) = corners()[edge], corners()[(edge + 1) % 6]
                lines.append(f"M{xy((x + ax, y + ay))}L{xy((x + bx, y + by))}")
                beyond = self.atlas.neighbours[key][edge]
                if beyond and edge in self.faces[key].exits and OPPOSITE[edge] in self.faces[beyond].exits:
                    mx, my = toward(edge)
                    diamonds.append(f"M{xy((x + mx, y + my - 7.5))}l7.5 7.5l-7.5 7.5l-7.5-7.5Z")
        if not lines:
            return ""
        d = "".join(lines)
        joints = f'<path class="gm" d="{"".join(diamonds)}"/>' if diamonds else ""
        return f'<path class="gg0" d="{d}"/><path class="gg1" d="{d}"/>{joints}'

    def _route(self, rank: int, route: RouteLine) -> str:
        colour = route.colour or ROUTES[rank % len(ROUTES)]
        dash = DASHES[rank % len(DASHES)]
        paint = f'class="rt" stroke="{colour}"' + (f' stroke-dasharray="{dash}"' if dash else "")
        lines: list[str] = []
        for segment in route.segments:
            for key, a, b in _ends(segment):
                lines.append(self._at(key, f'<path {paint} d="{track(self.faces[key], a, b)}"/>'))
        return "".join(lines)

    def _places(self, key: HexId, phase: str) -> str:
        spec, face, laid = self.atlas.hexes[key], self.faces[key], self.board.laid.get(key)
        tile = self.atlas.tiles[laid.tile] if laid else None
        places = Places(spec, face, tile, self.theme, self.colours)
        for index, stop in enumerate(face.stops):
            here = stop_id(key, index)
            if stop.kind == "offboard":
                places.area(index)
            if stop.role in HARBOURS:
                places.harbour(index)
            elif stop.kind == "city" or stop.slots:
                owners = self.board.slots(self.atlas, here)
                places.city(index, owners, self.board.beside.get(here, ()))
            elif stop.kind == "town":
                places.town(index)
        self._texts(key, places, phase)
        return self._at(key, *places.out)

    def _texts(self, key: HexId, places: Places, phase: str) -> None:
        spec, tile, face = self.atlas.hexes[key], places.tile, places.face
        colour = self.board.colour(self.atlas, key)
        ink = TILE_INK if colour not in ("white", "blue") else self.theme.ink
        places.terrain()
        for stop in face.stops:
            if not isinstance(stop.revenue, int):
                places.strip(stop, phase)
        # The largest text first, it has the fewest spots to go to.
        if self._name(key):
            places.name(self._name(key), self._fill(key), ink)
        # Equal values of one hex are shown once.
        for value in sorted({stop.revenue for stop in face.stops if isinstance(stop.revenue, int)} - {0}):
            places.value(value)
        label = tile.label if tile else spec.label
        if label:
            places.label(label, ink)
        if tile:
            places.tile_number(tile)
        places.hex_name()

    def _frame(self, key: HexId) -> str:
        return self._at(key, f'<polygon class="rch" points="{points(corners(RADIUS - 4))}"/>')


def _ends(segment: Segment) -> list[tuple[HexId, int, int]]:
    """The paths of a segment as (hex, end, end)."""
    first, last = split(segment.a), split(segment.b)
    if first[0] == last[0] and len(segment.pieces) == 1:
        return [(first[0], STOP + first[1], STOP + last[1])]
    sides = [int(piece.split(".e")[1][0]) for piece in segment.pieces]
    found = [(first[0], STOP + first[1], sides[0])]
    for rank, passed in enumerate(segment.path[1:-1]):
        found.append((HexId(passed), sides[2 * rank + 1], sides[2 * rank + 2]))
    found.append((last[0], sides[-1], STOP + last[1]))
    return found


def _tints(atlas: Atlas) -> dict[int, int]:
    """One of three land tints for each gauge region, different for regions that touch."""
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
